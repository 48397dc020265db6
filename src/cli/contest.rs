//! What the commands that let players play have in common.

use super::failure::{Failure, Status, say};
use super::limits::{Machine, Tables, parse_seconds};
use super::progress::with_commas;
use crate::arena::{
    Entrant, EventError, Fixture, GameResult, Happening, Header, RECORD_SCHEMA, Record, RecordError, Recorder,
    TimeControl, opening_chance, random_openings,
};
use crate::engine::Programs;
use crate::games::dots::{DotsPosition, Rule, opening};
use crate::games::{Outcome, Position, Round};
use crate::notation::MAX_TEXT;
use crate::player::PlayerSpec;
use crate::solver::{Solver, StopSwitch};
use clap::Args;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The clocks.
#[derive(Debug, Args)]
pub(super) struct Clocks {
    /// Seconds a move: one that takes as long or longer loses
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Seconds a game for each side, and what each move adds: 60+0.5
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = parse_clock)]
    clock: Option<(Duration, Duration)>,
}

impl Clocks {
    pub(super) fn control(&self) -> TimeControl {
        TimeControl { per_move: self.time, clock: self.clock }
    }
}

pub(super) fn parse_clock(text: &str) -> Result<(Duration, Duration), String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (parse_seconds(base), parse_seconds(increment)) {
        (Ok(base), Ok(increment)) => Ok((base, increment)),
        _ => Err("write seconds, and what a move adds: 60, or 60+0.5".to_owned()),
    }
}

/// Where the games start.
#[derive(Debug, Args)]
pub(super) struct Openings {
    /// Where games start: an empty board or any position, as text or JSON
    #[arg(long, value_name = "POSITION")]
    game: String,
    /// Start at the positions of a file, one a line, in turn (- is standard input); lines that begin with // are
    /// left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening_plies", "free"])]
    openings: Option<PathBuf>,
    /// Start after so many random moves, other ones in every opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4000), conflicts_with = "free")]
    opening_plies: Option<u16>,
    /// Start where careful but short-sighted players have left so many lines (dots)
    #[arg(long, value_name = "N")]
    free: Option<u64>,
}

impl Openings {
    /// The position that was named, with a side to move.
    pub(super) fn start(&self) -> Result<Position, Failure> {
        let start = Round::new(Position::parse(&self.game)?);
        if start.is_over() {
            return Err(Failure::Input(format!("{} has no move: there is nothing to play", start.position())));
        }
        Ok(start.position().clone())
    }

    /// `count` openings, or as many as the file has.
    pub(super) fn positions(&self, start: &Position, count: usize, seed: u64) -> Result<Vec<Position>, Failure> {
        if let Some(path) = &self.openings {
            return read_openings(path, start);
        }
        if let Some(plies) = self.opening_plies {
            return Ok(random_openings(start, plies.into(), count, seed));
        }
        match self.free {
            None => Ok(vec![start.clone()]),
            Some(free) => (0..count).map(|index| careful_opening(start, free, seed, index)).collect(),
        }
    }

    /// How the games start, as a record says it: of a file of positions a checksum.
    pub(super) fn plan(&self, fixtures: &[Fixture]) -> Value {
        match (&self.openings, self.opening_plies, self.free) {
            (Some(_), ..) => {
                let mut checksum = crc32fast::Hasher::new();
                fixtures.iter().for_each(|fixture| checksum.update(format!("{}\n", fixture.start).as_bytes()));
                json!({ "file": format!("{:08x}", checksum.finalize()) })
            }
            (_, Some(plies), _) => json!({ "plies": plies }),
            (_, _, Some(free)) => json!({ "free": free }),
            _ => Value::Null,
        }
    }
}

fn careful_opening(start: &Position, free: u64, seed: u64, index: usize) -> Result<Position, Failure> {
    let Position::Dots(dots) = start else {
        return Err(Failure::Usage(format!("--free is for dots, not for {}: take --opening-plies", start.game())));
    };
    if dots.rule() != Rule::Free || dots.drawn_lines().next().is_some() {
        return Err(Failure::Usage("--free is for an empty board of dots: take --opening-plies".to_owned()));
    }
    if free == 0 {
        return Err(Failure::Usage("--free 0 leaves no line to draw".to_owned()));
    }
    let size = dots.size();
    let lines = opening(size.rows() as u64, size.cols() as u64, free, opening_chance(seed, index).seed());
    let lines = lines.map_err(|error| Failure::Input(error.to_string()))?;
    let position = DotsPosition::with_lines(size, Rule::Free, lines);
    position.map(Position::Dots).map_err(|error| Failure::Input(error.to_string()))
}

