//! `gridsolve validate`.

use super::chart::{Curve, Point};
use super::columns::{Columns, in_seconds, percent};
use super::contest::{Clocks, Work, entrants, read_record, try_out};
use super::failure::{Failure, Status, say};
use super::interrupt;
use super::progress::{watched, with_commas};
use crate::arena::{Blunder, Count, Question, Truth, ValidateError, Validation, Validator, sample};
use crate::games::{Move, Position, Round};
use crate::notation::{Drawing, title};
use crate::player::PlayerSpec;
use crate::player::register::PLAYERS;
use crate::solver::StopSwitch;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Without --sample or --record every position is asked that can come of POSITION, one for each set
of open lines or squares. What a move gives away is the value of the position less that of the
move, in boxes in dots; a game of win and loss has values 1 and -1, so that a thrown-away win is a
loss of 2.

With --depths the player is asked anew under every limit of plies; where it has an option for its
depth, that is set. --require then looks at the last one.

Examples:
  gridsolve validate random --game dots:1x2
  gridsolve validate textbook --game domineering:3x3:v --depths 1..4
  gridsolve validate greedy --game dots:3x3 --sample 50 --seed 7 --format json
  gridsolve validate careful --game dots:2x2 --require 0.3
  gridsolve validate careful --game dots:2x2 --format svg > careful.svg")]
pub(super) struct Arguments {
    /// The player: a name, and options behind a colon, such as alphabeta:depth=5
    player: PlayerSpec,
    /// The board, usually empty, as text or JSON
    #[arg(long, value_name = "POSITION", required_unless_present = "record")]
    game: Option<String>,
    /// Ask only so many positions, from games of random moves
    #[arg(long, value_name = "N", conflicts_with = "record", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sample: Option<u32>,
    /// Ask every position of the games that are recorded in a file; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    record: Vec<PathBuf>,
    /// Limits of plies, one after the other: 1..8, or 1,2,5
    #[arg(long, value_name = "FROM..TO", value_parser = parse_depths)]
    depths: Option<Depths>,
    /// End with status 1 where a smaller share of moves than this is optimal
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    require: Option<f64>,
    /// How many of the worst moves are shown
    #[arg(long, value_name = "N", default_value_t = 3)]
    worst: usize,
    /// What is left to chance depends on this number alone
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    clocks: Clocks,
    #[command(flatten)]
    work: Work,
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

/// Limits of plies.
#[derive(Clone, Debug)]
struct Depths(Vec<u32>);

fn parse_depths(text: &str) -> Result<Depths, String> {
    let depth = |text: &str| text.trim().parse::<u32>().ok().filter(|depth| (1..=1000).contains(depth));
    let depths = match text.split_once("..") {
        Some((from, to)) => depth(from).zip(depth(to.trim_start_matches('='))).map(|(from, to)| (from..=to).collect()),
        None => text.split(',').map(depth).collect::<Option<Vec<u32>>>(),
    };
    let depths = depths.filter(|depths| !depths.is_empty() && depths.len() <= 100);
    depths.map(Depths).ok_or_else(|| "write a range, 1..8, or a list, 1,2,5, of depths from 1".to_owned())
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().map(|percent| percent / 100.0),
        None => text.parse::<f64>(),
    };
    share
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "write a share from 0 to 1, such as 0.95".to_owned())
}

/// The most positions of a board that is asked whole: all of 2x3 boxes, and four times as many.
const MOST_POSITIONS: usize = 1 << 19;

