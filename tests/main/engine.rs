//! The engine protocol: what we answer, and what we make of programs that speak it well and badly.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::thread::JoinHandle;
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

/// The session in the documentation is one that the engine has, but for what stands for `…`.
#[test]
fn the_session_that_is_printed_is_one() {
    let documentation = include_str!("../../docs/engine.md");
    let session = documentation.split("```").nth(1).unwrap().trim();
    let piped = |command: &mut Command| command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut child = piped(Command::new(BINARY).args(["engine"]));
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in session.lines() {
        if let Some(told) = line.strip_prefix("> ") {
            writeln!(stdin, "{told}").unwrap();
        } else {
            let printed = line.strip_prefix("< ").unwrap();
            let answer = answers.next().unwrap().unwrap();
            match printed.strip_suffix('…') {
                Some(beginning) => assert!(answer.starts_with(beginning), "{answer}, where {printed} is printed"),
                None => assert_eq!(answer, printed),
            }
        }
    }
    assert!(answers.next().is_none() && child.wait().unwrap().success());
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
        ("fen dots:1x2:1010100", "go", "v0,1"),
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

/// A search without end is of no use to anybody when its only listener is gone.
#[test]
fn the_end_of_input_stops_what_only_a_line_could_end() {
    let started = Instant::now();
    let lines = answers(&["position fen dots:6x6", "go infinite"]);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert!(lines.len() == 1 && lines[0].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn what_it_does_not_know_does_not_end_it() {
    let output =
        run(&["engine"], "hello\n\nposition fen chess\ngo depth x\nsetoption name Colour value red\nisready\r\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("info string error").count(), 4, "{text}");
    assert!(text.ends_with("readyok\n"), "{text}");
}

/// What was set up before a wrong position is not what anybody asks about.
#[test]
fn after_a_wrong_position_there_is_none() {
    for wrong in
        ["position fen chess", "position fen dots:1x1 moves h0,0 h0,0", "position", "position startpos moves x"]
    {
        let lines = answers(&["position fen kings:3x3", wrong, "query p1turn", "query result", "go", "isready"]);
        assert_eq!(lines, ["bestmove none", "readyok"], "{wrong}");
        for right in ["position fen kings:3x3", "uginewgame"] {
            let lines = answers(&["setoption name Start value kings:3x3", wrong, right, "go movetime 500"]);
            assert_eq!(lines, ["bestmove 1,1"], "{wrong}, {right}");
        }
        let output = run(&["engine"], &format!("{wrong}\nquery gameover\ngo\n"));
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.matches("info string error: the last position was wrong").count(), 2, "{text}");
    }
}

/// Whoever waits for a move is told where there is none.
#[test]
fn every_go_has_one_answer() {
    let over = "position fen kings:1x1 moves 0,0";
    assert_eq!(answers(&[over, "go", "isready"]), ["bestmove none", "readyok"]);
    for go in ["go depth", "go depth x", "go sideways 3"] {
        assert_eq!(answers(&["position fen kings:3x3", go, "isready"]), ["bestmove none", "readyok"], "{go}");
    }
    // One that comes while it thinks ends the thought before.
    let lines = answers(&["position fen dots:6x6", "go infinite", "go depth", "go infinite", "stop", "stop"]);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 3, "{lines:?}");
    assert_eq!(lines[1], "bestmove none", "{lines:?}");
}

/// Starts an engine and floods it with lines that it answers, until it takes no more.
fn flooded(line: fn(u32) -> &'static str) -> (Child, JoinHandle<ChildStdin>) {
    let mut command = Command::new(BINARY);
    let mut child =
        command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let lines: String = (0..FLOOD).map(|number| format!("{}\n", line(number))).collect();
        // One that does not end while it is written to does not read to the end either.
        let _ = stdin.write_all(b"setoption name Threads value 1\nposition fen kings:3x3\n");
        let _ = stdin.write_all(lines.as_bytes());
        stdin
    });
    (child, writer)
}

const FLOOD: u32 = 100_000;
const GARBAGE: fn(u32) -> &'static str = |number| if number % 7 == 0 { "position fen chess" } else { "xyzzy" };
const QUESTIONS: fn(u32) -> &'static str = |number| if number % 100 == 0 { "go depth 1" } else { "query result" };

