//! A program that is spoken to in lines: it can flood, starve, stall or die without harm to us.

use super::words::shortened;
use crate::lines::Lines;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a line that are read; what is longer is no line of the protocol.
const LONGEST_LINE: usize = 64 << 10;
/// Lines that wait to be read or written. A program that sends more waits itself.
const WAITING: usize = 256;
/// Bytes of the program's standard error that are kept.
const KEPT: usize = 2048;
/// How long a program may take to end after it was told to.
const GRACE: Duration = Duration::from_millis(500);

/// A running program with its standard input and output held.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<SyncSender<String>>,
    output: Receiver<String>,
    complaints: Arc<Mutex<Vec<u8>>>,
}

/// Why no line came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The time was up.
    Late,
    /// The program ended, or closed its output; what is known of why.
    Gone(String),
}

impl Process {
    /// Starts `command`, split into words as a shell does, without a shell.
    ///
    /// # Errors
    /// Says what is wrong with the command, or why the system does not start it.
    pub fn start(command: &str) -> Result<Self, String> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| format!("{command:?} is no command: is a quote open?"))?;
        let mut process = Command::new(&words[0]);
        process.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for us: who is asked to stop tells the program itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child = process.spawn().map_err(|error| format!("cannot run {:?}: {error}", words[0]))?;
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three were asked for")
        };
        let input = write_lines(stdin);
        let output = read_lines(stdout);
        keep_end(stderr, Arc::clone(&complaints));
        Ok(Self { child, input: Some(input), output, complaints })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// [`Silence::Gone`] where the program does not read any more.
    pub fn send(&self, line: &str) -> Result<(), Silence> {
        let input = self.input.as_ref().ok_or_else(|| Silence::Gone("it was told to end".to_owned()))?;
        input.try_send(line.to_owned()).map_err(|error| match error {
            TrySendError::Full(_) => Silence::Gone("it does not read what it is sent".to_owned()),
            TrySendError::Disconnected(_) => Silence::Gone(self.last_words()),
        })
    }

    /// Sends nothing more: its input ends.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// The next line, without its end; waits until `deadline`, after which there is none, however much was said.
    ///
    /// # Errors
    /// [`Silence`] where none comes.
    pub fn receive(&self, deadline: Instant) -> Result<String, Silence> {
        let left = deadline.checked_duration_since(Instant::now()).ok_or(Silence::Late)?;
        self.output.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Gone(self.last_words()),
        })
    }

    /// Whether the program has ended by `deadline`.
    pub fn has_ended(&mut self, deadline: Instant) -> bool {
        loop {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// What the program last wrote on standard error.
    fn last_words(&self) -> String {
        // The thread that reads them may be a little behind.
        thread::sleep(Duration::from_millis(20));
        let complaints = self.complaints.lock().map(|kept| kept.clone()).unwrap_or_default();
        let text = String::from_utf8_lossy(&complaints).into_owned();
        match text.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(line) => format!("it ended, saying: {}", shortened(line.trim())),
            None => "it ended or closed its output".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        if !self.has_ended(Instant::now() + GRACE) {
            let _ = self.child.kill();
        }
        // What the program has started, and left behind, ends with it.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

/// A thread that writes lines, so that a program that does not read cannot hold us up.
fn write_lines(mut stdin: ChildStdin) -> SyncSender<String> {
    let (sender, lines) = sync_channel::<String>(WAITING);
    thread::spawn(move || {
        for line in lines {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n")).is_err() {
                return;
            }
        }
    });
    sender
}

fn read_lines(stdout: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        // One that is too long says nothing.
        for line in Lines::new(BufReader::new(stdout), LONGEST_LINE).map_while(Result::ok).flatten() {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Reads all that comes and keeps the end of it.
fn keep_end(mut stderr: ChildStderr, kept: Arc<Mutex<Vec<u8>>>) {
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = stderr.read(&mut buffer) {
            let Ok(mut kept) = kept.lock() else { return };
            kept.extend_from_slice(&buffer[..count]);
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
    });
}
