//! Positions on boards of other sizes: what is open on a large board may lie in one corner of it, and then it is a
//! position of a small one.

use crate::board::{Grid, Mark, Size, Square};
use crate::games::Position;
use crate::games::domineering::{DomineeringPosition, Turn};
use crate::games::dots::{Direction, DotsPosition, Line, Rule};

/// Where everything that is open on a board lies: open boxes in dots, free squares in Domineering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    top: usize,
    left: usize,
    rows: usize,
    cols: usize,
}

impl Extent {
    /// The extent of a position of dots or Domineering, empty where nothing is open; `None` in other games.
    pub(super) fn of(position: &Position) -> Option<Self> {
        match position {
            Position::Dots(dots) => {
                let (rows, cols) = (dots.size().rows(), dots.size().cols());
                let boxes = (0..rows * cols).map(|at| (at / cols, at % cols));
                Some(Self::around(boxes.filter(|&(row, col)| dots.open_sides(row, col) > 0)))
            }
            Position::Domineering(board) => {
                let squares = board.grid().free_squares();
                Some(Self::around(squares.map(|square| (square.row.into(), square.col.into()))))
            }
            _ => None,
        }
    }

    fn around(places: impl Iterator<Item = (usize, usize)>) -> Self {
        let around = |found: Option<[usize; 4]>, (row, col): (usize, usize)| {
            let [top, bottom, left, right] = found.unwrap_or([row, row + 1, col, col + 1]);
            Some([top.min(row), bottom.max(row + 1), left.min(col), right.max(col + 1)])
        };
        let [top, bottom, left, right] = places.fold(None, around).unwrap_or_default();
        Self { top, left, rows: bottom - top, cols: right - left }
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
        let is_over = self.rows == 0;
        if dots.rule() == Rule::Connected && !is_over && (self.rows, self.cols) != (own.rows(), own.cols()) {
            return None;
        }
        let is_open = |direction, at: usize| {
            let across =
                |line: &Line| usize::from(if direction == Direction::Horizontal { line.row } else { line.col });
            dots.free_lines().any(|line| line.direction == direction && across(&line) == at)
        };
        // Boxes beside it would share a line that is free: on such a side it must lie at the edge.
        let place = |direction, first: usize, count: usize, own: usize| {
            let is_free = |at: usize| count < own && is_open(direction, at);
            match (is_free(first), is_free(first + count)) {
                (_, false) => Some(0),
                (false, true) => Some(own - count),
                (true, true) => None,
            }
        };
        let down = place(Direction::Horizontal, self.top, self.rows, own.rows())?;
        let right = place(Direction::Vertical, self.left, self.cols, own.cols())?;
        let mut drawn = vec![true; Line::count(size)];
        for line in dots.free_lines() {
            let row = (usize::from(line.row) - self.top + down) as u16;
            let col = (usize::from(line.col) - self.left + right) as u16;
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
