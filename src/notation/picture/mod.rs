//! Reading pictures: boards of squares as rows of marks, dots as they are drawn on paper, and both as
//! [`super::Drawing`] writes them, with words on moves that are still open.
//!
//! A picture can begin with a title, a line that starts with the name of the game; what follows it
//! after the board and a blank line is then no part of the picture.

mod dots;
mod squares;

use super::check_length;
use super::error::{Fault, ParseError, quoted};
use super::names::{self, GameName};
use super::text::on_grid;
use crate::games::Position;
use crate::games::domineering::Turn;
use crate::games::dots::DotsPosition;
use std::str::FromStr;

/// Which game a picture is of, and in Domineering whose turn it is: `dots`, `domineering:v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOf {
    /// The game.
    pub game: GameName,
    /// Whose turn it is, in Domineering.
    pub turn: Option<Turn>,
}

impl FromStr for PictureOf {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (name, side) = text.split_once(':').map_or((text, None), |(name, side)| (name, Some(side)));
        let game = GameName::find(name)?;
        match side {
            None => Ok(Self { game, turn: None }),
            Some(side) if game == GameName::Domineering => Ok(Self { game, turn: Some(names::turn(side)?) }),
            Some(_) => Err(ParseError::new(Fault::BadPosition, format!("write \"{game}\" alone beside a picture"))),
        }
    }
}

impl Position {
    /// Reads a picture of the game `of`; without it the picture's title says the game, or it is one
    /// of dots.
    ///
    /// # Errors
    /// [`ParseError`] says what is wrong, in which line and column.
    pub fn parse_picture(text: &str, of: Option<PictureOf>) -> Result<Self, ParseError> {
        check_length(text.len())?;
        let mut picture = Picture::new(text);
        let title = picture.title()?;
        if let (Some(of), Some(title)) = (of, title)
            && of != title
        {
            let message = format!("the picture's title says {}, not {}", title.game, of.game);
            return Err(ParseError::at(Fault::BadPosition, message, text, 0));
        }
        let PictureOf { game, turn } = of.or(title).unwrap_or(PictureOf { game: GameName::Dots, turn: None });
        let columns = picture.column_numbers()?;
        let position = match (game.rule(), columns) {
            (Some(rule), columns) => {
                let (size, lines) = picture.dots(columns)?;
                Position::Dots(DotsPosition::with_lines(size, rule, lines)?)
            }
            (None, Some(columns)) => on_grid(game, picture.spaced_squares(&columns, game)?, turn),
            (None, None) => on_grid(game, picture.close_squares()?, turn),
        };
        picture.end(title.is_some())?;
        Ok(position)
    }
}

/// The rows of a picture that are not read yet.
struct Picture<'p> {
    whole: &'p str,
    rows: Vec<Row<'p>>,
    next: usize,
}

/// A row without the white space at its end, and where it starts.
#[derive(Clone, Copy)]
struct Row<'p> {
    text: &'p str,
    start: usize,
}

impl<'p> Row<'p> {
    /// The part between two columns, without white space around it, and the column where it begins.
    fn part(self, from: usize, to: usize) -> (&'p str, usize) {
        let to = to.min(self.text.len());
        let part = self.text.get(from.min(to)..to).unwrap_or("");
        let inner = part.trim_start();
        (inner.trim_end(), from + part.len() - inner.len())
    }

    fn byte(self, column: usize) -> Option<u8> {
        self.text.as_bytes().get(column).copied()
    }

    /// The row up to a column.
    fn cut(self, end: usize) -> Self {
        Self { text: &self.text[..end.min(self.text.len())], ..self }
    }
}

impl<'p> Picture<'p> {
    fn new(whole: &'p str) -> Self {
        let mut start = if whole.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut rows = Vec::new();
        for line in whole[start..].split_inclusive('\n') {
            rows.push(Row { text: line.trim_end(), start });
            start += line.len();
        }
        Self { whole, rows, next: 0 }
    }

    fn wrong(&self, row: Row<'_>, column: usize, message: impl Into<String>) -> ParseError {
        ParseError::at(Fault::BadPosition, message, self.whole, row.start + column.min(row.text.len()))
    }

    fn skip_blank_rows(&mut self) {
        while self.rows.get(self.next).is_some_and(|row| row.text.is_empty()) {
            self.next += 1;
        }
    }

