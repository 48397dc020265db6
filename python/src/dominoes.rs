//! Dominoes as the coursework asks for it: the textbook's search of a list of rows.

use crate::arguments::whole;
use crate::errors::{self, PositionError, RangeError};
use crate::run::{FIRST_TRY, Watch, calmly, watched};
use gridsolve::board::{Grid, Mark, Size, Square};
use gridsolve::games::domineering::{DomineeringPosition, Turn};
use gridsolve::player::{Textbook, textbook_while};
use gridsolve::solver::StopSwitch;
use pyo3::prelude::*;
use std::time::Instant;

/// The first square of a domino, the value of the search, and the leaves that were evaluated.
type Found = (Option<(u16, u16)>, i32, u64);

/// The move, value and leaves of the textbook's alpha-beta search, which looks at most `limit` moves ahead.
#[pyfunction]
pub(crate) fn textbook_search(
    py: Python<'_>,
    board: Vec<Vec<bool>>,
    vertical: bool,
    limit: &Bound<'_, PyAny>,
) -> PyResult<Found> {
    let size = Size::new(board.len() as u64, board.first().map_or(0, Vec::len) as u64);
    let size = size.map_err(|error| errors::size(&error))?;
    if board.iter().any(|row| row.len() != size.cols()) {
        return Err(PositionError::new_err(("the rows of the board need the same number of squares", "bad_position")));
    }
    let limit = whole("limit", limit)?;
    let limit = u32::try_from(limit).map_err(|_| RangeError::new_err("limit: no game has so many moves"))?;
    let mark = |Square { row, col }| if board[usize::from(row)][usize::from(col)] { Mark::Filled } else { Mark::Free };
    let position = DomineeringPosition::new(Grid::from_fn(size, mark), None);
    let turn = if vertical { Turn::Vertical } else { Turn::Horizontal };
    let started = Instant::now();
    let hasty = py.detach(|| calmly(|| textbook_while(&position, turn, limit, &|| started.elapsed() < FIRST_TRY)))?;
    let found = match hasty {
        Ok(found) => found,
        Err(_) => {
            let switch = StopSwitch::default();
            let search = || textbook_while(&position, turn, limit, &|| !switch.is_stopped());
            watched(py, &switch, &Watch::silent(), search)?.unwrap_or_else(|found| found)
        }
    };
    let Textbook { mv, value, leaves } = found;
    Ok((mv.map(|Square { row, col }| (row, col)), value, leaves))
}
