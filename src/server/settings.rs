//! How a server serves.

use super::hall::HallSettings;
use crate::table::Catalog;
use std::sync::Arc;
use std::time::Duration;

/// How a server serves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name or number of the machine's address to listen at.
    pub host: String,
    /// The port to listen at; 0 takes any that is free.
    pub port: u16,
    /// How many long solves are worked on at once, how many small ones beside them, and how many players think; a
    /// long solve searches with the threads of those that are idle when it begins, too.
    pub threads: usize,
    /// Bytes of memory that all searches, and all players, together may use.
    pub memory: u64,
    /// Long solves that may wait for a thread; four times as many players may, and 64 times as many small solves.
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

impl Settings {
    /// The same with no time so long that the end of it could not be counted.
    pub(super) fn countable(self) -> Self {
        const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
        Self {
            solve_time: self.solve_time.min(LONGEST),
            job_time: self.job_time.min(LONGEST),
            head_time: self.head_time.min(LONGEST),
            body_time: self.body_time.min(LONGEST),
            write_time: self.write_time.min(LONGEST),
            ..self
        }
    }
}
