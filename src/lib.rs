//! The exact value, and every optimal move, of positions in pencil-and-paper grid games.

pub mod answer;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod game;
pub mod games;
pub mod memory;
pub mod notation;
pub mod solver;

pub use answer::{Answer, MoveValue, Source};
pub use games::{Move, Position};
pub use solver::{SolveError, Solver, solve};

/// The examples of the README, which `cargo test --doc` runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
