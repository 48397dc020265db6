//! Takes connections, and lets go of those that are too slow, too many, or still there at the end.

mod patient;
mod watched;
mod worded;

use super::desk::Desk;
use super::hall::{self, Hall, HallError};
use super::problem::Problem;
use super::{Place, Settings, State, api, around, page};
use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use patient::Patient;
use std::error::Error as _;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower_http::cors::{Any, CorsLayer};
use watched::Watched;
use worded::{Worded, whole};

/// The most bytes of a request's head.
const MOST_HEAD: usize = 64 << 10;
/// How long what is still going on at the end may take.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A server that has its ports and serves once it is run.
pub struct Server {
    listener: TcpListener,
    /// Where programs speak to the hall in plain lines.
    lines: Option<TcpListener>,
    /// The hall at work.
    hall: Option<HallAtWork>,
    state: State,
}

/// A hall in which things happen, until its record cannot be written.
type HallAtWork = Pin<Box<dyn Future<Output = Result<(), HallError>> + Send>>;

/// Why a server cannot begin to serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The system gives no port or no thread.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The hall cannot be opened.
    #[error(transparent)]
    Hall(#[from] HallError),
}

impl Server {
    /// Takes the ports, and opens the hall.
    ///
    /// # Errors
    /// [`ServeError`] where the system gives no port or no thread, or the record of the hall is wrong.
    pub async fn bind(settings: Settings) -> Result<Self, ServeError> {
        let settings = settings.countable();
        let host = settings.host.as_str();
        let listener = TcpListener::bind((host, settings.port)).await?;
        let lines = match settings.hall.as_ref().and_then(|hall| hall.port) {
            Some(port) => Some(TcpListener::bind((host, port)).await?),
            None => None,
        };
        let (way, hall) = match settings.hall.as_ref().map(Hall::open).transpose()? {
            Some((way, hall)) => (Some(way), Some(Box::pin(hall) as _)),
            None => (None, None),
        };
        let Settings { threads, memory, most_waiting, most_connections, .. } = settings;
        if let Some(tables) = &settings.tables {
            tables.open();
        }
        let desk = Desk::new(threads, memory, most_waiting, settings.tables.clone())?;
        // Every connection takes a file; where the system gives no more of them, fewer must do.
        let _ = rlimit::increase_nofile_limit(2 * most_connections as u64);
        let state = State {
            desk: Arc::new(desk),
            jobs: Arc::default(),
            free_connections: Arc::new(Semaphore::new(most_connections)),
            headers: Arc::new(around::headers(&settings)),
            settings: Arc::new(settings),
            hall: way,
        };
        Ok(Self { listener, lines, hall, state })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// What the system says where it does not know.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where programs speak to the hall in plain lines, if they can.
    ///
    /// # Errors
    /// What the system says where it does not know.
    pub fn hall_address(&self) -> io::Result<Option<SocketAddr>> {
        self.lines.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Serves until `end`, then ends within a second.
    ///
    /// # Errors
    /// [`HallError`] where the record of the hall cannot be written: nothing may happen there then.
    pub async fn run(self, end: impl Future<Output = ()>) -> Result<(), HallError> {
        let Self { listener, lines, hall, state } = self;
        let router = router(&state);
        let (ending, ended) = watch::channel(());
        let mut end = std::pin::pin!(end);
        // On a task of its own: nothing that a connection does keeps it waiting.
        let mut hall = tokio::spawn(hall.unwrap_or_else(|| Box::pin(std::future::pending())));
        let mut sweep = tokio::time::interval(Duration::from_secs(1));
        let result = loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => take(stream, &state, &router, ended.clone()),
                    // Too many files are open, or somebody was gone at once: others will come.
                    Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                },
                accepted = accept_if(lines.as_ref()) => match accepted {
                    Ok((stream, _)) => take_lines(stream, &state),
                    Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                },
                _ = sweep.tick() => state.jobs.sweep(),
                closed = &mut hall => break match closed {
                    Ok(closed) => closed,
                    Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
                    Err(_) => Ok(()),
                },
                () = &mut end => break Ok(()),
            }
        };
        hall.abort();
        drop((listener, lines, ending));
        state.desk.close();
        let all = u32::try_from(state.settings.most_connections).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(LAST_WORDS, state.free_connections.acquire_many(all)).await;
        result
    }
}

/// Waits for a connection, for ever where nobody listens.
async fn accept_if(listener: Option<&TcpListener>) -> io::Result<(TcpStream, SocketAddr)> {
    match listener {
        Some(listener) => listener.accept().await,
        None => std::future::pending().await,
    }
}

/// Lets a program into the hall that speaks in plain lines.
fn take_lines(stream: TcpStream, state: &State) {
    let _ = stream.set_nodelay(true);
    if let (Some(hall), Ok(place)) = (state.hall.clone(), Arc::clone(&state.free_connections).try_acquire_owned()) {
        tokio::spawn(async move {
            hall::over_lines(stream, hall).await;
            drop(place);
        });
    }
}

fn router(state: &State) -> Router {
    Router::new()
        .merge(api::router())
        .merge(api::hall::sockets())
        .fallback(page::file)
        // Who may read the answers, the headers of all of them say.
        .layer(CorsLayer::new().allow_methods(Any).allow_headers(Any))
        .layer(middleware::from_fn_with_state(state.clone(), around::around))
        .with_state(state.clone())
}

/// Serves a connection on a task of its own.
fn take(stream: TcpStream, state: &State, router: &Router, mut ended: watch::Receiver<()>) {
    let _ = stream.set_nodelay(true);
    let headers = Arc::clone(&state.headers);
    let Ok(permit) = Arc::clone(&state.free_connections).try_acquire_owned() else {
        tokio::spawn(refuse(stream, headers));
        return;
    };
    let place = Place { _permit: Arc::new(permit) };
    let settings = &state.settings;
    let router = TowerToHyperService::new(router.clone());
    let stream = Watched::new(stream);
    let (kept, watcher) = (place.clone(), stream.watcher());
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(kept.clone());
        let (answer, watcher) = (router.call(request), watcher.clone());
        async move {
            tokio::select! {
                biased;
                answer = answer => answer.map_err(|never| match never {}),
                // Whoever waits for nothing any more need not be answered.
                () = watcher.gone() => Err(io::Error::from(io::ErrorKind::ConnectionAborted)),
            }
        }
    });
    let stream = Worded::new(Patient::new(stream, settings.write_time), Arc::clone(&headers));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.head_time)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::spawn(async move {
        let served = tokio::select! {
            served = &mut connection => served,
            _ = ended.changed() => {
                Pin::new(&mut connection).graceful_shutdown();
                (&mut connection).await
            }
        };
        // Whoever has begun to say something is told that it took too long. Whatever else goes wrong with a
        // connection is its own affair.
        let is_late = |error: hyper::Error| error.is_timeout() && error.source().is_none();
        if served.is_err_and(is_late)
            && let Some(parts) = connection.into_parts().filter(|parts| !parts.read_buf.is_empty())
        {
            let answer = whole(Problem::of(StatusCode::REQUEST_TIMEOUT), &headers);
            let _ = parts.io.into_inner().write_all(&answer).await;
        }
        drop(place);
    });
}

/// Tells somebody that there are too many already.
async fn refuse(stream: TcpStream, headers: Arc<HeaderMap>) {
    let answer = whole(Problem::busy("too many connections: come again"), &headers);
    let written = stream.writable().await.and_then(|()| stream.try_write(&answer));
    let _ = written;
}
