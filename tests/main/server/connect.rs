//! `gridsolve connect` in halls that are none, or say odd things.

use super::{PATIENCE, fastest};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// A program of ours on its way to a hall.
fn start(url: &str, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridsolve"));
    command.args(["connect", url]).args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Its status, how long it took to end, and what it said.
fn end(child: Child) -> (Option<i32>, Duration, String) {
    let started = Instant::now();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), started.elapsed(), String::from_utf8(output.stderr).unwrap())
}

/// A hall of the test's, in which one program has come and said hello.
enum Hall {
    Lines(BufReader<TcpStream>),
    Socket(Box<WebSocket<TcpStream>>),
}

impl Hall {
    /// Lets the program in that `start` starts with an address of this kind.
    fn with(kind: &str, start: impl FnOnce(&str) -> Child) -> (Self, Child) {
        let door = TcpListener::bind("127.0.0.1:0").unwrap();
        let child = start(&format!("{kind}://{}", door.local_addr().unwrap()));
        let (stream, _) = door.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut hall = match kind {
            "tcp" => Self::Lines(BufReader::new(stream)),
            _ => Self::Socket(Box::new(tungstenite::accept(stream).unwrap())),
        };
        assert_eq!(hall.hear().unwrap()["type"], "hello");
        (hall, child)
    }

    fn say(&mut self, message: &Value) {
        match self {
            Self::Lines(stream) => stream.get_mut().write_all(format!("{message}\n").as_bytes()).unwrap(),
            Self::Socket(socket) => socket.send(Message::text(message.to_string())).unwrap(),
        }
    }

    fn hear(&mut self) -> Option<Value> {
        let text = match self {
            Self::Lines(stream) => {
                let mut line = String::new();
                stream.read_line(&mut line).ok().filter(|&length| length > 0)?;
                line
            }
            Self::Socket(socket) => socket.read().ok()?.to_text().unwrap().to_owned(),
        };
        Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
    }

    fn welcome(&mut self, tournaments: &[(&str, Option<u32>)]) {
        let tournaments: Vec<Value> =
            tournaments.iter().map(|(position, plies)| json!({"position": position, "plies": plies})).collect();
        self.say(&json!({"type": "welcome", "name": "it", "tournaments": tournaments}));
    }

    fn finish(&mut self, (position, plies): (&str, Option<u32>)) {
        self.say(
            &json!({"type": "finished", "position": position, "plies": plies, "rank": 1, "players": 2, "points": 1}),
        );
    }

    /// Asks for the only move of a game of 1x1, so that what was said before has been heard.
    fn play(&mut self, game: u64, plies: Option<u32>) {
        self.say(&json!({"type": "paired", "game": game, "position": "dots:1x1", "plies": plies, "you": "first", "opponent": "Jane"}));
        self.ask(game, "dots:1x1", &["h0,0", "h1,0", "v0,0"]);
        let answer = self.hear().expect("it is still there");
        assert_eq!((&answer["type"], &answer["move"], &answer["game"]), (&json!("move"), &json!("v0,1"), &json!(game)));
        self.say(&json!({"type": "over", "game": game, "you": "won", "reason": "rules"}));
    }

    fn ask(&mut self, game: u64, start: &str, moves: &[&str]) {
        self.say(&json!({"type": "your-move", "game": game, "ply": moves.len() + 1, "start": start, "moves": moves,
                         "plies": null, "seconds": 600.0}));
    }
}

#[test]
fn a_tournament_is_over_when_the_hall_says_so_however_often_that_is() {
    const TWO: (&str, Option<u32>) = ("dots:1x1", Some(2));
    const FIVE: (&str, Option<u32>) = ("dots:1x1", Some(5));
    let (mut hall, child) = Hall::with("tcp", |url| start(url, &["--player", "random"]));
    hall.welcome(&[TWO, FIVE]);
    // The same one twice, and one that it has nothing to do with.
    for over in [TWO, TWO, ("dots:1x1", None), ("kings:3x3", Some(5))] {
        hall.finish(over);
    }
    hall.play(0, Some(5));
    // Somebody new has come: the first goes on, so the second is not the last.
    hall.say(
        &json!({"type": "paired", "game": 1, "position": "dots:1x1", "plies": 2, "you": "first", "opponent": "Jane"}),
    );
    hall.finish(FIVE);
    hall.play(1, Some(2));
    hall.finish(TWO);
    assert_eq!(hall.hear(), Some(json!({"type": "leave"})));
    assert_eq!(hall.hear(), None);
    let (status, _, said) = end(child);
    assert_eq!((status, said.matches("a tournament is over").count()), (Some(0), 6), "{said}");
}

