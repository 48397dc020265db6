//! How often the first and the second player win, over many sizes and pairs of strategies, beside what
//! is exact.

use super::clock::TimeControl;
use super::event::{Event, EventError, Happening};
use super::fixture::{Starts, match_fixtures};
use super::rating::Share;
use super::roster::Entrant;
use super::standings::{Tally, won_by};
use crate::board::Size;
use crate::game::Value;
use crate::games::{Outcome, Position, Seat};
use crate::solver::{SolveError, Solver, StopSwitch};
use serde::Serialize;
use thiserror::Error;

/// Every size from one to another: all rows in the range with all columns in the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeRange {
    /// The least rows and columns.
    pub from: Size,
    /// The most rows and columns.
    pub to: Size,
}

impl SizeRange {
    /// The sizes, row by row.
    pub fn sizes(&self) -> impl Iterator<Item = Size> + use<> {
        let Self { from, to } = *self;
        (from.rows()..=to.rows())
            .flat_map(move |rows| (from.cols()..=to.cols()).map(move |cols| (rows as u64, cols as u64)))
            .filter_map(|(rows, cols)| Size::new(rows, cols).ok())
    }
}

/// What is exact of an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ExactBoard {
    /// The value for who moves first.
    pub value: Value,
    /// The Grundy value, in impartial games.
    pub grundy: Option<u16>,
}

impl ExactBoard {
    /// Who wins when both play perfectly.
    pub fn outcome(&self) -> Outcome {
        match self.value.signum() {
            1 => Outcome::Won(Seat::First),
            -1 => Outcome::Won(Seat::Second),
            _ => Outcome::Tied,
        }
    }
}

/// The games of one pair of players on one board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The board.
    pub size: Size,
    /// The players, who moved first before the other.
    pub seats: [usize; 2],
    /// How the first one fared.
    pub first: Tally,
    /// What is exact of the board, where it was solved.
    pub exact: Option<ExactBoard>,
}

impl Cell {
    /// How often the side won.
    pub fn wins(&self, seat: Seat) -> Share {
        let count = if seat == Seat::First { self.first.wins } else { self.first.losses };
        Share::new(count.into(), self.first.games().into())
    }
}

/// What is analysed, and how.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The players.
    pub entrants: &'a [Entrant],
    /// The pairs that play, who moves first before the other.
    pub pairs: Vec<[usize; 2]>,
    /// How many games every pair plays on every board.
    pub games: usize,
    /// Everything that is left to chance hangs on this.
    pub seed: u64,
    /// The clocks.
    pub time: TimeControl,
    /// How often a tied game of XO is played again before the tie stands.
    pub rematches: u32,
    /// How many games are played at once.
    pub threads: usize,
    /// Gives it up.
    pub switch: StopSwitch,
}

/// Why an analysis broke off.
#[derive(Debug, Error)]
pub enum AnalyzeError {
    /// The games broke off.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The solver had no room.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Every ordered pair of different players; of a single player, the one with itself.
pub fn all_pairs(players: usize) -> Vec<[usize; 2]> {
    if players == 1 {
        return vec![[0, 0]];
    }
    let pairs = (0..players).flat_map(|first| (0..players).map(move |second| [first, second]));
    pairs.filter(|[first, second]| first != second).collect()
}

impl Analysis<'_> {
    /// Solves the empty board of a size, under the limits of the solver.
    ///
    /// # Errors
    /// [`SolveError`] where the system gives no memory.
    pub fn exact(board: &Position, solver: &Solver) -> Result<Option<ExactBoard>, SolveError> {
        let answer = solver.clone().value_only(true).solve(board)?;
        Ok(answer.value.map(|value| ExactBoard { value, grundy: answer.grundy }))
    }

    /// Plays the games of every pair on one board. The seed of a board and pair hangs on nothing but the
    /// event's seed, the size and the places of the pair, so that a board has the same games in every range of sizes, and
    /// with more players behind these.
    /// `watch` hears of every game that ends.
    ///
    /// # Errors
    /// [`AnalyzeError`] where it was stopped.
    pub fn board(
        &self,
        board: &Position,
        exact: Option<ExactBoard>,
        watch: &(dyn Fn() + Sync),
    ) -> Result<Vec<Cell>, AnalyzeError> {
        let size = board.size();
        let mut cells = Vec::with_capacity(self.pairs.len());
        for &seats in &self.pairs {
            let [first, second] = seats.map(|seat| seat as u64);
            let part = (size.rows() as u64) << 48 | (size.cols() as u64) << 32 | first << 16 | second;
            let seed = crate::chance::Chance::of(self.seed, part).seed();
            let mut fixtures = match_fixtures(std::slice::from_ref(board), self.games, Starts::A, seed);
            fixtures.iter_mut().for_each(|fixture| fixture.seats = seats);
            let event = Event {
                entrants: self.entrants,
                fixtures: &fixtures,
                time: self.time,
                rematches: self.rematches,
                threads: self.threads,
                kept: 0,
                switch: self.switch.clone(),
            };
            let heard = |happening: &Happening<'_>| {
                if let Happening::Ends { again: false, .. } = happening {
                    watch();
                }
            };
            let mut first = Tally::default();
            for result in event.run(Vec::new(), None, &heard)? {
                first.add(won_by(&result, Seat::First));
            }
            cells.push(Cell { size, seats, first, exact });
        }
        Ok(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::register::Alone;

    #[test]
    fn every_size_of_a_range() {
        let size = |rows, cols| Size::new(rows, cols).unwrap();
        let range = SizeRange { from: size(1, 2), to: size(2, 4) };
        let sizes: Vec<String> = range.sizes().map(|size| size.to_string()).collect();
        assert_eq!(sizes, ["1x2", "1x3", "1x4", "2x2", "2x3", "2x4"]);
    }

    #[test]
    fn a_board_that_leaves_no_choice_is_always_won_by_the_same_side() {
        let entrants = [Entrant::named(&"random".parse().unwrap(), Alone).unwrap()];
        let analysis = Analysis {
            entrants: &entrants,
            pairs: all_pairs(1),
            games: 20,
            seed: 1,
            time: TimeControl::default(),
            rematches: 0,
            threads: 2,
            switch: StopSwitch::default(),
        };
        for (board, outcome) in [("kings:2x2", 20), ("kings:1x4", 0), ("dots:1x1", 0)] {
            let board = Position::parse(board).unwrap();
            let exact = Analysis::exact(&board, &Solver::new().threads(1)).unwrap().unwrap();
            let cells = analysis.board(&board, Some(exact), &|| ()).unwrap();
            assert_eq!(cells[0].wins(Seat::First).count, outcome, "{board}");
            assert_eq!(exact.outcome() == Outcome::Won(Seat::First), outcome == 20, "{board}");
        }
    }

    #[test]
    fn pairs_are_ordered() {
        assert_eq!(all_pairs(2), [[0, 1], [1, 0]]);
        assert_eq!(all_pairs(3).len(), 6);
        assert_eq!(all_pairs(1), [[0, 0]]);
    }
}
