//! A memory that keeps everything, behind a lock: a hash table that grows as it fills.

use super::{Key, Memory};
use crate::game::Bounds;
use hashbrown::HashMap;
use std::sync::{Mutex, MutexGuard};

/// A growing memory. Where a limit is set, it keeps what it has and takes nothing new once full.
#[derive(Debug)]
pub struct Growing<K, F = Bounds> {
    map: Mutex<HashMap<K, F>>,
    most: usize,
}

impl<K: Key, F: Copy> Growing<K, F> {
    /// A memory without a limit.
    pub fn new() -> Self {
        Self { map: Mutex::default(), most: usize::MAX }
    }

    /// A memory that stays under `bytes` bytes, also while it grows.
    pub fn with_limit(bytes: u64) -> Self {
        // A table of n entries has up to 8/7 n slots rounded up to a power of two, and doubling it
        // holds the old and the new one for a moment: six times the entries covers both.
        let entry = (size_of::<(K, F)>() + 1) as u64;
        Self { map: Mutex::default(), most: usize::try_from(bytes / (6 * entry)).unwrap_or(usize::MAX) }
    }

    /// The map. What a thread that panicked has stored is proved all the same.
    fn map(&self) -> MutexGuard<'_, HashMap<K, F>> {
        self.map.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.map().len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything and keeps the room.
    pub fn clear(&self) {
        self.map().clear();
    }
}

impl<K: Key, F: Copy> Default for Growing<K, F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Key, F: Copy> Memory<K, F> for Growing<K, F> {
    #[inline]
    fn probe(&self, key: K) -> Option<F> {
        self.map().get(&key).copied()
    }

    #[inline]
    fn store(&self, key: K, fact: F, _: u8) {
        let mut map = self.map();
        if map.len() < self.most {
            map.insert(key, fact);
        } else if let Some(known) = map.get_mut(&key) {
            *known = fact;
        }
    }

    fn bytes(&self) -> u64 {
        self.map().allocation_size() as u64
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
