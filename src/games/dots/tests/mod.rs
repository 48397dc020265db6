//! Dots and Boxes held to an oracle that shares nothing with it.

pub(crate) mod knowledge;
pub(crate) mod oracle;
mod pieces;
mod rules;
mod sums;
