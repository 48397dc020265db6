//! Dots and Boxes as a user of the library asks: answers that are known, and limits that are kept.

use gridsolve::games::dots::{DotsPosition, Line, Rule, Start};
use gridsolve::{Answer, Move, Position, Solver, board::Size};
use std::time::{Duration, Instant};

fn size(rows: u64, cols: u64) -> Size {
    Size::new(rows, cols).unwrap()
}

/// The position with the lines of `mask`, numbered as in the text form.
fn position(rows: u64, cols: u64, rule: Rule, mask: u64) -> Position {
    let size = size(rows, cols);
    Position::Dots(DotsPosition::from_bits(
        size,
        rule,
        (0..Line::count(size)).map(|line| line < 64 && mask >> line & 1 == 1),
    ))
}

fn answer(rows: u64, cols: u64, mask: u64) -> Answer {
    Solver::new().threads(1).memory(64 << 20).solve(&position(rows, cols, Rule::Free, mask)).unwrap()
}

/// The optimal lines by their number.
fn best(answer: &Answer, rows: u64, cols: u64) -> Vec<usize> {
    let number = |mv: &Move| match mv {
        Move::Line(line) => line.index(size(rows, cols)),
        other => panic!("{other} is no line"),
    };
    answer.best.iter().map(number).collect()
}

#[track_caller]
fn assert_answer(rows: u64, cols: u64, mask: u64, value: i16, lines: &[usize]) {
    let answer = answer(rows, cols, mask);
    assert_eq!((answer.value, best(&answer, rows, cols)), (Some(value), lines.to_vec()));
    assert!(answer.exact && answer.bounds.is_none());
}

#[test]
fn empty_boards() {
    for cols in 1..=10 {
        let value = if cols % 2 == 1 { -1 } else { 0 };
        assert_eq!(answer(1, cols, 0).value, Some(value), "1x{cols}");
        assert_eq!(answer(cols, 1, 0).value, Some(value), "{cols}x1");
    }
    for (rows, cols, value) in [(2, 2, 2), (2, 3, -2), (3, 2, -2), (2, 4, 2), (4, 2, 2), (3, 3, -3)] {
        assert_eq!(answer(rows, cols, 0).value, Some(value), "{rows}x{cols}");
    }
}

#[test]
fn small_positions_by_hand() {
    // The first line of the last box, and the last.
    assert_answer(1, 1, 0, -1, &[0, 1, 2, 3]);
    assert_answer(1, 1, 0b0111, 1, &[3]);
    // A game that is over.
    assert_answer(1, 1, 0b1111, 0, &[]);
    // Twelve lines of 2x2: all but those that lead to the middle.
    assert_answer(2, 2, 0, 2, &[0, 1, 4, 5, 6, 8, 9, 11]);
    // Every move loses, one by less.
    assert_answer(2, 2, 0x57, -2, &[7]);
    // A line that closes two boxes: two points, one turn, and the game is over.
    assert_answer(1, 2, 0x5f, 2, &[5]);
    assert_answer(1, 2, 0b001_0101, 2, &[5]);
    // A bound is no value.
    assert_eq!(answer(1, 2, 0x3).value, Some(0));
    // The middle of 1x4.
    assert_answer(1, 4, 0, 0, &[10]);
}

#[test]
fn positions_that_wrong_rules_get_wrong() {
    let board = |lines: &[usize]| lines.iter().fold(0, |mask, line| mask | 1u64 << line);
    let down = |row: usize, col: usize| 12 + row * 4 + col;
    // Deciding on the first box that can be taken.
    let across = [0, 1, 2, 6, 7, 8, 9, 10, 11];
    let rest = [down(0, 0), down(0, 2), down(0, 3), down(1, 0), down(1, 1), down(1, 2)];
    assert_answer(3, 3, board(&across) | board(&rest), 5, &[3, 4]);
    // Keeping to lines that give nothing away.
    assert_answer(3, 3, board(&[0, 1, 2, 3, 5]), 3, &[12, 13, 14, 15]);
    // Three strings that meet, and another that has to be left for the end.
    assert_eq!(answer(3, 4, 0x2f2c_f43f).value, Some(8));
    // Four chains of three: all lines across drawn on 4x3.
    assert_eq!(answer(4, 3, (1 << 15) - 1).value, Some(-2));
}

#[test]
fn a_sum_of_two_chains() {
    // A chain of 2 and one of 4 on 1x6, in at the top and out at the bottom.
    let free = [0, 7, 2, 11, 13, 15, 16, 17];
    let mask = ((1 << 19) - 1) & !free.iter().fold(0, |set, line| set | 1u64 << line);
    // The closed form for long chains gives these two to who need not open a chain.
    assert_answer(1, 6, mask, 2, &[13]);
}

