//! One look at a quiet position: its strings, its key, its limits and the moves worth trying.
//!
//! *Quiet* means that no coin can be taken. Then the lines fall into *safe* ones, that give nothing
//! away, and those that open a chain or loop. Rules D5 and D6: all lines of a chain of 1 or of 3 and
//! more coins have one value, as all of a loop; of a chain of 2 the middle one is never worse. Rule
//! D7: lines from one coin to the ground are interchangeable. Chains from ground to ground and loops
//! touch nothing else, so they leave the key as a multiset of lengths, and of each kind that loses in
//! the same way only the shortest is worth opening: lengthening a chain of 3 or more, a chain of 1 to
//! 2, or a loop changes every value by at most the coins added, which is what opening the shorter saves.

use super::coins::{Coins, Index, Lines};
use super::sums::{Ranks, Sum};
use super::{DotsKey, Field};
use crate::board::Word;
use crate::game::{Bounds, Survey, Value};

/// The moves worth trying in a position, in classes of which the first is tried first: lines that are
/// safe, then openings of pieces of 1, 2, 3, 4, 5 to 6 and more coins.
#[derive(Clone, Copy, Debug)]
pub struct Worthwhile<W>([W; 7]);

/// A maximal string of coins with two lines each.
struct Piece<W> {
    coins: W,
    lines: W,
    /// The line to draw if it is to be opened.
    opening: usize,
    is_loop: bool,
    /// Whether it touches no other coin.
    is_alone: bool,
}

impl<W: Field> Coins<W> {
    /// Key, limits and moves of a quiet position in which every line may be drawn.
    #[inline]
    pub(super) fn survey_quiet(&self, position: &Lines<W>) -> Survey<DotsKey<W>, Worthwhile<W>> {
        let mut worthwhile = Worthwhile::safe(position.free);
        let mut sum = Sum::default();
        let mut core = position.free;
        // The shortest piece alone of each kind that loses in the same way: its coins and opening.
        let mut shortest = [(usize::MAX, 0); 3];
        let open_coins = position.coins().count() as Value;
        let mut high = Value::MIN;
        let mut todo = position.with_two();
        while !todo.is_empty() {
            let piece = self.piece(position, todo.lowest());
            let coins = piece.coins.count() as usize;
            todo = todo.minus(piece.coins);
            worthwhile.0[0] = worthwhile.0[0].minus(piece.lines);
            high = high.max(most_after_opening(coins as Value, piece.is_loop, open_coins));
            if piece.is_alone {
                core = core.minus(piece.lines);
                if piece.is_loop {
                    sum.add_loop(coins);
                } else {
                    sum.add_chain(coins);
                }
                let kind = if piece.is_loop { 2 } else { usize::from(coins > 2) };
                shortest[kind] = shortest[kind].min((coins, piece.opening));
            } else {
                worthwhile.add_opening(coins, piece.opening);
            }
        }
        if core.is_empty() {
            let bounds = Bounds::exactly(sum.value());
            return Survey { key: self.key(W::EMPTY, &sum, position), bounds, notes: worthwhile };
        }
        for (coins, opening) in shortest {
            if coins != usize::MAX {
                worthwhile.add_opening(coins, opening);
            }
        }
        let mut bounds = Bounds::within(open_coins);
        if worthwhile.0[0].is_empty() {
            bounds.high = bounds.high.min(high);
        }
        Survey { key: self.key(core, &sum, position), bounds, notes: worthwhile }
    }

    /// The piece that a coin with two lines is in.
    #[inline]
    fn piece(&self, position: &Lines<W>, first: usize) -> Piece<W> {
        let with_two = position.with_two();
        let both = self.strings(position, first);
        let (one, other) = (both.lowest(), both.without_lowest().lowest());
        let mut piece = Piece { coins: W::bit(first), lines: both, opening: one, is_loop: false, is_alone: true };
        for start in [one, other] {
            let (mut coin, mut line) = (first, start);
            loop {
                match self.beyond(line, coin) {
                    None => break,
                    Some(next) if !with_two.has(next) => {
                        piece.is_alone = false;
                        break;
                    }
                    Some(next) => {
                        if next == first {
                            piece.is_loop = true;
                            return piece;
                        }
                        // Of two coins the line between them is the one to draw.
                        piece.opening = line;
                        let lines = self.strings(position, next);
                        piece.coins = piece.coins | W::bit(next);
                        piece.lines = piece.lines | lines;
                        line = lines.minus(W::bit(line)).lowest();
                        coin = next;
                    }
                }
            }
        }
        piece
    }

