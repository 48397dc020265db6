//! The options of a part as sums of what is not known yet.

use crate::board::{Columns, Geometry, Part, Word};
use crate::games::impartial::{Impartial, Nimber, island};
use std::ops::ControlFlow;

/// A part whose value is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unknown<W> {
    pub(super) part: Part<W>,
    pub(super) size: u32,
    /// Numbers that its value is known not to be.
    pub(super) excluded: u64,
}

/// A sum: the exclusive or of what is known, and the unknown parts, the largest last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    /// The less, the earlier it is asked.
    pub(super) rank: u32,
    pub(super) first: u32,
    pub(super) parts: u16,
    pub(super) known: u8,
    /// Its value has been found out.
    pub(super) settled: bool,
}

/// The options of every part on the way down, in two stacks, so that no node allocates.
#[derive(Debug)]
pub(super) struct Options<W> {
    pub(super) sums: Vec<Sum>,
    pub(super) unknown: Vec<Unknown<W>>,
}

/// A place in the stacks to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) sums: usize,
    unknown: usize,
}

impl<W: Word> Options<W> {
    pub(super) fn new() -> Self {
        Self { sums: Vec::new(), unknown: Vec::new() }
    }

    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { sums: self.sums.len(), unknown: self.unknown.len() }
    }

    #[inline]
    pub(super) fn drop_to(&mut self, mark: Mark) {
        self.sums.truncate(mark.sums);
        self.unknown.truncate(mark.unknown);
    }

    /// Pushes the options of `part` whose value is not known, and returns the set of the values of the
    /// others. It stops early when `enough` says so of that set.
    #[inline]
    pub(super) fn push_all<R: Impartial>(
        &mut self,
        geometry: &Geometry<W>,
        part: Part<W>,
        look_up: impl Fn(Part<W>) -> Nimber,
        enough: impl Fn(u64) -> bool,
    ) -> u64 {
        let columns = geometry.columns(part.cols);
        let rows = columns.rows_of(part.squares);
        let mut hit = 0;
        let _ = R::each_option(columns, part.squares, |taken| {
            let mut sum = self.split::<R>(geometry, columns, part.squares.minus(taken), &look_up);
            if sum.parts == 0 {
                hit |= 1 << sum.known;
                if enough(hit) {
                    return ControlFlow::Break(());
                }
            } else {
                sum.rank += 4 * off_centre(columns, taken, rows);
                self.sums.push(sum);
            }
            ControlFlow::Continue(())
        });
        hit
    }

    /// The sum that a set of squares is. Its unknown parts are pushed.
    #[inline]
    pub(super) fn split<R: Impartial>(
        &mut self,
        geometry: &Geometry<W>,
        columns: &Columns<W>,
        set: W,
        look_up: impl Fn(Part<W>) -> Nimber,
    ) -> Sum {
        let first = self.unknown.len();
        let mut sum = Sum { rank: 0, first: first as u32, parts: 0, known: 0, settled: false };
        let mut rest = R::reduced(columns, set);
        while !rest.is_empty() {
            let island = island::<R, W>(columns, rest);
            rest = rest.minus(island);
            let part = geometry.part(columns, island);
            match look_up(part) {
                Nimber::Exactly(value) => sum.known ^= value,
                Nimber::NoneOf(excluded) => self.add(first, Unknown { part, size: island.count(), excluded }),
            }
        }
        sum.parts = (self.unknown.len() - first) as u16;
        sum.rank = self.unknown[first..].iter().map(|unknown| unknown.size * unknown.size).sum();
        sum
    }

    /// Adds a part to the sum that begins at `first`: two equal ones are worth nothing.
    #[inline]
    fn add(&mut self, first: usize, unknown: Unknown<W>) {
        let others = &self.unknown[first..];
        if let Some(same) = others.iter().position(|other| other.part == unknown.part) {
            self.unknown.remove(first + same);
        } else {
            let at = others.iter().position(|other| other.size > unknown.size).unwrap_or(others.len());
            self.unknown.insert(first + at, unknown);
        }
    }
}

/// How far from the middle of a box of `rows` rows the squares lie that a move takes: the square of the
/// distance, in half squares.
#[inline]
fn off_centre<W: Word>(columns: &Columns<W>, taken: W, rows: usize) -> u32 {
    let (cols, low, high) = (columns.cols(), taken.lowest(), taken.highest());
    let down = (low / cols + high / cols).abs_diff(rows - 1);
    let across = (low % cols + high % cols).abs_diff(cols - 1);
    (down * down + across * across) as u32
}
