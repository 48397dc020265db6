//! How a game ended: by its rules, or because a side broke off.

use crate::games::{Outcome, Seat};
use std::fmt;

/// Why a side has lost other than by the rules of the game, in the order in which it is judged: who is
/// gone is not called late, and who is late is not called illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ForfeitKind {
    /// It is gone: a program that ended, a connection that broke, a panic.
    Crash,
    /// It did not answer while there was time.
    Silent,
    /// Its answer came too late.
    Late,
    /// Its answer was no move.
    Protocol,
    /// Its move cannot be made.
    Illegal,
}

impl ForfeitKind {
    /// Every kind, in the order of judgement.
    pub const ALL: [Self; 5] = [Self::Crash, Self::Silent, Self::Late, Self::Protocol, Self::Illegal];

    /// The name in records and tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Silent => "silent",
            Self::Late => "late",
            Self::Protocol => "protocol",
            Self::Illegal => "illegal",
        }
    }

    /// The kind with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// A loss other than by the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// What happened.
    pub kind: ForfeitKind,
    /// The same in words.
    pub message: String,
}

impl Forfeit {
    /// A forfeit with what happened in words.
    pub fn new(kind: ForfeitKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.as_str(), self.message)
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won.
    pub outcome: Outcome,
    /// Where the loser broke off, how.
    pub forfeit: Option<Forfeit>,
}

impl Verdict {
    /// The end that the rules of the game say.
    pub fn by_rules(outcome: Outcome) -> Self {
        Self { outcome, forfeit: None }
    }

    /// The loss of a side that broke off.
    pub fn against(loser: Seat, forfeit: Forfeit) -> Self {
        Self { outcome: Outcome::Won(loser.other()), forfeit: Some(forfeit) }
    }

    /// `rules`, or the kind of forfeit.
    pub fn reason(&self) -> &'static str {
        self.forfeit.as_ref().map_or("rules", |forfeit| forfeit.kind.as_str())
    }

    /// Who lost, and how where it broke off.
    pub fn loser(&self) -> Option<(Seat, Option<ForfeitKind>)> {
        match self.outcome {
            Outcome::Won(winner) => Some((winner.other(), self.forfeit.as_ref().map(|forfeit| forfeit.kind))),
            Outcome::Tied => None,
        }
    }
}
