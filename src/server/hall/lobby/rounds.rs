//! Rounds: whoever is free is paired, and games begin.

use super::super::log::HallError;
use super::super::messages::ToProgram;
use super::super::table::Table;
use super::super::tournament::ToPlay;
use super::Lobby;
use crate::arena::{Fixture, TimeControl};
use crate::games::Seat;
use std::time::Instant;

impl Lobby {
    /// Begins a round of every tournament whose players are all free. That of which the last round is
    /// longest ago comes first, however many it has had; where tournaments end, one after the other.
    pub(super) fn begin_rounds(&mut self, now: Instant) -> Result<(), HallError> {
        if self.last_came.is_some() || !std::mem::take(&mut self.may_begin) {
            return Ok(());
        }
        let mut order = self.tournaments.numbers();
        if self.settings.meetings.is_none() {
            order.sort_by_key(|&number| self.tournaments[number].turn);
        }
        for number in order {
            let there: Vec<usize> = self.there(number);
            self.tournaments[number].has_met |= there.len() > 1;
            if there.iter().all(|&player| self.players[player].table.is_none()) {
                self.begin_round(number, there, now)?;
            }
        }
        Ok(())
    }

    /// The players of a tournament who are here and want to play.
    fn there(&self, number: usize) -> Vec<usize> {
        let is_there = |player: &usize| {
            let player = &self.players[*player];
            player.link.is_some() && player.wants.contains(&number) && player.games != Some(0)
        };
        self.tournaments[number].members().filter(is_there).collect()
    }

    fn begin_round(&mut self, number: usize, mut there: Vec<usize>, now: Instant) -> Result<(), HallError> {
        // Games that a closed hall broke off are played first, anew, by the numbers that they had.
        let mut games = Vec::new();
        self.tournaments[number].broken_off.retain(|&broken| {
            let seats = broken.seats;
            let both = seats.iter().all(|seat| there.contains(seat)) && seats[0] != seats[1];
            if both {
                there.retain(|player| !seats.contains(player));
                games.push(broken);
            }
            !both
        });
        if games.is_empty() {
            let Some(round) = self.tournaments[number].next_round(&there, self.settings.meetings) else {
                return Ok(());
            };
            if round.pairs.is_empty() {
                return Ok(());
            }
            self.tournaments[number].rounds += 1;
            self.log.round(&self.tournaments[number])?;
            if let Some(player) = round.bye {
                self.log.bye(player, &self.players[player].name, &self.tournaments[number])?;
                self.tournaments[number].sit_out(player);
                let announced = self.tournaments[number].announced();
                self.tell(player, &ToProgram::Bye { position: announced.position, plies: announced.plies });
            }
            for seats in round.pairs {
                games.push(ToPlay { game: self.next_game, seats, asked: 0 });
                self.next_game += 1;
            }
        }
        self.turns += 1;
        self.tournaments[number].turn = self.turns;
        games.into_iter().try_for_each(|game| self.begin_game(number, game, now))
    }

    fn begin_game(&mut self, tournament: usize, game: ToPlay, now: Instant) -> Result<(), HallError> {
        let ToPlay { game, seats, asked } = game;
        let of = &self.tournaments[tournament];
        // Who could foresee who begins a rematch would know whether a tie is worth having.
        let seed = self.chance.seed();
        let fixture = Fixture { number: game, seats, start: of.start.clone(), plies: of.plies, seed };
        let time = TimeControl { per_move: Some(self.settings.move_time), clock: self.settings.clock };
        self.begin_playing(Table::new(tournament, fixture, time, now).counted_on(asked))
    }

    /// A game begins, or is played again.
    pub(super) fn begin_playing(&mut self, table: Table) -> Result<(), HallError> {
        let game = table.fixture.number;
        self.log.begins(&table, table.seats.map(|player| &self.players[player].name))?;
        for seat in [Seat::First, Seat::Second] {
            let [player, opponent] = [seat, seat.other()].map(|seat| table.seats[seat.index()]);
            self.players[player].table = Some(game);
            let message = ToProgram::Paired {
                game,
                attempt: table.attempt,
                position: table.round.start().to_string(),
                plies: table.fixture.plies,
                you: seat.as_str(),
                opponent: self.players[opponent].name.as_str(),
                seconds: self.settings.move_time.as_secs_f64(),
            }
            .text();
            self.send(player, message);
        }
        self.tables.insert(game, table);
        self.show_begin(game);
        self.ask(game);
        Ok(())
    }
}
