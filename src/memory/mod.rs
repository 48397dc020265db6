//! Exact memories of what a search has proved.
//!
//! A key is the whole identity of a position, never a bare hash: a memory may forget, but what it
//! answers is true.

mod expanding;
mod fixed;
mod growing;
mod key_word;
mod machine;
mod zeroed;

pub(crate) use expanding::Expanding;
pub use fixed::Fixed;
pub use growing::Growing;
pub use key_word::{KeyWord, WideKey};
pub use machine::machine_memory;

use crate::game::Bounds;
use std::fmt::Debug;
use std::hash::Hash;

/// What names a position in a memory.
pub trait Key: Copy + Eq + Hash + Debug + Send + Sync {
    /// The key as a binary number of [`crate::game::Game::key_bits`] bits, where it has such a form.
    fn to_bits(self) -> u128;
}

impl Key for u64 {
    #[inline]
    fn to_bits(self) -> u128 {
        self.into()
    }
}

impl Key for u128 {
    #[inline]
    fn to_bits(self) -> u128 {
        self
    }
}

/// What can be remembered of a key: a fact that fits 16 bits.
pub trait Fact: Copy + Debug + Send + Sync {
    /// The fact as a number.
    fn pack(self) -> u16;
    /// The fact that [`Fact::pack`] made this number of.
    fn unpack(bits: u16) -> Self;
}

impl Fact for Bounds {
    /// Both limits, each within -127..=127.
    #[inline]
    fn pack(self) -> u16 {
        debug_assert!(self.low <= self.high && -Fixed::MOST <= self.low && self.high <= Fixed::MOST);
        ((self.low + 128) as u16) << 8 | (self.high + 128) as u16
    }

    #[inline]
    fn unpack(bits: u16) -> Self {
        Self { low: (bits >> 8) as i16 - 128, high: (bits & 0xff) as i16 - 128 }
    }
}

/// Remembers proved facts by key: limits of values, where nothing else is said.
pub trait Memory<K: Key, F = Bounds> {
    /// What is remembered of `key`.
    fn probe(&self, key: K) -> Option<F>;

    /// Remembers `fact` about `key`. Only what is proved may be stored. `weight` measures what it would
    /// cost to find it out again, 0..=63.
    fn store(&self, key: K, fact: F, weight: u8);

    /// The bytes it takes now.
    fn bytes(&self) -> u64;
}

/// No memory at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgetful;

impl<K: Key, F> Memory<K, F> for Forgetful {
    #[inline]
    fn probe(&self, _: K) -> Option<F> {
        None
    }

    #[inline]
    fn store(&self, _: K, _: F, _: u8) {}

    fn bytes(&self) -> u64 {
        0
    }
}
