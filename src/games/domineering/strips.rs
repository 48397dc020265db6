//! What a side is sure of when it gives up every move across some lines of the board.
//!
//! If Vertical promises not to play across the border between two rows, the board falls apart into
//! strips whose values add up to no more than the value of the board. Strips of one and two rows are
//! looked up, of three in long searches, and the borders are chosen row by row.

use super::sums::Sum;
use super::table::{LARGEST, Table};
use super::threes::Threes;
use std::sync::{Arc, OnceLock};

/// Longest lines for which there are strips: 2^18 of them.
const LONGEST: usize = LARGEST / 2;
const _: () = assert!(LONGEST <= super::threes::LONGEST);
/// How many fillings are worked out in about the time of a position of a search.
const FILLINGS_A_NODE: u64 = 32;

/// Bounds of strips of one, two and perhaps three lines of one length.
#[derive(Clone, Debug)]
pub(super) struct Strips {
    length: usize,
    lines: usize,
    table: &'static Table,
    threes: OnceLock<Arc<Threes>>,
}

impl Strips {
    /// The strips of a board of `lines` lines of `length` squares; `None` where they would be too many.
    pub(super) fn new(length: usize, lines: usize) -> Option<Self> {
        if length > LONGEST {
            return None;
        }
        Some(Self { length, lines, table: Table::of(2, length), threes: OnceLock::new() })
    }

    /// Makes strips of three lines known too, where a search of `nodes` positions and more is worth the
    /// work and it takes no more than `room` bytes, unless `go_on` says no before it is done.
    pub(super) fn deepen(&self, nodes: u64, room: u64, go_on: &dyn Fn() -> bool) {
        let is_worth_it = self.lines > 2 && nodes >= Threes::fillings(self.length) / FILLINGS_A_NODE;
        if is_worth_it
            && self.threes.get().is_none()
            && let Some(threes) = Threes::of(self.length, room, go_on)
        {
            // Where another thread was faster it has set the same.
            let _ = self.threes.set(threes);
        }
    }

    /// The bytes that strips of three lines take, if they are known.
    pub(super) fn bytes(&self) -> u64 {
        self.threes.get().map_or(0, |_| Threes::bytes(self.length).0)
    }

    /// What the side that plays across the lines is sure of. `strip` gives the squares of the three
    /// lines from a line on, and nothing beyond the last line.
    #[inline]
    pub(super) fn sure(&self, strip: impl Fn(usize) -> usize) -> Sum {
        let across = &self.table.across;
        let (one, two) = ((1 << self.length) - 1, (1 << (2 * self.length)) - 1);
        let threes = self.threes.get();
        // Line by line the best way to cut so far, and those up to one line and two lines before; and the
        // strips that begin one line and two lines before.
        let (mut earlier, mut before, mut best) = (Sum::default(), Sum::default(), Sum::default());
        let (mut from_earlier, mut from_before) = (0, 0);
        for line in 0..self.lines {
            let from_here = strip(line);
            let mut next = best.with(across[from_here & one]);
            if line > 0 {
                next = next.better(before.with(across[from_before & two]));
            }
            if let Some(threes) = threes
                && line > 1
            {
                next = next.better(earlier.with(threes.sure(from_earlier)));
            }
            (earlier, before, best) = (before, best, next);
            (from_earlier, from_before) = (from_before, from_here);
        }
        best
    }
}
