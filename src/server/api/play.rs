//! A game being played: whoever shows it needs no rules of its own.

use super::super::State;
use super::super::input::{Input, MoveText, Moves};
use super::super::problem::Problem;
use super::errors::OfPosition;
use crate::games::{Move, Outcome, Position, Round};
use crate::notation::title;
use axum::{Json, extract};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// A game: where it started and the moves since, and a move to make.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Options {
    /// Where the game started: text such as `dots:2x2`, or JSON.
    #[expect(dead_code, reason = "read before the other fields are")]
    #[param(value_type = String)]
    position: Option<Value>,
    /// The moves since then: a list, or text with spaces between them.
    #[serde(default)]
    #[schema(value_type = Vec<Value>)]
    #[param(value_type = String)]
    moves: Moves,
    /// A move to make now.
    #[serde(default)]
    #[schema(value_type = Value)]
    #[param(value_type = String)]
    r#move: Option<MoveText>,
}

/// A game as it stands.
#[derive(Serialize, ToSchema)]
pub(super) struct Game {
    /// Where it started, in text form.
    start: String,
    /// Where it is, in text form.
    position: String,
    /// Where it is, as JSON.
    #[schema(value_type = Value)]
    board: Position,
    /// The game, its size with the unit, and who moves, in words.
    title: String,
    /// The moves so far.
    plies: Vec<Ply>,
    /// Who moves: `first` is who moved first.
    to_move: &'static str,
    /// What the first and the second side have won since the start: boxes, or dominoes in XO.
    scores: [i16; 2],
    /// Every legal move, sorted.
    legal: Vec<Named>,
    /// Whether the game is over.
    over: bool,
    /// How it ended: `first`, `second` or `tie`.
    outcome: Option<&'static str>,
}

/// A move that was made.
#[derive(Serialize, ToSchema)]
pub(super) struct Ply {
    #[serde(flatten)]
    named: Named,
    /// Who made it.
    by: &'static str,
    /// What it won.
    gain: i16,
    /// The boxes that it closed, as row and column; none but in Dots and Boxes.
    boxes: Vec<[usize; 2]>,
}

/// A move in both forms.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct Named {
    /// As JSON.
    #[schema(value_type = Value)]
    r#move: Move,
    /// As text.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String)]
    text: Move,
}

fn as_text<S: serde::Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(mv)
}

impl From<Move> for Named {
    fn from(mv: Move) -> Self {
        Self { r#move: mv, text: mv }
    }
}

/// The moves that were made, with the boxes that each closed.
fn plies(round: &Round) -> Vec<Ply> {
    let mut again = Round::new(round.start().clone());
    let mut plies = Vec::with_capacity(round.plies().len());
    for ply in round.plies() {
        // They could be made once, so they can again.
        let _ = again.play(ply.mv);
        let boxes = closed(again.position(), ply.mv);
        plies.push(Ply { named: ply.mv.into(), by: ply.by.as_str(), gain: ply.gain, boxes });
    }
    plies
}

/// The boxes that have this line, the last one drawn, as a side and have no side open.
fn closed(position: &Position, mv: Move) -> Vec<[usize; 2]> {
    let (Position::Dots(position), Move::Line(line)) = (position, mv) else { return Vec::new() };
    let boxes = line.boxes(position.size()).filter(|&(row, col)| position.open_sides(row, col) == 0);
    boxes.map(|(row, col)| [row, col]).collect()
}

impl From<&Round> for Game {
    fn from(round: &Round) -> Self {
        Self {
            start: round.start().to_string(),
            position: round.position().to_string(),
            board: round.position().clone(),
            title: title(round.position()),
            plies: plies(round),
            to_move: round.to_move().as_str(),
            scores: round.scores(),
            legal: round.position().legal_moves().into_iter().map(Named::from).collect(),
            over: round.is_over(),
            outcome: round.outcome().map(Outcome::as_str),
        }
    }
}

fn game(input: Input<Options>) -> Result<Json<Game>, Problem> {
    let mut round = input.options.moves.round(input.position)?;
    if let Some(mv) = input.options.r#move {
        let mv = mv.read(round.position())?;
        round.play(mv)?;
    }
    Ok(Json(Game::from(&round)))
}

/// A game as it stands after a list of moves: who moves, the legal moves, the scores, how it ended.
#[utoipa::path(get, path = "/api/v1/play", params(Options), tag = "play",
    responses((status = 200, body = Game), OfPosition))]
pub(super) async fn get_play(
    extract::State(_): extract::State<State>,
    input: Input<Options>,
) -> Result<Json<Game>, Problem> {
    game(input)
}

/// The same, of a game in the body.
#[utoipa::path(post, path = "/api/v1/play", request_body = Options, tag = "play",
    responses((status = 200, body = Game), OfPosition))]
pub(super) async fn post_play(
    extract::State(_): extract::State<State>,
    input: Input<Options>,
) -> Result<Json<Game>, Problem> {
    game(input)
}
