//! Whether the server is well, and how busy it is.

use super::super::State;
use super::super::pool::Load;
use super::errors::OfAny;
use axum::{Json, extract};
use serde::Serialize;
use utoipa::ToSchema;

/// How the server is.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
    /// Solves that may take long.
    solves: Busy,
    /// Solves that are done at once.
    small_solves: Busy,
    /// Players who think.
    players: Busy,
    /// Connections that are open.
    connections: usize,
    /// Whether there is a tournament hall.
    hall: bool,
}

/// How much there is to do.
#[derive(Serialize, ToSchema)]
struct Busy {
    /// What runs now.
    running: usize,
    /// What waits for a thread.
    waiting: usize,
}

impl From<Load> for Busy {
    fn from(Load { running, waiting }: Load) -> Self {
        Self { running, waiting }
    }
}

/// Whether the server is well, and how busy it is.
#[utoipa::path(get, path = "/api/v1/health", tag = "server", responses((status = 200, body = Health), OfAny))]
pub(super) async fn get_health(extract::State(state): extract::State<State>) -> Json<Health> {
    let [solves, small_solves, players] = state.desk.load().map(Busy::from);
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        solves,
        small_solves,
        players,
        connections: state.settings.most_connections.saturating_sub(state.free_connections.available_permits()),
        hall: state.hall.is_some(),
    })
}
