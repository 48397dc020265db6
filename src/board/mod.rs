//! Boards: their sizes, and sets of up to a few thousand bits as one `Copy` value.

mod grid;
mod size;
mod word;

pub use grid::{Grid, Mark, Square};
pub use size::{MAX_AREA, Size, SizeError, Symmetry};
pub use word::{Wide, Word};
