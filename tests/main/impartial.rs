//! Cram, XO and Blocking: the plain recursion, and what must hold between boards.

use gridsolve::board::{Columns, Grid, Mark, Size, Square, Word};
use gridsolve::games::cram::{Cram, CramPosition};
use gridsolve::games::impartial::{Board, Impartial, Nimber, Scoring};
use gridsolve::games::kings::{Kings, KingsPosition};
use gridsolve::solver::naive::{Naive, NaiveNimbers};
use gridsolve::{Answer, Move, Position, Solver};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

const SEED: u64 = 20_261_130;

fn grid(rows: &[&str]) -> Grid {
    let size = Size::new(rows.len() as u64, rows[0].len() as u64).expect("a size");
    let mark = |square: Square| Mark::from_char(char::from(rows[square.row as usize].as_bytes()[square.col as usize]));
    Grid::from_fn(size, |square| mark(square).expect("a mark"))
}

fn empty(rows: u64, cols: u64) -> Grid {
    Grid::empty(Size::new(rows, cols).expect("a size"))
}

fn cram(grid: Grid) -> Position {
    Position::Cram(CramPosition::new(grid))
}

fn xo(grid: Grid) -> Position {
    Position::Xo(CramPosition::new(grid))
}

fn kings(grid: Grid) -> Position {
    Position::Kings(KingsPosition::new(grid))
}

fn solve(position: &Position) -> Answer {
    Solver::new().threads(1).solve(position).expect("memory")
}

fn grundy(position: &Position) -> u16 {
    solve(position).grundy.expect("solved")
}

/// The naive side of a game on one board: the recursion for values and the one for Grundy values.
struct Oracle<'b, R: Impartial> {
    rows: usize,
    cols: usize,
    scoring: Scoring,
    values: Naive<'b, Board<R, u64>>,
    nimbers: NaiveNimbers<'b, Board<R, u64>>,
}

impl<'b, R: Impartial> Oracle<'b, R> {
    fn new(board: &'b Board<R, u64>, rows: usize, cols: usize, scoring: Scoring) -> Self {
        Self { rows, cols, scoring, values: Naive::new(board), nimbers: NaiveNimbers::new(board) }
    }

    fn grid(&self, free: u64) -> Grid {
        let size = Size::new(self.rows as u64, self.cols as u64).expect("a size");
        let is_free = |square: Square| free.has(square.row as usize * self.cols + square.col as usize);
        Grid::from_fn(size, |square| if is_free(square) { Mark::Free } else { Mark::Filled })
    }

    fn name(&self, number: u16) -> Move {
        let square = |at: usize| Square::new(at / self.cols, at % self.cols);
        let (first, second) = R::placed(number, self.cols);
        second.map_or(Move::Square(square(first)), |second| Move::Pair(square(first), square(second)))
    }

    /// Value, Grundy value and list of best moves, of every move too where `all` is set.
    fn agrees(&mut self, free: u64, position: fn(Grid) -> Position, all: bool) {
        let grid = self.grid(free);
        let text = grid.to_string();
        let answer = Solver::new().threads(1).all_moves(all).solve(&position(grid)).expect("memory");
        let nimber = self.nimbers.value(&free);
        assert_eq!(answer.grundy, Some(nimber), "{text}");
        assert_eq!(answer.value, Some(self.scoring.value(nimber != 0)), "{text}");
        let moves = self.nimbers.move_values(&free);
        let least = moves.iter().map(|&(_, left)| left != 0).min();
        let best: Vec<Move> =
            moves.iter().filter(|&&(_, left)| Some(left != 0) == least).map(|&(mv, _)| self.name(mv)).collect();
        assert_eq!(answer.best, best, "{text}");
        if all {
            assert_eq!(answer.value, Some(self.values.value(&free)), "{text}");
            let best: Vec<Move> = self.values.best_moves(&free).into_iter().map(|mv| self.name(mv)).collect();
            assert_eq!(answer.best, best, "{text}");
            let mut listed = answer.moves.expect("asked for");
            assert!(listed.is_sorted_by_key(|entry| (-entry.value, entry.mv)), "{text}");
            listed.sort_by_key(|entry| entry.mv);
            let listed: Vec<_> = listed.iter().map(|entry| (entry.mv, entry.value, entry.grundy)).collect();
            let values = self.values.move_values(&free);
            let expected = moves.iter().zip(values).map(|(&(mv, left), (_, value))| (self.name(mv), value, Some(left)));
            assert_eq!(listed, expected.collect::<Vec<_>>(), "{text}");
        }
    }
}

