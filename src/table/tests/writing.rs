//! The same bytes, however they came about; and what cannot be a table.

use super::*;
use crate::games::dots::DotsPosition;
use crate::table::write::encode_on;
use crate::table::{Keys, WriteError};

#[test]
fn the_same_bytes_with_any_number_of_threads() {
    let values = dots(GameName::Dots, 2, 3);
    let written = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| bytes(&recipe(GameName::Dots, 2, 3), Content::Dense(&|drawn| values[drawn as usize])))
    };
    let one = written(1);
    assert!([2, 4, 8].into_iter().all(|threads| written(threads) == one));
    // Read, and written again.
    let table = open(&one);
    let again = |drawn| table.value_of_board(drawn).unwrap().unwrap();
    assert_eq!(bytes(&recipe(GameName::Dots, 2, 3), Content::Dense(&again)), one);
}

/// Entries of a sorted table of many blocks.
fn book() -> (Vec<u128>, Vec<Value>) {
    let keys: Vec<u128> = (0..60_000u128).map(|at| at * at + 3).collect();
    let values = (0..60_000).map(|at: i32| (at * 7 % 19 - 9) as Value).collect();
    (keys, values)
}

#[test]
fn a_build_that_was_broken_off_goes_on() {
    let (keys, values) = book();
    let recipe = recipe(GameName::Dots, 4, 4);
    let content = Content::Sorted { keys: &keys, values: &values };
    let whole = bytes(&recipe, content);
    let mut kept: Vec<Vec<u8>> = Vec::new();
    let mut keep = |block: &[u8]| {
        kept.push(block.to_vec());
        Ok(())
    };
    encode_on(&recipe, content, &mut |_, _| ControlFlow::Continue(()), Vec::new(), &mut keep).unwrap();
    assert!(kept.len() > 3);
    for done in 0..=kept.len() {
        let mut added = 0;
        let mut count = |_: &[u8]| {
            added += 1;
            Ok(())
        };
        let again =
            encode_on(&recipe, content, &mut |_, _| ControlFlow::Continue(()), kept[..done].to_vec(), &mut count);
        assert_eq!((again.unwrap() == whole, added), (true, kept.len() - done));
    }
    // Blocks of something else are not taken for this table's.
    let wrong = vec![kept[1].clone(), vec![1, 2, 3], Vec::new()];
    let again = encode_on(&recipe, content, &mut |_, _| ControlFlow::Continue(()), wrong, &mut |_| Ok(()));
    assert!(again.unwrap() == whole);
    let stopped = encode(&recipe, content, &mut |_, _| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(WriteError::Interrupted)));
}

#[test]
fn sorted_entries_come_back() {
    let (keys, values) = book();
    let table = open(&bytes(&recipe(GameName::Dots, 4, 4), Content::Sorted { keys: &keys, values: &values }));
    for (&key, &value) in keys.iter().zip(&values).step_by(7) {
        assert_eq!(table.value_of_key(key).unwrap(), Some(value));
        assert_eq!(table.value_of_key(key + 1).unwrap(), keys.binary_search(&(key + 1)).ok().map(|at| values[at]));
    }
    assert_eq!(table.value_of_key(0).unwrap(), None);
    assert_eq!(table.value_of_key(u128::MAX).unwrap(), None);
}

#[test]
fn a_book_finds_every_image() {
    let size = Size::new(3, 4).unwrap();
    let keys = Keys::new(GameName::Dots, size).unwrap();
    let position = Position::parse("dots:3x4:1000000000000000000000000000001").unwrap();
    let [key] = keys.of(&position).unwrap()[..] else { panic!() };
    let table = open(&bytes(&recipe(GameName::Dots, 3, 4), Content::Sorted { keys: &[key], values: &[2] }));
    let Position::Dots(dots) = &position else { panic!() };
    for symmetry in Size::new(4, 4).unwrap().symmetries() {
        let to = if symmetry.transposes() { size.transposed() } else { size };
        let lines = dots.drawn_lines().map(|line| line.image(symmetry, size));
        let image = Position::Dots(DotsPosition::with_lines(to, dots.rule(), lines).unwrap());
        assert_eq!(table.probe(&image).unwrap().map(|known| known.value), Some(2), "{image}");
    }
    // The other outer line of the corner.
    let twin = Position::parse("dots:3x4:0000000000000000100000000000001").unwrap();
    assert_eq!(table.probe(&twin).unwrap().map(|known| known.value), Some(2));
    assert_eq!(table.probe(&Position::parse("dots:3x4").unwrap()).unwrap(), None);
    // The value is there, and the moves lead out of the table.
    let answer = table.answer(&position).unwrap().unwrap();
    assert_eq!((answer.exact, answer.bounds.unwrap().exact(), answer.best.len()), (false, Some(2), 0));
}

#[test]
fn what_cannot_be_a_table_is_refused() {
    let refused = |recipe: &Recipe, content: Content<'_>| {
        let written = encode(recipe, content, &mut |_, _| ControlFlow::Continue(()));
        assert!(matches!(written, Err(WriteError::Content(_))), "{content:?}");
    };
    let small = recipe(GameName::Dots, 1, 2);
    refused(&small, Content::Dense(&|_| 7));
    refused(&small, Content::Dense(&|_| 1));
    refused(&recipe(GameName::Dots, 9, 9), Content::Dense(&|_| 0));
    refused(&recipe(GameName::Xo, 2, 2), Content::Dense(&|_| 0));
    refused(&small, Content::Sorted { keys: &[], values: &[] });
    refused(&small, Content::Sorted { keys: &[1, 2], values: &[0] });
    refused(&small, Content::Sorted { keys: &[2, 1], values: &[0, 0] });
    refused(&small, Content::Sorted { keys: &[1, 1], values: &[0, 0] });
    let mut long = small;
    long.metadata.command = "x".repeat(5000);
    refused(&long, Content::Sorted { keys: &[1], values: &[0] });
}
