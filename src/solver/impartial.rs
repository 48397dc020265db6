//! Cram, XO and Blocking as people give them: from a board to the regions that it falls into, and back.

use super::limits::Limits;
use super::nimber::{Board, Means, Region, Regions};
use super::race::Unwound;
use super::root::Wanted;
use super::solve::{SolveError, Solver, on_deep_stack};
use crate::answer::{Answer, MoveValue, Source};
use crate::board::{Columns, Grid, MAX_AREA, Part, Square, Wide, Word};
use crate::game::Bounds;
use crate::games::Move;
use crate::games::impartial::{Impartial, Scoring, island};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Room for every board.
type Largest = Wide<{ MAX_AREA / 64 }>;

/// What is asked about a position, and what may be used to find it out.
pub(super) struct Task<'t> {
    pub(super) wanted: Wanted,
    pub(super) scoring: Scoring,
    pub(super) means: Means<'t>,
}

/// Answers for a board under the rules `R`, in the narrowest word that holds each of its regions.
///
/// # Errors
/// [`SolveError`] where the system gives no memory.
pub(super) fn solve<R: Impartial>(grid: &Grid, task: &Task<'_>) -> Result<Answer, SolveError> {
    let places = places::<R>(grid);
    let area = places.iter().map(|place| place.squares.len()).max().unwrap_or(0);
    let regions: Vec<Region> = places.iter().map(|place| place.region()).collect();
    let out_of_memory = |source| SolveError::Memory { bytes: task.means.memory, source };
    if area <= u64::BITS as usize {
        let mut board = Board::<R, u64>::new(&regions, task.means).map_err(out_of_memory)?;
        return Ok(Inquiry { board: &mut board, places, task }.answer());
    }
    if area <= u128::BITS as usize {
        let mut board = Board::<R, u128>::new(&regions, task.means).map_err(out_of_memory)?;
        return Ok(Inquiry { board: &mut board, places, task }.answer());
    }
    // A game may last hundreds of moves.
    on_deep_stack(|| {
        if area <= Wide::<4>::BITS {
            let mut board = Board::<R, Wide<4>>::new(&regions, task.means).map_err(out_of_memory)?;
            return Ok(Inquiry { board: &mut board, places, task }.answer());
        }
        let mut board = Board::<R, Largest>::new(&regions, task.means).map_err(out_of_memory)?;
        Ok(Inquiry { board: &mut board, places, task }.answer())
    })
}

/// Parts with their Grundy values.
type Nimbers = Vec<(Part<u128>, u8)>;

impl Solver {
    /// The parts whose Grundy values a search of the parts `roots` and of every move there proves: see [`Board::proved`]. `None` where a
    /// limit came first.
    ///
    /// # Errors
    /// [`SolveError`] where the system gives no memory.
    pub(crate) fn proved_parts<R: Impartial>(
        &self,
        roots: &[Part<u128>],
        most: usize,
    ) -> Result<Option<Nimbers>, SolveError> {
        let area = |part: &Part<u128>| part.rows() * usize::from(part.cols);
        let is_narrow = roots.iter().all(|part| area(part) <= u64::BITS as usize);
        let limits = self.limits();
        if is_narrow {
            self.proved_in::<R, u64>(roots, most, &limits)
        } else {
            self.proved_in::<R, u128>(roots, most, &limits)
        }
    }

