//! One look at a quiet position: its strings, its key, its limits and the moves worth trying.
//!
//! *Quiet* means that no coin can be taken. Then the lines fall into *safe* ones, that give nothing
//! away, and those that open a chain or loop. Rules D5 and D6: all lines of a chain of 1 or of 3 and
//! more coins have one value, as all of a loop; of a chain of 2 the middle one is never worse. Rule
//! D7: lines from one coin to the ground are interchangeable. Chains from ground to ground and loops
//! touch nothing else, so they leave the key as a multiset of lengths, and of each kind that loses in
//! the same way only the shortest is worth opening: lengthening a chain of 3 or more, a chain of 1 to
//! 2, or a loop changes every value by at most the coins added, which is what opening the shorter saves.

use super::DotsKey;
use super::coins::{Coins, Index, Lines};
use super::shape::Shape;
use super::sums::Sum;
use crate::board::Word;
use crate::game::{Bounds, Survey, Value};
use crate::memory::KeyWord;
use smallvec::SmallVec;

/// The moves worth trying in a position, in classes of which the first is tried first: lines that are
/// safe, then openings of pieces of 1, 2, 3, 4, 5 to 6 and more coins.
#[derive(Clone, Copy, Debug)]
pub struct Worthwhile<W>([W; 7]);

/// Chains that lead to a joint: their coins and the joints at their ends.
pub(super) type Chains = SmallVec<[(usize, [Option<usize>; 2]); 8]>;

/// What a quiet position is made of.
pub(super) struct Look<W> {
    pub(super) worthwhile: Worthwhile<W>,
    /// The chains from ground to ground and the loops.
    pub(super) sum: Sum,
    /// The lines of everything else.
    pub(super) core: W,
    /// The chains that lead to a joint.
    pub(super) chains: Chains,
    /// What the value is at most if a chain or loop is opened.
    high: Value,
    pub(super) open_coins: Value,
}

/// A maximal string of coins with two lines each.
struct Piece<W> {
    coins: W,
    lines: W,
    /// How many coins it has.
    length: usize,
    /// The line to draw if it is to be opened.
    opening: usize,
    is_loop: bool,
    /// The joints that a chain leads to, `None` where it leads to the ground.
    ends: [Option<usize>; 2],
}

impl<W: KeyWord> Coins<W> {
    /// What a quiet position in which every line may be drawn is made of.
    #[inline]
    pub(super) fn look(&self, position: &Lines<W>) -> Look<W> {
        let mut worthwhile = Worthwhile::safe(position.free);
        let open_coins = position.coins().count() as Value;
        let mut high = Value::MIN;
        let mut sum = Sum::default();
        let mut core = position.free;
        // The shortest piece alone of each kind that loses in the same way: its coins and opening.
        let mut shortest = [(usize::MAX, 0); 3];
        let mut chains: Chains = SmallVec::new();
        let mut todo = position.with_two();
        while !todo.is_empty() {
            let piece = self.piece(position, todo.lowest());
            todo = todo.minus(piece.coins);
            worthwhile.0[0] = worthwhile.0[0].minus(piece.lines);
            high = high.max(most_after_opening(piece.length as Value, piece.is_loop, open_coins));
            if piece.is_loop || piece.ends == [None; 2] {
                core = core.minus(piece.lines);
                if piece.is_loop {
                    sum.add_loop(piece.length);
                } else {
                    sum.add_chain(piece.length);
                }
                let kind = if piece.is_loop { 2 } else { usize::from(piece.length > 2) };
                shortest[kind] = shortest[kind].min((piece.length, piece.opening));
            } else {
                worthwhile.add_opening(piece.length, piece.opening);
                chains.push((piece.length, piece.ends));
            }
        }
        for (coins, opening) in shortest {
            if coins != usize::MAX {
                worthwhile.add_opening(coins, opening);
            }
        }
        Look { worthwhile, sum, core, chains, high, open_coins }
    }

    /// Key, limits and moves of a quiet position in which every line may be drawn.
    #[inline]
    pub(super) fn survey_quiet(&self, position: &Lines<W>) -> Survey<DotsKey<W>, Worthwhile<W>> {
        let Look { worthwhile, sum, core, chains, high, open_coins } = self.look(position);
        let rank = self.ranks.map(|ranks| ranks.rank(&sum));
        if core.is_empty() {
            let key = self.key(core, rank, None, position);
            return Survey { key, bounds: Bounds::exactly(sum.value()), notes: worthwhile };
        }
        let safe = worthwhile.0[0];
        let mut bounds = Bounds::within(open_coins);
        if safe.is_empty() {
            bounds.high = bounds.high.min(high);
        }
        let shape = if self.has_shapes { Some(self.shape(position, safe, &chains)) } else { None };
        Survey { key: self.key(core, rank, shape.as_ref(), position), bounds, notes: worthwhile }
    }

