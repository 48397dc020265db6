//! Reading a record, with every move checked by the rules.

use super::event::{Effort, GameResult};
use super::fixture::Fixture;
use super::record::{Header, SCHEMA};
use super::verdict::{Forfeit, ForfeitKind, Verdict};
use crate::games::{Outcome, Position, Round, Seat};
use crate::notation::MAX_TEXT;
use hashbrown::HashMap;
use serde::Deserialize;
use serde_json::Value;
use std::io::{self, BufRead, Read};
use std::time::Duration;
use thiserror::Error;

/// A record as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What is played.
    pub header: Header,
    /// Every playing of every game, in the order in which they began.
    pub games: Vec<RecordedGame>,
    /// The rounds of a hall that have begun.
    pub rounds: Vec<RecordedRound>,
    /// Who sat out, round by round.
    pub byes: Vec<RecordedBye>,
    /// The bytes up to the end of the last whole line: what follows is torn.
    pub whole: u64,
}

/// A playing of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// The number of the game.
    pub game: usize,
    /// How often it was played before.
    pub attempt: u32,
    /// The players, who moves first before the other.
    pub seats: [usize; 2],
    /// How far they may look ahead.
    pub plies: Option<u32>,
    /// The game as far as it was played.
    pub round: Round,
    /// What is recorded of each move.
    pub moves: Vec<RecordedMove>,
    /// How many plies were asked for in playings under its number that were broken off, and begun anew with this one.
    pub asked_before: usize,
    /// How it ended, where it did.
    pub verdict: Option<Verdict>,
    /// Where it ended, how many playings had ended before.
    pub ended: Option<usize>,
    /// Whether it was played again.
    pub again: bool,
}

/// A round of a hall that has begun.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRound {
    /// Its number, from 1.
    pub number: usize,
    /// Where its games start.
    pub start: Position,
    /// How far players may look ahead in them.
    pub plies: Option<u32>,
}

/// A round of a hall that a player sat out.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedBye {
    /// The player.
    pub player: usize,
    /// Where the games of the round start.
    pub start: Position,
    /// How far players may look ahead in them.
    pub plies: Option<u32>,
}

/// What is recorded of a move beside the move itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedMove {
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Plies that were looked ahead.
    pub depth: Option<u32>,
    /// What its player thought the position worth.
    pub value: Option<i32>,
    /// Whether that was claimed to be exact.
    pub exact: bool,
}

/// Why a record cannot be read.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is wrong.
    #[error("line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// It is the record of something else.
    #[error("{0}")]
    Other(String),
}

impl Record {
    /// Reads a record. A torn last line is dropped.
    ///
    /// # Errors
    /// [`RecordError`] at the first line that is wrong: no JSON, a move that cannot be made, a result that
    /// is not that of the moves.
    pub fn read(mut input: impl BufRead) -> Result<Self, RecordError> {
        let mut reading = None;
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            input.by_ref().take(MAX_TEXT as u64).read_until(b'\n', &mut line)?;
            if line.last() != Some(&b'\n') {
                if line.len() == MAX_TEXT {
                    return Err(wrong(number, format!("longer than {MAX_TEXT} bytes")));
                }
                break;
            }
            let message = match &mut reading {
                None => header(&line).map(|header| reading = Some(Reading::new(header))),
                Some(reading) => reading.line(&line),
            };
            message.map_err(|message| wrong(number, message))?;
            if let Some(reading) = &mut reading {
                reading.whole += line.len() as u64;
            }
        }
        let missing = "this is no record: its first line says what is played, {\"schema\":\"gridsolve-record/1\",…}";
        let reading = reading.ok_or_else(|| wrong(1, missing.to_owned()))?;
        let Reading { header, games, rounds, byes, whole, .. } = reading;
        let games = games.into_iter().flatten().collect();
        Ok(Self { header, games, rounds, byes, whole })
    }

    /// The results of the games that are over, each at the place of its number, as [`super::event::Event::run`]
    /// takes them. Of the first `kept` games the moves are kept.
    ///
    /// # Errors
    /// [`RecordError::Other`] where a game is not one of the fixtures.
    pub fn results(&self, fixtures: &[Fixture], kept: usize) -> Result<Vec<Option<GameResult>>, RecordError> {
        let mut results: Vec<Option<GameResult>> = fixtures.iter().map(|_| None).collect();
        for game in &self.games {
            let fixture = fixtures.get(game.game);
            let [first, second] = game.seats;
            let fits = |fixture: &&Fixture| {
                Round::new(fixture.start.clone()).start() == game.round.start()
                    && fixture.plies == game.plies
                    && (fixture.seats == game.seats || game.attempt > 0 && fixture.seats == [second, first])
            };
            if fixture.filter(fits).is_none() {
                return Err(RecordError::Other(format!("game {} of the record is none of this event", game.game)));
            }
            if let Some(result) = game.result(kept).filter(|_| !game.again) {
                results[game.game] = Some(result);
            }
        }
        Ok(results)
    }
}

