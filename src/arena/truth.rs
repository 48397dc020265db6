//! Exact values for those who judge moves: solved once, remembered.

use crate::answer::MoveValue;
use crate::board::{Grid, Size};
use crate::game::{Mover, Value};
use crate::games::domineering::Turn;
use crate::games::dots::Rule;
use crate::games::{Move, Position, Seat};
use crate::notation::GameName;
use crate::solver::{SolveError, Solver, StopSwitch};
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;
use std::sync::{Arc, Mutex};

/// What is still open in a position: positions with the same are worth the same, and have the same moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpenKey {
    game: GameName,
    size: Size,
    turn: Option<Turn>,
    open: SmallVec<[u64; 2]>,
}

impl OpenKey {
    /// What is open in `position`: free lines in Dots and Boxes, free squares elsewhere.
    pub fn of(position: &Position) -> Self {
        let bits = |open: &mut dyn Iterator<Item = usize>| {
            let mut words = SmallVec::new();
            for index in open {
                if words.len() <= index / 64 {
                    words.resize(index / 64 + 1, 0);
                }
                words[index / 64] |= 1u64 << (index % 64);
            }
            words
        };
        let size = position.size();
        let squares = |grid: &Grid| {
            let cols = grid.size().cols();
            bits(&mut grid.free_squares().map(|square| usize::from(square.row) * cols + usize::from(square.col)))
        };
        let (turn, open) = match position {
            Position::Dots(dots) => (None, bits(&mut dots.free_lines().map(|line| line.index(size)))),
            Position::Domineering(board) => (board.turn(), squares(board.grid())),
            Position::Cram(board) | Position::Xo(board) => (None, squares(board.grid())),
            Position::Kings(board) => (None, squares(board.grid())),
        };
        Self { game: position.game(), size, turn, open }
    }

    /// How many lines or squares are open.
    pub fn count(&self) -> usize {
        self.open.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The exact value of a position and of every move in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The value for the side to move.
    pub value: Value,
    /// Every legal move with its value, sorted by move.
    pub moves: Vec<(Move, Value)>,
}

impl Exact {
    /// What a move gives away: the value less that of the move. Nothing where it is not legal.
    pub fn loss(&self, mv: Move) -> Option<Value> {
        let at = self.moves.binary_search_by_key(&mv, |&(mv, _)| mv).ok()?;
        Some(self.value - self.moves[at].1)
    }

    /// Every move that achieves the value, sorted.
    pub fn best(&self) -> Vec<Move> {
        self.moves.iter().filter(|&&(_, value)| value == self.value).map(|&(mv, _)| mv).collect()
    }
}

/// Exact values, from a sweep of a whole board where there was one, else from the solver. Threads share it.
#[derive(Debug)]
pub struct Truth {
    solver: Solver,
    swept: HashMap<OpenKey, Value>,
    known: Mutex<HashMap<OpenKey, Option<Arc<Exact>>>>,
}

/// The most positions that are remembered one by one.
const MOST_KNOWN: usize = 1 << 20;

impl Truth {
    /// Values that `solver` finds, each under its limits.
    pub fn new(solver: Solver) -> Self {
        Self { solver: solver.all_moves(true), swept: HashMap::new(), known: Mutex::default() }
    }

    /// Finds the value of `start` and every position that can come of it, by the rules alone, and
    /// returns those that have a move, in the order in which they are met; nothing where there are more than `most`.
    ///
    /// Nothing too where the solver's switch is thrown.
    pub fn sweep(&mut self, start: &Position, most: usize) -> Option<Vec<Position>> {
        let switch = self.solver.stop_switch();
        let positions = reachable(start, most, &switch)?;
        // Every move leaves less open, so who has least open comes first.
        let mut order: Vec<(usize, OpenKey, &Position)> =
            positions.iter().map(|position| (position.open_count(), OpenKey::of(position), position)).collect();
        order.sort_by_key(|&(open, ..)| open);
        for (_, key, position) in order {
            if switch.is_stopped() {
                return None;
            }
            if !self.swept.contains_key(&key) {
                let moves = self.move_values(position)?;
                let value = moves.iter().map(|&(_, value)| value).max();
                self.swept.insert(key, value.unwrap_or_else(|| final_value(position)));
            }
        }
        Some(positions.into_iter().filter(Position::has_move).collect())
    }

