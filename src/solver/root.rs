//! Questions about one position: its value, every optimal move, the value of every move, a line.
//!
//! The value is found by null windows (Plaat's MTD(f), 1996), each a question of yes or no; then every
//! legal move is asked whether it achieves the value. Nothing is pruned at the root: rules that keep
//! a value but not the list of optimal moves work below it only.

use super::limits::{Limits, Progress};
use super::race::{ALONE, Unwound, race};
use super::search::{Oracle, Search};
use crate::game::{Bounds, Game, Step, Value};
use crate::memory::Memory;

/// What was asked for beside the value and the optimal moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted {
    /// Nothing but the value.
    pub(crate) value_only: bool,
    pub(crate) all_moves: bool,
    pub(crate) line: bool,
}

/// What was found out about a position.
#[derive(Clone, Debug)]
pub(crate) struct Finding<M> {
    /// Proved limits of the value.
    pub(crate) bounds: Bounds,
    /// Every optimal move, in the game's order; `None` where a limit came first.
    pub(crate) best: Option<Vec<M>>,
    /// Every legal move with its value, in the game's order.
    pub(crate) moves: Option<Vec<(M, Value)>>,
    /// A line of best play.
    pub(crate) line: Option<Vec<M>>,
    /// Positions searched.
    pub(crate) nodes: u64,
    /// Whether everything that was wanted was found out.
    pub(crate) is_complete: bool,
}

/// Answers questions about positions of one game with one memory.
pub(crate) struct Root<'r, G: Game, M> {
    game: &'r G,
    memory: &'r M,
    limits: &'r Limits,
    progress: &'r Progress,
    threads: usize,
    search: Search<'r, G, M>,
    raced_nodes: u64,
    budget: u64,
    known: Option<Bounds>,
    hint: Option<&'r dyn Fn(G::Move) -> Option<Value>>,
    oracle: Option<Oracle<'r, G::Position>>,
}

impl<'r, G: Game, M: Memory<G::Key> + Sync> Root<'r, G, M> {
    /// `threads` is at least 1.
    pub(crate) fn new(game: &'r G, memory: &'r M, limits: &'r Limits, progress: &'r Progress, threads: usize) -> Self {
        let search = Search::new(game, memory, limits, progress);
        Self {
            game,
            memory,
            limits,
            progress,
            threads,
            search,
            raced_nodes: 0,
            budget: u64::MAX,
            known: None,
            hint: None,
            oracle: None,
        }
    }

    /// Gives up after about `nodes` positions.
    pub(crate) fn budget(mut self, nodes: u64) -> Self {
        self.budget = nodes;
        self
    }

    /// Begins with what is proved of the value already.
    pub(crate) fn knowing(mut self, known: Bounds) -> Self {
        self.known = Some(known);
        self
    }

    /// Asks `hint` for the value of each move before it is searched.
    pub(crate) fn hinted(mut self, hint: &'r dyn Fn(G::Move) -> Option<Value>) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Asks `oracle` for the values of positions in the search.
    pub(crate) fn asking(mut self, oracle: Option<Oracle<'r, G::Position>>) -> Self {
        self.oracle = oracle;
        self.search = self.search.asking(oracle);
        self
    }

    /// Finds out what is wanted about `position`, as far as the limits allow.
    pub(crate) fn examine(&mut self, position: &G::Position, wanted: Wanted) -> Finding<G::Move> {
        let mut finding = Finding {
            bounds: self.known.unwrap_or(Bounds::within(self.game.bound(position))),
            best: None,
            moves: None,
            line: None,
            nodes: 0,
            is_complete: false,
        };
        finding.is_complete = self.fill(position, wanted, &mut finding).is_ok();
        finding.nodes = self.nodes();
        finding
    }

    fn fill(&mut self, position: &G::Position, wanted: Wanted, finding: &mut Finding<G::Move>) -> Result<(), Unwound> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        self.progress.begin(1 + moves.len() as u32);
        let value = self.value(position, &mut finding.bounds)?;
        self.progress.settle();
        if wanted.value_only {
            finding.best = Some(Vec::new());
            return Ok(());
        }
        let mut best = Vec::new();
        let mut values = Vec::new();
        for &mv in &moves {
            let step = self.game.play(position, mv);
            let of_move = match self.hint.and_then(|hint| hint(mv)) {
                Some(known) => known,
                None if wanted.all_moves => self.move_value(&step, value)?,
                None => self.at_least(&step, value)?,
            };
            if of_move >= value {
                best.push(mv);
            }
            values.push((mv, of_move));
            self.progress.settle();
        }
        finding.best = Some(best);
        finding.moves = wanted.all_moves.then_some(values);
        if wanted.line {
            finding.line = Some(self.line(position, value)?);
        }
        Ok(())
    }

