//! The record of a hall, and a hall as a record left it.

use super::HallSettings;
use super::table::{MadeHere, Table};
use super::tournament::Tournament;
use crate::arena::{GameResult, Happening, Header, Made, Playing, RECORD_SCHEMA, Record, RecordError, Recorder};
use crate::games::Round;
use std::io;
use std::path::PathBuf;
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

/// Where a hall writes what happens; nowhere, if it is not asked to.
#[derive(Debug)]
pub(super) struct Log {
    recorder: Option<(Recorder, PathBuf)>,
}

/// What a record says of a hall.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// The names of the players.
    pub(super) players: Vec<String>,
    /// The tournaments with what was played in them.
    pub(super) tournaments: Vec<Tournament>,
    /// The number that the next game has.
    pub(super) next_game: usize,
}

impl Log {
    /// Opens the record, and says what is in it.
    ///
    /// # Errors
    /// [`HallError`] where it cannot be read or written, or is one of something else.
    pub(super) fn open(settings: &HallSettings) -> Result<(Self, Past), HallError> {
        let Some(path) = &settings.record else { return Ok((Self { recorder: None }, Past::default())) };
        let written = |error| HallError::Write { path: path.clone(), error };
        match Recorder::create(path, &header()) {
            Ok(recorder) => return Ok((Self { recorder: Some((recorder, path.clone())) }, Past::default())),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(written(error)),
            Err(_) => {}
        }
        let wrong = |error| HallError::Record { path: path.clone(), error };
        let (recorder, record) = Recorder::go_on(path).map_err(wrong)?;
        let past = Past::of(record).map_err(wrong)?;
        Ok((Self { recorder: Some((recorder, path.clone())) }, past))
    }

    /// A player has come who was never here before.
    pub(super) fn player(&self, name: &str) -> Result<(), HallError> {
        self.write(|recorder| recorder.joins(name))
    }

    /// A player sits out.
    pub(super) fn bye(&self, player: usize, tournament: &Tournament) -> Result<(), HallError> {
        self.write(|recorder| recorder.bye(player, &tournament.start, tournament.plies))
    }

    /// A game begins.
    pub(super) fn begins(&self, table: &Table) -> Result<(), HallError> {
        self.write(|recorder| recorder.write(&Happening::Begins(playing(table))))
    }

    /// A move was made.
    pub(super) fn moved(&self, table: &Table, made: &MadeHere) -> Result<(), HallError> {
        let made = Made { round: &table.round, ply: made.ply, choice: &made.choice, time: made.time };
        self.write(|recorder| recorder.write(&Happening::Moved(playing(table), made)))
    }

    /// A game is over, or is to be played `again`.
    pub(super) fn ends(&self, table: &Table, result: &GameResult, again: bool) -> Result<(), HallError> {
        self.write(|recorder| recorder.write(&Happening::Ends { playing: playing(table), result, again }))
    }

    fn write(&self, line: impl FnOnce(&Recorder) -> io::Result<()>) -> Result<(), HallError> {
        let Some((recorder, path)) = &self.recorder else { return Ok(()) };
        line(recorder).map_err(|error| HallError::Write { path: path.clone(), error })
    }
}

fn playing(table: &Table) -> Playing<'_> {
    Playing { fixture: &table.fixture, seats: table.seats, attempt: table.attempt }
}

/// Players come and go, so the first line names none, and nothing is decided beforehand.
fn header() -> Header {
    let plan = serde_json::Value::Null;
    Header { schema: RECORD_SCHEMA.to_owned(), event: "hall".to_owned(), players: Vec::new(), plan }
}

impl Past {
    /// What a record says.
    fn of(record: Record) -> Result<Self, RecordError> {
        if record.header.event != "hall" {
            let message = format!("it is the record of a {}, not of a hall", record.header.event);
            return Err(RecordError::Other(message));
        }
        let mut past = Past { players: record.header.players, ..Past::default() };
        for game in record.games {
            past.next_game = past.next_game.max(game.game + 1);
            let tournament = past.tournament(game.round.start(), game.plies);
            game.seats.iter().for_each(|&player| tournament.enter(player));
            // Of a game that was played again, the last playing tells.
            tournament.broken_off.retain(|&(number, _)| number != game.game);
            match game.result(0).filter(|_| !game.again) {
                Some(result) => tournament.results.push(result),
                None => tournament.broken_off.push((game.game, game.seats)),
            }
        }
        for bye in record.byes {
            let tournament = past.tournament(Round::new(bye.start).start(), bye.plies);
            tournament.enter(bye.player);
            tournament.sit_out(bye.player);
        }
        Ok(past)
    }

    /// The tournament with this start and limit, opened where there is none.
    fn tournament(&mut self, start: &crate::games::Position, plies: Option<u32>) -> &mut Tournament {
        let place = self.tournaments.iter().position(|other| other.start == *start && other.plies == plies);
        let place = place.unwrap_or_else(|| {
            self.tournaments.push(Tournament::new(start.clone(), plies));
            self.tournaments.len() - 1
        });
        &mut self.tournaments[place]
    }
}
