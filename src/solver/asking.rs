//! Asking tables in the middle of a search.
//!
//! What the search is in has to be put in the words of a table, and there a block may have to be unpacked, which
//! takes as long as some hundred positions. So tables are asked only about what takes longer, and only where a
//! glance at the size of what is left says that one may hold it. Whether there is such a table at all is found out
//! once, before the search begins.

use super::lookup::{Lookup, Reach};
use crate::board::{Mark, Part, Word};
use crate::game::Value;
use crate::games::Position;
use crate::games::domineering::{DomineeringPosition, Field, Placing, Turn};
use crate::games::dots::{Coins, DotsPosition, Lines};
use crate::memory::KeyWord;
use crate::notation::GameName;

/// The least free lines that tables are asked about.
pub(super) const LEAST_LINES: u8 = 16;
/// The least dominoes that the free squares have room for.
pub(super) const LEAST_DOMINOES: u8 = 8;
/// The least squares of a part of Cram or Blocking.
const LEAST_SQUARES: usize = 20;

/// Somebody who knows values, and which ones may come up in a search.
#[derive(Clone, Debug)]
pub(super) struct Tables<'t> {
    pub(super) lookup: &'t dyn Lookup,
    pub(super) reach: Reach,
}

impl<'t> Tables<'t> {
    /// Those that may know what `position` leads to, where so much is left that asking is worth it.
    pub(super) fn below(lookup: Option<&'t dyn Lookup>, position: &Position) -> Option<Self> {
        let (open, least) = match position {
            Position::Dots(dots) => (dots.free_lines().count(), LEAST_LINES.into()),
            Position::Domineering(board) => (board.grid().free_squares().count(), 2 * usize::from(LEAST_DOMINOES)),
            Position::Cram(board) | Position::Xo(board) => (board.grid().free_squares().count(), LEAST_SQUARES),
            Position::Kings(board) => (board.grid().free_squares().count(), LEAST_SQUARES),
        };
        let lookup = lookup.filter(|_| open > least)?;
        Some(Self { lookup, reach: lookup.reach(position)? })
    }

    /// Looks up what `start` leads to.
    pub(super) fn values_of_coins<W: KeyWord>(
        &self,
        start: &DotsPosition,
        coins: &Coins<W>,
    ) -> impl Fn(&Lines<W>) -> Option<Value> {
        let area = self.reach.area() as u32;
        let drawn = start.drawn_lines().count() as u32;
        move |lines| {
            let is_early = || self.is_early(drawn + coins.drawn_since_start(lines).count() as u32);
            if lines.coins().count() > area && !is_early() {
                return None;
            }
            let mut position = start.clone();
            position.add_lines(coins.drawn_since_start(lines)).ok()?;
            self.lookup.known(&Position::Dots(position)).map(|known| known.value)
        }
    }

    /// Looks up what `start` leads to.
    pub(super) fn values_of_field<W: KeyWord>(
        &self,
        start: &DomineeringPosition,
        field: &Field<W>,
    ) -> impl Fn(&Placing<W>) -> Option<Value> {
        let taken = (start.grid().size().area() - start.grid().free_squares().count()) as u32;
        let free = field.start().mine.count();
        move |placing| {
            let (rows, cols) = field.extent(placing);
            let is_early = || self.is_early(taken + free - placing.mine.count());
            if placing.number != 0 || !self.reach.fits(rows, cols) && !is_early() {
                return None;
            }
            let mut grid = start.grid().clone();
            field.gone(placing).for_each(|square| grid.set(square, Mark::Filled));
            let turn = if placing.horizontal { Turn::Horizontal } else { Turn::Vertical };
            let position = Position::Domineering(DomineeringPosition::new(grid, Some(turn)));
            self.lookup.known(&position).map(|known| known.value)
        }
    }

    fn is_early(&self, taken: u32) -> bool {
        self.reach.most_taken.is_some_and(|most| taken <= most)
    }

    /// The parts of a game.
    pub(super) fn parts_of(&self, game: GameName) -> KnownParts<'_> {
        KnownParts { tables: self, game }
    }
}

/// Somebody who knows the Grundy values of parts of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownParts<'t> {
    tables: &'t Tables<'t>,
    game: GameName,
}

impl KnownParts<'_> {
    /// The Grundy value of a part that lies on `rows` rows, if it is known and worth asking for.
    #[inline]
    pub(crate) fn value<W: Word>(&self, part: Part<W>, rows: usize) -> Option<u8> {
        if (part.squares.count() as usize) < LEAST_SQUARES || !self.tables.reach.fits(rows, part.cols.into()) {
            return None;
        }
        self.tables.lookup.part(self.game, Part { squares: part.squares.low_u128(), cols: part.cols })
    }
}
