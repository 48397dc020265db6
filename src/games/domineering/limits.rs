//! What can be said of a position without search.

use super::field::{Field, Index, ONE, Placing, Side};
use super::packing::Packing;
use super::sums::Sum;
use crate::board::Word;
use crate::game::Bounds;
use smallvec::SmallVec;

const WON: Bounds = Bounds { low: 1, high: 1 };
const LOST: Bounds = Bounds { low: -1, high: -1 };
const UNKNOWN: Bounds = Bounds { low: -1, high: 1 };

impl<W: Word> Side<W> {
    /// The first squares of all dominoes that fit.
    #[inline]
    pub(super) fn pairs(&self, free: W) -> W {
        free & free.down_one() & self.not_last
    }

    /// The first squares of as many disjoint dominoes as fit on a set of first squares, every second
    /// one of each run.
    #[inline]
    pub(super) fn every_second(&self, pairs: W) -> W {
        // Adding its first bit to a run clears the run: so the runs that begin at even numbers are
        // told from the others at once.
        let even_starts = pairs.minus(pairs.up_one()) & self.even;
        let even_runs = pairs.minus(pairs.plus(even_starts));
        (even_runs & self.even) | pairs.minus(even_runs).minus(self.even)
    }

    /// The most dominoes that fit.
    #[inline]
    pub(super) fn real(&self, free: W) -> i16 {
        self.every_second(self.pairs(free)).count() as i16
    }

    /// The squares of three lines from `line` on; the lines are short enough to be cut into strips.
    #[inline]
    pub(super) fn three_lines(&self, free: W, line: usize) -> usize {
        free.down(line * self.length).low_u128() as usize & ((1 << (3 * self.length)) - 1)
    }

    /// Squares that the other side cannot use.
    #[inline]
    pub(super) fn walled(&self, free: W) -> W {
        if self.lines == 1 { free } else { free.minus(free.up(self.length) | free.down(self.length)) }
    }

    /// The most dominoes on squares that the other side cannot use.
    #[inline]
    pub(super) fn safe(&self, free: W) -> i16 {
        self.real(self.walled(free))
    }
}

/// How many dominoes both sides can place at most, and surely.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    my_real: i16,
    your_real: i16,
    my_safe: i16,
    your_safe: i16,
}

impl Counts {
    /// How good this looks for the mover: the larger the better.
    #[inline]
    pub(super) fn promise(self) -> i32 {
        i32::from(self.my_real - self.your_real + self.my_safe - self.your_safe)
    }

    #[inline]
    pub(super) fn bounds(self, number: i16) -> Bounds {
        if (self.my_safe - self.your_real) * ONE + number > 0 {
            WON
        } else if (self.my_real - self.your_safe) * ONE + number <= 0 {
            LOST
        } else {
            UNKNOWN
        }
    }
}

impl<W: Word> Field<W> {
    #[inline]
    pub(super) fn counts(&self, position: &Placing<W>) -> Counts {
        let (mine, yours) = self.sides(position.horizontal);
        Counts {
            my_real: mine.real(position.mine),
            your_real: yours.real(position.yours),
            my_safe: mine.safe(position.mine),
            your_safe: yours.safe(position.yours),
        }
    }

    /// Looks at a position that the counts leave open: first at strips, then at packings.
    #[inline]
    fn look(&self, position: &Placing<W>, counts: Counts) -> Bounds {
        let number = position.number;
        let (my_sum, your_sum) = self.strips(position);
        if your_sum.is_some_and(|sum| sum.second() - number >= 0) {
            return LOST;
        }
        if my_sum.is_some_and(|sum| sum.first() + number >= 0) {
            return WON;
        }
        let (mine, yours) = self.sides(position.horizontal);
        let free = position.mine.count() as i16;
        let your_packing = Packing::of(yours, position.yours);
        let second = your_packing.moving_second();
        if (second - your_packing.most_for_other(second, free, counts.my_real)) * ONE - number >= 0 {
            return LOST;
        }
        let my_packing = Packing::of(mine, position.mine);
        let first = my_packing.moving_first();
        if (first - my_packing.most_for_other(first, free, counts.your_real)) * ONE + number >= ONE {
            return WON;
        }
        UNKNOWN
    }

