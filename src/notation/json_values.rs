//! What the fields of a position in JSON hold: names, numbers and lists of lines.

use super::error::{Fault, ParseError};
use super::moves;
use crate::board::MAX_AREA;
use crate::games::dots::{Direction, Line};
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A string, borrowed where it has no escapes.
pub(super) struct Word<'j>(pub(super) Cow<'j, str>);

impl<'de> Deserialize<'de> for Word<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordVisitor;
        impl<'de> Visitor<'de> for WordVisitor {
            type Value = Word<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Word(Cow::Owned(text.to_owned())))
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Word(Cow::Borrowed(text)))
            }
        }
        deserializer.deserialize_str(WordVisitor)
    }
}

/// A number as it was written; whether it fits is said later, in words about boards.
#[derive(Clone, Copy)]
pub(super) enum Count {
    Whole(u64),
    Negative(i64),
    Fraction(f64),
}

impl Count {
    pub(super) fn number(self, field: &str) -> Result<u64, ParseError> {
        let most = MAX_AREA as f64;
        match self {
            Self::Whole(number) => Ok(number),
            Self::Negative(number) => Err(wrong(format!("\"{field}\" is {number}: a board has at least 1"))),
            Self::Fraction(number) if number > most => {
                let message = format!("\"{field}\" is {number:e}: a board has at most {MAX_AREA} boxes or squares");
                Err(ParseError::new(Fault::TooLarge, message))
            }
            Self::Fraction(number) => {
                Err(wrong(format!("\"{field}\" is {number:?}: write a whole number, without a point")))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CountVisitor;
        impl Visitor<'_> for CountVisitor {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 1")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Count, E> {
                Ok(Count::Whole(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Count, E> {
                Ok(u64::try_from(number).map_or(Count::Negative(number), Count::Whole))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Count, E> {
                Ok(Count::Fraction(number))
            }
        }
        deserializer.deserialize_any(CountVisitor)
    }
}

/// The lines under `"drawn"`.
pub(super) struct Drawn(pub(super) Vec<Line>);

/// More lines than any board has: 1x1024 boxes have 3,073.
const MOST_LINES: usize = 3 * MAX_AREA + 1;

impl<'de> Deserialize<'de> for Drawn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DrawnVisitor;
        impl<'de> Visitor<'de> for DrawnVisitor {
            type Value = Drawn;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of lines such as [[\"h\",0,0],[\"v\",1,2]]")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Drawn, A::Error> {
                let mut lines = Vec::with_capacity(32);
                while let Some(line) = list.next_element()? {
                    if lines.len() == MOST_LINES {
                        return Err(de::Error::custom(format!("more than {MOST_LINES} lines: no board has so many")));
                    }
                    lines.push(line);
                }
                Ok(Drawn(lines))
            }
        }
        deserializer.deserialize_seq(DrawnVisitor)
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LineVisitor;
        impl<'de> Visitor<'de> for LineVisitor {
            type Value = Line;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a line such as [\"h\",0,1] (\"h\" or \"v\", row and column from 0)")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Line, E> {
                moves::line(text).map_err(|error| E::custom(error.message()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Line, A::Error> {
                let short = |parts: usize, visitor: &Self| de::Error::invalid_length(parts, visitor);
                let Way(direction) = parts.next_element()?.ok_or_else(|| short(0, &self))?;
                let row = parts.next_element()?.ok_or_else(|| short(1, &self))?;
                let col = parts.next_element()?.ok_or_else(|| short(2, &self))?;
                match parts.next_element::<IgnoredAny>()? {
                    Some(_) => Err(short(4, &self)),
                    None => Ok(Line { direction, row, col }),
                }
            }
        }
        deserializer.deserialize_any(LineVisitor)
    }
}

/// The first element of a line.
struct Way(Direction);

impl<'de> Deserialize<'de> for Way {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WayVisitor;
        impl Visitor<'_> for WayVisitor {
            type Value = Way;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"h\" or \"v\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Way, E> {
                match text {
                    "h" => Ok(Way(Direction::Horizontal)),
                    "v" => Ok(Way(Direction::Vertical)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_str(WayVisitor)
    }
}

fn wrong(message: String) -> ParseError {
    ParseError::new(Fault::BadPosition, message)
}
