//! The search on Dots and Boxes: values and complete lists of optimal moves on whole boards, in
//! endgames of larger ones, with every switch, in every width and from every side.

use super::memories::{Audited, memories};
use super::switches::{Named, Switched, Switches};
use super::{EVERYTHING, VALUE_AND_BEST, examine, keeps_contract};
use crate::board::{Size, Wide};
use crate::game::{Game, Mover, Value};
use crate::games::dots::tests::knowledge::three_by_three;
use crate::games::dots::tests::oracle::{
    Dense, Graph, Rules, careful, line_count, map, ones, position, random, scattered, symmetries,
};
use crate::games::dots::{Coins, DotsPosition, Line, Lines, Rule};
use crate::memory::{Fixed, Growing, KeyWord, Memory};
use crate::solver::limits::{Limits, Progress};
use crate::solver::search::Search;
use rand::RngExt;

const RULES: [Rule; 2] = [Rule::Free, Rule::Connected];

/// Everything about a position, by the numbers of lines on its board, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    value: Value,
    best: Vec<usize>,
    moves: Vec<(usize, Value)>,
}

/// What the oracle says.
fn truth(dense: &Dense, drawn: u64) -> Answer {
    Answer { value: dense.value(drawn), best: dense.best(drawn), moves: dense.moves(drawn) }
}

/// What the search says of a position as it is given, in a memory of `bytes` bytes.
fn answer<W: KeyWord>(position: &DotsPosition, bytes: u64) -> Answer {
    let coins = Coins::<W>::new(position).expect("the word is wide enough");
    let start = coins.start();
    match Fixed::new(coins.key_bits(), bytes).expect("little memory") {
        Some(fixed) if bytes.is_multiple_of(128) => answer_by(&coins, &coins, position.size(), &fixed, &start),
        _ => answer_by(&coins, &coins, position.size(), &Growing::with_limit(bytes), &start),
    }
}

/// What the search says of `at`, by a game over `coins` that may lack some of its knowledge.
fn answer_by<W, G, M>(game: &G, coins: &Coins<W>, size: Size, memory: &M, at: &Lines<W>) -> Answer
where
    W: KeyWord,
    G: Game<Position = Lines<W>, Move = u16>,
    M: Memory<G::Key> + Sync,
{
    let finding = examine(game, memory, at, 1, EVERYTHING);
    let number = |line: u16| coins.name(line).index(size);
    let value = finding.bounds.exact().expect("without limits the value is exact");
    let mut best: Vec<usize> = finding.best.expect("and the list complete").into_iter().map(number).collect();
    best.sort_unstable();
    let moves = finding.moves.expect("every move was asked for").into_iter();
    let mut moves: Vec<(usize, Value)> = moves.map(|(line, value)| (number(line), value)).collect();
    moves.sort_unstable();
    assert_eq!(worth_of_line(coins, at, &finding.line.expect("a line was asked for")), value);
    Answer { value, best, moves }
}

/// What a line of play to the end brings who begins it.
fn worth_of_line<W: KeyWord>(coins: &Coins<W>, at: &Lines<W>, line: &[u16]) -> Value {
    let (mut at, mut worth, mut side) = (*at, 0, 1);
    for &line in line {
        let step = coins.play(&at, line);
        worth += side * step.gain;
        side = if step.mover == Mover::Same { side } else { -side };
        at = step.next;
    }
    assert_eq!(coins.bound(&at), 0, "the line goes to the end");
    worth
}

/// Every position of a board, each as somebody would give it: its own graph, its own memory.
fn whole_board(rows: usize, cols: usize, rule: Rule) {
    let dense = Dense::board(rows, cols, rule);
    for drawn in 0..=dense.rules.all() {
        let bytes = [0, 64, 128, 1 << 12][drawn as usize % 4];
        let answer = answer::<u64>(&position(rows, cols, rule, drawn), bytes);
        assert_eq!(answer, truth(&dense, drawn), "{rows}x{cols} {rule:?} {drawn:#x} with {bytes} bytes");
    }
}

