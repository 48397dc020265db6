//! Positions as the search sees them: strings and coins.
//!
//! A box that is not complete is a *coin*, a line that is not drawn a *string* between two coins or
//! from a coin to the *ground* outside. Drawing the line cuts the string; a coin without strings is
//! won by who cut the last. Only what is open when the search begins is numbered, so the work
//! depends on the lines that are left and not on the board around them: 40 free lines of a 20x20
//! board fit in a `u64` as those of the empty 4x4 board do.
//!
//! Lines are numbered from the centre of the board outwards, which is the order in which they are
//! tried, and lines that lead from one coin to the ground, which are interchangeable, side by side.

use super::line::{Direction, Line};
use super::position::{DotsPosition, Rule};
use super::shape::Shape;
use super::sums::Ranks;
use super::symmetry::Images;
use crate::board::Word;
use crate::game::{Mover, Step, Value};
use crate::memory::KeyWord;
use std::hash::{Hash, Hasher};

/// The number of a line, or of a coin.
pub type Index = u16;

/// The lines that are left, and for each coin how many of them are its own.
///
/// The counts are three bits a coin, kept as one set for each bit, so that the coins with one string
/// or with two are a handful of operations away. They follow from the lines, which alone say whether
/// positions are equal.
#[derive(Clone, Copy, Debug)]
pub struct Lines<W> {
    pub(super) free: W,
    ones: W,
    twos: W,
    fours: W,
}

impl<W: Word> PartialEq for Lines<W> {
    fn eq(&self, other: &Self) -> bool {
        self.free == other.free
    }
}

impl<W: Word> Eq for Lines<W> {}

impl<W: Word> Hash for Lines<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.free.hash(state);
    }
}

impl<W: Word> Lines<W> {
    /// Coins with one string left: who moves can take them.
    #[inline]
    pub(super) fn capturable(&self) -> W {
        self.ones.minus(self.twos)
    }

    /// Coins with two strings left.
    #[inline]
    pub(super) fn with_two(&self) -> W {
        self.twos.minus(self.ones)
    }

    /// Coins with any string left.
    #[inline]
    pub(crate) fn coins(&self) -> W {
        self.ones | self.twos | self.fours
    }

    /// Cuts string `line` between `coins` and says how many of them that wins.
    #[inline]
    pub(super) fn cut(&mut self, line: usize, coins: W) -> Value {
        debug_assert!(self.free.has(line));
        self.free = self.free ^ W::bit(line);
        let borrow = coins.minus(self.ones);
        self.ones = self.ones ^ coins;
        let borrow_again = borrow.minus(self.twos);
        self.twos = self.twos ^ borrow;
        self.fours = self.fours ^ borrow_again;
        coins.minus(self.coins()).count() as Value
    }
}

/// Which lines may be drawn under [`Rule::Connected`].
#[derive(Clone, Debug)]
struct Touching<W> {
    /// Lines with a dot that a line touched from the start.
    from_start: W,
    /// For each line the other lines that share a dot with it.
    neighbours: Vec<W>,
    /// Every line that was free at the start, and whether any was drawn.
    all: W,
    any_drawn: bool,
}

/// The graph of a position's open boxes and free lines.
#[derive(Clone, Debug)]
pub struct Coins<W> {
    /// The board's name of each line.
    names: Vec<Line>,
    /// The two coins of each line; `ground` stands for the outside.
    ends: Vec<[Index; 2]>,
    /// The one or two coins of each line, as a set.
    coins_of: Vec<W>,
    /// The lines that each coin had at the start.
    lines_of: Vec<W>,
    ground: Index,
    start: Lines<W>,
    touching: Option<Touching<W>>,
    /// The lines to the ground that have an interchangeable one right above them in number, where
    /// there are two of a kind.
    pub(super) pairs: W,
    /// Interchangeable lines to the ground where there are more than two of a kind.
    pub(super) bunches: Vec<W>,
    pub(super) images: Images<W>,
    /// Numbers sums of chains and loops, where a key has room for that beside the lines.
    pub(super) ranks: Option<&'static Ranks>,
    /// Whether keys are made of shapes where these fit: of a few lines they are no shorter, and the bit
    /// that marks them must lie above every key that is not.
    pub(super) has_shapes: bool,
}

