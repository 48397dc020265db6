//! Grundy values of impartial games: sums of parts, and a search that does the easiest proof first.

mod board;
mod effort;
mod knowledge;
mod node;
mod options;
mod search;

pub(crate) use board::{Board, Means, Region, Regions};
