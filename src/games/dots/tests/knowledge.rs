//! What the game knows beyond its rules, hook by hook, against the oracle: forced play (D1 to D4),
//! moves worth trying and limits (D5 to D8), and keys.

use super::oracle::{Dense, Graph, Rules, careful, position, random, scattered, tangled};
use crate::board::{Size, Wide};
use crate::game::{Forced, Game, Value};
use crate::games::dots::{Coins, DotsPosition, Rule};
use crate::memory::Key;
use crate::memory::KeyWord;
use hashbrown::HashMap;
use rand::RngExt;

/// Every claim that the hooks make about positions below one start.
struct Judge<'d, W: KeyWord> {
    graph: Graph<W>,
    dense: &'d Dense,
    by_key: HashMap<W::Key, Value>,
    moves: Vec<u16>,
}

impl<'d, W: KeyWord> Judge<'d, W> {
    fn new(rows: usize, cols: usize, rule: Rule, before: u64, dense: &'d Dense) -> Self {
        let graph = Graph::new(&position(rows, cols, rule, before), &dense.rules);
        Self { graph, dense, by_key: HashMap::new(), moves: Vec::new() }
    }

    fn judge(&mut self, drawn: u64) {
        let (coins, dense) = (&self.graph.coins, self.dense);
        let about = || format!("drawn {drawn:#x} of {:?}", dense.rules.lines);
        let forced = coins.reduce(&self.graph.at(drawn));
        let rest = self.graph.drawn(&forced.rest);
        assert_eq!(rest & drawn, drawn, "forced play only draws lines: {}", about());
        assert_eq!(forced.rest, self.graph.at(rest), "forced play keeps count: {}", about());
        let value = dense.value(rest);
        assert_eq!(forced.value(value), dense.value(drawn), "{forced:?} {}", about());
        assert_eq!(coins.reduce(&forced.rest), Forced::nothing(forced.rest), "{}", about());
        assert!(forced.stake >= 0 && forced.gain >= 0 && forced.gain + forced.stake <= coins.bound(&coins.start()));

        let survey = coins.survey(&forced.rest);
        assert!(survey.bounds.low <= value && value <= survey.bounds.high, "{:?} {value} {}", survey.bounds, about());
        assert_eq!(*self.by_key.entry(survey.key).or_insert(value), value, "{:?} {}", survey.key, about());
        if let bits @ 1.. = coins.key_bits() {
            assert!(bits <= 128 && survey.key.to_bits() <= u128::MAX >> (128 - bits), "{}", about());
        }
        if survey.bounds.exact().is_none() {
            self.moves.clear();
            coins.candidates(&forced.rest, &survey.notes, &mut self.moves);
            let legal = dense.rules.legal(rest);
            let numbers = self.moves.iter().map(|&line| self.graph.number(line));
            assert!(numbers.clone().all(|line| legal >> line & 1 == 1), "{}", about());
            assert_eq!(numbers.map(|line| dense.worth(rest, line)).max(), Some(value), "{:?} {}", self.moves, about());
        }
    }
}

fn judge_board<W: KeyWord>(rows: usize, cols: usize, rule: Rule) {
    let dense = Dense::board(rows, cols, rule);
    let mut judge = Judge::<W>::new(rows, cols, rule, 0, &dense);
    (0..=dense.rules.all()).for_each(|drawn| judge.judge(drawn));
}

#[test]
fn knowledge_holds_on_whole_boards() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (4, 1), (1, 5), (2, 2), (2, 3), (3, 2)] {
        judge_board::<u64>(rows, cols, Rule::Free);
        judge_board::<u64>(rows, cols, Rule::Connected);
    }
    for rule in [Rule::Free, Rule::Connected] {
        judge_board::<u128>(2, 3, rule);
        judge_board::<Wide<8>>(2, 2, rule);
    }
}

#[test]
fn knowledge_holds_on_three_by_three() {
    let mut random = random(33);
    for rule in [Rule::Free, Rule::Connected] {
        let dense = three_by_three(rule);
        let mut judge = Judge::<u64>::new(3, 3, rule, 0, dense);
        for _ in 0..1_000_000 {
            judge.judge(random.random_range(0..1 << 24));
        }
        for free in [10, 12, 14, 16] {
            (0..10_000).for_each(|_| judge.judge(careful(3, 3, free, &mut random)));
        }
    }
}

