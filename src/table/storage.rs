//! What tables need of a file system, behind small traits so that tests can make it fail.

use std::fmt::Debug;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;

/// A file being written.
pub trait Sink: Write {
    /// Waits until all that was written is on the disk.
    ///
    /// # Errors
    /// What the system says.
    fn sync(&mut self) -> io::Result<()>;
}

/// The changes that writing a table makes to a file system.
pub trait Storage {
    /// Creates a file, or empties it, for this process alone.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::WouldBlock`] where another process has it.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Sink>>;

    /// Gives a file another name in its folder, in place of any that has it.
    ///
    /// # Errors
    /// What the system says.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Waits until the names in a folder are on the disk.
    ///
    /// # Errors
    /// What the system says.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// What the system says.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// The file system of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Sink for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

impl Storage for Disk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Sink>> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        file.set_len(0)?;
        Ok(Box::new(file))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // Only where folders can be opened can and need they be synced.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        std::fs::remove_file(path)
    }
}

/// Bytes that can be read at any place, by several threads at once.
pub trait Source: Send + Sync + Debug {
    /// How many there are.
    ///
    /// # Errors
    /// What the system says.
    fn length(&self) -> io::Result<u64>;

    /// Fills `bytes` with those at `offset`.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::UnexpectedEof`] where there are fewer.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
}

#[cfg(unix)]
impl Source for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, bytes, offset)
    }
}

#[cfg(not(unix))]
impl Source for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        // A handle of its own, so that threads do not move each other's place.
        let mut file = self.try_clone()?;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}

impl Source for Vec<u8> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        self.as_slice().part(bytes, offset)
    }
}

impl Source for &'static [u8] {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        self.part(bytes, offset)
    }
}

/// Reading from bytes in memory.
pub(super) trait Part {
    fn part(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
}

impl Part for [u8] {
    fn part(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let from = usize::try_from(offset).ok().and_then(|from| Some(from..from.checked_add(bytes.len())?));
        let part = from.and_then(|range| self.get(range)).ok_or(io::ErrorKind::UnexpectedEof)?;
        bytes.copy_from_slice(part);
        Ok(())
    }
}
