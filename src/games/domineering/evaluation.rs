//! What a board seems to be worth, for players that look only so far ahead.

use super::field::{Field, Index, Placing};
use crate::game::{Estimate, Evaluate, Game, Value};
use crate::memory::KeyWord;
use smallvec::SmallVec;

/// A way to estimate a board of Domineering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// The dominoes that the mover can place now, less those of the other.
    Moves,
    /// The dominoes that the mover could still place if the other never moved, and those that the other
    /// can never spoil, less the other's; where the safe ones of one side are more than all of the
    /// other's, that is a proof.
    Safe,
}

/// The most points of a guess.
const MOST: Value = Field::<u64>::POINTS - 1;
/// More moves than this are tried as they come: their order is worth less than finding it.
const MOST_ORDERED: usize = 128;

impl<W: KeyWord> Field<W> {
    /// Without a move the mover has lost, whatever else is thought of the board.
    fn lost(&self) -> Estimate {
        Estimate { points: -Self::POINTS, exact: true }
    }
}

impl<W: KeyWord> Evaluate for Field<W> {
    type Evaluation = Evaluation;
    const EVALUATIONS: &'static [(&'static str, Evaluation)] =
        &[("safe", Evaluation::Safe), ("moves", Evaluation::Moves)];
    const POINTS: Value = 10_000;

    fn promising(&self, position: &Placing<W>, frontier: bool, moves: &mut Vec<Index>) {
        let (mine, _) = self.sides(position.horizontal);
        let first = moves.len();
        self.moves(position, moves);
        if frontier || moves.len() - first > MOST_ORDERED {
            return;
        }
        let mut ranked: SmallVec<[(i32, Index); MOST_ORDERED]> = SmallVec::new();
        for index in mine.pairs(position.mine).ones() {
            let promise = self.counts(&self.placed(position, index)).promise();
            ranked.push((128 * promise - i32::from(mine.weights[index]), position.named(index)));
        }
        ranked.sort_unstable();
        moves.truncate(first);
        moves.extend(ranked.iter().map(|&(_, mv)| mv));
    }

    fn identity(&self, position: &Placing<W>) -> W::Key {
        self.key(position)
    }

    #[inline]
    fn estimate(&self, position: &Placing<W>, evaluation: Evaluation) -> Estimate {
        let (mine, yours) = self.sides(position.horizontal);
        let my_moves = mine.pairs(position.mine).count();
        if my_moves == 0 {
            return self.lost();
        }
        match evaluation {
            Evaluation::Moves => {
                let difference = my_moves as Value - yours.pairs(position.yours).count() as Value;
                Estimate::guess(difference.clamp(-MOST, MOST))
            }
            Evaluation::Safe => {
                let counts = self.counts(position);
                match counts.bounds(position.number).exact() {
                    Some(value) => Estimate { points: value * Self::POINTS, exact: true },
                    None => Estimate::guess((counts.promise() as Value).clamp(-MOST, MOST)),
                }
            }
        }
    }
}
