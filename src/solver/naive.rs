//! The plain recursion: the definition of a value, and the oracle that everything else is held to.

use crate::game::{Game, Value};
use hashbrown::HashMap;

/// Values by the rules alone: no window, no symmetry, no forced play, no order. It remembers
/// positions as they are, so whole boards of a few thousand positions take no time.
#[derive(Debug)]
pub struct Naive<'g, G: Game> {
    game: &'g G,
    known: HashMap<G::Position, Value>,
}

impl<'g, G: Game> Naive<'g, G> {
    /// A recursion over the positions of `game`.
    pub fn new(game: &'g G) -> Self {
        Self { game, known: HashMap::new() }
    }

    /// The value of `position` for its mover: the best over all moves of what the move gains plus
    /// what is left.
    pub fn value(&mut self, position: &G::Position) -> Value {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let moves = self.move_values(position);
        let best = moves.iter().map(|&(_, value)| value).max();
        let value = best.unwrap_or_else(|| self.game.final_value(position));
        self.known.insert(*position, value);
        value
    }

    /// Every legal move in order with its value.
    pub fn move_values(&mut self, position: &G::Position) -> Vec<(G::Move, Value)> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let value_of = |mv| {
            let step = self.game.play(position, mv);
            (mv, step.value(self.value(&step.next)))
        };
        moves.into_iter().map(value_of).collect()
    }

    /// Every move that achieves the value, in order.
    pub fn best_moves(&mut self, position: &G::Position) -> Vec<G::Move> {
        let values = self.move_values(position);
        let best = values.iter().map(|&(_, value)| value).max();
        values.into_iter().filter(|&(_, value)| Some(value) == best).map(|(mv, _)| mv).collect()
    }
}

/// Grundy values by the definition alone, for games in which the turn passes after every move and who
/// cannot move has lost: the least number that no option has. No parts, no symmetry.
#[derive(Debug)]
pub struct NaiveNimbers<'g, G: Game> {
    game: &'g G,
    known: HashMap<G::Position, u16>,
}

impl<'g, G: Game> NaiveNimbers<'g, G> {
    /// A recursion over the positions of `game`, which must be impartial.
    pub fn new(game: &'g G) -> Self {
        Self { game, known: HashMap::new() }
    }

    /// The Grundy value of `position`.
    pub fn value(&mut self, position: &G::Position) -> u16 {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let mut options: Vec<u16> = self.move_values(position).into_iter().map(|(_, value)| value).collect();
        options.sort_unstable();
        options.dedup();
        let missing = options.iter().zip(0..).find(|&(&value, number)| value != number);
        let value = missing.map_or(options.len() as u16, |(_, number)| number);
        self.known.insert(*position, value);
        value
    }

    /// Every legal move in order with the Grundy value of the position it leads to.
    pub fn move_values(&mut self, position: &G::Position) -> Vec<(G::Move, u16)> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves.into_iter().map(|mv| (mv, self.value(&self.game.play(position, mv).next))).collect()
    }
}
