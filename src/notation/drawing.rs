//! Positions drawn with letters, with room for a word on every move.
//!
//! Every board is points with gaps between them. In Dots and Boxes the points are dots and a move is
//! a gap; in Cram, XO and Domineering the points are squares and a move is the gap that its domino
//! covers; in Blocking a move is a point.
//!
//! ```text
//!     0   1   2
//! 0   .---. * .
//!     *       |
//! 1   .   .---.
//! ```

use crate::board::{Grid, Square};
use crate::games::domineering::Turn;
use crate::games::dots::Direction;
use crate::games::{Move, Position};
use std::fmt;

/// A drawing of a position. Without words on moves it is the plain picture of the game.
#[derive(Clone, Debug)]
pub struct Drawing {
    rows: usize,
    cols: usize,
    points: Vec<Word>,
    right: Vec<Gap>,
    below: Vec<Gap>,
    /// Whose box is to the lower right of a point.
    owners: Vec<char>,
    shape: Shape,
    labelled: bool,
    /// The number of the first row and column.
    first: usize,
}

/// Where the moves of a game are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Dots,
    Dominoes(Option<Turn>),
    Kings,
}

#[derive(Clone, Debug)]
struct Word {
    text: String,
    strong: bool,
}

#[derive(Clone, Debug)]
enum Gap {
    Open,
    Drawn,
    Label(Word),
}

impl Drawing {
    /// The picture of a position.
    pub fn of(position: &Position) -> Self {
        match position {
            Position::Dots(position) => {
                let size = position.size();
                let mut drawing = Self::blank(size.rows() + 1, size.cols() + 1, Shape::Dots, |_| '.');
                for line in position.drawn_lines() {
                    drawing.set_gap(Square { row: line.row, col: line.col }, line.direction, Gap::Drawn);
                }
                drawing
            }
            Position::Domineering(position) => Self::of_grid(position.grid(), Shape::Dominoes(position.turn())),
            Position::Cram(board) | Position::Xo(board) => Self::of_grid(board.grid(), Shape::Dominoes(None)),
            Position::Kings(position) => Self::of_grid(position.grid(), Shape::Kings),
        }
    }

    fn of_grid(grid: &Grid, shape: Shape) -> Self {
        let marks: Vec<char> = grid.to_string().chars().filter(|&mark| mark != '|').collect();
        Self::blank(grid.size().rows(), grid.size().cols(), shape, |at| marks[at])
    }

    fn blank(rows: usize, cols: usize, shape: Shape, point: impl Fn(usize) -> char) -> Self {
        let points = (0..rows * cols).map(|at| Word { text: point(at).to_string(), strong: false });
        Self {
            rows,
            cols,
            points: points.collect(),
            right: vec![Gap::Open; rows * cols],
            below: vec![Gap::Open; rows * cols],
            owners: vec![' '; rows * cols],
            shape,
            labelled: false,
            first: 0,
        }
    }

    /// Writes a word where the move is drawn; a strong one stands out where there is colour. A move
    /// that is not on the board is left out.
    pub fn label(&mut self, mv: Move, text: impl Into<String>, strong: bool) {
        let word = Word { text: text.into(), strong };
        self.labelled = true;
        let turned = |turn| if turn == Turn::Vertical { Direction::Vertical } else { Direction::Horizontal };
        match (mv, self.shape) {
            (Move::Line(line), _) => {
                self.set_gap(Square { row: line.row, col: line.col }, line.direction, Gap::Label(word));
            }
            (Move::Pair(first, second), _) => {
                let direction = if first.row == second.row { Direction::Horizontal } else { Direction::Vertical };
                self.set_gap(first, direction, Gap::Label(word));
            }
            (Move::Square(square), Shape::Dominoes(turn)) => {
                self.set_gap(square, turned(turn.unwrap_or(Turn::Vertical)), Gap::Label(word));
            }
            (Move::Square(square), _) => {
                if let Some(at) = self.index(square) {
                    self.points[at] = word;
                }
            }
        }
    }

    /// Shows the numbers of rows and columns, as where moves have words on them.
    pub fn numbered(mut self) -> Self {
        self.labelled = true;
        self
    }

