//! What goes wrong, as JSON: `{"error":{"code":…,"message":…}}`.

use crate::games::IllegalPlay;
use crate::notation::{Fault, ParseError};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Seconds after which somebody who found the server busy may come again.
const COME_AGAIN: u32 = 2;

/// The body of every answer that is an error.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Problem {
    error: Fields,
    #[serde(skip)]
    #[schema(ignore)]
    status: StatusCode,
}

/// What is wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct Fields {
    /// A word that programs can rely on, such as `bad_position`.
    code: &'static str,
    /// What is wrong, where, and how to mend it.
    message: String,
    /// The line of a text with the mistake, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The character in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The number of the move that is wrong in a list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<usize>,
}

impl Problem {
    /// An error of the kind `code`.
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, error: Fields { code, message: message.into(), line: None, column: None, r#move: None } }
    }

    /// A request that makes no sense.
    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// There is no such thing.
    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// Everybody here is busy: come again later.
    pub(super) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// The same, in the move of that number, from 1, of a list.
    pub(super) fn at_move(mut self, number: usize) -> Self {
        self.error.message = format!("move {number}: {}", self.error.message);
        self.error.r#move = Some(number);
        self
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Self {
        let status = match error.fault() {
            Fault::TooLarge => StatusCode::UNPROCESSABLE_ENTITY,
            Fault::BadJson | Fault::BadPosition | Fault::BadMove => StatusCode::BAD_REQUEST,
        };
        let mut problem = Self::new(status, error.fault().code(), error.to_string());
        problem.error.line = error.place().map(|place| place.line);
        problem.error.column = error.place().map(|place| place.column);
        problem
    }
}

impl From<IllegalPlay> for Problem {
    fn from(error: IllegalPlay) -> Self {
        ParseError::from(error).into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self)).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(COME_AGAIN));
        }
        response
    }
}
