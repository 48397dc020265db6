//! One question on the way down: whether a part has a number, and what is known so far.

use super::effort::Effort;
use super::options::Sum;
use crate::board::Part;
use crate::games::impartial::Nimber;

/// A part and the number asked about. Its value is the least number that no option has.
#[derive(Debug)]
pub(super) struct Node<W> {
    pub(super) part: Part<W>,
    pub(super) number: u8,
    /// Values of options.
    pub(super) hit: u64,
    /// Numbers that the value is known not to be.
    pub(super) excluded: u64,
    pub(super) value: Option<u8>,
    /// All of its options were looked at.
    pub(super) is_complete: bool,
    /// Where its options begin in the stack.
    pub(super) first: usize,
}

/// The option to work on next, by its place among the node's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) index: usize,
    /// The least effort to affirm another option.
    other: u32,
    /// How many options are not denied.
    live: u32,
    /// What is left to do for the node.
    pub(super) of_all: Effort,
}

impl Choice {
    /// How far to go with the option, which takes `affirm` to be affirmed, where the node may go as far as
    /// `limit`: until another looks clearly better.
    pub(super) fn limit(&self, limit: Effort, affirm: u32) -> Effort {
        let other = self.other.max(affirm);
        Effort { deny: limit.affirm - self.live, affirm: limit.deny.min(other + other / 4 + 1) }
    }
}

impl<W> Node<W> {
    /// Whether the value is known not to be `number`.
    pub(super) fn is_denied(&self, number: u8) -> bool {
        (self.hit | self.excluded) >> number & 1 == 1
    }

    /// The value is the number asked about.
    pub(super) fn affirm(&mut self) -> Effort {
        self.value = Some(self.number);
        Effort::AFFIRMED
    }

    /// What is known of a number smaller than the one asked about.
    pub(super) fn learn_smaller(&mut self, smaller: u8, effort: Effort) {
        match effort {
            Effort::AFFIRMED => self.value = Some(smaller),
            Effort::DENIED => self.excluded |= 1 << smaller,
            _ => (),
        }
    }

    /// The answer, if it is known, with `options` options of unknown value.
    pub(super) fn settled(&mut self, options: usize) -> Option<Effort> {
        if self.value.is_none() {
            if !self.is_complete {
                return Some(Effort::DENIED);
            }
            // Each option takes one number away at most: the value is one of the `options + 1` least
            // that are left.
            let mut above = !self.hit;
            for _ in 0..=options {
                above &= above.wrapping_sub(1);
            }
            let candidates = !self.hit & !above & !self.excluded;
            if candidates.count_ones() == 1 {
                self.value = Some(candidates.trailing_zeros() as u8);
            } else if candidates >> self.number & 1 == 0 {
                return Some(Effort::DENIED);
            }
        }
        let value = self.value?;
        Some(if value == self.number { Effort::AFFIRMED } else { Effort::DENIED })
    }

    /// What is proved of the part when the work ends.
    pub(super) fn fact(&self, effort: Effort) -> Nimber {
        let denied = if effort == Effort::DENIED { 1 << self.number } else { 0 };
        self.value.map_or(Nimber::NoneOf(self.hit | self.excluded | denied), Nimber::Exactly)
    }

    /// The option that is affirmed with the least effort, those put off last; `None` where all are denied.
    ///
    /// To affirm the node's number takes all of its options. Their proofs share most of their positions, so
    /// that the hardest one tells more than the sum of all.
    pub(super) fn choose(&self, sums: &[Sum]) -> Option<Choice> {
        let (mut hardest, mut live) = (0, 0);
        let mut easiest = Effort::NEVER;
        let mut best: Option<(bool, u32, usize)> = None;
        let mut other = Effort::NEVER;
        for (index, sum) in sums.iter().enumerate() {
            let Effort { deny, affirm } = sum.effort;
            if deny == 0 {
                continue;
            }
            live += 1;
            hardest = deny.max(hardest);
            easiest = affirm.min(easiest);
            let rank = (sum.put_off, affirm, index);
            match best {
                Some(least) if least <= rank => other = affirm.min(other),
                _ => {
                    other = best.map_or(other, |(_, affirm, _)| affirm.min(other));
                    best = Some(rank);
                }
            }
        }
        let most = Effort::NEVER - 1;
        let of_all = Effort { deny: easiest.clamp(1, most), affirm: (hardest + live).min(most) };
        best.map(|(_, _, index)| Choice { index, other, live, of_all })
    }
}
