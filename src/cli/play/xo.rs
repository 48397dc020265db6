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
    // People who are asked for their names do not choose who starts.
    let mut starts = starts.filter(|_| table.has_program());
    for ties in 0..=REMATCHES {
        let first = starts.unwrap_or_else(|| table.toss());
        let round = table.play(start.clone(), Some(first), &mut Xo { turned: first == 1 })?;
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
            if !name.is_empty() && !(0..2).any(|other| other != index && table.who[other].name() == name) {
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

/// A square as `01`, or as `0,1` where two digits do not do.
fn square(text: &str, size: Size) -> Option<Square> {
    let (row, col) = match text.split_once(',') {
        Some((row, col)) => (row.parse().ok()?, col.parse().ok()?),
        None if text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            (text[..1].parse().ok()?, text[1..].parse().ok()?)
        }
        None => return None,
    };
    let square = Square { row, col };
    (usize::from(row) < size.rows() && usize::from(col) < size.cols()).then_some(square)
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
        let symbol = if round.to_move() == Seat::First { 'X' } else { 'O' };
        format!("{name}, place your {symbol} tile: ")
    }

    fn read(&self, text: &str, position: &Position) -> Result<Move, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, second] = words[..] else { return Err(WRONG.to_owned()) };
        let on_board = |text| square(text, position.size()).ok_or_else(|| WRONG.to_owned());
        let (first, second) = (on_board(first)?, on_board(second)?);
        if first.row.abs_diff(second.row) + first.col.abs_diff(second.col) != 1 {
            return Err(WRONG.to_owned());
        }
        let mv = Move::Pair(first.min(second), first.max(second));
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

    fn ending(&self, round: &Round, outcome: Outcome, names: [&str; 2]) -> String {
        let Outcome::Won(winner) = outcome else { return String::new() };
        let squares = round.scores().map(|dominoes| 2 * dominoes);
        let (one, two) = if self.turned { (1, 0) } else { (0, 1) };
        format!(
            "{} {} {} {}\n{} is the winner!!",
            names[one],
            squares[one],
            names[two],
            squares[two],
            names[winner.index()]
        )
    }
}
