//! Two players at a board, and what goes on between them.

use super::commands::{self, Command};
use super::dialogue::Dialogue;
use super::terminal::{Ended, Terminal};
use crate::chance::Chance;
use crate::games::{Move, Position, Round, Seat};
use crate::player::{Player, PlayerError, Turn};
use std::time::{Duration, Instant};

/// One of the two players.
pub(super) enum Who {
    /// Somebody who types; without a name until there is one.
    Person { name: Option<String> },
    /// A program.
    Program { name: String, player: Box<dyn Player> },
}

impl Who {
    /// What the player is called.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Person { name } => name.as_deref().unwrap_or("human"),
            Self::Program { name, .. } => name,
        }
    }
}

/// What programs are held to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Plies that they look ahead.
    pub(super) plies: Option<u32>,
    /// Time for a move.
    pub(super) time: Option<Duration>,
}

/// A game being played by people and programs.
pub(super) struct Table {
    pub(super) terminal: Terminal,
    pub(super) who: [Who; 2],
    limits: Limits,
    chance: Chance,
    /// Which of the two made the first move of this game.
    first: usize,
}

impl Table {
    /// A table with nothing on it yet.
    pub(super) fn new(terminal: Terminal, who: [Who; 2], limits: Limits, chance: Chance) -> Self {
        Self { terminal, who, limits, chance, first: 0 }
    }

    /// Whether a program plays.
    pub(super) fn has_program(&self) -> bool {
        self.who.iter().any(|who| matches!(who, Who::Program { .. }))
    }

    /// Who of the two it falls on, by chance.
    pub(super) fn toss(&mut self) -> usize {
        self.chance.below(2) as usize
    }

    /// Plays one game from `start` to its end.
    pub(super) fn play(
        &mut self,
        start: Position,
        first: Option<usize>,
        dialogue: &mut dyn Dialogue,
    ) -> Result<Round, Ended> {
        self.first = first.unwrap_or_else(|| self.toss());
        let mut round = Round::new(start);
        self.terminal.show(&dialogue.opening(&round))?;
        loop {
            if let Some(outcome) = round.outcome() {
                let names = [Seat::First, Seat::Second].map(|seat| self.who[self.at(seat)].name());
                let ending = dialogue.ending(&round, outcome, names);
                if !ending.is_empty() {
                    self.terminal.say(&ending)?;
                }
                return Ok(round);
            }
            let mover = self.at(round.to_move());
            self.terminal.show(&dialogue.before(&round, self.who[mover].name()))?;
            let Some(mv) = self.ask(&mut round, dialogue)? else { continue };
            round.play(mv).map_err(|error| Ended::Player(format!("{}: {error}", self.who[mover].name())))?;
            self.terminal.show(&dialogue.board(&round))?;
        }
    }

    /// Which player sits at `seat`.
    fn at(&self, seat: Seat) -> usize {
        seat.index() ^ self.first
    }

    /// The next move, or nothing where moves were taken back instead.
    fn ask(&mut self, round: &mut Round, dialogue: &dyn Dialogue) -> Result<Option<Move>, Ended> {
        let mover = self.at(round.to_move());
        match &self.who[mover] {
            Who::Person { .. } => self.ask_person(round, dialogue),
            Who::Program { .. } => self.ask_program(mover, round, dialogue).map(Some),
        }
    }

    fn ask_person(&self, round: &mut Round, dialogue: &dyn Dialogue) -> Result<Option<Move>, Ended> {
        let name = self.who[self.at(round.to_move())].name();
        loop {
            let line = self.terminal.ask(&dialogue.prompt(round, name))?;
            match Command::read(&line) {
                Some(Command::Undo) => {
                    if self.take_back(round) {
                        self.terminal.show(&dialogue.board(round))?;
                        return Ok(None);
                    }
                    self.terminal.say("there is nothing to take back")?;
                }
                Some(command) => commands::obey(command, round, dialogue, &self.terminal)?,
                None => match dialogue.read(&line, round.position()) {
                    Ok(mv) => return Ok(Some(mv)),
                    Err(message) => self.terminal.say(&message)?,
                },
            }
        }
    }

    /// Takes moves back until it is a person's turn again; says whether there was one.
    fn take_back(&self, round: &mut Round) -> bool {
        let is_person = |round: &Round| matches!(self.who[self.at(round.to_move())], Who::Person { .. });
        let persons =
            |round: &Round| round.plies().iter().any(|ply| matches!(self.who[self.at(ply.by)], Who::Person { .. }));
        if !persons(round) {
            return false;
        }
        while round.undo().is_some() {
            if is_person(round) {
                break;
            }
        }
        true
    }

    fn ask_program(&mut self, mover: usize, round: &Round, dialogue: &dyn Dialogue) -> Result<Move, Ended> {
        let mut turn = Turn::unlimited(round);
        turn.plies = self.limits.plies;
        turn.deadline = self.limits.time.and_then(|time| Instant::now().checked_add(time));
        turn.switch = self.terminal.switch().clone();
        let Who::Program { name, player } = &mut self.who[mover] else { unreachable!("only programs are asked here") };
        let chosen = player.choose(&turn);
        if self.terminal.switch().is_stopped() {
            return Err(Ended::Interrupted);
        }
        let choice = chosen.map_err(|error| match error {
            PlayerError::Stopped => Ended::Interrupted,
            error => Ended::Player(format!("{name}: {error}")),
        })?;
        let mv = choice.mv.ok_or_else(|| Ended::Player(format!("{name} chose no move")))?;
        self.terminal.say(&format!("{}{}", dialogue.prompt(round, name), dialogue.write(mv)))?;
        if let Some(note) = choice.note {
            self.terminal.say(&format!("({note})"))?;
        }
        Ok(mv)
    }
}
