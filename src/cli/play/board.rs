//! Dots and Boxes, DotDot, Domineering and Cram: boards drawn, moves by their names.

use super::dialogue::Dialogue;
use crate::games::domineering::Turn;
use crate::games::{Move, Outcome, Position, Round, Seat};
use crate::notation::{Drawing, GameName};

/// The words of the games that have none of their own.
pub(super) struct Plain;

/// Where a game starts of which only the name is given.
pub(super) fn usual_start(game: GameName) -> &'static str {
    match game {
        GameName::Dots => "dots:3x3",
        GameName::DotDot => "dotdot:4x4",
        GameName::Domineering => "domineering:6x6:v",
        GameName::Cram => "cram:5x5",
        GameName::Xo => "xo:5x5",
        GameName::Kings => "kings:4x6",
    }
}

/// The letter of a side, as it stands in boxes.
fn letter(seat: Seat) -> char {
    match seat {
        Seat::First => 'x',
        Seat::Second => 'o',
    }
}

/// What tells a side from the other on the board: its letter, or which way its dominoes lie.
fn sign(round: &Round, seat: Seat) -> String {
    match round.position() {
        Position::Domineering(board) => {
            let is_horizontal = (board.turn() == Some(Turn::Horizontal)) == (seat == round.to_move());
            if is_horizontal { "horizontal".to_owned() } else { "vertical".to_owned() }
        }
        Position::Dots(_) => letter(seat).to_string(),
        _ => letter(seat).to_uppercase().to_string(),
    }
}

/// The board with the boxes' owners.
pub(super) fn drawing(round: &Round) -> Drawing {
    let mut drawing = Drawing::of(round.position());
    for (row, col, by) in round.boxes() {
        drawing.own(row, col, letter(by));
    }
    drawing
}

impl Dialogue for Plain {
    fn opening(&self, round: &Round) -> String {
        format!("{}\n{}", crate::notation::title(round.start()), self.board(round))
    }

    fn before(&self, _: &Round, _: &str) -> String {
        String::new()
    }

    fn prompt(&self, round: &Round, name: &str) -> String {
        let what = if matches!(round.position(), Position::Dots(_)) { "line" } else { "domino" };
        format!("{name} ({}), your {what}: ", sign(round, round.to_move()))
    }

    fn form(&self, round: &Round) -> &'static str {
        match round.position() {
            Position::Dots(_) => "draws a line: h or v, then row and column from 0; or its two dots, as in 0,0-0,1",
            Position::Domineering(board) if board.turn() == Some(Turn::Horizontal) => {
                "places a domino: row and column, from 0, of its left square"
            }
            Position::Domineering(_) => "places a domino: row and column, from 0, of its upper square",
            _ => "places a domino: the row and column of its squares, from 0; two digits each do, as in 00 01",
        }
    }

    fn read(&self, text: &str, position: &Position) -> Result<Move, String> {
        position.parse_move(text).map_err(|error| error.explain())
    }

    fn write(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn board(&self, round: &Round) -> String {
        let drawing = drawing(round);
        match round.position() {
            Position::Dots(board) if board.rule() == crate::games::dots::Rule::Connected => {
                drawing.painted(str::to_owned)
            }
            _ => drawing.numbered().painted(str::to_owned),
        }
    }

    fn side(&self, round: &Round, seat: Seat, names: [&str; 2]) -> String {
        format!("{} ({})", names[seat.index()], sign(round, seat))
    }

    fn ending(&self, round: &Round, outcome: Outcome, names: [&str; 2]) -> String {
        let [first, second] = round.scores();
        let counts = matches!(round.position(), Position::Dots(_));
        let side = |seat| self.side(round, seat, names);
        match outcome {
            Outcome::Tied => format!("Nobody wins: {first} to {second}."),
            Outcome::Won(seat) if counts => {
                format!("{} wins {} to {}.", side(seat), first.max(second), first.min(second))
            }
            Outcome::Won(seat) => format!("{} has no move. {} wins.", side(seat.other()), side(seat)),
        }
    }
}
