//! Everything that is seen from outside, in one binary.

mod cases;
#[cfg(feature = "cli")]
mod cli;
mod domineering;
mod dots;
#[cfg(all(unix, feature = "cli"))]
mod engine;
mod impartial;
mod notation;
#[cfg(all(unix, feature = "cli"))]
mod play;
mod players;
#[cfg(feature = "server")]
mod server;
mod shipped;
mod tables;
