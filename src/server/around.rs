//! What belongs to every answer: limits, what a browser may do with it, and words where it is an error.

use super::problem::Problem;
use super::{Settings, State};
use crate::board::MAX_AREA;
use axum::extract::{Request, State as Extract};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The headers of every answer of a server.
pub(super) fn headers(settings: &Settings) -> HeaderMap {
    let fixed = FIXED_HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    let limits = [
        ("limit-body-bytes", settings.most_body.to_string()),
        ("limit-address-bytes", settings.most_address.to_string()),
        ("limit-board-squares", MAX_AREA.to_string()),
        ("limit-solve-seconds", settings.solve_time.as_secs_f64().to_string()),
        ("limit-job-seconds", settings.job_time.as_secs_f64().to_string()),
        ("limit-waiting", settings.most_waiting.to_string()),
    ];
    let limits = limits.into_iter().filter_map(|(name, value)| Some((name, value.parse().ok()?)));
    fixed.into_iter().chain(limits).map(|(name, value)| (HeaderName::from_static(name), value)).collect()
}

const FIXED_HEADERS: [(&str, &str); 6] = [
    // Pages from anywhere may read whatever is answered.
    ("access-control-allow-origin", "*"),
    ("access-control-expose-headers", "*"),
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Whether a head is one of ours, as text.
pub(super) fn is_ours(head: &str) -> bool {
    head.contains("\r\nlimit-body-bytes: ")
}

/// Puts the headers of every answer into this one.
pub(super) fn dress(response: &mut Response, with: &HeaderMap) {
    let headers = response.headers_mut();
    for (name, value) in with {
        headers.insert(name, value.clone());
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Goes around whatever answers a request.
pub(super) async fn around(Extract(state): Extract<State>, request: Request, next: Next) -> Response {
    let most = state.settings.most_address;
    let length = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    let mut response = if length > most {
        let message = format!("the address has {length} bytes and may have {most}: send a body instead");
        Problem::new(StatusCode::URI_TOO_LONG, "too_large", message).into_response()
    } else {
        worded(next.run(request).await)
    };
    dress(&mut response, &state.headers);
    response
}

/// An error of a library's own says in JSON what is wrong, as ours do.
fn worded(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !(status.is_client_error() || status.is_server_error()) || is_json {
        return response;
    }
    let mut problem = Problem::of(status).into_response();
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        problem.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn limits_are_stated_as_they_are() {
        for (seconds, text) in [(0.0, "0"), (0.1, "0.1"), (1.5, "1.5"), (60.0, "60"), (86_400.25, "86400.25")] {
            let time = Duration::from_secs_f64(seconds);
            let stated = headers(&Settings { solve_time: time, job_time: time, tables: None, ..Settings::default() });
            assert_eq!(["limit-solve-seconds", "limit-job-seconds"].map(|name| &stated[name]), [text; 2]);
        }
        let longest = Settings { job_time: Duration::MAX, tables: None, ..Settings::default() }.countable();
        assert_eq!(headers(&longest)["limit-job-seconds"], "31536000");
    }

    #[test]
    fn errors_without_words_are_given_some() {
        for (status, code) in [
            (400, "bad_request"),
            (404, "not_found"),
            (405, "method_not_allowed"),
            (408, "too_slow"),
            (413, "too_large"),
            (414, "too_large"),
            (415, "bad_request"),
            (431, "too_large"),
            (500, "internal"),
            (503, "busy"),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            let dumb = (status, [(header::ALLOW, "GET")], "no JSON").into_response();
            let response = worded(dumb);
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()[header::ALLOW], "GET");
            let said = format!("{:?}", Problem::of(status));
            assert!(said.contains(code) && !said.contains("message: \"\""), "{said}");
            assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
        }
        let fine = worded((StatusCode::OK, "text").into_response());
        assert_eq!(fine.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
    }
}
