//! Solution tables: how long it takes to work them out, to ask them and to refuse what is none, answers asserted.
//!
//! ```text
//! cargo bench --bench tables             what takes seconds
//! cargo bench --bench tables -- long     the 2,147,483,648 line sets of 3x4 boxes as well: 0.7 GB
//! ```
//!
//! Times are printed. Of those with a limit the best of some runs must keep it: others may be at work on the machine.

use gridsolve::Position;
use gridsolve::board::Size;
use gridsolve::games::dots::{Line, Rule};
use gridsolve::solver::retrograde::{Retrograde, WholeBoard};
use gridsolve::table::Table;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() {
    let long = std::env::args().any(|argument| argument == "long");
    let threads = std::env::var("THREADS").ok().and_then(|threads| threads.parse().ok()).unwrap_or(2);
    whole(2, 4, Rule::Free, 2, threads);
    whole(1, 8, Rule::Free, 0, threads);
    let three = whole(3, 3, Rule::Free, -3, threads);
    let mean: i64 = three.counts().into_iter().map(|(value, count)| i64::from(value) * count as i64).sum();
    println!("3x3: all values together {mean}");
    let takes = best_of(5, || Retrograde::new(three_by_three(), Rule::Free).expect("small").threads(threads).build());
    within("3x3 worked out, best of 5", takes, Duration::from_millis(100));
    whole(3, 3, Rule::Connected, 1, threads);
    whole(2, 5, Rule::Free, -2, threads);
    probes(&three);
    refusals();
    if long {
        whole(3, 4, Rule::Free, 0, threads);
    }
}

fn three_by_three() -> Size {
    Size::new(3, 3).expect("a board")
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

fn shipped(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tables").join(name)).expect("a shipped table")
}

/// Asks shipped tables whose blocks are unpacked already.
fn probes(three: &WholeBoard) {
    const COUNT: u64 = 1 << 20;
    let table = Table::from_bytes(shipped("dots-3x3.gst")).expect("a table");
    // Every line set has its turn, in no order.
    let line_set = |at: u64| at.wrapping_mul(0x9e37_79b9) & ((1 << 24) - 1);
    let sum =
        || (0..COUNT).map(|at| i64::from(table.value_of_board(line_set(at)).expect("whole").expect("dense"))).sum();
    let expected: i64 = (0..COUNT).map(|at| i64::from(three.value_of(line_set(at).into()))).sum();
    let takes = best_of(5, || assert_eq!(black_box::<i64>(sum()), expected)) / COUNT as u32;
    within("dots-3x3: a line set", takes, Duration::from_micros(2));

    let position = Position::parse("dots:3x3:110000000000000000000001").expect("a position");
    let takes = best_of(5, || (0..1000).for_each(|_| drop(black_box(table.probe(&position))))) / 1000;
    within("dots-3x3: a position", takes, Duration::from_micros(2));

    let table = Table::from_bytes(shipped("kings-8x8.gst")).expect("a table");
    let keys: Vec<u128> =
        (0..table.block_count()).flat_map(|block| table.entries_of_block(block).expect("whole").0).collect();
    let some: Vec<u128> = (0..keys.len()).map(|at| keys[at * 7919 % keys.len()]).collect();
    let ask = || some.iter().all(|&key| table.value_of_key(key).is_ok_and(|value| value.is_some()));
    let takes = best_of(5, || assert!(ask())) / some.len() as u32;
    within("kings-8x8: a part", takes, Duration::from_micros(2));
}

/// Refuses files that are damaged or made to do harm.
fn refusals() {
    let whole = shipped("kings-8x8.gst");
    let hostile = |at: usize, bytes: &[u8]| {
        let mut file = whole.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    let cut = whole[..whole.len() - 1].to_vec();
    for (what, file) in [
        ("cut off", cut),
        ("a header that is damaged", hostile(30, &[16])),
        ("2^64 entries", hostile(32, &[0xff; 8])),
        ("a length of 2^64", hostile(40, &[0xff; 8])),
        ("2^32 blocks", hostile(52, &[0xff; 4])),
    ] {
        let refuse = || assert!(Table::from_bytes(file.clone()).is_err(), "{what}");
        within(&format!("refused: {what}"), best_of(3, refuse), Duration::from_millis(10));
        let memory = memory_of(refuse).unwrap_or(0);
        println!("refused: {what}: {memory} bytes, may take 16 MiB");
        assert!(memory < 16 << 20, "{what}");
    }
    let table = Table::from_bytes(hostile(whole.len() / 2, &[0x5a; 64])).expect("the header is right");
    let is_damaged = |block: &u32| table.entries_of_block(*block).is_err();
    let damaged = (0..table.block_count()).find(is_damaged).expect("a block is damaged");
    let takes = best_of(3, || assert!(is_damaged(&damaged)));
    within("refused: a damaged block", takes, Duration::from_millis(10));
}

fn best_of<T>(rounds: u32, mut work: impl FnMut() -> T) -> Duration {
    let mut time = || {
        let started = Instant::now();
        black_box(work());
        started.elapsed()
    };
    (0..rounds).map(|_| time()).min().unwrap_or_default()
}

fn within(what: &str, takes: Duration, most: Duration) {
    println!("{what}: {takes:?}, may take {most:?}");
    assert!(takes <= most, "{what}");
}

/// The most bytes of memory, more than now, that `work` takes; `None` where the system does not say.
fn memory_of(work: impl FnOnce()) -> Option<u64> {
    // The system forgets the highest mark so far.
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    let before = memory("VmRSS:")?;
    work();
    Some(memory("VmHWM:")?.saturating_sub(before))
}

fn memory(what: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(what))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}
