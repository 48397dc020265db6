//! Exact memories of what a search has proved.
//!
//! A key is the whole identity of a position, never a bare hash: a memory may forget, but what it
//! answers is true.

mod fixed;
mod growing;
mod zeroed;

pub use fixed::Fixed;
pub use growing::Growing;

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

/// Remembers proved limits of values by key.
pub trait Memory<K: Key> {
    /// What is remembered of `key`.
    fn probe(&self, key: K) -> Option<Bounds>;

    /// Remembers that the value of `key` is within `bounds`. Only what is proved may be stored.
    /// `weight` measures what it would cost to find it out again, 0..=63.
    fn store(&self, key: K, bounds: Bounds, weight: u8);

    /// The bytes it takes now.
    fn bytes(&self) -> u64;
}

/// No memory at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgetful;

impl<K: Key> Memory<K> for Forgetful {
    #[inline]
    fn probe(&self, _: K) -> Option<Bounds> {
        None
    }

    #[inline]
    fn store(&self, _: K, _: Bounds, _: u8) {}

    fn bytes(&self) -> u64 {
        0
    }
}
