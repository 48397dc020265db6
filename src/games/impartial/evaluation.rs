//! What a board of Cram, XO or Blocking seems to be worth, for players that look only so far ahead.

use super::{Board, Impartial, Nimber, island};
use crate::board::{Columns, Geometry, Part, Word};
use crate::game::{Estimate, Evaluate, Game, Value};
use crate::memory::Key;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// A way to estimate a board of an impartial game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// The Grundy values of the parts that are small, or known to be mirror images of themselves, and
    /// how likely the others are to have the value that would even them out. Where there are no others,
    /// that is a proof.
    Parts,
    /// Whether the moves that are left are odd in number, if everybody takes the first, and if everybody
    /// takes the last of the board as it is turned by half.
    Parity,
}

/// A part whose value is not known, and numbers that it is known not to be.
type Unknown<W> = (Part<W>, u64);

/// How many of a hundred parts of some size have the Grundy value 0, 1, 2, ...; roughly, over what games
/// of Cram and Blocking come to.
const SHARES: [Value; 8] = [30, 24, 18, 12, 7, 5, 3, 1];
/// The share at which a position is as good for the one as for the other.
const EVEN: Value = 20;

impl<R: Impartial, W: Word + Key> Evaluate for Board<R, W> {
    type Evaluation = Evaluation;
    const EVALUATIONS: &'static [(&'static str, Evaluation)] =
        &[("parts", Evaluation::Parts), ("parity", Evaluation::Parity)];
    const POINTS: Value = 10_000;

    /// Those that take the most come first.
    fn promising(&self, free: &W, frontier: bool, moves: &mut Vec<u16>) {
        let first = moves.len();
        self.moves(free, moves);
        if !frontier {
            let taken = |&number: &u16| R::taken(&self.columns, *free, number).count();
            moves[first..].sort_unstable_by_key(|number| (Reverse(taken(number)), *number));
        }
    }

    fn identity(&self, free: &W) -> W {
        *free
    }

    fn estimate(&self, free: &W, evaluation: Evaluation) -> Estimate {
        match evaluation {
            Evaluation::Parts => self.by_parts(*free),
            Evaluation::Parity if self.first_option(*free).is_none() => self.proved(false),
            Evaluation::Parity => Estimate::guess(self.parity(*free)),
        }
    }
}

impl<R: Impartial, W: Word + Key> Board<R, W> {
    fn proved(&self, wins: bool) -> Estimate {
        Estimate { points: if wins { Self::POINTS } else { -Self::POINTS }, exact: true }
    }

    fn by_parts(&self, free: W) -> Estimate {
        let mut known = 0;
        let mut unknown: SmallVec<[Unknown<W>; 8]> = SmallVec::new();
        let mut rest = R::reduced(&self.columns, free);
        while !rest.is_empty() {
            let squares = island::<R, W>(&self.columns, rest);
            rest = rest.minus(squares);
            let part = self.geometry.part(&self.columns, squares);
            match look_up::<R, W>(&self.geometry, part) {
                Nimber::Exactly(value) => known ^= value,
                Nimber::NoneOf(excluded) => match unknown.iter().position(|&(other, _)| other == part) {
                    // Two equal parts are worth nothing.
                    Some(same) => drop(unknown.swap_remove(same)),
                    None => unknown.push((part, excluded)),
                },
            }
        }
        match *unknown {
            [] => self.proved(known != 0),
            [(_, excluded)] if known < 64 && excluded >> known & 1 == 1 => self.proved(true),
            [_] => Estimate::guess(EVEN - SHARES.get(usize::from(known)).copied().unwrap_or(0)),
            // The more parts, the more any value is as likely as the next.
            _ => Estimate::guess(EVEN - SHARES[2]),
        }
    }

    /// From -100, where the number of moves looks even, to 100.
    fn parity(&self, free: W) -> Value {
        let turned = self.columns.half_turned(free, self.squares / self.columns.cols());
        [free, turned].into_iter().map(|free| if self.fill(free) % 2 == 1 { 50 } else { -50 }).sum()
    }

    /// How many moves are made where everybody takes the first.
    fn fill(&self, mut free: W) -> u32 {
        let mut moves = 0;
        while let Some(taken) = self.first_option(free) {
            free = free.minus(taken);
            moves += 1;
        }
        moves
    }

    fn first_option(&self, free: W) -> Option<W> {
        let mut first = None;
        let _ = R::each_option(&self.columns, free, |taken| {
            first = Some(taken);
            ControlFlow::Break(())
        });
        first
    }
}

/// What is known of the value of a part without search.
#[inline]
fn look_up<R: Impartial, W: Word>(geometry: &Geometry<W>, part: Part<W>) -> Nimber {
    let columns: &Columns<W> = geometry.columns(part.cols);
    match R::small().of::<R, W>(part.squares, part.cols.into()) {
        Some(value) => Nimber::Exactly(value),
        None => R::known(columns, part.squares, columns.rows_of(part.squares)),
    }
}
