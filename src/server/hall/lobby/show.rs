//! What happens in the hall, as those who watch see it.

use super::super::FRESH;
use super::super::messages::texts;
use super::super::table::{MadeHere, Table, in_seconds};
use super::super::tournament::Tournament;
use super::{Lobby, RECENT};
use crate::arena::standings::totals;
use crate::arena::{Fixture, Playing, RecordedGame, Verdict};
use crate::games::Round;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

impl Tournament {
    /// Its start and limit in a few words.
    pub(super) fn title(&self) -> String {
        match self.plies {
            Some(plies) => format!("{} with {plies} plies", self.start),
            None => self.start.to_string(),
        }
    }
}

impl Lobby {
    /// The whole hall.
    pub(super) fn snapshot(&self) -> Value {
        let here = |(number, player): (usize, &super::Player)| {
            player.link.map(|_| json!({"name": player.name.as_str(), "player": number, "game": player.table}))
        };
        json!({
            "type": "hall",
            "seconds": self.settings.move_time.as_secs_f64(),
            "clock": self.settings.clock.map(in_seconds),
            "tournaments": self.tournaments.iter().map(|(number, _)| self.tournament_shown(number)).collect::<Vec<_>>(),
            "totals": self.totals(),
            "players": self.players.iter().filter_map(here).collect::<Vec<_>>(),
            "games": self.tables.values().map(|table| self.table_shown(table)).collect::<Vec<_>>(),
            "recent": self.recent,
        })
    }

    fn name(&self, player: usize) -> &str {
        self.players[player].name.as_str()
    }

    fn tournament_shown(&self, number: usize) -> Value {
        let is_here = |player: usize| self.players[player].link.is_some();
        let mut shown = self.tournaments[number].shown(|player| self.name(player), is_here);
        shown["tournament"] = number.into();
        shown["meetings"] = self.settings.meetings.into();
        shown["over"] = self.is_over(number).into();
        shown
    }

    /// The points of all tournaments together, of those who have any games.
    fn totals(&self) -> Value {
        let played = self.tournaments.iter().filter(|(_, tournament)| tournament.games() > 0);
        let all: Vec<_> = played.map(|(_, tournament)| tournament.standings()).collect();
        let rows = totals(&all).into_iter().filter(|total| total.games.games() > 0).map(|total| {
            json!({"name": self.name(total.player), "rank": total.rank, "points": total.points, "games": total.games.games()})
        });
        rows.collect()
    }

    fn table_shown(&self, table: &Table) -> Value {
        self.game(table.playing(), table.tournament, &table.round)
    }

    /// A playing of a game in a tournament, as far as it has come.
    fn game(&self, playing: Playing<'_>, tournament: usize, round: &Round) -> Value {
        json!({
            "game": playing.fixture.number, "attempt": playing.attempt, "tournament": tournament,
            "plies": playing.fixture.plies, "players": playing.seats.map(|player| self.name(player)),
            "start": round.start().to_string(), "position": round.position().to_string(),
            "moves": texts(round.plies().iter().map(|ply| ply.mv)),
            "to_move": round.to_move().as_str(), "scores": round.scores(),
        })
    }

    fn show(&mut self, event: &Value) {
        let event: Arc<str> = event.to_string().into();
        let now = Instant::now();
        // What nobody is given any more is not kept.
        self.look.take_if(|look| !look.is_fresh(now) || !look.happened(&event));
        // Where nobody watches, nobody is shown anything.
        let _ = self.events.send(event);
    }

    /// A player has come, or is gone.
    pub(super) fn show_coming(&mut self, player: usize, is_here: bool) {
        self.show(&json!({"type": if is_here { "came" } else { "left" }, "name": self.name(player)}));
    }

    /// A tournament is no more.
    pub(super) fn show_closed(&mut self, number: usize) {
        self.show(&json!({"type": "closed", "tournament": number}));
    }

    pub(super) fn show_begin(&mut self, number: usize) {
        if let Some(table) = self.tables.get(&number) {
            let mut event = self.table_shown(table);
            event["type"] = "paired".into();
            self.show(&event);
        }
    }

    pub(super) fn show_move(&mut self, number: usize, made: &MadeHere) {
        let Some(table) = self.tables.get(&number) else { return };
        let round = &table.round;
        self.show(&json!({
            "type": "moved", "game": number, "ply": round.plies().len(), "move": made.ply.mv.to_string(),
            "by": made.ply.by.as_str(), "gain": made.ply.gain, "position": round.position().to_string(),
            "to_move": round.to_move().as_str(), "scores": round.scores(), "seconds": made.time.as_secs_f64(),
            "value": made.choice.value, "depth": made.choice.depth,
        }));
    }

    pub(super) fn show_end(&mut self, table: &Table, verdict: &Verdict, again: bool) {
        let event = over(self.table_shown(table), verdict, again);
        self.show(&event);
        self.remember(event);
    }

    /// A game of which the record tells how it ended is one of the last again.
    pub(super) fn recall(&mut self, game: &RecordedGame) {
        let start = game.round.start();
        let tournament = self.tournaments.find(|other| other.start == *start && other.plies == game.plies);
        if let (Some(tournament), Some(verdict)) = (tournament, &game.verdict) {
            let (number, seats, plies) = (game.game, game.seats, game.plies);
            let fixture = Fixture { number, seats, start: start.clone(), plies, seed: 0 };
            let playing = Playing { fixture: &fixture, seats, attempt: game.attempt };
            self.remember(over(self.game(playing, tournament, &game.round), verdict, game.again));
        }
    }

    fn remember(&mut self, event: Value) {
        self.recent.push_front(event);
        self.recent.truncate(RECENT);
    }

    /// The standings of a tournament are others now: they are shown soon, once for all that happens until then.
    pub(super) fn show_standings(&mut self, number: usize) {
        self.changed.insert(number);
        self.show_changed_at.get_or_insert_with(|| Instant::now() + FRESH);
    }

    /// Shows the standings that have changed, when it is time.
    pub(super) fn show_changed(&mut self, now: Instant) {
        if self.show_changed_at.take_if(|at| *at <= now).is_none() {
            return;
        }
        let mut changed = std::mem::take(&mut self.changed);
        changed.retain(|&number| self.tournaments.contains(number));
        if self.events.receiver_count() == 0 && self.look.is_none() {
            return;
        }
        let totals = self.totals();
        for number in changed {
            let mut event = self.tournament_shown(number);
            event["type"] = "standings".into();
            event["totals"] = totals.clone();
            self.show(&event);
        }
    }
}

/// A game, and how it ended.
fn over(mut game: Value, verdict: &Verdict, again: bool) -> Value {
    game["type"] = "over".into();
    game["result"] = verdict.outcome.as_str().into();
    game["reason"] = verdict.reason().into();
    game["message"] = verdict.forfeit.as_ref().map(|forfeit| forfeit.message.clone()).into();
    game["again"] = again.into();
    game
}
