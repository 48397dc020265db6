//! An event: many games, played by several threads, recorded as they happen.

use super::clock::TimeControl;
use super::fixture::Fixture;
use super::parallel::STACK;
use super::record::Recorder;
use super::referee::{Finished, Made, Referee};
use super::roster::Entrant;
use super::verdict::{Forfeit, ForfeitKind, Verdict};
use crate::games::{Move, Outcome, Position, Round, Seat};
use crate::player::Player;
use crate::solver::{StopSwitch, Stopped};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use thiserror::Error;

/// What all games of an event have in common.
#[derive(Debug)]
pub struct Event<'e> {
    /// The players; fixtures name them by their place here.
    pub entrants: &'e [Entrant],
    /// The games, each at the place of its number.
    pub fixtures: &'e [Fixture],
    /// The clocks.
    pub time: TimeControl,
    /// How often a tied game of XO is played again before the tie stands.
    pub rematches: u32,
    /// How many games are played at once; 0 counts as 1. What players do that look at no clock does not
    /// depend on it.
    pub threads: usize,
    /// Of how many games, from the first on, the results keep the moves.
    pub kept: usize,
    /// Gives the event up.
    pub switch: StopSwitch,
}

/// How often a tied game of XO is played again where nobody says: two who always tie do not play for ever.
pub const REMATCHES: u32 = 100;

/// What a side did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many moves it made.
    pub moves: u32,
    /// How long they took together.
    pub time: Duration,
    /// How long the slowest took.
    pub slowest: Duration,
}

impl Effort {
    pub(super) fn add(&mut self, time: Duration) {
        self.moves += 1;
        self.time = self.time.saturating_add(time);
        self.slowest = self.slowest.max(time);
    }

    /// What was done in several games.
    pub fn join(&mut self, other: &Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.time = self.time.saturating_add(other.time);
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// How a game of an event went.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The number of the game.
    pub game: usize,
    /// The players, who moved first before the other: after a rematch, in the last playing.
    pub seats: [usize; 2],
    /// How it ended.
    pub verdict: Verdict,
    /// What the first and the second side won: boxes, or dominoes in XO.
    pub scores: [i32; 2],
    /// What the first and the second side did; after a rematch, in the last playing.
    pub efforts: [Effort; 2],
    /// How often it was played again.
    pub rematches: u32,
    /// The moves of the last playing, where they are kept.
    pub moves: Vec<Move>,
    /// A checksum of the start and the moves: the same for games that went the same way.
    pub course: u64,
}

impl GameResult {
    /// The checksum of how a game went.
    pub fn course_of(round: &Round) -> u64 {
        let mut hasher = DefaultHasher::new();
        round.start().to_string().hash(&mut hasher);
        round.plies().iter().for_each(|ply| ply.mv.hash(&mut hasher));
        hasher.finish()
    }

    /// The number of the player who won.
    pub fn winner(&self) -> Option<usize> {
        match self.verdict.outcome {
            Outcome::Won(seat) => Some(self.seats[seat.index()]),
            Outcome::Tied => None,
        }
    }

    /// Whether the game, which began at `start`, is played again: a tied one of XO, up to `rematches` times.
    pub fn is_played_again(&self, start: &Position, rematches: u32) -> bool {
        self.verdict.outcome == Outcome::Tied && matches!(start, Position::Xo(_)) && self.rematches < rematches
    }

    /// The side that a player had.
    pub fn seat_of(&self, player: usize) -> Option<Seat> {
        [Seat::First, Seat::Second].into_iter().find(|seat| self.seats[seat.index()] == player)
    }
}

/// A playing of a game, as the record and those who watch see it.
#[derive(Clone, Copy, Debug)]
pub struct Playing<'e> {
    /// The game.
    pub fixture: &'e Fixture,
    /// The players, who moves first before the other.
    pub seats: [usize; 2],
    /// How often it was played before.
    pub attempt: u32,
}

/// What happens in an event.
#[derive(Clone, Copy, Debug)]
pub enum Happening<'h> {
    /// A game begins.
    Begins(Playing<'h>),
    /// A move was made.
    Moved(Playing<'h>, Made<'h>),
    /// A playing of a game is over. Where `again` is true, the game is played again.
    Ends {
        /// The playing.
        playing: Playing<'h>,
        /// Its result.
        result: &'h GameResult,
        /// Whether another playing follows.
        again: bool,
    },
}