    /// The shape of what lines between joints, `safe`, and `chains` make up.
    #[inline]
    fn shape(&self, position: &Lines<W>, safe: W, chains: &Chains) -> Shape {
        let joints = position.coins().minus(position.with_two());
        let mut place_of = [0u8; 64];
        let mut count = 0;
        for joint in joints.ones() {
            place_of[joint & 63] = count;
            count += 1;
        }
        let place = |joint: usize| usize::from(place_of[joint & 63]);
        let mut shape = Shape::new(count.into());
        for line in safe.ones() {
            let (coin, other) = self.coins_at(line);
            shape.add_line(place(coin), other.map(place));
        }
        for &(coins, ends) in chains {
            shape.add_chain(coins, ends.map(|end| end.map(place)));
        }
        shape
    }

    /// The piece that a coin with two lines is in.
    #[inline]
    fn piece(&self, position: &Lines<W>, first: usize) -> Piece<W> {
        let with_two = position.with_two();
        let both = self.strings(position, first);
        let one = both.lowest();
        let mut piece =
            Piece { coins: W::bit(first), lines: both, length: 1, opening: one, is_loop: false, ends: [None; 2] };
        for (side, start) in [one, both.without_lowest().lowest()].into_iter().enumerate() {
            let (mut coin, mut line) = (first, start);
            loop {
                match self.beyond(line, coin) {
                    Some(next) if with_two.has(next) => {
                        if next == first {
                            piece.is_loop = true;
                            return piece;
                        }
                        // Of two coins the line between them is the one to draw.
                        piece.opening = line;
                        let lines = self.strings(position, next);
                        piece.coins = piece.coins | W::bit(next);
                        piece.lines = piece.lines | lines;
                        piece.length += 1;
                        line = lines.minus(W::bit(line)).lowest();
                        coin = next;
                    }
                    end => {
                        piece.ends[side] = end;
                        break;
                    }
                }
            }
        }
        piece
    }

    /// The key of a position of which `core` is left beside the sum with number `rank`.
    #[inline]
    fn key(&self, core: W, rank: Option<u32>, shape: Option<&Shape>, position: &Lines<W>) -> DotsKey<W> {
        let (Some(rank), Some(ranks)) = (rank, self.ranks) else {
            return W::key(self.canonical(position.free), 0, self.line_count() as u32);
        };
        match shape.and_then(|shape| shape.number(rank, ranks.bits())) {
            Some(number) => W::key_of_number(number | 1 << Shape::BITS),
            None => W::key(self.canonical(core), rank, self.line_count() as u32),
        }
    }

    /// The key of any position in which every line may be drawn, quiet or not.
    pub(super) fn key_of_lines(&self, position: &Lines<W>) -> DotsKey<W> {
        W::key(self.canonical(position.free), 0, self.line_count() as u32)
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

    /// The moves of a position in which some line may not be drawn yet. Little is proved of these; captures
    /// come first, then lines that give nothing away.
    pub(super) fn restricted(&self, position: &Lines<W>) -> Worthwhile<W> {
        let lines_of = |coins: W| coins.ones().fold(W::EMPTY, |set, coin| set | self.strings(position, coin));
        let legal = self.legal(position);
        let captures = lines_of(position.capturable()) & legal;
        let giving = (lines_of(position.with_two()) & legal).minus(captures);
        let mut worthwhile = Worthwhile::safe(captures);
        worthwhile.0[1] = legal.minus(captures | giving);
        worthwhile.0[2] = giving;
        worthwhile
    }

    /// Key, limits and moves of such a position.
    pub(super) fn survey_restricted(&self, position: &Lines<W>) -> Survey<DotsKey<W>, Worthwhile<W>> {
        // A number that no sum has keeps these positions apart from those whose key has shed a sum.
        let apart = self.ranks.map_or(0, |ranks| 1 << ranks.bits());
        let key = W::key(self.canonical(position.free), apart, self.line_count() as u32);
        let bounds = Bounds::within(position.coins().count() as Value);
        Survey { key, bounds, notes: self.restricted(position) }
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
}

impl<W: Word> Worthwhile<W> {
    fn safe(lines: W) -> Self {
        let mut classes = [W::EMPTY; 7];
        classes[0] = lines;
        Self(classes)
    }

    /// The lines that give nothing away.
    pub(super) fn safe_lines(&self) -> W {
        self.0[0]
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
