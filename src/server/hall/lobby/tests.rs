//! The hall without connections: what is said to it is a function call.

mod ends;

use super::super::HallSettings;
use super::*;
use futures_util::{FutureExt, StreamExt};
use serde_json::{Value, json};
use std::path::Path;

/// A hall, and the programs in it.
struct Hall {
    lobby: Lobby,
    outboxes: BTreeMap<u64, mpsc::Receiver<String>>,
    /// Who has heard, while games were played, that a tournament is over: what it heard.
    finished: Vec<(u64, Value)>,
    now: Instant,
}

impl Hall {
    fn open(starts: &[&str], record: Option<&Path>) -> Self {
        let starts = starts.iter().map(|start| start.parse().unwrap()).collect();
        let record = record.map(Path::to_owned);
        Self::of(HallSettings { starts, plies: vec![None], record, ..HallSettings::default() })
    }

    /// A hall in which rounds begin at once.
    fn of(settings: HallSettings) -> Self {
        let settings = HallSettings { gather: Duration::ZERO, ..settings };
        let lobby = Lobby::open(settings, broadcast::channel(1024).0).unwrap();
        Self { lobby, outboxes: BTreeMap::new(), finished: Vec::new(), now: Instant::now() }
    }

    /// A program comes and says something, to which it has the answer.
    fn come(&mut self, id: u64, message: Value) -> Value {
        let (outbox, messages) = mpsc::channel(1024);
        self.outboxes.insert(id, messages);
        self.lobby.came(id, outbox);
        self.say(id, message);
        let answer = self.outboxes.get_mut(&id).unwrap().try_recv().unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    fn hello(&mut self, id: u64, name: &str) -> Value {
        self.come(id, json!({"type": "hello", "name": name}))
    }

    fn say(&mut self, id: u64, message: Value) {
        self.lobby.said(id, Ok(message.to_string()), self.now).unwrap();
    }

    fn leave(&mut self, id: u64) {
        self.lobby.left(id, "it is gone").unwrap();
    }

    fn heard(&mut self, id: u64) -> Vec<Value> {
        let messages = self.outboxes.get_mut(&id).unwrap();
        let texts = std::iter::from_fn(|| messages.try_recv().ok());
        texts.map(|text| serde_json::from_str(&text).unwrap()).collect()
    }

    /// Lets rounds begin, and all who are asked make the first legal move, until nobody is asked or `games` are over.
    fn play(&mut self, games: usize) {
        self.lobby.wake(self.now).unwrap();
        let over = |lobby: &Lobby| lobby.tournaments.iter().map(|(_, tournament)| tournament.games()).sum::<usize>();
        while over(&self.lobby) < games {
            let Some(table) = self.lobby.tables.values().next() else { return };
            let mv = table.round.position().legal_moves()[0].to_string();
            let id = self.lobby.players[table.to_move()].link.unwrap();
            self.say(id, json!({"type": "move", "move": mv}));
            self.hear_all();
        }
    }

    /// Empties all outboxes.
    fn hear_all(&mut self) {
        for id in self.outboxes.keys().copied().collect::<Vec<_>>() {
            let heard = self.heard(id).into_iter().filter(|message| message["type"] == "finished");
            self.finished.extend(heard.map(|message| (id, message)));
        }
    }

    /// Who has heard since this was asked last that the tournament with which limit is over, in order.
    fn finished(&mut self) -> Vec<(u64, u64)> {
        self.hear_all();
        let finished = std::mem::take(&mut self.finished).into_iter();
        let mut finished: Vec<_> = finished.map(|(id, message)| (id, message["plies"].as_u64().unwrap())).collect();
        finished.sort_unstable();
        finished
    }

    fn shown(&self) -> Value {
        self.lobby.snapshot()
    }
}

#[test]
fn strangers_who_come_and_go_leave_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("hall.jsonl");
    let mut hall = Hall::open(&["dots:1x1"], Some(&record));
    for id in 0..5000 {
        assert_eq!(hall.hello(id, &format!("stranger {id}"))["type"], "welcome");
        hall.leave(id);
    }
    assert_eq!((hall.lobby.players.len(), &hall.shown()["tournaments"][0]["standings"]), (0, &json!([])));
    assert_eq!(std::fs::read_to_string(&record).unwrap().lines().count(), 1, "nothing but its head is recorded");
    // Who has played is known, and whoever has not is not.
    ["Alan", "Jane", "Bertha"].iter().zip(9000..).for_each(|(name, id)| drop(hall.hello(id, name)));
    hall.play(1);
    assert_eq!(hall.hello(9009, "nobody")["type"], "welcome");
    [9000, 9001, 9002, 9009].into_iter().for_each(|id| hall.leave(id));
    let shown = hall.shown();
    let rows = shown["tournaments"][0]["standings"].as_array().unwrap();
    assert!(rows.len() == 3 && rows.iter().all(|row| row["name"] != "nobody"), "{shown}");
    assert_eq!(hall.lobby.players.len(), 3);
}

