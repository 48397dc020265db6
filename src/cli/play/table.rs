//! Two players at a board, and what goes on between them.

use super::commands::{self, Command};
use super::dialogue::Dialogue;
use super::saved::Saved;
use super::terminal::{Ended, Terminal};
use crate::arena::{Answerless, Clock, Forfeit, ForfeitKind, Referee, TimeControl, accept};
use crate::chance::Chance;
use crate::games::{Move, Position, Round, Seat};
use crate::player::{Choice, Player, PlayerError};
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
    /// The same before each move.
    clocks_before: Vec<[Clock; 2]>,
    /// What was said of each move, and how long it took.
    said: Saved,
}

impl Table {
    /// A table with nothing on it yet.
    pub(super) fn new(terminal: Terminal, who: [Who; 2], limits: Limits, chance: Chance) -> Self {
        let clocks = [Clock::new(limits.time), Clock::new(limits.time)];
        Self { terminal, who, limits, chance, first: 0, clocks, clocks_before: Vec::new(), said: Saved::default() }
    }

    /// Who of the two it falls on, by chance.
    pub(super) fn toss(&mut self) -> usize {
        self.chance.below(2) as usize
    }

    /// Plays one game from `start` to its end; `first` of the two makes the first move.
    pub(super) fn play(&mut self, start: Position, first: usize, dialogue: &mut dyn Dialogue) -> Result<Round, Ended> {
        self.first = first;
        self.clocks = [Clock::new(self.limits.time), Clock::new(self.limits.time)];
        self.clocks_before.clear();
        self.said = Saved::default();
        let mut round = Round::new(start);
        self.terminal.show(&dialogue.opening(&round))?;
        loop {
            if let Some(outcome) = round.outcome() {
                let ending = dialogue.ending(&round, outcome, self.names());
                if !ending.is_empty() {
                    self.terminal.say(&ending)?;
                }
                return Ok(round);
            }
            let seat = round.to_move();
            self.terminal.show(&dialogue.before(&round, self.who[self.at(seat)].name()))?;
            if let Err(forfeit) = self.turn(&mut round, dialogue)? {
                self.terminal.say(&self.broken_off(&round, seat, &forfeit, dialogue))?;
                return Ok(round);
            }
            self.terminal.show(&dialogue.board(&round))?;
        }
    }

    /// Lets the side to move make a move, or take some back; the answer says how it has lost instead.
    fn turn(&mut self, round: &mut Round, dialogue: &dyn Dialogue) -> Result<Result<(), Forfeit>, Ended> {
        let seat = round.to_move();
        let asked = Instant::now();
        let (answer, time) = match self.who[self.at(seat)] {
            Who::Person { .. } => match self.ask_person(round, dialogue, asked)? {
                Some(mv) => (Ok(Choice::of(mv)), asked.elapsed()),
                None => {
                    let passed = self.clocks[seat.index()].pass(asked.elapsed());
                    return match passed {
                        Ok(()) => self.take_back(round).map(Ok),
                        Err(overrun) => Ok(Err(Forfeit::new(ForfeitKind::Late, overrun.to_string()))),
                    };
                }
            },
            Who::Program { .. } => self.ask_program(round, dialogue)?,
        };
        let before = self.clocks.clone();
        Ok(accept(round, answer, time, &mut self.clocks[seat.index()]).map(|(_, choice)| {
            self.clocks_before.push(before);
            self.said.push(choice, time);
        }))
    }

    /// How a side has lost that broke off.
    fn broken_off(&self, round: &Round, seat: Seat, forfeit: &Forfeit, dialogue: &dyn Dialogue) -> String {
        let [loser, winner] = [seat, seat.other()].map(|seat| dialogue.side(round, seat, self.names()));
        let what = match forfeit.kind {
            ForfeitKind::Crash => "is gone",
            ForfeitKind::Silent | ForfeitKind::Late => "is late",
            ForfeitKind::Protocol => "answers with no move",
            ForfeitKind::Illegal => "makes no legal move",
        };
        format!("{loser} {what}: {}. {winner} wins.", forfeit.message)
    }

    /// The names of those who move first and second.
    fn names(&self) -> [&str; 2] {
        [Seat::First, Seat::Second].map(|seat| self.who[self.at(seat)].name())
    }

    /// Which player sits at `seat`.
    fn at(&self, seat: Seat) -> usize {
        seat.index() ^ self.first
    }

