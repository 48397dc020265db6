//! Dots and Boxes, and DotDot, which is the same game with the rule [`Rule::Connected`].
//!
//! [`DotsPosition`] is a position as people know it, on a board of any size. For the search it becomes
//! a graph, [`Coins`], of what is still open, and a set of lines of that graph, [`Lines`].

mod coins;
mod evaluation;
mod forced;
mod line;
mod opening;
mod position;
mod shape;
mod sums;
mod survey;
mod symmetry;
#[cfg(test)]
pub(crate) mod tests;

pub use coins::{Coins, Index, Lines};
pub use evaluation::Evaluation;
pub use line::{Direction, Line};
pub use opening::{OpeningError, opening};
pub use position::{DotsPosition, IllegalLine, Rule, Start};
pub use survey::Worthwhile;

use crate::game::{Forced, Game, Step, Survey, Value};
use crate::memory::KeyWord;

/// What the key of a position is made of.
pub type DotsKey<W> = <W as KeyWord>::Key;

impl<W: KeyWord> Game for Coins<W> {
    type Position = Lines<W>;
    type Move = Index;
    type Key = W::Key;
    type Notes = Worthwhile<W>;

    fn moves(&self, position: &Lines<W>, moves: &mut Vec<Index>) {
        moves.extend(self.legal(position).ones().map(|line| line as Index));
    }

    #[inline]
    fn play(&self, position: &Lines<W>, line: Index) -> Step<Lines<W>> {
        self.draw(position, line.into())
    }

    fn final_value(&self, _: &Lines<W>) -> Value {
        0
    }

    fn bound(&self, position: &Lines<W>) -> Value {
        position.coins().count() as Value
    }

    #[inline]
    fn weight(&self, position: &Lines<W>) -> u8 {
        position.free.count().min(63) as u8
    }

    #[inline]
    fn reduce(&self, position: &Lines<W>) -> Forced<Lines<W>> {
        self.forced(position)
    }

    #[inline]
    fn survey(&self, position: &Lines<W>) -> Survey<W::Key, Worthwhile<W>> {
        if self.is_restricted(position) { self.survey_restricted(position) } else { self.survey_quiet(position) }
    }

    #[inline]
    fn candidates(&self, _: &Lines<W>, worthwhile: &Worthwhile<W>, moves: &mut Vec<Index>) {
        self.worthwhile(worthwhile, moves);
    }

    fn key_bits(&self) -> u32 {
        if W::KEY_BITS == 0 {
            return 0;
        }
        let sum_bits = self.ranks.map_or(0, |ranks| ranks.bits() + u32::from(self.is_connected()));
        (self.line_count() as u32 + sum_bits).max(if self.has_shapes { 105 } else { 0 })
    }
}
