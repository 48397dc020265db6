//! Sums of chains from ground to ground and of loops: their value, and a number for each.
//!
//! Where a position falls apart into such pieces, who moves has to open one. Rule D8: opening a chain
//! of `n <= 2` coins loses `n + x`, one of `n >= 3` loses `n - 2 + |2 + x|`, a loop of `n` loses
//! `n - 4 + |4 + x|`, where `x` is the value of the rest, and of each kind the smallest is enough to
//! try. So only the order within a kind matters, and the values of all that can be left are a table
//! over how many chains and how many loops are gone.

use crate::game::Value;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// Lengths of pieces, ascending. Boards of up to 64 lines have room in place.
type Lengths = SmallVec<[u16; 32]>;

/// A sum of chains and loops by their numbers of coins.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    chains: Lengths,
    loops: Lengths,
}

impl Sum {
    /// Adds a chain from ground to ground.
    #[inline]
    pub(super) fn add_chain(&mut self, coins: usize) {
        insert(&mut self.chains, coins);
    }

    /// Adds a loop.
    #[inline]
    pub(super) fn add_loop(&mut self, coins: usize) {
        insert(&mut self.loops, coins);
    }

    /// How many chains there are.
    pub(super) fn chain_count(&self) -> u32 {
        self.chains.len() as u32
    }

    /// How many coins all pieces have.
    pub(super) fn coins(&self) -> u16 {
        self.chains.iter().chain(&self.loops).sum()
    }

    /// The value for the side that has to open a piece.
    #[inline]
    pub(super) fn value(&self) -> Value {
        // `row[j]` is the value with the chains from the current one on and the loops from `j` on.
        let mut row: SmallVec<[Value; 32]> = SmallVec::from_elem(0, self.loops.len() + 1);
        for (j, &coins) in self.loops.iter().enumerate().rev() {
            row[j] = open_loop(coins, row[j + 1]);
        }
        for &coins in self.chains.iter().rev() {
            for j in (0..row.len()).rev() {
                let by_chain = open_chain(coins, row[j]);
                row[j] = match self.loops.get(j) {
                    Some(&coins) => by_chain.max(open_loop(coins, row[j + 1])),
                    None => by_chain,
                };
            }
        }
        row[0]
    }
}

fn insert(lengths: &mut Lengths, coins: usize) {
    let coins = coins as u16;
    let at = lengths.iter().rposition(|&other| other <= coins).map_or(0, |before| before + 1);
    lengths.insert(at, coins);
}

fn open_chain(coins: u16, rest: Value) -> Value {
    let coins = coins as Value;
    if coins <= 2 { -(coins + rest) } else { -(coins - 2 + (2 + rest).abs()) }
}

fn open_loop(coins: u16, rest: Value) -> Value {
    -(coins as Value - 4 + (4 + rest).abs())
}

/// Numbers the sums of at most some number of coins, without gaps, so that they fit in few bits of a
/// key.
///
/// The pieces of a sum in descending order are read like the digits of a number: each piece is worth
/// as many sums as can be made of smaller pieces with the coins that are left.
#[derive(Debug)]
pub(super) struct Ranks {
    most: usize,
    /// `smaller[piece][coins]`: sums of at most `coins` coins made of pieces below `piece`.
    smaller: Vec<Vec<u32>>,
    /// The bits that every number of this numbering fits in.
    bits: u32,
}

/// Sums of more coins are not numbered: there would be millions.
const MOST_RANKED: usize = 32;

impl Ranks {
    /// The numbering for up to `most` coins; `None` where that is over 32.
    pub(super) fn up_to(most: usize) -> Option<&'static Self> {
        static RANKS: [OnceLock<Ranks>; MOST_RANKED + 1] = [const { OnceLock::new() }; MOST_RANKED + 1];
        Some(RANKS.get(most)?.get_or_init(|| Self::new(most)))
    }

    fn new(most: usize) -> Self {
        // Pieces 0..most are the chains of 1..=most coins, those from there on loops of 4, 6, 8, ...
        let sizes = (1..=most).chain((4..=most).step_by(2));
        let mut smaller = vec![vec![1; most + 1]];
        for size in sizes {
            let mut with_piece: Vec<u32> = smaller[smaller.len() - 1].clone();
            for coins in size..=most {
                with_piece[coins] += with_piece[coins - size];
            }
            smaller.push(with_piece);
        }
        let count = smaller[smaller.len() - 1][most];
        Self { most, smaller, bits: (count - 1).checked_ilog2().map_or(0, |log| log + 1) }
    }

    /// The bits that every number of this numbering fits in.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The number of a sum of at most as many coins as the numbering is for.
    #[inline]
    pub(super) fn rank(&self, sum: &Sum) -> u32 {
        let mut left = self.most;
        let mut rank = 0;
        for &coins in sum.loops.iter().rev() {
            let coins = usize::from(coins);
            rank += self.smaller[self.most + (coins - 4) / 2][left];
            left -= coins;
        }
        for &coins in sum.chains.iter().rev() {
            let coins = usize::from(coins);
            rank += self.smaller[coins - 1][left];
            left -= coins;
        }
        rank
    }
}
