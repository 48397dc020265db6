//! Damaged, cut and hostile files: refused, or answered right; never a wrong value, never a panic.

use super::*;
use crate::chance::Chance;
use crate::table::digest::sha256;
use crate::table::format::{FIXED, TRAILER};
use crate::table::{Level, TableError};

fn quiet(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Asks a damaged file for some positions: each answer is right or an error. Says whether all was right.
#[track_caller]
fn never_wrong(bytes: &[u8], values: &[Value], asked: impl Iterator<Item = usize>, what: &str) -> bool {
    let Ok(table) = Table::from_bytes(bytes.to_vec()) else { return false };
    let mut all_right = true;
    for drawn in asked {
        match table.value_of_board(drawn as u64) {
            Ok(value) => assert_eq!(value, Some(values[drawn]), "{what}, position {drawn:#x}"),
            Err(_) => all_right = false,
        }
    }
    all_right
}

#[test]
fn every_flip_of_a_bit() {
    let (values, whole) = dots_table(GameName::Dots, 1, 2);
    assert!(open(&whole).verify(Level::Checksums, &quiet).is_ok());
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let all_right = never_wrong(&flipped, &values, 0..values.len(), &format!("bit {bit}"));
        // Only the checksum of the whole file is not looked at before values are.
        assert_eq!(all_right, bit / 8 >= whole.len() - TRAILER, "bit {bit}");
        let verified =
            Table::from_bytes(flipped).map_err(Into::into).and_then(|table| table.verify(Level::Checksums, &quiet));
        assert!(verified.is_err(), "bit {bit}");
    }
}

#[test]
fn every_length() {
    let (_, whole) = dots_table(GameName::Dots, 1, 2);
    for length in 0..whole.len() {
        assert!(Table::from_bytes(whole[..length].to_vec()).is_err(), "{length} bytes");
    }
    let longer = [&whole[..], &[0]].concat();
    assert!(matches!(Table::from_bytes(longer), Err(TableError::Length { .. })));
}

#[test]
fn ten_thousand_flips() {
    let (values, whole) = dots_table(GameName::Dots, 2, 3);
    let mut chance = Chance::new(23);
    for round in 0..10_000 {
        let mut flipped = whole.clone();
        for _ in 0..=chance.below(3) {
            let bit = chance.below(flipped.len() as u32 * 8) as usize;
            flipped[bit / 8] ^= 1 << (bit % 8);
        }
        let asked: Vec<usize> = (0..5).map(|_| chance.below(values.len() as u32) as usize).collect();
        never_wrong(&flipped, &values, asked.into_iter(), &format!("seed 23, round {round}"));
    }
}

/// Gives a changed file checksums that are right.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let key_bytes = usize::from(bytes[30]);
    let variable = number(56).saturating_add(number(60)).saturating_add(number(52).saturating_mul(8 + key_bytes));
    let end = FIXED.saturating_add(variable).min(bytes.len());
    let checksum = crc32fast::hash(&[&bytes[..FIXED - 4], &bytes[FIXED..end]].concat());
    bytes[FIXED - 4..FIXED].copy_from_slice(&checksum.to_le_bytes());
    let body = bytes.len() - TRAILER;
    let digest = sha256(&bytes[..body]);
    bytes[body..].copy_from_slice(&digest);
    bytes
}

/// Files whose every checksum is right and whose fields are not.
#[test]
fn hostile_headers() {
    let (_, dense) = dots_table(GameName::Dots, 1, 2);
    let keys: Vec<u128> = vec![1, 5, 9, 200, 70_000];
    let sorted = bytes(&recipe(GameName::Dots, 2, 2), Content::Sorted { keys: &keys, values: &[0, 2, -2, 4, 0] });
    let extremes: [u64; 12] = [0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0xffff_ffff, 1 << 63, u64::MAX];
    for whole in [dense, sorted] {
        for at in 0..FIXED - 4 {
            for (width, number) in [1, 2, 4, 8].into_iter().flat_map(|width| extremes.map(|number| (width, number))) {
                let mut hostile = whole.clone();
                let to = (at + width).min(FIXED - 4);
                hostile[at..to].copy_from_slice(&number.to_le_bytes()[..to - at]);
                if let Ok(table) = Table::from_bytes(sealed(hostile)) {
                    for asked in 0..20 {
                        let _ = table.value_of_board(asked * 6);
                        let _ = table.value_of_key((asked * 5).into());
                    }
                    let _ = table.probe(&Position::parse("dots:1x2").unwrap());
                    let _ = table.verify(Level::Deep { entries: 3, seed: 0 }, &quiet);
                    let _ = table.verify(Level::Full { memory: 1 << 20 }, &quiet);
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let (_, whole) = dots_table(GameName::Dots, 1, 2);
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = whole.clone();
        change(&mut changed);
        Table::from_bytes(sealed(changed)).unwrap_err().to_string()
    };
    let set = |at: usize, byte: u8| move |bytes: &mut Vec<u8>| bytes[at] = byte;
    for (said, part) in [
        (error(&set(0, 0x09)), "text mode"),
        (error(&set(4, b'\n')), "text mode"),
        (error(&set(1, b'P')), "no solution table"),
        (error(&set(8, 2)), "format version 2"),
        (error(&set(10, 2)), "version 2 of the rules"),
        (error(&|bytes| bytes[12..16].reverse()), "byte order"),
        (error(&|bytes| bytes[8..16].reverse()), "format version"),
        (error(&|bytes| bytes[8..10].reverse()), "byte order"),
        (error(&set(16, 9)), "the game has the unknown number 9"),
        (error(&set(17, 2)), "rule 2"),
        (error(&set(18, 0)), "at least 1 row"),
        (error(&set(19, 0xff)), "too large"),
        (error(&set(22, 2)), "metric"),
        (error(&set(40, 1)), "was cut off or added to"),
        (error(&set(100, 1)), "not zero"),
    ] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn other_boards_are_not_answered() {
    let table = open(&dots_table(GameName::Dots, 1, 2).1);
    for text in ["dots:1x1", "dots:2x2", "dots:1x3", "dotdot:1x2", "cram:1x2", "kings:2x1", "domineering:1x2:v"] {
        assert_eq!(table.probe(&Position::parse(text).unwrap()).unwrap(), None, "{text}");
    }
    // The size is that of another board with as many lines: the entries do not fit it.
    let (_, mut bytes) = dots_table(GameName::Dots, 2, 3);
    (bytes[18], bytes[20]) = (1, 5);
    assert!(Table::from_bytes(sealed(bytes.clone())).and_then(|table| table.value_of_board(0)).is_err());
}
