//! The one alpha-beta.
//!
//! # Contract
//!
//! `value(p, alpha, beta)`, with `alpha < beta`, returns a number `r` that says about the value `v`
//! of `p`, for the side to move at `p`:
//!
//! | returned | proved |
//! | --- | --- |
//! | `r <= alpha` | `v <= r` |
//! | `alpha < r < beta` | `v = r` |
//! | `r >= beta` | `v >= r` |
//!
//! Bounds reach the memory under the same reading and no other, and a search that is stopped unwinds
//! at once without storing what it was about to prove.
//!
//! The window is turned by [`crate::game::Step::window`] alone: it moves with what a move gains and
//! is flipped only where the turn passes.

use super::busy::Busy;
use super::limits::{Limits, Progress};
use super::race::{Race, Unwound};
use crate::game::{Bounds, Forced, Game, Survey, Value};
use crate::memory::Memory;

/// Nodes between two looks at clock and switch.
const NODES_BETWEEN_CHECKS: u64 = 1024;
/// The same on boards too large for a binary key, where a node may take milliseconds.
const LARGE_NODES_BETWEEN_CHECKS: u64 = 16;

/// Somebody to ask for exact values in the middle of a search, which is worth it only where much is left to do.
pub(crate) struct Oracle<'o, P> {
    /// The weight from which on positions are asked about.
    pub(crate) least_weight: u8,
    pub(crate) value: &'o (dyn Fn(&P) -> Option<Value> + Sync),
}

impl<P> Clone for Oracle<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Oracle<'_, P> {}

/// One thread's search. Threads that share a memory share what they prove.
pub(crate) struct Search<'s, G: Game, M> {
    game: &'s G,
    memory: &'s M,
    limits: &'s Limits,
    progress: &'s Progress,
    race: Option<&'s Race>,
    oracle: Option<Oracle<'s, G::Position>>,
    moves: Vec<G::Move>,
    nodes: u64,
    between_checks: u64,
    next_check: u64,
    last_node: u64,
}

impl<'s, G: Game, M: Memory<G::Key>> Search<'s, G, M> {
    pub(crate) fn new(game: &'s G, memory: &'s M, limits: &'s Limits, progress: &'s Progress) -> Self {
        let between_checks = if game.key_bits() == 0 { LARGE_NODES_BETWEEN_CHECKS } else { NODES_BETWEEN_CHECKS };
        let (nodes, next_check, last_node) = (0, between_checks, u64::MAX);
        Self {
            game,
            memory,
            limits,
            progress,
            race: None,
            oracle: None,
            moves: Vec::new(),
            nodes,
            between_checks,
            next_check,
            last_node,
        }
    }

    /// Asks `oracle` before a position's moves are searched.
    pub(crate) fn asking(mut self, oracle: Option<Oracle<'s, G::Position>>) -> Self {
        self.oracle = oracle;
        self
    }

    /// Shares the work with the other threads of a race.
    pub(crate) fn racing(mut self, race: &'s Race) -> Self {
        self.race = Some(race);
        self
    }

