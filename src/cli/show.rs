//! Answers in words, for people.

use super::reply::Reply;
use super::solve::Score;
use crate::answer::Answer;
use crate::game::Value;
use crate::games::{Move, Position};
use crate::notation::words::result;
use crate::notation::{Drawing, title, value_sentence};
use crate::solver::Outcome;
use anstyle::{AnsiColor, Style};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The answer with a drawing, for a terminal.
pub(super) fn text(reply: &Reply<'_>, score: Option<Score>) -> String {
    match reply {
        Reply::One(position, answer) => one(position, answer, score),
        Reply::Both(both) => {
            let outcome = match both.outcome() {
                Some(Outcome::First) => "Whoever begins wins.",
                Some(Outcome::Second) => "Whoever does not begin wins.",
                Some(Outcome::Vertical) => "Vertical wins, whoever begins.",
                Some(Outcome::Horizontal) => "Horizontal wins, whoever begins.",
                None => "Who wins is not proved.",
            };
            let [vertical, horizontal] =
                [&both.vertical, &both.horizontal].map(|side| one(&side.position, &side.answer, None));
            format!("{vertical}\n{horizontal}\n{outcome}\n")
        }
    }
}

fn one(position: &Position, answer: &Answer, score: Option<Score>) -> String {
    let mut text = format!("{}\n\n{}\n", title(position), board(position, answer, 0));
    let mut say = |sentence: String| {
        text.push_str(&sentence);
        text.push('\n');
    };
    say(value_sentence(position, answer));
    if let (Some(grundy), Some(_)) = (answer.grundy, answer.value) {
        say(format!("Grundy value {grundy}."));
    }
    if let Some(game_value) = &answer.game_value {
        say(format!("Value as a game, Left being vertical: {game_value}"));
    }
    if let (Some(score), Some(value)) = (score, answer.value)
        && let Some(Score(mover, other)) = final_score(position, value, score)
    {
        say(format!("Final score {mover} to {other}: {}.", result(i32::from(mover) - i32::from(other))));
    }
    if !answer.best.is_empty() {
        let legal = position.legal_moves().len();
        say(format!("Optimal moves ({} of {legal}): {}", answer.best.len(), list(&answer.best)));
    }
    if let Some(values) = move_values(answer) {
        say(values);
    }
    if let Some(line) = answer.line.as_ref().filter(|line| !line.is_empty()) {
        say(format!("Best play: {}", list(line)));
    }
    text
}

/// The board with every optimal move marked, or with the value of every move where it is known; its rows and
/// columns are counted from `first`.
pub(super) fn board(position: &Position, answer: &Answer, first: usize) -> String {
    let mut drawing = Drawing::of(position).counted_from(first);
    for (mv, label, optimal) in labels(position, answer) {
        drawing.label(mv, label, optimal);
    }
    let green = Style::new().bold().fg_color(Some(AnsiColor::Green.into()));
    drawing.painted(|word| format!("{green}{word}{green:#}"))
}

/// What is written on moves, and whether they are optimal. A star is an optimal move; in Blocking a
/// star alone is a blocked square, so there the value stands before it.
fn labels(position: &Position, answer: &Answer) -> Vec<(Move, String, bool)> {
    let is_best = |mv: &Move| answer.best.binary_search(mv).is_ok();
    match (&answer.moves, answer.value) {
        (Some(moves), _) => {
            let label = |value: Value, best| if best { format!("{value}*") } else { value.to_string() };
            moves.iter().map(|entry| (entry.mv, label(entry.value, is_best(&entry.mv)), is_best(&entry.mv))).collect()
        }
        (None, Some(value)) => {
            let label = if matches!(position, Position::Kings(_)) { format!("{value}*") } else { "*".to_owned() };
            answer.best.iter().map(|&mv| (mv, label.clone(), true)).collect()
        }
        (None, None) => Vec::new(),
    }
}

/// The score at the end of a game of dots, where `score` is the score so far.
pub(super) fn final_score(position: &Position, value: Value, score: Score) -> Option<Score> {
    let Position::Dots(dots) = position else { return None };
    let open = dots.open_boxes() as i32;
    let add = |boxes: u16, more: i32| u16::try_from(i32::from(boxes) + more / 2).ok();
    Some(Score(add(score.0, open + i32::from(value))?, add(score.1, open - i32::from(value))?))
}

/// Every move under its value, and in impartial games under the Grundy value it leads to.
fn move_values(answer: &Answer) -> Option<String> {
    let moves = answer.moves.as_ref().filter(|moves| !moves.is_empty())?;
    let mut groups: BTreeMap<_, Vec<Move>> = BTreeMap::new();
    for entry in moves {
        groups.entry((std::cmp::Reverse(entry.value), entry.grundy)).or_default().push(entry.mv);
    }
    let mut text = "The value of every move:".to_owned();
    for ((value, grundy), moves) in groups {
        let leads = grundy.map_or(String::new(), |grundy| format!(" (leads to Grundy value {grundy})"));
        let _ = write!(text, "\n{:>4}{leads}: {}", value.0, list(&moves));
    }
    Some(text)
}

