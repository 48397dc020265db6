//! Cram, and XO, which is Cram with a count of the dominoes.

use super::IllegalMove;
use crate::board::{Grid, Mark, Square};

/// A board of Cram or XO. Marks tell who placed what; the value does not depend on them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CramPosition {
    grid: Grid,
}

impl CramPosition {
    /// A board as it is.
    pub fn new(grid: Grid) -> Self {
        Self { grid }
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Every domino that can be placed, its smaller square first, sorted.
    pub fn legal_pairs(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        self.grid.free_squares().flat_map(|first| {
            let right = Square { col: first.col + 1, ..first };
            let below = Square { row: first.row + 1, ..first };
            let fits = [right, below].into_iter().filter(|&second| self.grid.is_free(second));
            fits.map(move |second| (first, second))
        })
    }

    /// Places a domino on two neighbouring free squares and marks them.
    ///
    /// # Errors
    /// [`IllegalMove`] where it does not fit; the board is then unchanged.
    pub fn place(&mut self, first: Square, second: Square, mark: Mark) -> Result<(), IllegalMove> {
        for square in [first, second] {
            IllegalMove::unless_free(&self.grid, square)?;
        }
        if first.row.abs_diff(second.row) + first.col.abs_diff(second.col) != 1 {
            return Err(IllegalMove::Apart { first, second });
        }
        self.grid.set(first, mark);
        self.grid.set(second, mark);
        Ok(())
    }
}
