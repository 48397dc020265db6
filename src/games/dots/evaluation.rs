//! What a position seems to be worth, for players that look only so far ahead.

use super::coins::{Coins, Index, Lines};
use super::forced::Capture;
use super::survey::Look;
use crate::game::{Estimate, Evaluate, Forced, Game, Value};
use crate::memory::KeyWord;

/// A way to estimate a position of Dots and Boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// Nothing is expected of what is still open: the boxes won so far decide.
    Boxes,
    /// What can be taken is taken, or left where that looks better; then it is counted who will have to
    /// open the first chain or loop, and what the pieces are worth once somebody has to.
    Chains,
}

/// Where more lines than this give nothing away yet, who will have to open the first chain is anybody's
/// guess, and a search that finds all such positions even is much quicker.
const FORESEEN: u32 = 12;

impl<W: KeyWord> Evaluate for Coins<W> {
    type Evaluation = Evaluation;
    const EVALUATIONS: &'static [(&'static str, Evaluation)] =
        &[("chains", Evaluation::Chains), ("boxes", Evaluation::Boxes)];
    const POINTS: Value = 10;

    /// Of lines that are worth the same only one, and captures that cost nothing alone.
    fn promising(&self, position: &Lines<W>, _: bool, moves: &mut Vec<Index>) {
        if self.is_restricted(position) {
            match self.single(position) {
                Some(coin) => moves.push(self.strings(position, coin).lowest() as Index),
                None => self.worthwhile(&self.restricted(position), moves),
            }
            return;
        }
        match self.capture(position) {
            Capture::None => self.worthwhile(&self.look(position).worthwhile, moves),
            Capture::Take { coin, .. } => moves.push(self.strings(position, coin).lowest() as Index),
            Capture::Decide { coin, .. } => {
                let lines = [self.strings(position, coin).lowest(), self.leaving(position, coin)];
                moves.extend(lines.map(|line| line as Index));
            }
        }
    }

    fn identity(&self, position: &Lines<W>) -> W::Key {
        if self.is_restricted(position) {
            self.survey_restricted(position).key
        } else if position.capturable().is_empty() {
            self.survey_quiet(position).key
        } else {
            self.key_of_lines(position)
        }
    }

    #[inline]
    fn estimate(&self, position: &Lines<W>, evaluation: Evaluation) -> Estimate {
        match evaluation {
            Evaluation::Boxes => Estimate { points: 0, exact: position.free.is_empty() },
            Evaluation::Chains => {
                let Forced { gain, stake, rest } = self.reduce(position);
                let Estimate { points, exact } = self.by_chains(&rest);
                let (gain, stake) = (gain * Self::POINTS, stake * Self::POINTS);
                Estimate { points: Forced { gain, stake, rest: () }.value(points), exact }
            }
        }
    }
}

impl<W: KeyWord> Coins<W> {
    /// The long-chain rule, on a position without captures that are forced.
    ///
    /// Every line that closes nothing ends a turn. So from now on there are as many turns as lines less
    /// boxes, and one more for every line that closes two boxes: the last two of a chain of 3 or more that
    /// are left, but for the last chain. (A loop has two such lines, or the last one has one: as many as
    /// if it had none, as far as odd and even go.) Before the first piece is opened there are the turns
    /// that this leaves when those of the pieces are taken off. What the pieces are worth to whoever has to
    /// open one is known, if they stay as they are.
    fn by_chains(&self, position: &Lines<W>) -> Estimate {
        let Look { worthwhile, mut sum, core, chains, open_coins, .. } = self.look(position);
        if core.is_empty() && !self.is_restricted(position) {
            return Estimate { points: sum.value() * Self::POINTS, exact: true };
        }
        if worthwhile.safe_lines().count() > FORESEEN {
            return Estimate::guess(0);
        }
        for (coins, _) in &chains {
            sum.add_chain(*coins);
        }
        let turns = position.free.count() + position.coins().count() + sum.chain_count();
        // As much of it as of the board is pieces already.
        let opening = i32::from(sum.coins()) * i32::from(sum.value() * Self::POINTS) / i32::from(open_coins.max(1));
        let opening = opening as Value;
        Estimate::guess(if turns.is_multiple_of(2) { opening } else { -opening })
    }
}
