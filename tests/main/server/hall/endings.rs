//! How games, and tournaments, come to their end: ties of XO are played again, and nobody is waited for for ever.

use super::super::Server;
use super::{Bot, Way, connect};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn a_tied_game_of_xo_is_played_again_until_somebody_wins() {
    let folder = std::env::temp_dir().join(format!("gridsolve-{}-rematch", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let record = folder.join("hall.jsonl");
    let server = Server::hall(&["--game", "xo:3x3", "--plies", "0", "--only", "--record", record.to_str().unwrap()]);
    let url = format!("tcp://{}", server.lines());
    let games = ["--player", "random", "--games", "20", "--seed", "5"];
    let children = ["Alan", "Jane"].map(|name| connect(&url, &[&games[..], &["--name", name]].concat()));
    let mut ties_heard = Vec::new();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        let again = said.matches("tied, and played again").count();
        assert_eq!(said.matches("\ngame ").count(), 20 + again, "what is played again is no game more: {said}");
        ties_heard.push(again);
    }
    let shown = server.shown();
    let tournament = &shown["tournaments"][0];
    assert_eq!(tournament["games"], 20);
    for row in tournament["standings"].as_array().unwrap() {
        let count = |field: &str| row[field].as_u64().unwrap();
        assert_eq!((count("wins") + count("losses"), count("ties")), (20, 0), "nobody tied in the end: {row}");
    }
    let recent = server.recent();
    assert!(recent.iter().all(|game| game["again"] == (game["result"] == "tie")), "{recent:?}");
    drop(server);
    // The record tells every playing, and is one that the command replays.
    let lines: Vec<Value> =
        std::fs::read_to_string(&record).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ends: Vec<&Value> = lines.iter().filter(|line| line["result"].is_string()).collect();
    let ties = ends.iter().filter(|end| end["result"] == "tie").count();
    assert!(ties > 0 && ends.iter().all(|end| (end["result"] == "tie") == (end["again"] == true)), "{ends:?}");
    assert_eq!((ends.len(), &ties_heard), (20 + ties, &vec![ties; 2]));
    let begun = lines.iter().filter(|line| line["seats"].is_array());
    let attempts: Vec<(u64, u64)> =
        begun.map(|line| (line["game"].as_u64().unwrap(), line["attempt"].as_u64().unwrap())).collect();
    assert_eq!(attempts.iter().filter(|(_, attempt)| *attempt > 0).count(), ties, "{attempts:?}");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridsolve"));
    let replayed = command.args(["replay"]).arg(&record).output().unwrap();
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
    // A hall that goes on from it counts the same.
    let server = Server::hall(&["--game", "xo:3x3", "--plies", "0", "--only", "--record", record.to_str().unwrap()]);
    assert_eq!(server.shown()["tournaments"][0]["games"], 20);
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_said_twice_does_no_harm_and_those_who_always_tie_have_tied_in_the_end() {
    let server = Server::hall(&["--game", "xo:2x2", "--plies", "0", "--only"]);
    let bots = ["Alan", "Jane"].map(|name| Bot::hello(&server, name, json!({"games": 1})));
    // Every game of 2x2 is tied, one domino each.
    let play = |mut bot: Bot| {
        let mut ties = 0;
        loop {
            let message = bot.hear();
            match message["type"].as_str().unwrap() {
                "paired" => assert_eq!((&message["game"], &message["attempt"]), (&json!(0), &json!(ties))),
                "your-move" => {
                    let mv = super::first_move(&message);
                    let answer = json!({"type": "move", "game": 0, "ply": message["ply"], "move": mv});
                    bot.say(&answer);
                    bot.say(&answer);
                }
                "over" if message["again"] == true => ties += 1,
                "over" => return (ties, message),
                "error" => assert_eq!(message["code"], "old"),
                _ => {}
            }
        }
    };
    let ends = bots.map(|bot| std::thread::spawn(move || play(bot))).map(|thread| thread.join().unwrap());
    for (ties, end) in ends {
        assert_eq!((ties, &end["you"], &end["reason"]), (100, &json!("tied"), &json!("rules")), "{end}");
    }
    assert_eq!(server.shown()["tournaments"][0]["games"], 1);
}

#[test]
fn a_tournament_is_over_without_those_who_are_gone() {
    let server = Server::hall(&["--game", "dots:1x1", "--plies", "0", "--only", "--meetings", "4", "--absence", "1"]);
    let mut alan = Bot::hello(&server, "Alan", json!({}));
    let mut jane = Bot::hello(&server, "Jane", json!({}));
    let other = std::thread::spawn(move || {
        jane.play();
        jane
    });
    alan.play();
    // She has met him once, and her connection is gone.
    drop(other.join().unwrap());
    let gone = Instant::now();
    let finished = alan.hear_of("finished");
    assert!(gone.elapsed() > Duration::from_millis(900), "she is waited for: {:?}", gone.elapsed());
    assert_eq!((&finished["players"], &finished["rank"].is_u64()), (&json!(2), &true));
    server.until_hall("it is over", |hall| hall["tournaments"][0]["over"] == true);
    // Who comes back goes on.
    let mut jane = Bot::hello(&server, "Jane", json!({}));
    assert_eq!(server.shown()["tournaments"][0]["over"], false);
    let other = std::thread::spawn(move || {
        jane.play();
        jane.say(&json!({"type": "leave"}));
        jane
    });
    alan.play();
    // Who says that it leaves is not waited for.
    let finished = alan.hear_of("finished");
    assert_eq!(finished["players"], 2);
    drop(other.join().unwrap());
}

#[test]
fn connect_does_not_wait_for_a_player_that_has_gone() {
    let server = Server::hall(&["--game", "dots:1x2", "--plies", "2", "--only", "--meetings", "6"]);
    let url = format!("tcp://{}", server.lines());
    let [stays, goes] = [&["--name", "stays"][..], &["--name", "goes", "--games", "2"]]
        .map(|arguments| connect(&url, &[&["--player", "random"], arguments].concat()));
    for child in [goes, stays] {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(server.shown()["tournaments"][0]["over"], true);
}

#[test]
fn who_names_no_game_plays_what_the_hall_itself_plays() {
    let server = Server::hall(&["--game", "dots:1x1", "--plies", "0"]);
    let _kings = Bot::hello(&server, "kings", json!({"game": "kings", "size": "3x3"}));
    let mut any = Bot::silent(Way::Lines, &server, "any");
    any.say_hello(json!({}));
    assert_eq!(any.hear()["tournaments"], json!([{"position": "dots:1x1", "plies": null}]));
    let mut dots = Bot::hello(&server, "dots", json!({"game": "dots"}));
    let paired = dots.hear_of("paired");
    assert_eq!((&paired["opponent"], &paired["position"]), (&json!("any"), &json!("dots:1x1")));
    let mut lost = Bot::silent(Way::Lines, &server, "lost");
    lost.say_hello(json!({"size": "3x3"}));
    let refused = lost.hear();
    let message = refused["message"].as_str().unwrap();
    assert!(refused["code"] == "bad-hello" && message.contains("choose among dots:1x1, kings:"), "{refused}");
}

#[test]
fn one_wish_does_not_open_tournaments_without_end() {
    let server = Server::hall(&["--game", "dots:1x1", "--plies", "0"]);
    let mut greedy = Bot::silent(Way::Lines, &server, "greedy");
    greedy.say_hello(json!({"game": "kings", "size": "3x3", "plies": (1..100).collect::<Vec<u32>>()}));
    assert!(greedy.hear()["message"].as_str().unwrap().contains("99 tournaments"));
    assert_eq!(server.shown()["tournaments"].as_array().unwrap().len(), 1);
}

/// Others are paired, whoever comes again and again.
#[test]
fn who_comes_and_goes_keeps_nobody_waiting() {
    let server = Server::hall(&["--game", "dots:1x1", "--plies", "0", "--only"]);
    let is_done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for visit in 0..100 {
                if is_done.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
                drop(Bot::hello(&server, &format!("restless {visit}"), json!({"games": 0})));
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let _alan = Bot::hello(&server, "Alan", json!({}));
        let mut jane = Bot::hello(&server, "Jane", json!({}));
        assert_eq!(jane.hear_of("paired")["opponent"], "Alan");
        is_done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn an_answer_to_a_ply_to_come_is_against_the_protocol() {
    let server = Server::hall(&["--game", "dots:1x1", "--plies", "0", "--only"]);
    let mut bots = ["Alan", "Jane"].map(|name| Bot::hello(&server, name, json!({"games": 1})));
    let paired = bots[0].hear_of("paired");
    let mover = usize::from(paired["you"] != "first");
    bots[mover].hear_of("your-move");
    bots[mover].say(&json!({"type": "move", "game": 0, "ply": 7, "move": "h0,0"}));
    assert_eq!(bots[mover].hear_of("over")["reason"], "protocol");
}
