//! A player of ours as a program in a tournament hall.

mod wire;

use super::hall::HallSettings;
use crate::chance::Chance;
use crate::games::{Position, Round};
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::solver::StopSwitch;
use serde::Deserialize;
use serde_json::json;
use std::time::{Duration, Instant};
use thiserror::Error;
use wire::{OpenError, Wire};

/// How long to wait before trying again to connect: at first, and at most.
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// How long a hall has at least to let a program in that has come.
const GREETING: Duration = Duration::from_secs(1);
/// How much earlier than it must a player is asked to answer: for the way to the hall.
const MARGIN: Duration = Duration::from_millis(250);

/// What to play, and for how long.
#[derive(Clone, Debug)]
pub struct Connection {
    /// Where the hall is: `ws://HOST:PORT/hall`, or `tcp://HOST:PORT` for plain lines.
    pub url: String,
    /// The name to play under.
    pub name: String,
    /// The game or position that is wanted; anything, if not given.
    pub game: Option<String>,
    /// The limits of plies that are wanted; any, if there is none.
    pub plies: Vec<u32>,
    /// How many games to play before leaving; without end, if not given.
    pub games: Option<u32>,
    /// How long to go on trying while no hall lets it in.
    pub patience: Duration,
    /// Everything that is left to chance hangs on this.
    pub seed: u64,
    /// Ends it.
    pub switch: StopSwitch,
}

/// What happens to a program in a hall.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It is in the hall.
    Welcome,
    /// The connection is gone; another is tried.
    Lost(String),
    /// A game is over: its number, against whom, how it ended for this program (`won`, `lost` or `tied`), and why.
    Over {
        /// The number.
        game: u64,
        /// The name of the opponent.
        opponent: String,
        /// `won`, `lost` or `tied`.
        you: String,
        /// `rules`, or how the loser broke off.
        reason: String,
        /// Whether it is played again.
        again: bool,
    },
    /// A tournament is over: which, the rank, of how many, and the points.
    Finished {
        /// Where its games start.
        position: String,
        /// The limit of plies.
        plies: Option<u32>,
        /// The rank, from 1; nothing for who has played no game in it.
        rank: Option<u64>,
        /// Of how many.
        players: u64,
        /// The points of the course.
        points: u64,
    },
    /// The hall objects to something.
    Error(String),
}

/// Why a program cannot go on.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The address is none.
    #[error("\"{url}\" is no hall: write ws://HOST:PORT/hall, or tcp://HOST:PORT for plain lines")]
    Url {
        /// What was given.
        url: String,
    },
    /// Nobody answers.
    #[error("cannot reach {url}: {message}")]
    Unreachable {
        /// Where the hall should be.
        url: String,
        /// What the system says.
        message: String,
    },
    /// The hall does not let it in.
    #[error("the hall refuses: {0}")]
    Refused(String),
    /// The player cannot play what the hall plays.
    #[error("{0}")]
    Player(PlayerError),
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
}

/// What the hall says, as far as it matters here.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum FromHall {
    Welcome {
        #[serde(default)]
        tournaments: Vec<Tournament>,
    },
    Paired {
        game: u64,
        #[serde(default)]
        attempt: u64,
        #[serde(default)]
        opponent: String,
        #[serde(flatten)]
        tournament: Tournament,
    },
    YourMove(Asked),
    Moved,
    Over {
        game: u64,
        you: String,
        reason: String,
        #[serde(default)]
        again: bool,
    },
    Bye,
    Finished {
        #[serde(flatten)]
        tournament: Tournament,
        rank: Option<u64>,
        players: u64,
        points: u64,
    },
    Error {
        code: String,
        message: String,
    },
    #[serde(other)]
    Other,
}

/// What tells one tournament of a hall from the others.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Tournament {
    #[serde(default)]
    position: String,
    plies: Option<u32>,
}

#[derive(Debug, Deserialize)]
struct Asked {
    game: u64,
    ply: u64,
    start: String,
    moves: Vec<String>,
    plies: Option<u32>,
    seconds: f64,
    clock: Option<[f64; 2]>,
}

