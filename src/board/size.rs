//! Sizes of rectangular boards and the symmetries of a rectangle.

use std::fmt;
use thiserror::Error;

/// The largest board: boxes in Dots and Boxes, squares elsewhere. 32x32 is the largest square.
pub const MAX_AREA: usize = 1024;

/// Rows and columns of a board, rows first: boxes in Dots and Boxes, squares elsewhere.
///
/// Both are at least 1 and their product is at most [`MAX_AREA`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    rows: u16,
    cols: u16,
}

/// A board that is too small or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// A side is 0.
    #[error("a board has at least 1 row and 1 column, not {rows}x{cols}")]
    Empty {
        /// The rows asked for.
        rows: u64,
        /// The columns asked for.
        cols: u64,
    },
    /// More than [`MAX_AREA`] boxes or squares.
    #[error("{rows}x{cols} is too large: a board has at most {MAX_AREA} boxes or squares, such as 32x32")]
    TooLarge {
        /// The rows asked for.
        rows: u64,
        /// The columns asked for.
        cols: u64,
    },
}

impl Size {
    /// A board of `rows` x `cols`.
    ///
    /// # Errors
    /// [`SizeError`] where a side is 0 or the product is over [`MAX_AREA`].
    pub fn new(rows: u64, cols: u64) -> Result<Self, SizeError> {
        if rows == 0 || cols == 0 {
            return Err(SizeError::Empty { rows, cols });
        }
        let limit = MAX_AREA as u64;
        if rows > limit || cols > limit || rows * cols > limit {
            return Err(SizeError::TooLarge { rows, cols });
        }
        Ok(Self { rows: rows as u16, cols: cols as u16 })
    }

    /// The number of rows, at least 1.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// The number of columns, at least 1.
    pub fn cols(self) -> usize {
        self.cols.into()
    }

    /// Rows times columns, at most [`MAX_AREA`].
    pub fn area(self) -> usize {
        self.rows() * self.cols()
    }

    /// The board with rows and columns exchanged.
    pub fn transposed(self) -> Self {
        Self { rows: self.cols, cols: self.rows }
    }

    /// The symmetries that map the board to itself, the identity first: 8 for a square, else 4.
    pub fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        let all = if self.rows == self.cols { 8 } else { 4 };
        (0..all).map(|index| Symmetry { index })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// One of the eight symmetries of the square: an optional transposition after optional reflections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    index: u8,
}

impl Symmetry {
    /// Whether rows and columns are exchanged.
    pub fn transposes(self) -> bool {
        self.index & 4 != 0
    }

    /// Where row `row`, column `col` of a grid of `rows` x `cols` points goes.
    pub fn apply(self, row: usize, col: usize, rows: usize, cols: usize) -> (usize, usize) {
        let row = if self.index & 1 != 0 { rows - 1 - row } else { row };
        let col = if self.index & 2 != 0 { cols - 1 - col } else { col };
        if self.transposes() { (col, row) } else { (row, col) }
    }
}
