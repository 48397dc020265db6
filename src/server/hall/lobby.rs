//! Everything that happens in the hall, one thing after another: programs come, are paired, move, and go.

mod players;
mod rounds;
mod show;
#[cfg(test)]
mod tests;

use super::HallSettings;
use super::log::{HallError, Log};
use super::messages::{FromProgram, Moves, ToProgram, brief, read};
use super::name::Name;
use super::numbered::Numbered;
use super::table::{Heard, MadeHere, Table};
use super::tournament::Tournament;
use super::watch::{Look, Watching};
use crate::arena::{Forfeit, GameResult, REMATCHES};
use crate::chance::Chance;
use crate::games::{Outcome, Seat};
use players::{Absence, Player};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, mpsc};

/// The most programs that are here at once, and tournaments.
const MOST_LINKS: usize = 512;
const MOST_TOURNAMENTS: usize = 64;
/// The most tournaments that one wish opens.
const MOST_AT_ONCE: usize = 9;
/// The most names: of those who have played, here or not, and of those who are here.
const MOST_PLAYERS: usize = 4096;
/// How long a program that has connected may take to say who it is.
const TO_SAY_HELLO: Duration = Duration::from_secs(10);
/// How much useless things a program may say before it is shown the door.
const MOST_STRIKES: u32 = 32;
/// How many of the last games watchers see.
const RECENT: usize = 20;

/// The hall.
pub(super) struct Lobby {
    settings: HallSettings,
    log: Log,
    events: broadcast::Sender<Arc<str>>,
    links: HashMap<u64, Link>,
    players: Numbered<Player>,
    tournaments: Numbered<Tournament>,
    tables: BTreeMap<usize, Table>,
    next_game: usize,
    /// How many rounds have begun since the hall was opened.
    turns: usize,
    /// When the last program came: a round begins a little later, so that more can come.
    last_came: Option<Instant>,
    /// Whether something has happened by which a round may begin.
    may_begin: bool,
    /// Decides what nobody is to foresee.
    chance: Chance,
    /// The last look at the hall that somebody took.
    look: Option<Look>,
    /// The tournaments of which the standings have changed since they were shown, and when they are shown again.
    changed: BTreeSet<usize>,
    show_changed_at: Option<Instant>,
    /// The last games that are over, as watchers see them.
    recent: VecDeque<serde_json::Value>,
}

/// A program that is connected.
struct Link {
    outbox: mpsc::Sender<String>,
    /// When it connected.
    came: Instant,
    /// Who it is, once it has said so.
    player: Option<usize>,
    strikes: u32,
}

impl Lobby {
    /// A hall as its record left it.
    pub(super) fn open(settings: HallSettings, events: broadcast::Sender<Arc<str>>) -> Result<Self, HallError> {
        let (log, past) = Log::open(&settings, RECENT)?;
        let absence = Absence::Awaited(Instant::now() + settings.absence);
        let mut lobby = Self {
            settings,
            log,
            events,
            links: HashMap::new(),
            players: past.players.into_iter().map(|name| Player::new(Name::known(name), absence)).collect(),
            tournaments: past.tournaments.into_iter().collect(),
            tables: BTreeMap::new(),
            next_game: past.next_game,
            turns: 0,
            last_came: None,
            may_begin: false,
            chance: Chance::from_time(),
            look: None,
            changed: BTreeSet::new(),
            show_changed_at: None,
            recent: VecDeque::new(),
        };
        past.recent.iter().for_each(|game| lobby.recall(game));
        for start in lobby.settings.starts.clone() {
            for plies in lobby.settings.plies.clone() {
                let number = lobby.tournament(&start, plies);
                lobby.tournaments[number].is_own = true;
            }
        }
        lobby.close_deserted();
        Ok(lobby)
    }

    /// The number of the tournament with this start and limit, opened where there is none.
    fn tournament(&mut self, start: &crate::games::Position, plies: Option<u32>) -> usize {
        let start = crate::games::Round::new(start.clone()).start().clone();
        let there = self.tournaments.find(|other| other.start == start && other.plies == plies);
        there.unwrap_or_else(|| self.tournaments.add(Tournament::new(start, plies)))
    }

    /// A program has connected.
    pub(super) fn came(&mut self, id: u64, outbox: mpsc::Sender<String>) {
        if self.links.len() < MOST_LINKS {
            self.links.insert(id, Link { outbox, came: Instant::now(), player: None, strikes: 0 });
        } else {
            let message = ToProgram::Error { code: "busy", message: "too many programs are here: come again" };
            let _ = outbox.try_send(message.text());
        }
    }

