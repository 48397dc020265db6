//! Exact answers: the search and everything it is made of.

mod asking;
mod busy;
mod impartial;
mod limits;
mod lookup;
pub mod naive;
mod nimber;
mod outcome;
mod partizan;
mod parts;
mod race;
pub mod retrograde;
mod root;
mod search;
mod session;
mod solve;
#[cfg(test)]
mod tests;

pub use limits::{Progress, StopSwitch, Stopped};
pub use lookup::{Known, Lookup, Reach};
pub use outcome::{BothSides, Outcome, Side};
pub use parts::{PartsHalted, part_nimbers};
pub use session::{Kept, Proved, Session};
pub use solve::{SolveError, Solver, solve};