/// Asks the player and prints how it compares with the truth.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let threads = arguments.work.threads();
    let solver = arguments.work.solver(threads)?;
    let switch = solver.stop_switch();
    interrupt::stops(switch.clone());
    let mut truth = Truth::new(solver);
    let Some(Asked { what, questions, are_all }) = arguments.questions(&mut truth, &switch)? else {
        return Ok(interrupted());
    };
    let mut validations = Vec::new();
    let depths = arguments.depths.as_ref().map_or(vec![None], |depths| depths.0.iter().copied().map(Some).collect());
    let spec = |plies: &Option<u32>| {
        plies.map_or_else(|| arguments.player.clone(), |plies| with_depth(&arguments.player, plies))
    };
    let players = entrants(&depths.iter().map(spec).collect::<Vec<_>>())?;
    for (&plies, entrant) in depths.iter().zip(&players) {
        if let Some(question) = questions.first() {
            try_out(std::slice::from_ref(entrant), &question.position(), &switch)?;
        }
        let validator = Validator {
            entrant,
            plies,
            time: arguments.clocks.control(),
            seed: arguments.seed,
            threads,
            worst: arguments.worst,
            switch: switch.clone(),
        };
        let count = Count::default();
        let words = || {
            let (done, of) = count.get();
            let depth = plies.map_or(String::new(), |plies| format!("depth {plies}: "));
            format!("{depth}{} of {} positions asked", with_commas(done as u64), with_commas(of as u64))
        };
        match watched(words, || validator.run(&questions, &truth, &count)) {
            Ok(validation) => validations.push(validation),
            Err(ValidateError::Stopped) if validations.is_empty() => {
                return Ok(interrupted());
            }
            Err(ValidateError::Stopped) => break,
            Err(ValidateError::Solve(error)) => return Err(error.into()),
            Err(ValidateError::Player(error)) => return Err(Failure::Input(error)),
        }
    }
    let report = Report { arguments, what: &what, are_all, validations: &validations };
    let mut out = anstream::stdout().lock();
    out.write_all(report.written()?.as_bytes())?;
    out.flush()?;
    if validations.len() < depths.len() {
        say("interrupted: the depths that were done are in the answer; nothing is kept between runs");
        return Ok(Status::Interrupted);
    }
    Ok(report.verdict())
}

/// How the command ends where nothing is to be told.
fn interrupted() -> Status {
    say("interrupted; nothing is kept between runs");
    Status::Interrupted
}

/// What is asked.
struct Asked {
    what: String,
    questions: Vec<Question>,
    /// Whether these are all positions that there are: then shares are no estimates.
    are_all: bool,
}

impl Arguments {
    /// Nothing where the switch was thrown meanwhile.
    fn questions(&self, truth: &mut Truth, switch: &StopSwitch) -> Result<Option<Asked>, Failure> {
        if !self.record.is_empty() {
            let mut questions = Vec::new();
            for path in &self.record {
                let record = read_record(path)?;
                questions.extend(record.games.iter().flat_map(|game| Question::of_game(&game.round)));
            }
            let board = |question: &Question| (question.position().game(), question.position().size());
            let [first, other] =
                [questions.first(), questions.iter().find(|other| board(other) != board(&questions[0]))]
                    .map(|question| question.map(board));
            if let (Some((game, size)), Some((other, other_size))) = (first, other) {
                return Err(Failure::Input(format!(
                    "games of {game}:{size} and of {other}:{other_size} are recorded: validate them one after the other"
                )));
            }
            let count = with_commas(questions.len() as u64);
            let what = match questions.first() {
                Some(first) => format!("{}: {count} positions of recorded games", title(&first.position())),
                None => return Err(Failure::Input("no game with a move is recorded".to_owned())),
            };
            return Ok(Some(Asked { what, questions, are_all: false }));
        }
        let start = Round::new(Position::parse(self.game.as_deref().unwrap_or_default())?);
        if start.is_over() {
            return Err(Failure::Input(format!("{} has no move: there is nothing to ask", start.position())));
        }
        let start = start.position();
        if let Some(count) = self.sample {
            let questions = sample(start, count as usize, self.seed, switch);
            if switch.is_stopped() {
                return Ok(None);
            }
            let count = with_commas(questions.len() as u64);
            let what = format!("{}: {count} positions by chance, seed {}", title(start), self.seed);
            return Ok(Some(Asked { what, questions, are_all: false }));
        }
        let swept = watched(|| "solving the whole board".to_owned(), || truth.sweep(start, MOST_POSITIONS));
        if switch.is_stopped() {
            return Ok(None);
        }
        let Some(positions) = swept else {
            return Err(Failure::Limit(format!(
                "more than {} positions come of {}: ask some of them, with --sample 1000",
                with_commas(MOST_POSITIONS as u64),
                title(start)
            )));
        };
        let what = format!("{}: all {} positions with a move", title(start), with_commas(positions.len() as u64));
        Ok(Some(Asked { what, questions: positions.into_iter().map(Question::of).collect(), are_all: true }))
    }
}

