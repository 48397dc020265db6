//! Pictures of dots: rows of dots and horizontal lines, and between them rows of vertical lines and
//! of boxes, blank or with the letter of whoever has them.

use super::{Picture, Row, is_label};
use crate::board::Size;
use crate::games::dots::Line;
use crate::notation::error::{ParseError, quoted};

impl Picture<'_> {
    /// The size and the drawn lines of a picture of dots.
    pub(super) fn dots(&mut self, columns: Option<Vec<usize>>) -> Result<(Size, Vec<Line>), ParseError> {
        let first = self.row()?;
        let columns = columns.unwrap_or_else(|| first.text.match_indices('.').map(|(column, _)| column).collect());
        if columns.len() < 2 {
            let message = "the first row of dots needs at least two, such as `.   .---.`; for a picture of another \
                           game say which, such as \"kings\"";
            return Err(self.wrong(first, 0, message));
        }
        let reader = DotsReader { pitch: self.check_spacing(first, &columns)?, columns };
        self.next -= 1;
        let (mut lines, mut owned) = (Vec::new(), Vec::new());
        let mut count = 0;
        loop {
            let row = self.row()?;
            reader.point_row(self, row, count, &mut lines)?;
            count += 1;
            let more = |row: &Row<'_>| row.byte(reader.columns[0]) == Some(b'.');
            if !self.rows.get(self.next + 1).is_some_and(more) {
                break;
            }
            let row = self.row()?;
            reader.gap_row(self, row, count - 1, &mut lines, &mut owned)?;
        }
        let cols = reader.columns.len() - 1;
        let size = Size::new(count as u64 - 1, cols as u64)
            .map_err(|error| ParseError::from(error).in_text(self.whole, first.start))?;
        lines.sort_unstable();
        for (box_row, box_col, row, column) in owned {
            let open = Line::sides(box_row, box_col).into_iter().find(|side| lines.binary_search(side).is_err());
            if let Some(side) = open {
                return Err(self.wrong(
                    row,
                    column,
                    format!("this box is marked as taken, but its side {side} is open"),
                ));
            }
        }
        Ok((size, lines))
    }
}

/// Where the dots of a picture stand.
struct DotsReader {
    pitch: usize,
    columns: Vec<usize>,
}

impl DotsReader {
    /// Reads a row of dots and the horizontal lines between them.
    fn point_row(
        &self,
        picture: &Picture<'_>,
        row: Row<'_>,
        number: usize,
        lines: &mut Vec<Line>,
    ) -> Result<(), ParseError> {
        picture.check_margin(row, self.columns[0])?;
        for (col, &column) in self.columns.iter().enumerate() {
            if row.byte(column) != Some(b'.') {
                return Err(picture.wrong(row, column, "a dot `.` is missing here"));
            }
            let next = self.columns.get(col + 1);
            let (text, start) = row.part(column + 1, next.copied().unwrap_or(usize::MAX));
            let is_line = text.len() == self.pitch - 1 && text.bytes().all(|b| b == b'-');
            match next {
                Some(_) if is_line => lines.push(Line::horizontal(number as u16, col as u16)),
                Some(_) if text.is_empty() || is_label(text) => {}
                Some(_) => {
                    let message = format!("{} is no line: draw {}", quoted(text), "-".repeat(self.pitch - 1));
                    return Err(picture.wrong(row, start, message));
                }
                None if text.is_empty() => {}
                None => return Err(picture.wrong(row, start, "nothing can stand right of the last dot")),
            }
        }
        Ok(())
    }

    /// Reads a row of vertical lines and the boxes between them; those with an owner go to `owned`.
    fn gap_row<'p>(
        &self,
        picture: &Picture<'p>,
        row: Row<'p>,
        number: usize,
        lines: &mut Vec<Line>,
        owned: &mut Vec<(usize, usize, Row<'p>, usize)>,
    ) -> Result<(), ParseError> {
        let half = self.pitch / 2;
        let margin = (self.columns[0] + 1).saturating_sub(half);
        if let (text, start) = row.part(0, margin)
            && !text.is_empty()
        {
            return Err(picture.wrong(row, start, "nothing can stand left of the first line"));
        }
        for (col, &column) in self.columns.iter().enumerate() {
            let (text, start) = row.part((column + 1).saturating_sub(half), column + half);
            match text {
                "|" if start == column => lines.push(Line::vertical(number as u16, col as u16)),
                _ if text.is_empty() || is_label(text) => {}
                _ => {
                    return Err(picture.wrong(
                        row,
                        start,
                        format!("{} is no line: draw | under the dot", quoted(text)),
                    ));
                }
            }
            let next = self.columns.get(col + 1);
            let (text, start) = row.part(column + half, next.map_or(usize::MAX, |next| next + 1 - half));
            match (text, next) {
                ("", _) => {}
                ("x" | "o" | "X" | "O", Some(_)) => owned.push((number, col, row, start)),
                (_, Some(_)) => {
                    return Err(picture.wrong(
                        row,
                        start,
                        format!("{} is in a box: only x and o can be", quoted(text)),
                    ));
                }
                (_, None) => return Err(picture.wrong(row, start, "nothing can stand right of the last line")),
            }
        }
        Ok(())
    }
}
