//! A connection on which the going away of the other end is noticed while nobody reads from it.

use socket2::SockRef;
use std::io::{self, IoSlice};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// How long what was sent before the end may still be read and answered.
const GRACE: Duration = Duration::from_millis(200);

/// A connection that others can watch.
pub(super) struct Watched(Arc<TcpStream>);

/// Who watches a connection.
#[derive(Clone)]
pub(super) struct Watcher(Arc<TcpStream>);

impl Watched {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self(Arc::new(stream))
    }

    pub(super) fn watcher(&self) -> Watcher {
        Watcher(Arc::clone(&self.0))
    }
}

impl Watcher {
    /// Waits until the other end says nothing more, whether or not all that it said has been read; for ever where
    /// the system does not tell the one from the other.
    pub(super) async fn gone(&self) {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        {
            // The end is told of with urgent bytes, which are not listened for, and without those that are to be read.
            let ready = self.0.ready(tokio::io::Interest::PRIORITY).await;
            if ready.is_ok_and(|ready| ready.is_read_closed()) {
                return tokio::time::sleep(GRACE).await;
            }
        }
        std::future::pending().await
    }
}

impl AsyncRead for Watched {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(cx))?;
            match self.0.try_read_buf(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(drop)),
            }
        }
    }
}

impl Watched {
    fn poll_try<T>(&self, cx: &mut Context<'_>, write: impl Fn(&TcpStream) -> io::Result<T>) -> Poll<io::Result<T>> {
        loop {
            ready!(self.0.poll_write_ready(cx))?;
            match write(&self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }
}

impl AsyncWrite for Watched {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_try(cx, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_try(cx, |stream| stream.try_write_vectored(slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(SockRef::from(&*self.0).shutdown(Shutdown::Write))
    }
}
