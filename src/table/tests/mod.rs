//! Tables of whole small boards: written, read, and compared with the rules.

mod damage;
mod files;
mod fitted;
mod fuzzed;
mod proofs;
mod roundtrip;
mod writing;

use super::{Content, Metadata, Recipe, Table, encode};
use crate::board::Size;
use crate::game::Value;
use crate::games::Position;
use crate::notation::GameName;
use std::ops::ControlFlow;

pub(super) fn recipe(game: GameName, rows: u64, cols: u64) -> Recipe {
    Recipe { game, size: Size::new(rows, cols).unwrap(), metadata: Metadata::new("a test", "a plain sweep") }
}

pub(super) fn bytes(recipe: &Recipe, content: Content<'_>) -> Vec<u8> {
    encode(recipe, content, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

/// The value of every line set of a board, by the rules alone: `positions[set]` tells legal lines.
pub(super) fn dots(game: GameName, rows: u64, cols: u64) -> Vec<Value> {
    let bits = super::bits::Bits { game, size: Size::new(rows, cols).unwrap() };
    let boxes = bits.boxes();
    let full = (1usize << bits.count()) - 1;
    let mut values = vec![0; full + 1];
    for drawn in (0..full).rev() {
        let legal: Vec<usize> = match bits.position(drawn as u128, None) {
            Position::Dots(dots) if game == GameName::DotDot => {
                dots.legal_lines().map(|line| line.index(bits.size)).collect()
            }
            _ => (0..bits.count()).filter(|line| drawn >> line & 1 == 0).collect(),
        };
        let value = |line: usize| {
            let next = drawn | 1 << line;
            let closed = |sides: &&u64| **sides & !(next as u64) == 0 && **sides >> line & 1 == 1;
            match boxes.iter().filter(closed).count() as Value {
                0 => -values[next],
                closed => closed + values[next],
            }
        };
        values[drawn] = legal.into_iter().map(value).max().unwrap();
    }
    values
}

pub(super) fn dots_table(game: GameName, rows: u64, cols: u64) -> (Vec<Value>, Vec<u8>) {
    let values = dots(game, rows, cols);
    let bytes = bytes(&recipe(game, rows, cols), Content::Dense(&|drawn| values[drawn as usize]));
    (values, bytes)
}

/// Who wins every filling of a board of Domineering, by the rules alone.
pub(super) fn domineering(rows: usize, cols: usize) -> Vec<Value> {
    let squares = rows * cols;
    let down: Vec<usize> = (cols..squares).map(|at| 1 << at | 1 << (at - cols)).collect();
    let across: Vec<usize> = (1..squares).filter(|at| at % cols > 0).map(|at| 1 << at | 1 << (at - 1)).collect();
    let mut values = vec![0; 1 << squares];
    for taken in (0..1usize << squares).rev() {
        let wins = |pairs: &[usize], other: Value, values: &[Value]| {
            pairs.iter().any(|pair| taken & pair == 0 && values[taken | pair] & other == 0)
        };
        let (vertical, horizontal) = (wins(&down, 2, &values), wins(&across, 1, &values));
        values[taken] = Value::from(vertical) + 2 * Value::from(horizontal);
    }
    values
}

pub(super) fn open(bytes: &[u8]) -> Table {
    Table::from_bytes(bytes.to_vec()).unwrap()
}
