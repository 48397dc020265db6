//! Solving positions as people give them: which form of the game fits, which memory, and back.

use super::asking::{self, KnownParts, Tables};
use super::impartial;
use super::limits::{DEEP_STACK, Limits, Progress, StopSwitch};
use super::lookup::{Hints, Lookup};
use super::nimber::Means;
use super::root::{Finding, Root, Wanted};
use super::search::Oracle;
use crate::answer::{Answer, MoveValue, Source};
use crate::board::Wide;
use crate::game::{Bounds, Game};
use crate::games::cram::Cram;
use crate::games::dots::{Coins, DotsPosition};
use crate::games::impartial::Scoring;
use crate::games::kings::Kings;
use crate::games::{Move, Position};
use crate::memory::{Expanding, Fixed, Growing, KeyWord, Memory};
use crate::notation::GameName;
use std::cmp::Reverse;
use std::io;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a position could not be worked on at all. A limit that is reached is no error: see
/// [`Answer::exact`].
#[derive(Debug, Error)]
pub enum SolveError {
    /// The system did not give the memory.
    #[error("no room for a memory of {bytes} bytes: {source}")]
    Memory {
        /// The bytes asked for.
        bytes: u64,
        /// What the system said.
        source: io::Error,
    },
    /// The value as a combinatorial game was asked for, and cannot be worked out.
    #[error(transparent)]
    GameValue(#[from] crate::games::domineering::WorthError),
}

/// The exact value of a position and every optimal move, with the defaults of [`Solver`].
///
/// # Errors
/// [`SolveError`] where the system gives no memory.
pub fn solve(position: &Position) -> Result<Answer, SolveError> {
    Solver::new().solve(position)
}

/// Solves positions under limits.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use gridsolve::{Position, Solver};
/// let answer = Solver::new().threads(1).all_moves(true).solve(&Position::parse("dots:1x1")?)?;
/// assert_eq!(answer.value, Some(-1));
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    threads: usize,
    pub(super) memory: u64,
    time: Option<Duration>,
    pub(super) wanted: Wanted,
    pub(super) game_value: bool,
    pub(super) tables: Option<Arc<dyn Lookup>>,
    switch: StopSwitch,
    progress: Progress,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Every core, a memory of at most 1 GiB, no limit of time.
    pub fn new() -> Self {
        Self {
            threads: cores(),
            memory: 1 << 30,
            time: None,
            wanted: Wanted::default(),
            game_value: false,
            tables: None,
            switch: StopSwitch::default(),
            progress: Progress::default(),
        }
    }

    /// How many threads search; 0 counts as 1. The answer does not depend on it.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The most bytes that what the search remembers may take. The answer does not depend on it.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// The same solver with its part of the memory, where `solvers` of them run at once; 0 counts as 1.
    pub fn share_of_memory(mut self, solvers: usize) -> Self {
        self.memory /= solvers.max(1) as u64;
        self
    }

    /// How long a position may take before the answer is given up.
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Whether every legal move is given its exact value.
    pub fn all_moves(mut self, all_moves: bool) -> Self {
        self.wanted.all_moves = all_moves;
        self
    }

    /// Whether a line of best play is given.
    pub fn line(mut self, line: bool) -> Self {
        self.wanted.line = line;
        self
    }

    /// Whether the value as a combinatorial game is found too, of positions of Domineering.
    pub fn game_value(mut self, game_value: bool) -> Self {
        self.game_value = game_value;
        self
    }

    /// Whether nothing but the value is found: the answer then lists no moves.
    pub fn value_only(mut self, value_only: bool) -> Self {
        self.wanted.value_only = value_only;
        self
    }

    /// The switch that stops this solver, in the place of its own: one may stop several.
    pub fn stopped_by(mut self, switch: StopSwitch) -> Self {
        self.switch = switch;
        self
    }

