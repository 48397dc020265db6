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
