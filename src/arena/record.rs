//! The record of an event: JSON lines, appended as things happen.
//!
//! The first line says what is played; then every game has a line where it begins, one for every move and
//! one for its result. Games that are played at once have their lines mixed: each line names its game.
//!
//! ```text
//! {"schema":"gridsolve-record/1","event":"match","players":["greedy","random"],"plan":{…}}
//! {"game":0,"start":"dots:1x1","seats":[0,1],"plies":null,"attempt":0}
//! {"game":0,"ply":1,"by":"first","move":["h",0,0],"seconds":0.000003,"depth":1,"value":-1}
//! {"game":0,"result":"second","reason":"rules","scores":[0,1],"seconds":[0.000007,0.000009]}
//! ```
//!
//! | field | meaning |
//! | --- | --- |
//! | `plan` | everything that decides which games are played: an event is gone on with only by the same |
//! | `start` | the position it starts at, in its text form |
//! | `seats` | the places in `players` of who moves first and of the other |
//! | `plies` | how far the players may look ahead, or null |
//! | `attempt` | how often the game was played before: tied games of XO are played again |
//! | `by` | who moved, `first` or `second`; `ply` counts from 1 |
//! | `seconds` | how long the move took; of a result, what the two sides took together |
//! | `depth`, `value`, `exact`, `leaves`, `note` | what the player said of its move, left out where it said nothing |
//! | `result` | `first`, `second` or `tie`; `reason` is `rules` or how the loser broke off: `crash`, `silent`, `late`, `protocol`, `illegal`, with a `message` |
//! | `again` | true where the game is played again |
//!
//! In a hall, where players come as they like, three more kinds of line stand between these:
//!
//! ```text
//! {"joins":"greedy"}
//! {"round":1,"start":"dotdot:4x4","plies":2}
//! {"bye":2,"start":"dotdot:4x4","plies":2}
//! ```
//!
//! The first adds a player to `players`; the second says that a round of games with this start and limit
//! begins, which is the first of them; the third that a player sits it out.
//!
//! A line is written in one piece and handed to the system at once, so that whatever ends the program
//! leaves whole lines and at most one torn one, the last, which a reader drops. A game that begins anew has
//! everything of its former playings dropped.

use super::event::{Happening, Playing};
use super::record_read::{Record, RecordError};
use super::referee::Made;
use super::verdict::Verdict;
use crate::games::{Move, Position};
use serde::Serialize;
use serde_json::Value;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// The version of the form of records.
pub const SCHEMA: &str = "gridsolve-record/1";

/// What the first line of a record says.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: String,
    /// What kind of event: `match`, `tournament`, or another.
    pub event: String,
    /// The names of the players.
    pub players: Vec<String>,
    /// What decides which games are played.
    pub plan: Value,
}

/// Writes a record. Threads share it.
#[derive(Debug)]
pub struct Recorder {
    written: Mutex<Written>,
}

/// A file with what is known of it.
#[derive(Debug)]
struct Written {
    file: File,
    /// The bytes up to the end of the last whole line.
    whole: u64,
    /// Whether part of a line may follow these.
    is_torn: bool,
}

impl Recorder {
    /// Begins a record in a new file, an empty one, or one in which no more than a part of this header came
    /// to be written.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::AlreadyExists`] where there is something in the file.
    pub fn create(path: &Path, header: &Header) -> io::Result<Self> {
        let file = locked(OpenOptions::new().create(true).read(true).append(true).open(path)?)?;
        let line = line_of(header)?;
        let mut there = Vec::new();
        (&file).take(line.len() as u64).read_to_end(&mut there)?;
        if there.len() == line.len() || !line.starts_with(&there) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let recorder = Self { written: Mutex::new(Written { file, whole: 0, is_torn: !there.is_empty() }) };
        recorder.append(header)?;
        Ok(recorder)
    }

    /// Goes on with a record, and says what is in it. A torn last line is left out when the next is written.
    ///
    /// # Errors
    /// [`RecordError`] where it cannot be read or is none, or where somebody else writes to it.
    pub fn go_on(path: &Path) -> Result<(Self, Record), RecordError> {
        let file = locked(OpenOptions::new().read(true).append(true).open(path)?)?;
        let record = Record::read(BufReader::new(&file))?;
        let written = Written { file, whole: record.whole, is_torn: true };
        Ok((Self { written: Mutex::new(written) }, record))
    }

    /// Writes what happened.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, happening: &Happening<'_>) -> io::Result<()> {
        match happening {
            Happening::Begins(playing) => self.append(&BeginLine::of(playing)),
            Happening::Moved(playing, made) => self.append(&MoveLine::of(playing, made)),
            Happening::Ends { playing, result, again } => self.append(&ResultLine {
                game: playing.fixture.number,
                result: result.verdict.outcome.as_str(),
                reason: result.verdict.reason(),
                message: message(&result.verdict),
                scores: result.scores,
                seconds: result.efforts.map(|effort| in_microseconds(effort.time)),
                again: *again,
            }),
        }
    }

    /// Writes that a player has come, who is the next in the list of players.
    ///
    /// # Errors
    /// What the system says.
    pub fn joins(&self, name: &str) -> io::Result<()> {
        self.append(&serde_json::json!({ "joins": name }))
    }

    /// Writes that a round begins of games that start at `start` under a limit of plies, and its number from 1.
    ///
    /// # Errors
    /// What the system says.
    pub fn round(&self, number: usize, start: &Position, plies: Option<u32>) -> io::Result<()> {
        self.append(&serde_json::json!({ "round": number, "start": start.to_string(), "plies": plies }))
    }

    /// Writes that a player sits out a round of games that start at `start` under a limit of plies.
    ///
    /// # Errors
    /// What the system says.
    pub fn bye(&self, player: usize, start: &Position, plies: Option<u32>) -> io::Result<()> {
        self.append(&serde_json::json!({ "bye": player, "start": start.to_string(), "plies": plies }))
    }

    /// The file that is written to: who has it can wait for the disk while others write.
    ///
    /// # Errors
    /// What the system says.
    pub fn file(&self) -> io::Result<File> {
        self.written.lock().unwrap_or_else(|poison| poison.into_inner()).file.try_clone()
    }

    /// Appends one line, in one piece.
    fn append(&self, line: &impl Serialize) -> io::Result<()> {
        let line = line_of(line)?;
        self.written.lock().unwrap_or_else(|poison| poison.into_inner()).append(&line)
    }
}

