//! The games, one a folder or file, and the register that lists them.

pub mod dots;

use crate::board::Size;
use std::fmt;

/// A validated position of any game: it can always be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Dots and Boxes, and DotDot.
    Dots(dots::DotsPosition),
}

/// A move of any game. The order is that of the answers: horizontal lines before vertical ones, then
/// by row, then by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A line of Dots and Boxes.
    Line(dots::Line),
    /// One square: the king's square in Blocking, the top or left square of a domino in Domineering.
    Square(Square),
    /// Two neighbouring squares, the smaller first: a domino in Cram and XO.
    Pair(Square, Square),
}

/// A square of a board, zero-based, row 0 on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The row from the top.
    pub row: u16,
    /// The column from the left.
    pub col: u16,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Line(line) => line.fmt(f),
            Move::Square(square) => square.fmt(f),
            Move::Pair(a, b) => write!(f, "{a}-{b}"),
        }
    }
}

impl Position {
    /// The size of the board: boxes in Dots and Boxes, squares elsewhere.
    pub fn size(&self) -> Size {
        match self {
            Position::Dots(position) => position.size(),
        }
    }

    /// Every legal move, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self {
            Position::Dots(position) => position.legal_lines().map(Move::Line).collect(),
        }
    }
}
