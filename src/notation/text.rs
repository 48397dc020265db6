//! The text form: `dots:2x2:010000000000`, `domineering:..#|...:v`, `kings:4x6`.

use super::error::{Fault, ParseError, quoted};
use super::names::{self, GameName};
use crate::board::{Grid, MAX_AREA, Mark, Size, Square};
use crate::games::Position;
use crate::games::cram::CramPosition;
use crate::games::domineering::{DomineeringPosition, Turn};
use crate::games::dots::{DotsPosition, Line, Rule};
use crate::games::kings::KingsPosition;
use std::fmt;

/// One part of a text between colons, which remembers where in the text it stands.
#[derive(Clone, Copy)]
struct Part<'t> {
    whole: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Part<'t> {
    fn text(self) -> &'t str {
        &self.whole[self.start..self.end]
    }

    /// Splits at the first colon.
    fn split(self) -> (Self, Option<Self>) {
        match self.text().find(':') {
            Some(colon) => {
                let colon = self.start + colon;
                (Self { end: colon, ..self }, Some(Self { start: colon + 1, ..self }))
            }
            None => (self, None),
        }
    }

    fn wrong(self, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::at(Fault::BadPosition, message, self.whole, self.start + at)
    }
}

/// Reads a text form; white space around it is no part of it.
pub(super) fn position(whole: &str) -> Result<Position, ParseError> {
    let start = whole.len() - whole.trim_start().len();
    let text = Part { whole, start, end: whole.trim_end().len().max(start) };
    if text.text().is_empty() {
        let message = "there is no position: write one such as \"dots:2x2\" or \"kings:....|....\"";
        return Err(ParseError::new(Fault::BadPosition, message));
    }
    let (name, rest) = text.split();
    let game = GameName::find(name.text()).map_err(|error| error.in_text(whole, start))?;
    let Some(rest) = rest else {
        let message = format!("a size is missing: write \"{game}:3x3\", rows first");
        return Err(text.wrong(text.text().len(), message));
    };
    let (board, rest) = rest.split();
    if let Some(rule) = game.rule() {
        return dots(board, rest, rule).map(Position::Dots);
    }
    let grid = grid(board, game)?;
    let (turn, rest) = match (game, rest) {
        (GameName::Domineering, Some(rest)) => turn(rest)?,
        _ => (None, rest),
    };
    if let Some(rest) = rest {
        let message = format!("nothing can follow the board of {game}: leave out {}", quoted(rest.text()));
        return Err(rest.wrong(0, message));
    }
    Ok(on_grid(game, grid, turn))
}

/// The position of a game on squares, `game` not being one of dots.
pub(super) fn on_grid(game: GameName, grid: Grid, turn: Option<Turn>) -> Position {
    match game {
        GameName::Domineering => Position::Domineering(DomineeringPosition::new(grid, turn)),
        GameName::Xo => Position::Xo(CramPosition::new(grid)),
        GameName::Kings => Position::Kings(KingsPosition::new(grid)),
        GameName::Cram | GameName::Dots | GameName::DotDot => Position::Cram(CramPosition::new(grid)),
    }
}

fn turn(part: Part<'_>) -> Result<(Option<Turn>, Option<Part<'_>>), ParseError> {
    let (side, rest) = part.split();
    let turn = names::turn(side.text()).map_err(|error| error.in_text(part.whole, side.start))?;
    Ok((Some(turn), rest))
}

fn dots(board: Part<'_>, rest: Option<Part<'_>>, rule: Rule) -> Result<DotsPosition, ParseError> {
    let size = size(board)?;
    let Some(lines) = rest else {
        return Ok(DotsPosition::empty(size, rule));
    };
    let (digits, count) = (lines.text(), Line::count(size));
    if let Some(at) = digits.find(|c| !matches!(c, '0' | '1')) {
        let message = match digits[at..].chars().next() {
            Some(':') => "nothing can follow the lines".to_owned(),
            other => format!(
                "{} is no line: write 1 for a line that is drawn, 0 for one that is not",
                quoted(&other.map(String::from).unwrap_or_default())
            ),
        };
        return Err(lines.wrong(at, message));
    }
    if digits.len() != count {
        let message = format!(
            "a board of {size} boxes has {count} lines and needs {count} digits, but there are {}: all horizontal \
             lines row by row, then all vertical ones",
            digits.len()
        );
        return Err(lines.wrong(digits.len().min(count), message));
    }
    Ok(DotsPosition::from_bits(size, rule, digits.bytes().map(|digit| digit == b'1')))
}

