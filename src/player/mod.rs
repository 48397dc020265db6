//! Players: anything that chooses a move, by whatever means.
//!
//! A player is named the same way everywhere, `NAME:KEY=VALUE,KEY=VALUE` ([`PlayerSpec`]); [`register`]
//! lists the names. What it chooses is checked by whoever asked: a player is never trusted to know the
//! rules.

mod alpha_beta;
mod blocking;
mod boxes;
mod clock;
mod guard;
mod options;
mod perfect;
mod pick;
mod random;
pub mod register;
mod resources;
mod spec;
mod textbook;

pub use alpha_beta::AlphaBeta;
pub use blocking::{Finisher, MaxBlock, Symmetry};
pub use boxes::{Careful, Greedy};
pub(crate) use guard::guarded;
pub use options::Options;
pub use perfect::Perfect;
pub use pick::Pick;
pub use random::Random;
pub use resources::Resources;
pub use spec::{PlayerSpec, SpecError};
pub use textbook::{Textbook, TextbookPlayer, textbook, textbook_while};

use crate::games::{Move, Position, Round};
use crate::solver::StopSwitch;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Chooses moves, for either side of any game it knows.
pub trait Player: Send {
    /// Forgets what belongs to the last game: another begins. The seed is for what is left to chance in
    /// it. The default has nothing to forget and leaves nothing to chance.
    fn begin(&mut self, seed: u64) {
        let _ = seed;
    }

    /// What the side to move does. It is only asked while there is a legal move, but for the players of
    /// homework that answer at the end of a game too.
    ///
    /// # Errors
    /// [`PlayerError`] where there is no choice to be had.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError>;
}

/// A move that is asked for.
#[derive(Clone, Debug)]
pub struct Turn<'r> {
    /// The game so far.
    pub round: &'r Round,
    /// When the move must be there.
    pub deadline: Option<Instant>,
    /// What is left on the clock of the side to move before this move, and what a move adds to it.
    pub clock: Option<(Duration, Duration)>,
    /// Plies a search may look ahead at most, whatever depth the player was made with: a tournament's
    /// limit. A line drawn is a ply, extra turns included.
    pub plies: Option<u32>,
    /// Gives the choice up.
    pub switch: StopSwitch,
}

impl<'r> Turn<'r> {
    /// A move asked for without limits.
    pub fn unlimited(round: &'r Round) -> Self {
        Self { round, deadline: None, clock: None, plies: None, switch: StopSwitch::default() }
    }

    /// Whether there is time left and nobody asked to stop.
    pub fn may_go_on(&self) -> bool {
        !self.switch.is_stopped() && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}

/// What a player chose, and what it says of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The move; nothing only where there is no legal one.
    pub mv: Option<Move>,
    /// What the player thinks the position is worth to the side to move, in whatever units it counts.
    pub value: Option<i32>,
    /// Whether `value` is claimed to be the exact value over what is still open.
    pub exact: bool,
    /// Plies that were looked ahead.
    pub depth: Option<u32>,
    /// Positions that were evaluated.
    pub leaves: Option<u64>,
    /// A remark for whoever watches, such as that the move is a guess.
    pub note: Option<String>,
}

impl Choice {
    /// A move of which nothing more is said.
    pub fn of(mv: Move) -> Self {
        Self { mv: Some(mv), ..Self::default() }
    }
}

impl PlayerError {
    /// `player` is one of `games` only, and this is another.
    pub(crate) fn wrong_game(player: &str, games: &str, position: &Position) -> Self {
        Self::CannotPlay(format!("{player} plays {games} only, not {}", position.game()))
    }
}

/// Why a player chose nothing.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayerError {
    /// The player does not play this game, or not from here.
    #[error("{0}")]
    CannotPlay(String),
    /// Somebody asked it to stop.
    #[error("stopped")]
    Stopped,
    /// It did not answer in time.
    #[error("no move in time")]
    Late,
    /// It is gone: a program that ended, a connection that broke.
    #[error("the player is gone: {0}")]
    Gone(String),
    /// It answered something that is no move.
    #[error("not understood: {0}")]
    Protocol(String),
}
