//! Programs that do everything wrong, each against one that does nothing wrong: the verdict is the right
//! one, and the hall goes on.

use super::super::Server;
use super::{Bot, Way, first_move};
use serde_json::{Value, json};
use std::time::Duration;

/// What a faulty program does with a question.
type Fault = fn(&mut Bot, &Value);

/// A faulty program meets a sane one that moves second; gives the reason of the game's end, and whether the sane
/// one won.
fn verdict(way: Way, server: &Server, name: &str, start: &str, fault: Fault) -> (String, bool) {
    let wish = json!({ "game": start, "plies": null, "games": 1 });
    let mut faulty = Bot::hello_over(way, server, &format!("faulty {name}"), wish.clone());
    let mut sane = Bot::hello_over(way, server, &format!("sane {name}"), wish);
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

/// Longer than a move may take, and not so long that it is not waited for.
fn dawdle() {
    std::thread::sleep(Duration::from_millis(1100));
}

const FAULTS: [(&str, &str, Fault); 23] = [
    ("taken line", "illegal", |bot, _| moves(bot, "h0,0")),
    ("line off the board", "illegal", |bot, _| moves(bot, "h9,9")),
    ("near miss", "protocol", |bot, _| moves(bot, "h0")),
    ("line of another game", "protocol", |bot, _| moves(bot, json!([0, 1]))),
    ("no move", "protocol", |bot, _| bot.say(&json!({"type": "move"}))),
    ("null", "protocol", |bot, _| moves(bot, Value::Null)),
    ("late", "late", |bot, asked| {
        dawdle();
        moves(bot, first_move(asked));
    }),
    ("late and illegal", "late", |bot, _| {
        dawdle();
        moves(bot, "h9,9");
    }),
    ("late and no message", "late", |bot, _| {
        dawdle();
        bot.say_bytes("pass");
    }),
    ("silent", "silent", |_, _| sleep()),
    ("half a message", "silent", |bot, _| {
        bot.begin(b"{\"type\":\"move\",");
        sleep();
    }),
    ("crash", "crash", |bot, _| bot.crash()),
    ("half a message and a crash", "crash", |bot, _| {
        bot.begin(b"{\"type\":\"move\",\"move\":\"h1,0\"}");
        bot.crash();
    }),
    ("leaves", "crash", |bot, _| bot.say(&json!({"type": "leave"}))),
    ("noise", "protocol", |bot, _| bot.say_bytes(b"\x01\xff\xfe\x80 noise")),
    // Over a WebSocket, that is no frame.
    ("nothing but noise", "protocol", |bot, _| {
        bot.send(b"\xff\xff\xff nothing but noise\n");
    }),
    ("nul", "protocol", |bot, _| bot.say_bytes("{\"type\":\"move\",\0\"move\":\"h1,0\"}")),
    ("a message that is too long", "protocol", |bot, asked| {
        let message = format!("{{\"type\":\"move\",\"move\":\"{}\"", first_move(asked));
        bot.say_bytes(format!("{message},\"x\":\"{}\"}}", "x".repeat(64 << 10)));
    }),
    ("a message of 1 GiB", "protocol", |bot, _| {
        let sent = bot.go_on_and_on();
        assert!(sent < 64 << 20, "{sent} bytes were listened to");
    }),
    ("two moves at once", "protocol", |bot, _| {
        bot.say_at_once(&["{\"type\":\"move\",\"move\":\"h0,1\"}", "{\"type\":\"move\",\"move\":\"v1,0\"}"]);
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
        let hello = json!({"type": "hello", "name": "flood"}).to_string();
        (0..1000).for_each(|_| bot.say_at_once(&[&*hello; 10]));
    }),
];

fn every_fault_has_its_verdict(way: Way) {
    let server = Server::hall(&["--move-time", "1"]);
    for (name, want, fault) in FAULTS {
        // One line of the upper box is drawn; nothing can be closed.
        let (reason, sane_won) = verdict(way, &server, name, "dots:2x2:100000000000", fault);
        assert_eq!((&*reason, sane_won), (want, true), "{name}");
    }
    let tournament = server.shown()["tournaments"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(tournament["games"], FAULTS.len(), "every game counts once");
}

#[test]
fn every_fault_has_its_verdict_over_lines() {
    every_fault_has_its_verdict(Way::Lines);
}

#[test]
fn every_fault_has_its_verdict_over_web_sockets() {
    every_fault_has_its_verdict(Way::Socket);
}

/// What is so wrong that the hall listens no longer.
const GRAVE: [(&str, Fault); 4] = [
    ("a message that is too long", |bot, _| bot.say_bytes("x".repeat(70_000))),
    ("bytes that are no text", |bot, _| bot.say_bytes(b"\xff\xfe")),
    ("a message of 1 GiB", |bot, _| {
        bot.go_on_and_on();
    }),
    ("a message that is no JSON", |bot, _| bot.say_bytes("pass")),
];

/// Whatever a program has lost by, it hears why, and how its game ended.
#[test]
fn who_is_not_listened_to_any_more_hears_why() {
    for way in Way::BOTH {
        let server = Server::hall(&[]);
        for (name, fault) in GRAVE {
            let wish = json!({"game": "dots:1x2", "plies": null, "games": 1});
            let mut faulty = Bot::hello_over(way, &server, &format!("faulty {name}"), wish.clone());
            let mut sane = Bot::hello_over(way, &server, &format!("sane {name}"), wish);
            let asked = faulty.hear_of("your-move");
            fault(&mut faulty, &asked);
            assert_eq!(faulty.hear_of("error")["code"], "protocol", "{name}, {way:?}");
            let over = faulty.hear_of("over");
            assert_eq!((&over["you"], &over["reason"]), (&json!("lost"), &json!("protocol")), "{name}, {way:?}");
            assert_eq!(sane.hear_of("over")["message"], over["message"], "{name}, {way:?}");
        }
    }
}

/// What is odd but no fault: both lines of the left box are all that is missing, and closing it means another turn.
const ODDITIES: [(&str, &str, Fault); 4] = [
    ("two moves after a box", "dots:1x2:1010100", |bot, _| {
        bot.say_at_once(&["{\"type\":\"move\",\"move\":\"v0,1\"}", "{\"type\":\"move\",\"move\":\"h0,1\"}"]);
        bot.play();
    }),
    ("each message twice", "dots:1x2:1010100", |bot, asked| {
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
    }),
    ("carriage returns and a mark", "dots:1x2:1010100", |bot, _| {
        bot.say_bytes("\u{feff}{\"type\":\"move\",\"move\":\"v0,1\"}\r");
        bot.play();
    }),
    ("crash after winning", "dots:1x1:1110", |bot, _| {
        moves(bot, "v0,1");
        bot.crash();
    }),
];

#[test]
fn what_is_odd_but_no_fault_is_judged_by_the_rules() {
    for way in Way::BOTH {
        let server = Server::hall(&["--move-time", "5"]);
        for (name, start, odd) in ODDITIES {
            let (reason, sane_won) = verdict(way, &server, name, start, odd);
            assert_eq!(reason, "rules", "{name}, {way:?}");
            assert!(!sane_won || start != "dots:1x1:1110", "{name}, {way:?}: who has won has won");
        }
    }
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
        let over = sane.play();
        assert_eq!((&over["reason"], &over["you"]), (&json!("silent"), &json!("won")), "{over}");
    }
    let standings = server.shown()["tournaments"][0]["standings"].clone();
    let row = |name: &str| standings.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(row("deaf")["forfeits"], json!({"crash": 1, "silent": 2}));
    assert_eq!((&row("sane")["forfeits"], &row("sane")["rank"]), (&json!({}), &json!(1)));
    assert_eq!(row("deaf")["here"], true, "it was here all the time");
    drop(back);
}

/// Of what is of no use, 32 are answered, and nothing else is heard.
#[test]
fn useless_words_without_end_are_not_listened_to() {
    let server = Server::hall(&[]);
    for way in Way::BOTH {
        let mut bot = Bot::silent(way, &server, "useless");
        (0..31).for_each(|_| bot.say_bytes("hm"));
        bot.say_hello(json!({}));
        (0..31).for_each(|_| assert_eq!(bot.hear()["code"], "protocol"));
        assert_eq!(bot.hear()["type"], "welcome", "it is still listened to");
        bot.say_bytes("hm");
        assert_eq!(bot.hear()["code"], "protocol");
        assert_eq!(bot.hear_if(), None);
    }
}