fn every_subset_agrees<R: Impartial>(scoring: Scoring, position: fn(Grid) -> Position) {
    let board = Board::<R, u64>::new(3, 4, scoring);
    let mut oracle = Oracle::new(&board, 3, 4, scoring);
    (0..1 << 12).for_each(|free| oracle.agrees(free, position, true));
}

#[test]
fn every_subset_of_3x4_agrees_with_the_plain_recursion() {
    every_subset_agrees::<Cram>(Scoring::LastMove, cram);
    every_subset_agrees::<Cram>(Scoring::Tiles, xo);
    every_subset_agrees::<Kings>(Scoring::LastMove, kings);
}

/// At most 20 free squares, few more often than many: the plain recursion takes long where they are many.
fn random_free(rng: &mut impl Rng, squares: usize) -> u64 {
    let most = rng.random_range(0..=20).min(rng.random_range(0..=20));
    let share = rng.random_range(0.3..1.0);
    let mut free = (0..squares).filter(|_| rng.random_bool(share)).fold(0, |free, at| free | 1 << at);
    while u64::count_ones(free) > most {
        free &= !(1 << rng.random_range(0..squares));
    }
    free
}

/// 100,000 positions.
fn random_positions_agree<R: Impartial>(position: fn(Grid) -> Position) {
    println!("seed {SEED}");
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let sizes: Vec<(usize, usize)> = (1..=5).flat_map(|rows| (1..=6).map(move |cols| (rows, cols))).collect();
    for &(rows, cols) in &sizes {
        let board = Board::<R, u64>::new(rows, cols, Scoring::LastMove);
        let mut oracle = Oracle::new(&board, rows, cols, Scoring::LastMove);
        for _ in 0..100_000usize.div_ceil(sizes.len()) {
            oracle.agrees(random_free(&mut rng, rows * cols), position, false);
        }
    }
}

#[test]
fn random_positions_of_cram_agree_with_the_plain_recursion() {
    random_positions_agree::<Cram>(cram);
}

#[test]
fn random_positions_of_blocking_agree_with_the_plain_recursion() {
    random_positions_agree::<Kings>(kings);
}

/// Reductions, answers without search and the choice of options, on every subset of a whole board.
fn knowledge_is_true<R: Impartial>(rows: usize, cols: usize) {
    let board = Board::<R, u64>::new(rows, cols, Scoring::LastMove);
    let mut oracle = NaiveNimbers::new(&board);
    let columns = Columns::<u64>::new(cols);
    for free in 1..1u64 << (rows * cols) {
        let value = oracle.value(&free);
        let reduced = R::reduced(&columns, free);
        assert!(reduced & !free == 0 && oracle.value(&reduced) == value, "{free:#b} reduced to {reduced:#b}");
        let mut options = Vec::new();
        let _ = R::each_option(&columns, free, |taken| {
            options.push(oracle.value(&(free & !taken)));
            std::ops::ControlFlow::Continue(())
        });
        options.sort_unstable();
        options.dedup();
        let mut all: Vec<u16> = oracle.move_values(&free).into_iter().map(|(_, value)| value).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(options, all, "{free:#b}");
        let (lifted, first, last) = columns.lifted(free);
        if lifted == free && first == 0 && last == cols - 1 {
            match R::known(&columns, free, columns.rows_of(free)) {
                Nimber::Exactly(known) => assert_eq!(u16::from(known), value, "{free:#b}"),
                Nimber::NoneOf(set) => assert!(set >> value & 1 == 0, "{free:#b}"),
            }
        }
    }
}

#[test]
fn what_is_known_without_search_holds_on_whole_boards() {
    for (rows, cols) in [(4, 4), (5, 3), (3, 5), (6, 2), (2, 6), (12, 1)] {
        knowledge_is_true::<Cram>(rows, cols);
        knowledge_is_true::<Kings>(rows, cols);
    }
}

#[test]
fn one_row_of_cram_is_one_row_of_blocking_with_a_square_less() {
    for n in 1..40 {
        let value = grundy(&kings(empty(1, n)));
        assert_eq!(value, grundy(&cram(empty(1, n + 1))), "1x{n}");
        assert_eq!(value, grundy(&kings(empty(n, 1))), "{n}x1");
        assert_eq!(value, grundy(&kings(empty(2, n))), "2x{n}");
    }
}

