//! What Python hands over: numbers, positions and limits, each checked with words that say what is wrong.

use crate::errors::{self, MemoryLimitError, PositionError, RangeError, TooLargeError};
use crate::position::Position;
use gridsolve::Solver;
use gridsolve::memory::machine_memory;
use gridsolve::table::Catalog;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping, PyString};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A whole number from 0; `name` is what messages call it.
pub(crate) fn whole(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    value.extract::<u64>().map_err(|error| {
        if !error.is_instance_of::<PyOverflowError>(value.py()) {
            return PyTypeError::new_err(format!("{name}: a whole number is needed, not {}", type_name(value)));
        }
        match value.lt(0) {
            Ok(true) => RangeError::new_err(format!("{name}: a number from 0 is needed, not {}", shown(value))),
            _ => TooLargeError::new_err(format!("{name}: the number is too large: it has more than 64 bits")),
        }
    })
}

/// The name of a value's type.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "that".to_owned(), |name| name.to_string())
}

/// The start of what a value looks like.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let text = value.repr().map_or_else(|_| type_name(value), |text| text.to_string_lossy().into_owned());
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The text of a string.
pub(crate) fn text<'t>(name: &str, value: &'t Bound<'_, PyAny>) -> PyResult<std::borrow::Cow<'t, str>> {
    match value.cast::<PyString>() {
        Ok(text) => text.to_cow().map_err(|_| {
            PositionError::new_err((format!("{name}: it is not text: it has half characters"), "bad_position"))
        }),
        Err(_) => Err(PyTypeError::new_err(format!("{name}: a string is needed, not {}", type_name(value)))),
    }
}

/// A position: a `Position`, its text form, or its JSON, as text or as a mapping.
pub(crate) fn position(value: &Bound<'_, PyAny>) -> PyResult<gridsolve::Position> {
    if let Ok(position) = value.cast::<Position>() {
        return Ok(position.get().inner.clone());
    }
    if value.is_instance_of::<PyString>() {
        return gridsolve::Position::parse(&text("position", value)?).map_err(|error| errors::parse(&error));
    }
    if value.cast::<PyMapping>().is_ok() {
        let fields = value.py().get_type::<PyDict>().call1((value,))?;
        let json = value.py().import("json")?.call_method1("dumps", (fields,))?;
        return gridsolve::Position::parse(&text("position", &json)?).map_err(|error| errors::parse(&error));
    }
    let found = type_name(value);
    Err(PyTypeError::new_err(format!("position: text, a dict or a gridsolve.Position is needed, not {found}")))
}

/// What is asked of a solver, and the limits that it works under.
pub(crate) struct Options {
    /// A solver under these limits.
    pub(crate) solver: Solver,
    /// Threads that were asked for.
    pub(crate) threads: Option<usize>,
    /// Seconds that were asked for.
    pub(crate) time: Option<Duration>,
    /// Who is told how far the search has come.
    pub(crate) progress: Option<Py<PyAny>>,
}

/// The options there are.
const NAMES: [&str; 8] = ["all_moves", "line", "game_value", "threads", "memory", "time", "tables", "progress"];

impl Options {
    /// Reads the keyword arguments of a function that solves, out of which it takes those in `known`.
    pub(crate) fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self { solver: Solver::new(), threads: None, time: None, progress: None };
        let mut catalog = Some(Catalog::shared());
        for (name, value) in given.into_iter().flatten() {
            let name = text("option", &name)?.into_owned();
            match &*name {
                "tables" => catalog = tables(&value)?,
                _ if value.is_none() && NAMES.contains(&&*name) => {}
                _ => options.set(&name, &value)?,
            }
        }
        if let Some(catalog) = catalog {
            options.solver = options.solver.tables(catalog);
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let solver = self.solver.clone();
        self.solver = match name {
            "all_moves" => solver.all_moves(value.is_truthy()?),
            "line" => solver.line(value.is_truthy()?),
            "game_value" => solver.game_value(value.is_truthy()?),
            "threads" => {
                let threads = threads(value)?;
                self.threads = Some(threads);
                solver.threads(threads)
            }
            "memory" => solver.memory(memory(value)?),
            "time" => {
                let time = seconds(value)?;
                self.time = Some(time);
                solver.time(time)
            }
            "progress" => {
                self.progress = progress(Some(value))?;
                solver
            }
            _ => {
                let message = format!("there is no option {name:?}: there are {}", NAMES.join(", "));
                return Err(PyTypeError::new_err(message));
            }
        };
        Ok(())
    }
}

/// Where solved tables are looked for: the usual places if nothing is said, none for `False`, or these folders
/// before the usual places.
fn tables(value: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Catalog>>> {
    if value.is_none() || value.is(PyBool::new(value.py(), true)) {
        return Ok(Some(Catalog::shared()));
    }
    if value.is(PyBool::new(value.py(), false)) {
        return Ok(None);
    }
    let folders = match value.extract::<PathBuf>() {
        Ok(folder) => vec![folder],
        Err(_) => value.extract::<Vec<PathBuf>>().map_err(|_| {
            let found = type_name(value);
            PyTypeError::new_err(format!("tables: a folder, a list of folders, True or False is needed, not {found}"))
        })?,
    };
    for folder in &folders {
        std::fs::read_dir(folder)
            .map_err(|error| std::io::Error::new(error.kind(), format!("tables: {}: {error}", folder.display())))?;
    }
    Ok(Some(Arc::new(Catalog::new().folders(folders).warning(warn).standard())))
}

/// Says as a warning of Python what is wrong with a table.
fn warn(words: &str) {
    Python::attach(|py| {
        let warned = py.import("warnings").and_then(|warnings| warnings.call_method1("warn", (words,)));
        if let Err(error) = warned {
            error.write_unraisable(py, None);
        }
    });
}

/// The cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Who is told how far work has come.
pub(crate) fn progress(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    match value {
        Some(value) if !value.is_callable() => Err(PyTypeError::new_err("progress: a function is needed")),
        _ => Ok(value.map(|value| value.clone().unbind())),
    }
}

/// A number of threads.
pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    match whole("threads", value)? {
        threads @ 1..=1024 => Ok(threads as usize),
        threads => Err(RangeError::new_err(format!("threads: a number from 1 to 1024 is needed, not {threads}"))),
    }
}

/// A number of bytes that the machine has.
pub(crate) fn memory(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let bytes = whole("memory", value)?;
    match machine_memory() {
        Some(there) if bytes > there => Err(MemoryLimitError::new_err(format!(
            "memory: {bytes} bytes are asked for, but the machine has {there}: ask for less"
        ))),
        _ => Ok(bytes),
    }
}

/// A time in seconds.
pub(crate) fn seconds(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds: f64 = value
        .extract()
        .map_err(|_| PyTypeError::new_err(format!("time: a number of seconds is needed, not {}", type_name(value))))?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err(RangeError::new_err(format!("time: a number of seconds from 0 is needed, not {seconds}")));
    }
    // What is longer than the clock can count is no limit.
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}