    /// A program has said something, or something that is no message.
    pub(super) fn said(&mut self, id: u64, line: Result<String, String>, at: Instant) -> Result<(), HallError> {
        let Some(link) = self.links.get(&id) else { return Ok(()) };
        let player = link.player;
        match line.and_then(|line| read(&line)) {
            Ok(FromProgram::Hello(hello)) => self.hello(id, &hello, at)?,
            Ok(FromProgram::Move(moves)) => match player {
                Some(player) => self.moved(id, player, &moves, at)?,
                None => {
                    let message = "say who you are first: {\"type\":\"hello\",\"name\":\"…\"}";
                    self.object(id, "no-hello", message, at)?;
                }
            },
            Ok(FromProgram::Leave) => self.go(id, "it left", Absence::Left)?,
            Err(why) => {
                self.object(id, "protocol", &why, at)?;
                self.noise(id, &why, at)?;
            }
        }
        self.begin_rounds(at)
    }

    /// Tells a program that what it said was of no use; after many of those it has lost what it plays, and is
    /// shown the door.
    fn object(&mut self, id: u64, code: &'static str, message: &str, at: Instant) -> Result<(), HallError> {
        const TOO_MUCH: &str = "it said too much that was of no use";
        self.tell_link(id, &ToProgram::Error { code, message });
        let Some(link) = self.links.get_mut(&id) else { return Ok(()) };
        link.strikes += 1;
        if link.strikes < MOST_STRIKES {
            return Ok(());
        }
        self.noise(id, TOO_MUCH, at)?;
        self.go(id, TOO_MUCH, Absence::Left)
    }

    /// A program moves.
    fn moved(&mut self, id: u64, player: usize, moves: &Moves, at: Instant) -> Result<(), HallError> {
        let Some(number) = self.players[player].table else {
            return self.object(id, "no-game", "you have no game: wait for \"your-move\"", at);
        };
        let Some(table) = self.tables.get_mut(&number) else { return Ok(()) };
        match table.hear(player, moves, self.next_game, at) {
            Heard::Made(made) => {
                // Who repeats each of its moves is a nuisance, but none that grows.
                if let Some(link) = self.links.get_mut(&id) {
                    link.strikes = 0;
                }
                self.made(number, &made)
            }
            Heard::Old => self.object(id, "old", "that was answered before", at),
            Heard::Lost(forfeit) => self.lost(number, player, forfeit),
        }
    }

    /// Whoever says what is no message loses the game that it plays.
    fn noise(&mut self, id: u64, why: &str, at: Instant) -> Result<(), HallError> {
        let Some(player) = self.links.get(&id).and_then(|link| link.player) else { return Ok(()) };
        let Some(number) = self.players[player].table else { return Ok(()) };
        let Some(table) = self.tables.get_mut(&number) else { return Ok(()) };
        let forfeit = table.hear_noise(player, why.to_owned(), at);
        self.lost(number, player, forfeit)
    }

    /// A move was made: it is recorded, told, and the game goes on.
    fn made(&mut self, number: usize, made: &MadeHere) -> Result<(), HallError> {
        let Some(table) = self.tables.get(&number) else { return Ok(()) };
        self.log.moved(table, made)?;
        let round = &table.round;
        let message = ToProgram::Moved {
            game: number,
            ply: table.next_ply() - 1,
            r#move: made.ply.mv.to_string(),
            by: made.ply.by.as_str(),
            gain: made.ply.gain,
            position: round.position().to_string(),
            scores: round.scores(),
        };
        let seats = table.seats;
        seats.into_iter().for_each(|player| self.tell(player, &message));
        self.show_move(number, made);
        match self.tables.get(&number).and_then(|table| table.result(None)) {
            Some(result) => self.over(number, result),
            None => {
                self.ask(number);
                Ok(())
            }
        }
    }

    /// Asks the side to move.
    fn ask(&mut self, number: usize) {
        let Some(table) = self.tables.get_mut(&number) else { return };
        let message = table.ask(Instant::now());
        let player = table.to_move();
        self.send(player, message);
    }

    /// A player has lost its game other than by the rules.
    fn lost(&mut self, number: usize, player: usize, forfeit: Forfeit) -> Result<(), HallError> {
        let forfeit = Forfeit { message: brief(forfeit.message), ..forfeit };
        let Some(table) = self.tables.get(&number) else { return Ok(()) };
        let seat = table.seat_of(player);
        match seat.and_then(|seat| table.result(Some((seat, forfeit)))) {
            Some(result) => self.over(number, result),
            None => Ok(()),
        }
    }