impl<W: KeyWord> Coins<W> {
    /// The graph of what is open in `position`; `None` where `W` is too narrow for it.
    pub fn new(position: &DotsPosition) -> Option<Self> {
        let size = position.size();
        let cols = size.cols();
        let mut coin_at = vec![Index::MAX; size.area()];
        let open = (0..size.area()).filter(|&at| position.open_sides(at / cols, at % cols) > 0);
        let mut coins = 0;
        for at in open {
            coin_at[at] = coins;
            coins += 1;
        }
        let ground = coins;
        let names = numbering(position);
        if names.len() > W::BITS || usize::from(coins) > W::BITS {
            return None;
        }

        let mut ends = Vec::with_capacity(names.len());
        let mut coins_of = Vec::with_capacity(names.len());
        let mut lines_of = vec![W::EMPTY; coins.into()];
        for (number, line) in names.iter().enumerate() {
            let mut both = [ground; 2];
            let mut set = W::EMPTY;
            for (end, (row, col)) in both.iter_mut().zip(line.boxes(size)) {
                let coin = usize::from(coin_at[row * cols + col]);
                *end = coin as Index;
                set = set | W::bit(coin);
                lines_of[coin] = lines_of[coin] | W::bit(number);
            }
            ends.push(both);
            coins_of.push(set);
        }

        let mut start = Lines { free: W::first(names.len()), ones: W::EMPTY, twos: W::EMPTY, fours: W::EMPTY };
        for (coin, lines) in lines_of.iter().enumerate() {
            let degree = lines.count();
            for (bit, set) in [&mut start.ones, &mut start.twos, &mut start.fours].into_iter().enumerate() {
                if degree >> bit & 1 == 1 {
                    *set = *set | W::bit(coin);
                }
            }
        }

        let (mut pairs, mut bunches) = (W::EMPTY, Vec::new());
        if position.rule() == Rule::Free {
            for coin in 0..coins {
                let alike = (0..names.len()).filter(|&line| ends[line] == [coin, ground]);
                let alike = alike.fold(W::EMPTY, |set, line| set | W::bit(line));
                match alike.count() {
                    0 | 1 => {}
                    2 => pairs = pairs | W::bit(alike.lowest()),
                    _ => bunches.push(alike),
                }
            }
        }
        let images = Images::new(position, &names);
        let ranks = Ranks::up_to(coins.into());
        let ranks = ranks.filter(|ranks| names.len() as u32 + ranks.bits() < W::KEY_BITS);
        let touching = (position.rule() == Rule::Connected).then(|| Touching::new(position, &names));
        let lines = names.len() as u32;
        let other_bits = ranks.map(|ranks| lines + ranks.bits() + u32::from(touching.is_some()));
        let has_shapes = lines > 14 && other_bits.is_some_and(|bits| bits <= Shape::BITS);
        Some(Self {
            names,
            ends,
            coins_of,
            lines_of,
            ground,
            start,
            touching,
            pairs,
            bunches,
            images,
            ranks,
            has_shapes,
        })
    }

    /// The position it was made of.
    pub fn start(&self) -> Lines<W> {
        self.start
    }

    /// The start with more lines drawn, as in `position`; `None` where a line is free there that was not free
    /// at the start, or the board is another.
    pub(crate) fn after(&self, position: &DotsPosition) -> Option<Lines<W>> {
        let mut at = self.start;
        for (number, &line) in self.names.iter().enumerate() {
            if !line.is_on(position.size()) {
                return None;
            }
            if position.is_drawn(line) {
                at.cut(number, self.coins_of[number]);
            }
        }
        (position.free_lines().count() == at.free.count() as usize).then_some(at)
    }