fn list(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{MoveValue, Source};
    use crate::game::Bounds;

    /// An answer as the solver of the game would give it, the first `best` legal moves optimal.
    fn answer(position: &Position, value: Option<Value>, best: usize, grundy: Option<u16>) -> Answer {
        Answer {
            value,
            best: position.legal_moves().into_iter().take(best).collect(),
            moves: None,
            line: None,
            grundy,
            game_value: None,
            exact: value.is_some(),
            complete: value.is_some(),
            bounds: if value.is_some() { None } else { Some(Bounds { low: -1, high: 1 }) },
            source: Source::Search,
            nodes: 0,
            memory_bytes: 0,
            seconds: 0.0,
        }
    }

    fn shown(position: &str, value: Option<Value>, best: usize, grundy: Option<u16>) -> String {
        let position = Position::parse(position).unwrap();
        let answer = answer(&position, value, best, grundy);
        // Colour is for the terminal to drop.
        let text = text(&Reply::One(&position, answer), None);
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn sentences_say_unit_and_winner() {
        for (position, value, best, part) in [
            (
                "dots:1x1",
                Some(-1),
                4,
                "Value -1: the mover loses by 1 box, taking 0 of the 1 box still open to the other's 1.",
            ),
            ("dots:1x2", Some(0), 7, "Value 0: neither side wins, taking 1 of the 2 boxes"),
            ("domineering:..|..:v", Some(1), 2, "Value 1: vertical, to move, wins."),
            ("domineering:..|..:h", Some(-1), 2, "Value -1: horizontal, to move, loses."),
            ("domineering:..:v", Some(-1), 0, "Value -1: vertical, to move, loses. The game is over."),
            ("cram:..", Some(1), 1, "Value 1: the mover wins."),
            ("xo:..", Some(1), 1, "Value 1: from here the mover places one domino more than the other."),
            ("xo:.", Some(0), 0, "Value 0: from here both place as many dominoes. The game is over."),
            ("kings:..", None, 0, "The value is not known: it is proved to be from -1 to 1 (1 is a win, -1 a loss)."),
        ] {
            let shown = shown(position, value, best, None);
            assert!(shown.contains(part), "{position}: {shown}");
        }
    }

    #[test]
    fn a_value_without_all_its_moves_is_told() {
        let position = Position::parse("dots:1x1").unwrap();
        let mut answer = answer(&position, None, 0, None);
        answer.bounds = Some(Bounds::exactly(-1));
        let sentence = value_sentence(&position, &answer);
        assert!(sentence.starts_with("The value is -1") && sentence.contains("not every optimal move"), "{sentence}");
    }

    #[test]
    fn boards_of_squares_with_their_moves() {
        let want = "\
kings, 2x3 squares

     0     1     2
0    1*    1*    .
1    .     .     .

Value 1: the mover wins.
Grundy value 1.
Optimal moves (2 of 6): 0,0 0,1
";
        assert_eq!(shown("kings:2x3", Some(1), 2, Some(1)), want);
        let want = "\
domineering:h, 2x3 squares, horizontal moves

    0   1   2
0   . * . * .

1   .   .   #

Value 1: horizontal, to move, wins.
Optimal moves (2 of 3): 0,0 0,1
";
        assert_eq!(shown("domineering:...|..#:h", Some(1), 2, None), want);
    }

    #[test]
    fn every_move_stands_under_its_value() {
        let position = Position::parse("cram:...").unwrap();
        let mut answer = answer(&position, Some(1), 2, Some(1));
        let entry = |mv| MoveValue { mv, value: 1, grundy: Some(0) };
        answer.moves = Some(position.legal_moves().into_iter().map(entry).collect());
        let text = text(&Reply::One(&position, answer), None);
        let text = anstream::adapter::strip_str(&text).to_string();
        let want = "The value of every move:\n   1 (leads to Grundy value 0): 0,0-0,1 0,1-0,2\n";
        assert!(text.ends_with(want), "{text}");
        assert!(text.contains("0    .  1* .  1* ."), "{text}");
    }

    #[test]
    fn both_sides_end_with_the_outcome() {
        let side = |text: &str, value, best| {
            let position = Position::parse(text).unwrap();
            let answer = answer(&position, Some(value), best, None);
            crate::solver::Side { position, answer }
        };
        let vertical = side("domineering:.|.:v", 1, 1);
        let both = crate::solver::BothSides { vertical, horizontal: side("domineering:.|.:h", -1, 0) };
        let reply = Reply::Both(Box::new(both));
        assert!(text(&reply, None).ends_with("\nVertical wins, whoever begins.\n"));
        let json = serde_json::to_string(&reply).unwrap();
        let start =
            r#"{"outcome":"vertical","vertical":{"schema":"gridsolve/1","position":"domineering:.|.:v","value":1,"#;
        assert!(json.starts_with(start), "{json}");
        assert!(
            json.contains(
                r#""horizontal":{"schema":"gridsolve/1","position":"domineering:.|.:h","value":-1,"best":[],"#
            )
        );
    }
}
