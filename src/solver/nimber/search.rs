//! The search of one thread; see the head of [`super`].

use super::key::PartWord;
use super::options::{Options, Sum};
use crate::board::{Columns, Geometry, Part};
use crate::games::impartial::{Impartial, Nimber};
use crate::memory::Memory;
use crate::solver::busy::{Busy, Claim};
use crate::solver::limits::{Limits, Progress};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The search gave up, for a reason that whoever set its limits can look up there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unwound;

/// A question about a set of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<W> {
    pub(super) set: W,
    /// The number that its Grundy value is or is not; `None` asks for the value.
    pub(super) is: Option<u8>,
}

/// What the threads of one search share beside the memory.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// What each of them is at, if there are several.
    pub(super) busy: Option<Busy>,
    /// A thread has the answer.
    pub(super) over: AtomicBool,
    /// There will be no answer: a number over 63 turned up, for which the sets have no room.
    pub(super) hopeless: AtomicBool,
    /// Positions searched by all threads.
    pub(super) nodes: AtomicU64,
    /// Nodes at which all threads are to unwind.
    pub(super) last_node: u64,
}

/// What a search works on.
#[derive(Debug)]
pub(super) struct Field<'s, W: PartWord, M> {
    pub(super) geometry: &'s Geometry<W>,
    pub(super) memory: &'s M,
    /// The squares of the largest box.
    pub(super) area: u32,
    pub(super) limits: &'s Limits,
    pub(super) progress: &'s Progress,
}

impl<W: PartWord, M> Clone for Field<'_, W, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: PartWord, M> Copy for Field<'_, W, M> {}

/// One thread's search.
pub(super) struct Search<'s, R, W: PartWord, M> {
    field: Field<'s, W, M>,
    shared: &'s Shared,
    options: Options<W>,
    unchecked: u64,
    rules: PhantomData<R>,
}

impl<'s, R: Impartial, W: PartWord, M: Memory<W::Key, Nimber>> Search<'s, R, W, M> {
    /// Nodes between two looks at clock and switch. On a board of 1,024 squares one takes a tenth of a
    /// second.
    const NODES_BETWEEN_CHECKS: u64 = if W::BITS <= 128 { 256 } else { 1 };

    pub(super) fn new(field: Field<'s, W, M>, shared: &'s Shared) -> Self {
        Self { field, shared, options: Options::new(), unchecked: 0, rules: PhantomData }
    }

    /// The Grundy value of a set of squares; that it is not the number asked about is enough.
    pub(super) fn find_out(&mut self, columns: &Columns<W>, question: Question<W>) -> Result<Nimber, Unwound> {
        let sum = self.split(columns, question.set);
        match question.is {
            Some(number) if sum.parts > 0 => {
                let value = self.ask(sum, 1 << number)?;
                Ok(value.map_or(Nimber::NoneOf(1 << number), Nimber::Exactly))
            }
            _ => {
                let mut value = sum.known;
                for index in 0..usize::from(sum.parts) {
                    value ^= self.exact(self.options.unknown[sum.first as usize + index].part)?;
                }
                Ok(Nimber::Exactly(value))
            }
        }
    }

    fn split(&mut self, columns: &Columns<W>, set: W) -> Sum {
        let field = self.field;
        self.options.split::<R>(field.geometry, columns, set, |part| look_up::<R, W, M>(&field, part))
    }

    /// The Grundy value of a part: is it 0, is it 1, ...
    fn exact(&mut self, part: Part<W>) -> Result<u8, Unwound> {
        let mut excluded = 0;
        loop {
            let known = look_up::<R, W, M>(&self.field, part);
            if let Nimber::Exactly(value) = known {
                return Ok(value);
            }
            if let Nimber::NoneOf(set) = known {
                excluded |= set;
            }
            let number = excluded.trailing_ones();
            if number == u64::BITS {
                self.shared.hopeless.store(true, Ordering::Relaxed);
                return Err(Unwound);
            }
            if let Some(value) = self.find(part, 1 << number)? {
                return Ok(value);
            }
            excluded |= 1 << number;
        }
    }

