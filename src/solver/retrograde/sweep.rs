//! The sweep over a large board: blocks of 64 positions at a time, chunks of blocks in parallel.
//!
//! ```text
//! index = [ outer groups: which chunk | inner groups: which block | six low lines: which lane ]
//! ```
//!
//! A line that is not low leads from a whole block to a whole block. What it closes is the same in all
//! lanes, or depends on the low sides of its boxes, of which there are few cases, worked out beforehand.
//! Nearly always it closes nothing, and the best of such lines is the one with the least value.
//!
//! Chunks with as many free outer lines do not depend on each other.

use super::lanes::{BIAS, Block, LANES, LOW, Rise, settle};
use super::plan::{Odometer, Plan};
use crate::games::dots::Rule;
use crate::solver::limits::{Progress, StopSwitch};
use rayon::prelude::*;

/// Why a sweep was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Stopped,
    Memory,
}

/// The most boxes: four bits each count their free sides.
const MOST_BOXES: usize = 16;
/// Chunks are made smaller until there are so many, or they would have fewer blocks.
const CHUNKS: usize = 64;
const LEAST_BLOCKS: usize = 256;
/// Blocks between two looks at the switch, at most, and states of the lower inner groups in a table.
const RUN: usize = 1 << 12;
/// One for each box.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Whether a box may be closed by the next line, for a line's two boxes: which of its [`Rise`]s counts.
type Case = usize;

/// A group of lines that are not low.
#[derive(Clone, Debug)]
struct High {
    /// How many blocks, or chunks, further down its child is.
    step: usize,
    /// Free sides that one free line gives its boxes.
    sides: u64,
    /// Its boxes, as the bits that mark them.
    boxes: [u64; 2],
    /// What it closes, by case.
    rises: [Rise; 4],
    /// The same, where it touches a drawn line only in some lanes.
    touching: [Rise; 4],
    beside: u64,
}

/// A low line.
#[derive(Clone, Debug)]
struct LowLine {
    boxes: [u64; 2],
    rises: [Rise; 4],
    touching: [Rise; 4],
    beside: u64,
}

/// The groups with free lines, and the free sides of the boxes: the sum of what the groups say.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    open: u64,
    sides: u64,
}

impl State {
    fn with(self, other: Self) -> Self {
        Self { open: self.open | other.open, sides: self.sides + other.sides }
    }
}

/// The bit that marks a box with 0 free sides, for each such box.
#[inline]
fn none_left(sides: u64) -> u64 {
    !(sides + 7 * ONES) & (8 * ONES)
}

/// The bit that marks a box with one free side, for each such box.
#[inline]
fn one_left(sides: u64) -> u64 {
    none_left(sides ^ ONES)
}

#[inline]
fn case(boxes: &[u64; 2], marked: u64) -> Case {
    usize::from(boxes[0] & marked != 0) + 2 * usize::from(boxes[1] & marked != 0)
}

/// A board cut into chunks.
pub(super) struct Sweep<'p> {
    plan: &'p Plan,
    low: Vec<LowLine>,
    /// The groups above the low ones, the inner ones first.
    high: Vec<High>,
    /// Groups below this one are inner.
    outer: usize,
    blocks: usize,
    chunks: usize,
    /// What the lower inner groups say, block by block, and how many groups these are.
    run: Vec<State>,
    in_run: usize,
    /// Marks the groups with a side of each box.
    groups_of_box: Vec<u64>,
}

impl<'p> Sweep<'p> {
    /// `None` where the board is too small to have blocks, or too large.
    pub(super) fn new(plan: &'p Plan) -> Option<Self> {
        let alone = plan.groups.iter().take_while(|group| group.most() == 1).count();
        if alone < LOW || plan.size.area() > MOST_BOXES {
            return None;
        }
        let digits = |at: usize| usize::from(plan.groups[at].most()) + 1;
        let mut blocks = usize::try_from(plan.positions / LANES as u64).ok()?;
        let (mut outer, mut chunks) = (plan.groups.len(), 1);
        while outer > LOW && chunks < CHUNKS && blocks / digits(outer - 1) >= LEAST_BLOCKS {
            outer -= 1;
            blocks /= digits(outer);
            chunks *= digits(outer);
        }
        let low = (0..LOW).map(|at| LowLine::new(plan, at)).collect();
        let high = (LOW..plan.groups.len()).map(|at| High::new(plan, at, outer)).collect();
        let mut sweep = Self {
            plan,
            low,
            high,
            outer,
            blocks,
            chunks,
            run: Vec::new(),
            in_run: 0,
            groups_of_box: plan.groups_of_box.clone(),
        };
        sweep.fill_run();
        Some(sweep)
    }

