//! Positions in JSON, as the interface describes them.
//!
//! A position is an object, or a string that holds a text form; an object may hold either under
//! `"position"`. Fields that this program does not know are let be, so that positions can carry
//! notes, but one that would change what is meant is an error: a field of another game, and a name
//! that looks like a misspelt one.

use super::error::{Fault, ParseError, quoted};
use super::json_values::{Count, Drawn, Word};
use super::names::{self, GameName};
use super::text;
use crate::board::{Grid, Size};
use crate::games::Position;
use crate::games::dots::{DotsPosition, IllegalLine, Rule};
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::error::Category;
use std::borrow::Cow;
use std::fmt;

/// Reads a JSON text.
pub(super) fn position(json: &str) -> Result<Position, ParseError> {
    serde_json::from_str::<Input>(json).map_err(|error| syntax(&error, json))?.position()
}

/// An error of the JSON reader in our words, with its place.
fn syntax(error: &serde_json::Error, json: &str) -> ParseError {
    let fault = if error.classify() == Category::Data { Fault::BadPosition } else { Fault::BadJson };
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
    let start = json.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    ParseError::at(fault, message, json, start + error.column().saturating_sub(1))
}

/// What a position is read from.
enum Input<'j> {
    Text(Cow<'j, str>),
    Fields(Box<Fields<'j>>),
}

/// The fields of an object, `None` where they are missing or null.
#[derive(Default)]
struct Fields<'j> {
    position: Option<Input<'j>>,
    game: Option<Word<'j>>,
    rows: Option<Count>,
    cols: Option<Count>,
    drawn: Option<Drawn>,
    rule: Option<Word<'j>>,
    board: Option<Vec<Word<'j>>>,
    turn: Option<Word<'j>>,
    /// An unknown field that may be a misspelt one, and that one.
    misspelt: Option<(String, &'static str)>,
}

/// The fields that mean something.
const FIELDS: [&str; 8] = ["position", "game", "rows", "cols", "drawn", "rule", "board", "turn"];

impl Input<'_> {
    fn position(&self) -> Result<Position, ParseError> {
        match self {
            Self::Text(text) => text::position(text),
            Self::Fields(fields) => fields.position(),
        }
    }
}

impl Fields<'_> {
    fn position(&self) -> Result<Position, ParseError> {
        if let Some((written, meant)) = &self.misspelt {
            return Err(wrong(format!("unknown field {}: did you mean \"{meant}\"?", quoted(written))));
        }
        if let Some(inner) = &self.position {
            return self.inner(inner);
        }
        let Some(game) = &self.game else {
            return Err(wrong("the field \"game\" is missing: write {\"game\":\"dots\",\"rows\":3,\"cols\":3}"));
        };
        match GameName::find(&game.0)? {
            GameName::Dots => self.dots(Rule::Free),
            GameName::DotDot => self.dots(Rule::Connected),
            game => self.squares(game),
        }
    }

    /// The position that the object holds under `"position"`; beside it nothing may say otherwise.
    fn inner(&self, inner: &Input<'_>) -> Result<Position, ParseError> {
        let hint = "stands beside \"position\": put it inside, or leave it out";
        self.allow_only(&["position", "game"], hint)?;
        let position = inner.position()?;
        if let Some(game) = &self.game
            && GameName::find(&game.0)? != position.game()
        {
            return Err(wrong(format!("\"game\" is \"{}\", but \"position\" is one of {}", game.0, position.game())));
        }
        Ok(position)
    }

    fn dots(&self, by_name: Rule) -> Result<Position, ParseError> {
        self.allow_only(&["game", "rows", "cols", "drawn", "rule"], "has no meaning in dots: leave it out")?;
        let rule = match self.rule.as_ref().map(|rule| &*rule.0) {
            None => by_name,
            Some("connected") => Rule::Connected,
            Some(other) => return Err(names::one_of("a rule", other, &["connected"])),
        };
        let Some(size) = self.size()? else {
            return Err(wrong("the fields \"rows\" and \"cols\" are missing: they count the boxes"));
        };
        let drawn = self.drawn.as_ref().map_or(&[][..], |drawn| &drawn.0);
        let position = DotsPosition::with_lines(size, rule, drawn.iter().copied());
        position.map(Position::Dots).map_err(|error| {
            let (line, what) = match error {
                IllegalLine::Drawn { line } => (line, format!("{line} is given twice")),
                IllegalLine::OffBoard { line, .. } | IllegalLine::Apart { line } => {
                    (line, ParseError::from(error).message().to_owned())
                }
            };
            let index = drawn.iter().rposition(|&drawn| drawn == line).unwrap_or_default();
            wrong(format!("drawn[{index}]: {what}"))
        })
    }

    fn squares(&self, game: GameName) -> Result<Position, ParseError> {
        let (known, hint): (&[_], _) = match game {
            GameName::Domineering => (&["game", "rows", "cols", "board", "turn"], "has no meaning in domineering"),
            _ => (&["game", "rows", "cols", "board"], "has no meaning in this game"),
        };
        self.allow_only(known, &format!("{hint}: leave it out"))?;
        let turn = self.turn.as_ref().map(|turn| names::turn(&turn.0)).transpose()?;
        let grid = match (&self.board, self.size()?) {
            (Some(board), size) => {
                let grid = grid(board)?;
                if let Some(size) = size.filter(|&size| size != grid.size()) {
                    return Err(wrong(format!("\"board\" has {} squares, not {size}", grid.size())));
                }
                grid
            }
            (None, Some(size)) => Grid::empty(size),
            (None, None) => {
                return Err(wrong(
                    "the field \"board\" is missing: write its rows, such as \"board\":[\"..#\",\"...\"]",
                ));
            }
        };
        Ok(text::on_grid(game, grid, turn))
    }

    fn size(&self) -> Result<Option<Size>, ParseError> {
        match (&self.rows, &self.cols) {
            (None, None) => Ok(None),
            (Some(rows), Some(cols)) => Ok(Some(Size::new(rows.number("rows")?, cols.number("cols")?)?)),
            (None, Some(_)) => Err(wrong("the field \"rows\" is missing")),
            (Some(_), None) => Err(wrong("the field \"cols\" is missing")),
        }
    }

    /// An error for the first field that is there and not in `known`.
    fn allow_only(&self, known: &[&str], hint: &str) -> Result<(), ParseError> {
        let present = [
            ("rows", self.rows.is_some()),
            ("cols", self.cols.is_some()),
            ("drawn", self.drawn.is_some()),
            ("rule", self.rule.is_some()),
            ("board", self.board.is_some()),
            ("turn", self.turn.is_some()),
        ];
        match present.iter().find(|(name, there)| *there && !known.contains(name)) {
            Some((name, _)) => Err(wrong(format!("the field \"{name}\" {hint}"))),
            None => Ok(()),
        }
    }
}