    /// The key of a position of which `core` is left beside a sum of pieces.
    #[inline]
    fn key(&self, core: W, sum: &Sum, position: &Lines<W>) -> DotsKey<W> {
        match self.ranks() {
            Some(ranks) => W::key(self.canonical(core), ranks.rank(sum), self.line_count()),
            None => W::key(self.canonical(position.free), 0, self.line_count()),
        }
    }

    /// The least of the images of a set of lines, interchangeable lines in their first places.
    #[inline]
    fn canonical(&self, set: W) -> W {
        if !self.images.any() {
            return self.settle(set);
        }
        let images = self.images.of(set).map(|image| self.settle(image));
        images.into_iter().min().unwrap_or(set)
    }

    /// Moves what is left of interchangeable lines to the first of them.
    #[inline]
    fn settle(&self, set: W) -> W {
        let first = set & self.pairs;
        let second = set.down_one() & self.pairs;
        let settled = set.minus(first | second.up_one()) | (first | second) | (first & second).up_one();
        self.bunches.iter().fold(settled, |set, &bunch| {
            let left = (set & bunch).count() as usize;
            bunch.ones().take(left).fold(set.minus(bunch), |set, line| set | W::bit(line))
        })
    }

    /// Key, limits and moves of a position in which some line may not be drawn yet. Little is proved
    /// of these; captures come first, then lines that give nothing away.
    pub(super) fn survey_restricted(&self, position: &Lines<W>) -> Survey<DotsKey<W>, Worthwhile<W>> {
        let lines_of = |coins: W| coins.ones().fold(W::EMPTY, |set, coin| set | self.strings(position, coin));
        let legal = self.legal(position);
        let captures = lines_of(position.capturable()) & legal;
        let giving = (lines_of(position.with_two()) & legal).minus(captures);
        let mut worthwhile = Worthwhile::safe(captures);
        worthwhile.0[1] = legal.minus(captures | giving);
        worthwhile.0[2] = giving;
        // A number that no sum has keeps these positions apart from those whose key has shed a sum.
        let apart = self.ranks().map_or(0, |ranks| 1 << ranks.bits());
        let key = W::key(self.canonical(position.free), apart, self.line_count());
        let bounds = Bounds::within(position.coins().count() as Value);
        Survey { key, bounds, notes: worthwhile }
    }

    /// Appends the moves worth trying, of interchangeable ones the first.
    #[inline]
    pub(super) fn worthwhile(&self, worthwhile: &Worthwhile<W>, moves: &mut Vec<Index>) {
        let [mut safe, openings @ ..] = worthwhile.0;
        safe = safe.minus((safe.down_one() & safe & self.pairs).up_one());
        for &bunch in &self.bunches {
            safe = safe.minus((safe & bunch).without_lowest());
        }
        moves.extend(safe.ones().map(|line| line as Index));
        for class in openings {
            moves.extend(class.ones().map(|line| line as Index));
        }
    }

    pub(super) fn ranks(&self) -> Option<&'static Ranks> {
        let ranks = Ranks::up_to(self.coin_count())?;
        (self.line_count() as u32 + ranks.bits() < W::KEY_BITS).then_some(ranks)
    }
}

impl<W: Word> Worthwhile<W> {
    fn safe(lines: W) -> Self {
        let mut classes = [W::EMPTY; 7];
        classes[0] = lines;
        Self(classes)
    }

    #[inline]
    fn add_opening(&mut self, coins: usize, line: usize) {
        let class = match coins {
            ..=4 => coins,
            5 | 6 => 5,
            _ => 6,
        };
        self.0[class] = self.0[class] | W::bit(line);
    }
}

/// A number that opening a piece is never worth more than: who answers gets all its coins but those
/// at stake at least, or, of a chain too short to leave, all.
#[inline]
fn most_after_opening(coins: Value, is_loop: bool, open_coins: Value) -> Value {
    match (is_loop, coins) {
        (true, _) => 4 - coins,
        (false, 3..) => 2 - coins,
        (false, _) => open_coins - 2 * coins,
    }
}
