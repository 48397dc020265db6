//! What a request holds: its address, and a body of JSON or text.

use super::State;
use super::problem::Problem;
use crate::games::{Move, Position, Round};
use axum::body::{Body, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::future::poll_fn;
use std::pin::Pin;

/// The bytes of a body that is too long which are still read, so that its sender hears why it is refused.
const PATIENCE: usize = 32 << 20;

/// What is asked, whether it came in the address, as JSON or as text.
///
/// - `GET …?position=dots:2x2&all_moves=true`
/// - `POST` of JSON: `{"position":"dots:2x2","all_moves":true}`, or a position as JSON, with the options in
///   the address
/// - `POST` of text: a position, with the options in the address
#[derive(Debug)]
pub(super) struct Input<T> {
    /// The position that the request is about.
    pub(super) position: Position,
    /// Everything else.
    pub(super) options: T,
}

/// The position of a JSON body, as it was written.
#[derive(Deserialize)]
struct Holder<'j> {
    #[serde(borrow, default)]
    position: Option<&'j RawValue>,
}

impl<T: DeserializeOwned> FromRequest<State> for Input<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &State) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let query = parts.uri.query().unwrap_or_default();
        let body = tokio::time::timeout(state.settings.body_time, read(body, state.settings.most_body));
        let body = body.await.map_err(|_| slow())??;
        let body = std::str::from_utf8(&body).map_err(|error| {
            Problem::bad_request(format!("the body is not UTF-8 text from byte {} on", error.valid_up_to() + 1))
        })?;
        let body = body.strip_prefix('\u{feff}').unwrap_or(body).trim();
        let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if body.is_empty() {
            let position = in_query(query)?.ok_or_else(|| {
                Problem::bad_request("a position is missing: add ?position=dots:2x2, or send it as the body")
            })?;
            return Ok(Self { position: Position::parse(&position)?, options: options(query)? });
        }
        if !body.starts_with('{') || kind.starts_with("text/") {
            return Ok(Self { position: Position::parse(body)?, options: options(query)? });
        }
        let holder: Holder<'_> = serde_json::from_str(body).map_err(bad_json)?;
        match holder.position {
            Some(position) => Ok(Self { position: Position::parse(position.get())?, options: json(body)? }),
            None => Ok(Self { position: Position::parse(body)?, options: options(query)? }),
        }
    }
}

/// The parameter `position` of the address.
fn in_query(query: &str) -> Result<Option<String>, Problem> {
    #[derive(Deserialize)]
    struct Holder {
        position: Option<String>,
    }
    Ok(options::<Holder>(query)?.position)
}

/// The parameters of the address.
pub(super) fn options<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let uri = format!("/?{query}").parse().map_err(|_| Problem::bad_request("the address cannot be read"))?;
    let query = axum::extract::Query::<T>::try_from_uri(&uri);
    query.map(|axum::extract::Query(options)| options).map_err(|error| Problem::bad_request(error.body_text()))
}

/// Reads a JSON body.
fn json<T: DeserializeOwned>(body: &str) -> Result<T, Problem> {
    serde_json::from_str(body).map_err(bad_json)
}

fn bad_json(error: serde_json::Error) -> Problem {
    let code = if error.is_data() { "bad_request" } else { "bad_json" };
    Problem::new(StatusCode::BAD_REQUEST, code, error.to_string())
}

fn slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "too_slow", "the body did not arrive in time")
}

/// Reads a body of at most `most` bytes.
async fn read(body: Body, most: usize) -> Result<Vec<u8>, Problem> {
    let mut body = std::pin::pin!(body);
    let (mut bytes, mut length) = (Vec::new(), 0_usize);
    while let Some(frame) = poll_fn(|cx| Pin::as_mut(&mut body).poll_frame(cx)).await {
        let frame = frame.map_err(|_| Problem::bad_request("the body broke off"))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= most {
            bytes.extend_from_slice(&data);
        } else {
            bytes = Vec::new();
        }
        if length > PATIENCE.max(most) {
            break;
        }
    }
    if length > most {
        let message = format!("the body is longer than {most} bytes");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message));
    }
    Ok(bytes)
}

/// Moves as people and programs write them: `"h0,1"`, `["h",0,1]`, `[0,1]` or `[[0,0],[0,1]]`; a list of them,
/// or one text with spaces between.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves(Vec<String>);

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde_json::Value;
        match Value::deserialize(deserializer)? {
            Value::Null => Ok(Self::default()),
            Value::String(text) => Ok(Self(text.split_whitespace().map(str::to_owned).collect())),
            Value::Array(list) => Ok(Self(list.iter().map(as_text).collect())),
            _ => Err(serde::de::Error::custom("moves are a list such as [\"h0,1\",\"v1,0\"]")),
        }
    }
}

/// A move in JSON as text; what is none is left for the reader of moves to explain.
fn as_text(value: &serde_json::Value) -> String {
    use serde_json::Value;
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => match parts.as_slice() {
            [Value::String(way), row, col] => format!("{way}{row},{col}"),
            [first @ Value::Array(_), second @ Value::Array(_)] => format!("{}-{}", as_text(first), as_text(second)),
            [row, col] => format!("{row},{col}"),
            _ => value.to_string(),
        },
        _ => value.to_string(),
    }
}

/// A move as it was written.
#[derive(Clone, Debug)]
pub(super) struct MoveText(String);

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(as_text(&serde_json::Value::deserialize(deserializer)?)))
    }
}

impl MoveText {
    /// The move that it names, whether or not it can be made in a position.
    pub(super) fn named(&self, position: &Position) -> Result<Move, String> {
        position.read_move(&self.0).map_err(|error| error.to_string())
    }

    /// The move in a position.
    pub(super) fn read(&self, position: &Position) -> Result<Move, Problem> {
        Ok(position.parse_move(&self.0)?)
    }
}

impl Moves {
    /// The game that starts at `start` and has gone on with these moves.
    pub(super) fn round(&self, start: Position) -> Result<Round, Problem> {
        let mut round = Round::new(start);
        for (number, text) in self.0.iter().enumerate() {
            let played = round.position().parse_move(text).map_err(Problem::from).and_then(|mv| Ok(round.play(mv)?));
            played.map_err(|problem| problem.at_move(number + 1))?;
        }
        Ok(round)
    }
}
