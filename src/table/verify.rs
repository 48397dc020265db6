//! Verifying tables: that a file is whole, and that what it says is true.

use super::block::Block;
use super::check::{self, Proved, Rules, Stop, Wrong};
use super::digest::Identity;
use super::error::TableError;
use super::format::{Body, Metric, checksums_count};
use super::open::Table;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// How much of a table is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The header, which opening a table has verified already.
    Quick,
    /// Every block, the file and the values by their checksums.
    Checksums,
    /// These, and so many entries, drawn by a seed, from their successors.
    Deep {
        /// How many.
        entries: u64,
        /// What chooses them.
        seed: u64,
    },
    /// These, and every entry from its successors.
    Full {
        /// The most bytes of memory that it may take.
        memory: u64,
    },
}

/// What failed.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The file is damaged, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A value is wrong, whatever the checksums say.
    #[error("the table says {said} of {position}, but {follows} follows from what it says of the moves there")]
    Wrong {
        /// The position, or a part of one.
        position: String,
        /// The value in the table.
        said: i32,
        /// What it should be, if the entries after it are right.
        follows: i32,
    },
    /// Every value is needed in memory for that.
    #[error(
        "verifying every entry takes {needed} bytes of memory, and {allowed} are allowed: give more, or verify some"
    )]
    Memory {
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
    /// It was stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

/// Is told how much is done and how much there is, from several threads, and may break the work off.
pub type VerifyWatch<'w> = &'w (dyn Fn(u64, u64) -> ControlFlow<()> + Sync);

impl Table {
    /// Verifies the table, on the threads of the current pool of `rayon`.
    ///
    /// # Errors
    /// [`VerifyError`] for the first thing that is wrong.
    pub fn verify(&self, level: Level, watch: VerifyWatch<'_>) -> Result<Proved, VerifyError> {
        if level == Level::Quick {
            return Ok(Proved::default());
        }
        self.verify_checksums(watch)?;
        let proved = match level {
            Level::Quick | Level::Checksums => Ok(Proved::default()),
            Level::Deep { entries, seed } => self.check_some(entries, seed, watch),
            Level::Full { memory } => match self.header().body {
                Body::Dense { .. } => self.check_dense(memory, watch)?,
                Body::Sorted { .. } => self.check_sorted(memory, watch)?,
            },
        };
        proved.map_err(|stop| match stop {
            Stop::Wrong(Wrong { position, said, follows }) => {
                VerifyError::Wrong { position: self.name(position), said, follows }
            }
            Stop::Table(error) => error.into(),
            Stop::Interrupted => VerifyError::Interrupted,
        })
    }

    /// Every block by its checksum, the values by the identity, and the file by its SHA-256.
    fn verify_checksums(&self, watch: VerifyWatch<'_>) -> Result<(), VerifyError> {
        let header = self.header();
        let mut identity = Identity::new(&header.identity_prefix(), header.key_bytes());
        let blocks = self.block_count();
        for number in 0..blocks {
            let (keys, values) = self.entries_of_block(number)?;
            identity.add(&keys, values.into_iter());
            if watch(number.into(), blocks.into()).is_break() {
                return Err(VerifyError::Interrupted);
            }
        }
        if identity.finish() != header.identity && checksums_count() {
            return Err(TableError::Identity.into());
        }
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 20];
        let mut at = 0;
        let end = self.bytes() - super::format::TRAILER as u64;
        while at < end {
            let part = &mut buffer[..(end - at).min(1 << 20) as usize];
            self.source().read_at(part, at).map_err(TableError::Read)?;
            hash.update(&*part);
            at += part.len() as u64;
        }
        let mut said = [0; super::format::TRAILER];
        self.source().read_at(&mut said, end).map_err(TableError::Read)?;
        let is_right = hash.finalize().as_slice() == said || !checksums_count();
        if is_right { Ok(()) } else { Err(TableError::FileChecksum.into()) }
    }

    fn is_of_parts(&self) -> bool {
        self.header().metric == Metric::Nimber && matches!(self.header().body, Body::Sorted { .. })
    }

    /// The value of a position, in a sorted table of the least image of it; out of `blocks`, if they are all
    /// decoded.
    fn look_up(&self, blocks: Option<&[Block]>, number: u128) -> Result<Option<i32>, TableError> {
        let value = match (self.keys()?, blocks) {
            (None, _) => self.value_of_board(number as u64)?,
            (Some(keys), None) => self.value_of_key(keys.of_board(number).unwrap_or(number))?,
            (Some(keys), Some(blocks)) => self.value_in(blocks, keys.of_board(number).unwrap_or(number)),
        };
        Ok(value.map(i32::from))
    }

    /// Checks the entry of a position, key or part.
    fn check_entry(&self, rules: &Rules, blocks: Option<&[Block]>, number: u128) -> Result<Proved, Stop> {
        let key = self.keys()?.and_then(|keys| keys.of_board(number));
        if key.is_some_and(|key| key != number) {
            // Nobody who asks for the position would find this entry.
            return Err(
                TableError::field("a key", format!("is {number:#x}, where {key:#x?} is that of the position")).into()
            );
        }
        check::check_one(rules, self.is_of_parts(), number, &|number| self.look_up(blocks, number))
    }

    fn check_some(&self, entries: u64, seed: u64, watch: VerifyWatch<'_>) -> Result<Proved, Stop> {
        let header = self.header();
        let rules = Rules::new(header);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut proved = Proved::default();
        for done in 0..entries {
            let entry = ((u128::from(random.next_u64()) * u128::from(header.entries)) >> 64) as u64;
            add(&mut proved, self.check_entry(&rules, None, self.number_of_entry(entry)?)?);
            if watch(done, entries).is_break() {
                return Err(Stop::Interrupted);
            }
        }
        Ok(proved)
    }

    fn check_sorted(&self, memory: u64, watch: VerifyWatch<'_>) -> Result<Result<Proved, Stop>, VerifyError> {
        let key_bytes = if self.header().key_bytes() > 8 { 16 } else { 8 };
        within(self.decoded_bytes() + self.header().entries.saturating_mul(key_bytes), memory)?;
        let blocks = self.every_block()?;
        let rules = Rules::new(self.header());
        let done = AtomicU64::new(0);
        let block = |block: &Block| {
            let mut proved = Proved::default();
            for key in block.keys.iter() {
                add(&mut proved, self.check_entry(&rules, Some(&blocks), key)?);
                if done.fetch_add(1, Ordering::Relaxed).is_multiple_of(1024)
                    && watch(done.load(Ordering::Relaxed), self.header().entries).is_break()
                {
                    return Err(Stop::Interrupted);
                }
            }
            Ok(proved)
        };
        let sum = |mut a: Proved, b: Proved| {
            add(&mut a, b);
            Ok(a)
        };
        Ok(blocks.par_iter().map(block).try_reduce(Proved::default, sum))
    }

    /// Every position of the board, not only those that have entries: so it is proved too that the entry
    /// which answers for a position is the right one.
    fn check_dense(&self, memory: u64, watch: VerifyWatch<'_>) -> Result<Result<Proved, Stop>, VerifyError> {
        within(self.positions().saturating_add(self.decoded_bytes()), memory)?;
        let rules = Rules::new(self.header());
        let Some(values) = self.every_value(watch)? else { return Err(VerifyError::Interrupted) };
        Ok(check::check_dense(&rules, &values, watch))
    }

    /// A position or part as people write it.
    pub(super) fn name(&self, number: u128) -> String {
        if self.is_of_parts() {
            let name = self.keys().ok().flatten().and_then(|keys| keys.part_position(number));
            return name.map_or_else(|| format!("the key {number:#x}"), |position| position.to_string());
        }
        self.board_position(number).to_string()
    }
}

/// Whether the memory needed is allowed.
fn within(needed: u64, allowed: u64) -> Result<(), VerifyError> {
    if needed > allowed { Err(VerifyError::Memory { needed, allowed }) } else { Ok(()) }
}

fn add(sum: &mut Proved, more: Proved) {
    sum.proved += more.proved;
    sum.unproved += more.unproved;
}
