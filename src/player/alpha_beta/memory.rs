//! What a search of some depth remembers: bounded, and for one search alone.

use crate::game::{Bounds, Value};
use std::hash::{Hash, Hasher};

/// What was found out about a position: limits of what a search of exactly this depth says of it. They
/// are no good for any other depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<P, M> {
    position: P,
    pub(super) depth: u8,
    pub(super) bounds: Bounds,
    /// Whether the limits are those of the value itself, at any depth.
    pub(super) proved: bool,
    /// The move that was best, to be tried first.
    pub(super) best: M,
}

/// A number of places, each with room for the position that came there last.
#[derive(Debug)]
pub(super) struct Memory<P, M> {
    entries: Vec<Option<Entry<P, M>>>,
    /// The most places that there may be.
    most: usize,
}

impl<P: Copy + Eq + Hash, M: Copy> Memory<P, M> {
    /// A memory without room, which may grow to `bytes`.
    pub(super) fn within(bytes: u64) -> Self {
        let places = bytes / size_of::<Option<Entry<P, M>>>() as u64;
        Self { entries: Vec::new(), most: usize::try_from(places).unwrap_or(usize::MAX) }
    }

    /// Makes room for about `positions`, if there is not; what was known is kept.
    pub(super) fn make_room(&mut self, positions: u64) {
        let wanted = usize::try_from(positions).unwrap_or(usize::MAX).min(self.most);
        let places = if wanted == 0 { 0 } else { 1 << wanted.ilog2() };
        if places > self.entries.len() {
            let known = std::mem::replace(&mut self.entries, vec![None; places]);
            for entry in known.into_iter().flatten() {
                self.store(entry);
            }
        }
    }

    /// Forgets everything: what is stored says nothing about searches that estimate in another way.
    pub(super) fn clear(&mut self) {
        self.entries.fill(None);
    }

    pub(super) fn has_room(&self) -> bool {
        !self.entries.is_empty()
    }

    pub(super) fn probe(&self, position: &P) -> Option<&Entry<P, M>> {
        if self.entries.is_empty() {
            return None;
        }
        self.entries[self.place(position)].as_ref().filter(|entry| entry.position == *position)
    }

    /// Stores what was found out; the last to come stays.
    pub(super) fn remember(&mut self, position: P, depth: u8, bounds: Bounds, proved: bool, best: M) {
        if !self.entries.is_empty() {
            self.store(Entry { position, depth, bounds, proved, best });
        }
    }

    fn store(&mut self, entry: Entry<P, M>) {
        let place = self.place(&entry.position);
        self.entries[place] = Some(entry);
    }

    /// There are a power of two of places.
    fn place(&self, position: &P) -> usize {
        let mut mixer = Mixer(0);
        position.hash(&mut mixer);
        (mixer.finish() as usize) & (self.entries.len() - 1)
    }
}

/// Mixes the parts of a position: the same place on every machine, so that a search can be repeated.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}

/// Limits that hold at the side of a window where `found` came out.
pub(super) fn limits(found: Value, alpha: Value, beta: Value, most: Value) -> Bounds {
    Bounds { low: if found > alpha { found } else { -most }, high: if found < beta { found } else { most } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_of_the_position() {
        let mut memory = Memory::<u64, u16>::within(1 << 20);
        memory.remember(7, 3, Bounds::exactly(1), false, 9);
        assert!(memory.probe(&7).is_none(), "there is no room");
        memory.make_room(100);
        for position in 0..1000u64 {
            memory.remember(position, (position % 5) as u8, Bounds::exactly(position as Value), true, 0);
        }
        memory.make_room(1000);
        let mut known = 0;
        for position in 0..1000u64 {
            if let Some(entry) = memory.probe(&position) {
                known += 1;
                assert_eq!((u64::from(entry.depth), entry.bounds.low as u64), (position % 5, position));
            }
        }
        assert!(known > 30, "{known} of 64 are left");
        memory.clear();
        assert!((0..1000).all(|position| memory.probe(&position).is_none()));
    }

    #[test]
    fn it_stays_within_its_bytes() {
        for bytes in [0, 1, 100, 4096, 1 << 20] {
            let mut memory = Memory::<u64, u16>::within(bytes);
            for positions in [1, 1000, u64::MAX] {
                memory.make_room(positions);
                assert!(memory.entries.len() * size_of::<Option<Entry<u64, u16>>>() <= bytes as usize, "{bytes}");
                memory.remember(7, 3, Bounds::exactly(1), true, 9);
            }
            assert_eq!(memory.probe(&7).is_some(), bytes >= 100, "{bytes}");
        }
    }
}