#[test]
fn whole_boards_as_given() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (2, 2)] {
        RULES.into_iter().for_each(|rule| whole_board(rows, cols, rule));
    }
    whole_board(1, 5, Rule::Free);
}

#[test]
fn two_by_three_as_given() {
    whole_board(2, 3, Rule::Free);
}

#[test]
fn two_by_three_connected_as_given() {
    whole_board(3, 2, Rule::Connected);
}

/// Every second position, all with one small memory that is checked, asked in a scattered order.
#[test]
fn whole_boards_with_one_memory() {
    for (rows, cols) in [(1, 5), (5, 1), (2, 2), (2, 3)] {
        for rule in RULES {
            let dense = Dense::board(rows, cols, rule);
            let board = position(rows, cols, rule, 0);
            let graph = Graph::<u64>::new(&board, &dense.rules);
            let game = Switched::new(&graph.coins, Switches::ALL);
            let fixed = Fixed::new(game.key_bits(), 1 << 14).expect("little memory").expect("narrow keys");
            let memory = Audited::new(fixed, |key: Named<_, _>| dense.value(graph.drawn(&key.position)));
            for index in (0..=dense.rules.all()).step_by(2) {
                let drawn = index.wrapping_mul(0x9e37_79b9) & dense.rules.all();
                let answer = answer_by(&game, &graph.coins, board.size(), &memory, &graph.at(drawn));
                assert_eq!(answer, truth(&dense, drawn), "{rows}x{cols} {rule:?} {drawn:#x}");
            }
            let (stores, answers) = memory.verify();
            assert!(stores > 0 && answers > 0);
        }
    }
}

/// Each piece of knowledge with and without each of the others, in the game's order and in others.
#[test]
fn every_switch_on_and_off() {
    let boards = [(1, 4, 7), (2, 2, 1), (3, 2, 101)];
    for (rows, cols, step) in boards {
        for rule in RULES {
            let dense = Dense::board(rows, cols, rule);
            let board = position(rows, cols, rule, 0);
            let graph = Graph::<u64>::new(&board, &dense.rules);
            for switches in Switches::every() {
                let game = Switched::new(&graph.coins, switches);
                let memory = Audited::new(Growing::new(), |key: Named<_, _>| dense.value(graph.drawn(&key.position)));
                for drawn in (0..=dense.rules.all()).step_by(step) {
                    let answer = answer_by(&game, &graph.coins, board.size(), &memory, &graph.at(drawn));
                    assert_eq!(answer, truth(&dense, drawn), "{rows}x{cols} {rule:?} {drawn:#x} {switches:?}");
                }
                memory.verify();
            }
        }
    }
}

/// Twenty random orders with every memory, in positions of 3x3.
#[test]
fn any_order_and_any_memory() {
    let mut random = random(20);
    for rule in RULES {
        let dense = three_by_three(rule);
        let graph = Graph::<u64>::new(&position(3, 3, rule, 0), &dense.rules);
        for order in 0..20 {
            let game = Switched::new(&graph.coins, Switches { shuffle: Some(order), ..Switches::ALL });
            for (name, memory) in memories(game.key_bits()) {
                let memory = Audited::new(memory, |key: Named<_, _>| dense.value(graph.drawn(&key.position)));
                for free in 5..=11 {
                    let drawn = careful(3, 3, free, &mut random);
                    let finding = examine(&game, &memory, &graph.at(drawn), 1, VALUE_AND_BEST);
                    let mut best: Vec<usize> =
                        finding.best.expect("no limits").into_iter().map(|line| graph.number(line)).collect();
                    best.sort_unstable();
                    let found = (finding.bounds.exact(), best);
                    assert_eq!(
                        found,
                        (Some(dense.value(drawn)), dense.best(drawn)),
                        "{rule:?} {drawn:#x} {name} {order}"
                    );
                }
                memory.verify();
            }
        }
    }
}

/// Null windows on both sides of the true value, which is what proves it.
fn proves_value<M: Memory<u128>>(search: &mut Search<'_, Coins<u64>, M>, at: &Lines<u64>, value: Value) -> bool {
    [(value - 1, value), (value, value + 1)].into_iter().all(|window| {
        let returned = search.value(at, window.0, window.1).expect("no limits");
        keeps_contract(value, window, returned)
    })
}

