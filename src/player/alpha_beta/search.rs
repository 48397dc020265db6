//! The alpha-beta that stops at a depth.
//!
//! A ply is a move, extra turns included. The contract of the windows is that of [`crate::solver`]'s
//! search; scores are in points, and windows are turned by [`Step::window`] alone, after what a move gains
//! was put into points.
//!
//! A score is *proved* where it does not rest on a guess: every leaf below it that matters was the end of
//! a game, or an estimate that is a proof itself.

use super::memory::{Memory, limits};
use crate::game::{Bounds, Evaluate, Step, Value};

/// A score, or a limit of one, as the window says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) points: Value,
    pub(super) proved: bool,
}

/// The search gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unwound;

/// A search of one position, to one depth after the other.
pub(super) struct Search<'s, G: Evaluate> {
    game: &'s G,
    evaluation: G::Evaluation,
    memory: Memory<G::Key, G::Move>,
    /// The moves of all nodes on the way down, so that none allocates.
    moves: Vec<G::Move>,
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    may_go_on: &'s dyn Fn(u64) -> bool,
    next_check: u64,
}

/// Nodes between two looks at the clock; on boards too large for a machine word, where a node may take a
/// millisecond, fewer.
const NODES_BETWEEN_CHECKS: u64 = 512;
const LARGE_NODES_BETWEEN_CHECKS: u64 = 4;
/// Entries that are written but hardly ever read again are not worth a look.
const LEAST_DEPTH_REMEMBERED: u8 = 2;

impl<'s, G: Evaluate> Search<'s, G> {
    /// A search that remembers at most `most_bytes`. `may_go_on` is asked every now and then, with the positions
    /// seen so far.
    pub(super) fn new(
        game: &'s G,
        evaluation: G::Evaluation,
        most_bytes: u64,
        may_go_on: &'s dyn Fn(u64) -> bool,
    ) -> Self {
        let (memory, moves) = (Memory::within(most_bytes), Vec::new());
        Self { game, evaluation, memory, moves, nodes: 0, leaves: 0, may_go_on, next_check: 0 }
    }

    /// Prepares for a search to one ply more than the last, or with another evaluation.
    pub(super) fn deepen(&mut self, evaluation: G::Evaluation) {
        if evaluation != self.evaluation {
            self.evaluation = evaluation;
            self.memory.clear();
        }
        if self.nodes > 1000 {
            self.memory.make_room(4 * self.nodes);
        }
        self.moves.clear();
    }

    /// The score of a move that was made, if `depth` more plies are looked ahead.
    pub(super) fn after(
        &mut self,
        step: &Step<G::Position>,
        depth: u8,
        alpha: Value,
        beta: Value,
    ) -> Result<Score, Unwound> {
        let step = Step { next: step.next, gain: step.gain * G::POINTS, mover: step.mover };
        let (low, high) = step.window(alpha, beta);
        let Score { points, proved } = self.score(&step.next, depth, low, high)?;
        Ok(Score { points: step.value(points), proved })
    }

    pub(super) fn score(
        &mut self,
        position: &G::Position,
        depth: u8,
        alpha: Value,
        beta: Value,
    ) -> Result<Score, Unwound> {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check()?;
        }
        if depth == 0 {
            return Ok(self.leaf(position));
        }
        let mut first_move = None;
        let key = (depth >= LEAST_DEPTH_REMEMBERED && self.memory.has_room()).then(|| self.game.identity(position));
        if let Some(entry) = key.as_ref().and_then(|key| self.memory.probe(key)) {
            let Bounds { low, high } = entry.bounds;
            let proved = entry.proved;
            if entry.depth == depth && (low >= beta || high <= alpha || low == high) {
                return Ok(Score { points: if low >= beta { low } else { high }, proved });
            }
            first_move = Some(entry.best);
        }
        let first = self.moves.len();
        self.game.promising(position, depth == 1, &mut self.moves);
        if self.moves.len() == first {
            self.leaves += 1;
            return Ok(Score { points: self.game.final_value(position) * G::POINTS, proved: true });
        }
        if let Some(at) = first_move.and_then(|mv| self.moves[first..].iter().position(|&other| other == mv)) {
            self.moves[first..=first + at].rotate_right(1);
        }
        let found = self.best(position, first, depth, alpha, beta);
        self.moves.truncate(first);
        let (score, best) = found?;
        if let Some(key) = key {
            let most = self.game.bound(position) * G::POINTS;
            let bounds = limits(score.points, alpha, beta, most);
            self.memory.remember(key, depth, bounds, score.proved, best);
        }
        Ok(score)
    }

    /// The best of the moves from `first` on, and how good it is.
    fn best(
        &mut self,
        position: &G::Position,
        first: usize,
        depth: u8,
        mut alpha: Value,
        beta: Value,
    ) -> Result<(Score, G::Move), Unwound> {
        let mut best = (Score { points: Value::MIN, proved: true }, self.moves[first]);
        let mut all_proved = true;
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let step = self.game.play(position, mv);
            let score = self.after(&step, depth - 1, alpha, beta)?;
            // What cannot be bettered needs no comparison.
            let is_most = score.proved && score.points >= self.game.bound(position) * G::POINTS;
            if score.points >= beta || is_most {
                return Ok((score, mv));
            }
            all_proved &= score.proved;
            if score.points > best.0.points {
                best = (score, mv);
                alpha = alpha.max(score.points);
            }
        }
        best.0.proved = all_proved;
        Ok(best)
    }

    #[inline]
    fn leaf(&mut self, position: &G::Position) -> Score {
        self.leaves += 1;
        let estimate = self.game.estimate(position, self.evaluation);
        Score { points: estimate.points, proved: estimate.exact }
    }

    fn check(&mut self) -> Result<(), Unwound> {
        let step = if self.game.key_bits() == 0 { LARGE_NODES_BETWEEN_CHECKS } else { NODES_BETWEEN_CHECKS };
        self.next_check = self.nodes + step;
        if (self.may_go_on)(self.nodes) { Ok(()) } else { Err(Unwound) }
    }
}