/// The player with its own limit of depth set, where it has one.
fn with_depth(spec: &PlayerSpec, plies: u32) -> PlayerSpec {
    let options = PLAYERS.iter().find(|entry| entry.name == spec.name()).map_or(&[][..], |entry| entry.options);
    match ["depth", "limit"].into_iter().find(|key| options.iter().any(|(option, _)| option == key)) {
        Some(key) => spec.with_option(key, plies),
        None => spec.clone(),
    }
}

/// What is printed.
struct Report<'r> {
    arguments: &'r Arguments,
    what: &'r str,
    are_all: bool,
    validations: &'r [Validation],
}

#[derive(Serialize)]
struct ValidationRecord<'r> {
    schema: &'static str,
    player: String,
    positions: &'r str,
    seed: u64,
    validations: &'r [Validation],
    required: Option<f64>,
    passed: Option<bool>,
}

impl Report<'_> {
    fn written(&self) -> Result<String, Failure> {
        Ok(match self.arguments.format {
            Format::Text => self.text(),
            Format::Csv => self.csv(),
            Format::Svg => self.svg(),
            Format::Json => {
                let record = ValidationRecord {
                    schema: "gridsolve-validation/1",
                    player: self.arguments.player.to_string(),
                    positions: self.what,
                    seed: self.arguments.seed,
                    validations: self.validations,
                    required: self.arguments.require,
                    passed: self.passed(),
                };
                serde_json::to_string(&record).map_err(io::Error::from)? + "\n"
            }
        })
    }

    /// Whether the share that is required is reached, where one is; nothing where that is not known of all
    /// positions.
    fn passed(&self) -> Option<bool> {
        let last = self.validations.last()?;
        self.arguments.require.filter(|_| last.unsolved == 0).map(|required| last.optimal.share >= required)
    }

    fn verdict(&self) -> Status {
        let unsolved = self.validations.last().map_or(0, |validation| validation.unsolved);
        if self.arguments.require.is_some() && unsolved > 0 {
            let unsolved = with_commas(unsolved);
            say(&format!("{unsolved} positions were not solved in time: whether enough is optimal is not known"));
            return Status::Limit;
        }
        if self.passed() != Some(false) {
            return Status::Done;
        }
        let share = self.validations.last().map_or(0.0, |validation| validation.optimal.share);
        say(&format!("{} of the moves are optimal, fewer than required", percent(share)));
        Status::Failed
    }

    fn text(&self) -> String {
        let mut text = format!("{} on {}\n\n", self.arguments.player, self.what);
        text += &self.overview();
        let Some(last) = self.validations.last() else { return text };
        if last.unsolved > 0 {
            let unsolved = with_commas(last.unsolved);
            let _ = writeln!(
                text,
                "\n{unsolved} positions were not solved in time and are not counted: give more --solve-time."
            );
        }
        let at = last.depth.map_or(String::new(), |depth| format!(", depth {depth}"));
        let _ = write!(text, "\nBy phase{at}\n{}", phases(last));
        text += &claims(last);
        for blunder in &last.blunders {
            text += &drawn(blunder);
        }
        text
    }

    fn csv(&self) -> String {
        let mut csv = "depth,open_from,open_to,positions,optimal,share,low,high,lost,lost_a_move,\
                       decisions,right_decisions,unsolved,failures,claims,true_claims\n"
            .to_owned();
        for validation in self.validations {
            let depth = validation.depth.map_or(String::new(), |depth| depth.to_string());
            let whole = format!(
                "{},{},{},{},{},{}",
                validation.decisions.of,
                validation.decisions.count,
                validation.unsolved,
                validation.failures.values().sum::<u64>(),
                validation.claims.values,
                validation.claims.true_values
            );
            let mut row = |from: &str, to: &str, share: &crate::arena::Share, lost: i64, a_move: f64, more: &str| {
                let [low, high] = share.interval;
                let (count, of, share) = (share.count, share.of, share.share);
                let _ = writeln!(
                    csv,
                    "{depth},{from},{to},{of},{count},{share:.6},{low:.6},{high:.6},{lost},{a_move:.6},{more}"
                );
            };
            row("", "", &validation.optimal, validation.lost, validation.lost_a_move, &whole);
            for phase in &validation.phases {
                let [from, to] = phase.open.map(|open| open.to_string());
                row(&from, &to, &phase.optimal, phase.lost, phase.lost_a_move, ",,,,,");
            }
        }
        csv
    }

    fn overview(&self) -> String {
        let mut heads = vec!["depth", "positions", "optimal"];
        if !self.are_all {
            heads.push("95 % confidence");
        }
        heads.extend(["where it matters", "lost", "lost a move", "failures", "time a move"]);
        let mut table = Columns::new(0, &heads);
        for validation in self.validations {
            let [low, high] = validation.optimal.interval.map(|end| 100.0 * end);
            let failures: Vec<String> =
                validation.failures.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            let mut row = vec![
                validation.depth.map_or("-".to_owned(), |depth| depth.to_string()),
                with_commas(validation.optimal.of),
                percent(validation.optimal.share),
            ];
            if !self.are_all {
                row.push(format!("{low:.1} to {high:.1}"));
            }
            row.extend([
                if validation.decisions.of == 0 { "-".to_owned() } else { percent(validation.decisions.share) },
                with_commas(validation.lost.unsigned_abs()),
                format!("{:.4}", validation.lost_a_move),
                if failures.is_empty() { "-".to_owned() } else { failures.join(", ") },
                in_seconds(validation.seconds_a_move),
            ]);
            table.add(row);
        }
        table.text()
    }

    /// The share of optimal moves by depth, or by phase where there is one depth only.
    fn svg(&self) -> String {
        let title = format!("{} on {}", self.arguments.player, self.what);
        let point = |label: String, share: &crate::arena::Share, lost: f64| Point {
            label,
            share: share.share,
            interval: (!self.are_all).then_some(share.interval),
            about: format!(", {lost:.3} lost a move"),
        };
        let by_depth = self.validations.iter().map(|validation| {
            let depth = validation.depth.map_or(String::new(), |depth| depth.to_string());
            point(depth, &validation.optimal, validation.lost_a_move)
        });
        let by_phase = self.validations.iter().flat_map(|validation| &validation.phases);
        let by_phase = by_phase.map(|phase| point(between(phase.open), &phase.optimal, phase.lost_a_move));
        let (across, points) = match self.arguments.depths {
            Some(_) => ("depth in plies", by_depth.collect()),
            None => ("lines or squares open", by_phase.collect()),
        };
        Curve { title: &title, across, up: "Moves that are optimal", points }.svg()
    }
}