/// Plays in a hall until the games that are wanted are played, and reconnects whenever the connection is lost.
/// `watch` hears what happens.
///
/// # Errors
/// [`ConnectError`] where the hall cannot be reached, does not let it in, or the player cannot play.
pub fn play(
    connection: &Connection,
    player: &mut dyn Player,
    watch: &mut dyn FnMut(&News),
) -> Result<(), ConnectError> {
    let mut program = Program {
        connection,
        player,
        played: 0,
        opponent: String::new(),
        is_playing: false,
        tournaments: Vec::new(),
        is_finished: false,
        was_welcome: false,
        is_welcome: false,
    };
    let (mut wait, mut since) = (FIRST_WAIT, Instant::now());
    while !program.is_done() {
        let (message, was_there) = match Wire::open(&connection.url, &connection.switch) {
            Ok(wire) => {
                // However long it took to come here: the hall has its time to let it in.
                let greeting = Instant::now() + GREETING;
                let until = since.checked_add(connection.patience).map(|until| until.max(greeting));
                match program.visit(wire, until, watch)? {
                    Some(message) => (message, true),
                    None => break,
                }
            }
            Err(OpenError::Failed(message)) => (message, false),
            Err(OpenError::Url) => return Err(ConnectError::Url { url: connection.url.clone() }),
            Err(OpenError::Stopped) => return Err(ConnectError::Stopped),
        };
        // Who was let in begins to wait anew; where nobody lets it in there may be no hall at all.
        if was_there && program.is_welcome {
            (wait, since) = (FIRST_WAIT, Instant::now());
        } else if since.elapsed() >= connection.patience {
            return Err(ConnectError::Unreachable { url: connection.url.clone(), message });
        }
        if was_there {
            watch(&News::Lost(message));
        }
        sleep(wait, &connection.switch);
        if connection.switch.is_stopped() {
            return Err(ConnectError::Stopped);
        }
        wait = (2 * wait).min(LONGEST_WAIT);
    }
    Ok(())
}