    /// The move that a person makes who was first asked at `asked`, or nothing where moves are to be taken back
    /// or the time is up.
    fn ask_person(&self, round: &Round, dialogue: &dyn Dialogue, asked: Instant) -> Result<Option<Move>, Ended> {
        let seat = round.to_move();
        let allowed = self.clocks[seat.index()].allowed();
        loop {
            let mut prompt = dialogue.prompt(round, self.who[self.at(seat)].name());
            if let Some(allowed) = allowed.filter(|_| dialogue.shows_time()) {
                prompt = format!("[{:.1} s] {prompt}", allowed.saturating_sub(asked.elapsed()).as_secs_f64());
            }
            let deadline = allowed.and_then(|allowed| asked.checked_add(allowed));
            let Some(line) = self.terminal.ask_until(&prompt, deadline)? else { return Ok(None) };
            match Command::read(&line) {
                Some(Command::Undo) if self.persons(round).next().is_some() => return Ok(None),
                Some(Command::Undo) => self.terminal.say("there is nothing to take back")?,
                Some(Command::Save(file)) => self.save(round, &file)?,
                Some(command) => commands::obey(command, round, dialogue, &self.terminal)?,
                None => match dialogue.read(&line, round.position()) {
                    Ok(mv) => return Ok(Some(mv)),
                    Err(message) => self.terminal.say(&message)?,
                },
            }
        }
    }

    /// The numbers of the moves that people have made, the last first.
    fn persons(&self, round: &Round) -> impl Iterator<Item = usize> {
        let is_person = |at: &usize| matches!(self.who[self.at(round.plies()[*at].by)], Who::Person { .. });
        (0..round.plies().len()).rev().filter(is_person)
    }

    /// Takes moves back, for the person to move, until a person is to move again who has moved before. Whoever
    /// takes back has spent what time it took; the other side's clock is set back too.
    fn take_back(&mut self, round: &mut Round) -> Result<(), Ended> {
        let Some(left) = self.persons(round).next() else { return Ok(()) };
        let seat = round.to_move();
        while round.plies().len() > left {
            round.undo();
        }
        self.said.keep(left);
        let made = round.plies().iter().filter(|ply| ply.by == seat).count();
        self.clocks[seat.index()].take_back(made);
        let other = seat.other().index();
        self.clocks[other] = self.clocks_before[left][other].clone();
        self.clocks_before.truncate(left);
        match self.clocks[round.to_move().index()].allowed() {
            Some(allowed) => self.terminal.say(&format!("{:.1} s are left for this move", allowed.as_secs_f64())),
            None => Ok(()),
        }
    }

    /// Writes the game so far to a file, as `replay` reads it.
    fn save(&self, round: &Round, file: &str) -> Result<(), Ended> {
        if file.is_empty() {
            return self.terminal.say("write the name of a file too: save game.jsonl");
        }
        let names = [0, 1].map(|index| self.who[index].name());
        match self.said.write(file, round, names, self.first) {
            Ok(()) => {
                let quoted = shlex::try_quote(file).unwrap_or(file.into());
                self.terminal.say(&format!("saved: gridsolve replay {quoted}"))
            }
            Err(error) => self.terminal.say(&format!("cannot write {file}: {error}")),
        }
    }

    /// What a program answers, and how long it took.
    fn ask_program(
        &mut self,
        round: &Round,
        dialogue: &dyn Dialogue,
    ) -> Result<(Result<Choice, Answerless>, Duration), Ended> {
        let (seat, mover) = (round.to_move(), self.at(round.to_move()));
        let switch = self.terminal.switch().clone();
        let referee = Referee { time: self.limits.time, plies: self.limits.plies, switch };
        let Who::Program { name, player } = &mut self.who[mover] else { unreachable!("only programs are asked here") };
        let (answer, time) = referee.ask(round, player.as_mut(), &self.clocks[seat.index()]);
        if referee.switch.is_stopped() || matches!(answer, Err(Answerless::Said(PlayerError::Stopped))) {
            return Err(self.terminal.interrupted());
        }
        match &answer {
            Err(Answerless::Said(error @ PlayerError::CannotPlay(_))) => {
                return Err(Ended::Misfit(format!("{name}: {error}")));
            }
            Err(_) => {}
            Ok(Choice { mv, note, .. }) => {
                if let Some(mv) = mv {
                    self.terminal.say(&format!("{}{}", dialogue.prompt(round, name), dialogue.write(*mv)))?;
                }
                if let Some(note) = note {
                    self.terminal.say(&format!("({note})"))?;
                }
            }
        }
        Ok((answer, time))
    }
}
