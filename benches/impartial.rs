//! Grundy values of empty boards of Cram and Blocking, each asserted, with what they cost.
//!
//!     cargo bench --bench impartial                        the short ones
//!     cargo bench --bench impartial -- --threads 1 --long  every board whose value is known here
//!     cargo bench --bench impartial -- cram:5x7 kings:8x8  these boards, asserted where known
//!     cargo bench --bench impartial -- --all-moves cram:5x6
//!
//! Values: Schneider 2009, Lemoine and Viennot's Glop 2013, Uiterwijk 2019, Beling 2025 for Cram. Those
//! of Blocking are this project's own.

use gridsolve::board::{Grid, Size};
use gridsolve::games::cram::CramPosition;
use gridsolve::games::kings::KingsPosition;
use gridsolve::{Position, Solver};

/// Game, rows, the first number of columns, the values from there on, and how many of them are short.
const KNOWN: [(&str, u64, u64, &[u16], usize); 17] = [
    ("cram", 1, 1, &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0], 15),
    ("cram", 2, 1, &[1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0], 12),
    ("cram", 3, 3, &[0, 1, 1, 4, 1, 3, 1, 2, 0, 1, 2, 3, 1, 4, 0, 1, 0, 2], 8),
    ("cram", 4, 4, &[0, 2, 0, 3, 0, 1, 0, 1, 0, 3, 0, 4], 5),
    ("cram", 5, 5, &[0, 2, 1, 1, 1, 2, 0, 3], 3),
    ("cram", 6, 6, &[0, 5, 0, 1, 0], 1),
    ("cram", 7, 7, &[1, 3, 1], 0),
    ("kings", 1, 1, &[1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0], 24),
    ("kings", 2, 1, &[1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0], 24),
    ("kings", 3, 3, &[1, 0, 3, 2, 1, 0, 5, 2, 4, 0, 1, 2, 3, 0, 1, 2, 2, 0, 1, 6, 2, 4, 1, 0, 2, 2, 1, 0, 3, 2], 18),
    ("kings", 4, 4, &[0, 0, 0, 0, 0], 5),
    ("kings", 5, 5, &[4, 3, 5, 0, 6, 5, 3, 4, 7, 6, 6, 6], 6),
    ("kings", 6, 6, &[1, 1, 0, 3, 3, 3, 4, 5, 4], 5),
    ("kings", 7, 7, &[1, 0, 4, 1, 1, 2], 2),
    ("kings", 8, 8, &[0, 0, 0, 0, 0], 1),
    ("kings", 9, 9, &[4], 0),
    ("kings", 10, 10, &[], 0),
];

fn main() {
    let mut boards = Vec::new();
    let (mut threads, mut long, mut all_moves, mut value_only) = (1, false, false, false);
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--long" => long = true,
            "--all-moves" => all_moves = true,
            "--value-only" => value_only = true,
            "--threads" => threads = arguments.next().and_then(|count| count.parse().ok()).expect("--threads COUNT"),
            board => boards.push(named(board)),
        }
    }
    if boards.is_empty() {
        for (game, rows, first, values, short) in KNOWN {
            let count = if long { values.len() } else { short };
            boards.extend((0..count).map(|index| (game.to_owned(), rows, first + index as u64)));
        }
    }
    let solver = Solver::new().threads(threads).memory(4 << 30).all_moves(all_moves).value_only(value_only);
    for (game, rows, cols) in boards {
        run(&solver, &game, rows, cols);
    }
}

fn named(board: &str) -> (String, u64, u64) {
    let parts = board.split_once(':').and_then(|(game, size)| Some((game, size.split_once('x')?)));
    let sides = parts.and_then(|(game, (rows, cols))| Some((game, rows.parse().ok()?, cols.parse().ok()?)));
    let (game, rows, cols) = sides.expect("boards are named like cram:5x7");
    (game.to_owned(), rows, cols)
}

fn run(solver: &Solver, game: &str, rows: u64, cols: u64) {
    let grid = Grid::empty(Size::new(rows, cols).expect("a size of a board"));
    let position = match game {
        "cram" => Position::Cram(CramPosition::new(grid)),
        "kings" => Position::Kings(KingsPosition::new(grid)),
        other => panic!("{other} is not cram or kings"),
    };
    let answer = solver.solve(&position).expect("memory");
    let known = KNOWN
        .iter()
        .find(|(name, short, first, ..)| *name == game && *short == rows.min(cols) && *first <= rows.max(cols));
    let known = known.and_then(|(_, _, first, values, _)| values.get((rows.max(cols) - first) as usize));
    println!(
        "{game}:{rows}x{cols} value {} ({} best moves), {} nodes, {} KiB, {:.3} s{}",
        answer.grundy.map_or("?".to_owned(), |value| value.to_string()),
        answer.best.len(),
        answer.nodes,
        answer.memory_bytes >> 10,
        answer.seconds,
        if known.is_some() { "" } else { ", nothing to compare with" }
    );
    if let Some(&known) = known {
        assert_eq!(answer.grundy, Some(known), "{game}:{rows}x{cols}");
    }
}
