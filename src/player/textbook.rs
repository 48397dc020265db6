//! The depth-limited player of a coursework on Dominoes, to the last leaf.
//!
//! Alpha-beta as in Russell and Norvig's textbook (4th edition, Figure 5.7): both sides keep the first
//! best move, the bound is moved after a better value, and a node is cut where its value is at or beyond
//! the other side's bound. A leaf is a node at the limit, or one whose side cannot move; it is worth the
//! moves that are open to the side that was asked, less those open to the other. Moves are tried row by
//! row. The number of leaves depends on all of this, so nothing here may be reordered, remembered or cut
//! more cleverly.

use super::{Choice, Player, PlayerError, Turn};
use crate::board::{Grid, Square, Wide, Word};
use crate::games::domineering::{self, DomineeringPosition};
use crate::games::{Move, Position};

/// What the textbook's search says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Textbook {
    /// The first square of the domino chosen; nothing where there is no move or the limit is 0.
    pub mv: Option<Square>,
    /// The value of the search, in moves.
    pub value: i32,
    /// The leaves that were evaluated.
    pub leaves: u64,
}

/// The search for `turn` on a board, looking at most `limit` moves ahead.
///
/// ```
/// # use gridsolve::board::{Grid, Size, Square};
/// # use gridsolve::games::domineering::{DomineeringPosition, Turn};
/// # use gridsolve::player::{Textbook, textbook};
/// # let say = |row, col, value, leaves| Textbook { mv: Some(Square { row, col }), value, leaves };
/// let mut board = DomineeringPosition::new(Grid::empty(Size::new(3, 3)?), None);
/// assert_eq!(textbook(&board, Turn::Vertical, 1), say(0, 1, 2, 6));
/// assert_eq!(textbook(&board, Turn::Vertical, 2), say(0, 1, 3, 10));
/// board.place(Square { row: 0, col: 1 }, Turn::Vertical)?;
/// assert_eq!(textbook(&board, Turn::Horizontal, 1), say(2, 0, -3, 2));
/// assert_eq!(textbook(&board, Turn::Horizontal, 2), say(2, 0, -2, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn textbook(board: &DomineeringPosition, turn: domineering::Turn, limit: u32) -> Textbook {
    let found = textbook_while(board, turn, limit, &|| true);
    found.unwrap_or_else(|_| unreachable!("nobody gave it up"))
}

/// The same, given up once `may_go_on` says no, which is asked every few thousand nodes.
///
/// # Errors
/// The search as far as it went: the best of the moves that were searched to the end.
pub fn textbook_while(
    board: &DomineeringPosition,
    turn: domineering::Turn,
    limit: u32,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Textbook, Textbook> {
    let grid = board.grid();
    match grid.size().area() {
        ..=64 => Search::<u64>::new(grid, turn, may_go_on).run(grid, limit),
        65..=128 => Search::<u128>::new(grid, turn, may_go_on).run(grid, limit),
        129..=256 => Search::<Wide<4>>::new(grid, turn, may_go_on).run(grid, limit),
        _ => Search::<Wide<16>>::new(grid, turn, may_go_on).run(grid, limit),
    }
}

/// Nodes between two looks at whether to go on; they are cheap, but for those of wide boards.
const NODES_BETWEEN_CHECKS: u64 = 2048;

/// A side's dominoes on sets of free squares, square (row, column) being the bit `row * cols + column`.
struct Dominoes<W> {
    /// The squares that a domino can begin on, whatever is free.
    beginnings: W,
    /// How far the second square is from the first.
    step: usize,
}

impl<W: Word> Dominoes<W> {
    fn new(grid: &Grid, turn: domineering::Turn) -> Self {
        let (rows, cols) = (grid.size().rows(), grid.size().cols());
        let fits = |at: &usize| match turn {
            domineering::Turn::Vertical => at / cols + 1 < rows,
            domineering::Turn::Horizontal => at % cols + 1 < cols,
        };
        let beginnings = (0..rows * cols).filter(fits).fold(W::EMPTY, |set, at| set | W::bit(at));
        Self { beginnings, step: if turn == domineering::Turn::Vertical { cols } else { 1 } }
    }

    /// The first squares of all dominoes that fit. Where no domino can begin the step may be as long as
    /// the word.
    #[inline]
    fn on(&self, free: W) -> W {
        let begin = free & self.beginnings;
        if begin.is_empty() { W::EMPTY } else { begin & free.down(self.step) }
    }

    #[inline]
    fn placed(&self, free: W, first: usize) -> W {
        free.minus(W::bit(first) | W::bit(first + self.step))
    }
}

/// The search gave up.
struct GivenUp;

struct Search<'a, W> {
    mine: Dominoes<W>,
    yours: Dominoes<W>,
    leaves: u64,
    nodes: u64,
    may_go_on: &'a dyn Fn() -> bool,
}

