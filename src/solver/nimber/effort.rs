//! Proof numbers: how much work is left to settle whether a part has a number.

use crate::games::impartial::Nimber;

/// What is thought to be left to do before it is known that the Grundy value of a part is not a number
/// (`deny`) or is it (`affirm`), in positions to be looked at. One of them is 0 exactly where that is
/// proved, and the other is then [`Effort::NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    pub(crate) deny: u32,
    pub(crate) affirm: u32,
}

impl Effort {
    /// More than any proof takes; small enough to be added.
    pub(crate) const NEVER: u32 = 1 << 29;
    /// Without end.
    pub(crate) const UNLIMITED: Self = Self { deny: Self::NEVER, affirm: Self::NEVER };
    /// It has the number.
    pub(crate) const AFFIRMED: Self = Self { deny: Self::NEVER, affirm: 0 };
    /// It has another.
    pub(crate) const DENIED: Self = Self { deny: 0, affirm: Self::NEVER };

    /// The effort where a fact settles whether the value is `number`.
    #[inline]
    pub(crate) fn settled(fact: Nimber, number: u8) -> Option<Self> {
        match fact {
            Nimber::Exactly(value) => Some(if value == number { Self::AFFIRMED } else { Self::DENIED }),
            Nimber::NoneOf(set) => (set >> number & 1 == 1).then_some(Self::DENIED),
        }
    }

    /// A first guess for a sum of `parts` unknown parts, the largest of `largest` squares and the others of
    /// `others` together, that a move leaves which is `off_centre` from the middle. To deny that an option
    /// has a number may take one option of its own, to affirm it takes every option.
    #[inline]
    pub(crate) fn guess(parts: u32, largest: u32, others: u32, off_centre: u32) -> Self {
        Self { deny: parts, affirm: 1 + largest + others / 2 + off_centre / 5 }
    }

    /// Whether it is over a limit on either side.
    #[inline]
    pub(crate) fn exceeds(self, limit: Self) -> bool {
        self.deny >= limit.deny || self.affirm >= limit.affirm
    }
}
