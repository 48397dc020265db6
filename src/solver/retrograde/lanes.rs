//! Values of 64 neighbouring positions, and the six lines that tell them apart.
//!
//! The lines of the six lowest groups are alone in theirs, and bit `i` of a lane's number says whether
//! line `i` is free. A value `v` is kept as `128 + v`, so that the best of several is the larger byte,
//! `-v` is the byte subtracted from 0, and 0 stands below every value.

use wide::{u8x16, u64x2};

/// Lines inside a block.
pub(super) const LOW: usize = 6;
/// Positions of a block.
pub(super) const LANES: usize = 1 << LOW;
/// What is added to a value.
pub(super) const BIAS: u8 = 128;

/// A byte for each position of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Block(pub(super) [u8x16; 4]);

impl Block {
    /// The same byte everywhere.
    pub(super) fn splat(byte: u8) -> Self {
        Self([u8x16::splat(byte); 4])
    }

    /// The bytes that `of` gives.
    pub(super) fn from_fn(of: impl Fn(usize) -> u8) -> Self {
        Self(std::array::from_fn(|quarter| u8x16::new(std::array::from_fn(|lane| of(16 * quarter + lane)))))
    }

    /// The byte of a lane.
    pub(super) fn get(&self, lane: usize) -> u8 {
        self.0[lane / 16].to_array()[lane % 16]
    }

    /// Puts a byte into a lane.
    pub(super) fn set(&mut self, lane: usize, byte: u8) {
        let mut bytes = self.0[lane / 16].to_array();
        bytes[lane % 16] = byte;
        self.0[lane / 16] = u8x16::new(bytes);
    }

    /// The smaller bytes.
    #[inline]
    pub(super) fn least(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own = own.min(*other));
    }
}

/// What drawing a line makes of the values of the positions that it leads to: where it closes nothing,
/// they are negated, elsewhere what it closes is added, and where it may not be drawn nothing is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rise {
    flip: Block,
    add: Block,
    mask: Block,
}

impl Rise {
    /// `gain` is what the line closes in each lane, or `None` where it may not be drawn.
    pub(super) fn new(gain: impl Fn(usize) -> Option<u8>) -> Self {
        Self {
            flip: Block::from_fn(|lane| if gain(lane) == Some(0) { 0xff } else { 0 }),
            add: Block::from_fn(|lane| gain(lane).map_or(0, |gain| gain.max(1))),
            mask: Block::from_fn(|lane| if gain(lane).is_some() { 0xff } else { 0 }),
        }
    }

    #[inline]
    fn of(&self, quarter: usize, child: u8x16) -> u8x16 {
        ((child ^ self.flip.0[quarter]) + self.add.0[quarter]) & self.mask.0[quarter]
    }

    /// Takes the values that drawing the line gives where they are better.
    #[inline]
    pub(super) fn improve(&self, best: &mut Block, child: &Block) {
        for quarter in 0..4 {
            best.0[quarter] = best.0[quarter].max(self.of(quarter, child.0[quarter]));
        }
    }
}

/// Draws the six lines of a block as well, after all others: `best` holds what those are worth.
#[inline]
pub(super) fn settle(best: &mut Block, low: [&Rise; LOW]) {
    for quarter in 0..4 {
        let mut own = best.0[quarter];
        if quarter & 1 != 0 {
            own = own.max(low[4].of(quarter, best.0[quarter ^ 1]));
        }
        if quarter & 2 != 0 {
            own = own.max(low[5].of(quarter, best.0[quarter ^ 2]));
        }
        best.0[quarter] = settle_quarter(own, quarter, low);
    }
}

/// Each round settles the lanes with one more free line.
#[inline]
fn settle_quarter(best: u8x16, quarter: usize, low: [&Rise; LOW]) -> u8x16 {
    let mut settled = best;
    for _ in 0..4 {
        let with = |line: usize, moved: u8x16| low[line].of(quarter, moved);
        let first = with(0, up(settled, 8)).max(with(1, up(settled, 16)));
        let second = with(2, up(settled, 32)).max(with(3, half_up(settled)));
        settled = best.max(first.max(second));
    }
    settled
}

/// Every byte moved up by `bits / 8` lanes; what comes from the other half of the vector is lost, and
/// those lanes have no use for it.
#[inline]
fn up(lanes: u8x16, bits: u32) -> u8x16 {
    wide::bytemuck::cast(wide::bytemuck::cast::<u8x16, u64x2>(lanes) << bits)
}

/// The lower eight bytes moved to the upper eight.
#[inline]
fn half_up(lanes: u8x16) -> u8x16 {
    let [low, _] = wide::bytemuck::cast::<u8x16, u64x2>(lanes).to_array();
    wide::bytemuck::cast(u64x2::new([0, low]))
}
