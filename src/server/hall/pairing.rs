//! Who meets whom next, whoever is there: nobody sits out twice while another has not, nobody meets
//! somebody again who has not met all others, and everybody moves first as often as second.

use crate::arena::pairing::{Pairs, round_robin};
use std::collections::VecDeque;

/// The most players who are tried as the one who sits out, where in the rounds of all of them somebody meets again.
const MOST_SITTING: usize = 16;

/// What has been played, of the players who are there, by their places.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// How often two have met, with the first of them moving first.
    pub(super) games: Vec<Vec<u32>>,
    /// How often each has sat out.
    pub(super) byes: Vec<u32>,
    /// How much more often each has moved first than second, against whomever.
    pub(super) leads: Vec<i64>,
}

impl History {
    /// Nothing was played yet.
    pub(super) fn new(players: usize) -> Self {
        Self { games: vec![vec![0; players]; players], byes: vec![0; players], leads: vec![0; players] }
    }

    fn players(&self) -> usize {
        self.byes.len()
    }

    fn met(&self, one: usize, other: usize) -> u32 {
        self.games[one][other] + self.games[other][one]
    }

    /// The next round. With as many players as before it is that of a round robin; where some have come or
    /// gone, as many pairs as possible meet that have met least.
    pub(super) fn next_round(&self) -> Pairs {
        let players = self.players();
        if players < 2 {
            return Pairs { pairs: Vec::new(), bye: (players == 1).then_some(0) };
        }
        let least = self.least_met();
        let fewest_byes = self.byes.iter().min().copied().unwrap_or_default();
        let fits = |round: &Pairs| {
            round.pairs.iter().all(|&[one, other]| self.met(one, other) == least)
                && round.bye.is_none_or(|player| self.byes[player] == fewest_byes)
        };
        if let Some((number, round)) = round_robin(players).iter().enumerate().find(|(_, round)| fits(round)) {
            let pairs = round.pairs.iter().map(|&pair| self.turned(alternating(pair, number, players)));
            return Pairs { pairs: pairs.collect(), bye: round.bye };
        }
        self.best_round(fewest_byes)
    }

    fn least_met(&self) -> u32 {
        let players = self.players();
        let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        pairs.map(|(one, other)| self.met(one, other)).min().unwrap_or_default()
    }

    /// The round with the fewest pairs that meet again, over those who may sit out: so many of them that the hall does
    /// not stand still meanwhile. Each costs a matching, which takes milliseconds for hundreds of players.
    fn best_round(&self, fewest_byes: u32) -> Pairs {
        let (players, least) = (self.players(), self.least_met());
        let mut sitting: Vec<Option<usize>> = vec![None];
        if !players.is_multiple_of(2) {
            sitting = (0..players).rev().filter(|&player| self.byes[player] == fewest_byes).map(Some).collect();
        }
        let cost = |pairs: &[[usize; 2]]| {
            let mut met: Vec<u32> = pairs.iter().map(|&[one, other]| self.met(one, other)).collect();
            met.sort_unstable_by(|a, b| b.cmp(a));
            (met.iter().filter(|&&met| met > least).count(), met)
        };
        let mut best: Option<((usize, Vec<u32>), Pairs)> = None;
        for bye in sitting.into_iter().take(MOST_SITTING) {
            let pairs = self.pairs_without(bye);
            let cost = cost(&pairs);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                let is_perfect = cost.0 == 0;
                best = Some((cost, Pairs { pairs, bye }));
                if is_perfect {
                    break;
                }
            }
        }
        let Pairs { pairs, bye } = best.map_or(Pairs { pairs: Vec::new(), bye: None }, |(_, round)| round);
        Pairs { pairs: pairs.into_iter().map(|pair| self.in_order(pair)).collect(), bye }
    }

    /// Pairs of all but one: as many as possible of those that have met least, then of those that have met
    /// once more, and so on.
    fn pairs_without(&self, bye: Option<usize>) -> Vec<[usize; 2]> {
        let mut left: Vec<usize> = (0..self.players()).filter(|&player| Some(player) != bye).collect();
        let mut pairs = Vec::new();
        let mut level = self.least_met();
        while left.len() > 1 {
            let matched = matching(left.len(), |one, other| self.met(left[one], left[other]) <= level);
            for (one, other) in matched.iter().enumerate().filter_map(|(one, other)| Some((one, (*other)?))) {
                if one < other {
                    pairs.push([left[one], left[other]]);
                }
            }
            left = left.iter().zip(&matched).filter(|(_, other)| other.is_none()).map(|(&player, _)| player).collect();
            level += 1;
        }
        pairs
    }

    /// The pair the other way round, where the first has moved first more often against the second.
    fn turned(&self, [one, other]: [usize; 2]) -> [usize; 2] {
        if self.games[one][other] > self.games[other][one] { [other, one] } else { [one, other] }
    }

    /// Who moves first: who did less often against the other, then who did less often at all.
    fn in_order(&self, [one, other]: [usize; 2]) -> [usize; 2] {
        self.turned(if self.leads[one] <= self.leads[other] { [one, other] } else { [other, one] })
    }
}

