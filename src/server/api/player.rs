//! What a player does.

use super::super::State;
use super::super::input::{Input, Moves};
use super::super::problem::Problem;
use super::errors::{OfAny, OfPosition};
use super::{Seed, seconds};
use crate::games::Round;
use crate::player::register::{self, Outside};
use crate::player::{Choice, PlayerError, PlayerSpec, Resources, SpecError, Turn};
use axum::http::StatusCode;
use axum::{Json, extract};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::{Duration, Instant};
use utoipa::{IntoParams, ToSchema};

/// How long a player may think where nobody says.
const TIME: Duration = Duration::from_secs(15);

/// A move that is asked for.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
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
    /// Who plays, such as `alphabeta:depth=5`; `GET /api/v1/players` lists them.
    player: String,
    /// For what the player leaves to chance. Text, where it is over 2^53.
    #[serde(default)]
    #[schema(value_type = String)]
    #[param(value_type = String)]
    seed: Option<Seed>,
    /// Plies that the player may look ahead.
    plies: Option<u32>,
    /// Seconds that the player may think, once a thread is free: 15 if not given.
    time: Option<f64>,
}

/// What a player does.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Chosen {
    /// The move as JSON; null where there is no legal one.
    #[schema(value_type = Value)]
    r#move: Option<crate::games::Move>,
    /// The move as text.
    text: Option<String>,
    /// What the player thinks the position is worth to the side to move, in its own units.
    value: Option<i32>,
    /// Whether that is claimed to be exact.
    exact: bool,
    /// Plies that were looked ahead.
    depth: Option<u32>,
    /// Positions that were evaluated.
    leaves: Option<u64>,
    /// A remark.
    note: Option<String>,
    /// Seconds that it thought.
    seconds: f64,
}

/// The players that can be asked.
#[derive(Serialize, ToSchema)]
pub(super) struct Players {
    players: Vec<Listed>,
}

/// A player.
#[derive(Serialize, ToSchema)]
pub(super) struct Listed {
    /// Its name.
    name: &'static str,
    /// What it does.
    about: &'static str,
    /// Its options, in the order they are listed.
    options: Vec<PlayerOption>,
}

/// An option of a player.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerOption {
    /// What stands before the equals sign.
    name: &'static str,
    /// Its values and what they mean.
    about: &'static str,
}

/// Players that are not asked over a network: one is a person, the other runs whatever it is told.
const NOT_ASKED: [&str; 2] = ["human", "exec"];
/// Options that say what of this machine is used: that is for whoever serves to say.
const OF_THE_MACHINE: [&str; 3] = ["threads", "memory", "tables"];

/// The players that can be asked for a move.
#[utoipa::path(get, path = "/api/v1/players", tag = "play", responses((status = 200, body = Players), OfAny))]
pub(super) async fn get_players() -> Json<Players> {
    let entries = register::PLAYERS.iter().filter(|entry| !NOT_ASKED.contains(&entry.name));
    let listed = entries.map(|entry| {
        let options = entry.options.iter().filter(|(name, _)| !OF_THE_MACHINE.contains(name));
        let options = options.map(|&(name, about)| PlayerOption { name, about });
        Listed { name: entry.name, about: entry.about, options: options.collect() }
    });
    Json(Players { players: listed.collect() })
}

impl From<SpecError> for Problem {
    fn from(error: SpecError) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_player", error.to_string())
    }
}

impl From<PlayerError> for Problem {
    fn from(error: PlayerError) -> Self {
        match error {
            // Nobody but the server stops a player for whom somebody still waits.
            PlayerError::Stopped => Self::ending(),
            PlayerError::Late => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "limit", error.to_string()),
            _ => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_player", error.to_string()),
        }
    }
}

/// The players here have what the server gives them.
struct AtHome(Resources);

impl Outside for AtHome {
    fn resources(&self) -> Resources {
        self.0.clone()
    }
}

async fn chosen(state: State, input: Input<Options>) -> Result<Json<Chosen>, Problem> {
    let round = input.options.moves.round(input.position)?;
    let spec: PlayerSpec = input.options.player.parse()?;
    if NOT_ASKED.contains(&spec.name()) {
        let message = format!("\"{}\" is no player that is asked over a network", spec.name());
        return Err(Problem::new(StatusCode::BAD_REQUEST, "bad_player", message));
    }
    if let Some((option, _)) = spec.options().find(|(option, _)| OF_THE_MACHINE.contains(option)) {
        let message = format!("\"{option}\" is no option of a player that is asked over a network");
        return Err(Problem::new(StatusCode::BAD_REQUEST, "bad_player", message));
    }
    let mut player = register::make_with(&spec, &AtHome(state.desk.resources()))?;
    if let Some(Seed(seed)) = input.options.seed {
        player.begin(seed);
    }
    let time = seconds(input.options.time, TIME, state.settings.solve_time)?;
    let plies = input.options.plies;
    let think = move |switch| {
        // The time that it waited for a thread is not its own.
        let started = Instant::now();
        let turn = Turn { round: &round, deadline: started.checked_add(time), clock: None, plies, switch };
        checked(&round, player.choose(&turn)).map(|choice| (choice, started.elapsed()))
    };
    let (choice, time) = state.desk.think(think).await??;
    Ok(Json(Chosen {
        r#move: choice.mv,
        text: choice.mv.map(|mv| mv.to_string()),
        value: choice.value,
        exact: choice.exact,
        depth: choice.depth,
        leaves: choice.leaves,
        note: choice.note,
        seconds: time.as_secs_f64(),
    }))
}

/// A player is never trusted to know the rules.
fn checked(round: &Round, choice: Result<Choice, PlayerError>) -> Result<Choice, PlayerError> {
    let choice = choice?;
    if let Some(mv) = choice.mv {
        round.position().check_move(mv).map_err(|error| PlayerError::Protocol(error.to_string()))?;
    }
    Ok(choice)
}

/// What a player does in a game.
#[utoipa::path(get, path = "/api/v1/move", params(Options), tag = "play",
    responses((status = 200, body = Chosen), OfPosition))]
pub(super) async fn get_move(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Json<Chosen>, Problem> {
    chosen(state, input).await
}

/// The same, of a game in the body.
#[utoipa::path(post, path = "/api/v1/move", request_body = Options, tag = "play",
    responses((status = 200, body = Chosen), OfPosition))]
pub(super) async fn post_move(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Json<Chosen>, Problem> {
    chosen(state, input).await
}
