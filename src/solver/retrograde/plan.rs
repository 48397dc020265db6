//! How the line sets of a board are numbered.
//!
//! Lines that are sides of the same boxes and of no others are interchangeable: the value depends on how
//! many of them are left, not on which. So a board is a row of *groups* of lines, and a position has for
//! each group the number of its free lines. Read as a number whose digits count from 0 to the size of
//! their group, that is its *index*: the sum of the weights of the free lines. Drawing a line makes the
//! index smaller, so ascending order settles every position after those it leads to.
//!
//! Under [`Rule::Connected`] it matters which line is drawn, and every line is a group of its own.

use crate::board::Size;
use crate::games::dots::{Line, Rule};
use std::collections::BTreeMap;

/// Interchangeable lines.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The lines, by number.
    pub(super) lines: Vec<usize>,
    /// The one or two boxes that each of them is a side of.
    pub(super) boxes: Vec<usize>,
    /// What a free line adds to the index.
    pub(super) weight: u64,
    /// The groups that share a dot with it; under [`Rule::Connected`] only.
    pub(super) beside: u64,
}

impl Group {
    /// The most free lines.
    pub(super) fn most(&self) -> u8 {
        self.lines.len() as u8
    }
}

/// The groups of a board, those of least weight first.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) size: Size,
    pub(super) rule: Rule,
    pub(super) groups: Vec<Group>,
    /// For each box the groups with sides of it.
    pub(super) groups_of_box: Vec<u64>,
    /// What each line adds to the index when it is free.
    pub(super) weights: Vec<u64>,
    /// How many indices there are.
    pub(super) positions: u64,
    /// What each set of eight neighbouring lines adds to the index where the others of the eight are free.
    eights: Vec<[u64; 256]>,
}

impl Plan {
    /// The plan of a board; `None` where there are over 2^64 positions or 63 groups.
    pub(super) fn new(size: Size, rule: Rule) -> Option<Self> {
        let count = Line::count(size);
        if count > 128 {
            return None;
        }
        let boxes = |line: usize| Line::at(line, size).boxes(size).map(|(row, col)| row * size.cols() + col).collect();
        let mut alike: BTreeMap<(Vec<usize>, usize), Vec<usize>> = BTreeMap::new();
        for line in 0..count {
            let own = if rule == Rule::Connected { line } else { 0 };
            alike.entry((boxes(line), own)).or_default().push(line);
        }
        let mut groups: Vec<Group> =
            alike.into_iter().map(|((boxes, _), lines)| Group { lines, boxes, weight: 0, beside: 0 }).collect();
        // Lines of one box first among those that are alone: they have the fewest cases.
        groups.sort_by_key(|group| (group.lines.len(), group.boxes.len(), group.lines[0]));
        if groups.len() > 63 {
            return None;
        }
        let mut positions = 1u64;
        for group in &mut groups {
            group.weight = positions;
            positions = positions.checked_mul(group.lines.len() as u64 + 1)?;
        }
        if rule == Rule::Connected {
            let dots: Vec<_> = groups.iter().map(|group| Line::at(group.lines[0], size).dots()).collect();
            for (at, group) in groups.iter_mut().enumerate() {
                let shares = |other: &usize| *other != at && dots[*other].iter().any(|dot| dots[at].contains(dot));
                group.beside = (0..dots.len()).filter(shares).fold(0, |set, other| set | 1 << other);
            }
        }
        let mut weights = vec![0; count];
        let mut groups_of_box = vec![0; size.area()];
        for (at, group) in groups.iter().enumerate() {
            group.lines.iter().for_each(|&line| weights[line] = group.weight);
            group.boxes.iter().for_each(|&of| groups_of_box[of] |= 1 << at);
        }
        let eights = weights.chunks(8).map(|weights: &[u64]| {
            let free = |drawn: usize| weights.iter().enumerate().filter(move |(line, _)| drawn >> line & 1 == 0);
            std::array::from_fn(|drawn| free(drawn).map(|(_, weight)| weight).sum())
        });
        let eights = eights.collect();
        Some(Self { size, rule, groups, groups_of_box, weights, positions, eights })
    }

    /// The index of the position in which `drawn` is drawn, a bit a line.
    #[inline]
    pub(super) fn index(&self, drawn: u128) -> u64 {
        self.eights.iter().enumerate().map(|(at, sums)| sums[(drawn >> (8 * at)) as usize & 255]).sum()
    }

    /// How many free lines each group has at an index.
    pub(super) fn digits(&self, index: u64) -> Vec<u8> {
        let digit = |group: &Group| (index / group.weight % (u64::from(group.most()) + 1)) as u8;
        self.groups.iter().map(digit).collect()
    }
}

/// Counts through the digits of neighbouring indices.
#[derive(Clone, Debug)]
pub(super) struct Odometer {
    most: Vec<u8>,
    pub(super) digits: Vec<u8>,
}

impl Odometer {
    /// All digits 0, each below or equal to its `most`.
    pub(super) fn new(most: impl Iterator<Item = u8>) -> Self {
        let most: Vec<u8> = most.collect();
        Self { digits: vec![0; most.len()], most }
    }

    /// One step up; after the last all digits are 0 again.
    pub(super) fn advance(&mut self) {
        for (digit, most) in self.digits.iter_mut().zip(&self.most) {
            if *digit < *most {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
    }
}
