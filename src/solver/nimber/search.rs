//! The search of one thread; see the head of [`super`].

use super::effort::Effort;
use super::knowledge::{View, narrowed};
use super::node::Node;
use super::options::{Options, Sum, look_up};
use crate::board::{Columns, Part, Word};
use crate::games::impartial::{Impartial, Nimber};
use crate::solver::asking::KnownParts;
use crate::solver::busy::{Busy, Claim};
use crate::solver::limits::{Limits, Progress};
use crate::solver::race::{Race, Unwound};
use std::marker::PhantomData;

/// A question about a set of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<W> {
    /// Squares that hang together, some of which may be gone.
    pub(super) before: W,
    pub(super) set: W,
    /// The number that its Grundy value is or is not; `None` asks for the value.
    pub(super) is: Option<u8>,
}

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounded<'s> {
    pub(super) limits: &'s Limits,
    pub(super) progress: &'s Progress,
    /// Who knows the values of parts already.
    pub(super) known: Option<KnownParts<'s>>,
    /// The other threads, if there are any.
    pub(super) race: Option<&'s Race>,
    /// Positions after which to give up.
    pub(super) nodes: u64,
    /// What is asked about parts of at most so many squares is settled once it is begun.
    pub(super) settled_at_once: u32,
}

/// Parts of at most so many squares are valued as soon as they turn up.
const SMALL: u32 = 12;

/// One thread's search.
pub(super) struct Search<'s, R, W: Word> {
    view: View<'s, W>,
    bounded: Bounded<'s>,
    options: Options<W>,
    /// Goes on where a part fits a narrower word.
    narrow: Option<Box<Search<'s, R, u64>>>,
    nodes: u64,
    unchecked: u64,
    rules: PhantomData<R>,
}

impl<'s, R: Impartial, W: Word> Search<'s, R, W> {
    /// Nodes between two looks at clock and switch. On a board of 1,024 squares one takes a tenth of a
    /// second.
    const NODES_BETWEEN_CHECKS: u64 = if W::BITS <= 128 { 256 } else { 1 };

    pub(super) fn new(view: View<'s, W>, bounded: Bounded<'s>) -> Self {
        let narrow = (W::BITS > 64).then(|| Box::new(Search::new(view.narrowed(), bounded)));
        Self { view, bounded, options: Options::new(), narrow, nodes: 0, unchecked: 0, rules: PhantomData }
    }

    /// Ends the search and gives the number of positions searched.
    pub(super) fn finish(self) -> u64 {
        self.bounded.progress.add_nodes(self.unchecked);
        self.nodes + self.narrow.map_or(0, |narrow| narrow.finish())
    }

    /// The Grundy value of a set of squares; that it is not the number asked about is enough.
    pub(super) fn find_out(&mut self, columns: &Columns<W>, question: Question<W>) -> Result<Nimber, Unwound> {
        self.options.split::<R>(&self.view, columns, question.before, question.set);
        let mut sum = self.options.sums[self.options.sums.len() - 1];
        let mut value = 0;
        if let Some(number) = question.is
            && sum.parts > 0
        {
            self.value_all_but_largest(&mut sum)?;
            let number = number ^ sum.known;
            let largest = self.options.unknown[sum.largest()].part;
            return Ok(match self.prove(largest, number, Effort::UNLIMITED)? {
                Effort::AFFIRMED => Nimber::Exactly(number ^ sum.known),
                _ => Nimber::NoneOf(1 << (number ^ sum.known)),
            });
        }
        for at in sum.range() {
            value ^= self.exact(self.options.unknown[at].part)?;
        }
        Ok(Nimber::Exactly(value))
    }

    #[inline]
    fn look_up(&self, part: Part<W>) -> Nimber {
        look_up::<R, W>(&self.view, part)
    }

    /// The Grundy value of a part: is it 0, is it 1, ...
    fn exact(&mut self, part: Part<W>) -> Result<u8, Unwound> {
        let mut excluded = 0;
        loop {
            match self.look_up(part) {
                Nimber::Exactly(value) => return Ok(value),
                Nimber::NoneOf(set) => excluded |= set,
            }
            let number = excluded.trailing_ones();
            // There is no room for larger numbers.
            if number == u64::BITS {
                return Err(Unwound);
            }
            if self.prove(part, number as u8, Effort::UNLIMITED)? == Effort::AFFIRMED {
                return Ok(number as u8);
            }
            excluded |= 1 << number;
        }
    }

