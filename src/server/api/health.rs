//! Whether the server is well, and how busy it is.

use super::super::State;
use super::super::pool::Load;
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
    /// Long solves and players' moves that run now.
    running: usize,
    /// Those that wait for a thread.
    waiting: usize,
    /// Small solves that run or wait.
    small: usize,
    /// Connections that are open.
    connections: usize,
}

/// Whether the server is well, and how busy it is.
#[utoipa::path(get, path = "/api/v1/health", tag = "server", responses((status = 200, body = Health)))]
pub(super) async fn get_health(extract::State(state): extract::State<State>) -> Json<Health> {
    let [Load { running, waiting }, small] = state.desk.load();
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        running,
        waiting,
        small: small.running + small.waiting,
        connections: state.settings.most_connections.saturating_sub(state.free_connections.available_permits()),
    })
}
