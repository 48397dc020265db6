//! What a side wins of a filling beside a switch and a number, from the recursion of the game itself.
//!
//! For a filling `S` and a heat `d` let `second(S, d)` be the largest `m` for which one side, moving
//! second, wins `S + {d|-d} - m`, and `first(S, d)` the same for moving first; both over the multiples
//! of a quarter. The options give limits of these, `a` and `b`. Where `b < a` the sum is a number, the
//! simplest `x` with `b < x <= a`: it is won moving second up to `x`, and moving first below it. The
//! other side's thresholds follow: it wins moving second what this side does not win moving first.

use super::sums::Sure;
use std::cmp::Reverse;

/// More than any number of moves in a filling.
const FAR: i8 = 100;

/// The largest `m`, in quarters, with which the side across the lines wins moving second and first, for
/// each of some heats. The first of the heats is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds<const N: usize> {
    second: [i8; N],
    first: [i8; N],
}

impl<const N: usize> Thresholds<N> {
    /// The limits where there are no options.
    pub(super) const NO_OPTIONS: Self = Self { second: [FAR; N], first: [-FAR; N] };

    /// The limits with one more option of the side across the lines.
    #[inline]
    pub(super) fn with_own(mut self, option: &Self) -> Self {
        self.first.iter_mut().zip(option.second).for_each(|(first, second)| *first = second.max(*first));
        self
    }

    /// The limits with one more option of the side along the lines.
    #[inline]
    pub(super) fn with_other(mut self, option: &Self) -> Self {
        self.second.iter_mut().zip(option.first).for_each(|(second, first)| *second = first.min(*second));
        self
    }

    /// What the limits that all options give come to.
    #[inline]
    pub(super) fn settled(mut self, heats: &[u8; N]) -> Self {
        for (index, &heat) in heats.iter().enumerate() {
            let (mut second, mut first) = (self.second[index], self.first[index]);
            if index > 0 {
                // Either side may take the switch instead.
                second = second.min(self.first[0] - heat as i8);
                first = first.max(self.second[0] + heat as i8);
            }
            let number = simplest(first, second);
            (self.second[index], self.first[index]) =
                if first < second { (number, number - 1) } else { (second, first) };
        }
        self
    }

    /// What the side across the lines is sure of.
    #[inline]
    pub(super) fn across(&self, heats: &[u8; N]) -> Sure {
        best(self.second, heats)
    }

    /// What the side along the lines is sure of.
    #[inline]
    pub(super) fn along(&self, heats: &[u8; N]) -> Sure {
        best(self.first.map(|first| -first - 1), heats)
    }
}

/// The bound that promises most in a sum.
#[inline]
fn best<const N: usize>(means: [i8; N], heats: &[u8; N]) -> Sure {
    let sure = means.into_iter().zip(heats).map(|(mean, &heat)| Sure { mean, heat });
    let promise = |sure: &Sure| (2 * i16::from(sure.mean) - i16::from(sure.heat), Reverse(sure.heat));
    sure.max_by_key(promise).unwrap_or_default()
}

/// The simplest multiple of a quarter, counted in quarters, with `low < x <= high`.
fn simplest(low: i8, high: i8) -> i8 {
    if low < 0 && 0 <= high {
        return 0;
    }
    // Whole numbers are simpler than halves and these than quarters; of whole numbers the nearest to 0.
    let nearest = |units: i8| if high < 0 { high & -units } else { (low + units) & -units };
    [4, 2, 1].into_iter().map(nearest).find(|&x| low < x && x <= high).unwrap_or(high)
}