    /// The exact value; `bounds` must hold already and is narrowed as more is proved.
    fn value(&mut self, position: &G::Position, bounds: &mut Bounds) -> Result<Value, Unwound> {
        self.exact(position, 0, bounds)
    }

    /// Closes in on the value from `guess`, one null window after the other.
    fn exact(&mut self, position: &G::Position, guess: Value, bounds: &mut Bounds) -> Result<Value, Unwound> {
        let mut guess = guess.clamp(bounds.low, bounds.high);
        while bounds.low < bounds.high {
            let beta = if guess == bounds.low { guess + 1 } else { guess };
            guess = self.prove(position, beta - 1, beta)?;
            if guess < beta {
                bounds.high = guess;
            } else {
                bounds.low = guess;
            }
        }
        Ok(bounds.low)
    }

    /// The exact value of a move, guessed to be `guess`.
    fn move_value(&mut self, step: &Step<G::Position>, guess: Value) -> Result<Value, Unwound> {
        let mut bounds = Bounds::within(self.game.bound(&step.next));
        let guess = step.window(guess, guess).0;
        Ok(step.value(self.exact(&step.next, guess, &mut bounds)?))
    }

    /// A number that is at least `value` exactly if the move is worth that much.
    fn at_least(&mut self, step: &Step<G::Position>, value: Value) -> Result<Value, Unwound> {
        let (alpha, beta) = step.window(value - 1, value);
        Ok(step.value(self.prove(&step.next, alpha, beta)?))
    }

    /// The first optimal move of `position`, whose value is `value`, then of what it leads to, to the end.
    fn line(&mut self, position: &G::Position, mut value: Value) -> Result<Vec<G::Move>, Unwound> {
        let (mut position, mut line) = (*position, Vec::new());
        loop {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            let mut optimal = None;
            for &mv in &moves {
                let step = self.game.play(&position, mv);
                if self.at_least(&step, value)? >= value {
                    optimal = Some((mv, step));
                    break;
                }
            }
            let Some((mv, step)) = optimal else { return Ok(line) };
            line.push(mv);
            position = step.next;
            value = step.window(value, value).0;
        }
    }

    /// The search's answer for the window. A search that turns out long is shared by all threads.
    fn prove(&mut self, position: &G::Position, alpha: Value, beta: Value) -> Result<Value, Unwound> {
        let left = self.budget.saturating_sub(self.nodes());
        let shared = self.threads > 1 && left > ALONE;
        self.search.allow(if shared { ALONE } else { left });
        match self.search.value(position, alpha, beta) {
            Err(Unwound) if shared && self.limits.check().is_ok() => self.race(position, alpha, beta),
            result => result,
        }
    }

    fn nodes(&self) -> u64 {
        self.search.nodes() + self.raced_nodes
    }

    fn race(&mut self, position: &G::Position, alpha: Value, beta: Value) -> Result<Value, Unwound> {
        let each = self.budget.saturating_sub(self.nodes()) / self.threads as u64;
        let (value, nodes) = race(self.threads, |race| {
            let mut search = Search::new(self.game, self.memory, self.limits, self.progress);
            search = search.racing(race).asking(self.oracle);
            search.allow(each);
            (search.value(position, alpha, beta), search.nodes())
        });
        self.raced_nodes += nodes;
        value
    }
}
