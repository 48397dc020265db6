//! The answers of a batch on their way from the threads that solve to the one that writes.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It has an exact answer.
    Exact,
    /// It is no position.
    Wrong,
    /// A limit was reached.
    Limit,
}

/// An answer that is ready to be written.
#[derive(Debug)]
pub(super) struct Answered {
    /// The place of its line among those that need an answer, from 0.
    pub(super) index: u64,
    /// The number of its line.
    pub(super) number: u64,
    /// The bytes that its line took.
    pub(super) line_bytes: usize,
    /// The answer, with the end of its line.
    pub(super) json: Vec<u8>,
    /// What became of the line.
    pub(super) kind: Kind,
    /// Positions searched.
    pub(super) nodes: u64,
}

/// Answers that nobody has fetched yet.
#[derive(Debug)]
pub(super) struct Outbox {
    state: Mutex<State>,
    rung: Condvar,
}

#[derive(Debug)]
struct State {
    answers: Vec<Answered>,
    /// Threads that may still add to it.
    workers: usize,
}

impl Outbox {
    /// An outbox that `workers` threads put answers into; each must [`Outbox::leave`] it.
    pub(super) fn new(workers: usize) -> Self {
        Self { state: Mutex::new(State { answers: Vec::new(), workers }), rung: Condvar::new() }
    }

    /// Leaves an answer to be fetched. Whoever fetches looks by himself from time to time; waking him
    /// for every answer would take longer than many answers do.
    pub(super) fn put(&self, answered: Answered) {
        self.lock().answers.push(answered);
    }

    /// Wakes whoever fetches.
    pub(super) fn ring(&self) {
        self.rung.notify_one();
    }

    /// Says that a thread will put nothing more into it.
    pub(super) fn leave(&self) {
        self.lock().workers -= 1;
        self.ring();
    }

    /// Adds what is there to `answers`, after waiting for up to `patience` where there is nothing.
    /// False where nothing will ever come.
    pub(super) fn fetch(&self, patience: Duration, answers: &mut Vec<Answered>) -> bool {
        let mut state = self.lock();
        if state.answers.is_empty() && state.workers > 0 && !patience.is_zero() {
            state = self.rung.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner).0;
        }
        answers.append(&mut state.answers);
        !answers.is_empty() || state.workers > 0
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers that came before their turn.
#[derive(Debug, Default)]
pub(super) struct InOrder {
    /// The index of the first that is missing.
    first: u64,
    answers: VecDeque<Option<Answered>>,
}

impl InOrder {
    /// Adds an answer, whatever its turn.
    pub(super) fn add(&mut self, answered: Answered) {
        let at = (answered.index - self.first) as usize;
        if self.answers.len() <= at {
            self.answers.resize_with(at + 1, || None);
        }
        self.answers[at] = Some(answered);
    }

    /// The next answer in order, where it is there.
    pub(super) fn next(&mut self) -> Option<Answered> {
        let answered = self.answers.front_mut()?.take()?;
        self.answers.pop_front();
        self.first += 1;
        Some(answered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(index: u64) -> Answered {
        Answered { index, number: index + 1, line_bytes: 0, json: Vec::new(), kind: Kind::Exact, nodes: 0 }
    }

    #[test]
    fn answers_leave_in_order() {
        let mut in_order = InOrder::default();
        let mut left = Vec::new();
        for index in [2, 0, 1, 4, 3] {
            in_order.add(answered(index));
            left.extend(std::iter::from_fn(|| in_order.next()).map(|answered| answered.index));
            left.push(100 + index);
        }
        assert_eq!(left, [102, 0, 100, 1, 2, 101, 104, 3, 4, 103]);
    }

    #[test]
    fn an_outbox_ends_with_its_workers() {
        let outbox = Outbox::new(1);
        let mut answers = Vec::new();
        assert!(outbox.fetch(Duration::ZERO, &mut answers));
        outbox.put(answered(0));
        outbox.leave();
        assert!(outbox.fetch(Duration::from_secs(9), &mut answers));
        answers.clear();
        assert!(!outbox.fetch(Duration::from_secs(9), &mut answers));
    }
}
