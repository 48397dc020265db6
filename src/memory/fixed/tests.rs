//! The fixed memory never answers for another key: small keys exhaustively, wide ones bit by bit, and
//! threads that fight over the same buckets.

use super::*;
use crate::game::Bounds;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// What the memory knows of a key.
fn known(memory: &Fixed, key: u128) -> Option<Bounds> {
    memory.probe(key)
}

fn memory(key_bits: u32, buckets: u64) -> Fixed {
    Fixed::new(key_bits, buckets * 64).expect("little memory").expect("the keys fit")
}

/// Limits that few other keys have.
fn limits(key: u128) -> Bounds {
    let mixed = (key ^ key >> 64).wrapping_mul(0x2545_f491_4f6c_dd1d) >> 20;
    let low = (mixed % 201) as Value - 100;
    Bounds { low, high: low + (mixed / 201 % 27) as Value }
}

/// Every key of some bits is told from every other by what is stored of it, and comes back.
#[test]
fn keys_are_whole() {
    for key_bits in [1, 2, 7, 12, 16] {
        for buckets in [1, 2, 3, 5, 64, 1000] {
            let memory = Fixed::new(key_bits, buckets * 64).expect("no room").expect("keys too wide");
            let mut seen = hashbrown::HashSet::new();
            for key in 0..1u128 << key_bits {
                let (words, rest) = memory.locate(key);
                let bucket = (words.as_ptr() as usize - memory.words.as_slice().as_ptr() as usize) / 64;
                assert!(seen.insert((bucket, rest)), "{key} of {key_bits} bits in {buckets} buckets");
                assert_eq!(memory.key(memory.first_of(bucket as u64), rest), key);
            }
        }
    }
}

#[test]
fn wide_keys_are_whole() {
    for key_bits in [63, 64, 65, 100, 105, 128] {
        let Some(memory) = Fixed::new(key_bits, 64 << 23).expect("no room") else { panic!("{key_bits} bits") };
        let mut key = 1u128;
        for _ in 0..1000 {
            key = key.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(7);
            let key = key >> (128 - key_bits);
            let (words, rest) = memory.locate(key);
            let bucket = (words.as_ptr() as usize - memory.words.as_slice().as_ptr() as usize) / 64;
            assert_eq!(memory.key(memory.first_of(bucket as u64), rest), key);
        }
    }
}

#[test]
fn a_resized_memory_knows_the_same() {
    for key_bits in [40, 105] {
        let small = Fixed::new(key_bits, 64 * 500).expect("no room").expect("keys too wide");
        let keys = (0..300u128).map(|i| (i * i * i) << (key_bits - 30));
        let bounds = |key: u128| Bounds { low: -((key >> 20) as Value & 63), high: (key >> 12) as Value & 63 };
        keys.clone().for_each(|key| small.store(key, bounds(key), 9));
        let large = small.resized(64 * 7001, &|| true).expect("no room").expect("keys too wide");
        for key in keys {
            assert_eq!(known(&small, key), Some(bounds(key)));
            assert_eq!(known(&large, key), Some(bounds(key)));
            assert_eq!(known(&large, key + 1), None);
        }
    }
}

/// Keeps every key in turn; what is remembered later is what was stored, or nothing.
fn never_answers_for_another(memory: &Fixed, keys: &[u128], about: &str) {
    for &key in keys {
        assert_eq!(known(memory, key), None, "{about}: {key:#x} before anything is stored");
    }
    for (stored, &key) in keys.iter().enumerate() {
        memory.store(key, limits(key), (stored % 70) as u8);
        assert_eq!(known(memory, key), Some(limits(key)), "{about}: {key:#x} at once");
    }
    let mut kept = 0;
    for &key in keys {
        if let Some(bounds) = known(memory, key) {
            assert_eq!(bounds, limits(key), "{about}: {key:#x} later");
            kept += 1;
        }
    }
    assert!(kept > 0, "{about}");
}

const BUCKETS: [u64; 12] = [1, 2, 3, 5, 7, 8, 9, 100, 125, 511, 1000, 4097];

#[test]
fn small_keys_exhaustively() {
    for bits in [1, 2, 3, 5, 8, 12, 13, 16] {
        let keys: Vec<u128> = (0..1 << bits).collect();
        for buckets in BUCKETS {
            never_answers_for_another(&memory(bits, buckets), &keys, &format!("{bits} bits, {buckets} buckets"));
        }
    }
    let keys: Vec<u128> = (0..1 << 20).collect();
    for buckets in [1, 3, 4097, 131_071, 131_073] {
        never_answers_for_another(&memory(20, buckets), &keys, &format!("20 bits, {buckets} buckets"));
    }
}

/// One key alone in the memory: no other key of the width gets an answer.
#[test]
fn a_key_alone_answers_for_itself_alone() {
    for buckets in [1, 2, 3, 7, 100] {
        for key in 0..512u128 {
            let memory = memory(9, buckets);
            memory.store(key, limits(key), 1);
            for other in 0..512u128 {
                let expected = (other == key).then_some(limits(key));
                assert_eq!(known(&memory, other), expected, "{key} and {other}, {buckets} buckets");
            }
        }
    }
}

