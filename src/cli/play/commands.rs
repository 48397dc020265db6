//! What a person can type instead of a move.

use super::dialogue::Dialogue;
use super::terminal::{Ended, Terminal};
use crate::answer::Answer;
use crate::cli::progress::{search_words, watched};
use crate::cli::show;
use crate::games::Round;
use crate::notation::value_sentence;
use crate::solver::Solver;
use crate::table::Catalog;
use std::time::Duration;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Hint,
    Values,
    Undo,
    Board,
    Moves,
    Save(String),
    Quit,
}

/// How long the solver may think while somebody waits at the prompt.
const PATIENCE: Duration = Duration::from_secs(10);

const HELP: &str = "\
help       this, with a move that can be made here
hint       the exact value and the best moves
values     the exact value of every move, on the board
board      the board
moves      every legal move
undo       take back the last move that a person made, and what followed; your time stays spent
save FILE  write the game to a file
quit       leave";

impl Command {
    /// Reads a command; nothing where the line is none.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match (word.to_lowercase().as_str(), rest) {
            ("help" | "?", "") => Self::Help,
            ("hint", "") => Self::Hint,
            ("values", "") => Self::Values,
            ("undo", "") => Self::Undo,
            ("board", "") => Self::Board,
            ("moves", "") => Self::Moves,
            ("quit" | "exit", "") => Self::Quit,
            ("save", file) => Self::Save(file.to_owned()),
            _ => return None,
        })
    }
}

/// Does what is asked for, all but taking moves back and saving.
pub(super) fn obey(command: Command, round: &Round, dialogue: &dyn Dialogue, terminal: &Terminal) -> Result<(), Ended> {
    match command {
        Command::Help => help(round, dialogue, terminal),
        Command::Hint => hint(round, dialogue, terminal),
        Command::Values => values(round, dialogue, terminal),
        Command::Board => terminal.show(&dialogue.board(round)),
        Command::Moves => {
            let moves = round.position().legal_moves().into_iter().map(|mv| dialogue.write(mv));
            terminal.say(&moves.collect::<Vec<_>>().join("  "))
        }
        Command::Quit => Err(Ended::Left),
        // These change or need what only the table has.
        Command::Undo | Command::Save(_) => Ok(()),
    }
}

/// Every command, after a move that can be made and how moves are written.
fn help(round: &Round, dialogue: &dyn Dialogue, terminal: &Terminal) -> Result<(), Ended> {
    if let Some(&mv) = round.position().legal_moves().first() {
        terminal.say(&format!("{:<10} {}", dialogue.write(mv), dialogue.form(round)))?;
    }
    terminal.say(HELP)
}

/// The exact answer, if it can be had before patience ends.
fn answer(round: &Round, terminal: &Terminal, all_moves: bool) -> Result<Option<Answer>, Ended> {
    let solver = Solver::new()
        .time(PATIENCE)
        .all_moves(all_moves)
        .stopped_by(terminal.switch().clone())
        .tables(Catalog::shared());
    let progress = solver.progress();
    let answer = watched(|| search_words(&progress), || solver.solve(round.position()));
    let answer = answer.map_err(|error| Ended::Limit(error.to_string()))?;
    if terminal.switch().is_stopped() {
        return Err(terminal.interrupted());
    }
    if answer.complete {
        return Ok(Some(answer));
    }
    terminal.say(&format!(
        "not solved within {} s: {}",
        PATIENCE.as_secs(),
        value_sentence(round.position(), &answer)
    ))?;
    Ok(None)
}

fn hint(round: &Round, dialogue: &dyn Dialogue, terminal: &Terminal) -> Result<(), Ended> {
    let Some(answer) = answer(round, terminal, false)? else { return Ok(()) };
    let best: Vec<String> = answer.best.iter().map(|&mv| dialogue.write(mv)).collect();
    terminal.say(&format!("{}\nBest: {}", value_sentence(round.position(), &answer), best.join("  ")))
}

fn values(round: &Round, dialogue: &dyn Dialogue, terminal: &Terminal) -> Result<(), Ended> {
    let Some(answer) = answer(round, terminal, true)? else { return Ok(()) };
    terminal.show(&show::board(round.position(), &answer, dialogue.counts_from()))
}