#[test]
fn tables_of_empty_boards() {
    let rows_of_cram: [(u64, u64, &[u16]); 6] = [
        (1, 1, &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0]),
        (2, 1, &[1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]),
        (3, 3, &[0, 1, 1, 4, 1, 3, 1, 2]),
        (4, 4, &[0, 2, 0, 3, 0]),
        (5, 5, &[0, 2]),
        (6, 6, &[0]),
    ];
    let rows_of_kings: [(u64, u64, &[u16]); 7] = [
        (1, 1, &[1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0]),
        (3, 3, &[1, 0, 3, 2, 1, 0, 5, 2, 4, 0, 1, 2, 3, 0, 1, 2, 2, 0]),
        (4, 4, &[0, 0, 0, 0, 0, 0]),
        (5, 5, &[4, 3, 5, 0, 6]),
        (6, 6, &[1, 1, 0, 3]),
        (7, 7, &[1, 0]),
        (8, 8, &[0]),
    ];
    for (game, rows) in [(cram as fn(Grid) -> Position, &rows_of_cram[..]), (kings, &rows_of_kings[..])] {
        for &(short, first, values) in rows {
            for (&value, long) in values.iter().zip(first..) {
                assert_eq!(grundy(&game(empty(short, long))), value, "{short}x{long}");
                assert_eq!(grundy(&game(empty(long, short))), value, "{long}x{short}");
            }
        }
    }
}

#[test]
fn a_published_position_of_cram_is_four() {
    assert_eq!(grundy(&cram(grid(&[".........", "##.######"]))), 4);
}

/// Grundy values left by the first move in the top-left quarter.
#[test]
fn first_moves_of_blocking() {
    let table = |size: u64, quarter: &[&[u16]]| {
        let answer = Solver::new().threads(1).all_moves(true).solve(&kings(empty(size, size))).expect("memory");
        for entry in answer.moves.expect("asked for") {
            let Move::Square(square) = entry.mv else { panic!("{:?} is no square", entry.mv) };
            let fold = |at: u16| usize::from(at.min(size as u16 - 1 - at));
            assert_eq!(entry.grundy, Some(quarter[fold(square.row)][fold(square.col)]), "{size}x{size} {square}");
        }
    };
    table(6, &[&[0, 4, 0], &[4, 0, 4], &[0, 4, 0]]);
    table(5, &[&[5, 2, 3], &[2, 1, 3], &[3, 3, 0]]);
}

#[test]
fn boards_of_odd_sides_are_won_by_the_king_in_the_middle() {
    for (rows, cols) in [(3, 3), (3, 5), (5, 5), (5, 7), (3, 9), (7, 7)] {
        let answer = solve(&kings(empty(rows, cols)));
        assert_eq!(answer.value, Some(1));
        assert!(answer.best.contains(&Move::Square(Square::new(rows as usize / 2, cols as usize / 2))));
    }
}

#[test]
fn the_value_of_a_sum_is_the_exclusive_or() {
    println!("seed {SEED}");
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for game in [cram as fn(Grid) -> Position, kings] {
        for _ in 0..300 {
            let mut part = || {
                let free = random_free(&mut rng, 16);
                move |row: usize, col: usize| if free >> (4 * row + col) & 1 == 1 { '.' } else { '#' }
            };
            let (left, right) = (part(), part());
            let rows = |cell: &dyn Fn(usize, usize) -> char, cols: usize| -> Vec<String> {
                (0..4).map(|row| (0..cols).map(|col| cell(row, col)).collect()).collect()
            };
            let value = |rows: Vec<String>| grundy(&game(grid(&rows.iter().map(String::as_str).collect::<Vec<_>>())));
            let both = |row: usize, col: usize| match col {
                0..4 => left(row, col),
                4 => '#',
                _ => right(row, col - 5),
            };
            assert_eq!(value(rows(&both, 9)), value(rows(&left, 4)) ^ value(rows(&right, 4)));
        }
    }
}

/// Regions of every width of word on one board of 32x32.
#[test]
fn a_wide_board_is_solved_region_by_region() {
    let size = Size::new(32, 32).expect("a size");
    let boxes = [(0, 0, 3, 4), (0, 10, 5, 5), (10, 0, 1, 30), (20, 3, 4, 3), (30, 0, 2, 32)];
    let inside = |square: Square, &(top, left, rows, cols): &(u16, u16, u16, u16)| {
        (top..top + rows).contains(&square.row) && (left..left + cols).contains(&square.col)
    };
    let marks = |square| if boxes.iter().any(|part| inside(square, part)) { Mark::Free } else { Mark::Filled };
    let position = kings(Grid::from_fn(size, marks));
    let alone = boxes.iter().map(|&(_, _, rows, cols)| grundy(&kings(empty(rows.into(), cols.into()))));
    assert_eq!(grundy(&position), alone.fold(0, |all, value| all ^ value));
    // A diagonal from corner to corner is one region in a box of 1,024 squares, and a row in disguise.
    let diagonal = Grid::from_fn(size, |square| if square.row == square.col { Mark::Free } else { Mark::Filled });
    assert_eq!(grundy(&kings(diagonal)), grundy(&kings(empty(1, 32))));
    let stairs = |square: Square| {
        if square.row == square.col || square.row + 1 == square.col { Mark::Free } else { Mark::Filled }
    };
    assert_eq!(grundy(&cram(Grid::from_fn(size, stairs))), grundy(&cram(empty(1, 63))));
}

