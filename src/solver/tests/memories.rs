//! Memories for tests: tiny ones, one that knows the truth, and the list of all.

use crate::game::{Bounds, Value};
use crate::memory::{Fixed, Forgetful, Growing, Key, Memory};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A memory of any kind.
pub(super) type AnyMemory<K> = Box<dyn Memory<K> + Sync>;

impl<K: Key> Memory<K> for AnyMemory<K> {
    fn probe(&self, key: K) -> Option<Bounds> {
        (**self).probe(key)
    }

    fn store(&self, key: K, bounds: Bounds, weight: u8) {
        (**self).store(key, bounds, weight);
    }

    fn bytes(&self) -> u64 {
        (**self).bytes()
    }
}

/// As many entries as one likes; a key has one place, and the newest is kept.
struct Slots<K>(Mutex<Vec<Option<(K, Bounds)>>>);

impl<K: Key> Memory<K> for Slots<K> {
    fn probe(&self, key: K) -> Option<Bounds> {
        let slots = self.0.lock().expect("no thread panicked");
        let slot = slots[(key.to_bits() % slots.len() as u128) as usize];
        slot.filter(|&(other, _)| other == key).map(|(_, bounds)| bounds)
    }

    fn store(&self, key: K, bounds: Bounds, _: u8) {
        let mut slots = self.0.lock().expect("no thread panicked");
        let at = (key.to_bits() % slots.len() as u128) as usize;
        slots[at] = Some((key, bounds));
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// Memories of every kind and of awkward sizes for keys of `key_bits` bits, with their names.
pub(super) fn memories<K: Key + 'static>(key_bits: u32) -> Vec<(String, AnyMemory<K>)> {
    let mut memories: Vec<(String, AnyMemory<K>)> = vec![
        ("none".into(), Box::new(Forgetful)),
        ("growing".into(), Box::new(Growing::new())),
        ("growing, few".into(), Box::new(Growing::with_limit(1500))),
        ("growing, full".into(), Box::new(Growing::with_limit(0))),
    ];
    for slots in [1, 2, 3] {
        memories.push((format!("{slots} slots"), Box::new(Slots(Mutex::new(vec![None; slots])))));
    }
    for buckets in [1, 2, 3, 125, 4097] {
        // What cannot be held whole is refused: too few buckets for wide keys.
        if let Some(fixed) = Fixed::new(key_bits, buckets * 64).expect("little memory") {
            memories.push((format!("fixed, {buckets} buckets"), Box::new(fixed)));
        }
    }
    memories
}

/// A memory that knows the truth and notes the first lie that it is told or tells. (It does not
/// panic: that would be lost with the thread that asked.)
pub(super) struct Audited<M, F> {
    memory: M,
    truth: F,
    stores: AtomicU64,
    answers: AtomicU64,
    lie: Mutex<Option<String>>,
}

impl<M, F> Audited<M, F> {
    /// Watches `memory`; `truth` is the value of the position with a key.
    pub(super) fn new(memory: M, truth: F) -> Self {
        Self { memory, truth, stores: AtomicU64::new(0), answers: AtomicU64::new(0), lie: Mutex::new(None) }
    }

    /// How many limits were stored and how many were given out, all of them true.
    ///
    /// # Panics
    /// Where one was not.
    pub(super) fn verify(&self) -> (u64, u64) {
        let lie = self.lie.lock().expect("no thread panicked");
        assert!(lie.is_none(), "{}", lie.as_deref().unwrap_or_default());
        (self.stores.load(Ordering::Relaxed), self.answers.load(Ordering::Relaxed))
    }

    fn check(&self, what: &str, key: impl Key, bounds: Bounds, value: Value) {
        if !(bounds.low <= value && value <= bounds.high) {
            let lie = format!("{what} {bounds:?} of {key:?}, whose value is {value}");
            self.lie.lock().expect("no thread panicked").get_or_insert(lie);
        }
    }
}

impl<K: Key, M: Memory<K>, F: Fn(K) -> Value> Memory<K> for Audited<M, F> {
    fn probe(&self, key: K) -> Option<Bounds> {
        let bounds = self.memory.probe(key)?;
        self.answers.fetch_add(1, Ordering::Relaxed);
        self.check("remembered", key, bounds, (self.truth)(key));
        Some(bounds)
    }

    fn store(&self, key: K, bounds: Bounds, weight: u8) {
        self.stores.fetch_add(1, Ordering::Relaxed);
        self.check("stored", key, bounds, (self.truth)(key));
        self.memory.store(key, bounds, weight);
    }

    fn bytes(&self) -> u64 {
        self.memory.bytes()
    }
}
