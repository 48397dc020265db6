//! Questions about one region of a board: the memory of its parts, and the threads that share it.

use super::key::{COLUMN_BITS, PartWord};
use super::search::{Field, Question, Search, Shared, Unwound};
use crate::board::{Columns, Geometry};
use crate::games::impartial::{Impartial, Nimber};
use crate::memory::{Fixed, Growing, Memory};
use crate::solver::busy::Busy;
use crate::solver::limits::{Limits, Progress};
use std::io;
use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// Nodes that one thread may search before the others join in.
const ALONE: u64 = 10_000;
/// The memory that a region starts with.
const FIRST_BYTES: u64 = 1 << 20;
/// How much larger the next memory is when one is full.
const GROWTH: u64 = 8;
/// How many bytes a position searched takes up, roughly.
const BYTES_A_NODE: u64 = 8;
/// A search of a region of over 128 squares can be hundreds of moves deep.
const WIDE_STACK: usize = 512 << 20;

/// A region of a board on which play goes on, whatever the word that holds it.
pub(crate) trait Island {
    /// Every legal move, as the rules number it on the region's own board.
    fn moves(&self) -> Vec<u16>;
    /// Makes a legal move.
    fn play(&mut self, number: u16);
    /// The Grundy value.
    fn value(&mut self) -> Result<u8, Unwound>;
    /// The Grundy value of what a legal move leaves.
    fn value_after(&mut self, number: u16) -> Result<u8, Unwound>;
    /// Whether a legal move leaves the Grundy value `left`.
    fn leaves(&mut self, number: u16, left: u8) -> Result<bool, Unwound>;
    /// Positions searched.
    fn nodes(&self) -> u64;
    /// Bytes that the memory takes.
    fn memory_bytes(&self) -> u64;
}

/// The one [`Island`]: a region in words `W` under rules `R`.
pub(crate) struct Solo<'s, R, W: PartWord> {
    columns: Columns<W>,
    geometry: Geometry<W>,
    free: W,
    memory: Remembered<W>,
    /// The most bytes that the memory may take.
    most_bytes: u64,
    /// Nodes after which the memory counts as full.
    next_growth: u64,
    area: u32,
    threads: usize,
    limits: &'s Limits,
    progress: &'s Progress,
    nodes: u64,
    rules: PhantomData<R>,
}

/// Either memory, chosen by whether keys have a binary form.
enum Remembered<W: PartWord> {
    Fixed(Fixed),
    Growing(Growing<W::Key, Nimber>),
}

impl<'s, R: Impartial, W: PartWord> Solo<'s, R, W> {
    /// The squares `free` of a board of `cols` columns and at least as many rows, `area` squares in
    /// all. The memory takes at most `most_bytes`.
    ///
    /// # Errors
    /// The system's, where it gives no memory.
    pub(crate) fn new(
        cols: usize,
        area: usize,
        free: W,
        most_bytes: u64,
        threads: usize,
        limits: &'s Limits,
        progress: &'s Progress,
    ) -> io::Result<Self> {
        let area = area as u32;
        let first_bytes = FIRST_BYTES.min(64 << (free.count() / 2).min(40)).min(most_bytes);
        let memory = Remembered::new(area, first_bytes, most_bytes)?;
        let mut island = Self {
            columns: Columns::new(cols),
            geometry: Geometry::default(),
            free,
            memory,
            most_bytes,
            next_growth: 0,
            area,
            threads,
            limits,
            progress,
            nodes: 0,
            rules: PhantomData,
        };
        island.plan_growth();
        Ok(island)
    }

    fn plan_growth(&mut self) {
        let bytes = self.memory.bytes();
        let can_grow = matches!(self.memory, Remembered::Fixed(_)) && self.next_bytes() > bytes;
        self.next_growth = if can_grow { self.nodes + bytes / BYTES_A_NODE } else { u64::MAX };
    }

    /// The bytes of the memory after this one. While it is filled both are there.
    fn next_bytes(&self) -> u64 {
        let bytes = self.memory.bytes();
        (bytes * GROWTH).min(self.most_bytes.saturating_sub(bytes))
    }

    /// Takes a larger memory in the place of one that is full. Where the system has no more, it stays.
    fn grow(&mut self) {
        if let Remembered::Fixed(memory) = &self.memory
            && let Ok(Some(larger)) = memory.resized(self.next_bytes(), &|| self.limits.check().is_ok())
        {
            self.memory = Remembered::Fixed(larger);
            self.plan_growth();
        } else {
            self.next_growth = u64::MAX;
        }
    }

    fn after(&self, number: u16) -> W {
        self.free.minus(R::taken(&self.columns, self.free, number))
    }