    /// Works on the question whether the Grundy value of `part` is `number` until it is settled or what is
    /// left to do exceeds `limit`.
    fn prove(&mut self, part: Part<W>, number: u8, limit: Effort) -> Result<Effort, Unwound> {
        if let Some(narrow) = &mut self.narrow
            && let Some(part) = narrowed(part)
        {
            return narrow.prove(part, number, limit);
        }
        let fact = self.look_up(part);
        let excluded = match (Effort::settled(fact, number), fact) {
            (Some(settled), _) => return Ok(settled),
            (None, Nimber::NoneOf(set)) => set,
            (None, Nimber::Exactly(_)) => unreachable!("a value settles every question"),
        };
        if let Some(settled) = self.ask(part, number) {
            return Ok(settled);
        }
        self.count()?;
        let limit = if part.squares.count() <= self.bounded.settled_at_once { Effort::UNLIMITED } else { limit };
        let mark = self.options.mark();
        // The value of a small part is wanted in any case.
        let enough = (part.squares.count() > SMALL).then_some(number);
        let (hit, is_complete) = self.options.push_all::<R>(&self.view, part, enough);
        let mut node = Node { part, number, hit, excluded, value: None, is_complete, first: mark.sums };
        let effort = self.work(&mut node, limit)?;
        self.options.drop_to(mark);
        match node.fact(effort) {
            Nimber::NoneOf(set) if set == excluded => (),
            fact => self.view.store(part, fact),
        }
        if effort != Effort::AFFIRMED && effort != Effort::DENIED {
            self.view.note(part, number, effort);
        }
        Ok(effort)
    }

    /// Whether the Grundy value of `part` is `number`, where somebody knows its value. It is asked for when
    /// the part is looked at first.
    #[inline]
    fn ask(&self, part: Part<W>, number: u8) -> Option<Effort> {
        let known = self.bounded.known?;
        if self.view.estimate(part, number).is_some() {
            return None;
        }
        let rows = self.view.geometry.columns(part.cols).rows_of(part.squares);
        let value = Nimber::Exactly(known.value(part, rows)?);
        self.view.store(part, value);
        Effort::settled(value, number)
    }

    /// Works on the options of a node, those at the top of the stack, the most promising first.
    fn work(&mut self, node: &mut Node<W>, limit: Effort) -> Result<Effort, Unwound> {
        let mut options = self.options.sums.len() - node.first;
        if let Some(settled) = node.settled(options) {
            return Ok(settled);
        }
        options -= self.value_small(node)?;
        if let Some(settled) = node.settled(options) {
            return Ok(settled);
        }
        for index in node.first..self.options.sums.len() {
            self.weigh(node, index);
        }
        for smaller in 0..node.number {
            if !node.is_denied(smaller) {
                self.options.push_same(node.part, node.number ^ smaller, self.view.estimate(node.part, smaller));
            }
        }
        loop {
            if let Some(settled) = node.settled(options) {
                return Ok(settled);
            }
            let Some(choice) = node.choose(&self.options.sums[node.first..]) else {
                return Ok(node.affirm());
            };
            if choice.of_all.exceeds(limit) {
                return Ok(choice.of_all);
            }
            let index = node.first + choice.index;
            let sum = self.options.sums[index];
            if sum.parts > 1 {
                self.value_all_but_largest_of(index)?;
            } else {
                let claim = self.claim(node, &sum);
                if claim.is_some_and(|claim| claim.is_taken()) && !sum.put_off {
                    self.options.sums[index].put_off = true;
                    continue;
                }
                let largest = self.options.unknown[sum.largest()].part;
                let effort = self.prove(largest, node.number ^ sum.known, choice.limit(limit, sum.effort.affirm));
                if let (Some(race), Some(claim)) = (self.bounded.race, claim) {
                    race.busy.release(claim);
                    self.options.sums[node.first..].iter_mut().for_each(|sum| sum.put_off = false);
                }
                self.options.sums[index].effort = effort?;
                if sum.same {
                    node.learn_smaller(node.number ^ sum.known, self.options.sums[index].effort);
                    continue;
                }
            }
            options -= usize::from(self.learn(node, index));
        }
    }

