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
    // What alpha-beta gives away in all, at each depth.
    validated("--game dots:2x2 --depths 1..6", &[1494, 798, 248, 72, 18, 0]);
    validated("--game dots:2x3 --depths 1..9", &[38_586, 27_210, 16_354, 9692, 4170, 1626, 578, 50, 0]);
    validated("--game dots:3x3 --sample 1000 --seed 1 --depths 1..6", &[410, 396, 344, 312, 276, 190]);
}

/// Alpha-beta against the truth at growing depth, with what it loses at each.
fn validated(board: &str, lost: &[u64]) {
    let (report, seconds) = run(&format!("validate alphabeta {board} --format json"));
    let depths = report["validations"].as_array().expect("a validation a depth");
    assert_eq!(depths.iter().map(|depth| number(&depth["lost"])).collect::<Vec<_>>(), lost, "{board}");
    let positions: u64 = depths.iter().map(|depth| number(&depth["optimal"]["of"])).sum();
    let each = seconds * 1e6 / positions as f64;
    println!("{:<64} {seconds:>9.2} {positions:>10} {each:>12.2}", format!("validate alphabeta {board}"));
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
