//! `gridsolve tournament`.

use super::columns::{Columns, in_seconds};
use super::contest::{Clocks, Openings, Recording, broken_off, entrants, header, result_words, try_out};
use super::failure::{Failure, Status, say};
use super::interrupt;
use super::limits::Machine;
use super::progress::{watched, with_commas};
use crate::arena::standings::{Standing, Tally, Total, cross_table, named_forfeits, standings, totals};
use crate::arena::{Entrant, Event, Fixture, GameResult, Happening, tournament_fixtures};
use crate::games::Position;
use crate::notation::title;
use crate::player::PlayerSpec;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Every player meets every other twice a round and limit, once moving first and once second. A
limit of plies is announced to the players; to keep it is their own duty.

A win is a point, a tie half of one. Of players with equal scores, the one with the better score
in the games among them is before the others, then the one with more wins; who is still equal
shares the better rank and has the points for it. The points of the course: of n players the top
n/2, rounded down, have n/2 + 1 - rank. The total is by these points, then by score.

Examples:
  gridsolve tournament random greedy careful --game dotdot:2x2 --plies 2,5,10
  gridsolve tournament random greedy careful --game dotdot:2x2 --rounds 3 --record t.jsonl
  gridsolve tournament random greedy careful --game dotdot:2x2 --rounds 3 --record t.jsonl --resume")]
pub(super) struct Arguments {
    /// The players, two or more: names, and options behind a colon, such as alphabeta:depth=5
    #[arg(value_name = "PLAYER", num_args = 2.., required = true)]
    players: Vec<PlayerSpec>,
    #[command(flatten)]
    openings: Openings,
    /// One tournament for each limit of plies; without limits a single one
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    plies: Vec<u32>,
    /// How often each pair meets from each side, with another opening each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    #[command(flatten)]
    clocks: Clocks,
    /// How often a tied game of xo is played again before the tie stands
    #[arg(long, value_name = "N", default_value_t = 100)]
    rematches: u32,
    /// What is left to chance depends on this number alone
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    machine: Machine,
    /// How the standings are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

/// Results are told one by one up to so many games.
const TOLD: usize = 1000;
/// More games than these are more than anybody waits for.
const MOST_GAMES: usize = 1_000_000;

/// Plays the tournament and prints the standings.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let start = arguments.openings.start()?;
    let players = entrants(&arguments.players)?;
    check_names(&players)?;
    let (limits, fixtures) = arguments.fixtures(&start)?;
    let time = arguments.clocks.control();
    let threads = arguments.machine.threads();
    let switch = crate::solver::StopSwitch::default();
    interrupt::stops(switch.clone());
    try_out(&players, &fixtures[0].start, &switch)?;
    let begun =
        arguments.recording.begin(&header("tournament", &players, arguments.plan(&start, &fixtures)), &fixtures, 0)?;
    let event = Event {
        entrants: &players,
        fixtures: &fixtures,
        time,
        rematches: arguments.rematches,
        threads,
        kept: 0,
        switch,
    };
    let names: Vec<&str> = players.iter().map(Entrant::name).collect();
    let ended = AtomicUsize::new(begun.done.iter().flatten().count());
    let heard = |happening: &Happening<'_>| {
        if let Happening::Ends { again: false, .. } = happening {
            ended.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(words) = result_words(happening, &names).filter(|_| fixtures.len() <= TOLD) {
            say(&words);
        }
    };
    let words = || {
        let ended = ended.load(Ordering::Relaxed) as u64;
        format!("{} of {} games played", with_commas(ended), with_commas(fixtures.len() as u64))
    };
    let results = match watched(words, || event.run(begun.done, begun.recorder.as_ref(), &heard)) {
        Ok(results) => results,
        Err(error) => return broken_off(error, &arguments.recording),
    };
    let report = Report::of(&limits, &fixtures, &results, players.len());
    let text = match arguments.format {
        Format::Text => report.text(&start, arguments, &names),
        Format::Json => serde_json::to_string(&report.json(&start, arguments, &names)).map_err(io::Error::from)? + "\n",
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}

/// In a table every player needs a name of its own.
fn check_names(players: &[Entrant]) -> Result<(), Failure> {
    for (at, player) in players.iter().enumerate() {
        if players[..at].iter().any(|other| other.name() == player.name()) {
            return Err(Failure::Usage(format!("{} is named twice: name every player once", player.name())));
        }
    }
    Ok(())
}

impl Arguments {
    fn fixtures(&self, start: &Position) -> Result<(Vec<Option<u32>>, Vec<Fixture>), Failure> {
        let mut limits: Vec<Option<u32>> = self.plies.iter().map(|&plies| Some(plies)).collect();
        if limits.is_empty() {
            limits.push(None);
        }
        if let Some(twice) = (1..limits.len()).find(|&at| limits[..at].contains(&limits[at])) {
            return Err(Failure::Usage(format!("--plies has {} twice: give every limit once", self.plies[twice])));
        }
        let (players, rounds) = (self.players.len(), self.rounds as usize);
        if players * (players - 1) * rounds * limits.len() > MOST_GAMES {
            let games = with_commas(MOST_GAMES as u64);
            return Err(Failure::Usage(format!("these are more than {games} games: take fewer --rounds or players")));
        }
        let openings = self.openings.positions(start, rounds, self.seed)?;
        let openings: Vec<Position> = openings.into_iter().cycle().take(rounds).collect();
        let fixtures = tournament_fixtures(players, &openings, &limits, self.seed);
        Ok((limits, fixtures))
    }

