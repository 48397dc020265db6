//! Opens any bytes as a table, asks it, and verifies it: no panic, no endless loop, no large allocation.
//!
//! Checksums would stop the fuzzer at the door, so they are not looked at:
//!
//! ```sh
//! RUSTFLAGS="--cfg gridsolve_no_checksums" cargo +nightly fuzz run table -- -rss_limit_mb=512 tests/data
//! ```
#![no_main]

use gridsolve::Position;
use gridsolve::table::{Level, Table};
use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;

fuzz_target!(|bytes: &[u8]| {
    let Ok(table) = Table::from_bytes(bytes.to_vec()) else { return };
    let header = table.header();
    let empty = format!("{}:{}", header.game, header.size);
    for text in [&*empty, "dots:2x2:110000000000", "kings:3x3", "domineering:2x3:v"] {
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
});
