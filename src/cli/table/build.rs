//! `gridsolve table build`.

use super::{Format, print};
use crate::cli::failure::{Failure, Status, say};
use crate::cli::interrupt;
use crate::cli::limits::{Machine, in_units};
use crate::cli::progress::{Meter, watched, with_commas};
use crate::games::Position;
use crate::table::{Build, BuildError, Estimate, Extent, Table, WriteError, hexadecimal};
use clap::Args;
use serde::Serialize;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
The file is the same on every machine and with any number of threads. A build that was broken off
goes on where it was when the same command is given again.

In dots, dotdot and domineering a table holds every position of a board, in cram and kings every
part that play on the board can leave. A larger board of the first three can have a book: the
positions of the first moves. And of any board that can be solved at all, --from-search keeps what
one search proves: the values of the moves there, and of what follows as far as it is known then.

Examples:
  gridsolve table build dots:2x2
  gridsolve table build dotdot:1x3 -o connected.gst
  gridsolve table build cram:4x4
  gridsolve table build domineering:3x4
  gridsolve table build dots:3x3 --plies 2 -o book.gst
  gridsolve table build cram:4x6 --from-search
  gridsolve table build dots:3x4 --dry-run")]
pub(super) struct Arguments {
    /// The empty board, such as dots:3x3; with --plies, --from-search and in cram and kings any position
    position: String,
    /// The positions of the first N moves alone, for a board that is too large for all: each is searched
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    plies: Option<u32>,
    /// The values of all moves here, by search, and of what follows as far as that proves it
    #[arg(long, conflicts_with = "plies")]
    from_search: bool,
    /// The file; GAME-RxC.gst in this folder if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say what it would take, and build nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    machine: Machine,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What was built.
#[derive(Serialize)]
struct Built {
    file: String,
    entries: u64,
    bytes: u64,
    sha256: String,
}

/// What it would take.
#[derive(Serialize)]
struct Planned {
    file: String,
    positions: u64,
    entries: u64,
    memory_bytes: u64,
    bytes: u64,
    seconds: f64,
}

/// Builds a table, or says what that takes.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let position = Position::parse(&arguments.position)?;
    let (threads, memory) = (arguments.machine.threads(), arguments.machine.memory()?);
    let extent = match arguments.plies {
        Some(plies) => Extent::Plies(plies),
        None if arguments.from_search => Extent::Search,
        None => Extent::Whole,
    };
    let build = Build::new(&position, extent).map_err(failure)?.threads(threads).memory(memory);
    let default = || PathBuf::from(format!("{}-{}.gst", position.game(), position.size()));
    let path = arguments.output.clone().unwrap_or_else(default);
    if arguments.dry_run {
        return planned(arguments, &path, build.estimate(), threads);
    }
    writable(&path)?;
    interrupt::stops(build.stop_switch());
    let (progress, meter) = (build.progress(), Meter::default());
    let words = || {
        let (stage, done, all) = progress.state();
        meter.show(done, all);
        meter.words(stage)
    };
    match watched(words, || build.run(&path)) {
        Ok(table) => built(arguments, &path, &table),
        Err(BuildError::Write(WriteError::Interrupted)) => {
            say("interrupted: what is done is kept. To go on, give the same command again");
            Ok(Status::Interrupted)
        }
        Err(error) => Err(failure(error)),
    }
}

fn failure(error: BuildError) -> Failure {
    match error {
        BuildError::Unsupported(message) => Failure::Input(message),
        error => Failure::Limit(error.to_string()),
    }
}

/// Tells before the long work, and not after it, that a file cannot be written.
fn writable(path: &Path) -> Result<(), Failure> {
    let unfinished = crate::table::unfinished(path);
    let refused = |error| Failure::Limit(format!("cannot write {}: {error}", path.display()));
    if path.is_dir() {
        return Err(refused(std::io::ErrorKind::IsADirectory.into()));
    }
    OpenOptions::new().append(true).create(true).open(unfinished).map_err(refused)?;
    Ok(())
}

fn built(arguments: &Arguments, path: &Path, table: &Table) -> Result<Status, Failure> {
    let header = table.header();
    let record = Built {
        file: path.display().to_string(),
        entries: header.entries,
        bytes: table.bytes(),
        sha256: hexadecimal(&header.identity),
    };
    let text = format!(
        "{}: {} entries in {} bytes, values {}\n",
        record.file,
        with_commas(record.entries),
        with_commas(record.bytes),
        record.sha256
    );
    print(arguments.format, &text, &record)?;
    Ok(Status::Done)
}

fn planned(arguments: &Arguments, path: &Path, estimate: Estimate, threads: usize) -> Result<Status, Failure> {
    let Estimate { positions, entries, memory, bytes, seconds } = estimate;
    let seconds = seconds / threads as f64;
    let file = path.display().to_string();
    let text = format!(
        "{file}: {} positions in {} entries\nit takes about {:.1} s and {} of memory, and the file about {}\n",
        with_commas(positions),
        with_commas(entries),
        seconds,
        in_units(memory),
        in_units(bytes)
    );
    print(arguments.format, &text, &Planned { file, positions, entries, memory_bytes: memory, bytes, seconds })?;
    Ok(Status::Done)
}
