//! The growing memory keeps what it is told and stays under its limit, also for the moment in which it
//! grows.

use super::*;
use crate::board::{Wide, Word};
use crate::game::Value;

/// Fills a memory under `limit` and says how many keys it took.
fn fill<K: Key>(limit: u64, keys: impl Iterator<Item = K> + Clone) -> usize {
    let memory = Growing::with_limit(limit);
    let mut before = memory.bytes();
    assert!(before <= limit);
    for (index, key) in keys.clone().enumerate() {
        let value = (index % 100) as Value;
        memory.store(key, Bounds { low: -value, high: value }, 0);
        let after = memory.bytes();
        // While a table is moved to a larger one, both are there.
        let peak = if after == before { after } else { after + before };
        assert!(peak <= limit, "{peak} bytes under a limit of {limit} with {} keys", memory.len());
        before = after;
    }
    let mut known = 0;
    for (index, key) in keys.enumerate() {
        let value = (index % 100) as Value;
        if let Some(bounds) = memory.probe(key) {
            assert_eq!(bounds, Bounds { low: -value, high: value });
            known += 1;
            // What it knows can be narrowed, full or not.
            memory.store(key, Bounds::exactly(value), 0);
            assert_eq!(memory.probe(key), Some(Bounds::exactly(value)));
        }
    }
    assert_eq!(known, memory.len());
    memory.clear();
    assert!(memory.is_empty());
    known
}

#[test]
fn limits_are_kept_and_used() {
    for limit in (0..4000).chain([5_000, 10_000, 65_536, 100_000, 1 << 20]) {
        let narrow = fill(limit, (0..20_000u64).take(limit as usize / 8 + 4));
        fill(limit, (0..20_000u128).take(limit as usize / 8 + 4));
        // A limit is no excuse to keep nothing: a tenth of it at least holds keys and values.
        assert!(limit < 1000 || narrow as u64 * 12 * 10 >= limit, "{narrow} keys under {limit}");
    }
    for limit in (0..20_000).step_by(37) {
        fill(limit, (0..512).map(Wide::<8>::bit).take(limit as usize / 32 + 4));
        fill(limit, (0..3000).map(Wide::<49>::bit).take(limit as usize / 200 + 4));
    }
}
