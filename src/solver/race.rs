//! Threads that look for the same answer with the same memory.

use super::busy::Busy;
use super::limits::DEEP_STACK;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;

/// The search gave up, for a reason that whoever set its limits can look up there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unwound;

/// Positions that one thread may search before the others join in.
pub(crate) const ALONE: u64 = 20_000;

/// What the threads of a race share beside the memory. The first to end its search ends it for all.
#[derive(Debug, Default)]
pub(crate) struct Race {
    pub(crate) busy: Busy,
    over: AtomicBool,
}

impl Race {
    /// Whether some thread has ended its search.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// Runs one search on `threads` threads at once and gives the first answer, if there is one. `search` says
/// how many positions it went through beside what it found; their sum is the second number.
pub(crate) fn race<T: Send>(
    threads: usize,
    search: impl Fn(&Race) -> (Result<T, Unwound>, u64) + Sync,
) -> (Result<T, Unwound>, u64) {
    let race = Race::default();
    let first = Mutex::new(None);
    let run = || {
        let (found, nodes) = search(&race);
        if let Ok(found) = found {
            race.over.store(true, Ordering::Relaxed);
            first.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(found);
        }
        nodes
    };
    let nodes = std::thread::scope(|scope| {
        // Where the system gives no more threads, those that are there do the work.
        let spawn = |_| Builder::new().stack_size(DEEP_STACK).spawn_scoped(scope, run).ok();
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        let own = run();
        own + others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))).sum::<u64>()
    });
    let first = first.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    (first.ok_or(Unwound), nodes)
}
