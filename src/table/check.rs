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
}

impl Rules {
    /// The rules that a table is held to.
    pub(super) fn new(header: &Header) -> Self {
        let (rows, cols) = (header.size.rows(), header.size.cols());
        let mut rules = Self { game: header.game, rows, cols, metric: header.metric, boxes: vec![], touching: vec![] };
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
            Metric::Winner => {
                let mut value = 0;
                for (wins, other, step) in [(1, 2, self.cols), (2, 1, 1)] {
                    let mut wins_somewhere = false;
                    for pair in self.dominoes(!position, step) {
                        let Some(next) = look_up(position | pair)? else { return Ok(None) };
                        wins_somewhere |= next & other == 0;
                    }
                    value |= if wins_somewhere { wins } else { 0 };
                }
                Ok(Some(value))
            }
            Metric::Nimber => {
                let mut values = Vec::new();
                for taken in self.taken(!position) {
                    let Some(value) = look_up(position | taken)? else { return Ok(None) };
                    values.push(value);
                }
                Ok(Some(least_missing(&values)))
            }
        }
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

    /// Pairs of squares of `free` that lie `step` numbers apart: 1 across, the columns down.
    fn dominoes(&self, free: u128, step: usize) -> impl Iterator<Item = u128> + '_ {
        let squares = self.rows * self.cols;
        let fits = move |&at: &usize| at + step < squares && (step != 1 || at % self.cols + 1 < self.cols);
        let pair = move |at: usize| 1u128 << at | 1 << (at + step);
        (0..squares).filter(fits).map(pair).filter(move |pair| free & pair == *pair)
    }

    /// What each move of Cram or Blocking takes from the free squares.
    fn taken(&self, free: u128) -> Vec<u128> {
        if self.game == GameName::Cram {
            // On one column both steps are the same squares.
            let across = if self.cols > 1 { Some(self.dominoes(free, 1)) } else { None };
            return across.into_iter().flatten().chain(self.dominoes(free, self.cols)).collect();
        }
        let around = |at: usize| {
            let (row, col) = ((at / self.cols) as i32, (at % self.cols) as i32);
            let near = |to: &usize| {
                ((to / self.cols) as i32).abs_diff(row) <= 1 && ((to % self.cols) as i32).abs_diff(col) <= 1
            };
            (0..self.rows * self.cols).filter(near).fold(0, |set, to| set | 1u128 << to)
        };
        (0..self.rows * self.cols).filter(|at| free >> at & 1 == 1).map(|at| free & around(at)).collect()
    }

    /// Proves one entry of a sorted table of parts; `None` where an option is not in the table.
    fn part_follows(&self, key: u128, look_up: LookUp<'_>) -> Result<Option<i32>, TableError> {
        let area = self.rows * self.cols;
        let cols = (key >> area) as usize;
        if cols == 0 || cols > area || key & ((1 << area) - 1) == 0 {
            return Ok(Some(-1));
        }
        let squares = (key & ((1 << area) - 1), area.div_ceil(cols), cols);
        if part_key(&cells(squares.0, cols), area) != key {
            return Ok(Some(-1));
        }
        let board = Self { rows: squares.1, cols, ..self.clone() };
        let mut values = Vec::new();
        for taken in board.taken(squares.0) {
            let mut sum = 0;
            for part in board.parts(squares.0 & !taken) {
                let Some(value) = look_up(part_key(&part, area))? else { return Ok(None) };
                sum ^= value;
            }
            values.push(sum);
        }
        Ok(Some(least_missing(&values)))
    }

    /// The connected parts of some squares, without those that have no move.
    fn parts(&self, mut free: u128) -> Vec<Vec<(usize, usize)>> {
        let is_cram = self.game == GameName::Cram;
        let mut parts = Vec::new();
        while free != 0 {
            let mut part = cells(free & free.wrapping_neg(), self.cols);
            free &= free - 1;
            let mut at = 0;
            while let Some(&(row, col)) = part.get(at) {
                for next in cells(free, self.cols) {
                    let (down, right) = (next.0.abs_diff(row), next.1.abs_diff(col));
                    if if is_cram { down + right == 1 } else { down.max(right) == 1 } {
                        part.push(next);
                        free &= !(1 << (next.0 * self.cols + next.1));
                    }
                }
                at += 1;
            }
            if !is_cram || part.len() > 1 {
                parts.push(part);
            }
        }
        parts
    }
}

/// Squares as rows and columns.
fn cells(set: u128, cols: usize) -> Vec<(usize, usize)> {
    (0..128).filter(|at| set >> at & 1 == 1).map(|at| (at / cols, at % cols)).collect()
}

/// The key of a part: the least of its images in the corner of a box with as many columns as rows at most.
fn part_key(part: &[(usize, usize)], area: usize) -> u128 {
    let image = |way: usize| -> Vec<(usize, usize)> {
        let turned = part.iter().map(|&(r, c)| if way & 4 == 0 { (r, c) } else { (c, r) });
        let flipped =
            turned.map(|(r, c)| (if way & 1 == 0 { r } else { 200 - r }, if way & 2 == 0 { c } else { 200 - c }));
        let flipped: Vec<(usize, usize)> = flipped.collect();
        let top = flipped.iter().map(|square| square.0).min().unwrap_or(0);
        let left = flipped.iter().map(|square| square.1).min().unwrap_or(0);
        flipped.into_iter().map(|(r, c)| (r - top, c - left)).collect()
    };
    let key = |image: Vec<(usize, usize)>| {
        let rows = image.iter().map(|square| square.0 + 1).max().unwrap_or(0);
        let cols = image.iter().map(|square| square.1 + 1).max().unwrap_or(0);
        let fits = cols <= rows && rows * cols <= area;
        let squares = || image.iter().fold(0, |set, &(r, c)| set | 1u128 << (r * cols + c));
        fits.then(|| squares() | (cols as u128) << area)
    };
    (0..8).filter_map(|way| key(image(way))).min().unwrap_or(u128::MAX)
}

/// The least number from 0 that is not among some.
fn least_missing(values: &[i32]) -> i32 {
    (0..).find(|number| !values.contains(number)).unwrap_or(0)
}

/// Checks one entry. `is_part` says whether the number is a key of a part.
pub(super) fn check_one(rules: &Rules, is_part: bool, number: u128, look_up: LookUp<'_>) -> Result<Proved, Stop> {
    let said = look_up(number)?;
    let follows = if is_part { rules.part_follows(number, look_up)? } else { rules.follows(number, look_up)? };
    match (said, follows) {
        (Some(said), Some(follows)) if said == follows => Ok(Proved { proved: 1, unproved: 0 }),
        (Some(said), Some(follows)) => Err(Stop::Wrong(Wrong { position: number, said, follows })),
        _ => Ok(Proved { proved: 0, unproved: 1 }),
    }
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
