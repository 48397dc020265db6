//! The form that Domineering is searched in: the same board seen by both sides.
//!
//! A side numbers the squares along its own lines (Vertical: down the columns), so that its dominoes
//! cover neighbouring numbers and a step across is a step of one line. A [`Placing`] holds the free
//! squares in both numberings, the mover's first; a move exchanges them. Everything that is known
//! about the game is then said once, about "mine" and "yours", and on a square board the eight
//! symmetries meet in one key.
//!
//! ```text
//! Vertical, 2 rows     Horizontal
//!   0 2 4                0 1 2
//!   1 3 5                3 4 5
//! ```

use super::images::least_image;
use super::layout::Layout;
use super::parts::largest_box;
use super::strips::Strips;
use super::{DomineeringPosition, Turn};
use crate::board::{Mark, Square, Word};
use crate::game::{Forced, Game, Step, Survey, Value};
use crate::memory::KeyWord;

/// Numbers are counted in units of `1 / 2^UNIT_EXPONENT`.
pub(super) const UNIT_EXPONENT: u8 = 3;
/// One move, in the units of [`Placing::number`].
pub(super) const ONE: i16 = 1 << UNIT_EXPONENT;

/// A move: the number of the first square of a domino in its mover's numbering, the highest bit
/// set where that is Horizontal; or the move in the number beside the board.
pub type Index = u16;
/// Marks the moves of Horizontal.
const LEVEL: Index = 1 << 15;
/// The move in the number beside the board.
const IN_NUMBER: Index = LEVEL - 1;

/// What one side's numbering looks like.
#[derive(Clone, Debug)]
pub(super) struct Side<W> {
    /// Squares in a line.
    pub(super) length: usize,
    /// How many lines there are.
    pub(super) lines: usize,
    /// The squares of the first line.
    first_line: W,
    /// Every square but the last of its line.
    pub(super) not_last: W,
    /// The numbers of the squares in the other numbering.
    pub(super) other: Vec<Index>,
    /// Where it is good to play first, other things being equal.
    pub(super) weights: Vec<i16>,
    /// Even numbers.
    pub(super) even: W,
    /// Strips of these lines, the other side's to play across.
    pub(super) strips: Option<Strips>,
}

/// A board for the search.
#[derive(Debug)]
pub struct Field<W> {
    pub(super) sides: [Side<W>; 2],
    /// The largest box that is tabled.
    pub(super) largest_box: usize,
    /// The square of each number of Vertical.
    squares: Vec<Square>,
    start: Placing<W>,
}

/// Free squares, and what was set aside as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placing<W> {
    /// The free squares as the mover numbers them.
    pub mine: W,
    /// The same squares as the other side numbers them.
    pub yours: W,
    /// A number that is added to the board, as the mover sees it, in units of an eighth.
    pub number: i16,
    /// Whether Horizontal moves.
    pub horizontal: bool,
}

impl<W: Word> Side<W> {
    fn new(length: usize, lines: usize) -> Self {
        let area = length * lines;
        let of =
            |wanted: &dyn Fn(usize) -> bool| (0..area).filter(|&i| wanted(i)).fold(W::EMPTY, |set, i| set | W::bit(i));
        let other = |i: usize| (i % length * lines + i / length) as Index;
        Self {
            length,
            lines,
            first_line: W::first(length),
            not_last: of(&|i| i % length + 1 < length),
            other: (0..area).map(other).collect(),
            weights: (0..area).map(|i| Self::weight(i % length, i / length, length, lines)).collect(),
            even: of(&|i| i % 2 == 0),
            strips: Strips::new(length, lines),
        }
    }

    /// How good it is to play at a square before anything else is known: in the second, fourth ... line
    /// from the border, an even number of squares from the end, and rather at the ends and the border
    /// than in the middle. (8x8: a third of the nodes that the middle first takes.)
    fn weight(along: usize, line: usize, length: usize, lines: usize) -> i16 {
        let from_border = line.min(lines - 1 - line) as i16;
        let from_end = along.min((length - 2.min(length)).saturating_sub(along)) as i16;
        32 * (from_border % 2) + 16 * (1 - from_end % 2) - 4 * from_border - 2 * from_end
    }
}

impl<W: Word> Field<W> {
    /// The board in `layout`, with `turn` to move; `None` where it does not fit the word.
    pub fn new(layout: &Layout, turn: Turn) -> Option<Self> {
        let (rows, cols) = (layout.rows, layout.cols);
        if rows * cols > W::BITS {
            return None;
        }
        let sides = [Side::new(rows, cols), Side::new(cols, rows)];
        let (mut vertical, mut horizontal) = (W::EMPTY, W::EMPTY);
        let mut squares = vec![Square::new(0, 0); rows * cols];
        for (row, col, square) in layout.squares() {
            vertical = vertical | W::bit(col * rows + row);
            horizontal = horizontal | W::bit(row * cols + col);
            squares[col * rows + row] = square;
        }
        let start = Placing { mine: vertical, yours: horizontal, number: 0, horizontal: false };
        let start = if turn == Turn::Vertical { start } else { start.passed() };
        Some(Self { sides, largest_box: largest_box(rows * cols), squares, start })
    }

