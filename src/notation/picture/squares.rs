//! Pictures of boards of squares: rows of marks, close together, or under numbered columns with words
//! on moves.

use super::{Picture, Row, is_label};
use crate::board::{Grid, Mark};
use crate::notation::GameName;
use crate::notation::error::{ParseError, quoted};
use crate::notation::text::rows_of_marks;

impl Picture<'_> {
    /// A board of squares written without gaps.
    pub(super) fn close_squares(&mut self) -> Result<Grid, ParseError> {
        let mut rows = Vec::new();
        while self.rows.get(self.next).is_some_and(|row| !row.text.is_empty()) {
            let row = self.row()?;
            let (marks, column) = row.part(0, row.text.len());
            rows.push((marks, row.start + column));
        }
        let end = self.whole.len();
        rows_of_marks(rows.into_iter()).map_err(|(error, at)| error.in_text(self.whole, at.unwrap_or(end)))
    }

    /// A board of squares under numbered columns, with words on moves.
    pub(super) fn spaced_squares(&mut self, columns: &[usize], game: GameName) -> Result<Grid, ParseError> {
        let mut marks = Vec::new();
        loop {
            let row = self.row()?;
            self.check_margin(row, columns[0])?;
            let mut of_row = String::new();
            for (number, &column) in columns.iter().enumerate() {
                let end = columns.get(number + 1).copied().unwrap_or(usize::MAX);
                of_row.push(self.square(row, column, end, game)?);
            }
            marks.push((of_row, row.start));
            let gap = usize::from(game != GameName::Kings);
            let is_row = |row: &Row<'_>| {
                row.text.len() > columns[0]
                    && self.check_margin(*row, columns[0]).is_ok()
                    && row.byte(columns[0]) != Some(b' ')
            };
            if !self.rows.get(self.next + gap).is_some_and(is_row) {
                break;
            }
            if gap == 1 {
                let row = self.row()?;
                self.check_words(row, 0)?;
            }
        }
        let rows = marks.iter().map(|(marks, start)| (&**marks, *start));
        rows_of_marks(rows).map_err(|(error, at)| error.in_text(self.whole, at.unwrap_or(self.whole.len())))
    }

    /// The mark of the square that stands from `column` up to `end`; a word in its place is a move,
    /// and the square free.
    fn square(&self, row: Row<'_>, column: usize, end: usize, game: GameName) -> Result<char, ParseError> {
        let (text, start) = row.part(column, end);
        if start != column || text.is_empty() {
            return Err(self.wrong(row, column, "a square is missing here"));
        }
        let first = char::from(text.as_bytes()[0]);
        if game == GameName::Kings && is_label(text) && text != "*" {
            return Ok('.');
        }
        if Mark::from_char(first).is_none() {
            return Err(self.wrong(row, column, format!("{} is no square", quoted(text))));
        }
        self.check_words(row.cut(end), column + 1)?;
        Ok(first)
    }
}
