//! What is typed and what is shown.

use crate::lines::{Lines, TooLong};
use crate::solver::StopSwitch;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// Why a game is not played to its end.
#[derive(Debug)]
pub(super) enum Ended {
    /// Nothing more will be typed.
    Input,
    /// Somebody left.
    Left,
    /// Ctrl-C.
    Interrupted,
    /// A program does not play this game, or not from here.
    Misfit(String),
    /// The solver came to the end of what the machine has.
    Limit(String),
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
    lines: Receiver<Result<String, TooLong>>,
    switch: StopSwitch,
}

/// How often Ctrl-C is looked for while nothing is typed.
const GLANCE: Duration = Duration::from_millis(50);
/// Bytes of a line that are read.
const LONGEST_LINE: usize = 64 << 10;

impl Terminal {
    /// Reads standard input from now on; `switch` is what Ctrl-C throws.
    pub(super) fn new(switch: StopSwitch) -> Self {
        // A line that is awaited cannot be interrupted, but waiting for the thread that reads it can.
        let (sender, lines) = sync_channel(0);
        std::thread::spawn(move || {
            for line in Lines::new(io::stdin().lock(), LONGEST_LINE).map_while(Result::ok) {
                if sender.send(line).is_err() {
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

    /// How a game ends whose switch was thrown: in a line of its own, where somebody reads it.
    pub(super) fn interrupted(&self) -> Ended {
        self.say("").err().unwrap_or(Ended::Interrupted)
    }

    /// Shows a prompt and waits for a line, as long as it takes.
    pub(super) fn ask(&self, prompt: &str) -> Result<String, Ended> {
        loop {
            if let Some(line) = self.ask_until(prompt, None)? {
                return Ok(line);
            }
        }
    }

    /// Shows a prompt and waits for a line; nothing where none has come by `deadline`.
    pub(super) fn ask_until(&self, prompt: &str, deadline: Option<Instant>) -> Result<Option<String>, Ended> {
        self.show(prompt)?;
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(left.map_or(GLANCE, |left| left.min(GLANCE))) {
                Ok(Ok(line)) => return Ok(Some(line.trim().to_owned())),
                Ok(Err(too_long)) => self.show(&format!("{too_long}\n{prompt}"))?,
                Err(RecvTimeoutError::Timeout) if self.switch.is_stopped() => return Err(self.interrupted()),
                Err(RecvTimeoutError::Timeout) if left == Some(Duration::ZERO) => {
                    self.say("")?;
                    return Ok(None);
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
