//! Grundy values of every part that positions of an impartial game fall into.
//!
//! Threads go through the options of a part in different orders and share what they find out: one that
//! comes upon a part which another is at meets it half way. Which parts there are, and their values, does
//! not depend on that.

use super::limits::{Progress, StopSwitch};
use crate::board::{Geometry, Part, Word};
use crate::games::impartial::{Impartial, island};

use hashbrown::HashMap;
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Locks that the parts are divided among.
const SHARDS: usize = 256;
/// Parts between two looks at the switch.
const BETWEEN_CHECKS: u64 = 256;

/// Why not every part was worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsHalted {
    /// The switch was thrown.
    Stopped,
    /// There are more parts than were allowed.
    Full,
}

/// Every part that play on the parts `roots` can leave, these included, with its Grundy value, in ascending
/// order. Parts without a move are left out. A part takes about 100 bytes meanwhile.
///
/// # Errors
/// [`PartsHalted`] where the switch was thrown, or there are over `most` parts.
pub fn part_nimbers<R: Impartial>(
    roots: &[Part<u128>],
    most: u64,
    threads: usize,
    switch: &StopSwitch,
    progress: &Progress,
) -> Result<Vec<(Part<u128>, u8)>, PartsHalted> {
    // Narrow words are faster.
    let fits = roots.iter().all(|root| root.squares >> 64 == 0 && usize::from(root.cols) <= Geometry::<u64>::MOST_COLS);
    if fits {
        let narrow = |root: &Part<u128>| Part { squares: root.squares as u64, cols: root.cols };
        let found = Parts::<R, u64>::find(roots.iter().map(narrow).collect(), most, threads, switch, progress)?;
        let wide = |(part, value): (Part<u64>, u8)| (Part { squares: part.squares.into(), cols: part.cols }, value);
        Ok(found.into_iter().map(wide).collect())
    } else {
        Parts::<R, u128>::find(roots.to_vec(), most, threads, switch, progress)
    }
}

/// What all threads know.
struct Parts<'p, R, W> {
    geometry: Geometry<W>,
    shards: Vec<Mutex<HashMap<Part<W>, u8>>>,
    hasher: hashbrown::DefaultHashBuilder,
    /// The most parts of a shard.
    most: usize,
    switch: &'p StopSwitch,
    progress: &'p Progress,
    rules: PhantomData<R>,
}

/// One thread.
struct Walker {
    backwards: bool,
    unreported: u64,
}

impl<'p, R: Impartial, W: Word> Parts<'p, R, W> {
    fn find(
        roots: Vec<Part<W>>,
        most: u64,
        threads: usize,
        switch: &'p StopSwitch,
        progress: &'p Progress,
    ) -> Result<Vec<(Part<W>, u8)>, PartsHalted> {
        let most = usize::try_from(most / SHARDS as u64).unwrap_or(usize::MAX).max(1);
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        let hasher = hashbrown::DefaultHashBuilder::default();
        let parts = Self { geometry: Geometry::default(), shards, hasher, most, switch, progress, rules: PhantomData };
        let walk = |thread: usize| -> Result<(), PartsHalted> {
            let mut walker = Walker { backwards: thread % 2 == 1, unreported: 0 };
            roots.iter().try_for_each(|root| parts.value(*root, &mut walker).map(drop))
        };
        std::thread::scope(|scope| {
            let walk = &walk;
            // Where the system gives no more threads, those that are there do the work.
            let spawn = |thread| std::thread::Builder::new().spawn_scoped(scope, move || walk(thread)).ok();
            let _others: Vec<_> = (1..threads).map_while(spawn).collect();
            walk(0)
        })?;
        let shards = parts.shards.into_iter().map(|shard| shard.into_inner().unwrap_or_else(PoisonError::into_inner));
        let mut found: Vec<(Part<W>, u8)> = shards.flatten().collect();
        found.sort_unstable_by_key(|(part, _)| (part.cols, part.squares));
        Ok(found)
    }

    fn shard(&self, part: &Part<W>) -> &Mutex<HashMap<Part<W>, u8>> {
        &self.shards[(self.hasher.hash_one(part) >> 32) as usize % SHARDS]
    }

    fn known(&self, part: &Part<W>) -> Option<u8> {
        self.shard(part).lock().unwrap_or_else(PoisonError::into_inner).get(part).copied()
    }

    /// The Grundy value of a part that has a move.
    fn value(&self, part: Part<W>, walker: &mut Walker) -> Result<u8, PartsHalted> {
        if let Some(value) = self.known(&part) {
            return Ok(value);
        }
        self.count(walker)?;
        let columns = self.geometry.columns(part.cols);
        let mut options: SmallVec<[W; 64]> = SmallVec::new();
        let _ = R::each_option(columns, part.squares, |taken| {
            options.push(part.squares.minus(taken));
            ControlFlow::Continue(())
        });
        if walker.backwards {
            options.reverse();
        }
        let mut found = Numbers::default();
        for mut rest in options {
            let mut sum = 0;
            while !rest.is_empty() {
                let island = island::<R, W>(columns, rest);
                rest = rest.minus(island);
                if R::each_option(columns, island, |_| ControlFlow::Break(())).is_break() {
                    sum ^= self.value(self.geometry.part(columns, island), walker)?;
                }
            }
            found.add(sum);
        }
        let value = found.least_missing();
        let mut shard = self.shard(&part).lock().unwrap_or_else(PoisonError::into_inner);
        shard.insert(part, value);
        if shard.len() > self.most { Err(PartsHalted::Full) } else { Ok(value) }
    }

    fn count(&self, walker: &mut Walker) -> Result<(), PartsHalted> {
        walker.unreported += 1;
        if walker.unreported >= BETWEEN_CHECKS {
            self.progress.add_nodes(walker.unreported);
            walker.unreported = 0;
            if self.switch.is_stopped() {
                return Err(PartsHalted::Stopped);
            }
        }
        Ok(())
    }
}

/// A set of the numbers below 256. A part of 128 squares has at most 240 options, so its value is one.
#[derive(Clone, Copy, Debug, Default)]
struct Numbers([u64; 4]);

impl Numbers {
    fn add(&mut self, number: u8) {
        self.0[usize::from(number) / 64] |= 1 << (number % 64);
    }

    fn least_missing(&self) -> u8 {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        (64 * full) as u8 + self.0.get(full).map_or(0, |word| word.trailing_ones() as u8)
    }
}
