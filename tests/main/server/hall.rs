//! The tournament hall, with programs of every kind in it.

mod bot;
mod endings;
mod faults;
mod names;
mod resume;
mod session;

use super::Server;
use bot::{Bot, Way};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;
use tungstenite::Message;

impl Server {
    /// Starts a hall in which rounds begin soon, and programs may speak in lines.
    fn hall(arguments: &[&str]) -> Self {
        let usual = ["--hall", "--hall-port", "0", "--gather", "0.3"];
        Self::start(&[&usual[..], arguments].concat())
    }

    /// The hall as it is now: what was shown to somebody a moment ago is shown to others too.
    fn shown(&self) -> Value {
        std::thread::sleep(std::time::Duration::from_millis(300));
        self.get("/api/v1/hall").json()
    }

    /// Waits until the hall looks as wanted.
    fn until_hall(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let started = std::time::Instant::now();
        loop {
            let shown = self.shown();
            if wanted(&shown) {
                return shown;
            }
            assert!(started.elapsed() < super::PATIENCE, "{what}: {shown}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The last results, the latest first.
    fn recent(&self) -> Vec<Value> {
        self.shown()["recent"].as_array().unwrap().clone()
    }
}

/// The first legal move of a position that is asked about.
fn first_move(asked: &Value) -> String {
    let position = gridsolve::Position::parse(asked["position"].as_str().unwrap()).unwrap();
    position.legal_moves()[0].to_string()
}

/// Starts `gridsolve connect`.
fn connect(url: &str, arguments: &[&str]) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridsolve"));
    command.args(["connect", url]).args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn two_programs_play_games_with_extra_turns_over_both_kinds_of_connection() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("hall.jsonl");
    let server = Server::hall(&["--record", record.to_str().unwrap()]);
    let ws = format!("ws://{}/hall", server.address);
    let tcp = format!("tcp://{}", server.lines());
    let one = connect(&ws, &["--player", "careful", "--name", "Alan", "--game", "dots:2x2", "--games", "20"]);
    let other =
        connect(&tcp, &["--player", "random", "--name", "Jane", "--game", "dots:2x2", "--games", "20", "--seed", "7"]);
    for child in [one, other] {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        assert_eq!(said.matches("\ngame ").count(), 20, "{said}");
    }
    let shown = server.shown();
    let tournaments = shown["tournaments"].as_array().unwrap();
    let played = tournaments.iter().find(|tournament| tournament["position"] == "dots:2x2").unwrap();
    assert_eq!(played["games"], 20);
    let [first, second] = [0, 1].map(|place| &played["standings"][place]);
    assert_eq!((&first["name"], &first["rank"], &first["points"]), (&json!("Alan"), &json!(1), &json!(1)), "{played}");
    let games = |row: &Value| ["wins", "ties", "losses"].map(|field| row[field].as_u64().unwrap()).iter().sum::<u64>();
    assert_eq!(
        (games(first), games(second), &first["forfeits"], &second["forfeits"]),
        (20, 20, &json!({}), &json!({}))
    );
    for game in server.recent() {
        // Boxes won and the moves tell the same result.
        let mut round = gridsolve::games::Round::new("dots:2x2".parse().unwrap());
        for mv in game["moves"].as_array().unwrap() {
            let mv = round.position().parse_move(mv.as_str().unwrap()).unwrap();
            round.play(mv).unwrap();
        }
        assert!(round.is_over());
        assert_eq!((&game["scores"], &game["reason"]), (&json!(round.scores()), &json!("rules")));
    }
}

#[test]
fn only_those_that_fit_are_paired() {
    let server = Server::hall(&["--plies", "2,5"]);
    let mut three = Bot::hello(&server, "three", json!({"game": "dots", "size": "1x3"}));
    let mut two = Bot::hello(&server, "two", json!({"game": "dotdot", "plies": 2}));
    let mut five = Bot::hello(&server, "five", json!({"plies": [5]}));
    let mut both = Bot::hello(&server, "both", json!({"size": "4x4"}));
    let mut also = Bot::hello(&server, "also", json!({"game": "dots:1x3", "plies": null}));
    assert_eq!(three.hear_of("paired")["opponent"], "also");
    assert_eq!(also.hear_of("paired")["position"], "dots:1x3");
    let paired = both.hear_of("paired");
    match paired["opponent"].as_str().unwrap() {
        "two" => assert_eq!((&paired["plies"], &two.hear_of("paired")["opponent"]), (&json!(2), &json!("both"))),
        "five" => assert_eq!((&paired["plies"], &five.hear_of("paired")["opponent"]), (&json!(5), &json!("both"))),
        other => panic!("{other}"),
    }
}

#[test]
fn hellos_that_are_none_are_answered_with_why() {
    let server = Server::hall(&["--only"]);
    let mut bot = Bot::silent(Way::Lines, &server, "");
    for (message, code) in [
        (json!({"type": "move", "move": "h0,0"}), "no-hello"),
        (json!({"type": "hello"}), "protocol"),
        (json!({"type": "hello", "name": ""}), "bad-hello"),
        (json!({"type": "hello", "name": "x".repeat(65)}), "bad-hello"),
        (json!({"type": "hello", "name": "a", "game": "dots:3x3"}), "bad-hello"),
        (json!({"type": "hello", "name": "a", "game": "chess"}), "bad-hello"),
        (json!({"type": "hello", "name": "a", "game": "dots:1000x1000"}), "bad-hello"),
        (json!({"type": "hello", "name": "a", "plies": -1}), "bad-hello"),
    ] {
        bot.say(&message);
        let answer = bot.hear();
        assert_eq!((&answer["type"], answer["code"].as_str()), (&json!("error"), Some(code)), "{message}: {answer}");
    }
}

#[test]
fn those_who_watch_see_what_happens() {
    let server = Server::hall(&["--game", "dots:1x1", "--plies", "0"]);
    let (mut socket, _) = tungstenite::connect(format!("ws://{}/hall/watch", server.address)).unwrap();
    let mut stream = server.connect();
    write!(stream, "GET /api/v1/hall/events HTTP/1.1\r\nhost: here\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut events = std::iter::from_fn(|| {
        let data = lines.by_ref().find_map(|line| line.unwrap().strip_prefix("data: ").map(str::to_owned))?;
        Some(serde_json::from_str::<Value>(&data).unwrap())
    });
    // Both see the whole hall at first, and the same from then on.
    assert_eq!(events.next().unwrap()["type"], "hall");
    let mut next_frame = || loop {
        if let Message::Text(text) = socket.read().unwrap() {
            break serde_json::from_str::<Value>(&text).unwrap();
        }
    };
    assert_eq!(next_frame()["type"], "hall");
    let [mut alan, mut jane] = ["Alan", "Jane"].map(|name| Bot::hello(&server, name, json!({})));
    let other = std::thread::spawn(move || jane.play());
    alan.play();
    other.join().unwrap();
    let mut seen: Vec<String> = Vec::new();
    while seen.last().is_none_or(|kind| kind != "over") {
        let event = events.next().unwrap();
        assert_eq!(next_frame(), event);
        seen.push(event["type"].as_str().unwrap().to_owned());
    }
    let count = |kind: &str| seen.iter().filter(|seen| *seen == kind).count();
    assert_eq!((count("came"), count("paired"), count("moved")), (2, 1, 4), "{seen:?}");
    // The standings follow a little later: she who has gone may have lost another game by then.
    let standings = events.find(|event| event["type"] == "standings").unwrap();
    let best = &standings["standings"][0];
    assert!(standings["games"].as_u64() >= Some(1) && best["wins"].as_u64() >= Some(1), "{standings}");
    assert_eq!(server.get("/hall/watch").code(400), "bad_request");
}

/// Who types the address of the programs into a browser sees the hall.
#[test]
fn a_browser_that_comes_for_the_programs_is_shown_to_the_page() {
    let server = Server::hall(&["--game", "dots:1x2"]);
    let asking = |accept: &str| {
        let request = format!("GET /hall HTTP/1.1\r\nHost: here\r\nAccept: {accept}\r\nConnection: close\r\n\r\n");
        server.raw(request.as_bytes())
    };
    let shown = asking("text/html,application/xhtml+xml,*/*;q=0.8");
    assert_eq!((shown.status, shown.header("location")), (303, Some("/hall.html")));
    assert_eq!(server.get("/hall.html").status, 200);
    assert_eq!(asking("application/json").code(400), "bad_request");
}

#[test]
fn three_tournaments_are_played_to_their_end_and_give_points() {
    let server = Server::hall(&["--game", "dotdot:1x2", "--plies", "2,5,10", "--meetings", "2", "--only"]);
    let url = format!("ws://{}/hall", server.address);
    let names = ["a", "b", "c", "d", "e"];
    let children = names.map(|name| connect(&url, &["--player", "random", "--name", name, "--seed", "3"]));
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        assert_eq!(said.matches("a tournament is over").count(), 3, "{said}");
        assert_eq!(said.matches("\ngame ").count(), 3 * 2 * 4, "{said}");
    }
    let shown = server.shown();
    for (tournament, plies) in shown["tournaments"].as_array().unwrap().iter().zip([2, 5, 10]) {
        assert_eq!(
            (&tournament["plies"], &tournament["over"], &tournament["games"]),
            (&json!(plies), &json!(true), &json!(20))
        );
        assert_eq!(tournament["round"], 10, "five rounds from either side, one sitting out in each");
        let points: Vec<u64> =
            tournament["standings"].as_array().unwrap().iter().map(|row| row["points"].as_u64().unwrap()).collect();
        assert!(points.is_sorted_by(|a, b| a >= b) && points[0] == 2 && points[4] == 0, "{points:?}");
    }
    assert_eq!(shown["totals"].as_array().unwrap().len(), 5);
}