/// Why an event broke off.
#[derive(Debug, Error)]
pub enum EventError {
    /// Somebody stopped it. What is recorded can be gone on with.
    #[error("stopped")]
    Stopped,
    /// The record cannot be written.
    #[error("the record cannot be written: {0}")]
    Record(#[from] io::Error),
}

impl From<Stopped> for EventError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl Event<'_> {
    /// Plays every game that has no result in `done`, and returns the results of all in order of their
    /// numbers. `watch` hears of everything as it happens, from several threads at once.
    ///
    /// # Errors
    /// [`EventError`] where it was stopped, or the record could not be written.
    pub fn run(
        &self,
        mut done: Vec<Option<GameResult>>,
        record: Option<&Recorder>,
        watch: &(dyn Fn(&Happening<'_>) + Sync),
    ) -> Result<Vec<GameResult>, EventError> {
        done.resize_with(self.fixtures.len(), || None);
        let open: Vec<&Fixture> = self.fixtures.iter().filter(|fixture| done[fixture.number].is_none()).collect();
        let (next, failed, played) = (AtomicUsize::new(0), Mutex::new(None), Mutex::new(Vec::new()));
        let work = || {
            let mut table =
                Table { event: self, record, watch, players: self.entrants.iter().map(|_| [None, None]).collect() };
            while let Some(fixture) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                match table.play(fixture) {
                    Ok(result) => lock(&played).push(result),
                    Err(error) => {
                        lock(&failed).get_or_insert(error);
                        next.store(open.len(), Ordering::Relaxed);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            let helpers = self.threads.min(open.len()).saturating_sub(1);
            // Where the system gives no more threads, those that are there play.
            let spawn = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok();
            let _running: Vec<_> = (0..helpers).map_while(spawn).collect();
            work();
        });
        if let Some(error) = failed.into_inner().unwrap_or_else(|poison| poison.into_inner()) {
            return Err(error);
        }
        for result in played.into_inner().unwrap_or_else(|poison| poison.into_inner()) {
            let game = result.game;
            done[game] = Some(result);
        }
        Ok(done.into_iter().flatten().collect())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// Where one thread plays: its players, made when they are first needed, one a side.
struct Table<'e> {
    event: &'e Event<'e>,
    record: Option<&'e Recorder>,
    watch: &'e (dyn Fn(&Happening<'_>) + Sync),
    players: Vec<[Option<Box<dyn Player>>; 2]>,
}

impl Table<'_> {
    /// Plays a game, again where it is a tied one of XO.
    fn play(&mut self, fixture: &Fixture) -> Result<GameResult, EventError> {
        let mut attempt = 0;
        loop {
            let (seeds, seats) = fixture.chance(attempt);
            let playing = Playing { fixture, seats, attempt };
            let result = self.play_once(playing, seeds)?;
            let again = result.is_played_again(&fixture.start, self.event.rematches);
            self.tell(&Happening::Ends { playing, result: &result, again })?;
            if !again {
                return Ok(result);
            }
            attempt += 1;
        }
    }

    fn play_once(&mut self, playing: Playing<'_>, seeds: [u64; 2]) -> Result<GameResult, EventError> {
        self.tell(&Happening::Begins(playing))?;
        let [first, second] = [Seat::First, Seat::Second].map(|seat| self.take(playing.seats[seat.index()], seat));
        let (mut first, mut second) = match (first, second) {
            (Ok(first), Ok(second)) => (first, second),
            // It may be the interruption that kept a program from starting.
            _ if self.event.switch.is_stopped() => return Err(EventError::Stopped),
            (first, second) => {
                let seat = if first.is_err() { Seat::First } else { Seat::Second };
                let mut message = String::new();
                for (seat, made) in [(Seat::First, first), (Seat::Second, second)] {
                    match made {
                        Ok(player) => self.players[playing.seats[seat.index()]][seat.index()] = Some(player),
                        Err(words) if message.is_empty() => message = words,
                        Err(_) => {}
                    }
                }
                let forfeit = Forfeit::new(ForfeitKind::Crash, message);
                let finished = Finished {
                    round: Round::new(playing.fixture.start.clone()),
                    verdict: Verdict::against(seat, forfeit),
                };
                return Ok(self.result(playing, finished, [Effort::default(); 2]));
            }
        };
        let referee =
            Referee { time: self.event.time, plies: playing.fixture.plies, switch: self.event.switch.clone() };
        let (mut efforts, mut failed) = ([Effort::default(); 2], Ok(()));
        let watch = &mut |made: &Made<'_>| {
            efforts[made.ply.by.index()].add(made.time);
            if failed.is_ok() {
                failed = self.tell(&Happening::Moved(playing, *made));
            }
        };
        let finished = referee.play(playing.fixture.start.clone(), [first.as_mut(), second.as_mut()], seeds, watch)?;
        failed?;
        // Who crashed is made anew for the next game.
        let crashed = finished.verdict.loser().filter(|&(_, kind)| kind == Some(ForfeitKind::Crash));
        for (seat, player) in [(Seat::First, first), (Seat::Second, second)] {
            if crashed.is_none_or(|(loser, _)| loser != seat) {
                self.players[playing.seats[seat.index()]][seat.index()] = Some(player);
            }
        }
        Ok(self.result(playing, finished, efforts))
    }

    fn take(&mut self, player: usize, seat: Seat) -> Result<Box<dyn Player>, String> {
        match self.players[player][seat.index()].take() {
            Some(player) => Ok(player),
            None => self.event.entrants[player].make(),
        }
    }

    fn result(&self, playing: Playing<'_>, finished: Finished, efforts: [Effort; 2]) -> GameResult {
        let game = playing.fixture.number;
        let kept = game < self.event.kept;
        GameResult {
            game,
            seats: playing.seats,
            verdict: finished.verdict,
            scores: finished.round.scores().map(i32::from),
            efforts,
            rematches: playing.attempt,
            course: GameResult::course_of(&finished.round),
            moves: if kept { finished.round.plies().iter().map(|ply| ply.mv).collect() } else { Vec::new() },
        }
    }

    fn tell(&self, happening: &Happening<'_>) -> Result<(), EventError> {
        if let Some(record) = self.record {
            record.write(happening)?;
        }
        (self.watch)(happening);
        Ok(())
    }
}
