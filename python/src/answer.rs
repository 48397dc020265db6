//! Answers as Python sees them.

use crate::arguments::{self, Options};
use crate::errors::PositionError;
use crate::moves;
use crate::position::Position;
use crate::run;
use gridsolve::Source;
use gridsolve::notation::{AnswerRecord, value_sentence};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// What is known of a position: exact, or the limits that were proved.
#[pyclass(frozen, module = "gridsolve")]
pub(crate) struct Answer {
    position: gridsolve::Position,
    inner: gridsolve::Answer,
}

impl Answer {
    pub(crate) fn new(position: gridsolve::Position, inner: gridsolve::Answer) -> Self {
        Self { position, inner }
    }

    fn record(&self) -> AnswerRecord<'_> {
        AnswerRecord { position: &self.position, answer: &self.inner }
    }
}

#[pymethods]
impl Answer {
    /// The position that was asked about.
    #[getter]
    fn position(&self) -> Position {
        Position { inner: self.position.clone() }
    }

    /// The exact value for the side to move, over what is still open; None where a limit came first.
    #[getter]
    fn value(&self) -> Option<i16> {
        self.inner.value
    }

    /// Every move that achieves the value, sorted.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, &self.inner.best)
    }

    /// Every legal move with its value, best first, then sorted; None where it was not asked for.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(moves) = &self.inner.moves else { return Ok(None) };
        let list = PyList::empty(py);
        for &entry in moves {
            list.append(MoveValue { inner: entry })?;
        }
        Ok(Some(list))
    }

    /// A line of best play; None where it was not asked for.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.inner.line.as_ref().map(|line| moves::list(py, line)).transpose()
    }

    /// The Grundy value, in cram, xo and kings.
    #[getter]
    fn grundy(&self) -> Option<u16> {
        self.inner.grundy
    }

    /// The value as a combinatorial game, where it was asked for.
    #[getter]
    fn game_value(&self) -> Option<&str> {
        self.inner.game_value.as_deref()
    }

    /// Whether the value and the list of optimal moves are proved.
    #[getter]
    fn exact(&self) -> bool {
        self.inner.exact
    }

    /// Whether all that was asked for is there.
    #[getter]
    fn complete(&self) -> bool {
        self.inner.complete
    }

    /// Proved limits of the value, lowest and highest, where it is not exact.
    #[getter]
    fn bounds(&self) -> Option<(i16, i16)> {
        self.inner.bounds.map(|bounds| (bounds.low, bounds.high))
    }

    /// "search" or "table".
    #[getter]
    fn source(&self) -> &'static str {
        match self.inner.source {
            Source::Search => "search",
            Source::Table => "table",
        }
    }

    /// Positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes
    }

    /// Bytes that the search used for what it proved.
    #[getter]
    fn memory_bytes(&self) -> u64 {
        self.inner.memory_bytes
    }

    /// Seconds that the search took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.inner.seconds
    }

    /// The answer as JSON, as the command line prints it.
    fn to_json(&self) -> PyResult<String> {
        to_json(&self.record())
    }

    /// The answer as the dict that its JSON stands for.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.to_json()?,))
    }

    /// The position in SVG with its moves.
    pub(crate) fn svg(&self) -> String {
        gridsolve::notation::svg(&self.position, Some(&self.inner))
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        value_sentence(&self.position, &self.inner)
    }

    fn __repr__(&self) -> String {
        let best: Vec<String> = self.inner.best.iter().map(ToString::to_string).collect();
        let value = self.inner.value.map_or_else(|| "None".to_owned(), |value| value.to_string());
        format!("<Answer {} value={value} best={}>", self.position, best.join(" "))
    }
}

/// A legal move and what it is worth to the side that makes it.
#[pyclass(frozen, module = "gridsolve")]
pub(crate) struct MoveValue {
    inner: gridsolve::MoveValue,
}

#[pymethods]
impl MoveValue {
    /// The move.
    #[getter]
    fn r#move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        moves::to_python(py, self.inner.mv)
    }

    /// Its exact value.
    #[getter]
    fn value(&self) -> i16 {
        self.inner.value
    }

    /// The Grundy value of the position it leads to, in cram, xo and kings.
    #[getter]
    fn grundy(&self) -> Option<u16> {
        self.inner.grundy
    }

    fn __repr__(&self) -> String {
        let grundy = self.inner.grundy.map_or_else(String::new, |grundy| format!(" grundy={grundy}"));
        format!("<MoveValue {} value={}{grundy}>", self.inner.mv, self.inner.value)
    }
}

/// The answers of a board of domineering for both sides.
#[pyclass(frozen, module = "gridsolve")]
pub(crate) struct BothSides {
    inner: gridsolve::solver::BothSides,
}

#[pymethods]
impl BothSides {
    /// "first", "second", "vertical" or "horizontal": who wins; None where a limit came first.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.inner.outcome().map(gridsolve::solver::Outcome::as_str)
    }

    /// The answer with vertical to move.
    #[getter]
    fn vertical(&self) -> Answer {
        Answer::new(self.inner.vertical.position.clone(), self.inner.vertical.answer.clone())
    }

    /// The answer with horizontal to move.
    #[getter]
    fn horizontal(&self) -> Answer {
        Answer::new(self.inner.horizontal.position.clone(), self.inner.horizontal.answer.clone())
    }

    /// The answers as JSON, as the command line prints them.
    fn to_json(&self) -> PyResult<String> {
        to_json(&self.inner)
    }

    /// The answers as the dict that their JSON stands for.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.to_json()?,))
    }

    fn __repr__(&self) -> String {
        format!("<BothSides outcome={}>", self.outcome().unwrap_or("None"))
    }
}

fn to_json(record: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(record).map_err(|error| crate::errors::InternalError::new_err(error.to_string()))
}

/// The exact value of a position and every optimal move.
#[pyfunction]
#[pyo3(
    signature = (position, **options),
    text_signature = "(position, *, all_moves=False, line=False, game_value=False, threads=None, memory=None, \
                      time=None, tables=None, progress=None)"
)]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    let position = arguments::position(position)?;
    let options = Options::read(options)?;
    solve_position(py, position, &options)
}

/// Solves a position that is known to be one.
pub(crate) fn solve_position(py: Python<'_>, position: gridsolve::Position, options: &Options) -> PyResult<Answer> {
    refuse_without_turn(&position)?;
    let answer = run::search(py, options, |solver| solver.solve(&position))?;
    Ok(Answer::new(position, answer))
}

/// A board of domineering without a side to move asks two questions, not one.
pub(crate) fn refuse_without_turn(position: &gridsolve::Position) -> PyResult<()> {
    match position {
        gridsolve::Position::Domineering(board) if board.turn().is_none() => {
            let message = format!("{position} does not say who moves: end it with :v or :h, or ask solve_both");
            Err(PositionError::new_err((message, "bad_position")))
        }
        _ => Ok(()),
    }
}

/// Who wins a board of domineering, whichever side begins.
#[pyfunction]
#[pyo3(
    signature = (position, **options),
    text_signature = "(position, *, all_moves=False, line=False, game_value=False, threads=None, memory=None, \
                      time=None, tables=None, progress=None)"
)]
pub(crate) fn solve_both(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<BothSides> {
    let gridsolve::Position::Domineering(board) = arguments::position(position)? else {
        return Err(PyTypeError::new_err("solve_both: only in domineering do the sides have different moves"));
    };
    let inner = run::search(py, &Options::read(options)?, |solver| solver.solve_both_sides(&board))?;
    Ok(BothSides { inner })
}
