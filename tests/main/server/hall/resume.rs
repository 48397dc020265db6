//! A hall that is killed goes on where it was: no game is lost, and none counts twice.

use super::super::Server;
use super::connect;
use serde_json::Value;
use std::collections::HashMap;
use std::time::Duration;

/// The lines of a record that are whole.
fn lines(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// How often the games of a record were begun and ended.
fn begun_and_ended(lines: &[Value]) -> HashMap<u64, (usize, usize)> {
    let mut games: HashMap<u64, (usize, usize)> = HashMap::new();
    for line in lines {
        let Some(game) = line["game"].as_u64() else { continue };
        let count = games.entry(game).or_default();
        count.0 += usize::from(line["start"].is_string());
        count.1 += usize::from(line["result"].is_string());
    }
    games
}

/// How many rounds of the only tournament a record knows.
fn rounds(lines: &[Value]) -> u64 {
    lines.iter().filter_map(|line| line["round"].as_u64()).max().unwrap_or(0)
}

/// The last games of a record that ended, the latest first, as many as are shown, and how they ended.
fn last_ended(lines: &[Value]) -> Vec<(u64, String)> {
    let ended = lines.iter().rev().filter(|line| line["result"].is_string());
    ended.take(20).map(|line| (line["game"].as_u64().unwrap(), line["result"].to_string())).collect()
}

/// The same as the hall shows it.
fn recent(shown: &Value) -> Vec<(u64, String)> {
    let games = shown["recent"].as_array().unwrap().iter();
    games.map(|game| (game["game"].as_u64().unwrap(), game["result"].to_string())).collect()
}

#[test]
fn a_hall_that_is_killed_again_and_again_plays_every_game_once() {
    let folder = std::env::temp_dir().join(format!("gridsolve-{}-hall", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let record = folder.join("hall.jsonl");
    let record = record.to_str().unwrap();
    let names = ["a", "b", "c", "d"];
    let hall = |port: &str| {
        let fixed = ["--game", "dots:2x3", "--plies", "2", "--meetings", "6", "--only", "--record", record];
        let ports = ["--hall", "--hall-port", "0", "--gather", "0.3", "--port", port];
        Server::start_at(&[&ports[..], &fixed].concat())
    };
    let mut server = hall("0");
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    let url = format!("ws://{}/hall", server.address);
    let children = names.map(|name| connect(&url, &["--player", "random", "--name", name]));
    let mut before = 0;
    for _ in 0..4 {
        // Killed once something has happened since the last time.
        server.until_hall("a game", |hall| {
            hall["tournaments"][0]["games"].as_u64() > Some(before) || hall["tournaments"][0]["over"] == true
        });
        std::thread::sleep(Duration::from_millis(30));
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let known = lines(record);
        before = begun_and_ended(&known).values().filter(|(_, ended)| *ended == 1).count() as u64;
        server = hall(&port);
        let shown = server.shown();
        assert_eq!(shown["tournaments"][0]["games"], before, "what is recorded counts, and nothing else");
        assert_eq!(shown["tournaments"][0]["round"], rounds(&known), "rounds that have begun");
        assert_eq!(recent(&shown), last_ended(&known), "the last results, the latest first");
    }
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let shown = server.shown();
    assert_eq!((&shown["tournaments"][0]["games"], &shown["tournaments"][0]["over"]), (&36.into(), &true.into()));
    drop(server);
    let all = lines(record);
    let games = begun_and_ended(&all);
    assert_eq!(games.len(), 36);
    assert!(games.values().all(|&(begun, ended)| begun >= 1 && ended == 1), "{games:?}");
    // Everybody met everybody as often, from either side.
    let mut met: HashMap<(u64, u64), HashMap<u64, ()>> = HashMap::new();
    for line in all.iter().filter(|line| line["start"].is_string() && line["game"].is_u64()) {
        let [first, second] = [0, 1].map(|seat| line["seats"][seat].as_u64().unwrap());
        met.entry((first, second)).or_default().insert(line["game"].as_u64().unwrap(), ());
    }
    assert!(met.len() == 12 && met.values().all(|games| games.len() == 3), "{met:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_record_of_something_else_is_refused() {
    let folder = std::env::temp_dir().join(format!("gridsolve-{}-record", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let record = folder.join("other.jsonl");
    for text in [
        "{\"schema\":\"gridsolve-record/1\",\"event\":\"match\",\"players\":[\"a\",\"b\"],\"plan\":{}}\n",
        "no record\n",
        "{\"schema\":\"gridsolve-record/1\",\"event\":\"hall\",\"players\":[],\"plan\":null}\n{\"bye\":3,\"start\":\"dots:1x1\",\"plies\":null}\n",
    ] {
        std::fs::write(&record, text).unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridsolve"));
        let output = command.args(["serve", "--port", "0", "--hall", "--record"]).arg(&record).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(std::fs::read_to_string(&record).unwrap(), text, "and left as it is");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