    /// The position that the field was made for.
    pub fn start(&self) -> Placing<W> {
        self.start
    }

    /// The first square of a domino.
    pub fn square(&self, mv: Index) -> Square {
        let index = usize::from(mv & !LEVEL);
        let index = if mv & LEVEL == 0 { index } else { self.sides[1].other[index].into() };
        self.squares[index]
    }

    /// The rows and columns of the least box that holds the free squares of a position.
    #[inline]
    pub(crate) fn extent(&self, position: &Placing<W>) -> (usize, usize) {
        let (mine, yours) = self.sides(position.horizontal);
        let lines = |side: &Side<W>, set: W| match set.is_empty() {
            true => 0,
            false => set.highest() / side.length - set.lowest() / side.length + 1,
        };
        let (own, other) = (lines(mine, position.mine), lines(yours, position.yours));
        if position.horizontal { (own, other) } else { (other, own) }
    }

    /// The start with more dominoes placed, as in `position`; `None` where a domino fits there that did not fit
    /// at the start, or it is not said whose turn it is.
    pub(crate) fn after(&self, position: &DomineeringPosition) -> Option<Placing<W>> {
        let turn = position.turn()?;
        let start = if self.start.horizontal { self.start.passed() } else { self.start };
        let (mut mine, mut yours) = (W::EMPTY, W::EMPTY);
        let mut others = position.grid().clone();
        for number in start.mine.ones() {
            if position.grid().is_free(self.squares[number]) {
                others.set(self.squares[number], Mark::Filled);
                mine = mine | W::bit(number);
                yours = yours | W::bit(self.sides[0].other[number].into());
            }
        }
        let is_old = |turn: Turn| {
            let mut dominoes = position.legal_squares(turn).map(|first| [first, turn.second(first)]);
            dominoes.all(|squares| squares.iter().all(|&square| !others.is_free(square)))
        };
        let after = Placing { mine, yours, ..start };
        let after = if turn == Turn::Vertical { after } else { after.passed() };
        (is_old(Turn::Vertical) && is_old(Turn::Horizontal)).then_some(after)
    }

    /// The squares that were free at the start and are not in a position.
    pub(crate) fn gone(&self, position: &Placing<W>) -> impl Iterator<Item = Square> + '_ {
        let vertical = |position: &Placing<W>| if position.horizontal { position.yours } else { position.mine };
        vertical(&self.start).minus(vertical(position)).ones().map(|number| self.squares[number])
    }

    /// How the mover and the other side number the squares.
    #[inline]
    pub(super) fn sides(&self, horizontal: bool) -> (&Side<W>, &Side<W>) {
        let [vertical, level] = &self.sides;
        if horizontal { (level, vertical) } else { (vertical, level) }
    }

    pub(super) fn is_square(&self) -> bool {
        self.sides[0].length == self.sides[0].lines
    }

    /// The position after a domino on the squares `index` and `index + 1`.
    #[inline]
    pub(super) fn placed(&self, position: &Placing<W>, index: usize) -> Placing<W> {
        let (mine, yours) = self.sides(position.horizontal);
        let pair = W::bit(index) | W::bit(index + 1);
        let across = W::bit(mine.other[index].into()) | W::bit(mine.other[index + 1].into());
        debug_assert!(yours.length == mine.lines);
        Placing {
            mine: position.yours.minus(across),
            yours: position.mine.minus(pair),
            number: -position.number,
            horizontal: !position.horizontal,
        }
    }
}

impl<W: Word> Placing<W> {
    /// The same board with the other side to move.
    #[inline]
    pub fn passed(&self) -> Self {
        Self { mine: self.yours, yours: self.mine, number: -self.number, horizontal: !self.horizontal }
    }

    /// The name of the mover's domino whose first square is `index`.
    #[inline]
    pub(super) fn named(&self, index: usize) -> Index {
        index as Index | if self.horizontal { LEVEL } else { 0 }
    }

    /// The number after the mover's move in it.
    fn number_moved(&self) -> Option<i16> {
        let number = self.number;
        match number.trailing_zeros() {
            zeros if zeros < u32::from(UNIT_EXPONENT) => Some(number - (1 << zeros)),
            _ => (number > 0).then_some(number - ONE),
        }
    }
}

/// The bits that hold a number in a key. A board of 1,024 squares has at most 512 moves, which is 1,024
/// in the units of [`Placing::number`], in either direction.
const NUMBER_BITS: u32 = 12;

impl<W: KeyWord> Field<W> {
    /// The bits of a key: squares, number and side.
    pub fn width(&self) -> u32 {
        (self.sides[0].length * self.sides[0].lines) as u32 + NUMBER_BITS + u32::from(!self.is_square())
    }

