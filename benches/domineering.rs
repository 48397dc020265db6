//! Domineering: nodes, memory and time of known results, each answer asserted.
//!
//! ```text
//! cargo bench --bench domineering              what takes seconds
//! cargo bench --bench domineering -- long      what takes minutes as well
//! cargo bench --bench domineering -- 9x9:v     a board and a side: who wins, and every winning move
//! cargo bench --bench domineering -- 9x9:v!    the same, who wins only
//! cargo bench --bench domineering -- 4x6=      the value as a combinatorial game
//! ```
//!
//! It searches with one thread, or with as many as `THREADS` says.

use gridsolve::board::{Grid, Mark, Size, Square};
use gridsolve::games::domineering::{Counts, DomineeringPosition, Outcomes, Turn};
use gridsolve::{Answer, Position, Solver};
use std::time::Instant;

/// A board, what is asked, the answer: the value and the number of winning moves, and the nodes that
/// Obsequi took for the winner (2014).
struct Case {
    question: &'static str,
    value: i16,
    winning_moves: usize,
    obsequi: &'static str,
}

const fn case(question: &'static str, value: i16, winning_moves: usize, obsequi: &'static str) -> Case {
    Case { question, value, winning_moves, obsequi }
}

const BLOCKS: &str = "....#....|....#....|....#....|....#....|#########|....#....|....#....|....#....|....#....:v";

const SHORT: &[Case] = &[
    case("6x6:v!", 1, 0, "908"),
    case("7x7:v!", 1, 0, "13,874"),
    case("7x7:v", 1, 18, ""),
    case("8x8:v!", 1, 0, "2,021,154"),
    case("8x9:v!", 1, 0, "9,365,337"),
    case("8x9:h!", -1, 0, ""),
    case("9x8:v!", -1, 0, "179,577,182"),
    case("9x8:h!", 1, 0, ""),
    case("7x8:v!", -1, 0, ""),
    case("7x9:v!", -1, 0, ""),
    case("7x9:h!", 1, 0, ""),
    case(BLOCKS, -1, 0, ""),
];

const LONG: &[Case] = &[
    case("8x8:v", 1, 8, "67,208,171"),
    case("2x29:v!", -1, 0, ""),
    case("2x29:h!", 1, 0, ""),
    case("4x13:v!", -1, 0, ""),
    case("4x13:h!", -1, 0, ""),
    case("4x14:v!", -1, 0, ""),
    case("4x14:h!", 1, 0, ""),
    case("6x10:v!", 1, 0, ""),
    case("6x10:h!", 1, 0, ""),
    case("7x10:v!", -1, 0, ""),
    case("7x10:h!", 1, 0, ""),
    case("9x9:v!", 1, 0, "over 390 million"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let long = arguments.iter().any(|argument| argument == "long");
    println!(
        "{:<12} {:>6} {:>6} {:>14} {:>10} {:>9}   Obsequi's nodes",
        "board", "value", "best", "nodes", "MiB", "seconds"
    );
    let named: Vec<&String> = arguments.iter().filter(|argument| *argument != "long").collect();
    for question in &named {
        match question.strip_suffix('=') {
            Some(board) => value(board, None),
            None => drop(ask(question, "")),
        }
    }
    if !named.is_empty() {
        return;
    }
    let cases = SHORT.iter().chain(if long { LONG } else { &[] });
    for Case { question, value, winning_moves, obsequi } in cases {
        let answer = ask(question, obsequi);
        assert_eq!(answer.value, Some(*value), "{question}");
        assert!(answer.value == Some(-1) || answer.best.len() == *winning_moves, "{question}: {:?}", answer.best);
    }
    value("5x5", Some("0"));
    value("4x7", Some("1"));
    fillings();
}

/// Solves and prints one line.
fn ask(question: &str, obsequi: &str) -> Answer {
    let (asked, value_only) = question.strip_suffix('!').map_or((question, false), |asked| (asked, true));
    let (board, side) = asked.rsplit_once(':').expect("BOARD:v or BOARD:h");
    let turn = if side == "h" { Turn::Horizontal } else { Turn::Vertical };
    let threads = std::env::var("THREADS").ok().and_then(|threads| threads.parse().ok()).unwrap_or(1);
    let solver = Solver::new().threads(threads).memory(4 << 30).value_only(value_only);
    let position = Position::Domineering(DomineeringPosition::new(grid(board), Some(turn)));
    let answer = solver.solve(&position).expect("memory");
    let name = if question.len() > 12 { "four blocks" } else { question };
    let value = answer.value.map_or("?".to_owned(), |value| format!("{value:+}"));
    let (best, nodes, mebibytes) = (answer.best.len(), answer.nodes, answer.memory_bytes >> 20);
    println!("{name:<12} {value:>6} {best:>6} {nodes:>14} {mebibytes:>10} {:>9.3}   {obsequi}", answer.seconds);
    answer
}

/// The value as a game, and what it must be.
fn value(board: &str, expected: Option<&str>) {
    let started = Instant::now();
    let solver = Solver::new().threads(1).memory(4 << 30).value_only(true).game_value(true);
    let position = Position::Domineering(DomineeringPosition::new(grid(board), Some(Turn::Vertical)));
    let value = solver.solve(&position).expect("small enough").game_value.expect("no limit is set");
    println!("{board} = {value}, in {:.3} s", started.elapsed().as_secs_f64());
    assert!(expected.is_none_or(|expected| expected == value));
}

/// Every filling of 5x5, both movers.
fn fillings() {
    let started = Instant::now();
    let counts = Outcomes::of(Size::new(5, 5).expect("a board")).expect("small enough").counts();
    println!("all fillings of 5x5: {counts:?}, in {:.3} s", started.elapsed().as_secs_f64());
    let expected = Counts { first: 11_957_394, second: 1_549_686, vertical: 10_023_676, horizontal: 10_023_676 };
    assert_eq!(counts, expected);
}

/// An empty board like `4x5`, or rows of letters joined by `|`.
fn grid(text: &str) -> Grid {
    if let Some((rows, cols)) = text.split_once('x') {
        let side = |text: &str| text.parse().expect("a number of squares");
        return Grid::empty(Size::new(side(rows), side(cols)).expect("a board"));
    }
    let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
    let size = Size::new(rows.len() as u64, rows[0].len() as u64).expect("a board");
    let mark = |square: Square| rows[usize::from(square.row)].get(usize::from(square.col)).copied();
    Grid::from_fn(size, |square| mark(square).and_then(Mark::from_char).expect("a mark"))
}
