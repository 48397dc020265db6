//! Who comes and goes, and which tournaments that ends.

use super::super::log::HallError;
use super::super::messages::{Hello, PROTOCOL, ToProgram, Wish};
use super::super::name::Name;
use super::super::table::in_seconds;
use super::{Lobby, MOST_AT_ONCE, MOST_PLAYERS, MOST_TOURNAMENTS};
use crate::arena::{Forfeit, ForfeitKind};
use crate::games::Position;
use std::time::Instant;

/// A player, here or not.
pub(super) struct Player {
    pub(super) name: Name,
    pub(super) link: Option<u64>,
    /// The tournaments that it wants to play in, while it is here.
    pub(super) wants: Vec<usize>,
    /// How many games more it wants to play, if it said so.
    pub(super) games: Option<u32>,
    /// The game that it plays.
    pub(super) table: Option<usize>,
    /// What is known of its return, while it is not here.
    pub(super) absence: Absence,
}

/// Whether somebody comes back who is not here.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Absence {
    /// Its connection is lost: it is waited for until then.
    Awaited(Instant),
    /// It was waited for long enough.
    GivenUp,
    /// It said that it leaves.
    Left,
}

impl Player {
    /// A player who is not here.
    pub(super) fn new(name: Name, absence: Absence) -> Self {
        Self { name, link: None, wants: Vec::new(), games: None, table: None, absence }
    }

    /// Whether it may yet play in a tournament.
    fn is_awaited(&self, tournament: usize) -> bool {
        match self.link {
            Some(_) => self.wants.contains(&tournament) && self.games != Some(0),
            None => matches!(self.absence, Absence::Awaited(_)),
        }
    }
}

impl Lobby {
    /// A program says who it is.
    pub(super) fn hello(&mut self, id: u64, hello: &Hello, at: Instant) -> Result<(), HallError> {
        if self.links.get(&id).is_some_and(|link| link.player.is_some()) {
            return self.object(id, "twice", "you have said hello already", at);
        }
        let (name, wish) = match hello.read() {
            Ok(read) => read,
            Err(why) => return self.object(id, "bad-hello", &why, at),
        };
        let known = self.players.find(|player| player.name == name);
        if known.is_some_and(|player| self.players[player].link.is_some()) {
            return self.object(id, "name-taken", "somebody of this name is here: choose another", at);
        }
        if known.is_none() && self.players.len() >= MOST_PLAYERS {
            let message =
                format!("{MOST_PLAYERS} names are known here, and no more are taken: come under one of yours");
            return self.object(id, "busy", &message, at);
        }
        let wanted = match self.wanted(&wish) {
            Ok(wanted) => wanted,
            Err(why) => return self.object(id, "bad-hello", &why, at),
        };
        let player = known.unwrap_or_else(|| self.players.add(Player::new(name, Absence::Left)));
        self.players[player].link = Some(id);
        self.players[player].wants.clone_from(&wanted);
        self.players[player].games = hello.games;
        if let Some(link) = self.links.get_mut(&id) {
            link.player = Some(player);
        }
        wanted.iter().for_each(|&number| self.tournaments[number].enter(player));
        self.last_came.get_or_insert(at);
        self.tell_welcome(player);
        self.show_coming(player, true);
        wanted.into_iter().for_each(|number| self.show_standings(number));
        // Who comes back with another wish is not waited for where it was.
        self.tell_what_is_finished();
        Ok(())
    }

    fn tell_welcome(&self, player: usize) {
        let Player { name, wants, .. } = &self.players[player];
        let message = ToProgram::Welcome {
            protocol: PROTOCOL,
            name: name.as_str(),
            tournaments: wants.iter().map(|&number| self.tournaments[number].announced()).collect(),
            seconds: self.settings.move_time.as_secs_f64(),
            clock: self.settings.clock.map(in_seconds),
        };
        self.tell(player, &message);
    }

    /// The tournaments that fit a wish; where none does and the hall is open, a new one. A wish without a game is
    /// one for what the hall itself plays.
    pub(super) fn wanted(&mut self, wish: &Wish) -> Result<Vec<usize>, String> {
        let fitting = |lobby: &Self| -> Vec<usize> {
            let all = lobby.tournaments.iter();
            all.filter(|(_, other)| other.is_own || wish.names_a_game())
                .filter(|(_, other)| wish.fits(&other.start, other.plies))
                .map(|(number, _)| number)
                .collect()
        };
        let found = fitting(self);
        if !found.is_empty() {
            return Ok(found);
        }
        let Some(start) = wish.start.clone().filter(|_| self.settings.open) else {
            let there: Vec<String> = self.tournaments.iter().map(|(_, tournament)| tournament.title()).collect();
            let more = if self.settings.open { ", or name a game and a size" } else { "" };
            return Err(format!("nothing like that is played here: choose among {}{more}", there.join(", ")));
        };
        if !start.has_move() && !matches!(&start, Position::Domineering(board) if board.turn().is_none()) {
            return Err("that game is over before it begins".to_owned());
        }
        let plies = wish.plies.clone().unwrap_or_else(|| vec![None]);
        if plies.len() > MOST_AT_ONCE {
            return Err(format!("that is a wish for {} tournaments: name {MOST_AT_ONCE} limits at most", plies.len()));
        }
        if self.tournaments.len() + plies.len() > MOST_TOURNAMENTS {
            return Err(format!("there are {} tournaments already: choose one of them", self.tournaments.len()));
        }
        for plies in plies {
            self.tournament(&start, plies);
        }
        Ok(fitting(self))
    }

