//! The keys of sorted tables: positions up to what their value does not depend on, as numbers.

use super::bits::{Bits, grid};
use super::format::SymmetryKind;
use crate::board::{Columns, Geometry, Part, Size};
use crate::games::Position;
use crate::games::cram::Cram;
use crate::games::impartial::Impartial;
use crate::games::impartial::island;
use crate::games::kings::Kings;
use crate::notation::GameName;

/// Maps the positions of a board to their keys in a sorted table of it.
#[derive(Clone, Debug)]
pub struct Keys {
    bits: Bits,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// The least image of the whole board.
    Boards(Images),
    /// The parts that it falls into.
    Parts(Geometry<u128>),
}

impl Keys {
    /// The keys of a table of a game and size; `None` where the board has more bits than a key has room for:
    /// 128 in dots and Domineering, 120 in Cram and Blocking.
    pub fn new(game: GameName, size: Size) -> Option<Self> {
        Self::with(Bits { game, size }, SymmetryKind::of_game(game), Bits { game, size }.may_interchange())
    }

    pub(super) fn with(bits: Bits, symmetry: SymmetryKind, interchange: bool) -> Option<Self> {
        let kind = match bits.game {
            GameName::Cram | GameName::Xo | GameName::Kings if bits.count() <= MOST_PART_SQUARES => {
                Kind::Parts(Geometry::default())
            }
            GameName::Dots | GameName::DotDot | GameName::Domineering if bits.count() <= 128 => {
                Kind::Boards(Images::new(bits, symmetry, interchange))
            }
            _ => return None,
        };
        Some(Self { bits, kind })
    }

    /// The key of a board of dots or Domineering, given as the set of its bits: lines that are drawn, in
    /// the order of the text form, or squares that are taken, row by row. `None` in games of parts.
    #[inline]
    pub fn of_board(&self, position: u128) -> Option<u128> {
        match &self.kind {
            Kind::Boards(images) => Some(images.least(position)),
            Kind::Parts(_) => None,
        }
    }

    /// The key of a part of Cram or Blocking; `None` where its box has more squares than the board of the
    /// table, or the game has no parts.
    #[inline]
    pub fn of_part(&self, part: Part<u128>) -> Option<u128> {
        let Kind::Parts(geometry) = &self.kind else { return None };
        let (area, cols) = (self.bits.count(), usize::from(part.cols));
        let rows = geometry.columns(part.cols).rows_of(part.squares);
        (rows * cols <= area).then(|| part.squares | u128::from(part.cols) << area)
    }

    /// The keys of what a position is a sum of: its parts in Cram, XO and Blocking, else itself. `None`
    /// where no table of this board can hold it.
    pub fn of(&self, position: &Position) -> Option<Vec<u128>> {
        match &self.kind {
            Kind::Boards(images) => Some(vec![images.least(self.bits.of(position)?)]),
            Kind::Parts(geometry) if super::bits::squares_game(position) == self.bits.game => {
                let parts = match self.bits.game {
                    GameName::Kings => parts::<Kings>(geometry, position)?,
                    _ => parts::<Cram>(geometry, position)?,
                };
                parts.into_iter().map(|part| self.of_part(part)).collect()
            }
            Kind::Parts(_) => None,
        }
    }

    /// The part that a key names; `None` where no part has this key, or the game has no parts.
    pub fn part(&self, key: u128) -> Option<Part<u128>> {
        let Kind::Parts(geometry) = &self.kind else { return None };
        let area = self.bits.count();
        let squares = key & ((1 << area) - 1);
        let cols = u8::try_from(key >> area)
            .ok()
            .filter(|cols| (1..=Geometry::<u128>::MOST_COLS).contains(&usize::from(*cols)))?;
        let part = Part { squares, cols };
        let is_least = squares != 0 && geometry.part(geometry.columns(cols), squares) == part;
        (is_least && self.of_part(part) == Some(key)).then_some(part)
    }
}

