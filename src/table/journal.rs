//! Work that outlives its process: what a long build has done so far, beside the table that it makes.
//!
//! A journal is a file of records, each with a length and a CRC-32. Whatever a crash leaves at its end is
//! cut off when it is opened again. It belongs to one task: with another it starts anew.

use super::digest::sha256;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The most bytes of a record.
const MOST_RECORD: usize = 16 << 20;
/// The longest that records may be lost if the machine stops.
const SYNC: Duration = Duration::from_secs(5);
const MAGIC: &[u8; 8] = b"\x89GSJ\r\n\x1a\x01";

/// The records of a task, on the disk.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Opens the journal at `path`, or starts one, for the task that `task` describes: what is done depends
    /// on these bytes alone. Gives the records of earlier runs, in their order.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::WouldBlock`] where another process has it.
    pub fn open(path: &Path, task: &[u8]) -> io::Result<(Self, Vec<Vec<u8>>)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let head = [&MAGIC[..], &sha256(task)].concat();
        let mut reader = BufReader::new(&mut file);
        let mut found = vec![0; head.len()];
        let is_ours = reader.read_exact(&mut found).is_ok() && found == head;
        let mut records = Vec::new();
        let mut end = head.len() as u64;
        while let Some(record) = if is_ours { record(&mut reader)? } else { None } {
            end += 8 + record.len() as u64;
            records.push(record);
        }
        if !is_ours {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head)?;
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((Self { path: path.to_owned(), file, synced: Instant::now() }, records))
    }

    /// Adds a record of at most 16 MiB. It survives the process at once and the machine after five seconds.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::InvalidInput`] for a record that is too long.
    pub fn add(&mut self, record: &[u8]) -> io::Result<()> {
        if record.len() > MOST_RECORD {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let head = [(record.len() as u32).to_le_bytes(), crc32fast::hash(record).to_le_bytes()].concat();
        // In one write, so that a kill seldom leaves half of it.
        self.file.write_all(&[&head, record].concat())?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all records are on the disk.
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        self.file.sync_data()
    }

    /// Removes the journal of a task that is done.
    ///
    /// # Errors
    /// What the system says.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// The next record; `None` where there is no whole one.
fn record(reader: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = [0; 8];
    let mut record = Vec::new();
    let read = reader.read_exact(&mut head).and_then(|()| {
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        if length > MOST_RECORD {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // No more is taken than the file has.
        let read = reader.take(length as u64).read_to_end(&mut record)?;
        if read < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    });
    match read {
        Ok(()) => Ok(Some(record).filter(|record| crc32fast::hash(record).to_le_bytes() == head[4..])),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(path: &Path, task: &str) -> Vec<Vec<u8>> {
        Journal::open(path, task.as_bytes()).unwrap().1
    }

    #[test]
    fn every_cut_and_every_flip_leaves_the_records_before_it() {
        let folder = std::env::temp_dir().join(format!("gridsolve-journal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("journal");
        let want: Vec<Vec<u8>> = vec![b"one".to_vec(), Vec::new(), b"three".to_vec()];
        let (mut journal, none) = Journal::open(&path, b"task").unwrap();
        assert!(none.is_empty());
        assert_eq!(Journal::open(&path, b"task").unwrap_err().kind(), io::ErrorKind::WouldBlock);
        want.iter().for_each(|record| journal.add(record).unwrap());
        drop(journal);
        assert_eq!(records(&path, "task"), want);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let found = records(&path, "task");
            assert!(found.len() < 3 && want.starts_with(&found), "{length}");
        }
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, flipped).unwrap();
            let found = records(&path, "task");
            assert!(found.len() < 3 && want.starts_with(&found), "{bit}");
        }
        // What follows a cut is whole again.
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        Journal::open(&path, b"task").unwrap().0.add(b"other").unwrap();
        assert_eq!(records(&path, "task"), [b"one".to_vec(), Vec::new(), b"other".to_vec()]);
        assert!(records(&path, "another task").is_empty());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