#[test]
fn the_order_of_drawing_does_not_matter() {
    let orders = [[0, 5, 7], [0, 7, 5], [5, 0, 7], [5, 7, 0], [7, 0, 5], [7, 5, 0]];
    let answers = orders.map(|order| {
        let size = size(2, 2);
        let mut position = DotsPosition::empty(size, Rule::Free);
        order.iter().for_each(|&line| assert_eq!(position.draw(Line::at(line, size)), Ok(0)));
        let solver = Solver::new().threads(1);
        let first = solver.solve(&Position::Dots(position.clone())).unwrap();
        let again = solver.solve(&Position::Dots(position)).unwrap();
        assert_eq!((first.value, &first.best), (again.value, &again.best));
        (first.value, first.best)
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

/// Every way of asking gives one answer.
#[test]
fn settings_do_not_change_the_answer() {
    let boards = [(3, 3, 0, 1), (3, 3, 0x1421, 2), (2, 4, 0x21, 1), (3, 4, 0x2f2c_f43f, 2), (2, 3, 0x1_ffff, 2)];
    for (rows, cols, mask, rules) in boards {
        for rule in [Rule::Free, Rule::Connected].into_iter().take(rules) {
            let position = position(rows, cols, rule, mask);
            let expected = Solver::new().threads(1).all_moves(true).solve(&position).unwrap();
            let legal = position.legal_moves();
            assert_eq!(expected.moves.as_ref().unwrap().len(), legal.len());
            for threads in [0, 2, 8] {
                for memory in [0, 63, 64, 1000, 1 << 18, 1 << 24] {
                    // Next to no memory takes the search of an empty board too long.
                    if memory < 1 << 18 && legal.len() > 16 {
                        continue;
                    }
                    let solver = Solver::new().threads(threads).memory(memory).all_moves(true).line(true);
                    let answer = solver.solve(&position).unwrap();
                    let about = format!("{rows}x{cols} {rule:?} {mask:#x}, {threads} threads, {memory} bytes");
                    assert_eq!(answer.value, expected.value, "{about}");
                    assert_eq!(answer.best, expected.best, "{about}");
                    assert_eq!(answer.moves, expected.moves, "{about}");
                    assert_eq!(answer.line.unwrap().is_empty(), legal.is_empty(), "{about}");
                    assert!(answer.memory_bytes <= memory, "{about}: {}", answer.memory_bytes);
                }
            }
        }
    }
}

/// A search that cannot end in time says what it proved and no more, on a stack of 2 MiB.
#[test]
fn large_boards_end_in_time_on_a_small_stack() {
    let solve = || {
        for (rows, cols, rule) in [(6, 6, Rule::Free), (6, 6, Rule::Connected), (7, 7, Rule::Free)] {
            let begun = Instant::now();
            let solver = Solver::new().threads(2).time(Duration::from_millis(700));
            let answer = solver.solve(&position(rows, cols, rule, 0)).unwrap();
            assert!(begun.elapsed() < Duration::from_secs(10));
            assert!(!answer.exact && answer.value.is_none() && answer.best.is_empty() && answer.moves.is_none());
            let bounds = answer.bounds.unwrap();
            let most = (rows * cols) as i16;
            assert!(-most <= bounds.low && bounds.low < bounds.high && bounds.high <= most, "{bounds:?}");
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(solve).unwrap().join().unwrap();
}

#[test]
fn the_largest_boards_end_in_time() {
    let solve = || {
        for (rows, cols, start) in [(20, 20, Start::American), (32, 32, Start::Swedish), (1, 1024, Start::Icelandic)] {
            for rule in [Rule::Free, Rule::Connected] {
                let position = DotsPosition::start(size(rows, cols), rule, start);
                let solver = Solver::new().threads(2).memory(16 << 20).time(Duration::from_millis(200));
                let answer = solver.solve(&Position::Dots(position)).unwrap();
                assert!(!answer.exact && answer.value.is_none() && answer.best.is_empty());
                assert!(answer.bounds.unwrap().high <= (rows * cols) as i16);
            }
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(solve).unwrap().join().unwrap();
}

/// Boards of more than 255 boxes, of which a corner is left.
#[test]
fn a_corner_of_a_board_of_more_boxes_than_a_byte_counts() {
    let size = size(16, 17);
    let corner = Line::sides(15, 16).map(|line| line.index(size));
    let drawn = (0..Line::count(size)).map(|line| !corner.contains(&line) || line == corner[0] || line == corner[2]);
    let answer = Solver::new().solve(&Position::Dots(DotsPosition::from_bits(size, Rule::Free, drawn))).unwrap();
    assert_eq!(answer.value, Some(-1));
    assert_eq!(answer.best.len(), 2);
}
