//! Fractions whose denominator is a power of two: the numbers among short games.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg};

/// `numerator / 2^exponent` in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

impl Dyadic {
    /// Nothing.
    pub const ZERO: Self = Self::integer(0);

    /// A whole number.
    pub const fn integer(number: i64) -> Self {
        Self { numerator: number, exponent: 0 }
    }

    /// `numerator / 2^exponent`, brought to lowest terms.
    pub fn new(numerator: i64, exponent: u8) -> Self {
        if numerator == 0 {
            return Self::ZERO;
        }
        let twos = (numerator.trailing_zeros() as u8).min(exponent);
        Self { numerator: numerator >> twos, exponent: exponent - twos }
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent of the denominator in lowest terms.
    pub fn exponent(self) -> u8 {
        self.exponent
    }

    /// The number in units of `1 / 2^exponent`, where it is a whole number of them.
    pub fn in_units(self, exponent: u8) -> Option<i64> {
        (self.exponent <= exponent).then(|| self.numerator << (exponent - self.exponent))
    }

    /// The largest whole number that is not greater.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The least distance between neighbours with this denominator.
    fn step(self) -> Self {
        Self::new(1, self.exponent)
    }

    /// What Left can move to: the number itself is `{left|right}`.
    pub fn left(self) -> Option<Self> {
        (self.exponent > 0 || self.numerator > 0).then(|| self + -self.step())
    }

    /// What Right can move to.
    pub fn right(self) -> Option<Self> {
        (self.exponent > 0 || self.numerator < 0).then(|| self + self.step())
    }

    /// The simplest number between two limits, the one born first: a limit that is `None` is far
    /// away, and `touching` says for each whether the limit itself is allowed. The limits must leave
    /// a number between them.
    pub fn simplest_between(low: Option<Self>, high: Option<Self>, touching: (bool, bool)) -> Self {
        let above = |x: Self| low.is_none_or(|low| if touching.0 { low <= x } else { low < x });
        let below = |x: Self| high.is_none_or(|high| if touching.1 { x <= high } else { x < high });
        if above(Self::ZERO) && below(Self::ZERO) {
            return Self::ZERO;
        }
        if !below(Self::ZERO) {
            // Everything allowed is negative: the mirror image.
            let turned = Self::simplest_between(high.map(Neg::neg), low.map(Neg::neg), (touching.1, touching.0));
            return -turned;
        }
        for exponent in 0.. {
            // The least number with this denominator that is high enough.
            let at_low = low.map_or(Self::ZERO, |low| Self::new(low.times_two_to(exponent), exponent));
            let unit = Self::new(1, exponent);
            let candidate = if above(at_low) { at_low } else { at_low + unit };
            if below(candidate) {
                return candidate;
            }
        }
        unreachable!("finer and finer denominators reach every gap")
    }

    /// The floor of the number times `2^exponent`.
    fn times_two_to(self, exponent: u8) -> i64 {
        if exponent >= self.exponent {
            self.numerator << (exponent - self.exponent)
        } else {
            self.numerator >> (self.exponent - exponent)
        }
    }
}

impl Add for Dyadic {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let exponent = self.exponent.max(other.exponent);
        Self::new(self.times_two_to(exponent) + other.times_two_to(exponent), exponent)
    }
}

impl Neg for Dyadic {
    type Output = Self;
    fn neg(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.times_two_to(exponent).cmp(&other.times_two_to(exponent))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            exponent => write!(f, "{}/{}", self.numerator, 1u64 << exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(numerator: i64, exponent: u8) -> Dyadic {
        Dyadic::new(numerator, exponent)
    }

    #[test]
    fn arithmetic_and_order() {
        assert_eq!(d(1, 1) + d(1, 1), Dyadic::integer(1));
        assert_eq!(d(3, 2) + -d(1, 1), d(1, 2));
        assert!(d(-1, 1) < d(-1, 2) && d(5, 2) > Dyadic::integer(1));
        assert_eq!(d(17, 3).to_string(), "17/8");
        assert_eq!((d(3, 2).left(), d(3, 2).right()), (Some(d(1, 1)), Some(Dyadic::integer(1))));
        assert_eq!((Dyadic::integer(2).left(), Dyadic::integer(2).right()), (Some(Dyadic::integer(1)), None));
    }

    #[test]
    fn the_simplest_number() {
        let between = |low, high| Dyadic::simplest_between(Some(low), Some(high), (false, false));
        assert_eq!(between(d(-3, 0), d(7, 0)), Dyadic::ZERO);
        assert_eq!(between(d(0, 0), d(1, 0)), d(1, 1));
        assert_eq!(between(d(0, 0), d(2, 0)), Dyadic::integer(1));
        assert_eq!(between(d(1, 2), d(3, 2)), d(1, 1));
        assert_eq!(between(d(5, 2), d(3, 1)), d(11, 3));
        assert_eq!(between(d(-1, 0), d(-1, 2)), d(-1, 1));
        assert_eq!(Dyadic::simplest_between(Some(d(5, 1)), None, (false, false)), Dyadic::integer(3));
        assert_eq!(Dyadic::simplest_between(Some(d(1, 1)), Some(d(1, 1)), (true, true)), d(1, 1));
        assert_eq!(Dyadic::simplest_between(Some(d(1, 0)), Some(d(3, 1)), (true, false)), Dyadic::integer(1));
    }
}
