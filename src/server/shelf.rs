//! The solution tables that a server answers from.

use super::problem::Problem;
use crate::answer::Answer;
use crate::games::Position;
use crate::table::{Table, TableError};
use axum::http::StatusCode;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;
use thiserror::Error;

/// Tables that are open.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    tables: Vec<Table>,
}

/// Why tables cannot be opened.
#[derive(Debug, Error)]
pub enum ShelfError {
    /// The folder cannot be read.
    #[error("cannot read {path}: {error}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is no table.
    #[error("{path}: {error}")]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: TableError,
    },
}

impl Shelf {
    /// Opens every `*.gst` of the folders.
    ///
    /// # Errors
    /// [`ShelfError`] where a folder cannot be read, or such a file is no table.
    pub(super) fn open(folders: &[PathBuf]) -> Result<Self, ShelfError> {
        let mut shelf = Self::default();
        for folder in folders {
            for path in files(folder).map_err(|error| ShelfError::Folder { path: folder.clone(), error })? {
                let table = Table::open(&path).map_err(|error| ShelfError::Table { path, error })?;
                shelf.tables.push(table);
            }
        }
        Ok(shelf)
    }

    /// The answer that a table holds, with the value of every move.
    ///
    /// # Errors
    /// [`Problem`] where a table is damaged.
    pub(super) fn answer(&self, position: &Position) -> Result<Option<Answer>, Problem> {
        let started = Instant::now();
        for table in &self.tables {
            if let Some(mut answer) = table.answer(position)? {
                answer.seconds = started.elapsed().as_secs_f64();
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}

/// The tables of a folder, by name.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    let mut paths: Vec<PathBuf> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "gst")).collect();
    paths.sort_unstable();
    Ok(paths)
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        // Nobody who asks can mend it.
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged_table", error.to_string())
    }
}
