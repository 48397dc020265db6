//! Positions of large boards on small ones: the value stays.

use super::*;
use crate::Solver;
use crate::board::{Grid, Mark};
use crate::chance::Chance;
use crate::games::domineering::{DomineeringPosition, Turn};
use crate::games::dots::DotsPosition;
use crate::table::fit::Extent;

const SEED: u64 = 77;

fn size(rows: u64, cols: u64) -> Size {
    Size::new(rows, cols).unwrap()
}

/// A board with nothing open outside a box, and some of the rest drawn or taken.
fn position(game: GameName, chance: &mut Chance) -> Position {
    let board = size(2 + u64::from(chance.below(4)), 2 + u64::from(chance.below(4)));
    let (rows, cols) = (1 + chance.below(3) as usize, 1 + chance.below(3) as usize);
    let (top, left) = (chance.below(board.rows() as u32) as usize, chance.below(board.cols() as u32) as usize);
    let is_open = |row: usize, col: usize| (top..top + rows).contains(&row) && (left..left + cols).contains(&col);
    if let Some(rule) = game.rule() {
        let mut keep = || chance.below(4) > 0;
        let empty = DotsPosition::empty(board, rule);
        let lines = empty.lines().filter(|line| line.boxes(board).any(|(row, col)| !is_open(row, col)) || !keep());
        return Position::Dots(DotsPosition::with_lines(board, rule, lines).unwrap());
    }
    let turn = if chance.below(2) == 0 { Turn::Vertical } else { Turn::Horizontal };
    let mark = |square: crate::board::Square| {
        let is_free = is_open(square.row.into(), square.col.into()) && chance.below(5) > 0;
        if is_free { Mark::Free } else { Mark::Filled }
    };
    Position::Domineering(DomineeringPosition::new(Grid::from_fn(board, mark), Some(turn)))
}

#[test]
fn what_is_open_keeps_its_value_on_another_board() {
    let solver = Solver::new().threads(1).memory(1 << 20).value_only(true);
    let value = |position: &Position| solver.solve(position).unwrap().value.unwrap();
    let mut chance = Chance::new(SEED);
    for game in [GameName::Dots, GameName::DotDot, GameName::Domineering] {
        let (mut fitted, mut turned) = (0, 0);
        for round in 0..600 {
            let position = position(game, &mut chance);
            let Some(extent) = Extent::of(&position) else { continue };
            for onto in [size(3, 3), size(2, 3), size(1, 3), size(3, 1), size(1, 2), size(1, 1)] {
                let Some(small) = extent.on(&position, onto) else { continue };
                assert_eq!(small.size(), onto);
                assert_eq!(value(&small), value(&position), "seed {SEED}, round {round}: {position} on {onto}");
                fitted += 1;
                turned += u32::from(onto.rows() < onto.cols() && position.size().rows() > 3);
            }
        }
        assert!(fitted > 200 && turned > 20, "{game}: {fitted} fitted, {turned} turned");
    }
}