/// Keys of every width that differ in a few bits, wherever these are.
#[test]
fn wide_keys_that_differ_in_few_bits() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut forms = [0; 2];
    for bits in (12..=128).step_by(1) {
        for buckets in [1, 3, 125, 4097] {
            let Some(memory) = Fixed::new(bits, buckets * 64).expect("little memory") else {
                assert!(bits > 105, "{bits} bits, {buckets} buckets");
                continue;
            };
            forms[usize::from(memory.two_words)] += 1;
            let base = random.random::<u128>() >> (128 - bits);
            let mut keys: Vec<u128> = vec![base];
            keys.extend((0..bits).map(|bit| base ^ 1 << bit));
            keys.extend((0..bits).flat_map(|a| (0..a).map(move |b| base ^ 1 << a ^ 1 << b)));
            never_answers_for_another(&memory, &keys, &format!("{bits} bits, {buckets} buckets"));
        }
    }
    assert!(forms.into_iter().all(|count| count > 50), "both forms are tried: {forms:?}");
}

#[test]
fn keys_that_do_not_fit_are_refused() {
    let made = |bits, bytes| Fixed::new(bits, bytes).expect("address space").is_some();
    assert!(!made(0, 1 << 20) && !made(129, 1 << 20));
    assert!(!made(20, 0) && !made(20, 63) && made(20, 64));
    assert!(made(105, 64) && !made(106, 64) && made(106, 128) && !made(107, 128 + 64));
    // 128 bits leave 105 to an entry where 2^23 buckets take the rest.
    assert!(made(128, 512 << 20) && !made(128, (512 << 20) - 64));
    // More than there is: an error, or a refusal, but no abort.
    assert!(Fixed::new(40, u64::MAX).is_err());
    assert!(Memory::<u64>::bytes(&memory(40, 4097)) == 4097 * 64);
    assert!(Memory::<u64>::bytes(&Fixed::new(40, 1000).expect("little memory").expect("the keys fit")) <= 1000);
}

/// A full bucket gives up what is cheapest to find out again, and nothing else.
#[test]
fn the_least_weight_is_forgotten() {
    for (bits, entries) in [(20, 8), (100, 4)] {
        let memory = memory(bits, 1);
        let keys: Vec<u128> = (0..=entries).map(|n| (n << (bits - 4)) | (n * 37)).collect();
        for (n, &key) in keys[..entries as usize].iter().enumerate() {
            memory.store(key, limits(key), [200, 40, 30, 9, 50, 60, 61, 62][n]);
        }
        assert!(keys[..entries as usize].iter().all(|&key| known(&memory, key) == Some(limits(key))));
        // To know more of a key takes no room.
        memory.store(keys[0], Bounds::exactly(0), 200);
        assert_eq!(known(&memory, keys[0]), Some(Bounds::exactly(0)));
        memory.store(keys[entries as usize], limits(keys[entries as usize]), 0);
        for (n, &key) in keys.iter().enumerate() {
            assert_eq!(known(&memory, key).is_none(), n == 3, "{bits} bits, entry {n}");
        }
    }
}

#[test]
fn every_pair_of_limits_comes_back() {
    for (bits, key) in [(20, 77u128), (100, 1 << 99 | 1)] {
        let memory = memory(bits, 1);
        for low in -Fixed::MOST..=Fixed::MOST {
            for high in low..=Fixed::MOST {
                memory.store(key, Bounds { low, high }, 63);
                assert_eq!(known(&memory, key), Some(Bounds { low, high }));
            }
        }
    }
}

/// Threads that store and ask for the same few keys of the same few buckets all the time.
#[test]
fn threads_that_fight_over_buckets() {
    for (bits, buckets) in [(20, 1), (20, 3), (100, 1), (100, 3), (64, 2), (105, 1)] {
        let memory = memory(bits, buckets);
        // What is stored of them are all pairs of a few first and second words, so that an entry of two
        // halves would answer for a key that is asked for.
        let rests = (0..4u128).flat_map(|first| (0..6u128).map(move |second| (first, second)));
        let keys: Vec<u128> = rests
            .map(|(first, second)| match memory.two_words {
                true => memory.key(0, (first << 64) | second),
                false => memory.key(second as u64 % buckets, (first << 3) | second),
            })
            .collect();
        let fight = |seed: u64| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut answers = 0;
            for _ in 0..60_000 {
                let key = keys[random.random_range(0..keys.len())];
                // The low limit belongs to the key, the high one to the moment and to the key.
                let low = limits(key).low;
                if random.random_bool(0.5) {
                    let high = low + random.random_range(0..20) / 2 * 2 + (key % 2) as Value;
                    memory.store(key, Bounds { low, high }, random.random_range(0..64));
                } else if let Some(bounds) = known(&memory, key) {
                    answers += 1;
                    assert_eq!(bounds.low, low, "{key:#x} of {bits} bits");
                    assert_eq!((bounds.high - low) % 2, (key % 2) as Value, "{key:#x} of {bits} bits");
                }
            }
            answers
        };
        let answers: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|seed| scope.spawn(move || fight(seed))).collect();
            threads.into_iter().map(|thread| thread.join().expect("every answer is for its key")).sum()
        });
        assert!(answers > 1000, "{bits} bits: the memory answers");
        // Nothing is left claimed: what is stored now is found now.
        for &key in &keys {
            memory.store(key, limits(key), 63);
            assert_eq!(known(&memory, key), Some(limits(key)));
        }
    }
}
