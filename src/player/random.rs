//! Any legal move, each with equal chance.

use super::{Choice, Player, PlayerError, Turn};
use crate::chance::Chance;

/// Plays any legal move, each with equal chance.
#[derive(Clone, Debug)]
pub struct Random {
    chance: Chance,
}

impl Random {
    /// A player whose choices `seed` determines.
    pub fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed) }
    }
}

impl Player for Random {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let moves = turn.round.position().legal_moves();
        if moves.is_empty() {
            return Ok(Choice::default());
        }
        Ok(Choice::of(*self.chance.one_of(&moves)))
    }
}
