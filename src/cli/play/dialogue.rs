//! How a game is talked about: every game's own words, behind one seam.

use crate::games::{Move, Outcome, Position, Round, Seat};

/// What is said and understood while a game is played.
pub(super) trait Dialogue {
    /// What stands before the first move.
    fn opening(&self, round: &Round) -> String;
    /// What is said before somebody moves; `name` is the mover's.
    fn before(&self, round: &Round, name: &str) -> String;
    /// What a person is asked.
    fn prompt(&self, round: &Round, name: &str) -> String;
    /// How a move is written, in words that follow an example.
    fn form(&self, round: &Round) -> &'static str;
    /// Reads a move; the error is what is said to the person.
    fn read(&self, text: &str, position: &Position) -> Result<Move, String>;
    /// A move as a person would have typed it.
    fn write(&self, mv: Move) -> String;
    /// Whether a prompt may begin with the time that is left.
    fn shows_time(&self) -> bool {
        true
    }
    /// The board after a move.
    fn board(&self, round: &Round) -> String;
    /// The number of the first row and column, where a board shows numbers.
    fn counts_from(&self) -> usize {
        0
    }
    /// A side of a game, not to be taken for the other; names are those of the first and second to move.
    fn side(&self, round: &Round, seat: Seat, names: [&str; 2]) -> String;
    /// How the game ended; names likewise.
    fn ending(&self, round: &Round, outcome: Outcome, names: [&str; 2]) -> String;
}
