//! Domineering asked about without a side to move: both questions, and what they say together.

use super::solve::{SolveError, Solver};
use crate::answer::Answer;
use crate::board::{Grid, Square};
use crate::games::domineering::{DomineeringPosition, Turn};
use crate::games::{Move, Position};
use std::cmp::Reverse;
use std::time::Instant;

/// Who wins a Domineering board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Whoever begins.
    First,
    /// Whoever does not begin.
    Second,
    /// Vertical, whoever begins.
    Vertical,
    /// Horizontal, whoever begins.
    Horizontal,
}

impl Outcome {
    /// The outcome where `vertical` and `horizontal` say whether that side wins when it begins.
    pub fn of(vertical: bool, horizontal: bool) -> Self {
        match (vertical, horizontal) {
            (true, true) => Self::First,
            (false, false) => Self::Second,
            (true, false) => Self::Vertical,
            (false, true) => Self::Horizontal,
        }
    }

    /// The outcome in one word: `first`, `second`, `vertical` or `horizontal`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
        }
    }
}

/// A Domineering board with one side to move, and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The position with this side to move.
    pub position: Position,
    /// What was found out about it.
    pub answer: Answer,
}

/// The answers of a Domineering board for both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct BothSides {
    /// Vertical moves.
    pub vertical: Side,
    /// Horizontal moves.
    pub horizontal: Side,
}

impl BothSides {
    /// Who wins; `None` where a limit was reached before that was proved for either side. It may be proved
    /// where not every winning move is known.
    pub fn outcome(&self) -> Option<Outcome> {
        let wins = |Side { answer, .. }: &Side| {
            let value = answer.value.or_else(|| answer.bounds?.exact());
            value.map(|value| value > 0)
        };
        Some(Outcome::of(wins(&self.vertical)?, wins(&self.horizontal)?))
    }
}

impl Solver {
    /// Solves a Domineering board for either side to move, together under the limits of this solver. Where
    /// the board is its own mirror image along the diagonal, one side's answer is the other's in that mirror.
    ///
    /// # Errors
    /// [`SolveError`] as for [`Solver::solve`].
    pub fn solve_both_sides(&self, board: &DomineeringPosition) -> Result<BothSides, SolveError> {
        let limits = self.limits();
        let side = |solver: &Solver, turn| -> Result<Side, SolveError> {
            let started = Instant::now();
            let position = Position::Domineering(DomineeringPosition::new(board.grid().clone(), Some(turn)));
            let mut answer = solver.solve_within(&position, &limits)?;
            answer.seconds = started.elapsed().as_secs_f64();
            Ok(Side { position, answer })
        };
        let vertical = side(self, Turn::Vertical)?;
        if is_transposed_itself(board.grid()) {
            let position =
                Position::Domineering(DomineeringPosition::new(board.grid().clone(), Some(Turn::Horizontal)));
            let horizontal = Side { position, answer: transposed(&vertical.answer) };
            return Ok(BothSides { vertical, horizontal });
        }
        // The value as a game is the board's and does not depend on who moves.
        let mut horizontal = side(&self.clone().game_value(false), Turn::Horizontal)?;
        horizontal.answer.game_value.clone_from(&vertical.answer.game_value);
        horizontal.answer.complete &= vertical.answer.complete;
        Ok(BothSides { vertical, horizontal })
    }
}

/// Whether a board is its own mirror image along the diagonal, which exchanges the sides.
fn is_transposed_itself(grid: &Grid) -> bool {
    let size = grid.size();
    size.rows() == size.cols() && grid.squares().all(|square| grid.is_free(square) == grid.is_free(mirrored(square)))
}

fn mirrored(Square { row, col }: Square) -> Square {
    Square { row: col, col: row }
}

/// The answer of such a board for the other side, which nothing was searched for.
fn transposed(answer: &Answer) -> Answer {
    let mirrored = |mv: Move| if let Move::Square(square) = mv { Move::Square(mirrored(square)) } else { mv };
    let mut other = Answer { nodes: 0, seconds: 0.0, ..answer.clone() };
    other.best.iter_mut().for_each(|mv| *mv = mirrored(*mv));
    other.best.sort_unstable();
    for entry in other.moves.iter_mut().flatten() {
        entry.mv = mirrored(entry.mv);
    }
    if let Some(moves) = &mut other.moves {
        moves.sort_unstable_by_key(|entry| (Reverse(entry.value), entry.mv));
    }
    other.line.iter_mut().flatten().for_each(|mv| *mv = mirrored(*mv));
    other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::game::Bounds;

    /// The answer in the mirror is what a search of the other side finds.
    #[test]
    fn boards_that_are_their_own_mirror_image() {
        let solver = Solver::new().threads(1).all_moves(true).line(true);
        for text in ["...|...|...", "....|....|....|....", "#...|..#.|.#..|....", "..#|...|..."] {
            let board = format!("domineering:{text}");
            let Ok(Position::Domineering(position)) = Position::parse(&board) else { panic!("{board}") };
            let both = solver.solve_both_sides(&position).expect("memory");
            let mut own = solver.solve(&both.horizontal.position).expect("memory");
            assert_eq!(is_transposed_itself(position.grid()), text != "..#|...|...");
            (own.nodes, own.seconds) = (both.horizontal.answer.nodes, both.horizontal.answer.seconds);
            (own.memory_bytes, own.source) = (both.horizontal.answer.memory_bytes, both.horizontal.answer.source);
            assert_eq!(both.horizontal.answer, own, "{board}");
        }
    }

    /// Who wins is said as soon as it is proved, although the lists of winning moves are not complete.
    #[test]
    fn who_wins_is_known_before_every_winning_move() {
        let side = |turn, bounds| {
            let position = Position::Domineering(DomineeringPosition::new(
                Grid::empty(Size::new(2, 2).expect("a board")),
                Some(turn),
            ));
            let solved = Solver::new().threads(1).solve(&position).expect("memory");
            let answer = Answer { value: None, best: Vec::new(), exact: false, complete: false, bounds, ..solved };
            Side { position, answer }
        };
        let both = |vertical, horizontal| BothSides {
            vertical: side(Turn::Vertical, Some(vertical)),
            horizontal: side(Turn::Horizontal, Some(horizontal)),
        };
        let (won, lost, open) = (Bounds::exactly(1), Bounds::exactly(-1), Bounds::within(1));
        assert_eq!(both(won, lost).outcome(), Some(Outcome::Vertical));
        assert_eq!(both(won, won).outcome(), Some(Outcome::First));
        assert_eq!(both(won, open).outcome(), None);
    }

    #[test]
    fn outcomes_are_seen_from_both_sides() {
        assert_eq!(Outcome::of(true, true).as_str(), "first");
        assert_eq!(Outcome::of(false, false).as_str(), "second");
        assert_eq!(Outcome::of(true, false).as_str(), "vertical");
        assert_eq!(Outcome::of(false, true).as_str(), "horizontal");
    }
}
