//! Boards: their sizes, and sets of up to a few thousand bits as one `Copy` value.

mod columns;
mod grid;
mod part;
mod size;
mod word;

pub use columns::Columns;
pub use grid::{Grid, Mark, Square};
pub use part::{Geometry, Part, island};
pub use size::{MAX_AREA, Size, SizeError, Symmetry};
pub use word::{Wide, Word};
