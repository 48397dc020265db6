//! The record of a hall, and a hall as a record left it.

use super::HallSettings;
use super::disk::DiskSync;
use super::name::Name;
use super::table::{MadeHere, Table};
use super::tournament::{ToPlay, Tournament};
use crate::arena::{
    GameResult, Happening, Header, Made, Playing, RECORD_SCHEMA, Record, RecordError, RecordedGame, Recorder,
};
use crate::games::{Position, Round};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a hall cannot be opened, or not go on.
#[derive(Debug, Error)]
pub enum HallError {
    /// The record cannot be read, or is one of something else.
    #[error("the record {path}: {error}")]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RecordError,
    },
    /// The record cannot be written.
    #[error("the record {path} cannot be written: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// What a hall remembers: who has played, and, if it is asked to, everything in a file.
#[derive(Debug)]
pub(super) struct Log {
    file: Option<LogFile>,
    /// The places in the record's list of players of those whom it mentions, by their numbers in the hall.
    places: HashMap<usize, usize>,
}

/// Where a hall writes what happens.
#[derive(Debug)]
struct LogFile {
    recorder: Recorder,
    path: PathBuf,
    disk: DiskSync,
}

/// What a record says of a hall.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// The names of the players, by their places.
    pub(super) players: Vec<String>,
    /// The tournaments with what was played in them.
    pub(super) tournaments: Vec<Tournament>,
    /// The number that the next game has.
    pub(super) next_game: usize,
    /// The playings that ended last, in the order of their ends.
    pub(super) recent: Vec<RecordedGame>,
}

impl Log {
    /// Opens the record, and says what is in it. Of the last playings it keeps the `recent` last.
    ///
    /// # Errors
    /// [`HallError`] where it cannot be read or written, or is one of something else.
    pub(super) fn open(settings: &HallSettings, recent: usize) -> Result<(Self, Past), HallError> {
        let Some(path) = &settings.record else {
            return Ok((Self { file: None, places: HashMap::new() }, Past::default()));
        };
        let (recorder, past) = match Recorder::create(path, &header()) {
            Ok(recorder) => (recorder, Past::default()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let wrong = |error| HallError::Record { path: path.clone(), error };
                let (recorder, record) = Recorder::go_on(path).map_err(wrong)?;
                (recorder, Past::of(record, recent).map_err(wrong)?)
            }
            Err(error) => return Err(unwritten(path, error)),
        };
        let disk =
            recorder.file().and_then(|file| DiskSync::begin(file, path)).map_err(|error| unwritten(path, error))?;
        let places = (0..past.players.len()).map(|place| (place, place)).collect();
        Ok((Self { file: Some(LogFile { recorder, path: path.clone(), disk }), places }, past))
    }

    /// Whether anything is recorded of a player.
    pub(super) fn knows(&self, player: usize) -> bool {
        self.places.contains_key(&player)
    }

    /// The place of a player, which it gets when something is to be recorded of it for the first time.
    fn place(&mut self, player: usize, name: &Name) -> Result<usize, HallError> {
        if let Some(&place) = self.places.get(&player) {
            return Ok(place);
        }
        self.write(|recorder| recorder.joins(name.as_str()))?;
        let place = self.places.len();
        self.places.insert(player, place);
        Ok(place)
    }

    /// A round begins.
    pub(super) fn round(&self, tournament: &Tournament) -> Result<(), HallError> {
        self.write(|recorder| recorder.round(tournament.rounds, &tournament.start, tournament.plies))
    }

    /// A player sits out.
    pub(super) fn bye(&mut self, player: usize, name: &Name, tournament: &Tournament) -> Result<(), HallError> {
        let place = self.place(player, name)?;
        self.write(|recorder| recorder.bye(place, &tournament.start, tournament.plies))
    }

    /// A game begins between players of these names.
    pub(super) fn begins(&mut self, table: &Table, [first, second]: [&Name; 2]) -> Result<(), HallError> {
        let seats = [self.place(table.seats[0], first)?, self.place(table.seats[1], second)?];
        self.write(|recorder| recorder.write(&Happening::Begins(Playing { seats, ..table.playing() })))
    }

