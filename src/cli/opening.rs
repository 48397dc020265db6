//! `gridsolve opening`.

use super::failure::{Failure, Status};
use crate::games::dots::{Line, opening};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
The players take a box when they can, else draw a line that gives no box away, else have to give
one; they look no further. A seed means the same lines on every machine and in every version.

Examples:
  gridsolve opening 4 4 14 --seed 1
  gridsolve opening 3 3 10 --seed 7 --format json")]
pub(super) struct Arguments {
    /// Rows of boxes
    rows: u64,
    /// Columns of boxes
    cols: u64,
    /// Lines that are left
    free: u64,
    /// Which of the many openings
    #[arg(long, value_name = "N")]
    seed: u64,
    /// A line each in the order drawn, or {"drawn":[…]}
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Serialize)]
struct Record<'a> {
    drawn: &'a [Line],
}

/// Prints the lines.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let Arguments { rows, cols, free, seed, format } = *arguments;
    let drawn = opening(rows, cols, free, seed).map_err(|error| Failure::Input(error.to_string()))?;
    let mut text = String::new();
    match format {
        Format::Text => drawn.iter().for_each(|line| {
            let _ = writeln!(text, "{line}");
        }),
        Format::Json => text = serde_json::to_string(&Record { drawn: &drawn }).map_err(std::io::Error::from)? + "\n",
    }
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Status::Done)
}