    fn proved_in<R: Impartial, W: Word>(
        &self,
        roots: &[Part<u128>],
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Nimbers>, SolveError> {
        let region = |part: &Part<u128>| Region {
            rows: part.rows(),
            cols: part.cols.into(),
            free: part.squares.ones().collect(),
        };
        let regions: Vec<Region> = roots.iter().map(region).collect();
        let means = self.means(limits, None);
        let out_of_memory = |source| SolveError::Memory { bytes: means.memory, source };
        let mut board = Board::<R, W>::new(&regions, means).map_err(out_of_memory)?;
        let all = (0..regions.len()).try_for_each(|region| {
            board.value(region)?;
            board.moves(region).into_iter().try_for_each(|number| board.value_after(region, number).map(drop))
        });
        let Ok(parts) = all.and_then(|()| board.proved(most)) else { return Ok(None) };
        let wide = |(part, value): (Part<W>, u8)| (Part { squares: part.squares.low_u128(), cols: part.cols }, value);
        Ok(Some(parts.into_iter().map(wide).collect()))
    }
}

/// The regions that a board falls into, without those in which there is no move.
fn places<R: Impartial>(grid: &Grid) -> Vec<Place> {
    let cols = grid.size().cols();
    let columns = Columns::<Largest>::new(cols);
    let number = |square: Square| usize::from(square.row) * cols + usize::from(square.col);
    let mut free = grid.free_squares().fold(Largest::EMPTY, |set, square| set | Largest::bit(number(square)));
    let mut places = Vec::new();
    while !free.is_empty() {
        let island = island::<R, Largest>(&columns, free);
        free = free.minus(island);
        if R::each_option(&columns, island, |_| ControlFlow::Break(())).is_break() {
            let squares: Vec<_> = island.ones().map(|at| Square::new(at / cols, at % cols)).collect();
            places.push(Place::new(&squares, R::placed));
        }
    }
    places
}

/// Where the squares of a region are.
struct Place {
    /// The squares of the region's own board, row by row, as squares of the whole.
    squares: Vec<Square>,
    /// Which of them belong to the region.
    free: Vec<usize>,
    cols: usize,
    placed: fn(u16, usize) -> (usize, Option<usize>),
}

impl Place {
    /// The smallest board that holds `squares`, turned if it is wider than high.
    fn new(squares: &[Square], placed: fn(u16, usize) -> (usize, Option<usize>)) -> Self {
        let spread = |of: fn(&Square) -> u16| {
            let (low, high) = squares.iter().map(of).fold((u16::MAX, 0), |(low, high), at| (low.min(at), high.max(at)));
            (low, usize::from(high - low) + 1)
        };
        let ((top, rows), (left, cols)) = (spread(|square| square.row), spread(|square| square.col));
        let turned = cols > rows;
        let (rows, cols) = (rows.max(cols), rows.min(cols));
        let square = |at: usize| {
            let (row, col) = if turned { (at % cols, at / cols) } else { (at / cols, at % cols) };
            Square::new(usize::from(top) + row, usize::from(left) + col)
        };
        let board: Vec<Square> = (0..rows * cols).map(square).collect();
        let free = (0..rows * cols).filter(|&at| squares.binary_search(&board[at]).is_ok()).collect();
        Self { squares: board, free, cols, placed }
    }

    fn region(&self) -> Region {
        Region { rows: self.squares.len() / self.cols, cols: self.cols, free: self.free.clone() }
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

/// What was found out about a board.
struct Finding {
    grundy: u16,
    best: Vec<Move>,
    moves: Option<Vec<MoveValue>>,
    line: Option<Vec<Move>>,
}

/// What is asked about a board and where its regions are.
struct Inquiry<'i, B> {
    board: &'i mut B,
    places: Vec<Place>,
    task: &'i Task<'i>,
}

impl<B: Regions> Inquiry<'_, B> {
    fn answer(mut self) -> Answer {
        let mut settled = None;
        let finding = self.examine(&mut settled);
        // The value may be proved though the list of moves is not.
        let wins = settled.map(|grundy: u8| grundy != 0);
        let scoring = self.task.scoring;
        let (low, high) = (scoring.value(wins.unwrap_or(false)), scoring.value(wins.unwrap_or(true)));
        let answer = Answer {
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
            nodes: self.board.nodes(),
            memory_bytes: self.board.memory_bytes(),
            seconds: 0.0,
        };
        let Ok(Finding { best, moves, line, grundy }) = finding else { return answer };
        let value = Some(scoring.value(grundy != 0));
        let grundy = Some(grundy);
        Answer { value, exact: true, complete: true, bounds: None, best, moves, line, grundy, ..answer }
    }

    /// What is wanted about the board; its Grundy value is `settled` as soon as it is known.
    fn examine(&mut self, settled: &mut Option<u8>) -> Result<Finding, Unwound> {
        let (wanted, progress) = (self.task.wanted, self.task.means.progress);
        let regions = 0..self.places.len();
        let moves: usize = regions.clone().map(|region| self.board.moves(region).len()).sum();
        progress.begin((self.places.len() + moves) as u32);
        let mut values = Vec::new();
        for region in regions {
            values.push(self.board.value(region)?);
            progress.settle();
        }
        let grundy = all(&values);
        *settled = Some(grundy);
        let mut finding = Finding { grundy: grundy.into(), best: Vec::new(), moves: None, line: None };
        if wanted.value_only {
            return Ok(finding);
        }
        if wanted.all_moves {
            let moves = self.move_values(&values)?;
            let best = moves.iter().filter(|entry| entry.value == moves[0].value);
            finding.best = best.map(|entry| entry.mv).collect();
            finding.moves = Some(moves);
        } else {
            finding.best = self.best(&values)?;
        }
        finding.best.sort_unstable();
        if wanted.line {
            finding.line = Some(self.line(values)?);
        }
        Ok(finding)
    }

