//! The tournament hall: programs come over the network, are paired, and play under the eyes of a referee
//! and of whoever watches.
//!
//! | module | what it does |
//! | --- | --- |
//! | `messages` | what programs and the hall say to each other |
//! | `name` | what a program may be called |
//! | `pairing` | who meets whom next |
//! | `tournament` | one tournament: who takes part, what was played, who stands where |
//! | `table` | one game under clocks |
//! | `lobby` | everything that happens in the hall, one thing after another |
//! | `numbered` | what comes and goes under numbers |
//! | `log` | the record, and a hall as a record left it |
//! | `disk` | waits for the disk, so that nobody else does |
//! | `link` | a program's connection, as WebSocket or as lines |
//! | `watch` | what those who watch see |

mod disk;
mod link;
mod lobby;
mod log;
mod messages;
mod name;
mod numbered;
mod pairing;
mod table;
mod tournament;
mod watch;

pub(super) use link::{over_lines, over_web_socket};
pub use log::HallError;
pub(super) use messages::MOST_BYTES;
use watch::Look;
pub(super) use watch::Watching;

use crate::games::Position;
use lobby::Lobby;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, broadcast, mpsc, oneshot};

/// How a hall is run.
#[derive(Clone, Debug)]
pub struct HallSettings {
    /// Where the games of its own tournaments start, one tournament for each with each limit of plies.
    pub starts: Vec<Position>,
    /// The limits of plies that are announced; none is no limit.
    pub plies: Vec<Option<u32>>,
    /// Whether programs may ask for other games, which opens a tournament.
    pub open: bool,
    /// A move that takes this long or longer loses.
    pub move_time: Duration,
    /// What the clock of a side shows at the start of a game, and what each of its moves adds, if there is one.
    pub clock: Option<(Duration, Duration)>,
    /// How long a program whose connection is lost is waited for, before a tournament can be over without it.
    pub absence: Duration,
    /// How long the hall waits for more programs before a round.
    pub gather: Duration,
    /// How often each pair meets before a tournament is over; nothing where it never is.
    pub meetings: Option<u32>,
    /// Where what happens is recorded, and gone on from.
    pub record: Option<PathBuf>,
    /// The port for programs that speak in plain lines.
    pub port: Option<u16>,
}

impl Default for HallSettings {
    /// The three tournaments of DotDot on 4x4 boxes, without end, and whatever else programs ask for.
    fn default() -> Self {
        Self {
            starts: "dotdot:4x4".parse().into_iter().collect(),
            plies: vec![Some(2), Some(5), Some(10)],
            open: true,
            move_time: Duration::from_secs(15),
            clock: None,
            absence: Duration::from_secs(60),
            gather: Duration::from_secs(1),
            meetings: None,
            record: None,
            port: None,
        }
    }
}

impl HallSettings {
    /// The same with no time so long that the end of it could not be counted.
    fn countable(&self) -> Self {
        const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
        Self {
            move_time: self.move_time.min(LONGEST),
            clock: self.clock.map(|(base, increment)| (base.min(LONGEST), increment.min(LONGEST))),
            absence: self.absence.min(LONGEST),
            gather: self.gather.min(LONGEST),
            ..self.clone()
        }
    }
}

/// Where things wait that happen in a hall.
const QUEUE: usize = 1024;
/// What is said waits there no longer than this.
const BACKLOG: Duration = Duration::from_secs(1);
/// A look at the hall is as good for others who ask so soon after.
const FRESH: Duration = Duration::from_millis(250);
/// How many events a watcher may be behind before it is disconnected.
const BEHIND: usize = 1024;

/// Something that happens in a hall.
enum Happens {
    /// A program has come; what is said to it goes into the queue.
    Came(u64, mpsc::Sender<String>),
    /// A program has said something, or something that is no message, at this time.
    Said(u64, Result<String, String>, Instant, OwnedSemaphorePermit),
    /// A program is gone.
    Left(u64, String),
    /// Somebody wants to see the hall, and what happens in it from now on.
    Watched(oneshot::Sender<Watching>),
}

/// The way to a running hall; clones lead to the same.
#[derive(Clone)]
pub(super) struct Hall {
    happens: mpsc::Sender<Happens>,
    /// The last look at it.
    seen: Arc<tokio::sync::Mutex<Option<Look>>>,
}

impl Hall {
    /// Opens a hall, as its record left it where there is one. The task that is returned runs it, until all
    /// ways to it are dropped or the record cannot be written.
    ///
    /// # Errors
    /// [`HallError`] where the record cannot be read or is one of something else.
    pub(super) fn open(
        settings: &HallSettings,
    ) -> Result<(Self, impl Future<Output = Result<(), HallError>> + use<>), HallError> {
        let (events, _) = broadcast::channel::<Arc<str>>(BEHIND);
        let lobby = Lobby::open(settings.countable(), events)?;
        let (happens, queue) = mpsc::channel(QUEUE);
        Ok((Self { happens, seen: Arc::default() }, run(lobby, queue)))
    }

    /// The hall as it is, and what happens in it from now on; nothing where it is closed.
    pub(super) async fn watch(&self) -> Option<Watching> {
        let (sender, watching) = oneshot::channel();
        self.happens.send(Happens::Watched(sender)).await.ok()?;
        watching.await.ok()
    }

    /// The hall as it is or was a moment ago, as JSON; nothing where it is closed. However many ask, the hall itself
    /// is asked a few times a second.
    pub(super) async fn look(&self) -> Option<Arc<str>> {
        let mut seen = self.seen.lock().await;
        if seen.as_ref().is_none_or(|look| !look.is_fresh(Instant::now())) {
            *seen = Some(self.watch().await?.look().clone());
        }
        seen.as_ref().map(|look| Arc::clone(look.snapshot()))
    }
}

/// Lets things happen one after another.
async fn run(mut lobby: Lobby, mut queue: mpsc::Receiver<Happens>) -> Result<(), HallError> {
    loop {
        let wake = lobby.next_wake().unwrap_or_else(|| Instant::now() + Duration::from_secs(3600));
        let happens = tokio::select! {
            biased;
            happens = queue.recv() => happens,
            () = tokio::time::sleep_until(wake.into()) => {
                lobby.wake(Instant::now())?;
                continue;
            }
        };
        let time = match &happens {
            Some(Happens::Said(_, _, at, _)) => *at,
            _ => Instant::now().checked_sub(BACKLOG).unwrap_or_else(Instant::now),
        };
        match happens {
            Some(Happens::Came(id, outbox)) => lobby.came(id, outbox),
            Some(Happens::Said(id, line, at, permit)) => {
                lobby.said(id, line, at)?;
                drop(permit);
            }
            Some(Happens::Left(id, why)) => lobby.left(id, &why)?,
            Some(Happens::Watched(sender)) => {
                let _ = sender.send(lobby.watching(Instant::now()));
            }
            None => return Ok(()),
        }
        // A queue that is never empty must not keep anybody's clock from running out; but what was said in time,
        // and waits there, counts.
        lobby.wake(time)?;
    }
}
