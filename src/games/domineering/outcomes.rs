//! Who wins every filling of a small board, all at once.
//!
//! A side wins a filling moving first if one of its dominoes leads to a filling that the other side
//! does not win moving first. Fillings are numbered by their free squares, 64 neighbours a word: the
//! six lowest squares choose the bit. A domino on higher squares then joins whole words, one that
//! reaches into the six shifts them, and the few dominoes inside the six are repeated until nothing
//! more can follow. One ascending sweep settles everything.

use super::Turn;
use crate::board::Size;

/// Squares that choose the bit in a word.
const LOW: u32 = 6;

/// The most squares of a board: two tables of 2^30 bits.
pub const MOST_SQUARES_OF_OUTCOMES: usize = 30;

/// Outcomes of every filling of a board.
#[derive(Clone, Debug)]
pub struct Outcomes {
    area: u32,
    /// Whether Vertical, and Horizontal, wins moving first; a bit a filling.
    won: [Vec<u64>; 2],
}

/// How many fillings of a board are won by whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By whoever moves first.
    pub first: u64,
    /// By whoever moves second.
    pub second: u64,
    /// By Vertical, whoever starts.
    pub vertical: u64,
    /// By Horizontal, whoever starts.
    pub horizontal: u64,
}

/// A domino: its higher squares as bits of the number of a word, its lower ones as a shift of the bit.
#[derive(Clone, Copy, Debug)]
struct Domino {
    word: usize,
    shift: u32,
    /// Bits of a word whose filling has the lower squares taken.
    taken: u64,
}

impl Domino {
    fn new(first: u32, second: u32) -> Self {
        let (mut word, mut shift, mut taken) = (0, 0, !0);
        for square in [first, second] {
            if square < LOW {
                shift += 1 << square;
                taken &= (0..64).filter(|bit| bit >> square & 1 == 0).fold(0, |set, bit| set | 1u64 << bit);
            } else {
                word |= 1 << (square - LOW);
            }
        }
        Self { word, shift, taken }
    }

    /// The fillings that are won by this domino, where `lost` are those that the other side loses.
    #[inline]
    fn wins(self, lost: u64) -> u64 {
        (lost & self.taken) << self.shift
    }
}

impl Outcomes {
    /// Works out every filling; `None` where the board has over [`MOST_SQUARES_OF_OUTCOMES`] squares.
    pub fn of(size: Size) -> Option<Self> {
        if size.area() > MOST_SQUARES_OF_OUTCOMES {
            return None;
        }
        let (rows, cols, area) = (size.rows(), size.cols(), size.area() as u32);
        let vertical = (0..(rows - 1) * cols).map(|at| Domino::new(at as u32, (at + cols) as u32));
        let level = (0..rows * cols).filter(|at| at % cols + 1 < cols);
        let level = level.map(|at| Domino::new(at as u32, at as u32 + 1));
        let dominoes = [vertical.collect::<Vec<_>>(), level.collect()];
        let words = 1usize << area.saturating_sub(LOW);
        let mut won = [vec![0; words], vec![0; words]];
        for word in 0..words {
            let mut here = [0, 1].map(|side| {
                let reach =
                    dominoes[side].iter().filter(|domino| domino.word != 0 && word & domino.word == domino.word);
                reach.fold(0, |set, domino| set | domino.wins(!won[1 - side][word & !domino.word]))
            });
            // Three dominoes at most lie inside the six squares; each round settles one more.
            let base = here;
            for _ in 0..LOW / 2 {
                here = [0, 1].map(|side| {
                    let inside = dominoes[side].iter().filter(|domino| domino.word == 0);
                    inside.fold(base[side], |set, domino| set | domino.wins(!here[1 - side]))
                });
            }
            won[0][word] = here[0];
            won[1][word] = here[1];
        }
        Some(Self { area, won })
    }

    /// Whether `turn` wins moving first where the squares in `free` are free, bit `row * columns + column`
    /// for each; `None` where there is no such filling.
    pub fn wins(&self, free: u32, turn: Turn) -> Option<bool> {
        let side = usize::from(turn == Turn::Horizontal);
        (u64::from(free) >> self.area == 0).then(|| self.won[side][free as usize >> LOW] >> (free & 63) & 1 == 1)
    }

    /// How many squares the board has, at least 1.
    pub fn squares(&self) -> u32 {
        self.area
    }

    /// How many fillings are won by whom.
    pub fn counts(&self) -> Counts {
        let valid = if self.area < LOW { (1u64 << (1 << self.area)) - 1 } else { !0 };
        let mut counts = Counts::default();
        for (&vertical, &horizontal) in self.won[0].iter().zip(&self.won[1]) {
            let count = |set: u64| u64::from((set & valid).count_ones());
            counts.first += count(vertical & horizontal);
            counts.second += count(!vertical & !horizontal);
            counts.vertical += count(vertical & !horizontal);
            counts.horizontal += count(!vertical & horizontal);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_filling_follows_from_its_options() {
        for (rows, cols) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 3), (4, 4), (3, 5)] {
            let outcomes = Outcomes::of(Size::new(rows, cols).expect("a board")).expect("small");
            let (rows, cols) = (rows as u32, cols as u32);
            for free in 0..1u32 << (rows * cols) {
                for (turn, step) in [(Turn::Vertical, cols), (Turn::Horizontal, 1)] {
                    let fits = |at: u32| turn == Turn::Vertical || at % cols + 1 < cols;
                    let pairs = (0..rows * cols).filter(|&at| fits(at)).map(|at| 1u32 << at | 1 << (at + step));
                    let wins = pairs
                        .filter(|pair| free & pair == *pair)
                        .any(|pair| outcomes.wins(free & !pair, turn.other()) == Some(false));
                    assert_eq!(outcomes.wins(free, turn), Some(wins), "{rows}x{cols} {free:b} {turn:?}");
                }
            }
            assert_eq!(outcomes.wins(1 << (rows * cols), Turn::Vertical), None);
        }
    }

    /// Counts of every filling, both movers.
    #[test]
    fn counts_of_every_filling() {
        let published = [
            (3, 3, [212, 108, 96, 96]),
            (3, 4, [1655, 600, 741, 1100]),
            (4, 4, [25940, 6236, 16680, 16680]),
            (4, 5, [392_067, 70_452, 256_284, 329_773]),
            (5, 5, [11_957_394, 1_549_686, 10_023_676, 10_023_676]),
        ];
        for (rows, cols, [first, second, vertical, horizontal]) in published {
            let outcomes = Outcomes::of(Size::new(rows, cols).expect("a board")).expect("small");
            assert_eq!(outcomes.counts(), Counts { first, second, vertical, horizontal }, "{rows}x{cols}");
        }
        assert!(Outcomes::of(Size::new(4, 8).expect("a board")).is_none());
    }
}
