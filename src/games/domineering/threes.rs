//! Bounds of every filling of three lines, for searches that turn out long.
//!
//! Boards with an odd number of lines are cut into pairs of lines and one that is left over, which is
//! worth much to the side along it; three lines hold it better. (7x9, Vertical first: 773,460 nodes with
//! pairs, a twentieth with threes.) There are up to 2^27 fillings, so few heats are kept, and fillings are
//! worked out in blocks that share the third line, those with fewer free squares first: only the
//! last three numbers of free squares are needed at a time.

use super::sums::Sure;
use super::table::ones;
use super::thresholds::Thresholds;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The heats that are kept, in quarters. Of all nine these do nearly as well.
const HEATS: [u8; 4] = [0, 2, 3, 4];

/// The longest lines: 2^27 fillings.
pub(super) const LONGEST: usize = 9;

/// Every filling of three lines of some length, numbered line by line.
#[derive(Debug)]
pub(super) struct Threes {
    /// What the side that plays across the lines is sure of.
    across: Vec<Sure>,
}

/// Those that somebody uses, by length.
static IN_USE: [Mutex<Weak<Threes>>; LONGEST + 1] = [const { Mutex::new(Weak::new()) }; LONGEST + 1];

impl Threes {
    /// How many fillings three lines of `length` squares have.
    pub(super) fn fillings(length: usize) -> u64 {
        1 << (3 * length)
    }

    /// The bytes that the bounds take, and about those that they take while they are worked out.
    pub(super) fn bytes(length: usize) -> (u64, u64) {
        (Self::fillings(length) * size_of::<Sure>() as u64, Self::fillings(length) * 5)
    }

    /// The bounds for lines of `length` squares, at most [`LONGEST`]; `None` where nobody has them yet and it
    /// would take more than `room` bytes to work them out, or `go_on`, which is asked often, says no before
    /// that is done.
    pub(super) fn of(length: usize, room: u64, go_on: &dyn Fn() -> bool) -> Option<Arc<Self>> {
        let mut in_use = IN_USE[length].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(threes) = in_use.upgrade() {
            return Some(threes);
        }
        if Self::bytes(length).1 > room {
            return None;
        }
        let threes = Arc::new(Self::new(length, go_on)?);
        *in_use = Arc::downgrade(&threes);
        Some(threes)
    }

    fn new(length: usize, go_on: &dyn Fn() -> bool) -> Option<Self> {
        let mut across = vec![Sure::default(); 1 << (3 * length)];
        let mut blocks = Blocks::new(length);
        for free in 0..=length {
            let of_size = |third: &usize| third.count_ones() as usize == free;
            for third in (0..1 << length).filter(of_size) {
                let turned = blocks.mirrored[third];
                if turned < third {
                    continue;
                }
                if !go_on() {
                    return None;
                }
                let block = blocks.block(third);
                for (filling, thresholds) in block.iter().enumerate() {
                    let sure = thresholds.across(&HEATS);
                    across[third << (2 * length) | filling] = sure;
                    across[turned << (2 * length) | blocks.turned(filling)] = sure;
                }
                blocks.known[third] = block;
            }
            blocks
                .known
                .iter_mut()
                .enumerate()
                .filter(|(third, _)| third.count_ones() as usize + 2 == free)
                .for_each(|(_, block)| *block = Vec::new());
        }
        Some(Self { across })
    }

    /// What the side that plays across the lines is sure of in a filling.
    #[inline]
    pub(super) fn sure(&self, filling: usize) -> Sure {
        self.across[filling]
    }
}

/// The fillings of the first two lines, numbered line by line, for one filling of the third.
type Block = Vec<Thresholds<4>>;

/// Blocks by the filling of the third line. Of a filling and its mirror image only the lesser has one.
struct Blocks {
    length: usize,
    known: Vec<Block>,
    /// The mirror image of each filling of a line.
    mirrored: Vec<usize>,
}

/// A block that a move leads to, which may have to be read in the mirror.
#[derive(Clone, Copy)]
struct Options<'b> {
    block: &'b Block,
    is_turned: bool,
}

impl Options<'_> {
    /// What is known of a filling, given with its mirror image.
    #[inline]
    fn of(&self, filling: usize, turned: usize) -> &Thresholds<4> {
        &self.block[if self.is_turned { turned } else { filling }]
    }
}

impl Blocks {
    fn new(length: usize) -> Self {
        let image = |filling: usize| ones(filling).fold(0, |image, at| image | 1 << (length - 1 - at));
        Self { length, known: vec![Vec::new(); 1 << length], mirrored: (0..1 << length).map(image).collect() }
    }

    /// The mirror image of a filling of two lines.
    #[inline]
    fn turned(&self, filling: usize) -> usize {
        let line = (1 << self.length) - 1;
        self.mirrored[filling & line] | self.mirrored[filling >> self.length] << self.length
    }

    fn options(&self, third: usize) -> Options<'_> {
        let turned = self.mirrored[third];
        Options { block: &self.known[third.min(turned)], is_turned: turned < third }
    }

    /// The block of `third`, from those with fewer free squares there.
    fn block(&self, third: usize) -> Block {
        let length = self.length;
        let line = (1 << length) - 1;
        let along = line >> 1 | line >> 1 << length;
        let of_third: Vec<_> = ones(third & third >> 1).map(|at| self.options(third & !(3 << at))).collect();
        let below: Vec<_> = (0..length).map(|at| self.options(third & !(1 << at))).collect();
        let mut block = Block::with_capacity(1 << (2 * length));
        for free in 0..1usize << (2 * length) {
            let turned = self.turned(free);
            let mut limits = Thresholds::NO_OPTIONS;
            for at in ones(free & free >> length & line) {
                limits = limits.with_own(&block[free & !(1 << at | 1 << (at + length))]);
            }
            for at in ones(free >> length & third) {
                let rest = free & !(1 << (length + at));
                limits = limits.with_own(below[at].of(rest, turned & !(1 << (2 * length - 1 - at))));
            }
            for at in ones(free & free >> 1 & along) {
                limits = limits.with_other(&block[free & !(3 << at)]);
            }
            for options in &of_third {
                limits = limits.with_other(options.of(free, turned));
            }
            block.push(limits.settled(&HEATS));
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Table;
    use super::*;

    /// Where the heat is one that both keep, three lines in blocks are what the box of the same lines is.
    #[test]
    fn blocks_make_the_box() {
        for length in 1..=6 {
            let threes = Threes::new(length, &|| true).expect("nobody stops it");
            let table = Table::of(3, length);
            let promise = |sure: Sure| 2 * i16::from(sure.mean) - i16::from(sure.heat);
            let mut same = 0;
            for filling in 0..1 << (3 * length) {
                let (sure, of_all) = (threes.sure(filling), table.across[filling]);
                assert!(promise(sure) <= promise(of_all), "{length}: {filling:b}");
                assert!(!HEATS.contains(&of_all.heat) || sure == of_all, "{length}: {filling:b} {sure:?} {of_all:?}");
                same += u32::from(sure == of_all);
            }
            assert!(same > 1 << (3 * length - 1), "{length}: {same}");
        }
    }

    #[test]
    fn it_can_be_stopped_and_is_shared() {
        assert!(Threes::of(5, 1 << 20, &|| false).is_none() && Threes::of(5, 1000, &|| true).is_none());
        let one = Threes::of(5, 1 << 20, &|| true).expect("nobody stops it");
        let other = Threes::of(5, 0, &|| false).expect("it is there");
        assert!(Arc::ptr_eq(&one, &other));
    }
}