    #[inline]
    pub(super) fn key(&self, position: &Placing<W>) -> W::Key {
        let (mine, _) = self.sides(position.horizontal);
        let area = mine.length * mine.lines;
        let side = u32::from(position.horizontal && !self.is_square()) << NUMBER_BITS;
        let number = (i32::from(position.number) + (1 << (NUMBER_BITS - 1))) as u32;
        debug_assert!(number < 1 << NUMBER_BITS);
        W::key(least_image(position.mine, mine.length, mine.lines, mine.first_line), side | number, area as u32)
    }
}

impl<W: KeyWord> Game for Field<W> {
    type Position = Placing<W>;
    type Move = Index;
    type Key = W::Key;
    type Notes = ();

    fn moves(&self, position: &Placing<W>, moves: &mut Vec<Index>) {
        let (mine, _) = self.sides(position.horizontal);
        moves.extend(mine.pairs(position.mine).ones().map(|index| position.named(index)));
        if position.number_moved().is_some() {
            moves.push(IN_NUMBER);
        }
    }

    #[inline]
    fn play(&self, position: &Placing<W>, mv: Index) -> Step<Placing<W>> {
        let next = match (mv, position.number_moved()) {
            (IN_NUMBER, Some(number)) => Placing { number, ..*position }.passed(),
            _ => self.placed(position, (mv & !LEVEL).into()),
        };
        Step { next, gain: 0, mover: crate::game::Mover::Other }
    }

    fn final_value(&self, _: &Placing<W>) -> Value {
        -1
    }

    fn bound(&self, _: &Placing<W>) -> Value {
        1
    }

    #[inline]
    fn weight(&self, position: &Placing<W>) -> u8 {
        (position.mine.count() / 2).min(63) as u8
    }

    #[inline]
    fn reduce(&self, position: &Placing<W>) -> Forced<Placing<W>> {
        Forced::nothing(self.without_numbers(position))
    }

    #[inline]
    fn survey(&self, position: &Placing<W>) -> Survey<W::Key, ()> {
        let bounds = self.limits(position);
        Survey { key: self.key(position), bounds, notes: () }
    }

    #[inline]
    fn candidates(&self, position: &Placing<W>, (): &(), moves: &mut Vec<Index>) {
        self.ordered(position, moves);
        if position.number_moved().is_some() {
            moves.push(IN_NUMBER);
        }
    }

    fn deepen(&self, nodes: u64, room: u64, go_on: &dyn Fn() -> bool) -> u64 {
        let mut taken = 0;
        for strips in self.sides.iter().filter_map(|side| side.strips.as_ref()) {
            strips.deepen(nodes, room.saturating_sub(taken), go_on);
            taken += strips.bytes();
        }
        // On a square board both sides have the same.
        if self.is_square() { taken / 2 } else { taken }
    }

    fn key_bits(&self) -> u32 {
        if W::KEY_BITS == 0 { 0 } else { self.width() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Outcomes;
    use super::*;
    use crate::board::{Grid, Size};
    use hashbrown::HashMap;

    /// One memory asked by both sides: positions with one key have one value, on oblong boards too,
    /// where the key must hold the side, and with numbers set aside.
    #[test]
    fn positions_with_one_key_have_one_value() {
        for (rows, cols) in [(1, 2), (2, 4), (3, 3), (3, 4), (4, 3)] {
            let size = Size::new(rows, cols).expect("a board");
            let outcomes = Outcomes::of(size).expect("small");
            let layout = Layout::new(&Grid::empty(size));
            let field = Field::<u64>::new(&layout, Turn::Vertical).expect("it fits");
            let mut values = HashMap::new();
            for free in 0..1u32 << size.area() {
                let taken = (0..size.area()).filter(|at| free >> at & 1 == 0);
                let empty = field.start();
                let position = taken.fold(empty, |position, at| {
                    let vertical = at % size.cols() * size.rows() + at / size.cols();
                    let (mine, yours) = (u64::bit(vertical), u64::bit(at));
                    Placing { mine: position.mine.minus(mine), yours: position.yours.minus(yours), ..position }
                });
                for (turn, position) in [(Turn::Vertical, position), (Turn::Horizontal, position.passed())] {
                    let value = outcomes.wins(free, turn);
                    for form in [position, field.reduce(&position).rest] {
                        let known = *values.entry(field.key(&form)).or_insert(value);
                        assert_eq!(known, value, "{rows}x{cols} {free:b} {turn:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn moves_in_a_number() {
        let of = |number| Placing { mine: 0u64, yours: 0, number, horizontal: false }.number_moved();
        assert_eq!([of(2 * ONE), of(0), of(-ONE)], [Some(ONE), None, None]);
        assert_eq!([of(ONE / 2), of(-ONE / 2), of(3 * ONE / 4)], [Some(0), Some(-ONE), Some(ONE / 2)]);
    }
}
