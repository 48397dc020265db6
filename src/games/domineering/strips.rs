//! What a side is sure of when it gives up every move across some lines of the board.
//!
//! If Vertical promises not to play across the border between two rows, the board falls apart into
//! strips whose values add up to no more than the value of the board. Strips of one and two rows are
//! looked up, and the borders are chosen row by row.

use super::sums::Sum;
use super::table::{LARGEST, Table};

/// Longest lines for which there are strips: 2^18 of them.
const LONGEST: usize = LARGEST / 2;
/// Bounds of strips of one and two lines of one length.
#[derive(Clone, Debug)]
pub(super) struct Strips {
    lines: usize,
    mask: usize,
    table: &'static Table,
}

impl Strips {
    /// The strips of a board of `lines` lines of `length` squares; `None` where they would be too many.
    pub(super) fn new(length: usize, lines: usize) -> Option<Self> {
        if length > LONGEST {
            return None;
        }
        Some(Self { lines, mask: (1 << length) - 1, table: Table::of(2, length) })
    }

    /// What the side that plays across the lines is sure of. `strip` gives the squares of the two lines
    /// from a line on.
    #[inline]
    pub(super) fn sure(&self, strip: impl Fn(usize) -> usize) -> Sum {
        let across = &self.table.across;
        // Line by line the best way to cut so far, and that up to one line before.
        let (mut before, mut best) = (Sum::default(), Sum::default());
        for line in 0..self.lines {
            let single = best.with(across[strip(line) & self.mask]);
            let joined = if line == 0 { single } else { before.with(across[strip(line - 1)]) };
            (before, best) = (best, single.better(joined));
        }
        best
    }
}