/// Who moves first in a round of a round robin, so that everybody moves first and second in turn: those an odd
/// number of places behind the one with whom the round began. Against the last of an even number of players, who
/// has no place in the circle, the round robin says it.
fn alternating([one, other]: [usize; 2], round: usize, players: usize) -> [usize; 2] {
    let circle = players.next_multiple_of(2) - 1;
    let is_first = (one + circle - round) % circle % 2 == 1;
    if one.max(other) == circle || is_first { [one, other] } else { [other, one] }
}

/// A largest set of pairs of `nodes` things of which each is in one pair at most: the partner of each. Two
/// may be a pair where `fits` says so. (Edmonds' algorithm: alternating trees in which odd cycles are
/// contracted to their base.)
fn matching(nodes: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut search = Search { partner: vec![None; nodes], parent: Vec::new(), base: Vec::new() };
    for root in 0..nodes {
        if search.partner[root].is_none() {
            search.augment_from(root, &fits);
        }
    }
    search.partner
}

struct Search {
    partner: Vec<Option<usize>>,
    /// The node from which an outer node's way to the root goes on.
    parent: Vec<Option<usize>>,
    /// The base of the cycle that a node is contracted into; itself where it is in none.
    base: Vec<usize>,
}

impl Search {
    /// Looks for a way from `root` to another node without a partner, and exchanges the pairs along it.
    fn augment_from(&mut self, root: usize, fits: &impl Fn(usize, usize) -> bool) {
        let nodes = self.partner.len();
        self.parent = vec![None; nodes];
        self.base = (0..nodes).collect();
        let mut is_outer = vec![false; nodes];
        is_outer[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            for next in 0..nodes {
                if next == node
                    || !fits(node, next)
                    || self.base[node] == self.base[next]
                    || self.partner[node] == Some(next)
                {
                    continue;
                }
                let closes_cycle = next == root || self.partner[next].is_some_and(|other| self.parent[other].is_some());
                if closes_cycle {
                    self.contract(node, next, &mut is_outer, &mut queue);
                } else if self.parent[next].is_none() {
                    self.parent[next] = Some(node);
                    match self.partner[next] {
                        None => return self.exchange(next),
                        Some(other) => {
                            is_outer[other] = true;
                            queue.push_back(other);
                        }
                    }
                }
            }
        }
    }

    /// Makes one node of the cycle that the edge between two outer nodes closes.
    fn contract(&mut self, one: usize, other: usize, is_outer: &mut [bool], queue: &mut VecDeque<usize>) {
        let base = self.common_base(one, other);
        let mut in_cycle = vec![false; self.partner.len()];
        self.mark(one, base, other, &mut in_cycle);
        self.mark(other, base, one, &mut in_cycle);
        for node in 0..self.partner.len() {
            if in_cycle[self.base[node]] {
                self.base[node] = base;
                if !is_outer[node] {
                    is_outer[node] = true;
                    queue.push_back(node);
                }
            }
        }
    }