    /// Counts rows and columns from `first` where their numbers are shown.
    pub fn counted_from(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// Writes in a box of Dots and Boxes who has it.
    pub fn own(&mut self, row: usize, col: usize, owner: char) {
        if row < self.rows && col < self.cols {
            self.owners[row * self.cols + col] = owner;
        }
    }

    /// The drawing, with every strong word passed through `paint`, which may add no width.
    pub fn painted(&self, paint: impl Fn(&str) -> String) -> String {
        if self.shape != Shape::Dots && !self.labelled {
            let rows = self.points.chunks(self.cols);
            return rows.map(|row| row.iter().map(|point| &*point.text).collect::<String>() + "\n").collect();
        }
        let layout = Layout::of(self);
        let mut text = String::new();
        if self.labelled {
            let numbers = (0..self.cols).map(|col| (layout.column(col), plain((self.first + col).to_string())));
            push_row(&mut text, numbers, &paint);
        }
        for row in 0..self.rows {
            let number = self.labelled.then(|| (0, plain((self.first + row).to_string())));
            push_row(&mut text, number.into_iter().chain(self.point_row(row, &layout)), &paint);
            if self.shape != Shape::Kings && row + 1 < self.rows {
                push_row(&mut text, self.gap_row(row, &layout), &paint);
            }
        }
        text
    }

    /// The points of a row and the gaps between them, each with the column where it starts.
    fn point_row(&self, row: usize, layout: &Layout) -> impl Iterator<Item = (usize, Word)> {
        (0..self.cols).flat_map(move |col| {
            let (at, column) = (row * self.cols + col, layout.column(col));
            let gap = match &self.right[at] {
                Gap::Open => None,
                Gap::Drawn => Some((column + 1, plain("-".repeat(layout.pitch - 1)))),
                Gap::Label(word) => Some((column + 1 + (layout.pitch - 1 - word.weight()) / 2, word.clone())),
            };
            [Some((column, self.points[at].clone())), gap].into_iter().flatten()
        })
    }

    /// The gaps below the points of a row, and the boxes there.
    fn gap_row(&self, row: usize, layout: &Layout) -> impl Iterator<Item = (usize, Word)> {
        (0..self.cols).flat_map(move |col| {
            let (at, column) = (row * self.cols + col, layout.column(col));
            let gap = match &self.below[at] {
                Gap::Open => None,
                Gap::Drawn => Some((column, plain("|"))),
                Gap::Label(word) => Some((column - word.weight() / 2, word.clone())),
            };
            let owner = Some(self.owners[at]).filter(|&owner| owner != ' ');
            let owner = owner.map(|owner| (column + layout.pitch / 2, plain(owner.to_string())));
            [gap, owner].into_iter().flatten()
        })
    }

    fn set_gap(&mut self, from: Square, direction: Direction, gap: Gap) {
        if let Some(at) = self.index(from) {
            match direction {
                Direction::Horizontal => self.right[at] = gap,
                Direction::Vertical => self.below[at] = gap,
            }
        }
    }

    fn index(&self, square: Square) -> Option<usize> {
        let (row, col) = (usize::from(square.row), usize::from(square.col));
        (row < self.rows && col < self.cols).then_some(row * self.cols + col)
    }

    fn words(&self) -> impl Iterator<Item = &Word> {
        let gaps = self.right.iter().chain(&self.below);
        self.points.iter().chain(gaps.filter_map(|gap| if let Gap::Label(word) = gap { Some(word) } else { None }))
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.painted(str::to_owned))
    }
}

impl Word {
    fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// The part of its width that stands in the middle: a star hangs to the right of a number.
    fn weight(&self) -> usize {
        1.max(self.text.trim_end_matches('*').chars().count())
    }
}

fn plain(text: impl Into<String>) -> Word {
    Word { text: text.into(), strong: false }
}

/// Where the points stand: from `margin`, every `pitch` columns, which is even.
struct Layout {
    margin: usize,
    pitch: usize,
}

impl Layout {
    fn of(drawing: &Drawing) -> Self {
        let digits = |number: usize| number.to_string().len();
        let widest = drawing.words().map(Word::width).max().unwrap_or(1);
        let pitch = 4.max(widest + 3).max(digits(drawing.first + drawing.cols - 1) + 2).next_multiple_of(2);
        let margin = if drawing.labelled { digits(drawing.first + drawing.rows - 1) + pitch / 2 + 1 } else { 0 };
        Self { margin, pitch }
    }

    fn column(&self, col: usize) -> usize {
        self.margin + col * self.pitch
    }
}

/// Adds a row of words, each with its column, in order.
fn push_row(text: &mut String, words: impl Iterator<Item = (usize, Word)>, paint: &impl Fn(&str) -> String) {
    let mut at = 0;
    for (column, word) in words {
        text.extend(std::iter::repeat_n(' ', column.saturating_sub(at)));
        at = column + word.width();
        if word.strong { text.push_str(&paint(&word.text)) } else { text.push_str(&word.text) }
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(position: &str, labels: &[(&str, &str)]) -> String {
        let position = Position::parse(position).unwrap();
        let mut drawing = Drawing::of(&position);
        for &(mv, label) in labels {
            drawing.label(position.parse_move(mv).unwrap(), label, true);
        }
        format!("\n{drawing}")
    }

    #[test]
    fn dots_as_the_rules_draw_them() {
        let position = Position::parse("dots:2x3:010110111011111").err().map(|error| error.to_string());
        assert!(position.is_some_and(|error| error.contains("17 lines")));
        let mut drawing = Drawing::of(&Position::parse("dots:2x3:01011011101101111").unwrap());
        drawing.own(1, 0, 'x');
        drawing.own(1, 1, 'x');
        let want = "
.   .---.   .
    |   |
.---.---.   .
| x | x |   |
.---.---.---.
";
        assert_eq!(format!("\n{drawing}"), want);
    }

    #[test]
    fn words_on_lines() {
        let want = "
    0   1   2
0   .---. * .
    *       *
1   .   .   .
";
        assert_eq!(drawing("dots:1x2:1000000", &[("h0,1", "*"), ("v0,0", "*"), ("v0,2", "*")]), want);
        let want = "
     0     1
0    . -2* .
     |    -12
1    .     .
";
        assert_eq!(drawing("dots:1x1:0010", &[("h0,0", "-2*"), ("v0,1", "-12")]), want);
    }

    #[test]
    fn boards_of_squares() {
        assert_eq!(drawing("kings:X..|...", &[]), "\nX*.\n**.\n");
        let want = "
     0     1     2
0    X     *     1*
1    *     *     -1
";
        assert_eq!(drawing("kings:X..|...", &[("0,2", "1*"), ("1,2", "-1")]), want);
        let want = "
    0   1
0   . * .
    *
1   .   #
";
        assert_eq!(drawing("cram:..|.#", &[("0,0-0,1", "*"), ("0,0-1,0", "*")]), want);
        let want = "
    0   1
0   .   .
    *
1   .   #
";
        assert_eq!(drawing("domineering:..|.#:v", &[("0,0", "*")]), want);
    }
}
