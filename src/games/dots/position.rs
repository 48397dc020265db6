//! Positions of Dots and Boxes on boards of any size: the rules as a person would state them.

use super::line::{Direction, Line};
use crate::board::Size;
use bitvec::vec::BitVec;
use thiserror::Error;

/// Which lines may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Rule {
    /// Any line that is not drawn yet.
    #[default]
    Free,
    /// DotDot: one of the line's two dots must have a line already, unless nothing is drawn at all.
    Connected,
}

/// What is drawn before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Start {
    /// Nothing.
    #[default]
    American,
    /// The whole border.
    Swedish,
    /// The top row and the left column.
    Icelandic,
}

/// Lines drawn on a board of dots. Who owns a box, whose turn it is and the score so far are not part
/// of it: the value of what is left does not depend on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotsPosition {
    size: Size,
    rule: Rule,
    drawn: BitVec,
}

/// Why a line cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalLine {
    /// There is no such line.
    #[error("{line} is not on a board of {size} boxes")]
    OffBoard {
        /// The line asked for.
        line: Line,
        /// The board, in boxes.
        size: Size,
    },
    /// It is there already.
    #[error("{line} is drawn already")]
    Drawn {
        /// The line asked for.
        line: Line,
    },
    /// DotDot only: none of its dots has a line.
    #[error("{line} touches no drawn line, as DotDot asks")]
    Apart {
        /// The line asked for.
        line: Line,
    },
}

impl DotsPosition {
    /// A board of `size` boxes with nothing drawn.
    pub fn empty(size: Size, rule: Rule) -> Self {
        Self { size, rule, drawn: BitVec::repeat(false, Line::count(size)) }
    }

    /// A board of `size` boxes as it is at the start of a game.
    pub fn start(size: Size, rule: Rule, start: Start) -> Self {
        let mut position = Self::empty(size, rule);
        for index in 0..position.drawn.len() {
            let line = Line::at(index, size);
            let (row, col) = (usize::from(line.row), usize::from(line.col));
            let (near, far) = match line.direction {
                Direction::Horizontal => (row == 0, row == size.rows()),
                Direction::Vertical => (col == 0, col == size.cols()),
            };
            let drawn = match start {
                Start::American => false,
                Start::Swedish => near || far,
                Start::Icelandic => near,
            };
            position.drawn.set(index, drawn);
        }
        position
    }

    /// A board with the lines drawn that `drawn` yields, one `bool` a line in the order of
    /// [`Line::at`]; lines that it does not reach are not drawn.
    pub fn from_bits(size: Size, rule: Rule, drawn: impl IntoIterator<Item = bool>) -> Self {
        let mut position = Self::empty(size, rule);
        for (mut bit, drawn) in position.drawn.iter_mut().zip(drawn) {
            *bit = drawn;
        }
        position
    }

    /// A board of `size` boxes with `lines` drawn, in any order and whatever the rule: a position
    /// that somebody writes down is taken as it is.
    ///
    /// # Errors
    /// [`IllegalLine`] for the first line that is off the board or given twice.
    pub fn with_lines(size: Size, rule: Rule, lines: impl IntoIterator<Item = Line>) -> Result<Self, IllegalLine> {
        let mut position = Self::empty(size, rule);
        position.add_lines(lines)?;
        Ok(position)
    }

    /// Draws `lines` as [`DotsPosition::with_lines`] does, beside those that are drawn already.
    ///
    /// # Errors
    /// [`IllegalLine`] for the first line that is off the board or drawn; those before it stay drawn.
    pub fn add_lines(&mut self, lines: impl IntoIterator<Item = Line>) -> Result<(), IllegalLine> {
        for line in lines {
            if !line.is_on(self.size) {
                return Err(IllegalLine::OffBoard { line, size: self.size });
            }
            if self.drawn.replace(line.index(self.size), true) {
                return Err(IllegalLine::Drawn { line });
            }
        }
        Ok(())
    }

    /// The board, in boxes.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Which lines may be drawn.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether `line` is on the board and drawn.
    pub fn is_drawn(&self, line: Line) -> bool {
        line.is_on(self.size) && self.drawn[line.index(self.size)]
    }

    /// Every line of the board, sorted.
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let size = self.size;
        (0..Line::count(size)).map(move |index| Line::at(index, size))
    }

    /// Every line that is drawn, sorted.
    pub fn drawn_lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.drawn.iter_ones().map(|index| Line::at(index, self.size))
    }

    /// Every line that is not drawn, sorted.
    pub fn free_lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.drawn.iter_zeros().map(|index| Line::at(index, self.size))
    }

    /// Every line that may be drawn, sorted.
    pub fn legal_lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.free_lines().filter(|&line| self.check(line).is_ok())
    }

    /// Whether a line touches the dot at `row`, `col`.
    pub fn is_touched(&self, row: usize, col: usize) -> bool {
        let (r, c) = (row as u16, col as u16);
        self.is_drawn(Line::horizontal(r, c))
            || self.is_drawn(Line::vertical(r, c))
            || col > 0 && self.is_drawn(Line::horizontal(r, c - 1))
            || row > 0 && self.is_drawn(Line::vertical(r - 1, c))
    }

    /// How many sides of the box at `row`, `col` are not drawn, 0 to 4.
    pub fn open_sides(&self, row: usize, col: usize) -> usize {
        Line::sides(row, col).into_iter().filter(|&side| !self.is_drawn(side)).count()
    }

    /// How many boxes are not complete.
    pub fn open_boxes(&self) -> usize {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        (0..rows * cols).filter(|i| self.open_sides(i / cols, i % cols) > 0).count()
    }

    /// Whether `line` may be drawn.
    ///
    /// # Errors
    /// [`IllegalLine`] says why not.
    pub fn check(&self, line: Line) -> Result<(), IllegalLine> {
        if !line.is_on(self.size) {
            return Err(IllegalLine::OffBoard { line, size: self.size });
        }
        if self.is_drawn(line) {
            return Err(IllegalLine::Drawn { line });
        }
        let apart = || self.drawn.any() && !line.dots().iter().any(|&(row, col)| self.is_touched(row, col));
        if self.rule == Rule::Connected && apart() {
            return Err(IllegalLine::Apart { line });
        }
        Ok(())
    }

    /// Draws `line` and says how many boxes it closes, 0 to 2. Where it closes one, the same side
    /// moves again.
    ///
    /// # Errors
    /// [`IllegalLine`] where the line may not be drawn; the position is then unchanged.
    pub fn draw(&mut self, line: Line) -> Result<usize, IllegalLine> {
        self.check(line)?;
        self.drawn.set(line.index(self.size), true);
        Ok(line.boxes(self.size).filter(|&(row, col)| self.open_sides(row, col) == 0).count())
    }
}
