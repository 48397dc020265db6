//! `gridsolve table verify`.

use super::{Format, counted, print};
use crate::cli::failure::{Failure, Status, say};
use crate::cli::interrupt;
use crate::cli::limits::Machine;
use crate::cli::progress::{Meter, watched};
use crate::solver::StopSwitch;
use crate::table::{Level, Proved, Table, TableError, VerifyError};
use clap::Args;
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Entries are proved from those of the positions that moves lead to, by rules that are not the
solver's: if all follow from each other, all are right.

Exit status: 0 nothing is wrong, 1 the table is damaged or wrong, 3 there is no such file.

Examples:
  gridsolve table build dots:2x2 -o two.gst
  gridsolve table verify two.gst
  gridsolve table verify two.gst --deep 1000 --seed 7
  gridsolve table verify two.gst --full --format json")]
pub(super) struct Arguments {
    /// The table
    file: PathBuf,
    /// The header alone
    #[arg(long, group = "level")]
    quick: bool,
    /// Checksums, and N random entries from their successors
    #[arg(long, group = "level", value_name = "N")]
    deep: Option<u64>,
    /// Checksums, and every entry from its successors
    #[arg(long, group = "level")]
    full: bool,
    /// What chooses the entries of --deep
    #[arg(long, value_name = "N", default_value_t = 0, requires = "deep")]
    seed: u64,
    #[command(flatten)]
    machine: Machine,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What was verified, or what is wrong.
#[derive(Serialize)]
struct Record {
    ok: bool,
    level: &'static str,
    proved: u64,
    unproved: u64,
    error: Option<String>,
}

/// Verifies a table.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let (level, name) = match arguments {
        Arguments { quick: true, .. } => (Level::Quick, "quick"),
        Arguments { full: true, machine, .. } => (Level::Full { memory: machine.memory()? }, "full"),
        Arguments { deep: Some(entries), seed, .. } => (Level::Deep { entries: *entries, seed: *seed }, "deep"),
        _ => (Level::Checksums, "checksums"),
    };
    let switch = StopSwitch::default();
    interrupt::stops(switch.clone());
    let meter = Meter::default();
    let found = watched(|| meter.words("verified"), || verify(arguments, level, &switch, &meter));
    let (proved, error) = match found {
        Ok(proved) => (proved, None),
        Err(VerifyError::Interrupted) => {
            say("interrupted: nothing was wrong so far. To go on, give the same command again; it starts anew");
            return Ok(Status::Interrupted);
        }
        Err(VerifyError::Table(TableError::Read(error))) => {
            return Err(Failure::Unreadable(arguments.file.display().to_string(), error));
        }
        Err(error @ VerifyError::Memory { .. }) => return Err(Failure::Limit(error.to_string())),
        Err(error) => (Proved::default(), Some(error.to_string())),
    };
    let text = match &error {
        None => words(level, proved),
        Some(error) => format!("{}: {error}\n", arguments.file.display()),
    };
    let Proved { proved, unproved } = proved;
    let ok = error.is_none();
    print(arguments.format, &text, &Record { ok, level: name, proved, unproved, error })?;
    Ok(if ok { Status::Done } else { Status::Failed })
}

fn verify(arguments: &Arguments, level: Level, switch: &StopSwitch, meter: &Meter) -> Result<Proved, VerifyError> {
    let table = Table::open(&arguments.file)?;
    let watch = |done, all| {
        meter.show(done, all);
        if switch.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    arguments.machine.on_threads(|| table.verify(level, &watch))
}

fn words(level: Level, Proved { proved, unproved }: Proved) -> String {
    let whole = match level {
        Level::Quick => return "the header is right; nothing else was read\n".to_owned(),
        _ => "every checksum is right",
    };
    if proved + unproved == 0 {
        return format!("{whole}\n");
    }
    let follow = if proved == 1 { "follows" } else { "follow" };
    let proved = counted(proved, "value", "values");
    let rest = match unproved {
        0 => String::new(),
        _ => format!("; {} of which moves lead out of the table", counted(unproved, "is left", "are left")),
    };
    format!("{whole}, and {proved} {follow} from those of the moves there{rest}\n")
}
