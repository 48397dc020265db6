//! The exact value, and every optimal move, of positions in pencil-and-paper grid games.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use gridsolve::{Position, solve};
//! let answer = solve(&Position::parse("dots:2x2")?)?;
//! assert_eq!((answer.value, answer.best.len()), (Some(2), 8));
//! # Ok(()) }
//! ```
//!
//! A [`Position`] is validated: read from text, JSON or a picture ([`notation`]) or put together from the
//! types of [`games`], it can always be played on and solved. An [`Answer`] holds the value for the side
//! to move over what is still open, and *every* move that achieves it, sorted. What is not proved is
//! never called exact: a limit that is reached leaves `value` empty and proved `bounds` in its place.
//!
//! # Three endgames of Dots and Boxes
//!
//! One box: whoever draws the fourth line wins it, and that is the second player.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use gridsolve::{Position, solve};
//! let answer = solve(&Position::parse("dots:1x1")?)?;
//! assert_eq!(answer.value, Some(-1));
//! assert_eq!(answer.best.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["h0,0", "h1,0", "v0,0", "v0,1"]);
//! # Ok(()) }
//! ```
//!
//! Two boxes with `h0,0`, `h1,0` and `v0,0` drawn: close the left one, then draw one of the three lines
//! left; the opponent must draw the second, and the third closes the right box.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use gridsolve::{Position, solve};
//! let answer = solve(&Position::parse("dots:1x2:1010100")?)?;
//! assert_eq!(answer.value, Some(2));
//! assert_eq!(answer.best.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["v0,1"]);
//! # Ok(()) }
//! ```
//!
//! Four boxes: the side to move wins by two, by any line of the border.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use gridsolve::{Position, solve};
//! let answer = solve(&Position::parse("dots:2x2")?)?;
//! assert_eq!(answer.value, Some(2));
//! let border = ["h0,0", "h0,1", "h2,0", "h2,1", "v0,0", "v0,2", "v1,0", "v1,2"];
//! assert_eq!(answer.best.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), border);
//! # Ok(()) }
//! ```
//!
//! # Limits, every move, a line
//!
//! [`Solver`] solves under limits of time, memory and threads, gives the value of every move and a line of
//! best play, and can be watched and stopped from another thread.
//!
//! # A game of one's own
//!
//! [`game::Game`] is the seam between rules and search; [`solver::naive`] is the plain recursion that
//! every answer is held to.

pub mod answer;
pub mod arena;
pub mod board;
pub mod cgt;
pub mod chance;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod game;
pub mod games;
mod lines;
pub mod memory;
pub mod notation;
pub mod player;
#[cfg(feature = "server")]
pub mod server;
pub mod solver;
pub mod table;

pub use answer::{Answer, MoveValue, Source};
pub use games::{Move, Position};
pub use solver::{SolveError, Solver, solve};

/// The examples of the README, which `cargo test --doc` runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
