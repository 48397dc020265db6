//! What is said in the hall is what the documentation says.

use super::super::Server;
use super::{Bot, Way, first_move};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tungstenite::Message;

const DOCUMENTATION: &str = include_str!("../../../../docs/hall.md");

/// The part of the documentation under a heading.
fn section(heading: &str) -> &'static str {
    let text = DOCUMENTATION.split(&format!("# {heading}\n")).nth(1).unwrap_or_else(|| panic!("no {heading}"));
    text.split("\n#").next().unwrap()
}

/// Whether what was heard is as printed, as far as it is printed.
fn is_as_printed(heard: &Value, printed: &str) -> bool {
    match printed.strip_suffix(",…}") {
        None => *heard == serde_json::from_str::<Value>(printed).unwrap(),
        Some(beginning) => {
            let beginning: Value = serde_json::from_str(&format!("{beginning}}}")).unwrap();
            beginning.as_object().unwrap().iter().all(|(field, value)| heard[field] == *value)
        }
    }
}

#[test]
fn the_session_that_is_printed_is_one() {
    for way in Way::BOTH {
        let server = Server::hall(&["--game", "dots:1x2", "--plies", "2"]);
        let mut alan = Bot::silent(way, &server, "Alan");
        let mut jane = None;
        let session = section("Speaking").split("```").nth(1).unwrap().trim();
        let mut is_skipping = false;
        for line in session.lines() {
            if let Some(said) = line.strip_prefix("> ") {
                alan.say(&serde_json::from_str(said).unwrap());
            } else if let Some(printed) = line.strip_prefix("< ") {
                let mut heard = alan.hear();
                while is_skipping && !is_as_printed(&heard, printed) {
                    if heard["type"] == "your-move" {
                        alan.say(&json!({"type": "move", "move": first_move(&heard)}));
                    }
                    heard = alan.hear();
                }
                assert!(is_as_printed(&heard, printed), "{heard}\nis heard, where this is printed:\n{printed}");
                if heard["type"] == "welcome" {
                    let mut bot = Bot::hello(&server, "Jane", json!({}));
                    jane = Some(std::thread::spawn(move || bot.play()));
                }
                // What is asked where the print has a gap is answered there.
                is_skipping = false;
                if printed.ends_with(",…}") {
                    alan.say(&json!({"type": "move", "move": first_move(&heard)}));
                }
            } else {
                assert_eq!(line, "…");
                is_skipping = true;
            }
        }
        assert_eq!(jane.unwrap().join().unwrap()["you"], "won");
    }
}

/// The fields of the objects in a value, those within others included; what stands under a field `forfeits` is named
/// by reasons.
fn fields(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().flat_map(fields).collect(),
        Value::Object(object) => {
            let named = |(field, value): (&String, &Value)| {
                let within = if field == "forfeits" { Vec::new() } else { fields(value) };
                std::iter::once(field.clone()).chain(within)
            };
            object.iter().flat_map(named).collect()
        }
        _ => Vec::new(),
    }
}

/// What a table says of a message, and of those to which it refers.
fn said_of(table: &str, kind: &str) -> String {
    let row = table.lines().find(|line| line.split('|').nth(1).is_some_and(|head| head.contains(&format!("`{kind}`"))));
    let row = row.unwrap_or_else(|| panic!("nothing is said of {kind}"));
    let others = row.split("as in `").skip(1).map(|rest| rest.split('`').next().unwrap());
    others.map(|other| said_of(table, other)).fold(row.to_owned(), |text, other| text + &other)
}

/// Checks that each field of some messages is described where their type is.
fn all_is_described(messages: &[Value], heading: &str) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for message in messages {
        let kind = message["type"].as_str().unwrap();
        let said = said_of(section(heading), kind);
        for field in fields(message).iter().filter(|field| *field != "type") {
            assert!(said.contains(&format!("`{field}`")), "the field {field} of {kind} is not described: {message}");
        }
        *kinds.entry(kind.to_owned()).or_default() += 1;
    }
    kinds
}

#[test]
fn every_field_of_every_message_is_described() {
    let server = Server::hall(&["--game", "dots:1x1", "--plies", "2", "--meetings", "1", "--clock", "60+1"]);
    let (mut watching, _) = tungstenite::connect(format!("ws://{}/hall/watch", server.address)).unwrap();
    let wish = json!({"game": "dots:1x1", "plies": 2});
    let mut bots = ["Alan", "Jane", "Bertha"].map(|name| Bot::hello(&server, name, wish.clone()));
    let mut restless = Bot::silent(Way::Lines, &server, "restless");
    restless.say_bytes("hm");
    restless.say_hello(json!({"game": "kings:2x2"}));
    let mut heard = vec![restless.hear(), restless.hear()];
    restless.say(&json!({"type": "leave"}));
    let players = bots.iter_mut().map(|bot| {
        move || {
            let mut heard = Vec::new();
            while heard.last().is_none_or(|message: &Value| message["type"] != "finished") {
                let message = bot.hear();
                if message["type"] == "your-move" {
                    bot.say(&json!({"type": "move", "move": first_move(&message), "value": 1, "depth": 1}));
                }
                heard.push(message);
            }
            heard
        }
    });
    std::thread::scope(|scope| {
        let threads: Vec<_> = players.map(|player| scope.spawn(player)).collect();
        threads.into_iter().for_each(|thread| heard.extend(thread.join().unwrap()));
    });
    let kinds = all_is_described(&heard, "What it hears");
    let want = ["bye", "error", "finished", "moved", "over", "paired", "welcome", "your-move"];
    assert!(want.iter().all(|kind| kinds.contains_key(*kind)), "{kinds:?}");
    // Who comes later sees in one piece what has happened until then.
    let (mut late, _) = tungstenite::connect(format!("ws://{}/hall/watch", server.address)).unwrap();
    let mut next = |is_late: bool| loop {
        if let Message::Text(text) = if is_late { &mut late } else { &mut watching }.read().unwrap() {
            break serde_json::from_str::<Value>(&text).unwrap();
        }
    };
    drop(bots);
    let mut seen = vec![next(true)];
    let mut gone = 0;
    while gone < 4 {
        seen.push(next(false));
        gone += usize::from(seen.last().unwrap()["type"] == "left");
    }
    let kinds = all_is_described(&seen, "Watching");
    let want = ["came", "closed", "hall", "left", "moved", "over", "paired", "standings"];
    assert!(want.iter().all(|kind| kinds.contains_key(*kind)), "{kinds:?}");
}
