//! The value of a board as a combinatorial game, Left being Vertical.
//!
//! A board is the sum of its connected parts. A part is moved to the corner of its own box and turned
//! into the least of its eight images (where that exchanges the sides, the value is negated), so that
//! its value is worked out once, from the parts that each move leaves.

use super::Layout;
use crate::board::{Geometry, Part, Wide, Word, island};
use crate::cgt::{Form, Forms, Halted};
use crate::game::Bounds;
use hashbrown::HashMap;
use thiserror::Error;

/// The most squares that a connected part may have for its value to be worked out.
pub const MOST_SQUARES: usize = 30;

/// Why a value could not be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WorthError {
    /// A part is too large.
    #[error("a connected part of {squares} free squares is too large for its value: at most {MOST_SQUARES}")]
    TooLarge {
        /// The free squares of the part.
        squares: usize,
    },
    /// There was no room or no time.
    #[error(transparent)]
    Halted(#[from] Halted),
}

/// What the value of a board is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The canonical form in the notation of [`Forms::name`].
    pub name: String,
    /// Parts of different shape that were worked out.
    pub parts: usize,
    /// Who wins for Vertical, moving first: +1 or -1, then moving second.
    pub outcome: [Bounds; 2],
}

/// Works out the value of what matters of a board, in about `bytes` bytes. `go_on` is asked often and
/// stops the work where it says no.
///
/// # Errors
/// [`WorthError`] says what stood in the way.
pub fn worth(layout: &Layout, bytes: u64, go_on: &dyn Fn() -> bool) -> Result<Worth, WorthError> {
    let largest = layout.largest_part();
    if largest > MOST_SQUARES {
        return Err(WorthError::TooLarge { squares: largest });
    }
    // Each connected part is worked out in its own box: at most 15 x 16 for 30 squares.
    let boxes = layout.parts_in_boxes();
    if boxes.iter().all(|part| part.rows * part.cols <= 64) {
        Evaluation::<u64>::new(bytes, go_on).worth(&boxes)
    } else {
        Evaluation::<Wide<4>>::new(bytes, go_on).worth(&boxes)
    }
}

/// The values of parts. A part is known by the least of its images; where that exchanges the sides, its value
/// is the negative.
struct Evaluation<'e, W> {
    forms: Forms<'e>,
    geometry: Geometry<W>,
    known: HashMap<Part<W>, Form>,
}

impl<'e, W: Word> Evaluation<'e, W> {
    fn new(bytes: u64, go_on: &'e dyn Fn() -> bool) -> Self {
        Self { forms: Forms::new(bytes, go_on), geometry: Geometry::default(), known: HashMap::new() }
    }

    fn worth(mut self, boxes: &[Layout]) -> Result<Worth, WorthError> {
        let mut sum = Form::ZERO;
        for layout in boxes {
            // A board of parts is no wider than high.
            let turned = layout.cols > layout.rows;
            let cols = layout.cols.min(layout.rows);
            let at = |row, col| if turned { col * cols + row } else { row * cols + col };
            let free = layout.squares().fold(W::EMPTY, |set, (row, col, _)| set | W::bit(at(row, col)));
            let of_part = self.sum_of_parts(cols as u8, free, turned)?;
            sum = self.forms.sum(sum, of_part)?;
        }
        let winner = |won: bool| Bounds::exactly(if won { 1 } else { -1 });
        let loses_first = self.forms.is_at_most(sum, Form::ZERO);
        let wins_second = self.forms.is_at_most(Form::ZERO, sum);
        Ok(Worth {
            name: self.forms.name(sum),
            parts: self.known.len(),
            outcome: [winner(!loses_first), winner(wins_second)],
        })
    }

    /// The value of a connected part.
    fn value(&mut self, part: Part<W>) -> Result<Form, WorthError> {
        if let Some(&value) = self.known.get(&part) {
            return Ok(value);
        }
        let columns = self.geometry.columns(part.cols);
        let (squares, cols) = (part.squares, usize::from(part.cols));
        let (standing, lying) = (squares & columns.up(squares), squares & columns.left(squares));
        let left = self.options(part, standing, cols)?;
        let right = self.options(part, lying, 1)?;
        let value = self.forms.canonical(left, right)?;
        self.known.insert(part, value);
        Ok(value)
    }

    /// The values of what is left of a part after every domino that covers one of `firsts` and the square
    /// `step` after it.
    fn options(&mut self, part: Part<W>, firsts: W, step: usize) -> Result<Vec<Form>, WorthError> {
        let rest = |first| part.squares.minus(W::bit(first) | W::bit(first + step));
        firsts.ones().map(|first| self.sum_of_parts(part.cols, rest(first), false)).collect()
    }

    /// The value of squares of a board of `cols` columns, on which the sides are exchanged where `turned` says
    /// so.
    fn sum_of_parts(&mut self, cols: u8, mut rest: W, turned: bool) -> Result<Form, WorthError> {
        let mut sum = Form::ZERO;
        while !rest.is_empty() {
            let columns = self.geometry.columns(cols);
            let connected = island(rest, |set| columns.with_sides(set));
            rest = rest.minus(connected);
            if connected.count() > 1 {
                let (part, turn) = self.geometry.part_and_turn(columns, connected);
                let value = self.value(part)?;
                let value = if turn != turned { self.forms.negative(value)? } else { value };
                sum = self.forms.sum(sum, value)?;
            }
        }
        Ok(sum)
    }
}
