//! Domineering against the plain recursion, published values and itself.

use crate::cases::all_right;
use gridsolve::board::{Grid, Mark, Size, Square};
use gridsolve::games::domineering::{DomineeringPosition, Turn, WorthError};
use gridsolve::{Answer, Move, Position, SolveError, Solver};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;
use std::time::Duration;

fn position(grid: &Grid, turn: Turn) -> Position {
    Position::Domineering(DomineeringPosition::new(grid.clone(), Some(turn)))
}

fn solved(grid: &Grid, turn: Turn) -> Answer {
    Solver::new().threads(1).memory(1 << 20).solve(&position(grid, turn)).expect("memory")
}

/// The board whose square `i`, row by row, is free where bit `i` of `free` is set.
fn board(rows: usize, cols: usize, free: u64) -> Grid {
    let size = Size::new(rows as u64, cols as u64).expect("a board");
    let bit = |square: Square| usize::from(square.row) * cols + usize::from(square.col);
    Grid::from_fn(size, |square| if free >> bit(square) & 1 == 1 { Mark::Free } else { Mark::Filled })
}

/// The definition of the game, on bits of rows, sharing nothing with the library.
struct Plain {
    rows: usize,
    cols: usize,
    known: HashMap<(u64, bool), bool>,
}

impl Plain {
    fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols, known: HashMap::new() }
    }

    fn moves(&self, free: u64, turn: Turn) -> Vec<(usize, u64)> {
        let mut moves = Vec::new();
        for at in 0..self.rows * self.cols {
            let (fits, step) = match turn {
                Turn::Vertical => (at / self.cols + 1 < self.rows, self.cols),
                Turn::Horizontal => (at % self.cols + 1 < self.cols, 1),
            };
            let pair = 1 << at | if fits { 1 << (at + step) } else { 0 };
            if fits && free & pair == pair {
                moves.push((at, free & !pair));
            }
        }
        moves
    }

    /// Whether `turn` wins moving first.
    fn wins(&mut self, free: u64, turn: Turn) -> bool {
        if let Some(&known) = self.known.get(&(free, turn == Turn::Vertical)) {
            return known;
        }
        let wins = self.moves(free, turn).into_iter().any(|(_, next)| !self.wins(next, turn.other()));
        self.known.insert((free, turn == Turn::Vertical), wins);
        wins
    }

    /// The value and every optimal move.
    fn answer(&mut self, free: u64, turn: Turn) -> (i16, Vec<Move>) {
        let wins = self.wins(free, turn);
        let moves = self.moves(free, turn);
        let best = moves.into_iter().filter(|&(_, next)| !wins || !self.wins(next, turn.other()));
        let best: Vec<usize> = best.map(|(at, _)| at).collect();
        let square = |at: usize| Move::Square(Square::new(at / self.cols, at % self.cols));
        (if wins { 1 } else { -1 }, best.into_iter().map(square).collect())
    }
}

const TURNS: [Turn; 2] = [Turn::Vertical, Turn::Horizontal];

/// A board of letters, rows joined by `|`, or an empty one like `4x5`.
fn picture(text: &str) -> Grid {
    if let Some((rows, cols)) = text.split_once('x') {
        let side = |text: &str| text.parse().expect("a number");
        return Grid::empty(Size::new(side(rows), side(cols)).expect("a board"));
    }
    let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
    let size = Size::new(rows.len() as u64, rows[0].len() as u64).expect("a board");
    let mark = |square: Square| rows[usize::from(square.row)][usize::from(square.col)];
    Grid::from_fn(size, |square| Mark::from_char(mark(square)).expect("a mark"))
}

fn transposed(grid: &Grid) -> Grid {
    let swapped = |square: Square| Square { row: square.col, col: square.row };
    Grid::from_fn(grid.size().transposed(), |square| grid.mark(swapped(square)).expect("on the board"))
}

fn wins(grid: &Grid, turn: Turn) -> bool {
    let answer = Solver::new().threads(1).memory(64 << 20).value_only(true).solve(&position(grid, turn));
    answer.expect("memory").value == Some(1)
}

/// `1` first, `2` second, `V` vertical, `H` horizontal.
fn outcome(grid: &Grid) -> char {
    match TURNS.map(|turn| wins(grid, turn)) {
        [true, true] => '1',
        [false, false] => '2',
        [true, false] => 'V',
        [false, true] => 'H',
    }
}

