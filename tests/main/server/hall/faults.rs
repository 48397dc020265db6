//! Programs that do everything wrong, each against one that does nothing wrong: the verdict is the right
//! one, and the hall goes on.

use super::super::Server;
use super::{Bot, first_move};
use serde_json::{Value, json};
use std::time::Duration;

/// What a faulty program does with a question.
type Fault = fn(&mut Bot, &Value);

/// A faulty program meets a sane one that moves second, and then another; gives the reason of the first
/// game's end, and who won.
fn verdict(server: &Server, name: &str, start: &str, fault: Fault) -> (String, bool) {
    let wish = json!({ "game": start, "plies": null, "games": 1 });
    let mut faulty = Bot::hello(server, &format!("faulty {name}"), wish.clone());
    let mut sane = Bot::hello(server, &format!("sane {name}"), wish);
    let other = std::thread::spawn(move || sane.play());
    let paired = faulty.hear_of("paired");
    assert_eq!(paired["you"], "first", "who came first moves first");
    let asked = faulty.hear_of("your-move");
    fault(&mut faulty, &asked);
    let over = other.join().unwrap();
    drop(faulty);
    (over["reason"].as_str().unwrap().to_owned(), over["you"] == "won")
}

fn moves(bot: &mut Bot, mv: impl Into<Value>) {
    bot.say(&json!({"type": "move", "move": mv.into()}));
}

/// Does nothing any more for longer than a move may take.
fn sleep() {
    std::thread::sleep(Duration::from_millis(2500));
}

