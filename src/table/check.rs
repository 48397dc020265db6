//! The checker: proves the entries of a table from those of their successors.
//!
//! A game that ends is its own certificate: where every entry is what the rules make of its successors'
//! entries, every entry is right. So this file has rules of its own, in the plainest form that is fast
//! enough, and uses nothing of the solver, of the games or of the boards. It must not be made to.
//!
//! Positions are sets of bits as `tables/FORMAT.md` numbers them.

use super::error::TableError;
use super::format::{Header, Metric};
use crate::notation::GameName;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a check of entries found, where it found nothing wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// Entries that follow from those of their successors.
    pub proved: u64,
    /// Entries of which a successor is not in the table: they are what somebody searched.
    pub unproved: u64,
}

/// A value that does not follow from the values after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// The position, or the part of one, as a number.
    pub(super) position: u128,
    /// What the table says.
    pub(super) said: i32,
    /// What follows from its successors.
    pub(super) follows: i32,
}

/// How a check ends early.
#[derive(Debug)]
pub(super) enum Stop {
    Wrong(Wrong),
    Table(TableError),
    Interrupted,
}

impl From<TableError> for Stop {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// Looks up a position or part; `None` where the table does not hold it.
type LookUp<'l> = &'l (dyn Fn(u128) -> Result<Option<i32>, TableError> + Sync);

/// The rules of one board.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    game: GameName,
    rows: usize,
    cols: usize,
    metric: Metric,
    /// Dots: the four sides of each box; for each line the lines that touch it.
    boxes: Vec<u128>,
    touching: Vec<u128>,
    /// Cram and Blocking: the board, and those of 1, 2, ... columns that parts lie on.
    whole: Option<Board>,
    boards: Vec<Board>,
}

/// A board of squares.
#[derive(Clone, Debug)]
struct Board {
    rows: usize,
    cols: usize,
    /// For each square those that a part goes on with: that share a side in Cram, a king's step in Blocking.
    near: Vec<u128>,
}

