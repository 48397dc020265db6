//! Blocking: kings that may not stand next to each other. Elsewhere it is called Obstruction.

use super::IllegalMove;
use crate::board::{Grid, Mark, Square};

/// A board of Blocking. A square next to a king (`X` or `O`) is blocked from the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KingsPosition {
    grid: Grid,
}

impl KingsPosition {
    /// A board as written; free squares next to an `X` or `O` become blocked.
    pub fn new(grid: Grid) -> Self {
        let mut position = Self { grid };
        let king = |&square: &Square| matches!(position.grid.mark(square), Some(Mark::X | Mark::O));
        for square in position.grid.squares().filter(king).collect::<Vec<_>>() {
            position.block_around(square);
        }
        position
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Places a king and blocks what is around it.
    ///
    /// # Errors
    /// [`IllegalMove`] where the square is not free; the board is then unchanged.
    pub fn place(&mut self, square: Square, mark: Mark) -> Result<(), IllegalMove> {
        IllegalMove::unless_free(&self.grid, square)?;
        self.grid.set(square, mark);
        self.block_around(square);
        Ok(())
    }

    fn block_around(&mut self, square: Square) {
        for around in self.grid.king_steps(square).collect::<Vec<_>>() {
            if self.grid.is_free(around) {
                self.grid.set(around, Mark::Blocked);
            }
        }
    }
}
