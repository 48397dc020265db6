//! A game walked through with the exact value after every move.

use super::truth::Truth;
use crate::game::Value;
use crate::games::{Move, Position, Round, Seat};
use crate::solver::SolveError;
use serde::Serialize;

/// A move of a game, and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number in the game, from 1.
    pub ply: usize,
    /// Who made it.
    pub by: Seat,
    /// The move.
    pub mv: Move,
    /// Where it was made.
    pub before: Position,
    /// What is exact of it, where that could be found out.
    pub exact: Option<ExactMove>,
    /// What the first and the second side have after it: boxes, or dominoes in XO.
    pub scores: [Value; 2],
}

/// What is exact of a move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExactMove {
    /// The value of the position before, for who made the move.
    pub value: Value,
    /// What the move gives away of it; 0 where it is optimal.
    pub loss: Value,
    /// Every move that would have been optimal.
    pub best: Vec<Move>,
    /// The value of the position after the move, for the side to move there.
    pub after: Value,
    /// How the game ends from here with perfect play, as the first player sees it: the margin of the
    /// whole game in Dots and Boxes and XO, else 1 where the first player wins and -1 where not.
    pub outcome: i32,
}

/// Walks through a game.
///
/// # Errors
/// [`SolveError`] where the system gives the solver no memory.
pub fn replay(round: &Round, truth: &Truth, watch: &dyn Fn()) -> Result<Vec<Step>, SolveError> {
    let mut game = Round::new(round.start().clone());
    let mut steps = Vec::with_capacity(round.plies().len());
    for (number, ply) in round.plies().iter().enumerate() {
        let before = game.position().clone();
        let exact = truth.look(&before)?.and_then(|exact| Some((exact.value, exact.loss(ply.mv)?, exact.best())));
        // The move was made in this game, so it can be made again.
        let _ = game.play(ply.mv);
        let exact = exact.map(|(value, loss, best)| {
            // What the move is worth is what it gains and what comes after.
            let rest = value - loss - ply.gain;
            let after = if game.to_move() == ply.by { rest } else { -rest };
            let [first, second] = game.scores().map(i32::from);
            let to_first = i32::from(if game.to_move() == Seat::First { after } else { -after });
            ExactMove { value, loss, best, after, outcome: first - second + to_first }
        });
        steps.push(Step { ply: number + 1, by: ply.by, mv: ply.mv, before, exact, scores: game.scores() });
        watch();
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Solver;

    #[test]
    fn mistakes_are_found_where_they_are_made() {
        let mut round = Round::new(Position::parse("dots:1x2").unwrap());
        // The second player opens a box, and the first takes it but not the other one's last line.
        for mv in ["v0,1", "h0,0", "h1,0", "v0,0", "h0,1", "h1,1", "v0,2"] {
            round.play(round.position().parse_move(mv).unwrap()).unwrap();
        }
        let steps = replay(&round, &Truth::new(Solver::new().threads(1)), &|| ()).unwrap();
        let losses: Vec<Value> = steps.iter().map(|step| step.exact.as_ref().unwrap().loss).collect();
        let outcomes: Vec<i32> = steps.iter().map(|step| step.exact.as_ref().unwrap().outcome).collect();
        // Every change of the outcome is the loss of who moved, and the last one is the result.
        let mut expected = i32::from(steps[0].exact.as_ref().unwrap().value);
        for (step, (loss, outcome)) in steps.iter().zip(losses.iter().zip(&outcomes)) {
            expected -= if step.by == Seat::First { i32::from(*loss) } else { -i32::from(*loss) };
            assert_eq!(*outcome, expected, "move {}", step.ply);
        }
        let [first, second] = round.scores();
        assert_eq!(outcomes.last(), Some(&i32::from(first - second)));
        assert!(losses.iter().any(|&loss| loss > 0));
    }
}
