//! `gridsolve play`.

mod blocking;
mod board;
mod commands;
mod dialogue;
mod saved;
mod table;
mod terminal;
mod xo;

use super::contest::Clocks;
use super::failure::{Failure, Status, say};
use super::{interrupt, reader};
use crate::chance::Chance;
use crate::engine::Programs;
use crate::games::{Position, Round};
use crate::notation::{Fault, GameName, ParseError};
use crate::player::{Player, PlayerError, PlayerSpec, Turn, guarded, register};
use crate::solver::StopSwitch;
use clap::{Args, ValueEnum};
use table::{Table, Who};
use terminal::{Ended, Terminal};

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
A person types moves as the game's users write them, or a command: help, hint, values, board, moves,
undo, save FILE, quit. A player is human or any name that `gridsolve choose --help` lists.

XO asks for names and, where none is given, for the size; squares are two digits each, row and
column: 01 11. Blocking asks for column and row from 1: 6 3.

With --time or --clock, who is late has lost, and a program that ends or makes no legal move has too.
What a person asks for instead of a move takes their time. Who types undo gets no time back: the clock
goes on from where it is, and a move made anew has of its --time what it had not used. The other side's
clock is set back with its moves.

Examples:
  printf 'h0,0\\nhint\\nquit\\n' | gridsolve play dots:2x2 --player human --player random
  gridsolve play kings:4x6 --player random --player random --seed 3
  printf 'Alan\\nJane\\n3\\nquit\\n' | gridsolve play xo
  gridsolve play dotdot:2x2 --player random --player random --starts 2 --depth 2")]
pub(super) struct Arguments {
    /// Where the game starts: a position, or the name of a game
    position: String,
    /// Who plays, given twice: first player 1, then player 2
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<PlayerSpec>,
    /// Who makes the first move; if not given, player 1, in XO either by chance
    #[arg(long, value_enum)]
    starts: Option<Starts>,
    /// Plies that programs look ahead at most
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    #[command(flatten)]
    clocks: Clocks,
    /// What is left to chance; a new one each time if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Starts {
    /// Player 1
    #[value(name = "1")]
    One,
    /// Player 2
    #[value(name = "2")]
    Two,
    /// Either, by chance
    Random,
}

/// Plays until the game, the input or the patience ends.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let seed = arguments.seed.unwrap_or_else(|| Chance::from_time().seed() >> 32);
    let game = arguments.game()?;
    let given = arguments.start()?;
    let start = given.clone().map_or_else(|| Position::parse(board::usual_start(game)), Ok)?;
    let who = arguments.who(&start, seed)?;
    let switch = StopSwitch::default();
    interrupt::stops(switch.clone());
    let unread = switch.clone();
    reader::gone(move || unread.stop());
    let terminal = Terminal::new(switch);
    let limits = table::Limits { plies: arguments.depth, time: arguments.clocks.control() };
    let mut table = Table::new(terminal, who, limits, Chance::new(seed));
    let ended = if game == GameName::Xo {
        xo::play(&mut table, given, arguments.first(Starts::Random))
    } else {
        let first = arguments.first(Starts::One).unwrap_or_else(|| table.toss());
        match game {
            GameName::Kings => table.play(start, first, &mut blocking::Blocking { first }),
            _ => table.play(start, first, &mut board::Plain),
        }
    };
    match ended {
        Ok(_) | Err(Ended::Input | Ended::Left) => Ok(Status::Done),
        Err(Ended::Interrupted) => {
            say("interrupted");
            Ok(Status::Interrupted)
        }
        Err(Ended::Misfit(message)) => Err(Failure::Input(message)),
        Err(Ended::Limit(message)) => Err(Failure::Limit(message)),
        Err(Ended::Output(error)) => Err(error.into()),
    }
}

impl Arguments {
    fn game(&self) -> Result<GameName, Failure> {
        let name = self.position.trim();
        if name.starts_with('{') {
            return Ok(Position::parse(name)?.game());
        }
        Ok(GameName::find(name.split(':').next().unwrap_or_default())?)
    }

    /// The position that is given, or nothing where only the game is.
    fn start(&self) -> Result<Option<Position>, Failure> {
        if GameName::find(self.position.trim()).is_ok() {
            return Ok(None);
        }
        let start = Position::parse(&self.position)?;
        if !start.has_move() && !matches!(&start, Position::Domineering(board) if board.turn().is_none()) {
            let message = format!("no move is left in {start}: there is nothing to play");
            return Err(Failure::Wrong(ParseError::new(Fault::BadPosition, message)));
        }
        Ok(Some(start))
    }

    /// Which player makes the first move, or nothing where chance decides; `usual` is who does where nobody says.
    fn first(&self, usual: Starts) -> Option<usize> {
        match self.starts.unwrap_or(usual) {
            Starts::One => Some(0),
            Starts::Two => Some(1),
            Starts::Random => None,
        }
    }

    /// The two players: of those that are not given, the first is a person, and so is the second in XO,
    /// which two people play. What does not play from `start` is refused.
    fn who(&self, start: &Position, seed: u64) -> Result<[Who; 2], Failure> {
        if self.players.len() > 2 {
            return Err(Failure::Usage("a game has two players: give --player at most twice".to_owned()));
        }
        let usual = |index| if index == 0 || start.game() == GameName::Xo { "human" } else { "alphabeta:depth=5" };
        let player = |index: usize| -> Result<Who, Failure> {
            let spec = match self.players.get(index) {
                Some(spec) => spec.clone(),
                None => usual(index).parse().map_err(|error| Failure::Usage(format!("{error}")))?,
            };
            if spec.name() == "human" {
                return Ok(Who::Person { name: None });
            }
            let made = register::make_with(&spec, &Programs).map_err(|error| Failure::Input(error.to_string()))?;
            let mut made: Box<dyn Player> = made;
            if spec.command().is_none()
                && let Some(why) = refusal(made.as_mut(), start)
            {
                return Err(Failure::Input(why));
            }
            made.begin(Chance::of(seed, 1 + index as u64).seed());
            Ok(Who::Program { name: spec.to_string(), player: made })
        };
        Ok([player(0)?, player(1)?])
    }
}

/// Why a player does not play from a position, if it says so as soon as it is asked. It need not think.
fn refusal(player: &mut dyn Player, start: &Position) -> Option<String> {
    let round = Round::new(start.clone());
    let turn = Turn::unlimited(&round);
    turn.switch.stop();
    match guarded(|| player.choose(&turn)) {
        Ok(Err(error @ PlayerError::CannotPlay(_))) => Some(error.to_string()),
        _ => None,
    }
}