/// The values of 3x3, of all 16,777,216 positions up to symmetry.
#[test]
fn three_by_three_whole() {
    let dense = three_by_three(Rule::Free);
    let graph = Graph::<u64>::new(&position(3, 3, Rule::Free, 0), &dense.rules);
    let (limits, progress) = (Limits::default(), Progress::default());
    let memory = Fixed::new(graph.coins.key_bits(), 1 << 26).expect("64 MiB").expect("narrow keys");
    let mut search = Search::new(&graph.coins, &memory, &limits, &progress);
    // The image of a mask under each symmetry, a byte at a time.
    let images: Vec<[Vec<u64>; 3]> = symmetries(3, 3)[1..]
        .iter()
        .map(|(_, to)| [0, 8, 16].map(|low| (0..256).map(|byte| map(byte << low, to)).collect()))
        .collect();
    let image = |by: &[Vec<u64>; 3], mask: u64| {
        by[0][mask as usize & 255] | by[1][mask as usize >> 8 & 255] | by[2][mask as usize >> 16]
    };
    let mut classes = 0;
    // From the end of the game to its start, so that most of what a search asks is remembered.
    for mask in (0..1u64 << 24).rev() {
        if images.iter().any(|by| image(by, mask) < mask) {
            continue;
        }
        classes += 1;
        assert!(proves_value(&mut search, &graph.at(mask), dense.value(mask)), "{mask:#x}: {}", dense.value(mask));
    }
    // By Burnside's lemma: the identity, two quarter turns, a half turn, two and two reflections.
    assert_eq!(classes, ((1u64 << 24) + (2 << 6) + (1 << 12) + (2 << 14) + (2 << 12)) / 8);
}

/// Positions of 3x3 as they come, of both rules, with a memory too small for them.
#[test]
fn three_by_three_at_random() {
    let mut random = random(333);
    for (rule, count) in [(Rule::Free, 50_000), (Rule::Connected, 10_000)] {
        let dense = three_by_three(rule);
        let graph = Graph::<u64>::new(&position(3, 3, rule, 0), &dense.rules);
        let (limits, progress) = (Limits::default(), Progress::default());
        let memory = Fixed::new(graph.coins.key_bits(), 4097 * 8).expect("little memory").expect("narrow keys");
        let mut search = Search::new(&graph.coins, &memory, &limits, &progress);
        for index in 0..count {
            let most = if rule == Rule::Free { 20 } else { 15 };
            let free = random.random_range(0..=most);
            let drawn = match index % 2 {
                0 => scattered(3, 3, free, &mut random),
                _ => careful(3, 3, free, &mut random),
            };
            let value = dense.value(drawn);
            assert!(proves_value(&mut search, &graph.at(drawn), value), "{rule:?} {drawn:#x}: {value}");
        }
    }
}

/// 100,000 endgames with up to 16 free lines of 3x4, 4x4 and 4x5 boxes, values and lists.
#[test]
fn endgames_of_larger_boards() {
    let mut random = random(16);
    let sizes = [(3, 4), (4, 3), (4, 4), (4, 5), (5, 4)];
    for round in 0..2500 {
        let (rows, cols) = sizes[round % sizes.len()];
        let before = match round % 4 {
            0 => scattered(rows, cols, 16, &mut random),
            _ => careful(rows, cols, 16, &mut random),
        };
        let rule = if round % 7 == 0 { Rule::Connected } else { Rule::Free };
        let dense = Dense::new(Rules::new(rows, cols, rule, before));
        for sample in 0..40 {
            // The oracle knows every way to go on; some are good, some are not.
            let drawn =
                if sample == 0 { 0 } else { random.random::<u64>() & random.random::<u64>() & dense.rules.all() };
            let board = before | ones(drawn).fold(0, |set, line| set | 1 << dense.rules.lines[line]);
            let found = answer::<u64>(&position(rows, cols, rule, board), 1 << 14);
            assert_eq!(found, truth(&dense, drawn), "{rows}x{cols} {rule:?} {board:#x}");
        }
    }
}