    /// The first base that the ways of two nodes to the root have in common.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let mut on_way = vec![false; self.partner.len()];
        let mut node = one;
        loop {
            node = self.base[node];
            on_way[node] = true;
            match self.partner[node].and_then(|partner| self.parent[partner]) {
                Some(next) => node = next,
                None => break,
            }
        }
        let mut node = self.base[other];
        while !on_way[node] {
            match self.partner[node].and_then(|partner| self.parent[partner]) {
                Some(next) => node = self.base[next],
                None => break,
            }
        }
        node
    }

    /// Marks the bases on the way from a node to the base of a cycle, and turns the way around.
    fn mark(&mut self, mut node: usize, base: usize, mut child: usize, in_cycle: &mut [bool]) {
        while self.base[node] != base {
            let Some(partner) = self.partner[node] else { return };
            in_cycle[self.base[node]] = true;
            in_cycle[self.base[partner]] = true;
            self.parent[node] = Some(child);
            child = partner;
            let Some(next) = self.parent[partner] else { return };
            node = next;
        }
    }

    /// Exchanges the pairs along the way from `end` to the root.
    fn exchange(&mut self, end: usize) {
        let mut node = Some(end);
        while let Some(here) = node {
            let Some(before) = self.parent[here] else { return };
            node = self.partner[before];
            self.partner[here] = Some(before);
            self.partner[before] = Some(here);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    impl History {
        fn play(&mut self, round: &Pairs) {
            for &[first, second] in &round.pairs {
                self.games[first][second] += 1;
                self.leads[first] += 1;
                self.leads[second] -= 1;
            }
            if let Some(player) = round.bye {
                self.byes[player] += 1;
            }
        }

        fn check(&self, round: &Pairs) {
            let mut seen = vec![false; self.players()];
            for player in round.pairs.iter().flatten().copied().chain(round.bye) {
                assert!(!std::mem::replace(&mut seen[player], true), "{player} twice in {round:?}");
            }
            assert!(seen.iter().all(|&seen| seen), "{round:?}");
            let fewest = *self.byes.iter().min().unwrap();
            assert!(round.bye.is_none_or(|player| self.byes[player] == fewest), "a second bye: {round:?}");
        }
    }

    #[test]
    fn with_the_same_players_nobody_meets_again_before_all_have_met() {
        for players in 2..=33_usize {
            let mut history = History::new(players);
            let rounds = if players.is_multiple_of(2) { players - 1 } else { players };
            for cycle in 0..4 {
                for _ in 0..rounds {
                    let round = history.next_round();
                    history.check(&round);
                    for &[one, other] in &round.pairs {
                        assert_eq!(history.met(one, other), cycle, "{players} players meet again");
                    }
                    history.play(&round);
                    assert!((0..players).all(|player| history.leads[player].abs() <= 2), "{players} players");
                }
                let most = i64::from(cycle % 2 == 0);
                assert!((0..players).all(|player| history.leads[player].abs() <= most), "{players}, cycle {cycle}");
            }
        }
    }

    /// The fewest pairs that meet again, by trying everything.
    fn fewest_again(history: &History, least: u32, left: &mut Vec<usize>) -> usize {
        let Some(one) = left.pop() else { return 0 };
        let mut fewest = usize::MAX;
        for place in 0..left.len() {
            let other = left.swap_remove(place);
            let again = usize::from(history.met(one, other) > least);
            fewest = fewest.min(again + fewest_again(history, least, &mut left.clone()));
            left.push(other);
            let last = left.len() - 1;
            left.swap(place, last);
        }
        left.push(one);
        fewest
    }

    #[test]
    fn whoever_comes_and_goes_no_rematch_is_made_that_can_be_avoided() {
        for seed in 0..300 {
            let mut chance = Chance::new(seed);
            let players = 2 + chance.below(7) as usize;
            let mut history = History::new(players);
            for one in 0..players {
                history.byes[one] = chance.below(2);
                for other in 0..players {
                    if one != other && chance.below(3) == 0 {
                        history.games[one][other] = 1;
                    }
                }
            }
            let round = history.next_round();
            history.check(&round);
            let least = history.least_met();
            let again = round.pairs.iter().filter(|&&[one, other]| history.met(one, other) > least).count();
            let fewest_byes = *history.byes.iter().min().unwrap();
            let sitting: Vec<Option<usize>> = match players % 2 {
                0 => vec![None],
                _ => (0..players).filter(|&player| history.byes[player] == fewest_byes).map(Some).collect(),
            };
            let fewest = sitting.into_iter().map(|bye| {
                let mut left: Vec<usize> = (0..players).filter(|&player| Some(player) != bye).collect();
                fewest_again(&history, least, &mut left)
            });
            assert_eq!(Some(again), fewest.min(), "seed {seed}: {history:?} {round:?}");
        }
    }

    #[test]
    fn starts_stay_balanced_when_players_change_from_round_to_round() {
        for seed in 0..50 {
            let mut chance = Chance::new(seed);
            let players = 8;
            let mut all = History::new(players);
            for _ in 0..60 {
                let there: Vec<usize> = (0..players).filter(|_| chance.below(4) > 0).collect();
                let part = History {
                    games: there
                        .iter()
                        .map(|&one| there.iter().map(|&other| all.games[one][other]).collect())
                        .collect(),
                    byes: there.iter().map(|&player| all.byes[player]).collect(),
                    leads: there.iter().map(|&player| all.leads[player]).collect(),
                };
                let round = part.next_round();
                let named = Pairs {
                    pairs: round.pairs.iter().map(|pair| pair.map(|place| there[place])).collect(),
                    bye: round.bye.map(|place| there[place]),
                };
                all.play(&named);
            }
            let leads = all.leads;
            assert!(leads.iter().all(|lead| lead.abs() <= 4), "seed {seed}: {leads:?}");
        }
    }

    /// Two of very many have played some rounds, one has gone, and no round of a round robin fits.
    #[test]
    fn very_many_are_paired_in_about_the_time_of_one_matching() {
        let players = 201;
        for is_hopeless in [false, true] {
            let mut history = History::new(players);
            let mut chance = Chance::new(7);
            for one in 0..players {
                for other in 0..one {
                    history.games[one][other] = u32::from(chance.below(2) == 0);
                }
            }
            if is_hopeless {
                // Two meet again whoever sits out: these have met everybody.
                for one in 0..4 {
                    for other in 0..players {
                        (history.games[one][other], history.games[other][one]) = (u32::from(one != other), 0);
                    }
                }
            }
            let began = std::time::Instant::now();
            drop(history.pairs_without(Some(0)));
            let single = began.elapsed();
            let began = std::time::Instant::now();
            history.check(&history.best_round(0));
            let all = began.elapsed();
            assert!(all < single * 80, "{is_hopeless}: {all:?}, where one takes {single:?}");
        }
    }
}
