//! Who takes part: players that can be made as often as they are needed.

use super::clock::{Clock, TimeControl};
use super::referee::{Answerless, Referee};
use crate::games::{Position, Round};
use crate::player::register::{self, Outside};
use crate::player::{Player, PlayerError, PlayerSpec, SpecError};
use crate::solver::StopSwitch;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// A player of an event: a name, and how such a player is made.
pub struct Entrant {
    name: String,
    make: Box<dyn Fn() -> Result<Box<dyn Player>, String> + Send + Sync>,
}

impl Entrant {
    /// A player that `make` makes, as often as it is asked to.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Result<Box<dyn Player>, String> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Box::new(make) }
    }

    /// The player of the register that `spec` names; `outside` makes programs and people. Whether a
    /// program can be started shows when it is tried out.
    ///
    /// # Errors
    /// [`SpecError`] where there is no such player.
    pub fn named(spec: &PlayerSpec, outside: impl Outside + Clone + Send + Sync + 'static) -> Result<Self, SpecError> {
        if spec.command().is_none() {
            register::make_with(spec, &outside)?;
        }
        let made = spec.clone();
        let make = move || register::make_with(&made, &outside).map_err(|error| error.to_string());
        Ok(Self::new(spec.to_string(), make))
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A new player.
    ///
    /// # Errors
    /// Says in words why there is none.
    pub fn make(&self) -> Result<Box<dyn Player>, String> {
        (self.make)()
    }

    /// Makes the player and asks it for a move at `start`, looking ahead as little as it can, so that
    /// what cannot play is found out before an event begins. Says in words how it broke off, if it did: such a
    /// player may play, and loses.
    ///
    /// # Errors
    /// [`EntryError`] where it cannot be made or does not play the game. What else it
    /// does wrong is left to the referee.
    pub fn try_out(&self, start: &Position, switch: &StopSwitch) -> Result<Option<String>, EntryError> {
        let refused = |reason| EntryError { name: self.name.clone(), reason };
        let mut player = self.make().map_err(refused)?;
        let round = Round::new(start.clone());
        if round.is_over() {
            return Ok(None);
        }
        let time = TimeControl { per_move: Some(PATIENCE), clock: None };
        let referee = Referee { time, plies: Some(1), switch: switch.clone() };
        referee.begin(player.as_mut(), 0).map_err(|forfeit| refused(forfeit.to_string()))?;
        match referee.ask(&round, player.as_mut(), &Clock::new(time)).0 {
            Err(Answerless::Panicked(forfeit)) => Err(refused(forfeit.to_string())),
            Err(Answerless::Said(error @ PlayerError::Gone(_))) => Ok(Some(error.to_string())),
            Err(Answerless::Said(error @ PlayerError::CannotPlay(_))) => Err(refused(error.to_string())),
            _ => Ok(None),
        }
    }
}

/// How long a player may take to show that it plays the game.
const PATIENCE: Duration = Duration::from_secs(5);

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A player that cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} cannot take part: {reason}")]
pub struct EntryError {
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
}
