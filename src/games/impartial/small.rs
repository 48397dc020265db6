//! The Grundy values of all small sets of squares, worked out once.

use super::Impartial;
use crate::board::{Columns, Word};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Squares of the largest boxes.
const SQUARES: usize = 16;
/// The most columns of such a box that has no fewer rows.
const MOST_COLS: usize = 4;

/// The Grundy value of every set of squares in a box of up to 16 squares, as many columns as rows at
/// most; each box is worked out when it is first asked for.
#[derive(Debug)]
pub struct SmallNimbers([OnceLock<Box<[u8]>>; MOST_COLS]);

impl Default for SmallNimbers {
    fn default() -> Self {
        Self::new()
    }
}

impl SmallNimbers {
    /// Nothing is worked out yet.
    pub const fn new() -> Self {
        Self([const { OnceLock::new() }; MOST_COLS])
    }

    /// The Grundy value under the rules `R` of a set on a board of `cols` columns; `None` where the set
    /// reaches further down than a small box does.
    #[inline]
    pub fn of<R: Impartial, W: Word>(&self, set: W, cols: usize) -> Option<u8> {
        let values = self.0.get(cols - 1)?.get_or_init(|| work_out::<R>(cols));
        if !set.is_empty() && set.highest() >= SQUARES / cols * cols {
            return None;
        }
        values.get(set.low_u128() as usize).copied()
    }
}

/// The values of all sets in a box of `cols` columns. What a move leaves is a smaller number.
fn work_out<R: Impartial>(cols: usize) -> Box<[u8]> {
    let columns = Columns::<u64>::new(cols);
    let mut values: Vec<u8> = Vec::new();
    for free in 0..1u64 << (SQUARES / cols * cols) {
        let mut hit = 0u64;
        let _ = R::each_option(&columns, free, |taken| {
            hit |= 1 << values[(free & !taken) as usize];
            ControlFlow::Continue(())
        });
        values.push(hit.trailing_ones() as u8);
    }
    values.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::cram::Cram;
    use crate::games::impartial::{Board, Scoring};
    use crate::games::kings::Kings;
    use crate::solver::naive::NaiveNimbers;

    fn agrees<R: Impartial>() {
        for cols in 1..=MOST_COLS {
            let rows = SQUARES / cols;
            let board = Board::<R, u64>::new(rows, cols, Scoring::LastMove);
            let mut naive = NaiveNimbers::new(&board);
            for set in (0..1u64 << (rows * cols)).step_by(7) {
                let small = R::small().of::<R, u64>(set, cols).map(u16::from);
                assert_eq!(small, Some(naive.value(&set)), "{cols} columns {set:b}");
            }
            assert_eq!(R::small().of::<R, u64>(1 << (rows * cols), cols), None);
        }
        assert_eq!(R::small().of::<R, u64>(1, MOST_COLS + 1), None);
    }

    #[test]
    fn small_sets_have_the_values_of_the_plain_recursion() {
        agrees::<Cram>();
        agrees::<Kings>();
    }
}
