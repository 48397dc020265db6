//! Games over HTTP: a client that keeps a list of moves needs no rules.

use super::Server;
use gridsolve::Position;
use gridsolve::games::{Outcome, Round, Seat};
use serde_json::{Value, json};

/// A game of players over HTTP, held against the rules of the library at every move.
fn game(server: &Server, start: &str, seed: u64) -> Value {
    let mut round = Round::new(Position::parse(start).unwrap());
    let mut moves: Vec<Value> = Vec::new();
    loop {
        let game = server.post("/api/v1/play", json!({"position": start, "moves": moves}).to_string()).json();
        assert_eq!(game["position"], round.position().to_string());
        assert_eq!(game["board"], serde_json::to_value(round.position()).unwrap());
        assert_eq!(game["to_move"], round.to_move().to_string());
        assert_eq!(game["scores"], json!(round.scores()));
        let legal: Vec<String> = round.position().legal_moves().iter().map(|mv| mv.to_string()).collect();
        assert_eq!(
            game["legal"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect::<Vec<_>>(),
            legal
        );
        assert_eq!(game["over"], legal.is_empty());
        let boxes: usize =
            game["plies"].as_array().unwrap().iter().map(|ply| ply["boxes"].as_array().unwrap().len()).sum();
        if start.starts_with("dot") {
            assert_eq!(boxes as i16, round.scores().iter().sum::<i16>());
        }
        if legal.is_empty() {
            let outcome = match round.outcome().unwrap() {
                Outcome::Won(Seat::First) => "first",
                Outcome::Won(Seat::Second) => "second",
                Outcome::Tied => "tie",
            };
            assert_eq!(game["outcome"], outcome);
            return game;
        }
        let asked = json!({"position": start, "moves": moves, "player": "random", "seed": (seed + moves.len() as u64).to_string()});
        let chosen = server.post("/api/v1/move", asked.to_string()).json();
        round.play(round.position().parse_move(chosen["text"].as_str().unwrap()).unwrap()).unwrap();
        // Moves are understood as text and as JSON.
        moves.push(chosen[if moves.len().is_multiple_of(2) { "text" } else { "move" }].clone());
    }
}

#[test]
fn whole_games_of_every_kind() {
    let server = Server::start(&[]);
    for start in ["dots:2x2", "dotdot:1x3", "domineering:3x4:h", "cram:3x3", "xo:3x3", "kings:4x5"] {
        let first = game(&server, start, 7);
        assert_eq!(game(&server, start, 7)["plies"], first["plies"], "a seed means the same game");
    }
}

#[test]
fn a_move_is_made_or_refused() {
    let server = Server::start(&[]);
    let ask = |moves: Value, mv: Value| {
        server.post("/api/v1/play", json!({"position": "dots:1x2:1010100", "moves": moves, "move": mv}).to_string())
    };
    let game = ask(json!([]), json!(["v", 0, 1])).json();
    assert_eq!((&game["to_move"], &game["plies"][0]["boxes"]), (&json!("first"), &json!([[0, 0]])));
    let reply = ask(json!(["v0,1", "v0,1"]), json!(null));
    assert_eq!(reply.code(400), "bad_move");
    assert_eq!(reply.json()["error"]["move"], 2);
    for mv in [
        json!("h0,0"),
        json!("h9,9"),
        json!(["v", -1, 0]),
        json!([0, 0]),
        json!({}),
        json!(7),
        json!(["v", 0.5, 1]),
        json!([[[[]]]]),
    ] {
        assert_eq!(ask(json!([]), mv.clone()).code(400), "bad_move", "{mv}");
    }
    let list = server.get("/api/v1/play?position=dots:1x1&moves=h0,0+h1,0");
    assert_eq!(list.json()["position"], "dots:1x1:1100");
}

#[test]
fn players_that_cannot_be_asked_are_refused() {
    let server = Server::start(&[]);
    for player in ["nobody", "exec:touch /tmp/never", "human", ""] {
        let reply = server.post("/api/v1/move", json!({"position": "cram:2x2", "player": player}).to_string());
        assert_eq!(reply.code(400), "bad_player", "{player}");
    }
    let players = server.get("/api/v1/players").json();
    let names: Vec<&str> =
        players["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"random") && !names.contains(&"exec"), "{names:?}");
}

#[test]
fn a_finished_game_has_no_move() {
    let server = Server::start(&[]);
    let chosen = server.post("/api/v1/move", json!({"position": "dots:1x1:1111", "player": "random"}).to_string());
    assert_eq!((chosen.status, &chosen.json()["move"]), (200, &Value::Null));
    let answer = server.post("/api/v1/solve", "dots:1x1:1111").json();
    assert_eq!((&answer["value"], &answer["best"]), (&json!(0), &json!([])));
}

#[test]
fn players_look_in_the_tables_of_the_server_and_in_no_others() {
    // That of the program holds it; without one a search would take a minute.
    let asked = json!({"position": "dots:4x4", "player": "perfect", "time": 0.3}).to_string();
    for (arguments, knows) in [(&[][..], true), (&["--no-tables"], false)] {
        let chosen = Server::start(arguments).post("/api/v1/move", &asked).json();
        assert_eq!((&chosen["exact"], chosen["note"].is_null()), (&json!(knows), knows), "{arguments:?}: {chosen}");
    }
}
