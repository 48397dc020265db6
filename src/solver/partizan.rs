//! Domineering as people give it: the smallest board that it fits on, the search, and back.

use super::asking::LEAST_DOMINOES;
use super::limits::Limits;
use super::search::Oracle;
use super::solve::{Asked, Inquiry, SolveError, Solver, answer, on_deep_stack};
use crate::answer::Answer;
use crate::board::Wide;
use crate::cgt::Halted;
use crate::games::Move;
use crate::games::domineering::{self, DomineeringPosition, Field, Layout, Turn, WorthError};
use crate::memory::KeyWord;

impl Solver {
    /// Where it is not said whose turn it is, Vertical moves.
    pub(super) fn solve_domineering(
        &self,
        position: &DomineeringPosition,
        inquiry: &Inquiry<'_>,
    ) -> Result<Answer, SolveError> {
        let layout = Layout::new(position.grid());
        let game_value = if self.game_value { self.worth(&layout, inquiry.limits)? } else { None };
        let mut answer = self.search_layout(position, &layout, inquiry)?;
        answer.complete &= game_value.is_some() || !self.game_value;
        answer.game_value = game_value;
        Ok(answer)
    }

    /// The value as a combinatorial game; `None` where a limit came first.
    fn worth(&self, layout: &Layout, limits: &Limits) -> Result<Option<String>, SolveError> {
        match domineering::worth(layout, self.memory, &|| limits.check().is_ok()) {
            Ok(worth) => Ok(Some(worth.name)),
            Err(WorthError::Halted(Halted::Stopped | Halted::Full)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The narrowest word that holds what matters of the board.
    fn search_layout(
        &self,
        position: &DomineeringPosition,
        layout: &Layout,
        inquiry: &Inquiry<'_>,
    ) -> Result<Answer, SolveError> {
        let turn = position.turn().unwrap_or(Turn::Vertical);
        if let Some(field) = Field::<u64>::new(layout, turn) {
            return self.solve_field(position, &field, inquiry);
        }
        if let Some(field) = Field::<u128>::new(layout, turn)
            && field.width() <= u128::BITS
        {
            return self.solve_field(position, &field, inquiry);
        }
        // A game has up to 512 moves.
        on_deep_stack(|| match Field::<Wide<4>>::new(layout, turn) {
            Some(field) => self.solve_field(position, &field, inquiry),
            None => match Field::<Wide<16>>::new(layout, turn) {
                Some(field) => self.solve_field(position, &field, inquiry),
                None => unreachable!("a layout is no larger than its board, which has at most 1,024 squares"),
            },
        })
    }

    fn solve_field<W: KeyWord>(
        &self,
        position: &DomineeringPosition,
        field: &Field<W>,
        inquiry: &Inquiry<'_>,
    ) -> Result<Answer, SolveError> {
        let name = |index| Move::Square(field.square(index));
        let value = inquiry.tables.as_ref().map(|tables| tables.values_of_field(position, field));
        let oracle = value.as_ref().map(|value| Oracle { least_weight: LEAST_DOMINOES, value });
        let asked = Asked { hints: &inquiry.hints, name: &name, limits: inquiry.limits, oracle };
        let (finding, memory_bytes) = self.examine(field, &field.start(), &asked)?;
        Ok(answer(finding, memory_bytes, name))
    }
}
