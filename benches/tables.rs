//! The contents of solution tables: how long they take, their answers asserted.
//!
//! ```text
//! cargo bench --bench tables             what takes seconds
//! cargo bench --bench tables -- long     the 2,147,483,648 line sets of 3x4 boxes as well: 0.7 GB
//! ```

use gridsolve::board::Size;
use gridsolve::games::dots::{Line, Rule};
use gridsolve::solver::retrograde::{Retrograde, WholeBoard};
use std::time::Instant;

fn main() {
    let long = std::env::args().any(|argument| argument == "long");
    let threads = std::env::var("THREADS").ok().and_then(|threads| threads.parse().ok()).unwrap_or(2);
    whole(2, 4, Rule::Free, 2, threads);
    whole(1, 8, Rule::Free, 0, threads);
    let three = whole(3, 3, Rule::Free, -3, threads);
    let mean: i64 = three.counts().into_iter().map(|(value, count)| i64::from(value) * count as i64).sum();
    println!("3x3: all values together {mean}");
    whole(3, 3, Rule::Connected, 1, threads);
    whole(2, 5, Rule::Free, -2, threads);
    if long {
        whole(3, 4, Rule::Free, 0, threads);
    }
}

/// Works out a board whose empty position has the value `expected`.
fn whole(rows: u64, cols: u64, rule: Rule, expected: i16, threads: usize) -> WholeBoard {
    let size = Size::new(rows, cols).expect("a board");
    let started = Instant::now();
    let board = Retrograde::new(size, rule).expect("small enough").threads(threads).build().expect("memory");
    let seconds = started.elapsed().as_secs_f64();
    let sets = 1u64 << Line::count(size);
    println!("{rows}x{cols} {rule:?}: {sets} line sets, {} bytes, {seconds:.4} s", board.positions());
    assert_eq!(board.value_of(0), expected, "{rows}x{cols} {rule:?}");
    board
}