    /// Every legal move with what it is worth, best first, then sorted.
    fn move_values(&mut self, values: &[u8]) -> Result<Vec<MoveValue>, Unwound> {
        let mut moves = Vec::new();
        for (region, value) in values.iter().enumerate() {
            for number in self.board.moves(region) {
                let left = all(values) ^ value ^ self.board.value_after(region, number)?;
                let (mv, value) = (self.places[region].name(number), self.task.scoring.value(left == 0));
                moves.push(MoveValue { mv, value, grundy: Some(left.into()) });
                self.task.means.progress.settle();
            }
        }
        moves.sort_unstable_by_key(|entry| (Reverse(entry.value), entry.mv));
        Ok(moves)
    }

    /// Every move that leaves a position won by the second player, or every move where there is none.
    fn best(&mut self, values: &[u8]) -> Result<Vec<Move>, Unwound> {
        let grundy = all(values);
        let mut best = Vec::new();
        for (region, value) in values.iter().enumerate() {
            for number in self.board.moves(region) {
                if grundy == 0 || self.board.leaves(region, number, grundy ^ value)? {
                    best.push(self.places[region].name(number));
                }
                self.task.means.progress.settle();
            }
        }
        Ok(best)
    }

    /// The first best move, then that of what it leads to, to the end.
    fn line(&mut self, mut values: Vec<u8>) -> Result<Vec<Move>, Unwound> {
        let mut line = Vec::new();
        loop {
            let grundy = all(&values);
            let mut moves: Vec<(Move, usize, u16)> = Vec::new();
            for (region, place) in self.places.iter().enumerate() {
                moves.extend(self.board.moves(region).into_iter().map(|number| (place.name(number), region, number)));
            }
            moves.sort_unstable();
            let mut chosen = None;
            for (mv, region, number) in moves {
                if grundy == 0 || self.board.leaves(region, number, grundy ^ values[region])? {
                    chosen = Some((mv, region, number));
                    break;
                }
            }
            let Some((mv, region, number)) = chosen else { return Ok(line) };
            self.board.play(region, number);
            values[region] = if grundy == 0 { self.board.value(region)? } else { grundy ^ values[region] };
            line.push(mv);
        }
    }
}

/// The value of a sum.
fn all(values: &[u8]) -> u8 {
    values.iter().fold(0, |all, value| all ^ value)
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
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// What the alpha-beta says of a set of free squares.
    fn alpha_beta_agrees<R: Impartial>(board: &Board<R, u64>, scoring: Scoring, sets: impl Iterator<Item = u64>) {
        let (memory, limits, progress) = (Growing::new(), Limits::default(), Progress::default());
        let mut naive = Naive::new(board);
        let mut root = Root::new(board, &memory, &limits, &progress, 1);
        for free in sets {
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

    /// Every subset of 3x4, and some of larger boards with at most 14 free squares.
    fn alpha_beta_solves<R: Impartial>(scoring: Scoring) {
        alpha_beta_agrees::<R>(&Board::new(3, 4, scoring), scoring, 0..1 << 12);
        let mut random = ChaCha8Rng::seed_from_u64(7);
        for (rows, cols) in [(4, 4), (3, 6), (4, 5), (5, 5), (5, 6), (6, 7)] {
            let mut few = || (0..14).fold(0, |set, _| set | 1 << random.random_range(0..rows * cols));
            let sets: Vec<u64> = (0..300).map(|_| few()).collect();
            alpha_beta_agrees::<R>(&Board::new(rows, cols, scoring), scoring, sets.into_iter());
        }
    }

    #[test]
    fn the_alpha_beta_solves_these_games_too() {
        alpha_beta_solves::<Cram>(Scoring::LastMove);
        alpha_beta_solves::<Cram>(Scoring::Tiles);
        alpha_beta_solves::<Kings>(Scoring::LastMove);
    }
}