impl RecordedGame {
    /// How many plies were asked for at most, the last of them without an answer, broken-off playings before included.
    pub fn asked(&self) -> usize {
        self.asked_before + self.round.plies().len() + 1
    }

    /// Its result, where it is over. Of the first `kept` games the moves are kept.
    pub fn result(&self, kept: usize) -> Option<GameResult> {
        let mut efforts = [Effort::default(); 2];
        for (ply, made) in self.round.plies().iter().zip(&self.moves) {
            efforts[ply.by.index()].add(Duration::try_from_secs_f64(made.seconds).unwrap_or_default());
        }
        let moves = self.round.plies().iter().map(|ply| ply.mv);
        Some(GameResult {
            game: self.game,
            seats: self.seats,
            verdict: self.verdict.clone()?,
            scores: self.round.scores().map(i32::from),
            efforts,
            rematches: self.attempt,
            course: GameResult::course_of(&self.round),
            moves: if self.game < kept { moves.collect() } else { Vec::new() },
        })
    }
}

/// No move takes so many seconds: thirty years.
const LONGEST: f64 = 1e9;

fn wrong(line: usize, message: String) -> RecordError {
    RecordError::Line { line, message }
}

fn header(line: &[u8]) -> Result<Header, String> {
    let value: Value = serde_json::from_slice(line).map_err(|error| format!("this is no record: {error}"))?;
    match value.get("schema").and_then(Value::as_str) {
        Some(SCHEMA) => serde_json::from_value(value).map_err(|error| error.to_string()),
        Some(other) => Err(format!("a record of the form {SCHEMA} is wanted, not {other}")),
        None => Err(format!("this is no record: its first line has no \"schema\":\"{SCHEMA}\"")),
    }
}

/// A line after the first.
#[derive(Deserialize)]
struct Line {
    joins: Option<String>,
    round: Option<usize>,
    bye: Option<usize>,
    game: Option<usize>,
    start: Option<String>,
    seats: Option<[usize; 2]>,
    plies: Option<u32>,
    #[serde(default)]
    attempt: u32,
    #[serde(rename = "move")]
    mv: Option<Value>,
    ply: Option<usize>,
    by: Option<String>,
    seconds: Option<Value>,
    depth: Option<u32>,
    value: Option<i32>,
    #[serde(default)]
    exact: bool,
    result: Option<String>,
    reason: Option<String>,
    message: Option<String>,
    #[serde(default)]
    again: bool,
}

impl Line {
    /// The position that it names.
    fn start(&self) -> Result<Position, String> {
        Position::parse(self.start.as_deref().unwrap_or_default()).map_err(|error| error.to_string())
    }
}

/// A record as far as it was read.
struct Reading {
    header: Header,
    /// Nothing where a game has begun anew since.
    games: Vec<Option<RecordedGame>>,
    /// How many playings have ended.
    ended: usize,
    rounds: Vec<RecordedRound>,
    byes: Vec<RecordedBye>,
    /// Where the playings of a game are.
    places: HashMap<usize, Vec<usize>>,
    whole: u64,
}

impl Reading {
    fn new(header: Header) -> Self {
        Self {
            header,
            games: Vec::new(),
            ended: 0,
            rounds: Vec::new(),
            byes: Vec::new(),
            places: HashMap::new(),
            whole: 0,
        }
    }

    /// The last playing of a game.
    fn last(&mut self, game: usize) -> Option<&mut RecordedGame> {
        self.games[*self.places.get(&game)?.last()?].as_mut()
    }

    fn line(&mut self, line: &[u8]) -> Result<(), String> {
        let line: Line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        if let Some(name) = line.joins {
            self.header.players.push(name);
            return Ok(());
        }
        if let Some(number) = line.round {
            self.rounds.push(RecordedRound { number, start: line.start()?, plies: line.plies });
            return Ok(());
        }
        if let Some(player) = line.bye {
            return self.bye(player, &line);
        }
        let Some(number) = line.game else { return Err("the field \"game\" is missing".to_owned()) };
        if line.start.is_some() {
            return self.begin(number, &line);
        }
        let ended = self.ended;
        let begun = self.last(number).filter(|game| game.verdict.is_none());
        let game = begun.ok_or_else(|| format!("game {number} has not begun"))?;
        match (&line.mv, &line.result) {
            (Some(mv), None) => game.add_move(&line, mv),
            (None, Some(result)) => {
                game.end(&line, result)?;
                game.ended = Some(ended);
                self.ended += 1;
                Ok(())
            }
            _ => Err("a line begins a game (\"start\"), or tells a \"move\" or a \"result\"".to_owned()),
        }
    }

