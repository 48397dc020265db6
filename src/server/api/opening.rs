//! Positions of Dots and Boxes to try things on.

use super::super::State;
use super::super::input;
use super::super::problem::Problem;
use super::Seed;
use super::errors::OfAny;
use crate::board::{Size, SizeError};
use crate::games::Position;
use crate::games::dots::{DotsPosition, Line, OpeningError, Rule, opening};
use crate::notation::ParseError;
use axum::Json;
use axum::extract::{self, RawQuery};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which opening.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Options {
    /// Rows of boxes.
    rows: u64,
    /// Columns of boxes.
    cols: u64,
    /// Lines that are left.
    free: u64,
    /// Which of the many; the same seed gives the same lines always. Text, where it is over 2^53.
    #[serde(default)]
    #[param(value_type = String, default = "0")]
    seed: Seed,
}

/// Lines that two careful but short-sighted players draw.
#[derive(Serialize, ToSchema)]
pub(super) struct Opening {
    /// The position that they lead to, in its text form.
    position: String,
    /// The lines, in the order drawn, such as `["h",0,1]`.
    #[schema(value_type = Vec<serde_json::Value>)]
    drawn: Vec<Line>,
}

/// The lines that two careful but short-sighted players of Dots and Boxes draw until some are left.
#[utoipa::path(get, path = "/api/v1/opening", params(Options), tag = "play",
    responses((status = 200, body = Opening), OfAny, (status = 422, description = "The board is too large.", body = Problem)))]
pub(super) async fn get_opening(
    extract::State(state): extract::State<State>,
    RawQuery(query): RawQuery,
) -> Result<Json<Opening>, Problem> {
    let options = input::options(&query.unwrap_or_default())?;
    Ok(Json(state.desk.small(move || drawn(&options)).await??))
}

fn drawn(options: &Options) -> Result<Opening, Problem> {
    let Options { rows, cols, free, seed: Seed(seed) } = *options;
    let drawn = opening(rows, cols, free, seed)?;
    let size = Size::new(rows, cols).map_err(OpeningError::from)?;
    let position = DotsPosition::with_lines(size, Rule::Free, drawn.iter().copied());
    let position = position.map_err(|error| Problem::bad_request(error.to_string()))?;
    Ok(Opening { position: Position::Dots(position).to_string(), drawn })
}

impl From<OpeningError> for Problem {
    fn from(error: OpeningError) -> Self {
        match error {
            OpeningError::Size(error @ SizeError::TooLarge { .. }) => ParseError::from(error).into(),
            _ => Self::bad_request(error.to_string()),
        }
    }
}
