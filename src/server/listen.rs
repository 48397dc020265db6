//! Takes connections, and lets go of those that are too slow, too many, or still there at the end.

mod patient;

use super::desk::Desk;
use super::hall::{self, Hall, HallError, HallSettings};
use super::problem::Problem;
use super::{State, api, page};
use crate::board::MAX_AREA;
use crate::table::Catalog;
use axum::Router;
use axum::extract::{Request, State as Extract};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use patient::Patient;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower_http::cors::CorsLayer;

/// How a server serves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name or number of the machine's address to listen at.
    pub host: String,
    /// The port to listen at; 0 takes any that is free.
    pub port: u16,
    /// Threads that solve.
    pub threads: usize,
    /// Bytes of memory that all searches together may use.
    pub memory: u64,
    /// Long solves and players' moves that may wait for a thread.
    pub most_waiting: usize,
    /// How long a solve may take whose answer is waited for.
    pub solve_time: Duration,
    /// How long a job may take.
    pub job_time: Duration,
    /// The most bytes of a request's body.
    pub most_body: usize,
    /// The most bytes of a request's address.
    pub most_address: usize,
    /// How long the head of a request may take to arrive, and a connection may stand idle between two.
    pub head_time: Duration,
    /// How long a body may take to arrive.
    pub body_time: Duration,
    /// How long somebody may take nothing of an answer that is being sent.
    pub write_time: Duration,
    /// The most connections at once.
    pub most_connections: usize,
    /// The solution tables to answer from; `None` where everything is searched.
    pub tables: Option<Arc<Catalog>>,
    /// The tournament hall, if there is one.
    pub hall: Option<HallSettings>,
}

impl Default for Settings {
    /// At home, at any port, with every core, 1 GiB, and the usual tables.
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 0,
            threads: std::thread::available_parallelism().map_or(1, Into::into),
            memory: 1 << 30,
            most_waiting: 16,
            solve_time: Duration::from_secs(60),
            job_time: Duration::from_secs(3600),
            most_body: 1 << 20,
            most_address: 32 << 10,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            write_time: Duration::from_secs(10),
            most_connections: 2048,
            tables: Some(Catalog::shared()),
            hall: None,
        }
    }
}

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
        state.desk.stop();
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
        .merge(api::router().layer(CorsLayer::permissive().expose_headers(tower_http::cors::Any)))
        .merge(api::hall::sockets())
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(state.clone(), around))
        .with_state(state.clone())
}

/// Serves a connection on a task of its own.
fn take(stream: TcpStream, state: &State, router: &Router, mut ended: watch::Receiver<()>) {
    let _ = stream.set_nodelay(true);
    let Ok(place) = Arc::clone(&state.free_connections).try_acquire_owned() else {
        tokio::spawn(refuse(stream));
        return;
    };
    let settings = &state.settings;
    let service = TowerToHyperService::new(router.clone());
    let stream = TokioIo::new(Patient::new(stream, settings.write_time));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.head_time)
        .max_buf_size(MOST_HEAD)
        .serve_connection(stream, service)
        .with_upgrades();
    tokio::spawn(async move {
        let mut connection = std::pin::pin!(connection);
        // Whatever goes wrong with a connection is its own affair.
        tokio::select! {
            _ = connection.as_mut() => (),
            _ = ended.changed() => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
        drop(place);
    });
}

/// Tells somebody that there are too many already.
async fn refuse(stream: TcpStream) {
    const BODY: &str = r#"{"error":{"code":"busy","message":"too many connections: come again"}}"#;
    let head =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 2\r\nconnection: close\r\n";
    let answer = format!("{head}content-length: {}\r\n\r\n{BODY}", BODY.len());
    let written = stream.writable().await.and_then(|()| stream.try_write(answer.as_bytes()));
    let _ = written;
}

/// What belongs to every answer: limits, and what a browser may do with it.
async fn around(Extract(state): Extract<State>, request: Request, next: Next) -> Response {
    let settings = &state.settings;
    let most = settings.most_address;
    let length = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    let mut response = if length > most {
        let message = format!("the address has {length} bytes and may have {most}: send a body instead");
        Problem::new(StatusCode::URI_TOO_LONG, "too_large", message).into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    for (name, value) in STATIC_HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    for (name, value) in [
        ("limit-body-bytes", settings.most_body as u64),
        ("limit-address-bytes", settings.most_address as u64),
        ("limit-board-squares", MAX_AREA as u64),
        ("limit-solve-seconds", settings.solve_time.as_secs()),
        ("limit-job-seconds", settings.job_time.as_secs()),
        ("limit-waiting", settings.most_waiting as u64),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

const STATIC_HEADERS: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
];