#[test]
fn a_hall_with_too_many_names_takes_no_more_but_lets_all_in_that_it_knows() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("hall.jsonl");
    let joins = (0..MOST_PLAYERS).map(|number| format!("{{\"joins\":\"Program {number}\"}}\n"));
    let head = "{\"schema\":\"gridsolve-record/1\",\"event\":\"hall\",\"players\":[],\"plan\":null}\n";
    std::fs::write(&record, joins.fold(head.to_owned(), |text, line| text + &line)).unwrap();
    let mut hall = Hall::open(&["dots:1x1"], Some(&record));
    let refused = hall.hello(0, "somebody new");
    assert_eq!(refused["code"], "busy");
    assert!(refused["message"].as_str().unwrap().starts_with("4096 names are known here"), "{refused}");
    for (id, name) in [(1, "Program 0"), (2, "program 4095"), (3, "PROGRAM  17")] {
        let welcome = hall.hello(id, name);
        let known = format!("Program {}", name.rsplit(' ').next().unwrap());
        assert_eq!((&welcome["type"], &welcome["name"]), (&json!("welcome"), &json!(known)), "{welcome}");
    }
    let taken = hall.hello(4, "PROGRAM 0");
    assert_eq!(taken["code"], "name-taken");
}

#[test]
fn tournaments_that_nobody_plays_in_are_closed_when_the_last_has_gone() {
    let mut hall = Hall::open(&["dots:1x1"], None);
    let plies: Vec<usize> = (1..=MOST_AT_ONCE).collect();
    let wish = |name: &str, game: &str| json!({"type": "hello", "name": name, "game": game, "plies": plies});
    for id in 0..2 * MOST_TOURNAMENTS as u64 {
        let welcome = hall.come(id, wish("restless", &format!("kings:1x{}", id + 1)));
        assert_eq!(welcome["tournaments"].as_array().map(Vec::len), Some(MOST_AT_ONCE), "{welcome}");
        // Whoever is not let in opens nothing.
        let taken = hall.come(1000 + id, wish("Restless", "cram:3x3"));
        assert_eq!((&taken["code"], hall.lobby.tournaments.len()), (&json!("name-taken"), 1 + MOST_AT_ONCE));
        hall.now += super::super::FRESH;
        let mut events = std::pin::pin!(hall.lobby.watching(hall.now).events());
        hall.leave(id);
        let mut closed = Vec::new();
        while let Some(Some(event)) = events.next().now_or_never() {
            let event: Value = serde_json::from_str(&event).unwrap();
            closed.extend(event["tournament"].as_u64().filter(|_| event["type"] == "closed"));
        }
        assert_eq!(closed.len(), MOST_AT_ONCE, "{closed:?}");
        assert_eq!(hall.lobby.tournaments.numbers(), [0], "the hall's own stays");
    }
    // What was played there is not forgotten.
    ["Alan", "Jane"].iter().zip(9000..).for_each(|(name, id)| {
        hall.come(id, json!({"type": "hello", "name": name, "game": "dots:1x2"}));
    });
    hall.play(1);
    [9000, 9001].into_iter().for_each(|id| hall.leave(id));
    assert_eq!(hall.lobby.tournaments.len(), 2);
}