    /// The Grundy value of a part, or `None` if it is not in `wanted`.
    fn find(&mut self, part: Part<W>, wanted: u64) -> Result<Option<u8>, Unwound> {
        let field = self.field;
        let excluded = match look_up::<R, W, M>(&field, part) {
            Nimber::Exactly(value) => return Ok(Some(value)),
            Nimber::NoneOf(set) => set,
        };
        if wanted & !excluded == 0 {
            return Ok(None);
        }
        self.count()?;
        let mark = self.options.mark();
        let settles = |hit: u64| wanted & !excluded & !hit == 0;
        let hit = self.options.push_all::<R>(field.geometry, part, |part| look_up::<R, W, M>(&field, part), settles);
        let mut candidates = Candidates { hit, excluded, wanted, ..Candidates::default() };
        let value = if settles(hit) { None } else { self.strike_out(&mut candidates, mark.sums)? };
        self.options.drop_to(mark);
        let fact = value.map_or(Nimber::NoneOf(candidates.hit | excluded | wanted), Nimber::Exactly);
        self.memorise(part, fact);
        Ok(value)
    }

    /// Values options, those from `first` on, until the question is answered.
    fn strike_out(&mut self, candidates: &mut Candidates, first: usize) -> Result<Option<u8>, Unwound> {
        self.options.sums[first..].sort_unstable_by_key(|sum| sum.rank);
        let count = self.options.sums.len() - first;
        candidates.start(count);
        while let Some(number) = candidates.next_question() {
            if !self.some_option_has(number, candidates, first..first + count)? {
                candidates.nobody_has(number);
            }
        }
        Ok(candidates.answer())
    }

