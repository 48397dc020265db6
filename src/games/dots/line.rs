//! The lines of a board and the order they are numbered in.

use crate::board::{Size, Symmetry};
use std::fmt;

/// The way a line runs; horizontal lines sort before vertical ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From a dot to the next on its right.
    Horizontal,
    /// From a dot to the next below.
    Vertical,
}

/// A line between neighbouring dots, named by its left or upper dot.
///
/// A board of R x C boxes numbers its lines as the text form does, all horizontal ones row by row,
/// then all vertical ones row by row; on 2x2 boxes:
///
/// ```text
/// .  0  .  1  .
/// 6     7     8
/// .  2  .  3  .
/// 9    10    11
/// .  4  .  5  .
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// The way it runs.
    pub direction: Direction,
    /// The row of its left or upper dot.
    pub row: u16,
    /// The column of its left or upper dot.
    pub col: u16,
}

impl Line {
    /// `h row,col`.
    pub fn horizontal(row: u16, col: u16) -> Self {
        Self { direction: Direction::Horizontal, row, col }
    }

    /// `v row,col`.
    pub fn vertical(row: u16, col: u16) -> Self {
        Self { direction: Direction::Vertical, row, col }
    }

    /// How many lines a board of `size` boxes has.
    pub fn count(size: Size) -> usize {
        (size.rows() + 1) * size.cols() + size.rows() * (size.cols() + 1)
    }

    /// The line with number `index < Line::count(size)`.
    pub fn at(index: usize, size: Size) -> Self {
        let horizontals = (size.rows() + 1) * size.cols();
        if index < horizontals {
            Self::horizontal((index / size.cols()) as u16, (index % size.cols()) as u16)
        } else {
            let (index, per_row) = (index - horizontals, size.cols() + 1);
            Self::vertical((index / per_row) as u16, (index % per_row) as u16)
        }
    }

    /// Whether a board of `size` boxes has the line.
    pub fn is_on(self, size: Size) -> bool {
        let (row, col) = (usize::from(self.row), usize::from(self.col));
        match self.direction {
            Direction::Horizontal => row <= size.rows() && col < size.cols(),
            Direction::Vertical => row < size.rows() && col <= size.cols(),
        }
    }

    /// Its number on a board of `size` boxes that has it.
    pub fn index(self, size: Size) -> usize {
        let (row, col) = (usize::from(self.row), usize::from(self.col));
        match self.direction {
            Direction::Horizontal => row * size.cols() + col,
            Direction::Vertical => (size.rows() + 1) * size.cols() + row * (size.cols() + 1) + col,
        }
    }

    /// Where a symmetry of a board of `size` boxes takes the line.
    pub fn image(self, symmetry: Symmetry, size: Size) -> Self {
        let dots = self.dots().map(|(row, col)| symmetry.apply(row, col, size.rows() + 1, size.cols() + 1));
        let (row, col) = dots[0].min(dots[1]);
        let direction = if dots[0].0 == dots[1].0 { Direction::Horizontal } else { Direction::Vertical };
        Self { direction, row: row as u16, col: col as u16 }
    }

    /// The line of the board with rows and columns exchanged.
    pub fn transposed(self) -> Self {
        let direction = match self.direction {
            Direction::Horizontal => Direction::Vertical,
            Direction::Vertical => Direction::Horizontal,
        };
        Self { direction, row: self.col, col: self.row }
    }

    /// The two dots it joins, as row and column.
    pub fn dots(self) -> [(usize, usize); 2] {
        let (row, col) = (usize::from(self.row), usize::from(self.col));
        match self.direction {
            Direction::Horizontal => [(row, col), (row, col + 1)],
            Direction::Vertical => [(row, col), (row + 1, col)],
        }
    }

    /// The one or two boxes it is a side of, as row and column.
    pub fn boxes(self, size: Size) -> impl Iterator<Item = (usize, usize)> {
        let (row, col) = (usize::from(self.row), usize::from(self.col));
        let (before, after) = match self.direction {
            Direction::Horizontal => (row.checked_sub(1).map(|row| (row, col)), (row, col)),
            Direction::Vertical => (col.checked_sub(1).map(|col| (row, col)), (row, col)),
        };
        let after = Some(after).filter(|&(row, col)| row < size.rows() && col < size.cols());
        before.into_iter().chain(after)
    }

    /// The four sides of the box at `row`, `col`: top, bottom, left, right.
    pub fn sides(row: usize, col: usize) -> [Self; 4] {
        let (row, col) = (row as u16, col as u16);
        [
            Self::horizontal(row, col),
            Self::horizontal(row + 1, col),
            Self::vertical(row, col),
            Self::vertical(row, col + 1),
        ]
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.direction {
            Direction::Horizontal => 'h',
            Direction::Vertical => 'v',
        };
        write!(f, "{letter}{},{}", self.row, self.col)
    }
}
