//! `gridsolve table info`.

use super::{Format, open, print};
use crate::cli::failure::{Failure, Status};
use crate::cli::progress::with_commas;
use crate::table::{Body, Header, Table, hexadecimal};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridsolve table build dots:1x2 -o small.gst
  gridsolve table info small.gst
  gridsolve table info small.gst --format json")]
pub(super) struct Arguments {
    /// The table
    file: PathBuf,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is told of a table.
#[derive(Debug, Serialize)]
pub(super) struct Record {
    game: String,
    rows: usize,
    cols: usize,
    metric: &'static str,
    body: &'static str,
    pub(super) entries: u64,
    value_bits: u8,
    blocks: u64,
    pub(super) bytes: u64,
    sha256: String,
    program: String,
    version: String,
    command: String,
    method: String,
}

impl Record {
    pub(super) fn of(table: &Table) -> Self {
        let header: &Header = table.header();
        let metadata = &header.metadata;
        Self {
            game: header.game.to_string(),
            rows: header.size.rows(),
            cols: header.size.cols(),
            metric: header.metric.as_str(),
            body: match header.body {
                Body::Dense { .. } => "dense",
                Body::Sorted { .. } => "sorted",
            },
            entries: header.entries,
            value_bits: header.coding.bits,
            blocks: header.entries.div_ceil(header.block_entries.into()),
            bytes: table.bytes(),
            sha256: hexadecimal(&header.identity),
            program: metadata.program.clone(),
            version: metadata.version.clone(),
            command: metadata.command.clone(),
            method: metadata.method.clone(),
        }
    }

    /// What the table is about, in a word.
    pub(super) fn subject(&self) -> String {
        format!("{}:{}x{}", self.game, self.rows, self.cols)
    }
}

/// Prints the header of a table.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let record = Record::of(&open(&arguments.file, false)?);
    let what = match record.body {
        "dense" => "every position of the board",
        _ => "some positions, by their keys",
    };
    let text = format!(
        "table    {}, {what}\nvalues   {} in {} bits\nentries  {} in {} blocks\nbytes    {}\nsha256   {}\nmade by  {} {}\n\
         command  {}\nmethod   {}\n",
        record.subject(),
        record.metric,
        record.value_bits,
        with_commas(record.entries),
        with_commas(record.blocks),
        with_commas(record.bytes),
        record.sha256,
        printable(&record.program),
        printable(&record.version),
        printable(&record.command),
        printable(&record.method),
    );
    print(arguments.format, &text, &record)?;
    Ok(Status::Done)
}

/// Text out of a file, without what a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}
