//! Two players at a board, and what goes on between them.

use super::commands::{self, Command};
use super::dialogue::Dialogue;
use super::saved::Saved;
use super::terminal::{Ended, Terminal};
use crate::arena::{Clock, TimeControl};
use crate::chance::Chance;
use crate::games::{Move, Position, Round, Seat};
use crate::player::{Choice, Player, PlayerError, Turn};
use std::time::Instant;

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

/// What the players are held to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Plies that programs look ahead.
    pub(super) plies: Option<u32>,
    /// The clocks; who is late has lost.
    pub(super) time: TimeControl,
}

/// A game being played by people and programs.
pub(super) struct Table {
    pub(super) terminal: Terminal,
    pub(super) who: [Who; 2],
    limits: Limits,
    chance: Chance,
    /// Which of the two made the first move of this game.
    first: usize,
    /// The clocks of the side that moves first and of the other.
    clocks: [Clock; 2],
    /// What was said of each move, and how long it took.
    said: Saved,
}

impl Table {
    /// A table with nothing on it yet.
    pub(super) fn new(terminal: Terminal, who: [Who; 2], limits: Limits, chance: Chance) -> Self {
        let clocks = [Clock::new(limits.time); 2];
        Self { terminal, who, limits, chance, first: 0, clocks, said: Saved::default() }
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
        self.clocks = [Clock::new(self.limits.time); 2];
        self.said = Saved::default();
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
            let (seat, asked) = (round.to_move(), Instant::now());
            let Some(choice) = self.ask(&mut round, dialogue)? else { continue };
            let taken = asked.elapsed();
            if let Err(overrun) = self.clocks[seat.index()].spend(taken) {
                let names = [mover, 1 - mover].map(|index| self.who[index].name().to_owned());
                let [late, winner] = names;
                let allowed = overrun.allowed.as_secs_f64();
                self.terminal.say(&format!("{late} had {allowed:.1} s and is late. {winner} wins."))?;
                return Ok(round);
            }
            let Choice { mv: Some(mv), .. } = choice else {
                return Err(Ended::Player(format!("{} chose no move", self.who[mover].name())));
            };
            round.play(mv).map_err(|error| Ended::Player(format!("{}: {error}", self.who[mover].name())))?;
            self.said.push(choice, taken);
            self.terminal.show(&dialogue.board(&round))?;
        }
    }

    /// Which player sits at `seat`.
    fn at(&self, seat: Seat) -> usize {
        seat.index() ^ self.first
    }

    /// The next move, or nothing where moves were taken back instead.
    fn ask(&mut self, round: &mut Round, dialogue: &dyn Dialogue) -> Result<Option<Choice>, Ended> {
        let mover = self.at(round.to_move());
        match &self.who[mover] {
            Who::Person { .. } => Ok(self.ask_person(round, dialogue)?.map(Choice::of)),
            Who::Program { .. } => self.ask_program(mover, round, dialogue).map(Some),
        }
    }

    fn ask_person(&mut self, round: &mut Round, dialogue: &dyn Dialogue) -> Result<Option<Move>, Ended> {
        loop {
            let name = self.who[self.at(round.to_move())].name();
            let line = self.terminal.ask(&dialogue.prompt(round, name))?;
            match Command::read(&line) {
                Some(Command::Undo) => {
                    if self.take_back(round) {
                        self.said.keep(round.plies().len());
                        self.terminal.show(&dialogue.board(round))?;
                        return Ok(None);
                    }
                    self.terminal.say("there is nothing to take back")?;
                }
                Some(Command::Save(file)) => self.save(round, &file)?,
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

    /// Writes the game so far to a file, as `replay` reads it.
    fn save(&self, round: &Round, file: &str) -> Result<(), Ended> {
        if file.is_empty() {
            return self.terminal.say("write the name of a file too: save game.jsonl");
        }
        let names = [0, 1].map(|index| self.who[index].name());
        match self.said.write(file, round, names, self.first) {
            Ok(()) => self.terminal.say(&format!("saved: gridsolve replay {file}")),
            Err(error) => self.terminal.say(&format!("cannot write {file}: {error}")),
        }
    }

    fn ask_program(&mut self, mover: usize, round: &Round, dialogue: &dyn Dialogue) -> Result<Choice, Ended> {
        let mut turn = Turn::unlimited(round);
        turn.plies = self.limits.plies;
        let clock = &self.clocks[round.to_move().index()];
        turn.deadline = clock.allowed().and_then(|time| Instant::now().checked_add(time));
        turn.clock = clock.shown();
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
        if let Some(mv) = choice.mv {
            self.terminal.say(&format!("{}{}", dialogue.prompt(round, name), dialogue.write(mv)))?;
        }
        if let Some(note) = &choice.note {
            self.terminal.say(&format!("({note})"))?;
        }
        Ok(choice)
    }
}
