//! An oracle for Dots and Boxes that shares nothing with what it judges: boards as masks of drawn
//! lines in the order of the text form, and the plain recursion over every set of lines below a
//! position, written down in one table.

use crate::board::Size;
use crate::game::{Game, Value};
use crate::games::dots::{Coins, DotsPosition, Index, Lines, Rule};
use crate::memory::KeyWord;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A side that no set of drawn lines has.
const NEVER: u64 = 1 << 63;

pub(crate) fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// What the rules say about the lines that are free at some position: bit `i` of a set of lines
/// stands for the `i`-th of them.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The number of each line on the board.
    pub(crate) lines: Vec<usize>,
    /// For each line and each box at it the other sides that have to be drawn.
    needs: Vec<[u64; 2]>,
    touching: Option<Touching>,
}

#[derive(Clone, Debug)]
struct Touching {
    from_start: u64,
    neighbours: Vec<u64>,
    any_drawn: bool,
}

pub(crate) fn line_count(rows: usize, cols: usize) -> usize {
    (rows + 1) * cols + rows * (cols + 1)
}

/// The sides of every box, as numbers of lines on the board.
pub(crate) fn boxes(rows: usize, cols: usize) -> Vec<[usize; 4]> {
    let across = |row, col| row * cols + col;
    let down = |row, col| (rows + 1) * cols + row * (cols + 1) + col;
    let sides = |row, col| [across(row, col), across(row + 1, col), down(row, col), down(row, col + 1)];
    (0..rows).flat_map(|row| (0..cols).map(move |col| sides(row, col))).collect()
}

/// The two dots of a line.
fn dots(rows: usize, cols: usize, line: usize) -> [(usize, usize); 2] {
    match line.checked_sub((rows + 1) * cols) {
        None => [(line / cols, line % cols), (line / cols, line % cols + 1)],
        Some(down) => [(down / (cols + 1), down % (cols + 1)), (down / (cols + 1) + 1, down % (cols + 1))],
    }
}

impl Rules {
    /// The rules on `rows` x `cols` boxes from the lines `drawn` on.
    pub(crate) fn new(rows: usize, cols: usize, rule: Rule, drawn: u64) -> Self {
        let count = line_count(rows, cols);
        let lines: Vec<usize> = (0..count).filter(|&line| drawn >> line & 1 == 0).collect();
        let number = |line: usize| lines.iter().position(|&other| other == line);
        let set = |lines: &[usize]| lines.iter().filter_map(|&line| number(line)).fold(0, |set, i| set | 1u64 << i);
        let boxes = boxes(rows, cols);
        let needs = lines.iter().map(|line| {
            let mut needs = [NEVER; 2];
            for (need, sides) in needs.iter_mut().zip(boxes.iter().filter(|sides| sides.contains(line))) {
                *need = set(sides) & !set(&[*line]);
            }
            needs
        });
        let meets = |a: usize, b: usize| dots(rows, cols, a).iter().any(|dot| dots(rows, cols, b).contains(dot));
        let all: Vec<usize> = (0..count).filter(|&line| drawn >> line & 1 == 1).collect();
        let meeting = |line: usize, others: &[usize]| -> Vec<usize> {
            others.iter().copied().filter(|&other| other != line && meets(line, other)).collect()
        };
        let touching = (rule == Rule::Connected).then(|| Touching {
            from_start: lines.iter().filter(|&&line| !meeting(line, &all).is_empty()).fold(0, |s, &l| s | set(&[l])),
            neighbours: lines.iter().map(|&line| set(&meeting(line, &lines))).collect(),
            any_drawn: drawn != 0,
        });
        Self { needs: needs.collect(), touching, lines }
    }

    pub(crate) fn all(&self) -> u64 {
        (1 << self.lines.len()) - 1
    }

    /// The boxes that line `line` closes where the lines `drawn` are drawn.
    #[inline]
    pub(crate) fn gain(&self, drawn: u64, line: usize) -> i8 {
        let closes = |need: u64| i8::from(drawn & need == need);
        closes(self.needs[line][0]) + closes(self.needs[line][1])
    }

    /// The lines that may be drawn.
    #[inline]
    pub(crate) fn legal(&self, drawn: u64) -> u64 {
        let free = self.all() & !drawn;
        match &self.touching {
            None => free,
            Some(touching) if !touching.any_drawn && drawn == 0 => free,
            Some(touching) => {
                let touches = |line: &usize| touching.neighbours[*line] & drawn != 0;
                free & (touching.from_start | ones(free).filter(touches).fold(0, |set, line| set | 1 << line))
            }
        }
    }
}

pub(crate) fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// The value of every position below one with up to 24 free lines.
#[derive(Debug)]
pub(crate) struct Dense {
    pub(crate) rules: Rules,
    values: Vec<i8>,
}