    /// What shows the running search, in the place of its own: one may show several.
    pub fn shown_by(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Asks `tables` before anything is searched. An answer does not depend on them, but for where it says
    /// that it comes from and what it took.
    pub fn tables(mut self, tables: Arc<dyn Lookup>) -> Self {
        self.tables = Some(tables);
        self
    }

    /// A switch that stops this solver from another thread.
    pub fn stop_switch(&self) -> StopSwitch {
        self.switch.clone()
    }

    /// What this solver shows of its running search to other threads.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Finds the exact value of `position` and every optimal move.
    ///
    /// Where time is up or the switch is thrown first, the answer is not exact and holds the limits
    /// that were proved.
    ///
    /// # Errors
    /// [`SolveError`] where the system gives no memory, or the value as a combinatorial game is asked
    /// for of a board that is too large for it.
    pub fn solve(&self, position: &Position) -> Result<Answer, SolveError> {
        let started = Instant::now();
        let mut answer = self.solve_within(position, &self.limits())?;
        answer.seconds = started.elapsed().as_secs_f64();
        Ok(answer)
    }

    /// The most memory that helps with a position of some weight.
    pub(super) fn memory_for(&self, weight: u8) -> u64 {
        self.memory.min(64 << weight.saturating_sub(9).min(40))
    }

    /// How many threads search, at least 1.
    pub(super) fn thread_count(&self) -> usize {
        self.threads
    }

    /// The limits of a search that begins now.
    pub(super) fn limits(&self) -> Limits {
        Limits::new(self.time, self.switch.clone())
    }

    pub(super) fn solve_within(&self, position: &Position, limits: &Limits) -> Result<Answer, SolveError> {
        let hints = match self.look_up(position) {
            Ok(answer) => return Ok(answer),
            Err(hints) => hints,
        };
        let is_known = hints.known.is_some();
        let mut answer =
            self.search(position, &Inquiry { hints, limits, tables: Tables::below(self.tables.as_deref(), position) })?;
        if is_known && answer.exact {
            answer.source = Source::Table;
        }
        Ok(answer)
    }

    fn search(&self, position: &Position, inquiry: &Inquiry<'_>) -> Result<Answer, SolveError> {
        match position {
            Position::Dots(position) => self.solve_dots(position, inquiry),
            Position::Domineering(position) => self.solve_domineering(position, inquiry),
            Position::Cram(position) => {
                impartial::solve::<Cram>(position.grid(), &self.task(inquiry, GameName::Cram, Scoring::LastMove))
            }
            Position::Xo(position) => {
                impartial::solve::<Cram>(position.grid(), &self.task(inquiry, GameName::Cram, Scoring::Tiles))
            }
            Position::Kings(position) => {
                impartial::solve::<Kings>(position.grid(), &self.task(inquiry, GameName::Kings, Scoring::LastMove))
            }
        }
    }

    /// What the impartial games are solved under; `game` is the one whose parts they fall into.
    fn task<'t>(&'t self, inquiry: &'t Inquiry<'_>, game: GameName, scoring: Scoring) -> impartial::Task<'t> {
        let known = inquiry.tables.as_ref().map(|tables| tables.parts_of(game));
        impartial::Task { wanted: self.wanted, scoring, means: self.means(inquiry.limits, known) }
    }

    /// What a search of an impartial game works under.
    pub(super) fn means<'t>(&'t self, limits: &'t Limits, known: Option<KnownParts<'t>>) -> Means<'t> {
        Means { threads: self.threads, memory: self.memory, limits, progress: &self.progress, known }
    }

    /// The narrowest word that holds the open boxes and free lines.
    fn solve_dots(&self, position: &DotsPosition, inquiry: &Inquiry<'_>) -> Result<Answer, SolveError> {
        if let Some(coins) = Coins::<u64>::new(position) {
            return self.solve_coins(position, &coins, inquiry);
        }
        if let Some(coins) = Coins::<u128>::new(position) {
            return self.solve_coins(position, &coins, inquiry);
        }
        on_deep_stack(|| match Coins::<Wide<8>>::new(position) {
            Some(coins) => self.solve_coins(position, &coins, inquiry),
            None => match Coins::<Wide<49>>::new(position) {
                Some(coins) => self.solve_coins(position, &coins, inquiry),
                None => unreachable!("boards of up to 1,024 boxes have at most 3,073 lines"),
            },
        })
    }

    fn solve_coins<W: KeyWord>(
        &self,
        position: &DotsPosition,
        coins: &Coins<W>,
        inquiry: &Inquiry<'_>,
    ) -> Result<Answer, SolveError> {
        let name = |line| Move::Line(coins.name(line));
        let value = inquiry.tables.as_ref().map(|tables| tables.values_of_coins(position, coins));
        let oracle = value.as_ref().map(|value| Oracle { least_weight: asking::LEAST_LINES, value });
        let asked = Asked { hints: &inquiry.hints, name: &name, limits: inquiry.limits, oracle };
        let (finding, memory_bytes) = self.examine(coins, &coins.start(), &asked)?;
        Ok(answer(finding, memory_bytes, name))
    }

    /// Examines a position with the memory that suits it: a small one first, since most positions
    /// need no other and touching a large one takes longer than they do.
    pub(super) fn examine<G: Game>(
        &self,
        game: &G,
        root: &G::Position,
        asked: &Asked<'_, G>,
    ) -> Result<(Finding<G::Move>, u64), SolveError> {
        let Asked { hints, limits, oracle, .. } = *asked;
        let hint = |mv| hints.of((asked.name)(mv));
        let most = self.memory_for(game.weight(root));
        let mut bounds = hints.narrow(Bounds::within(game.bound(root)));
        let mut nodes = 0;
        if game.bound(root) <= Fixed::MOST
            && let Some(mut memory) = expanding(game.key_bits(), SMALL, most)?
        {
            loop {
                let budget = memory.budget(2);
                let search = Root::new(game, memory.memory(), limits, &self.progress, self.threads);
                let mut finding =
                    search.budget(budget).knowing(bounds).hinted(&hint).asking(oracle).examine(root, self.wanted);
                bounds = finding.bounds;
                nodes += finding.nodes;
                if finding.is_complete || budget == u64::MAX || limits.check().is_err() {
                    finding.nodes = nodes;
                    return Ok((finding, memory.bytes()));
                }
                let go_on = || limits.check().is_ok();
                memory.grow(&go_on);
                memory.leave(game.deepen(nodes, memory.room(), &go_on));
            }
        }
        let memory = Growing::with_limit(self.memory);
        let finding = Root::new(game, &memory, limits, &self.progress, self.threads)
            .knowing(bounds)
            .hinted(&hint)
            .asking(oracle)
            .examine(root, self.wanted);
        Ok((finding, memory.bytes()))
    }
}

