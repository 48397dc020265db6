//! Values and winning moves of empty boards of Cram and Blocking, each value asserted, with what they cost.
//!
//!     cargo bench --bench impartial                       the boards with a target that take seconds
//!     cargo bench --bench impartial -- --long             those that take minutes too
//!     cargo bench --bench impartial -- --every            every small board whose value is known
//!     cargo bench --bench impartial -- cram:5x9           these boards, asserted where known
//!     cargo bench --bench impartial -- --threads 2 --value-only --all-moves
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

/// Boards with the seconds that they may take on two idle cores, and whether that is minutes.
const TARGETS: [(&str, u64, bool); 14] = [
    ("cram:5x6", 1, false),
    ("cram:5x7", 1, false),
    ("cram:5x8", 4, false),
    ("cram:4x11", 12, false),
    ("kings:8x8", 1, false),
    ("kings:7x10", 7, false),
    ("kings:8x10", 30, false),
    ("cram:5x9", 60, true),
    ("kings:8x11", 100, true),
    ("kings:7x12", 150, true),
    ("kings:9x9", 150, true),
    ("cram:6x7", 300, true),
    ("cram:7x7", 300, true),
    ("kings:8x12", 500, true),
];

fn main() {
    let mut boards = Vec::new();
    let (mut threads, mut long, mut every) = (2, false, false);
    let (mut all_moves, mut value_only) = (false, false);
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "long" | "--long" => long = true,
            "--every" => every = true,
            "--all-moves" => all_moves = true,
            "--value-only" => value_only = true,
            "--threads" => threads = arguments.next().and_then(|count| count.parse().ok()).expect("--threads COUNT"),
            board => boards.push(named(board)),
        }
    }
    let solver = Solver::new().threads(threads).memory(4 << 30).all_moves(all_moves).value_only(value_only);
    if every {
        for (game, rows, first, values, short) in KNOWN {
            let count = if long { values.len() } else { short };
            boards.extend((0..count).map(|index| (game.to_owned(), rows, first + index as u64)));
        }
    } else if boards.is_empty() {
        run(&solver.clone().all_moves(true), "cram", 5, 6);
        boards.extend(TARGETS.iter().filter(|target| long || !target.2).map(|target| named(target.0)));
    }
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
    let target = TARGETS.iter().find(|target| target.0 == format!("{game}:{rows}x{cols}"));
    println!(
        "{game}:{rows}x{cols} value {} ({} best moves), {} nodes, {} KiB, {:.3} s{}{}",
        answer.grundy.map_or("?".to_owned(), |value| value.to_string()),
        answer.best.len(),
        answer.nodes,
        answer.memory_bytes >> 10,
        answer.seconds,
        target.map_or(String::new(), |target| format!(" (target {} s)", target.1)),
        if known.is_some() { "" } else { ", nothing to compare with" }
    );
    if let Some(&known) = known {
        assert_eq!(answer.grundy, Some(known), "{game}:{rows}x{cols}");
    }
}
