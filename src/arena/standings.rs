//! Who stands where after a tournament.

use super::event::{Effort, GameResult};
use super::verdict::ForfeitKind;
use crate::games::{Outcome, Seat};

/// How a player stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The number of the player.
    pub player: usize,
    /// Its rank, from 1; equals share the better one.
    pub rank: usize,
    /// Games won, tied and lost.
    pub games: Tally,
    /// Its losses other than by the rules, by kind, in the order of [`ForfeitKind::ALL`].
    pub forfeits: [u32; 5],
    /// What it won more than its opponents: boxes, or dominoes in XO.
    pub margin: i64,
    /// The points of the course for its rank.
    pub points: usize,
    /// What it did.
    pub effort: Effort,
}

/// Games won, tied and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games that nobody won.
    pub ties: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.ties += 1,
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u32 {
        self.wins + self.ties + self.losses
    }

    /// The score in half points: a win is two, a tie one.
    pub fn halves(&self) -> u32 {
        2 * self.wins + self.ties
    }

    /// The score in points: a win is one, a tie half of one.
    pub fn score(&self) -> f64 {
        f64::from(self.halves()) / 2.0
    }
}

/// How a game ended for a side: won, lost, or nothing of both.
pub fn won_by(result: &GameResult, seat: Seat) -> Option<bool> {
    match result.verdict.outcome {
        Outcome::Won(winner) => Some(winner == seat),
        Outcome::Tied => None,
    }
}

/// The games of every player against every other: `table[a][b]` is how `a` fared against `b`.
pub fn cross_table<'r>(players: usize, results: impl IntoIterator<Item = &'r GameResult>) -> Vec<Vec<Tally>> {
    let mut table = vec![vec![Tally::default(); players]; players];
    for result in results {
        let [first, second] = result.seats;
        table[first][second].add(won_by(result, Seat::First));
        table[second][first].add(won_by(result, Seat::Second));
    }
    table
}

/// The standings, the best first; equals in order of their numbers.
///
/// A win is a point, a tie half of one. Of those with equal scores, the one with the better score in the
/// games among them is before the others, then the one with more wins; who is still equal shares the
/// better rank, and has the points for it.
pub fn standings<'r>(players: usize, results: impl IntoIterator<Item = &'r GameResult> + Clone) -> Vec<Standing> {
    let table = cross_table(players, results.clone());
    let mut standings: Vec<Standing> = (0..players).map(|player| Standing { player, ..Standing::default() }).collect();
    for result in results {
        for seat in [Seat::First, Seat::Second] {
            let standing = &mut standings[result.seats[seat.index()]];
            standing.games.add(won_by(result, seat));
            standing.margin += i64::from(result.scores[seat.index()] - result.scores[seat.other().index()]);
            standing.effort.join(&result.efforts[seat.index()]);
            if let Some((loser, Some(kind))) = result.verdict.loser()
                && loser == seat
            {
                standing.forfeits[kind as usize] += 1;
            }
        }
    }
    let scores: Vec<u32> = standings.iter().map(|standing| standing.games.halves()).collect();
    let worth = |player: usize| {
        let equals = (0..players).filter(|&other| scores[other] == scores[player]);
        let among: u32 = equals.map(|other| table[player][other].halves()).sum();
        (scores[player], among, table[player].iter().map(|tally| tally.wins).sum::<u32>())
    };
    let worths: Vec<_> = (0..players).map(worth).collect();
    let results_are_there = standings.iter().any(|standing| standing.games.games() > 0);
    for standing in &mut standings {
        standing.rank = 1 + worths.iter().filter(|&&other| other > worths[standing.player]).count();
        // Before a game is played all are equal, and nobody has earned anything.
        standing.points = if results_are_there { course_points(standing.rank, players) } else { 0 };
    }
    standings.sort_by_key(|standing| (standing.rank, standing.player));
    standings
}

/// The points of the course: of `players`, the top half (rounded down) score `players/2 + 1 - rank`.
pub fn course_points(rank: usize, players: usize) -> usize {
    (players / 2 + 1).saturating_sub(rank)
}

/// Where a player stands when several tournaments are taken together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// The number of the player.
    pub player: usize,
    /// Its rank, from 1; equals share the better one.
    pub rank: usize,
    /// Its points of the course in all.
    pub points: usize,
    /// Its games in all.
    pub games: Tally,
}