impl Rules {
    /// The rules that a table is held to.
    pub(super) fn new(header: &Header) -> Self {
        let (rows, cols) = (header.size.rows(), header.size.cols());
        let (game, metric) = (header.game, header.metric);
        let mut rules = Self { game, rows, cols, metric, boxes: vec![], touching: vec![], whole: None, boards: vec![] };
        if metric == Metric::Nimber && rows * cols <= MOST_SQUARES {
            rules.boards =
                (1..=(rows * cols).isqrt()).map(|c| Board::new(game, (rows * cols).div_ceil(c), c)).collect();
        }
        if matches!(header.game, GameName::Dots | GameName::DotDot) {
            let horizontal = |r: usize, c: usize| 1u128 << (r * cols + c);
            let vertical = |r: usize, c: usize| 1u128 << ((rows + 1) * cols + r * (cols + 1) + c);
            for (r, c) in (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))) {
                rules.boxes.push(horizontal(r, c) | horizontal(r + 1, c) | vertical(r, c) | vertical(r, c + 1));
            }
            // The lines that end at each dot; two lines touch if they share a dot.
            let mut dots = vec![0; (rows + 1) * (cols + 1)];
            for (r, c) in (0..=rows).flat_map(|r| (0..=cols).map(move |c| (r, c))) {
                let dot = |r: usize, c: usize| r * (cols + 1) + c;
                if c < cols {
                    dots[dot(r, c)] |= horizontal(r, c);
                    dots[dot(r, c + 1)] |= horizontal(r, c);
                }
                if r < rows {
                    dots[dot(r, c)] |= vertical(r, c);
                    dots[dot(r + 1, c)] |= vertical(r, c);
                }
            }
            let lines = (rows + 1) * cols + rows * (cols + 1);
            let touching = |line: usize| dots.iter().filter(|&&at| at >> line & 1 == 1).fold(0, |all, at| all | at);
            rules.touching = (0..lines).map(touching).collect();
        }
        rules
    }

    /// How many bits a position has.
    fn bits(&self) -> usize {
        if self.touching.is_empty() { self.rows * self.cols } else { self.touching.len() }
    }

    /// The value of a position of the whole board as its successors make it; `None` where one of them is
    /// not known.
    fn follows(&self, position: u128, look_up: LookUp<'_>) -> Result<Option<i32>, TableError> {
        match self.metric {
            Metric::Margin => self.margin(position, look_up),
            Metric::Winner => self.winner(position, look_up).map(Some),
            Metric::Nimber => {
                let Some(board) = &self.whole else { return Ok(None) };
                let free = !position & ((1 << self.bits()) - 1);
                let mut values = Vec::new();
                for taken in board.taken(free, self.game == GameName::Cram) {
                    let Some(value) = look_up(position | taken)? else { return Ok(None) };
                    values.push(value);
                }
                Ok(Some(least_missing(&values)))
            }
        }
    }

    /// Who wins, with marks where a successor that is not known leaves it open.
    fn winner(&self, taken: u128, look_up: LookUp<'_>) -> Result<i32, TableError> {
        let mut value = 0;
        // A side, and what marks that it wins and that this is not known; then the same of the other.
        for (across, (wins, open), (other_wins, other_open)) in [(false, (1, 4), (2, 8)), (true, (2, 8), (1, 4))] {
            let mut side = 0;
            for pair in dominoes(self.rows, self.cols, !taken, across) {
                match look_up(taken | pair)? {
                    Some(next) if next & (other_wins | other_open) == 0 => {
                        side = wins;
                        break;
                    }
                    Some(next) if next & other_open == 0 => {}
                    _ => side = open,
                }
            }
            value |= side;
        }
        Ok(value)
    }

    fn margin(&self, drawn: u128, look_up: LookUp<'_>) -> Result<Option<i32>, TableError> {
        let mut best = None;
        for line in (0..self.bits()).filter(|line| drawn >> line & 1 == 0) {
            if self.game == GameName::DotDot && drawn != 0 && drawn & self.touching[line] == 0 {
                continue;
            }
            let next = drawn | 1 << line;
            let closed =
                self.boxes.iter().filter(|&&sides| sides >> line & 1 == 1 && sides & !next == 0).count() as i32;
            let Some(value) = look_up(next)? else { return Ok(None) };
            best = best.max(Some(if closed > 0 { closed + value } else { -value }));
        }
        Ok(Some(best.unwrap_or(0)))
    }

    /// Proves one entry of a sorted table of parts; `None` where an option is not in the table.
    fn part_follows(&self, key: u128, look_up: LookUp<'_>) -> Result<Option<i32>, TableError> {
        let area = self.rows * self.cols;
        let squares = key & ((1 << area) - 1);
        let board = ((key >> area) as usize).checked_sub(1).and_then(|at| self.boards.get(at));
        let Some(board) = board.filter(|board| squares != 0 && board.key(squares, area) == key) else {
            return Ok(Some(NO_PART));
        };
        let mut values = Vec::new();
        let is_cram = self.game == GameName::Cram;
        for taken in board.taken(squares, is_cram) {
            let (mut sum, mut rest) = (0, squares & !taken);
            while rest != 0 {
                let part = board.part(rest);
                rest &= !part;
                // A single square has no move in Cram.
                if is_cram && part.count_ones() == 1 {
                    continue;
                }
                let Some(value) = look_up(board.key(part, area))? else { return Ok(None) };
                sum ^= value;
            }
            values.push(sum);
        }
        Ok(Some(least_missing(&values)))
    }
}

/// The most squares of a board whose parts have keys.
const MOST_SQUARES: usize = 120;
/// What no position is worth: the value that "follows" for a key that names no part.
const NO_PART: i32 = -1;

fn dominoes(rows: usize, cols: usize, free: u128, across: bool) -> impl Iterator<Item = u128> {
    let fits = move |at: &usize| if across { at % cols + 1 < cols } else { at / cols + 1 < rows };
    let pair = move |at: usize| 1u128 << at | 1 << (at + if across { 1 } else { cols });
    (0..rows * cols).filter(fits).map(pair).filter(move |pair| free & pair == *pair)
}

