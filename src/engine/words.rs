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
    let named = rest.strip_prefix("name").ok_or_else(form)?;
    let (name, value) = match named.split_once(" value") {
        Some((name, value)) => (name.trim(), value.trim()),
        None => (named.trim(), ""),
    };
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
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let number = words.next().and_then(|number| number.parse::<u64>().ok());
            let number = number.ok_or_else(|| format!("after {:?} a whole number is missing", shortened(word)))?;
            let milliseconds = Duration::from_millis(number);
            match word {
                "depth" => go.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
                "movetime" => go.time = Some(milliseconds),
                // A microsecond for each: a search that counts no nodes keeps about the same effort.
                "nodes" => go.time = Some(Duration::from_micros(number)),
                "p1time" => go.left[0] = Some(milliseconds),
                "p2time" => go.left[1] = Some(milliseconds),
                "p1inc" => go.increment[0] = milliseconds,
                "p2inc" => go.increment[1] = milliseconds,
                _ => return Err(format!("go knows no {:?}", shortened(word))),
            }
        }
        Ok(go)
    }
}

/// Reads what follows `position`; `start` is the starting position that is set.
pub(super) fn read_round(text: &str, start: &Position) -> Result<Round, ParseError> {
    let (position, moves) = text.split_once(" moves").unwrap_or((text, ""));
    let position = position.trim();
    let position = match position.strip_prefix("fen") {
        Some(fen) => Position::parse(fen.trim())?,
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
        for line in ["query me", "setoption", "hello"] {
            assert!(Command::read(line).is_err(), "{line}");
        }
        for line in ["go depth", "go depth x", "go movetime -1", "go sideways 3"] {
            assert!(matches!(Command::read(line), Ok(Command::Go(Err(_)))), "{line}");
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
