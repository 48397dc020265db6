//! The seam between the rules of a game and everything that is done with them.
//!
//! A [`Game`] is a value that holds the size of its board and whatever masks its rules need; a
//! position is a small `Copy` value that only the game can read. The rules (four methods) are all
//! that the plain recursion in [`crate::solver::naive`] uses. Everything below them is *knowledge*:
//! each hook has a default that knows nothing, so a game is complete with its rules alone and gets
//! faster with every hook it fills in. No hook may change a value.
//!
//! # Who moves next
//!
//! In Dots and Boxes whoever closes a box moves again. [`Step`] therefore says in its type who moves
//! at the position it leads to, and is the only place that turns a value or a search window from one
//! side to the other:
//!
//! | mover | value of the move | window handed down |
//! | --- | --- | --- |
//! | [`Mover::Same`] | `gain + v(next)` | `(alpha - gain, beta - gain)` |
//! | [`Mover::Other`] | `gain - v(next)` | `(gain - beta, gain - alpha)` |

use std::fmt::Debug;
use std::hash::Hash;

/// A value in the units of the game (boxes, dominoes, or win and loss as +1 and -1), always as the
/// side to move sees it and over what is still to be won.
pub type Value = i16;

/// Who moves after a move was made, seen from the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// The side that just moved moves again.
    Same,
    /// The turn passes.
    Other,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// The position after the move.
    pub next: P,
    /// What the side that moved won by the move itself, at least 0.
    pub gain: Value,
    /// Who moves at `next`.
    pub mover: Mover,
}

impl<P> Step<P> {
    /// The value of the move for the side that makes it, where `next` is the value of the position
    /// it leads to for the side to move there.
    #[inline]
    pub fn value(&self, next: Value) -> Value {
        match self.mover {
            Mover::Same => self.gain + next,
            Mover::Other => self.gain - next,
        }
    }

    /// The window `(alpha, beta)` of the side that moves, as the side to move at `next` must see it.
    #[inline]
    pub fn window(&self, alpha: Value, beta: Value) -> (Value, Value) {
        match self.mover {
            Mover::Same => (alpha - self.gain, beta - self.gain),
            Mover::Other => (self.gain - beta, self.gain - alpha),
        }
    }
}

/// Proved limits of a value: `low <= v <= high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least the value can be.
    pub low: Value,
    /// The most the value can be.
    pub high: Value,
}

impl Bounds {
    /// Limits of a value that is known.
    #[inline]
    pub fn exactly(value: Value) -> Self {
        Self { low: value, high: value }
    }

    /// Limits `-most..=most`.
    #[inline]
    pub fn within(most: Value) -> Self {
        Self { low: -most, high: most }
    }

    /// The value, where the limits leave one only.
    #[inline]
    pub fn exact(&self) -> Option<Value> {
        (self.low == self.high).then_some(self.low)
    }

    /// What both limits say together.
    #[inline]
    pub fn meet(&self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// Where forced play leads. The value of the position it was asked of is `gain + v(rest)`, or, where
/// `stake` is not 0, `gain + |stake + v(rest)|`: the mover may take the stake and move at `rest`, or
/// leave it to the opponent, who then has to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced<P> {
    /// What the mover wins on the way.
    pub gain: Value,
    /// What the mover may take or leave at the end, or 0 where there is nothing to decide.
    pub stake: Value,
    /// The position that is left.
    pub rest: P,
}

impl<P> Forced<P> {
    /// Nothing is forced.
    #[inline]
    pub fn nothing(position: P) -> Self {
        Self { gain: 0, stake: 0, rest: position }
    }