impl Dense {
    pub(crate) fn new(rules: Rules) -> Self {
        let all = rules.all() as usize;
        let mut values = vec![0i8; all + 1];
        for drawn in (0..all).rev() {
            let worth = |line: usize| {
                let gain = rules.gain(drawn as u64, line);
                let next = values[drawn | 1 << line];
                if gain > 0 { gain + next } else { -next }
            };
            values[drawn] = ones(rules.legal(drawn as u64)).map(worth).max().expect("a line may always be drawn");
        }
        Self { rules, values }
    }

    /// Every position of a board.
    pub(crate) fn board(rows: usize, cols: usize, rule: Rule) -> Self {
        Self::new(Rules::new(rows, cols, rule, 0))
    }

    pub(crate) fn value(&self, drawn: u64) -> Value {
        self.values[drawn as usize].into()
    }

    /// What drawing `line` is worth.
    pub(crate) fn worth(&self, drawn: u64, line: usize) -> Value {
        let gain = Value::from(self.rules.gain(drawn, line));
        let next = self.value(drawn | 1 << line);
        if gain > 0 { gain + next } else { -next }
    }

    /// The legal lines by their number on the board, with what each is worth.
    pub(crate) fn moves(&self, drawn: u64) -> Vec<(usize, Value)> {
        ones(self.rules.legal(drawn)).map(|line| (self.rules.lines[line], self.worth(drawn, line))).collect()
    }

    /// The optimal lines by their number on the board.
    pub(crate) fn best(&self, drawn: u64) -> Vec<usize> {
        let moves = self.moves(drawn);
        moves.into_iter().filter(|&(_, worth)| worth == self.value(drawn)).map(|(line, _)| line).collect()
    }

    /// How many positions have each value.
    pub(crate) fn spectrum(&self) -> Vec<(i8, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        self.values.iter().for_each(|&value| *counts.entry(value).or_insert(0) += 1);
        counts.into_iter().collect()
    }
}

/// The position with the lines of the board `drawn`.
pub(crate) fn position(rows: usize, cols: usize, rule: Rule, drawn: u64) -> DotsPosition {
    let size = Size::new(rows as u64, cols as u64).expect("a legal size");
    DotsPosition::from_bits(size, rule, (0..line_count(rows, cols)).map(|line| drawn >> line & 1 == 1))
}

/// A random set of all but `free` lines of the board.
pub(crate) fn scattered(rows: usize, cols: usize, free: usize, random: &mut ChaCha8Rng) -> u64 {
    let count = line_count(rows, cols);
    let mut drawn = (1u64 << count) - 1;
    while count - drawn.count_ones() as usize != free {
        drawn &= !(1 << random.random_range(0..count));
    }
    drawn
}

/// The lines drawn after a game of two who take what they can and else give nothing away if they
/// can, up to `free` lines from its end.
pub(crate) fn careful(rows: usize, cols: usize, free: usize, random: &mut ChaCha8Rng) -> u64 {
    let count = line_count(rows, cols);
    let boxes = boxes(rows, cols);
    let mut drawn = 0u64;
    let open = |drawn: u64, sides: &[usize; 4]| sides.iter().filter(|&&side| drawn >> side & 1 == 0).count();
    while count - drawn.count_ones() as usize > free {
        let rank = |line: &usize| {
            let mut left = boxes.iter().filter(|sides| sides.contains(line)).map(|sides| open(drawn, sides));
            if left.clone().any(|left| left == 1) { 0 } else { 1 + u8::from(left.any(|left| left == 2)) }
        };
        let lines: Vec<usize> = (0..count).filter(|line| drawn >> line & 1 == 0).collect();
        let least = lines.iter().map(rank).min();
        let choice: Vec<usize> = lines.into_iter().filter(|line| Some(rank(line)) == least).collect();
        drawn |= 1 << choice[random.random_range(0..choice.len())];
    }
    drawn
}

/// About `free` lines free, in stars of open strings, strings with one way off the board and chains with
/// two: what random or careful play seldom leaves side by side.
pub(crate) fn tangled(rows: usize, cols: usize, free: usize, random: &mut ChaCha8Rng) -> u64 {
    let mut tangle = Tangle { boxes: boxes(rows, cols), drawn: (1 << line_count(rows, cols)) - 1 };
    for _ in 0..60 {
        let before = tangle.drawn;
        let from = random.random_range(0..tangle.boxes.len());
        let grown = !tangle.is_used(from)
            && match random.random_range(0..4) {
                0 => (0..3).all(|_| tangle.walk(from, random.random_range(2..=3), false, random)),
                1 => tangle.walk(from, random.random_range(1..=2), true, random),
                2 => tangle.walk(from, random.random_range(0..=2), true, random) && tangle.leave(from, random),
                _ => tangle.walk(from, random.random_range(1..=2), true, random) && tangle.walk(from, 1, true, random),
            };
        if !grown || (line_count(rows, cols) - tangle.drawn.count_ones() as usize) > free {
            tangle.drawn = before;
        }
    }
    tangle.drawn
}