/// Reads `RxC`.
fn size(part: Part<'_>) -> Result<Size, ParseError> {
    let text = part.text();
    let explain = "a size is rows x columns, whole numbers from 1, such as 3x4";
    let Some((rows, cols)) = text.split_once('x') else {
        return Err(part.wrong(0, format!("{} is no size: {explain}", quoted(text))));
    };
    let number = |digits: &str, at: usize| {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            let wrong = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            return Err(part.wrong(at + wrong, format!("{} is no size: {explain}", quoted(text))));
        }
        // More digits than a u64 holds are too many in any case.
        Ok(digits.parse().unwrap_or(u64::MAX))
    };
    let (rows, cols) = (number(rows, 0)?, number(cols, rows.len() + 1)?);
    Size::new(rows, cols).map_err(|error| ParseError::from(error).in_text(part.whole, part.start))
}

/// Reads `RxC` or rows of marks joined by `|`.
fn grid(part: Part<'_>, game: GameName) -> Result<Grid, ParseError> {
    let text = part.text();
    if text.starts_with(|c: char| c.is_ascii_digit() || c == 'x') {
        return Ok(Grid::empty(size(part)?));
    }
    if text.is_empty() {
        return Err(part.wrong(0, format!("a board is missing: write \"{game}:3x3\" or \"{game}:...|...\"")));
    }
    let mut at = 0;
    let rows = text.split('|').map(|row| {
        let start = at;
        at += row.len() + 1;
        (row, start)
    });
    rows_of_marks(rows).map_err(|(error, at)| match at {
        Some(at) => error.in_text(part.whole, part.start + at),
        None => error,
    })
}

/// The board of some rows of marks, each with the place where it starts, which errors hand back,
/// moved to the mark where that is at fault.
pub(super) fn rows_of_marks<'t>(
    rows: impl Iterator<Item = (&'t str, usize)>,
) -> Result<Grid, (ParseError, Option<usize>)> {
    let mut marks = Vec::new();
    let (mut count, mut width) = (0, 0);
    for (row, start) in rows {
        let before = marks.len();
        for (at, letter) in row.char_indices() {
            marks.push(Mark::from_char(letter).ok_or_else(|| (unknown(letter), Some(start + at)))?);
        }
        let length = marks.len() - before;
        if count == 0 {
            width = length;
        }
        if length != width || length == 0 {
            let message = format!("row {count} has {length} squares, and row 0 has {width}: all rows need the same");
            let message = if width == 0 { format!("row {count} is empty") } else { message };
            return Err((ParseError::new(Fault::BadPosition, message), Some(start)));
        }
        count += 1;
        if marks.len() > MAX_AREA {
            let message = format!("the board is too large: it can have at most {MAX_AREA} squares, such as 32x32");
            return Err((ParseError::new(Fault::TooLarge, message), Some(start)));
        }
    }
    let size = Size::new(count, width as u64).map_err(|error| (error.into(), None))?;
    let cols = size.cols();
    Ok(Grid::from_fn(size, |square: Square| marks[usize::from(square.row) * cols + usize::from(square.col)]))
}

fn unknown(letter: char) -> ParseError {
    let shown = quoted(&letter.to_string());
    let message = format!("{shown} is no square: `.` or `-` is free, `#`, `X`, `O` and `*` are taken");
    ParseError::new(Fault::BadPosition, message)
}

impl fmt::Display for Position {
    /// The text form. Boards of dots without a line are written by their size alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.game())?;
        match self {
            Position::Dots(position) => {
                write!(f, "{}", position.size())?;
                if position.drawn_lines().next().is_some() { write_lines(position, f) } else { Ok(()) }
            }
            Position::Domineering(position) => {
                write!(f, "{}", position.grid())?;
                match position.turn() {
                    Some(Turn::Vertical) => f.write_str(":v"),
                    Some(Turn::Horizontal) => f.write_str(":h"),
                    None => Ok(()),
                }
            }
            Position::Cram(position) | Position::Xo(position) => position.grid().fmt(f),
            Position::Kings(position) => position.grid().fmt(f),
        }
    }
}

