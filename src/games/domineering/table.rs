//! Bounds of every filling of a small box, from the recursion of the game itself.
//!
//! For a filling `S` and a heat `d` let `second(S, d)` be the largest `m` for which one side, moving
//! second, wins `S + {d|-d} - m`, and `first(S, d)` the same for moving first; both over the multiples
//! of a quarter. The options give limits of these, `a` and `b`. Where `b < a` the sum is a number, the
//! simplest `x` with `b < x <= a`: it is won moving second up to `x`, and moving first below it. The
//! other side's thresholds follow: it wins moving second what this side does not win moving first.

use super::sums::{HEATS, Sure};
use std::cmp::Reverse;
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

/// The largest `m`, in quarters, with which the side across the lines wins moving second and first, for
/// each heat.
type Thresholds = [(i8, i8); HEATS];

/// More than any number of moves in a box.
const FAR: i8 = 100;

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
        let mut thresholds: Vec<Thresholds> = Vec::with_capacity(1 << area);
        for free in 0..1usize << area {
            let options = |first: usize, step: usize| {
                let firsts = free & free >> step & first;
                let known = &thresholds;
                ones(firsts).map(move |at| &known[free & !(1 << at | 1 << (at + step))])
            };
            thresholds.push(of_options(options(across, length), options(along, 1)));
        }
        Self {
            across: thresholds.iter().map(|both| best(both, |(second, _)| second)).collect(),
            along: thresholds.iter().map(|both| best(both, |(_, first)| -first - 1)).collect(),
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

fn ones(mut set: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

fn of_options<'t>(
    own: impl Iterator<Item = &'t Thresholds>,
    other: impl Iterator<Item = &'t Thresholds>,
) -> Thresholds {
    let mut limits = [(FAR, -FAR); HEATS];
    for option in own {
        limits.iter_mut().zip(option).for_each(|(limit, option)| limit.1 = limit.1.max(option.0));
    }
    for option in other {
        limits.iter_mut().zip(option).for_each(|(limit, option)| limit.0 = limit.0.min(option.1));
    }
    let mut result = Thresholds::default();
    for heat in 0..HEATS {
        let (mut second, mut first) = limits[heat];
        if heat > 0 {
            // Either side may take the switch instead.
            second = second.min(result[0].1 - heat as i8);
            first = first.max(result[0].0 + heat as i8);
        }
        let number = simplest(first, second);
        result[heat] = if first < second { (number, number - 1) } else { (second, first) };
    }
    result
}

/// The bound that promises most in a sum, where `mean` chooses the side.
fn best(thresholds: &Thresholds, mean: fn((i8, i8)) -> i8) -> Sure {
    let sure = thresholds.iter().enumerate().map(|(heat, &both)| Sure { mean: mean(both), heat: heat as u8 });
    let promise = |sure: &Sure| (2 * i16::from(sure.mean) - i16::from(sure.heat), Reverse(sure.heat));
    sure.max_by_key(promise).unwrap_or_default()
}

/// The simplest multiple of a quarter, counted in quarters, with `low < x <= high`.
fn simplest(low: i8, high: i8) -> i8 {
    if low < 0 && 0 <= high {
        return 0;
    }
    // Whole numbers are simpler than halves and these than quarters; of whole numbers the nearest to 0.
    let nearest = |units: i8| if high < 0 { high & -units } else { (low + units) & -units };
    [4, 2, 1].into_iter().map(nearest).find(|&x| low < x && x <= high).unwrap_or(high)
}
