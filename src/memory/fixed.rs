//! A memory of a fixed size that threads share without waiting, and that never answers for another
//! position.
//!
//! A key of `b` bits is mixed by a bijection, so nothing of it is lost. Up to 64 of the mixed bits
//! choose a bucket of one cache line, what they leave open is stored in the entry:
//!
//! ```text
//! key (b bits) --bijection--> mixed = [ top bits -> bucket | rest -> entry ]
//!
//! one word  [ rest: up to 42 | weight: 6 | fact: 16 ]                  8 entries a bucket
//! two words [ claimed: 1 | rest: 41 | weight: 6 | fact: 16 ] [ rest: 64 ]  4 entries a bucket
//! ```
//!
//! An entry of one word is read and written whole. An entry of two words is claimed by a bit while it
//! is read or written; who finds it claimed goes on as if it were not there, so nobody waits. Which
//! form fits is decided once, when the memory is made.

use super::zeroed::ZeroedArray;
use super::{Fact, Key, Memory};
use crate::game::Value;
use std::io;

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of one bucket: a cache line of 64 bytes.
const BUCKET: usize = 8;
/// Bits of weight and fact in the low end of an entry.
const PAYLOAD_BITS: u32 = 22;
/// Bits of the rest that fit above the payload.
const ROOM: u32 = 64 - PAYLOAD_BITS;
const CLAIMED: u64 = 1 << 63;
/// Buckets that are moved to another memory between two questions whether to go on.
const BUCKETS_BETWEEN_QUESTIONS: usize = 1 << 16;

/// A fixed-size memory; see the head of this file.
#[derive(Debug)]
pub struct Fixed {
    words: ZeroedArray,
    buckets: u64,
    mixer: Mixer,
    /// Bits of the mixed key that choose the bucket, at most 64, and the others.
    top_bits: u32,
    low_bits: u32,
    /// Of the top bits, how many the bucket leaves open.
    open_bits: u32,
    two_words: bool,
}

impl Fixed {
    /// The largest value whose bounds an entry can hold, in either direction.
    pub const MOST: Value = 127;

    /// A memory of at most `bytes` bytes for keys of `key_bits` bits.
    ///
    /// `None` where it cannot hold such keys whole: over 128 bits, or over 105 bits and too few
    /// buckets to leave fewer.
    ///
    /// # Errors
    /// The system's, where it does not give that much address space.
    pub fn new(key_bits: u32, bytes: u64) -> io::Result<Option<Self>> {
        let buckets = bytes / (BUCKET as u64 * 8);
        if key_bits == 0 || key_bits > 128 || buckets == 0 {
            return Ok(None);
        }
        let top_bits = key_bits.min(64);
        let low_bits = key_bits - top_bits;
        // Of the 2^top_bits leading numbers a bucket gets at most ceil(2^top_bits / buckets), all
        // neighbours, which their last ceil(log2(that)) bits tell apart.
        let a_bucket = (1u128 << top_bits).div_ceil(u128::from(buckets));
        let open_bits = a_bucket.next_power_of_two().trailing_zeros();
        let rest_bits = open_bits + low_bits;
        let two_words = rest_bits > ROOM;
        if rest_bits > ROOM - 1 + 64 {
            return Ok(None);
        }
        let words = usize::try_from(buckets).ok().and_then(|buckets| buckets.checked_mul(BUCKET));
        let words = ZeroedArray::new(words.ok_or(io::ErrorKind::OutOfMemory)?)?;
        Ok(Some(Self { words, buckets, mixer: Mixer::new(key_bits), top_bits, low_bits, open_bits, two_words }))
    }

    /// A memory of at most `bytes` bytes for the same keys that knows what this one does, as far as it
    /// has room; `None` where `go_on`, which is asked now and then, says no before it is filled.
    ///
    /// # Errors
    /// As [`Fixed::new`].
    pub fn resized(&self, bytes: u64, go_on: &dyn Fn() -> bool) -> io::Result<Option<Self>> {
        let Some(other) = Self::new(self.top_bits + self.low_bits, bytes)? else { return Ok(None) };
        for (bucket, words) in self.words.as_slice().chunks_exact(BUCKET).enumerate() {
            if bucket.is_multiple_of(BUCKETS_BETWEEN_QUESTIONS) && !go_on() {
                return Ok(None);
            }
            let first = self.first_of(bucket as u64);
            for entry in words.chunks_exact(if self.two_words { 2 } else { 1 }) {
                let head = entry[0].load(Ordering::Relaxed);
                if head != 0 {
                    let rest = u128::from(head_rest(head));
                    let rest = entry.get(1).map_or(rest, |low| rest << 64 | u128::from(low.load(Ordering::Relaxed)));
                    other.put(self.key(first, rest), head & ((1 << PAYLOAD_BITS) - 1));
                }
            }
        }
        Ok(Some(other))
    }