    /// Whether all who may yet play in a tournament have met as often as they are to.
    pub(super) fn is_over(&self, number: usize) -> bool {
        let tournament = &self.tournaments[number];
        let is_over = |meetings| {
            let awaited = tournament.members().filter(|&player| self.players[player].is_awaited(number));
            let awaited: Vec<usize> = awaited.collect();
            tournament.has_begun() && tournament.is_over_among(&awaited, meetings)
        };
        self.settings.meetings.is_some_and(is_over)
    }

    /// Tells those who are here where they stand in the tournaments that are over, each of them once; whenever somebody
    /// is not waited for any more, other tournaments than the one that it played in may be.
    pub(super) fn tell_what_is_finished(&mut self) {
        if self.settings.meetings.is_none() {
            return;
        }
        for number in self.tournaments.numbers() {
            let is_over = self.is_over(number);
            if std::mem::replace(&mut self.tournaments[number].is_over, is_over) != is_over {
                self.show_standings(number);
            }
            if is_over {
                self.tell_ranks(number);
            } else {
                self.tournaments[number].untell();
            }
        }
    }

    /// Tells those who have not been told where they stand in a tournament that is over.
    fn tell_ranks(&mut self, number: usize) {
        let players = &self.players;
        let is_here = |player: usize| players[player].link.is_some() && players[player].wants.contains(&number);
        let told = self.tournaments[number].tell(is_here);
        if told.is_empty() {
            return;
        }
        let tournament = &self.tournaments[number];
        let standings = tournament.standings();
        for standing in standings.iter().filter(|standing| told.contains(&standing.player)) {
            let announced = tournament.announced();
            let message = ToProgram::Finished {
                position: announced.position,
                plies: announced.plies,
                rank: standing.rank,
                points: standing.points,
                players: tournament.played(),
            };
            self.tell(standing.player, &message);
        }
    }

    /// The connection of a program is gone; it may come back.
    pub(in super::super) fn left(&mut self, id: u64, why: &str) -> Result<(), HallError> {
        self.go(id, why, Absence::Awaited(Instant::now() + self.settings.absence))
    }

    /// A program is gone; a game that it plays is lost.
    pub(super) fn go(&mut self, id: u64, why: &str, absence: Absence) -> Result<(), HallError> {
        let Some(link) = self.links.remove(&id) else { return Ok(()) };
        let Some(player) = link.player else { return Ok(()) };
        self.players[player].link = None;
        self.players[player].absence = absence;
        if let Some(number) = self.players[player].table {
            self.lost(number, player, Forfeit::new(ForfeitKind::Crash, why))?;
        }
        // Who has played all that it wanted does not come back for more.
        let absence = if self.players[player].games == Some(0) { Absence::Left } else { absence };
        self.players[player].absence = absence;
        self.may_begin = true;
        self.show_coming(player, false);
        let wanted = std::mem::take(&mut self.players[player].wants);
        if absence == Absence::Left || !self.log.knows(player) {
            self.forget(player);
        }
        for number in wanted {
            if self.tournaments.contains(number) {
                self.show_standings(number);
            }
        }
        self.tell_what_is_finished();
        self.begin_rounds(Instant::now())
    }

    /// Lets a player who is gone out of the tournaments in which nothing has happened to it, and its name go if
    /// nothing is recorded of it.
    pub(super) fn forget(&mut self, player: usize) {
        for number in self.tournaments.numbers() {
            if self.tournaments[number].leave(player) {
                self.show_standings(number);
            }
        }
        self.close_deserted();
        if !self.log.knows(player) {
            self.players.remove(player);
        }
    }

    /// Closes the tournaments that a wish opened and nobody takes part in any more.
    pub(super) fn close_deserted(&mut self) {
        for number in self.tournaments.numbers() {
            if self.tournaments[number].is_deserted() {
                self.tournaments.remove(number);
                self.show_closed(number);
            }
        }
    }

    /// When the players who are not here are given up.
    pub(super) fn given_up_at(&self) -> impl Iterator<Item = (usize, Instant)> {
        let absent = self.players.iter().filter(|(_, player)| player.link.is_none());
        absent.filter_map(|(number, player)| match player.absence {
            Absence::Awaited(until) => Some((number, until)),
            Absence::GivenUp | Absence::Left => None,
        })
    }
}