impl Keys {
    /// A board with nothing free but the part that a key names.
    pub(super) fn part_position(&self, key: u128) -> Option<Position> {
        let part = self.part(key)?;
        let Kind::Parts(geometry) = &self.kind else { return None };
        let rows = geometry.columns(part.cols).rows_of(part.squares);
        let size = Size::new(rows as u64, part.cols.into()).ok()?;
        let taken = !part.squares & ((1 << size.area()) - 1);
        Some(Bits { size, ..self.bits }.position(taken, None))
    }
}

/// A key has four bits for the columns beside the squares, and squares up to here fit with them.
const MOST_PART_SQUARES: usize = 120;

/// The parts of a board with at most 128 squares; `None` where it has more.
fn parts<R: Impartial>(geometry: &Geometry<u128>, position: &Position) -> Option<Vec<Part<u128>>> {
    let grid = grid(position)?;
    let size = grid.size();
    if size.area() > 128 {
        return None;
    }
    // Parts have as many columns as rows at most.
    let turned = size.cols() > size.rows();
    let columns = geometry.columns(size.rows().min(size.cols()) as u8);
    let number = |row: usize, col: usize| if turned { col * size.rows() + row } else { row * size.cols() + col };
    let free = grid.free_squares().map(|square| number(square.row.into(), square.col.into()));
    let mut free = free.fold(0, |set: u128, at| set | 1 << at);
    let mut parts = Vec::new();
    while free != 0 {
        let island = island::<R, u128>(columns, free);
        free &= !island;
        if R::has_moves(columns, island) {
            parts.push(geometry.part(columns, island));
        }
    }
    Some(parts)
}

/// Whether a part has a move at all.
trait HasMoves: Impartial {
    fn has_moves(columns: &Columns<u128>, free: u128) -> bool {
        let mut moves = Vec::new();
        Self::moves(columns, free, &mut moves);
        !moves.is_empty()
    }
}

impl<R: Impartial> HasMoves for R {}

/// The images of a board under its symmetries.
#[derive(Clone, Debug)]
struct Images {
    /// For each symmetry and each group of eight bits, what each subset becomes.
    tables: Vec<Vec<[u128; 256]>>,
    /// The outer lines of each box that has several.
    corners: Vec<u128>,
}

impl Images {
    fn new(bits: Bits, symmetry: SymmetryKind, interchange: bool) -> Self {
        let table = |map: Vec<usize>| -> Vec<[u128; 256]> {
            let of = |group: usize, subset: usize| {
                let set = (0..8).filter(|bit| subset >> bit & 1 == 1).filter_map(|bit| map.get(group * 8 + bit));
                set.fold(0, |sum: u128, &bit| sum | 1 << bit)
            };
            (0..map.len().div_ceil(8)).map(|group| std::array::from_fn(|subset| of(group, subset))).collect()
        };
        let corners = if interchange { bits.outer_lines() } else { Vec::new() };
        let corners = corners.iter().filter(|corner| corner.len() > 1);
        Self {
            tables: symmetry.of(bits.size).map(|symmetry| table(bits.permutation(symmetry))).collect(),
            corners: corners.map(|corner| corner.iter().map(|&bit| 1u128 << bit).sum()).collect(),
        }
    }

    #[inline]
    fn least(&self, position: u128) -> u128 {
        let image = |table: &Vec<[u128; 256]>| {
            table.iter().enumerate().fold(0, |sum, (at, group)| sum | group[(position >> (8 * at)) as usize & 255])
        };
        self.tables.iter().map(|table| self.pushed(image(table))).min().unwrap_or(position)
    }

    /// The outer lines of each corner moved to its lowest ones.
    #[inline]
    fn pushed(&self, set: u128) -> u128 {
        self.corners.iter().fold(set, |set, &corner| {
            let (mut rest, mut lowest) = (corner, 0);
            for _ in 0..(set & corner).count_ones() {
                lowest |= rest & rest.wrapping_neg();
                rest &= rest - 1;
            }
            set & !corner | lowest
        })
    }
}
