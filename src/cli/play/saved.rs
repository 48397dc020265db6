//! A game kept for later, in the form of a record of an event of one game.

use crate::arena::{Effort, Fixture, GameResult, Happening, Header, Made, Playing, RECORD_SCHEMA, Recorder, Verdict};
use crate::games::Round;
use crate::player::Choice;
use serde_json::json;
use std::io;
use std::path::Path;
use std::time::Duration;

/// What was said of each move so far, and how long it took.
#[derive(Debug, Default)]
pub(super) struct Saved(Vec<(Choice, Duration)>);

impl Saved {
    /// Notes a move.
    pub(super) fn push(&mut self, choice: Choice, time: Duration) {
        self.0.push((choice, time));
    }

    /// Forgets all moves but the first `count`.
    pub(super) fn keep(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Writes a game as a record in a new file; `first` is the index of the name that moved first.
    ///
    /// # Errors
    /// What the system says, also where there is something in the file already.
    pub(super) fn write(&self, file: &str, round: &Round, names: [&str; 2], first: usize) -> io::Result<()> {
        let header = Header {
            schema: RECORD_SCHEMA.to_owned(),
            event: "game".to_owned(),
            players: names.map(str::to_owned).into(),
            plan: json!({ "start": round.start().to_string() }),
        };
        let recorder = Recorder::create(Path::new(file), &header)?;
        let seats = [first, 1 - first];
        let fixture = Fixture { number: 0, seats, start: round.start().clone(), plies: None, seed: 0 };
        let playing = Playing { fixture: &fixture, seats, attempt: 0 };
        recorder.write(&Happening::Begins(playing))?;
        let mut so_far = Round::new(round.start().clone());
        let mut efforts = [Effort::default(); 2];
        for (ply, (choice, time)) in round.plies().iter().zip(&self.0) {
            so_far.play(ply.mv).map_err(io::Error::other)?;
            let effort = Effort { moves: 1, time: *time, slowest: *time };
            efforts[ply.by.index()].join(&effort);
            recorder.write(&Happening::Moved(playing, Made { round: &so_far, ply: *ply, choice, time: *time }))?;
        }
        let Some(outcome) = round.outcome() else { return Ok(()) };
        let result = GameResult {
            game: 0,
            seats,
            verdict: Verdict::by_rules(outcome),
            scores: round.scores().map(i32::from),
            efforts,
            rematches: 0,
            moves: round.plies().iter().map(|ply| ply.mv).collect(),
            course: GameResult::course_of(round),
        };
        recorder.write(&Happening::Ends { playing, result: &result, again: false })
    }
}