impl Board {
    fn new(game: GameName, rows: usize, cols: usize) -> Self {
        let near = |at: usize| {
            let is_near = |to: &usize| {
                let (down, right) = ((at / cols).abs_diff(to / cols), (at % cols).abs_diff(to % cols));
                if game == GameName::Kings { down.max(right) == 1 } else { down + right == 1 }
            };
            (0..rows * cols).filter(is_near).fold(0, |set, to| set | 1u128 << to)
        };
        Self { rows, cols, near: (0..rows * cols).map(near).collect() }
    }

    /// What each move takes from the free squares.
    fn taken(&self, free: u128, is_cram: bool) -> Vec<u128> {
        if is_cram {
            let across = dominoes(self.rows, self.cols, free, true);
            return across.chain(dominoes(self.rows, self.cols, free, false)).collect();
        }
        let squares = (0..self.near.len()).filter(|at| free >> at & 1 == 1);
        squares.map(|at| free & (self.near[at] | 1 << at)).collect()
    }

    /// The part of some squares, not none, that the first of them belongs to.
    fn part(&self, free: u128) -> u128 {
        let mut part = free & free.wrapping_neg();
        let mut new = part;
        while new != 0 {
            let at = new.trailing_zeros() as usize;
            new &= new - 1;
            let more = self.near[at] & free & !part;
            part |= more;
            new |= more;
        }
        part
    }

    /// The key of a part: the least of its images in the corner of a box with as many columns as rows at most.
    fn key(&self, part: u128, area: usize) -> u128 {
        let mut cells = [(0, 0); 128];
        let mut count = 0;
        let mut rest = part;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            cells[count] = (at / self.cols, at % self.cols);
            count += 1;
        }
        let cells = &cells[..count];
        let (top, bottom) = (cells[0].0, cells[count - 1].0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let right = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        let (rows, cols) = (bottom - top + 1, right - left + 1);
        let image = |way: usize| {
            let width = if way & 4 == 0 { cols } else { rows };
            let place = |&(r, c): &(usize, usize)| {
                let r = if way & 1 == 0 { r - top } else { bottom - r };
                let c = if way & 2 == 0 { c - left } else { right - c };
                if way & 4 == 0 { r * width + c } else { c * width + r }
            };
            cells.iter().fold((width as u128) << area, |set, cell| set | 1 << place(cell))
        };
        let ways = if rows > cols {
            0..4
        } else if rows < cols {
            4..8
        } else {
            0..8
        };
        ways.map(image).min().unwrap_or(u128::MAX)
    }
}

/// The least number from 0 that is not among some.
fn least_missing(values: &[i32]) -> i32 {
    (0..).find(|number| !values.contains(number)).unwrap_or(0)
}

/// Checks one entry. `is_part` says whether the number is a key of a part.
pub(super) fn check_one(rules: &Rules, is_part: bool, number: u128, look_up: LookUp<'_>) -> Result<Proved, Stop> {
    let said = look_up(number)?;
    let follows = if is_part { rules.part_follows(number, look_up)? } else { rules.follows(number, look_up)? };
    let unproved = Ok(Proved { proved: 0, unproved: 1 });
    let (Some(said), Some(follows)) = (said, follows) else { return unproved };
    // What the table leaves open needs no proof, and what its successors leave open has none.
    let left_open = |value: i32| if rules.metric == Metric::Winner { (value & 12) >> 2 } else { 0 };
    let compared = if rules.metric == Metric::Winner { 3 & !left_open(said) & !left_open(follows) } else { -1 };
    if (said ^ follows) & compared != 0 {
        return Err(Stop::Wrong(Wrong { position: number, said, follows }));
    }
    if left_open(follows) & !left_open(said) != 0 { unproved } else { Ok(Proved { proved: 1, unproved: 0 }) }
}

/// The positions that are checked as one piece of work.
const PIECE: usize = 1 << 12;

