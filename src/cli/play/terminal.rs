//! What is typed and what is shown.

use crate::solver::StopSwitch;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Why a game is not played to its end.
#[derive(Debug)]
pub(super) enum Ended {
    /// Nothing more will be typed.
    Input,
    /// Somebody left.
    Left,
    /// Ctrl-C.
    Interrupted,
    /// A program failed.
    Player(String),
    /// What is shown cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Standard input and output of a game.
#[derive(Debug)]
pub(super) struct Terminal {
    lines: Receiver<String>,
    switch: StopSwitch,
}

/// How often Ctrl-C is looked for while nothing is typed.
const GLANCE: Duration = Duration::from_millis(50);
/// Bytes of a line that are read.
const LONGEST_LINE: u64 = 64 << 10;

impl Terminal {
    /// Reads standard input from now on; `switch` is what Ctrl-C throws.
    pub(super) fn new(switch: StopSwitch) -> Self {
        // A line that is awaited cannot be interrupted, but waiting for the thread that reads it can.
        let (sender, lines) = sync_channel(0);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let mut line = Vec::new();
                let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                if !matches!(read, Ok(1..)) {
                    return;
                }
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
            }
        });
        Self { lines, switch }
    }

    /// The switch that Ctrl-C throws.
    pub(super) fn switch(&self) -> &StopSwitch {
        &self.switch
    }

    /// Shows a text as it is.
    pub(super) fn show(&self, text: &str) -> Result<(), Ended> {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// Shows a line.
    pub(super) fn say(&self, line: &str) -> Result<(), Ended> {
        self.show(&format!("{line}\n"))
    }

    /// Shows a prompt and waits for a line.
    pub(super) fn ask(&self, prompt: &str) -> Result<String, Ended> {
        self.show(prompt)?;
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if self.switch.is_stopped() => {
                    self.say("")?;
                    return Err(Ended::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.say("")?;
                    return Err(Ended::Input);
                }
            }
        }
    }
}