/// What is at a port that is no hall's, once somebody comes.
type Stranger = fn(TcpStream);

const SILENT: Stranger = |mut stream| {
    let _ = stream.read_to_end(&mut Vec::new());
};
const CHATTERING: Stranger = |mut stream| while stream.write_all(b"{\"type\":\"moved\"}\nwhat?\n").is_ok() {};
const CLOSING: Stranger = drop;

fn with_stranger<T>(stranger: Stranger, kind: &str, act: impl FnOnce(&str) -> T) -> T {
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("{kind}://{}", door.local_addr().unwrap());
    std::thread::spawn(move || {
        door.incoming().for_each(|stream| drop(std::thread::spawn(move || stranger(stream.unwrap()))))
    });
    act(&url)
}

#[test]
fn a_port_at_which_there_is_no_hall_is_given_up() {
    for (stranger, kind, words) in [
        (SILENT, "tcp", "it says nothing that a hall would say"),
        (SILENT, "ws", "no answer"),
        (CHATTERING, "tcp", "it says nothing that a hall would say"),
        (CHATTERING, "ws", ""),
        (CLOSING, "tcp", ""),
        (CLOSING, "ws", ""),
    ] {
        let child = with_stranger(stranger, kind, |url| start(url, &["--player", "random", "--patience", "0.5"]));
        let (status, time, said) = end(child);
        assert_eq!(status, Some(4), "{kind}: {said}");
        assert!(said.contains("error: cannot reach") && said.contains(words), "{kind}: {said}");
        assert!(time < Duration::from_secs(20), "{kind}: {time:?}");
        let silent = said.contains("it says nothing");
        assert_eq!(silent, !words.is_empty() && kind == "tcp", "{kind}: the reason is the one that there was: {said}");
    }
}

#[test]
fn a_hall_may_take_its_time_for_the_connection_and_then_for_the_welcome() {
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("ws://{}", door.local_addr().unwrap());
    let child = start(&url, &["--player", "random", "--patience", "0.5"]);
    let (stream, _) = door.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let mut hall = Hall::Socket(Box::new(tungstenite::accept(stream).unwrap()));
    assert_eq!(hall.hear().unwrap()["type"], "hello");
    std::thread::sleep(Duration::from_millis(100));
    hall.welcome(&[("dots:1x1", None)]);
    hall.play(0, None);
    hall.finish(("dots:1x1", None));
    assert_eq!(hall.hear(), Some(json!({"type": "leave"})));
    let (status, _, said) = end(child);
    assert_eq!(status, Some(0), "{said}");
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
}

/// Longer than an interrupt may take.
const SOON: Duration = Duration::from_secs(1);

#[cfg(unix)]
#[test]
fn an_interrupt_in_the_middle_of_a_thought_says_goodbye() {
    for (kind, player) in [("tcp", "perfect:time=600"), ("ws", "alphabeta:depth=100")] {
        let time = fastest(2, || {
            let (mut hall, child) = Hall::with(kind, |url| start(url, &["--player", player]));
            hall.welcome(&[("dots:8x8", None)]);
            hall.ask(0, "dots:8x8", &[]);
            std::thread::sleep(Duration::from_millis(500));
            let started = Instant::now();
            interrupt(&child);
            assert_eq!(hall.hear(), Some(json!({"type": "leave"})), "{kind}");
            let (status, _, said) = end(child);
            assert_eq!(status, Some(130), "{said}");
            assert!(said.contains("interrupted; games played: 0."), "{said}");
            started.elapsed()
        });
        assert!(time < SOON, "{kind}: {time:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_soon_while_nobody_lets_it_in() {
    for (stranger, kind) in [(SILENT, "tcp"), (SILENT, "ws"), (CHATTERING, "tcp"), (CLOSING, "ws")] {
        let time = fastest(2, || {
            with_stranger(stranger, kind, |url| {
                let child = start(url, &["--player", "random"]);
                std::thread::sleep(Duration::from_millis(500));
                interrupt(&child);
                let (status, time, said) = end(child);
                assert_eq!(status, Some(130), "{kind}: {said}");
                time
            })
        });
        assert!(time < SOON, "{kind}: {time:?}");
    }
}
