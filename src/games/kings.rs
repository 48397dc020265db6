//! Blocking: kings that may not stand next to each other. Elsewhere it is called Obstruction.

use super::IllegalMove;
use super::impartial::{Impartial, Nimber, SmallNimbers};
use crate::board::{Columns, Grid, Mark, Square, Word};
use std::ops::ControlFlow;

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

/// The rules of Blocking on sets of free squares. A king has the number of its square.
#[derive(Clone, Copy, Debug)]
pub struct Kings;

impl Impartial for Kings {
    #[inline]
    fn with_reach<W: Word>(columns: &Columns<W>, set: W) -> W {
        columns.with_king_steps(set)
    }

    fn small() -> &'static SmallNimbers {
        static SMALL: SmallNimbers = SmallNimbers::new();
        &SMALL
    }

    fn moves<W: Word>(_: &Columns<W>, free: W, moves: &mut Vec<u16>) {
        moves.extend(free.ones().map(|square| square as u16));
    }

    #[inline]
    fn taken<W: Word>(columns: &Columns<W>, free: W, number: u16) -> W {
        free & columns.with_king_steps(W::bit(number.into()))
    }

    fn placed(number: u16, _: usize) -> (usize, Option<usize>) {
        (number.into(), None)
    }

    /// Of two neighbours in a row or column that block the same squares, only the first is tried.
    #[inline]
    fn each_option<W: Word>(
        columns: &Columns<W>,
        free: W,
        mut each: impl FnMut(W) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let tall = free | columns.up(free) | columns.down(free);
        let wide = free | columns.left(free) | columns.right(free);
        let like_left = columns.right(free).minus(columns.right(columns.right(tall)) | columns.left(tall));
        let like_above = columns.down(free).minus(columns.down(columns.down(wide)) | columns.up(wide));
        let mut squares = free.minus(like_left | like_above).ones();
        squares.try_for_each(|square| each(free & columns.with_king_steps(W::bit(square))))
    }

    /// On four rows, all free, the second player answers so that the two kings close all of three
    /// columns: a king on one of the upper two rows with one on the lowest, and the other way round.
    /// Where a half turn maps a position to itself and no square to one next to it, the second player
    /// answers every move by its image; and the first, who takes the square in the middle, is the
    /// second from then on.
    #[inline]
    fn known<W: Word>(columns: &Columns<W>, free: W, rows: usize) -> Nimber {
        let cols = columns.cols();
        let four_rows = (rows == 4 || cols == 4) && free.count() as usize == rows * cols;
        if four_rows {
            return Nimber::Exactly(0);
        }
        if columns.half_turned(free, rows) != free {
            return Nimber::NoneOf(0);
        }
        // The image of a square is next to it, or is it, where both touch the middle.
        let middle_rows = (rows - 1) / 2..=rows / 2;
        let mut middle = middle_rows.flat_map(|row| ((cols - 1) / 2..=cols / 2).map(move |col| row * cols + col));
        match middle.any(|square| free.has(square)) {
            false => Nimber::Exactly(0),
            true if rows % 2 == 1 && cols % 2 == 1 => Nimber::NoneOf(1),
            true => Nimber::NoneOf(0),
        }
    }
}
