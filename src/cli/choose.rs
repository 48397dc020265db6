//! `gridsolve choose`.

use super::failure::{Failure, Status, say};
use super::interrupt;
use super::limits::parse_seconds;
use super::progress::watched;
use crate::engine::Programs;
use crate::games::{Position, Round};
use crate::notation::{ChoiceRecord, Drawing, title};
use crate::player::{Choice, PlayerError, PlayerSpec, Turn, register};
use crate::solver::StopSwitch;
use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(super) struct Arguments {
    /// The position, as text or JSON; where a domineering board does not say who moves, vertical does
    position: String,
    /// Who is asked: a name, and options behind a colon, such as alphabeta:depth=5
    #[arg(long, value_name = "PLAYER")]
    player: PlayerSpec,
    /// What is left to chance depends on this number alone
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Seconds until the move must be there
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Plies that may be looked ahead at most, whatever the player's own limit
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// How the move is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

fn after_help() -> String {
    format!(
        "\
Players:
{}
The value is what the player thinks the position is worth to the side to move, in units of its own
unless it is exact.

Examples:
  gridsolve choose domineering:3x3:v --player textbook:limit=2
  gridsolve choose domineering:3x3:v --player textbook:limit=2 --format json
  gridsolve choose dots:3x3 --player alphabeta:depth=6,eval=boxes@1-3+chains@4-
  gridsolve choose dots:2x3 --player perfect:pick=chance --seed 3
  gridsolve choose kings:8x8 --player maxblock --seed 7
  gridsolve choose dots:1x2:1010100 --player careful",
        register::describe()
    )
}

/// Asks the player and prints its move.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let mut player =
        register::make_with(&arguments.player, &Programs).map_err(|error| Failure::Usage(error.to_string()))?;
    let round = Round::new(Position::parse(&arguments.position)?);
    let switch = StopSwitch::default();
    interrupt::stops(switch.clone());
    player.begin(arguments.seed);
    let started = Instant::now();
    let deadline = arguments.time.and_then(|time| started.checked_add(time));
    let turn = Turn { deadline, plies: arguments.depth, switch, ..Turn::unlimited(&round) };
    let choice = match watched(|| format!("{} is thinking", arguments.player), || player.choose(&turn)) {
        Ok(choice) => choice,
        Err(PlayerError::Stopped) => {
            say("interrupted before there was a move");
            return Ok(Status::Interrupted);
        }
        Err(error @ PlayerError::CannotPlay(_)) => return Err(Failure::Input(error.to_string())),
        Err(error) => return Err(Failure::Limit(error.to_string())),
    };
    let seconds = started.elapsed().as_secs_f64();
    if let Some(mv) = choice.mv
        && let Err(error) = round.clone().play(mv)
    {
        return Err(Failure::Input(format!("{} plays {mv} in {}: {error}", arguments.player, round.position())));
    }
    let text = match arguments.format {
        Format::Text => text(round.position(), &arguments.player, &choice),
        Format::Json => {
            let record =
                ChoiceRecord { position: round.position(), player: &arguments.player, choice: &choice, seconds };
            serde_json::to_string(&record).map_err(io::Error::from)? + "\n"
        }
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}

/// The board with the move marked, and what the player says of it.
fn text(position: &Position, player: &PlayerSpec, choice: &Choice) -> String {
    let mut text = format!("{}\n\n{}\n", title(position), drawing(position, choice));
    let _ = match choice.mv {
        Some(mv) => writeln!(text, "{player} plays {mv}."),
        None if position.has_move() => writeln!(text, "{player} plays nothing."),
        None => writeln!(text, "The game is over: there is no move."),
    };
    if let Some(value) = choice.value {
        let proved = if choice.exact { "exact" } else { "an estimate" };
        let _ = writeln!(text, "Value {value}, {proved}.");
    }
    let counted = |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let depth = choice.depth.map(|depth| counted(depth.into(), "ply looked ahead", "plies looked ahead"));
    let leaves = choice.leaves.map(|leaves| counted(leaves, "leaf", "leaves"));
    let numbers: Vec<String> = [depth, leaves].into_iter().flatten().collect();
    if !numbers.is_empty() {
        let _ = writeln!(text, "{}.", numbers.join(", "));
    }
    if let Some(note) = &choice.note {
        let _ = writeln!(text, "Note: {note}.");
    }
    text
}

/// A star is the move; in Blocking, where a star is a blocked square, a plus.
fn drawing(position: &Position, choice: &Choice) -> String {
    let mut drawing = Drawing::of(position);
    if let Some(mv) = choice.mv {
        drawing.label(mv, if matches!(position, Position::Kings(_)) { "+" } else { "*" }, true);
    }
    let green = Style::new().bold().fg_color(Some(AnsiColor::Green.into()));
    drawing.painted(|word| format!("{green}{word}{green:#}"))
}
