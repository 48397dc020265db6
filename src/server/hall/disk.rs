//! What is recorded reaches the disk itself, on a thread of its own: nobody in the hall waits for a disk.

use crate::table::{Disk, Storage};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

/// The thread, and the way to it. Dropping this waits until all that was asked for is done.
#[derive(Debug)]
pub(super) struct DiskSync {
    /// Nothing at the end.
    asked: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
    /// The first thing that went wrong.
    failure: Arc<OnceLock<io::Error>>,
}

impl DiskSync {
    /// For a file, whose name in its folder is to outlast a power cut too.
    ///
    /// # Errors
    /// What the system says where it gives no thread.
    pub(super) fn begin(file: File, path: &Path) -> io::Result<Self> {
        // One that waits is enough: it stands for all that was written before it is taken.
        let (asked, questions) = sync_channel(1);
        let failure = Arc::new(OnceLock::new());
        let told = Arc::clone(&failure);
        let folder = path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let folder = folder.map(Path::to_owned);
        let thread = std::thread::Builder::new().name("hall-disk".to_owned()).spawn(move || {
            if let Some(folder) = folder {
                // Who may write to a file there may not be let into the folder.
                let _ = Disk.sync_folder(&folder);
            }
            if let Err(error) = keep_synced(&file, &questions) {
                let _ = told.set(error);
            }
        })?;
        Ok(Self { asked: Some(asked), thread: Some(thread), failure })
    }

    /// Asks that all that was written so far be brought to the disk.
    pub(super) fn ask(&self) {
        if let Some(asked) = &self.asked {
            let _ = asked.try_send(());
        }
    }

    /// As if something went wrong.
    #[cfg(test)]
    pub(super) fn fail(&self, error: io::Error) {
        self.failure.set(error).unwrap();
    }

    /// What went wrong with what was asked for before, if anything did.
    pub(super) fn failure(&self) -> Option<&io::Error> {
        self.failure.get()
    }
}

impl Drop for DiskSync {
    fn drop(&mut self) {
        self.asked = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn keep_synced(file: &File, questions: &Receiver<()>) -> io::Result<()> {
    while questions.recv().is_ok() {
        match file.sync_data() {
            // What is no file on a disk, such as a pipe, has nothing to wait for.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {}
            synced => synced?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn what_has_no_disk_is_no_failure_and_nothing_is_left_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.jsonl");
        let null = File::options().write(true).open("/dev/null").unwrap();
        for file in [File::create(&path).unwrap(), null] {
            let disk = DiskSync::begin(file, &path).unwrap();
            disk.ask();
            let failure = Arc::clone(&disk.failure);
            drop(disk);
            assert!(failure.get().is_none(), "{failure:?}");
            assert_eq!(Arc::strong_count(&failure), 1, "the thread has ended");
        }
    }
}