/// Several tournaments together: by points of the course, then by score; who is still equal shares the
/// better rank.
pub fn totals(tournaments: &[Vec<Standing>]) -> Vec<Total> {
    let players = tournaments.first().map_or(0, Vec::len);
    let mut totals: Vec<Total> =
        (0..players).map(|player| Total { player, rank: 0, points: 0, games: Tally::default() }).collect();
    for standing in tournaments.iter().flatten() {
        let total = &mut totals[standing.player];
        total.points += standing.points;
        total.games.wins += standing.games.wins;
        total.games.ties += standing.games.ties;
        total.games.losses += standing.games.losses;
    }
    let worths: Vec<_> = totals.iter().map(|total| (total.points, total.games.halves())).collect();
    for total in &mut totals {
        total.rank = 1 + worths.iter().filter(|&&other| other > worths[total.player]).count();
    }
    totals.sort_by_key(|total| (total.rank, total.player));
    totals
}

/// The forfeits by the names of their kinds, where there are any.
pub fn named_forfeits(forfeits: &[u32; 5]) -> impl Iterator<Item = (&'static str, u32)> + '_ {
    ForfeitKind::ALL.iter().map(|kind| kind.as_str()).zip(*forfeits).filter(|&(_, count)| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::verdict::{Forfeit, Verdict};

    fn game(seats: [usize; 2], outcome: Outcome) -> GameResult {
        GameResult {
            game: 0,
            seats,
            verdict: Verdict::by_rules(outcome),
            scores: [0, 0],
            efforts: [Effort::default(); 2],
            rematches: 0,
            moves: Vec::new(),
            course: 0,
        }
    }

    fn won(winner: usize, loser: usize) -> GameResult {
        game([winner, loser], Outcome::Won(Seat::First))
    }

    fn ranks(players: usize, results: &[GameResult]) -> Vec<(usize, usize, usize)> {
        let standings = standings(players, results);
        standings.iter().map(|standing| (standing.player, standing.rank, standing.points)).collect()
    }

    #[test]
    fn the_points_of_the_course() {
        let points = |players| (1..=players).map(|rank| course_points(rank, players)).collect::<Vec<_>>();
        assert_eq!(points(6), [3, 2, 1, 0, 0, 0]);
        assert_eq!(points(5), [2, 1, 0, 0, 0]);
        assert_eq!(points(2), [1, 0]);
    }

    #[test]
    fn equals_are_told_apart_by_their_own_games() {
        // 0 and 1 have two points each; 0 won more games, but 1 beat 0.
        let tied = game([1, 2], Outcome::Tied);
        let results = [won(1, 0), won(0, 2), won(0, 2), tied.clone(), tied];
        assert_eq!(ranks(3, &results), [(1, 1, 1), (0, 2, 0), (2, 3, 0)]);
    }

    #[test]
    fn who_is_equal_in_everything_shares_the_rank() {
        let results = [won(0, 1), won(1, 2), won(2, 0), won(0, 3), won(1, 3), won(2, 3)];
        assert_eq!(ranks(4, &results), [(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, 4, 0)]);
    }

    #[test]
    fn losses_of_a_kind_are_counted() {
        let mut late = game([0, 1], Outcome::Tied);
        late.verdict = Verdict::against(Seat::Second, Forfeit::new(ForfeitKind::Late, "16 s"));
        let standings = standings(2, &[late]);
        assert_eq!(standings[1].forfeits, [0, 0, 1, 0, 0]);
        assert_eq!(named_forfeits(&standings[1].forfeits).collect::<Vec<_>>(), [("late", 1)]);
        assert_eq!((standings[0].games.wins, standings[1].games.losses), (1, 1));
    }

    #[test]
    fn totals_are_by_points_first() {
        let one = standings(2, &[won(0, 1)]);
        let other = standings(2, &[won(1, 0), won(1, 0)]);
        let totals = totals(&[one, other]);
        let ranked: Vec<_> = totals.iter().map(|total| (total.player, total.rank, total.points)).collect();
        assert_eq!(ranked, [(1, 1, 1), (0, 2, 1)]);
    }
}
