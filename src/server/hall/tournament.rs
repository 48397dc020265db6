//! One tournament: who takes part, what was played, and who stands where.

use super::messages::Announced;
use super::pairing::History;
use crate::arena::standings::{Account, Standing, named_forfeits};
use crate::arena::{GameResult, pairing::Pairs};
use crate::games::Position;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Games from one start under one limit of plies.
#[derive(Debug)]
pub(super) struct Tournament {
    /// Where its games start.
    pub(super) start: Position,
    /// How far programs may look ahead.
    pub(super) plies: Option<u32>,
    /// Who takes part, by number in the hall.
    members: BTreeMap<usize, Member>,
    /// The games that are over, counted.
    account: Account,
    /// Rounds that have begun.
    pub(super) rounds: usize,
    /// When its last round began, counted in rounds of the hall since it was opened.
    pub(super) turn: usize,
    /// Games that were begun when the hall was closed.
    pub(super) broken_off: Vec<ToPlay>,
    /// Whether it was over when last looked at.
    pub(super) is_over: bool,
    /// Whether two who could have played were ever there when a round might begin.
    pub(super) has_met: bool,
    /// Whether it is one of the hall's own, and not one that a program asked for.
    pub(super) is_own: bool,
}

/// A game that is to be played, or again where a closed hall broke it off.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToPlay {
    /// Its number.
    pub(super) game: usize,
    /// The players, who moves first before the other.
    pub(super) seats: [usize; 2],
    /// The number of the last ply that was asked for before; 0 in a new game.
    pub(super) asked: usize,
}

/// Somebody who takes part in a tournament.
#[derive(Debug, Default)]
struct Member {
    /// How often it has sat out.
    byes: u32,
    /// How much more often it has moved first than second.
    lead: i64,
    /// Whether it has been told that the tournament is over.
    is_told: bool,
}

impl Tournament {
    /// A tournament in which nothing has happened.
    pub(super) fn new(start: Position, plies: Option<u32>) -> Self {
        Self {
            start,
            plies,
            members: BTreeMap::new(),
            account: Account::default(),
            rounds: 0,
            turn: 0,
            broken_off: Vec::new(),
            is_over: false,
            has_met: false,
            is_own: false,
        }
    }

    /// What programs are told of it.
    pub(super) fn announced(&self) -> Announced {
        Announced { position: self.start.to_string(), plies: self.plies }
    }

    /// Who takes part, by number in the hall.
    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        self.members.keys().copied()
    }

    /// How many games are over.
    pub(super) fn games(&self) -> usize {
        self.account.games()
    }

    /// How many of those who take part have played.
    pub(super) fn played(&self) -> usize {
        self.account.played()
    }

    /// A player takes part from now on.
    pub(super) fn enter(&mut self, player: usize) {
        self.members.entry(player).or_default().is_told = false;
        self.account.enter(player);
    }

    /// Whether anybody has had somebody to play against: who is alone waits for others, but not for ever for those who
    /// were there and are gone.
    pub(super) fn has_begun(&self) -> bool {
        self.has_met || self.rounds > 0 || self.games() > 0
    }

    /// Those who are to be told that it is over, which they have been from now on.
    pub(super) fn tell(&mut self, is_here: impl Fn(usize) -> bool) -> Vec<usize> {
        let untold = self.members.iter_mut().filter(|(player, member)| !member.is_told && is_here(**player));
        untold
            .map(|(&player, member)| {
                member.is_told = true;
                player
            })
            .collect()
    }

    /// It goes on: all are to be told anew when it is over.
    pub(super) fn untell(&mut self) {
        self.members.values_mut().for_each(|member| member.is_told = false);
    }

    /// A player takes part no longer, unless something has happened to it here; whether it took part until now.
    pub(super) fn leave(&mut self, player: usize) -> bool {
        let has_sat_out = self.members.get(&player).is_some_and(|member| member.byes > 0);
        let is_missed = self.broken_off.iter().any(|broken| broken.seats.contains(&player));
        if has_sat_out || is_missed || self.account.games_of(player) > 0 {
            return false;
        }
        self.account.leave(player);
        self.members.remove(&player).is_some()
    }

    /// Whether it was opened by a wish and nobody takes part in it: who has played there does for ever.
    pub(super) fn is_deserted(&self) -> bool {
        !self.is_own && self.members.is_empty()
    }

    /// A player sits out.
    pub(super) fn sit_out(&mut self, player: usize) {
        self.enter(player);
        self.members.entry(player).or_default().byes += 1;
    }

    /// A game is over.
    pub(super) fn count(&mut self, result: &GameResult) {
        self.account.count(result);
        for (player, step) in result.seats.into_iter().zip([1, -1]) {
            self.members.entry(player).or_default().lead += step;
        }
    }

    /// How often two players have met.
    fn met(&self, one: usize, other: usize) -> u32 {
        self.account.met([one, other]) + self.account.met([other, one])
    }

    /// Whether `players` have met as often as they are to.
    pub(super) fn is_over_among(&self, players: &[usize], meetings: u32) -> bool {
        players
            .iter()
            .enumerate()
            .all(|(place, &one)| players[place + 1..].iter().all(|&other| self.met(one, other) >= meetings))
    }

    /// The next round of the players who are there, by their numbers in the hall; nothing where they have
    /// met as often as they are to.
    pub(super) fn next_round(&self, there: &[usize], meetings: Option<u32>) -> Option<Pairs> {
        if there.len() < 2 || meetings.is_some_and(|meetings| self.is_over_among(there, meetings)) {
            return None;
        }
        let round = self.history(there).next_round();
        let named = |pair: [usize; 2]| pair.map(|place| there[place]);
        // Where some come late, those who have met often enough wait for them.
        let fresh = |&[one, other]: &[usize; 2]| meetings.is_none_or(|most| self.met(one, other) < most);
        let pairs: Vec<[usize; 2]> = round.pairs.into_iter().map(named).filter(fresh).collect();
        if pairs.is_empty() {
            return Some(Pairs { pairs: self.last_pairs(there, fresh), bye: None });
        }
        Some(Pairs { pairs, bye: round.bye.map(|place| there[place]) })
    }

    /// What has been played, as far as those who are there have to do with it.
    fn history(&self, there: &[usize]) -> History {
        let mut history = History::new(there.len());
        for (place, &player) in there.iter().enumerate() {
            if let Some(member) = self.members.get(&player) {
                history.byes[place] = member.byes;
                history.leads[place] = member.lead;
            }
            for (games, &other) in history.games[place].iter_mut().zip(there) {
                *games = self.account.met([player, other]);
            }
        }
        history
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
        self.account.standings()
    }

    /// The tournament as watchers see it; `name` tells names, `is_here` who is connected.
    pub(super) fn shown<'n>(&self, name: impl Fn(usize) -> &'n str, is_here: impl Fn(usize) -> bool) -> Value {
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
            "position": self.start.to_string(), "plies": self.plies, "round": self.rounds, "games": self.games(),
            "standings": self.standings().iter().map(row).collect::<Vec<_>>(),
        })
    }
}
