//! Running a search so that Python stays alive: the lock is released, Ctrl-C stops the search, and nothing panics
//! across the border.

use crate::arguments::Options;
use crate::errors::{self, InternalError};
use crate::players::Calls;
use gridsolve::solver::StopSwitch;
use gridsolve::{SolveError, Solver};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::Builder;
use std::time::Duration;

/// How long a search may take on the thread that asked for it. Most positions need less, and the first of them would
/// be done before another thread had begun.
pub(crate) const FIRST_TRY: Duration = Duration::from_millis(2);
/// How often a longer search is asked whether somebody wants it to stop.
const POLL: Duration = Duration::from_millis(50);

/// Whether an answer has all that was asked for.
pub(crate) trait Complete {
    /// True where no limit cut it short.
    fn is_complete(&self) -> bool;
}

impl Complete for gridsolve::Answer {
    fn is_complete(&self) -> bool {
        self.complete
    }
}

impl Complete for gridsolve::solver::BothSides {
    fn is_complete(&self) -> bool {
        self.vertical.answer.complete && self.horizontal.answer.complete
    }
}

/// Runs `search` under the options: first for a moment here, then, where that is not enough, on a thread of its own
/// while this one listens for signals.
pub(crate) fn search<A: Complete + Send>(
    py: Python<'_>,
    options: &Options,
    search: impl Fn(&Solver) -> Result<A, SolveError> + Sync,
) -> PyResult<A> {
    if options.progress.is_none() {
        let moment = options.time.map_or(FIRST_TRY, |time| time.min(FIRST_TRY));
        let hasty = options.solver.clone().time(moment);
        let answer = py.detach(|| calmly(|| search(&hasty)))?;
        // Where only the value as a game cannot be found, that is said at once too.
        let answer = answer.map_err(|error| errors::solve(&error))?;
        if answer.is_complete() || options.time.is_some_and(|time| time <= FIRST_TRY) {
            return Ok(answer);
        }
    }
    let solver = &options.solver;
    let answer = watched(py, &solver.stop_switch(), &Watch::of(options), || search(solver))?;
    answer.map_err(|error| errors::solve(&error))
}

/// What is done from time to time while work goes on: Python handles signals, and somebody is told how far it is.
pub(crate) struct Watch<'o> {
    tell: Option<&'o Py<PyAny>>,
    numbers: Box<dyn Fn() -> Vec<u64> + 'o>,
    calls: Option<&'o Calls>,
}

impl<'o> Watch<'o> {
    /// `tell` is called with the numbers.
    pub(crate) fn new(tell: Option<&'o Py<PyAny>>, numbers: impl Fn() -> Vec<u64> + 'o) -> Self {
        Self { tell, numbers: Box::new(numbers), calls: None }
    }

    /// Who is told under some options: positions searched, questions settled, questions known of.
    pub(crate) fn of(options: &'o Options) -> Self {
        let progress = options.solver.progress();
        Self::new(options.progress.as_ref(), move || {
            let (settled, questions) = progress.questions();
            vec![progress.nodes(), settled.into(), questions.into()]
        })
    }

    /// Nobody is told.
    pub(crate) fn silent() -> Self {
        Self::new(None, Vec::new)
    }

    /// The functions of Python that take part, which end with the work.
    pub(crate) fn ending(self, calls: &'o Calls) -> Self {
        Self { calls: Some(calls), ..self }
    }

    fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        // In another thread than the first an interruption is an exception that waits for the next line of Python:
        // a player's function may be in a search of its own.
        py.run(c"pass", None, None)?;
        if let Some(tell) = self.tell {
            tell.call1(py, PyTuple::new(py, (self.numbers)())?)?;
        }
        Ok(())
    }
}

/// Does `work` on a thread of its own, and throws the switch where Python wants it to stop.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    switch: &StopSwitch,
    watch: &Watch<'_>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (send, mut receive) = mpsc::channel();
        let run = move || {
            // Whoever waits has not gone away: this thread ends first.
            let _ = send.send(calmly(work));
        };
        Builder::new().stack_size(STACK).spawn_scoped(scope, run).map_err(|error| {
            errors::MemoryLimitError::new_err(format!("the system gives no thread to search with: {error}"))
        })?;
        loop {
            if let Some(done) = wait(py, &mut receive, POLL) {
                return done;
            }
            if let Err(stopped) = watch.look(py) {
                switch.stop();
                while wait(py, &mut receive, POLL).is_none() {
                    // A function of Python may be called once more before its thread sees the switch.
                    watch.calls.map_or(Ok(()), |calls| calls.interrupt(py))?;
                }
                return Err(stopped);
            }
        }
    })
}

/// The stack of a thread that searches, as the first thread of a program has it.
const STACK: usize = 8 << 20;

fn wait<T: Send>(py: Python<'_>, receive: &mut Receiver<PyResult<T>>, patience: Duration) -> Option<PyResult<T>> {
    match py.detach(move || receive.recv_timeout(patience)) {
        Ok(done) => Some(done),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Err(broken("the thread that searched is gone"))),
    }
}

/// Does `work`; a panic becomes an ordinary error.
pub(crate) fn calmly<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
        broken(&words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default())
    })
}

fn broken(words: &str) -> PyErr {
    InternalError::new_err(format!("this is a bug in gridsolve, please report it: {words}"))
}
