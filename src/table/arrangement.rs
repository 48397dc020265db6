//! Where a dense table keeps the entry of a position.
//!
//! The bits of a position, put in the order of the table, are its number: the upper ones its *head*, the
//! lower ones its *tail*. Heads that a symmetry or an exchange of outer lines turns into each other are
//! one class, and only the least head of a class has entries, one for every tail:
//!
//! ```text
//! entry = class of the head * 2^tail bits + tail        3x3 dots: 12 + 12 bits, 213 classes of heads
//! ```

use super::bits::Bits;
use super::format::SymmetryKind;

/// The most bits of a head.
pub(crate) const MOST_HEAD: usize = 18;
/// The most bits of a position in a dense table.
pub(crate) const MOST_BITS: usize = 40;

/// Maps positions of a board to entries and back.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    bits: usize,
    tail: usize,
    /// For each symmetry and each group of eight bits of a position, what each subset adds to the number.
    images: Vec<Vec<[u64; 256]>>,
    /// The bits of a position by groups of eight of its number.
    positions: Vec<[u64; 256]>,
    /// For each head its class and a symmetry that leads to the least head of it.
    classes: Vec<Class>,
    /// The least head of each class.
    least: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Class {
    number: u32,
    symmetry: u8,
}

/// The order in which bits serve best, lowest first, and how many of the last form the head: outer
/// lines, or squares of the border, which symmetries map to each other.
pub(crate) fn best_order(bits: Bits) -> (Vec<u8>, usize) {
    let count = bits.count();
    let is_outer: Vec<bool> = if bits.game.rule().is_some() {
        let outer: Vec<usize> = bits.outer_lines().concat();
        (0..count).map(|bit| outer.contains(&bit)).collect()
    } else {
        let (rows, cols) = (bits.size.rows(), bits.size.cols());
        let border = |bit: usize| [0, rows - 1].contains(&(bit / cols)) || [0, cols - 1].contains(&(bit % cols));
        (0..count).map(border).collect()
    };
    let outer = is_outer.iter().filter(|&&outer| outer).count();
    let in_head = |bit: &usize| outer <= MOST_HEAD && is_outer[*bit];
    let mut head: Vec<usize> = (0..count).filter(in_head).collect();
    // Outer lines of one box differ least: they stand at the very top, side by side.
    let corners: Vec<Vec<usize>> = bits.outer_lines().into_iter().filter(|outer| outer.len() > 1).collect();
    let corner_of = |bit: &usize| corners.iter().position(|corner| corner.contains(bit));
    head.sort_by_key(|bit| corner_of(bit).map_or((0, 0), |corner| (1, corners.len() - corner)));
    let tail = (0..count).filter(|bit| !in_head(bit));
    let order = mixed(bits, tail.collect()).into_iter().chain(head.iter().copied());
    (order.map(|bit| bit as u8).collect(), head.len())
}

/// Horizontal and vertical lines by turns: neighbouring entries then resemble each other most, which
/// makes 3x3 a fifth smaller than the order of the text form does.
fn mixed(bits: Bits, tail: Vec<usize>) -> Vec<usize> {
    if bits.game.rule().is_none() {
        return tail;
    }
    let horizontals = (bits.size.rows() + 1) * bits.size.cols();
    let (mut first, mut second): (Vec<usize>, Vec<usize>) = tail.into_iter().partition(|&bit| bit < horizontals);
    let mut mixed = Vec::new();
    first.reverse();
    second.reverse();
    while let Some(bit) = first.pop().or_else(|| second.pop()) {
        mixed.push(bit);
        std::mem::swap(&mut first, &mut second);
    }
    mixed
}

