//! Moves and lists of lines as people write them.

use super::error::{Fault, ParseError, quoted};
use crate::board::Square;
use crate::games::dots::{Direction, Line};
use crate::games::{Move, Position, Seat};

impl Position {
    /// Reads a move of this game that can be made here.
    ///
    /// Lines of dots are `h0,1`, `h 0 1` or two dots, `0,1-0,2`; Cram and XO take two squares in
    /// either order, `0,0-0,1`, `0,0 0,1` or `00 01`; Blocking and Domineering one, `0,1`.
    ///
    /// # Errors
    /// [`ParseError`] where it is no move, or none that is legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let mv = self.read_move(text)?;
        self.check_move(mv)?;
        Ok(mv)
    }

    /// Reads a move as [`Position::parse_move`] does, whether or not it can be made here.
    ///
    /// # Errors
    /// [`ParseError`] where it is no move of this game.
    pub fn read_move(&self, text: &str) -> Result<Move, ParseError> {
        let mut cursor = Cursor { text, at: 0 };
        cursor.skip_space();
        let mv = match self {
            Position::Dots(_) => Move::Line(cursor.line()?),
            Position::Cram(_) | Position::Xo(_) => {
                let (first, second) = cursor.domino()?;
                Move::Pair(first.min(second), first.max(second))
            }
            Position::Domineering(_) | Position::Kings(_) => Move::Square(cursor.square()?),
        };
        cursor.end()?;
        Ok(mv)
    }

    /// Whether the move can be made here.
    ///
    /// # Errors
    /// [`ParseError`] with [`Fault::BadMove`] says why not.
    pub fn check_move(&self, mv: Move) -> Result<(), ParseError> {
        self.clone().play(mv, Seat::First)?;
        Ok(())
    }
}

/// Reads one line of dots.
pub(super) fn line(text: &str) -> Result<Line, ParseError> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_space();
    let line = cursor.line()?;
    cursor.end()?;
    Ok(line)
}

/// Reads a list of lines with white space, commas or semicolons between them: `h0,0 v1,2`.
///
/// # Errors
/// [`ParseError`] at the first that is none. Whether a board has them is not looked at.
pub fn parse_lines(text: &str) -> Result<Vec<Line>, ParseError> {
    let mut cursor = Cursor { text, at: 0 };
    let mut lines = Vec::new();
    loop {
        cursor.skip(|c| c.is_whitespace() || c == ',' || c == ';');
        if cursor.rest().is_empty() {
            return Ok(lines);
        }
        lines.push(cursor.line()?);
    }
}

/// Reads from the front of a text.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn wrong(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(Fault::BadMove, message, self.text, self.at)
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        self.at += self.rest().len() - self.rest().trim_start_matches(is_skipped).len();
    }

    fn skip_space(&mut self) {
        self.skip(char::is_whitespace);
    }

    fn end(&mut self) -> Result<(), ParseError> {
        self.skip_space();
        if self.rest().is_empty() {
            Ok(())
        } else {
            Err(self.wrong(format!("{} is left over after the move", quoted(self.rest()))))
        }
    }

    /// A line by its letter or by its two dots.
    fn line(&mut self) -> Result<Line, ParseError> {
        let start = self.at;
        let direction = match self.rest().chars().next() {
            Some('h') => Direction::Horizontal,
            Some('v') => Direction::Vertical,
            Some(c) if c.is_ascii_digit() => {
                let (first, second) = self.two()?;
                return between(first, second).ok_or_else(|| {
                    ParseError::at(
                        Fault::BadMove,
                        format!("dots {first} and {second} are no neighbours"),
                        self.text,
                        start,
                    )
                });
            }
            _ => {
                let found = self.rest().split_whitespace().next().map_or("nothing".to_owned(), quoted);
                return Err(
                    self.wrong(format!("{found} is no line: write h0,1 or v0,1, row first, or two dots: 0,1-0,2"))
                );
            }
        };
        self.at += 1;
        self.separator();
        let Square { row, col } = self.square()?;
        Ok(Line { direction, row, col })
    }

    /// Two squares or dots with `-` between them.
    fn two(&mut self) -> Result<(Square, Square), ParseError> {
        let first = self.square()?;
        self.skip_space();
        if !self.rest().starts_with('-') {
            return Err(self.wrong("a second square or dot is missing: write 0,1-0,2"));
        }
        self.at += 1;
        self.skip_space();
        Ok((first, self.square()?))
    }

    /// Two squares, with `-` between them or each in a word of its own.
    fn domino(&mut self) -> Result<(Square, Square), ParseError> {
        if self.rest().contains('-') {
            return self.two();
        }
        let first = self.word()?;
        self.skip_space();
        if self.rest().is_empty() {
            return Err(self.wrong("a second square is missing: write 0,1-0,2, or 01 02"));
        }
        Ok((first, self.word()?))
    }

    /// A square in a word: two digits, or with a comma between row and column.
    fn word(&mut self) -> Result<Square, ParseError> {
        let word = self.rest().split_whitespace().next().unwrap_or_default();
        if let &[row @ b'0'..=b'9', col @ b'0'..=b'9'] = word.as_bytes() {
            self.at += word.len();
            return Ok(Square { row: (row - b'0').into(), col: (col - b'0').into() });
        }
        let row = self.number("row")?;
        if !self.rest().starts_with(',') {
            return Err(self.wrong("a comma and a column are missing here: write a square as 0,1, or as 01"));
        }
        self.at += 1;
        Ok(Square { row, col: self.number("column")? })
    }

    /// A row and a column with a comma or white space between them.
    fn square(&mut self) -> Result<Square, ParseError> {
        let row = self.number("row")?;
        self.separator();
        let col = self.number("column")?;
        Ok(Square { row, col })
    }

    /// White space with at most one comma in it.
    fn separator(&mut self) {
        self.skip_space();
        if self.rest().starts_with(',') {
            self.at += 1;
            self.skip_space();
        }
    }

    fn number(&mut self, what: &str) -> Result<u16, ParseError> {
        let digits = self.rest().len() - self.rest().trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            return Err(self.wrong(format!("a {what} is missing here: a whole number from 0")));
        }
        let number = self.rest()[..digits].parse();
        let number = number.map_err(|_| self.wrong(format!("this {what} is off every board")))?;
        self.at += digits;
        Ok(number)
    }
}