fn phases(validation: &Validation) -> String {
    let mut table = Columns::new(0, &["open", "positions", "optimal", "lost", "lost a move"]);
    for phase in &validation.phases {
        table.add(vec![
            between(phase.open),
            with_commas(phase.optimal.of),
            percent(phase.optimal.share),
            with_commas(phase.lost.unsigned_abs()),
            format!("{:.4}", phase.lost_a_move),
        ]);
    }
    table.text()
}

fn between([from, to]: [usize; 2]) -> String {
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}

fn claims(validation: &Validation) -> String {
    let claims = &validation.claims;
    if claims.values == 0 {
        return "\nIt claims no values.\n".to_owned();
    }
    let of = |count: u64| percent(count as f64 / claims.values as f64);
    let exact = match (claims.exact, claims.exact_false) {
        (0, _) => "none is claimed to be exact".to_owned(),
        (exact, 0) => format!("{} are claimed to be exact, and are", with_commas(exact)),
        (exact, wrong) => {
            format!("{} are claimed to be exact, and {} of these are not", with_commas(exact), with_commas(wrong))
        }
    };
    format!(
        "\nIts values are the true ones in {}, have their sign in {} and are {:.2} off on average; {exact}.\n",
        of(claims.true_values),
        of(claims.true_signs),
        claims.mean_error
    )
}

/// A blunder with its board: the move is marked with `?`, better ones with `*`.
fn drawn(blunder: &Blunder) -> String {
    let Blunder { position, mv, best, value, loss } = blunder;
    let mut drawing = Drawing::of(position);
    // In Blocking a star alone is a blocked square.
    let star = if matches!(position, Position::Kings(_)) { "+" } else { "*" };
    best.iter().for_each(|&mv| drawing.label(mv, star, true));
    drawing.label(*mv, "?", false);
    let best: Vec<String> = best.iter().map(Move::to_string).collect();
    format!(
        "\n{mv} gives {loss} away (?), where the value is {value}; optimal ({star}): {}\n{position}\n\n{}",
        best.join(" "),
        drawing.painted(str::to_owned)
    )
}
