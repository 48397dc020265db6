//! The threads that solve. Work waits in two bounded queues, so that what is done at once never stands
//! behind what takes long.

use crate::solver::StopSwitch;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Something to do on a thread of the pool.
pub(super) struct Task {
    /// Thrown when nobody wants it any more.
    pub(super) switch: StopSwitch,
    /// Does it.
    pub(super) run: Box<dyn FnOnce() + Send>,
}

/// No more can wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// Threads with a queue before them; they end when the lane is dropped.
pub(super) struct Lane {
    queue: Arc<Queue>,
    threads: usize,
}

/// How much a lane has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Load {
    /// Tasks that run.
    pub(super) running: usize,
    /// Tasks that wait for a thread.
    pub(super) waiting: usize,
}

struct Queue {
    state: Mutex<Waiting>,
    more: Condvar,
    most: usize,
}

#[derive(Default)]
struct Waiting {
    tasks: VecDeque<Task>,
    running: usize,
    closed: bool,
}

impl Lane {
    /// `threads` threads, before which at most `most` tasks wait.
    ///
    /// # Errors
    /// What the system says where it gives no thread.
    pub(super) fn new(name: &str, threads: usize, most: usize) -> std::io::Result<Self> {
        let queue = Arc::new(Queue { state: Mutex::default(), more: Condvar::new(), most });
        let lane = Self { queue, threads };
        for number in 0..threads {
            let queue = Arc::clone(&lane.queue);
            std::thread::Builder::new().name(format!("{name}-{number}")).spawn(move || queue.work())?;
        }
        Ok(lane)
    }

    /// Lets the task run as soon as a thread is free. Tasks that nobody wants any more make room.
    pub(super) fn submit(&self, task: Task) -> Result<(), Full> {
        let mut state = self.queue.lock();
        // Threads that are free take theirs at once.
        let room = self.queue.most + self.threads.saturating_sub(state.running);
        if state.tasks.len() >= room {
            state.tasks.retain(|task| !task.switch.is_stopped());
            if state.tasks.len() >= room {
                return Err(Full);
            }
        }
        state.tasks.push_back(task);
        self.queue.more.notify_one();
        Ok(())
    }

    /// What there is to do.
    pub(super) fn load(&self) -> Load {
        let state = self.queue.lock();
        Load { running: state.running, waiting: state.tasks.len() }
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.closed = true;
        state.tasks.clear();
        self.queue.more.notify_all();
    }
}

impl Queue {
    fn work(&self) {
        let mut state = self.lock();
        loop {
            if state.closed {
                return;
            }
            let Some(task) = state.tasks.pop_front() else {
                state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.running += 1;
            drop(state);
            if !task.switch.is_stopped() {
                // Whoever waits for a task that panics notices that it ended without an answer.
                let _ = catch_unwind(AssertUnwindSafe(task.run));
            }
            state = self.lock();
            state.running -= 1;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn as_many_wait_as_may_and_those_that_are_not_wanted_make_room() {
        let lane = Lane::new("test", 1, 1).unwrap();
        let (go, wait) = channel::<()>();
        let (started, is_started) = channel();
        let first = move || {
            started.send(()).unwrap();
            let _ = wait.recv();
        };
        let idle = |switch: &StopSwitch| Task { switch: switch.clone(), run: Box::new(|| ()) };
        let unwanted = StopSwitch::default();
        assert_eq!(lane.submit(Task { switch: StopSwitch::default(), run: Box::new(first) }), Ok(()));
        is_started.recv().unwrap();
        assert_eq!(lane.submit(idle(&unwanted)), Ok(()));
        assert_eq!(lane.submit(idle(&unwanted)), Err(Full));
        assert_eq!(lane.load(), Load { running: 1, waiting: 1 });
        unwanted.stop();
        assert_eq!(lane.submit(idle(&StopSwitch::default())), Ok(()));
        go.send(()).unwrap();
    }

    #[test]
    fn a_panic_costs_no_thread() {
        let lane = Lane::new("test", 1, 2).unwrap();
        let (done, is_done) = channel();
        lane.submit(Task { switch: StopSwitch::default(), run: Box::new(|| panic!("as the test wants it")) }).unwrap();
        lane.submit(Task { switch: StopSwitch::default(), run: Box::new(move || done.send(()).unwrap()) }).unwrap();
        is_done.recv().unwrap();
    }
}