/// A colon and a digit a line.
fn write_lines(position: &DotsPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let count = Line::count(position.size());
    let mut digits = vec![b'0'; count];
    for line in position.drawn_lines() {
        digits[line.index(position.size())] = b'1';
    }
    f.write_str(":")?;
    f.write_str(std::str::from_utf8(&digits).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> ParseError {
        position(text).expect_err(text)
    }

    #[test]
    fn texts_come_back_as_they_went() {
        for text in [
            "dots:1x2:1010100",
            "dots:3x4",
            "dotdot:3x3",
            "dotdot:1x1:1000",
            "domineering:..#|...:v",
            "domineering:.X#|O*.:h",
            "domineering:.",
            "cram:...|...|...",
            "xo:XX.|.OO|...",
            "kings:X*..|**..",
        ] {
            assert_eq!(position(text).unwrap().to_string(), text);
            assert_eq!(position(&format!(" {text}\r\n")).unwrap().to_string(), text);
        }
    }

    #[test]
    fn sizes_are_empty_boards_and_marks_have_synonyms() {
        for (written, meant) in [
            ("domineering:2x3:v", "domineering:...|...:v"),
            ("cram:1x2", "cram:.."),
            ("kings:2x2", "kings:..|.."),
            ("xo:--|-X", "xo:..|.X"),
            ("domineering:..:vertical", "domineering:..:v"),
            ("kings:X..", "kings:X*."),
            ("dots:02x3:00000000000000000", "dots:2x3"),
        ] {
            assert_eq!(position(written).unwrap().to_string(), meant);
        }
    }

    #[test]
    fn errors_say_what_where_and_how() {
        for (text, fault, column, part) in [
            ("dots", Fault::BadPosition, 5, "write \"dots:3x3\""),
            ("dtos:3x3", Fault::BadPosition, 1, "did you mean \"dots\"?"),
            ("dots:", Fault::BadPosition, 6, "rows x columns"),
            ("dots:3", Fault::BadPosition, 6, "rows x columns"),
            ("dots:3x", Fault::BadPosition, 8, "rows x columns"),
            ("dots:3.0x3", Fault::BadPosition, 7, "rows x columns"),
            ("dots:-1x3", Fault::BadPosition, 6, "rows x columns"),
            ("dots:0x5", Fault::BadPosition, 6, "at least 1 row"),
            ("dots:+3x5", Fault::BadPosition, 6, "rows x columns"),
            ("dots:1000000000x1", Fault::TooLarge, 6, "at most 1024"),
            ("dots:18446744073709551616x18446744073709551616", Fault::TooLarge, 6, "at most 1024"),
            ("cram:33x32", Fault::TooLarge, 6, "at most 1024"),
            ("dots:1x2:101010", Fault::BadPosition, 16, "needs 7 digits, but there are 6"),
            ("dots:1x2:10101000", Fault::BadPosition, 17, "needs 7 digits, but there are 8"),
            ("dots:1x2:", Fault::BadPosition, 10, "needs 7 digits"),
            ("dots:1x2:1010102", Fault::BadPosition, 16, "\"2\" is no line"),
            ("dots:1x2:1010100:x", Fault::BadPosition, 17, "nothing can follow"),
            ("domineering:...:x", Fault::BadPosition, 17, "not a side"),
            ("domineering:...:v:v", Fault::BadPosition, 19, "nothing can follow"),
            ("cram:...:v", Fault::BadPosition, 10, "nothing can follow"),
            ("cram:", Fault::BadPosition, 6, "a board is missing"),
            ("cram:...|...|..", Fault::BadPosition, 14, "row 2 has 2 squares, and row 0 has 3"),
            ("cram:..|..xyz", Fault::BadPosition, 11, "\"x\" is no square"),
            ("cram:..|", Fault::BadPosition, 9, "row 1 has 0 squares"),
            ("cram:|..", Fault::BadPosition, 6, "row 0 is empty"),
            ("kings:..\u{0}", Fault::BadPosition, 9, "\"?\" is no square"),
        ] {
            let error = error(text);
            assert_eq!(error.fault(), fault, "{text}: {error}");
            assert_eq!(error.place().map(|place| place.column), Some(column), "{text}: {error}");
            assert!(error.message().contains(part), "{text}: {error}");
        }
        assert!(error(" ").message().contains("there is no position"));
        let rows = format!("kings:{}", "......|".repeat(100_000));
        assert_eq!(error(&rows).fault(), Fault::TooLarge);
    }
}