    /// A game is over: it is recorded and counted once, and both are free for the next. A tied one of XO is
    /// played again.
    fn over(&mut self, number: usize, result: GameResult) -> Result<(), HallError> {
        let Some(table) = self.tables.remove(&number) else { return Ok(()) };
        let again = result.is_played_again(&table.fixture.start, REMATCHES);
        self.log.ends(&table, &result, again)?;
        self.tell_end(&table, &result, again);
        self.show_end(&table, &result.verdict, again);
        if again {
            return self.begin_playing(table.rematch(Instant::now()));
        }
        for player in table.seats {
            self.players[player].table = None;
            self.players[player].games = self.players[player].games.map(|games| games.saturating_sub(1));
        }
        self.may_begin = true;
        self.tournaments[table.tournament].count(&result);
        self.show_standings(table.tournament);
        self.tell_what_is_finished();
        Ok(())
    }

    /// Tells both how their game ended.
    fn tell_end(&self, table: &Table, result: &GameResult, again: bool) {
        for seat in [Seat::First, Seat::Second] {
            let you = match result.verdict.outcome {
                Outcome::Won(winner) if winner == seat => "won",
                Outcome::Won(_) => "lost",
                Outcome::Tied => "tied",
            };
            let message = ToProgram::Over {
                game: table.fixture.number,
                you,
                result: result.verdict.outcome.as_str(),
                reason: result.verdict.reason(),
                message: result.verdict.forfeit.as_ref().map(|forfeit| &*forfeit.message),
                scores: table.round.scores(),
                again,
            };
            self.tell(table.seats[seat.index()], &message);
        }
    }

    /// When something is due though nobody says anything.
    pub(super) fn next_wake(&self) -> Option<Instant> {
        let tables = self.tables.values().map(Table::given_up_at).min();
        let round = self.last_came.map(|at| at + self.settings.gather);
        let returns = self.given_up_at().map(|(_, until)| until).min();
        let strangers = self.strangers().map(|(_, until)| until).min();
        tables.into_iter().chain(round).chain(returns).chain(strangers).chain(self.show_changed_at).min()
    }

    /// The connections whose program has not said who it is, and until when it may.
    fn strangers(&self) -> impl Iterator<Item = (u64, Instant)> {
        let strangers = self.links.iter().filter(|(_, link)| link.player.is_none());
        strangers.map(|(&id, link)| (id, link.came + TO_SAY_HELLO))
    }

    /// Does what is due: gives up those who are silent, and begins rounds.
    pub(super) fn wake(&mut self, now: Instant) -> Result<(), HallError> {
        let silent = |table: &&Table| table.given_up_at() <= now;
        let due: Vec<usize> = self.tables.values().filter(silent).map(|table| table.fixture.number).collect();
        for number in due {
            if let Some(table) = self.tables.get(&number) {
                let (player, forfeit) = (table.to_move(), table.silent(now));
                self.lost(number, player, forfeit)?;
            }
        }
        let mute: Vec<u64> = self.strangers().filter(|&(_, until)| until <= now).map(|(id, _)| id).collect();
        for id in mute {
            let message = ToProgram::Error { code: "no-hello", message: "you have not said who you are: come again" };
            self.tell_link(id, &message);
            self.links.remove(&id);
        }
        if self.last_came.is_some_and(|at| at + self.settings.gather <= now) {
            self.last_came = None;
            self.may_begin = true;
        }
        let given_up: Vec<usize> =
            self.given_up_at().filter(|&(_, until)| until <= now).map(|(player, _)| player).collect();
        if !given_up.is_empty() {
            for player in given_up {
                self.players[player].absence = Absence::GivenUp;
                self.forget(player);
            }
            self.tell_what_is_finished();
        }
        self.show_changed(now);
        self.begin_rounds(now)
    }

    fn tell(&self, player: usize, message: &ToProgram<'_>) {
        self.send(player, message.text());
    }

    fn tell_link(&self, id: u64, message: &ToProgram<'_>) {
        if let Some(link) = self.links.get(&id) {
            let _ = link.outbox.try_send(message.text());
        }
    }

    /// Sends a player something. Who has read nothing for so long that no more can wait hears no more, and
    /// loses by silence.
    fn send(&self, player: usize, message: String) {
        if let Some(link) = self.players[player].link.and_then(|id| self.links.get(&id)) {
            let _ = link.outbox.try_send(message);
        }
    }

    /// The hall as it was a moment ago, and what happens in it from then on.
    pub(super) fn watching(&mut self, now: Instant) -> Watching {
        let last = self.look.take().filter(|look| look.is_fresh(now));
        let look = last.unwrap_or_else(|| Look::new(self.snapshot().to_string().into(), now));
        let watching = Watching::new(look.clone(), self.events.subscribe());
        self.look = Some(look);
        watching
    }
}
