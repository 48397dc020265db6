//! The names of the games and of what is said about them, and the nearest name to a misspelt one.

use super::error::{Fault, ParseError, quoted};
use crate::games::Position;
use crate::games::domineering::Turn;
use crate::games::dots::Rule;
use std::fmt;

/// A game as texts and JSON name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameName {
    /// Dots and Boxes.
    Dots,
    /// Dots and Boxes with the rule [`Rule::Connected`].
    DotDot,
    /// Domineering.
    Domineering,
    /// Cram.
    Cram,
    /// XO domino tiles.
    Xo,
    /// Blocking.
    Kings,
}

/// Every game with its name.
const NAMES: [(&str, GameName); 6] = [
    ("dots", GameName::Dots),
    ("dotdot", GameName::DotDot),
    ("domineering", GameName::Domineering),
    ("cram", GameName::Cram),
    ("xo", GameName::Xo),
    ("kings", GameName::Kings),
];

/// What else people call the games: hints, not names.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("boxes", "dots"),
    ("dotsandboxes", "dots"),
    ("dots_and_boxes", "dots"),
    ("dominoes", "domineering"),
    ("crosscram", "domineering"),
    ("blocking", "kings"),
    ("blokovani", "kings"),
    ("obstruction", "kings"),
];

impl GameName {
    /// The game with this name.
    ///
    /// # Errors
    /// [`ParseError`] that names the nearest game.
    pub fn find(name: &str) -> Result<Self, ParseError> {
        if let Some(&(_, game)) = NAMES.iter().find(|&&(known, _)| known == name) {
            return Ok(game);
        }
        let lower = name.chars().take(40).collect::<String>().to_lowercase();
        let other = OTHER_NAMES.iter().find(|&&(known, _)| known == lower).map(|&(_, game)| game);
        let names = NAMES.map(|(name, _)| name);
        let message = match other.or_else(|| nearest(&lower, &names)) {
            Some(near) => format!("there is no game {}: did you mean \"{near}\"?", quoted(name)),
            None => format!("there is no game {}: the games are {}", quoted(name), names.join(", ")),
        };
        Err(ParseError::new(Fault::BadPosition, message))
    }

    /// The name.
    pub fn as_str(self) -> &'static str {
        NAMES.iter().find(|&&(_, game)| game == self).map_or("", |&(name, _)| name)
    }

    /// Whether it is played on boxes and not on squares.
    pub fn is_dots(self) -> bool {
        self.rule().is_some()
    }

    /// Whether it is Dots and Boxes, and then by which rule.
    pub(crate) fn rule(self) -> Option<Rule> {
        match self {
            Self::Dots => Some(Rule::Free),
            Self::DotDot => Some(Rule::Connected),
            Self::Domineering | Self::Cram | Self::Xo | Self::Kings => None,
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Position {
    /// The game that is played.
    pub fn game(&self) -> GameName {
        match self {
            Position::Dots(position) if position.rule() == Rule::Connected => GameName::DotDot,
            Position::Dots(_) => GameName::Dots,
            Position::Domineering(_) => GameName::Domineering,
            Position::Cram(_) => GameName::Cram,
            Position::Xo(_) => GameName::Xo,
            Position::Kings(_) => GameName::Kings,
        }
    }
}

/// The side that `text` names, in full or by its first letter.
pub(crate) fn turn(text: &str) -> Result<Turn, ParseError> {
    match text {
        "v" | "vertical" => Ok(Turn::Vertical),
        "h" | "horizontal" => Ok(Turn::Horizontal),
        _ => Err(one_of("a side", text, &["vertical", "horizontal"])),
    }
}

/// The name of a side in JSON.
pub(crate) fn turn_name(turn: Turn) -> &'static str {
    match turn {
        Turn::Vertical => "vertical",
        Turn::Horizontal => "horizontal",
    }
}

/// The error for `text` where one of `names` should stand; `what` is "a side" or the like.
pub(crate) fn one_of(what: &str, text: &str, names: &[&str]) -> ParseError {
    let message = match nearest(&text.chars().take(40).collect::<String>().to_lowercase(), names) {
        Some(near) => format!("{} is not {what}: did you mean \"{near}\"?", quoted(text)),
        None => format!("{} is not {what}: write \"{}\"", quoted(text), names.join("\" or \"")),
    };
    ParseError::new(Fault::BadPosition, message)
}

/// The name that is nearest to `text`, where one is near: at most a third of its letters differ, or
/// one begins as the other.
pub(crate) fn nearest<'n>(text: &str, names: &[&'n str]) -> Option<&'n str> {
    let text: Vec<char> = text.chars().take(40).collect();
    let scored = names.iter().map(|&name| {
        let letters: Vec<char> = name.chars().collect();
        let begins = text.len() > 2 && (letters.starts_with(&text) || text.starts_with(&letters));
        (if begins { 1 } else { distance(&text, &letters) }, name)
    });
    let (away, name) = scored.min_by_key(|&(away, _)| away)?;
    (away <= 1.max(name.chars().count() / 3)).then_some(name)
}

/// How many letters must be put in, left out, replaced or exchanged with their neighbour to turn
/// `a` into `b`.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &to) in b.iter().enumerate() {
            let mut least = (above[j] + usize::from(from != to)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && from == b[j - 1] && a[i - 1] == to {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_named() {
        for (name, game) in NAMES {
            assert_eq!(GameName::find(name), Ok(game));
            assert_eq!(game.to_string(), name);
        }
    }

    #[test]
    fn misspelt_names_get_the_nearest() {
        let cases = [
            ("dtos", "dots"),
            ("Dots", "dots"),
            ("dot", "dots"),
            ("dodot", "dotdot"),
            ("domineerign", "domineering"),
            ("dominoes", "domineering"),
            ("king", "kings"),
            ("blocking", "kings"),
            ("crma", "cram"),
            ("ox", "xo"),
        ];
        for (written, meant) in cases {
            let message = GameName::find(written).unwrap_err().to_string();
            assert!(message.ends_with(&format!("did you mean \"{meant}\"?")), "{written}: {message}");
        }
        let message = GameName::find("chess").unwrap_err().to_string();
        assert!(message.contains("the games are dots, dotdot"), "{message}");
    }
}
