//! Many positions that follow from one, solved with one memory.

use super::limits::Limits;
use super::root::{Root, Wanted};
use super::solve::{SolveError, Solver};
use crate::game::{Bounds, Game, Value};
use crate::games::Position;
use crate::games::domineering::{DomineeringPosition, Field, Layout, Turn};
use crate::games::dots::{Coins, DotsPosition};
use crate::memory::{Fixed, Memory};

/// What is proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Limits of its value; a limit of time or a switch leaves more than one value.
    pub bounds: Bounds,
    /// Positions searched for it.
    pub nodes: u64,
}

/// A value that is known without further search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The exact value.
    pub value: Value,
    /// Whether it took a search; else one look at the position tells it.
    pub is_remembered: bool,
}

/// Solves positions that follow from one, in any order. What is found out about one helps with the
/// others.
#[derive(Debug)]
pub struct Session {
    solver: Solver,
    board: Board,
}

/// The forms that positions are searched in.
#[derive(Debug)]
enum Board {
    Coins(Shared<Coins<u64>>),
    WideCoins(Shared<Coins<u128>>),
    Field(Shared<Field<u64>>),
    WideField(Shared<Field<u128>>),
    /// Each position has a memory of its own.
    Apart,
}

/// A game and what is known of its positions.
#[derive(Debug)]
struct Shared<G> {
    game: G,
    memory: Fixed,
}

impl Session {
    /// Positions that follow from `start`, under the limits of `solver`: of memory for all together, of time
    /// for each.
    ///
    /// # Errors
    /// [`SolveError::Memory`] where the system gives none.
    pub fn new(start: &Position, solver: Solver) -> Result<Self, SolveError> {
        let board = match start {
            Position::Dots(start) => Self::dots(start, &solver)?,
            Position::Domineering(start) => Self::domineering(start, &solver)?,
            _ => Board::Apart,
        };
        Ok(Self { solver, board })
    }

    fn dots(start: &DotsPosition, solver: &Solver) -> Result<Board, SolveError> {
        if let Some(game) = Coins::<u64>::new(start) {
            let root = game.start();
            return Ok(Shared::new(game, &root, solver)?.map_or(Board::Apart, Board::Coins));
        }
        let Some(game) = Coins::<u128>::new(start) else { return Ok(Board::Apart) };
        let root = game.start();
        Ok(Shared::new(game, &root, solver)?.map_or(Board::Apart, Board::WideCoins))
    }

    fn domineering(start: &DomineeringPosition, solver: &Solver) -> Result<Board, SolveError> {
        let layout = Layout::new(start.grid());
        let turn = start.turn().unwrap_or(Turn::Vertical);
        if let Some(game) = Field::<u64>::new(&layout, turn) {
            let root = game.start();
            return Ok(Shared::new(game, &root, solver)?.map_or(Board::Apart, Board::Field));
        }
        let Some(game) = Field::<u128>::new(&layout, turn) else { return Ok(Board::Apart) };
        let root = game.start();
        Ok(Shared::new(game, &root, solver)?.map_or(Board::Apart, Board::WideField))
    }

    /// Finds the exact value of a position that follows from the start, of which `known` holds already.
    ///
    /// # Errors
    /// [`SolveError`] where the system gives no memory.
    pub fn value(&self, position: &Position, known: Bounds) -> Result<Proved, SolveError> {
        let limits = self.solver.limits();
        if let Some(proved) = self.board.shared_value(position, known, &self.solver, &limits) {
            return Ok(proved);
        }
        let answer = self.solver.clone().value_only(true).solve_within(position, &limits)?;
        let bounds = answer.value.map(Bounds::exactly).or(answer.bounds).unwrap_or(known);
        Ok(Proved { bounds: bounds.meet(known), nodes: answer.nodes })
    }

    /// The exact value of a position, if what was found out so far has it; nothing is searched.
    pub fn known(&self, position: &Position) -> Option<Kept> {
        match (&self.board, position) {
            (Board::Coins(shared), Position::Dots(dots)) => shared.known(&shared.game.after(dots)?),
            (Board::WideCoins(shared), Position::Dots(dots)) => shared.known(&shared.game.after(dots)?),
            (Board::Field(shared), Position::Domineering(board)) => shared.known(&shared.game.after(board)?),
            (Board::WideField(shared), Position::Domineering(board)) => shared.known(&shared.game.after(board)?),
            _ => None,
        }
    }
}

impl Board {
    /// The value of a position, with the memory of all; `None` where it has none or the position does not follow
    /// from the start.
    fn shared_value(&self, position: &Position, known: Bounds, solver: &Solver, limits: &Limits) -> Option<Proved> {
        Some(match (self, position) {
            (Self::Coins(shared), Position::Dots(dots)) => {
                shared.value(&shared.game.after(dots)?, known, solver, limits)
            }
            (Self::WideCoins(shared), Position::Dots(dots)) => {
                shared.value(&shared.game.after(dots)?, known, solver, limits)
            }
            (Self::Field(shared), Position::Domineering(board)) => {
                shared.value(&shared.game.after(board)?, known, solver, limits)
            }
            (Self::WideField(shared), Position::Domineering(board)) => {
                shared.value(&shared.game.after(board)?, known, solver, limits)
            }
            _ => return None,
        })
    }
}

impl<G: Game> Shared<G> {
    fn known(&self, position: &G::Position) -> Option<Kept> {
        let forced = self.game.reduce(position);
        let survey = self.game.survey(&forced.rest);
        let kept = |rest, is_remembered| Kept { value: forced.value(rest), is_remembered };
        if let Some(rest) = survey.bounds.exact() {
            return Some(kept(rest, false));
        }
        let remembered: Bounds = self.memory.probe(survey.key)?;
        survey.bounds.meet(remembered).exact().map(|rest| kept(rest, true))
    }

    /// `None` where the keys do not fit a memory of fixed size.
    fn new(game: G, root: &G::Position, solver: &Solver) -> Result<Option<Self>, SolveError> {
        let bytes = solver.memory_for(game.weight(root));
        let memory = Fixed::new(game.key_bits(), bytes).map_err(|source| SolveError::Memory { bytes, source })?;
        let fits = game.bound(root) <= Fixed::MOST;
        Ok(memory.filter(|_| fits).map(|memory| Self { game, memory }))
    }

    fn value(&self, position: &G::Position, known: Bounds, solver: &Solver, limits: &Limits) -> Proved {
        let progress = solver.progress();
        let mut root = Root::new(&self.game, &self.memory, limits, &progress, solver.thread_count());
        let known = known.meet(Bounds::within(self.game.bound(position)));
        root = root.knowing(known);
        let finding = root.examine(position, Wanted { value_only: true, ..Wanted::default() });
        Proved { bounds: finding.bounds, nodes: finding.nodes }
    }
}
