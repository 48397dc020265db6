//! Files on a disk that fails, and files that change while they are open.

use super::*;
use crate::table::{Disk, Sink, Storage, TableError, WriteError, save, unfinished};
use std::cell::Cell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A folder of its own, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("gridsolve-files-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A disk on which the operation with a number fails, and all after it if it fails for good.
#[derive(Clone)]
struct Failing {
    left: Rc<Cell<u32>>,
    for_good: bool,
}

impl Failing {
    fn at(number: u32, for_good: bool) -> Self {
        Self { left: Rc::new(Cell::new(number)), for_good }
    }

    fn operation(&self) -> io::Result<()> {
        match self.left.get() {
            0 => Ok(()),
            1 => {
                self.left.set(if self.for_good { 1 } else { 0 });
                Err(io::ErrorKind::StorageFull.into())
            }
            left => {
                self.left.set(left - 1);
                Ok(())
            }
        }
    }
}

struct FailingFile {
    file: Box<dyn Sink>,
    disk: Failing,
}

impl Write for FailingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full disk takes a part, and then none.
        let some = &bytes[..bytes.len().min(97)];
        match self.disk.operation() {
            Ok(()) => self.file.write(some),
            Err(error) => self.file.write(&some[..some.len() / 2]).and(Err(error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Sink for FailingFile {
    fn sync(&mut self) -> io::Result<()> {
        self.disk.operation()?;
        self.file.sync()
    }
}

impl Storage for Failing {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Sink>> {
        self.operation()?;
        Ok(Box::new(FailingFile { file: Disk.create(path)?, disk: self.clone() }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.operation()?;
        Disk.rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.operation()?;
        Disk.sync_folder(folder)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.operation()?;
        Disk.remove(path)
    }
}

#[test]
fn a_fault_at_every_operation_leaves_all_or_nothing() {
    let folder = Folder::new("faults");
    let (_, new) = dots_table(GameName::Dots, 2, 2);
    let (_, old) = dots_table(GameName::Dots, 1, 2);
    let path = folder.0.join("table.gst");
    let is_whole = |before: Option<&[u8]>| {
        let found = std::fs::read(&path).ok();
        assert!(found.as_deref() == before || found.as_deref() == Some(&new), "neither all nor nothing");
    };
    for before in [None, Some(&old[..])] {
        for for_good in [false, true] {
            let mut failures = 0;
            for number in 1.. {
                match before {
                    Some(old) => std::fs::write(&path, old).unwrap(),
                    None => drop(std::fs::remove_file(&path)),
                }
                let disk = Failing::at(number, for_good);
                let saved = save(&disk, &path, &new);
                is_whole(before);
                if saved.is_ok() {
                    assert_eq!(std::fs::read(&path).unwrap(), new);
                    break;
                }
                failures += 1;
                // Once more while recovering, and then without a fault.
                for again in 1..=number {
                    let _ = save(&Failing::at(again, !for_good), &path, &new);
                    is_whole(before);
                }
                save(&Disk, &path, &new).unwrap();
                assert_eq!(std::fs::read(&path).unwrap(), new);
                assert!(!unfinished(&path).exists());
            }
            // Creating, five writes, fsync, rename, fsync of the folder.
            assert!(failures >= 8, "{failures} operations can fail");
        }
    }
}

#[test]
fn two_writers_of_one_file() {
    let folder = Folder::new("writers");
    let path = folder.0.join("table.gst");
    let held = Disk.create(&unfinished(&path)).unwrap();
    assert!(matches!(save(&Disk, &path, b"x"), Err(WriteError::Busy { .. })));
    drop(held);
    save(&Disk, &path, b"x").unwrap();
    assert!(matches!(save(&Disk, &folder.0.join("none/table.gst"), b"x"), Err(WriteError::Write { .. })));
}

#[test]
fn a_file_that_is_replaced_or_cut_while_it_is_open() {
    let folder = Folder::new("open");
    let path = folder.0.join("table.gst");
    let (values, bytes) = dots_table(GameName::Dots, 2, 3);
    let (_, other) = dots_table(GameName::Dots, 2, 2);
    save(&Disk, &path, &bytes).unwrap();
    let fresh = || Table::open(&path).unwrap();
    let asked = fresh();
    // Replaced by a new file: the old one is still open.
    save(&Disk, &path, &other).unwrap();
    assert_eq!(asked.value_of_board(0).unwrap(), Some(values[0]));
    // Cut, in place.
    save(&Disk, &path, &bytes).unwrap();
    let asked = fresh();
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(bytes.len() as u64 / 2).unwrap();
    assert!(matches!(asked.value_of_board(0), Err(TableError::Read(_))));
    // Overwritten, in place.
    std::fs::write(&path, &bytes).unwrap();
    let asked = fresh();
    std::fs::write(&path, other.repeat(bytes.len().div_ceil(other.len()))).unwrap();
    assert!(matches!(asked.value_of_board(0), Err(TableError::Block { .. })));
    assert!(Table::open(&folder.0).is_err() && Table::open(&folder.0.join("none.gst")).is_err());
}

#[test]
fn a_mapped_file_answers_alike() {
    let folder = Folder::new("mapped");
    let path = folder.0.join("table.gst");
    let (values, bytes) = dots_table(GameName::Dots, 2, 2);
    save(&Disk, &path, &bytes).unwrap();
    let table = Table::open_mapped(&path).unwrap();
    for (drawn, &value) in values.iter().enumerate() {
        assert_eq!(table.value_of_board(drawn as u64).unwrap(), Some(value));
    }
}