#[test]
fn every_fault_has_its_verdict() {
    let server = Server::hall(&["--move-time", "1"]);
    let faults: &[(&str, &str, Fault)] = &[
        ("taken line", "illegal", |bot, _| moves(bot, "h0,0")),
        ("line off the board", "illegal", |bot, _| moves(bot, "h9,9")),
        ("near miss", "protocol", |bot, _| moves(bot, "h0")),
        ("line of another game", "protocol", |bot, _| moves(bot, json!([0, 1]))),
        ("no move", "protocol", |bot, _| bot.say(&json!({"type": "move"}))),
        ("null", "protocol", |bot, _| moves(bot, Value::Null)),
        ("late", "late", |bot, asked| {
            std::thread::sleep(Duration::from_millis(1100));
            moves(bot, first_move(asked));
        }),
        ("late and illegal", "late", |bot, _| {
            std::thread::sleep(Duration::from_millis(1100));
            moves(bot, "h9,9");
        }),
        ("late and no message", "late", |bot, _| {
            std::thread::sleep(Duration::from_millis(1100));
            bot.send(b"pass\n");
        }),
        ("silent", "silent", |_, _| sleep()),
        ("half a line", "silent", |bot, _| {
            bot.send(b"{\"type\":\"move\",");
            sleep();
        }),
        ("crash", "crash", |bot, _| drop(bot.write.shutdown(std::net::Shutdown::Both))),
        ("half a line and a crash", "crash", |bot, _| {
            bot.send(b"{\"type\":\"move\",\"move\":\"h1,0\"}");
            drop(bot.write.shutdown(std::net::Shutdown::Both));
        }),
        ("leaves", "crash", |bot, _| bot.say(&json!({"type": "leave"}))),
        ("noise", "protocol", |bot, _| bot.send(b"\x01\xff\xfe\x80 noise\n")),
        ("nul", "protocol", |bot, _| bot.send(b"{\"type\":\"move\",\0\"move\":\"h1,0\"}\n")),
        ("a long line", "protocol", |bot, _| {
            for _ in 0..64 {
                bot.send(&[b'x'; 1 << 14]);
            }
        }),
        ("two moves at once", "protocol", |bot, _| {
            bot.send(b"{\"type\":\"move\",\"move\":\"h0,1\"}\n{\"type\":\"move\",\"move\":\"v1,0\"}\n")
        }),
        ("a game to come", "protocol", |bot, asked| {
            bot.say(&json!({"type": "move", "game": asked["game"].as_u64().unwrap() + 1, "move": first_move(asked)}));
        }),
        ("an old game", "silent", |bot, asked| {
            let old = asked["game"].as_u64().unwrap().checked_sub(1);
            bot.say(&json!({"type": "move", "game": old.unwrap_or(0), "ply": 0, "move": first_move(asked)}));
            sleep();
        }),
        ("flood", "protocol", |bot, _| {
            for _ in 0..10_000 {
                bot.send(b"{\"type\":\"hello\",\"name\":\"flood\"}\n");
            }
            bot.send(b"!\n");
        }),
    ];
    for (name, want, fault) in faults {
        // One line of the upper box is drawn; nothing can be closed.
        let (reason, sane_won) = verdict(&server, name, "dots:2x2:100000000000", *fault);
        let fits = reason == *want || *name == "flood" && ["crash", "silent"].contains(&&*reason);
        assert!(fits && sane_won, "{name}: {reason}, where {want} is wanted");
    }
    let tournament = server.shown()["tournaments"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(tournament["games"], faults.len(), "every game counts once");
}

#[test]
fn what_is_odd_but_no_fault() {
    let server = Server::hall(&["--move-time", "5"]);
    // Both lines of the left box are all that is missing: closing it means another turn.
    let start = "dots:1x2:1010100";
    let (reason, _) = verdict(&server, "two moves after a box", start, |bot, _| {
        bot.send(b"{\"type\":\"move\",\"move\":\"v0,1\"}\n{\"type\":\"move\",\"move\":\"h0,1\"}\n");
        bot.play();
    });
    assert_eq!(reason, "rules");
    let (reason, _) = verdict(&server, "each message twice", start, |bot, asked| {
        let mut asked = asked.clone();
        loop {
            let message =
                json!({"type": "move", "game": asked["game"], "ply": asked["ply"], "move": first_move(&asked)});
            bot.say(&message);
            bot.say(&message);
            asked = loop {
                let heard = bot.hear();
                match heard["type"].as_str().unwrap() {
                    "over" => return,
                    "your-move" => break heard,
                    _ => {}
                }
            };
        }
    });
    assert_eq!(reason, "rules", "numbers make messages safe to repeat");
    let (reason, _) = verdict(&server, "carriage returns and a mark", start, |bot, _| {
        bot.send("\u{feff}{\"type\":\"move\",\"move\":\"v0,1\"}\r\n".as_bytes());
        bot.play();
    });
    assert_eq!(reason, "rules");
    let (reason, sane_won) = verdict(&server, "crash after winning", "dots:1x1:1110", |bot, _| {
        moves(bot, "v0,1");
        drop(bot.write.shutdown(std::net::Shutdown::Both));
    });
    assert_eq!((&*reason, sane_won), ("rules", false));
}

#[test]
fn who_closes_and_returns_plays_on_and_who_does_not_read_hinders_nobody() {
    let server = Server::hall(&["--game", "dots:2x2", "--plies", "2", "--move-time", "1", "--only"]);
    let mut deaf = Bot::hello(&server, "deaf", json!({}));
    let mut sane = Bot::hello(&server, "sane", json!({}));
    deaf.hear_of("your-move");
    drop(deaf);
    assert_eq!(sane.play()["reason"], "crash");
    let mut back = Bot::hello(&server, "deaf", json!({}));
    let other = std::thread::spawn(move || {
        assert_eq!(sane.play()["reason"], "rules");
        sane
    });
    back.play();
    let mut sane = other.join().unwrap();
    // From now on it reads nothing and answers nothing, and loses every game by that.
    for _ in 0..2 {
        assert_eq!((&sane.play()["reason"], back.name.as_str()), (&json!("silent"), "deaf"));
    }
    let standings = server.shown()["tournaments"][0]["standings"].clone();
    assert_eq!(standings[0]["name"], "sane");
    assert_eq!(standings[1]["forfeits"], json!({"crash": 1, "silent": 2}));
}

#[test]
fn useless_words_without_end_are_not_listened_to() {
    let server = Server::hall(&[]);
    let mut bot = Bot::silent(&server, "useless");
    for _ in 0..200 {
        bot.send(b"hm\n");
    }
    let mut heard = 0;
    while let Some(message) = bot.hear_if() {
        assert_eq!(message["type"], "error");
        heard += 1;
    }
    assert!((1..200).contains(&heard), "{heard}");
    let _sane = Bot::hello(&server, "sane", json!({}));
}
