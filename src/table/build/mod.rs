//! Building tables: from a position to a file, in a way that can be broken off and gone on with.
//!
//! | extent | dots, dotdot | domineering | cram, kings |
//! | --- | --- | --- | --- |
//! | [`Extent::Whole`] | every line set of the board | every filling | every part that play can leave |
//! | [`Extent::Plies`] | the positions of the first moves, searched | the same | |
//! | [`Extent::Search`] | what a search of the position proved | the same | the same, of parts |

mod book;
mod estimate;
mod found;
mod whole;

pub use book::{Book, Page};
pub use estimate::Estimate;

use super::bits::Bits;
use super::error::WriteError;
use super::journal::Journal;
use super::keys::Keys;
use super::metadata::Metadata;
use super::open::Table;
use super::write::{self, Content, Recipe};
use crate::game::Value;
use crate::games::Position;
use crate::notation::GameName;
use crate::solver::retrograde::RetrogradeError;
use crate::solver::{Progress, SolveError, Solver, StopSwitch};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;
use whole::Dense;

/// Why a table was not built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is no such table.
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
    /// There is more to keep than memory is allowed.
    #[error("building this table takes more than the {allowed} bytes of memory that are allowed: allow more")]
    Full {
        /// The bytes allowed.
        allowed: u64,
    },
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The threads asked for are not to be had.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The system gives no memory.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The values contradict each other: a journal that was tampered with, or a fault of this program.
    #[error(
        "the value of {0} does not follow from those of the positions after it: remove the journal, and build anew"
    )]
    Contradiction(String),
}

impl From<RetrogradeError> for BuildError {
    fn from(error: RetrogradeError) -> Self {
        match error {
            RetrogradeError::TooLarge { .. } => Self::Unsupported(error.to_string()),
            RetrogradeError::Memory { bytes } => Self::Memory { needed: bytes, allowed: 0 },
            RetrogradeError::Stopped => Self::Write(WriteError::Interrupted),
        }
    }
}

/// Which positions a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of the board; in Cram and Blocking all parts that play can leave.
    Whole,
    /// Those that so many moves or fewer lead to, each solved by search.
    Plies(u32),
    /// Those of which a search of the position proved the value.
    Search,
}

/// How far a build has come; clones share one state.
#[derive(Clone, Debug, Default)]
pub struct BuildProgress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    stage: AtomicU64,
    done: AtomicU64,
    all: AtomicU64,
    /// What a sweep or a search shows of itself.
    work: Progress,
}

impl BuildProgress {
    /// What is being done, and how much of it is done out of how much; 0 where that is not known.
    pub fn state(&self) -> (&'static str, u64, u64) {
        let stage = self.0.stage.load(Ordering::Relaxed);
        let (mut done, all) = (self.0.done.load(Ordering::Relaxed), self.0.all.load(Ordering::Relaxed));
        if stage == Stage::Positions as u64 {
            done = self.0.work.nodes();
        }
        (STAGES[stage as usize % STAGES.len()], done, all)
    }

    fn show(&self, stage: Stage, done: u64, all: u64) {
        self.0.stage.store(stage as u64, Ordering::Relaxed);
        self.0.done.store(done, Ordering::Relaxed);
        self.0.all.store(all, Ordering::Relaxed);
    }
}

const STAGES: [&str; 3] = ["positions worked out", "blocks compressed", "positions solved"];

/// What a build is at.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Positions,
    Blocks,
    Pages,
}

/// A table to be built.
#[derive(Clone, Debug)]
pub struct Build {
    recipe: Recipe,
    start: Position,
    extent: Extent,
    threads: usize,
    memory: u64,
    switch: StopSwitch,
    progress: BuildProgress,
}

/// Values by key, ascending.
#[derive(Debug, Default)]
struct Sorted {
    keys: Vec<u128>,
    values: Vec<Value>,
}

impl Sorted {
    fn new(mut entries: Vec<(u128, Value)>) -> Self {
        entries.sort_unstable();
        entries.dedup();
        let (keys, values) = entries.into_iter().unzip();
        Self { keys, values }
    }
}

impl Build {
    /// The table of what `extent` says about `start`, which is an empty board for [`Extent::Whole`] but in
    /// games of parts.
    ///
    /// # Errors
    /// [`BuildError::Unsupported`] where there is no such table.
    pub fn new(start: &Position, extent: Extent) -> Result<Self, BuildError> {
        let (game, size) = (start.game(), start.size());
        let (option, method) = match extent {
            Extent::Whole if has_parts(game) => (String::new(), "every part that play can leave, the smaller first"),
            Extent::Whole => (String::new(), "every position from the last to the first"),
            Extent::Plies(plies) => (format!(" --plies {plies}"), "a search of each position, with one memory"),
            Extent::Search => (" --from-search".to_owned(), "what one search proved"),
        };
        let metadata = Metadata::new(format!("gridsolve table build {}{option}", command_text(start)), method);
        let build = Self {
            recipe: Recipe { game, size, metadata },
            start: start.clone(),
            extent,
            threads: 1,
            memory: u64::MAX,
            switch: StopSwitch::default(),
            progress: BuildProgress::default(),
        };
        build.check()?;
        Ok(build)
    }

