//! How a command can end, and what is said where it ends badly.

use crate::notation::ParseError;
use crate::solver::SolveError;
use anstyle::{AnsiColor, Style};
use std::io::{self, ErrorKind, Write};
use thiserror::Error;

/// How the program ended, as the number that its caller gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// What was asked for was done.
    Done = 0,
    /// A check that was asked for failed.
    Failed = 1,
    /// The command line made no sense.
    Usage = 2,
    /// Input was wrong.
    Wrong = 3,
    /// Memory, time, the disk or another limit was reached.
    Limit = 4,
    /// Somebody interrupted it.
    Interrupted = 130,
}

/// Why a command could not do what it was asked for.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// Options that do not go together.
    #[error("{0}\n\nFor more information, try '--help'.")]
    Usage(String),
    /// A position, move or picture that is none.
    #[error("{}", .0.explain())]
    Wrong(ParseError),
    /// A file that cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, io::Error),
    /// Other input that is wrong.
    #[error("{0}")]
    Input(String),
    /// Something that the machine does not have.
    #[error("{0}")]
    Limit(String),
    /// A file that cannot be written.
    #[error("cannot write {0}: {1}")]
    Unwritable(String, io::Error),
    /// The system refused something.
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Says on standard error what is wrong. A reader who has gone away needs to be told nothing.
    pub(super) fn report(self) -> Status {
        let status = match &self {
            Self::Usage(_) => Status::Usage,
            Self::Wrong(_) | Self::Unreadable(..) | Self::Input(_) => Status::Wrong,
            Self::Limit(_) | Self::Unwritable(..) => Status::Limit,
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => return Status::Done,
            Self::Output(_) => Status::Limit,
        };
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        say(&format!("{red}error:{red:#} {self}"));
        status
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::Wrong(error)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        Self::Limit(error.to_string())
    }
}

/// Writes a line of words on standard error, where somebody reads it.
pub(super) fn say(words: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{words}");
}
