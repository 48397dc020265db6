//! A board on which threads announce what they are searching, so that others look elsewhere first.
//!
//! It steers the order of moves and nothing else: a stale or clashing announcement costs time, never
//! a value. (The idea is Jean-Christophe Weill's ABDADA, 1996, in the form of a separate table.)

use hashbrown::DefaultHashBuilder;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};

const SLOTS: usize = 1 << 12;

/// The board. Zero stands for a free slot.
#[derive(Debug)]
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
    hasher: DefaultHashBuilder,
}

/// An announcement, to be taken back when the search of that position ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    sign: u64,
    taken: bool,
}

impl Claim {
    /// Whether another thread had announced the same position.
    pub(crate) fn is_taken(self) -> bool {
        self.taken
    }
}

impl Default for Busy {
    fn default() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(), hasher: DefaultHashBuilder::default() }
    }
}

impl Busy {
    /// Positions of less weight are not worth announcing.
    pub(crate) const LEAST_WEIGHT: u8 = 14;

    pub(crate) fn claim(&self, position: &impl Hash) -> Claim {
        let sign = self.hasher.hash_one(position) | 1;
        let slot = self.slot(sign);
        let taken = slot.load(Ordering::Relaxed) == sign;
        if !taken {
            slot.store(sign, Ordering::Relaxed);
        }
        Claim { sign, taken }
    }

    pub(crate) fn release(&self, claim: Claim) {
        if !claim.taken {
            let slot = self.slot(claim.sign);
            // Where a clash has overwritten it, the slot is the other thread's to clear.
            let _ = slot.compare_exchange(claim.sign, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn slot(&self, sign: u64) -> &AtomicU64 {
        &self.slots[sign as usize >> 1 & (SLOTS - 1)]
    }
}