impl<'a, W: Word> Search<'a, W> {
    fn new(grid: &Grid, turn: domineering::Turn, may_go_on: &'a dyn Fn() -> bool) -> Self {
        let (mine, yours) = (Dominoes::new(grid, turn), Dominoes::new(grid, turn.other()));
        Self { mine, yours, leaves: 0, nodes: 0, may_go_on }
    }

    fn run(mut self, grid: &Grid, limit: u32) -> Result<Textbook, Textbook> {
        let cols = grid.size().cols();
        let number = |square: Square| usize::from(square.row) * cols + usize::from(square.col);
        let free = grid.free_squares().fold(W::EMPTY, |set, square| set | W::bit(number(square)));
        let (mut best, mut found) = (None, i32::MIN);
        let moves = if limit == 0 { W::EMPTY } else { self.mine.on(free) };
        if moves.is_empty() {
            found = self.leaf(free);
        }
        let mut given_up = false;
        for first in moves.ones() {
            let Ok(value) = self.least(self.mine.placed(free, first), limit - 1, found, i32::MAX) else {
                given_up = true;
                break;
            };
            if value > found {
                (best, found) = (Some(first), value);
            }
        }
        // Where not even one move was searched to the end, the first of all is better than none.
        let best = if given_up { best.or(moves.ones().next()) } else { best };
        let mv = best.map(|at| Square::new(at / cols, at % cols));
        let found = Textbook { mv, value: found, leaves: self.leaves };
        if given_up { Err(found) } else { Ok(found) }
    }

    #[inline]
    fn leaf(&mut self, free: W) -> i32 {
        self.leaves += 1;
        self.mine.on(free).count() as i32 - self.yours.on(free).count() as i32
    }

    #[inline]
    fn check(&mut self) -> Result<(), GivenUp> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && !(self.may_go_on)() { Err(GivenUp) } else { Ok(()) }
    }

    /// `MAX-VALUE`: the side that was asked moves.
    fn most(&mut self, free: W, limit: u32, mut alpha: i32, beta: i32) -> Result<i32, GivenUp> {
        let moves = if limit == 0 { W::EMPTY } else { self.mine.on(free) };
        if moves.is_empty() {
            return Ok(self.leaf(free));
        }
        self.check()?;
        let mut found = i32::MIN;
        for first in moves.ones() {
            let value = self.least(self.mine.placed(free, first), limit - 1, alpha, beta)?;
            if value > found {
                found = value;
                alpha = alpha.max(value);
            }
            if found >= beta {
                break;
            }
        }
        Ok(found)
    }

    /// `MIN-VALUE`: the other side moves.
    fn least(&mut self, free: W, limit: u32, alpha: i32, mut beta: i32) -> Result<i32, GivenUp> {
        let moves = if limit == 0 { W::EMPTY } else { self.yours.on(free) };
        if moves.is_empty() {
            return Ok(self.leaf(free));
        }
        self.check()?;
        let mut found = i32::MAX;
        for first in moves.ones() {
            let value = self.most(self.yours.placed(free, first), limit - 1, alpha, beta)?;
            if value < found {
                found = value;
                beta = beta.min(value);
            }
            if found <= alpha {
                break;
            }
        }
        Ok(found)
    }
}

/// Plays what [`textbook`] says.
#[derive(Clone, Copy, Debug)]
pub struct TextbookPlayer {
    limit: u32,
}

