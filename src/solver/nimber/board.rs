//! Questions about a board: its regions, the memory of all their parts, and the threads that share it.

use super::knowledge::Knowledge;
use super::search::{Bounded, Question, Search};
use crate::board::{Columns, Word};
use crate::games::impartial::{Impartial, Nimber};
use crate::solver::asking::KnownParts;
use crate::solver::limits::{Limits, Progress};
use crate::solver::race::{ALONE, Unwound, race};
use std::io;
use std::marker::PhantomData;

/// A board as the sum of its regions, on which play goes on, whatever the word that holds them. Regions
/// have numbers, and moves those that the rules give them on the board of their region.
pub(crate) trait Regions {
    /// Every legal move in a region.
    fn moves(&self, region: usize) -> Vec<u16>;
    /// Makes a legal move.
    fn play(&mut self, region: usize, number: u16);
    /// The Grundy value of a region.
    fn value(&mut self, region: usize) -> Result<u8, Unwound>;
    /// The Grundy value of what a legal move leaves of its region.
    fn value_after(&mut self, region: usize, number: u16) -> Result<u8, Unwound>;
    /// Whether a legal move leaves the Grundy value `left` of its region.
    fn leaves(&mut self, region: usize, number: u16, left: u8) -> Result<bool, Unwound>;
    /// Positions searched.
    fn nodes(&self) -> u64;
    /// Bytes that the memory takes.
    fn memory_bytes(&self) -> u64;
}

/// A region: squares of a board of `cols` columns and at least as many rows.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// The free squares, row by row.
    pub(crate) free: Vec<usize>,
}

/// What a search works under.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Means<'s> {
    /// At least 1.
    pub(crate) threads: usize,
    /// The most bytes that the memory may take.
    pub(crate) memory: u64,
    pub(crate) limits: &'s Limits,
    pub(crate) progress: &'s Progress,
    /// Who knows the values of parts already.
    pub(crate) known: Option<KnownParts<'s>>,
}

/// The one [`Regions`]: in words `W`, under the rules `R`.
pub(crate) struct Board<'s, R, W: Word> {
    pub(super) regions: Vec<Ground<W>>,
    pub(super) knowledge: Knowledge<W>,
    pub(super) means: Means<'s>,
    /// See [`Bounded::settled_at_once`].
    settled_at_once: u32,
    nodes: u64,
    /// Nodes after which the memory counts as full.
    next_growth: u64,
    rules: PhantomData<R>,
}

/// A region of the board: its squares, which hang together, and which of them are still free.
pub(super) struct Ground<W> {
    pub(super) columns: Columns<W>,
    squares: W,
    pub(super) free: W,
}

impl<'s, R: Impartial, W: Word> Board<'s, R, W> {
    /// The board with these regions.
    ///
    /// # Errors
    /// The system's, where it gives no memory.
    pub(crate) fn new(regions: &[Region], means: Means<'s>) -> io::Result<Self> {
        let area = regions.iter().map(|region| region.rows * region.cols).max().unwrap_or(1);
        let free = regions.iter().map(|region| region.free.len() as u32).sum();
        let ground = |region: &Region| {
            let squares = region.free.iter().fold(W::EMPTY, |set, &at| set | W::bit(at));
            Ground { columns: Columns::new(region.cols), squares, free: squares }
        };
        let knowledge = Knowledge::new(area, free, means.memory)?;
        let next_growth = knowledge.budget();
        let largest = regions.iter().map(|region| region.free.len()).max().unwrap_or(0);
        let settled_at_once = largest as u32 / 2;
        let regions = regions.iter().map(ground).collect();
        Ok(Self { regions, knowledge, means, settled_at_once, nodes: 0, next_growth, rules: PhantomData })
    }

    fn after(&self, region: usize, number: u16) -> W {
        let Ground { columns, free, .. } = &self.regions[region];
        free.minus(R::taken(columns, *free, number))
    }