    /// What the mover and the other side are sure of in strips.
    #[inline]
    fn strips(&self, position: &Placing<W>) -> (Option<Sum>, Option<Sum>) {
        let (mine, yours) = self.sides(position.horizontal);
        let my_sum = yours.strips.as_ref().map(|strips| strips.sure(|line| yours.three_lines(position.yours, line)));
        let your_sum = mine.strips.as_ref().map(|strips| strips.sure(|line| mine.three_lines(position.mine, line)));
        (my_sum, your_sum)
    }

    /// Proved limits of the value: a look at the whole, then one at the small parts by what is tabled
    /// of them, and at the rest in strips.
    #[inline]
    pub(super) fn limits(&self, position: &Placing<W>) -> Bounds {
        let counts = self.counts(position);
        let bounds = counts.bounds(position.number);
        if bounds != UNKNOWN {
            return bounds;
        }
        let bounds = self.look(position, counts);
        if bounds != UNKNOWN {
            return bounds;
        }
        let (my_small, your_small, rest) = self.small_parts(position);
        if rest.mine == position.mine {
            return bounds;
        }
        let (my_sum, your_sum) = self.strips(&rest);
        if my_sum.is_some_and(|sum| sum.plus(my_small).first() + position.number >= 0) {
            WON
        } else if your_sum.is_some_and(|sum| sum.plus(your_small).second() - position.number >= 0) {
            LOST
        } else {
            bounds
        }
    }

