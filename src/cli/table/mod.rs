//! `gridsolve table`: one file a command of its own.

mod build;
mod compare;
mod info;
mod list;
mod probe;
mod verify;

use super::failure::{Failure, Status};
use crate::table::{Table, TableError};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
A table holds the exact value of every position of a board. The format is described in
tables/FORMAT.md.

Examples:
  gridsolve table build dots:2x2 -o two.gst
  gridsolve table info two.gst
  gridsolve table verify two.gst --full
  gridsolve table probe two.gst dots:2x2:110000000000
  gridsolve table list .")]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Work out a table and write it to a file
    Build(build::Arguments),
    /// What a table says of itself
    Info(info::Arguments),
    /// The tables of a folder
    List(list::Arguments),
    /// Check that a table is whole, and that what it says is true
    Verify(verify::Arguments),
    /// What a table says of a position
    Probe(probe::Arguments),
    /// Whether two tables hold the same values, and where they first differ
    Compare(compare::Arguments),
}

/// How a command of tables answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Words
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// Does what is asked.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments),
        Command::Info(arguments) => info::run(arguments),
        Command::List(arguments) => list::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Probe(arguments) => probe::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
    }
}

/// Opens a table of which a question is asked.
fn open(path: &Path, mmap: bool) -> Result<Table, Failure> {
    let table = if mmap { Table::open_mapped(path) } else { Table::open(path) };
    table.map_err(|error| failure(path, &error))
}

/// A table that cannot be used, as input that is wrong.
fn failure(path: &Path, error: &TableError) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// Prints words, or an object in JSON.
fn print(format: Format, text: &str, json: &impl Serialize) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match format {
        Format::Text => out.write_all(text.as_bytes())?,
        Format::Json => writeln!(out, "{}", serde_json::to_string(json).map_err(io::Error::from)?)?,
    }
    Ok(out.flush()?)
}

/// `one` of it, or so many of the `many`.
fn counted(number: u64, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{} {many}", super::progress::with_commas(number)) }
}
