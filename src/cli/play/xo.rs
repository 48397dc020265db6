//! The words of XO domino tiles: names, tiles, rematches.

use super::dialogue::Dialogue;
use super::table::{Table, Who};
use super::terminal::Ended;
use crate::arena::REMATCHES;
use crate::board::{Grid, Size, Square};
use crate::games::cram::CramPosition;
use crate::games::{Move, Outcome, Position, Round, Seat};
use std::fmt::Write;

/// XO as its players know it. `turned` says that the second name moves first in this game.
struct Xo {
    turned: bool,
}

/// Asks for names and size, then plays until somebody has won. Who moves first is left to chance where
/// `starts` does not say.
pub(super) fn play(table: &mut Table, start: Option<Position>, starts: Option<usize>) -> Result<Round, Ended> {
    name_people(table)?;
    let start = match start {
        Some(start) => start,
        None => empty(ask_size(table)?),
    };
    let mut starts = starts;
    for ties in 0..=REMATCHES {
        let first = starts.unwrap_or_else(|| table.toss());
        let round = table.play(start.clone(), first, &mut Xo { turned: first == 1 })?;
        if round.outcome() != Some(Outcome::Tied) {
            return Ok(round);
        }
        if ties == REMATCHES {
            table.terminal.say(&format!("Its a tie!! After {REMATCHES} rematches it stands."))?;
            return Ok(round);
        }
        table.terminal.say("Its a tie!! Rematch...")?;
        starts = None;
    }
    unreachable!("the last tie stands")
}

fn name_people(table: &mut Table) -> Result<(), Ended> {
    for index in 0..2 {
        if !matches!(table.who[index], Who::Person { .. }) {
            continue;
        }
        let name = loop {
            let name = table.terminal.ask(&format!("Enter player {} name: ", index + 1))?;
            let is_taken = (0..2).any(|other| other != index && table.who[other].name() == name);
            // What is not shown as it was typed could be shown like another name.
            if !name.is_empty() && !is_taken && !name.contains(char::is_control) {
                break name;
            }
        };
        table.who[index] = Who::Person { name: Some(name) };
    }
    Ok(())
}

/// An odd size, at least 3, and no larger than boards can be.
fn ask_size(table: &Table) -> Result<Size, Ended> {
    loop {
        let text = table.terminal.ask("Size of game board: ")?;
        let number = text.parse::<u64>().ok().filter(|number| number % 2 == 1 && *number >= 3);
        if let Some(size) = number.and_then(|number| Size::new(number, number).ok()) {
            return Ok(size);
        }
    }
}

fn empty(size: Size) -> Position {
    Position::Xo(CramPosition::new(Grid::empty(size)))
}

/// What a side leaves on its squares.
fn symbol(seat: Seat) -> char {
    match seat {
        Seat::First => 'X',
        Seat::Second => 'O',
    }
}

const WRONG: &str = "Wrong tile coordinates!! Please re-enter";
const OCCUPIED: &str = "Square occupied!! Please re-enter";

impl Dialogue for Xo {
    fn opening(&self, round: &Round) -> String {
        self.board(round)
    }

    fn before(&self, _: &Round, _: &str) -> String {
        String::new()
    }

    fn prompt(&self, round: &Round, name: &str) -> String {
        format!("{name}, place your {} tile: ", symbol(round.to_move()))
    }

    fn shows_time(&self) -> bool {
        false
    }

    fn form(&self, _: &Round) -> &'static str {
        "places a tile: the row and column of its squares, from 0; beyond 9 with a comma, as in 10,3 11,3"
    }

    fn read(&self, text: &str, position: &Position) -> Result<Move, String> {
        let wrong = || WRONG.to_owned();
        let mv = position.read_move(text).map_err(|_| wrong())?;
        let Move::Pair(first, second) = mv else { return Err(wrong()) };
        let size = position.size();
        let is_on_board = usize::from(second.row) < size.rows() && usize::from(first.col.max(second.col)) < size.cols();
        if !is_on_board || first.row.abs_diff(second.row) + first.col.abs_diff(second.col) != 1 {
            return Err(wrong());
        }
        position.check_move(mv).map_err(|_| OCCUPIED.to_owned())?;
        Ok(mv)
    }

    fn write(&self, mv: Move) -> String {
        let square = |square: Square| match square {
            Square { row: row @ 0..10, col: col @ 0..10 } => format!("{row}{col}"),
            Square { row, col } => format!("{row},{col}"),
        };
        match mv {
            Move::Pair(first, second) => format!("{} {}", square(first), square(second)),
            mv => mv.to_string(),
        }
    }

    fn board(&self, round: &Round) -> String {
        let Position::Xo(position) = round.position() else { return String::new() };
        let grid = position.grid();
        let (rows, cols) = (grid.size().rows(), grid.size().cols());
        let width = (rows.max(cols) - 1).to_string().len();
        let mut text = " ".repeat(width);
        for col in 0..cols {
            let _ = write!(text, " {col:>width$}");
        }
        text.push('\n');
        for row in 0..rows {
            let _ = write!(text, "{row:>width$}");
            for col in 0..cols {
                let mark = grid.mark(Square::new(row, col)).unwrap_or_default().to_char();
                let _ = write!(text, " {:>width$}", if mark == '.' { '-' } else { mark });
            }
            text.push('\n');
        }
        text
    }

    fn side(&self, _: &Round, seat: Seat, names: [&str; 2]) -> String {
        let name = names[seat.index()];
        // People have names of their own.
        if names[0] == names[1] { format!("{name} ({})", symbol(seat)) } else { name.to_owned() }
    }

    fn ending(&self, round: &Round, outcome: Outcome, names: [&str; 2]) -> String {
        let Outcome::Won(winner) = outcome else { return String::new() };
        let score = |seat: Seat| format!("{} {}", self.side(round, seat, names), 2 * round.scores()[seat.index()]);
        let (one, two) = if self.turned { (Seat::Second, Seat::First) } else { (Seat::First, Seat::Second) };
        format!("{} {}\n{} is the winner!!", score(one), score(two), self.side(round, winner, names))
    }
}