/// The cores that this process may use. Asking the system takes longer than most positions do.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, Into::into))
}

/// What a search begins with.
pub(super) struct Inquiry<'i> {
    pub(super) hints: Hints,
    pub(super) limits: &'i Limits,
    pub(super) tables: Option<Tables<'i>>,
}

/// The same, in the words of the form that is searched.
pub(super) struct Asked<'a, G: Game> {
    pub(super) hints: &'a Hints,
    /// What the moves of the search form are called.
    pub(super) name: &'a dyn Fn(G::Move) -> Move,
    pub(super) limits: &'a Limits,
    pub(super) oracle: Option<Oracle<'a, G::Position>>,
}

/// Bytes of the memory that is tried first.
const SMALL: u64 = 512 << 10;

/// A memory of `first` bytes and at most `most` later; `None` where keys of `key_bits` bits do not fit it.
///
/// # Errors
/// [`SolveError::Memory`] where the system gives none.
pub(super) fn expanding(key_bits: u32, first: u64, most: u64) -> Result<Option<Expanding>, SolveError> {
    Expanding::new(key_bits, first, most).map_err(|source| SolveError::Memory { bytes: first, source })
}

/// Runs a search of a wide board, which may go thousands of moves deep, where there is room for that.
pub(super) fn on_deep_stack<T: Send>(work: impl FnOnce() -> Result<T, SolveError> + Send) -> Result<T, SolveError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(DEEP_STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|source| SolveError::Memory { bytes: DEEP_STACK as u64, source })?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// What was found out, in the words of the answer.
pub(super) fn answer<M: Copy>(finding: Finding<M>, memory_bytes: u64, name: impl Fn(M) -> Move) -> Answer {
    let value = finding.bounds.exact().filter(|_| finding.best.is_some());
    let mut best: Vec<Move> = finding.best.unwrap_or_default().into_iter().map(&name).collect();
    best.sort_unstable();
    let moves = finding.moves.map(|moves| {
        let named = moves.into_iter().map(|(mv, value)| MoveValue { mv: name(mv), value, grundy: None });
        let mut moves: Vec<MoveValue> = named.collect();
        moves.sort_unstable_by_key(|entry| (Reverse(entry.value), entry.mv));
        moves
    });
    Answer {
        value,
        best,
        moves,
        line: finding.line.map(|line| line.into_iter().map(&name).collect()),
        grundy: None,
        game_value: None,
        exact: value.is_some(),
        complete: finding.is_complete,
        bounds: if value.is_some() { None } else { Some::<Bounds>(finding.bounds) },
        source: Source::Search,
        nodes: finding.nodes,
        memory_bytes,
        seconds: 0.0,
    }
}
