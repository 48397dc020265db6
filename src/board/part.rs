//! Sets of squares that keep their place in no board: moved to the corner, and turned so that equal
//! shapes are equal sets.

use super::{Columns, Word};

/// A set of squares in a box that it touches on all four sides, as many columns as rows at most, in the
/// one of its four or eight images that is least as a set. Two parts are equal exactly if one is the other moved,
/// turned or mirrored, on whatever boards they were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part<W> {
    /// The squares; on [`Part::cols`] columns.
    pub squares: W,
    /// The columns of the box.
    pub cols: u8,
}

impl<W: Word> Part<W> {
    /// The rows of the box.
    #[inline]
    pub fn rows(&self) -> usize {
        self.squares.highest() / usize::from(self.cols) + 1
    }
}

/// The geometry of parts in words of one width.
#[derive(Clone, Debug)]
pub struct Geometry<W> {
    /// The boards of 1, 2, ... columns, as far as a square board has room.
    boards: Vec<Columns<W>>,
}

impl<W: Word> Default for Geometry<W> {
    fn default() -> Self {
        Self { boards: (1..=Self::MOST_COLS).map(Columns::new).collect() }
    }
}

impl<W: Word> Geometry<W> {
    /// The most columns that the box of a part has: a wider one is turned.
    pub const MOST_COLS: usize = W::BITS.isqrt();

    /// The board of `cols` columns, `1..=MOST_COLS`.
    #[inline]
    pub fn columns(&self, cols: u8) -> &Columns<W> {
        &self.boards[usize::from(cols) - 1]
    }

    /// The part that a set of squares is, which is not empty, on a board of at most
    /// [`Geometry::MOST_COLS`] columns.
    #[inline]
    pub fn part(&self, columns: &Columns<W>, set: W) -> Part<W> {
        self.part_and_turn(columns, set).0
    }

    /// The same, and whether rows and columns are exchanged in it. Where it is its own image with rows and
    /// columns exchanged, they are not.
    #[inline]
    pub fn part_and_turn(&self, columns: &Columns<W>, set: W) -> (Part<W>, bool) {
        let (lifted, first, last) = columns.lifted(set);
        let cols = last - first + 1;
        let set = if cols == columns.cols() { lifted } else { columns.narrowed(lifted, first, cols) };
        self.turned(set, cols)
    }

    /// The least image of a set that touches all sides of its box of `cols` columns.
    #[inline]
    fn turned(&self, set: W, cols: usize) -> (Part<W>, bool) {
        let columns = &self.boards[cols - 1];
        let rows = columns.rows_of(set);
        if rows > cols {
            return (Part { squares: least_image(columns, set, rows), cols: cols as u8 }, false);
        }
        let transposed = columns.transposed(set);
        if rows == cols {
            let (own, other) = (least_image(columns, set, rows), least_image(columns, transposed, rows));
            return (Part { squares: own.min(other), cols: cols as u8 }, other < own);
        }
        let narrow = columns.narrowed(transposed, 0, rows);
        (Part { squares: least_image(&self.boards[rows - 1], narrow, cols), cols: rows as u8 }, true)
    }
}

/// The squares that hang together with the least square of a set that is not empty. `with_reach` gives a
/// set and everything beside it.
#[inline]
pub fn island<W: Word>(set: W, with_reach: impl Fn(W) -> W) -> W {
    let mut island = W::bit(set.lowest());
    loop {
        let larger = with_reach(island) & set;
        if larger == island {
            return island;
        }
        island = larger;
    }
}

/// The least of a set on a board of `rows` rows, its mirror images and its half turn.
#[inline]
fn least_image<W: Word>(columns: &Columns<W>, set: W, rows: usize) -> W {
    let mirrored = columns.mirrored(set);
    let turned = columns.half_turned(set, rows).min(columns.half_turned(mirrored, rows));
    set.min(mirrored).min(turned)
}
