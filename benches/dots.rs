//! Dots and Boxes as a user would measure it: whole runs of the program, with the answers asserted.
//!
//! `cargo bench --bench dots` takes about a minute; `cargo bench --bench dots -- long` adds the empty
//! 4x4 board, which takes minutes and up to 8 GiB. Times are printed, never asserted.

use gridsolve::board::Size;
use gridsolve::games::dots::{DotsPosition, Rule, opening};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What a run answered: the values, in order, and how it went.
struct Run {
    values: Vec<i64>,
    nodes: u64,
    seconds: f64,
}

fn main() {
    println!("{:<44} {:>12} {:>14} {:>12}", "work", "positions", "nodes each", "ms each");
    let empty = |board: &str, value: i64| {
        let run = run(&["solve", board, "--format", "json"], "");
        assert_eq!(run.values, [value], "{board}");
        report(&format!("{board} empty"), &run);
    };
    empty("dots:2x2", 2);
    empty("dots:1x4", 0);
    empty("dots:3x3", -3);
    empty("dots:3x4", 0);
    openings(4, 4, 14, 20_000, 87_148);
    openings(4, 4, 24, 100, 226);
    openings(4, 4, 28, 40, 76);
    openings(5, 5, 40, 12, 14);
    if std::env::args().any(|argument| argument == "long") {
        empty("dots:4x4", 0);
    }
}

/// A batch of openings with the seeds from 0 on; `sum` is the sum of their values.
fn openings(rows: u64, cols: u64, free: u64, count: u64, sum: i64) {
    let size = Size::new(rows, cols).expect("a board of the benchmark");
    let mut batch = String::new();
    for seed in 0..count {
        let mut position = DotsPosition::empty(size, Rule::Free);
        for line in opening(rows, cols, free, seed).expect("an opening of the benchmark") {
            position.draw(line).expect("a line of an opening");
        }
        batch += &format!("{}\n", gridsolve::Position::Dots(position));
    }
    let run = run(&["solve", "--batch", "-"], &batch);
    assert_eq!(run.values.len() as u64, count);
    report(&format!("{rows}x{cols}, {free} free lines, a batch"), &run);
    assert_eq!(run.values.iter().sum::<i64>(), sum, "{rows}x{cols} with {free} free lines");
}

fn run(arguments: &[&str], input: &str) -> Run {
    let started = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_gridsolve"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("its input is a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = program.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends").expect("the program reads its input");
    let seconds = started.elapsed().as_secs_f64();
    assert!(output.status.success(), "{arguments:?}: {}", output.status);
    let answers = String::from_utf8(output.stdout).expect("answers are text");
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("an answer")).collect();
    let values = answers.iter().map(|answer| answer["value"].as_i64().expect("an exact value")).collect();
    let nodes = answers.iter().map(|answer| answer["nodes"].as_u64().expect("a node count")).sum();
    Run { values, nodes, seconds }
}

fn report(work: &str, run: &Run) {
    let count = run.values.len() as f64;
    let (nodes, each) = (run.nodes as f64 / count, 1e3 * run.seconds / count);
    println!("{work:<44} {count:>12} {nodes:>14.1} {each:>12.4}");
}