    /// The lines of the start that are drawn in a position.
    pub(crate) fn drawn_since_start(&self, position: &Lines<W>) -> impl Iterator<Item = Line> + '_ {
        self.start.free.minus(position.free).ones().map(|number| self.names[number])
    }

    /// How many lines were free at the start.
    pub(super) fn line_count(&self) -> usize {
        self.names.len()
    }

    /// The board's name of a line.
    pub fn name(&self, line: Index) -> Line {
        self.names[usize::from(line)]
    }

    /// Cuts a string.
    #[inline]
    pub(super) fn draw(&self, position: &Lines<W>, line: usize) -> Step<Lines<W>> {
        let mut next = *position;
        let gain = next.cut(line, self.coins_of[line]);
        Step { next, gain, mover: if gain > 0 { Mover::Same } else { Mover::Other } }
    }

    /// Cuts a string and adds what that wins to `gain`.
    #[inline]
    pub(super) fn take(&self, position: &mut Lines<W>, line: usize, gain: &mut Value) {
        *gain += position.cut(line, self.coins_of[line]);
    }

    /// The strings of a coin that are left.
    #[inline]
    pub(super) fn strings(&self, position: &Lines<W>, coin: usize) -> W {
        self.lines_of[coin] & position.free
    }

    /// The coin at the other end of a string, `None` where that is the ground.
    #[inline]
    pub(super) fn beyond(&self, line: usize, coin: usize) -> Option<usize> {
        let [a, b] = self.ends[line];
        let other = a ^ b ^ coin as Index;
        (other != self.ground).then_some(usize::from(other))
    }

    /// A coin of a line and the coin at its other end, `None` where that is the ground.
    #[inline]
    pub(super) fn coins_at(&self, line: usize) -> (usize, Option<usize>) {
        let [a, b] = self.ends[line];
        (a.into(), (b != self.ground).then_some(usize::from(b)))
    }

    /// The lines that may be drawn.
    #[inline]
    pub(super) fn legal(&self, position: &Lines<W>) -> W {
        match &self.touching {
            None => position.free,
            Some(touching) => touching.legal(position.free),
        }
    }

    /// Whether some line may not be drawn yet. Where none is, none will be, and DotDot is Dots and
    /// Boxes.
    #[inline]
    pub(super) fn is_restricted(&self, position: &Lines<W>) -> bool {
        self.touching.as_ref().is_some_and(|touching| touching.is_restricted(position.free))
    }

    /// Whether the graph is one of DotDot.
    pub(super) fn is_connected(&self) -> bool {
        self.touching.is_some()
    }
}

impl<W: Word> Touching<W> {
    fn new(position: &DotsPosition, names: &[Line]) -> Self {
        let touched = |line: &Line| line.dots().iter().any(|&(row, col)| position.is_touched(row, col));
        let set = |wanted: &dyn Fn(&Line) -> bool| {
            let numbers = names.iter().enumerate().filter(|(_, line)| wanted(line));
            numbers.fold(W::EMPTY, |set, (number, _)| set | W::bit(number))
        };
        let shares_dot = |a: &Line, b: &Line| a != b && a.dots().iter().any(|dot| b.dots().contains(dot));
        Self {
            from_start: set(&touched),
            neighbours: names.iter().map(|a| set(&|b| shares_dot(a, b))).collect(),
            all: W::first(names.len()),
            any_drawn: position.drawn_lines().next().is_some(),
        }
    }

    fn legal(&self, free: W) -> W {
        let drawn = self.all.minus(free);
        if drawn.is_empty() && !self.any_drawn {
            return free;
        }
        let later = free.minus(self.from_start).ones().filter(|&line| !(self.neighbours[line] & drawn).is_empty());
        later.fold(free & self.from_start, |set, line| set | W::bit(line))
    }

    fn is_restricted(&self, free: W) -> bool {
        let drawn = self.all.minus(free);
        free.minus(self.from_start).ones().any(|line| (self.neighbours[line] & drawn).is_empty())
    }
}

/// The free lines from the centre of the board outwards, interchangeable ones side by side.
fn numbering(position: &DotsPosition) -> Vec<Line> {
    let size = position.size();
    let (rows, cols) = (size.rows() as i32, size.cols() as i32);
    // Twice the coordinates of the middle of a line, measured from the centre of the board.
    let distance = |line: &Line| {
        let (row, col) = (2 * i32::from(line.row), 2 * i32::from(line.col));
        let (row, col) = match line.direction {
            Direction::Horizontal => (row - rows, col + 1 - cols),
            Direction::Vertical => (row + 1 - rows, col - cols),
        };
        row * row + col * col
    };
    let to_ground = |line: &Line| line.boxes(size).count() == 1;
    let coin = |line: &Line| line.boxes(size).next();
    let mut lines: Vec<(i32, _, Line)> =
        position.free_lines().map(|line| (distance(&line), coin(&line), line)).collect();
    // Lines of one coin to the ground stand where the innermost of them stands.
    for index in 0..lines.len() {
        let (_, coin, line) = lines[index];
        if to_ground(&line) {
            let alike = lines.iter().filter(|(_, other, line)| *other == coin && to_ground(line));
            lines[index].0 = alike.map(|entry| entry.0).min().unwrap_or(0);
        }
    }
    lines.sort_by_key(|&(distance, coin, line)| (distance, to_ground(&line), coin, line));
    lines.into_iter().map(|(_, _, line)| line).collect()
}