/// The same position in words of every width.
#[test]
fn every_width_gives_the_same_answer() {
    let mut random = random(64);
    for round in 0..600 {
        let (rows, cols) = [(2, 3), (3, 3), (4, 4), (4, 5)][round % 4];
        let board = careful(rows, cols, random.random_range(0..=11), &mut random);
        for rule in RULES {
            let position = position(rows, cols, rule, board);
            let narrow = answer::<u64>(&position, 1 << 12);
            let about = format!("{rows}x{cols} {rule:?} {board:#x}");
            assert_eq!(answer::<u128>(&position, 1 << 12), narrow, "{about}");
            assert_eq!(answer::<Wide<8>>(&position, 1 << 20), narrow, "{about}");
            if round % 10 == 0 {
                assert_eq!(answer::<Wide<49>>(&position, 1 << 20), narrow, "{about}");
            }
        }
    }
}

/// A position seen from every side has the same value and the lists that belong to it.
#[test]
fn every_side_gives_the_same_answer() {
    let mut random = random(8);
    for round in 0..600 {
        let (rows, cols) = [(1, 6), (2, 3), (3, 3), (3, 4), (4, 4)][round % 5];
        let board = match round % 2 {
            0 => scattered(rows, cols, random.random_range(0..=13), &mut random),
            _ => careful(rows, cols, random.random_range(0..=13), &mut random),
        };
        let rule = RULES[round / 5 % 2];
        let seen = answer::<u64>(&position(rows, cols, rule, board), 1 << 12);
        for ((to_rows, to_cols), to) in symmetries(rows, cols) {
            let image = answer::<u64>(&position(to_rows, to_cols, rule, map(board, &to)), 1 << 12);
            let mut best: Vec<usize> = seen.best.iter().map(|&line| to[line]).collect();
            best.sort_unstable();
            let mut moves: Vec<_> = seen.moves.iter().map(|&(line, value)| (to[line], value)).collect();
            moves.sort_unstable();
            let expected = Answer { value: seen.value, best, moves };
            assert_eq!(image, expected, "{rows}x{cols} {rule:?} {board:#x} on {to_rows}x{to_cols}");
        }
    }
}

/// A position in the corner of a board on which all else is drawn, up to 32x32 boxes.
#[test]
fn what_is_drawn_around_a_position_changes_nothing() {
    let mut random = random(32);
    for round in 0..400 {
        let (rows, cols) = [(2, 2), (2, 3), (3, 3), (3, 4)][round % 4];
        let rule = RULES[round / 4 % 2];
        let count = line_count(rows, cols);
        // Nothing may be free between the position and what is around it.
        let within = |line: usize| {
            let line = Line::at(line, Size::new(rows as u64, cols as u64).expect("a legal size"));
            let far =
                line.dots().iter().all(|&(row, _)| row == rows) || line.dots().iter().all(|&(_, col)| col == cols);
            !far
        };
        let free = random.random_range(0..=12);
        let mut board = careful(rows, cols, free, &mut random);
        (0..count).filter(|&line| !within(line)).for_each(|line| board |= 1 << line);
        let small = position(rows, cols, rule, board);
        let seen = answer::<u64>(&small, 1 << 12);

        let (large_rows, large_cols) = [(4, 5), (16, 17), (32, 32), (20, 20)][round / 8 % 4];
        let large = Size::new(large_rows, large_cols).expect("a legal size");
        let number = |line: usize| Line::at(line, small.size()).index(large);
        let mut drawn = vec![true; Line::count(large)];
        small.free_lines().for_each(|line| drawn[line.index(large)] = false);
        let image = answer::<u64>(&DotsPosition::from_bits(large, rule, drawn), 1 << 12);
        let moves: Vec<_> = seen.moves.iter().map(|&(line, value)| (number(line), value)).collect();
        let expected = Answer { value: seen.value, best: seen.best.iter().map(|&line| number(line)).collect(), moves };
        assert_eq!(image, expected, "{rows}x{cols} {rule:?} {board:#x} on {large}");
    }
}
