//! The errors that a request may be answered with, for the document that describes the interface.

use std::collections::BTreeMap;
use utoipa::IntoResponses;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

/// Those of every request.
pub(super) struct OfAny;

/// Those of a request that holds a position.
pub(super) struct OfPosition;

const ANY: [(&str, &str); 6] = [
    ("400", "The message says what to mend."),
    ("408", "The request did not arrive in time."),
    ("414", "The address is too long."),
    ("431", "The head of the request is too large."),
    ("500", "A fault of the server's own."),
    ("503", "The server is busy, or ending: come again after `Retry-After` seconds."),
];

const POSITION: [(&str, &str); 2] = [
    ("413", "The body is too long."),
    ("422", "The board is too large, or the answer would take more than is allowed."),
];

impl IntoResponses for OfAny {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        ANY.into_iter().map(described).collect()
    }
}

impl IntoResponses for OfPosition {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        ANY.into_iter().chain(POSITION).map(described).collect()
    }
}

fn described((status, about): (&str, &str)) -> (String, RefOr<Response>) {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response = ResponseBuilder::new().description(about).content("application/json", content).build();
    (status.to_owned(), response.into())
}
