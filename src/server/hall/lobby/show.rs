//! What happens in the hall, as those who watch see it.

use super::super::messages::texts;
use super::super::table::{MadeHere, Table, in_seconds};
use super::super::tournament::Tournament;
use super::{Lobby, RECENT};
use crate::arena::GameResult;
use crate::arena::standings::{Standing, totals};
use serde_json::{Value, json};

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
            player.link.map(|_| json!({"name": player.name, "player": number, "game": player.table}))
        };
        json!({
            "type": "hall",
            "seconds": self.settings.move_time.as_secs_f64(),
            "clock": self.settings.clock.map(in_seconds),
            "tournaments": (0..self.tournaments.len()).map(|number| self.tournament_shown(number)).collect::<Vec<_>>(),
            "totals": self.totals(),
            "players": self.players.iter().enumerate().filter_map(here).collect::<Vec<_>>(),
            "games": self.tables.values().map(|table| self.game(table)).collect::<Vec<_>>(),
            "recent": self.recent,
        })
    }

    fn name(&self, player: usize) -> String {
        self.players[player].name.clone()
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
        let whole = |tournament: &Tournament| {
            let mut all: Vec<Standing> =
                (0..self.players.len()).map(|player| Standing { player, ..Standing::default() }).collect();
            for standing in tournament.standings() {
                let player = standing.player;
                all[player] = standing;
            }
            all
        };
        let all: Vec<Vec<Standing>> =
            self.tournaments.iter().filter(|other| !other.results.is_empty()).map(whole).collect();
        let rows = totals(&all).into_iter().filter(|total| total.games.games() > 0).map(|total| {
            json!({"name": self.name(total.player), "rank": total.rank, "points": total.points, "games": total.games.games()})
        });
        rows.collect()
    }

    fn game(&self, table: &Table) -> Value {
        let round = &table.round;
        json!({
            "game": table.fixture.number, "attempt": table.attempt, "tournament": table.tournament,
            "plies": table.fixture.plies, "players": table.seats.map(|player| self.name(player)),
            "start": round.start().to_string(), "position": round.position().to_string(),
            "moves": texts(round.plies().iter().map(|ply| ply.mv)),
            "to_move": round.to_move().as_str(), "scores": round.scores(),
        })
    }

    fn show(&self, event: &Value) {
        // Where nobody watches, nobody is shown anything.
        let _ = self.events.send(event.to_string().into());
    }

    pub(super) fn show_coming(&self, player: usize, is_here: bool) {
        self.show(&json!({"type": if is_here { "came" } else { "left" }, "name": self.name(player)}));
        for number in 0..self.tournaments.len() {
            if self.players[player].wants.contains(&number) {
                self.show_standings(number);
            }
        }
    }

    pub(super) fn show_begin(&self, number: usize) {
        if let Some(table) = self.tables.get(&number) {
            let mut event = self.game(table);
            event["type"] = "paired".into();
            self.show(&event);
        }
    }

    pub(super) fn show_move(&self, number: usize, made: &MadeHere) {
        let Some(table) = self.tables.get(&number) else { return };
        let round = &table.round;
        self.show(&json!({
            "type": "moved", "game": number, "ply": round.plies().len(), "move": made.ply.mv.to_string(),
            "by": made.ply.by.as_str(), "gain": made.ply.gain, "position": round.position().to_string(),
            "to_move": round.to_move().as_str(), "scores": round.scores(), "seconds": made.time.as_secs_f64(),
            "value": made.choice.value, "depth": made.choice.depth,
        }));
    }

    pub(super) fn show_end(&mut self, table: &Table, result: &GameResult, again: bool) {
        let mut event = self.game(table);
        event["type"] = "over".into();
        event["result"] = result.verdict.outcome.as_str().into();
        event["reason"] = result.verdict.reason().into();
        event["message"] = result.verdict.forfeit.as_ref().map(|forfeit| forfeit.message.clone()).into();
        event["again"] = again.into();
        self.show(&event);
        self.recent.push_front(event);
        self.recent.truncate(RECENT);
    }

    pub(super) fn show_standings(&self, number: usize) {
        if self.events.receiver_count() == 0 {
            return;
        }
        let mut event = self.tournament_shown(number);
        event["type"] = "standings".into();
        event["totals"] = self.totals();
        self.show(&event);
    }
}