    /// The next row, which must have nothing but the letters that pictures are made of.
    fn row(&mut self) -> Result<Row<'p>, ParseError> {
        let Some(&row) = self.rows.get(self.next) else {
            let message = "the picture ends here: a row of it is missing";
            return Err(ParseError::at(Fault::BadPosition, message, self.whole, self.whole.len()));
        };
        if let Some(column) = row.text.find(|c: char| !matches!(c, ' '..='~')) {
            let letter = row.text[column..].chars().next().map(String::from).unwrap_or_default();
            return Err(self.wrong(row, column, format!("{} has no place in a picture", quoted(&letter))));
        }
        self.next += 1;
        Ok(row)
    }

    fn title(&mut self) -> Result<Option<PictureOf>, ParseError> {
        self.skip_blank_rows();
        let Some(&row) =
            self.rows.get(self.next).filter(|row| row.text.trim_start().starts_with(|c: char| c.is_ascii_lowercase()))
        else {
            return Ok(None);
        };
        let column = row.text.len() - row.text.trim_start().len();
        let word = row.text.trim_start().split([',', ' ', '\t']).next().unwrap_or_default();
        let title = word.parse().map_err(|error: ParseError| error.in_text(self.whole, row.start + column))?;
        self.next += 1;
        self.skip_blank_rows();
        Ok(Some(title))
    }

    /// Where the columns stand, by the row of numbers above the board, where there is one.
    fn column_numbers(&mut self) -> Result<Option<Vec<usize>>, ParseError> {
        let is_number_row =
            |row: &&Row<'_>| !row.text.is_empty() && row.text.bytes().all(|b| b == b' ' || b.is_ascii_digit());
        let Some(&row) = self.rows.get(self.next).filter(is_number_row) else {
            return Ok(None);
        };
        let starts =
            |&column: &usize| row.byte(column) != Some(b' ') && (column == 0 || row.byte(column - 1) == Some(b' '));
        let columns: Vec<usize> = (0..row.text.len()).filter(starts).collect();
        for (number, &column) in columns.iter().enumerate() {
            if row.text[column..].split(' ').next() != Some(&*number.to_string()) {
                return Err(self.wrong(row, column, format!("the number {number} should stand above this column")));
            }
        }
        self.check_spacing(row, &columns)?;
        self.next += 1;
        Ok(Some(columns))
    }

    fn check_spacing(&self, row: Row<'_>, columns: &[usize]) -> Result<usize, ParseError> {
        let pitch = columns.get(1).map_or(4, |second| second - columns[0]);
        match columns.windows(2).find(|pair| pair[1] - pair[0] != pitch || pitch < 2) {
            Some(pair) => {
                Err(self.wrong(row, pair[1], "the columns must stand at equal distances, with room between them"))
            }
            None => Ok(pitch),
        }
    }

    /// Whether everything from a column on is words on moves.
    fn check_words(&self, row: Row<'_>, from: usize) -> Result<(), ParseError> {
        let mut column = from;
        for word in row.text.get(from..).unwrap_or("").split(' ') {
            if !word.is_empty() && !is_label(word) {
                return Err(self.wrong(row, column, format!("{} has no place here", quoted(word))));
            }
            column += word.len() + 1;
        }
        Ok(())
    }

    /// Whether there is nothing but a number left of the board.
    fn check_margin(&self, row: Row<'_>, margin: usize) -> Result<(), ParseError> {
        match row.text.bytes().take(margin).position(|b| b != b' ' && !b.is_ascii_digit()) {
            Some(column) => Err(self.wrong(row, column, "only the number of the row can stand left of the board")),
            None => Ok(()),
        }
    }

    /// Nothing may follow, or, below a title, nothing without a blank row before it.
    fn end(&mut self, titled: bool) -> Result<(), ParseError> {
        if titled && self.rows.get(self.next).is_none_or(|row| row.text.is_empty()) {
            return Ok(());
        }
        self.skip_blank_rows();
        match self.rows.get(self.next) {
            Some(&row) => Err(self.wrong(row, 0, "this row does not belong to the board above")),
            None => Ok(()),
        }
    }
}