/// Reads a file of positions, of the game and size of `start`.
fn read_openings(path: &Path, start: &Position) -> Result<Vec<Position>, Failure> {
    let name = path.display();
    let unreadable = |error| Failure::Unreadable(name.to_string(), error);
    let most = 64 * MAX_TEXT as u64;
    let mut text = String::new();
    let read = if path == Path::new("-") {
        io::stdin().take(most).read_to_string(&mut text)
    } else {
        File::open(path).map_err(unreadable)?.take(most).read_to_string(&mut text)
    };
    if read.map_err(unreadable)? as u64 == most {
        return Err(Failure::Input(format!("{name} has more than {most} bytes: too many openings")));
    }
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        let wrong = |message: String| Failure::Input(format!("{name}, line {}: {message}", number + 1));
        let opening = Round::new(Position::parse(line).map_err(|error| wrong(error.to_string()))?);
        let position = opening.position();
        if position.game() != start.game() || position.size() != start.size() {
            let (game, size) = (position.game(), position.size());
            return Err(wrong(format!("{game}:{size} among openings of {}:{}", start.game(), start.size())));
        }
        if opening.is_over() {
            return Err(wrong("no move is left: there is nothing to play".to_owned()));
        }
        openings.push(position.clone());
    }
    if openings.is_empty() {
        return Err(Failure::Input(format!("{name} holds no position")));
    }
    Ok(openings)
}

/// Where a record is kept.
#[derive(Debug, Args)]
pub(super) struct Recording {
    /// Write every move and result to a file as they happen, a JSON object a line
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with the record, if there is one: games that are in it are not played again
    #[arg(long, requires = "record")]
    resume: bool,
}

/// The record that is written, and the results that it had.
#[derive(Debug, Default)]
pub(super) struct Begun {
    pub(super) recorder: Option<Recorder>,
    pub(super) done: Vec<Option<GameResult>>,
}

impl Recording {
    /// Begins the record, or goes on with it. Of the first `kept` games the moves are kept.
    pub(super) fn begin(&self, header: &Header, fixtures: &[Fixture], kept: usize) -> Result<Begun, Failure> {
        let Some(path) = &self.record else { return Ok(Begun::default()) };
        match Recorder::create(path, header) {
            Ok(recorder) => return Ok(Begun { recorder: Some(recorder), done: Vec::new() }),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(self.unwritable(error)),
            Err(_) if self.resume => {}
            Err(_) => {
                let name = path.display();
                return Err(Failure::Input(format!(
                    "{name} is there already: go on with it by --resume, or name another file"
                )));
            }
        }
        let (recorder, record) = Recorder::go_on(path).map_err(|error| wrong_record(path, error))?;
        if let Some(difference) = difference(&record.header, header) {
            return Err(Failure::Input(format!("{} cannot be gone on with: {difference}", path.display())));
        }
        let done = record.results(fixtures, kept).map_err(|error| wrong_record(path, error))?;
        let played = done.iter().flatten().count();
        say(&format!(
            "{} of {} games are in the record",
            with_commas(played as u64),
            with_commas(fixtures.len() as u64)
        ));
        Ok(Begun { recorder: Some(recorder), done })
    }

    fn unwritable(&self, error: io::Error) -> Failure {
        let name = self.record.as_deref().unwrap_or(Path::new("the record")).display().to_string();
        Failure::Unwritable(name, error)
    }

    /// What is said where the work was interrupted.
    pub(super) fn how_to_go_on(&self) -> &'static str {
        match self.record {
            Some(_) => "interrupted: what was played is in the record. To go on: the same command with --resume",
            None => "interrupted; nothing is kept without --record",
        }
    }
}

