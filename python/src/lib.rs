//! The Python package `gridsolve`: what of it is written in Rust.
//!
//! Python sees this as `gridsolve._native`; the package in `python/gridsolve` re-exports it under better names and
//! adds what is better said in Python. Nothing here panics into Python: the module `run` sees to that.

mod answer;
mod arena;
mod arguments;
mod batch;
mod buffer;
mod dominoes;
mod dots;
mod errors;
mod moves;
mod players;
mod position;
mod request;
mod run;
mod table;

use pyo3::prelude::pymodule;

/// What of `gridsolve` is written in Rust.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::answer::{Answer, BothSides, MoveValue, solve, solve_both};
    #[pymodule_export]
    use crate::arena::{analyze, play_match, validate};
    #[pymodule_export]
    use crate::batch::solve_batch;
    #[pymodule_export]
    use crate::buffer::solve_bytes;
    #[pymodule_export]
    use crate::dominoes::textbook_search;
    #[pymodule_export]
    use crate::dots::{endgame, opening};
    #[pymodule_export]
    use crate::players::{choose, players};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::table::Table;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
