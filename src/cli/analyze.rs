//! `gridsolve analyze`.

use super::chart::{HeatMap, Spot, heat_maps};
use super::columns::{Columns, percent};
use super::contest::{Clocks, entrants, try_out};
use super::failure::{Failure, Status, say};
use super::interrupt;
use super::limits::{Machine, parse_seconds};
use super::progress::{watched, with_commas};
use crate::arena::{Analysis, AnalyzeError, Cell, Entrant, EventError, Share, SizeRange, all_pairs};
use crate::board::Size;
use crate::games::domineering::Turn;
use crate::games::{Outcome, Position, Round, Seat};
use crate::notation::PictureOf;
use crate::player::PlayerSpec;
use crate::solver::Solver;
use crate::table::Catalog;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Every ordered pair of the players plays N games on every size: all rows in the range with all
columns in it. A single player plays against itself. Beside each stands what is exact of the empty
board, where it is solved in time: who wins, the value for who moves first, and the Grundy value of
cram and kings.

The seed of a board's games hangs on --seed, the size and the pair alone: a board has the same
games in every range.

Examples:
  gridsolve analyze --game kings --sizes 1x1..3x4 --player random --player maxblock --games 100
  gridsolve analyze --game dots --sizes 1x1..2x2 --player greedy --games 50 --format csv
  gridsolve analyze --game kings --sizes 1x1..4x4 --player symmetry --games 50 --format svg > k.svg")]
pub(super) struct Arguments {
    /// The game; of domineering vertical moves first, or horizontal in domineering:h
    #[arg(long, value_name = "GAME")]
    game: PictureOf,
    /// The sizes, rows x columns: boxes in dots, squares elsewhere; one, or a range
    #[arg(long, value_name = "FROM..TO", value_parser = parse_sizes)]
    sizes: SizeRange,
    /// A player; once for each
    #[arg(long, value_name = "PLAYER", required = true)]
    player: Vec<PlayerSpec>,
    /// How many games each pair plays on each size
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// How often a tied game of xo is played again before the tie stands
    #[arg(long, value_name = "N", default_value_t = 0)]
    rematches: u32,
    /// What is left to chance depends on this number alone
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    clocks: Clocks,
    #[command(flatten)]
    machine: Machine,
    /// Seconds for solving an empty board; 0 solves none
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "1")]
    solve_time: Duration,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
    Csv,
    Svg,
}

fn parse_sizes(text: &str) -> Result<SizeRange, String> {
    let size = |text: &str| -> Result<Size, String> {
        let (rows, cols) = text.trim().split_once('x').ok_or("write ROWSxCOLS, or a range such as 1x1..6x6")?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| "write ROWSxCOLS, or a range such as 1x1..6x6");
        Size::new(number(rows)?, number(cols)?).map_err(|error| error.to_string())
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let range = SizeRange { from: size(from)?, to: size(to.trim_start_matches('='))? };
    if range.to.rows() < range.from.rows() || range.to.cols() < range.from.cols() {
        return Err("the range ends before it begins: write the smaller board first".to_owned());
    }
    Ok(range)
}

/// More games than these are more than anybody waits for.
const MOST_GAMES: u64 = 1_000_000_000;