    /// A player sits out a round.
    fn bye(&mut self, player: usize, line: &Line) -> Result<(), String> {
        if player >= self.header.players.len() {
            return Err("\"bye\" names none of the players".to_owned());
        }
        self.byes.push(RecordedBye { player, start: line.start()?, plies: line.plies });
        Ok(())
    }

    /// A game begins, or begins anew.
    fn begin(&mut self, number: usize, line: &Line) -> Result<(), String> {
        let players = self.header.players.len();
        let start = line.start()?;
        let seats = line.seats.filter(|seats| seats.iter().all(|&seat| seat < players));
        let seats = seats.ok_or("\"seats\" names no two of the players")?;
        let mut asked_before = 0;
        if line.attempt == 0 {
            for place in self.places.remove(&number).unwrap_or_default() {
                asked_before += self.games[place].take().map_or(0, |game| game.asked());
            }
        } else if self.last(number).is_none_or(|before| !before.again || before.attempt + 1 != line.attempt) {
            return Err(format!("game {} was not to be played again", number));
        }
        self.places.entry(number).or_default().push(self.games.len());
        self.games.push(Some(RecordedGame {
            game: number,
            attempt: line.attempt,
            asked_before,
            seats,
            plies: line.plies,
            round: Round::new(start),
            moves: Vec::new(),
            verdict: None,
            ended: None,
            again: false,
        }));
        Ok(())
    }
}

impl RecordedGame {
    fn add_move(&mut self, line: &Line, mv: &Value) -> Result<(), String> {
        if line.ply.is_some_and(|ply| ply != self.moves.len() + 1) {
            return Err(format!("this is move {} of the game, not {}", self.moves.len() + 1, line.ply.unwrap_or(0)));
        }
        let by = self.round.to_move().as_str();
        if line.by.as_ref().is_some_and(|said| said != by) {
            return Err(format!("it is the {by} player's move"));
        }
        let text = move_text(mv).ok_or_else(|| format!("{mv} is no move"))?;
        let mv = self.round.position().parse_move(&text).map_err(|error| error.to_string())?;
        self.round.play(mv).map_err(|error| error.to_string())?;
        let seconds = line.seconds.as_ref().and_then(Value::as_f64).unwrap_or(0.0);
        if !(0.0..=LONGEST).contains(&seconds) {
            return Err(format!("{seconds} is no number of seconds that a move takes"));
        }
        self.moves.push(RecordedMove { seconds, depth: line.depth, value: line.value, exact: line.exact });
        Ok(())
    }

    fn end(&mut self, line: &Line, result: &str) -> Result<(), String> {
        let outcome = match result {
            "first" => Outcome::Won(Seat::First),
            "second" => Outcome::Won(Seat::Second),
            "tie" => Outcome::Tied,
            other => return Err(format!("\"{other}\" is no result: it is \"first\", \"second\" or \"tie\"")),
        };
        let verdict = match line.reason.as_deref() {
            Some("rules") if self.round.outcome() == Some(outcome) => Verdict::by_rules(outcome),
            Some("rules") => {
                let true_result = self.round.outcome().map_or("that the game goes on", Outcome::as_str);
                return Err(format!("the result is said to be {result}, but the moves say {true_result}"));
            }
            reason => {
                let kind = reason.and_then(ForfeitKind::find).ok_or("\"reason\" is none that is known")?;
                let Outcome::Won(winner) = outcome else { return Err("who broke off has not tied".to_owned()) };
                let message = line.message.clone().unwrap_or_default();
                Verdict::against(winner.other(), Forfeit::new(kind, message))
            }
        };
        self.verdict = Some(verdict);
        self.again = line.again;
        Ok(())
    }
}

/// A move in JSON as [`Position::parse_move`] reads it.
fn move_text(mv: &Value) -> Option<String> {
    let numbers = |pair: &[Value]| match pair {
        [row, col] => Some(format!("{},{}", row.as_u64()?, col.as_u64()?)),
        _ => None,
    };
    match mv {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => match &parts[..] {
            [Value::String(way), rest @ ..] => Some(format!("{way}{}", numbers(rest)?)),
            [Value::Array(first), Value::Array(second)] => Some(format!("{}-{}", numbers(first)?, numbers(second)?)),
            pair => numbers(pair),
        },
        _ => None,
    }
}
