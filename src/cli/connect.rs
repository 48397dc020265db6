//! `gridsolve connect`.

use super::failure::{Failure, Status, say};
use super::interrupt;
use super::limits::parse_seconds;
use crate::engine::Programs;
use crate::player::{PlayerSpec, register};
use crate::server::connect::{ConnectError, Connection, News, play};
use crate::solver::StopSwitch;
use clap::Args;
use std::time::Duration;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
The program stays in the hall until it is interrupted, its --games are played, or the tournaments that it
takes part in are over. Where the connection is lost, it connects anew.

Examples:
  gridsolve connect ws://127.0.0.1:8080/hall --player careful --game dots:2x2 --games 2
  gridsolve connect tcp://127.0.0.1:8081 --player random --name chance --game dots:2x2 --games 2")]
pub(super) struct Arguments {
    /// The hall: ws://HOST:PORT/hall, or tcp://HOST:PORT for plain lines
    url: String,
    /// Who plays: a name, and options behind a colon, such as alphabeta:depth=5
    #[arg(long, value_name = "PLAYER")]
    player: PlayerSpec,
    /// The name to play under; the player, if not given
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// What to play, such as dotdot:4x4; anything that the hall has, if not given
    #[arg(long, value_name = "POSITION")]
    game: Option<String>,
    /// The limits of plies to play under; any, if not given
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    plies: Vec<u32>,
    /// How many games to play before leaving
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Seconds to go on trying while no hall lets it in
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_seconds)]
    patience: Duration,
    /// What is left to chance depends on this number, and on that of the game
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Plays in a hall.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let mut player =
        register::make_with(&arguments.player, &Programs).map_err(|error| Failure::Usage(error.to_string()))?;
    let switch = StopSwitch::default();
    interrupt::stops(switch.clone());
    let connection = Connection {
        url: arguments.url.clone(),
        name: arguments.name.clone().unwrap_or_else(|| arguments.player.to_string()),
        game: arguments.game.clone(),
        plies: arguments.plies.clone(),
        games: arguments.games,
        patience: arguments.patience,
        seed: arguments.seed,
        switch,
    };
    let mut played = 0;
    let mut watch = |news: &News| {
        played += u32::from(matches!(news, News::Over { again: false, .. }));
        tell(news);
    };
    match play(&connection, player.as_mut(), &mut watch) {
        Ok(()) => Ok(Status::Done),
        Err(ConnectError::Stopped) => {
            say(&format!(
                "interrupted; games played: {played}. One that was going on is lost. To go on: the same command again"
            ));
            Ok(Status::Interrupted)
        }
        Err(error @ ConnectError::Url { .. }) => Err(Failure::Usage(error.to_string())),
        Err(error @ (ConnectError::Refused(_) | ConnectError::Player(_))) => Err(Failure::Input(error.to_string())),
        Err(error @ ConnectError::Unreachable { .. }) => Err(Failure::Limit(error.to_string())),
    }
}

fn tell(news: &News) {
    let words = match news {
        News::Welcome => "in the hall, waiting for opponents".to_owned(),
        News::Lost(why) => format!("the connection is lost ({why}): connecting anew"),
        News::Over { game, opponent, you, again: true, .. } => {
            format!("game {game} against {opponent}: {you}, and played again")
        }
        News::Over { game, opponent, you, reason, .. } if reason == "rules" => {
            format!("game {game} against {opponent}: {you}")
        }
        News::Over { game, opponent, you, reason, .. } => {
            format!("game {game} against {opponent}: {you} ({reason})")
        }
        News::Finished { position, plies, rank, players, points } => {
            let limit = plies.map_or(String::new(), |plies| format!(" with {plies} plies"));
            let standing =
                rank.map_or("no game in it".to_owned(), |rank| format!("rank {rank} of {players}, points {points}"));
            format!("a tournament is over, {position}{limit}: {standing}")
        }
        News::Error(message) => format!("the hall objects: {message}"),
    };
    // What comes over the network must not speak to the terminal.
    say(&words.replace(char::is_control, " "));
}
