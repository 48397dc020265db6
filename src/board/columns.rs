//! Sets of squares on boards of a given number of columns, and their geometry by shifts and masks.
//!
//! Square (row, column) of a board of `cols` columns has the number `row * cols + column`, so a set
//! does not say how many rows there are: a board reaches down as far as its word does.
//!
//! ```text
//! 3 columns:   0 1 2     Symmetries need no tables: all numbers reversed is a half turn, and the
//!              3 4 5     columns are mirrored by exchanging first and last, second and last but
//!              6 7 8     one, ..., each one shift and mask for the whole board.
//! ```

use super::Word;

/// The masks of a board with some number of columns.
#[derive(Clone, Debug)]
pub struct Columns<W> {
    cols: usize,
    first: W,
    last: W,
    row: W,
    /// 2^20 by the number of columns, rounded up: division by multiplication.
    inverse: usize,
    /// For each `k >= 1` the squares (i, i + k) of the square board with `cols` rows.
    diagonals: Vec<W>,
}

impl<W: Word> Columns<W> {
    /// The board of `cols` columns, `1..=BITS`.
    pub fn new(cols: usize) -> Self {
        let rows = W::BITS / cols;
        let first = (0..rows).fold(W::EMPTY, |set, row| set | W::bit(row * cols));
        let square = |k: usize| (0..cols - k).fold(W::EMPTY, |set, i| set | W::bit(i * cols + i + k));
        let diagonals = if cols <= rows { (1..cols).map(square).collect() } else { Vec::new() };
        Self {
            cols,
            first,
            last: first.up(cols - 1),
            row: W::first(cols),
            inverse: (1usize << 20).div_ceil(cols),
            diagonals,
        }
    }

    /// The number of columns.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Every square moved one column to the right.
    #[inline]
    pub fn right(&self, set: W) -> W {
        set.minus(self.last).up_one()
    }

    /// Every square moved one column to the left.
    #[inline]
    pub fn left(&self, set: W) -> W {
        set.minus(self.first).down_one()
    }

    /// Every square moved one row down.
    #[inline]
    pub fn down(&self, set: W) -> W {
        set.up(self.cols)
    }

    /// Every square moved one row up.
    #[inline]
    pub fn up(&self, set: W) -> W {
        set.down(self.cols)
    }

    /// The set and every square that shares a side with one of it.
    #[inline]
    pub fn with_sides(&self, set: W) -> W {
        set | self.right(set) | self.left(set) | self.down(set) | self.up(set)
    }

    /// The set and every square a king's step from one of it.
    #[inline]
    pub fn with_king_steps(&self, set: W) -> W {
        let wide = set | self.right(set) | self.left(set);
        wide | self.down(wide) | self.up(wide)
    }

    /// The row of a square.
    #[inline]
    pub fn row_of(&self, square: usize) -> usize {
        // The error is below 1023 / 2^20, and that is less than 1 / 1024, in words of up to 1,024 squares.
        (square * self.inverse) >> 20
    }

    /// The rows from the top to the lowest square of a set that is not empty.
    #[inline]
    pub fn rows_of(&self, set: W) -> usize {
        self.row_of(set.highest()) + 1
    }

    /// A half turn of the board of `rows` rows that holds the set.
    #[inline]
    pub fn half_turned(&self, set: W, rows: usize) -> W {
        set.reversed().down(W::BITS - rows * self.cols)
    }

    /// The columns in reverse order.
    #[inline]
    pub fn mirrored(&self, mut set: W) -> W {
        for col in 0..self.cols / 2 {
            let by = self.cols - 1 - 2 * col;
            let apart = (set ^ set.down(by)) & self.first.up(col);
            set = set ^ apart ^ apart.up(by);
        }
        set
    }

    /// Rows and columns exchanged. The set has at most as many rows as the board has columns, and
    /// there is room for that many rows.
    #[inline]
    pub fn transposed(&self, mut set: W) -> W {
        for (k, &diagonal) in self.diagonals.iter().enumerate() {
            let by = (k + 1) * (self.cols - 1);
            let apart = (set ^ set.down(by)) & diagonal;
            set = set ^ apart ^ apart.up(by);
        }
        set
    }

    /// The set moved up as far as it goes, and the first and last column that it has squares in.
    /// The set is not empty.
    #[inline]
    pub fn lifted(&self, set: W) -> (W, usize, usize) {
        let set = set.down(self.row_of(set.lowest()) * self.cols);
        let (mut first, mut last) = (0, self.cols - 1);
        while (set & self.first.up(first)).is_empty() {
            first += 1;
        }
        while (set & self.first.up(last)).is_empty() {
            last -= 1;
        }
        (set, first, last)
    }

    /// The columns from `first` on of a set, on a board of `cols` columns; the set has no square
    /// outside these.
    #[inline]
    pub fn narrowed(&self, set: W, first: usize, cols: usize) -> W {
        let mut narrow = W::EMPTY;
        for row in 0..self.rows_of(set) {
            narrow = narrow | (set.down(row * self.cols) & self.row).down(first).up(row * cols);
        }
        narrow
    }
}
