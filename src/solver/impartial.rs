//! Cram, XO and Blocking as people give them: from a board to the regions that it falls into, and back.

use super::limits::{Limits, Progress};
use super::nimber::{Island, PartWord, Solo, Unwound};
use super::root::Wanted;
use super::solve::SolveError;
use crate::answer::{Answer, MoveValue, Source};
use crate::board::{Columns, Grid, MAX_AREA, Square, Wide, Word};
use crate::game::Bounds;
use crate::games::Move;
use crate::games::impartial::{Impartial, Scoring};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Room for every board.
type Largest = Wide<{ MAX_AREA / 64 }>;

/// The limits that a position is solved under.
pub(super) struct Task<'t> {
    pub(super) wanted: Wanted,
    pub(super) threads: usize,
    pub(super) memory: u64,
    pub(super) limits: &'t Limits,
    pub(super) progress: &'t Progress,
}

/// Answers for a board under the rules `R`.
///
/// # Errors
/// [`SolveError`] where the system gives no memory.
pub(super) fn solve<R: Impartial>(grid: &Grid, scoring: Scoring, task: &Task<'_>) -> Result<Answer, SolveError> {
    let mut regions = Regions::new::<R>(grid, task)?;
    let mut settled = None;
    let finding = regions.examine(scoring, task, &mut settled);
    // The value may be proved though the list of moves is not.
    let wins = settled.map(|grundy: u8| grundy != 0);
    let (low, high) = (scoring.value(wins.unwrap_or(false)), scoring.value(wins.unwrap_or(true)));
    let mut answer = Answer {
        value: None,
        best: Vec::new(),
        moves: None,
        line: None,
        grundy: None,
        game_value: None,
        exact: false,
        complete: false,
        bounds: Some(Bounds { low, high }),
        source: Source::Search,
        nodes: regions.regions.iter().map(|region| region.island.nodes()).sum(),
        memory_bytes: regions.regions.iter().map(|region| region.island.memory_bytes()).sum(),
        seconds: 0.0,
    };
    if let Ok(finding) = finding {
        let value = scoring.value(finding.grundy != 0);
        let Finding { best, moves, line, grundy } = finding;
        answer = Answer {
            value: Some(value),
            exact: true,
            complete: true,
            bounds: None,
            best,
            moves,
            line,
            grundy: Some(grundy),
            ..answer
        };
    }
    Ok(answer)
}

/// What was found out about a board.
struct Finding {
    grundy: u16,
    best: Vec<Move>,
    moves: Option<Vec<MoveValue>>,
    line: Option<Vec<Move>>,
}

/// A region of the board and where its squares are.
struct Region<'t> {
    island: Box<dyn Island + 't>,
    /// The squares of the region's own board, row by row, as squares of the whole.
    squares: Vec<Square>,
    cols: usize,
    placed: fn(u16, usize) -> (usize, Option<usize>),
}

/// A board as the sum of its regions.
struct Regions<'t> {
    regions: Vec<Region<'t>>,
}

impl<'t> Regions<'t> {
    fn new<R: Impartial>(grid: &Grid, task: &Task<'t>) -> Result<Self, SolveError> {
        let cols = grid.size().cols();
        let columns = Columns::<Largest>::new(cols);
        let number = |square: Square| usize::from(square.row) * cols + usize::from(square.col);
        let mut free = grid.free_squares().fold(Largest::EMPTY, |set, square| set | Largest::bit(number(square)));
        let mut islands = Vec::new();
        while !free.is_empty() {
            let island = super::nimber::island::<R, Largest>(&columns, free);
            free = free.minus(island);
            if R::each_option(&columns, island, |_| ControlFlow::Break(())).is_break() {
                islands.push(island.ones().map(|at| Square::new(at / cols, at % cols)).collect::<Vec<_>>());
            }
        }
        let share = task.memory / islands.len().max(1) as u64;
        let regions = islands.iter().map(|island| Region::new::<R>(island, share, task)).collect::<Result<_, _>>()?;
        Ok(Self { regions })
    }

