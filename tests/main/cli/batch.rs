//! Batches: order, errors, endings, and answers as they are ready.

use super::{BINARY, Scratch, run, run_with};
use crate::cases::{assert_answer, cases};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn the_cases_through_a_pipe() {
    for file in ["dots-endgame-14.jsonl", "dots-endgame-20.jsonl", "dots-connected.jsonl"] {
        let cases = cases(file);
        let input: String = cases.iter().map(|case| format!("{}\n", case.position)).collect();
        let run = run_with(&["solve", "--batch", "-", "--format", "json", "--memory", "256M"], input.as_bytes());
        assert_eq!((run.status, &*run.err), (0, ""));
        let answers = run.json_lines();
        assert_eq!(answers.len(), cases.len());
        cases.iter().zip(&answers).for_each(|(case, answer)| assert_answer(case, answer));
    }
}

#[test]
fn order_does_not_depend_on_threads() {
    let mut input = String::new();
    for seed in 0..300u32 {
        // Empty boards between others take longer, so that answers are ready out of order.
        input += if seed % 50 == 0 { "dots:2x4\n" } else { "dots:1x1\n" };
        input += &format!("{{\"game\":\"dots\",\"rows\":1,\"cols\":{}}}\n", 1 + seed % 7);
    }
    let positions = |threads: &str| -> Vec<Value> {
        let run = run_with(&["solve", "--batch", "-", "--threads", threads, "--memory", "64M"], input.as_bytes());
        assert_eq!(run.status, 0, "{}", run.err);
        let part = |answer: Value| json!([answer["position"], answer["value"], answer["best"]]);
        run.json_lines().into_iter().map(part).collect()
    };
    let alone = positions("1");
    assert_eq!(alone.len(), 600);
    assert_eq!(alone[1][0], "dots:1x1");
    assert_eq!(alone[13][0], "dots:1x7");
    assert_eq!(alone, positions("3"));
}

#[test]
fn wrong_lines_are_answered_among_the_others() {
    let input = b"\xef\xbb\xbf// a comment\r\n\r\ndots:1x1\r\ndtos:1x1\r\n  \n{\"game\":\n\"dots:1x2:1010100\"\n\
                  dots:999x999\n{\"position\":\"dots:1x1:1111\"}\ndots:\xff\n[1]\ndots:1x\0\ndots:1x1";
    let run = run_with(&["solve", "--batch", "-"], input);
    assert_eq!(run.status, 3, "{}", run.err);
    assert_eq!(run.err, "error: 6 of 10 lines hold no position; their answers say why\n");
    let parts: Vec<Value> = run
        .json_lines()
        .iter()
        .map(|answer| match answer.get("error") {
            Some(error) => {
                assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()));
                json!([error["line"], error["code"]])
            }
            None => answer["value"].clone(),
        })
        .collect();
    let want = json!([
        -1,
        [4, "bad_position"],
        [6, "bad_json"],
        2,
        [8, "too_large"],
        0,
        [10, "bad_position"],
        [11, "bad_position"],
        [12, "bad_position"],
        -1
    ]);
    assert_eq!(Value::from(parts), want);
}

#[test]
fn errors_in_json_have_one_shape() {
    let run = run_with(&["solve", "--batch", "-"], b"\ndots:1x2:101010\n");
    let want = "{\"error\":{\"line\":2,\"code\":\"bad_position\",\"message\":\"a board of 1x2 boxes has 7 lines and needs \
                7 digits, but there are 6: all horizontal lines row by row, then all vertical ones (column 16)\"}}\n";
    assert_eq!(run.out, want);
}

#[test]
fn huge_lines_are_not_kept() {
    let mut input = b"dots:1x1\n".to_vec();
    input.extend(std::iter::repeat_n(b'[', 10 << 20));
    input.extend_from_slice(b"\ndots:1x1\n");
    input.extend_from_slice(&[b"{\"note\":".to_vec(), vec![b'['; 10_000], b"\n".to_vec()].concat());
    let run = run_with(&["solve", "--batch", "-"], &input);
    let answers = run.json_lines();
    assert_eq!((run.status, answers.len()), (3, 4));
    assert_eq!((&answers[1]["error"]["code"], &answers[1]["error"]["line"]), (&json!("too_large"), &json!(2)));
    assert_eq!(answers[3]["error"]["code"], "bad_json");
}

#[test]
fn a_batch_from_a_file_with_all_that_can_be_asked() {
    let scratch = Scratch::new("batch");
    let file = scratch.file("batch.txt", "dots:1x1\ndots:1x2\n");
    let run = run(&["solve", "--batch", &file, "--all-moves", "--line", "--stats"]);
    assert_eq!(run.status, 0);
    assert!(run.err.starts_with("2 positions answered"), "{}", run.err);
    for (answer, lines) in run.json_lines().iter().zip([4, 7]) {
        assert_eq!(answer["moves"].as_array().map(Vec::len), Some(lines));
        assert_eq!(answer["line"].as_array().map(Vec::len), Some(lines));
    }
    assert_eq!(run_with(&["solve", "--batch", "-"], b"").out, "");
}

#[test]
fn limits_alone_are_status_4() {
    let arguments = ["solve", "--batch", "-", "--time", "0.1", "--memory", "16M", "--threads", "2"];
    let run = run_with(&arguments, b"dots:6x6\ndots:1x1\n");
    let answers = run.json_lines();
    assert_eq!((run.status, &answers[0]["exact"], &answers[1]["exact"]), (4, &json!(false), &json!(true)));
    assert_eq!((&answers[0]["value"], &answers[0]["best"]), (&Value::Null, &json!([])));
    let bounds = answers[0]["bounds"].as_array().unwrap();
    assert!(bounds[0].as_i64() < bounds[1].as_i64(), "{bounds:?}");
    assert_eq!(run_with(&arguments, b"dots:6x6\nx\n").status, 3);
}

/// A batch on one thread, with pipes.
fn one_thread(options: &[&str]) -> Child {
    let mut command = Command::new(BINARY);
    command.args(["solve", "--batch", "-", "--threads", "1"]).args(options);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn answers_come_while_the_producer_waits() {
    let mut child = one_thread(&[]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for position in ["dots:1x1", "dots:1x2:1010100", "nonsense", "dots:1x1:1111"] {
        writeln!(stdin, "{position}").unwrap();
        let mut answer = String::new();
        assert!(stdout.read_line(&mut answer).unwrap() > 0, "{position}");
        assert_eq!(answer.contains("\"error\""), position == "nonsense");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn fast_answers_do_not_wait_for_slow_ones() {
    let mut child = one_thread(&["--memory", "64M", "--time", "60"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&[b"dots:1x1\n".repeat(40), b"dots:5x5\n".to_vec(), b"dots:1x1\n".repeat(40)].concat()).unwrap();
    let started = Instant::now();
    let answered = BufReader::new(child.stdout.take().unwrap()).lines().take(40).count();
    assert_eq!(answered, 40);
    assert!(started.elapsed() < Duration::from_secs(20));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let many = "dots:1x1\n".repeat(20_000);
    let scratch = Scratch::new("closed");
    let file = scratch.file("many.txt", many);
    for arguments in [format!("solve --batch {file}"), "man solve".to_owned(), "solve dots:2x2".to_owned()] {
        let script = format!("{{ {BINARY} {arguments}; echo status $? >&2; }} | true");
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "status 0\n", "{arguments}");
    }
}
