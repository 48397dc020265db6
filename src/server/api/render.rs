//! Pictures of positions.

use super::super::State;
use super::super::desk::Reply;
use super::super::input::Input;
use super::super::problem::Problem;
use super::errors::OfPosition;
use super::solve::{self, solved};
use crate::answer::{Answer, Source};
use crate::notation::{Drawing, svg};
use axum::extract;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which picture.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Options {
    /// The position: text such as `dots:2x2`, or JSON.
    #[expect(dead_code, reason = "read before the other fields are")]
    #[param(value_type = String)]
    position: Option<Value>,
    /// `svg` or `text`.
    #[serde(default)]
    format: Format,
    /// Write its exact value on every move.
    #[serde(default)]
    values: bool,
}

/// How a position is drawn.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Svg,
    Text,
}

/// An answer that says nothing: the position alone is drawn.
fn silent() -> Answer {
    Answer {
        value: None,
        best: Vec::new(),
        moves: None,
        line: None,
        grundy: None,
        game_value: None,
        exact: false,
        complete: false,
        bounds: None,
        source: Source::Search,
        nodes: 0,
        memory_bytes: 0,
        seconds: 0.0,
    }
}

async fn picture(state: State, input: Input<Options>) -> Result<Response, Problem> {
    let Input { position, options } = input;
    let (position, answer) = if options.values {
        let mut options = solve::Options::default();
        options.all_moves = true;
        match &*solved(&state, Input { position, options }).await? {
            Reply::One(position, answer) if answer.complete => (position.clone(), answer.clone()),
            Reply::One(..) if state.desk.is_closed() => return Err(Problem::ending()),
            Reply::One(..) => {
                let message = "the time is up before the value of every move is known";
                return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "limit", message));
            }
            Reply::Both(_) => {
                let message = "a picture shows one side's moves: end the position with \":v\" or \":h\"";
                return Err(Problem::bad_request(message));
            }
        }
    } else {
        (position, silent())
    };
    Ok(match options.format {
        Format::Svg => ([(CONTENT_TYPE, "image/svg+xml")], svg(&position, Some(&answer))).into_response(),
        Format::Text => {
            let mut drawing = Drawing::of(&position);
            for entry in answer.moves.iter().flatten() {
                let optimal = answer.best.contains(&entry.mv);
                let label = format!("{}{}", entry.value, if optimal { "*" } else { "" });
                drawing.label(entry.mv, label, optimal);
            }
            drawing.painted(str::to_owned).into_response()
        }
    })
}

/// A position as a picture in SVG, or in characters.
#[utoipa::path(get, path = "/api/v1/render", params(Options), tag = "solve",
    responses((status = 200, content_type = "image/svg+xml", body = String), OfPosition))]
pub(super) async fn get_render(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    picture(state, input).await
}

/// The same, of a position in the body.
#[utoipa::path(post, path = "/api/v1/render", request_body = Options, tag = "solve",
    responses((status = 200, content_type = "image/svg+xml", body = String), OfPosition))]
pub(super) async fn post_render(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    picture(state, input).await
}