    /// What is wanted about the board; its Grundy value is `settled` as soon as it is known.
    fn examine(&mut self, scoring: Scoring, task: &Task<'_>, settled: &mut Option<u8>) -> Result<Finding, Unwound> {
        let moves: usize = self.regions.iter().map(|region| region.island.moves().len()).sum();
        task.progress.begin((self.regions.len() + moves) as u32);
        let mut values = Vec::new();
        for region in &mut self.regions {
            values.push(region.island.value()?);
            task.progress.settle();
        }
        let grundy = values.iter().fold(0, |all, value| all ^ value);
        *settled = Some(grundy);
        if task.wanted.value_only {
            return Ok(Finding { grundy: grundy.into(), best: Vec::new(), moves: None, line: None });
        }
        let moves = if task.wanted.all_moves { Some(self.move_values(&values, scoring, task)?) } else { None };
        let mut best = match &moves {
            Some(moves) => moves.iter().filter(|entry| entry.value == moves[0].value).map(|entry| entry.mv).collect(),
            None => self.best(&values, grundy, task)?,
        };
        best.sort_unstable();
        let line = if task.wanted.line { Some(self.line(values)?) } else { None };
        Ok(Finding { grundy: grundy.into(), best, moves, line })
    }

    /// Every legal move with what it is worth, best first, then sorted.
    fn move_values(&mut self, values: &[u8], scoring: Scoring, task: &Task<'_>) -> Result<Vec<MoveValue>, Unwound> {
        let all = values.iter().fold(0, |all, value| all ^ value);
        let mut moves = Vec::new();
        for (region, value) in self.regions.iter_mut().zip(values) {
            for number in region.island.moves() {
                let left = all ^ value ^ region.island.value_after(number)?;
                let value = scoring.value(left == 0);
                moves.push(MoveValue { mv: region.name(number), value, grundy: Some(left.into()) });
                task.progress.settle();
            }
        }
        moves.sort_unstable_by_key(|entry| (Reverse(entry.value), entry.mv));
        Ok(moves)
    }

    /// Every move that leaves a position won by the second player, or every move where there is none.
    fn best(&mut self, values: &[u8], grundy: u8, task: &Task<'_>) -> Result<Vec<Move>, Unwound> {
        let mut best = Vec::new();
        for (region, value) in self.regions.iter_mut().zip(values) {
            for number in region.island.moves() {
                if grundy == 0 || region.island.leaves(number, grundy ^ value)? {
                    best.push(region.name(number));
                }
                task.progress.settle();
            }
        }
        Ok(best)
    }

    /// The first best move, then that of what it leads to, to the end.
    fn line(&mut self, mut values: Vec<u8>) -> Result<Vec<Move>, Unwound> {
        let mut line = Vec::new();
        loop {
            let grundy = values.iter().fold(0, |all, value| all ^ value);
            let mut moves: Vec<(Move, usize, u16)> = Vec::new();
            for (index, region) in self.regions.iter().enumerate() {
                moves.extend(region.island.moves().into_iter().map(|number| (region.name(number), index, number)));
            }
            moves.sort_unstable();
            let mut chosen = None;
            for (mv, index, number) in moves {
                if grundy == 0 || self.regions[index].island.leaves(number, grundy ^ values[index])? {
                    chosen = Some((mv, index, number));
                    break;
                }
            }
            let Some((mv, index, number)) = chosen else { return Ok(line) };
            let island = &mut self.regions[index].island;
            island.play(number);
            values[index] = if grundy == 0 { island.value()? } else { grundy ^ values[index] };
            line.push(mv);
        }
    }
}

