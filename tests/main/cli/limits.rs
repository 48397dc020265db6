//! Time, memory and interrupts.

use super::{BINARY, Run, run};
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A position that takes longer than any test.
const HARD: &str = "dots:6x6";

#[test]
fn time_gives_bounds() {
    let arguments = ["solve", HARD, "--time", "0.2", "--memory", "16M"];
    let text = run(&arguments);
    assert_eq!(text.status, 4);
    assert!(text.out.contains("The value is not known: it is proved to be from -"), "{}", text.out);
    assert!(text.err.contains("a limit of time or memory was reached"), "{}", text.err);
    let answer = run(&[&arguments[..], &["--format", "json"]].concat()).json();
    let parts = [&answer["exact"], &answer["value"], &answer["best"], &answer["moves"]];
    assert_eq!(parts, [&json!(false), &Value::Null, &json!([]), &Value::Null]);
    assert_eq!(answer["bounds"].as_array().map(Vec::len), Some(2));
}

#[test]
fn no_time_is_no_answer_but_no_panic() {
    let run = run(&["solve", HARD, "--time", "0", "--memory", "0"]);
    assert_eq!(run.status, 4, "{}", run.err);
}

#[test]
fn more_memory_than_there_is() {
    for size in ["1000T", "99999999999999999999999T"] {
        let started = Instant::now();
        let run = run(&["solve", "dots:3x3", "--memory", size]);
        assert!(started.elapsed() < Duration::from_secs(1));
        assert_eq!((run.status, &*run.out), (4, ""));
        assert!(run.err.contains("the machine has"), "{}", run.err);
    }
}

#[test]
fn little_memory_changes_nothing() {
    let want = run(&["solve", "dots:2x3"]).out;
    for size in ["0", "1", "1K", "1 MiB", "64M"] {
        let run = run(&["solve", "dots:2x3", "--memory", size, "--threads", "2"]);
        assert_eq!((run.status, &*run.out), (0, &*want), "{size}");
    }
}

/// Starts a long search with little memory and pipes.
fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(BINARY);
    let command = command.args(arguments).args(["--memory", "32M"]).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn the_process_stays_under_its_limit() {
    let mut child = start(&["solve", HARD, "--time", "1.5"]);
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(peak > 0 && peak <= (32 + 48) << 10, "{peak} KiB");
}

/// Interrupts a child and waits for it, for at most a second.
#[cfg(unix)]
fn interrupted(mut child: Child) -> Run {
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
    let started = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stdin = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    output.into()
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search_with_what_is_proved() {
    let run = interrupted(start(&["solve", HARD]));
    assert_eq!(run.status, 130);
    assert!(run.out.contains("The value is not known: it is proved to be from"), "{}", run.out);
    assert!(run.err.contains("To go on"), "{}", run.err);
    let run = interrupted(start(&["solve", HARD, "--format", "json"]));
    assert_eq!((run.status, &run.json()["exact"]), (130, &json!(false)));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_batch_after_a_whole_answer() {
    use std::io::Write;
    let mut child = start(&["solve", "--batch", "-"]);
    child.stdin.as_mut().unwrap().write_all(format!("dots:1x1\n\n{HARD}\ndots:1x2\n").as_bytes()).unwrap();
    let run = interrupted(child);
    assert_eq!((run.status, run.json()["position"].clone()), (130, json!("dots:1x1")));
    assert!(run.err.contains("up to 1 are answered") && run.err.contains("tail -n +2"), "{}", run.err);
    // One that waits for input ends too.
    let run = interrupted(start(&["solve", "--batch", "-"]));
    assert_eq!((run.status, &*run.out), (130, ""));
}

#[test]
fn long_work_shows_progress_on_standard_error() {
    let run = run(&["solve", HARD, "--time", "2.6", "--memory", "16M"]);
    assert!(run.err.starts_with("2 s: "), "{}", run.err);
    assert!(run.err.contains("positions searched, 0 of 85 questions settled"), "{}", run.err);
}
