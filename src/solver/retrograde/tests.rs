use super::*;
use crate::games::dots::tests::oracle::{Dense, line_count, position};

const RULES: [Rule; 2] = [Rule::Free, Rule::Connected];

fn whole(rows: usize, cols: usize, rule: Rule) -> WholeBoard {
    WholeBoard::build(Size::new(rows as u64, cols as u64).expect("a board"), rule).expect("small")
}

/// Every line set, held to the plain recursion over the rules of the game.
fn agrees(rows: usize, cols: usize, rule: Rule) {
    let (whole, dense) = (whole(rows, cols, rule), Dense::board(rows, cols, rule));
    for drawn in 0..1u64 << line_count(rows, cols) {
        assert_eq!(whole.value_of(drawn.into()), dense.value(drawn), "{rows}x{cols} {rule:?} {drawn:#x}");
    }
}

#[test]
fn small_boards_agree_with_the_plain_recursion() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2)] {
        RULES.into_iter().for_each(|rule| agrees(rows, cols, rule));
    }
    agrees(1, 6, Rule::Free);
    agrees(2, 4, Rule::Free);
}

#[test]
fn three_by_three_agrees_with_the_plain_recursion() {
    RULES.into_iter().for_each(|rule| agrees(3, 3, rule));
}

#[test]
fn positions_are_read_as_people_give_them() {
    let whole = whole(1, 2, Rule::Free);
    let value = |rows, cols, rule, drawn| whole.value(&position(rows, cols, rule, drawn));
    assert_eq!(value(1, 2, Rule::Free, 0b001_0101), Some(2));
    assert_eq!(value(1, 2, Rule::Connected, 0b001_0101), None);
    assert_eq!(value(2, 1, Rule::Free, 0b001_0101), None);
}

/// Numbers of positions by value, found by other programs.
#[test]
fn numbers_of_positions_by_value() {
    let counts = |rows, cols| whole(rows, cols, Rule::Free).counts().into_iter().collect::<Vec<_>>();
    assert_eq!(counts(1, 2), [(-2, 15), (-1, 6), (0, 51), (1, 8), (2, 48)]);
    let expected = [(-4, 49), (-3, 32), (-2, 432), (-1, 176), (0, 896), (1, 252), (2, 977), (3, 300), (4, 982)];
    assert_eq!(counts(2, 2), expected);
    assert_eq!(counts(3, 3).iter().map(|(_, count)| count).sum::<u64>(), 1 << 24);
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let size = Size::new(2, 4).expect("a board");
    let build = |threads| Retrograde::new(size, Rule::Free).expect("small").threads(threads).build().expect("small");
    let (one, three) = (build(1), build(3));
    assert!((0..one.positions()).all(|index| one.at(index) == three.at(index)));
}

#[test]
fn a_board_that_is_too_large_or_stopped_says_so() {
    let size = Size::new(20, 20).expect("a board");
    assert_eq!(WholeBoard::build(size, Rule::Free).err(), Some(RetrogradeError::TooLarge { size }));
    let switch = StopSwitch::default();
    switch.stop();
    let size = Size::new(3, 3).expect("a board");
    let stopped = Retrograde::new(size, Rule::Free).expect("small").stopped_by(switch).build();
    assert_eq!(stopped.err(), Some(RetrogradeError::Stopped));
}