/// Whether a text is what drawings write on a move: a number, a star, or a number with a star.
fn is_label(text: &str) -> bool {
    let number = text.strip_suffix('*').unwrap_or(text);
    let digits = number.strip_prefix('-').unwrap_or(number);
    !text.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && (number.is_empty() || !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::Drawing;
    use super::*;

    fn read(picture: &str, of: &str) -> Result<String, ParseError> {
        let of = if of.is_empty() { None } else { Some(of.parse().unwrap()) };
        Position::parse_picture(picture, of).map(|position| position.to_string())
    }

    #[test]
    fn pictures_of_dots() {
        let picture = "
    .   .---.   .
        |   |
    .---.---.   .
    | x | x |   |
    .---.---.---.
";
        assert_eq!(read(picture, "").unwrap(), "dots:2x3:01011011101101111");
        assert_eq!(read(picture, "dotdot").unwrap(), "dotdot:2x3:01011011101101111");
        assert_eq!(read(&picture.replace('\n', "\r\n"), "").unwrap(), "dots:2x3:01011011101101111");
        assert_eq!(read(".   .   .\n\n.   .   .\n", "").unwrap(), "dots:1x2");
        assert_eq!(read(".-.\n|x|\n.-.", "").unwrap(), "dots:1x1:1111");
        assert_eq!(read("\u{feff}dotdot, whatever\n\n.   .\n\n.---.\n\nValue: 1", "").unwrap(), "dotdot:1x1:0100");
    }

    #[test]
    fn pictures_of_squares() {
        assert_eq!(read("X*....\n***.**\n*O*.*X\n***.**\n", "kings").unwrap(), "kings:X*....|***.**|*O*.*X|***.**");
        assert_eq!(read("domineering:v\n\n..\n.#\n\nand so on\n", "").unwrap(), "domineering:..|.#:v");
        assert_eq!(read("-X\n-X\n", "xo").unwrap(), "xo:.X|.X");
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (picture, of, line, column, part) in [
            ("", "", 1, 1, "a row of it is missing"),
            ("...\n...", "", 1, 2, "equal distances"),
            (".", "", 1, 1, "needs at least two"),
            (".   .   .", "", 1, 1, "at least 1 row"),
            (".   .\n\n.   . .\n", "", 3, 7, "right of the last dot"),
            (".   .\n\n.\n", "", 3, 2, "a dot `.` is missing"),
            (".   .\n\n.--- .\n", "", 3, 5, "a dot `.` is missing"),
            (".   .\n\n.-- .\n", "", 3, 2, "is no line: draw ---"),
            (".   .\n!\n.   .\n", "", 2, 1, "is no line: draw |"),
            (".   .\n  y\n.   .\n", "", 2, 3, "is in a box"),
            (".   .\n  x\n.   .\n", "", 2, 3, "its side h0,0 is open"),
            (".   .\n        |\n.   .\n", "", 2, 9, "right of the last line"),
            (".   .\n\n.   .\n\nrest", "", 5, 1, "does not belong"),
            (".   .\n|   |\n", "", 1, 1, "at least 1 row"),
            (".   .\n\t\n.   \u{e9}", "", 3, 5, "has no place in a picture"),
            ("dtos\n.   .\n\n.   .\n", "", 1, 1, "did you mean \"dots\"?"),
            ("kings\n\n..\n", "cram", 1, 1, "title says kings"),
            ("..\n...\n", "kings", 2, 1, "row 1 has 3 squares"),
            (".y\n", "kings", 1, 2, "is no square"),
            ("..\n\n..\n", "kings", 3, 1, "does not belong"),
            ("   0   2\n0  .   .\n", "cram", 1, 8, "the number 1"),
            ("   0   1\n0  .   y\n", "cram", 2, 8, "is no square"),
            ("   0   1\n0  . ? .\n", "cram", 2, 6, "has no place here"),
            ("   0   1\n0  .\n", "cram", 2, 5, "a square is missing"),
        ] {
            let error = read(picture, of).expect_err(picture);
            let place = error.place().unwrap_or_else(|| panic!("{picture:?}: {error}"));
            assert!(error.message().contains(part), "{picture:?}: {error}");
            assert_eq!((place.line, place.column), (line, column), "{picture:?}: {error}");
        }
        assert!(read(".   .\n\n.   .\n", "kings").is_err());
    }

    #[test]
    fn drawings_with_words_on_moves_are_read_back() {
        for text in [
            "dots:3x4",
            "dotdot:1x2:1010100",
            "domineering:..#|...:v",
            "cram:....|.#*.",
            "xo:XX.|...|..O",
            "kings:X...|....",
            "dots:1x12",
            "kings:11x2",
        ] {
            let position = Position::parse(text).unwrap();
            for label in ["", "*", "2", "-1*", "-12*"] {
                let mut drawing = Drawing::of(&position);
                let label = |mv| if label == "*" && text.starts_with("kings") { (mv, "1*") } else { (mv, label) };
                for (mv, label) in position.legal_moves().into_iter().map(label).filter(|(_, label)| !label.is_empty())
                {
                    drawing.label(mv, label, false);
                }
                let of = PictureOf { game: position.game(), turn: text.ends_with(":v").then_some(Turn::Vertical) };
                let picture = drawing.to_string();
                let back = Position::parse_picture(&picture, Some(of))
                    .unwrap_or_else(|error| panic!("{picture}{}", error.explain()));
                assert_eq!(back, position, "{picture}");
            }
        }
    }
}
