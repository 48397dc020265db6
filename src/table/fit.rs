//! Positions on boards of other sizes: what is open on a large board may lie in one corner of it, and then it is a
//! position of a small one.

use crate::board::{Grid, Mark, Size, Square};
use crate::games::Position;
use crate::games::domineering::{DomineeringPosition, Turn};
use crate::games::dots::{DotsPosition, Line, Rule};

/// Where everything that is open on a board lies: open boxes in dots, free squares in Domineering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    top: usize,
    left: usize,
    rows: usize,
    cols: usize,
}

impl Extent {
    /// The extent of a position of dots or Domineering; `None` where nothing is open, and in other games.
    pub(super) fn of(position: &Position) -> Option<Self> {
        match position {
            Position::Dots(dots) => {
                let (rows, cols) = (dots.size().rows(), dots.size().cols());
                let boxes = (0..rows * cols).map(|at| (at / cols, at % cols));
                Self::around(boxes.filter(|&(row, col)| dots.open_sides(row, col) > 0))
            }
            Position::Domineering(board) => {
                Self::around(board.grid().free_squares().map(|square| (square.row.into(), square.col.into())))
            }
            _ => None,
        }
    }

    fn around(places: impl Iterator<Item = (usize, usize)>) -> Option<Self> {
        let around = |found: Option<[usize; 4]>, (row, col): (usize, usize)| {
            let [top, bottom, left, right] = found.unwrap_or([row, row, col, col]);
            Some([top.min(row), bottom.max(row), left.min(col), right.max(col)])
        };
        let [top, bottom, left, right] = places.fold(None, around)?;
        Some(Self { top, left, rows: bottom - top + 1, cols: right - left + 1 })
    }

    /// The position, of which this is the extent, on a board of `size`: everything else is drawn or filled there.
    /// `None` where it does not fit, turned or not.
    pub(super) fn on(self, position: &Position, size: Size) -> Option<Position> {
        let fits = |size: Size| self.rows <= size.rows() && self.cols <= size.cols();
        let is_turned = !fits(size);
        if is_turned && !fits(size.transposed()) {
            return None;
        }
        match position {
            Position::Dots(dots) => self.dots_on(dots, size, is_turned).map(Position::Dots),
            Position::Domineering(board) => Some(Position::Domineering(self.board_on(board, size, is_turned))),
            _ => None,
        }
    }

    fn dots_on(self, dots: &DotsPosition, size: Size, is_turned: bool) -> Option<DotsPosition> {
        let own = if is_turned { size.transposed() } else { size };
        // Complete boxes around it have lines at every dot of its border, which the edge of the board has not.
        if dots.rule() == Rule::Connected && (self.rows, self.cols) != (own.rows(), own.cols()) {
            return None;
        }
        let mut drawn = vec![true; Line::count(size)];
        for line in dots.free_lines() {
            let (row, col) = (line.row - self.top as u16, line.col - self.left as u16);
            let line = Line { row, col, ..line };
            drawn[if is_turned { line.transposed() } else { line }.index(size)] = false;
        }
        Some(DotsPosition::from_bits(size, dots.rule(), drawn))
    }

    /// Who places dominoes down the columns places them along the rows of a turned board.
    fn board_on(self, board: &DomineeringPosition, size: Size, is_turned: bool) -> DomineeringPosition {
        let mark = |square: Square| {
            let (row, col) = if is_turned { (square.col, square.row) } else { (square.row, square.col) };
            let square = Square { row: row + self.top as u16, col: col + self.left as u16 };
            if board.grid().is_free(square) { Mark::Free } else { Mark::Filled }
        };
        let turn = board.turn().map(|turn: Turn| if is_turned { turn.other() } else { turn });
        DomineeringPosition::new(Grid::from_fn(size, mark), turn)
    }
}
