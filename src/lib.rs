//! The exact value, and every optimal move, of positions in pencil-and-paper grid games.

pub mod answer;
pub mod board;
pub mod cgt;
pub mod game;
pub mod games;
pub mod memory;
pub mod notation;
pub mod solver;

pub use answer::{Answer, MoveValue, Source};
pub use games::{Move, Position};
pub use solver::{SolveError, Solver, solve};
