//! Sums of simple bounds: every part is at least a number and a switch, and both sides take the
//! hottest switch in turn.

use super::field::ONE;

/// A quarter, in the units of numbers beside a board.
pub(super) const QUARTER: i16 = ONE / 4;

/// How many heats there are, from 0 in steps of a quarter.
pub(super) const HEATS: usize = 9;

/// `part >= mean + {heat|-heat}` as one side sees it, in quarters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sure {
    pub(super) mean: i8,
    pub(super) heat: u8,
}

/// A sum of such bounds. Equal switches cancel in pairs, so it is enough to know which heats are left
/// over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    mean: i16,
    /// Twice the mean minus the heats that were added: what a sum of many such parts comes to.
    aim: i16,
    /// Bit `heat` is set where switches of that heat are odd in number.
    odd: u16,
}

/// What the switches in `odd` come to for the side that takes the hottest, and whether they are odd in
/// number; both in one number, the latter as the lowest bit. The switch of heat 0 is none.
const LEADS: [i8; 1 << HEATS] = {
    let mut leads = [0; 1 << HEATS];
    let mut odd = 0;
    while odd < leads.len() {
        let (mut heat, mut sign) = (HEATS - 1, 1);
        while heat > 0 {
            if odd >> heat & 1 == 1 {
                leads[odd] += 2 * sign * heat as i8;
                sign = -sign;
            }
            heat -= 1;
        }
        if sign < 0 {
            leads[odd] += 1;
        }
        odd += 1;
    }
    leads
};

impl Sum {
    /// The sum with one more part.
    #[inline]
    pub(super) fn with(self, sure: Sure) -> Self {
        let mean = i16::from(sure.mean);
        Self { mean: self.mean + mean, aim: self.aim + 2 * mean - i16::from(sure.heat), odd: self.odd ^ 1 << sure.heat }
    }

    /// Both sums together.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, aim: self.aim + other.aim, odd: self.odd ^ other.odd }
    }

    /// The one that promises more in a larger sum.
    #[inline]
    pub(super) fn better(self, other: Self) -> Self {
        if self.aim > other.aim { self } else { other }
    }

    /// How much a number beside the board may be against the side, in the units of such numbers, so
    /// that the side still wins moving second. Who is left to move in nothing but a number that is
    /// nothing loses.
    #[inline]
    pub(super) fn second(self) -> i16 {
        let lead = i16::from(LEADS[usize::from(self.odd)]);
        (self.mean - (lead >> 1)) * QUARTER - (lead & 1)
    }

    /// The same for moving first.
    #[inline]
    pub(super) fn first(self) -> i16 {
        let lead = i16::from(LEADS[usize::from(self.odd)]);
        (self.mean + (lead >> 1)) * QUARTER - (1 - (lead & 1))
    }
}
