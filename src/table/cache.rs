//! The blocks that were decoded last.

use super::block::Block;
use super::error::TableError;
use std::sync::{Arc, Mutex, PoisonError};

/// How many blocks are kept at most: of 64 KiB each they take 16 MiB.
const MOST: usize = 256;

/// Decoded blocks, each in a slot that its number chooses, so that threads seldom wait for each other.
#[derive(Debug)]
pub(super) struct Cache {
    slots: Vec<Mutex<Slot>>,
}

/// A block and its number.
type Slot = Option<(u32, Arc<Block>)>;

impl Cache {
    /// Room for `blocks`, as far as they may be kept.
    pub(super) fn new(blocks: usize) -> Self {
        Self { slots: (0..blocks.clamp(1, MOST)).map(|_| Mutex::new(None)).collect() }
    }

    /// Block `number`, which `decode` makes if it is not here.
    #[inline]
    pub(super) fn get(
        &self,
        number: u32,
        decode: impl FnOnce() -> Result<Block, TableError>,
    ) -> Result<Arc<Block>, TableError> {
        let slot = &self.slots[number as usize % self.slots.len()];
        // Nothing is done while a slot is held that could leave it half changed.
        if let Some((held, block)) = &*slot.lock().unwrap_or_else(PoisonError::into_inner)
            && *held == number
        {
            return Ok(Arc::clone(block));
        }
        let block = Arc::new(decode()?);
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((number, Arc::clone(&block)));
        Ok(block)
    }
}
