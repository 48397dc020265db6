//! Names, and whose connection is whose.

use super::super::Server;
use super::{Bot, Way};
use serde_json::json;

#[test]
fn a_name_is_one_however_it_is_written_and_can_be_seen() {
    let server = Server::hall(&["--game", "dots:1x1", "--plies", "0", "--only"]);
    let mut alan = Bot::hello(&server, "Alan T.", json!({}));
    for (name, code) in [
        ("Alan T.", "name-taken"),
        ("ALAN T.", "name-taken"),
        (" alan \u{2003} t.", "name-taken"),
        ("\u{202e}.T nalA", "bad-hello"),
        ("Alan\u{200b} T.", "bad-hello"),
        ("Alan\nT.", "bad-hello"),
        ("x".repeat(65).as_str(), "bad-hello"),
        ("", "bad-hello"),
    ] {
        let mut bot = Bot::silent(Way::Lines, &server, name);
        bot.say_hello(json!({}));
        let answer = bot.hear();
        assert_eq!(answer["code"], code, "{name:?}: {answer}");
    }
    // Whoever has played comes back under its name, as it was first written.
    let mut jane = Bot::hello(&server, "Jane", json!({"games": 1}));
    let other = std::thread::spawn(move || jane.play());
    alan.play();
    other.join().unwrap();
    drop(alan);
    server.until_hall("he is gone", |hall| hall["players"] == json!([]));
    let mut back = Bot::silent(Way::Lines, &server, "alan T.");
    back.say_hello(json!({}));
    assert_eq!(back.hear()["name"], "Alan T.");
    assert_eq!(server.shown()["tournaments"][0]["standings"].as_array().unwrap().len(), 2);
}

/// The system's own table of connections tells for which a timer runs that asks whether anybody is there.
#[test]
#[cfg(target_os = "linux")]
fn a_machine_that_is_gone_is_noticed() {
    let server = Server::hall(&[]);
    let bot = Bot::hello(&server, "Alan", json!({}));
    let port = server.lines().rsplit(':').next().unwrap().parse::<u16>().unwrap();
    let ends = [port, bot.port()].map(|port| format!(":{port:04X}"));
    let started = std::time::Instant::now();
    loop {
        let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
        let mut rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let row = rows.find(|row| row[1].ends_with(&ends[0]) && row[2].ends_with(&ends[1])).expect("the connection");
        // 2 is that timer, 1 the one that sends again what was not confirmed yet.
        if row[5].starts_with("02:") {
            return;
        }
        assert!(started.elapsed() < super::super::PATIENCE, "{row:?}");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