    /// Whether there is such a table.
    fn check(&self) -> Result<(), BuildError> {
        let unsupported = |message: String| Err(BuildError::Unsupported(message));
        let (game, size) = (self.recipe.game, self.recipe.size);
        match self.extent {
            _ if game == GameName::Xo => unsupported(format!("xo is answered by tables of cram: build cram:{size}")),
            Extent::Plies(_) if has_parts(game) => {
                unsupported(format!("a book of {game} has no use: build all parts, without --plies"))
            }
            Extent::Plies(_) | Extent::Search if !says_who_moves(&self.start) => unsupported(format!(
                "the moves of a search depend on who begins: give {0}:v or {0}:h",
                command_text(&self.start)
            )),
            Extent::Whole if !has_parts(game) => {
                if !is_empty(&self.start) {
                    return unsupported(format!("a table of all positions is built of an empty board: {game}:{size}"));
                }
                whole::check(self.bits()).map_err(BuildError::Unsupported)
            }
            _ if Keys::new(game, size).is_none() => {
                unsupported(format!("a board of {size} is too large for a table of {game}"))
            }
            _ => Ok(()),
        }
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

    fn bits(&self) -> Bits {
        Bits { game: self.recipe.game, size: self.recipe.size }
    }

    fn work(&self) -> Progress {
        self.progress.0.work.clone()
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

    fn bytes(&self, path: &Path) -> Result<Vec<u8>, BuildError> {
        match self.extent {
            Extent::Whole if has_parts(self.recipe.game) => self.sorted(&self.parts()?),
            Extent::Whole => self.dense(&whole::values(self)?, path),
            Extent::Plies(plies) => self.book(plies, path),
            Extent::Search => self.sorted(&self.proved_by_search()?),
        }
    }

    /// Blocks are kept in a journal beside `path` where there are enough of them.
    fn dense(&self, values: &Dense, path: &Path) -> Result<Vec<u8>, BuildError> {
        let value = |position: u64| values.value(position);
        let content = Content::Dense(&value);
        let mut watch = self.watch();
        if self.estimate().entries < WORTH_A_JOURNAL {
            return Ok(write::encode(&self.recipe, content, &mut watch)?);
        }
        let (mut journal, blocks) = self.journal(path)?;
        let bytes = write::encode_on(&self.recipe, content, &mut watch, blocks, &mut |block| journal.add(block))?;
        journal.remove().map_err(|source| journal_failed(path, source))?;
        Ok(bytes)
    }

    fn sorted(&self, Sorted { keys, values }: &Sorted) -> Result<Vec<u8>, BuildError> {
        Ok(write::encode(&self.recipe, Content::Sorted { keys, values }, &mut self.watch())?)
    }

    /// Each position that is solved is written into a journal beside `path`.
    fn book(&self, plies: u32, path: &Path) -> Result<Vec<u8>, BuildError> {
        let mut book = Book::new(&self.start, plies)?;
        let (mut journal, records) = self.journal(path)?;
        book.recall(&records);
        let solver = Solver::new().threads(self.threads).memory(self.memory.min(MOST_BOOK_MEMORY));
        let solver = solver.stopped_by(self.switch.clone()).shown_by(self.work());
        let watch = |done, all| self.progress.show(Stage::Pages, done, all);
        book.solve(solver, &mut |record| journal.add(record).map_err(|source| journal_failed(path, source)), &watch)?;
        let bytes = self.sorted(&Sorted::new(book.entries()))?;
        journal.remove().map_err(|source| journal_failed(path, source))?;
        Ok(bytes)
    }

    fn journal(&self, path: &Path) -> Result<(Journal, Vec<Vec<u8>>), BuildError> {
        Journal::open(&journal_path(path), &self.recipe.task()).map_err(|source| journal_failed(path, source))
    }

    fn watch(&self) -> impl FnMut(u64, u64) -> ControlFlow<()> {
        |done, all| {
            self.progress.show(Stage::Blocks, done, all);
            if self.switch.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
}

fn journal_failed(path: &Path, source: io::Error) -> BuildError {
    let error = match source.kind() {
        io::ErrorKind::WouldBlock => WriteError::Busy { path: path.display().to_string() },
        _ => WriteError::Write { path: journal_path(path).display().to_string(), source },
    };
    error.into()
}

/// Whether positions of the game are sums of parts.
fn has_parts(game: GameName) -> bool {
    matches!(game, GameName::Cram | GameName::Xo | GameName::Kings)
}

fn is_empty(position: &Position) -> bool {
    match position {
        Position::Dots(dots) => dots.drawn_lines().next().is_none(),
        _ => super::bits::grid(position).is_some_and(|grid| grid.free_squares().count() == grid.size().area()),
    }
}

/// Whether it is known who moves, if that matters.
fn says_who_moves(position: &Position) -> bool {
    !matches!(position, Position::Domineering(board) if board.turn().is_none())
}

/// The position as a command names it.
fn command_text(position: &Position) -> String {
    let turn = match position {
        Position::Domineering(board) => match board.turn() {
            Some(crate::games::domineering::Turn::Vertical) => ":v",
            Some(crate::games::domineering::Turn::Horizontal) => ":h",
            None => "",
        },
        _ => "",
    };
    match is_empty(position) {
        true => format!("{}:{}{turn}", position.game(), position.size()),
        false => position.to_string(),
    }
}

/// The file beside `path` that holds what is done of a table.
pub fn journal_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// Tables with fewer entries are built in a second or two.
const WORTH_A_JOURNAL: u64 = 1 << 22;
/// More does not help.
const MOST_BOOK_MEMORY: u64 = 1 << 40;
