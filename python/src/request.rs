//! The keyword arguments of games, validations and analyses.

use crate::arguments::{self, seconds, text, whole};
use crate::errors::RangeError;
use gridsolve::Solver;
use gridsolve::arena::{Starts, TimeControl};
use gridsolve::table::Catalog;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The most games or positions of one call.
const MOST: u64 = 1_000_000;

/// What is asked for beside players and boards.
pub(crate) struct Request {
    pub(crate) games: usize,
    pub(crate) seed: u64,
    pub(crate) time: TimeControl,
    pub(crate) threads: usize,
    /// Its switch stops everything.
    pub(crate) solver: Solver,
    pub(crate) progress: Option<Py<PyAny>>,
    pub(crate) starts: Starts,
    pub(crate) depth: Option<u32>,
    pub(crate) sample: Option<usize>,
    pub(crate) worst: usize,
}

impl Request {
    /// Reads keyword arguments out of those in `known`. Functions of Python play one game at a time if not asked
    /// otherwise.
    pub(crate) fn read(given: Option<&Bound<'_, PyDict>>, known: &[&str], threads: usize) -> PyResult<Self> {
        let mut request = Self {
            games: 100,
            seed: 0,
            time: TimeControl::default(),
            threads,
            solver: Solver::new().threads(1).tables(Catalog::shared()),
            progress: None,
            starts: Starts::Alternate,
            depth: None,
            sample: None,
            worst: 10,
        };
        for (name, value) in given.into_iter().flatten() {
            let name = text("option", &name)?.into_owned();
            if !known.contains(&&*name) {
                let message = format!("there is no option {name:?}: there are {}", known.join(", "));
                return Err(PyTypeError::new_err(message));
            }
            if !value.is_none() {
                request.set(&name, &value)?;
            }
        }
        Ok(request)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let count = || match whole(name, value)? {
            number @ 1..=MOST => Ok(number as usize),
            number => Err(RangeError::new_err(format!("{name}: a number from 1 to {MOST} is needed, not {number}"))),
        };
        match name {
            "games" => self.games = count()?,
            "sample" => self.sample = Some(count()?),
            "worst" => self.worst = count()?,
            "seed" => self.seed = whole(name, value)?,
            "depth" => self.depth = Some(u32::try_from(whole(name, value)?).unwrap_or(u32::MAX)),
            "threads" => self.threads = arguments::threads(value)?,
            "time" => self.time = TimeControl { per_move: Some(seconds(value)?), clock: None },
            "solve_time" => self.solver = self.solver.clone().time(seconds(value)?),
            "progress" => self.progress = arguments::progress(Some(value))?,
            _ => self.starts = starts(&text(name, value)?)?,
        }
        Ok(())
    }
}

fn starts(name: &str) -> PyResult<Starts> {
    let all = [Starts::A, Starts::B, Starts::Alternate, Starts::Random];
    all.into_iter().find(|starts| starts.as_str() == name).ok_or_else(|| {
        let names = all.map(Starts::as_str).join(", ");
        RangeError::new_err(format!("starts: write one of {names}, not {name:?}"))
    })
}
