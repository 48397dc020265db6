//! Many boards of one size as one block of bytes, and their answers as blocks of numbers.

use crate::arguments::{self, Options, shown};
use crate::batch::solve_all;
use crate::errors::{self, LimitError, RangeError};
use gridsolve::board::{Grid, Mark, Square};
use gridsolve::games::cram::CramPosition;
use gridsolve::games::domineering::DomineeringPosition;
use gridsolve::games::dots::{DotsPosition, Line};
use gridsolve::games::kings::KingsPosition;
use gridsolve::{Answer, Move, Position};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// What comes of a block: values, Grundy values where the game has them, and for each board a byte a move, 1 where it
/// is optimal.
type Blocks<'py> = (Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>, Bound<'py, PyBytes>);

/// Solves `count` boards that lie one after the other in `boards`. All are of the game and size of `like`; `width`
/// says how wide the numbers are: 1 for a byte a line or square, 8 for a 64-bit number a board, a bit a line.
#[pyfunction]
#[pyo3(signature = (like, boards, width, **options))]
pub(crate) fn solve_bytes<'py>(
    py: Python<'py>,
    like: &Bound<'py, PyAny>,
    boards: &[u8],
    width: usize,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Blocks<'py>> {
    let options = Options::read(options)?;
    let position = arguments::position(like)?;
    crate::answer::refuse_without_turn(&position)?;
    let layout = Layout::of(position, width).ok_or_else(|| {
        RangeError::new_err(format!("{}: its boards do not fit numbers of 64 bits: give a byte a line", shown(like)))
    })?;
    if !boards.len().is_multiple_of(layout.bytes) {
        let message = format!("{} bytes are no number of boards of {} bytes each", boards.len(), layout.bytes);
        return Err(RangeError::new_err(message));
    }
    let count = boards.len() / layout.bytes;
    if let Some(board) = boards.chunks_exact(layout.bytes).position(|board| layout.has_more(board)) {
        let message = format!("board {board} has bits beyond the {} lines of {}", layout.cells, shown(like));
        return Err(RangeError::new_err(message));
    }
    let answers = solve_all(py, &options, count, |solver, index| {
        solver.solve(&layout.position(&boards[index * layout.bytes..][..layout.bytes]))
    })?;
    let mut values = Vec::with_capacity(2 * count);
    let mut nimbers = Vec::with_capacity(2 * count);
    let mut best = Vec::with_capacity(layout.answer_bytes() * count);
    for (index, answer) in answers.into_iter().enumerate() {
        let answer = answer.map_err(|error| errors::solve(&error))?;
        let value = answer.value.ok_or_else(|| LimitError::new_err(format!("board {index}: a limit came first")))?;
        values.extend(value.to_ne_bytes());
        nimbers.extend(answer.grundy.unwrap_or_default().to_ne_bytes());
        layout.write_best(&answer, &mut best);
    }
    let grundy = matches!(layout.like, Position::Cram(_) | Position::Xo(_) | Position::Kings(_));
    let nimbers = grundy.then(|| PyBytes::new(py, &nimbers));
    Ok((PyBytes::new(py, &values), nimbers, PyBytes::new(py, &best)))
}

/// How a board lies in a block.
struct Layout {
    like: Position,
    /// Lines or squares of a board.
    cells: usize,
    /// Bytes of a board.
    bytes: usize,
    /// Whether a board is a number with a bit a line.
    packed: bool,
}

impl Layout {
    fn of(like: Position, width: usize) -> Option<Self> {
        let cells = match &like {
            Position::Dots(dots) => Line::count(dots.size()),
            _ => like.size().area(),
        };
        let packed = width == 8;
        let fits = !packed || cells <= 64 && matches!(like, Position::Dots(_));
        fits.then_some(Self { like, cells, bytes: if packed { 8 } else { cells }, packed })
    }

    /// Bytes of the optimal moves of a board. A domino of cram or xo needs two for every square.
    fn answer_bytes(&self) -> usize {
        match self.like {
            Position::Cram(_) | Position::Xo(_) => 2 * self.bytes,
            _ => self.bytes,
        }
    }

    /// Whether a board that is a number has bits that stand for no line.
    fn has_more(&self, board: &[u8]) -> bool {
        let word = |bytes| u64::from_ne_bytes(bytes).checked_shr(self.cells as u32).unwrap_or_default();
        self.packed && board.try_into().is_ok_and(|bytes| word(bytes) != 0)
    }

    fn position(&self, board: &[u8]) -> Position {
        let grid = || {
            let cols = self.like.size().cols();
            Grid::from_fn(self.like.size(), |Square { row, col }| {
                if board[usize::from(row) * cols + usize::from(col)] == 0 { Mark::Free } else { Mark::Filled }
            })
        };
        match &self.like {
            Position::Dots(dots) if self.packed => {
                let mut word = [0; 8];
                word.copy_from_slice(board);
                let word = u64::from_ne_bytes(word);
                Position::Dots(DotsPosition::from_bits(
                    dots.size(),
                    dots.rule(),
                    (0..64).map(|bit| word >> bit & 1 == 1),
                ))
            }
            Position::Dots(dots) => {
                Position::Dots(DotsPosition::from_bits(dots.size(), dots.rule(), board.iter().map(|&line| line != 0)))
            }
            Position::Domineering(like) => Position::Domineering(DomineeringPosition::new(grid(), like.turn())),
            Position::Cram(_) => Position::Cram(CramPosition::new(grid())),
            Position::Xo(_) => Position::Xo(CramPosition::new(grid())),
            Position::Kings(_) => Position::Kings(KingsPosition::new(grid())),
        }
    }

    /// Adds the optimal moves: a bit or byte a line, a byte a square, and for dominoes of cram and xo two for their
    /// first square, of which the first lies and the second stands.
    fn write_best(&self, answer: &Answer, best: &mut Vec<u8>) {
        let (size, start) = (self.like.size(), best.len());
        let square = |square: Square| usize::from(square.row) * size.cols() + usize::from(square.col);
        let places = answer.best.iter().map(|&mv| match mv {
            Move::Line(line) => line.index(size),
            Move::Square(first) => square(first),
            Move::Pair(first, second) => 2 * square(first) + usize::from(first.row != second.row),
        });
        if self.packed {
            best.extend(places.fold(0u64, |word, place| word | 1 << place).to_ne_bytes());
            return;
        }
        best.resize(start + self.answer_bytes(), 0);
        places.for_each(|place| best[start + place] = 1);
    }
}
