//! Domineering asked about without a side to move: both questions, and what they say together.

use super::solve::{SolveError, Solver};
use crate::answer::Answer;
use crate::games::Position;
use crate::games::domineering::{DomineeringPosition, Turn};
use std::time::Instant;

/// Who wins a Domineering board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Whoever begins.
    First,
    /// Whoever does not begin.
    Second,
    /// Vertical, whoever begins.
    Vertical,
    /// Horizontal, whoever begins.
    Horizontal,
}

impl Outcome {
    /// The outcome where `vertical` and `horizontal` say whether that side wins when it begins.
    pub fn of(vertical: bool, horizontal: bool) -> Self {
        match (vertical, horizontal) {
            (true, true) => Self::First,
            (false, false) => Self::Second,
            (true, false) => Self::Vertical,
            (false, true) => Self::Horizontal,
        }
    }

    /// The outcome in one word: `first`, `second`, `vertical` or `horizontal`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
        }
    }
}

/// A Domineering board with one side to move, and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The position with this side to move.
    pub position: Position,
    /// What was found out about it.
    pub answer: Answer,
}

/// The answers of a Domineering board for both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct BothSides {
    /// Vertical moves.
    pub vertical: Side,
    /// Horizontal moves.
    pub horizontal: Side,
}

impl BothSides {
    /// Who wins; `None` where a limit was reached for either side.
    pub fn outcome(&self) -> Option<Outcome> {
        let wins = |side: &Side| side.answer.value.map(|value| value > 0);
        Some(Outcome::of(wins(&self.vertical)?, wins(&self.horizontal)?))
    }
}

impl Solver {
    /// Solves a Domineering board for either side to move, together under the limits of this solver.
    ///
    /// # Errors
    /// [`SolveError`] as for [`Solver::solve`].
    pub fn solve_both_sides(&self, board: &DomineeringPosition) -> Result<BothSides, SolveError> {
        let limits = self.limits();
        let side = |solver: &Solver, turn| -> Result<Side, SolveError> {
            let started = Instant::now();
            let position = Position::Domineering(DomineeringPosition::new(board.grid().clone(), Some(turn)));
            let mut answer = solver.solve_within(&position, &limits)?;
            answer.seconds = started.elapsed().as_secs_f64();
            Ok(Side { position, answer })
        };
        let vertical = side(self, Turn::Vertical)?;
        // The value as a game is the board's and does not depend on who moves.
        let mut horizontal = side(&self.clone().game_value(false), Turn::Horizontal)?;
        horizontal.answer.game_value.clone_from(&vertical.answer.game_value);
        horizontal.answer.complete &= vertical.answer.complete;
        Ok(BothSides { vertical, horizontal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_seen_from_both_sides() {
        assert_eq!(Outcome::of(true, true).as_str(), "first");
        assert_eq!(Outcome::of(false, false).as_str(), "second");
        assert_eq!(Outcome::of(true, false).as_str(), "vertical");
        assert_eq!(Outcome::of(false, true).as_str(), "horizontal");
    }
}