    /// Lets the search unwind once it has gone through about `nodes` more positions.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.moves.clear();
        self.last_node = self.nodes.saturating_add(nodes);
    }

    /// See the contract above.
    pub(crate) fn value(&mut self, position: &G::Position, alpha: Value, beta: Value) -> Result<Value, Unwound> {
        debug_assert!(alpha < beta);
        let forced = self.game.reduce(position);
        let (alpha, beta) = (alpha - forced.gain, beta - forced.gain);
        let rest = if forced.stake == 0 {
            self.settled(&forced.rest, alpha, beta)?
        } else {
            self.take_or_leave(&forced, alpha, beta)?
        };
        Ok(forced.gain + rest)
    }

    /// `|stake + v(rest)|` under the contract: at least `beta` where `v(rest)` is at or above
    /// `beta - stake` (take), or at or below `-beta - stake` (leave).
    fn take_or_leave(&mut self, forced: &Forced<G::Position>, alpha: Value, beta: Value) -> Result<Value, Unwound> {
        if beta <= 0 {
            return Ok(0);
        }
        let (rest, stake) = (&forced.rest, forced.stake);
        if beta - alpha > 1 {
            return Ok((stake + self.settled(rest, -beta - stake, beta - stake)?).abs());
        }
        let high = stake + self.settled(rest, alpha - stake, beta - stake)?;
        if high >= beta || high <= -beta {
            return Ok(high.abs());
        }
        let low = stake + self.settled(rest, -beta - stake, -alpha - stake)?;
        Ok(if low <= -beta { -low } else { high.max(-low) })
    }

    /// The value of a position without forced play.
    fn settled(&mut self, position: &G::Position, mut alpha: Value, mut beta: Value) -> Result<Value, Unwound> {
        self.nodes += 1;
        if self.nodes == self.next_check {
            self.check()?;
        }
        let survey = self.game.survey(position);
        let mut known = survey.bounds;
        if let Some(outside) = outside(known, alpha, beta) {
            return Ok(outside);
        }
        if let Some(remembered) = self.memory.probe(survey.key) {
            known = known.meet(remembered);
            if let Some(outside) = outside(known, alpha, beta) {
                return Ok(outside);
            }
        }
        if let Some(value) = self.ask(position) {
            self.memory.store(survey.key, Bounds::exactly(value), self.game.weight(position));
            return Ok(value);
        }
        alpha = alpha.max(known.low - 1);
        beta = beta.min(known.high + 1);

        let best = self.best_of_candidates(position, &survey, alpha, beta)?.min(known.high).max(known.low);
        if best < beta {
            known.high = best;
        }
        if best > alpha {
            known.low = best;
        }
        self.memory.store(survey.key, known, self.game.weight(position));
        Ok(best)
    }

    #[inline]
    fn ask(&self, position: &G::Position) -> Option<Value> {
        let oracle = self.oracle?;
        if self.game.weight(position) < oracle.least_weight { None } else { (oracle.value)(position) }
    }

    fn best_of_candidates(
        &mut self,
        position: &G::Position,
        survey: &Survey<G::Key, G::Notes>,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Unwound> {
        let first = self.moves.len();
        self.game.candidates(position, &survey.notes, &mut self.moves);
        let best = match self.race {
            Some(race) if self.game.weight(position) >= Busy::LEAST_WEIGHT => {
                self.best_shared(&race.busy, position, first, alpha, beta)
            }
            _ => self.best_alone(position, first, alpha, beta),
        };
        self.moves.truncate(first);
        best
    }

    fn best_alone(
        &mut self,
        position: &G::Position,
        first: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Result<Value, Unwound> {
        let mut best = Value::MIN;
        for index in first..self.moves.len() {
            let step = self.game.play(position, self.moves[index]);
            let (low, high) = step.window(alpha, beta);
            best = best.max(step.value(self.value(&step.next, low, high)?));
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        Ok(best)
    }

    /// The same, but moves that another thread is busy with come last: by then it has often stored
    /// what they are worth.
    fn best_shared(
        &mut self,
        busy: &Busy,
        position: &G::Position,
        first: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Result<Value, Unwound> {
        let mut best = Value::MIN;
        let last = self.moves.len();
        let mut put_off = first;
        for round in 0..2 {
            let end = if round == 0 { last } else { put_off };
            for index in first..end {
                let step = self.game.play(position, self.moves[index]);
                let claim = busy.claim(&step.next);
                if round == 0 && index > first && claim.is_taken() {
                    self.moves.swap(put_off, index);
                    put_off += 1;
                    continue;
                }
                let (low, high) = step.window(alpha, beta);
                let value = self.value(&step.next, low, high);
                busy.release(claim);
                best = best.max(step.value(value?));
                if best >= beta {
                    return Ok(best);
                }
                alpha = alpha.max(best);
            }
        }
        Ok(best)
    }

    fn check(&mut self) -> Result<(), Unwound> {
        self.next_check = self.nodes + self.between_checks;
        self.progress.add_nodes(self.between_checks);
        let over = self.race.is_some_and(Race::is_over);
        if over || self.nodes > self.last_node || self.limits.check().is_err() {
            return Err(Unwound);
        }
        Ok(())
    }

    /// Positions searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The number to return where `known` already settles the window.
#[inline]
fn outside(known: Bounds, alpha: Value, beta: Value) -> Option<Value> {
    if known.low >= beta {
        Some(known.low)
    } else if known.high <= alpha {
        Some(known.high)
    } else {
        known.exact()
    }
}
