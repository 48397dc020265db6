//! Bounds of every filling of a small box.

use super::sums::{HEATS, Sure};
use super::thresholds::Thresholds;
use std::sync::OnceLock;

/// Every filling of a box of `lines` lines of `length` squares, numbered line by line.
#[derive(Debug)]
pub(super) struct Table {
    /// What the side that plays across the lines is sure of.
    pub(super) across: Vec<Sure>,
    /// What the side that plays along the lines is sure of.
    pub(super) along: Vec<Sure>,
}

/// The most squares of a box.
pub(super) const LARGEST: usize = 18;

/// Tables by lines and length. They hold for every board, so a process makes each at most once.
static TABLES: [[OnceLock<Table>; LARGEST + 1]; LARGEST + 1] =
    [const { [const { OnceLock::new() }; LARGEST + 1] }; LARGEST + 1];

/// All heats.
const ALL: [u8; HEATS] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

impl Table {
    /// The table of a box of at most [`LARGEST`] squares.
    #[inline]
    pub(super) fn of(lines: usize, length: usize) -> &'static Self {
        TABLES[lines][length].get_or_init(|| Self::new(lines, length))
    }

    fn new(lines: usize, length: usize) -> Self {
        let area = lines * length;
        let across = (0..area - length).fold(0, |set, at| set | 1usize << at);
        let along = (0..area).filter(|at| at % length + 1 < length).fold(0, |set, at| set | 1usize << at);
        let mut thresholds: Vec<Thresholds<HEATS>> = Vec::with_capacity(1 << area);
        for free in 0..1usize << area {
            let options = |first: usize, step: usize| {
                let known = &thresholds;
                ones(free & free >> step & first).map(move |at| &known[free & !(1 << at | 1 << (at + step))])
            };
            let limits = options(across, length).fold(Thresholds::NO_OPTIONS, Thresholds::with_own);
            thresholds.push(options(along, 1).fold(limits, Thresholds::with_other).settled(&ALL));
        }
        Self {
            across: thresholds.iter().map(|both| both.across(&ALL)).collect(),
            along: thresholds.iter().map(|both| both.along(&ALL)).collect(),
        }
    }

    /// The number that a filling is, in quarters as the side that plays along the lines sees it.
    #[inline]
    pub(super) fn number(&self, filling: usize) -> Option<i8> {
        let (across, along) = (self.across[filling], self.along[filling]);
        let is_number = across.heat == 0 && along.heat == 0 && across.mean == -along.mean;
        is_number.then_some(along.mean)
    }
}

/// The numbers of the bits of a set, ascending.
pub(super) fn ones(mut set: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}