struct Tangle {
    boxes: Vec<[usize; 4]>,
    drawn: u64,
}

impl Tangle {
    fn is_used(&self, at: usize) -> bool {
        self.boxes[at].iter().any(|&side| self.drawn >> side & 1 == 0)
    }

    /// Frees a line from `at` off the board, if there is one.
    fn leave(&mut self, at: usize, random: &mut ChaCha8Rng) -> bool {
        let off = |side: &&usize| self.boxes.iter().filter(|sides| sides.contains(side)).count() == 1;
        let off: Vec<usize> =
            self.boxes[at].iter().filter(off).filter(|&&side| self.drawn >> side & 1 == 1).copied().collect();
        if off.is_empty() {
            return false;
        }
        self.drawn &= !(1 << off[random.random_range(0..off.len())]);
        true
    }

    /// Goes from `at` through `steps` boxes that are not used yet, and off the board if it is to.
    fn walk(&mut self, mut at: usize, steps: usize, leaves: bool, random: &mut ChaCha8Rng) -> bool {
        for _ in 0..steps {
            let next = |&side: &usize| {
                (0..self.boxes.len())
                    .find(|&other| other != at && self.boxes[other].contains(&side))
                    .map(|next| (side, next))
            };
            let unused = self.boxes[at].iter().filter_map(next).filter(|&(_, next)| !self.is_used(next));
            let unused: Vec<(usize, usize)> = unused.collect();
            if unused.is_empty() {
                return false;
            }
            let (side, next) = unused[random.random_range(0..unused.len())];
            self.drawn &= !(1 << side);
            at = next;
        }
        !leaves || self.leave(at, random)
    }
}

/// A graph, and the numbers of its lines among those of an oracle for the same start.
#[derive(Debug)]
pub(crate) struct Graph<W> {
    pub(crate) coins: Coins<W>,
    /// For each line of the graph its number in the oracle.
    numbers: Vec<usize>,
    /// For each line of the oracle its number in the graph.
    lines: Vec<Index>,
}

impl<W: KeyWord> Graph<W> {
    /// The graph of `start`, whose free lines are those of `rules`.
    pub(crate) fn new(start: &DotsPosition, rules: &Rules) -> Self {
        let coins = Coins::<W>::new(start).expect("the word is wide enough");
        let on_board = |line: usize| coins.name(line as Index).index(start.size());
        let number = |line: usize| rules.lines.iter().position(|&other| other == on_board(line));
        let numbers: Vec<usize> = (0..coins.line_count()).map(|line| number(line).expect("a free line")).collect();
        let mut lines = vec![Index::MAX; rules.lines.len()];
        numbers.iter().enumerate().for_each(|(line, &number)| lines[number] = line as Index);
        assert!(!lines.contains(&Index::MAX), "every free line has a number");
        Self { coins, numbers, lines }
    }

    /// The position in which the lines `drawn` of the oracle are drawn since the start.
    pub(crate) fn at(&self, drawn: u64) -> Lines<W> {
        ones(drawn).fold(self.coins.start(), |position, line| self.coins.play(&position, self.lines[line]).next)
    }

    /// The lines of the oracle that are drawn.
    pub(crate) fn drawn(&self, position: &Lines<W>) -> u64 {
        let drawn = self.numbers.iter().enumerate().filter(|&(line, _)| !position.free.has(line));
        drawn.fold(0, |set, (_, &number)| set | 1 << number)
    }

    /// The number of a line of the graph in the oracle.
    pub(crate) fn number(&self, line: Index) -> usize {
        self.numbers[usize::from(line)]
    }
}

/// For each symmetry of a rectangle, transposition included, where it takes each line: the size of the
/// board it leads to, and the number of the line there.
pub(crate) fn symmetries(rows: usize, cols: usize) -> Vec<((usize, usize), Vec<usize>)> {
    let image = |which: usize| {
        let (to_rows, to_cols) = if which & 4 == 0 { (rows, cols) } else { (cols, rows) };
        let dot = |(row, col): (usize, usize)| {
            let row = if which & 1 == 0 { row } else { rows - row };
            let col = if which & 2 == 0 { col } else { cols - col };
            if which & 4 == 0 { (row, col) } else { (col, row) }
        };
        let to = |line: usize| {
            let mut ends = dots(rows, cols, line).map(dot);
            ends.sort_unstable();
            let found = (0..line_count(to_rows, to_cols)).find(|&other| dots(to_rows, to_cols, other) == ends);
            found.expect("a symmetry takes lines to lines")
        };
        ((to_rows, to_cols), (0..line_count(rows, cols)).map(to).collect())
    };
    (0..8).map(image).collect()
}

/// Where a map of lines takes a set of them.
pub(crate) fn map(set: u64, to: &[usize]) -> u64 {
    ones(set).fold(0, |image, line| image | 1 << to[line])
}
