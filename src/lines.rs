//! Lines from somebody else: they may be of any length, but only so much of one is kept.

use std::io::{self, BufRead, Read};
use thiserror::Error;

/// A line was longer than it may be: all of it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a line of more than {longest} bytes is not read")]
pub(crate) struct TooLong {
    longest: usize,
}

/// Reads lines of at most `longest` bytes, without their ends; what is no UTF-8 in them is replaced.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    reader: R,
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, longest: usize) -> Self {
        Self { reader, longest }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Result<String, TooLong>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        // One more for the end of the line.
        let read = self.reader.by_ref().take(self.longest as u64 + 1).read_until(b'\n', &mut line);
        let end = match read {
            Ok(0) => return None,
            Ok(_) => line.pop_if(|byte| *byte == b'\n'),
            Err(error) => return Some(Err(error)),
        };
        if line.len() > self.longest {
            return Some(self.reader.skip_until(b'\n').map(|_| Err(TooLong { longest: self.longest })));
        }
        if end.is_some() {
            line.pop_if(|byte| *byte == b'\r');
        }
        Some(Ok(Ok(String::from_utf8_lossy(&line).into_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_left_out_whole() {
        let text = "one\r\nfour\nfifth\nquit-quit\n\nend";
        let lines: Vec<_> = Lines::new(text.as_bytes(), 4).map(Result::unwrap).collect();
        let too_long = || Err(TooLong { longest: 4 });
        let kept = |text: &str| Ok(text.to_owned());
        assert_eq!(lines, [kept("one"), kept("four"), too_long(), too_long(), kept(""), kept("end")]);
    }

    #[test]
    fn an_end_may_be_missing() {
        for (text, lines) in [("", 0), ("\n", 1), ("abcd", 1), ("abcdefgh", 1), ("abcde", 1)] {
            assert_eq!(Lines::new(text.as_bytes(), 4).count(), lines, "{text:?}");
        }
    }
}
