//! Dominoes that a side can be sure of although the other side plays against them.

use super::field::Side;
use crate::board::Word;

/// Disjoint places for dominoes of one side, by how the other side can spoil them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Packing {
    /// Places that the other side cannot touch.
    safe: i16,
    /// 2x2 blocks with a wall along one side: the first domino makes a second one safe.
    blocks: i16,
    /// Places of which one domino may spoil two.
    shared: i16,
    /// Places that are spoiled one by one.
    single: i16,
    /// Squares that neither the places nor the other side can use.
    unused: i16,
}

impl Packing {
    /// Packs greedily.
    #[inline]
    pub(super) fn of<W: Word>(side: &Side<W>, free: W) -> Self {
        let step = side.length;
        let one_line = side.lines == 1;
        let after = |set: W| if one_line { W::EMPTY } else { set.down(step) };
        let before = |set: W| if one_line { W::EMPTY } else { set.up(step) };
        let walled = side.walled(free);
        let mut packing = Self::default();

        // Blocks: the pair at a number and the pair one line on, with a wall along the outside of one.
        let pairs = side.pairs(free);
        let squares = pairs & after(pairs);
        let wall_before = !before(free);
        let wall_after = !after(after(free));
        let both = |wall: W| wall & wall.down_one();
        let mut open = free;
        let near = squares & both(wall_before);
        let far = squares & both(wall_after);
        let mut candidates = near | far;
        while !candidates.is_empty() {
            let index = candidates.lowest();
            let pair = W::bit(index) | W::bit(index + 1);
            let block = pair | before(pair);
            packing.blocks += 1;
            // Nothing is packed beside the block, where one domino could spoil both.
            open = open.minus(block | before(block) | after(block));
            let pairs = side.pairs(open);
            candidates = pairs & after(pairs) & candidates;
        }

        let safe = side.every_second(side.pairs(walled & open));
        let safe_squares = safe | safe.up_one();
        packing.safe = safe.count() as i16;
        open = open.minus(safe_squares);
        let places = side.every_second(side.pairs(open));
        let covered = places | places.up_one();
        let touched = covered & (before(covered) | after(covered));
        let shared = places & (touched | touched.down_one());
        packing.shared = shared.count() as i16;
        packing.single = places.count() as i16 - packing.shared;
        packing.unused = walled.minus(safe_squares | covered).count() as i16;
        packing
    }

    /// What the side gets at least if the other side moves next.
    #[inline]
    pub(super) fn moving_second(self) -> i16 {
        let odd = self.blocks % 2;
        let shared = self.shared + 2 * odd;
        let extra = i16::from(shared % 3 > 0 && self.single % 2 == 1);
        self.safe + self.blocks - odd + shared / 3 + self.single / 2 + extra
    }

    /// What the side gets at least if it moves next.
    #[inline]
    pub(super) fn moving_first(self) -> i16 {
        let mut best = self.moving_second();
        if self.blocks > 0 {
            best = best.max(2 + Self { blocks: self.blocks - 1, ..self }.moving_second());
        }
        if self.shared > 0 {
            best = best.max(1 + Self { shared: self.shared - 1, ..self }.moving_second());
        }
        if self.single > 0 {
            best = best.max(1 + Self { single: self.single - 1, ..self }.moving_second());
        }
        best
    }

    /// What the other side gets at most, of `free` squares with room for `real` of its dominoes, when
    /// this side gets `least`.
    #[inline]
    pub(super) fn most_for_other(self, least: i16, free: i16, real: i16) -> i16 {
        ((free - 2 * least - self.unused) / 2).min(real - (self.blocks - self.blocks % 2))
    }
}