    /// What is asked about a set of squares, with all threads if it turns out long.
    fn find_out(&mut self, question: Question<W>) -> Result<Nimber, Unwound> {
        loop {
            let alone = if self.threads > 1 { self.nodes + ALONE } else { u64::MAX };
            if let Some(answer) = self.race(question, 1, alone)? {
                return Ok(answer);
            }
            if self.nodes < self.next_growth
                && let Some(answer) = self.race(question, self.threads, u64::MAX)?
            {
                return Ok(answer);
            }
            if self.nodes >= self.next_growth {
                self.grow();
            }
        }
    }

    /// Lets `threads` threads look for the answer up to `last_node` or until the memory is full;
    /// `None` if that came first.
    fn race(&mut self, question: Question<W>, threads: usize, last_node: u64) -> Result<Option<Nimber>, Unwound> {
        let shared = Shared {
            last_node: last_node.min(self.next_growth).saturating_sub(self.nodes),
            busy: (threads > 1).then(Busy::default),
            ..Shared::default()
        };
        let answer = Mutex::new(None);
        let run = || match &self.memory {
            Remembered::Fixed(memory) => self.answer(question, memory, &shared, &answer),
            Remembered::Growing(memory) => self.answer(question, memory, &shared, &answer),
        };
        std::thread::scope(|scope| {
            if W::MOST_AREA == 0 {
                match std::thread::Builder::new().stack_size(WIDE_STACK).spawn_scoped(scope, run) {
                    Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                    Err(_) => shared.hopeless.store(true, Ordering::Relaxed),
                }
                return;
            }
            // Where the system gives no more threads, those that are there do the work.
            let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, run).ok();
            let _others: Vec<_> = (1..threads).map_while(spawn).collect();
            run();
        });
        self.nodes += shared.nodes.load(Ordering::Relaxed);
        let answer = answer.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let hopeless = shared.hopeless.load(Ordering::Relaxed) || self.limits.check().is_err();
        if answer.is_none() && hopeless { Err(Unwound) } else { Ok(answer) }
    }

    /// One thread's share of a race.
    fn answer<M: Memory<W::Key, Nimber>>(
        &self,
        question: Question<W>,
        memory: &M,
        shared: &Shared,
        answer: &Mutex<Option<Nimber>>,
    ) {
        let Self { columns, geometry, area, limits, progress, .. } = self;
        let mut search = Search::<R, W, M>::new(Field { geometry, memory, area: *area, limits, progress }, shared);
        if let Ok(found) = search.find_out(columns, question) {
            shared.over.store(true, Ordering::Relaxed);
            answer.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(found);
        }
        search.report();
    }

    fn value_of(&mut self, set: W) -> Result<u8, Unwound> {
        match self.find_out(Question { set, is: None })? {
            Nimber::Exactly(value) => Ok(value),
            Nimber::NoneOf(_) => unreachable!("no number was asked about"),
        }
    }
}

impl<R: Impartial, W: PartWord> Island for Solo<'_, R, W> {
    fn moves(&self) -> Vec<u16> {
        let mut moves = Vec::new();
        R::moves(&self.columns, self.free, &mut moves);
        moves
    }

    fn play(&mut self, number: u16) {
        self.free = self.after(number);
    }

    fn value(&mut self) -> Result<u8, Unwound> {
        self.value_of(self.free)
    }

    fn value_after(&mut self, number: u16) -> Result<u8, Unwound> {
        self.value_of(self.after(number))
    }

    fn leaves(&mut self, number: u16, left: u8) -> Result<bool, Unwound> {
        let question = Question { set: self.after(number), is: Some(left) };
        Ok(self.find_out(question)? == Nimber::Exactly(left))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn memory_bytes(&self) -> u64 {
        self.memory.bytes()
    }
}

impl<W: PartWord> Remembered<W> {
    /// A memory of `bytes` bytes, or one that grows up to `most_bytes`, for parts in boxes of at most `area` squares.
    fn new(area: u32, bytes: u64, most_bytes: u64) -> io::Result<Self> {
        if area as usize <= W::MOST_AREA
            && let Some(memory) = Fixed::new(area + COLUMN_BITS, bytes)?
        {
            return Ok(Self::Fixed(memory));
        }
        Ok(Self::Growing(Growing::with_limit(most_bytes)))
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Fixed(memory) => Memory::<W::Key, Nimber>::bytes(memory),
            Self::Growing(memory) => memory.bytes(),
        }
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

    fn value<R: Impartial, W: PartWord>(free: &[usize]) -> u8 {
        let (limits, progress) = (Limits::default(), Progress::default());
        let free = free.iter().fold(W::EMPTY, |set, &at| set | W::bit(at));
        let mut solo = Solo::<R, W>::new(5, 30, free, 1 << 20, 1, &limits, &progress).expect("memory");
        solo.value().expect("no limit")
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
