//! Sums of chains and loops against Strings and Coins played out, piece by piece.

use super::oracle::{Dense, Rules};
use crate::game::Value;
use crate::games::dots::Rule;
use crate::games::dots::sums::{Ranks, Sum};
use hashbrown::{HashMap, HashSet};

/// A string of coins with or without a line to the ground at each end, or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Piece {
    Path { coins: u8, left: bool, right: bool },
    Loop { coins: u8 },
}

impl Piece {
    fn path(coins: u8, left: bool, right: bool) -> Self {
        // A string and its mirror image are one piece.
        Self::Path { coins, left: left.max(right), right: left.min(right) }
    }

    /// What cutting each of its lines leaves.
    fn cuts(self) -> Vec<Vec<Piece>> {
        match self {
            Self::Loop { coins } => vec![vec![Self::path(coins, false, false)]],
            Self::Path { coins, left, right } => {
                let within =
                    (1..coins).map(|at| vec![Self::path(at, left, false), Self::path(coins - at, false, right)]);
                let at_left = left.then(|| vec![Self::path(coins, false, right)]);
                let at_right = right.then(|| vec![Self::path(coins, left, false)]);
                within.chain(at_left).chain(at_right).collect()
            }
        }
    }
}

const LONE_COIN: Piece = Piece::Path { coins: 1, left: false, right: false };

/// The value of a sum of pieces, by trying every line.
fn value(pieces: &[Piece], known: &mut HashMap<Vec<Piece>, Value>) -> Value {
    if let Some(&value) = known.get(pieces) {
        return value;
    }
    let mut best = None;
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 && pieces[index - 1] == *piece {
            continue;
        }
        for cut in piece.cuts() {
            let won = cut.iter().filter(|&&piece| piece == LONE_COIN).count() as Value;
            let others = pieces.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &piece)| piece);
            let mut next: Vec<Piece> = others.chain(cut.into_iter().filter(|&piece| piece != LONE_COIN)).collect();
            next.sort_unstable();
            let next = value(&next, known);
            best = best.max(Some(if won > 0 { won + next } else { -next }));
        }
    }
    let best = best.unwrap_or(0);
    known.insert(pieces.to_vec(), best);
    best
}

/// Every sum of at most `most` coins in chains and loops.
fn sums(most: u8) -> Vec<Vec<Piece>> {
    let chains = (1..=most).map(|coins| Piece::path(coins, true, true));
    let loops = (4..=most).step_by(2).map(|coins| Piece::Loop { coins });
    let mut sums = vec![(Vec::new(), most)];
    for piece in chains.chain(loops) {
        let (Piece::Path { coins, .. } | Piece::Loop { coins }) = piece;
        for index in 0..sums.len() {
            let (mut sum, mut left): (Vec<Piece>, u8) = sums[index].clone();
            while let Some(fewer) = left.checked_sub(coins) {
                left = fewer;
                sum.push(piece);
                sums.push((sum.clone(), left));
            }
        }
    }
    sums.into_iter().map(|(sum, _)| sum).collect()
}

/// The pieces as the library adds them up, from the last to the first or the other way round.
fn sum(pieces: &[Piece], backwards: bool) -> Sum {
    let mut sum = Sum::default();
    let mut add = |piece: &Piece| match *piece {
        Piece::Path { coins, .. } => sum.add_chain(coins.into()),
        Piece::Loop { coins } => sum.add_loop(coins.into()),
    };
    if backwards {
        pieces.iter().rev().for_each(&mut add);
    } else {
        pieces.iter().for_each(&mut add);
    }
    sum
}

#[test]
fn sums_have_the_value_that_play_gives_them() {
    let mut known = HashMap::new();
    for pieces in sums(18) {
        let mut sorted = pieces.clone();
        sorted.sort_unstable();
        let value = value(&sorted, &mut known);
        assert_eq!(sum(&pieces, false).value(), value, "{pieces:?}");
        assert_eq!(sum(&pieces, true).value(), value, "{pieces:?}");
    }
}

#[test]
fn published_sums() {
    let chains = |coins: &[usize]| {
        let mut sum = Sum::default();
        coins.iter().for_each(|&coins| sum.add_chain(coins));
        sum.value()
    };
    // The closed form for long chains gives the first to who does not have to open it: with a chain of
    // 2 it does not hold.
    assert_eq!(chains(&[2, 4]), 2);
    assert_eq!(chains(&[3, 3, 3, 3]), -2);
    assert_eq!(chains(&[]), 0);
    assert_eq!(chains(&[1]), -1);
}

#[test]
fn every_sum_has_a_number_of_its_own() {
    for most in 0..=16 {
        let ranks = Ranks::up_to(most).expect("few coins");
        let sums = sums(most as u8);
        let numbers: HashSet<u32> = sums.iter().map(|pieces| ranks.rank(&sum(pieces, most % 2 == 0))).collect();
        assert_eq!(numbers.len(), sums.len(), "up to {most} coins");
        assert!(numbers.iter().all(|&number| u64::from(number) < 1 << ranks.bits()), "up to {most} coins");
        assert_eq!(ranks.rank(&Sum::default()), 0);
    }
    // Numbers of 32 coins, the most that are numbered, fit as well: the largest pieces come last.
    let ranks = Ranks::up_to(32).expect("32 coins are numbered");
    let mut pieces = Sum::default();
    pieces.add_loop(32);
    assert!(u64::from(ranks.rank(&pieces)) < 1 << ranks.bits());
    assert!(Ranks::up_to(33).is_none());
}

/// Pieces as they stand on a board: rows of 1xN cut into chains, and loops round two rows.
#[test]
fn pieces_on_boards_are_those_of_the_recursion() {
    let mut known = HashMap::new();
    for pieces in sums(6).into_iter().filter(|pieces| !pieces.is_empty()) {
        if pieces.iter().any(|piece| matches!(piece, Piece::Loop { .. })) {
            continue;
        }
        let lengths = pieces.iter().map(|piece| match piece {
            Piece::Path { coins, .. } | Piece::Loop { coins } => usize::from(*coins),
        });
        let cols: usize = lengths.clone().sum();
        let mut free = 0u64;
        let mut col = 0;
        for length in lengths {
            // In at the top of the first box, along the row, out at the bottom of the last.
            free |= 1 << col | 1 << (cols + col + length - 1);
            (1..length).for_each(|step| free |= 1 << (2 * cols + col + step));
            col += length;
        }
        let drawn = ((1 << (3 * cols + 1)) - 1) & !free;
        let dense = Dense::new(Rules::new(1, cols, Rule::Free, drawn));
        let mut sorted = pieces.clone();
        sorted.sort_unstable();
        assert_eq!(dense.value(0), value(&sorted, &mut known), "{pieces:?}");
        assert_eq!(dense.value(0), sum(&pieces, false).value(), "{pieces:?}");
    }
}
