//! Which games an event consists of, and what chance decides in each.

use super::pairing::round_robin;
use crate::chance::Chance;
use crate::games::Position;

/// A game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// Its number in the event, from 0.
    pub number: usize,
    /// The numbers of the players, who moves first before the other.
    pub seats: [usize; 2],
    /// Where it starts.
    pub start: Position,
    /// How many plies the players may look ahead.
    pub plies: Option<u32>,
    /// What chance decides in it hangs on this.
    pub seed: u64,
}

/// Who moves first in the games of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Starts {
    /// The first player named.
    A,
    /// The second player named.
    B,
    /// They take turns, so that every opening is played from both sides.
    #[default]
    Alternate,
    /// Chance decides, game by game.
    Random,
}

impl Starts {
    /// The name on the command line and in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::Alternate => "alternate",
            Self::Random => "random",
        }
    }
}

/// The games of a match between players 0 and 1. `openings` are taken in order and again from the
/// first; there must be one. Where the players alternate, two games in a row have the same.
pub fn match_fixtures(openings: &[Position], games: usize, starts: Starts, seed: u64) -> Vec<Fixture> {
    let fixture = |number: usize| {
        let seed = game_seed(seed, number);
        let a_first = match starts {
            Starts::A => true,
            Starts::B => false,
            Starts::Alternate => number.is_multiple_of(2),
            Starts::Random => Chance::of(seed, STARTER).below(2) == 0,
        };
        let opening = if starts == Starts::Alternate { number / 2 } else { number };
        Fixture {
            number,
            seats: if a_first { [0, 1] } else { [1, 0] },
            start: openings[opening % openings.len()].clone(),
            plies: None,
            seed,
        }
    };
    (0..games).map(fixture).collect()
}

/// The games of a tournament of `players`: for every limit of plies and every opening a round robin in
/// which each pair meets twice, once from each side.
pub fn tournament_fixtures(players: usize, openings: &[Position], limits: &[Option<u32>], seed: u64) -> Vec<Fixture> {
    let pairs: Vec<[usize; 2]> = round_robin(players).into_iter().flat_map(|round| round.pairs).collect();
    let mut fixtures = Vec::new();
    for &plies in limits {
        for start in openings {
            for turned in [false, true] {
                for &[first, second] in &pairs {
                    let number = fixtures.len();
                    let seats = if turned { [second, first] } else { [first, second] };
                    let seed = game_seed(seed, number);
                    fixtures.push(Fixture { number, seats, start: start.clone(), plies, seed });
                }
            }
        }
    }
    fixtures
}

/// The part of a game's chance that says who starts; the players' seeds have the parts below.
const STARTER: u64 = u64::MAX;

fn game_seed(seed: u64, number: usize) -> u64 {
    Chance::of(seed, 2 * number as u64).seed()
}

impl Fixture {
    /// What chance decides in the playing of the game that `attempt` others came before: the seeds of the two
    /// sides, and the players in their seats, who may change places from the second playing on.
    pub fn chance(&self, attempt: u32) -> ([u64; 2], [usize; 2]) {
        let mut chance = Chance::of(self.seed, attempt.into());
        let seeds = [chance.seed(), chance.seed()];
        let [first, second] = self.seats;
        (seeds, if attempt > 0 && chance.below(2) == 1 { [second, first] } else { self.seats })
    }
}

/// Positions a few moves of chance away from `start`: `count` of them, each after `plies` moves, or
/// fewer where the game would be over.
pub fn random_openings(start: &Position, plies: usize, count: usize, seed: u64) -> Vec<Position> {
    let opening = |index: usize| {
        let mut chance = opening_chance(seed, index);
        let mut position = start.clone();
        for _ in 0..plies {
            let moves = position.legal_moves();
            let mut next = position.clone();
            if moves.is_empty() || next.play(*chance.one_of(&moves), crate::games::Seat::First).is_err() {
                break;
            }
            if !next.has_move() {
                break;
            }
            position = next;
        }
        position
    };
    (0..count).map(opening).collect()
}

/// The chance of the opening with a number, apart from that of the games.
pub fn opening_chance(seed: u64, index: usize) -> Chance {
    Chance::of(seed, 2 * index as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty(text: &str) -> Position {
        Position::parse(text).unwrap()
    }

    #[test]
    fn openings_are_played_from_both_sides() {
        let openings = random_openings(&empty("dots:2x2"), 3, 2, 7);
        let fixtures = match_fixtures(&openings, 6, Starts::Alternate, 7);
        for pair in fixtures.chunks(2) {
            assert_eq!(pair[0].start, pair[1].start);
            assert_eq!([pair[0].seats, pair[1].seats], [[0, 1], [1, 0]]);
            assert_ne!(pair[0].seed, pair[1].seed);
        }
        assert_eq!(fixtures[0].start, fixtures[4].start);
        assert_ne!(fixtures[0].start, fixtures[2].start);
    }

    #[test]
    fn chance_lets_both_start() {
        let fixtures = match_fixtures(&[empty("kings:2x2")], 100, Starts::Random, 1);
        let first = fixtures.iter().filter(|fixture| fixture.seats[0] == 0).count();
        assert!((30..70).contains(&first), "{first} of 100");
    }

    #[test]
    fn everybody_meets_everybody_from_both_sides_under_every_limit() {
        let fixtures = tournament_fixtures(5, &[empty("dots:1x2")], &[Some(2), None], 1);
        let mut met: Vec<_> = fixtures.iter().map(|fixture| (fixture.plies, fixture.seats)).collect();
        met.sort_unstable();
        met.dedup();
        assert_eq!((met.len(), fixtures.len()), (40, 40));
        assert!(fixtures.iter().enumerate().all(|(index, fixture)| index == fixture.number));
    }

    #[test]
    fn an_opening_leaves_a_move() {
        for position in random_openings(&empty("kings:2x3"), 40, 20, 3) {
            assert!(position.has_move());
        }
    }
}