/// Plays the games and prints how often who won.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let sizes: Vec<Size> = arguments.sizes.sizes().collect();
    let pairs = all_pairs(arguments.player.len());
    let all = sizes.len() as u64 * pairs.len() as u64 * u64::from(arguments.games);
    if all > MOST_GAMES {
        return Err(Failure::Usage(format!("these are {} games: take fewer, or fewer sizes", with_commas(all))));
    }
    let entrants = entrants(&arguments.player)?;
    let solver = Solver::new().threads(arguments.machine.threads()).memory(arguments.machine.memory()?);
    let solver = solver.tables(Catalog::shared());
    let solver = solver.time(arguments.solve_time);
    let switch = solver.stop_switch();
    interrupt::stops(switch.clone());
    let boards: Vec<Position> = sizes.iter().map(|&size| arguments.board(size)).collect::<Result<_, _>>()?;
    for board in [boards.first(), boards.last()].into_iter().flatten() {
        try_out(&entrants, board, &switch)?;
    }
    let analysis = Analysis {
        entrants: &entrants,
        pairs,
        games: arguments.games as usize,
        seed: arguments.seed,
        time: arguments.clocks.control(),
        rematches: arguments.rematches,
        threads: arguments.machine.threads(),
        switch,
    };
    let played = AtomicU64::new(0);
    let words = || format!("{} of {} games played", with_commas(played.load(Ordering::Relaxed)), with_commas(all));
    let mut cells = Vec::new();
    let done = watched(words, || {
        boards.iter().try_for_each(|board| {
            let solved = !arguments.solve_time.is_zero();
            let exact = if solved { Analysis::exact(board, &solver)? } else { None };
            cells.extend(analysis.board(board, exact, &|| {
                played.fetch_add(1, Ordering::Relaxed);
            })?);
            Ok(())
        })
    });
    let status = match done {
        Ok(()) => Status::Done,
        Err(AnalyzeError::Event(EventError::Stopped)) => {
            say("interrupted: the sizes that were done are in the answer; nothing is kept between runs");
            Status::Interrupted
        }
        Err(AnalyzeError::Event(EventError::Record(error))) => return Err(Failure::Output(error)),
        Err(AnalyzeError::Solve(error)) => return Err(error.into()),
    };
    let report = Report { arguments, entrants: &entrants, pairs: &analysis.pairs, cells: &cells };
    let text = match arguments.format {
        Format::Text => report.text(),
        Format::Csv => report.csv(),
        Format::Svg => report.svg(),
        Format::Json => report.json().map_err(io::Error::from)? + "\n",
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(status)
}

impl Arguments {
    /// The empty board of a size, with a side to move.
    fn board(&self, size: Size) -> Result<Position, Failure> {
        let turn = match self.game.turn {
            Some(Turn::Horizontal) => ":h",
            Some(Turn::Vertical) => ":v",
            None => "",
        };
        let board = Position::parse(&format!("{}:{size}{turn}", self.game.game))?;
        Ok(Round::new(board).position().clone())
    }
}

/// What is printed.
struct Report<'r> {
    arguments: &'r Arguments,
    entrants: &'r [Entrant],
    pairs: &'r [[usize; 2]],
    cells: &'r [Cell],
}

impl Report<'_> {
    fn names(&self, seats: [usize; 2]) -> [&str; 2] {
        seats.map(|player| self.entrants[player].name())
    }

    fn text(&self) -> String {
        let Arguments { game, games, seed, .. } = self.arguments;
        let games = with_commas(u64::from(*games));
        let unit = if game.game.is_dots() { "boxes" } else { "squares" };
        let mut text = format!("{}, sizes in {unit}: {games} games each, seed {seed}\n", game.game);
        for &seats in self.pairs {
            let [first, second] = self.names(seats);
            let _ = write!(text, "\n{first} first, {second} second\n{}", self.table(seats));
        }
        text
    }

    /// How a pair fared on every size.
    fn table(&self, seats: [usize; 2]) -> String {
        let heads = [
            "size",
            "first wins",
            "95 % confidence",
            "second wins",
            "95 % confidence",
            "ties",
            "exact",
            "value",
            "Grundy",
        ];
        let mut table = Columns::new(1, &heads).names_at(6);
        for cell in self.cells.iter().filter(|cell| cell.seats == seats) {
            let within = |share: Share| {
                let [low, high] = share.interval.map(|end| 100.0 * end);
                format!("{low:.1} to {high:.1}")
            };
            let [first, second] = [cell.wins(Seat::First), cell.wins(Seat::Second)];
            table.add(vec![
                cell.size.to_string(),
                percent(first.share),
                within(first),
                percent(second.share),
                within(second),
                with_commas(cell.first.ties.into()),
                cell.exact.map_or("unsolved", |exact| exact.outcome().as_str()).to_owned(),
                cell.exact.map_or("-".to_owned(), |exact| exact.value.to_string()),
                cell.exact.and_then(|exact| exact.grundy).map_or("-".to_owned(), |grundy| grundy.to_string()),
            ]);
        }
        table.text()
    }

    fn csv(&self) -> String {
        let mut csv = "game,rows,cols,first,second,games,first_wins,second_wins,ties,first_share,first_low,first_high,\
                       second_share,second_low,second_high,exact_winner,exact_value,grundy\n"
            .to_owned();
        for row in self.rows() {
            let optional = |number: Option<i64>| number.map_or(String::new(), |number| number.to_string());
            let share = |share: Share| format!("{:.6},{:.6},{:.6}", share.share, share.interval[0], share.interval[1]);
            let _ = writeln!(
                csv,
                "{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
                row.game,
                row.rows,
                row.cols,
                quoted(row.first),
                quoted(row.second),
                row.games,
                row.first_wins.count,
                row.second_wins.count,
                row.ties,
                share(row.first_wins),
                share(row.second_wins),
                row.exact_winner.unwrap_or_default(),
                optional(row.exact_value.map(i64::from)),
                optional(row.grundy.map(i64::from)),
            );
        }
        csv
    }

    fn json(&self) -> serde_json::Result<String> {
        let record = AnalysisRecord {
            schema: "gridsolve-analysis/1",
            game: self.arguments.game.game.as_str(),
            seed: self.arguments.seed,
            cells: self.rows().collect(),
        };
        serde_json::to_string(&record)
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.cells.iter().map(|cell| {
            let [first, second] = self.names(cell.seats);
            Row {
                game: self.arguments.game.game.as_str(),
                rows: cell.size.rows(),
                cols: cell.size.cols(),
                first,
                second,
                games: cell.first.games(),
                first_wins: cell.wins(Seat::First),
                second_wins: cell.wins(Seat::Second),
                ties: cell.first.ties,
                exact_winner: cell.exact.map(|exact| exact.outcome().as_str()),
                exact_value: cell.exact.map(|exact| exact.value),
                grundy: cell.exact.and_then(|exact| exact.grundy),
            }
        })
    }

    /// A heat map for every pair: how often the first player wins.
    fn svg(&self) -> String {
        let range = self.arguments.sizes;
        let map = |&seats: &[usize; 2]| {
            let [first, second] = self.names(seats);
            HeatMap {
                title: format!("{first} first, {second} second"),
                rows: (range.from.rows()..=range.to.rows()).collect(),
                cols: (range.from.cols()..=range.to.cols()).collect(),
                cells: self.cells.iter().filter(|cell| cell.seats == seats).map(spot).collect(),
            }
        };
        let Arguments { game, games, .. } = self.arguments;
        let title = format!("{}: points of who moves first, in %: a win 100, a tie 50", game.game);
        let games = with_commas(u64::from(*games));
        let legend = format!("{games} games a cell; rows down, columns across; below: who wins with perfect play");
        heat_maps(&title, &legend, &self.pairs.iter().map(map).collect::<Vec<_>>())
    }
}