/// Graphs made of positions that others have played on: few free lines of larger boards.
#[test]
fn knowledge_holds_in_the_endgames_of_larger_boards() {
    let sizes = [(1, 9), (2, 6), (3, 4), (4, 3), (4, 4), (4, 5), (5, 4)];
    for seed in 0..4_000 {
        let mut random = random(seed);
        let (rows, cols) = sizes[seed as usize % sizes.len()];
        let free = random.random_range(6..=12);
        let before = match seed % 3 {
            0 => scattered(rows, cols, free, &mut random),
            _ => careful(rows, cols, free, &mut random),
        };
        let rule = if seed % 5 == 0 { Rule::Connected } else { Rule::Free };
        let dense = Dense::new(Rules::new(rows, cols, rule, before));
        let judge_all = |judge: &mut dyn FnMut(u64)| (0..=dense.rules.all()).for_each(judge);
        let mut by_64 = Judge::<u64>::new(rows, cols, rule, before, &dense);
        judge_all(&mut |drawn| by_64.judge(drawn));
        if seed % 8 == 0 {
            let mut wide = Judge::<Wide<49>>::new(rows, cols, rule, before, &dense);
            judge_all(&mut |drawn| wide.judge(drawn));
        }
    }
}

/// Three strings of two that meet in one coin end as a string open at both ends, with four at stake.
/// Another string of two must be left for the end instead: less at stake is better, and 12 boxes are
/// the fewest where it shows.
#[test]
fn strings_that_meet_are_taken_before_others() {
    for before in
        [0x2f2c_f43f, 0x2f2d_f43d, 0x2f2d_f43e, 0x2f3c_f437, 0x2f3d_f435, 0x2f3d_f436, 0x374b_f14f, 0x375b_f147]
    {
        let dense = Dense::new(Rules::new(3, 4, Rule::Free, before));
        assert_eq!(dense.value(0), 8, "{before:#x}");
        let mut judge = Judge::<u64>::new(3, 4, Rule::Free, before, &dense);
        (0..=dense.rules.all()).for_each(|drawn| judge.judge(drawn));
    }
}

/// Positions of long strings that meet: trees of boxes with few ways out.
#[test]
fn knowledge_holds_in_tangles() {
    for seed in 0..3000 {
        let mut random = random(seed);
        let (rows, cols) = [(3, 4), (4, 4), (4, 5), (5, 5)][seed as usize % 4];
        let before = tangled(rows, cols, 16, &mut random);
        let rule = if seed % 7 == 0 { Rule::Connected } else { Rule::Free };
        let dense = Dense::new(Rules::new(rows, cols, rule, before));
        let mut judge = Judge::<u64>::new(rows, cols, rule, before, &dense);
        for _ in 0..200 {
            // Few of the lines, so that strings are cut but not to pieces.
            let drawn = (0..random.random_range(0..5))
                .fold(0, |set, _| set | 1 << random.random_range(0..dense.rules.lines.len()));
            judge.judge(drawn);
        }
    }
}

/// A bit tells the key of a shape from that of a set of lines beside a sum: no set may reach it.
#[test]
fn keys_of_sets_stay_below_those_of_shapes() {
    let mut tried = 0;
    for (rows, cols) in (1..=12).flat_map(|rows| (1..=42).map(move |cols| (rows, cols))) {
        for rule in [Rule::Free, Rule::Connected] {
            let empty = DotsPosition::empty(Size::new(rows, cols).expect("a legal size"), rule);
            let Some(coins) = Coins::<u128>::new(&empty) else { continue };
            let Some(ranks) = coins.ranks.filter(|_| coins.has_shapes) else { continue };
            let sum = (1u32 << (ranks.bits() + u32::from(rule == Rule::Connected))) - 1;
            let largest =
                <u128 as KeyWord>::key(u128::MAX >> (128 - coins.line_count()), sum, coins.line_count() as u32);
            assert!(largest < (1 << 104), "{rows}x{cols} {rule:?}");
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried} boards have both kinds of keys");
}

/// The whole table of 3x3, made once.
pub(crate) fn three_by_three(rule: Rule) -> &'static Dense {
    static TABLES: [std::sync::OnceLock<Dense>; 2] = [const { std::sync::OnceLock::new() }; 2];
    TABLES[usize::from(rule == Rule::Connected)].get_or_init(|| Dense::board(3, 3, rule))
}
