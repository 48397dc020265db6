//! Positions whose values somebody knows already, such as solved tables.

use super::solve::Solver;
use crate::answer::{Answer, MoveValue, Source};
use crate::board::{Part, Size};
use crate::game::{Bounds, Mover, Value};
use crate::games::{Move, Position, Seat};
use crate::notation::GameName;
use std::cmp::Reverse;
use std::fmt::Debug;
use std::time::Instant;

/// An exact value that was found out before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// As [`Answer::value`].
    pub value: Value,
    /// The Grundy value, in impartial games.
    pub grundy: Option<u16>,
}

impl Known {
    /// An answer that says no more than the value.
    fn alone(self) -> Answer {
        Answer {
            value: None,
            best: Vec::new(),
            moves: None,
            line: None,
            grundy: self.grundy,
            game_value: None,
            exact: false,
            complete: false,
            bounds: Some(Bounds::exactly(self.value)),
            source: Source::Table,
            nodes: 0,
            memory_bytes: 0,
            seconds: 0.0,
        }
    }
}

/// Somebody who knows values. What is answered is exact.
pub trait Lookup: Debug + Send + Sync {
    /// What is known of a position.
    fn known(&self, position: &Position) -> Option<Known>;

    /// Which of the positions that `position` leads to may be known; `None` where none is, and a search need
    /// not ask. That is the default.
    fn reach(&self, position: &Position) -> Option<Reach> {
        let _ = position;
        None
    }

    /// The Grundy value of a part of a position of Cram or Blocking. By default none is known.
    fn part(&self, game: GameName, part: Part<u128>) -> Option<u8> {
        let _ = (game, part);
        None
    }
}

/// Which positions that one leads to are worth asking about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Those of which all that is open fits on one of these boards, whichever way it lies; in Cram and
    /// Blocking each part by itself.
    pub boards: Vec<Size>,
    /// Those with at most so many lines drawn or squares taken.
    pub most_taken: Option<u32>,
}

impl Reach {
    /// Whether a box of so many rows and columns fits on one of the boards.
    #[inline]
    pub(super) fn fits(&self, rows: usize, cols: usize) -> bool {
        let fits =
            |size: &Size| rows <= size.rows() && cols <= size.cols() || rows <= size.cols() && cols <= size.rows();
        self.boards.iter().any(fits)
    }

    /// The largest area of the boards.
    pub(super) fn area(&self) -> usize {
        self.boards.iter().map(|size| size.area()).max().unwrap_or(0)
    }
}

/// What look-ups say of a position that they do not answer as a whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// The value.
    pub(crate) known: Option<Known>,
    /// The values of some moves, sorted by move.
    moves: Vec<(Move, Value)>,
}

impl Hints {
    /// The value of a move, if it is known.
    pub(crate) fn of(&self, mv: Move) -> Option<Value> {
        let at = self.moves.binary_search_by_key(&mv, |(mv, _)| *mv).ok()?;
        Some(self.moves[at].1)
    }
}

/// What is known of a position and of its moves.
struct Page {
    known: Known,
    moves: Vec<MoveValue>,
    /// Whether those are all.
    is_whole: bool,
}

impl Solver {
    /// What the tables of [`Solver::tables`] say of a position, and nothing searched: `None` where they do not hold
    /// it. Where they hold it but not all that was asked for, the answer is not exact, and its bounds are the value.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use gridsolve::table::Catalog;
    /// use gridsolve::{Position, Solver};
    ///
    /// let solver = Solver::new().tables(Catalog::shared());
    /// let known = solver.probe(&Position::parse("dots:3x3")?);
    /// assert_eq!(known.and_then(|answer| answer.value), Some(-3));
    /// assert_eq!(solver.probe(&Position::parse("dots:9x9")?), None);
    /// # Ok(()) }
    /// ```
    pub fn probe(&self, position: &Position) -> Option<Answer> {
        let started = Instant::now();
        let mut answer = match self.look_up(position) {
            Ok(answer) => answer,
            Err(hints) => hints.known?.alone(),
        };
        answer.seconds = started.elapsed().as_secs_f64();
        Some(answer)
    }

    /// The answer, if look-ups have all of it; what they have, if they have part of it.
    pub(super) fn look_up(&self, position: &Position) -> Result<Answer, Hints> {
        let Some(page) = self.page(position) else { return Err(Hints::default()) };
        let hints = |page: Page| {
            let mut moves: Vec<_> = page.moves.iter().map(|entry| (entry.mv, entry.value)).collect();
            moves.sort_unstable_by_key(|(mv, _)| *mv);
            Hints { known: Some(page.known), moves }
        };
        if !(page.is_whole || self.wanted.value_only) || self.game_value {
            return Err(hints(page));
        }
        let line = match self.wanted.line {
            false => None,
            true => match self.known_line(position) {
                Some(line) => Some(line),
                None => return Err(hints(page)),
            },
        };
        let mut moves = page.moves;
        moves.sort_unstable_by_key(|entry| (Reverse(entry.value), entry.mv));
        let mut best = Vec::new();
        if !self.wanted.value_only {
            best.extend(moves.iter().filter(|entry| entry.value == page.known.value).map(|entry| entry.mv));
            best.sort_unstable();
        }
        Ok(Answer {
            value: Some(page.known.value),
            best,
            moves: self.wanted.all_moves.then_some(moves),
            line,
            grundy: page.known.grundy,
            game_value: None,
            exact: true,
            complete: true,
            bounds: None,
            source: Source::Table,
            nodes: 0,
            memory_bytes: 0,
            seconds: 0.0,
        })
    }

    /// What is known of a position whose value is, and of its moves if they are wanted.
    fn page(&self, position: &Position) -> Option<Page> {
        let tables = self.tables.as_ref()?;
        let known = tables.known(position)?;
        let mut page = Page { known, moves: Vec::new(), is_whole: true };
        if self.wanted.value_only {
            return Some(page);
        }
        for mv in position.legal_moves() {
            let mut next = position.clone();
            let played = next.play(mv, Seat::First).ok();
            let entry = played.and_then(|played| {
                let Known { value, grundy } = tables.known(&next)?;
                let value = match played.mover {
                    Mover::Same => played.gain + value,
                    Mover::Other => played.gain - value,
                };
                Some(MoveValue { mv, value, grundy })
            });
            page.is_whole &= entry.is_some();
            page.moves.extend(entry);
        }
        Some(page)
    }

    /// The first optimal move, then that of what it leads to, to the end; `None` where look-ups end before.
    fn known_line(&self, position: &Position) -> Option<Vec<Move>> {
        let mut position = position.clone();
        let mut line = Vec::new();
        loop {
            let page = self.page(&position).filter(|page| page.is_whole)?;
            let best = page.moves.iter().filter(|entry| entry.value == page.known.value).map(|entry| entry.mv).min();
            let Some(mv) = best else { return Some(line) };
            position.play(mv, Seat::First).ok()?;
            line.push(mv);
        }
    }
}

impl Hints {
    /// Limits of the value that hold besides others.
    pub(crate) fn narrow(&self, bounds: Bounds) -> Bounds {
        self.known.map_or(bounds, |known| bounds.meet(Bounds::exactly(known.value)))
    }
}
