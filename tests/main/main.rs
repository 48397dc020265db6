//! Everything that is seen from outside, in one binary.

mod cases;
#[cfg(feature = "cli")]
mod cli;
mod domineering;
mod dots;
mod impartial;
mod notation;
<<<<<<< HEAD
#[cfg(all(unix, feature = "cli"))]
mod play;
mod players;
=======
#[cfg(feature = "server")]
mod server;
>>>>>>> b6c2e32 (The server's tests, against the real program: answers, hostile requests, slow clients, a full pool, shared solves)