impl<'t> Region<'t> {
    /// The region of `squares`, in the narrowest word that holds its box.
    fn new<R: Impartial>(squares: &[Square], most_bytes: u64, task: &Task<'t>) -> Result<Self, SolveError> {
        let spread = |of: fn(&Square) -> u16| {
            let (low, high) = squares.iter().map(of).fold((u16::MAX, 0), |(low, high), at| (low.min(at), high.max(at)));
            (low, usize::from(high - low) + 1)
        };
        let ((top, rows), (left, cols)) = (spread(|square| square.row), spread(|square| square.col));
        // Rows are short: a wide box is turned.
        let turned = cols > rows;
        let (rows, cols) = (rows.max(cols), rows.min(cols));
        let place = |at: usize| {
            let (row, col) = if turned { (at % cols, at / cols) } else { (at / cols, at % cols) };
            Square::new(usize::from(top) + row, usize::from(left) + col)
        };
        let area = rows * cols;
        let board: Vec<Square> = (0..area).map(place).collect();
        let taken: Vec<bool> = board.iter().map(|square| squares.binary_search(square).is_err()).collect();
        let solo = Placement { taken: &taken, cols, most_bytes, task };
        let island = if area <= u64::MOST_AREA {
            solo.island::<R, u64>()?
        } else if area <= u128::MOST_AREA {
            solo.island::<R, u128>()?
        } else if area <= Wide::<4>::BITS {
            solo.island::<R, Wide<4>>()?
        } else {
            solo.island::<R, Largest>()?
        };
        Ok(Self { island, squares: board, cols, placed: R::placed })
    }

    /// What the move with a number is called on the whole board.
    fn name(&self, number: u16) -> Move {
        let (first, second) = (self.placed)(number, self.cols);
        let first = self.squares[first];
        match second.map(|second| self.squares[second]) {
            Some(second) => Move::Pair(first.min(second), first.max(second)),
            None => Move::Square(first),
        }
    }
}

/// What an island is made of.
struct Placement<'p, 't> {
    taken: &'p [bool],
    cols: usize,
    most_bytes: u64,
    task: &'p Task<'t>,
}

impl<'t> Placement<'_, 't> {
    fn island<R: Impartial, W: PartWord>(&self) -> Result<Box<dyn Island + 't>, SolveError> {
        let numbers = (0..self.taken.len()).filter(|&at| !self.taken[at]);
        let free = numbers.fold(W::EMPTY, |set, at| set | W::bit(at));
        let Task { threads, limits, progress, .. } = *self.task;
        let solo = Solo::<R, W>::new(self.cols, self.taken.len(), free, self.most_bytes, threads, limits, progress);
        match solo {
            Ok(solo) => Ok(Box::new(solo)),
            Err(source) => Err(SolveError::Memory { bytes: self.most_bytes, source }),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::games::cram::Cram;
    use crate::games::impartial::{Board, Impartial, Scoring};
    use crate::games::kings::Kings;
    use crate::memory::Growing;
    use crate::solver::limits::{Limits, Progress};
    use crate::solver::naive::Naive;
    use crate::solver::root::{Root, Wanted};

    /// The alpha-beta, on every subset of 3x4.
    fn alpha_beta_agrees<R: Impartial>(scoring: Scoring) {
        let board = Board::<R, u64>::new(3, 4, scoring);
        let (memory, limits, progress) = (Growing::new(), Limits::default(), Progress::default());
        let mut naive = Naive::new(&board);
        let mut root = Root::new(&board, &memory, &limits, &progress, 1);
        for free in 0..1 << 12 {
            let finding = root.examine(&free, Wanted { all_moves: true, ..Wanted::default() });
            let value = naive.value(&free);
            let mut moves = Vec::new();
            board.moves(&free, &mut moves);
            let expected = if moves.is_empty() { scoring.value(false) } else { value };
            assert_eq!(finding.bounds.exact(), Some(expected), "{free:#b}");
            assert_eq!(finding.best, Some(naive.best_moves(&free)), "{free:#b}");
            assert_eq!(finding.moves, Some(naive.move_values(&free)), "{free:#b}");
        }
    }

    #[test]
    fn the_alpha_beta_solves_these_games_too() {
        alpha_beta_agrees::<Cram>(Scoring::LastMove);
        alpha_beta_agrees::<Cram>(Scoring::Tiles);
        alpha_beta_agrees::<Kings>(Scoring::LastMove);
    }
}
