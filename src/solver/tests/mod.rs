//! The search held to the plain recursion: on random trees that know as much as a game may know, and
//! on whole boards of Dots and Boxes.

mod boards;
mod contract;
mod memories;
mod stopping;
mod switches;
mod tree;

use super::limits::{Limits, Progress};
use super::root::{Finding, Root, Wanted};
use super::search::Search;
use crate::game::{Game, Value};
use crate::memory::Memory;

const EVERYTHING: Wanted = Wanted { value_only: false, all_moves: true, line: true };
const VALUE_AND_BEST: Wanted = Wanted { value_only: false, all_moves: false, line: false };

/// What the root finds out without limits.
fn examine<G: Game, M: Memory<G::Key> + Sync>(
    game: &G,
    memory: &M,
    position: &G::Position,
    threads: usize,
    wanted: Wanted,
) -> Finding<G::Move> {
    Root::new(game, memory, &Limits::default(), &Progress::default(), threads).examine(position, wanted)
}

/// What one search returns for a window.
fn search<G: Game, M: Memory<G::Key>>(game: &G, memory: &M, position: &G::Position, window: (Value, Value)) -> Value {
    let (limits, progress) = (Limits::default(), Progress::default());
    let mut search = Search::new(game, memory, &limits, &progress);
    search.value(position, window.0, window.1).expect("a search without limits ends")
}

/// Whether `returned` says nothing wrong about a position of value `value`: the contract at the head
/// of the search.
fn keeps_contract(value: Value, (alpha, beta): (Value, Value), returned: Value) -> bool {
    if returned <= alpha {
        value <= returned
    } else if returned < beta {
        value == returned
    } else {
        value >= returned
    }
}