    /// How many blocks a chunk has.
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    fn fill_run(&mut self) {
        let mut length = 1;
        let inner = &self.plan.groups[LOW..self.outer];
        while self.in_run < inner.len() && length * usize::from(inner[self.in_run].most() + 1) <= RUN {
            length *= usize::from(inner[self.in_run].most()) + 1;
            self.in_run += 1;
        }
        let mut odometer = Odometer::new(inner[..self.in_run].iter().map(|group| group.most()));
        self.run = (0..length)
            .map(|_| {
                let state = self.state(LOW, &odometer.digits);
                odometer.advance();
                state
            })
            .collect();
    }

    /// What the groups from `first` on say with these digits.
    fn state(&self, first: usize, digits: &[u8]) -> State {
        let mut state = State::default();
        for (at, &digit) in (first..).zip(digits) {
            state.open |= u64::from(digit > 0) << at;
            state.sides += u64::from(digit) * self.high[at - LOW].sides;
        }
        state
    }

    /// The blocks of every chunk.
    pub(super) fn run(&self, switch: &StopSwitch, progress: &Progress) -> Result<Vec<Vec<Block>>, Halt> {
        let mut layers: Vec<Vec<(usize, Vec<u8>)>> = Vec::new();
        let mut odometer = Odometer::new(self.plan.groups[self.outer..].iter().map(|group| group.most()));
        for chunk in 0..self.chunks {
            let layer: usize = odometer.digits.iter().map(|&digit| usize::from(digit)).sum();
            layers.resize_with(layers.len().max(layer + 1), Vec::new);
            layers[layer].push((chunk, odometer.digits.clone()));
            odometer.advance();
        }
        progress.begin(self.chunks as u32);
        let mut done: Vec<Vec<Block>> = vec![Vec::new(); self.chunks];
        for layer in layers {
            let new = layer.par_iter().map(|(chunk, digits)| {
                let blocks = self.chunk(&done, *chunk, digits, switch)?;
                progress.settle();
                progress.add_nodes((blocks.len() * LANES) as u64);
                Ok((*chunk, blocks))
            });
            for (chunk, blocks) in new.collect::<Result<Vec<_>, Halt>>()? {
                done[chunk] = blocks;
            }
        }
        if self.plan.rule == Rule::Connected {
            self.settle_empty_board(&mut done);
        }
        Ok(done)
    }

    fn chunk(&self, done: &[Vec<Block>], chunk: usize, digits: &[u8], switch: &StopSwitch) -> Result<Vec<Block>, Halt> {
        let fixed = self.state(self.outer, digits);
        let others: Vec<(&High, usize, &[Block])> = (self.outer..self.plan.groups.len())
            .filter(|at| fixed.open >> at & 1 == 1)
            .map(|at| (&self.high[at - LOW], at, &done[chunk - self.high[at - LOW].step][..]))
            .collect();
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(self.blocks).map_err(|_| Halt::Memory)?;
        let upper = self.plan.groups[LOW..self.outer].iter().skip(self.in_run);
        let mut odometer = Odometer::new(upper.map(|group| group.most()));
        while blocks.len() < self.blocks {
            if switch.is_stopped() {
                return Err(Halt::Stopped);
            }
            let fixed = fixed.with(self.state(LOW + self.in_run, &odometer.digits));
            for run in &self.run {
                let block = self.block(fixed.with(*run), &blocks, &others, chunk == 0);
                blocks.push(block);
            }
            odometer.advance();
        }
        Ok(blocks)
    }

    /// The block after `blocks`, in whose chunk the outer groups have the children `others`.
    #[inline]
    fn block(
        &self,
        state: State,
        blocks: &[Block],
        others: &[(&High, usize, &[Block])],
        is_first_chunk: bool,
    ) -> Block {
        let index = blocks.len();
        let last = one_left(state.sides);
        let mut special = self.untouched(state);
        let mut left = last;
        while left != 0 {
            special |= self.groups_of_box[left.trailing_zeros() as usize / 4];
            left &= left - 1;
        }
        let inner = state.open & ((1 << self.outer) - 1);
        let mut least = Block::splat(0xff);
        let mut plain = inner & !special;
        while plain != 0 {
            let high = &self.high[plain.trailing_zeros() as usize - LOW];
            least.least(&blocks[index - high.step]);
            plain &= plain - 1;
        }
        let mut best = Block::splat(0);
        let mut rest = inner & special;
        while rest != 0 {
            let high = &self.high[rest.trailing_zeros() as usize - LOW];
            high.rise(last, state.open, self.plan).improve(&mut best, &blocks[index - high.step]);
            rest &= rest - 1;
        }
        for (high, at, chunk) in others {
            if special >> at & 1 == 0 {
                least.least(&chunk[index]);
            } else {
                high.rise(last, state.open, self.plan).improve(&mut best, &chunk[index]);
            }
        }
        for quarter in 0..4 {
            best.0[quarter] = best.0[quarter].max(wide::u8x16::ZERO - least.0[quarter]);
        }
        if is_first_chunk && index == 0 {
            // Every line is drawn.
            best.set(0, BIAS);
        }
        let closed = none_left(state.sides);
        settle(&mut best, std::array::from_fn(|line| self.low[line].rise(closed, state.open, self.plan)));
        best
    }

