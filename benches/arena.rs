//! Matches as a user would measure them: whole runs of the program, with what they must show asserted.
//!
//! `cargo bench --bench arena` takes some seconds. Times are printed, never asserted.

use serde_json::Value;
use std::process::Command;
use std::time::Instant;

fn main() {
    println!("{:<64} {:>9} {:>10} {:>12}", "work", "seconds", "moves", "µs a move");
    let blocking = "analyze --game kings --sizes 8x8 --player random --player maxblock --games 10000 --format json";
    let (report, seconds) = run(blocking);
    let cells = report["cells"].as_array().expect("a cell for each pair");
    let games: u64 = cells.iter().map(|cell| number(&cell["games"])).sum();
    assert_eq!((games, &cells[0]["exact_winner"]), (20_000, &Value::from("second")));
    println!("{:<64} {seconds:>9.2}", "20,000 games of Blocking on 8x8, random and maxblock");
    for (players, game, games) in [
        ("random random", "kings:8x8", 20_000),
        ("random random", "dots:3x3", 10_000),
        ("random random", "domineering:8x8:v", 10_000),
        ("greedy careful", "dots:4x4", 2_000),
    ] {
        overhead(players, game, games);
    }
}

/// The time a move of a match between players that take next to none.
fn overhead(players: &str, game: &str, games: u64) {
    let line = format!("match {players} --game {game} --games {games} --exact-moves 0 --threads 1 --format json");
    let (report, seconds) = run(&line);
    let players_of: Vec<&Value> = report["players"].as_array().expect("two players").iter().collect();
    let moves: u64 = players_of.iter().map(|player| number(&player["moves"])).sum();
    let ended: u64 = ["wins", "ties", "losses"].iter().map(|field| number(&players_of[0][*field])).sum();
    assert_eq!(ended, games, "{line}");
    let each = seconds * 1e6 / moves as f64;
    println!("{:<64} {seconds:>9.2} {moves:>10} {each:>12.2}", format!("{games} games of {game}, {players}"));
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// The report of a run, and how long it took.
fn run(line: &str) -> (Value, f64) {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_gridsolve")).args(line.split_whitespace()).output();
    let seconds = started.elapsed().as_secs_f64();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    (serde_json::from_slice(&output.stdout).expect("a report"), seconds)
}
