//! What is said on a connection without HTTP's library, or in the place of what that says.

use super::super::around::{dress, is_ours};
use super::super::problem::Problem;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A whole answer in bytes, after which the connection is to be closed.
pub(super) fn whole(problem: Problem, headers: &HeaderMap) -> Vec<u8> {
    with_words(&format!("HTTP/1.1 {}\r\nconnection: close\r\n", problem.status()), problem, headers)
}

/// A whole answer that begins with these lines of a head.
fn with_words(lines: &str, problem: Problem, headers: &HeaderMap) -> Vec<u8> {
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    let mut response = problem.into_response();
    dress(&mut response, headers);
    let mut bytes = lines.as_bytes().to_vec();
    for (name, value) in response.headers() {
        bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    bytes.extend(format!("content-length: {}\r\n\r\n", body.len()).bytes());
    bytes.extend(body);
    bytes
}

/// What is to be said in the place of `bytes`, if they are the head, and all, of an error that the library itself
/// answers: it does so where a request cannot be read, before anybody else sees it, and then closes the connection.
fn in_place_of(bytes: &[u8], headers: &HeaderMap) -> Option<Vec<u8>> {
    if !bytes.starts_with(b"HTTP/1.") || !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let head = std::str::from_utf8(bytes).ok()?;
    let status = StatusCode::from_bytes(head.split(' ').nth(1)?.as_bytes()).ok()?;
    if !status.is_client_error() || is_ours(head) {
        return None;
    }
    let is_kept = |line: &&str| !line.is_empty() && !line.starts_with("content-length:");
    let lines: String = head.split("\r\n").filter(is_kept).flat_map(|line| [line, "\r\n"]).collect();
    Some(with_words(&lines, Problem::of(status), headers))
}

/// A stream on which the errors that HTTP's library answers with a head alone are given words, and the headers of
/// every answer.
pub(super) struct Worded<S> {
    stream: S,
    headers: Arc<HeaderMap>,
    /// What is to be said first, and how much of it has been.
    words: Vec<u8>,
    said: usize,
}

impl<S: AsyncWrite + Unpin> Worded<S> {
    pub(super) fn new(stream: S, headers: Arc<HeaderMap>) -> Self {
        Self { stream, headers, words: Vec::new(), said: 0 }
    }

    /// Takes bytes for which something else is said; false if they are to be written as they are.
    fn takes(&mut self, bytes: &[u8]) -> bool {
        let words = in_place_of(bytes, &self.headers);
        let is_taken = words.is_some();
        (self.words, self.said) = (words.unwrap_or_default(), 0);
        is_taken
    }

    /// Says what is to be said first.
    fn poll_say(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.said < self.words.len() {
            match ready!(Pin::new(&mut self.stream).poll_write(cx, &self.words[self.said..]))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                length => self.said += length,
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Worded<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Worded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_say(cx))?;
        if self.takes(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_say(cx))?;
        if let [bytes] = slices
            && self.takes(bytes)
        {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_say(cx))?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_say(cx))?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Settings;
    use crate::server::around::headers;
    use tokio::io::AsyncWriteExt;

    #[tokio::test]
    async fn heads_of_the_library_are_given_words_and_ours_are_let_be() {
        let headers = Arc::new(headers(&Settings { tables: None, ..Settings::default() }));
        let mut stream = Worded::new(Vec::new(), Arc::clone(&headers));
        let ours = whole(Problem::not_found("nothing"), &headers);
        let end = ours.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
        let own = "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\ndate: now\r\n\r\n";
        // Ours whole, ours without its body, what only looks like a head, and the library's.
        for bytes in [&ours[..], &ours[..end], b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 400 is what he said"] {
            stream.stream.clear();
            stream.write_all(bytes).await.unwrap();
            stream.flush().await.unwrap();
            assert_eq!(stream.stream, bytes);
        }
        stream.stream.clear();
        stream.write_all(own.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let text = String::from_utf8(stream.stream).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ndate: now\r\n"),
            "{head}"
        );
        assert!(is_ours(head) && head.contains(&format!("\r\ncontent-length: {}", body.len())), "{head}");
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["error"]["code"], "too_large");
    }
}
