//! Parts as keys of a memory.

use crate::board::{Part, Wide, Word};
use crate::memory::Key;

/// A word with room for parts, and their keys.
pub(crate) trait PartWord: Word + 'static {
    /// Names a part: its squares and its number of columns.
    type Key: Key;
    /// The largest boxes, in squares, whose keys have a binary form; 0 where none have.
    const MOST_AREA: usize;

    /// The key of a part, among parts whose boxes have at most `area` squares.
    fn key(part: Part<Self>, area: u32) -> Self::Key;
}

/// Bits that the columns of a part take: they are at most 11 on boards of 128 squares.
pub(crate) const COLUMN_BITS: u32 = 4;

impl PartWord for u64 {
    type Key = u128;
    const MOST_AREA: usize = 64;

    #[inline]
    fn key(part: Part<u64>, area: u32) -> u128 {
        u128::from(part.squares) | u128::from(part.cols) << area
    }
}

impl PartWord for u128 {
    type Key = u128;
    const MOST_AREA: usize = 128 - COLUMN_BITS as usize;

    #[inline]
    fn key(part: Part<u128>, area: u32) -> u128 {
        part.squares | u128::from(part.cols) << area
    }
}

impl<const N: usize> PartWord for Wide<N> {
    type Key = Part<Self>;
    const MOST_AREA: usize = 0;

    fn key(part: Part<Self>, _: u32) -> Part<Self> {
        part
    }
}

impl<const N: usize> Key for Part<Wide<N>> {
    /// The squares alone: parts of wide boards have no binary form, and only a growing memory takes
    /// them.
    fn to_bits(self) -> u128 {
        self.squares.low_u128()
    }
}