#[test]
fn a_hall_that_goes_on_shows_what_it_showed() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("hall.jsonl");
    let starts = ["dots:1x2", "xo:2x2", "kings:2x3"];
    let mut games = 0;
    for visit in 0..4 {
        let mut hall = Hall::open(&starts, Some(&record));
        ["Alan", "Jane", "Bertha"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
        games += 7;
        hall.play(games);
        (0..3).for_each(|id| hall.leave(id));
        let before = in_order_of_names(hall.shown());
        drop(hall);
        let after = in_order_of_names(Hall::open(&starts, Some(&record)).shown());
        for field in ["tournaments", "totals", "recent", "players", "games"] {
            assert_eq!(after[field], before[field], "{field}, visit {visit}");
        }
        let tournaments = after["tournaments"].as_array().unwrap();
        assert!(tournaments.iter().all(|tournament| tournament["round"].as_u64() > Some(visit)), "{after}");
        assert_eq!(after["recent"].as_array().unwrap().len(), RECENT);
    }
}

/// The same with all standings by name: equals stand in the order in which something was heard of them.
fn in_order_of_names(mut shown: Value) -> Value {
    let by_name = |rows: &mut Value| rows.as_array_mut().unwrap().sort_by_key(|row| row["name"].to_string());
    by_name(&mut shown["totals"]);
    shown["tournaments"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|tournament| by_name(&mut tournament["standings"]));
    shown
}

#[test]
fn those_who_watch_share_one_look_and_miss_nothing() {
    let mut hall = Hall::open(&["dots:1x1"], None);
    // However long this takes, the look is fresh.
    hall.now += Duration::from_secs(3600);
    let early = hall.lobby.watching(hall.now);
    let snapshot = |watching: &Watching| Arc::clone(watching.look().snapshot());
    hall.hello(0, "Alan");
    let late = hall.lobby.watching(hall.now + super::super::FRESH / 2);
    assert!(Arc::ptr_eq(&snapshot(&early), &snapshot(&late)), "nobody has looked twice");
    hall.hello(1, "Jane");
    hall.play(1);
    let [early, late] = [early, late].map(|watching| {
        let mut events = std::pin::pin!(watching.events());
        std::iter::from_fn(|| events.next().now_or_never().flatten()).collect::<Vec<_>>()
    });
    assert_eq!(early, late);
    assert_eq!(early.iter().filter(|event| event.contains("\"came\"")).count(), 2, "{early:?}");
    let later = hall.lobby.watching(hall.now + super::super::FRESH);
    assert!(snapshot(&later).contains("Jane"), "what is no longer fresh is looked at anew");
    // However much happens meanwhile, not all of it is kept.
    for id in 2..2000 {
        hall.hello(id, "restless");
        hall.leave(id);
    }
    assert!(hall.lobby.look.is_none());
}

#[test]
fn a_look_that_nobody_is_given_any_more_keeps_nothing() {
    let mut hall = Hall::open(&["dots:1x1"], None);
    let before = Instant::now().checked_sub(super::super::FRESH).unwrap();
    drop(hall.lobby.watching(before));
    hall.hello(0, "Alan");
    assert!(hall.lobby.look.is_none());
}

#[test]
fn standings_are_shown_once_for_all_who_come_together() {
    let mut hall = Hall::open(&["dots:1x1", "dots:1x2"], None);
    let mut events = std::pin::pin!(hall.lobby.watching(hall.now).events());
    (0..100).for_each(|id| drop(hall.hello(id, &format!("Program {id}"))));
    assert!(hall.lobby.next_wake().unwrap() <= Instant::now() + super::super::FRESH);
    // Rounds begin, which change no standings.
    hall.lobby.wake(Instant::now() + super::super::FRESH).unwrap();
    let shown = std::iter::from_fn(|| events.next().now_or_never().flatten());
    let shown: Vec<Value> = shown.map(|event| serde_json::from_str(&event).unwrap()).collect();
    let standings: Vec<&Value> = shown.iter().filter(|event| event["type"] == "standings").collect();
    let rows = |event: &&Value| event["standings"].as_array().unwrap().len();
    assert_eq!(standings.iter().map(rows).collect::<Vec<_>>(), [100, 100]);
    assert_eq!(hall.lobby.show_changed_at, None);
}

