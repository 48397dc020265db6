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

/// The most letters of a message.
const MOST_MESSAGE: usize = 1000;

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
    /// An error of the kind `code`. A message that repeats what was sent does so up to a point only.
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(MOST_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        Self { status, error: Fields { code, message, line: None, column: None, r#move: None } }
    }

    /// What there is to say of an error of which nothing but the status is known.
    pub(super) fn of(status: StatusCode) -> Self {
        let (code, message) = match status {
            StatusCode::NOT_FOUND => ("not_found", "there is no such thing"),
            StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "this cannot be asked with that method"),
            StatusCode::REQUEST_TIMEOUT => ("too_slow", "the request did not arrive in time"),
            StatusCode::PAYLOAD_TOO_LARGE => ("too_large", "the body is too long"),
            StatusCode::URI_TOO_LONG => ("too_large", "the address is too long: send a body instead"),
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => (
                "too_large",
                "the head of the request has more than 64 KiB or 100 fields, or announces more than can be sent",
            ),
            StatusCode::SERVICE_UNAVAILABLE => ("busy", "the server is busy: come again"),
            _ if status.is_server_error() => ("internal", "something is wrong with the server itself"),
            _ => (
                "bad_request",
                "the request cannot be read: its first line, its address or a field is not as in HTTP/1.1",
            ),
        };
        Self::new(status, code, message)
    }

    /// The status that it is answered with.
    pub(super) fn status(&self) -> StatusCode {
        self.status
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

    /// What was asked is given up, since the server ends.
    pub(super) fn ending() -> Self {
        Self::busy("the server is ending")
    }

    /// A fault of the server's own.
    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
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
