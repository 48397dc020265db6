//! How much of the machine a command may use: threads, memory, time.

use super::failure::{Failure, say};
use crate::memory::machine_memory;
use crate::solver::Solver;
use crate::table::Catalog;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The options that limit a search.
#[derive(Debug, Args)]
pub(super) struct Limits {
    #[command(flatten)]
    machine: Machine,
    /// Seconds until a position is given up; each, where there are many
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    tables: Tables,
}

/// Where to look for solved tables.
#[derive(Debug, Args)]
pub(super) struct Tables {
    /// A folder of tables to look in before those of GRIDSOLVE_TABLES, of the user and of the program
    #[arg(long = "tables", value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Search, whatever tables hold
    #[arg(long, conflicts_with = "folders")]
    no_tables: bool,
}

impl Tables {
    /// The tables to ask; `None` where none are wanted.
    pub(super) fn catalog(&self) -> Result<Option<Arc<Catalog>>, Failure> {
        for folder in &self.folders {
            std::fs::read_dir(folder).map_err(|error| Failure::Unreadable(folder.display().to_string(), error))?;
        }
        let named =
            Catalog::new().folders(self.folders.iter().cloned()).warning(|words| say(&format!("note: {words}")));
        Ok((!self.no_tables).then(|| Arc::new(named.standard())))
    }
}

/// The options that say how much of the machine may be used.
#[derive(Debug, Args)]
pub(super) struct Machine {
    /// Threads that work; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The most memory: bytes, or with a unit, such as 500M, 1.5G or 2GiB; half the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
}

/// Memory where it is not known how much the machine has.
const MEMORY_IF_UNKNOWN: u64 = 1 << 30;

impl Limits {
    /// How many threads work.
    pub(super) fn threads(&self) -> usize {
        self.machine.threads()
    }

    /// The tables to ask; `None` where none are wanted.
    pub(super) fn catalog(&self) -> Result<Option<Arc<Catalog>>, Failure> {
        self.tables.catalog()
    }

    /// How long a position may take, if that is limited.
    #[cfg(feature = "server")]
    pub(super) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The most bytes of memory.
    #[cfg(feature = "server")]
    pub(super) fn memory(&self) -> Result<u64, Failure> {
        self.machine.memory()
    }

    /// A solver under these limits, its memory divided among `solvers` that run at once.
    pub(super) fn solver(&self, solvers: usize) -> Result<Solver, Failure> {
        let (threads, memory) = (self.threads().div_ceil(solvers), self.machine.memory()? / solvers as u64);
        let solver = Solver::new().threads(threads).memory(memory);
        let solver = match self.catalog()? {
            Some(catalog) => solver.tables(catalog),
            None => solver,
        };
        Ok(match self.time {
            Some(time) => solver.time(time),
            None => solver,
        })
    }
}

impl Machine {
    /// How many threads work.
    pub(super) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, Into::into);
        self.threads.map_or_else(cores, Into::into)
    }

    /// The most bytes of memory.
    pub(super) fn memory(&self) -> Result<u64, Failure> {
        match (self.memory, machine_memory()) {
            (Some(asked), Some(there)) if asked > there => Err(Failure::Limit(format!(
                "--memory asks for {}, but the machine has {}: ask for less",
                in_units(asked),
                in_units(there)
            ))),
            (Some(asked), _) => Ok(asked),
            (None, there) => Ok(there.map_or(MEMORY_IF_UNKNOWN, |there| there / 2)),
        }
    }

    /// Does `work` where `rayon` has so many threads; with fewer, where the system gives no more.
    pub(super) fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match rayon::ThreadPoolBuilder::new().num_threads(self.threads()).build() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    }
}

/// Reads a size in bytes, with or without a unit. A single letter counts in powers of 1024.
fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let (number, unit) = text.split_at(digits);
    let factor: f64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024f64.powi(2),
        "g" | "gib" => 1024f64.powi(3),
        "t" | "tib" => 1024f64.powi(4),
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => return Err("write a number and a unit out of K, M, G, T, KB, MB, GB, TB, KiB, MiB, GiB, TiB".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "write a number, such as 500M or 1.5G".to_owned())?;
    // What is too large to count is more than any machine has, and is refused as such.
    Ok((number * factor) as u64)
}

pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let is_plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds = number.parse().ok().filter(|_| is_plain);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "write a number of seconds from 0, such as 10 or 0.5".to_owned())
}

/// A number of bytes in words.
pub(super) fn in_units(bytes: u64) -> String {
    let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
    match units.iter().find(|(_, shift)| bytes >> shift > 0) {
        Some((unit, shift)) => format!("{:.1} {unit}", bytes as f64 / (1u64 << shift) as f64),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_with_units() {
        for (text, bytes) in [
            ("0", 0),
            ("4097", 4097),
            ("64M", 64 << 20),
            ("64 MiB", 64 << 20),
            ("1.5g", 3 << 29),
            ("2kB", 2000),
            ("1T", 1 << 40),
            ("99999999999999999999T", u64::MAX),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "-1", "1X", "1.2.3M", "1e9", "NaN", "inf"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
        assert_eq!(in_units(1 << 30), "1.0 GiB");
        assert_eq!(in_units(12), "12 bytes");
    }

    #[test]
    fn times() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_seconds("15s"), Ok(Duration::from_secs(15)));
        for text in ["", "-1", "NaN", "inf", "1e9", "1m", "99999999999999999999999999"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
