//! Cram, and XO, which is Cram with a count of the dominoes.

use super::IllegalMove;
use super::impartial::{Impartial, Nimber, SmallNimbers};
use crate::board::{Columns, Grid, Mark, Square, Word};
use std::ops::ControlFlow;

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

/// The rules of Cram on sets of free squares. The domino with the first square `i` has the number
/// `2 * i` if it lies, `2 * i + 1` if it stands.
#[derive(Clone, Copy, Debug)]
pub struct Cram;

impl Impartial for Cram {
    #[inline]
    fn with_reach<W: Word>(columns: &Columns<W>, set: W) -> W {
        columns.with_sides(set)
    }

    fn small() -> &'static SmallNimbers {
        static SMALL: SmallNimbers = SmallNimbers::new();
        &SMALL
    }

    fn moves<W: Word>(columns: &Columns<W>, free: W, moves: &mut Vec<u16>) {
        moves.extend((free & columns.left(free)).ones().map(|first| 2 * first as u16));
        moves.extend((free & columns.up(free)).ones().map(|first| 2 * first as u16 + 1));
    }

    #[inline]
    fn taken<W: Word>(columns: &Columns<W>, _: W, number: u16) -> W {
        let (first, second) = Self::placed(number, columns.cols());
        second.map_or(W::EMPTY, W::bit) | W::bit(first)
    }

    fn placed(number: u16, cols: usize) -> (usize, Option<usize>) {
        let first = usize::from(number / 2);
        (first, Some(first + if number.is_multiple_of(2) { 1 } else { cols }))
    }

    #[inline]
    fn each_option<W: Word>(columns: &Columns<W>, free: W, each: impl FnMut(W) -> ControlFlow<()>) -> ControlFlow<()> {
        let lying = (free & columns.left(free)).ones().map(|first| W::bit(first).up_one() | W::bit(first));
        let standing = (free & columns.up(free)).ones().map(|first| columns.down(W::bit(first)) | W::bit(first));
        lying.chain(standing).try_for_each(each)
    }

    /// A *tuft* is a square with one neighbour. Of several tufts at one square one will do. A square
    /// whose neighbours all have a tuft may go: a domino on it and a neighbour leaves what a domino on
    /// the neighbour and its tuft does.
    #[inline]
    fn reduced<W: Word>(columns: &Columns<W>, mut free: W) -> W {
        loop {
            let (left, right, up, down) = near(columns, free, free);
            let placeable = left | right | up | down;
            let tufts = placeable.minus(left & right | up & down | (left | right) & (up | down));
            if tufts.is_empty() {
                return placeable;
            }
            let (left, right, up, down) = near(columns, tufts, free);
            let extra = columns.right(right & left)
                | columns.up(up & (left | right))
                | columns.down(down & (left | right | up));
            let mut rest = placeable.minus(extra);
            if rest == free {
                let without_tuft = free.minus(left | right | up | down);
                let (left, right, up, down) = near(columns, without_tuft, free);
                rest = free & tufts | left | right | up | down;
            }
            if rest == free {
                return free;
            }
            free = rest;
        }
    }

    /// Where a half turn maps a position to itself and no domino to one that overlaps it, the second
    /// player answers every move by its image. Where the domino in the middle is the only one that does,
    /// the first player takes it and is the second from then on.
    #[inline]
    fn known<W: Word>(columns: &Columns<W>, free: W, rows: usize) -> Nimber {
        let cols = columns.cols();
        let middle = (rows * cols - 1) / 2;
        let odd = rows * cols % 2 == 1;
        if odd && free.has(middle) || columns.half_turned(free, rows) != free {
            return Nimber::NoneOf(0);
        }
        let even = rows.is_multiple_of(2) && cols.is_multiple_of(2);
        if odd || even {
            return Nimber::Exactly(0);
        }
        let middle = if rows.is_multiple_of(2) { (rows / 2 - 1) * cols + cols / 2 } else { middle };
        if free.has(middle) { Nimber::NoneOf(1) } else { Nimber::Exactly(0) }
    }
}

/// The squares of `free` that have a neighbour in `set` to the left, to the right, above, below.
#[inline]
fn near<W: Word>(columns: &Columns<W>, set: W, free: W) -> (W, W, W, W) {
    (columns.right(set) & free, columns.left(set) & free, columns.down(set) & free, columns.up(set) & free)
}
