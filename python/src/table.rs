//! Tables of solved positions as Python sees them.

use crate::answer::Answer;
use crate::arguments::{self, cores, whole};
use crate::errors::{InternalError, MemoryLimitError, RangeError, TableError, TableFileError};
use crate::run::{Watch, calmly, watched};
use gridsolve::solver::StopSwitch;
use gridsolve::table::{Build, BuildError, Extent, Level, VerifyError, WriteError, hexadecimal};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file of exact values, opened: a position that it holds is answered without a search.
#[pyclass(frozen, module = "gridsolve")]
pub(crate) struct Table {
    inner: gridsolve::table::Table,
}

#[pymethods]
impl Table {
    /// Opens a table and checks its header.
    #[classmethod]
    fn open(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let opened = py.detach(|| calmly(|| gridsolve::table::Table::open(&path)))?;
        Ok(Self { inner: opened.map_err(|error| wrong(&error))? })
    }

    /// Builds the table of all positions of a board, saves it to a file and opens it.
    #[classmethod]
    #[pyo3(signature = (board, path, *, threads = None, memory = None, progress = None))]
    fn build(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        path: PathBuf,
        threads: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let board = arguments::position(board)?;
        let tell = arguments::progress(progress)?;
        let mut build = Build::new(&board, Extent::Whole).map_err(|error| not_built(&error))?;
        build = build.threads(threads.map_or(Ok(cores()), arguments::threads)?);
        if let Some(memory) = memory {
            build = build.memory(arguments::memory(memory)?);
        }
        let state = build.progress();
        let numbers = move || {
            let (_, done, all) = state.state();
            vec![done, all]
        };
        let watch = Watch::new(tell.as_ref(), numbers);
        let built = watched(py, &build.stop_switch(), &watch, || build.run(&path))?;
        Ok(Self { inner: built.map_err(|error| not_built(&error))? })
    }

    /// The answer to a position, with the value of every move; None where the table does not hold it.
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<Answer>> {
        let position = arguments::position(position)?;
        let answer = py.detach(|| calmly(|| self.inner.answer(&position)))?.map_err(|error| wrong(&error))?;
        Ok(answer.map(|answer| Answer::new(position, answer)))
    }

    fn __contains__(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let known = self.inner.probe(&arguments::position(position)?).map_err(|error| wrong(&error))?;
        Ok(known.is_some())
    }

    /// Verifies the table: "quick" its header, "checksums" all of the file, "deep" some entries from their
    /// successors too, "full" every entry. Says how many were proved, and of how many moves lead out of the table.
    #[pyo3(signature = (level = "checksums", *, entries = None, seed = None, threads = None, memory = None,
                        progress = None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn verify(
        &self,
        py: Python<'_>,
        level: &str,
        entries: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(u64, u64)> {
        let level = match level {
            "quick" => Level::Quick,
            "checksums" => Level::Checksums,
            "deep" => Level::Deep {
                entries: entries.map_or(Ok(1000), |entries| whole("entries", entries))?,
                seed: seed.map_or(Ok(0), |seed| whole("seed", seed))?,
            },
            "full" => Level::Full { memory: memory.map_or(Ok(u64::MAX), arguments::memory)? },
            _ => {
                let message = format!("level: write \"quick\", \"checksums\", \"deep\" or \"full\", not {level:?}");
                return Err(RangeError::new_err(message));
            }
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(Ok(cores()), arguments::threads)?);
        let pool = pool.build().map_err(|error| MemoryLimitError::new_err(format!("no threads: {error}")))?;
        let tell = arguments::progress(progress)?;
        let (switch, done, all) = (StopSwitch::default(), AtomicU64::new(0), AtomicU64::new(0));
        let hear = |done_now, of| {
            done.fetch_max(done_now, Ordering::Relaxed);
            all.store(of, Ordering::Relaxed);
            if switch.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let numbers = || vec![done.load(Ordering::Relaxed), all.load(Ordering::Relaxed)];
        let watch = Watch::new(tell.as_ref(), numbers);
        let proved = watched(py, &switch, &watch, || pool.install(|| self.inner.verify(level, &hear)))?;
        let proved = proved.map_err(|error| match error {
            VerifyError::Memory { .. } => MemoryLimitError::new_err(error.to_string()),
            VerifyError::Table(error) => wrong(&error),
            VerifyError::Wrong { .. } | VerifyError::Interrupted => TableError::new_err(error.to_string()),
        })?;
        Ok((proved.proved, proved.unproved))
    }

    /// The game.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.header().game.as_str()
    }

    /// Rows of the board.
    #[getter]
    fn rows(&self) -> usize {
        self.inner.header().size.rows()
    }

    /// Columns of the board.
    #[getter]
    fn cols(&self) -> usize {
        self.inner.header().size.cols()
    }

    /// How many entries it has.
    #[getter]
    fn entries(&self) -> u64 {
        self.inner.header().entries
    }

    /// The bytes of the file.
    #[getter]
    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    /// The SHA-256 of its decoded values, in hexadecimal digits.
    #[getter]
    fn sha256(&self) -> String {
        hexadecimal(&self.inner.header().identity)
    }

    /// How it was made: program, version, command and method.
    #[getter]
    fn made<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let metadata = &self.inner.header().metadata;
        let made = PyDict::new(py);
        made.set_item("program", &metadata.program)?;
        made.set_item("version", &metadata.version)?;
        made.set_item("command", &metadata.command)?;
        made.set_item("method", &metadata.method)?;
        Ok(made)
    }

    fn __repr__(&self) -> String {
        format!("<Table {}:{}x{} entries={}>", self.game(), self.rows(), self.cols(), self.entries())
    }
}

fn wrong(error: &gridsolve::table::TableError) -> PyErr {
    match error {
        gridsolve::table::TableError::Read(_) => TableFileError::new_err(error.to_string()),
        _ => TableError::new_err(error.to_string()),
    }
}

fn not_built(error: &BuildError) -> PyErr {
    match error {
        BuildError::Unsupported(_) | BuildError::Contradiction(_) => TableError::new_err(error.to_string()),
        BuildError::Memory { .. } | BuildError::Full { .. } | BuildError::Threads(_) | BuildError::Solve(_) => {
            MemoryLimitError::new_err(error.to_string())
        }
        BuildError::Write(WriteError::Content(_) | WriteError::Interrupted) => {
            InternalError::new_err(error.to_string())
        }
        BuildError::Write(_) => TableFileError::new_err(error.to_string()),
    }
}
