//! Positions with proven answers, through the library.

use gridsolve::{Answer, Position, Solver};
use serde_json::Value;

/// A position with the parts of its answer that are known.
pub(crate) struct Case {
    pub(crate) position: Value,
    pub(crate) answer: Value,
}

/// The cases of a file in `tests/data`.
pub(crate) fn cases(file: &str) -> Vec<Case> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let case = |line| {
        let mut case: Value = serde_json::from_str(line).unwrap();
        Case { position: case["position"].take(), answer: case["answer"].take() }
    };
    text.lines().filter(|line| !line.is_empty()).map(case).collect()
}

/// Whether an answer in JSON says what a case knows of it.
#[track_caller]
pub(crate) fn assert_answer(case: &Case, answer: &Value) {
    for part in ["value", "best", "grundy"] {
        if let Some(known) = case.answer.get(part) {
            assert_eq!(&answer[part], known, "{part} of {}", case.position);
        }
    }
}

fn solved(position: &Position) -> Answer {
    Solver::new().threads(1).memory(64 << 20).all_moves(true).solve(position).unwrap()
}

#[track_caller]
pub(crate) fn all_right(file: &str) {
    let cases = cases(file);
    assert!(!cases.is_empty());
    for case in cases {
        let position: Position = serde_json::from_value(case.position.clone()).unwrap();
        assert_eq!(Position::parse(&case.position.to_string()).as_ref(), Ok(&position));
        let answer = solved(&position);
        let record = gridsolve::notation::AnswerRecord { position: &position, answer: &answer };
        assert_answer(&case, &serde_json::to_value(record).unwrap());
        // Every legal move has a value, and exactly the optimal ones have that of the position.
        let moves = answer.moves.unwrap();
        assert_eq!(moves.len(), position.legal_moves().len(), "{position}");
        let mut best: Vec<_> = moves.iter().filter(|entry| Some(entry.value) == answer.value).map(|e| e.mv).collect();
        best.sort_unstable();
        assert_eq!(best, answer.best, "{position}");
    }
}

#[test]
fn dots_to_14_free_lines() {
    all_right("dots-endgame-14.jsonl");
}

#[test]
fn dots_to_20_free_lines() {
    all_right("dots-endgame-20.jsonl");
}

#[test]
fn dots_with_the_rule_connected() {
    all_right("dots-connected.jsonl");
}

#[test]
fn cram() {
    all_right("cram.jsonl");
}

#[test]
fn blocking() {
    all_right("kings.jsonl");
}
