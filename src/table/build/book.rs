//! Opening books: every position of the first plies of a board that is too large for a whole table.
//!
//! Positions up to symmetry are searched one by one, the earlier plies first, with one memory. What is
//! known of a position limits the values of those that its moves lead to. When all is done, every position
//! but those of the last ply must have the value that follows from the ones after it.

use super::BuildError;
use crate::game::{Bounds, Mover, Step, Value};
use crate::games::domineering::Turn;
use crate::games::{Played, Position, Seat};
use crate::solver::{Session, Solver};
use crate::table::error::WriteError;
use crate::table::keys::Keys;
use std::collections::{BTreeMap, HashMap};

/// A position of a book.
#[derive(Clone, Debug)]
pub struct Page {
    /// What a table calls it.
    pub key: u128,
    /// The position, or one with the same key.
    pub position: Position,
    /// The moves made since the start.
    pub ply: u32,
    /// For each legal move the page that it leads to, what it wins and who moves there; empty in the last
    /// ply.
    steps: Vec<Step<usize>>,
}

/// The positions of the first plies, up to symmetry.
#[derive(Clone, Debug)]
pub struct Book {
    pages: Vec<Page>,
    values: Vec<Option<Value>>,
    /// What the values of other pages say of each.
    bounds: Vec<Bounds>,
}

impl Book {
    /// Every position that `plies` moves or fewer lead to from `start`.
    ///
    /// # Errors
    /// [`BuildError::Unsupported`] where there are more than can be searched, or none can have keys.
    pub fn new(start: &Position, plies: u32) -> Result<Self, BuildError> {
        let keys = Keys::new(start.game(), start.size());
        let key = |position: &Position| {
            keys.as_ref().and_then(|keys| keys.of(position)).and_then(|keys| keys.first().copied())
        };
        let no_key = || BuildError::Unsupported(format!("a board of {} is too large for a book", start.size()));
        let mut pages =
            vec![Page { key: key(start).ok_or_else(no_key)?, position: start.clone(), ply: 0, steps: Vec::new() }];
        let mut begins = 0;
        for ply in 1..=plies {
            let ends = pages.len();
            let mut found: BTreeMap<u128, usize> = BTreeMap::new();
            for at in begins..ends {
                for mv in pages[at].position.legal_moves() {
                    let mut position = pages[at].position.clone();
                    let Ok(Played { gain, mover }) = position.play(mv, Seat::First) else { continue };
                    let key = key(&position).ok_or_else(no_key)?;
                    let next = *found.entry(key).or_insert(pages.len());
                    if next == pages.len() {
                        pages.push(Page { key, position, ply, steps: Vec::new() });
                    }
                    pages[at].steps.push(Step { next, gain, mover });
                }
                if pages.len() > MOST_PAGES {
                    let message = format!("there are over {MOST_PAGES} positions in {plies} plies: give fewer --plies");
                    return Err(BuildError::Unsupported(message));
                }
            }
            begins = ends;
        }
        let (values, bounds) = (vec![None; pages.len()], vec![Bounds::within(Value::MAX); pages.len()]);
        Ok(Self { pages, values, bounds })
    }

    /// The positions, those of earlier plies first.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The value of a page, once it is known.
    pub fn value(&self, page: usize) -> Option<Value> {
        self.values[page]
    }

    /// The value of a page is `value`, and no move is worth more.
    pub fn settle(&mut self, page: usize, value: Value) {
        self.values[page] = Some(value);
        for step in &self.pages[page].steps {
            let bounds = &mut self.bounds[step.next];
            match step.mover {
                Mover::Same => bounds.high = bounds.high.min(value - step.gain),
                Mover::Other => bounds.low = bounds.low.max(step.gain - value),
            }
        }
    }

    /// Makes use of what [`Book::solve`] wrote down; records of no page of the book are left out.
    pub fn recall(&mut self, records: &[Vec<u8>]) {
        let pages: HashMap<u128, usize> = self.pages.iter().zip(0..).map(|(page, at)| (page.key, at)).collect();
        for record in records {
            let Some((key, value)) = record.split_at_checked(16) else { continue };
            let (Ok(key), Ok(value)) = (key.try_into(), value.try_into()) else { continue };
            if let Some(&page) = pages.get(&u128::from_le_bytes(key)) {
                self.settle(page, Value::from_le_bytes(value));
            }
        }
    }

    /// Searches every page whose value is not known, and gives `keep` a record of each as soon as it is.
    /// `watch` is told how many are done.
    ///
    /// # Errors
    /// [`BuildError`] where it was broken off, a limit was reached or a record cannot be kept.
    pub fn solve(
        &mut self,
        solver: Solver,
        keep: &mut dyn FnMut(&[u8]) -> Result<(), BuildError>,
        watch: &dyn Fn(u64, u64),
    ) -> Result<(), BuildError> {
        let session = Session::new(&self.pages[0].position, solver)?;
        for page in 0..self.pages.len() {
            watch(page as u64, self.pages.len() as u64);
            if self.values[page].is_some() {
                continue;
            }
            let proved = session.value(&self.pages[page].position, self.bounds[page])?;
            let value = proved.bounds.exact().ok_or(WriteError::Interrupted)?;
            keep(&[&self.pages[page].key.to_le_bytes()[..], &value.to_le_bytes()].concat())?;
            self.settle(page, value);
        }
        match self.contradiction() {
            Some(page) => Err(BuildError::Contradiction(page.position.to_string())),
            None => Ok(()),
        }
    }

    /// The pages whose value is known, as entries of a table.
    pub(super) fn entries(&self) -> Vec<(u128, Value)> {
        let pages = self.pages.iter().zip(&self.values);
        pages.filter_map(|(page, value)| Some((page.key, as_entry(&page.position, (*value)?)))).collect()
    }

    /// The first page whose value is not the one that follows from those of the pages after it, as far as
    /// all of these are known.
    pub fn contradiction(&self) -> Option<&Page> {
        let follows = |page: &Page| -> Option<Value> {
            let values = page.steps.iter().map(|step| Some(step.value(self.values[step.next]?)));
            values.collect::<Option<Vec<Value>>>()?.into_iter().max()
        };
        let wrong = |(page, value): &(&Page, &Option<Value>)| {
            value.is_some_and(|value| follows(page).is_some_and(|follows| follows != value))
        };
        self.pages.iter().zip(&self.values).find(wrong).map(|(page, _)| page)
    }
}

/// The value of a position as its table writes it.
pub(super) fn as_entry(position: &Position, value: Value) -> Value {
    let Position::Domineering(board) = position else { return value };
    // What the side that is not to move would win is not known.
    match board.turn() {
        Some(Turn::Horizontal) => 4 | (2 * Value::from(value > 0)),
        _ => 8 | Value::from(value > 0),
    }
}

/// The most positions of a book.
const MOST_PAGES: usize = 1 << 20;
