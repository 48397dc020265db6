//! The rules: positions, graphs and the oracle draw the same lines and win the same boxes.

use super::oracle::{Dense, Graph, Rules, careful, line_count, ones, position, random};
use crate::board::Wide;
use crate::game::{Game, Mover, Value};
use crate::games::dots::{Line, Rule};
use crate::memory::KeyWord;
use crate::solver::naive::Naive;
use rand::RngExt;

const RULES: [Rule; 2] = [Rule::Free, Rule::Connected];

/// One game of random legal moves, compared line by line.
fn play_out<W: KeyWord>(rows: usize, cols: usize, rule: Rule, seed: u64) {
    let mut random = random(seed);
    let before = careful(rows, cols, random.random_range(0..=line_count(rows, cols)), &mut random);
    let mut board = position(rows, cols, rule, before);
    let rules = Rules::new(rows, cols, rule, before);
    let graph = Graph::<W>::new(&board, &rules);
    let (mut state, mut drawn) = (graph.coins.start(), 0u64);
    loop {
        let about = format!("{rows}x{cols} {rule:?} seed {seed} drawn {drawn:#x} after {before:#x}");
        let legal = rules.legal(drawn);
        let on_board: Vec<usize> = board.legal_lines().map(|line| line.index(board.size())).collect();
        assert_eq!(on_board, ones(legal).map(|line| rules.lines[line]).collect::<Vec<_>>(), "{about}");
        let mut moves = Vec::new();
        graph.coins.moves(&state, &mut moves);
        assert!(moves.is_sorted(), "{about}");
        let mut by_graph: Vec<usize> = moves.iter().map(|&line| graph.number(line)).collect();
        by_graph.sort_unstable();
        assert_eq!(by_graph, ones(legal).collect::<Vec<_>>(), "{about}");
        assert_eq!(graph.coins.bound(&state) as usize, board.open_boxes(), "{about}");
        assert_eq!(usize::from(graph.coins.weight(&state)), (rules.lines.len() - drawn.count_ones() as usize).min(63));
        if moves.is_empty() {
            assert_eq!(drawn, rules.all(), "{about}");
            assert_eq!(board.open_boxes(), 0);
            return;
        }
        let line = moves[random.random_range(0..moves.len())];
        let number = graph.number(line);
        let gain = rules.gain(drawn, number);
        let step = graph.coins.play(&state, line);
        assert_eq!(step.gain, Value::from(gain), "{about}");
        assert_eq!(step.mover == Mover::Same, gain > 0, "{about}");
        assert_eq!(board.draw(Line::at(rules.lines[number], board.size())), Ok(gain as usize), "{about}");
        (state, drawn) = (step.next, drawn | 1 << number);
        assert_eq!(state, graph.at(drawn), "{about}");
    }
}

#[test]
fn position_graph_and_oracle_play_the_same_game() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (4, 5)] {
        for rule in RULES {
            for seed in 0..60 {
                play_out::<u64>(rows, cols, rule, seed);
                play_out::<u128>(rows, cols, rule, seed);
                play_out::<Wide<8>>(rows, cols, rule, seed);
                play_out::<Wide<49>>(rows, cols, rule, seed);
            }
        }
    }
}

/// The plain recursion of the library against the oracle, every position.
#[test]
fn plain_recursion_is_the_oracle_on_whole_boards() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (2, 2), (2, 3)] {
        for rule in RULES {
            let dense = Dense::board(rows, cols, rule);
            let graph = Graph::<u64>::new(&position(rows, cols, rule, 0), &dense.rules);
            let mut naive = Naive::new(&graph.coins);
            for drawn in 0..=dense.rules.all() {
                let at = graph.at(drawn);
                assert_eq!(naive.value(&at), dense.value(drawn), "{rows}x{cols} {rule:?} {drawn:#x}");
                let mut best: Vec<usize> = naive.best_moves(&at).into_iter().map(|line| graph.number(line)).collect();
                best.sort_unstable();
                assert_eq!(best, dense.best(drawn), "{rows}x{cols} {rule:?} {drawn:#x}");
            }
        }
    }
}

/// Numbers of positions by value, found by others' programs as well.
#[test]
fn positions_by_value() {
    let spectrum = |rows, cols| Dense::board(rows, cols, Rule::Free).spectrum();
    assert_eq!(spectrum(1, 2), [(-2, 15), (-1, 6), (0, 51), (1, 8), (2, 48)]);
    let two_by_two = [(-4, 49), (-3, 32), (-2, 432), (-1, 176), (0, 896), (1, 252), (2, 977), (3, 300), (4, 982)];
    assert_eq!(spectrum(2, 2), two_by_two);
}
