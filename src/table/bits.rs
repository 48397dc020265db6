//! Positions as sets of bits, and what symmetries do to the bits.

use crate::board::{Grid, Mark, Size, Square, Symmetry};
use crate::games::Position;
use crate::games::domineering::{DomineeringPosition, Turn};
use crate::games::dots::{DotsPosition, Line, Rule};
use crate::notation::GameName;

/// The bits that positions of one board have: lines in dots, squares elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) game: GameName,
    pub(crate) size: Size,
}

impl Bits {
    /// How many there are.
    pub(crate) fn count(self) -> usize {
        match self.game.rule() {
            Some(_) => Line::count(self.size),
            None => self.size.area(),
        }
    }

    /// Where a symmetry of the board takes each bit; one that transposes takes it to the transposed board.
    pub(crate) fn permutation(self, symmetry: Symmetry) -> Vec<usize> {
        let image = |bit| self.image(bit, symmetry);
        (0..self.count()).map(image).collect()
    }

    fn image(self, bit: usize, symmetry: Symmetry) -> usize {
        let to = if symmetry.transposes() { self.size.transposed() } else { self.size };
        if self.game.rule().is_some() {
            return Line::at(bit, self.size).image(symmetry, self.size).index(to);
        }
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let (row, col) = symmetry.apply(bit / cols, bit % cols, rows, cols);
        row * to.cols() + col
    }

    /// For each box the bits of its outer lines, those that are sides of no other box; none elsewhere.
    pub(crate) fn outer_lines(self) -> Vec<Vec<usize>> {
        if self.game.rule().is_none() {
            return Vec::new();
        }
        let (size, cols) = (self.size, self.size.cols());
        let outer = |at: usize| {
            let sides = Line::sides(at / cols, at % cols).into_iter();
            let mut outer: Vec<usize> =
                sides.filter(|side| side.boxes(size).count() == 1).map(|side| side.index(size)).collect();
            outer.sort_unstable();
            outer
        };
        (0..size.area()).map(outer).filter(|outer| !outer.is_empty()).collect()
    }

    /// The sides of each box as a set of bits, where there are at most 64 bits; none elsewhere.
    pub(crate) fn boxes(self) -> Vec<u64> {
        if self.game.rule().is_none() || self.count() > 64 {
            return Vec::new();
        }
        let (size, cols) = (self.size, self.size.cols());
        let sides =
            |at: usize| Line::sides(at / cols, at % cols).into_iter().map(|side| 1u64 << side.index(size)).sum();
        (0..size.area()).map(sides).collect()
    }

    /// The position as a set of bits of this board; `None` where it is of another game or size, turned or
    /// not, or where there are more than 128 bits.
    pub(crate) fn of(self, position: &Position) -> Option<u128> {
        let turned = self.size != position.size();
        if turned && self.size != position.size().transposed() || self.count() > 128 {
            return None;
        }
        let bit = |row: usize, col: usize| {
            let (row, col) = if turned { (col, row) } else { (row, col) };
            1u128 << (row * self.size.cols() + col)
        };
        match position {
            Position::Dots(dots) if self.game.rule() == Some(dots.rule()) => {
                let line = |line: Line| if turned { line.transposed() } else { line };
                Some(dots.drawn_lines().map(|drawn| 1u128 << line(drawn).index(self.size)).sum())
            }
            Position::Dots(_) => None,
            _ if self.game != squares_game(position) => None,
            _ => {
                let grid = grid(position)?;
                let taken = grid.squares().filter(|&square| !grid.is_free(square));
                Some(taken.map(|square| bit(square.row.into(), square.col.into())).sum())
            }
        }
    }

    /// A position that has these bits, as a table of this board means it; `turn` is for Domineering.
    pub(crate) fn position(self, bits: u128, turn: Option<Turn>) -> Position {
        let is_set = |bit: usize| bits >> bit & 1 == 1;
        if let Some(rule) = self.game.rule() {
            return Position::Dots(DotsPosition::from_bits(self.size, rule, (0..self.count()).map(is_set)));
        }
        let cols = self.size.cols();
        let mark = |square: Square| {
            if is_set(usize::from(square.row) * cols + usize::from(square.col)) { Mark::Filled } else { Mark::Free }
        };
        let grid = Grid::from_fn(self.size, mark);
        match self.game {
            GameName::Domineering => Position::Domineering(DomineeringPosition::new(grid, turn)),
            GameName::Kings => Position::Kings(crate::games::kings::KingsPosition::new(grid)),
            GameName::Xo => Position::Xo(crate::games::cram::CramPosition::new(grid)),
            _ => Position::Cram(crate::games::cram::CramPosition::new(grid)),
        }
    }

    /// Whether outer lines of a box are interchangeable: not where a line must touch another.
    pub(crate) fn may_interchange(self) -> bool {
        self.game.rule() == Some(Rule::Free)
    }
}

/// The board of a position of squares.
pub(crate) fn grid(position: &Position) -> Option<&Grid> {
    match position {
        Position::Dots(_) => None,
        Position::Domineering(position) => Some(position.grid()),
        Position::Cram(position) | Position::Xo(position) => Some(position.grid()),
        Position::Kings(position) => Some(position.grid()),
    }
}

/// The game whose tables hold the position: XO is answered by those of Cram.
pub(crate) fn squares_game(position: &Position) -> GameName {
    match position.game() {
        GameName::Xo => GameName::Cram,
        game => game,
    }
}
