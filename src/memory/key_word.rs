//! Words that name positions: a set beside a number.

use super::Key;
use crate::board::{Wide, Word};

/// A word that can be the key of a position, together with a number that says what the set does not.
pub trait KeyWord: Word {
    /// Names a set and a number.
    type Key: Key;
    /// The bits that a key has room for; 0 where it is not a binary number.
    const KEY_BITS: u32;
    /// The key of `set`, a set of numbers below `bits`, with `beside`. Where keys are binary numbers
    /// `beside` has room above these bits.
    fn key(set: Self, beside: u32, bits: u32) -> Self::Key;
    /// The key that is this binary number. It names nothing where keys are none.
    fn key_of_number(number: u128) -> Self::Key;
}

impl KeyWord for u64 {
    type Key = u128;
    const KEY_BITS: u32 = 128;

    #[inline]
    fn key(set: Self, beside: u32, bits: u32) -> u128 {
        u128::key(set.into(), beside, bits)
    }

    #[inline]
    fn key_of_number(number: u128) -> u128 {
        number
    }
}

impl KeyWord for u128 {
    type Key = u128;
    const KEY_BITS: u32 = 128;

    #[inline]
    fn key(set: Self, beside: u32, bits: u32) -> u128 {
        // With nothing beside it the set may take all 128 bits.
        if beside == 0 { set } else { u128::from(beside) << bits | set }
    }

    #[inline]
    fn key_of_number(number: u128) -> u128 {
        number
    }
}

impl<const N: usize> KeyWord for Wide<N> {
    type Key = WideKey<N>;
    const KEY_BITS: u32 = 0;

    fn key(set: Self, beside: u32, _: u32) -> WideKey<N> {
        WideKey { set, beside }
    }

    fn key_of_number(_: u128) -> WideKey<N> {
        WideKey { set: Self::EMPTY, beside: 0 }
    }
}

/// The key of a set that is wider than a binary key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WideKey<const N: usize> {
    set: Wide<N>,
    beside: u32,
}

impl<const N: usize> Key for WideKey<N> {
    /// The lowest bits alone: only a growing memory takes such keys.
    fn to_bits(self) -> u128 {
        self.set.low_u128()
    }
}

impl<const N: usize> Key for Wide<N> {
    /// As in [`WideKey`].
    fn to_bits(self) -> u128 {
        self.low_u128()
    }
}
