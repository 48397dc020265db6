//! The lines of the protocol, read.

use crate::games::{Outcome, Position, Round, Seat};
use crate::notation::ParseError;
use std::time::Duration;

/// What a line tells an engine to do.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    Ugi,
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Position(String),
    /// To think, or what is wrong with how long.
    Go(Result<Go, String>),
    Stop,
    Query(Query),
    Quit,
    /// An empty line.
    Nothing,
}

/// What can be asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    FirstToMove,
    GameOver,
    Result,
}

/// How long to think.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) time: Option<Duration>,
    /// What is left on the clocks of the two sides, and what a move adds.
    pub(super) left: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    /// Until it is stopped, or nobody is left who could stop it.
    pub(super) infinite: bool,
}

impl Command {
    /// Reads a line; the error says what is wrong with it.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "" => Self::Nothing,
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "uginewgame" => Self::NewGame,
            "setoption" => set_option(rest)?,
            "position" => Self::Position(rest.to_owned()),
            "go" => Self::Go(Go::read(rest)),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "query" => Self::Query(match rest {
                "p1turn" => Query::FirstToMove,
                "gameover" => Query::GameOver,
                "result" => Query::Result,
                _ => return Err("query p1turn, gameover or result".to_owned()),
            }),
            _ => return Err(format!("there is no command {:?}", shortened(word))),
        })
    }
}

fn set_option(rest: &str) -> Result<Command, String> {
    let form = || "write setoption name NAME value VALUE".to_owned();
    let (name, value) = parted(after("name", rest).ok_or_else(form)?, "value");
    if name.is_empty() {
        return Err(form());
    }
    Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
}

impl Go {
    fn read(rest: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || {
                let number = words.next().and_then(|number| number.parse::<u64>().ok());
                number.ok_or_else(|| format!("after {word:?} a whole number is missing"))
            };
            match word {
                "infinite" => go.infinite = true,
                "depth" => go.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
                "movetime" => go.time = Some(Duration::from_millis(number()?)),
                // A microsecond for each: a search that counts no nodes keeps about the same effort.
                "nodes" => go.time = Some(Duration::from_micros(number()?)),
                "p1time" => go.left[0] = Some(Duration::from_millis(number()?)),
                "p2time" => go.left[1] = Some(Duration::from_millis(number()?)),
                "p1inc" => go.increment[0] = Duration::from_millis(number()?),
                "p2inc" => go.increment[1] = Duration::from_millis(number()?),
                _ => return Err(format!("go knows no {:?}", shortened(word))),
            }
        }
        Ok(go)
    }
}

/// Reads what follows `position`; `start` is the starting position that is set.
pub(super) fn read_round(text: &str, start: &Position) -> Result<Round, ParseError> {
    let (position, moves) = parted(text, "moves");
    let position = match after("fen", position) {
        Some(fen) => Position::parse(fen)?,
        None if position == "startpos" => start.clone(),
        None => Position::parse(position)?,
    };
    let mut round = Round::new(position);
    for mv in moves.split_whitespace() {
        let mv = round.position().parse_move(mv)?;
        round.play(mv)?;
    }
    Ok(round)
}

/// What follows in a text whose first word is `word`; nothing where it is another.
fn after<'t>(word: &str, text: &'t str) -> Option<&'t str> {
    let rest = text.trim().strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// What stands before and after a word in a text; all stands before one that is not there.
fn parted<'t>(text: &'t str, word: &str) -> (&'t str, &'t str) {
    let parts = text.match_indices(word).map(|(at, _)| (&text[..at], &text[at + word.len()..]));
    let mut words = parts.filter(|(before, behind)| {
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    });
    let (before, behind) = words.next().unwrap_or((text, ""));
    (before.trim(), behind.trim())
}

/// The move in a line `bestmove MOVE`, as it is written; nothing where the line is another.
pub(super) fn best_move(line: &str) -> Option<&str> {
    after("bestmove", line)
}

/// What `query result` answers.
pub(super) fn result(round: &Round) -> &'static str {
    match round.outcome() {
        None => "none",
        Some(Outcome::Tied) => "draw",
        Some(Outcome::Won(Seat::First)) => "p1win",
        Some(Outcome::Won(Seat::Second)) => "p2win",
    }
}

/// As much of a text as a message can hold.
pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let option = Command::SetOption { name: "Hash".to_owned(), value: "64".to_owned() };
        assert_eq!(Command::read("setoption name Hash value 64\r"), Ok(option));
        let go = Go { time: Some(Duration::from_millis(500)), ..Go::default() };
        assert_eq!(Command::read(" go movetime 500"), Ok(Command::Go(Ok(go))));
        assert_eq!(Command::read("go infinite"), Ok(Command::Go(Ok(Go { infinite: true, ..Go::default() }))));
        assert_eq!(Command::read("query p1turn"), Ok(Command::Query(Query::FirstToMove)));
        assert_eq!(Command::read("   "), Ok(Command::Nothing));
    }

    #[test]
    fn what_is_no_line_says_why() {
        for line in ["query me", "setoption", "setoption nameHash value 64", "hello"] {
            assert!(Command::read(line).is_err(), "{line}");
        }
        for (line, part) in [
            ("go depth", "after \"depth\""),
            ("go depth x", "after \"depth\""),
            ("go movetime -1", "after \"movetime\""),
            ("go sideways 3", "no \"sideways\""),
            ("go ponder", "no \"ponder\""),
        ] {
            let Ok(Command::Go(Err(message))) = Command::read(line) else { panic!("{line}") };
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    /// A word that begins with a word is another.
    #[test]
    fn words_end_where_they_end() {
        let start = Position::parse("kings:3x3").unwrap();
        for line in ["fenkings:3x3", "startpos moves0,0", "startposmoves 0,0", "startpos movesmoves 0,0"] {
            assert!(read_round(line, &start).is_err(), "{line}");
        }
        let option = Command::SetOption { name: "Start valuekings:3x3".to_owned(), value: String::new() };
        assert_eq!(Command::read("setoption name Start valuekings:3x3"), Ok(option));
        for (line, mv) in
            [("bestmove h0,0", Some("h0,0")), (" bestmove  0,0 0,1\r", Some("0,0 0,1")), ("bestmove", Some(""))]
        {
            assert_eq!(best_move(line), mv, "{line}");
        }
        for line in ["bestmoveh0,0", "info bestmove h0,0", ""] {
            assert_eq!(best_move(line), None, "{line}");
        }
    }

    #[test]
    fn a_round_is_read_with_its_moves() {
        let start = Position::parse("dots:1x1").unwrap();
        let round = read_round("startpos moves h0,0 h1,0 v0,0", &start).unwrap();
        assert_eq!((round.to_move(), result(&round)), (Seat::Second, "none"));
        let round = read_round("fen dots:1x1:1110 moves v0,1", &start).unwrap();
        assert_eq!((round.to_move(), result(&round)), (Seat::First, "p1win"));
        assert!(read_round("fen dots:1x1:1110 moves v0,0", &start).is_err());
        assert!(read_round("fen", &start).is_err());
    }
}