impl TextbookPlayer {
    /// A player that looks `limit` moves ahead.
    pub fn new(limit: u32) -> Self {
        Self { limit }
    }
}

impl Player for TextbookPlayer {
    /// With no legal move, or a limit of 0, no move and the evaluation. Where the time is up first, the
    /// best move so far, and no value.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let Position::Domineering(board) = turn.round.position() else {
            return Err(PlayerError::wrong_game("textbook", "domineering", turn.round.position()));
        };
        let side = board.turn().unwrap_or(domineering::Turn::Vertical);
        let limit = turn.plies.map_or(self.limit, |plies| plies.min(self.limit));
        let square = |found: Textbook| found.mv.map(Move::Square);
        match textbook_while(board, side, limit, &|| turn.may_go_on()) {
            Ok(found) => Ok(Choice {
                mv: square(found),
                value: Some(found.value),
                depth: Some(limit),
                leaves: Some(found.leaves),
                ..Choice::default()
            }),
            Err(_) if turn.switch.is_stopped() => Err(PlayerError::Stopped),
            Err(found) => {
                let note = Some("the time was up: the best of the moves that were searched".to_owned());
                Ok(Choice { mv: square(found), note, ..Choice::default() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::games::domineering::Turn;

    /// The words of the textbook, over positions as people know them.
    struct Plain {
        me: Turn,
        leaves: u64,
    }

    impl Plain {
        fn value(
            &mut self,
            board: &DomineeringPosition,
            limit: u32,
            [alpha, beta]: [i32; 2],
            max: bool,
        ) -> (Option<Square>, i32) {
            let turn = if max { self.me } else { self.me.other() };
            let moves: Vec<Square> = board.legal_squares(turn).collect();
            if limit == 0 || moves.is_empty() {
                self.leaves += 1;
                let open = |turn| board.legal_squares(turn).count() as i32;
                return (None, open(self.me) - open(self.me.other()));
            }
            // Both sides in one: the value and the bounds of the other are seen from its side.
            let sign = if max { 1 } else { -1 };
            let (mut low, high) = if max { (alpha, beta) } else { (-beta, -alpha) };
            let (mut best, mut found) = (None, i32::MIN);
            for mv in moves {
                let mut next = board.clone();
                next.place(mv, turn).unwrap();
                let window = if max { [low, high] } else { [-high, -low] };
                let value = sign * self.value(&next, limit - 1, window, !max).1;
                if value > found {
                    (best, found) = (Some(mv), value);
                    low = low.max(value);
                }
                if found >= high {
                    break;
                }
            }
            (best, sign * found)
        }
    }

    fn agrees(board: &DomineeringPosition, turn: Turn, limit: u32) {
        let mut plain = Plain { me: turn, leaves: 0 };
        let (mv, value) = plain.value(board, limit, [-i32::MAX, i32::MAX], true);
        let want = Textbook { mv, value, leaves: plain.leaves };
        assert_eq!(textbook(board, turn, limit), want, "{} {turn:?} {limit}", board.grid());
    }

    #[test]
    fn every_word_searches_as_the_textbook_says() {
        for (rows, cols, limits) in [
            (1, 1, 0..4),
            (1, 5, 0..4),
            (5, 1, 0..4),
            (4, 4, 0..6),
            (1, 64, 0..3),
            (64, 1, 0..3),
            (8, 9, 0..3),
            (128, 1, 0..3),
            (10, 13, 0..3),
            (1, 257, 0..3),
            (20, 15, 0..2),
            (1, 1024, 0..2),
            (1024, 1, 0..2),
        ] {
            let board = DomineeringPosition::new(Grid::empty(Size::new(rows, cols).unwrap()), None);
            for limit in limits {
                agrees(&board, Turn::Vertical, limit);
                agrees(&board, Turn::Horizontal, limit);
            }
        }
    }

    #[test]
    fn a_search_that_is_given_up_has_a_legal_move() {
        let board = DomineeringPosition::new(Grid::empty(Size::new(8, 8).unwrap()), None);
        let found = textbook_while(&board, Turn::Vertical, 20, &|| false).unwrap_err();
        assert!(board.legal_squares(Turn::Vertical).any(|square| Some(square) == found.mv));
    }
}
