//! Solution tables: exact values of many positions in a file that answers at once, anywhere.
//!
//! `tables/FORMAT.md` defines the files byte by byte. [`write`](fn@write) makes one from a [`Recipe`] and its
//! [`Content`]; [`Table`] opens it and answers.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use gridsolve::Position;
//! use gridsolve::board::Size;
//! use gridsolve::notation::GameName;
//! use gridsolve::table::{Content, Metadata, Recipe, Table, encode};
//! use std::ops::ControlFlow;
//!
//! // One box: whoever moves with an odd number of lines left closes it.
//! let value = |drawn: u64| match drawn.count_ones() {
//!     4 => 0,
//!     lines if lines % 2 == 1 => 1,
//!     _ => -1,
//! };
//! let metadata = Metadata::new("an example", "by hand");
//! let recipe = Recipe { game: GameName::Dots, size: Size::new(1, 1)?, metadata };
//! let bytes = encode(&recipe, Content::Dense(&value), &mut |_, _| ControlFlow::Continue(()))?;
//! let table = Table::from_bytes(bytes)?;
//! let known = table.probe(&Position::parse("dots:1x1:1000")?)?;
//! assert_eq!(known.map(|known| known.value), Some(1));
//! # Ok(()) }
//! ```

mod answer;
mod arrangement;
mod bits;
mod block;
mod build;
mod cache;
mod catalog;
mod check;
mod compare;
mod digest;
mod embedded;
mod error;
mod fit;
mod format;
mod journal;
mod keys;
mod mapped;
mod metadata;
mod open;
mod storage;
#[cfg(test)]
mod tests;
mod verify;
mod write;

pub use crate::solver::Known;
pub use build::{Book, Build, BuildError, BuildProgress, Estimate, Extent, Page, journal_path};
pub use catalog::{Catalog, VARIABLE};
pub use check::Proved;
pub use compare::Comparison;
pub use digest::{hexadecimal, sha256_of};
pub use embedded::built_in;
pub use error::{TableError, WriteError};
pub use format::{Body, Coding, Header, Metric, SymmetryKind};
pub use journal::Journal;
pub use keys::Keys;
pub use metadata::Metadata;
pub use open::{Bytes, Table};
pub use storage::{Disk, Sink, Source, Storage};
pub use verify::{Level, VerifyError, VerifyWatch};
pub use write::{Content, Recipe, Watch, encode, save, unfinished, write};