    /// Takes note of what is now known of an option with one unknown part; says whether its value is, and it is
    /// dropped.
    fn learn(&mut self, node: &mut Node<W>, index: usize) -> bool {
        let sum = self.options.sums[index];
        let value = match sum.effort {
            Effort::AFFIRMED => node.number,
            Effort::DENIED | Effort::UNLIMITED => match self.look_up(self.options.unknown[sum.largest()].part) {
                Nimber::Exactly(value) => value ^ sum.known,
                Nimber::NoneOf(set) => {
                    self.options.unknown[sum.largest()].excluded |= set;
                    if sum.effort == Effort::UNLIMITED {
                        self.weigh(node, index);
                    }
                    return false;
                }
            },
            _ => return false,
        };
        node.hit |= 1 << value;
        self.options.sums.swap_remove(index);
        true
    }

    /// Finds the values of options in small parts, which are asked for again and again, and drops these
    /// options. Says how many there were.
    fn value_small(&mut self, node: &mut Node<W>) -> Result<usize, Unwound> {
        let all = self.options.sums.len();
        for index in (node.first..all).rev() {
            let sum = self.options.sums[index];
            if self.options.unknown[sum.largest()].size > SMALL {
                continue;
            }
            let mut value = sum.known;
            for at in sum.range() {
                value ^= self.exact(self.options.unknown[at].part)?;
            }
            node.hit |= 1 << value;
            self.options.sums.swap_remove(index);
            if value == node.number && node.part.squares.count() > SMALL {
                break;
            }
        }
        Ok(all - self.options.sums.len())
    }

    /// Estimates what it takes to settle whether an option has the number that a node is asked about.
    #[inline]
    fn weigh(&mut self, node: &Node<W>, index: usize) {
        let sum = self.options.sums[index];
        let largest = self.options.unknown[sum.largest()];
        let number = node.number ^ sum.known;
        self.options.sums[index].effort = if sum.parts == 1 && largest.excluded >> number & 1 == 1 {
            Effort::DENIED
        } else if sum.parts == 1
            && largest.size > self.bounded.settled_at_once
            && let Some(effort) = self.view.estimate(largest.part, number)
        {
            effort
        } else {
            let all = self.options.unknown[sum.range()].iter().map(|unknown| unknown.size).sum::<u32>();
            Effort::guess(sum.parts.into(), largest.size, all - largest.size, sum.off_centre)
        };
    }

    /// Announces a part to the other threads.
    #[inline]
    fn claim(&self, node: &Node<W>, sum: &Sum) -> Option<Claim> {
        let busy = &self.bounded.race?.busy;
        let largest = &self.options.unknown[sum.largest()];
        (largest.size >= u32::from(Busy::LEAST_WEIGHT)).then(|| busy.claim(&(largest.part, node.number ^ sum.known)))
    }

    /// Finds the values of all unknown parts of an option but the largest.
    fn value_all_but_largest_of(&mut self, index: usize) -> Result<(), Unwound> {
        let mut sum = self.options.sums[index];
        self.value_all_but_largest(&mut sum)?;
        sum.effort = Effort::UNLIMITED;
        self.options.sums[index] = sum;
        Ok(())
    }

    fn value_all_but_largest(&mut self, sum: &mut Sum) -> Result<(), Unwound> {
        let largest = sum.largest();
        for at in sum.first as usize..largest {
            sum.known ^= self.exact(self.options.unknown[at].part)?;
        }
        (sum.first, sum.parts) = (largest as u32, 1);
        Ok(())
    }

    #[inline]
    fn count(&mut self) -> Result<(), Unwound> {
        self.nodes += 1;
        self.unchecked += 1;
        if self.unchecked < Self::NODES_BETWEEN_CHECKS { Ok(()) } else { self.check() }
    }

    fn check(&mut self) -> Result<(), Unwound> {
        self.bounded.progress.add_nodes(std::mem::take(&mut self.unchecked));
        let over = self.bounded.race.is_some_and(Race::is_over) || self.nodes > self.bounded.nodes;
        if over || self.bounded.limits.check().is_err() { Err(Unwound) } else { Ok(()) }
    }
}
