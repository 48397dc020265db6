//! Who stands where after a tournament.

use super::event::{Effort, GameResult};
use super::verdict::ForfeitKind;
use crate::games::{Outcome, Seat};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// How a player stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The number of the player.
    pub player: usize,
    /// Its rank, from 1; equals share the better one. Who has not played has none.
    pub rank: Option<usize>,
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

    /// The same games as the other side has them.
    pub fn turned(self) -> Self {
        Self { wins: self.losses, ties: self.ties, losses: self.wins }
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

/// The games of some players, counted as they end: what is kept does not grow with their number.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// What each player has done; ranks and points are left open.
    players: BTreeMap<usize, Standing>,
    /// How the first of two has fared in the games in which it moved first.
    pairs: HashMap<[usize; 2], Tally>,
    games: usize,
}

impl Account {
    /// A player takes part from now on.
    pub fn enter(&mut self, player: usize) {
        self.players.entry(player).or_insert_with(|| Standing { player, ..Standing::default() });
    }

    /// A player is no longer one of those who take part, unless it has played.
    pub fn leave(&mut self, player: usize) {
        if self.games_of(player) == 0 {
            self.players.remove(&player);
        }
    }

    /// Counts a game, of players who take part from now on if they did not.
    pub fn count(&mut self, result: &GameResult) {
        self.games += 1;
        self.pairs.entry(result.seats).or_default().add(won_by(result, Seat::First));
        for seat in [Seat::First, Seat::Second] {
            let player = result.seats[seat.index()];
            let standing = self.players.entry(player).or_insert_with(|| Standing { player, ..Standing::default() });
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

    /// How many games were counted.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many games a player has.
    pub fn games_of(&self, player: usize) -> u32 {
        self.players.get(&player).map_or(0, |standing| standing.games.games())
    }

    /// How many games two players have had in which the first of them moved first.
    pub fn met(&self, seats: [usize; 2]) -> u32 {
        self.pairs.get(&seats).map_or(0, Tally::games)
    }

    /// How many players have a game.
    pub fn played(&self) -> usize {
        self.players.values().filter(|standing| standing.games.games() > 0).count()
    }

    /// The standings, the best first; equals in order of their numbers. Who has not played stands behind all, has no
    /// rank, and counts for no points.
    ///
    /// A win is a point, a tie half of one. Of those with equal scores, the one with the better score in the
    /// games among them is before the others, then the one with more wins; who is still equal shares the
    /// better rank, and has the points for it.
    pub fn standings(&self) -> Vec<Standing> {
        let halves = |player: usize| self.players.get(&player).map_or(0, |standing| standing.games.halves());
        let mut among: HashMap<usize, u32> = HashMap::new();
        for (&[first, second], tally) in &self.pairs {
            if halves(first) == halves(second) {
                *among.entry(first).or_default() += tally.halves();
                *among.entry(second).or_default() += tally.turned().halves();
            }
        }
        let worth = |standing: &Standing| {
            let among = among.get(&standing.player).copied().unwrap_or_default();
            (standing.games.halves(), among, standing.games.wins)
        };
        let all = self.players.values().cloned();
        let (mut standings, idle): (Vec<Standing>, Vec<Standing>) =
            all.partition(|standing| standing.games.games() > 0);
        let players = standings.len();
        let ranks = rank(&mut standings, worth);
        for (standing, rank) in standings.iter_mut().zip(ranks) {
            standing.rank = Some(rank);
            standing.points = course_points(rank, players);
        }
        standings.extend(idle);
        standings
    }
}

/// The standings of players 0 to `players` - 1, as [`Account::standings`] gives them.
pub fn standings<'r>(players: usize, results: impl IntoIterator<Item = &'r GameResult>) -> Vec<Standing> {
    let mut account = Account::default();
    (0..players).for_each(|player| account.enter(player));
    results.into_iter().for_each(|result| account.count(result));
    account.standings()
}

/// Sorts things, those that are worth most first, and gives their ranks, from 1: equals share the better one.
fn rank<T, W: Ord>(things: &mut [T], worth: impl Fn(&T) -> W) -> Vec<usize> {
    things.sort_by_key(|thing| Reverse(worth(thing)));
    let mut ranks: Vec<usize> = Vec::with_capacity(things.len());
    for place in 0..things.len() {
        let equal = place.checked_sub(1).filter(|&before| worth(&things[before]) == worth(&things[place]));
        ranks.push(equal.map_or(place + 1, |before| ranks[before]));
    }
    ranks
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

/// Several tournaments together, of whoever is in one of them: by points of the course, then by score; who is
/// still equal shares the better rank.
pub fn totals(tournaments: &[Vec<Standing>]) -> Vec<Total> {
    let mut totals: BTreeMap<usize, Total> = BTreeMap::new();
    for standing in tournaments.iter().flatten() {
        let player = standing.player;
        let total = totals.entry(player).or_insert(Total { player, rank: 0, points: 0, games: Tally::default() });
        total.points += standing.points;
        total.games.wins += standing.games.wins;
        total.games.ties += standing.games.ties;
        total.games.losses += standing.games.losses;
    }
    let mut totals: Vec<Total> = totals.into_values().collect();
    let ranks = rank(&mut totals, |total| (total.points, total.games.halves()));
    totals.iter_mut().zip(ranks).for_each(|(total, rank)| total.rank = rank);
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
    use crate::chance::Chance;

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
        standings.iter().map(|standing| (standing.player, standing.rank.unwrap_or(0), standing.points)).collect()
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

    /// The worth of a player by its definition: score, score among those who have the same, wins.
    fn worth(player: usize, players: usize, results: &[GameResult]) -> (u32, u32, u32) {
        let table = cross_table(players, results);
        let score = |player: usize| table[player].iter().map(Tally::halves).sum::<u32>();
        let equals = (0..players).filter(|&other| score(other) == score(player));
        let among = equals.map(|other| table[player][other].halves()).sum();
        (score(player), among, table[player].iter().map(|tally| tally.wins).sum())
    }

    #[test]
    fn games_that_are_counted_as_they_end_give_the_ranks_of_the_definition() {
        for seed in 0..200 {
            let mut chance = Chance::new(seed);
            let players = 2 + chance.below(6) as usize;
            let (mut account, mut results) = (Account::default(), Vec::new());
            (0..players).for_each(|player| account.enter(player));
            for _ in 0..chance.below(30) {
                let first = chance.below(players as u32) as usize;
                let second = (first + 1 + chance.below(players as u32 - 1) as usize) % players;
                let outcomes = [Outcome::Won(Seat::First), Outcome::Won(Seat::Second), Outcome::Tied];
                results.push(game([first, second], *chance.one_of(&outcomes)));
                account.count(results.last().unwrap());
                let worths: Vec<_> = (0..players).map(|player| worth(player, players, &results)).collect();
                let standings = account.standings();
                let place = |standing: &Standing| (standing.rank.unwrap_or(usize::MAX), standing.player);
                assert!(standings.is_sorted_by_key(place), "{standings:?}");
                for standing in standings {
                    let rank = 1 + worths.iter().filter(|&&other| other > worths[standing.player]).count();
                    let rank = Some(rank).filter(|_| standing.games.games() > 0);
                    assert_eq!(standing.rank, rank, "seed {seed}, player {}: {worths:?}", standing.player);
                }
            }
            assert_eq!(account.games(), results.len());
            let met = (0..players).flat_map(|one| (0..players).map(move |other| [one, other]));
            assert!(met.clone().all(|seats| {
                account.met(seats) as usize == results.iter().filter(|result| result.seats == seats).count()
            }));
        }
    }

    #[test]
    fn who_has_not_played_has_no_rank_and_raises_nobody() {
        let results = [won(3, 1), won(3, 5), won(1, 5)];
        assert_eq!(ranks(9, &results)[..4], [(3, 1, 1), (1, 2, 0), (5, 3, 0), (0, 0, 0)]);
        assert!(ranks(9, &results)[3..].iter().all(|&(_, rank, points)| (rank, points) == (0, 0)));
        assert_eq!(ranks(3, &[]), [(0, 0, 0), (1, 0, 0), (2, 0, 0)]);
    }

    #[test]
    fn who_has_not_played_leaves_no_trace_and_who_has_stays() {
        let mut account = Account::default();
        [3, 5, 7].into_iter().for_each(|player| account.enter(player));
        account.count(&won(3, 5));
        [3, 5, 7].into_iter().for_each(|player| account.leave(player));
        let players: Vec<usize> = account.standings().iter().map(|standing| standing.player).collect();
        assert_eq!(players, [3, 5]);
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