    /// The value of every legal move by those of the positions it leads to, where they were swept.
    fn move_values(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        let value = |mv| {
            let mut next = position.clone();
            let played = next.play(mv, Seat::First).ok()?;
            let rest = *self.swept.get(&OpenKey::of(&next))?;
            Some((mv, played.gain + if played.mover == Mover::Same { rest } else { -rest }))
        };
        position.legal_moves().into_iter().map(value).collect()
    }

    /// The exact values at `position`; nothing where the solver's limits were reached first.
    ///
    /// # Errors
    /// [`SolveError`] where the system gives no memory.
    pub fn look(&self, position: &Position) -> Result<Option<Arc<Exact>>, SolveError> {
        let key = OpenKey::of(position);
        if let Some(&value) = self.swept.get(&key)
            && let Some(moves) = self.move_values(position)
        {
            return Ok(Some(Arc::new(Exact { value, moves })));
        }
        if let Some(known) = self.lock().get(&key) {
            return Ok(known.clone());
        }
        let answer = self.solver.solve(position)?;
        let exact = answer.value.zip(answer.moves.filter(|_| answer.complete)).map(|(value, moves)| {
            let mut moves: Vec<(Move, Value)> = moves.iter().map(|&MoveValue { mv, value, .. }| (mv, value)).collect();
            moves.sort_unstable();
            Arc::new(Exact { value, moves })
        });
        if self.solver.stop_switch().is_stopped() {
            return Ok(exact);
        }
        let mut known = self.lock();
        if known.len() < MOST_KNOWN {
            known.insert(key, exact.clone());
        }
        Ok(exact)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<OpenKey, Option<Arc<Exact>>>> {
        self.known.lock().unwrap_or_else(|poison| poison.into_inner())
    }
}

/// The value where no move is left.
fn final_value(position: &Position) -> Value {
    match position {
        Position::Dots(_) | Position::Xo(_) => 0,
        Position::Domineering(_) | Position::Cram(_) | Position::Kings(_) => -1,
    }
}

/// `start` and every position that can come of it, one for each that is open; nothing where there are
/// more than `most`.
fn reachable(start: &Position, most: usize, switch: &StopSwitch) -> Option<Vec<Position>> {
    // Any lines that are open may be drawn.
    let is_free = matches!(start, Position::Dots(dots) if dots.rule() == Rule::Free);
    if is_free && 1usize.checked_shl(start.open_count() as u32).is_none_or(|all| all > most) {
        return None;
    }
    let mut seen: HashSet<OpenKey> = [OpenKey::of(start)].into();
    let mut positions = vec![start.clone()];
    let mut next = 0;
    while let Some(position) = positions.get(next).cloned() {
        if switch.is_stopped() {
            return None;
        }
        for mv in position.legal_moves() {
            let mut after = position.clone();
            if after.play(mv, Seat::First).is_ok() && seen.insert(OpenKey::of(&after)) {
                if positions.len() == most {
                    return None;
                }
                positions.push(after);
            }
        }
        next += 1;
    }
    Some(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sweep_and_the_solver_agree() {
        for start in ["dots:1x3", "dotdot:1x2", "domineering:3x3:v", "cram:2x4", "xo:3x3", "kings:3x4"] {
            let start = Position::parse(start).unwrap();
            let (mut swept, solved) = (Truth::new(Solver::new().threads(1)), Truth::new(Solver::new().threads(1)));
            for position in swept.sweep(&start, 10_000).unwrap() {
                let exact = swept.look(&position).unwrap().unwrap();
                assert_eq!(Some(&exact), solved.look(&position).unwrap().as_ref(), "{position}");
                let best = crate::solve(&position).unwrap().best;
                assert_eq!(exact.best(), best, "{position}");
                assert!(best.iter().all(|&mv| exact.loss(mv) == Some(0)));
            }
        }
    }

    #[test]
    fn a_board_too_large_is_not_swept() {
        let start = Position::parse("dots:2x2").unwrap();
        let mut truth = Truth::new(Solver::new());
        assert_eq!(truth.sweep(&start, 4095), None);
        // The whole board but for the full one has a move.
        assert_eq!(truth.sweep(&start, 4096).unwrap().len(), 4095);
    }

    #[test]
    fn where_a_limit_is_reached_nothing_is_said() {
        let solver = Solver::new().time(std::time::Duration::ZERO);
        let truth = Truth::new(solver);
        assert_eq!(truth.look(&Position::parse("dots:4x4").unwrap()).unwrap(), None);
    }
}
