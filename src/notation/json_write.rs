//! Positions, moves and answers in JSON.

use super::names;
use crate::answer::{Answer, MoveValue, Source};
use crate::board::{Grid, Square};
use crate::game::{Bounds, Value};
use crate::games::dots::{Direction, Line, Rule};
use crate::games::{Move, Position};
use crate::player::{Choice, PlayerSpec};
use crate::solver::{BothSides, Outcome, Side};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt::Display;

/// The version of the shape of answers, which every answer carries.
pub const SCHEMA: &str = "gridsolve/1";

/// A position with its answer, in the shape and order of fields that programs rely on.
#[derive(Clone, Copy, Debug)]
pub struct AnswerRecord<'a> {
    /// The position that was asked about.
    pub position: &'a Position,
    /// What was found out about it.
    pub answer: &'a Answer,
}

/// What a player chose in a position, in the shape and order of fields that programs rely on.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceRecord<'a> {
    /// The position.
    pub position: &'a Position,
    /// Who was asked.
    pub player: &'a PlayerSpec,
    /// What was chosen.
    pub choice: &'a Choice,
    /// The time that it took.
    pub seconds: f64,
}

impl Serialize for ChoiceRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { position, player, choice, seconds } = self;
        let mut fields = serializer.serialize_struct("Choice", 10)?;
        fields.serialize_field("schema", SCHEMA)?;
        fields.serialize_field("position", &AsText(position))?;
        fields.serialize_field("player", &AsText(player))?;
        fields.serialize_field("move", &choice.mv)?;
        fields.serialize_field("value", &choice.value)?;
        fields.serialize_field("exact", &choice.exact)?;
        fields.serialize_field("depth", &choice.depth)?;
        fields.serialize_field("leaves", &choice.leaves)?;
        fields.serialize_field("note", &choice.note)?;
        fields.serialize_field("seconds", &in_microseconds(*seconds))?;
        fields.end()
    }
}

impl Serialize for AnswerRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { position, answer } = self;
        let mut fields = serializer.serialize_struct("Answer", 14)?;
        fields.serialize_field("schema", SCHEMA)?;
        fields.serialize_field("position", &AsText(position))?;
        fields.serialize_field("value", &answer.value)?;
        fields.serialize_field("best", &answer.best)?;
        fields.serialize_field("grundy", &answer.grundy)?;
        match &answer.game_value {
            Some(game_value) => fields.serialize_field("game_value", game_value)?,
            None => fields.skip_field("game_value")?,
        }
        fields.serialize_field("moves", &answer.moves)?;
        fields.serialize_field("line", &answer.line)?;
        fields.serialize_field("exact", &answer.exact)?;
        fields.serialize_field("bounds", &answer.bounds.map(|Bounds { low, high }| [low, high]))?;
        fields.serialize_field("source", source_name(answer.source))?;
        fields.serialize_field("nodes", &answer.nodes)?;
        fields.serialize_field("memory_bytes", &answer.memory_bytes)?;
        fields.serialize_field("seconds", &in_microseconds(answer.seconds))?;
        fields.end()
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnswerRecord { position: &self.position, answer: &self.answer }.serialize(serializer)
    }
}

impl Serialize for BothSides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("BothSides", 3)?;
        fields.serialize_field("outcome", &self.outcome().map(Outcome::as_str))?;
        fields.serialize_field("vertical", &self.vertical)?;
        fields.serialize_field("horizontal", &self.horizontal)?;
        fields.end()
    }
}

fn source_name(source: Source) -> &'static str {
    match source {
        Source::Search => "search",
        Source::Table => "table",
    }
}

/// No clock here is finer.
fn in_microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

impl Serialize for MoveValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("MoveValue", 3)?;
        fields.serialize_field("move", &self.mv)?;
        fields.serialize_field::<Value>("value", &self.value)?;
        fields.serialize_field("grundy", &self.grundy)?;
        fields.end()
    }
}

impl Serialize for Move {
    /// `["h",0,1]`, `[0,1]` or `[[0,0],[0,1]]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Move::Line(line) => line.serialize(serializer),
            Move::Square(square) => square.serialize(serializer),
            Move::Pair(first, second) => (first, second).serialize(serializer),
        }
    }
}

impl Serialize for Line {
    /// `["h",0,1]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let way = match self.direction {
            Direction::Horizontal => "h",
            Direction::Vertical => "v",
        };
        (way, self.row, self.col).serialize(serializer)
    }
}

impl Serialize for Square {
    /// `[0,1]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.row, self.col).serialize(serializer)
    }
}

impl Serialize for Position {
    /// The object form; [`Position`]'s `Display` gives the text form.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Position", 5)?;
        match self {
            Position::Dots(position) => {
                fields.serialize_field("game", "dots")?;
                fields.serialize_field("rows", &position.size().rows())?;
                fields.serialize_field("cols", &position.size().cols())?;
                fields.serialize_field("drawn", &position.drawn_lines().collect::<Vec<_>>())?;
                if position.rule() == Rule::Connected {
                    fields.serialize_field("rule", "connected")?;
                }
            }
            Position::Domineering(position) => {
                fields.serialize_field("game", "domineering")?;
                fields.serialize_field("board", &rows(position.grid()))?;
                if let Some(turn) = position.turn() {
                    fields.serialize_field("turn", names::turn_name(turn))?;
                }
            }
            Position::Cram(board) | Position::Xo(board) => {
                fields.serialize_field("game", self.game().as_str())?;
                fields.serialize_field("board", &rows(board.grid()))?;
            }
            Position::Kings(position) => {
                fields.serialize_field("game", "kings")?;
                fields.serialize_field("board", &rows(position.grid()))?;
            }
        }
        fields.end()
    }
}

fn rows(grid: &Grid) -> Vec<String> {
    grid.to_string().split('|').map(str::to_owned).collect()
}

/// Whatever it is, as a string.
struct AsText<T>(T);

impl<T: Display> Serialize for AsText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
