//! What the solution tables hold.

use super::super::State;
use super::super::desk::Question;
use super::super::input::Input;
use super::super::problem::Problem;
use super::documents::Answer;
use super::errors::OfPosition;
use axum::extract;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// Which position.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Options {
    /// The position: text such as `dots:2x2`, or JSON.
    #[expect(dead_code, reason = "read before the other fields are")]
    #[param(value_type = String)]
    position: Option<Value>,
}

fn answer(state: &State, input: Input<Options>) -> Result<Response, Problem> {
    let time = Duration::ZERO;
    let question = Question { position: input.position, all_moves: true, line: false, game_value: false, time };
    let Some(reply) = state.desk.probe(&question) else {
        let message = "no table of this server holds the position: ask /api/v1/solve";
        return Err(Problem::new(StatusCode::NOT_FOUND, "not_in_tables", message));
    };
    Ok(axum::Json(reply).into_response())
}

/// The answer that a solution table holds: nothing is searched. Where the table holds the position but not all that
/// its moves lead to, `exact` is false and `bounds` are the value.
#[utoipa::path(get, path = "/api/v1/probe", params(Options), tag = "solve",
    responses((status = 200, body = Answer), OfPosition, (status = 404, description = "No table holds the position.", body = Problem)))]
pub(super) async fn get_probe(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    answer(&state, input)
}

/// The same, of a position in the body.
#[utoipa::path(post, path = "/api/v1/probe", request_body = Options, tag = "solve",
    responses((status = 200, body = Answer), OfPosition, (status = 404, description = "No table holds the position.", body = Problem)))]
pub(super) async fn post_probe(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    answer(&state, input)
}
