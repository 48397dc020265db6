//! A fixed memory that is exchanged for a larger one as a search fills it: most positions need little,
//! and touching gigabytes takes longer than they do.

use super::{Fixed, Memory};
use crate::game::Bounds;
use std::io;

/// How many times as large each next memory is.
const GROWTH: u64 = 8;

/// A [`Fixed`] memory, and how large the next ones may be.
#[derive(Debug)]
pub(crate) struct Expanding {
    memory: Fixed,
    most: u64,
    /// Of `most`, what is left to others.
    left: u64,
}

impl Expanding {
    /// A memory of `first` bytes, and at most `most` later, for keys of `key_bits` bits; `None` where
    /// [`Fixed::new`] cannot hold such keys.
    ///
    /// # Errors
    /// The system's, where it gives no memory.
    pub(crate) fn new(key_bits: u32, first: u64, most: u64) -> io::Result<Option<Self>> {
        Ok(Fixed::new(key_bits, first.min(most))?.map(|memory| Self { memory, most, left: 0 }))
    }

    /// The memory of now.
    pub(crate) fn memory(&self) -> &Fixed {
        &self.memory
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        Memory::<u64, Bounds>::bytes(&self.memory)
    }

    /// The bytes that it does not take and that are not left to others.
    pub(crate) fn room(&self) -> u64 {
        self.most.saturating_sub(self.bytes()).saturating_sub(self.left)
    }

    /// Leaves `bytes` of what it may take to others, in the place of what it left them before.
    pub(crate) fn leave(&mut self, bytes: u64) {
        self.left = bytes;
    }

    /// How many positions a search may go through before there should be a larger memory, if each takes up
    /// about one in `share` of an entry; `u64::MAX` where there is no larger one.
    pub(crate) fn budget(&self, share: u64) -> u64 {
        if self.next_bytes() > self.bytes() { self.bytes() / self.memory.entry_bytes() * share } else { u64::MAX }
    }

    /// The bytes of the next memory. While it is filled both are there.
    fn next_bytes(&self) -> u64 {
        (self.bytes() * GROWTH).min(self.room())
    }

    /// Takes the next memory with all that this one knows, unless `go_on` says no before that is done.
    /// Where the system has no more to give, this one stays for good.
    pub(crate) fn grow(&mut self, go_on: &dyn Fn() -> bool) {
        match self.memory.resized(self.next_bytes(), go_on) {
            Ok(Some(larger)) => self.memory = larger,
            Ok(None) if !go_on() => (),
            Ok(None) | Err(_) => self.most = self.bytes(),
        }
    }
}
