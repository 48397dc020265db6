//! The HTTP interface under `/api/v1/`, a file for each kind of request.

mod documents;
mod errors;
pub(super) mod hall;
mod health;
pub(super) mod jobs;
mod opening;
mod play;
mod player;
mod probe;
mod render;
mod solve;

use super::State;
use super::problem::Problem;
use axum::Router;
use axum::http::{StatusCode, Uri};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "gridsolve",
        description = "The exact value, and every optimal move, of positions in pencil-and-paper grid games. A \
                       position is text such as `dots:2x2`, or JSON; a move is text such as `h0,1`, or JSON."
    ),
    components(schemas(documents::Answer, documents::BothSides, Problem))
)]
struct Document;

/// Every request that is answered, with the document that describes them.
pub(super) fn router() -> Router<State> {
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(solve::get_solve, solve::post_solve))
        .routes(routes!(solve::get_moves, solve::post_moves))
        .routes(routes!(probe::get_probe, probe::post_probe))
        .routes(routes!(opening::get_opening))
        .routes(routes!(player::get_players))
        .routes(routes!(player::get_move, player::post_move))
        .routes(routes!(play::get_play, play::post_play))
        .routes(routes!(render::get_render, render::post_render))
        .routes(routes!(health::get_health))
        .routes(routes!(jobs::post_job))
        .routes(routes!(jobs::get_job, jobs::delete_job))
        .routes(routes!(jobs::get_events))
        .routes(routes!(hall::get_hall))
        .routes(routes!(hall::get_hall_events))
        .split_for_parts();
    let document = document.to_pretty_json().unwrap_or_default();
    let document = axum::routing::get(|| async { ([("content-type", "application/json")], document) });
    router.route("/api/v1/openapi.json", document).method_not_allowed_fallback(wrong_method)
}

async fn wrong_method(method: axum::http::Method, uri: Uri) -> Problem {
    let message = format!("{} cannot be asked with {method}", uri.path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
}

/// A number that may be larger than what JavaScript counts exactly, and may therefore come as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seed(pub(super) u64);

impl<'de> serde::Deserialize<'de> for Seed {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wrong = || {
            serde::de::Error::custom(
                "a seed is a whole number from 0 to 18446744073709551615, or such a number as text",
            )
        };
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::Number(number) => number.as_u64().map(Self).ok_or_else(wrong),
            serde_json::Value::String(text) => text.parse().map(Self).map_err(|_| wrong()),
            _ => Err(wrong()),
        }
    }
}

/// Seconds that a request gives, at most `most`.
fn seconds(
    given: Option<f64>,
    default: std::time::Duration,
    most: std::time::Duration,
) -> Result<std::time::Duration, Problem> {
    let Some(given) = given else { return Ok(default.min(most)) };
    std::time::Duration::try_from_secs_f64(given).map(|time| time.min(most)).map_err(|_| {
        Problem::bad_request(format!("\"time\" is {given}: write seconds from 0 to {}", most.as_secs_f64()))
    })
}
