//! Impartial games of taking squares: what Cram, XO and Blocking have in common.
//!
//! A position is the set of its free squares. A move takes some of them away, both sides have the
//! same moves, and whoever finds none left has lost (or, where tiles are counted, wins nothing more).
//! By Sprague and Grundy (1935, 1939) such a position has one number, its *Grundy value*: the least
//! that none of its options has. It is 0 exactly where the mover loses, and that of independent parts
//! is the exclusive or of theirs.

mod evaluation;
mod small;

pub use evaluation::Evaluation;
pub use small::SmallNimbers;

use crate::board::{Columns, Geometry, Word};
use crate::game::{Bounds, Game, Mover, Step, Survey, Value};
use crate::memory::{Fact, Key};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The rules of an impartial game in terms of sets of squares, and what is known about it. All sets
/// are sets of free squares of the board that `columns` describes.
pub trait Impartial: Copy + Debug + Send + Sync + 'static {
    /// The set and every square that one move may take together with one of it.
    fn with_reach<W: Word>(columns: &Columns<W>, set: W) -> W;

    /// Appends the numbers of the legal moves, in any order. Ascending they are in the order of the
    /// answers.
    fn moves<W: Word>(columns: &Columns<W>, free: W, moves: &mut Vec<u16>);

    /// The squares that a legal move takes from `free`.
    fn taken<W: Word>(columns: &Columns<W>, free: W, number: u16) -> W;

    /// The squares that the move with a number places something on, on a board of `cols` columns.
    fn placed(number: u16, cols: usize) -> (usize, Option<usize>);

    /// Calls `each` with the squares that a move takes, for moves that have all options between them,
    /// until it breaks off. Says whether it did.
    fn each_option<W: Word>(columns: &Columns<W>, free: W, each: impl FnMut(W) -> ControlFlow<()>) -> ControlFlow<()>;

    /// A subset of `free` with the same Grundy value.
    #[inline]
    fn reduced<W: Word>(columns: &Columns<W>, free: W) -> W {
        let _ = columns;
        free
    }

    /// The Grundy values of small sets under these rules.
    fn small() -> &'static SmallNimbers;

    /// What is known of the Grundy value of `free` without search. `free` is not empty, touches the
    /// four sides of a box of `rows` rows and as many columns as `columns` has.
    #[inline]
    fn known<W: Word>(columns: &Columns<W>, free: W, rows: usize) -> Nimber {
        let _ = (columns, free, rows);
        Nimber::NoneOf(0)
    }
}

/// The squares that hang together with the least square of a set that is not empty.
#[inline]
pub(crate) fn island<R: Impartial, W: Word>(columns: &Columns<W>, set: W) -> W {
    crate::board::island(set, |set| R::with_reach(columns, set))
}

/// What is proved of a Grundy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nimber {
    /// It is this number.
    Exactly(u8),
    /// It is not among the numbers of this set.
    NoneOf(u64),
}

impl Fact for Nimber {
    /// Of a set that it is not in, the numbers up to 14.
    #[inline]
    fn pack(self) -> u16 {
        match self {
            Nimber::Exactly(value) => 0x8000 | u16::from(value),
            Nimber::NoneOf(set) => set as u16 & 0x7fff,
        }
    }

    #[inline]
    fn unpack(bits: u16) -> Self {
        if bits & 0x8000 != 0 { Nimber::Exactly(bits as u8) } else { Nimber::NoneOf(bits.into()) }
    }
}

/// What a player wins by the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Who cannot move loses: +1 or -1.
    LastMove,
    /// The margin of tiles still to come, as in XO: 1 or 0.
    Tiles,
}

impl Scoring {
    /// The value of a position for a mover who makes the last move, or does not.
    pub fn value(self, wins: bool) -> Value {
        match (wins, self) {
            (true, _) => 1,
            (false, Scoring::LastMove) => -1,
            (false, Scoring::Tiles) => 0,
        }
    }
}

/// An impartial game as the plain recursion and the alpha-beta see it: on a board of one size, in one
/// piece.
#[derive(Clone, Debug)]
pub struct Board<R, W> {
    columns: Columns<W>,
    geometry: Geometry<W>,
    squares: usize,
    scoring: Scoring,
    rules: PhantomData<R>,
}

impl<R: Impartial, W: Word> Board<R, W> {
    /// A board of `rows` x `cols` squares; at most as many as `W` has bits, and where estimates are wanted
    /// no more columns than rows.
    pub fn new(rows: usize, cols: usize, scoring: Scoring) -> Self {
        assert!(rows * cols <= W::BITS, "{rows}x{cols} squares in {} bits", W::BITS);
        let (columns, geometry) = (Columns::new(cols), Geometry::default());
        Self { columns, geometry, squares: rows * cols, scoring, rules: PhantomData }
    }

    /// The columns of the board.
    pub fn cols(&self) -> usize {
        self.columns.cols()
    }
}

impl<R: Impartial, W: Word + Key> Game for Board<R, W> {
    type Position = W;
    type Move = u16;
    type Key = W;
    type Notes = ();

    fn moves(&self, free: &W, moves: &mut Vec<u16>) {
        let first = moves.len();
        R::moves(&self.columns, *free, moves);
        moves[first..].sort_unstable();
    }

    fn play(&self, free: &W, mv: u16) -> Step<W> {
        let next = free.minus(R::taken(&self.columns, *free, mv));
        let gain = Value::from(self.scoring == Scoring::Tiles);
        Step { next, gain, mover: Mover::Other }
    }

    fn final_value(&self, _: &W) -> Value {
        self.scoring.value(false)
    }

    fn bound(&self, _: &W) -> Value {
        1
    }

    fn weight(&self, free: &W) -> u8 {
        (free.count() / 2).min(63) as u8
    }

    fn survey(&self, free: &W) -> Survey<W, ()> {
        let over = R::each_option(&self.columns, *free, |_| ControlFlow::Break(())).is_continue();
        let least = self.final_value(free);
        let bounds = if over { Bounds::exactly(least) } else { Bounds { low: least, high: 1 } };
        Survey { key: *free, bounds, notes: () }
    }

    fn key_bits(&self) -> u32 {
        if W::BITS <= 128 { self.squares as u32 } else { 0 }
    }
}
