//! The checker: it proves tables of every game, and finds every value that is wrong.

use super::*;
use crate::Solver;
use crate::chance::Chance;
use crate::table::bits::Bits;
use crate::table::{Comparison, Keys, Level, Proved, VerifyError};
use std::collections::BTreeMap;

fn quiet(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn full(table: &Table) -> Result<Proved, VerifyError> {
    table.verify(Level::Full { memory: 64 << 20 }, &quiet)
}

#[test]
fn every_wrong_value_of_dots_is_found() {
    let mut chance = Chance::new(5);
    for (game, rows, cols) in
        [(GameName::Dots, 1, 2), (GameName::Dots, 2, 2), (GameName::Dots, 2, 3), (GameName::DotDot, 2, 2)]
    {
        let (values, whole) = dots_table(game, rows, cols);
        let table = open(&whole);
        let all = Proved { proved: values.len() as u64, unproved: 0 };
        assert_eq!(full(&table).unwrap(), all);
        let some = Level::Deep { entries: 200, seed: 3 };
        assert_eq!(table.verify(some, &quiet).unwrap(), Proved { proved: 200, unproved: 0 });
        for _ in 0..40 {
            let wrong = chance.below(values.len() as u32 - 1) as usize;
            let entry = table.number_of_entry(chance.below(table.header().entries as u32) as u64).unwrap() as usize;
            for wrong in [wrong, entry] {
                let by = if values[wrong] > 0 { -2 } else { 2 };
                let open_boxes = open_boxes(game, rows, cols, wrong);
                if values[wrong].abs() > open_boxes - 2 && open_boxes < 2 {
                    continue;
                }
                let changed = |drawn: u64| values[drawn as usize] + if drawn as usize == wrong { by } else { 0 };
                let bad = open(&bytes(&recipe(game, rows, cols), Content::Dense(&changed)));
                assert!(bad.verify(Level::Checksums, &quiet).is_ok());
                match (full(&bad), table.compare(&bad).unwrap()) {
                    (Err(VerifyError::Wrong { .. }), Comparison::Different { .. }) => {}
                    // No entry is asked for with just these lines.
                    (Ok(proved), Comparison::Equal) => assert_eq!(proved, all),
                    found => panic!("{game} {rows}x{cols} {wrong:#x}: {found:?}"),
                }
            }
        }
    }
}

fn open_boxes(game: GameName, rows: u64, cols: u64, drawn: usize) -> Value {
    let bits = Bits { game, size: Size::new(rows, cols).unwrap() };
    bits.boxes().iter().filter(|&&sides| drawn as u64 & sides != sides).count() as Value
}

/// Every part of a board with its Grundy value.
fn parts(game: GameName, rows: u64, cols: u64) -> BTreeMap<u128, Value> {
    let bits = Bits { game, size: Size::new(rows, cols).unwrap() };
    let keys = Keys::new(game, bits.size).unwrap();
    let solver = Solver::new().threads(1).memory(1 << 20).value_only(true);
    let mut parts = BTreeMap::new();
    for taken in 0..1u128 << bits.count() {
        let position = bits.position(taken, None);
        if let [key] = keys.of(&position).unwrap()[..] {
            parts.entry(key).or_insert_with(|| solver.solve(&position).unwrap().grundy.unwrap() as Value);
        }
    }
    parts
}

fn parts_table(game: GameName, rows: u64, cols: u64, parts: &BTreeMap<u128, Value>) -> Table {
    let (keys, values): (Vec<u128>, Vec<Value>) = parts.iter().map(|(&key, &value)| (key, value)).unzip();
    open(&bytes(&recipe(game, rows, cols), Content::Sorted { keys: &keys, values: &values }))
}

#[test]
fn parts_of_cram_and_blocking() {
    for (game, other) in [(GameName::Cram, "xo"), (GameName::Kings, "kings")] {
        let parts = parts(game, 3, 3);
        let table = parts_table(game, 3, 3, &parts);
        assert_eq!(full(&table).unwrap(), Proved { proved: parts.len() as u64, unproved: 0 });
        // Each entry, made wrong or left out, is noticed.
        for (&key, &value) in &parts {
            let mut changed = parts.clone();
            changed.insert(key, value + 1);
            let bad = parts_table(game, 3, 3, &changed);
            assert!(matches!(full(&bad), Err(VerifyError::Wrong { .. })), "{game} {key:#x}");
            changed.remove(&key);
            let short = parts_table(game, 3, 3, &changed);
            let proved = full(&short).unwrap();
            assert_eq!(proved.proved + proved.unproved, parts.len() as u64 - 1);
            let Comparison::Different { second: None, .. } = table.compare(&short).unwrap() else { panic!() };
        }
        // Sums on boards of other sizes, and the game that shares the table.
        for board in ["2x3", "..#..|..#..|..#..", "....#|####.|....."] {
            for name in [game.as_str(), other] {
                let position = Position::parse(&format!("{name}:{board}")).unwrap();
                let Some(known) = table.probe(&position).unwrap() else { continue };
                let answer = Solver::new().threads(1).memory(1 << 20).solve(&position).unwrap();
                assert_eq!((Some(known.value), known.grundy), (answer.value, answer.grundy), "{position}");
                if let Some(said) = table.answer(&position).unwrap() {
                    assert_eq!((said.value, &said.best), (answer.value, &answer.best), "{position}");
                }
            }
        }
        assert!(table.probe(&Position::parse(&format!("{game}:3x3")).unwrap()).unwrap().is_some());
    }
}

#[test]
fn domineering_in_both_orientations() {
    for (rows, cols) in [(1, 3), (3, 1), (2, 3), (3, 3), (3, 4)] {
        let values = domineering(rows, cols);
        let recipe = recipe(GameName::Domineering, rows as u64, cols as u64);
        let table = open(&bytes(&recipe, Content::Dense(&|taken| values[taken as usize])));
        assert_eq!(full(&table).unwrap().proved, values.len() as u64);
        for board in [format!("{rows}x{cols}"), format!("{cols}x{rows}")] {
            for side in ["v", "h"] {
                let position = Position::parse(&format!("domineering:{board}:{side}")).unwrap();
                let answer = Solver::new().threads(1).memory(1 << 20).solve(&position).unwrap();
                let said = table.answer(&position).unwrap().unwrap();
                assert_eq!((said.value, said.best), (answer.value, answer.best), "{position}");
            }
        }
    }
    let counts = domineering(3, 3).iter().fold([0; 4], |mut counts, &value| {
        counts[value as usize] += 1;
        counts
    });
    // Second, vertical, horizontal, first.
    assert_eq!(counts, [108, 96, 96, 212]);
}

#[test]
fn too_little_memory_is_said_before_it_is_taken() {
    let table = open(&dots_table(GameName::Dots, 2, 3).1);
    let refused = table.verify(Level::Full { memory: 1000 }, &quiet);
    assert!(matches!(refused, Err(VerifyError::Memory { allowed: 1000, .. })));
    let stopped = table.verify(Level::Full { memory: 1 << 20 }, &|_, _| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(VerifyError::Interrupted)));
}
