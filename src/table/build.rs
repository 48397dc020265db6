//! Building tables: from an empty board to a file, in a way that can be broken off and gone on with.

use super::arrangement::{self, Arrangement};
use super::bits::Bits;
use super::error::WriteError;
use super::format::SymmetryKind;
use super::journal::Journal;
use super::metadata::Metadata;
use super::open::Table;
use super::write::{self, Content, Recipe};
use crate::board::Size;
use crate::notation::GameName;
use crate::solver::StopSwitch;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Why a table was not built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is no way to build such a table yet.
    #[error("{0}")]
    Unsupported(String),
    /// More memory would be needed.
    #[error("building this table takes {needed} bytes of memory, and {allowed} are allowed")]
    Memory {
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The threads asked for are not to be had.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// What a table will take, before it is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The positions that it will answer.
    pub positions: u64,
    /// The entries that it will have.
    pub entries: u64,
    /// The bytes of memory that building it takes.
    pub memory: u64,
    /// The bytes of the file, about.
    pub bytes: u64,
    /// Seconds of work for one thread, about.
    pub seconds: f64,
}

/// How far a build has come; clones share one state.
#[derive(Clone, Debug, Default)]
pub struct BuildProgress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    stage: AtomicU64,
    done: AtomicU64,
    all: AtomicU64,
}

impl BuildProgress {
    /// What is being done, and how much of it is done out of how much.
    pub fn state(&self) -> (&'static str, u64, u64) {
        let stage = STAGES[self.0.stage.load(Ordering::Relaxed) as usize % STAGES.len()];
        (stage, self.0.done.load(Ordering::Relaxed), self.0.all.load(Ordering::Relaxed))
    }

    fn show(&self, stage: u64, done: u64, all: u64) {
        self.0.stage.store(stage, Ordering::Relaxed);
        self.0.done.store(done, Ordering::Relaxed);
        self.0.all.store(all, Ordering::Relaxed);
    }
}

const STAGES: [&str; 2] = ["positions worked out", "blocks compressed"];
const VALUES: u64 = 0;
const BLOCKS: u64 = 1;

/// A table to be built.
#[derive(Clone, Debug)]
pub struct Build {
    recipe: Recipe,
    threads: usize,
    memory: u64,
    switch: StopSwitch,
    progress: BuildProgress,
}

impl Build {
    /// The table of all positions of a board.
    ///
    /// # Errors
    /// [`BuildError::Unsupported`] where such tables cannot be built.
    pub fn new(game: GameName, size: Size) -> Result<Self, BuildError> {
        let bits = Bits { game, size };
        if game.rule().is_none() {
            return Err(BuildError::Unsupported(format!("tables of {game} cannot be built yet")));
        }
        if bits.count() > MOST_LINES {
            let message = format!(
                "a board of {size} boxes has {} lines, and a table of all positions can have {MOST_LINES}, as 3x4 has",
                bits.count()
            );
            return Err(BuildError::Unsupported(message));
        }
        let command = format!("gridsolve table build {game}:{size}");
        let metadata = Metadata::new(command, "every position from the complete board back");
        let recipe = Recipe { game, size, metadata };
        Ok(Self {
            recipe,
            threads: 1,
            memory: u64::MAX,
            switch: StopSwitch::default(),
            progress: BuildProgress::default(),
        })
    }

    /// How many threads work. The file does not depend on it.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The most bytes of memory that it may take. The file does not depend on it.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// A switch that stops it, within about a second and with what is done saved.
    pub fn stop_switch(&self) -> StopSwitch {
        self.switch.clone()
    }

    /// How far it is.
    pub fn progress(&self) -> BuildProgress {
        self.progress.clone()
    }

    /// What it will take.
    pub fn estimate(&self) -> Estimate {
        let bits = self.bits();
        let (order, head) = arrangement::best_order(bits);
        let symmetry = SymmetryKind::of_game(bits.game);
        let arrangement = Arrangement::new(bits, &order, head, symmetry, bits.may_interchange());
        let entries = arrangement.map_or(0, |arrangement| arrangement.entries());
        let positions = 1 << bits.count();
        let bytes = (entries as f64 * BYTES_AN_ENTRY) as u64 + 400;
        let seconds = positions as f64 * SECONDS_A_POSITION + entries as f64 * SECONDS_AN_ENTRY;
        Estimate { positions, entries, memory: positions + bytes + (1 << 20), bytes, seconds }
    }

