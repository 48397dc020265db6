//! The exact value of a position.

use super::super::State;
use super::super::desk::{Question, Reply};
use super::super::input::Input;
use super::super::problem::Problem;
use super::documents::Answer;
use super::errors::OfPosition;
use super::seconds;
use crate::games::Position;
use axum::extract;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// What is asked of a position.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct Options {
    /// The position: text such as `dots:2x2`, or JSON.
    #[expect(dead_code, reason = "read before the other fields are")]
    #[param(value_type = String)]
    position: Option<Value>,
    /// Give every legal move its value.
    #[serde(default)]
    pub(in super::super) all_moves: bool,
    /// Give a line of best play.
    #[serde(default)]
    pub(in super::super) line: bool,
    /// Give a board of Domineering its value as a combinatorial game.
    #[serde(default)]
    pub(in super::super) value: bool,
    /// Seconds that may be searched, fractions too; the server's own limit, which it states in the header
    /// `Limit-Solve-Seconds`, if not given.
    pub(in super::super) time: Option<f64>,
}

impl Options {
    /// The question, whose search may take `most`.
    pub(in super::super) fn question(&self, position: Position, most: Duration) -> Result<Question, Problem> {
        let time = seconds(self.time, most, most)?;
        if self.value && !matches!(position, Position::Domineering(_)) {
            let message = format!("\"value\" is for domineering, not for {}", position.game());
            return Err(Problem::bad_request(message));
        }
        Ok(Question { position, all_moves: self.all_moves, line: self.line, game_value: self.value, time })
    }
}

/// Solves what is asked, and waits for the answer.
pub(super) async fn solved(state: &State, input: Input<Options>) -> Result<Arc<Reply>, Problem> {
    let question = input.options.question(input.position, state.settings.solve_time)?;
    state.desk.ask(question)?.answer().await
}

async fn answer(state: State, input: Input<Options>) -> Result<Response, Problem> {
    Ok(axum::Json(&*solved(&state, input).await?).into_response())
}

/// The exact value of a position, and every optimal move.
///
/// A board of Domineering without a side to move is answered for both. Where a limit is reached first, `exact`
/// is false and `bounds` are what is proved.
#[utoipa::path(get, path = "/api/v1/solve", params(Options), tag = "solve",
    responses((status = 200, body = Answer), OfPosition))]
pub(super) async fn get_solve(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    answer(state, input).await
}

/// The same, of a position in the body: JSON with options, or text.
#[utoipa::path(post, path = "/api/v1/solve", request_body = Options, tag = "solve",
    responses((status = 200, body = Answer), OfPosition))]
pub(super) async fn post_solve(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    answer(state, input).await
}

async fn answer_moves(state: State, mut input: Input<Options>) -> Result<Response, Problem> {
    input.options.all_moves = true;
    answer(state, input).await
}

/// Every legal move with its exact value, best first: an answer with `moves`.
#[utoipa::path(get, path = "/api/v1/moves", params(Options), tag = "solve",
    responses((status = 200, body = Answer), OfPosition))]
pub(super) async fn get_moves(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    answer_moves(state, input).await
}

/// The same, of a position in the body: JSON with options, or text.
#[utoipa::path(post, path = "/api/v1/moves", request_body = Options, tag = "solve",
    responses((status = 200, body = Answer), OfPosition))]
pub(super) async fn post_moves(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    answer_moves(state, input).await
}
