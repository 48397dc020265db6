//! What the fuzzer does, without one: files changed at random, checksums left out, through everything that
//! can be asked of a table.

extern crate self as gridsolve;

use super::{bytes, domineering, dots_table, recipe};
use crate::chance::Chance;
use crate::game::Value;
use crate::notation::GameName;
use crate::table::Content;
use crate::table::format::without_checksums;

include!("../../../fuzz/exercise.rs");

const SEED: u64 = 31;

/// A file with some bytes changed, moved, cut off or added.
fn changed(whole: &[u8], chance: &mut Chance) -> Vec<u8> {
    const EXTREMES: [u8; 8] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff, b'\n'];
    let mut bytes = whole.to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() as u32) as usize;
        match chance.below(8) {
            0..=2 => bytes[at] ^= 1 << chance.below(8),
            3..=4 => bytes[at] = EXTREMES[chance.below(8) as usize],
            5 => {
                let to = chance.below(bytes.len() as u32) as usize;
                bytes[to] = bytes[at];
            }
            6 => bytes.truncate(at.max(1)),
            _ => bytes.insert(at, chance.below(256) as u8),
        }
    }
    // Most changes of the length are no news: the header is told of it.
    if bytes.len() >= 48 && chance.below(2) == 0 {
        let length = bytes.len() as u64;
        bytes[40..48].copy_from_slice(&length.to_le_bytes());
    }
    bytes
}

#[test]
fn any_bytes_are_survived() {
    let keys: Vec<u128> = vec![1, 5, 9, 200, 3000];
    let book = Content::Sorted { keys: &keys, values: &[0, 2, -2, 4, 0] };
    let winners = domineering(2, 3);
    let files: [&[u8]; 6] = [
        &dots_table(GameName::Dots, 1, 2).1,
        &dots_table(GameName::Dots, 2, 2).1,
        &dots_table(GameName::DotDot, 1, 3).1,
        &bytes(&recipe(GameName::Dots, 2, 2), book),
        &bytes(&recipe(GameName::Domineering, 2, 3), Content::Dense(&|taken| -> Value { winners[taken as usize] })),
        include_bytes!("../../../tests/data/kings-3x3-parts-v1.gst"),
    ];
    // All on this thread, for which alone checksums are left out.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    let mut chance = Chance::new(SEED);
    let mut opened = 0;
    pool.install(|| {
        without_checksums(|| {
            for round in 0..6000 {
                let file = changed(files[round % files.len()], &mut chance);
                opened += u32::from(exercise(&file));
            }
        });
    });
    assert!(opened > 1000, "{opened} of the files, seed {SEED}, were tables: too few to show anything");
}