#[test]
fn every_filling_of_3x4_agrees_with_the_plain_recursion() {
    for (rows, cols) in [(3, 4), (4, 3)] {
        let mut plain = Plain::new(rows, cols);
        for free in 0..1 << (rows * cols) {
            for turn in TURNS {
                let answer = solved(&board(rows, cols, free), turn);
                let (value, best) = plain.answer(free, turn);
                assert_eq!((answer.value, &answer.best), (Some(value), &best), "{} {turn:?}", board(rows, cols, free));
                assert!(answer.exact && answer.bounds.is_none());
            }
        }
    }
}

#[test]
fn random_boards_agree_with_the_plain_recursion() {
    const SEED: u64 = 0xd031;
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    for number in 0..RANDOM_BOARDS {
        let (rows, cols) = (random.random_range(1..=5), random.random_range(1..=6));
        let area = rows * cols;
        let count = random.random_range(0..=area.min(20));
        let mut free = 0u64;
        while free.count_ones() < count as u32 {
            free |= 1 << random.random_range(0..area);
        }
        let mut plain = Plain::new(rows, cols);
        for turn in TURNS {
            let answer = solved(&board(rows, cols, free), turn);
            let (value, best) = plain.answer(free, turn);
            let place = format!("seed {SEED:#x}, board {number}: {} {turn:?}", board(rows, cols, free));
            assert_eq!((answer.value, &answer.best), (Some(value), &best), "{place}");
        }
    }
}

const RANDOM_BOARDS: usize = 100_000;

/// Published with the boards: how many fillings the first player, the second, Vertical and Horizontal win.
#[test]
fn outcomes_of_every_filling() {
    for (rows, cols, counts) in [(3, 3, [212, 108, 96, 96]), (3, 4, [1655, 600, 741, 1100])] {
        let mut found = [0; 4];
        for free in 0..1 << (rows * cols) {
            let outcome = outcome(&board(rows, cols, free));
            found["12VH".find(outcome).expect("an outcome")] += 1;
        }
        assert_eq!(found, counts, "{rows}x{cols}");
    }
}

/// Winners of empty boards (West 1996, Breuker, Uiterwijk and van den Herik 2000, Bullock 2002).
#[test]
fn winners_of_empty_boards() {
    let rows: [(u64, u64, &str); 6] = [
        (2, 1, "V11HV11HV11H211HH11HHH1HHH1H"),
        (3, 4, "HHHHHHHHHH"),
        (4, 4, "1V1VHVHVH"),
        (5, 5, "2HHHHHHHH"),
        (6, 6, "1VHV"),
        (7, 7, "1HH"),
    ];
    for (rows, first, winners) in rows {
        for (cols, winner) in (first..).zip(winners.chars()) {
            let grid = Grid::empty(Size::new(rows, cols).expect("a board"));
            assert_eq!(outcome(&grid), winner, "{rows}x{cols}");
            let other = match winner {
                'V' => 'H',
                'H' => 'V',
                either => either,
            };
            assert_eq!(outcome(&transposed(&grid)), other, "{cols}x{rows}");
        }
    }
}

/// Upper squares of Vertical's winning first moves in the top left quarter.
#[test]
fn winning_first_moves_of_empty_boards() {
    let square_boards: [(usize, &[(usize, usize)]); 5] = [
        (3, &[(0, 1)]),
        (4, &[(1, 0), (1, 1)]),
        (5, &[]),
        (6, &[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)]),
        (7, &[(0, 1), (0, 3), (1, 1), (1, 3), (2, 1), (2, 3)]),
    ];
    for (side, quarter) in square_boards {
        let images = |&(row, col): &(usize, usize)| {
            let (below, right) = (side - 2 - row, side - 1 - col);
            [(row, col), (row, right), (below, col), (below, right)]
        };
        let mut moves: Vec<Move> =
            quarter.iter().flat_map(images).map(|(r, c)| Move::Square(Square::new(r, c))).collect();
        moves.sort_unstable();
        moves.dedup();
        let answer = solved(&picture(&format!("{side}x{side}")), Turn::Vertical);
        if moves.is_empty() {
            assert_eq!(answer.value, Some(-1));
        } else {
            assert_eq!((answer.value, answer.best), (Some(1), moves), "{side}x{side}");
        }
    }
}

