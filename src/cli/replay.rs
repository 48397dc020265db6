//! `gridsolve replay`.

use super::columns::{Columns, in_seconds};
use super::contest::{Work, read_record};
use super::failure::{Failure, Status, say};
use super::interrupt;
use super::progress::watched;
use crate::arena::{ExactMove, Record, RecordedGame, RecordedMove, Step, Truth, replay};
use crate::games::{Move, Outcome, Position, Seat};
use crate::notation::{Drawing, title};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Each move stands beside what the position was worth to who made it and what the move gives away of
that; ? marks a mistake. \"ahead\" is how the game ends from there with perfect play, as the first
player sees it: its margin in dots, dotdot and xo, else 1 for a win and -1 for a loss.

Examples:
  gridsolve match greedy random --game dots:2x2 --games 4 --record played.jsonl
  gridsolve replay played.jsonl --game 2
  gridsolve replay played.jsonl --boards --format text
  gridsolve replay played.jsonl --format json")]
pub(super) struct Arguments {
    /// A record of a match or tournament (- is standard input)
    record: PathBuf,
    /// The number of the game, from 0; the first one recorded if not given
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Draw the board at every mistake
    #[arg(long)]
    boards: bool,
    #[command(flatten)]
    work: Work,
    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

/// Walks through a game and prints it.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let record = read_record(&arguments.record)?;
    let games = arguments.games(&record)?;
    let solver = arguments.work.solver(1)?.threads(arguments.work.threads());
    let switch = solver.stop_switch();
    interrupt::stops(switch.clone());
    let truth = Truth::new(solver);
    let done = AtomicUsize::new(0);
    let of: usize = games.iter().map(|game| game.moves.len()).sum();
    let mut text = String::new();
    for (at, game) in games.iter().enumerate() {
        let words = || format!("{} of {of} moves held against exact values", done.load(Ordering::Relaxed));
        let seen = || {
            done.fetch_add(1, Ordering::Relaxed);
        };
        let steps = watched(words, || replay(&game.round, &truth, &seen))?;
        if switch.is_stopped() {
            say("interrupted: give the same command again");
            return Ok(Status::Interrupted);
        }
        let told = Told { players: &record.header.players, game, steps: &steps };
        match arguments.format {
            Format::Text => {
                let _ = write!(text, "{}{}", if at > 0 { "\n" } else { "" }, told.text(arguments.boards));
            }
            Format::Json => text += &(told.json().map_err(io::Error::from)? + "\n"),
        }
    }
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}

impl Arguments {
    /// Every playing of the game that is asked for.
    fn games<'r>(&self, record: &'r Record) -> Result<Vec<&'r RecordedGame>, Failure> {
        let file = self.record.display();
        let Some(first) = record.games.first() else {
            return Err(Failure::Input(format!("{file}: no game is recorded")));
        };
        let number = self.game.unwrap_or(first.game);
        let games: Vec<&RecordedGame> = record.games.iter().filter(|game| game.game == number).collect();
        let numbers = record.games.iter().map(|game| game.game);
        let (least, most) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
        if games.is_empty() {
            return Err(Failure::Input(format!("{file} has no game {number}: it has games {least} to {most}")));
        }
        if self.game.is_none() && least < most {
            say(&format!("this is game {number} of games {least} to {most}: choose with --game"));
        }
        Ok(games)
    }
}

/// A game that is told.
struct Told<'t> {
    players: &'t [String],
    game: &'t RecordedGame,
    steps: &'t [Step],
}

#[derive(Serialize)]
struct ReplayRecord<'t> {
    schema: &'static str,
    game: usize,
    attempt: u32,
    start: String,
    players: [&'t str; 2],
    result: Option<&'static str>,
    reason: Option<&'static str>,
    moves: Vec<MoveRecord<'t>>,
    mistakes: [usize; 2],
    lost: [i64; 2],
}

#[derive(Serialize)]
struct MoveRecord<'t> {
    ply: usize,
    by: &'static str,
    #[serde(rename = "move")]
    mv: Move,
    position: String,
    exact: Option<&'t ExactMove>,
    mistake: bool,
    scores: [i16; 2],
    seconds: f64,
    depth: Option<u32>,
    claimed: Option<i32>,
}

