//! What programs and the hall say to each other: JSON, one message a line or a frame.

use super::super::input::MoveText;
use super::name::Name;
use crate::board::Size;
use crate::games::{Move, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of what is said.
pub(super) const PROTOCOL: &str = "gridsolve-hall/1";
/// The most bytes of a message.
pub(in super::super) const MOST_BYTES: usize = 64 << 10;

/// What a program says.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum FromProgram {
    /// It wants to play.
    Hello(Hello),
    /// It moves.
    Move(Moves),
    /// It wants to play no more.
    Leave,
}

/// Who a program is, and what it wants to play: what it leaves out may be anything that the hall has.
#[derive(Debug, Deserialize)]
pub(super) struct Hello {
    /// Its name, under which its games count.
    name: String,
    /// The game, such as `dotdot`; a whole position such as `dots:2x2` too.
    game: Option<String>,
    /// The size, such as `4x4`.
    size: Option<String>,
    /// How many games it wants to play; any number, if not given.
    pub(super) games: Option<u32>,
    /// The limits of plies that it wants to play under: a number, a list, or null for none.
    #[serde(default, deserialize_with = "present")]
    plies: Option<Value>,
}

/// Null is something else than nothing.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// A move, and what the program says of it.
#[derive(Debug, Deserialize)]
pub(super) struct Moves {
    /// The move, as text or JSON.
    pub(super) r#move: MoveText,
    /// The number of the game that it belongs to.
    pub(super) game: Option<u64>,
    /// The number of the ply that it is, from 1.
    pub(super) ply: Option<u64>,
    /// What the program thinks the position is worth to it.
    pub(super) value: Option<i32>,
    /// Plies that it looked ahead.
    pub(super) depth: Option<u32>,
}

/// What a program wants to play.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Wish {
    /// The game before the colon.
    pub(super) game: Option<String>,
    /// The size of the board.
    pub(super) size: Option<Size>,
    /// A whole position to start from.
    pub(super) start: Option<Position>,
    /// The limits of plies; nothing where any will do.
    pub(super) plies: Option<Vec<Option<u32>>>,
}

impl Hello {
    /// The name, and what is wanted.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn read(&self) -> Result<(Name, Wish), String> {
        let name = Name::read(&self.name)?;
        let mut wish = Wish { plies: self.plies.as_ref().map(limits).transpose()?, ..Wish::default() };
        if let Some(text) = &self.size {
            let sides = text.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
            let (rows, cols) =
                sides.ok_or_else(|| format!("\"{text}\" is no size: write rows and columns, such as \"4x4\""))?;
            wish.size = Some(Size::new(rows, cols).map_err(|error| error.to_string())?);
        }
        match &self.game {
            Some(text) if text.contains(':') => {
                wish.start = Some(Position::parse(text).map_err(|error| error.to_string())?);
            }
            Some(text) => {
                // An empty board of one square, or box, tells whether there is such a game.
                Position::parse(&format!("{text}:1x1")).map_err(|error| error.message().to_owned())?;
                wish.game = Some(text.clone());
            }
            None => {}
        }
        if let (Some(game), Some(size)) = (&wish.game, wish.size) {
            let start = format!("{game}:{size}").parse::<Position>();
            wish.start = Some(start.map_err(|error| error.to_string())?);
        }
        Ok((name, wish))
    }
}

fn limits(value: &Value) -> Result<Vec<Option<u32>>, String> {
    let one = |value: &Value| match value {
        Value::Null => Ok(None),
        Value::Number(_) => {
            let plies = value.as_u64().and_then(|plies| u32::try_from(plies).ok()).filter(|&plies| plies > 0);
            plies.map(Some).ok_or_else(|| format!("{value} is no number of plies"))
        }
        _ => Err(format!("\"plies\" is a number, a list of numbers, or null for no limit, not {value}")),
    };
    match value {
        Value::Array(list) if !list.is_empty() => list.iter().map(one).collect(),
        value => Ok(vec![one(value)?]),
    }
}

impl Wish {
    /// Whether it says which game it is about.
    pub(super) fn names_a_game(&self) -> bool {
        self.game.is_some() || self.start.is_some()
    }

    /// Whether a tournament that starts at `start` under this limit is wanted.
    pub(super) fn fits(&self, start: &Position, plies: Option<u32>) -> bool {
        self.plies.as_ref().is_none_or(|wanted| wanted.contains(&plies))
            && match &self.start {
                Some(wanted) => wanted == start,
                None => {
                    self.game.as_ref().is_none_or(|game| *game == start.game().to_string())
                        && self.size.is_none_or(|size| size == start.size())
                }
            }
    }
}

/// A tournament, as programs are told of it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Announced {
    /// Where its games start.
    pub(super) position: String,
    /// How far programs may look ahead.
    pub(super) plies: Option<u32>,
}

