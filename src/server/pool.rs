//! Lanes of threads. Each has a bounded queue of its own, so that what is done at once never stands behind what
//! takes long.

use crate::solver::StopSwitch;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Something to do on a thread of a lane.
pub(super) struct Task {
    /// Thrown when nobody wants it any more, and when the lane is closed.
    pub(super) switch: StopSwitch,
    /// Does it, with as many threads as it is told, its own among them.
    pub(super) run: Box<dyn FnOnce(usize) + Send>,
}

/// No more can wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// Threads with a queue before them; it is closed when it is dropped.
pub(super) struct Lane {
    queue: Arc<Queue>,
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
    state: Mutex<State>,
    more: Condvar,
    /// The most tasks that may wait while every thread works.
    most: usize,
}

struct State {
    waiting: VecDeque<Task>,
    /// What each thread works on.
    running: Vec<Option<Running>>,
    is_closed: bool,
}

struct Running {
    switch: StopSwitch,
    /// The threads that it was given.
    threads: usize,
}

impl Lane {
    /// `threads` threads, before which at most `most` tasks wait.
    ///
    /// # Errors
    /// What the system says where it gives no thread.
    pub(super) fn new(name: &str, threads: usize, most: usize) -> std::io::Result<Self> {
        let running = std::iter::repeat_with(|| None).take(threads).collect();
        let state = Mutex::new(State { waiting: VecDeque::new(), running, is_closed: false });
        let lane = Self { queue: Arc::new(Queue { state, more: Condvar::new(), most }) };
        for number in 0..threads {
            let queue = Arc::clone(&lane.queue);
            std::thread::Builder::new().name(format!("{name}-{number}")).spawn(move || queue.work(number))?;
        }
        Ok(lane)
    }

    /// Lets the task run as soon as a thread is free. Tasks that nobody wants any more make room.
    pub(super) fn submit(&self, task: Task) -> Result<(), Full> {
        let mut state = self.queue.lock();
        // Threads that are free take theirs at once.
        let room = self.queue.most + state.running.iter().filter(|running| running.is_none()).count();
        if state.waiting.len() >= room {
            state.waiting.retain(|task| !task.switch.is_stopped());
        }
        if state.waiting.len() >= room || state.is_closed {
            return Err(Full);
        }
        state.waiting.push_back(task);
        self.queue.more.notify_one();
        Ok(())
    }

    /// What there is to do.
    pub(super) fn load(&self) -> Load {
        let state = self.queue.lock();
        Load { running: state.running.iter().flatten().count(), waiting: state.waiting.len() }
    }

    /// Whether it takes no more tasks.
    pub(super) fn is_closed(&self) -> bool {
        self.queue.lock().is_closed
    }

    /// Takes no more tasks, stops those that run and forgets those that wait. The threads end.
    pub(super) fn close(&self) {
        let mut state = self.queue.lock();
        state.is_closed = true;
        state.running.iter().flatten().for_each(|running| running.switch.stop());
        state.waiting.drain(..).for_each(|task| task.switch.stop());
        self.queue.more.notify_all();
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.close();
    }
}

impl Queue {
    fn work(&self, number: usize) {
        while let Some((task, threads)) = self.next(number) {
            if !task.switch.is_stopped() {
                // Whoever waits for a task that panics notices that it ended without an answer.
                let _ = catch_unwind(AssertUnwindSafe(|| (task.run)(threads)));
            }
            self.lock().running[number] = None;
        }
    }

    /// Waits for a task for the thread of this number, which gets the threads that no other task has with it.
    /// Nothing once the lane is closed.
    fn next(&self, number: usize) -> Option<(Task, usize)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(task) = state.waiting.pop_front() {
                let given: usize = state.running.iter().flatten().map(|running| running.threads).sum();
                let threads = state.running.len().saturating_sub(given).max(1);
                state.running[number] = Some(Running { switch: task.switch.clone(), threads });
                return Some((task, threads));
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::{Duration, Instant};

    fn task(switch: &StopSwitch, run: impl FnOnce(usize) + Send + 'static) -> Task {
        Task { switch: switch.clone(), run: Box::new(run) }
    }

    /// A task that says how many threads it was given, and runs until it is told to end.
    fn held(lane: &Lane) -> (Receiver<usize>, Sender<()>) {
        let (started, is_started) = channel();
        let (go, wait) = channel::<()>();
        let run = move |threads| {
            started.send(threads).unwrap();
            let _ = wait.recv();
        };
        lane.submit(task(&StopSwitch::default(), run)).unwrap();
        (is_started, go)
    }

    #[test]
    fn as_many_wait_as_may_and_those_that_are_not_wanted_make_room() {
        let lane = Lane::new("test", 1, 1).unwrap();
        let (is_started, go) = held(&lane);
        is_started.recv().unwrap();
        let unwanted = StopSwitch::default();
        assert_eq!(lane.submit(task(&unwanted, |_| ())), Ok(()));
        assert_eq!(lane.submit(task(&unwanted, |_| ())), Err(Full));
        assert_eq!(lane.load(), Load { running: 1, waiting: 1 });
        unwanted.stop();
        assert_eq!(lane.submit(task(&StopSwitch::default(), |_| ())), Ok(()));
        go.send(()).unwrap();
    }

    #[test]
    fn a_panic_costs_no_thread() {
        let lane = Lane::new("test", 1, 2).unwrap();
        let (done, is_done) = channel();
        lane.submit(task(&StopSwitch::default(), |_| panic!("as the test wants it"))).unwrap();
        lane.submit(task(&StopSwitch::default(), move |_| done.send(()).unwrap())).unwrap();
        is_done.recv().unwrap();
    }

    #[test]
    fn who_begins_while_others_are_idle_has_their_threads_too() {
        let lane = Lane::new("test", 4, 4).unwrap();
        let (first, end_first) = held(&lane);
        assert_eq!(first.recv().unwrap(), 4);
        let (second, _end_second) = held(&lane);
        assert_eq!(second.recv().unwrap(), 1);
        end_first.send(()).unwrap();
        while lane.load().running > 1 {
            std::thread::yield_now();
        }
        let (third, _end_third) = held(&lane);
        assert_eq!(third.recv().unwrap(), 3);
        let (fourth, _end_fourth) = held(&lane);
        assert_eq!(fourth.recv().unwrap(), 1);
    }

    #[test]
    fn what_runs_is_stopped_when_a_lane_is_closed_and_what_waits_is_forgotten() {
        let lane = Lane::new("test", 1, 4).unwrap();
        let (running, waiting) = (StopSwitch::default(), StopSwitch::default());
        let (started, is_started) = channel();
        let (said, heard) = channel();
        let switch = running.clone();
        let patience = Instant::now() + Duration::from_secs(60);
        let run = move |_| {
            started.send(()).unwrap();
            while !switch.is_stopped() && Instant::now() < patience {
                std::thread::yield_now();
            }
            said.send(switch.is_stopped()).unwrap();
        };
        lane.submit(task(&running, run)).unwrap();
        is_started.recv().unwrap();
        let (never, is_never) = channel();
        lane.submit(task(&waiting, move |_| never.send(()).unwrap())).unwrap();
        lane.close();
        assert!(heard.recv().unwrap() && waiting.is_stopped());
        assert!(is_never.recv().is_err());
        assert_eq!(lane.submit(task(&StopSwitch::default(), |_| ())), Err(Full));
    }
}
