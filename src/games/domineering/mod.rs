//! Domineering, which a coursework calls Dominoes.

mod evaluation;
mod field;
mod images;
mod layout;
mod limits;
mod outcomes;
mod packing;
mod parts;
mod strips;
mod sums;
mod table;
mod threes;
mod thresholds;
mod worth;

pub use evaluation::Evaluation;
pub use field::{Field, Index, Placing};
pub use layout::Layout;
pub use outcomes::{Counts, MOST_SQUARES_OF_OUTCOMES, Outcomes};
pub use worth::{MOST_SQUARES, Worth, WorthError, worth};

use super::IllegalMove;
use crate::board::{Grid, Mark, Square};

/// Whose turn it is: each side places dominoes one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Fills a square and the one below.
    Vertical,
    /// Fills a square and the one to its right.
    Horizontal,
}

impl Turn {
    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
        }
    }

    /// The second square of a domino of this side that is named by its first.
    fn second(self, first: Square) -> Square {
        match self {
            Self::Vertical => Square { row: first.row.saturating_add(1), ..first },
            Self::Horizontal => Square { col: first.col.saturating_add(1), ..first },
        }
    }
}

/// A board and, where it is said, whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DomineeringPosition {
    grid: Grid,
    turn: Option<Turn>,
}

impl DomineeringPosition {
    /// A board on which `turn` moves; `None` asks about both sides.
    pub fn new(grid: Grid, turn: Option<Turn>) -> Self {
        Self { grid, turn }
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// The first square of every domino that `turn` can place, row by row.
    pub fn legal_squares(&self, turn: Turn) -> impl Iterator<Item = Square> + '_ {
        self.grid.free_squares().filter(move |&first| self.grid.is_free(turn.second(first)))
    }

    /// Places the domino of `turn` that is named by its first square.
    ///
    /// # Errors
    /// [`IllegalMove`] where it does not fit; the board is then unchanged.
    pub fn place(&mut self, first: Square, turn: Turn) -> Result<(), IllegalMove> {
        let second = turn.second(first);
        for square in [first, second] {
            IllegalMove::unless_free(&self.grid, square)?;
        }
        self.grid.set(first, Mark::Filled);
        self.grid.set(second, Mark::Filled);
        self.turn = Some(turn.other());
        Ok(())
    }
}
