//! How far a search may go, and how far it has come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The stack of a thread that searches: boards of thousands of lines are searched that deep. It is
/// address space; memory is used as it is touched.
pub(super) const DEEP_STACK: usize = 512 << 20;

/// Why a search ended before it had proved everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The time was up.
    Time,
    /// Somebody asked it to stop.
    Interrupted,
}

/// Tells a running search to stop; clones share one switch.
#[derive(Clone, Debug, Default)]
pub struct StopSwitch(Arc<AtomicBool>);

impl StopSwitch {
    /// Stops every search that has this switch, within milliseconds.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was thrown.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits that a search is under.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) deadline: Option<Instant>,
    pub(crate) switch: StopSwitch,
}

impl Limits {
    pub(crate) fn new(time: Option<Duration>, switch: StopSwitch) -> Self {
        // A time too long for the clock is no limit.
        Self { deadline: time.and_then(|time| Instant::now().checked_add(time)), switch }
    }

    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.switch.is_stopped() {
            return Err(Stopped::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stopped::Time),
            _ => Ok(()),
        }
    }
}

/// What a running search shows of itself; clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    nodes: AtomicU64,
    questions: AtomicU32,
    settled: AtomicU32,
}

impl Progress {
    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Of the questions that the answer needs (the value, then one for each move), how many are
    /// settled and how many are known of so far.
    pub fn questions(&self) -> (u32, u32) {
        (self.0.settled.load(Ordering::Relaxed), self.0.questions.load(Ordering::Relaxed))
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.0.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn begin(&self, questions: u32) {
        self.0.questions.store(questions, Ordering::Relaxed);
        self.0.settled.store(0, Ordering::Relaxed);
    }

    pub(crate) fn settle(&self) {
        self.0.settled.fetch_add(1, Ordering::Relaxed);
    }
}
