//! Many positions at once, on all cores.

use crate::answer::{Answer, refuse_without_turn};
use crate::arguments::{self, Options, cores};
use crate::errors;
use crate::run::{Watch, calmly, watched};
use gridsolve::{Position, SolveError, Solver};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a thread keeps positions to itself: those that wait with it wait no longer.
const LOT: Duration = Duration::from_micros(500);
/// The most positions a thread takes at once.
const MOST_IN_A_LOT: usize = 64;

/// Answers to many positions, in their order: an `Answer` for each, or the error that says what is wrong with it.
#[pyfunction]
#[pyo3(
    signature = (positions, **options),
    text_signature = "(positions, *, all_moves=False, line=False, game_value=False, threads=None, memory=None, \
                      time=None, tables=None, progress=None)"
)]
pub(crate) fn solve_batch<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let options = Options::read(options)?;
    let mut read = Vec::new();
    for position in positions.try_iter()? {
        let position = arguments::position(&position?);
        read.push(position.and_then(|position| refuse_without_turn(&position).map(|()| position)));
    }
    let good: Vec<&Position> = read.iter().filter_map(|position| position.as_ref().ok()).collect();
    let mut answers = solve_all(py, &options, good.len(), |solver, index| solver.solve(good[index]))?.into_iter();
    let list = PyList::empty(py);
    for position in read {
        match position {
            Ok(position) => match answers.next() {
                Some(Ok(answer)) => list.append(Answer::new(position, answer))?,
                Some(Err(error)) => list.append(errors::solve(&error).value(py))?,
                None => list.append(errors::InternalError::new_err("an answer is missing").value(py))?,
            },
            // What is no position at all is told in its place; other trouble, an interrupt for one, is not.
            Err(error) if error.is_instance_of::<errors::PositionError>(py) => list.append(error.value(py))?,
            Err(error) => return Err(error),
        }
    }
    Ok(list)
}

/// Solves the positions with the numbers below `count`, each on one thread, on all cores, while this thread listens
/// for signals. The answers stand in the order of the numbers.
pub(crate) fn solve_all<T: Send>(
    py: Python<'_>,
    options: &Options,
    count: usize,
    solve: impl Fn(&Solver, usize) -> Result<T, SolveError> + Sync,
) -> PyResult<Vec<Result<T, SolveError>>> {
    let threads = options.threads.unwrap_or_else(cores).min(count).max(1);
    let solver = options.solver.clone().threads(1).share_of_memory(threads);
    let switch = solver.stop_switch();
    let taken = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let work = || {
        let mut size = 1;
        loop {
            let first = taken.fetch_add(size, Ordering::Relaxed);
            if first >= count || switch.is_stopped() {
                return;
            }
            let started = Instant::now();
            let lot: Vec<_> = (first..count.min(first + size)).map(|index| (index, solve(&solver, index))).collect();
            if let Ok(mut done) = done.lock() {
                done.extend(lot);
            }
            size = if started.elapsed() < LOT { (2 * size).min(MOST_IN_A_LOT) } else { 1 };
        }
    };
    let all = || {
        std::thread::scope(|scope| {
            // Where the system gives no more threads, those that are there do the work.
            let others = (1..threads).map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok());
            let others: Vec<_> = others.collect();
            work();
            others.into_iter().try_for_each(std::thread::ScopedJoinHandle::join)
        })
    };
    let joined = watched(py, &switch, &Watch::of(options), all)?;
    joined.or_else(|panic| calmly(|| std::panic::resume_unwind(panic)))?;
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_unstable_by_key(|&(index, _)| index);
    Ok(done.into_iter().map(|(_, answer)| answer).collect())
}