#[test]
fn nobody_foresees_who_begins_a_rematch() {
    let begins = || {
        let mut hall = Hall::open(&["xo:2x2"], None);
        ["Alan", "Jane"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
        hall.play(1);
        let shown = hall.shown();
        let recent = shown["recent"].as_array().unwrap().iter();
        recent.map(|game| game["players"][0].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // Each has one in a million of the orders of twenty.
    assert_ne!(begins(), begins());
}

#[test]
fn useless_words_are_heard_so_often_and_no_oftener_and_lose_a_game() {
    let mut hall = Hall::open(&["dots:1x1"], None);
    ["Alan", "Jane"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
    hall.lobby.wake(hall.now).unwrap();
    hall.heard(0);
    hall.heard(1);
    let hello = json!({"type": "hello", "name": "Alan"});
    for said in 1..=MOST_STRIKES {
        assert!(hall.lobby.links.contains_key(&0), "{said}");
        hall.say(0, hello.clone());
    }
    assert!(!hall.lobby.links.contains_key(&0));
    let heard = hall.heard(0);
    assert_eq!(heard.iter().filter(|message| message["code"] == "twice").count(), MOST_STRIKES as usize, "{heard:?}");
    let over = hall.heard(1).into_iter().find(|message| message["type"] == "over").unwrap();
    assert_eq!((&over["you"], &over["reason"]), (&json!("won"), &json!("protocol")));
}

#[test]
fn what_was_said_before_a_hall_was_closed_is_old_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("hall.jsonl");
    let open = || {
        let mut hall = Hall::open(&["dots:2x2"], Some(&record));
        ["Alan", "Jane"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
        hall
    };
    // What was asked last, by whom it was answered, and the answer.
    let asked = |hall: &Hall| {
        let table = hall.lobby.tables.values().next().unwrap();
        let mv = table.round.position().legal_moves()[0].to_string();
        let answer = json!({"type": "move", "game": table.fixture.number, "ply": table.next_ply(), "move": mv});
        (hall.lobby.players[table.to_move()].link.unwrap(), answer)
    };
    let mut said: Vec<(u64, Value)> = Vec::new();
    for _ in 0..3 {
        let mut hall = open();
        hall.lobby.wake(hall.now).unwrap();
        hall.hear_all();
        for (id, answer) in &said {
            hall.say(*id, answer.clone());
            let heard = hall.heard(*id);
            assert_eq!((heard.len(), &heard[0]["code"]), (1, &json!("old")), "{answer}");
        }
        for _ in 0..3 {
            let (id, answer) = asked(&hall);
            said.push((id, answer.clone()));
            hall.say(id, answer);
        }
        assert!(hall.lobby.tables.contains_key(&0));
        hall.hear_all();
        // This one was on its way when the hall was closed.
        said.push(asked(&hall));
    }
}

#[test]
fn an_old_tournament_and_a_young_one_take_turns() {
    let mut hall = Hall::open(&["dots:1x1"], None);
    ["Alan", "Jane"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
    hall.play(50);
    // A new one, which both want to play in as well.
    hall.come(2, json!({"type": "hello", "name": "Bertha", "game": "dots:1x2"}));
    [0, 1].into_iter().for_each(|id| hall.leave(id));
    ["Alan", "Jane"].iter().zip(3..).for_each(|(name, id)| {
        hall.come(id, json!({"type": "hello", "name": name, "game": "dots"}));
    });
    hall.leave(2);
    hall.play(0);
    let before: Vec<usize> = hall.lobby.tournaments.iter().map(|(_, tournament)| tournament.games()).collect();
    hall.play(before.iter().sum::<usize>() + 10);
    let after: Vec<usize> = hall.lobby.tournaments.iter().map(|(_, tournament)| tournament.games()).collect();
    assert_eq!([after[0] - before[0], after[1] - before[1]], [5, 5], "{before:?} {after:?}");
}

#[test]
fn however_long_what_is_wrong_is_why_a_game_was_lost_is_told_in_short() {
    let long = "ä\"".repeat(20_000);
    for message in
        [json!({"type": long}), json!({"type": "move", "move": long}), json!({"type": "move", "move": [long]})]
    {
        let mut hall = Hall::open(&["dots:1x1"], None);
        ["Alan", "Jane"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
        hall.play(0);
        hall.say(0, message);
        let over = hall.heard(1).into_iter().find(|message| message["type"] == "over").unwrap();
        let why = over["message"].as_str().unwrap();
        assert!(over["reason"] == "protocol" && (1..=201).contains(&why.chars().count()), "{over}");
    }
}
