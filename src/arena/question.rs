//! What a player is asked about: positions of games, and samples of a board.

use crate::chance::Chance;
use crate::games::{Move, Position, Round, Seat};
use crate::solver::StopSwitch;
use std::collections::HashSet;
use std::sync::Arc;

/// A position that a player is asked about: a game up to some move.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    start: Arc<Position>,
    moves: Arc<[Move]>,
    upto: usize,
}

impl Question {
    /// A position as if the game began with it.
    pub fn of(position: Position) -> Self {
        Self { start: Arc::new(position), moves: Arc::new([]), upto: 0 }
    }

    /// Every position of a game that has a move.
    pub fn of_game(round: &Round) -> Vec<Self> {
        let start = Arc::new(round.start().clone());
        let moves: Arc<[Move]> = round.plies().iter().map(|ply| ply.mv).collect();
        let last = moves.len() + usize::from(!round.is_over());
        (0..last).map(|upto| Self { start: Arc::clone(&start), moves: Arc::clone(&moves), upto }).collect()
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.round().position().clone()
    }

    /// The game up to the position.
    pub(super) fn round(&self) -> Round {
        let mut round = Round::new(Position::clone(&self.start));
        for &mv in &self.moves[..self.upto] {
            // The moves are those of a game that was played.
            let _ = round.play(mv);
        }
        round
    }
}

/// Different positions by chance: each is from a game of random moves from `start`, any of its positions with
/// a move being as likely as another. The same seed means the same positions. On a small board there may be
/// fewer than `count`, as where the switch is thrown.
pub fn sample(start: &Position, count: usize, seed: u64, switch: &StopSwitch) -> Vec<Question> {
    let one = |index: usize| {
        let mut chance = Chance::of(seed, index as u64);
        let mut passed = Vec::new();
        let mut position = start.clone();
        loop {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut next = position.clone();
            if next.play(*chance.one_of(&moves), Seat::First).is_err() {
                break;
            }
            passed.push(std::mem::replace(&mut position, next));
        }
        (!passed.is_empty()).then(|| Question::of(passed.swap_remove(chance.below(passed.len() as u32) as usize)))
    };
    let (mut questions, mut met, mut in_vain) = (Vec::new(), HashSet::new(), 0);
    for index in 0.. {
        if questions.len() == count || in_vain == MOST_IN_VAIN || switch.is_stopped() {
            break;
        }
        in_vain += 1;
        if let Some(question) = one(index)
            && met.insert(question.start.to_string())
        {
            questions.push(question);
            in_vain = 0;
        }
    }
    questions
}

/// So many games with nothing new, and a board is taken to have no more positions.
const MOST_IN_VAIN: u32 = 2000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_can_be_repeated() {
        let off = StopSwitch::default();
        let start = Position::parse("kings:4x4").unwrap();
        assert_eq!(sample(&start, 50, 3, &off), sample(&start, 50, 3, &off));
        assert_ne!(sample(&start, 50, 3, &off), sample(&start, 50, 4, &off));
        let asked = sample(&start, 50, 3, &off);
        assert!(asked.iter().all(|question| question.round().position().has_move()));
        let different: HashSet<String> = asked.iter().map(|question| question.position().to_string()).collect();
        assert_eq!((asked.len(), different.len()), (50, 50));
        // Of the 15 positions of one box with a move, none comes twice.
        assert_eq!(sample(&Position::parse("dots:1x1").unwrap(), 1000, 0, &off).len(), 15);
    }

    #[test]
    fn a_game_asks_at_every_move() {
        let mut round = Round::new(Position::parse("kings:1x3").unwrap());
        assert_eq!(Question::of_game(&round).len(), 1);
        round.play(round.position().parse_move("0,1").unwrap()).unwrap();
        assert_eq!(Question::of_game(&round).len(), 1);
    }
}
