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
        let seat = round.to_move();
        match round.position() {
            Position::Dots(_) => format!("{name} ({}), your line: ", letter(seat)),
            Position::Domineering(board) => {
                let side = if board.turn() == Some(Turn::Horizontal) { "horizontal" } else { "vertical" };
                format!("{name} ({side}), your domino: ")
            }
            _ => format!("{name}, your domino: "),
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

    fn ending(&self, round: &Round, outcome: Outcome, names: [&str; 2]) -> String {
        let [first, second] = round.scores();
        let counts = matches!(round.position(), Position::Dots(_));
        match outcome {
            Outcome::Tied => format!("Nobody wins: {first} to {second}."),
            Outcome::Won(seat) if counts => {
                let (more, less) = (first.max(second), first.min(second));
                format!("{} ({}) wins {more} to {less}.", names[seat.index()], letter(seat))
            }
            Outcome::Won(seat) => format!("{} has no move. {} wins.", names[seat.other().index()], names[seat.index()]),
        }
    }
}