    /// Asks the options whether they have `number`, until one has or the whole question is answered.
    fn some_option_has(
        &mut self,
        number: u32,
        candidates: &mut Candidates,
        options: std::ops::Range<usize>,
    ) -> Result<bool, Unwound> {
        let mut put_off = 0;
        for round in 0..2 {
            for index in options.clone() {
                let sum = self.options.sums[index];
                if sum.settled || round == 1 && put_off == 0 {
                    continue;
                }
                let claim = self.claim(sum);
                if round == 0 && claim.is_some_and(|claim| claim.is_taken()) {
                    put_off += 1;
                    continue;
                }
                let value = self.ask(sum, 1 << number);
                if let (Some(busy), Some(claim)) = (&self.shared.busy, claim) {
                    busy.release(claim);
                }
                if let Some(value) = value? {
                    self.options.sums[index].settled = true;
                    candidates.some_has(value);
                    if candidates.hit >> number & 1 == 1 || candidates.left() == 0 {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Announces the largest part of a sum to the other threads.
    #[inline]
    fn claim(&self, sum: Sum) -> Option<Claim> {
        let busy = self.shared.busy.as_ref()?;
        let largest = &self.options.unknown[(sum.first + u32::from(sum.parts)) as usize - 1];
        (largest.size >= u32::from(Busy::LEAST_WEIGHT)).then(|| busy.claim(&largest.part))
    }

    /// The value of a sum with unknown parts, or `None` if it is not in `wanted`.
    fn ask(&mut self, sum: Sum, wanted: u64) -> Result<Option<u8>, Unwound> {
        let mut known = sum.known;
        let last = (sum.first + u32::from(sum.parts)) as usize - 1;
        for index in sum.first as usize..last {
            known ^= self.exact(self.options.unknown[index].part)?;
        }
        let largest = self.options.unknown[last];
        let wanted = exclusive_or(wanted, known) & !largest.excluded;
        if wanted == 0 {
            return Ok(None);
        }
        Ok(self.find(largest.part, wanted)?.map(|value| value ^ known))
    }

    fn memorise(&self, part: Part<W>, fact: Nimber) {
        let weight = part.squares.count().min(63) as u8;
        self.field.memory.store(W::key(part, self.field.area), fact, weight);
    }

    #[inline]
    fn count(&mut self) -> Result<(), Unwound> {
        self.unchecked += 1;
        if self.unchecked < Self::NODES_BETWEEN_CHECKS { Ok(()) } else { self.check() }
    }

    fn check(&mut self) -> Result<(), Unwound> {
        self.report();
        let nodes = self.shared.nodes.load(Ordering::Relaxed);
        let over = self.shared.over.load(Ordering::Relaxed) || nodes > self.shared.last_node;
        if over || self.field.limits.check().is_err() { Err(Unwound) } else { Ok(()) }
    }

    /// Adds the nodes since the last report to the shared count.
    pub(super) fn report(&mut self) {
        self.shared.nodes.fetch_add(self.unchecked, Ordering::Relaxed);
        self.field.progress.add_nodes(self.unchecked);
        self.unchecked = 0;
    }
}

/// What is known of a part without search.
#[inline]
fn look_up<R: Impartial, W: PartWord, M: Memory<W::Key, Nimber>>(field: &Field<'_, W, M>, part: Part<W>) -> Nimber {
    field.memory.probe(W::key(part, field.area)).unwrap_or_else(|| {
        let columns = field.geometry.columns(part.cols);
        R::known(columns, part.squares, columns.rows_of(part.squares))
    })
}

/// The numbers that a Grundy value can still be.
#[derive(Clone, Copy, Debug, Default)]
struct Candidates {
    /// The numbers that are asked about.
    wanted: u64,
    /// Values of options.
    hit: u64,
    /// Numbers that the value is known not to be.
    excluded: u64,
    /// The candidates that are left to tell apart, and how many more the unsettled options could take
    /// away. Together they are one more than those options.
    set: u64,
    beyond: usize,
    /// Candidates that no option has: the value is at most the least of them.
    unhit: u64,
}

impl Candidates {
    /// With `options` options of unknown value it is one of the `options + 1` least numbers left: each
    /// of them can take one away.
    fn start(&mut self, options: usize) {
        let mut above = !self.hit & !self.excluded;
        let all = above;
        for _ in 0..=options {
            above &= above.wrapping_sub(1);
        }
        self.set = all & !above;
        self.beyond = options + 1 - self.set.count_ones() as usize;
    }

    /// The wanted candidates.
    fn left(&self) -> u64 {
        self.set & self.wanted
    }

    /// The number to ask the options for next; `None` where the question is answered.
    fn next_question(&self) -> Option<u32> {
        let most = self.left().checked_ilog2()?;
        let open = self.set & up_to(most) & !self.unhit;
        if open >> most & 1 == 1 {
            return Some(most);
        }
        (open != 0).then(|| open.trailing_zeros())
    }

    /// An option has the value `value`.
    fn some_has(&mut self, value: u8) {
        self.hit |= 1 << value;
        if self.set >> value & 1 == 1 {
            self.set &= !(1 << value);
        } else if self.beyond > 0 {
            self.beyond -= 1;
        } else if let Some(largest) = self.set.checked_ilog2() {
            self.set &= !(1 << largest);
        }
    }

    /// No option has the candidate `number`.
    fn nobody_has(&mut self, number: u32) {
        self.unhit |= 1 << number;
        let above = self.set & !up_to(number);
        self.set &= !above;
        self.beyond += above.count_ones() as usize;
    }

    /// The value, if it is known to be a wanted number, once there is no question left.
    fn answer(&self) -> Option<u8> {
        (self.left() != 0).then(|| self.set.trailing_zeros() as u8)
    }
}

/// The numbers `0..=most`.
#[inline]
fn up_to(most: u32) -> u64 {
    u64::MAX >> (63 - most)
}

/// Every number of a set with `by < 64` added without carry.
#[inline]
fn exclusive_or(mut set: u64, by: u8) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.into_iter().enumerate() {
        if by >> bit & 1 == 1 {
            set = (set & low) << (1 << bit) | set >> (1 << bit) & low;
        }
    }
    set
}
