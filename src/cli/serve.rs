//! `gridsolve serve`.

use super::contest::parse_clock;
use super::failure::{Failure, Status, say};
use super::limits::{Limits, parse_seconds};
use crate::games::Position;
use crate::server::{HallError, HallSettings, ServeError, Server, Settings};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
The page is at /, the interface for programs under /api/v1/, and /api/v1/openapi.json describes it.
The address is printed on standard output once requests are answered. Ctrl-C ends the server.

With --threads N, N long solves are worked on at once, N small ones beside them, and N players think; --memory is
for all of these together.

In the hall, programs connect to ws://HOST:PORT/hall and are paired, refereed and ranked; \"gridsolve
connect\" makes a program of any player. With --record, a hall that is started again goes on where it was.

Examples:
  gridsolve serve
  gridsolve serve --port 0 --threads 1 --memory 500M --time 10
  gridsolve serve --hall --game dotdot:4x4 --plies 2,5,10 --record hall.jsonl --hall-port 8081")]
pub(super) struct Arguments {
    /// The port to listen at; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen at; 0.0.0.0 lets the whole network in
    #[arg(long, value_name = "NAME", default_value = "127.0.0.1")]
    host: String,
    /// Solves that may wait for a thread; the next is told to come again
    #[arg(long, value_name = "N", default_value_t = 16)]
    queue: u16,
    /// Connections at once; one more is told to come again
    #[arg(long, value_name = "N", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: u32,
    /// Seconds that a client may take to send a request, or to take what it asked for
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    patience: Duration,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    hall: HallArguments,
}

/// The options of the tournament hall.
#[derive(Debug, Args)]
struct HallArguments {
    /// Open a tournament hall, where programs play each other
    #[arg(long)]
    hall: bool,
    /// Where the games of the hall's tournaments start; may be given more than once; dotdot:4x4 if not given
    #[arg(long = "game", value_name = "POSITION", requires = "hall")]
    games: Vec<Position>,
    /// How far programs may look ahead: a tournament for each number; 0 is without limit
    #[arg(long, value_name = "N,N", requires = "hall", value_delimiter = ',', default_value = "2,5,10")]
    plies: Vec<u32>,
    /// Play nothing but --game with --plies, whatever programs ask for
    #[arg(long, requires = "hall")]
    only: bool,
    /// How often each pair meets before a tournament is over; without end if not given
    #[arg(long, value_name = "N", requires = "hall", value_parser = clap::value_parser!(u32).range(1..))]
    meetings: Option<u32>,
    /// A move that takes this many seconds or more loses
    #[arg(long, value_name = "SECONDS", requires = "hall", default_value = "15", value_parser = parse_seconds)]
    move_time: Duration,
    /// Seconds a game for each side too, and what each move adds: 60+0.5
    #[arg(long, value_name = "BASE+INCREMENT", requires = "hall", value_parser = parse_clock)]
    clock: Option<(Duration, Duration)>,
    /// Seconds that a program whose connection is lost is waited for, before a tournament is over without it
    #[arg(long, value_name = "SECONDS", requires = "hall", default_value = "60", value_parser = parse_seconds)]
    absence: Duration,
    /// Seconds that the hall waits for more programs when one has come
    #[arg(long, value_name = "SECONDS", requires = "hall", default_value = "1", value_parser = parse_seconds)]
    gather: Duration,
    /// Record everything that happens in the hall, and go on from there when started again
    #[arg(long, value_name = "FILE", requires = "hall")]
    record: Option<PathBuf>,
    /// Let programs speak in plain lines at this port too; 0 takes one that is free
    #[arg(long, value_name = "N", requires = "hall")]
    hall_port: Option<u16>,
}

impl HallArguments {
    fn settings(&self) -> Option<HallSettings> {
        let usual = HallSettings::default();
        self.hall.then(|| HallSettings {
            starts: if self.games.is_empty() { usual.starts } else { self.games.clone() },
            plies: self.plies.iter().map(|&plies| Some(plies).filter(|&plies| plies > 0)).collect(),
            open: !self.only,
            move_time: self.move_time,
            clock: self.clock,
            absence: self.absence,
            gather: self.gather,
            meetings: self.meetings,
            record: self.record.clone(),
            port: self.hall_port,
        })
    }
}

/// Serves until it is interrupted.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let settings = arguments.settings()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Limit(format!("no threads: {error}")))?;
    let ended = runtime.block_on(serve(settings));
    // Whatever still runs is let go.
    runtime.shutdown_background();
    ended
}

async fn serve(settings: Settings) -> Result<Status, Failure> {
    let place = format!("{}:{}", settings.host, settings.port);
    let has_hall = settings.hall.is_some();
    let server = Server::bind(settings).await.map_err(|error| match error {
        ServeError::System(error) if error.kind() == std::io::ErrorKind::AddrInUse => Failure::Limit(format!(
            "{place}, or the port of the hall, is taken: choose another with --port, or 0 for any that is free"
        )),
        ServeError::System(error) => Failure::Limit(format!("cannot listen at {place}: {error}")),
        ServeError::Hall(error) => Failure::from(error),
    })?;
    announce(&server, has_hall)?;
    let mut status = Status::Done;
    server.run(async { status = interrupted().await }).await?;
    say("the server has ended");
    Ok(status)
}

/// Says where the server is, once it answers.
fn announce(server: &Server, has_hall: bool) -> Result<(), Failure> {
    let address = server.address()?;
    let mut words = format!("gridsolve serves http://{address}/\n");
    if let Some(lines) = server.hall_address()? {
        words += &format!("programs play at tcp://{lines}\n");
    }
    if has_hall {
        words += &format!("programs play at ws://{address}/hall, people watch at http://{address}/hall.html\n");
    }
    // At once: somebody may read one line and no more.
    let mut out = std::io::stdout().lock();
    out.write_all(words.as_bytes())?;
    Ok(out.flush()?)
}

impl From<HallError> for Failure {
    fn from(error: HallError) -> Self {
        match error {
            HallError::Record { .. } => Self::Input(error.to_string()),
            HallError::Write { .. } => Self::Limit(error.to_string()),
        }
    }
}

/// Waits until somebody wants the server to end.
async fn interrupted() -> Status {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            return tokio::select! {
                _ = ended.recv() => Status::Done,
                _ = tokio::signal::ctrl_c() => Status::Interrupted,
            };
        }
    }
    let _ = tokio::signal::ctrl_c().await;
    Status::Interrupted
}

impl Arguments {
    fn settings(&self) -> Result<Settings, Failure> {
        let usual = Settings::default();
        Ok(Settings {
            host: self.host.clone(),
            port: self.port,
            threads: self.limits.threads(),
            memory: self.limits.memory()?,
            most_waiting: self.queue.into(),
            solve_time: self.limits.time().unwrap_or(usual.solve_time),
            head_time: self.patience,
            body_time: self.patience,
            write_time: self.patience,
            most_connections: self.connections as usize,
            tables: self.limits.catalog()?,
            hall: self.hall.settings(),
            ..usual
        })
    }
}