#[test]
fn answers_do_not_depend_on_threads_or_memory() {
    for position in [cram(empty(5, 6)), kings(empty(6, 9)), xo(empty(5, 5))] {
        let expected = solve(&position);
        for (threads, memory) in [(2, 1 << 30), (3, 1 << 20), (1, 1 << 16), (2, 4096)] {
            let answer = Solver::new().threads(threads).memory(memory).solve(&position).expect("memory");
            assert_eq!(
                (answer.value, answer.grundy, answer.best),
                (expected.value, expected.grundy, expected.best.clone())
            );
            assert!(answer.memory_bytes <= memory);
        }
    }
}

#[test]
fn a_line_is_best_play_to_the_end() {
    for position in
        [cram(empty(4, 5)), xo(empty(3, 5)), kings(empty(5, 6)), kings(empty(4, 4)), cram(grid(&["...#..", "...#.."]))]
    {
        let answer = Solver::new().threads(1).line(true).solve(&position).expect("memory");
        let line = answer.line.expect("asked for");
        let mut now = position.clone();
        for mv in &line {
            let here = solve(&now);
            assert_eq!(here.best.first(), Some(mv));
            match (&mut now, mv) {
                (Position::Cram(board) | Position::Xo(board), Move::Pair(first, second)) => {
                    board.place(*first, *second, Mark::X).expect("legal");
                }
                (Position::Kings(board), Move::Square(square)) => board.place(*square, Mark::X).expect("legal"),
                other => panic!("{other:?}"),
            }
        }
        assert!(now.legal_moves().is_empty());
        assert_eq!(line.len() % 2 == 1, answer.value == Some(1));
    }
}

#[test]
fn a_search_that_is_stopped_says_what_it_knows() {
    for (position, low) in [(cram(empty(12, 13)), -1), (xo(empty(11, 11)), 0), (kings(empty(12, 14)), -1)] {
        for threads in [1, 2] {
            let solver = Solver::new().threads(threads).time(Duration::from_millis(30));
            let answer = solver.solve(&position).expect("memory");
            assert!(!answer.exact && answer.value.is_none() && answer.grundy.is_none() && answer.best.is_empty());
            assert_eq!(answer.bounds.map(|bounds| (bounds.low, bounds.high)), Some((low, 1)));
            assert!(answer.seconds < 1.0, "{} seconds", answer.seconds);
        }
    }
    for position in [cram(empty(31, 33)), kings(empty(31, 33))] {
        let answer = Solver::new().time(Duration::from_millis(30)).solve(&position).expect("memory");
        assert!(!answer.exact && answer.seconds < 3.0, "{} seconds", answer.seconds);
    }
    let solver = Solver::new();
    solver.stop_switch().stop();
    assert!(!solver.solve(&cram(empty(5, 6))).expect("memory").exact);
}

#[test]
fn boards_without_a_move_are_lost() {
    for (position, value) in [(cram(empty(1, 1)), -1), (xo(empty(1, 1)), 0), (kings(grid(&["X"])), -1)] {
        let answer = Solver::new().all_moves(true).line(true).solve(&position).expect("memory");
        assert_eq!((answer.value, answer.grundy, answer.exact), (Some(value), Some(0), true));
        assert_eq!((answer.best, answer.moves, answer.line), (vec![], Some(vec![]), Some(vec![])));
    }
}

#[test]
fn the_value_alone_lists_no_moves() {
    for position in [cram(empty(4, 5)), xo(empty(3, 4)), kings(empty(4, 5))] {
        let answer = Solver::new().solve(&position).expect("memory");
        let alone = Solver::new().value_only(true).solve(&position).expect("memory");
        assert_eq!((alone.value, alone.grundy, alone.complete), (answer.value, answer.grundy, true));
        assert!(alone.best.is_empty() && alone.moves.is_none() && !answer.best.is_empty());
        assert!(alone.nodes <= answer.nodes);
    }
}
