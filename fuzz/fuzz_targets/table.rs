//! Opens any bytes as a table, asks it, and verifies it: no panic, no endless loop, no large allocation.
//!
//! Checksums would stop the fuzzer at the door, so they are not looked at:
//!
//! ```sh
//! RUSTFLAGS="--cfg gridsolve_no_checksums" cargo +nightly fuzz run table -- -rss_limit_mb=512 tests/data
//! ```
//!
//! The test `table::tests::fuzzed` does the same with files that are changed at random.
#![no_main]

use libfuzzer_sys::fuzz_target;

include!("../exercise.rs");

fuzz_target!(|bytes: &[u8]| {
    exercise(bytes);
});