/// Checks the values of every position of a board, `values[position]`.
pub(super) fn check_dense(
    rules: &Rules,
    values: &[i8],
    watch: &(dyn Fn(u64, u64) -> ControlFlow<()> + Sync),
) -> Result<Proved, Stop> {
    let done = AtomicU64::new(0);
    let free_dots = rules.game == GameName::Dots && rules.bits() >= PIECE.ilog2() as usize;
    let gains = if free_dots { gains(rules) } else { Vec::new() };
    let piece = |number: usize| {
        let from = number * PIECE;
        let to = values.len().min(from + PIECE);
        let wrong = if free_dots {
            let mut best = [i8::MIN; PIECE];
            best_of_piece(rules, &gains, values, from, &mut best);
            (0..PIECE).find(|&at| best[at] != values[from + at]).map(|at| (from + at, best[at].into()))
        } else {
            let look_up = |position: u128| Ok(values.get(position as usize).map(|&value| i32::from(value)));
            let mut wrong = None;
            for (position, &said) in (from..to).zip(&values[from..to]) {
                let follows = rules.follows(position as u128, &look_up)?;
                if follows != Some(said.into()) {
                    wrong = Some((position, follows.unwrap_or(-1)));
                    break;
                }
            }
            wrong
        };
        if let Some((position, follows)) = wrong {
            let said = values[position].into();
            return Err(Stop::Wrong(Wrong { position: position as u128, said, follows }));
        }
        let done = done.fetch_add((to - from) as u64, Ordering::Relaxed);
        if watch(done, values.len() as u64).is_break() { Err(Stop::Interrupted) } else { Ok(()) }
    };
    (0..values.len().div_ceil(PIECE)).into_par_iter().try_for_each(piece)?;
    Ok(Proved { proved: values.len() as u64, unproved: 0 })
}

/// For each line and each of its boxes the other sides, as those within a piece and those above it, and for
/// each position of a piece 1 where those within it are drawn.
type Gain = (u128, Vec<i8>);

fn gains(rules: &Rules) -> Vec<Vec<Gain>> {
    let gain = |line: usize, sides: u128| {
        let others = sides & !(1 << line);
        let within = others as usize & (PIECE - 1);
        let drawn = (0..PIECE).map(|position| i8::from(position & within == within)).collect();
        (others & !(PIECE as u128 - 1), drawn)
    };
    let of = |line: usize| {
        rules.boxes.iter().filter(|&&sides| sides >> line & 1 == 1).map(|&sides| gain(line, sides)).collect()
    };
    (0..rules.bits()).map(of).collect()
}

/// The best that any line leads to, for the `PIECE` positions of free Dots and Boxes from `from` on. The
/// positions go side by side, so that a processor does many at once.
fn best_of_piece(rules: &Rules, gains: &[Vec<Gain>], values: &[i8], from: usize, best: &mut [i8; PIECE]) {
    let mut after = [0; PIECE];
    let mut closed = [0; PIECE];
    for (line, gains) in gains.iter().enumerate() {
        let bit = 1 << line;
        if from & bit != 0 {
            continue;
        }
        let is_within = bit < PIECE;
        if is_within {
            let piece = &values[from..from + PIECE];
            (0..PIECE).for_each(|at| after[at] = piece[at | bit]);
        } else {
            after.copy_from_slice(&values[from | bit..(from | bit) + PIECE]);
        }
        closed.fill(0);
        for (above, drawn) in gains {
            if from as u128 & above == *above {
                closed.iter_mut().zip(drawn).for_each(|(closed, drawn)| *closed += drawn);
            }
        }
        for at in 0..PIECE {
            let value = if closed[at] > 0 { closed[at] + after[at] } else { -after[at] };
            let is_legal = !is_within || at & bit == 0;
            best[at] = best[at].max(if is_legal { value } else { i8::MIN });
        }
    }
    // With every line drawn nothing is left to win.
    if from + PIECE == 1 << rules.bits() {
        best[PIECE - 1] = 0;
    }
}
