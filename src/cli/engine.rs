//! `gridsolve engine` and `gridsolve check-engine`.

use super::failure::{Failure, Status};
use super::reader;
use crate::chance::Chance;
use crate::engine::check::{self, Settings, Trial};
use crate::engine::{Next, Session};
use crate::games::{Position, Round};
use crate::lines::Lines;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// The arguments of `engine`.
#[derive(Debug, Args)]
#[command(after_help = "\
Speaks UGI, the universal game interface: ugi, isready, setoption, uginewgame, position, go, stop,
query, quit, a line each. Positions and moves are written as everywhere.

Examples:
  printf 'position fen dots:2x2 moves h0,0\\ngo movetime 1000\\n' | gridsolve engine
  printf 'ugi\\nposition fen kings:3x3\\ngo depth 5\\nquery p1turn\\n' | gridsolve engine")]
pub(super) struct Arguments {
    /// What `position startpos` means
    #[arg(long, value_name = "POSITION", default_value = "dots:3x3")]
    game: String,
}

/// Bytes of a line that are read.
const LONGEST_LINE: usize = 1 << 20;

/// Answers standard input until it ends.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    // A parent that dies leaves nobody who could stop what goes on, or hear of it.
    reader::gone(|| std::process::exit(Status::Done as i32));
    let mut session = Session::new(io::stdout(), Position::parse(&arguments.game)?);
    for line in Lines::new(io::stdin().lock(), LONGEST_LINE) {
        let next = match line? {
            Ok(line) => session.line(&line)?,
            Err(too_long) => session.wrong_position(&too_long.to_string())?,
        };
        if next == Next::Quit {
            return Ok(Status::Done);
        }
    }
    // Whoever piped questions in wants them answered.
    session.finish();
    Ok(Status::Done)
}

/// The arguments of `check-engine`.
#[derive(Debug, Args)]
#[command(after_help = "\
Starts the program afresh for each thing that is tried. Exit status 1 where something is wrong.

Examples:
  gridsolve check-engine 'gridsolve engine' --game dots:2x2
  gridsolve check-engine 'gridsolve engine' --game kings:3x4 --games 2 --format json")]
pub(super) struct CheckArguments {
    /// The program and its arguments
    command: String,
    /// The position that games start from
    #[arg(long, value_name = "POSITION", default_value = "dots:2x2")]
    game: String,
    /// How many games are played through
    #[arg(long, value_name = "N", default_value_t = 3)]
    games: u32,
    /// Milliseconds that the program gets for a move
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    time: u64,
    /// What chance depends on; a new one each time if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Serialize)]
struct Report<'t> {
    schema: &'static str,
    command: &'t str,
    game: String,
    seed: u64,
    passed: bool,
    trials: Vec<Line<'t>>,
}

#[derive(Serialize)]
struct Line<'t> {
    name: &'t str,
    passed: bool,
    fault: Option<&'t str>,
}

/// Tries a program.
pub(super) fn check(arguments: &CheckArguments) -> Result<Status, Failure> {
    let CheckArguments { command, games, time, format, .. } = arguments;
    let start = Round::new(Position::parse(&arguments.game)?);
    if start.is_over() {
        return Err(Failure::Input(format!("{} has no move: there is nothing to play", start.position())));
    }
    let start = start.position().clone();
    let seed = arguments.seed.unwrap_or_else(|| Chance::from_time().seed() >> 32);
    let settings = Settings { start, games: *games, seed, time: Duration::from_millis(*time) };
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let trials = check::check(command, &settings, &mut |trial| {
        if *format == Format::Text && written.is_ok() {
            written = writeln!(out, "{}", line(trial)).and_then(|()| out.flush());
        }
    });
    written?;
    let faults = trials.iter().filter(|trial| trial.fault.is_some()).count();
    match format {
        Format::Text if faults == 0 => writeln!(out, "\nAll {} went well (seed {seed}).", trials.len())?,
        Format::Text => writeln!(out, "\n{faults} of {} went wrong (seed {seed}).", trials.len())?,
        Format::Json => {
            let lines = trials.iter().map(|trial| Line {
                name: trial.name,
                passed: trial.fault.is_none(),
                fault: trial.fault.as_deref(),
            });
            let report = Report {
                schema: crate::notation::SCHEMA,
                command,
                game: settings.start.to_string(),
                seed,
                passed: faults == 0,
                trials: lines.collect(),
            };
            writeln!(out, "{}", serde_json::to_string(&report).map_err(io::Error::from)?)?;
        }
    }
    Ok(if faults == 0 { Status::Done } else { Status::Failed })
}

fn line(trial: &Trial) -> String {
    match &trial.fault {
        None => format!("ok    {}", trial.name),
        Some(fault) => format!("FAIL  {}\n      {fault}", trial.name),
    }
}
