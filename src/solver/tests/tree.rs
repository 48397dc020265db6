//! A game made of nothing but its tree, in a notation that fits on a line.
//!
//! ```text
//! tree   = leaf | node | forced
//! leaf   = integer                        what a finished position is worth to its mover
//! node   = "(" edge { " " edge } ")"      a choice
//! edge   = gain ("+" | "-") tree          a move: "+" and the same side moves on, "-" and it does not
//! forced = "{" gain "|" stake " " tree "}"  `gain`, and the choice to take `stake` or to leave it
//! ```
//!
//! `(1+0 0-(2+-1 0-3))` is a choice between a gain of 1 and the end, and passing the turn to one who
//! may gain 2, keep the move and be worth -1, or pass to somebody who wins 3.
//!
//! A forced position has the moves that the words say: take (gain and stake, move on), or leave (gain,
//! and the other side has one move, which gains the stake and lets it move on).

use crate::game::{Bounds, Forced, Game, Mover, Step, Survey, Value};
use hashbrown::HashMap;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    Leaf(Value),
    Node(Vec<Edge>),
    Forced { gain: Value, stake: Value, rest: Box<Tree> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    gain: Value,
    mover: Mover,
    to: Tree,
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(value) => write!(f, "{value}"),
            Self::Forced { gain, stake, rest } => write!(f, "{{{gain}|{stake} {rest}}}"),
            Self::Node(edges) => {
                f.write_str("(")?;
                for (index, Edge { gain, mover, to }) in edges.iter().enumerate() {
                    let space = if index > 0 { " " } else { "" };
                    write!(f, "{space}{gain}{}{to}", if *mover == Mover::Same { '+' } else { '-' })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl Tree {
    /// Reads the notation.
    pub(super) fn parse(text: &str) -> Self {
        let mut rest = text;
        let tree = Self::read(&mut rest);
        assert!(rest.is_empty(), "{rest:?} follows the tree");
        tree
    }

    fn read(text: &mut &str) -> Self {
        if skip(text, "{") {
            let gain = number(text);
            assert!(skip(text, "|"), "no stake at {text:?}");
            let stake = number(text);
            assert!(skip(text, " "), "no rest at {text:?}");
            let rest = Box::new(Self::read(text));
            assert!(skip(text, "}"), "no }} at {text:?}");
            return Self::Forced { gain, stake, rest };
        }
        if !skip(text, "(") {
            return Self::Leaf(number(text));
        }
        let mut edges = Vec::new();
        while !skip(text, ")") {
            skip(text, " ");
            let gain = number(text);
            let mover = if skip(text, "+") { Mover::Same } else { Mover::Other };
            assert!(mover == Mover::Same || skip(text, "-"), "nobody moves at {text:?}");
            edges.push(Edge { gain, mover, to: Self::read(text) });
        }
        Self::Node(edges)
    }

    /// A random tree up to `depth` moves deep, in which subtrees recur with their moves in another
    /// order.
    pub(super) fn random(random: &mut ChaCha8Rng, depth: u32) -> Self {
        if depth == 0 || random.random_bool(0.12) {
            return Self::Leaf(random.random_range(-3..=3));
        }
        if random.random_bool(0.15) {
            let stake = [0, 1, 2, 4][random.random_range(0..4)];
            let rest = Box::new(Self::random(random, depth - 1));
            return Self::Forced { gain: random.random_range(0..=2), stake, rest };
        }
        let mut edges: Vec<Edge> = Vec::new();
        for _ in 0..random.random_range(1..=4) {
            let to = match edges.len() {
                before @ 1.. if random.random_bool(0.3) => edges[random.random_range(0..before)].to.shuffled(random),
                _ => Self::random(random, depth - 1),
            };
            let mover = if random.random_bool(0.4) { Mover::Same } else { Mover::Other };
            edges.push(Edge { gain: random.random_range(0..=2), mover, to });
        }
        Self::Node(edges)
    }

    fn shuffled(&self, random: &mut ChaCha8Rng) -> Self {
        match self {
            Self::Leaf(_) => self.clone(),
            Self::Forced { gain, stake, rest } => {
                Self::Forced { gain: *gain, stake: *stake, rest: Box::new(rest.shuffled(random)) }
            }
            Self::Node(edges) => {
                let edge = |edge: &Edge| Edge { to: edge.to.shuffled(random), ..edge.clone() };
                let mut edges: Vec<Edge> = edges.iter().map(edge).collect();
                shuffle(&mut edges, random);
                Self::Node(edges)
            }
        }
    }
}

fn skip(text: &mut &str, token: &str) -> bool {
    let rest = text.strip_prefix(token);
    *text = rest.unwrap_or(text);
    rest.is_some()
}

fn number(text: &mut &str) -> Value {
    let sign = if skip(text, "-") { -1 } else { 1 };
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(digits);
    *text = rest;
    sign * number.parse::<Value>().expect("a number")
}

pub(super) fn shuffle<T>(items: &mut [T], random: &mut ChaCha8Rng) {
    (1..items.len()).for_each(|last| items.swap(last, random.random_range(0..=last)));
}

/// How positions are named in the memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Names {
    /// Twins, that is equal trees up to the order of moves, share a name.
    Twins,
    /// All that the contract asks: whoever shares a name has the same value.
    Values,
}

/// One position.
#[derive(Debug)]
struct Place {
    steps: Vec<Step<u32>>,
    value: Value,
    bound: Value,
    forced: Forced<u32>,
    twins: u32,
    key: u128,
    limits: Bounds,
    candidates: Vec<u8>,
}

/// The game of one tree, with random knowledge that is true: limits of values, and moves in any order
/// of which worse ones may be missing.
#[derive(Debug)]
pub(super) struct Wood {
    places: Vec<Place>,
    key_bits: u32,
}

impl Wood {
    /// The game of `tree`; keys of `key_bits` bits, 28 at least; the knowledge depends on `seed`.
    pub(super) fn new(tree: &Tree, names: Names, key_bits: u32, seed: u64) -> Self {
        let mut wood = Self { places: Vec::new(), key_bits };
        wood.plant(tree, &mut HashMap::new());
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for (index, place) in wood.places.iter_mut().enumerate() {
            place.learn(&mut random);
            let name = match names {
                Names::Twins => place.twins as u128,
                Names::Values => ((place.value + 500) as u128) << 2 | index as u128 & 3,
            };
            // Both ends of a key count: a memory may keep them in different places.
            place.key = name | name << (key_bits / 2);
        }
        wood
    }

    fn plant(&mut self, tree: &Tree, known: &mut HashMap<String, u32>) -> u32 {
        let (steps, forced, leaf) = match tree {
            Tree::Leaf(value) => (Vec::new(), None, *value),
            Tree::Node(edges) => {
                let step = |edge: &Edge| Step { next: self.plant(&edge.to, known), gain: edge.gain, mover: edge.mover };
                (edges.iter().map(step).collect(), None, 0)
            }
            Tree::Forced { gain, stake, rest } => {
                let rest = self.plant(rest, known);
                let mut steps = vec![Step { next: rest, gain: gain + stake, mover: Mover::Same }];
                if *stake > 0 {
                    let taken = vec![Step { next: rest, gain: *stake, mover: Mover::Same }];
                    steps.push(Step { next: self.place(taken, None, 0, known), gain: *gain, mover: Mover::Other });
                }
                (steps, self.forced(*gain, *stake, rest), 0)
            }
        };
        self.place(steps, forced, leaf, known)
    }

    /// Where forced play ends that goes on to `rest`; nobody can say so in one go where there are two
    /// stakes.
    fn forced(&self, gain: Value, stake: Value, rest: u32) -> Option<Forced<u32>> {
        let then = self.places[rest as usize].forced;
        if stake == 0 {
            return Some(Forced { gain: gain + then.gain, ..then });
        }
        (then == Forced::nothing(rest)).then_some(Forced { gain, stake, rest })
    }

    fn place(
        &mut self,
        steps: Vec<Step<u32>>,
        forced: Option<Forced<u32>>,
        leaf: Value,
        known: &mut HashMap<String, u32>,
    ) -> u32 {
        let worth = |step: &Step<u32>| match step.mover {
            Mover::Same => step.gain + self.places[step.next as usize].value,
            Mover::Other => step.gain - self.places[step.next as usize].value,
        };
        let value = steps.iter().map(worth).max().unwrap_or(leaf);
        let bound = steps.iter().map(|step| step.gain + self.places[step.next as usize].bound).max();
        let mut moves: Vec<_> = steps
            .iter()
            .map(|step| (step.gain, step.mover == Mover::Same, self.places[step.next as usize].twins))
            .collect();
        moves.sort_unstable();
        let names = known.len() as u32;
        let twins = *known.entry(format!("{moves:?} {leaf}")).or_insert(names);
        let index = self.places.len() as u32;
        self.places.push(Place {
            steps,
            value,
            bound: bound.unwrap_or(leaf.abs()),
            forced: forced.unwrap_or(Forced::nothing(index)),
            twins,
            key: 0,
            limits: Bounds::exactly(value),
            candidates: Vec::new(),
        });
        index
    }

    /// The start position.
    pub(super) fn root(&self) -> u32 {
        self.places.len() as u32 - 1
    }

    pub(super) fn value(&self, place: u32) -> Value {
        self.places[place as usize].value
    }

    /// What each key stands for.
    pub(super) fn by_key(&self) -> HashMap<u128, Value> {
        self.places.iter().map(|place| (place.key, place.value)).collect()
    }
}

impl Place {
    fn learn(&mut self, random: &mut ChaCha8Rng) {
        if !self.steps.is_empty() {
            self.limits = match random.random_range(0..8) {
                0 => Bounds::exactly(self.value),
                1 => Bounds { low: self.value, high: self.bound },
                2 => Bounds { low: -self.bound, high: self.value },
                3 => Bounds { low: self.value - 1, high: self.value + 1 },
                _ => Bounds::within(self.bound),
            };
        }
        self.candidates = (0..self.steps.len() as u8).collect();
        shuffle(&mut self.candidates, random);
    }
}

impl Wood {
    /// Forgets some moves that are not needed.
    pub(super) fn prune(&mut self, seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for index in 0..self.places.len() {
            let place = &self.places[index];
            let worth = |mv: u8| {
                let step = place.steps[usize::from(mv)];
                step.value(self.places[step.next as usize].value)
            };
            let mut kept = place.candidates.clone();
            kept.retain(|&mv| worth(mv) == place.value || random.random_bool(0.7));
            if let Some(needed) = kept.iter().copied().find(|&mv| worth(mv) == place.value) {
                kept.retain(|&mv| mv == needed || worth(mv) != place.value || random.random_bool(0.5));
            }
            self.places[index].candidates = kept;
        }
    }
}

impl Game for Wood {
    type Position = u32;
    type Move = u8;
    type Key = u128;
    type Notes = ();

    fn moves(&self, &place: &u32, moves: &mut Vec<u8>) {
        moves.extend(0..self.places[place as usize].steps.len() as u8);
    }

    fn play(&self, &place: &u32, mv: u8) -> Step<u32> {
        self.places[place as usize].steps[usize::from(mv)]
    }

    fn final_value(&self, &place: &u32) -> Value {
        self.places[place as usize].value
    }

    fn bound(&self, &place: &u32) -> Value {
        self.places[place as usize].bound
    }

    fn weight(&self, &place: &u32) -> u8 {
        // Heavy enough for threads to announce it.
        14 + (place % 50) as u8
    }

    fn reduce(&self, &place: &u32) -> Forced<u32> {
        self.places[place as usize].forced
    }

    fn survey(&self, &place: &u32) -> Survey<u128, ()> {
        let place = &self.places[place as usize];
        Survey { key: place.key, bounds: place.limits, notes: () }
    }

    fn candidates(&self, &place: &u32, _: &(), moves: &mut Vec<u8>) {
        moves.extend(&self.places[place as usize].candidates);
    }

    fn key_bits(&self) -> u32 {
        self.key_bits
    }
}

#[test]
fn trees_are_read_as_they_are_written() {
    for seed in 0..200 {
        let tree = Tree::random(&mut ChaCha8Rng::seed_from_u64(seed), 6);
        assert_eq!(Tree::parse(&tree.to_string()), tree, "seed {seed}: {tree}");
    }
}

#[test]
fn trees_have_the_values_that_one_can_see() {
    for (text, value) in [
        ("3", 3),
        ("(0+3 0-3)", 3),
        ("(1+(2+0) 0-(0-5))", 5),
        ("(1+0 0-(2+-1 0-3))", 1),
        ("(2-(1+(1+0)) 0-0)", 0),
        ("{1|0 -2}", -1),
        ("{1|2 -2}", 1),
        ("{0|2 -5}", 3),
        ("{1|4 {0|2 -3}}", 6),
        ("{1|0 {1|2 -3}}", 3),
    ] {
        let wood = Wood::new(&Tree::parse(text), Names::Twins, 28, 1);
        assert_eq!(wood.value(wood.root()), value, "{text}");
        let forced = wood.reduce(&wood.root());
        assert_eq!(forced.value(wood.value(forced.rest)), value, "{text}");
    }
}