/// Sleeps, but not once the switch is thrown.
fn sleep(time: Duration, switch: &StopSwitch) {
    let started = Instant::now();
    while started.elapsed() < time && !switch.is_stopped() {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// How a visit ends before all is done.
enum Ended {
    /// The connection is lost.
    Lost(String),
    /// There is no use in coming back.
    Failed(ConnectError),
}

impl From<String> for Ended {
    fn from(message: String) -> Self {
        Self::Lost(message)
    }
}

impl From<ConnectError> for Ended {
    fn from(error: ConnectError) -> Self {
        Self::Failed(error)
    }
}

struct Program<'c> {
    connection: &'c Connection,
    player: &'c mut dyn Player,
    played: u32,
    /// Against whom it plays, or played last.
    opponent: String,
    is_playing: bool,
    /// The tournaments that it takes part in, each with whether the hall says that it is over.
    tournaments: Vec<(Tournament, bool)>,
    /// Whether all of these are over.
    is_finished: bool,
    was_welcome: bool,
    /// Whether it was let in on this visit.
    is_welcome: bool,
}

impl Program<'_> {
    fn is_done(&self) -> bool {
        self.is_finished || self.connection.games.is_some_and(|games| self.played >= games)
    }

    /// Is in the hall until nothing is left to do there, or the connection is lost, which is said. It is to be let
    /// in `until` then.
    fn visit(
        &mut self,
        mut wire: Wire,
        until: Option<Instant>,
        watch: &mut dyn FnMut(&News),
    ) -> Result<Option<String>, ConnectError> {
        (self.is_welcome, self.is_playing) = (false, false);
        let ended = match self.talk(&mut wire, until, watch) {
            Err(Ended::Lost(message)) => return Ok(Some(message)),
            Err(Ended::Failed(error)) => Err(error),
            Ok(()) => Ok(None),
        };
        wire.leave();
        // A player may break off in any way when somebody stops it.
        if self.connection.switch.is_stopped() && ended.is_err() { Err(ConnectError::Stopped) } else { ended }
    }

    fn talk(&mut self, wire: &mut Wire, until: Option<Instant>, watch: &mut dyn FnMut(&News)) -> Result<(), Ended> {
        wire.send(&self.hello())?;
        while !self.is_done() {
            let until = until.filter(|_| !self.is_welcome);
            let text = wire.receive(&self.connection.switch, until)?.ok_or(ConnectError::Stopped)?;
            match serde_json::from_str(&text).unwrap_or(FromHall::Other) {
                FromHall::Welcome { tournaments } => {
                    self.tournaments = tournaments.into_iter().map(|tournament| (tournament, false)).collect();
                    (self.was_welcome, self.is_welcome) = (true, true);
                    watch(&News::Welcome);
                }
                FromHall::Paired { game, attempt, opponent, tournament } => {
                    (self.opponent, self.is_playing) = (opponent, true);
                    // One that was over goes on.
                    self.note(&tournament, false);
                    let game = Chance::of(self.connection.seed.wrapping_add(game), attempt).seed();
                    self.player.begin(game);
                }
                FromHall::YourMove(asked) => {
                    if let Some(answer) = self.answer(&asked)? {
                        wire.send(&answer)?;
                    }
                }
                FromHall::Over { game, you, reason, again } => {
                    self.played += u32::from(!again);
                    self.is_playing = again;
                    watch(&News::Over { game, opponent: self.opponent.clone(), you, reason, again });
                }
                FromHall::Finished { tournament, rank, players, points } => {
                    self.note(&tournament, true);
                    self.is_finished = !self.is_playing && self.tournaments.iter().all(|(_, is_over)| *is_over);
                    let Tournament { position, plies } = tournament;
                    watch(&News::Finished { position, plies, rank, players, points });
                }
                FromHall::Error { code, message } if code == "bad-hello" => {
                    return Err(ConnectError::Refused(message).into());
                }
                FromHall::Error { code, message } if code == "name-taken" && !self.was_welcome => {
                    return Err(ConnectError::Refused(message).into());
                }
                // The hall may not have noticed yet that the old connection is gone.
                FromHall::Error { code, message } if code == "name-taken" || code == "busy" => {
                    return Err(message.into());
                }
                FromHall::Error { message, .. } => watch(&News::Error(message)),
                FromHall::Moved | FromHall::Bye | FromHall::Other => {}
            }
        }
        Ok(())
    }

    /// Notes what the hall says of a tournament.
    fn note(&mut self, tournament: &Tournament, is_over: bool) {
        for (known, known_over) in &mut self.tournaments {
            if known == tournament {
                *known_over = is_over;
            }
        }
    }

    fn hello(&self) -> String {
        let mut hello = json!({"type": "hello", "name": self.connection.name});
        if let Some(game) = &self.connection.game {
            hello["game"] = game.as_str().into();
        }
        if let Some(games) = self.connection.games {
            hello["games"] = games.saturating_sub(self.played).into();
        }
        if !self.connection.plies.is_empty() {
            hello["plies"] = self.connection.plies.clone().into();
        }
        hello.to_string()
    }

    /// The player's move; nothing where what the hall says makes no sense.
    fn answer(&mut self, asked: &Asked) -> Result<Option<String>, ConnectError> {
        let Some(round) = asked.round() else { return Ok(None) };
        let time = Duration::try_from_secs_f64(asked.seconds).unwrap_or(HallSettings::default().move_time);
        let time = time.saturating_sub(MARGIN.min(time / 4));
        let turn = Turn {
            round: &round,
            deadline: Instant::now().checked_add(time),
            clock: asked.clock(),
            plies: asked.plies,
            switch: self.connection.switch.clone(),
        };
        match self.player.choose(&turn) {
            Ok(Choice { mv: Some(mv), value, depth, .. }) => {
                let Asked { game, ply, .. } = *asked;
                let answer = json!({"type": "move", "game": game, "ply": ply, "move": mv.to_string(), "value": value, "depth": depth});
                Ok(Some(answer.to_string()))
            }
            Ok(Choice { mv: None, .. }) => Ok(None),
            Err(PlayerError::Stopped) => Err(ConnectError::Stopped),
            Err(error) => Err(ConnectError::Player(error)),
        }
    }
}

impl Asked {
    /// What the clock shows and what a move adds, where there is one.
    fn clock(&self) -> Option<(Duration, Duration)> {
        let [left, increment] = self.clock?.map(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Some((left?, increment?))
    }

    fn round(&self) -> Option<Round> {
        let mut round = Round::new(Position::parse(&self.start).ok()?);
        for text in &self.moves {
            let mv = round.position().parse_move(text).ok()?;
            round.play(mv).ok()?;
        }
        Some(round)
    }
}