    /// The bytes of an entry.
    pub(crate) fn entry_bytes(&self) -> u64 {
        if self.two_words { 16 } else { 8 }
    }

    /// The least of the mixed numbers that choose a bucket.
    fn first_of(&self, bucket: u64) -> u64 {
        (u128::from(bucket) << self.top_bits).div_ceil(u128::from(self.buckets)) as u64
    }

    /// The key of an entry, from the least number that chooses its bucket: [`Fixed::locate`] undone.
    fn key(&self, first: u64, rest: u128) -> u128 {
        let open = (rest >> self.low_bits) as u64;
        // Of the bucket's numbers, which are neighbours, the one with these open bits.
        let top = first.wrapping_add(open.wrapping_sub(first) & ((1u128 << self.open_bits) - 1) as u64);
        self.mixer.join(top, (rest & ((1 << self.low_bits) - 1)) as u64)
    }

    /// The bucket of a key and what the bucket leaves open of it.
    #[inline]
    fn locate(&self, key: u128) -> (&[AtomicU64], u128) {
        let (top, low) = self.mixer.split(key);
        let bucket = ((u128::from(top) * u128::from(self.buckets)) >> self.top_bits) as usize;
        let open = u128::from(top) & ((1 << self.open_bits) - 1);
        let words = &self.words.as_slice()[bucket * BUCKET..][..BUCKET];
        (words, open << self.low_bits | u128::from(low))
    }

    #[inline]
    fn put(&self, key: u128, payload: u64) {
        let (words, rest) = self.locate(key);
        if self.two_words {
            Pair::choose(words, rest).write(rest, payload);
            return;
        }
        let wanted = rest as u64;
        let mut chosen = &words[0];
        let mut least = u64::MAX;
        for word in words {
            let entry = word.load(Ordering::Relaxed);
            if entry == 0 || entry >> PAYLOAD_BITS == wanted {
                chosen = word;
                break;
            }
            let weight = entry >> 16 & 63;
            if weight < least {
                (chosen, least) = (word, weight);
            }
        }
        chosen.store(wanted << PAYLOAD_BITS | payload, Ordering::Relaxed);
    }
}

/// No fact may pack to 0.
impl<K: Key, F: Fact> Memory<K, F> for Fixed {
    #[inline]
    fn probe(&self, key: K) -> Option<F> {
        let (words, rest) = self.locate(key.to_bits());
        if self.two_words {
            return words.chunks_exact(2).find_map(|pair| Pair(pair).read(rest)).map(unpack);
        }
        let wanted = rest as u64;
        for word in words {
            let entry = word.load(Ordering::Relaxed);
            if entry >> PAYLOAD_BITS == wanted && entry != 0 {
                return Some(unpack(entry));
            }
        }
        None
    }

    #[inline]
    fn store(&self, key: K, fact: F, weight: u8) {
        self.put(key.to_bits(), pack(fact, weight));
    }

    fn bytes(&self) -> u64 {
        self.buckets * BUCKET as u64 * 8
    }
}

/// The payload of an entry, never 0.
#[inline]
fn pack<F: Fact>(fact: F, weight: u8) -> u64 {
    let bits = fact.pack();
    debug_assert!(bits != 0);
    u64::from(weight.min(63)) << 16 | u64::from(bits)
}

#[inline]
fn unpack<F: Fact>(entry: u64) -> F {
    F::unpack(entry as u16)
}

/// An entry of two words.
struct Pair<'m>(&'m [AtomicU64]);

