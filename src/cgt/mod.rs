//! Short partizan games as values: canonical forms that can be compared, added and printed.
//!
//! A game `{L|R}` is what Left and Right can move to. Every game has one simplest form, its canonical
//! form, and two games are equal exactly when their canonical forms are (Conway, *On Numbers and
//! Games*, 1976; Siegel, *Combinatorial Game Theory*, 2013). Left is the side that likes positive
//! values; in Domineering that is Vertical.

mod canonical;
mod dyadic;
mod forms;
mod names;

pub use dyadic::Dyadic;
pub use forms::{Form, Forms, Halted};
