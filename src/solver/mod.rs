//! Exact answers: the search and everything it is made of.

mod busy;
mod limits;
pub mod naive;
mod partizan;
mod root;
mod search;
mod solve;

pub use limits::{Progress, StopSwitch, Stopped};
pub use solve::{SolveError, Solver, solve};
