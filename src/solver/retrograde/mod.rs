//! The value of every line set of a board of Dots and Boxes or DotDot, at the speed of memory.
//!
//! A value depends on the drawn lines alone, so a board has one for each set of lines, and a line leads to
//! a set with one more. [`WholeBoard::build`] goes through them all, from the complete board back to the
//! empty one. What makes it fast:
//!
//! - interchangeable lines, such as the two outer ones of a corner box, are counted and not told apart
//!   (`plan`): the empty corners of a board leave 81 of 256 cases;
//! - 64 neighbouring positions are worked on as vectors of bytes (`lanes`);
//! - chunks of the board that do not depend on each other are worked on in parallel (`sweep`).

mod lanes;
mod plain;
mod plan;
mod sweep;

use crate::board::Size;
use crate::game::Value;
use crate::games::dots::{DotsPosition, Rule};
use crate::solver::limits::{Progress, StopSwitch};
use plan::{Odometer, Plan};
use std::collections::BTreeMap;
use sweep::{Halt, Sweep};
use thiserror::Error;

/// Why a board was not worked out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RetrogradeError {
    /// It has more positions than this machine could number.
    #[error("a board of {size} boxes has too many positions for a whole table")]
    TooLarge {
        /// The board, in boxes.
        size: Size,
    },
    /// There is no room for its values.
    #[error("no room for the {bytes} bytes that all values of this board take")]
    Memory {
        /// The bytes that all of them take.
        bytes: u64,
    },
    /// The switch was thrown.
    #[error("stopped before every position was worked out")]
    Stopped,
}

/// The value of every line set of a board.
#[derive(Clone, Debug)]
pub struct WholeBoard {
    plan: Plan,
    values: Values,
}

#[derive(Clone, Debug)]
enum Values {
    /// One at each index.
    Plain(Vec<i8>),
    /// Chunks of so many blocks.
    Blocks(Vec<Vec<lanes::Block>>, usize),
}

/// What a whole board takes and under which limits it is worked out.
#[derive(Clone, Debug)]
pub struct Retrograde {
    plan: Plan,
    threads: usize,
    switch: StopSwitch,
    progress: Progress,
}

impl Retrograde {
    /// The board of `size` boxes under a rule; works with every core.
    ///
    /// # Errors
    /// [`RetrogradeError::TooLarge`] where its positions cannot be numbered.
    pub fn new(size: Size, rule: Rule) -> Result<Self, RetrogradeError> {
        let plan = Plan::new(size, rule).ok_or(RetrogradeError::TooLarge { size })?;
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        Ok(Self { plan, threads, switch: StopSwitch::default(), progress: Progress::default() })
    }

    /// How many threads work; 0 counts as 1. The values do not depend on it.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// A switch that stops the work from another thread.
    pub fn stopped_by(mut self, switch: StopSwitch) -> Self {
        self.switch = switch;
        self
    }

    /// Where to show how far it is: positions, and pieces of work done of those there are.
    pub fn shown_by(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// How many positions are told apart, which is also how many bytes the values take.
    pub fn positions(&self) -> u64 {
        self.plan.positions
    }

    /// Works out every value.
    ///
    /// # Errors
    /// [`RetrogradeError`] where there is no room or the switch is thrown.
    pub fn build(&self) -> Result<WholeBoard, RetrogradeError> {
        let plan = self.plan.clone();
        let no_room = RetrogradeError::Memory { bytes: plan.positions };
        let values = match Sweep::new(&plan) {
            None if plan.positions > MOST_PLAIN => return Err(RetrogradeError::TooLarge { size: plan.size }),
            None => Values::Plain(plain::sweep(&plan)),
            Some(sweep) => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
                let run = || sweep.run(&self.switch, &self.progress);
                let blocks = match pool {
                    Ok(pool) => pool.install(run),
                    Err(_) => run(),
                };
                match blocks {
                    Ok(blocks) => Values::Blocks(blocks, sweep.blocks()),
                    Err(Halt::Stopped) => return Err(RetrogradeError::Stopped),
                    Err(Halt::Memory) => return Err(no_room),
                }
            }
        };
        Ok(WholeBoard { plan, values })
    }
}

/// The most positions that are worked out one by one: it takes a second or two.
const MOST_PLAIN: u64 = 1 << 25;

impl WholeBoard {
    /// Works out a board with every core.
    ///
    /// # Errors
    /// As [`Retrograde::new`] and [`Retrograde::build`].
    pub fn build(size: Size, rule: Rule) -> Result<Self, RetrogradeError> {
        Retrograde::new(size, rule)?.build()
    }

    /// The board, in boxes.
    pub fn size(&self) -> Size {
        self.plan.size
    }

    /// Which lines may be drawn.
    pub fn rule(&self) -> Rule {
        self.plan.rule
    }

    /// How many positions are told apart.
    pub fn positions(&self) -> u64 {
        self.plan.positions
    }

    /// What each line, by its number, adds to the index of a position where it is free.
    pub fn weights(&self) -> &[u64] {
        &self.plan.weights
    }

    /// The value of the position in which `drawn` is drawn, a bit for each line by its number.
    pub fn value_of(&self, drawn: u128) -> Value {
        self.at(self.plan.index(drawn))
    }

    /// The value of a position, or `None` where it is of another board or rule.
    pub fn value(&self, position: &DotsPosition) -> Option<Value> {
        let fits = position.size() == self.size() && position.rule() == self.rule();
        let index = || position.free_lines().map(|line| self.plan.weights[line.index(self.size())]).sum();
        fits.then(|| self.at(index()))
    }

    /// The value at an index below [`WholeBoard::positions`].
    pub fn at(&self, index: u64) -> Value {
        match &self.values {
            Values::Plain(values) => values[index as usize].into(),
            Values::Blocks(chunks, blocks) => sweep::get(chunks, *blocks, index).into(),
        }
    }

    /// How many line sets have each value.
    pub fn counts(&self) -> BTreeMap<Value, u64> {
        let mut counts = BTreeMap::new();
        let mut odometer = Odometer::new(self.plan.groups.iter().map(|group| group.most()));
        for index in 0..self.plan.positions {
            let sets = self.plan.groups.iter().zip(&odometer.digits).map(|(group, &free)| choose(group.most(), free));
            *counts.entry(self.at(index)).or_insert(0) += sets.product::<u64>();
            odometer.advance();
        }
        counts
    }
}

/// How many ways there are to choose `some` of `all`.
fn choose(all: u8, some: u8) -> u64 {
    (0..u64::from(some)).fold(1, |ways, taken| ways * (u64::from(all) - taken) / (taken + 1))
}

#[cfg(test)]
mod tests;
