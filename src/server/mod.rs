//! The server: the solver, the players and the page over HTTP.
//!
//! | module | what it does |
//! | --- | --- |
//! | `settings` | how a server serves |
//! | `listen` | takes connections, and lets go of those that are too slow or too many |
//! | `around` | what belongs to every answer |
//! | `api` | one file a kind of request |
//! | `page` | the page and its files |
//! | `input` | what a request holds, as text, JSON or in its address |
//! | `problem` | what goes wrong, as JSON |
//! | `desk` | one solve for all who ask the same, ended when nobody waits for it any more |
//! | `errand` | something done on a thread while somebody waits for it |
//! | `pool` | lanes of threads, each with a queue |
//! | `hall` | the tournament hall, where programs play each other |
//! | `connect` | a program of ours in a hall |

mod api;
mod around;
pub mod connect;
mod desk;
mod errand;
mod hall;
mod input;
mod listen;
mod page;
mod pool;
mod problem;
mod settings;

pub use hall::{HallError, HallSettings};
pub use listen::{ServeError, Server};
pub use settings::Settings;

use desk::Desk;
use std::sync::Arc;

/// What every request can reach; clones share it.
#[derive(Clone)]
struct State {
    settings: Arc<Settings>,
    desk: Arc<Desk>,
    jobs: Arc<api::jobs::Jobs>,
    free_connections: Arc<tokio::sync::Semaphore>,
    /// Those of every answer.
    headers: Arc<axum::http::HeaderMap>,
    hall: Option<hall::Hall>,
}

/// A place among the connections. Each request of a connection has it, and a WebSocket keeps it when the rest of
/// the connection is gone.
#[derive(Clone)]
struct Place {
    _permit: Arc<tokio::sync::OwnedSemaphorePermit>,
}