    /// A move was made.
    pub(super) fn moved(&self, table: &Table, made: &MadeHere) -> Result<(), HallError> {
        let made = Made { round: &table.round, ply: made.ply, choice: &made.choice, time: made.time };
        self.write(|recorder| recorder.write(&Happening::Moved(table.playing(), made)))
    }

    /// A game is over, or is to be played `again`.
    pub(super) fn ends(&self, table: &Table, result: &GameResult, again: bool) -> Result<(), HallError> {
        self.write(|recorder| recorder.write(&Happening::Ends { playing: table.playing(), result, again }))?;
        if let Some(file) = &self.file {
            file.disk.ask();
        }
        Ok(())
    }

    fn write(&self, line: impl FnOnce(&Recorder) -> io::Result<()>) -> Result<(), HallError> {
        let Some(LogFile { recorder, path, disk }) = &self.file else { return Ok(()) };
        // What the disk did not take is no record.
        let failure = disk.failure().map(|error| io::Error::new(error.kind(), error.to_string()));
        failure.map_or_else(|| line(recorder), Err).map_err(|error| unwritten(path, error))
    }
}

fn unwritten(path: &Path, error: io::Error) -> HallError {
    HallError::Write { path: path.to_owned(), error }
}

/// Players come and go, so the first line names none, and nothing is decided beforehand.
fn header() -> Header {
    let plan = serde_json::Value::Null;
    Header { schema: RECORD_SCHEMA.to_owned(), event: "hall".to_owned(), players: Vec::new(), plan }
}

impl Past {
    /// What a record says; of the last playings the `recent` last.
    fn of(record: Record, recent: usize) -> Result<Self, RecordError> {
        if record.header.event != "hall" {
            let message = format!("it is the record of a {}, not of a hall", record.header.event);
            return Err(RecordError::Other(message));
        }
        let mut past = Past { players: record.header.players, ..Past::default() };
        let mut asked: HashMap<usize, usize> = HashMap::new();
        for game in &record.games {
            // In all playings under this number.
            let asked = asked.entry(game.game).or_default();
            *asked += game.asked();
            past.next_game = past.next_game.max(game.game + 1);
            let tournament = past.tournament(game.round.start(), game.plies);
            game.seats.iter().for_each(|&player| tournament.enter(player));
            // Of a game that was played again, the last playing tells.
            tournament.broken_off.retain(|broken| broken.game != game.game);
            match game.result(0).filter(|_| !game.again) {
                Some(result) => tournament.count(&result),
                None => tournament.broken_off.push(ToPlay { game: game.game, seats: game.seats, asked: *asked }),
            }
        }
        for bye in record.byes {
            past.tournament(&bye.start, bye.plies).sit_out(bye.player);
        }
        for round in record.rounds {
            past.tournament(&round.start, round.plies).rounds = round.number;
        }
        past.recent = record.games.into_iter().filter(|game| game.ended.is_some()).collect();
        past.recent.sort_unstable_by_key(|game| game.ended);
        past.recent.drain(..past.recent.len().saturating_sub(recent));
        Ok(past)
    }

    /// The tournament with this start and limit, opened where there is none.
    fn tournament(&mut self, start: &Position, plies: Option<u32>) -> &mut Tournament {
        let start = Round::new(start.clone()).start().clone();
        let place = self.tournaments.iter().position(|other| other.start == start && other.plies == plies);
        let place = place.unwrap_or_else(|| {
            self.tournaments.push(Tournament::new(start, plies));
            self.tournaments.len() - 1
        });
        &mut self.tournaments[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_disk_does_not_take_ends_the_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hall.jsonl");
        let settings = HallSettings { record: Some(path.clone()), ..HallSettings::default() };
        let (log, _) = Log::open(&settings, 0).unwrap();
        let tournament = Tournament::new("dots:1x1".parse().unwrap(), None);
        log.round(&tournament).unwrap();
        let recorded = std::fs::read(&path).unwrap();
        log.file.as_ref().unwrap().disk.fail(io::Error::other("no disk"));
        let error = log.round(&tournament).unwrap_err();
        assert_eq!(error.to_string(), format!("the record {} cannot be written: no disk", path.display()));
        assert_eq!(std::fs::read(&path).unwrap(), recorded, "and nothing is added");
    }
}
