//! Perfect play, as far as the time allows: tables first, then the exact search.

use super::{AlphaBeta, Choice, Options, Pick, Player, PlayerError, PlayerSpec, Resources, SpecError, Turn, clock};
use crate::chance::Chance;
use crate::solver::Solver;
use crate::table::Catalog;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Makes an optimal move, found by the exact search. Where that is not done in time, it guesses by looking
/// ahead like [`AlphaBeta`], and says so.
#[derive(Clone, Debug)]
pub struct Perfect {
    time: Duration,
    threads: usize,
    memory: u64,
    tables: Option<Arc<Catalog>>,
    pick: Pick,
    chance: Chance,
    guess: AlphaBeta,
}

/// Where no time is given.
const TIME: Duration = Duration::from_secs(10);
/// The part of the time after which it is left to a guess.
const PART_FOR_SOLVING: f64 = 0.8;

impl Perfect {
    /// The options that [`Perfect::of`] knows, and what they mean.
    pub const OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("time", "seconds for a move; 10 if not given"),
        ("threads", "threads that search, 1 to 1024; 1 if not given"),
        ("memory", "MiB that the search may remember; 256 if not given"),
        ("tables", "none, or a folder to look in first; the usual places if not given"),
        ("pick", "first or chance: which of the optimal moves; first if not given"),
    ];

    /// A player as `options` say, with `resources` where they say nothing.
    ///
    /// # Errors
    /// [`SpecError`] where one has a value that makes no sense.
    pub fn of(options: &Options<'_>, resources: &Resources) -> Result<Self, SpecError> {
        Ok(Self {
            time: options.seconds("time")?.unwrap_or(TIME),
            threads: options.number("threads", 1..=1024)?.unwrap_or(1) as usize,
            memory: options.number("memory", 1..=1 << 20)?.map_or(resources.memory, |mebibytes| mebibytes << 20),
            tables: match options.text("tables") {
                Some("none") => None,
                Some(folder) => {
                    let unreadable = |error| options.wrong(format!("tables={folder}: {error}"));
                    std::fs::read_dir(folder).map_err(unreadable)?;
                    Some(Arc::new(Catalog::new().folders([PathBuf::from(folder)]).standard()))
                }
                None => resources.tables.clone(),
            },
            pick: Pick::of(options)?,
            chance: Chance::new(0),
            guess: AlphaBeta::of(&Options::of(&PlayerSpec::named("alphabeta"), &[])?, resources)?,
        })
    }
}

impl Player for Perfect {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let started = Instant::now();
        let ends = clock::ends(turn, Some(self.time));
        let time = ends.map_or(self.time, |end| end.saturating_duration_since(started)).mul_f64(PART_FOR_SOLVING);
        let solver = Solver::new().threads(self.threads).memory(self.memory).time(time);
        let solver = solver.stopped_by(turn.switch.clone());
        let solver = match &self.tables {
            Some(tables) => solver.tables(Arc::clone(tables) as _),
            None => solver,
        };
        let answer = solver.solve(turn.round.position()).map_err(|error| PlayerError::CannotPlay(error.to_string()))?;
        if turn.switch.is_stopped() {
            return Err(PlayerError::Stopped);
        }
        if let Some(value) = answer.value {
            let mv = self.pick.one_of(&answer.best, &mut self.chance);
            return Ok(Choice { mv, value: Some(value.into()), exact: true, ..Choice::default() });
        }
        let turn = Turn { deadline: ends, clock: None, ..turn.clone() };
        let guess = self.guess.choose(&turn)?;
        if guess.exact {
            return Ok(guess);
        }
        // The value may be proved though the move is not.
        let value = answer.bounds.and_then(|bounds| bounds.exact()).map(i32::from);
        let note = Some("not proved in time: the move is a guess".to_owned());
        Ok(Choice { exact: value.is_some(), value: value.or(guess.value), note, ..guess })
    }
}
