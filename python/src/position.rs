//! Positions as Python sees them.

use crate::answer::{Answer, solve_position};
use crate::arguments::{self, Options};
use crate::errors;
use crate::moves;
use gridsolve::board::{Grid, Mark};
use gridsolve::games::Seat;
use gridsolve::games::domineering::Turn;
use gridsolve::notation::{Drawing, PictureOf, title};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Duration;

/// A position of any game: it can always be played on and solved. It never changes.
#[pyclass(frozen, eq, module = "gridsolve")]
#[derive(PartialEq)]
pub(crate) struct Position {
    /// What the library calls a position.
    pub(crate) inner: gridsolve::Position,
}

/// How long a notebook waits for the optimal moves of a picture.
const PATIENCE: Duration = Duration::from_secs(2);

#[pymethods]
impl Position {
    /// A position from its text form, its JSON (text or dict), or another position.
    #[new]
    fn new(position: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { inner: arguments::position(position)? })
    }

    /// A position from a picture; `of` is the game, for domineering with the side to move: "domineering:v".
    #[classmethod]
    #[pyo3(signature = (picture, of = None))]
    fn from_picture(_class: &Bound<'_, PyType>, picture: &Bound<'_, PyAny>, of: Option<&str>) -> PyResult<Self> {
        let of = of.map(str::parse::<PictureOf>).transpose().map_err(|error| errors::parse(&error))?;
        let picture = arguments::text("picture", picture)?;
        let inner = gridsolve::Position::parse_picture(&picture, of).map_err(|error| errors::parse(&error))?;
        Ok(Self { inner })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.game().as_str()
    }

    /// Rows of boxes in dots, of squares elsewhere.
    #[getter]
    fn rows(&self) -> usize {
        self.inner.size().rows()
    }

    /// Columns of boxes in dots, of squares elsewhere.
    #[getter]
    fn cols(&self) -> usize {
        self.inner.size().cols()
    }

    /// "vertical" or "horizontal", in domineering where it is said; else None.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        match &self.inner {
            gridsolve::Position::Domineering(board) => board.turn().map(|turn| match turn {
                Turn::Vertical => "vertical",
                Turn::Horizontal => "horizontal",
            }),
            _ => None,
        }
    }

    /// The text form.
    #[getter]
    fn text(&self) -> String {
        self.inner.to_string()
    }

    /// The position as JSON.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.inner).map_err(|error| errors::InternalError::new_err(error.to_string()))
    }

    /// The position as the dict that its JSON stands for.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.to_json()?,))
    }

    /// The board drawn with letters, as the command line draws it, a line a row.
    fn picture(&self) -> String {
        Drawing::of(&self.inner).to_string()
    }

    /// Every legal move, sorted.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, &self.inner.legal_moves())
    }

    /// The position after some moves.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut inner = self.inner.clone();
        for mv in moves {
            inner = after(&inner, &mv)?;
        }
        Ok(Self { inner })
    }

    /// Whether no move is left.
    fn is_over(&self) -> bool {
        !self.inner.has_move()
    }

    /// The exact value and every optimal move; see `gridsolve.solve`.
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, all_moves=False, line=False, game_value=False, threads=None, memory=None, \
                          time=None, tables=None, progress=None)"
    )]
    fn solve(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Answer> {
        solve_position(py, self.inner.clone(), &Options::read(options)?)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let mut options = Options::read(None)?;
        options.solver = options.solver.time(PATIENCE);
        options.time = Some(PATIENCE);
        if matches!(&self.inner, gridsolve::Position::Domineering(board) if board.turn().is_none()) {
            return Ok(gridsolve::notation::svg(&self.inner, None));
        }
        Ok(solve_position(py, self.inner.clone(), &options)?.svg())
    }

    fn __str__(&self) -> String {
        format!("{}\n\n{}", title(&self.inner), self.picture())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.inner)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.to_string().hash(&mut hasher);
        hasher.finish()
    }

    /// What pickle and copy make it from again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, (String,))> {
        Ok((py.get_type::<Self>(), (self.inner.to_string(),)))
    }
}

/// The position after a move.
fn after(position: &gridsolve::Position, mv: &Bound<'_, PyAny>) -> PyResult<gridsolve::Position> {
    let mv = moves::from_python(position, mv)?;
    let mut next = position.clone();
    next.play(mv, next_seat(position)).map_err(|error| errors::parse(&error.into()))?;
    Ok(next)
}

/// The side to move, by the marks on the board: `X` moves first, and then in turns.
fn next_seat(position: &gridsolve::Position) -> Seat {
    let grid: &Grid = match position {
        gridsolve::Position::Cram(board) | gridsolve::Position::Xo(board) => board.grid(),
        gridsolve::Position::Kings(board) => board.grid(),
        gridsolve::Position::Dots(_) | gridsolve::Position::Domineering(_) => return Seat::First,
    };
    let count = |mark| grid.squares().filter(|&square| grid.mark(square) == Some(mark)).count();
    if count(Mark::X) > count(Mark::O) { Seat::Second } else { Seat::First }
}