fn game_value(grid: &Grid) -> Result<Option<String>, SolveError> {
    let solver = Solver::new().threads(1).memory(1 << 30).value_only(true).game_value(true);
    Ok(solver.solve(&position(grid, Turn::Vertical))?.game_value)
}

/// Values from the literature; the last is of Mazur (2026).
#[test]
fn values_as_games() {
    let cases = [
        ("2x2", "{1|-1}"),
        ("2x3", "{2|-1/2}"),
        ("2x4", "{{2|0}|0}"),
        ("2x5", "1/2"),
        ("2x7", "{3/2|-1/2}"),
        ("2x13", "0"),
        ("3x3", "{1|-1}"),
        ("3x4", "-3/2"),
        ("3x5", "-1"),
        ("4x5", "1"),
        ("4x7", "1"),
        ("5x5", "0"),
        ("1x1", "0"),
        ("1x30", "-15"),
        (".#|..", "*"),
        ("..#|..#|...", "{1/2|-2}"),
        (".#.#|.#..", "1*"),
        ("#...|....|....|....", "{1*|-1*}"),
        ("..#.|....|....|#...", "0"),
        (".#######.|.#######.|....#....|###.#.###|###...###|#....####|##...####|#..######", "{17/8|-2*}"),
    ];
    for (board, value) in cases {
        assert_eq!(game_value(&picture(board)).expect("small enough").as_deref(), Some(value), "{board}");
    }
}

#[test]
fn too_large_for_a_value() {
    let error = game_value(&picture("6x6")).expect_err("36 squares");
    assert!(matches!(error, SolveError::GameValue(WorthError::TooLarge { squares: 36 })), "{error}");
}

/// The sign of the value is the outcome, on every filling of 3x3 and 2x5, and transposing negates it.
#[test]
fn values_and_outcomes_agree() {
    for (rows, cols) in [(3, 3), (2, 5)] {
        for free in 0..1 << (rows * cols) {
            let grid = board(rows, cols, free);
            let layout = gridsolve::games::domineering::Layout::new(&grid);
            let worth = gridsolve::games::domineering::worth(&layout, 1 << 24, &|| true).expect("small enough");
            let mut plain = Plain::new(rows, cols);
            let winner = |won: bool| if won { 1 } else { -1 };
            let expected = [winner(plain.wins(free, Turn::Vertical)), -winner(plain.wins(free, Turn::Horizontal))];
            assert_eq!(worth.outcome.map(|bounds| bounds.exact()), expected.map(Some), "{grid}");
        }
    }
}

#[test]
fn transposing_exchanges_the_sides() {
    const SEED: u64 = 0xd032;
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    for number in 0..300 {
        let (rows, cols) = (random.random_range(2..=7), random.random_range(2..=7));
        let free = random.random::<u64>() | random.random::<u64>();
        let grid = board(rows, cols, free);
        for turn in TURNS {
            let (own, other) = (solved(&grid, turn), solved(&transposed(&grid), turn.other()));
            let swapped = |mv: &Move| match mv {
                Move::Square(square) => Move::Square(Square { row: square.col, col: square.row }),
                other => *other,
            };
            let mut moves: Vec<Move> = own.best.iter().map(swapped).collect();
            moves.sort_unstable();
            assert_eq!(
                (own.value, moves),
                (other.value, other.best),
                "seed {SEED:#x}, board {number}: {grid} {turn:?}"
            );
        }
    }
}