    fn bits(&self) -> Bits {
        Bits { game: self.recipe.game, size: self.recipe.size }
    }

    /// Builds the table and saves it to `path`. What an earlier run that was broken off has done is made use
    /// of, and does not change the file.
    ///
    /// # Errors
    /// [`BuildError`]; where it was stopped, [`WriteError::Interrupted`], and building it again goes on.
    pub fn run(&self, path: &Path) -> Result<Table, BuildError> {
        let needed = self.estimate().memory;
        if needed > self.memory {
            return Err(BuildError::Memory { needed, allowed: self.memory });
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let bytes = pool.install(|| self.bytes(path))?;
        write::save(&super::Disk, path, &bytes)?;
        Ok(Table::from_bytes(bytes).map_err(|error| WriteError::Content(error.to_string()))?)
    }

    /// The bytes of the table. Blocks are kept in a journal beside `path` where there are enough of them.
    fn bytes(&self, path: &Path) -> Result<Vec<u8>, BuildError> {
        let values = self.values()?;
        let content = Content::Dense(&|drawn| values[drawn as usize].into());
        let mut watch = |done, all| {
            self.progress.show(BLOCKS, done, all);
            if self.switch.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if self.estimate().entries < WORTH_A_JOURNAL {
            return Ok(write::encode(&self.recipe, content, &mut watch)?);
        }
        let journal_path = journal_path(path);
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::WouldBlock => WriteError::Busy { path: path.display().to_string() },
            _ => WriteError::Write { path: journal_path.display().to_string(), source },
        };
        let (mut journal, blocks) = Journal::open(&journal_path, &self.recipe.task()).map_err(failed)?;
        let bytes = write::encode_on(&self.recipe, content, &mut watch, blocks, &mut |block| journal.add(block))?;
        journal.remove().map_err(failed)?;
        Ok(bytes)
    }

    /// The value of every position of the board.
    fn values(&self) -> Result<Vec<i8>, BuildError> {
        let bits = self.bits();
        let full = (1usize << bits.count()) - 1;
        let mut values = vec![0i8; full + 1];
        let boxes = bits.boxes();
        for drawn in (0..full).rev() {
            if drawn % 4096 == 0 {
                self.progress.show(VALUES, (full - drawn) as u64, full as u64);
                if self.switch.is_stopped() {
                    return Err(WriteError::Interrupted.into());
                }
            }
            values[drawn] = best(bits, &boxes, drawn, &values);
        }
        Ok(values)
    }
}

/// The best that a line leads to.
fn best(bits: Bits, boxes: &[u64], drawn: usize, values: &[i8]) -> i8 {
    let legal: u64 = match bits.position(drawn as u128, None) {
        crate::Position::Dots(dots) if bits.game == GameName::DotDot => {
            dots.legal_lines().map(|line| 1u64 << line.index(bits.size)).sum()
        }
        _ => !(drawn as u64) & ((1 << bits.count()) - 1),
    };
    let value = |line: usize| {
        let next = drawn | 1 << line;
        let closed = boxes.iter().filter(|&&sides| sides >> line & 1 == 1 && sides & !(next as u64) == 0).count() as i8;
        if closed > 0 { closed + values[next] } else { -values[next] }
    };
    (0..bits.count()).filter(|line| legal >> line & 1 == 1).map(value).max().unwrap_or(0)
}

/// The file beside `path` that holds what is done of a table.
pub fn journal_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// The lines of 3x4: 2^31 positions.
const MOST_LINES: usize = 32;
/// Tables with fewer entries are built in a second or two.
const WORTH_A_JOURNAL: u64 = 1 << 22;
/// Measured on 3x3.
const BYTES_AN_ENTRY: f64 = 0.16;
const SECONDS_A_POSITION: f64 = 40e-9;
const SECONDS_AN_ENTRY: f64 = 150e-9;
