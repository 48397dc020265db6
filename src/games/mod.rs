//! The games, one a folder or file, and the register that lists them.

pub mod cram;
pub mod domineering;
pub mod dots;
pub mod impartial;
pub mod kings;
mod round;

use crate::board::{Grid, Size, Square};
use cram::CramPosition;
use domineering::DomineeringPosition;
use dots::DotsPosition;
use kings::KingsPosition;
use std::fmt;
use thiserror::Error;

pub use round::{IllegalPlay, Outcome, Played, Ply, Round, Seat};

/// A validated position of any game: it can always be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Dots and Boxes, and DotDot.
    Dots(DotsPosition),
    /// Domineering.
    Domineering(DomineeringPosition),
    /// Cram.
    Cram(CramPosition),
    /// XO domino tiles: Cram, with the margin in dominoes for a value.
    Xo(CramPosition),
    /// Blocking.
    Kings(KingsPosition),
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

/// Why a move on a board of squares is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// There is no such square.
    #[error("square {square} is not on a board of {size} squares")]
    OffBoard {
        /// The square asked for.
        square: Square,
        /// The board, in squares.
        size: Size,
    },
    /// The square is taken.
    #[error("square {square} is taken")]
    Taken {
        /// The square asked for.
        square: Square,
    },
    /// The two squares of a domino share no side.
    #[error("squares {first} and {second} share no side")]
    Apart {
        /// One square.
        first: Square,
        /// The other.
        second: Square,
    },
}

impl IllegalMove {
    fn unless_free(grid: &Grid, square: Square) -> Result<(), Self> {
        if !grid.has(square) {
            Err(Self::OffBoard { square, size: grid.size() })
        } else if !grid.is_free(square) {
            Err(Self::Taken { square })
        } else {
            Ok(())
        }
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
            Position::Domineering(position) => position.grid().size(),
            Position::Cram(position) | Position::Xo(position) => position.grid().size(),
            Position::Kings(position) => position.grid().size(),
        }
    }

    /// How many lines (in Dots and Boxes) or squares are open.
    pub fn open_count(&self) -> usize {
        match self {
            Position::Dots(position) => position.free_lines().count(),
            Position::Domineering(position) => position.grid().free_squares().count(),
            Position::Cram(position) | Position::Xo(position) => position.grid().free_squares().count(),
            Position::Kings(position) => position.grid().free_squares().count(),
        }
    }

    /// Every legal move, sorted. Where a Domineering position does not say whose turn it is, there is
    /// none.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self {
            Position::Dots(position) => position.legal_lines().map(Move::Line).collect(),
            Position::Domineering(position) => {
                position.turn().map(|turn| position.legal_squares(turn).map(Move::Square).collect()).unwrap_or_default()
            }
            Position::Cram(position) | Position::Xo(position) => {
                position.legal_pairs().map(|(first, second)| Move::Pair(first, second)).collect()
            }
            Position::Kings(position) => position.grid().free_squares().map(Move::Square).collect(),
        }
    }

    /// Whether there is a legal move.
    pub fn has_move(&self) -> bool {
        match self {
            Position::Dots(position) => position.legal_lines().next().is_some(),
            Position::Domineering(position) => {
                position.turn().is_some_and(|turn| position.legal_squares(turn).next().is_some())
            }
            Position::Cram(position) | Position::Xo(position) => position.legal_pairs().next().is_some(),
            Position::Kings(position) => position.grid().free_squares().next().is_some(),
        }
    }
}
