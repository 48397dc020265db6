//! `gridsolve serve`.

use super::failure::{Failure, Status, say};
use super::limits::{Limits, parse_seconds};
use crate::server::{Server, Settings};
use clap::Args;
use std::io::Write;
use std::time::Duration;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
The page is at /, the interface for programs under /api/v1/, and /api/v1/openapi.json describes it.
The address is printed on standard output once requests are answered. Ctrl-C ends the server.

Examples:
  timeout 1 gridsolve serve --port 0 || true
  timeout 1 gridsolve serve --port 0 --threads 1 --memory 500M --time 10 || true")]
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
}

/// Serves until it is interrupted.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let settings = arguments.settings()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| Failure::Limit(format!("no threads: {error}")))?.block_on(serve(settings))
}

async fn serve(settings: Settings) -> Result<Status, Failure> {
    let place = format!("{}:{}", settings.host, settings.port);
    let server = Server::bind(settings).await;
    let server = server.map_err(|error| Failure::Limit(format!("cannot listen at {place}: {error}")))?;
    let address = server.address()?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "gridsolve serves http://{address}/")?;
    out.flush()?;
    drop(out);
    let ending = std::sync::Mutex::new(Status::Done);
    server
        .run(async {
            let status = interrupted().await;
            *ending.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = status;
        })
        .await;
    say("the server has ended");
    Ok(ending.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
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
            ..usual
        })
    }
}
