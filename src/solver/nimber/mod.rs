//! Grundy values of impartial games: sums of parts, and a search that asks no more than it must.
//!
//! # Parts
//!
//! After every move a position falls into parts that have nothing to do with each other. Its Grundy
//! value is the exclusive or of theirs, so equal parts cancel, and one memory of parts, each moved to
//! the corner and turned to its least image, serves them wherever they turn up in a region of the board.
//!
//! # Questions
//!
//! `find(part, wanted)` answers the part's Grundy value, or that it is not in the set `wanted` (the
//! aspiration sets of Beling and Rogalski, 2020). The value is the least number that no option has, so
//! it is one of the `k + 1` least numbers that no option is yet known to have, where `k` options have
//! unknown values. Those are the *candidates*; every option whose value turns out strikes one out.
//! When no candidate is wanted, the question is answered.
//!
//! An option is a sum as well: its parts but the largest are valued, which turns a question about the
//! option into one about its largest part.
//!
//! # Order
//!
//! Options in small pieces first, and from the middle outwards: by the sum of the squares of the sizes
//! of their unknown parts and of the distance from the middle. First of all it is asked whether some option has the largest candidate
//! that is wanted, as one that does settles a question about one number at once.

mod island;
mod key;
mod options;
mod search;

pub(crate) use crate::games::impartial::island;
pub(crate) use island::{Island, Solo};
pub(crate) use key::PartWord;
pub(crate) use search::Unwound;
