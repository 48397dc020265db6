//! `gridsolve table list`.

use super::info::Record;
use super::{Format, print};
use crate::cli::failure::{Failure, Status, say};
use crate::cli::progress::with_commas;
use crate::table::Table;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridsolve table build dots:1x3
  gridsolve table list
  gridsolve table list . --format json")]
pub(super) struct Arguments {
    /// The folder
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A file of the folder: a table, or why it is none.
#[derive(Serialize)]
struct Entry {
    file: String,
    table: Option<Record>,
    error: Option<String>,
}

/// Lists every `*.gst` of a folder, by name.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let entries: Vec<Entry> = files(&arguments.folder)?.iter().map(|path| entry(path)).collect();
    let mut text = String::new();
    for entry in &entries {
        match (&entry.table, &entry.error) {
            (Some(table), _) => text.push_str(&format!(
                "{:<24} {:<16} {:>14} entries {:>12} bytes\n",
                entry.file,
                table.subject(),
                with_commas(table.entries),
                with_commas(table.bytes),
            )),
            (None, error) => say(&format!("{}: {}", entry.file, error.as_deref().unwrap_or_default())),
        }
    }
    print(arguments.format, &text, &entries)?;
    Ok(Status::Done)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| Failure::Unreadable(folder.display().to_string(), error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "gst") {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

fn entry(path: &Path) -> Entry {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match Table::open(path) {
        Ok(table) => Entry { file, table: Some(Record::of(&table)), error: None },
        Err(error) => Entry { file, table: None, error: Some(error.to_string()) },
    }
}
