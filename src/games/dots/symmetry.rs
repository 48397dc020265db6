//! The images of a set of lines under the symmetries of the board, eight at a time.

use super::line::Line;
use super::position::DotsPosition;
use crate::board::{Symmetry, Word};

/// Boards with more free lines than this are searched without symmetry: few positions of them repeat,
/// and the tables would be large.
const MOST_LINES: usize = 128;

/// Tables that map a set of lines, eight lines a look-up, to its images under every symmetry that the
/// start position has.
#[derive(Clone, Debug)]
pub(super) struct Images<W> {
    /// For each group of eight lines and each subset of it the eight images; symmetries that the
    /// start lacks repeat the identity. Empty where there is no symmetry but the identity.
    tables: Vec<[W; 8]>,
}

impl<W: Word> Images<W> {
    /// The symmetries of `position`, whose free lines are numbered as `names` lists them.
    pub(super) fn new(position: &DotsPosition, names: &[Line]) -> Self {
        let maps = if (9..=MOST_LINES).contains(&names.len()) { maps(position, names) } else { Vec::new() };
        if maps.is_empty() {
            return Self { tables: Vec::new() };
        }
        let groups = names.len().div_ceil(8);
        let mut tables = vec![[W::EMPTY; 8]; groups * 256];
        for (index, images) in tables.iter_mut().enumerate() {
            let lines: Vec<usize> =
                (0..8).filter(|bit| index >> bit & 1 == 1).map(|bit| index / 256 * 8 + bit).collect();
            for &line in lines.iter().filter(|&&line| line < names.len()) {
                images[0] = images[0] | W::bit(line);
                for (image, slot) in images[1..].iter_mut().enumerate() {
                    let to = maps.get(image).map_or(line, |map| map[line]);
                    *slot = *slot | W::bit(to);
                }
            }
        }
        Self { tables }
    }

    /// Whether there is anything but the identity.
    #[inline]
    pub(super) fn any(&self) -> bool {
        !self.tables.is_empty()
    }

    /// The images of a set, the set itself first.
    #[inline]
    pub(super) fn of(&self, set: W) -> [W; 8] {
        let mut images = [W::EMPTY; 8];
        for (group, table) in self.tables.chunks_exact(256).enumerate() {
            for (image, part) in images.iter_mut().zip(&table[set.byte(group)]) {
                *image = *image | *part;
            }
        }
        images
    }
}

/// The symmetries of the board, but the identity, that map the free lines to themselves, as the number
/// that each line goes to.
fn maps(position: &DotsPosition, names: &[Line]) -> Vec<Vec<usize>> {
    let size = position.size();
    let mut number_of = vec![None; Line::count(size)];
    for (number, line) in names.iter().enumerate() {
        number_of[line.index(size)] = Some(number);
    }
    let map =
        |symmetry: Symmetry| names.iter().map(|&line| number_of[line.image(symmetry, size).index(size)]).collect();
    size.symmetries().skip(1).filter_map(map).collect()
}