    /// What is asked about squares of a region, with all threads if it turns out long: whether the value is
    /// a number, or, where none is given, the value.
    fn find_out(&mut self, region: usize, set: W, is: Option<u8>) -> Result<Nimber, Unwound> {
        let question = Question { before: self.regions[region].squares, set, is };
        loop {
            let left = self.next_growth.saturating_sub(self.nodes);
            let mut found =
                self.search(region, question, 1, if self.means.threads > 1 { left.min(ALONE) } else { left });
            if found.is_err() && self.means.threads > 1 && left > ALONE && self.means.limits.check().is_ok() {
                found = self.search(region, question, self.means.threads, left - ALONE);
            }
            if found.is_ok() || self.nodes < self.next_growth || self.means.limits.check().is_err() {
                return found;
            }
            self.knowledge.grow(&|| self.means.limits.check().is_ok());
            self.next_growth = self.nodes.saturating_add(self.knowledge.budget());
        }
    }

    /// Lets `threads` threads look for the answer among about `nodes` positions.
    fn search(&mut self, region: usize, question: Question<W>, threads: usize, nodes: u64) -> Result<Nimber, Unwound> {
        let columns = &self.regions[region].columns;
        let settled_at_once = self.settled_at_once;
        let Means { limits, progress, known, .. } = self.means;
        let (found, nodes) = race(threads, |race| {
            let race = (threads > 1).then_some(race);
            let bounded = Bounded { limits, progress, known, race, nodes: nodes / threads as u64, settled_at_once };
            let mut search = Search::<R, W>::new(self.knowledge.view(), bounded);
            let found = search.find_out(columns, question);
            (found, search.finish())
        });
        self.nodes += nodes;
        found
    }

    fn value_of(&mut self, region: usize, set: W) -> Result<u8, Unwound> {
        match self.find_out(region, set, None)? {
            Nimber::Exactly(value) => Ok(value),
            Nimber::NoneOf(_) => unreachable!("no number was asked about"),
        }
    }
}

impl<R: Impartial, W: Word> Regions for Board<'_, R, W> {
    fn moves(&self, region: usize) -> Vec<u16> {
        let mut moves = Vec::new();
        let Ground { columns, free, .. } = &self.regions[region];
        R::moves(columns, *free, &mut moves);
        moves
    }

    fn play(&mut self, region: usize, number: u16) {
        self.regions[region].free = self.after(region, number);
    }

    fn value(&mut self, region: usize) -> Result<u8, Unwound> {
        self.value_of(region, self.regions[region].free)
    }

    fn value_after(&mut self, region: usize, number: u16) -> Result<u8, Unwound> {
        self.value_of(region, self.after(region, number))
    }

    fn leaves(&mut self, region: usize, number: u16, left: u8) -> Result<bool, Unwound> {
        Ok(self.find_out(region, self.after(region, number), Some(left))? == Nimber::Exactly(left))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn memory_bytes(&self) -> u64 {
        self.knowledge.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;
    use crate::games::cram::Cram;
    use crate::games::kings::Kings;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn value<R: Impartial, W: Word>(free: &[usize]) -> u8 {
        let (limits, progress) = (Limits::default(), Progress::default());
        let region = Region { rows: 6, cols: 5, free: free.to_vec() };
        let means = Means { threads: 1, memory: 1 << 20, limits: &limits, progress: &progress, known: None };
        let mut board = Board::<R, W>::new(&[region], means).expect("memory");
        board.value(0).expect("no limit")
    }

    fn widths_agree<R: Impartial>(free: &[usize]) {
        let narrow = value::<R, u64>(free);
        assert_eq!(narrow, value::<R, u128>(free), "{free:?}");
        assert_eq!(narrow, value::<R, Wide<1>>(free), "{free:?}");
        assert_eq!(narrow, value::<R, Wide<4>>(free), "{free:?}");
    }

    #[test]
    fn every_width_of_word_gives_the_same_value() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..200 {
            let free: Vec<usize> = (0..30).filter(|_| rng.random_bool(0.6)).collect();
            widths_agree::<Cram>(&free);
            widths_agree::<Kings>(&free);
        }
    }
}