impl Told<'_> {
    fn names(&self) -> [&str; 2] {
        self.game.seats.map(|player| &*self.players[player])
    }

    fn text(&self, boards: bool) -> String {
        let [first, second] = self.names();
        let number = self.game.game;
        let again = if self.game.attempt > 0 { format!(", rematch {}", self.game.attempt) } else { String::new() };
        let mut text =
            format!("{}\nGame {number}{again}: {first} first, {second} second\n\n", title(self.game.round.start()));
        text += &self.table();
        let _ = writeln!(text, "\n{}", self.result());
        for seat in [Seat::First, Seat::Second] {
            let (mistakes, lost) = self.mistakes(seat);
            let moves = self.steps.iter().filter(|step| step.by == seat && step.exact.is_some()).count();
            let name = self.names()[seat.index()];
            let _ = writeln!(
                text,
                "{name}, {seat}: {mistakes} mistakes in {moves} moves that are solved, {lost} given away."
            );
        }
        if boards {
            self.steps.iter().filter_map(drawn).for_each(|board| text += &board);
        }
        text
    }

    fn table(&self) -> String {
        let scored = matches!(self.game.round.start(), Position::Dots(_) | Position::Xo(_));
        let mut heads = vec!["move", "by", "", "", "value", "loss", "ahead", "time", "depth", "claimed"];
        if scored {
            heads.push("score");
        }
        heads.push("better");
        let mut table = Columns::new(0, &heads).names_at(1).names_at(2).names_at(3).names_at(heads.len() - 1);
        for (step, made) in self.steps.iter().zip(&self.game.moves) {
            let optional = |number: Option<i64>| number.map_or("-".to_owned(), |number| number.to_string());
            let exact = |of: fn(&ExactMove) -> i64| optional(step.exact.as_ref().map(of));
            let mut row = vec![
                step.ply.to_string(),
                step.by.to_string(),
                step.mv.to_string(),
                if is_mistake(step) { "?" } else { "" }.to_owned(),
                exact(|exact| exact.value.into()),
                exact(|exact| exact.loss.into()),
                exact(|exact| exact.outcome.into()),
                in_seconds(made.seconds),
                optional(made.depth.map(i64::from)),
                optional(made.value.map(i64::from)),
            ];
            if scored {
                row.push(format!("{}-{}", step.scores[0], step.scores[1]));
            }
            row.push(better(step));
            table.add(row);
        }
        table.text()
    }

    fn result(&self) -> String {
        let [first, second] = self.names();
        let Some(verdict) = &self.game.verdict else { return "The game is not over in the record.".to_owned() };
        let ended = match verdict.outcome {
            Outcome::Won(Seat::First) => format!("{first}, first, wins"),
            Outcome::Won(Seat::Second) => format!("{second}, second, wins"),
            Outcome::Tied => "Nobody wins".to_owned(),
        };
        match &verdict.forfeit {
            Some(forfeit) => format!("{ended}: {forfeit}."),
            None => format!("{ended}."),
        }
    }

    fn mistakes(&self, seat: Seat) -> (usize, i64) {
        let losses = self.steps.iter().filter(|step| step.by == seat).filter_map(|step| step.exact.as_ref());
        let losses = losses.map(|exact| i64::from(exact.loss)).filter(|&loss| loss > 0);
        (losses.clone().count(), losses.sum())
    }

    fn json(&self) -> serde_json::Result<String> {
        let [first, second] = [Seat::First, Seat::Second].map(|seat| self.mistakes(seat));
        let moves = self.steps.iter().zip(&self.game.moves);
        let record = ReplayRecord {
            schema: "gridsolve-replay/1",
            game: self.game.game,
            attempt: self.game.attempt,
            start: self.game.round.start().to_string(),
            players: self.names(),
            result: self.game.verdict.as_ref().map(|verdict| verdict.outcome.as_str()),
            reason: self.game.verdict.as_ref().map(|verdict| verdict.reason()),
            moves: moves.map(|(step, made)| Self::move_record(step, made)).collect(),
            mistakes: [first.0, second.0],
            lost: [first.1, second.1],
        };
        serde_json::to_string(&record)
    }

    fn move_record<'s>(step: &'s Step, made: &RecordedMove) -> MoveRecord<'s> {
        MoveRecord {
            ply: step.ply,
            by: step.by.as_str(),
            mv: step.mv,
            position: step.before.to_string(),
            exact: step.exact.as_ref(),
            mistake: is_mistake(step),
            scores: step.scores,
            seconds: made.seconds,
            depth: made.depth,
            claimed: made.value,
        }
    }
}

fn is_mistake(step: &Step) -> bool {
    step.exact.as_ref().is_some_and(|exact| exact.loss > 0)
}

/// The moves that would have been better than a mistake, as many as fit.
fn better(step: &Step) -> String {
    const MOST: usize = 6;
    let Some(exact) = step.exact.as_ref().filter(|exact| exact.loss > 0) else { return String::new() };
    let shown: Vec<String> = exact.best.iter().take(MOST).map(Move::to_string).collect();
    let more = if exact.best.len() > MOST { format!(" and {} more", exact.best.len() - MOST) } else { String::new() };
    shown.join(" ") + &more
}

/// The board at a mistake: the move is marked with `?`, better ones with a star, or a plus in Blocking,
/// where a star is a blocked square.
fn drawn(step: &Step) -> Option<String> {
    let exact = step.exact.as_ref().filter(|exact| exact.loss > 0)?;
    let mut drawing = Drawing::of(&step.before);
    let star = if matches!(step.before, Position::Kings(_)) { "+" } else { "*" };
    exact.best.iter().for_each(|&mv| drawing.label(mv, star, true));
    drawing.label(step.mv, "?", false);
    let (ply, by, mv, loss) = (step.ply, step.by, step.mv, exact.loss);
    Some(format!("\nMove {ply}, {by}: {mv} gives {loss} away\n\n{}", drawing.painted(str::to_owned)))
}
