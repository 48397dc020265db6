//! From what people and programs write to positions and moves, and back.
//!
//! | form | read by | written by |
//! | --- | --- | --- |
//! | text, `dots:2x2` | [`Position::parse`], `FromStr` | `Display` |
//! | JSON | [`Position::parse`], `serde` | `serde`, [`AnswerRecord`] |
//! | picture | [`Position::parse_picture`] | [`Drawing`], [`svg()`] |
//! | move, `h0,1` | [`Position::parse_move`], [`parse_lines`] | `Display`, `serde` |

mod drawing;
mod error;
mod json_read;
mod json_values;
mod json_write;
mod moves;
mod names;
mod picture;
mod svg;
mod text;
pub(crate) mod words;

pub use drawing::Drawing;
pub use error::{Fault, ParseError, Place};
pub use json_write::{AnswerRecord, ChoiceRecord, SCHEMA};
pub use moves::parse_lines;
pub use names::GameName;
pub(crate) use names::nearest;
pub use picture::PictureOf;
pub use svg::svg;
pub use words::{title, value_sentence};

use crate::games::Position;
use std::str::FromStr;

/// The most bytes of a text, picture or JSON value that are read: far more than any position takes.
pub const MAX_TEXT: usize = 1 << 20;

impl Position {
    /// Reads a text form, or JSON in any of its forms.
    ///
    /// ```
    /// # use gridsolve::Position;
    /// let text = Position::parse("dots:1x2:1010100")?;
    /// let json = r#"{"game":"dots","rows":1,"cols":2,"drawn":[["h",0,0],["h",1,0],["v",0,0]]}"#;
    /// assert_eq!(Position::parse(json)?, text);
    /// assert_eq!(text.to_string(), "dots:1x2:1010100");
    /// # Ok::<(), gridsolve::notation::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError`] says what is wrong, where, and how to mend it.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        check_length(text.len())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match text.trim_start().as_bytes().first() {
            Some(b'{' | b'"' | b'[') => json_read::position(text),
            _ => text::position(text),
        }
    }
}

impl FromStr for Position {
    type Err = ParseError;

    /// See [`Position::parse`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Refuses what is longer than [`MAX_TEXT`].
pub(crate) fn check_length(bytes: usize) -> Result<(), ParseError> {
    if bytes <= MAX_TEXT {
        return Ok(());
    }
    let message = format!("longer than {MAX_TEXT} bytes: no position takes so many");
    Err(ParseError::new(Fault::TooLarge, message))
}
