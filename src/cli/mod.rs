//! The command line: one file a command. Only here is anything printed.
//!
//! Data goes to standard output; words, progress and errors go to standard error.

mod analyze;
mod batch;
mod chart;
mod choose;
mod columns;
mod completions;
#[cfg(feature = "server")]
mod connect;
mod contest;
mod engine;
mod failure;
mod grade;
mod interrupt;
mod limits;
mod man;
mod r#match;
mod opening;
mod play;
mod progress;
mod reader;
mod replay;
mod reply;
#[cfg(feature = "server")]
mod serve;
mod show;
mod solve;
mod table;
mod tournament;
mod validate;

use clap::{CommandFactory, Parser, Subcommand};
use failure::{Failure, Status};
use std::process::ExitCode;

/// Everything that can be asked for.
#[derive(Debug, Parser)]
#[command(name = "gridsolve", version, about, after_help = AFTER_HELP, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Positions are text, GAME:BOARD, or JSON. Sizes are rows x columns: boxes in dots, squares elsewhere.
  dots:2x2                 Dots and Boxes, 2x2 boxes, nothing drawn
  dots:1x2:1010100         a digit a line, horizontal ones first, row by row; 1 is drawn
  dotdot:3x3               DotDot: a new line must touch a drawn one
  domineering:..#|...:v    rows of free (.) and filled (#) squares; vertical moves
  cram:3x4  xo:3x3  kings:4x6

Exit status: 0 done, 1 a check failed, 2 wrong usage, 3 wrong input, 4 a limit or the memory was
reached, 130 interrupted.

Examples:
  gridsolve solve dots:2x2
  gridsolve opening 4 4 14 --seed 1
  gridsolve man solve";

#[derive(Debug, Subcommand)]
enum Command {
    /// The exact value of a position, and every optimal move
    Solve(solve::Arguments),
    /// The move that a player makes in a position
    Choose(choose::Arguments),
    /// The lines that two careful but short-sighted players of Dots and Boxes draw
    Opening(opening::Arguments),
    /// Tables of exact values: build, look up, verify
    Table(table::Arguments),
    /// The page, and the interface for programs, over HTTP
    #[cfg(feature = "server")]
    Serve(serve::Arguments),
    /// Let a player play in a tournament hall
    #[cfg(feature = "server")]
    Connect(connect::Arguments),
    /// Play a game in the terminal, people and programs in any combination
    Play(play::Arguments),
    /// Answers programs that speak UGI, the universal game interface
    Engine(engine::Arguments),
    /// Tries a program that speaks UGI, and says what is wrong with it
    CheckEngine(engine::CheckArguments),
    /// Games between two players, and what they show
    Match(r#match::Arguments),
    /// A round robin of many players, with standings and points
    Tournament(tournament::Arguments),
    /// Grades a Python module of a coursework against the exact solver
    Grade(grade::Arguments),
    /// How good a player is: its moves against the exact values
    Validate(validate::Arguments),
    /// How often the first and the second player win, over sizes and pairs of strategies
    Analyze(analyze::Arguments),
    /// A recorded game with the exact value after every move, and its mistakes
    Replay(replay::Arguments),
    /// A script that completes commands and options in a shell
    Completions(completions::Arguments),
    /// The manual page of the program or of a command
    Man(man::Arguments),
}

/// Runs the program with the arguments of the process and says how it ended.
pub fn main() -> ExitCode {
    let command = match Arguments::try_parse() {
        Ok(arguments) => arguments.command,
        Err(error) => {
            // Where nobody listens any more, there is nobody to tell.
            let _ = error.print();
            return u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
        }
    };
    let result = match command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Choose(arguments) => choose::run(&arguments),
        Command::Opening(arguments) => opening::run(&arguments),
        Command::Table(arguments) => table::run(&arguments),
        #[cfg(feature = "server")]
        Command::Serve(arguments) => serve::run(&arguments),
        #[cfg(feature = "server")]
        Command::Connect(arguments) => connect::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Engine(arguments) => engine::run(&arguments),
        Command::CheckEngine(arguments) => engine::check(&arguments),
        Command::Match(arguments) => r#match::run(&arguments),
        Command::Tournament(arguments) => tournament::run(&arguments),
        Command::Grade(arguments) => grade::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    };
    result.unwrap_or_else(Failure::report).into()
}

/// The whole command line, as completions and manual pages describe it.
fn command_line() -> clap::Command {
    Arguments::command()
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
