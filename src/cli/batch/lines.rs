//! The lines of a batch on their way from the reader to the threads that solve.

use crate::notation::MAX_TEXT;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The most bytes and lines on the way; one more block of input can come on top.
const MOST_BYTES: usize = 8 << 20;
const MOST_LINES: usize = 1 << 14;
/// The most lines that a thread takes at once.
const LOT: usize = 32;
/// Bytes read at once.
const BLOCK: usize = 1 << 16;

/// A line that needs an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its place among the lines that need one, from 0.
    pub(super) index: u64,
    /// Its number in the file, from 1.
    pub(super) number: u64,
    /// `None` where it was too long to keep.
    pub(super) text: Option<Vec<u8>>,
}

impl Line {
    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.text.as_ref().map_or(0, Vec::len)
    }
}

/// The lines that wait for a thread, and a count of all that are not answered yet.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    more: Condvar,
    room: Condvar,
    /// Bytes of lines that were read and of answers that were found and are not written yet.
    bytes: AtomicUsize,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Line>,
    /// Lines that were read and whose answers are not written yet.
    on_the_way: usize,
    /// Nothing more comes.
    ended: bool,
    /// Nobody wants more.
    dropped: bool,
}

impl Queue {
    /// Adds lines once there is room; false where nobody wants them any more.
    pub(super) fn put(&self, lines: &mut Vec<Line>) -> bool {
        let mut state = self.lock();
        while !state.dropped && (state.on_the_way >= MOST_LINES || self.bytes.load(Ordering::Relaxed) >= MOST_BYTES) {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.on_the_way += lines.len();
        self.hold(lines.iter().map(Line::bytes).sum());
        state.lines.extend(lines.drain(..));
        self.more.notify_all();
        !state.dropped
    }

    /// Waits for lines and takes a fair share of them; none where there will be none.
    pub(super) fn take(&self, threads: usize, lot: &mut VecDeque<Line>) {
        let mut state = self.lock();
        while state.lines.is_empty() && !state.ended && !state.dropped {
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.dropped {
            let share = (state.lines.len() / (2 * threads)).clamp(1, LOT).min(state.lines.len());
            lot.extend(state.lines.drain(..share));
        }
    }

    /// Puts lines that were taken back in front.
    pub(super) fn give_back(&self, lot: &mut VecDeque<Line>) {
        let mut state = self.lock();
        while let Some(line) = lot.pop_back() {
            state.lines.push_front(line);
        }
        self.more.notify_all();
    }

    /// Counts the bytes of something else that waits to be written.
    pub(super) fn hold(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Makes room for as many lines and bytes as were written.
    pub(super) fn release(&self, lines: usize, bytes: usize) {
        let mut state = self.lock();
        state.on_the_way -= lines;
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        self.room.notify_one();
    }

    /// Says that nothing more comes.
    pub(super) fn end(&self) {
        self.lock().ended = true;
        self.more.notify_all();
    }

    /// Says that nobody wants more.
    pub(super) fn drop_all(&self) {
        self.lock().dropped = true;
        self.more.notify_all();
        self.room.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cuts the source into lines as it comes and queues those that need an answer.
pub(super) fn read(mut source: impl Read, queue: &Queue) -> io::Result<()> {
    let mut block = vec![0; BLOCK];
    let mut cutter = Cutter::default();
    let mut lines = Vec::new();
    loop {
        let length = match source.read(&mut block) {
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if length == 0 {
            cutter.end_line(&mut lines);
            queue.put(&mut lines);
            return Ok(());
        }
        cutter.cut(&block[..length], &mut lines);
        if !queue.put(&mut lines) {
            return Ok(());
        }
    }
}

/// Cuts blocks into lines.
#[derive(Debug, Default)]
struct Cutter {
    /// The line so far.
    line: Vec<u8>,
    too_long: bool,
    number: u64,
    index: u64,
}

impl Cutter {
    fn cut(&mut self, block: &[u8], lines: &mut Vec<Line>) {
        let mut parts = block.split(|&byte| byte == b'\n');
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.add(part);
            self.end_line(lines);
        }
        self.add(last);
    }

    fn add(&mut self, part: &[u8]) {
        // One byte more than the limit leaves room for the carriage return of CRLF.
        let room = MAX_TEXT + 1 - self.line.len().min(MAX_TEXT + 1);
        if part.len() <= room {
            self.line.extend_from_slice(part);
            return;
        }
        // What is kept of a line that is too long tells whether it needs an answer.
        self.line.extend_from_slice(&part[..room]);
        self.too_long |= !self.line.trim_ascii().is_empty() || !part.trim_ascii().is_empty();
    }

    /// Blank lines and comments need no answer.
    fn end_line(&mut self, lines: &mut Vec<Line>) {
        self.number += 1;
        let mut line = std::mem::take(&mut self.line);
        line.truncate(line.trim_ascii_end().len());
        let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii_start();
        let too_long = std::mem::take(&mut self.too_long);
        let is_comment = text.is_empty() && !too_long || text.starts_with(b"//");
        if !is_comment {
            lines.push(Line { index: self.index, number: self.number, text: (!too_long).then_some(line) });
            self.index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(blocks: &[&[u8]]) -> Vec<(u64, Option<String>)> {
        let (mut cutter, mut lines) = (Cutter::default(), Vec::new());
        blocks.iter().for_each(|block| cutter.cut(block, &mut lines));
        cutter.end_line(&mut lines);
        assert!(lines.iter().map(|line| line.index).eq(0..lines.len() as u64));
        let text = |line: Line| line.text.map(|text| String::from_utf8(text).unwrap());
        lines.into_iter().map(|line| (line.number, text(line))).collect()
    }

    fn kept(number: u64, text: &str) -> (u64, Option<String>) {
        (number, Some(text.to_owned()))
    }

    #[test]
    fn lines_do_not_depend_on_the_blocks() {
        let text = b"a\r\n\n// no\n  \nb\nc";
        let want = [kept(1, "a"), kept(5, "b"), kept(6, "c")];
        assert_eq!(lines(&[text]), want);
        for cut in 0..text.len() {
            assert_eq!(lines(&[&text[..cut], &text[cut..]]), want, "cut at {cut}");
        }
    }

    #[test]
    fn long_lines_are_not_kept() {
        let long = vec![b'x'; MAX_TEXT + 2];
        assert_eq!(lines(&[b"a\n", &long, &long, b"\nb\n"]), [kept(1, "a"), (2, None), kept(3, "b")]);
        // Whether a line needs an answer shows at its beginning.
        let blank = vec![b' '; 2 * MAX_TEXT];
        assert_eq!(lines(&[b"//", &long, b"\n", &blank, b"\nb\n", &blank, b"c\n"]), [kept(3, "b"), (4, None)]);
        assert_eq!(lines(&[&long[2..], b"\r\n"])[0].1.as_ref().map(String::len), Some(MAX_TEXT));
    }
}
