//! A player that is another program.

use super::process::{Process, Silence};
use super::words::{best_move, shortened};
use crate::games::Round;
use crate::player::register::{Made, Outside};
use crate::player::{Choice, Player, PlayerError, SpecError, Turn};
use crate::solver::StopSwitch;
use std::time::{Duration, Instant};

/// How long a program may take to start, and to say that it is ready.
const TO_START: Duration = Duration::from_secs(10);
/// What a program is told that it has for a move where nothing else limits it. It is waited for four times
/// as long: one that hangs must not hold up a match for ever.
const UNLIMITED: Duration = Duration::from_secs(15);
/// How long after the deadline a move is still waited for: it has lost, but it came.
const TO_BE_LATE: Duration = Duration::from_millis(300);
/// How often the switch is looked at while a program thinks.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays as a program that speaks the protocol of [`crate::engine`]. It is started at once and told to
/// end when this is dropped.
#[derive(Debug)]
pub struct Program {
    command: String,
    process: Process,
    name: String,
    has_depth: bool,
    depth: u32,
    /// Whether a move was asked for and has not come.
    owes_move: bool,
}

impl Program {
    /// Starts `command` and waits until it is ready.
    ///
    /// # Errors
    /// [`PlayerError`] where it cannot be started, ends, or does not greet as the protocol asks.
    pub fn start(command: &str) -> Result<Self, PlayerError> {
        let process = Process::start(command).map_err(PlayerError::Gone)?;
        let (name, has_depth) = (command.to_owned(), false);
        let mut program = Self { command: command.to_owned(), process, name, has_depth, depth: 0, owes_move: false };
        program.greet().map_err(|error| match error {
            PlayerError::Late => PlayerError::Protocol(format!(
                "it does not answer \"ugi\" by \"ugiok\" within {} s",
                TO_START.as_secs()
            )),
            error => error,
        })?;
        Ok(program)
    }

    /// What the program calls itself, or its command.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn greet(&mut self) -> Result<(), PlayerError> {
        let deadline = Instant::now() + TO_START;
        self.send("ugi")?;
        loop {
            let line = self.receive(deadline)?;
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("ugiok"), _) => break,
                (Some("id"), Some("name")) => self.name = words.collect::<Vec<_>>().join(" "),
                (Some("option"), Some("name")) => self.has_depth |= words.next() == Some("Depth"),
                _ => {}
            }
        }
        self.wait_until_ready(deadline, &StopSwitch::default())
    }

    fn wait_until_ready(&self, deadline: Instant, switch: &StopSwitch) -> Result<(), PlayerError> {
        self.send("isready")?;
        while self.receive_unless(deadline, switch)?.trim() != "readyok" {}
        Ok(())
    }

    fn send(&self, line: &str) -> Result<(), PlayerError> {
        self.process.send(line).map_err(PlayerError::from)
    }

    fn receive(&self, deadline: Instant) -> Result<String, PlayerError> {
        self.process.receive(deadline).map_err(PlayerError::from)
    }

    /// The next line, unless the switch is thrown while it is waited for.
    fn receive_unless(&self, deadline: Instant, switch: &StopSwitch) -> Result<String, PlayerError> {
        loop {
            match self.process.receive(deadline.min(Instant::now() + GLANCE)) {
                Ok(_) if switch.is_stopped() => return Err(PlayerError::Stopped),
                Ok(line) => return Ok(line),
                Err(Silence::Late) if switch.is_stopped() => return Err(PlayerError::Stopped),
                Err(Silence::Late) if Instant::now() < deadline => {}
                Err(silence) => return Err(silence.into()),
            }
        }
    }

    /// Waits for the move, noting what is said on the way.
    fn listen(&self, round: &Round, deadline: Instant, switch: &StopSwitch) -> Result<Choice, PlayerError> {
        let mut choice = Choice::default();
        loop {
            let line = self.receive_unless(deadline, switch)?;
            if let Some(text) = best_move(&line) {
                let wrong = |_| PlayerError::Protocol(format!("\"bestmove {}\" is no move", shortened(text)));
                choice.mv = Some(round.position().read_move(text).map_err(wrong)?);
                return Ok(choice);
            }
            if line.split_whitespace().next() == Some("info") {
                note(&line, &mut choice);
            }
        }
    }

    /// Starts the program anew if it has gone, or may still answer a question of the last game: a crash or
    /// a late move ends one game, not the match.
    fn revive(&mut self) -> Result<(), PlayerError> {
        if self.owes_move || self.process.has_ended(Instant::now()) {
            *self = Self::start(&self.command)?;
        }
        Ok(())
    }
}

impl Player for Program {
    fn begin(&mut self, _: u64) {
        // What goes wrong here goes wrong again at the first move, where it can be said.
        let _ = self.revive();
        let _ = self.send("uginewgame");
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        // A move that comes too late is told from one that never comes.
        let deadline = turn.deadline.map_or_else(|| Instant::now() + 4 * UNLIMITED, |deadline| deadline + TO_BE_LATE);
        if self.has_depth && turn.plies.unwrap_or(0) != self.depth {
            self.depth = turn.plies.unwrap_or(0);
            self.send(&format!("setoption name Depth value {}", self.depth))?;
        }
        self.send(&position_line(turn.round))?;
        self.wait_until_ready(deadline, &turn.switch)?;
        self.owes_move = true;
        self.send(&go_line(turn))?;
        let choice = self.listen(turn.round, deadline, &turn.switch)?;
        self.owes_move = false;
        Ok(choice)
    }
}

/// Makes `exec:COMMAND` players, for whoever may start programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Programs;

impl Outside for Programs {
    fn program(&self, command: &str) -> Made {
        match Program::start(command) {
            Ok(program) => Ok(Box::new(program)),
            Err(error) => Err(SpecError::elsewhere("exec", error.to_string())),
        }
    }
}

impl From<Silence> for PlayerError {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Late => Self::Late,
            Silence::Gone(why) => Self::Gone(why),
        }
    }
}

/// The line that sets up a game.
pub(super) fn position_line(round: &Round) -> String {
    let mut line = format!("position fen {}", round.start());
    for (i, ply) in round.plies().iter().enumerate() {
        line += if i == 0 { " moves " } else { " " };
        line += &ply.mv.to_string();
    }
    line
}

fn go_line(turn: &Turn<'_>) -> String {
    let mut line = "go".to_owned();
    if let Some(plies) = turn.plies {
        line += &format!(" depth {plies}");
    }
    if let Some((left, increment)) = turn.clock {
        let (left, increment) = (left.as_millis(), increment.as_millis());
        line += &format!(" p1time {left} p2time {left} p1inc {increment} p2inc {increment}");
    } else if turn.deadline.is_some() || turn.plies.is_none() {
        let left = turn.deadline.map_or(UNLIMITED, |deadline| deadline.saturating_duration_since(Instant::now()));
        line += &format!(" movetime {}", left.as_millis().max(1));
    }
    line
}

/// Notes what an `info` line says of depth, nodes and score.
fn note(line: &str, choice: &mut Choice) {
    let mut words = line.split_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "depth" => choice.depth = words.next().and_then(|number| number.parse().ok()).or(choice.depth),
            "nodes" => choice.leaves = words.next().and_then(|number| number.parse().ok()).or(choice.leaves),
            "cp" => {
                let value = words.next().and_then(|number| number.parse::<i32>().ok());
                choice.value = value.map(|hundredths| hundredths / 100).or(choice.value);
            }
            "pv" | "string" => return,
            _ => {}
        }
    }
}
