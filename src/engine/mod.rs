//! The protocol that programs speak: UGI, the universal game interface, over standard input and output.
//!
//! UGI is UCI without chess: the referee sends a position and asks for a move, and since a side may move
//! twice it can ask whose turn it is. Lines to the engine, and what it answers:
//!
//! | line | answer |
//! | --- | --- |
//! | `ugi` | `id name …`, `id author …`, `option name … type … default …`, `ugiok` |
//! | `isready` | `readyok`, also while it thinks |
//! | `setoption name NAME value VALUE` | |
//! | `uginewgame` | |
//! | `position startpos\|fen POSITION [moves MOVE MOVE …]` | |
//! | `go depth N`, `go movetime MS`, `go p1time MS p2time MS p1inc MS p2inc MS`, `go nodes N`, `go infinite` | `info …`, `bestmove MOVE` |
//! | `stop` | `bestmove MOVE` of what was being thought about |
//! | `query p1turn`, `query gameover` | `response true` or `response false` |
//! | `query result` | `response p1win`, `p2win`, `draw` or `none` |
//! | `quit` | the end |
//!
//! Every `go` has one `bestmove`. It is `none`, after a line `info string error: …`, where the game is over, the
//! last `position` was wrong, the `go` itself is, or the system gives no thread to think in; a player that fails or
//! cannot be made is helped out by a guess. Any other line that is wrong has such an `info` line for an answer and
//! nothing else. One of more than a mebibyte is read as a wrong `position`.
//!
//! When no more lines come, a `go infinite` is stopped and every other `go` is answered first. Where nobody reads
//! the answers any more, the engine ends at once.
//!
//! Positions and moves are written as everywhere: `position fen dots:2x2 moves h0,0 v1,2`. Player one is
//! who moves first from the position that is given. Scores are in hundredths of the game's unit.
//!
//! [`Session`] is our side of it; [`Program`] plays as whatever program speaks it; [`check`] tries one.

pub mod check;
mod process;
mod program;
mod session;
mod words;

pub use process::{Process, Silence};
pub use program::{Program, Programs};
pub use session::{Next, Session};
