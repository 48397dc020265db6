//! The value of a board as a combinatorial game, Left being Vertical.
//!
//! A board is the sum of its connected parts. A part is moved to the corner of its own box and turned
//! into the least of its eight images (where that exchanges the sides, the value is negated), so that
//! its value is worked out once, from the parts that each move leaves.

use super::Layout;
use super::images::least_image;
use crate::board::{Wide, Word};
use crate::cgt::{Form, Forms, Halted};
use crate::game::Bounds;
use hashbrown::HashMap;
use std::hash::Hash;
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

/// A part in its box, the squares numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Part<W> {
    rows: u8,
    cols: u8,
    free: W,
}

struct Evaluation<'e, W> {
    forms: Forms<'e>,
    known: HashMap<Part<W>, Form>,
}

impl<'e, W: Word> Evaluation<'e, W> {
    fn new(bytes: u64, go_on: &'e dyn Fn() -> bool) -> Self {
        Self { forms: Forms::new(bytes, go_on), known: HashMap::new() }
    }

    fn worth(mut self, boxes: &[Layout]) -> Result<Worth, WorthError> {
        let mut sum = Form::ZERO;
        for part in boxes {
            let of_part = self.value(Part::of(part))?;
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
        let (normal, negated) = part.normal();
        let value = match self.known.get(&normal) {
            Some(&value) => value,
            None => self.worked_out(normal)?,
        };
        Ok(if negated { self.forms.negative(value)? } else { value })
    }

    fn worked_out(&mut self, part: Part<W>) -> Result<Form, WorthError> {
        let left = self.options(part, usize::from(part.cols), W::EMPTY)?;
        let right = self.options(part, 1, part.last_column())?;
        let value = self.forms.canonical(left, right)?;
        self.known.insert(part, value);
        Ok(value)
    }

    /// The values of what is left of a part after every domino that covers a square and the one `step`
    /// after it, where the first is not one of `ends`.
    fn options(&mut self, part: Part<W>, step: usize, ends: W) -> Result<Vec<Form>, WorthError> {
        let mut options = Vec::new();
        for first in (part.free & part.free.down(step)).minus(ends).ones() {
            let rest = part.free.minus(W::bit(first) | W::bit(first + step));
            options.push(self.sum_of_parts(Part { free: rest, ..part })?);
        }
        Ok(options)
    }

    fn sum_of_parts(&mut self, board: Part<W>) -> Result<Form, WorthError> {
        let mut sum = Form::ZERO;
        let mut rest = board.free;
        while !rest.is_empty() {
            let connected = board.connected(rest);
            rest = rest.minus(connected);
            if connected.count() > 1 {
                let of_part = self.value(Part { free: connected, ..board }.cropped())?;
                sum = self.forms.sum(sum, of_part)?;
            }
        }
        Ok(sum)
    }
}

impl<W: Word> Part<W> {
    fn of(layout: &Layout) -> Self {
        let free = layout.squares().fold(W::EMPTY, |set, (row, col, _)| set | W::bit(row * layout.cols + col));
        Self { rows: layout.rows as u8, cols: layout.cols as u8, free }
    }

    fn last_column(&self) -> W {
        let cols = usize::from(self.cols);
        (1..=usize::from(self.rows)).fold(W::EMPTY, |set, row| set | W::bit(row * cols - 1))
    }

    /// The connected part of `rest` with its least square.
    fn connected(&self, rest: W) -> W {
        let (cols, last) = (usize::from(self.cols), self.last_column());
        let mut part = W::bit(rest.lowest());
        loop {
            let level = part.minus(last).up_one() | part.down_one().minus(last);
            let across = if self.rows > 1 { part.up(cols) | part.down(cols) } else { W::EMPTY };
            let grown = part | ((level | across) & rest);
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The part in the smallest box.
    fn cropped(&self) -> Self {
        let cols = usize::from(self.cols);
        let first_row = W::first(cols);
        let row = |at: usize| self.free.down(at * cols) & first_row;
        let rows = (0..usize::from(self.rows)).filter(|&at| !row(at).is_empty());
        let (top, bottom) = rows.fold((usize::MAX, 0), |(top, bottom), at| (top.min(at), bottom.max(at)));
        let columns = (top..=bottom).fold(W::EMPTY, |set, at| set | row(at));
        let left = columns.lowest();
        let width = columns.ones().last().unwrap_or(left) - left + 1;
        let packed = |set: W, at: usize| set | row(at).down(left).up((at - top) * width);
        let free = (top..=bottom).fold(W::EMPTY, packed);
        Self { rows: (bottom - top + 1) as u8, cols: width as u8, free }
    }

    fn transposed(&self) -> Self {
        let (rows, cols) = (usize::from(self.rows), usize::from(self.cols));
        let free = self.free.ones().fold(W::EMPTY, |set, at| set | W::bit(at % cols * rows + at / cols));
        Self { rows: self.cols, cols: self.rows, free }
    }

    fn least_reflection(&self) -> Self {
        let (rows, cols) = (usize::from(self.rows), usize::from(self.cols));
        Self { free: least_image(self.free, cols, rows, W::first(cols)), ..*self }
    }

    /// The least image, and whether it exchanges the sides.
    fn normal(&self) -> (Self, bool) {
        let (own, other) = (self.least_reflection(), self.transposed().least_reflection());
        (own.min(other), other < own)
    }
}
