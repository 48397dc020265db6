//! Which of several moves that are as good.

use super::{Options, SpecError};
use crate::chance::Chance;
use crate::games::Move;

/// How one of several equally good moves is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Pick {
    /// The first in the order of the answers.
    #[default]
    First,
    /// Any, each with equal chance.
    Chance,
}

impl Pick {
    /// The option `pick`, which is `first` if not given.
    pub(super) fn of(options: &Options<'_>) -> Result<Self, SpecError> {
        Ok(options.one_of("pick", &[("first", Self::First), ("chance", Self::Chance)])?.unwrap_or_default())
    }

    /// One of some moves; nothing where there is none.
    pub(super) fn one_of(self, moves: &[Move], chance: &mut Chance) -> Option<Move> {
        match self {
            Self::First => moves.iter().min().copied(),
            Self::Chance if moves.is_empty() => None,
            Self::Chance => {
                let mut moves = moves.to_vec();
                moves.sort_unstable();
                Some(*chance.one_of(&moves))
            }
        }
    }
}
