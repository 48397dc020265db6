//! Chance that can be repeated: the same seed means the same choices on every machine and in every version.
//!
//! So no part of a choice is left to a library that may change it: the numbers are the ChaCha stream
//! cipher's with 8 rounds, its 32-byte key being the seed, least byte first, and zeros, its nonce zero.
//! They are taken 32 bits at a time. One of `n` things is chosen by taking numbers until one is below the
//! largest multiple of `n` that is at most 2^32; its place is the remainder of that number's division by
//! `n`.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::hash::BuildHasher;

/// A source of choices that a seed determines.
#[derive(Clone, Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// The choices that belong to `seed`.
    pub fn new(seed: u64) -> Self {
        Self::of(seed, 0)
    }

    /// The choices of the `part`-th of several things that share a seed, games of a match for one: they
    /// have nothing to do with those of another part. Part 0 has those of [`Chance::new`].
    pub fn of(seed: u64, part: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&part.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Choices that nobody can foresee; print a seed of theirs, so that what follows can be repeated.
    pub fn from_time() -> Self {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        // The time can be guessed; what the standard library keys its hash maps with comes from the system's chance.
        Self::of(std::hash::RandomState::new().hash_one(now), u64::from(std::process::id()))
    }

    /// A number below `count`, each with equal chance; 0 where `count` is 0.
    pub fn below(&mut self, count: u32) -> u32 {
        if count == 0 {
            return 0;
        }
        let count = u64::from(count);
        let end = (1 << 32) / count * count;
        loop {
            let number = u64::from(self.0.next_u32());
            if number < end {
                return (number % count) as u32;
            }
        }
    }

    /// One of some things, each with equal chance.
    ///
    /// # Panics
    /// Where there is none.
    pub fn one_of<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len() as u32) as usize]
    }

    /// A seed for something of its own.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}
