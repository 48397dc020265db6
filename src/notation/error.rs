//! What is wrong with something that was written: what, where, and how to mend it.

use crate::board::SizeError;
use crate::games::dots::IllegalLine;
use crate::games::{IllegalMove, IllegalPlay};
use std::fmt;
use thiserror::Error;

/// The kinds of mistake, each with a code that programs can rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// It is not JSON.
    BadJson,
    /// It is no position.
    BadPosition,
    /// It is larger than what is taken.
    TooLarge,
    /// It is no move, or none that can be made here.
    BadMove,
}

impl Fault {
    /// The code: `bad_json`, `bad_position`, `too_large` or `bad_move`.
    pub fn code(self) -> &'static str {
        match self {
            Self::BadJson => "bad_json",
            Self::BadPosition => "bad_position",
            Self::TooLarge => "too_large",
            Self::BadMove => "bad_move",
        }
    }
}

/// Where in a text something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The line, or the part of it around the column where it is long; control characters are
    /// shown as `?`.
    pub excerpt: String,
    /// The character of `excerpt` that `column` is, from 1.
    pub caret: usize,
}

impl Place {
    /// The place of the byte `at` of `text`; the end of the text where it is shorter.
    fn of(text: &str, at: usize) -> Self {
        let at = text.floor_char_boundary(at.min(text.len()));
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
        let before = text[start..at].chars().count();
        let skipped = before.saturating_sub(EXCERPT / 2);
        let kept = text[start..end].chars().skip(skipped).take(EXCERPT);
        let excerpt: String = kept.map(|c| if c.is_control() { '?' } else { c }).collect();
        Self {
            line: 1 + text[..start].matches('\n').count(),
            column: before + 1,
            excerpt: excerpt.trim_end().to_owned(),
            caret: before - skipped + 1,
        }
    }
}

/// The most characters of a line that a message shows.
const EXCERPT: usize = 72;

/// A text, picture or JSON value that is no position or move.
///
/// Displayed, it is one line; [`ParseError::explain`] adds the text with a caret under the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ParseError {
    fault: Fault,
    message: String,
    place: Option<Box<Place>>,
}

impl ParseError {
    /// A mistake that has no one place.
    pub(crate) fn new(fault: Fault, message: impl Into<String>) -> Self {
        Self { fault, message: message.into(), place: None }
    }

    /// A mistake at the byte `at` of `text`.
    pub(crate) fn at(fault: Fault, message: impl Into<String>, text: &str, at: usize) -> Self {
        Self { fault, message: message.into(), place: Some(Box::new(Place::of(text, at))) }
    }

    /// The same mistake, in a move that is part of a position.
    pub fn in_position(self) -> Self {
        Self { fault: Fault::BadPosition, ..self }
    }

    /// The same mistake, at the byte `at` of `text`.
    pub(crate) fn in_text(self, text: &str, at: usize) -> Self {
        Self::at(self.fault, self.message, text, at)
    }

    /// The kind of mistake.
    pub fn fault(&self) -> Fault {
        self.fault
    }

    /// What is wrong and how to mend it, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it is, where that can be said.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_deref()
    }

    /// The message, and under it the text with a caret at the place.
    pub fn explain(&self) -> String {
        match &self.place {
            Some(place) if !place.excerpt.is_empty() => {
                format!("{self}\n  {}\n  {}^", place.excerpt, " ".repeat(place.caret - 1))
            }
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.place {
            Some(place) if place.line > 1 => write!(f, " (line {}, column {})", place.line, place.column),
            Some(place) => write!(f, " (column {})", place.column),
            None => Ok(()),
        }
    }
}

impl From<SizeError> for ParseError {
    fn from(error: SizeError) -> Self {
        let fault = match error {
            SizeError::Empty { .. } => Fault::BadPosition,
            SizeError::TooLarge { .. } => Fault::TooLarge,
        };
        Self::new(fault, error.to_string())
    }
}

impl From<IllegalPlay> for ParseError {
    fn from(error: IllegalPlay) -> Self {
        match error {
            IllegalPlay::Line(error) => error.into(),
            IllegalPlay::Square(error) => error.into(),
            IllegalPlay::NoTurn | IllegalPlay::OtherGame { .. } => Self::new(Fault::BadMove, error.to_string()),
        }
    }
}

impl From<IllegalMove> for ParseError {
    fn from(error: IllegalMove) -> Self {
        Self::new(Fault::BadMove, error.to_string())
    }
}

impl From<IllegalLine> for ParseError {
    fn from(error: IllegalLine) -> Self {
        let message = match error {
            IllegalLine::OffBoard { line, size } => {
                let (rows, cols) = (size.rows(), size.cols());
                format!(
                    "{line} is not on a board of {size} boxes: h lines have rows 0 to {rows} and columns 0 to {}, \
                     v lines rows 0 to {} and columns 0 to {cols}",
                    cols - 1,
                    rows - 1
                )
            }
            IllegalLine::Drawn { .. } | IllegalLine::Apart { .. } => error.to_string(),
        };
        Self::new(Fault::BadMove, message)
    }
}

/// `text` in quotes, cut where it is long, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 24;
    let mut shown: String = text.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    format!("\"{shown}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_character() {
        let error = ParseError::at(Fault::BadPosition, "no", "ab\ncäd", "ab\ncä".len());
        assert_eq!(error.to_string(), "no (line 2, column 3)");
        assert_eq!(error.explain(), "no (line 2, column 3)\n  cäd\n    ^");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}\u{0}{}", "a".repeat(5000), "b".repeat(5000));
        let error = ParseError::at(Fault::BadPosition, "no", &text, 5000);
        let place = error.place().unwrap();
        assert_eq!((place.line, place.column), (1, 5001));
        assert!(place.excerpt.len() <= EXCERPT);
        assert_eq!(place.excerpt.as_bytes()[place.caret - 1], b'?');
    }

    #[test]
    fn places_past_the_end_are_the_end() {
        assert_eq!(ParseError::at(Fault::BadJson, "cut", "", 7).explain(), "cut (column 1)");
        assert_eq!(ParseError::at(Fault::BadJson, "cut", "é", 1).place().unwrap().column, 1);
    }
}
