//! Parts of the board that share no side are a sum: what is known of a part need not be searched.

use super::field::{Field, Placing, Side};
use super::sums::{QUARTER, Sum};
use super::table::Table;
use crate::board::Word;

/// The largest box of which every filling is tabled.
const LARGEST_BOX: usize = 16;
/// On boards of up to so many squares the tables stop earlier: they would take longer than the search.
const SMALL_BOARD: usize = 49;
const LARGEST_BOX_OF_SMALL_BOARD: usize = 12;

/// The largest box that is tabled on a board of `area` squares.
pub(super) fn largest_box(area: usize) -> usize {
    if area <= SMALL_BOARD { LARGEST_BOX_OF_SMALL_BOARD } else { LARGEST_BOX }
}

/// A connected part.
#[derive(Clone, Copy, Debug)]
struct Part<W> {
    free: W,
    /// Lines and squares along the lines that it reaches over.
    lines: (usize, usize),
    along: (usize, usize),
}

impl<W: Word> Part<W> {
    fn height(&self) -> usize {
        self.lines.1 - self.lines.0 + 1
    }

    fn width(&self) -> usize {
        self.along.1 - self.along.0 + 1
    }
}

impl<W: Word> Side<W> {
    /// The squares that share a side with one of the set.
    #[inline]
    pub(super) fn beside(&self, set: W) -> W {
        let along = (set & self.not_last).up_one() | (set.down_one() & self.not_last);
        if self.lines == 1 { along } else { along | set.up(self.length) | set.down(self.length) }
    }

    /// The part of `free` that holds its least square.
    #[inline]
    fn first_part(&self, free: W) -> W {
        let mut part = W::bit(free.lowest());
        loop {
            let grown = part | (self.beside(part) & free);
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    fn part(&self, free: W) -> Part<W> {
        let (mut lines, mut along) = ((usize::MAX, 0), (usize::MAX, 0));
        for at in free.ones() {
            let (line, place) = self.place(at);
            lines = (lines.0.min(line), lines.1.max(line));
            along = (along.0.min(place), along.1.max(place));
        }
        Part { free, lines, along }
    }

    fn place(&self, at: usize) -> (usize, usize) {
        (at / self.length, at % self.length)
    }

    /// The squares of a part in its own box, line by line.
    fn in_box(&self, part: &Part<W>) -> usize {
        let width = part.width();
        part.free.ones().fold(0, |set, at| {
            let (line, place) = self.place(at);
            set | 1 << ((line - part.lines.0) * width + place - part.along.0)
        })
    }
}

impl<W: Word> Field<W> {
    /// The table of the box of a part, and the part in it, where the box is small enough.
    fn tabled(&self, side: &Side<W>, part: W) -> Option<(&'static Table, usize)> {
        if part.count() as usize > self.largest_box {
            return None;
        }
        let part = side.part(part);
        let (lines, length) = (part.height(), part.width());
        (lines * length <= self.largest_box).then(|| (Table::of(lines, length), side.in_box(&part)))
    }

    /// The position without squares that no domino covers and without parts that are numbers, which
    /// are counted instead, or that make nothing together with another part.
    #[inline]
    pub(super) fn without_numbers(&self, position: &Placing<W>) -> Placing<W> {
        let (mine, yours) = self.sides(position.horizontal);
        let mut next = *position;
        next.mine = next.mine & mine.beside(next.mine);
        next.yours = next.yours & yours.beside(next.yours);
        let mut left = next.mine;
        if left.is_empty() {
            return next;
        }
        let first = mine.first_part(left);
        if first == left && first.count() as usize > self.largest_box {
            return next;
        }
        let mut large: smallvec::SmallVec<[W; 8]> = smallvec::SmallVec::new();
        let mut gone = W::EMPTY;
        while !left.is_empty() {
            let part = mine.first_part(left);
            left = left.minus(part);
            match self.tabled(mine, part).and_then(|(table, filling)| table.number(filling)) {
                Some(number) => {
                    next.number += i16::from(number) * QUARTER;
                    gone = gone | part;
                }
                None => large.push(part),
            }
        }
        gone = gone | self.opposites(mine, &mut large);
        if !gone.is_empty() {
            let across = gone.ones().fold(W::EMPTY, |set, at| set | W::bit(mine.other[at].into()));
            next.mine = next.mine.minus(gone);
            next.yours = next.yours.minus(across);
        }
        next
    }

    /// Pairs of parts one of which is the other with the sides exchanged.
    fn opposites(&self, side: &Side<W>, parts: &mut smallvec::SmallVec<[W; 8]>) -> W {
        let mut gone = W::EMPTY;
        while let Some(part) = parts.pop() {
            let same_size = |other: &W| other.count() == part.count();
            let Some(partner) = parts.iter().position(|other| same_size(other) && side.are_opposite(part, *other))
            else {
                continue;
            };
            gone = gone | part | parts.swap_remove(partner);
        }
        gone
    }

    /// What both sides are sure of in the small parts, the mover first, and the rest of the board in
    /// both numberings.
    #[inline]
    pub(super) fn small_parts(&self, position: &Placing<W>) -> (Sum, Sum, Placing<W>) {
        let (mine, _) = self.sides(position.horizontal);
        let (mut my_sum, mut your_sum, mut gone) = (Sum::default(), Sum::default(), W::EMPTY);
        let mut left = position.mine;
        while !left.is_empty() {
            let part = mine.first_part(left);
            left = left.minus(part);
            if let Some((table, filling)) = self.tabled(mine, part) {
                my_sum = my_sum.with(table.along[filling]);
                your_sum = your_sum.with(table.across[filling]);
                gone = gone | part;
            }
        }
        let mut rest = *position;
        if !gone.is_empty() {
            let across = gone.ones().fold(W::EMPTY, |set, at| set | W::bit(mine.other[at].into()));
            rest.mine = rest.mine.minus(gone);
            rest.yours = rest.yours.minus(across);
        }
        (my_sum, your_sum, rest)
    }
}

impl<W: Word> Side<W> {
    /// Whether one part is the other transposed, in some reflection: their sum is then won by whoever
    /// moves second.
    fn are_opposite(&self, one: W, other: W) -> bool {
        let (one, other) = (self.part(one), self.part(other));
        let (height, width) = (one.height(), one.width());
        if (height, width) != (other.width(), other.height()) {
            return false;
        }
        let at = |line: usize, along: usize| (line + other.lines.0) * self.length + along + other.along.0;
        let fits = |flip: bool, mirror: bool| {
            one.free.ones().all(|square| {
                let (line, along) = self.place(square);
                let (line, along) = (line - one.lines.0, along - one.along.0);
                let line = if flip { height - 1 - line } else { line };
                let along = if mirror { width - 1 - along } else { along };
                other.free.has(at(along, line))
            })
        };
        [(false, false), (false, true), (true, false), (true, true)]
            .into_iter()
            .any(|(flip, mirror)| fits(flip, mirror))
    }
}
