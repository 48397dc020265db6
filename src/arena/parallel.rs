//! Many pieces of work of one kind, shared out among threads.

use crate::solver::{StopSwitch, Stopped};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The stack of a thread that works: players and solvers may search deep.
pub(super) const STACK: usize = 64 << 20;

/// How far work has come; those who watch may look at any time.
#[derive(Debug, Default)]
pub struct Count {
    done: AtomicUsize,
    of: AtomicUsize,
}

impl Count {
    /// How many pieces are done, and of how many.
    pub fn get(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }

    pub(super) fn expect(&self, more: usize) {
        self.of.fetch_add(more, Ordering::Relaxed);
    }

    pub(super) fn add(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Does `work` for every item and returns what came of it, in order. Each thread begins with a state of
/// its own.
///
/// # Errors
/// [`Stopped`] where the switch is thrown first.
pub(super) fn share_out<T: Sync, S, R: Send>(
    items: &[T],
    threads: usize,
    switch: &StopSwitch,
    count: &Count,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Result<Vec<R>, Stopped> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
    count.expect(items.len());
    let run = || {
        let (mut state, mut mine) = (state(), Vec::new());
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at).filter(|_| !switch.is_stopped()) else { break };
            mine.push((at, work(&mut state, item)));
            count.add();
        }
        done.lock().unwrap_or_else(|poison| poison.into_inner()).append(&mut mine);
    };
    std::thread::scope(|scope| {
        // Where the system gives no more threads, those that are there do the work.
        let spawn = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok();
        let started = (0..threads.clamp(1, items.len().max(1))).map_while(spawn).count();
        if started == 0 {
            run();
        }
    });
    if switch.is_stopped() {
        return Err(Stopped::Interrupted);
    }
    let mut done = done.into_inner().unwrap_or_else(|poison| poison.into_inner());
    done.sort_unstable_by_key(|&(at, _)| at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [0, 1, 3] {
            let count = Count::default();
            let squares = share_out(&items, threads, &StopSwitch::default(), &count, || (), |(), &item| item * item);
            assert_eq!(squares.unwrap()[999], 998_001);
            assert_eq!(count.get(), (1000, 1000));
        }
    }

    #[test]
    fn who_is_stopped_has_nothing() {
        let switch = StopSwitch::default();
        switch.stop();
        assert!(share_out(&[1], 1, &switch, &Count::default(), || (), |(), &item| item).is_err());
    }
}