impl<'m> Pair<'m> {
    /// The entry of a bucket that holds `rest`, else a free one, else the one of least weight.
    fn choose(words: &'m [AtomicU64], rest: u128) -> Self {
        let rank = |pair: &Pair<'_>| {
            let head = pair.0[0].load(Ordering::Relaxed);
            let same = head != 0 && pair.0[1].load(Ordering::Relaxed) == rest as u64;
            (!(same && head_rest(head) == (rest >> 64) as u64), head != 0, head >> 16 & 63)
        };
        words.chunks_exact(2).map(Pair).min_by_key(rank).unwrap_or(Pair(words))
    }

    fn claim(&self, head: u64) -> bool {
        head & CLAIMED == 0
            && self.0[0].compare_exchange(head, head | CLAIMED, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// The first word of the entry, if it holds `rest`.
    fn read(&self, rest: u128) -> Option<u64> {
        let head = self.0[0].load(Ordering::Relaxed);
        if head == 0 || head_rest(head) != (rest >> 64) as u64 || self.0[1].load(Ordering::Relaxed) != rest as u64 {
            return None;
        }
        if !self.claim(head) {
            return None;
        }
        let same = self.0[1].load(Ordering::Relaxed) == rest as u64;
        self.0[0].store(head, Ordering::Release);
        same.then_some(head)
    }

    fn write(&self, rest: u128, payload: u64) {
        let head = self.0[0].load(Ordering::Relaxed);
        if self.claim(head) {
            self.0[1].store(rest as u64, Ordering::Relaxed);
            self.0[0].store(((rest >> 64) as u64) << PAYLOAD_BITS | payload, Ordering::Release);
        }
    }
}

/// The part of the rest that is in the first word.
fn head_rest(head: u64) -> u64 {
    (head & !CLAIMED) >> PAYLOAD_BITS
}

/// A bijection on the keys of some bits that spreads neighbours far apart.
///
/// A key of up to 64 bits is mixed as a whole. Of a wider one the low 64 bits are mixed with the others,
/// which stay as they are: for each value of those it is a bijection of the low ones.
#[derive(Clone, Copy, Debug)]
struct Mixer {
    mask: u64,
    shift: u32,
}

impl Mixer {
    /// For keys of 1 to 128 bits.
    fn new(key_bits: u32) -> Self {
        let bits = key_bits.min(64);
        Self { mask: !0 >> (64 - bits), shift: bits.div_ceil(2) }
    }

    /// The mixed bits, and those above 64.
    #[inline]
    fn split(self, key: u128) -> (u64, u64) {
        let high = (key >> 64) as u64;
        let x = key as u64 ^ (high.wrapping_mul(FACTORS[2]) & self.mask);
        debug_assert!(x & !self.mask == 0);
        // Odd multiplications modulo a power of two and right shifts folded in can be undone.
        let x = (x ^ x >> self.shift).wrapping_mul(FACTORS[0]) & self.mask;
        let x = (x ^ x >> self.shift).wrapping_mul(FACTORS[1]) & self.mask;
        (x ^ x >> self.shift, high)
    }

    /// The key that [`Mixer::split`] gives these numbers for.
    fn join(self, mixed: u64, high: u64) -> u128 {
        // A shift by half the bits or more, folded in twice, is gone; an odd factor has an inverse.
        let x = (mixed ^ mixed >> self.shift).wrapping_mul(inverse(FACTORS[1])) & self.mask;
        let x = (x ^ x >> self.shift).wrapping_mul(inverse(FACTORS[0])) & self.mask;
        let x = x ^ x >> self.shift;
        u128::from(high) << 64 | u128::from(x ^ (high.wrapping_mul(FACTORS[2]) & self.mask))
    }
}

/// Odd numbers without a pattern.
const FACTORS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xc2b2_ae3d_27d4_eb4f];

/// The number that an odd number times gives 1 modulo 2^64. Newton's step doubles the right bits.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

#[cfg(all(test, not(loom)))]
mod tests;

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use crate::game::Bounds;
    use loom::sync::Arc;

    /// Two writers of different keys in one bucket and a reader: the reader gets what somebody stored
    /// for the key it asked for, or nothing.
    fn two_writers_and_a_reader(key_bits: u32, keys: [u128; 2]) {
        loom::model(move || {
            let memory = Arc::new(Fixed::new(key_bits, 64).expect("no room").expect("keys too wide"));
            let writers: Vec<_> = (0..2)
                .map(|i| {
                    let memory = memory.clone();
                    loom::thread::spawn(move || memory.store(keys[i], Bounds::exactly(i as Value + 1), 1))
                })
                .collect();
            for (i, key) in keys.into_iter().enumerate() {
                let seen = memory.probe(key);
                assert!(seen.is_none() || seen == Some(Bounds::exactly(i as Value + 1)), "{seen:?}");
            }
            writers.into_iter().for_each(|writer| writer.join().expect("a writer panicked"));
        });
    }

    #[test]
    fn loom_one_word() {
        two_writers_and_a_reader(20, [3, 0x4_0003]);
    }

    #[test]
    fn loom_two_words() {
        two_writers_and_a_reader(100, [3, 1 << 90 | 3]);
    }

    /// Two writers of one entry, and a reader that asks for what nobody stored: the first word of one
    /// with the second of the other.
    #[test]
    fn loom_no_entry_of_two_halves() {
        loom::model(|| {
            let words = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
            let rests = [1u128 << 64 | 1, 2u128 << 64 | 2];
            let writers: Vec<_> = (0..2)
                .map(|i| {
                    let words = words.clone();
                    let payload = pack(Bounds::exactly(i as Value + 1), 1);
                    loom::thread::spawn(move || Pair(&words[..]).write(rests[i], payload))
                })
                .collect();
            for halves in [1u128 << 64 | 2, 2u128 << 64 | 1] {
                assert_eq!(Pair(&words[..]).read(halves), None);
            }
            writers.into_iter().for_each(|writer| writer.join().expect("a writer panicked"));
        });
    }
}