/// The same free squares far apart on a board too large for one word, for two, and for four: they are
/// packed together, or, as one part that winds through the board, kept wide.
#[test]
fn large_boards_with_few_free_squares() {
    let small = picture("...#.|..#..|.....|#.#..");
    for (rows, cols) in [(9, 14), (32, 32)] {
        let size = Size::new(rows, cols).expect("a board");
        let spread = Grid::from_fn(size, |square| {
            let (row, col) = (square.row, square.col.wrapping_sub(cols as u16 - 5));
            small.mark(Square { row, col }).unwrap_or(Mark::Filled)
        });
        for turn in TURNS {
            let (near, far) = (solved(&small, turn), solved(&spread, turn));
            let moved = |mv: &Move| match mv {
                Move::Square(square) => Move::Square(Square { row: square.row, col: square.col + cols as u16 - 5 }),
                other => *other,
            };
            assert_eq!(
                (near.value, near.best.iter().map(moved).collect()),
                (far.value, far.best),
                "{rows}x{cols} {turn:?}"
            );
        }
    }
    // Stairs are a path: moves leave independent stairs, so short and long ones can be told by values.
    for (steps, side) in [(6, 4), (20, 11), (30, 16)] {
        let stairs = Grid::from_fn(Size::new(side, side).expect("a board"), |square| {
            let on_path = square.col == square.row || square.col == square.row + 1;
            let within = usize::from(square.row + square.col) < steps;
            if on_path && within { Mark::Free } else { Mark::Filled }
        });
        let layout = gridsolve::games::domineering::Layout::new(&stairs);
        let worth = gridsolve::games::domineering::worth(&layout, 1 << 26, &|| true).expect("small enough");
        let signs = [wins(&stairs, Turn::Vertical), !wins(&stairs, Turn::Horizontal)];
        let expected = worth.outcome.map(|bounds| bounds.exact() == Some(1));
        assert_eq!(signs, expected, "{steps} steps, {}", worth.name);
    }
}

/// Four blocks of 4x4 cancel in pairs: nothing is searched but the first move.
#[test]
fn separate_blocks() {
    let row = "....#....";
    let text = [row, row, row, row, "#########", row, row, row, row].join("|");
    for turn in TURNS {
        let answer = solved(&picture(&text), turn);
        assert_eq!((answer.value, answer.best.len()), (Some(-1), 48));
        assert!(answer.nodes < 1000, "{} nodes", answer.nodes);
    }
}

#[test]
fn threads_and_memory_do_not_change_the_answer() {
    let grid = picture("7x7");
    let expected = solved(&grid, Turn::Vertical);
    for (threads, bytes) in [(1, 0), (1, 64), (1, 1000), (1, 4097), (2, 1 << 16), (4, 1 << 20)] {
        let answer =
            Solver::new().threads(threads).memory(bytes).solve(&position(&grid, Turn::Vertical)).expect("memory");
        assert_eq!(
            (answer.value, answer.best),
            (expected.value, expected.best.clone()),
            "{threads} threads, {bytes} bytes"
        );
    }
}

#[test]
fn a_line_of_best_play_is_won_by_the_winner() {
    let grid = picture("5x6");
    for turn in TURNS {
        let solver = Solver::new().threads(1).line(true).all_moves(true);
        let answer = solver.solve(&position(&grid, turn)).expect("memory");
        let mut board = DomineeringPosition::new(grid.clone(), Some(turn));
        for mv in answer.line.expect("it was asked for") {
            let Move::Square(square) = mv else { panic!("{mv} is no square") };
            let mover = board.turn().expect("somebody moves");
            board.place(square, mover).expect("a legal move");
        }
        let loser = board.turn().expect("somebody moves");
        assert_eq!(board.legal_squares(loser).count(), 0);
        assert_eq!(answer.value, Some(if loser == turn { -1 } else { 1 }));
        let won = answer.moves.expect("asked for").iter().filter(|entry| entry.value == 1).count();
        assert_eq!(won, if answer.value == Some(1) { answer.best.len() } else { 0 });
    }
}

#[test]
fn a_limit_is_said() {
    let solver = Solver::new().threads(2).memory(1 << 24).time(Duration::from_millis(20));
    let answer = solver.solve(&position(&picture("32x32"), Turn::Vertical)).expect("memory");
    assert!(!answer.exact && answer.value.is_none() && answer.best.is_empty(), "{answer:?}");
    assert_eq!(answer.bounds.map(|bounds| (bounds.low, bounds.high)), Some((-1, 1)));
    assert!(answer.seconds < 20.0, "{} s", answer.seconds);
    // The value as a game takes longer than who wins; without it the answer is what is known.
    let answer = solver.game_value(true).solve(&position(&picture("5x6"), Turn::Vertical)).expect("memory");
    assert!(answer.game_value.is_none() && answer.seconds < 20.0, "{answer:?}");
    assert!(answer.value.is_none() || answer.exact && answer.value == Some(-1));
}

#[test]
fn boards_solved_by_brute_force() {
    all_right("domineering.jsonl");
}

/// Outcomes that another program's testers computed with CGSuite.
#[test]
fn boards_solved_by_another_program() {
    all_right("domineering-cgsuite.jsonl");
}
