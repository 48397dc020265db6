//! A game being played: whose turn it is, who has won what, and how it ends.

use super::domineering::Turn;
use super::dots::IllegalLine;
use super::{IllegalMove, Move, Position};
use crate::board::Mark;
use crate::game::{Mover, Value};
use std::fmt;
use thiserror::Error;

/// One of the two sides: who made the first move, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Who moves first.
    First,
    /// The other.
    Second,
}

impl Seat {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first, 1 for the second.
    pub fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// What the side leaves on the squares it takes.
    fn mark(self) -> Mark {
        match self {
            Self::First => Mark::X,
            Self::Second => Mark::O,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalPlay {
    /// A line that may not be drawn.
    #[error(transparent)]
    Line(#[from] IllegalLine),
    /// A square that may not be taken.
    #[error(transparent)]
    Square(#[from] IllegalMove),
    /// Domineering: the position does not say who moves.
    #[error("the position does not say whose turn it is: end it with \":v\" or \":h\"")]
    NoTurn,
    /// The move is one of another game.
    #[error("{mv} is no move of this game")]
    OtherGame {
        /// The move.
        mv: Move,
    },
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// What the side that moved won by it: boxes, or dominoes in XO; 0 in games of win and loss.
    pub gain: Value,
    /// Who moves next.
    pub mover: Mover,
}

impl Position {
    /// Makes a move of the side `by`, whose mark it leaves where the game has marks.
    ///
    /// # Errors
    /// [`IllegalPlay`] where it is not legal; the position is then unchanged.
    pub fn play(&mut self, mv: Move, by: Seat) -> Result<Played, IllegalPlay> {
        let passes = |gain| Played { gain, mover: Mover::Other };
        match (self, mv) {
            (Position::Dots(position), Move::Line(line)) => Ok(match position.draw(line)? {
                0 => passes(0),
                closed => Played { gain: closed as Value, mover: Mover::Same },
            }),
            (Position::Domineering(position), Move::Square(square)) => {
                let turn = position.turn().ok_or(IllegalPlay::NoTurn)?;
                position.place(square, turn)?;
                Ok(passes(0))
            }
            (Position::Cram(position), Move::Pair(a, b)) => Ok(position.place(a, b, by.mark()).map(|()| passes(0))?),
            (Position::Xo(position), Move::Pair(a, b)) => Ok(position.place(a, b, by.mark()).map(|()| passes(1))?),
            (Position::Kings(position), Move::Square(square)) => {
                Ok(position.place(square, by.mark()).map(|()| passes(0))?)
            }
            (_, mv) => Err(IllegalPlay::OtherGame { mv }),
        }
    }
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub by: Seat,
    /// What it won.
    pub gain: Value,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Won(Seat),
    /// Nobody did.
    Tied,
}

impl Outcome {
    /// `first`, `second` or `tie`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Won(seat) => seat.as_str(),
            Self::Tied => "tie",
        }
    }
}

/// A game from its start to where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    start: Position,
    position: Position,
    plies: Vec<Ply>,
    to_move: Seat,
    scores: [Value; 2],
}

impl Round {
    /// A game that starts at `start`, nobody having anything. Where a position of Domineering does not
    /// say whose turn it is, Vertical moves.
    pub fn new(mut start: Position) -> Self {
        if let Position::Domineering(position) = &mut start
            && position.turn().is_none()
        {
            *position = super::domineering::DomineeringPosition::new(position.grid().clone(), Some(Turn::Vertical));
        }
        Self { position: start.clone(), start, plies: Vec::new(), to_move: Seat::First, scores: [0; 2] }
    }

    /// Where it started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where it is.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Who moves.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// What the first and the second side have won since the start: boxes, or dominoes in XO.
    pub fn scores(&self) -> [Value; 2] {
        self.scores
    }

    /// Dots and Boxes: row and column of every box that was completed since the start, and by whom, in
    /// the order it happened.
    pub fn boxes(&self) -> Vec<(usize, usize, Seat)> {
        let Position::Dots(start) = &self.start else { return Vec::new() };
        let mut board = start.clone();
        let mut boxes = Vec::new();
        for ply in &self.plies {
            let Move::Line(line) = ply.mv else { continue };
            if board.draw(line).is_ok_and(|closed| closed > 0) {
                let closed = line.boxes(board.size()).filter(|&(row, col)| board.open_sides(row, col) == 0);
                boxes.extend(closed.map(|(row, col)| (row, col, ply.by)));
            }
        }
        boxes
    }

    /// Makes a move of the side to move.
    ///
    /// # Errors
    /// [`IllegalPlay`] where it is not legal; nothing has changed then.
    pub fn play(&mut self, mv: Move) -> Result<Ply, IllegalPlay> {
        let by = self.to_move;
        let Played { gain, mover } = self.position.play(mv, by)?;
        self.scores[by.index()] += gain;
        if mover == Mover::Other {
            self.to_move = by.other();
        }
        let ply = Ply { mv, by, gain };
        self.plies.push(ply);
        Ok(ply)
    }

    /// Takes the last move back and says which it was; nothing at the start.
    pub fn undo(&mut self) -> Option<Ply> {
        let last = self.plies.pop()?;
        let mut again = Self::new(self.start.clone());
        for ply in &self.plies {
            again.play(ply.mv).unwrap_or_else(|_| unreachable!("moves that were made can be made again"));
        }
        *self = again;
        Some(last)
    }

    /// Whether no move is left.
    pub fn is_over(&self) -> bool {
        !self.position.has_move()
    }

    /// How the game ended; nothing while a move is left.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        Some(match &self.position {
            Position::Dots(_) | Position::Xo(_) => match self.scores[0].cmp(&self.scores[1]) {
                std::cmp::Ordering::Greater => Outcome::Won(Seat::First),
                std::cmp::Ordering::Less => Outcome::Won(Seat::Second),
                std::cmp::Ordering::Equal => Outcome::Tied,
            },
            Position::Domineering(_) | Position::Cram(_) | Position::Kings(_) => Outcome::Won(self.to_move.other()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(start: &str, moves: &str) -> Round {
        let mut round = Round::new(Position::parse(start).unwrap());
        for mv in moves.split_whitespace() {
            let mv = round.position().parse_move(mv).unwrap();
            round.play(mv).unwrap();
        }
        round
    }

    #[test]
    fn whoever_closes_a_box_moves_again() {
        let round = round("dots:1x2", "h0,0 h1,0 v0,0 v0,1");
        assert_eq!((round.to_move(), round.scores()), (Seat::Second, [0, 1]));
        assert_eq!(round.boxes(), [(0, 0, Seat::Second)]);
    }

    #[test]
    fn games_end_as_their_rules_say() {
        for (start, moves, outcome) in [
            ("dots:1x1", "h0,0 h1,0 v0,0 v0,1", Outcome::Won(Seat::Second)),
            ("domineering:2x2", "0,0", Outcome::Won(Seat::First)),
            ("cram:1x2", "0,0-0,1", Outcome::Won(Seat::First)),
            ("xo:1x2", "0,0-0,1", Outcome::Won(Seat::First)),
            ("xo:1x4", "0,0-0,1 0,2-0,3", Outcome::Tied),
            ("kings:1x3", "0,0 0,2", Outcome::Won(Seat::Second)),
            ("kings:1x1", "0,0", Outcome::Won(Seat::First)),
        ] {
            let mut round = round(start, moves);
            assert_eq!(round.outcome(), Some(outcome), "{start} {moves}");
            let last = round.undo().unwrap();
            assert_eq!(round.outcome(), None, "{start} {moves}");
            round.play(last.mv).unwrap();
            assert_eq!(round.outcome(), Some(outcome), "{start} {moves}");
        }
    }
}
