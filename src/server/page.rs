//! The page and its files, which are part of the program.

use super::problem::Problem;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "web/"]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
struct Files;

/// The file that an address names, `index.html` at the root.
pub(super) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let message = format!("{} cannot be asked with {method}", uri.path());
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message).into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Files::get(path) {
        Some(file) => answer(path, file, headers.get(header::IF_NONE_MATCH)),
        None => Problem::not_found(format!("there is nothing at {}", uri.path())).into_response(),
    }
}

/// The file, unless whoever asks has this very one already.
fn answer(path: &str, file: EmbeddedFile, known: Option<&HeaderValue>) -> Response {
    let hash: String = file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let is_known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers =
        [(header::ETAG, tag.as_str()), (header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, "no-cache")];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (StatusCode::OK, headers, file.data).into_response()
}

/// The kind of content that the end of a name means.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
