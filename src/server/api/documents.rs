//! The shapes of answers, for the document that describes the interface.

use serde_json::Value;
use utoipa::ToSchema;

/// What the solver says of a position.
#[derive(ToSchema)]
#[expect(dead_code, reason = "a description; answers are written by the library")]
pub(super) struct Answer {
    /// The version of this shape, `gridsolve/1`.
    schema: String,
    /// The position in its text form.
    position: String,
    /// The exact value for the side to move over what is still open; null where a limit was reached first.
    value: Option<i16>,
    /// Every move that achieves it, sorted: `["h",0,1]`, `[0,1]` or `[[0,0],[0,1]]`.
    best: Vec<Value>,
    /// The Grundy value, in impartial games.
    grundy: Option<u16>,
    /// The value as a combinatorial game in canonical form, of Domineering and if asked for.
    #[schema(required = false)]
    game_value: Option<String>,
    /// Every legal move with its value, best first, if asked for.
    moves: Option<Vec<MoveValue>>,
    /// A line of best play, if asked for.
    line: Option<Vec<Value>>,
    /// Whether the value is proved, and the list of optimal moves with it.
    exact: bool,
    /// The limits of the value that are proved, where it is not exact.
    bounds: Option<[i16; 2]>,
    /// `table` or `search`.
    source: String,
    /// Positions searched.
    nodes: u64,
    /// Bytes of memory that the search used.
    memory_bytes: u64,
    /// Seconds that it took.
    seconds: f64,
}

/// A legal move and what it is worth to the side that makes it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "a description; answers are written by the library")]
pub(super) struct MoveValue {
    /// The move.
    r#move: Value,
    /// The exact value of making it.
    value: i16,
    /// The Grundy value of the position it leads to, in impartial games.
    grundy: Option<u16>,
}

/// The answers of a board of Domineering without a side to move.
#[derive(ToSchema)]
#[expect(dead_code, reason = "a description; answers are written by the library")]
pub(super) struct BothSides {
    /// `first`, `second`, `vertical` or `horizontal`; null where a limit was reached.
    outcome: Option<String>,
    /// Vertical moves.
    vertical: Answer,
    /// Horizontal moves.
    horizontal: Answer,
}