    /// The groups that touch no drawn line that is not low, where that matters.
    #[inline]
    fn untouched(&self, state: State) -> u64 {
        if self.plan.rule == Rule::Free {
            return 0;
        }
        let drawn = self.plan.drawn(state.open);
        let mut untouched = 0;
        let mut left = state.open;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            untouched |= u64::from(self.high[at - LOW].beside & drawn == 0) << at;
            left &= left - 1;
        }
        untouched
    }

    /// On an empty board every line may be drawn under any rule.
    fn settle_empty_board(&self, done: &mut [Vec<Block>]) {
        let last = self.plan.positions - 1;
        let value =
            super::plain::value(self.plan, last, &self.plan.digits(last), |index| get(done, self.blocks, index));
        if let Some(block) = done.last_mut().and_then(|chunk| chunk.last_mut()) {
            block.set(LANES - 1, (i16::from(value) + i16::from(BIAS)) as u8);
        }
    }
}

/// The value at an index in chunks of `blocks` blocks.
pub(super) fn get(chunks: &[Vec<Block>], blocks: usize, index: u64) -> i8 {
    let (block, lane) = ((index / LANES as u64) as usize, (index % LANES as u64) as usize);
    chunks[block / blocks][block % blocks].get(lane).wrapping_sub(BIAS) as i8
}

impl Plan {
    /// The groups above the low ones that have a drawn line, where each has but one.
    #[inline]
    fn drawn(&self, open: u64) -> u64 {
        !open & (!0 >> (64 - self.groups.len())) & !((1 << LOW) - 1)
    }

    /// The bits that mark the boxes of a group.
    fn marks(&self, at: usize) -> [u64; 2] {
        let mark = |nth: usize| self.groups[at].boxes.get(nth).map_or(0, |of| 8 << (4 * of));
        [mark(0), mark(1)]
    }

    /// Whether the box has no free low side but `except`, for the lane of a block.
    fn is_low_done(&self, of: usize, except: Option<usize>, lane: usize) -> bool {
        let sides = self.groups_of_box[of] as usize & (LANES - 1);
        let except = except.map_or(0, |line| 1 << line);
        lane & sides & !except == 0
    }

    /// What a line of group `at` closes, by case, where `may_draw` says that it may be drawn.
    fn rises(&self, at: usize, low: Option<usize>, may_draw: impl Fn(usize) -> bool) -> [Rise; 4] {
        std::array::from_fn(|case| {
            let boxes = self.groups[at].boxes.iter().enumerate().filter(|(nth, _)| case >> nth & 1 == 1);
            let boxes: Vec<usize> = boxes.map(|(_, &of)| of).collect();
            Rise::new(|lane| {
                let gain = boxes.iter().filter(|&&of| self.is_low_done(of, low, lane)).count() as u8;
                may_draw(lane).then_some(gain)
            })
        })
    }

    /// Whether a drawn low line touches the group in the lane of a block.
    fn is_touched_low(&self, at: usize, lane: usize) -> bool {
        !lane & (LANES - 1) & self.groups[at].beside as usize != 0
    }
}

impl High {
    fn new(plan: &Plan, at: usize, outer: usize) -> Self {
        let group = &plan.groups[at];
        let unit = if at < outer { LANES as u64 } else { plan.groups[outer].weight };
        Self {
            step: (group.weight / unit) as usize,
            sides: group.boxes.iter().map(|of| 1 << (4 * of)).sum(),
            boxes: plan.marks(at),
            rises: plan.rises(at, None, |_| true),
            touching: plan.rises(at, None, |lane| plan.is_touched_low(at, lane)),
            beside: group.beside,
        }
    }

    /// `last` marks the boxes with one free side that is not low.
    #[inline]
    fn rise(&self, last: u64, open: u64, plan: &Plan) -> &Rise {
        let touched = plan.rule == Rule::Free || self.beside & plan.drawn(open) != 0;
        let case = case(&self.boxes, last);
        if touched { &self.rises[case] } else { &self.touching[case] }
    }
}

impl LowLine {
    fn new(plan: &Plan, at: usize) -> Self {
        let is_free = move |lane: usize| lane >> at & 1 == 1;
        Self {
            boxes: plan.marks(at),
            rises: plan.rises(at, Some(at), is_free),
            touching: plan.rises(at, Some(at), |lane| is_free(lane) && plan.is_touched_low(at, lane)),
            beside: plan.groups[at].beside,
        }
    }

    /// `closed` marks the boxes without a free side that is not low.
    #[inline]
    fn rise(&self, closed: u64, open: u64, plan: &Plan) -> &Rise {
        let touched = plan.rule == Rule::Free || self.beside & plan.drawn(open) != 0;
        let case = case(&self.boxes, closed);
        if touched { &self.rises[case] } else { &self.touching[case] }
    }
}
