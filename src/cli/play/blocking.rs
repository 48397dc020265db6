//! The words of Blocking: squares are column and row from 1.

use super::dialogue::Dialogue;
use crate::board::Square;
use crate::games::{Move, Outcome, Position, Round, Seat};
use crate::notation::Drawing;

/// Blocking as its players know it. `first` is the number, from 0, of the player who moves first.
pub(super) struct Blocking {
    pub(super) first: usize,
}

impl Blocking {
    /// The number of a side's player, as the players were given.
    fn number(&self, seat: Seat) -> usize {
        1 + (seat.index() ^ self.first)
    }
}

impl Dialogue for Blocking {
    fn opening(&self, _: &Round) -> String {
        String::new()
    }

    fn before(&self, round: &Round, _: &str) -> String {
        format!("Player {} moves\n", self.number(round.to_move()))
    }

    fn prompt(&self, _: &Round, _: &str) -> String {
        "Move: ".to_owned()
    }

    fn shows_time(&self) -> bool {
        false
    }

    fn form(&self, _: &Round) -> &'static str {
        "takes a square: its column, then its row, from 1 (the page and records: row,column from 0)"
    }

    fn read(&self, text: &str, position: &Position) -> Result<Move, String> {
        let numbers: Vec<&str> = text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
        let size = position.size();
        let wrong = || format!("Write a column from 1 to {} and a row from 1 to {}: 1 1", size.cols(), size.rows());
        let [col, row] = numbers[..] else { return Err(wrong()) };
        let index = |word: &str, count: usize| {
            let number = word.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
            number.map(|number| number - 1).ok_or_else(wrong)
        };
        let mv = Move::Square(Square::new(index(row, size.rows())?, index(col, size.cols())?));
        position.check_move(mv).map_err(|_| format!("Square {col} {row} is not free"))?;
        Ok(mv)
    }

    fn write(&self, mv: Move) -> String {
        match mv {
            Move::Square(square) => format!("{} {}", square.col + 1, square.row + 1),
            mv => mv.to_string(),
        }
    }

    fn board(&self, round: &Round) -> String {
        let board = Drawing::of(round.position()).painted(str::to_owned);
        if self.first == 0 {
            return board;
        }
        // X is what player 1 has taken, whoever moved first.
        let of_player = |mark| match mark {
            'X' => 'O',
            'O' => 'X',
            mark => mark,
        };
        board.chars().map(of_player).collect()
    }

    fn counts_from(&self) -> usize {
        1
    }

    fn side(&self, _: &Round, seat: Seat, _: [&str; 2]) -> String {
        format!("Player {}", self.number(seat))
    }

    fn ending(&self, round: &Round, outcome: Outcome, names: [&str; 2]) -> String {
        match outcome {
            Outcome::Won(seat) => format!("{} wins.", self.side(round, seat, names)),
            Outcome::Tied => "Nobody wins.".to_owned(),
        }
    }
}
