//! A memory of a fixed size that threads share without waiting, and that never answers for another
//! position.
//!
//! A key of `b` bits is mixed by a bijection, so nothing of it is lost. The leading bits of the mixed
//! key choose a bucket of one cache line, what they leave open is stored in the entry:
//!
//! ```text
//! key (b bits) --bijection--> mixed = [ leading bits -> bucket | rest -> entry ]
//!
//! one word  [ rest: up to 42 | weight: 6 | low + 128: 8 | high + 128: 8 ]      8 entries a bucket
//! two words [ claimed: 1 | rest: 41 | weight: 6 | low: 8 | high: 8 ] [ rest: 64 ]  4 entries a bucket
//! ```
//!
//! An entry of one word is read and written whole. An entry of two words is claimed by a bit while it
//! is read or written; who finds it claimed goes on as if it were not there, so nobody waits. Which
//! form fits is decided once, when the memory is made.

use super::zeroed::ZeroedArray;
use super::{Key, Memory};
use crate::game::{Bounds, Value};
use std::io;

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of one bucket: a cache line of 64 bytes.
const BUCKET: usize = 8;
/// Bits of weight and bounds in the low end of an entry.
const PAYLOAD_BITS: u32 = 22;
/// Bits of the rest that fit above the payload.
const ROOM: u32 = 64 - PAYLOAD_BITS;
const CLAIMED: u64 = 1 << 63;

/// A fixed-size memory; see the head of this file.
#[derive(Debug)]
pub struct Fixed {
    words: ZeroedArray,
    buckets: u64,
    mixer: Mixer,
    /// Bits of the mixed key that choose the bucket, at most 64, and that lie below those.
    top_bits: u32,
    low_bits: u32,
    /// Of the top bits, how many the bucket leaves open.
    open_bits: u32,
    two_words: bool,
}

impl Fixed {
    /// The largest value that an entry can hold, in either direction.
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

    /// The bucket of a key and what the bucket leaves open of it.
    #[inline]
    fn locate<K: Key>(&self, key: K) -> (&[AtomicU64], u128) {
        let mixed = self.mixer.mix(key.to_bits());
        let top = (mixed >> self.low_bits) as u64;
        let bucket = ((u128::from(top) * u128::from(self.buckets)) >> self.top_bits) as usize;
        let open = u128::from(top) & ((1 << self.open_bits) - 1);
        let low = mixed & ((1 << self.low_bits) - 1);
        let words = &self.words.as_slice()[bucket * BUCKET..][..BUCKET];
        (words, open << self.low_bits | low)
    }
}

impl<K: Key> Memory<K> for Fixed {
    #[inline]
    fn probe(&self, key: K) -> Option<Bounds> {
        let (words, rest) = self.locate(key);
        if self.two_words {
            return words.chunks_exact(2).find_map(|pair| Pair(pair).read(rest));
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
    fn store(&self, key: K, bounds: Bounds, weight: u8) {
        debug_assert!(bounds.low <= bounds.high && -Self::MOST <= bounds.low && bounds.high <= Self::MOST);
        let (words, rest) = self.locate(key);
        let payload = pack(bounds, weight);
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

    fn bytes(&self) -> u64 {
        self.buckets * BUCKET as u64 * 8
    }
}

/// The payload of an entry, never 0.
#[inline]
fn pack(bounds: Bounds, weight: u8) -> u64 {
    let biased = |value: Value| (value + 128) as u64 & 0xff;
    u64::from(weight.min(63)) << 16 | biased(bounds.low) << 8 | biased(bounds.high)
}

#[inline]
fn unpack(entry: u64) -> Bounds {
    Bounds { low: (entry >> 8 & 0xff) as Value - 128, high: (entry & 0xff) as Value - 128 }
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

    fn read(&self, rest: u128) -> Option<Bounds> {
        let head = self.0[0].load(Ordering::Relaxed);
        if head == 0 || head_rest(head) != (rest >> 64) as u64 || self.0[1].load(Ordering::Relaxed) != rest as u64 {
            return None;
        }
        if !self.claim(head) {
            return None;
        }
        let same = self.0[1].load(Ordering::Relaxed) == rest as u64;
        self.0[0].store(head, Ordering::Release);
        same.then(|| unpack(head))
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

/// A bijection on the numbers of some bits that spreads neighbours far apart.
#[derive(Clone, Copy, Debug)]
struct Mixer {
    mask: u128,
    shift: u32,
}

impl Mixer {
    fn new(bits: u32) -> Self {
        Self { mask: !0 >> (128 - bits), shift: bits.div_ceil(2) }
    }

    /// Odd multiplications modulo a power of two and right shifts folded in are both invertible.
    #[inline]
    fn mix(self, key: u128) -> u128 {
        debug_assert!(key & !self.mask == 0);
        if self.mask <= u128::from(u64::MAX) {
            let mask = self.mask as u64;
            let mut x = key as u64;
            x = (x ^ x >> self.shift).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
            x = (x ^ x >> self.shift).wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
            return u128::from(x ^ x >> self.shift);
        }
        let mut x = key;
        x = (x ^ x >> self.shift).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) & self.mask;
        x = (x ^ x >> self.shift).wrapping_mul(0xd6e8_feb8_6659_fd93_c2b2_ae3d_27d4_eb4f) & self.mask;
        x ^ x >> self.shift
    }
}

#[cfg(all(test, not(loom)))]
mod tests;

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
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
}
