//! What a solver says about a position.

use crate::game::{Bounds, Value};
use crate::games::Move;

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It was searched for.
    Search,
    /// It was looked up in a solved table.
    Table,
}

/// A legal move and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// The exact value of making it, in the units of [`Answer::value`].
    pub value: Value,
    /// The Grundy value of the position it leads to, in impartial games.
    pub grundy: Option<u16>,
}

/// The answer to a position: exact, or, where a limit was reached, the limits that were proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The exact value for the side to move over what is still open; `None` where a limit was reached
    /// before it was proved.
    pub value: Option<Value>,
    /// Every move that achieves the value, sorted; empty where the game is over or the list is not
    /// proved complete.
    pub best: Vec<Move>,
    /// Every legal move with its value, best first, then sorted, if asked for.
    pub moves: Option<Vec<MoveValue>>,
    /// A line of best play to the end, if asked for.
    pub line: Option<Vec<Move>>,
    /// The Grundy value, in impartial games.
    pub grundy: Option<u16>,
    /// The value as a combinatorial game in canonical form, of Domineering and if asked for, Vertical
    /// being Left; written as [`crate::cgt::Forms::name`] says.
    pub game_value: Option<String>,
    /// Whether the value is proved, and the list of optimal moves with it.
    pub exact: bool,
    /// Whether all that was asked for is there: the values of the moves, the line and the value as a game
    /// too. Where a limit came first, it is not.
    pub complete: bool,
    /// Proved limits of the value, where it is not exact.
    pub bounds: Option<Bounds>,
    /// Where the answer comes from.
    pub source: Source,
    /// Positions searched.
    pub nodes: u64,
    /// Bytes of memory that the search used for what it proved.
    pub memory_bytes: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}
