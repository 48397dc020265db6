//! The options of a part as sums of what is not known yet.

use super::effort::Effort;
use super::knowledge::View;
use crate::board::{Columns, Part, Word};
use crate::games::impartial::{Impartial, Nimber};
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
    /// Where its unknown parts begin, and how many they are.
    pub(super) first: u32,
    pub(super) parts: u16,
    pub(super) known: u8,
    /// It is no option but the part itself with a smaller number: who moves in a sum with the number asked
    /// about may also make that smaller.
    pub(super) same: bool,
    /// How far from the middle the move is that leads there.
    pub(super) off_centre: u32,
    /// Another thread is at it: it comes last.
    pub(super) put_off: bool,
    /// What it takes to settle whether its value is the number asked about.
    pub(super) effort: Effort,
}

impl Sum {
    /// Where the largest unknown part is; there is one.
    pub(super) fn largest(&self) -> usize {
        (self.first + u32::from(self.parts)) as usize - 1
    }

    /// Where the unknown parts are.
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + u32::from(self.parts)) as usize
    }
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

/// Options that are looked up together: by then their places in the memory are on their way.
const TOGETHER: usize = 8;

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

    /// Pushes the options of `part` whose value is not known, equal ones once, and returns the set of the
    /// values of the others, and whether that was all of them: it stops when `enough` is one of the values.
    #[inline]
    pub(super) fn push_all<R: Impartial>(
        &mut self,
        view: &View<'_, W>,
        part: Part<W>,
        enough: Option<u8>,
    ) -> (u64, bool) {
        let columns = view.geometry.columns(part.cols);
        let rows = columns.rows_of(part.squares);
        let start = self.mark();
        let mut from = start;
        let mut hit = 0;
        let flow = R::each_option(columns, part.squares, |taken| {
            self.split::<R>(view, columns, part.squares, part.squares.minus(taken));
            if let Some(sum) = self.sums.last_mut() {
                sum.off_centre = off_centre(columns, taken, rows);
            }
            if self.sums.len() - from.sums == TOGETHER {
                hit |= self.look_up::<R>(view, from, start);
                from = self.mark();
                if enough.is_some_and(|number| hit >> number & 1 == 1) {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        if flow.is_continue() {
            hit |= self.look_up::<R>(view, from, start);
        }
        (hit, flow.is_continue())
    }

    /// Pushes the sum that is left of the squares `before`, which hang together, when only those of `set` are
    /// free, all of its parts unknown. Equal parts are worth nothing together and left out.
    #[inline]
    pub(super) fn split<R: Impartial>(&mut self, view: &View<'_, W>, columns: &Columns<W>, before: W, set: W) {
        let first = self.unknown.len();
        let mut rest = R::reduced(columns, set);
        // Where something is gone, each part touches it.
        let gone = before.minus(rest);
        let mut beside = if gone.is_empty() { rest } else { R::with_reach(columns, gone) & rest };
        while !beside.is_empty() {
            let island = island_of::<R, W>(columns, beside, rest);
            rest = rest.minus(island);
            beside = beside.minus(island);
            let part = view.geometry.part(columns, island);
            self.add(first, Unknown { part, size: island.count(), excluded: 0 });
        }
        let parts = (self.unknown.len() - first) as u16;
        let effort = Effort::UNLIMITED;
        self.sums.push(Sum {
            first: first as u32,
            parts,
            known: 0,
            same: false,
            off_centre: 0,
            put_off: false,
            effort,
        });
    }

    /// Adds a part to the sum that begins at `first`.
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

    /// Looks all parts of the sums since `from` up. Sums that are known, or the same as another since
    /// `start`, are dropped; returns the set of the values of the known ones.
    #[inline]
    fn look_up<R: Impartial>(&mut self, view: &View<'_, W>, from: Mark, start: Mark) -> u64 {
        let mut hit = 0;
        let (mut kept, mut end) = (from.sums, from.unknown);
        for index in from.sums..self.sums.len() {
            let mut sum = self.sums[index];
            let range = sum.range();
            sum.first = end as u32;
            for at in range {
                let mut unknown = self.unknown[at];
                match look_up::<R, W>(view, unknown.part) {
                    Nimber::Exactly(value) => sum.known ^= value,
                    Nimber::NoneOf(excluded) => {
                        unknown.excluded = excluded;
                        self.unknown[end] = unknown;
                        end += 1;
                    }
                }
            }
            sum.parts = (end - sum.first as usize) as u16;
            if sum.parts == 0 {
                hit |= 1 << sum.known;
            } else if self.sums[start.sums..kept].iter().any(|other| self.are_equal(other, &sum)) {
                end = sum.first as usize;
            } else {
                self.sums[kept] = sum;
                kept += 1;
            }
        }
        self.sums.truncate(kept);
        self.unknown.truncate(end);
        hit
    }

    #[inline]
    fn are_equal(&self, one: &Sum, other: &Sum) -> bool {
        let parts = |sum: &Sum| self.unknown[sum.range()].iter().map(|unknown| unknown.part);
        one.known == other.known && one.parts == other.parts && parts(one).eq(parts(other))
    }

    /// Pushes the part itself with a smaller number, `known` apart from the one asked about.
    pub(super) fn push_same(&mut self, part: Part<W>, known: u8, estimate: Option<Effort>) {
        let first = self.unknown.len() as u32;
        self.unknown.push(Unknown { part, size: part.squares.count(), excluded: 0 });
        let effort = estimate.unwrap_or(Effort::guess(1, 0, 0, 0));
        self.sums.push(Sum { first, parts: 1, known, same: true, off_centre: 0, put_off: false, effort });
    }
}

/// What is known of a part without search.
#[inline]
pub(super) fn look_up<R: Impartial, W: Word>(view: &View<'_, W>, part: Part<W>) -> Nimber {
    view.probe(part).unwrap_or_else(|| {
        let columns = view.geometry.columns(part.cols);
        R::known(columns, part.squares, columns.rows_of(part.squares))
    })
}

/// The squares of `set` that hang together with the least of `beside`, where each part of `set` has a square
/// of `beside`: when one has them all there is no other.
#[inline]
fn island_of<R: Impartial, W: Word>(columns: &Columns<W>, beside: W, set: W) -> W {
    let mut island = W::bit(beside.lowest());
    loop {
        let larger = R::with_reach(columns, island) & set;
        if beside.minus(larger).is_empty() {
            return set;
        }
        if larger == island {
            return island;
        }
        island = larger;
    }
}

/// How far from the middle of a box of `rows` rows the squares lie that a move takes: the square of the
/// distance, in half squares.
#[inline]
fn off_centre<W: Word>(columns: &Columns<W>, taken: W, rows: usize) -> u32 {
    let (cols, low, high) = (columns.cols(), taken.lowest(), taken.highest());
    let (top, bottom) = (columns.row_of(low), columns.row_of(high));
    let down = (top + bottom).abs_diff(rows - 1);
    let across = (low - top * cols + high - bottom * cols).abs_diff(cols - 1);
    (down * down + across * across) as u32
}
