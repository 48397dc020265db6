//! Sets of small numbers as one `Copy` value: `u64`, `u128`, and [`Wide`] arrays for larger boards.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of the numbers `0..BITS`, one bit each.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many numbers a set can hold.
    const BITS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of `index` alone; `index < BITS`.
    fn bit(index: usize) -> Self;
    /// How many numbers are in the set.
    fn count(self) -> u32;
    /// The least number of a set that is not empty.
    fn lowest(self) -> usize;
    /// The set without its least number.
    fn without_lowest(self) -> Self;
    /// Every number of the set made smaller by one; 0 drops out.
    fn down_one(self) -> Self;
    /// Every number of the set made larger by one; the largest drops out.
    fn up_one(self) -> Self;
    /// Every number of the set made smaller by `by < BITS`; those below drop out.
    fn down(self, by: usize) -> Self;
    /// Every number of the set made larger by `by < BITS`; those that get too large drop out.
    fn up(self, by: usize) -> Self;
    /// The sum of two sets as binary numbers, modulo `2^BITS`.
    fn plus(self, other: Self) -> Self;
    /// The largest number of a set that is not empty.
    fn highest(self) -> usize;
    /// The set with every number `i` turned into `BITS - 1 - i`.
    fn reversed(self) -> Self;
    /// Eight neighbouring numbers, `8 * index` the lowest bit.
    fn byte(self, index: usize) -> usize;
    /// The numbers below 128 as a binary number.
    fn low_u128(self) -> u128;

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether `index` is in the set.
    #[inline]
    fn has(self, index: usize) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// The numbers of this set that are not in `other`.
    #[inline]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// The numbers `0..count`.
    fn first(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, |set, index| set | Self::bit(index))
    }

    /// The numbers of the set, ascending.
    #[inline]
    fn ones(self) -> Ones<Self> {
        Ones(self)
    }
}

/// The numbers of a set, ascending: what [`Word::ones`] gives.
#[derive(Clone, Debug)]
pub struct Ones<W>(W);

impl<W: Word> Iterator for Ones<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(lowest)
    }
}

