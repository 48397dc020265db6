// What is done with any bytes: opened as a table, asked and verified. Nothing may panic, run on or allocate much.
// The fuzzer's target and a test of the library, each with checksums left out, both include this file.

use gridsolve::Position;
use gridsolve::table::{Level, Table};
use std::ops::ControlFlow;

/// Opens `bytes` as a table, asks it what may be asked, and verifies it. Says whether it is a table.
fn exercise(bytes: &[u8]) -> bool {
    let Ok(table) = Table::from_bytes(bytes.to_vec()) else { return false };
    let header = table.header();
    let empty = format!("{}:{}", header.game, header.size);
    for text in [&*empty, "dots:2x2:110000000000", "kings:3x3", "cram:..#|...", "domineering:2x3:v"] {
        if let Ok(position) = Position::parse(text) {
            let _ = table.probe(&position);
            let _ = table.answer(&position);
        }
    }
    for asked in [0u64, 1, 77, u64::MAX] {
        let _ = table.value_of_board(asked);
        let _ = table.value_of_key(asked.into());
    }
    let quiet = |_, _| ControlFlow::Continue(());
    let _ = table.verify(Level::Checksums, &quiet);
    let _ = table.verify(Level::Deep { entries: 5, seed: 1 }, &quiet);
    let _ = table.verify(Level::Full { memory: 1 << 16 }, &quiet);
    true
}