fn wrong(message: impl Into<String>) -> ParseError {
    ParseError::new(Fault::BadPosition, message)
}

fn grid(board: &[Word<'_>]) -> Result<Grid, ParseError> {
    if board.is_empty() {
        return Err(wrong("\"board\" has no rows: a board has at least 1 row and 1 column"));
    }
    let rows = board.iter().map(|row| (&*row.0, 0));
    text::rows_of_marks(rows)
        .map_err(|(error, _)| ParseError::new(error.fault(), format!("board: {}", error.message())))
}

/// The field that an unknown one looks like.
fn misspelt(field: &str) -> Option<&'static str> {
    let lower = field.to_ascii_lowercase();
    match &*lower {
        "row" | "height" => Some("rows"),
        "col" | "columns" | "column" | "width" => Some("cols"),
        "lines" => Some("drawn"),
        "rules" => Some("rule"),
        _ if lower.len() < 3 => None,
        _ => names::nearest(&lower, &FIELDS),
    }
}

impl<'de> Deserialize<'de> for Input<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InputVisitor;
        impl<'de> Visitor<'de> for InputVisitor {
            type Value = Input<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position: an object such as {\"game\":\"dots\",\"rows\":3,\"cols\":3}, or a text form")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Input::Text(Cow::Owned(text.to_owned())))
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Input::Text(Cow::Borrowed(text)))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Ok(Input::Fields(Box::new(fields(map)?)))
            }
        }
        deserializer.deserialize_any(InputVisitor)
    }
}

fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Fields<'de>, A::Error> {
    let mut fields = Fields::default();
    let mut seen = [false; FIELDS.len()];
    while let Some(Word(name)) = map.next_key()? {
        let Some(index) = FIELDS.iter().position(|&field| field == name) else {
            map.next_value::<IgnoredAny>()?;
            fields.misspelt = fields.misspelt.or_else(|| misspelt(&name).map(|meant| (name.into_owned(), meant)));
            continue;
        };
        if std::mem::replace(&mut seen[index], true) {
            return Err(de::Error::duplicate_field(FIELDS[index]));
        }
        match FIELDS[index] {
            "position" => fields.position = map.next_value()?,
            "game" => fields.game = map.next_value()?,
            "rows" => fields.rows = map.next_value()?,
            "cols" => fields.cols = map.next_value()?,
            "drawn" => fields.drawn = map.next_value()?,
            "rule" => fields.rule = map.next_value()?,
            "board" => fields.board = map.next_value()?,
            _ => fields.turn = map.next_value()?,
        }
    }
    Ok(fields)
}

impl<'de> Deserialize<'de> for Position {
    /// Any of the JSON forms.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Input::deserialize(deserializer)?.position().map_err(de::Error::custom)
    }
}