    /// Appends the dominoes, the most promising first, without those that are seen to lose; one that is
    /// seen to win alone. Nothing is appended where all are seen to lose.
    #[inline]
    pub(super) fn ordered(&self, position: &Placing<W>, moves: &mut Vec<Index>) {
        let (mine, _) = self.sides(position.horizontal);
        let mut ranked: SmallVec<[(i32, u16, Counts); 64]> = SmallVec::new();
        for index in mine.pairs(position.mine).ones() {
            let next = self.placed(position, index);
            let counts = self.counts(&next);
            match counts.bounds(next.number) {
                WON => {}
                LOST => return moves.push(position.named(index)),
                _ => ranked.push((128 * counts.promise() - i32::from(mine.weights[index]), index as u16, counts)),
            }
        }
        ranked.sort_unstable_by_key(|&(promise, index, _)| (promise, index));
        let first = moves.len();
        for (_, index, counts) in ranked {
            match self.look(&self.placed(position, index.into()), counts) {
                WON => {}
                LOST => {
                    moves.truncate(first);
                    return moves.push(position.named(index.into()));
                }
                _ => moves.push(position.named(index.into())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Layout, Outcomes, Turn};
    use super::*;
    use crate::board::{Grid, Size, Wide};
    use crate::game::Game;

    /// The field of an empty board, and the position on it of each filling.
    struct Fillings<W> {
        field: Field<W>,
        cols: usize,
        area: usize,
    }

    impl<W: crate::memory::KeyWord> Fillings<W> {
        fn new(size: Size, turn: Turn) -> Self {
            let field = Field::new(&Layout::new(&Grid::empty(size)), turn).expect("it fits");
            Self { field, cols: size.cols(), area: size.area() }
        }

        fn position(&self, free: u32, turn: Turn) -> Placing<W> {
            let rows = self.area / self.cols;
            let ones = || (0..self.area).filter(|at| free >> at & 1 == 1);
            let horizontal = ones().fold(W::EMPTY, |set, at| set | W::bit(at));
            let vertical = ones().fold(W::EMPTY, |set, at| set | W::bit(at % self.cols * rows + at / self.cols));
            let position = Placing { mine: vertical, yours: horizontal, number: 0, horizontal: false };
            if turn == Turn::Vertical { position } else { position.passed() }
        }

        /// Holds what is known without search of every `step`th filling to the truth; how many were decided.
        fn check(&self, outcomes: &Outcomes, step: usize) -> u32 {
            let mut decided = 0;
            for free in (0..1u32 << self.area).step_by(step) {
                for turn in [Turn::Vertical, Turn::Horizontal] {
                    let value = if outcomes.wins(free, turn) == Some(true) { 1 } else { -1 };
                    let position = self.position(free, turn);
                    let rest = self.field.reduce(&position).rest;
                    let counts = self.field.counts(&position);
                    let looked = self.field.look(&position, counts);
                    let counted = counts.bounds(0);
                    for bounds in
                        [counted, looked, self.field.survey(&position).bounds, self.field.survey(&rest).bounds]
                    {
                        assert!(bounds.low <= value && value <= bounds.high, "{free:b} {turn:?} {bounds:?}");
                    }
                    decided += u32::from(self.field.survey(&rest).bounds.exact().is_some());
                }
            }
            decided
        }
    }

    #[test]
    fn what_is_known_without_search_is_true_of_every_filling() {
        for (rows, cols) in [(4, 5), (5, 4), (1, 9), (9, 1), (3, 5), (2, 8)] {
            let size = Size::new(rows, cols).expect("a board");
            let outcomes = Outcomes::of(size).expect("small");
            let fillings = Fillings::<u64>::new(size, Turn::Vertical);
            let decided = fillings.check(&outcomes, 1);
            assert!(decided > (2 << size.area()) * 3 / 4, "{rows}x{cols}: {decided} decided");
            fillings.field.deepen(u64::MAX, u64::MAX, &|| true);
            let deepened = fillings.check(&outcomes, 1);
            assert!(deepened > decided || rows.max(cols) > 5, "{rows}x{cols}: {decided} and {deepened} decided");
        }
    }

    #[test]
    fn other_words_know_the_same() {
        let size = Size::new(4, 5).expect("a board");
        let outcomes = Outcomes::of(size).expect("small");
        let decided = Fillings::<u64>::new(size, Turn::Vertical).check(&outcomes, 97);
        assert_eq!(Fillings::<u128>::new(size, Turn::Vertical).check(&outcomes, 97), decided);
        assert_eq!(Fillings::<Wide<4>>::new(size, Turn::Horizontal).check(&outcomes, 97), decided);
        let deepened = Fillings::<u128>::new(size, Turn::Vertical);
        deepened.field.deepen(u64::MAX, u64::MAX, &|| true);
        assert!(deepened.check(&outcomes, 97) > decided);
    }

    /// A number beside the board counts like a board that is worth it: here a column of squares of
    /// Vertical's own.
    #[test]
    fn numbers_are_made_of_lines() {
        let size = Size::new(5, 5).expect("a board");
        let outcomes = Outcomes::of(size).expect("small");
        let fillings = Fillings::<u64>::new(size, Turn::Vertical);
        // The fourth column is filled, the fifth free: two dominoes for Vertical.
        let beside = (0..5u32).fold(0, |set, row| set | 1 << (5 * row + 4));
        for filling in 0..1u32 << 15 {
            let free = (0..5).fold(beside, |set, row| set | (filling >> (3 * row) & 7) << (5 * row));
            for turn in [Turn::Vertical, Turn::Horizontal] {
                let value = if outcomes.wins(free, turn) == Some(true) { 1 } else { -1 };
                let rest = fillings.field.reduce(&fillings.position(free, turn)).rest;
                let bounds = fillings.field.survey(&rest).bounds;
                assert!(bounds.low <= value && value <= bounds.high, "{free:b} {turn:?} {bounds:?} {rest:?}");
                let sign = if turn == Turn::Vertical { 1 } else { -1 };
                assert!(!rest.mine.is_empty() || value == if rest.number > 0 { 1 } else { -1 });
                assert!(filling != 0 || rest.number == 2 * ONE * sign);
            }
        }
    }
}
