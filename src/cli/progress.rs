//! What a person sees of work that takes longer than two seconds.

use super::failure::say;
use crate::solver::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work that is done sooner shows nothing.
const QUIET: Duration = Duration::from_secs(2);
/// How often a terminal is brought up to date.
const TICK: Duration = Duration::from_millis(200);
/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(5);

/// Does `work`; where it takes long, shows meanwhile what `words` says of it.
pub(super) fn watched<T>(words: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = channel::<()>();
    std::thread::scope(|scope| {
        // Where the system gives no thread, nothing is shown.
        let _shown = std::thread::Builder::new().spawn_scoped(scope, || {
            let is_done = is_done;
            if is_done.recv_timeout(QUIET) == Err(RecvTimeoutError::Timeout) {
                show(&words, |time| is_done.recv_timeout(time) != Err(RecvTimeoutError::Timeout));
            }
        });
        // Dropped when the work is done, however it ends.
        let _done = done;
        work()
    })
}

/// Shows the words until `is_done`, which waits for a time, says so.
fn show(words: impl Fn() -> String, is_done: impl Fn(Duration) -> bool) {
    let started = Instant::now() - QUIET;
    if !std::io::stderr().is_terminal() {
        loop {
            say(&format!("{} s: {}", started.elapsed().as_secs(), words()));
            if is_done(LINE) {
                return;
            }
        }
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar.set_elapsed(QUIET);
    loop {
        bar.set_message(words());
        bar.tick();
        if is_done(TICK) {
            return bar.finish_and_clear();
        }
    }
}

/// How far a search has come.
pub(super) fn search_words(progress: &Progress) -> String {
    let (settled, known) = progress.questions();
    format!("{} positions searched, {settled} of {known} questions settled", with_commas(progress.nodes()))
}

/// How much of some work is done, and when it began.
#[derive(Debug)]
pub(super) struct Meter {
    began: Mutex<(Instant, u64)>,
    done: AtomicU64,
    all: AtomicU64,
}

impl Default for Meter {
    fn default() -> Self {
        Self { began: Mutex::new((Instant::now(), 0)), done: AtomicU64::new(0), all: AtomicU64::new(0) }
    }
}

impl Meter {
    /// Takes note of how much is done; with another whole, the work is another.
    pub(super) fn show(&self, done: u64, all: u64) {
        if self.all.swap(all, Ordering::Relaxed) != all {
            *self.began.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), done);
        }
        self.done.store(done, Ordering::Relaxed);
    }

    /// How much of the whole is done of `what`, and how long the rest will take at this pace; how much is done,
    /// where the whole is not known.
    pub(super) fn words(&self, what: &str) -> String {
        let (done, all) = (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        if all == 0 {
            return format!("{} {what}", with_commas(done));
        }
        let (began, before) = *self.began.lock().unwrap_or_else(PoisonError::into_inner);
        let left = match done.saturating_sub(before) {
            0 => String::new(),
            since => {
                let pace = began.elapsed().as_secs_f64() / since as f64;
                format!(", about {:.0} s left", pace * all.saturating_sub(done) as f64)
            }
        };
        format!("{} of {} {what}{left}", with_commas(done), with_commas(all))
    }
}

/// A number with a comma before every three digits.
pub(super) fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas() {
        let written = [0, 12, 999, 1000, 123_456, 1_234_567].map(with_commas);
        assert_eq!(written, ["0", "12", "999", "1,000", "123,456", "1,234,567"]);
    }
}