impl Written {
    /// Appends a line behind whole ones. Where that fails, part of it may be there, until the next is written.
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        if self.is_torn {
            self.file.set_len(self.whole)?;
        }
        self.is_torn = true;
        self.file.write_all(line)?;
        self.whole += line.len() as u64;
        self.is_torn = false;
        Ok(())
    }
}

fn line_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The file, where nobody else writes to it.
fn locked(file: File) -> io::Result<File> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another event is being recorded in this file")),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[derive(Serialize)]
struct BeginLine {
    game: usize,
    start: String,
    seats: [usize; 2],
    plies: Option<u32>,
    attempt: u32,
}

impl BeginLine {
    fn of(playing: &Playing<'_>) -> Self {
        let Playing { fixture, seats, attempt } = *playing;
        let start = fixture.start.to_string();
        Self { game: fixture.number, start, seats, plies: fixture.plies, attempt }
    }
}

#[derive(Serialize)]
struct MoveLine<'m> {
    game: usize,
    ply: usize,
    by: &'static str,
    #[serde(rename = "move")]
    mv: Move,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'m str>,
}

impl<'m> MoveLine<'m> {
    fn of(playing: &Playing<'_>, made: &Made<'m>) -> Self {
        Self {
            game: playing.fixture.number,
            ply: made.round.plies().len(),
            by: made.ply.by.as_str(),
            mv: made.ply.mv,
            seconds: in_microseconds(made.time),
            depth: made.choice.depth,
            value: made.choice.value,
            exact: made.choice.exact,
            leaves: made.choice.leaves,
            note: made.choice.note.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct ResultLine<'r> {
    game: usize,
    result: &'static str,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'r str>,
    scores: [i32; 2],
    seconds: [f64; 2],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
}

fn message(verdict: &Verdict) -> Option<&str> {
    verdict.forfeit.as_ref().map(|forfeit| &*forfeit.message)
}

pub(super) fn in_microseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(players: &[&str]) -> Header {
        let players = players.iter().map(|&name| name.to_owned()).collect();
        Header { schema: SCHEMA.to_owned(), event: "match".to_owned(), players, plan: Value::Null }
    }

    #[test]
    fn a_record_that_was_cut_anywhere_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.jsonl");
        let header = header(&["a", "b"]);
        let recorder = Recorder::create(&path, &header).unwrap();
        recorder.joins("c").unwrap();
        drop(recorder);
        let whole = std::fs::read(&path).unwrap();
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let recorder = match Recorder::create(&path, &header) {
                Ok(recorder) => recorder,
                Err(error) => {
                    assert!(length >= first && error.kind() == io::ErrorKind::AlreadyExists, "{length}: {error}");
                    Recorder::go_on(&path).unwrap().0
                }
            };
            recorder.joins("d").unwrap();
            drop(recorder);
            let players = Record::read(&std::fs::read(&path).unwrap()[..]).unwrap().header.players;
            assert_eq!(players.len(), if length == whole.len() { 4 } else { 3 }, "{length}");
            assert_eq!(players.last().unwrap(), "d", "{length}");
        }
    }

    #[test]
    fn what_is_in_a_file_stays_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.jsonl");
        let other = serde_json::to_vec(&header(&["a", "c"])).unwrap();
        for text in [&b"x"[..], b"\n", b"{\"schema\":\"other", &other] {
            std::fs::write(&path, text).unwrap();
            let error = Recorder::create(&path, &header(&["a", "b"])).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
            assert!(Recorder::go_on(&path).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), text);
        }
    }

    /// A write that fails in the middle of a line, as on a full disk, is none for whoever writes next.
    #[test]
    fn lines_stand_behind_whole_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.jsonl");
        let recorder = Recorder::create(&path, &header(&["a", "b"])).unwrap();
        {
            let mut written = recorder.written.lock().unwrap();
            written.file.write_all(b"{\"joins\":\"to").unwrap();
            written.is_torn = true;
        }
        recorder.joins("c").unwrap();
        let record = Record::read(&std::fs::read(&path).unwrap()[..]).unwrap();
        assert_eq!(record.header.players, ["a", "b", "c"]);
    }

    #[test]
    fn one_event_writes_to_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.jsonl");
        let _recorder = Recorder::create(&path, &header(&["a", "b"])).unwrap();
        assert!(matches!(Recorder::go_on(&path), Err(RecordError::Io(error)) if error.to_string().contains("another")));
    }
}