/// What the hall says to a program.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum ToProgram<'m> {
    /// It may take part.
    Welcome {
        protocol: &'static str,
        name: &'m str,
        tournaments: Vec<Announced>,
        seconds: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        clock: Option<[f64; 2]>,
    },
    /// It has an opponent.
    Paired {
        game: usize,
        attempt: u32,
        position: String,
        plies: Option<u32>,
        you: &'static str,
        opponent: &'m str,
        seconds: f64,
    },
    /// It is to move.
    YourMove {
        game: usize,
        attempt: u32,
        ply: usize,
        position: String,
        start: String,
        moves: Vec<String>,
        you: &'static str,
        scores: [i16; 2],
        plies: Option<u32>,
        seconds: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        clock: Option<[f64; 2]>,
    },
    /// A move was made, by itself or by its opponent.
    Moved { game: usize, ply: usize, r#move: String, by: &'static str, gain: i16, position: String, scores: [i16; 2] },
    /// A game is over.
    Over {
        game: usize,
        you: &'static str,
        result: &'static str,
        reason: &'static str,
        message: Option<&'m str>,
        scores: [i16; 2],
        again: bool,
    },
    /// It has no opponent in this round.
    Bye { position: String, plies: Option<u32> },
    /// A tournament is over.
    Finished { position: String, plies: Option<u32>, rank: Option<usize>, points: usize, players: usize },
    /// What it said was not understood, or is of no use.
    Error { code: &'static str, message: &'m str },
}

impl ToProgram<'_> {
    /// The message as it is sent.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Reads what a program says; a byte order mark and white space around it are let be.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn read(line: &str) -> Result<FromProgram, String> {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line).trim_matches([' ', '\t', '\r', '\n']);
    serde_json::from_str(line).map_err(|error| {
        let error = brief(error.to_string());
        format!("{error}: a message is one line of JSON, such as {{\"type\":\"move\",\"move\":\"h0,1\"}}")
    })
}

/// What is wrong, in so few words that all may be told and it may be recorded: what is quoted of a message can be
/// as long as the message.
pub(super) fn brief(mut why: String) -> String {
    const MOST: usize = 200;
    if let Some((end, _)) = why.char_indices().nth(MOST) {
        why.truncate(end);
        why.push('…');
    }
    why
}

/// Moves as text.
pub(super) fn texts(moves: impl Iterator<Item = Move>) -> Vec<String> {
    moves.map(|mv| mv.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(json: &str) -> Result<Wish, String> {
        match read(json).unwrap() {
            FromProgram::Hello(hello) => hello.read().map(|(_, wish)| wish),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn wishes_fit_what_they_leave_open() {
        let start: Position = "dotdot:4x4".parse().unwrap();
        for (json, fits) in [
            (r#"{"type":"hello","name":"a"}"#, [true, true]),
            (r#"{"type":"hello","name":"a","game":"dotdot"}"#, [true, true]),
            (r#"{"type":"hello","name":"a","game":"dots"}"#, [false, false]),
            (r#"{"type":"hello","name":"a","size":"4x4","plies":[2,5]}"#, [true, false]),
            (r#"{"type":"hello","name":"a","game":"dotdot:4x4","plies":null}"#, [false, true]),
            (r#"{"type":"hello","name":"a","game":"dotdot","size":"3x4"}"#, [false, false]),
        ] {
            let wish = wish(json).unwrap();
            assert_eq!([wish.fits(&start, Some(2)), wish.fits(&start, None)], fits, "{json}");
        }
    }

    #[test]
    fn what_cannot_be_wished_is_said() {
        for (fields, part) in [
            (r#""name":"""#, "a name has"),
            (r#""name":"a\u0000b""#, "a name has"),
            (r#""name":"a","game":"dtos""#, "did you mean \"dots\"?"),
            (r#""name":"a","size":"0x3""#, "at least 1"),
            (r#""name":"a","size":"3""#, "is no size"),
            (r#""name":"a","plies":0"#, "no number of plies"),
            (r#""name":"a","plies":"two""#, "a list of numbers"),
        ] {
            let error = wish(&format!(r#"{{"type":"hello",{fields}}}"#)).unwrap_err();
            assert!(error.contains(part), "{fields}: {error}");
        }
    }

    #[test]
    fn marks_and_line_ends_are_let_be() {
        for line in ["\u{feff}{\"type\":\"leave\"}\r\n", " {\"type\":\"leave\"}\t"] {
            assert!(matches!(read(line), Ok(FromProgram::Leave)), "{line}");
        }
        for line in ["", "\0{\"type\":\"leave\"}", "leave", "{\"type\":\"go\"}", "{\"type\":\"move\"}", "{}", "[]"] {
            assert!(read(line).is_err(), "{line:?}");
        }
    }
}