/// Reads a record from a file.
pub(super) fn read_record(path: &Path) -> Result<Record, Failure> {
    let unreadable = |error| Failure::Unreadable(path.display().to_string(), error);
    let record = if path == Path::new("-") {
        Record::read(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(unreadable)?;
        if file.metadata().map_err(unreadable)?.is_dir() {
            return Err(unreadable(io::ErrorKind::IsADirectory.into()));
        }
        Record::read(BufReader::new(file))
    };
    record.map_err(|error| wrong_record(path, error))
}

fn wrong_record(path: &Path, error: RecordError) -> Failure {
    match error {
        RecordError::Io(error) => Failure::Unreadable(path.display().to_string(), error),
        error => Failure::Input(format!("{}: {error}", path.display())),
    }
}

/// What an event is recorded as.
pub(super) fn header(event: &str, entrants: &[Entrant], plan: Value) -> Header {
    let players = entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
    Header { schema: RECORD_SCHEMA.to_owned(), event: event.to_owned(), players, plan }
}

/// In what a record is of something else than what is asked for.
fn difference(recorded: &Header, asked: &Header) -> Option<String> {
    if recorded.event != asked.event {
        return Some(format!("it is a record of a {}, not of a {}", recorded.event, asked.event));
    }
    if recorded.players != asked.players {
        return Some(format!("its players are {}", recorded.players.join(" and ")));
    }
    let (Some(recorded), Some(asked)) = (recorded.plan.as_object(), asked.plan.as_object()) else {
        return Some("its plan cannot be read".to_owned());
    };
    let differs = |(key, value): (&String, &Value)| {
        let other = asked.get(key).unwrap_or(&Value::Null);
        (other != value).then(|| format!("it has {key} {value}, not {other}"))
    };
    recorded
        .iter()
        .find_map(differs)
        .or_else(|| (recorded.len() != asked.len()).then(|| "its plan is another".to_owned()))
}

/// The players that are named.
pub(super) fn entrants(specs: &[PlayerSpec]) -> Result<Vec<Entrant>, Failure> {
    specs.iter().map(|spec| Entrant::named(spec, Programs).map_err(|error| Failure::Usage(error.to_string()))).collect()
}

/// Finds out whether all can play from `start`.
pub(super) fn try_out(entrants: &[Entrant], start: &Position, switch: &StopSwitch) -> Result<(), Failure> {
    for entrant in entrants {
        if let Some(words) = entrant.try_out(start, switch).map_err(|error| Failure::Input(error.to_string()))? {
            say(&format!("note: {} broke off when it was tried out: {words}", entrant.name()));
        }
    }
    Ok(())
}

/// What is told of a game that has ended.
pub(super) fn result_words(happening: &Happening<'_>, names: &[&str]) -> Option<String> {
    let Happening::Ends { result, again, .. } = happening else { return None };
    let [first, second] = result.seats.map(|player| names[player]);
    let ended = match result.verdict.outcome {
        Outcome::Won(seat) if seat.index() == 0 => format!("{first}, first, beats {second}"),
        Outcome::Won(_) => format!("{second}, second, beats {first}"),
        Outcome::Tied => format!("{first}, first, ties with {second}"),
    };
    let [ours, theirs] = result.scores;
    let score = if ours + theirs > 0 { format!(" {ours}-{theirs}") } else { String::new() };
    let more = match &result.verdict.forfeit {
        Some(forfeit) => format!(" ({forfeit})"),
        None if *again => "; it is played again".to_owned(),
        None => String::new(),
    };
    Some(format!("game {}: {ended}{score}{more}", result.game))
}

/// How the command ends where the games broke off.
pub(super) fn broken_off(error: EventError, recording: &Recording) -> Result<Status, Failure> {
    match error {
        EventError::Stopped => {
            say(recording.how_to_go_on());
            Ok(Status::Interrupted)
        }
        EventError::Record(error) => Err(recording.unwritable(error)),
    }
}

/// How much of the machine is used, and how long a position may be solved.
#[derive(Debug, Args)]
pub(super) struct Work {
    #[command(flatten)]
    machine: Machine,
    /// Seconds after which the exact value of a position is given up
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "10")]
    solve_time: Duration,
    #[command(flatten)]
    tables: Tables,
}

impl Work {
    /// How many games or positions at once.
    pub(super) fn threads(&self) -> usize {
        self.machine.threads()
    }

    /// A solver of which so many run at once.
    pub(super) fn solver(&self, at_once: usize) -> Result<Solver, Failure> {
        let memory = self.machine.memory()? / at_once.max(1) as u64;
        let solver = Solver::new().threads(1).memory(memory).time(self.solve_time);
        Ok(match self.tables.catalog()? {
            Some(catalog) => solver.tables(catalog),
            None => solver,
        })
    }
}
