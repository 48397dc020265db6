//! Dots and Boxes as the exercise asks for it: a board, its drawn lines, a margin and all lines that achieve it.

use crate::arguments::{Options, whole};
use crate::errors;
use crate::moves;
use crate::run;
use gridsolve::Position;
use gridsolve::board::Size;
use gridsolve::games::dots::{DotsPosition, Rule};
use gridsolve::notation::ParseError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// The margin that the side to move can force over the open boxes, and the sorted list of all lines that achieve it.
#[pyfunction]
pub(crate) fn endgame<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    cols: &Bound<'py, PyAny>,
    drawn: &Bound<'py, PyAny>,
) -> PyResult<(i16, Bound<'py, PyList>)> {
    let size = Size::new(whole("rows", rows)?, whole("cols", cols)?).map_err(|error| errors::size(&error))?;
    let mut dots = DotsPosition::empty(size, Rule::Free);
    for (index, line) in drawn.try_iter()?.enumerate() {
        let added = dots.add_lines([moves::line(&line?)?]);
        added.map_err(|error| {
            errors::PositionError::new_err((format!("drawn[{index}]: {}", ParseError::from(error)), "bad_position"))
        })?;
    }
    let position = Position::Dots(dots);
    let answer = run::search(py, &Options::read(None)?, |solver| solver.solve(&position))?;
    let value = answer.value.ok_or_else(|| errors::LimitError::new_err("the memory was too small for an answer"))?;
    Ok((value, moves::list(py, &answer.best)?))
}

/// The lines that two careful but short-sighted players draw until `free` are left, in the order drawn.
#[pyfunction]
pub(crate) fn opening<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    cols: &Bound<'py, PyAny>,
    free: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let (rows, cols) = (whole("rows", rows)?, whole("cols", cols)?);
    let (free, seed) = (whole("free", free)?, whole("seed", seed)?);
    let lines = gridsolve::games::dots::opening(rows, cols, free, seed).map_err(|error| errors::opening(&error))?;
    lines.into_iter().map(|line| moves::line_to_python(py, line)).collect()
}
