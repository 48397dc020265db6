//! Moves as tuples, both ways: `("h", 0, 1)`, `(0, 1)`, `((0, 0), (0, 1))`.

use crate::arguments::{shown, text, whole};
use crate::errors::{self, MoveError};
use gridsolve::board::Square;
use gridsolve::games::dots::{Direction, Line};
use gridsolve::{Move, Position};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

/// A line as a tuple.
pub(crate) fn line_to_python<'py>(py: Python<'py>, line: Line) -> PyResult<Bound<'py, PyTuple>> {
    let way = match line.direction {
        Direction::Horizontal => intern!(py, "h"),
        Direction::Vertical => intern!(py, "v"),
    };
    (way, line.row, line.col).into_pyobject(py)
}

/// A move as a tuple.
pub(crate) fn to_python(py: Python<'_>, mv: Move) -> PyResult<Bound<'_, PyTuple>> {
    match mv {
        Move::Line(line) => line_to_python(py, line),
        Move::Square(square) => (square.row, square.col).into_pyobject(py),
        Move::Pair(first, second) => ((first.row, first.col), (second.row, second.col)).into_pyobject(py),
    }
}

/// Moves as a list of tuples.
pub(crate) fn list<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for &mv in moves {
        list.append(to_python(py, mv)?)?;
    }
    Ok(list)
}

/// A move that can be made in `position`, from a tuple, a list or its text.
pub(crate) fn from_python(position: &Position, value: &Bound<'_, PyAny>) -> PyResult<Move> {
    if value.is_instance_of::<PyString>() {
        return position.parse_move(&text("move", value)?).map_err(|error| errors::parse(&error));
    }
    let mv = read(value)?;
    position.check_move(mv).map_err(|error| errors::parse(&error))?;
    Ok(mv)
}

/// A move, whether it can be made or not, from a tuple or a list.
pub(crate) fn read(value: &Bound<'_, PyAny>) -> PyResult<Move> {
    let parts = parts(value)?;
    match &parts[..] {
        [_, _, _] => Ok(Move::Line(line_of(value, &parts)?)),
        [row, col] if !is_sequence(row) => Ok(Move::Square(Square { row: number(row)?, col: number(col)? })),
        [first, second] => {
            let (first, second) = (square(first)?, square(second)?);
            Ok(Move::Pair(first.min(second), first.max(second)))
        }
        _ => Err(no_move(value)),
    }
}

/// A line of dots, from a tuple, a list or its text.
pub(crate) fn line(value: &Bound<'_, PyAny>) -> PyResult<Line> {
    if value.is_instance_of::<PyString>() {
        let lines = gridsolve::notation::parse_lines(&text("line", value)?).map_err(|error| errors::parse(&error))?;
        return match lines[..] {
            [line] => Ok(line),
            _ => Err(MoveError::new_err(format!("{} is not one line: write \"h0,1\"", shown(value)))),
        };
    }
    line_of(value, &parts(value)?)
}

fn line_of(value: &Bound<'_, PyAny>, parts: &[Bound<'_, PyAny>]) -> PyResult<Line> {
    let [way, row, col] = parts else { return Err(no_line(value)) };
    let way = way.cast::<PyString>().map_err(|_| no_line(value))?;
    let direction = match &*way.to_cow().map_err(|_| no_line(value))? {
        "h" => Direction::Horizontal,
        "v" => Direction::Vertical,
        _ => return Err(no_line(value)),
    };
    Ok(Line { direction, row: number(row)?, col: number(col)? })
}

fn square(value: &Bound<'_, PyAny>) -> PyResult<Square> {
    match &parts(value)?[..] {
        [row, col] => Ok(Square { row: number(row)?, col: number(col)? }),
        _ => Err(MoveError::new_err(format!("{} is no square: write (row, column)", shown(value)))),
    }
}

/// The parts of a tuple or list.
fn parts<'py>(value: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return Ok(tuple.iter().take(4).collect());
    }
    match value.cast::<PyList>() {
        Ok(list) => Ok(list.iter().take(4).collect()),
        Err(_) => {
            Err(PyTypeError::new_err(format!("a move is a tuple or text, such as (\"h\", 0, 1), not {}", shown(value))))
        }
    }
}

fn is_sequence(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>()
}

/// A row or column. One that is off every board is none.
fn number(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    if let Ok(number) = value.extract::<u16>() {
        return Ok(number);
    }
    let number = whole("row or column", value)?;
    u16::try_from(number).map_err(|_| MoveError::new_err(format!("row or column {number} is off every board")))
}

fn no_line(value: &Bound<'_, PyAny>) -> PyErr {
    MoveError::new_err(format!("{} is no line: write (\"h\", row, column) or (\"v\", row, column)", shown(value)))
}

fn no_move(value: &Bound<'_, PyAny>) -> PyErr {
    MoveError::new_err(format!(
        "{} is no move: write (\"h\", 0, 1) in dots, (0, 1) in domineering and kings, ((0, 0), (0, 1)) in cram and xo",
        shown(value)
    ))
}