/// The most memory that a process has had, in KiB.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_flood_is_answered_and_costs_no_memory() {
    for (flood, answer) in [(GARBAGE, "info string error"), (QUESTIONS, "response")] {
        let (mut child, writer) = flooded(flood);
        // Nobody reads for a while.
        std::thread::sleep(Duration::from_millis(500));
        let before = peak(&child);
        let mut counts = [0, 0];
        for line in BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap) {
            counts[0] += u32::from(line.starts_with(answer));
            counts[1] += u32::from(line.starts_with("bestmove"));
            if counts[0] + counts[1] == FLOOD {
                break;
            }
        }
        let after = peak(&child);
        let moves = if answer == "response" { FLOOD / 100 } else { 0 };
        assert_eq!(counts, [FLOOD - moves, moves]);
        assert!(before < 48 << 10 && after < before + (16 << 10), "{answer}: {before} KiB, then {after}");
        drop(writer.join().unwrap());
        assert!(child.wait().unwrap().success());
    }
}

/// Who does not read and goes away leaves nobody behind.
#[test]
fn an_engine_that_nobody_reads_ends_with_its_reader() {
    for flood in [GARBAGE, QUESTIONS] {
        let (mut child, writer) = flooded(flood);
        std::thread::sleep(Duration::from_millis(300));
        assert!(child.try_wait().unwrap().is_none(), "it ended before anybody went away");
        drop(child.stdout.take());
        let deadline = Instant::now() + Duration::from_secs(20);
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "it still runs");
            std::thread::sleep(Duration::from_millis(20));
        }
        writer.join().unwrap();
    }
}