impl Arrangement {
    /// The arrangement of a board's bits in `order`, the last `head` of them being the head; `None` where
    /// `order` is none, or the head is not one that every symmetry maps to itself.
    pub(crate) fn new(
        bits: Bits,
        order: &[u8],
        head: usize,
        symmetry: SymmetryKind,
        interchange: bool,
    ) -> Option<Self> {
        let count = bits.count();
        if count > MOST_BITS || order.len() != count || head > MOST_HEAD.min(count) {
            return None;
        }
        let mut place = vec![usize::MAX; count];
        for (at, &bit) in order.iter().enumerate() {
            let slot = place.get_mut(usize::from(bit)).filter(|slot| **slot == usize::MAX)?;
            *slot = at;
        }
        let tail = count - head;
        let maps: Vec<Vec<usize>> = symmetry.of(bits.size).map(|s| bits.permutation(s)).collect();
        let is_head = |bit: usize| place[bit] >= tail;
        if maps.iter().any(|map| (0..count).any(|bit| is_head(bit) != is_head(map[bit]))) {
            return None;
        }
        let images = maps.iter().map(|map| groups(count, |bit| 1 << place[map[bit]])).collect();
        let positions = groups(count, |at| 1 << order[at]);
        let corners = if interchange { bits.outer_lines() } else { Vec::new() };
        let corners = corners.into_iter().filter(|corner| corner.iter().all(|&bit| is_head(bit)));
        let corners: Vec<u32> =
            corners.map(|corner| corner.iter().map(|&bit| 1 << (place[bit] - tail)).sum()).collect();
        let mut arrangement = Self { bits: count, tail, images, positions, classes: Vec::new(), least: Vec::new() };
        arrangement.classify(head, &corners);
        Some(arrangement)
    }

    /// Finds the class of every head.
    fn classify(&mut self, head: usize, corners: &[u32]) {
        let tail = self.tail;
        let nowhere = Class { number: u32::MAX, symmetry: 0 };
        let mut classes = vec![nowhere; 1 << head];
        for head in 0..1u32 << head {
            let same = pushed(head, corners);
            if same != head {
                classes[head as usize] = classes[same as usize];
                continue;
            }
            let position = self.position_of(u64::from(head) << tail);
            let images = (0..self.images.len()).map(|symmetry| (self.number(position, symmetry) >> tail) as u32);
            let images = images.map(|image| pushed(image, corners)).zip(0u8..);
            let (least, symmetry) = images.min().unwrap_or((head, 0));
            // The least head of a class comes first of all its heads.
            let number = if least == head { self.least.len() as u32 } else { classes[least as usize].number };
            if least == head {
                self.least.push(head);
            }
            classes[head as usize] = Class { number, symmetry };
        }
        self.classes = classes;
    }

    /// How many entries there are.
    pub(crate) fn entries(&self) -> u64 {
        (self.least.len() as u64) << self.tail
    }

    /// The entry of a position, a set of bits of the board.
    #[inline]
    pub(crate) fn entry(&self, position: u64) -> u64 {
        let number = self.number(position, 0);
        let class = self.classes[(number >> self.tail) as usize];
        let number = if class.symmetry == 0 { number } else { self.number(position, class.symmetry.into()) };
        u64::from(class.number) << self.tail | number & ((1 << self.tail) - 1)
    }

    /// The position that has an entry; where there are several, the one with the least head.
    #[inline]
    pub(crate) fn position(&self, entry: u64) -> u64 {
        let head = u64::from(self.least[(entry >> self.tail) as usize]);
        self.position_of(head << self.tail | entry & ((1 << self.tail) - 1))
    }

    #[inline]
    fn number(&self, position: u64, symmetry: usize) -> u64 {
        look_up(&self.images[symmetry], position)
    }

    #[inline]
    fn position_of(&self, number: u64) -> u64 {
        look_up(&self.positions, number)
    }

    /// How many bits a position has.
    pub(crate) fn bits(&self) -> usize {
        self.bits
    }
}

/// For each group of eight bits and each subset of it, what the bits give together.
fn groups(count: usize, of: impl Fn(usize) -> u64) -> Vec<[u64; 256]> {
    let mut groups = vec![[0u64; 256]; count.div_ceil(8)];
    for (group, sums) in groups.iter_mut().enumerate() {
        for (subset, sum) in sums.iter_mut().enumerate() {
            let bits = (0..8).filter(|bit| subset >> bit & 1 == 1).map(|bit| group * 8 + bit);
            *sum = bits.filter(|&bit| bit < count).map(&of).sum();
        }
    }
    groups
}

#[inline]
fn look_up(groups: &[[u64; 256]], set: u64) -> u64 {
    groups.iter().enumerate().fold(0, |sum, (group, sums)| sum | sums[(set >> (8 * group)) as usize & 255])
}

/// A head with the bits of each corner moved to the lowest places of the corner.
fn pushed(head: u32, corners: &[u32]) -> u32 {
    corners.iter().fold(head, |head, &corner| {
        let lowest = |count: u32| {
            (0..count).fold((0, corner), |(set, rest), _| (set | rest & rest.wrapping_neg(), rest & (rest - 1))).0
        };
        head & !corner | lowest((head & corner).count_ones())
    })
}