/// The line between two dots that are neighbours.
fn between(a: Square, b: Square) -> Option<Line> {
    let (first, second) = (a.min(b), a.max(b));
    let down = second.row.checked_sub(first.row)?;
    let right = second.col.checked_sub(first.col)?;
    match (down, right) {
        (0, 1) => Some(Line::horizontal(first.row, first.col)),
        (1, 0) => Some(Line::vertical(first.row, first.col)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(position: &str, mv: &str) -> Result<String, String> {
        let position = Position::parse(position).unwrap();
        position.parse_move(mv).map(|mv| mv.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_in_every_form() {
        for (position, written, meant) in [
            ("dots:2x2", "h0,1", "h0,1"),
            ("dots:2x2", " h 0 1 ", "h0,1"),
            ("dots:2x2", "h,0,1", "h0,1"),
            ("dots:2x2", "v1 , 2", "v1,2"),
            ("dots:2x2", "0,1-0,2", "h0,1"),
            ("dots:2x2", "0,2 - 0,1", "h0,1"),
            ("dots:2x2", "1,1-0,1", "v0,1"),
            ("cram:2x2", "0,0-0,1", "0,0-0,1"),
            ("xo:3x3", "1,1-0,1", "0,1-1,1"),
            ("cram:2x2", "0 0-0 1", "0,0-0,1"),
            ("cram:2x2", "00 01", "0,0-0,1"),
            ("xo:3x3", " 11\t01 ", "0,1-1,1"),
            ("xo:3x3", "0,1 11", "0,1-1,1"),
            ("cram:12x5", "10,3 11,3", "10,3-11,3"),
            ("kings:2x2", "1,0", "1,0"),
            ("kings:2x2", "1 0", "1,0"),
            ("domineering:2x2:v", "0,1", "0,1"),
        ] {
            assert_eq!(read(position, written).as_deref(), Ok(meant), "{position} {written}");
        }
    }

    #[test]
    fn what_is_no_move_says_why() {
        for (position, written, part) in [
            ("dots:2x2", "", "nothing is no line"),
            ("dots:2x2", "x0,1", "\"x0,1\" is no line"),
            ("dots:2x2", "h0", "a column is missing here"),
            ("dots:2x2", "h-1,0", "a row is missing here"),
            ("dots:2x2", "h99999,0", "off every board"),
            ("dots:2x2", "h0,1 h0,0", "left over"),
            ("dots:2x2", "h0,2", "h lines have rows 0 to 2 and columns 0 to 1"),
            ("dots:2x2", "0,0-1,1", "no neighbours"),
            ("dots:2x2", "0,1-1,0", "no neighbours"),
            ("dots:2x2", "0,0", "a second square or dot"),
            ("dots:1x1:1000", "h0,0", "drawn already"),
            ("dotdot:2x2:100000000000", "v1,2", "touches no drawn line"),
            ("cram:2x2", "0,0-1,1", "share no side"),
            ("cram:2x2", "0,0-0,0", "share no side"),
            ("cram:#.|..", "0,0-0,1", "is taken"),
            ("cram:2x2", "00", "a second square is missing"),
            ("cram:2x2", "0 1", "a comma and a column"),
            ("cram:2x2", "0,0 0,1 1,1", "left over"),
            ("cram:2x2", "00 0x", "a comma and a column"),
            ("cram:2x2", "00 02", "not on a board"),
            ("kings:2x2", "2,0", "not on a board"),
            ("kings:X..", "0,1", "is taken"),
            ("domineering:2x2:v", "1,0", "not on a board"),
            ("domineering:2x2", "1,0", "whose turn"),
        ] {
            let error = read(position, written).expect_err(written);
            assert!(error.contains(part), "{position} {written}: {error}");
        }
    }

    #[test]
    fn lists_of_lines() {
        let lines = parse_lines("h0,0 v1,2; 0,1-0,2, v 0 0").unwrap();
        assert_eq!(lines.iter().map(Line::to_string).collect::<Vec<_>>(), ["h0,0", "v1,2", "h0,1", "v0,0"]);
        assert_eq!(parse_lines(" "), Ok(Vec::new()));
        assert_eq!(parse_lines("h0,0 w1,2").unwrap_err().place().unwrap().column, 6);
    }
}