/// Waits for the end of a process that nobody needs.
fn ends_soon(mut child: Child, what: &str) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() >= deadline {
            child.kill().unwrap();
            panic!("{what}: it still runs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A thought that only its reader could end, or only much time, ends with the reader: whether that one closes what
/// it reads, or dies and so closes all.
#[cfg(unix)]
#[test]
fn an_engine_that_thinks_ends_with_its_reader() {
    for go in ["go", "go depth 60", "go movetime 600000", "go infinite"] {
        for all in [false, true] {
            let mut command = Command::new(BINARY);
            let piped = command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut child = piped.spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            write!(stdin, "setoption name Hash value 16\nsetoption name Threads value 1\n").unwrap();
            write!(stdin, "position fen dots:6x6\n{go}\nisready\n").unwrap();
            let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
            assert_eq!(answers.next().unwrap().unwrap(), "readyok");
            drop(answers);
            let kept = (!all).then_some(stdin);
            ends_soon(child, &format!("{go}, all: {all}"));
            drop(kept);
        }
    }
}

/// The same where a person's game has come to a program that thinks.
#[cfg(unix)]
#[test]
fn a_game_that_nobody_sees_ends() {
    let arguments = ["play", "dots:7x7", "--player", "human", "--player", "alphabeta:depth=40"];
    let mut command = Command::new(BINARY);
    let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"h0,0\n").unwrap();
    // The board after the move has been shown: the program thinks.
    let shown = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(shown.filter(|line| line.contains(".---.")).take(1).count(), 1);
    ends_soon(child, "play");
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
    let twice = ("go) echo bestmove 0,0", "go) echo bestmove 0,0; echo bestmove 0,0");
    let later = ("go) echo bestmove 0,0", "go) echo bestmove 0,0; (sleep 0.15; echo bestmove 0,0)&");
    let keeps_on = ("case $word in", "case $word in go) thinks=1; echo bestmove 0,0;; quit) [ $thinks ] || exit;;");
    for (change, faults) in [
        (("echo ugiok", ":"), &[("greets", "ugiok")] as &[(&str, &str)]),
        (("echo id name script; ", ""), &[("greets", "id name")]),
        (("echo readyok", ":"), &[("greets", "readyok")]),
        (
            ("", ""),
            &[
                ("knows whose turn", "query p1turn is false, not true"),
                ("knows when a game is over", "query gameover is false, not true"),
            ],
        ),
        (("bestmove 0,0", "bestmove 9,9"), &[("plays whole games", "not on a board")]),
        (("bestmove 0,0", "bestmove nonsense"), &[("plays whole games", "bestmove nonsense")]),
        (("echo bestmove 0,0", "exit"), &[("plays whole games", "it ended")]),
        (("quit) exit", "quit) :"), &[("ends when told to quit", "still runs")]),
        (keeps_on, &[("ends when told to quit while it thinks", "still runs")]),
        (("done", "done; while :; do sleep 1; done"), &[("ends with its input", "still runs")]),
        (twice, &[("plays whole games", "each go has one"), ("answers go depth", "each go has one")]),
        (later, &[("answers each go once", "each go has one")]),
        (("quit) exit", "stop) echo bestmove 0,0;; quit) exit"), &[("answers each go once", "each go has one")]),
        // On a small board it has answered before anybody can tell it to stop, or how far to look.
        (
            (
                "go) echo bestmove 0,0",
                "position) board=$rest;; go) case \"$board\" in *\"|\"*) :;; *) echo bestmove 0,0;; esac",
            ),
            &[("says readyok while it thinks", "bestmove after stop"), ("answers go depth", "no \"bestmove\" in time")],
        ),
        (("isready) echo readyok", "isready) while :; do echo info; done"), &[("greets", "no \"readyok\" in time")]),
    ] {
        let (status, report) = checked(&script(change), &["--game", "kings:1x3", "--games", "2", "--time", "50"]);
        assert_eq!(status, Some(1), "{change:?}: {report}");
        for (trial, part) in faults {
            let trials = report["trials"].as_array().unwrap();
            let named = trials.iter().find(|entry| entry["name"].as_str().unwrap().starts_with(trial));
            let fault = named.unwrap_or_else(|| panic!("{change:?}: {report}"))["fault"].as_str();
            assert!(fault.is_some_and(|fault| fault.contains(part)), "{change:?}, {trial}: {report}");
        }
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
    let spaces = " ".repeat((1 << 20) - "quit".len());
    assert_eq!(answers(&[&format!("{spaces}quit"), "isready"]), [""; 0]);
    assert_eq!(answers(&[&format!("{spaces} quit"), "isready"]), ["readyok"]);
    assert_eq!(answers(&[&format!("quit {spaces}"), "isready"]), ["readyok"]);
}

/// What is left of a position that is too long is none, and the one before is not meant.
#[test]
fn a_position_that_is_too_long_is_a_wrong_one() {
    let position = format!("position fen dots:1x2 {}", " ".repeat(1 << 20));
    assert_eq!(answers(&["position fen kings:3x3", &position, "go", "isready"]), ["bestmove none", "readyok"]);
    let output = run(&["engine"], &format!("{position}\n"));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, "info string error: a line of more than 1048576 bytes is not read\n");
}

/// Who asks for more depth than there is gets all that there is.
#[test]
fn depth_has_a_most() {
    let greeting = run(&["engine"], "setoption name Depth value 4000\nugi\n").stdout;
    let greeting = String::from_utf8(greeting).unwrap();
    assert!(greeting.contains("\noption name Depth type spin default 100 min 0 max 100\n"), "{greeting}");
    let position = "position fen dots:1x2:1010100";
    for depth in ["100", "101", "200", "5000000000"] {
        let asked = format!("go depth {depth}");
        assert_eq!(answers(&[position, &asked]), ["bestmove v0,1"], "{asked}");
    }
    assert_eq!(answers(&["setoption name Depth value 200", position, "go"]), ["bestmove v0,1"]);
    let program = format!("exec:{BINARY} engine");
    let arguments = ["play", "kings:1x3", "--player", &program, "--player", "random", "--depth", "200"];
    let output = run(&arguments, "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.ends_with("\nPlayer 1 wins.\n"), "{text}");
}

/// Whatever the option says, every go is answered by a move.
#[test]
fn tables_that_are_none_are_refused_when_they_are_set() {
    let position = "position fen dots:1x2:1010100";
    for wrong in ["/nonexistent", "a,b", "x,threads=0", "="] {
        let set = format!("setoption name Tables value {wrong}");
        assert_eq!(answers(&[&set, position, "go"]), ["bestmove v0,1"], "{wrong}");
        let text = String::from_utf8(run(&["engine"], &format!("{set}\nugi\n")).stdout).unwrap();
        assert!(text.starts_with("info string error: perfect: tables="), "{wrong}: {text}");
        assert!(text.contains("option name Tables type string default <empty>"), "{wrong}: {text}");
    }
    // A folder may have any name, and be gone when it is asked.
    let folder = std::env::temp_dir().join(format!("gridsolve-{},tables=1", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let mut command = Command::new(BINARY);
    let mut child = command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut until = |word: &str| -> Vec<String> {
        let mut seen = Vec::new();
        while !seen.last().is_some_and(|line: &String| line.starts_with(word)) {
            seen.push(lines.next().unwrap());
        }
        seen
    };
    writeln!(stdin, "setoption name Tables value {}\n{position}\ngo", folder.display()).unwrap();
    let seen = until("bestmove");
    assert!(!seen.iter().any(|line| line.contains("error")) && seen.last().unwrap() == "bestmove v0,1", "{seen:?}");
    std::fs::remove_dir(&folder).unwrap();
    writeln!(stdin, "go").unwrap();
    let seen = until("bestmove");
    assert!(seen.iter().any(|line| line.ends_with(": a guess, one move ahead")), "{seen:?}");
    assert_eq!(seen.last().unwrap(), "bestmove v0,1");
    drop(stdin);
    ends_soon(child, "engine");
}

#[test]
fn a_check_needs_a_move_to_be_made() {
    for game in ["kings:X*|**", "dots:1x1:1111", "domineering:1x1:v"] {
        let output = run(&["check-engine", "true", "--game", game], "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{game}: {error}");
        assert!(error.contains("there is nothing to play"), "{game}: {error}");
    }
}