macro_rules! word_of_integer {
    ($integer:ty) => {
        impl Word for $integer {
            const BITS: usize = <$integer>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn bit(index: usize) -> Self {
                debug_assert!(index < <Self as Word>::BITS);
                1 << index
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn down_one(self) -> Self {
                self >> 1
            }

            #[inline]
            fn up_one(self) -> Self {
                self << 1
            }

            #[inline]
            fn down(self, by: usize) -> Self {
                self >> by
            }

            #[inline]
            fn up(self, by: usize) -> Self {
                self << by
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn highest(self) -> usize {
                (<Self as Word>::BITS - 1) - self.leading_zeros() as usize
            }

            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            fn byte(self, index: usize) -> usize {
                (self >> (8 * index)) as usize & 0xff
            }

            #[inline]
            fn first(count: usize) -> Self {
                if count == <Self as Word>::BITS { !0 } else { (1 << count) - 1 }
            }

            #[inline]
            fn low_u128(self) -> u128 {
                self as u128
            }
        }
    };
}

word_of_integer!(u64);
word_of_integer!(u128);

/// A set of the numbers `0..64 * N`, for boards wider than 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Word for Wide<N> {
    const BITS: usize = 64 * N;
    const EMPTY: Self = Self([0; N]);

    fn bit(index: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[index / 64] = 1 << (index % 64);
        set
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn lowest(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(N - 1);
        64 * word + self.0[word].trailing_zeros() as usize
    }

    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    fn down_one(self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] >> 1 | self.0.get(i + 1).map_or(0, |above| above << 63)))
    }

    fn up_one(self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] << 1 | if i == 0 { 0 } else { self.0[i - 1] >> 63 }))
    }

    fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i + words).copied().unwrap_or(0);
        Self(std::array::from_fn(|i| word(i) >> bits | if bits == 0 { 0 } else { word(i + 1) << (64 - bits) }))
    }

    fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| i.checked_sub(words).map_or(0, |i| self.0[i]);
        let carried = |i: usize| i.checked_sub(words + 1).map_or(0, |i| self.0[i] >> (64 - bits));
        Self(std::array::from_fn(|i| word(i) << bits | if bits == 0 { 0 } else { carried(i) }))
    }

    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Self(std::array::from_fn(|i| {
            let (sum, over) = self.0[i].overflowing_add(other.0[i]);
            let (sum, over_too) = sum.overflowing_add(u64::from(carry));
            carry = over || over_too;
            sum
        }))
    }

    fn highest(self) -> usize {
        let word = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        64 * word + 63 - self.0[word].leading_zeros() as usize
    }

    fn reversed(self) -> Self {
        Self(std::array::from_fn(|i| self.0[N - 1 - i].reverse_bits()))
    }

    fn byte(self, index: usize) -> usize {
        (self.0[index / 8] >> (8 * (index % 8))) as usize & 0xff
    }

    fn low_u128(self) -> u128 {
        let high = if N > 1 { self.0[1] } else { 0 };
        u128::from(self.0[0]) | u128::from(high) << 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn agrees<W: Word>(numbers: &BTreeSet<usize>) {
        let set = numbers.iter().fold(W::EMPTY, |set, &i| set | W::bit(i));
        assert_eq!(set.ones().collect::<Vec<_>>(), numbers.iter().copied().collect::<Vec<_>>());
        assert_eq!(set.count() as usize, numbers.len());
        let up: Vec<usize> = numbers.iter().map(|i| i + 1).filter(|&i| i < W::BITS).collect();
        assert_eq!(set.up_one().ones().collect::<Vec<_>>(), up);
        let down: Vec<usize> = numbers.iter().filter(|&&i| i > 0).map(|i| i - 1).collect();
        assert_eq!(set.down_one().ones().collect::<Vec<_>>(), down);
        assert!(set.is_empty() || set.highest() == *numbers.last().expect("not empty"));
        for by in [0, 1, 13, 63, 64, 65, 127, 128, 200].into_iter().filter(|&by| by < W::BITS) {
            let up: Vec<usize> = numbers.iter().map(|i| i + by).filter(|&i| i < W::BITS).collect();
            assert_eq!(set.up(by).ones().collect::<Vec<_>>(), up);
            let down: Vec<usize> = numbers.iter().filter_map(|i| i.checked_sub(by)).collect();
            assert_eq!(set.down(by).ones().collect::<Vec<_>>(), down);
        }
        let reversed: Vec<usize> = numbers.iter().rev().map(|i| W::BITS - 1 - i).collect();
        assert_eq!(set.reversed().ones().collect::<Vec<_>>(), reversed);
        // x + !x has every bit, one more has none; x + x is x moved up.
        assert_eq!(set.plus(!set), !W::EMPTY);
        assert!(set.plus(!set).plus(W::bit(0)).is_empty());
        assert_eq!(set.plus(set), set.up_one());
        for index in 0..W::BITS {
            assert_eq!(set.has(index), numbers.contains(&index));
            assert_eq!(set.byte(index / 8) >> (index % 8) & 1 == 1, numbers.contains(&index));
        }
        assert!(set.minus(set).is_empty());
        assert_eq!(!!set, set);
        assert_eq!((set ^ W::first(W::BITS)).count() as usize, W::BITS - numbers.len());
    }

    proptest! {
        #[test]
        fn every_word_is_a_set(numbers in proptest::collection::btree_set(0usize..64, 0..64), wide in proptest::collection::btree_set(0usize..256, 0..99)) {
            agrees::<u64>(&numbers);
            agrees::<u128>(&numbers.iter().map(|i| 2 * i + 1).collect());
            agrees::<Wide<4>>(&wide);
        }

        #[test]
        fn wide_words_order_like_integers(a: u128, b: u128) {
            let wide = |x: u128| Wide([x as u64, (x >> 64) as u64]);
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a).low_u128(), a);
            prop_assert_eq!(wide(a).plus(wide(b)), wide(a.wrapping_add(b)));
            prop_assert_eq!(wide(a).up(65), wide(a << 65));
            prop_assert_eq!(wide(a).down(65), wide(a >> 65));
        }
    }
}
