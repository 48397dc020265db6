//! What was written is read, on whole boards and in every orientation.

use super::*;
use crate::table::bits::Bits;
use std::collections::BTreeMap;

#[track_caller]
fn holds_all(game: GameName, rows: u64, cols: u64) -> usize {
    let (values, bytes) = dots_table(game, rows, cols);
    let table = open(&bytes);
    for (drawn, &value) in values.iter().enumerate() {
        assert_eq!(table.value_of_board(drawn as u64).unwrap(), Some(value), "{game} {rows}x{cols} {drawn:#x}");
    }
    // As positions, on the board and on the turned one.
    let bits = Bits { game, size: Size::new(rows, cols).unwrap() };
    for (drawn, &value) in values.iter().enumerate().step_by(1.max(values.len() / 500)) {
        let position = bits.position(drawn as u128, None);
        assert_eq!(table.probe(&position).unwrap().map(|known| known.value), Some(value), "{position}");
        let Position::Dots(dots) = &position else { unreachable!() };
        let turned = crate::games::dots::DotsPosition::with_lines(
            bits.size.transposed(),
            dots.rule(),
            dots.drawn_lines().map(|line| line.transposed()),
        );
        let turned = Position::Dots(turned.unwrap());
        assert_eq!(table.probe(&turned).unwrap().map(|known| known.value), Some(value), "{turned}");
    }
    bytes.len()
}

#[test]
fn whole_boards_of_dots() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3), (3, 2)] {
        holds_all(GameName::Dots, rows, cols);
        if rows * cols < 6 {
            holds_all(GameName::DotDot, rows, cols);
        }
    }
}

#[test]
fn two_by_four_is_small() {
    let size = holds_all(GameName::Dots, 2, 4);
    assert!(size <= 80_000, "{size} bytes");
}

#[test]
fn the_numbers_of_positions_by_value() {
    let count = |rows, cols| {
        let (values, bytes) = dots_table(GameName::Dots, rows, cols);
        let table = open(&bytes);
        let mut counts = BTreeMap::new();
        for drawn in 0..values.len() as u64 {
            *counts.entry(table.value_of_board(drawn).unwrap().unwrap()).or_insert(0) += 1;
        }
        counts.into_iter().collect::<Vec<(Value, u32)>>()
    };
    assert_eq!(count(1, 2), [(-2, 15), (-1, 6), (0, 51), (1, 8), (2, 48)]);
    let two = [(-4, 49), (-3, 32), (-2, 432), (-1, 176), (0, 896), (1, 252), (2, 977), (3, 300), (4, 982)];
    assert_eq!(count(2, 2), two);
}