/// The examples of a command's help.
fn examples(command: &str) -> Vec<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_gridsolve")).args([command, "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{command}: no examples"));
    examples.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_examples_of_the_help() {
    let folder = std::env::temp_dir().join(format!("gridsolve-{}-serve-help", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let serves = examples("serve");
    assert!(serves.len() > 2);
    for line in serves {
        // The ports may be taken on this machine, and the record belongs elsewhere.
        let line = line.replace("hall.jsonl", folder.join("hall.jsonl").to_str().unwrap()).replace("8081", "0");
        let mut words = line.split(' ').skip_while(|word| *word != "serve").skip(1).collect::<Vec<_>>();
        if !words.contains(&"--port") {
            words.extend(["--port", "0"]);
        }
        assert_eq!(Server::start_at(&words).get("/").status, 200, "{line}");
    }
    let server = Server::hall(&[]);
    let connects = examples("connect");
    assert_eq!(connects.len(), 2);
    let children: Vec<std::process::Child> = connects
        .iter()
        .map(|line| {
            let line = line.replace("127.0.0.1:8080", &server.address).replace("127.0.0.1:8081", server.lines());
            let words: Vec<&str> = line.split(' ').skip(2).collect();
            connect(words[0], &words[1..])
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    std::fs::remove_dir_all(folder).unwrap();
}