    /// Everything that decides which games are played.
    fn plan(&self, start: &Position, fixtures: &[Fixture]) -> Value {
        json!({
            "game": start.to_string(),
            "plies": self.plies,
            "rounds": self.rounds,
            "openings": self.openings.plan(fixtures),
            "time": self.clocks.control().to_string(),
            "rematches": self.rematches,
            "seed": self.seed,
        })
    }
}

/// The standings under every limit, and all together.
struct Report {
    limits: Vec<Limited>,
    totals: Vec<Total>,
}

/// The standings under one limit.
struct Limited {
    plies: Option<u32>,
    standings: Vec<Standing>,
    /// How each player fared against each other one.
    cross: Vec<Vec<Tally>>,
}

impl Report {
    fn of(limits: &[Option<u32>], fixtures: &[Fixture], results: &[GameResult], players: usize) -> Self {
        let limited = |&plies: &Option<u32>| {
            let under = results.iter().filter(|result| fixtures[result.game].plies == plies);
            Limited { plies, standings: standings(players, under.clone()), cross: cross_table(players, under) }
        };
        let limits: Vec<Limited> = limits.iter().map(limited).collect();
        let tables: Vec<Vec<Standing>> = limits.iter().map(|limit| limit.standings.clone()).collect();
        Self { totals: totals(&tables), limits }
    }

    fn text(&self, start: &Position, arguments: &Arguments, names: &[&str]) -> String {
        let games: u32 = self.totals.iter().map(|total| total.games.games()).sum::<u32>() / 2;
        let time = arguments.clocks.control();
        let mut text =
            format!("{}: {} games, seed {}, {time}\n", title(start), with_commas(games.into()), arguments.seed);
        for limit in &self.limits {
            let _ = match limit.plies {
                Some(1) => write!(text, "\nLimit 1 ply\n"),
                Some(plies) => write!(text, "\nLimit {plies} plies\n"),
                None => writeln!(text),
            };
            text += &limit.text(names);
        }
        if self.limits.len() > 1 {
            text += "\nTotal\n";
            let mut table =
                Columns::new(0, &["rank", "player", "points", "score", "wins", "ties", "losses"]).names_at(1);
            for total in &self.totals {
                let games = total.games;
                table.add(vec![
                    total.rank.to_string(),
                    names[total.player].to_owned(),
                    total.points.to_string(),
                    games.score().to_string(),
                    games.wins.to_string(),
                    games.ties.to_string(),
                    games.losses.to_string(),
                ]);
            }
            text += &table.text();
        }
        text
    }

