//! `gridsolve table compare`.

use super::{Format, failure, open, print};
use crate::cli::failure::{Failure, Status};
use crate::game::Value;
use crate::table::Comparison;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 the same values, 1 other values or another board.

Examples:
  gridsolve table build dots:1x2 -o one.gst
  gridsolve table build dots:1x2 -o other.gst --threads 1
  gridsolve table compare one.gst other.gst")]
pub(super) struct Arguments {
    /// A table
    first: PathBuf,
    /// Another
    second: PathBuf,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Where the tables differ.
#[derive(Serialize)]
struct Record {
    equal: bool,
    position: Option<String>,
    first: Option<Value>,
    second: Option<Value>,
}

/// Compares two tables.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let (first, second) = (open(&arguments.first, false)?, open(&arguments.second, false)?);
    let comparison = first.compare(&second).map_err(|error| failure(&arguments.first, &error))?;
    let said = |value: Option<Value>| value.map_or("nothing".to_owned(), |value| value.to_string());
    let (text, record) = match comparison {
        Comparison::Equal => (
            "equal: the tables hold the same values\n".to_owned(),
            Record { equal: true, position: None, first: None, second: None },
        ),
        Comparison::Incomparable => (
            "different: the tables are about different boards, or of different kinds\n".to_owned(),
            Record { equal: false, position: None, first: None, second: None },
        ),
        Comparison::Different { position, first, second } => (
            format!("different, first at {position}: {} and {}\n", said(first), said(second)),
            Record { equal: false, position: Some(position), first, second },
        ),
    };
    print(arguments.format, &text, &record)?;
    Ok(if record.equal { Status::Done } else { Status::Failed })
}