fn spot(cell: &Cell) -> Spot {
    let first = cell.wins(Seat::First);
    let [low, high] = first.interval.map(|end| 100.0 * end);
    let grundy =
        cell.exact.and_then(|exact| exact.grundy).map_or(String::new(), |grundy| format!(", Grundy value {grundy}"));
    let exact = match cell.exact {
        Some(exact) => format!("exact: {}, value {}{grundy}", exact.outcome().as_str(), exact.value),
        None => "unsolved".to_owned(),
    };
    let share = percent(first.share);
    let ties = cell.first.ties;
    let about = format!("{}: first wins {share} ({low:.1} to {high:.1}), {ties} ties; {exact}", cell.size);
    let mark = match cell.exact.map(|exact| exact.outcome()) {
        Some(Outcome::Won(Seat::First)) => "1st",
        Some(Outcome::Won(Seat::Second)) => "2nd",
        Some(Outcome::Tied) => "tie",
        None => "?",
    };
    // A tie is half of a win, as in any table of results.
    Spot { share: cell.first.score() / f64::from(cell.first.games().max(1)), mark: mark.to_owned(), about }
}

/// A field of CSV, in quotes where it has a comma or a quote.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}

#[derive(Serialize)]
struct AnalysisRecord<'a> {
    schema: &'static str,
    game: &'static str,
    seed: u64,
    cells: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    game: &'static str,
    rows: usize,
    cols: usize,
    first: &'a str,
    second: &'a str,
    games: u32,
    first_wins: Share,
    second_wins: Share,
    ties: u32,
    exact_winner: Option<&'static str>,
    exact_value: Option<i16>,
    grundy: Option<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_sizes() {
        let range = parse_sizes("1x2..3x4").unwrap();
        assert_eq!((range.from.cols(), range.to.rows()), (2, 3));
        assert_eq!(parse_sizes("5x5").unwrap().sizes().count(), 1);
        for text in ["", "5", "0x1..2x2", "2x2..1x1", "2x2..3x1", "1x1..9999x1", "axb", "1x1..2x2..3x3"] {
            assert!(parse_sizes(text).is_err(), "{text}");
        }
    }
}