    fn json<'a>(&'a self, start: &Position, arguments: &Arguments, names: &'a [&'a str]) -> TournamentRecord<'a> {
        let total = |total: &Total| TotalRow {
            rank: total.rank,
            player: names[total.player],
            points: total.points,
            score: total.games.score(),
            games: total.games,
        };
        TournamentRecord {
            schema: "gridsolve-tournament/1",
            game: start.to_string(),
            seed: arguments.seed,
            time: arguments.clocks.control().to_string(),
            players: names,
            limits: self.limits.iter().map(|limit| limit.json(names)).collect(),
            total: self.totals.iter().map(total).collect(),
        }
    }
}

impl Limited {
    /// The standings, with a column for the score against every opponent while these fit.
    fn text(&self, names: &[&str]) -> String {
        const MOST_OPPONENTS: usize = 12;
        let places = if names.len() <= MOST_OPPONENTS { self.standings.len() } else { 0 };
        let numbers: Vec<String> = (1..=places).map(|place| format!("#{place}")).collect();
        let mut heads = vec!["rank", "player", "points", "score", "wins", "ties", "losses"];
        heads.extend(numbers.iter().map(String::as_str));
        heads.extend(["margin", "time a move", "slowest", "forfeits"]);
        let mut table = Columns::new(0, &heads).names_at(1);
        for standing in &self.standings {
            let Standing { player, games, effort, .. } = standing;
            let forfeits: Vec<String> =
                named_forfeits(&standing.forfeits).map(|(kind, count)| format!("{count} {kind}")).collect();
            let mut row = vec![
                standing.rank.map_or("-".to_owned(), |rank| rank.to_string()),
                names[*player].to_owned(),
                standing.points.to_string(),
                games.score().to_string(),
                games.wins.to_string(),
                games.ties.to_string(),
                games.losses.to_string(),
            ];
            row.extend(self.standings.iter().take(places).map(|other| match other.player == *player {
                true => "-".to_owned(),
                false => self.cross[*player][other.player].score().to_string(),
            }));
            row.extend([
                format!("{:+}", standing.margin),
                in_seconds(effort.time.as_secs_f64() / f64::from(effort.moves.max(1))),
                in_seconds(effort.slowest.as_secs_f64()),
                if forfeits.is_empty() { "-".to_owned() } else { forfeits.join(", ") },
            ]);
            table.add(row);
        }
        table.text()
    }

    fn json<'a>(&'a self, names: &'a [&'a str]) -> LimitRecord<'a> {
        let row = |standing: &Standing| StandingRow {
            rank: standing.rank,
            player: names[standing.player],
            points: standing.points,
            score: standing.games.score(),
            games: standing.games,
            margin: standing.margin,
            forfeits: named_forfeits(&standing.forfeits).collect(),
            against: (0..names.len())
                .filter(|&other| other != standing.player)
                .map(|other| (names[other], self.cross[standing.player][other]))
                .collect(),
            moves: standing.effort.moves,
            seconds_a_move: standing.effort.time.as_secs_f64() / f64::from(standing.effort.moves.max(1)),
            slowest_seconds: standing.effort.slowest.as_secs_f64(),
        };
        LimitRecord { plies: self.plies, standings: self.standings.iter().map(row).collect() }
    }
}

#[derive(Serialize)]
struct TournamentRecord<'a> {
    schema: &'static str,
    game: String,
    seed: u64,
    time: String,
    players: &'a [&'a str],
    limits: Vec<LimitRecord<'a>>,
    total: Vec<TotalRow<'a>>,
}

#[derive(Serialize)]
struct LimitRecord<'a> {
    plies: Option<u32>,
    standings: Vec<StandingRow<'a>>,
}

#[derive(Serialize)]
struct StandingRow<'a> {
    rank: Option<usize>,
    player: &'a str,
    points: usize,
    score: f64,
    #[serde(flatten)]
    games: Tally,
    margin: i64,
    forfeits: BTreeMap<&'static str, u32>,
    against: BTreeMap<&'a str, Tally>,
    moves: u32,
    seconds_a_move: f64,
    slowest_seconds: f64,
}

#[derive(Serialize)]
struct TotalRow<'a> {
    rank: usize,
    player: &'a str,
    points: usize,
    score: f64,
    #[serde(flatten)]
    games: Tally,
}
