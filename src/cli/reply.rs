//! What the solver says to a position, with or without a side to move.

use crate::answer::Answer;
use crate::games::Position;
use crate::notation::AnswerRecord;
use crate::solver::{BothSides, SolveError, Solver};
use serde::{Serialize, Serializer};

/// The answer to one question, or to the two that a Domineering board without a side asks.
#[derive(Debug)]
pub(super) enum Reply<'p> {
    One(&'p Position, Answer),
    Both(Box<BothSides>),
}

impl<'p> Reply<'p> {
    /// Solves a position.
    pub(super) fn to(position: &'p Position, solver: &Solver) -> Result<Self, SolveError> {
        match position {
            Position::Domineering(board) if board.turn().is_none() => {
                Ok(Self::Both(Box::new(solver.solve_both_sides(board)?)))
            }
            _ => Ok(Self::One(position, solver.solve(position)?)),
        }
    }

    /// The answers with their positions.
    pub(super) fn answers(&self) -> Vec<(&Position, &Answer)> {
        match self {
            Self::One(position, answer) => vec![(position, answer)],
            Self::Both(both) => [&both.vertical, &both.horizontal].map(|side| (&side.position, &side.answer)).into(),
        }
    }

    /// Positions searched.
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Self::One(_, answer) => answer.nodes,
            Self::Both(both) => both.vertical.answer.nodes + both.horizontal.answer.nodes,
        }
    }

    /// Whether all that was asked for is there and proved.
    pub(super) fn is_complete(&self) -> bool {
        match self {
            Self::One(_, answer) => answer.complete,
            Self::Both(both) => both.vertical.answer.complete && both.horizontal.answer.complete,
        }
    }
}

impl Serialize for Reply<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(position, answer) => AnswerRecord { position, answer }.serialize(serializer),
            Self::Both(both) => both.serialize(serializer),
        }
    }
}
