//! The engine protocol: what we answer, and what we make of programs that speak it well and badly.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_gridsolve");

fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(BINARY);
    let piped = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// What the engine answers to some lines, all but `info`.
fn answers(lines: &[&str]) -> Vec<String> {
    let output = run(&["engine"], &(lines.join("\n") + "\n"));
    assert!(output.status.success(), "{lines:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter(|line| !line.starts_with("info ")).map(str::to_owned).collect()
}

#[test]
fn it_greets_with_its_options() {
    let lines = answers(&["ugi", "isready"]);
    assert!(lines[0].starts_with("id name gridsolve"), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
    for option in ["Threads", "Hash", "Tables", "Depth"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option} type "))), "{option}");
    }
}

/// Whose turn it is depends on who closed a box.
#[test]
fn it_knows_who_moves_and_who_won() {
    for (position, turn, over, result) in [
        ("fen dots:1x2", "true", "false", "none"),
        ("fen dots:1x2 moves h0,0", "false", "false", "none"),
        ("fen dots:1x2 moves h0,0 h1,0 v0,0", "false", "false", "none"),
        ("fen dots:1x2 moves h0,0 h1,0 v0,0 v0,1", "false", "false", "none"),
        ("fen dots:1x2 moves h0,0 h1,0 v0,0 v0,1 h0,1 h1,1 v0,2", "false", "true", "p2win"),
        ("fen dots:1x1:1110 moves v0,1", "true", "true", "p1win"),
        ("fen kings:1x3 moves 0,0 0,2", "true", "true", "p2win"),
        ("fen domineering:2x2:v moves 0,0", "false", "true", "p1win"),
        ("fen xo:1x4 moves 0,0-0,1 0,2-0,3", "true", "true", "draw"),
    ] {
        let lines = [&*format!("position {position}"), "query p1turn", "query gameover", "query result"];
        let want = [turn, over, result].map(|answer| format!("response {answer}"));
        assert_eq!(answers(&lines), want, "{position}");
    }
}

#[test]
fn it_plays_the_only_good_move() {
    for (position, go, best) in [
        ("fen dots:1x2:1010100", "go infinite", "v0,1"),
        ("fen dots:1x2 moves h0,0 h1,0 v0,0", "go movetime 1000", "v0,1"),
        ("fen dots:1x2:1010100", "go depth 4", "v0,1"),
        ("fen kings:3x3", "go", "1,1"),
        ("fen domineering:3x3:v", "go p1time 2000 p2time 2000 p1inc 0 p2inc 0", "0,1"),
    ] {
        assert_eq!(answers(&[&format!("position {position}"), go]), [format!("bestmove {best}")], "{position}");
    }
}

#[test]
fn it_answers_while_it_thinks_and_stops_at_once() {
    let started = Instant::now();
    let lines = answers(&["position fen dots:6x6", "go infinite", "isready", "stop", "isready"]);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{lines:?}"));
    assert!(at("readyok") < at("bestmove "), "{lines:?}");
    assert_eq!(lines.len(), 3, "{lines:?}");
}

#[test]
fn what_it_does_not_know_does_not_end_it() {
    let output =
        run(&["engine"], "hello\n\nposition fen chess\ngo depth x\nsetoption name Colour value red\nisready\r\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("info string error").count(), 4, "{text}");
    assert!(text.ends_with("readyok\n"), "{text}");
}

fn checked(command: &str, more: &[&str]) -> (Option<i32>, Value) {
    let arguments = [&["check-engine", command, "--seed", "1", "--format", "json"], more].concat();
    let output = run(&arguments, "");
    let text = String::from_utf8(output.stdout).unwrap();
    let report = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    (output.status.code(), report)
}

#[test]
fn our_engine_passes_its_own_check() {
    for game in ["dots:2x2", "dotdot:2x2", "domineering:3x3:v", "cram:2x3", "kings:3x4", "xo:3x3"] {
        let (status, report) = checked(&format!("{BINARY} engine"), &["--game", game, "--games", "1"]);
        assert_eq!((status, &report["passed"]), (Some(0), &Value::Bool(true)), "{game}: {report}");
    }
}

/// An engine in a shell script, with one thing about it changed.
fn script(change: (&str, &str)) -> String {
    let good = "while read word rest; do case $word in \
                ugi) echo id name script; echo ugiok;; \
                isready) echo readyok;; \
                go) echo bestmove 0,0;; \
                query) case $rest in p1turn*) echo response true;; gameover*) echo response true;; \
                *) echo response p2win;; esac;; \
                quit) exit;; esac; done";
    let changed = good.replace(change.0, change.1);
    assert!(change.0.is_empty() || changed != good, "{change:?}");
    format!("sh -c '{changed}'")
}

#[test]
fn each_fault_of_a_program_is_named() {
    for (change, trial, part) in [
        (("echo ugiok", ":"), "greets", "ugiok"),
        (("echo id name script; ", ""), "greets", "id name"),
        (("echo readyok", ":"), "greets", "readyok"),
        (("", ""), "knows whose turn", "query p1turn is false, not true"),
        (("", ""), "knows when a game is over", "query gameover is false, not true"),
        (("bestmove 0,0", "bestmove 9,9"), "plays whole games", "not on a board"),
        (("bestmove 0,0", "bestmove nonsense"), "plays whole games", "bestmove nonsense"),
        (("echo bestmove 0,0", "exit"), "plays whole games", "it ended"),
        (("quit) exit", "quit) :"), "ends when told", "still runs"),
    ] {
        let (status, report) = checked(&script(change), &["--game", "kings:1x3", "--games", "2", "--time", "50"]);
        assert_eq!(status, Some(1), "{change:?}: {report}");
        let trials = report["trials"].as_array().unwrap();
        let named = trials.iter().find(|entry| entry["name"].as_str().unwrap().starts_with(trial));
        let fault = named.unwrap_or_else(|| panic!("{change:?}: {report}"))["fault"].as_str();
        assert!(fault.is_some_and(|fault| fault.contains(part)), "{change:?}: {report}");
    }
}

#[test]
fn a_program_plays_in_the_place_of_a_player() {
    let program = format!("exec:{BINARY} engine");
    let output = run(&["play", "dots:1x2", "--player", &program, "--player", "random", "--seed", "1"], "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (program, part) in [("exec:/nonexistent/bot", "cannot run"), ("exec:sh -c \"echo hi\"", "it ended")] {
        let output = run(&["play", "dots:1x2", "--player", program, "--player", "random"], "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{error}");
        assert!(error.contains(part), "{error}");
    }
}

/// What follows too much of a line is no line of its own.
#[test]
fn a_line_without_end_is_one_line() {
    let flood = "a".repeat(1 << 20);
    assert_eq!(answers(&[&format!("{flood}quit"), "isready"]), ["readyok"]);
    assert_eq!(answers(&[&format!("{flood}{flood}{flood}"), "isready"]), ["readyok"]);
    // As long as a line may be, and no longer.
    assert_eq!(answers(&[&"a".repeat((1 << 20) - 1), "isready"]), ["readyok"]);
}
