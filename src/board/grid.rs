//! Boards of squares on which some are taken, with the marks that people write in them.

use super::Size;
use std::fmt;

/// A square of a board, zero-based, row 0 on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The row from the top.
    pub row: u16,
    /// The column from the left.
    pub col: u16,
}

impl Square {
    /// The square at `row`, `col`, both under [`super::MAX_AREA`].
    pub fn new(row: usize, col: usize) -> Self {
        Self { row: row as u16, col: col as u16 }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// Nothing, written `.` or `-`.
    #[default]
    Free,
    /// Filled from the start, or by nobody in particular, written `#`.
    Filled,
    /// Out of play because of a neighbour, written `*`.
    Blocked,
    /// The first player's, written `X`.
    X,
    /// The second player's, written `O`.
    O,
}

impl Mark {
    /// The mark that `letter` stands for.
    pub fn from_char(letter: char) -> Option<Self> {
        match letter {
            '.' | '-' => Some(Self::Free),
            '#' => Some(Self::Filled),
            '*' => Some(Self::Blocked),
            'X' => Some(Self::X),
            'O' => Some(Self::O),
            _ => None,
        }
    }

    /// The letter that stands for the mark; `.` for a free square.
    pub fn to_char(self) -> char {
        match self {
            Self::Free => '.',
            Self::Filled => '#',
            Self::Blocked => '*',
            Self::X => 'X',
            Self::O => 'O',
        }
    }
}

/// A rectangular board of squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    size: Size,
    marks: Vec<Mark>,
}

impl Grid {
    /// A board of `size` squares, all free.
    pub fn empty(size: Size) -> Self {
        Self { size, marks: vec![Mark::Free; size.area()] }
    }

    /// A board of `size` squares with marks that `mark` gives.
    pub fn from_fn(size: Size, mut mark: impl FnMut(Square) -> Mark) -> Self {
        let square = |at| Square::new(at / size.cols(), at % size.cols());
        Self { size, marks: (0..size.area()).map(|at| mark(square(at))).collect() }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether the board has the square.
    pub fn has(&self, square: Square) -> bool {
        usize::from(square.row) < self.size.rows() && usize::from(square.col) < self.size.cols()
    }

    /// What is on a square; `None` off the board.
    pub fn mark(&self, square: Square) -> Option<Mark> {
        self.has(square).then(|| self.marks[self.index(square)])
    }

    /// Whether the board has the square and nothing is on it.
    pub fn is_free(&self, square: Square) -> bool {
        self.mark(square) == Some(Mark::Free)
    }

    /// Puts `mark` on a square of the board; a square off the board is left alone.
    pub fn set(&mut self, square: Square, mark: Mark) {
        if self.has(square) {
            let index = self.index(square);
            self.marks[index] = mark;
        }
    }

    /// Every square of the board, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let cols = self.size.cols();
        (0..self.size.area()).map(move |at| Square::new(at / cols, at % cols))
    }

    /// Every free square, row by row.
    pub fn free_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares().filter(|&square| self.is_free(square))
    }

    /// The squares that share a side or a corner with `square`, row by row.
    pub fn king_steps(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let (row, col) = (i32::from(square.row), i32::from(square.col));
        let around = (row - 1..=row + 1).flat_map(move |r| (col - 1..=col + 1).map(move |c| (r, c)));
        around.filter(move |&at| at != (row, col)).filter_map(|(r, c)| {
            let square = Square { row: u16::try_from(r).ok()?, col: u16::try_from(c).ok()? };
            self.has(square).then_some(square)
        })
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row) * self.size.cols() + usize::from(square.col)
    }
}

impl fmt::Display for Grid {
    /// Rows of marks joined by `|`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, marks) in self.marks.chunks(self.size.cols()).enumerate() {
            if row > 0 {
                f.write_str("|")?;
            }
            for mark in marks {
                write!(f, "{}", mark.to_char())?;
            }
        }
        Ok(())
    }
}
