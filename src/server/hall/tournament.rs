//! One tournament: who takes part, what was played, and who stands where.

use super::messages::Announced;
use super::pairing::History;
use crate::arena::standings::{Standing, named_forfeits, standings};
use crate::arena::{GameResult, pairing::Pairs};
use crate::games::Position;
use serde_json::{Value, json};

/// Games from one start under one limit of plies.
#[derive(Debug)]
pub(super) struct Tournament {
    /// Where its games start.
    pub(super) start: Position,
    /// How far programs may look ahead.
    pub(super) plies: Option<u32>,
    /// Who takes part, by number in the hall, in the order of their coming.
    pub(super) entered: Vec<usize>,
    /// The games that are over.
    pub(super) results: Vec<GameResult>,
    /// How often who has sat out, by place in `entered`.
    pub(super) byes: Vec<u32>,
    /// Rounds that have begun.
    pub(super) rounds: usize,
    /// Games that were begun when the hall was closed: their numbers and seats.
    pub(super) broken_off: Vec<(usize, [usize; 2])>,
    /// Whether everybody has been told that it is over.
    pub(super) is_told: bool,
    /// Whether it is one of the hall's own, and not one that a program asked for.
    pub(super) is_own: bool,
}

impl Tournament {
    /// A tournament in which nothing has happened.
    pub(super) fn new(start: Position, plies: Option<u32>) -> Self {
        Self {
            start,
            plies,
            entered: Vec::new(),
            results: Vec::new(),
            byes: Vec::new(),
            rounds: 0,
            broken_off: Vec::new(),
            is_told: false,
            is_own: false,
        }
    }

    /// What programs are told of it.
    pub(super) fn announced(&self) -> Announced {
        Announced { position: self.start.to_string(), plies: self.plies }
    }

    /// A player takes part from now on.
    pub(super) fn enter(&mut self, player: usize) {
        if !self.entered.contains(&player) {
            self.entered.push(player);
            self.byes.push(0);
            self.is_told = false;
        }
    }

    /// A player sits out.
    pub(super) fn sit_out(&mut self, player: usize) {
        if let Some(place) = self.entered.iter().position(|&other| other == player) {
            self.byes[place] += 1;
        }
    }

    /// How often two players have met.
    fn met(&self, one: usize, other: usize) -> usize {
        self.results.iter().filter(|result| result.seats.contains(&one) && result.seats.contains(&other)).count()
    }

    /// Whether `players` have met as often as they are to.
    pub(super) fn is_over_among(&self, players: &[usize], meetings: u32) -> bool {
        players
            .iter()
            .enumerate()
            .all(|(place, &one)| players[place + 1..].iter().all(|&other| self.met(one, other) >= meetings as usize))
    }

    /// The next round of the players who are there, by their numbers in the hall; nothing where they have
    /// met as often as they are to.
    pub(super) fn next_round(&self, there: &[usize], meetings: Option<u32>) -> Option<Pairs> {
        if there.len() < 2 || meetings.is_some_and(|meetings| self.is_over_among(there, meetings)) {
            return None;
        }
        let mut history = History::new(there.len());
        let place = |player: usize| there.iter().position(|&other| other == player);
        for result in &self.results {
            let places = result.seats.map(place);
            for (seat, step) in [(0, 1), (1, -1)] {
                if let Some(place) = places[seat] {
                    history.leads[place] += step;
                }
            }
            if let [Some(first), Some(second)] = places {
                history.games[first][second] += 1;
            }
        }
        for (&player, &byes) in self.entered.iter().zip(&self.byes) {
            if let Some(place) = place(player) {
                history.byes[place] = byes;
            }
        }
        let round = history.next_round();
        let named = |pair: [usize; 2]| pair.map(|place| there[place]);
        // Where some come late, those who have met often enough wait for them.
        let fresh = |&[one, other]: &[usize; 2]| meetings.is_none_or(|most| self.met(one, other) < most as usize);
        let pairs: Vec<[usize; 2]> = round.pairs.into_iter().map(named).filter(fresh).collect();
        if pairs.is_empty() {
            return Some(Pairs { pairs: self.last_pairs(there, fresh), bye: None });
        }
        Some(Pairs { pairs, bye: round.bye.map(|place| there[place]) })
    }

    /// Pairs of what is left at the end, whoever sits out.
    fn last_pairs(&self, there: &[usize], fresh: impl Fn(&[usize; 2]) -> bool) -> Vec<[usize; 2]> {
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for (place, &one) in there.iter().enumerate() {
            let is_free = |player: &usize| !pairs.iter().flatten().any(|busy| busy == player);
            let other = there[place + 1..].iter().find(|other| is_free(other) && fresh(&[one, **other]));
            if let Some(&other) = other.filter(|_| is_free(&one)) {
                pairs.push([one, other]);
            }
        }
        pairs
    }

    /// The standings, by number in the hall.
    pub(super) fn standings(&self) -> Vec<Standing> {
        let place = |player: usize| self.entered.iter().position(|&other| other == player);
        let results: Vec<GameResult> = self
            .results
            .iter()
            .filter_map(|result| {
                let seats = [place(result.seats[0])?, place(result.seats[1])?];
                Some(GameResult { seats, ..result.clone() })
            })
            .collect();
        let mut standings = standings(self.entered.len(), &results);
        standings.iter_mut().for_each(|standing| standing.player = self.entered[standing.player]);
        standings
    }

    /// The tournament as watchers see it; `name` tells names, `is_here` who is connected.
    pub(super) fn shown(&self, name: impl Fn(usize) -> String, is_here: impl Fn(usize) -> bool) -> Value {
        let row = |standing: &Standing| {
            let forfeits: serde_json::Map<String, Value> =
                named_forfeits(&standing.forfeits).map(|(kind, count)| (kind.to_owned(), count.into())).collect();
            json!({
                "name": name(standing.player), "here": is_here(standing.player), "rank": standing.rank,
                "wins": standing.games.wins, "ties": standing.games.ties, "losses": standing.games.losses,
                "score": standing.games.score(), "margin": standing.margin, "points": standing.points,
                "forfeits": forfeits,
            })
        };
        json!({
            "position": self.start.to_string(), "plies": self.plies, "round": self.rounds, "games": self.results.len(),
            "standings": self.standings().iter().map(row).collect::<Vec<_>>(),
        })
    }
}
