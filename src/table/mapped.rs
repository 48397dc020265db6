//! Files mapped into memory: only where somebody asks for it.
#![allow(unsafe_code)]

use super::storage::{Part, Source};
use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::path::Path;

/// A mapped file.
#[derive(Debug)]
pub(super) struct Mapped(Mmap);

impl Mapped {
    /// Maps the file at `path`, all of it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the map is only read by copying bytes out of it, and each copy is checked before it is used,
        // so another process that writes to the file can make a read fail but not misbehave. One that cuts
        // the file ends this process, which is what the caller was told.
        unsafe { Mmap::map(&file) }.map(Self)
    }
}

impl Source for Mapped {
    fn length(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        self.0.part(bytes, offset)
    }
}
