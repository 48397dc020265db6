//! Grundy values of impartial games: sums of parts, and a search that does the easiest proof first.
//!
//! # Parts
//!
//! After every move a position falls into parts that have nothing to do with each other. Its Grundy
//! value is the exclusive or of theirs, so equal parts cancel, and one memory of parts, each moved to
//! the corner and turned to its least image, serves them wherever they turn up: in any region of the
//! board, for any question about it.
//!
//! # Questions
//!
//! `prove(part, number)` settles whether the part has that Grundy value (the pairs of Lemoine and Viennot,
//! 2012). It has not as soon as one option has it; it has when no option has and every smaller number is
//! some option's. An option is a sum as well: its parts but the largest are valued, which turns a question
//! about the option into one about its largest part.
//!
//! What is found out on the way is kept: values that become known, numbers that options have, and that
//! with `k` options of unknown value the value is one of the `k + 1` least numbers that no option is known
//! to have, which often settles a question before its options are asked.
//!
//! # Order
//!
//! Proof numbers (Allis, 1994; depth first: Nagai, 2002) say where a proof looks easiest: every open question
//! has an estimate of the effort to affirm and to deny it. A search works on the option that is affirmed
//! with the least effort, until another looks clearly better. An option that nobody has looked at is the
//! harder the larger it is and the farther from the middle the move that leads to it. Small parts are simply valued when
//! they turn up, and questions about parts of up to half the board are settled once they are begun, in the
//! order of the first guesses: going back to them costs more than it saves.

mod board;
mod effort;
mod knowledge;
mod node;
mod options;
mod proved;
mod search;

pub(crate) use board::{Board, Means, Region, Regions};
