//! What can be wrong with a table.

use std::io;
use thiserror::Error;

/// Why a file is no table that can be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// It does not begin as a table does.
    #[error("this is no solution table: it does not begin with the mark of one")]
    NoTable,
    /// Its line ends were changed on the way.
    #[error("the table was changed by a transfer in text mode: copy it again, as binary data")]
    TextMode,
    /// It is shorter than any table.
    #[error("the table is cut off: it has {bytes} bytes, and a header alone has 128")]
    Short {
        /// The bytes there are.
        bytes: u64,
    },
    /// It was written in a later format.
    #[error("the table has format version {found}, and this program reads version 1: use a newer program")]
    Version {
        /// The version it has.
        found: u16,
    },
    /// It was made for other rules.
    #[error("the table was made for version {found} of the rules, and this program plays by version 1: build it again")]
    Rules {
        /// The version it has.
        found: u16,
    },
    /// Its numbers stand the other way round.
    #[error("the table has the byte order of another machine, which no writer of this format produces: build it again")]
    ByteOrder,
    /// A field of the header is out of its range or does not fit the others.
    #[error("the header of the table is damaged: {field} {problem}")]
    Field {
        /// What the field is.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// The file is longer or shorter than its header says.
    #[error("the table should have {said} bytes and has {found}: it was cut off or added to; copy or build it again")]
    Length {
        /// The length in the header.
        said: u64,
        /// The length of the file.
        found: u64,
    },
    /// The header does not have its checksum.
    #[error("the header of the table is damaged: its checksum is wrong; copy or build the table again")]
    HeaderChecksum,
    /// A block does not have its checksum, or does not decode to its length.
    #[error("block {block} of the table is damaged: {problem}; copy or build the table again")]
    Block {
        /// Its number from 0.
        block: u32,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The file as a whole does not have its checksum.
    #[error("the table is damaged: the SHA-256 of the file is wrong; copy or build it again")]
    FileChecksum,
    /// The values are not those that the table is named after.
    #[error("the values of the table do not have the SHA-256 that its header says; build the table again")]
    Identity,
    /// Reading failed.
    #[error("cannot read the table: {0}")]
    Read(#[from] io::Error),
}

impl TableError {
    pub(super) fn field(field: &'static str, problem: impl Into<String>) -> Self {
        Self::Field { field, problem: problem.into() }
    }
}

/// Why a table cannot be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// What should be written is no table: the caller's mistake.
    #[error("this cannot be a table: {0}")]
    Content(String),
    /// The file system refused something.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// Somebody else is writing the same file.
    #[error("{path} is being written by another process: wait for it, or name another file")]
    Busy {
        /// The file.
        path: String,
    },
    /// It was stopped from outside.
    #[error("interrupted")]
    Interrupted,
}
