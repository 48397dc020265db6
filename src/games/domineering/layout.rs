//! Which squares of a board matter, and how to place them on as small a board as possible.
//!
//! What can be solved depends on the free squares, not on the board. Squares that no domino can cover
//! are left out, then rows and columns without a free square at the border; where what is left is
//! still too wide for one machine word, the connected parts are packed side by side.

use crate::board::{Grid, Square};

/// Free squares of a board, each with its place on a smaller one. Neighbours there are neighbours here.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Rows of the smaller board, at least 1.
    pub rows: usize,
    /// Columns of the smaller board, at least 1.
    pub cols: usize,
    places: Vec<(usize, usize, Square)>,
    parts: Vec<Vec<Square>>,
}

/// Boards of so many squares need no packing.
const SMALL: usize = 64;

impl Layout {
    /// The layout of a board.
    pub fn new(grid: &Grid) -> Self {
        let parts = Self::parts(grid);
        let all: Vec<Square> = parts.iter().flatten().copied().collect();
        let mut layout = Self::cropped(&all);
        if layout.rows * layout.cols > SMALL {
            let boxes: Vec<Self> = parts.iter().map(|part| Self::cropped(part)).collect();
            let packed = (1..=32).map(|width| Self::packed(&boxes, width));
            // Of equal ones the first: the board as it is.
            let all = std::iter::once(layout).chain(packed).min_by_key(|layout| layout.rows * layout.cols);
            layout = all.unwrap_or_else(|| Self::cropped(&[]));
        }
        Self { parts, ..layout }
    }

    /// The squares that matter: row and column on the smaller board, and the square itself.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize, Square)> + '_ {
        self.places.iter().copied()
    }

    /// The connected parts, each in its own box.
    pub(super) fn parts_in_boxes(&self) -> Vec<Self> {
        self.parts.iter().map(|part| Self::cropped(part)).collect()
    }

    /// The squares of the largest connected part.
    pub(super) fn largest_part(&self) -> usize {
        self.parts.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The connected parts of at least two squares.
    fn parts(grid: &Grid) -> Vec<Vec<Square>> {
        let mut left = grid.clone();
        let mut parts = Vec::new();
        for square in grid.squares() {
            let part = Self::take_part(&mut left, square);
            if part.len() > 1 {
                parts.push(part);
            }
        }
        parts
    }

    /// Fills the part of the board that `start` belongs to and gives its squares.
    fn take_part(left: &mut Grid, start: Square) -> Vec<Square> {
        let mut part = Vec::new();
        let mut open = vec![start];
        while let Some(square) = open.pop() {
            if !left.is_free(square) {
                continue;
            }
            left.set(square, crate::board::Mark::Filled);
            part.push(square);
            let Square { row, col } = square;
            open.extend([Square { row: row + 1, col }, Square { row, col: col + 1 }]);
            open.extend(row.checked_sub(1).map(|row| Square { row, col }));
            open.extend(col.checked_sub(1).map(|col| Square { row, col }));
        }
        part
    }

    fn cropped(squares: &[Square]) -> Self {
        let range = |of: &dyn Fn(&Square) -> u16| {
            let low = squares.iter().map(of).min().unwrap_or(0);
            (usize::from(low), usize::from(squares.iter().map(of).max().unwrap_or(0) - low) + 1)
        };
        let ((top, rows), (left, cols)) = (range(&|square| square.row), range(&|square| square.col));
        let place = |&square: &Square| (usize::from(square.row) - top, usize::from(square.col) - left, square);
        Self { rows, cols, places: squares.iter().map(place).collect(), parts: Vec::new() }
    }

    /// Parts on shelves of `width` columns (more where a part is wider), the highest first.
    fn packed(parts: &[Self], width: usize) -> Self {
        let mut parts: Vec<&Self> = parts.iter().collect();
        parts.sort_by_key(|part| std::cmp::Reverse((part.rows, part.cols)));
        let width = parts.iter().map(|part| part.cols).fold(width, usize::max);
        let (mut places, mut top, mut left, mut height) = (Vec::new(), 0, 0, 0);
        for part in parts {
            if left > 0 && left + part.cols > width {
                (top, left, height) = (top + height + 1, 0, 0);
            }
            height = height.max(part.rows);
            places.extend(part.places.iter().map(|&(row, col, square)| (top + row, left + col, square)));
            left += part.cols + 1;
        }
        Self { rows: (top + height).max(1), cols: width, places, parts: Vec::new() }
    }
}
