//! Answers from tables, in the words of the solver.

use super::error::TableError;
use super::open::Table;
use crate::answer::{Answer, MoveValue, Source};
use crate::game::{Bounds, Mover};
use crate::games::{Position, Seat};
use crate::solver::Known;
use std::cmp::Reverse;

impl Table {
    /// The answer to a position, with the value of every move; `None` where the table does not hold it, or
    /// a position of Domineering does not say whose turn it is. Where it holds the position but not all
    /// that moves lead to, the value is known and the list of moves is not.
    ///
    /// # Errors
    /// [`TableError`] where a part of the file that is needed cannot be read or is damaged.
    pub fn answer(&self, position: &Position) -> Result<Option<Answer>, TableError> {
        let Some(Known { value, grundy }) = self.probe(position)? else { return Ok(None) };
        let moves = self.moves(position)?;
        let is_best = |entry: &&MoveValue| entry.value == value;
        let best = moves.as_ref().map(|moves| moves.iter().filter(is_best).map(|entry| entry.mv).collect());
        let mut best: Vec<_> = best.unwrap_or_default();
        best.sort_unstable();
        let exact = moves.is_some();
        Ok(Some(Answer {
            value: exact.then_some(value),
            best,
            grundy,
            complete: exact,
            exact,
            bounds: (!exact).then(|| Bounds::exactly(value)),
            moves,
            line: None,
            game_value: None,
            source: Source::Table,
            nodes: 0,
            memory_bytes: 0,
            seconds: 0.0,
        }))
    }

    /// Every legal move with its value, best first, then sorted; `None` where one leads out of the table.
    fn moves(&self, position: &Position) -> Result<Option<Vec<MoveValue>>, TableError> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let mut next = position.clone();
            let Ok(played) = next.play(mv, Seat::First) else { return Ok(None) };
            let Some(Known { value, grundy }) = self.probe(&next)? else { return Ok(None) };
            let value = match played.mover {
                Mover::Same => played.gain + value,
                Mover::Other => played.gain - value,
            };
            moves.push(MoveValue { mv, value, grundy });
        }
        moves.sort_unstable_by_key(|entry| (Reverse(entry.value), entry.mv));
        Ok(Some(moves))
    }
}