    /// The value of the position that was asked about, from the value of `rest`.
    #[inline]
    pub fn value(&self, rest: Value) -> Value {
        match self.stake {
            0 => self.gain + rest,
            stake => self.gain + (stake + rest).abs(),
        }
    }
}

/// What is known of a position before it is searched.
#[derive(Clone, Copy, Debug)]
pub struct Survey<K, N> {
    /// Names the position in the memory. Positions of one game with equal keys have equal values.
    pub key: K,
    /// Limits that hold without search. A position without moves has its exact value here.
    pub bounds: Bounds,
    /// What the survey found out that [`Game::candidates`] can use.
    pub notes: N,
}

/// The rules of a game on one board, and what is known about playing it well.
pub trait Game: Sync {
    /// A position. Only bits that are on the board are ever set.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// A move, as a position of this game numbers them.
    type Move: Copy + Ord + Debug + Send + Sync;
    /// The whole identity of a position, up to what its value does not depend on.
    type Key: crate::memory::Key;
    /// What [`Game::survey`] hands on to [`Game::candidates`].
    type Notes: Copy;

    /// Appends every legal move, in ascending order.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Makes a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Step<Self::Position>;

    /// The value of a position that has no legal move.
    fn final_value(&self, position: &Self::Position) -> Value;

    /// A number that the value never exceeds, in either direction.
    fn bound(&self, position: &Self::Position) -> Value;

    /// A rough measure of the work below a position, 0..=63: about its number of moves to the end.
    fn weight(&self, position: &Self::Position) -> u8;

    /// Follows forced play. The default follows none.
    #[inline]
    fn reduce(&self, position: &Self::Position) -> Forced<Self::Position> {
        Forced::nothing(*position)
    }

    /// Key, limits and whatever else one look at a position gives. It is only asked of positions
    /// that [`Game::reduce`] leaves as they are.
    fn survey(&self, position: &Self::Position) -> Survey<Self::Key, Self::Notes>;

    /// Appends moves one of which achieves the value, the most promising first. It is only asked where
    /// the survey's limits leave more than one value. The default appends every legal move.
    #[inline]
    fn candidates(&self, position: &Self::Position, notes: &Self::Notes, moves: &mut Vec<Self::Move>) {
        let _ = notes;
        self.moves(position, moves);
    }

    /// Gets ready for a search that goes on after `nodes` positions, with knowledge that takes too long to
    /// make for shorter ones, where there are `room` bytes for it, unless `go_on`, which is asked often, says
    /// no before that is done. The number of bytes that such knowledge takes from now on. The default has none.
    fn deepen(&self, nodes: u64, room: u64, go_on: &dyn Fn() -> bool) -> u64 {
        let _ = (nodes, room, go_on);
        0
    }

    /// The bits that a key takes, at most 128; 0 where keys have no such bound and only a growing
    /// memory can hold them.
    fn key_bits(&self) -> u32;
}

/// What a position seems to be worth to the side to move, over what is still to be won, in points: there
/// are [`Evaluate::POINTS`] to a unit of the game's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The points.
    pub points: Value,
    /// Whether that is the exact value, proved.
    pub exact: bool,
}

impl Estimate {
    /// A guess.
    #[inline]
    pub fn guess(points: Value) -> Self {
        Self { points, exact: false }
    }
}

/// What a search that stops at a depth has to know of a game beside its rules: players use it, the exact
/// search does not.
pub trait Evaluate: Game {
    /// A way to estimate positions.
    type Evaluation: Copy + Debug + Eq + Send + Sync + 'static;

    /// All ways with their names; the first is the one where none is asked for.
    const EVALUATIONS: &'static [(&'static str, Self::Evaluation)];

    /// Points to a unit of the value: so many that guesses have room between values where these are
    /// counted, and below a win where they are win and loss.
    const POINTS: Value;

    /// Appends legal moves one of which achieves the value, the most promising first; none only where
    /// there is no legal move. At the `frontier` the moves lead to leaves, and their order is not worth
    /// much work.
    fn promising(&self, position: &Self::Position, frontier: bool, moves: &mut Vec<Self::Move>);

    /// Names a position for a memory, whether it is surveyed or not. Positions of one game with equal keys
    /// are the same but for how they lie on the board.
    fn identity(&self, position: &Self::Position) -> Self::Key;

    /// What a position seems to be worth; a guess of win or loss is less than [`Evaluate::POINTS`] in
    /// either direction.
    fn estimate(&self, position: &Self::Position, evaluation: Self::Evaluation) -> Estimate;
}
