//! `gridsolve match`.

use super::columns::{Columns, in_seconds, percent};
use super::contest::{Begun, Clocks, Openings, Recording, Work, broken_off, entrants, header, result_words, try_out};
use super::failure::{Failure, Status, say};
use super::interrupt;
use super::progress::{watched, with_commas};
use crate::arena::{
    Count, Entrant, Event, EventError, Fixture, GameResult, Happening, LossError, LossLimits, Losses, PlayerSummary,
    REMATCHES, Rating, Share, Sprt, SprtState, Starts, Summary, Truth, losses, match_fixtures, trials,
};
use crate::games::Position;
use crate::notation::title;
use crate::player::PlayerSpec;
use crate::solver::{Solver, StopSwitch};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
A crash, a move that comes too late, an answer that is no move and a move that cannot be made each
lose the game, and the match goes on. A tied game of xo is played again, chance deciding who starts.
Games differ by chance only where a player leaves something to chance or the openings differ.

The moves of the first games are held against exact values: see --exact-moves and --exact-open.

Examples:
  gridsolve match random random --game kings:4x5 --games 100
  gridsolve match random random --game dots:2x3 --games 40 --opening-plies 4 --seed 7 --format json
  gridsolve match random random --game xo:3x3 --games 10 --record games.jsonl --time 15
  gridsolve match random random --game xo:3x3 --games 10 --record games.jsonl --time 15 --resume")]
pub(super) struct Arguments {
    /// The first player: a name, and options behind a colon, such as alphabeta:depth=5
    #[arg(value_name = "PLAYER")]
    a: PlayerSpec,
    /// The second player
    #[arg(value_name = "PLAYER")]
    b: PlayerSpec,
    #[command(flatten)]
    openings: Openings,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Who moves first; where they alternate, every opening is played from both sides
    #[arg(long, value_enum, default_value_t)]
    starts: Who,
    /// How far the players may look ahead, as it is announced to them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    plies: Option<u32>,
    #[command(flatten)]
    clocks: Clocks,
    /// How often a tied game of xo is played again before the tie stands
    #[arg(long, value_name = "N", default_value_t = REMATCHES)]
    rematches: u32,
    /// What is left to chance depends on this number alone
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    recording: Recording,
    /// End early once it is clear whether the first player is stronger by HIGH Elo rather than LOW
    #[arg(long, value_name = "LOW,HIGH", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// At most so many moves are held against exact values; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000)]
    exact_moves: usize,
    /// Only where at most so many lines or squares are open; 24 lines, 36 squares if not given
    #[arg(long, value_name = "N")]
    exact_open: Option<usize>,
    #[command(flatten)]
    work: Work,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Who {
    /// The first player named
    A,
    /// The second player named
    B,
    /// In turns
    #[default]
    Alternate,
    /// By chance
    Random,
}

impl From<Who> for Starts {
    fn from(who: Who) -> Self {
        match who {
            Who::A => Self::A,
            Who::B => Self::B,
            Who::Alternate => Self::Alternate,
            Who::Random => Self::Random,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() <= 1000.0);
    let both = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    match both {
        Some((low, high)) if low < high => Ok(Sprt { low, high }),
        _ => Err("write two differences in Elo, the lower first, such as 0,20".to_owned()),
    }
}

/// Games between two looks at the sequential test.
const BATCH: usize = 64;
/// Results are told one by one up to so many games.
const TOLD: usize = 200;

/// Plays the match and prints what it has shown.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let start = arguments.openings.start()?;
    let entrants = entrants(&[arguments.a.clone(), arguments.b.clone()])?;
    let threads = arguments.work.threads();
    let solver = arguments.work.solver(threads)?;
    let switch = solver.stop_switch();
    interrupt::stops(switch.clone());
    let fixtures = arguments.fixtures(&start)?;
    try_out(&entrants, &fixtures[0].start, &switch)?;
    let kept = fixtures.len().min(arguments.exact_moves);
    let begun =
        arguments.recording.begin(&header("match", &entrants, arguments.plan(&start, &fixtures)), &fixtures, kept)?;
    let event = Event {
        entrants: &entrants,
        fixtures: &fixtures,
        time: arguments.clocks.control(),
        rematches: arguments.rematches,
        threads,
        kept,
        switch: switch.clone(),
    };
    let results = match arguments.play(event, begun) {
        Ok(results) => results,
        Err(error) => return broken_off(error, &arguments.recording),
    };
    let names = [entrants[0].name(), entrants[1].name()];
    let mut summary = Summary::of(names, &results, arguments.is_paired());
    match arguments.losses(&start, &fixtures, &results, threads, solver) {
        Ok(losses) => summary.add_losses(losses),
        Err(LossError::Stopped) => say("interrupted: moves are not held against exact values"),
        Err(LossError::Solve(error)) => return Err(error.into()),
    }
    let sprt = arguments.sprt.map(|sprt| sprt.state(&trials(&results, arguments.is_paired())));
    let text = match arguments.format {
        Format::Text => text(&start, arguments, &summary, sprt),
        Format::Json => {
            let record = MatchRecord {
                schema: "gridsolve-match/1",
                game: start.to_string(),
                seed: arguments.seed,
                time: arguments.clocks.control().to_string(),
                summary: &summary,
                sprt,
            };
            serde_json::to_string(&record).map_err(io::Error::from)? + "\n"
        }
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    let refused = sprt.is_some_and(|sprt| sprt.accepted == Some(false));
    Ok(match switch.is_stopped() {
        true => Status::Interrupted,
        false if refused => Status::Failed,
        false => Status::Done,
    })
}

#[derive(Serialize)]
struct MatchRecord<'a> {
    schema: &'static str,
    game: String,
    seed: u64,
    time: String,
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtState>,
}

impl Arguments {
    /// Whether games come in pairs from one opening.
    fn is_paired(&self) -> bool {
        matches!(self.starts, Who::Alternate)
    }

    fn fixtures(&self, start: &Position) -> Result<Vec<Fixture>, Failure> {
        let games = self.games as usize;
        let openings = if self.is_paired() { games.div_ceil(2) } else { games };
        let openings = self.openings.positions(start, openings, self.seed)?;
        let mut fixtures = match_fixtures(&openings, games, self.starts.into(), self.seed);
        fixtures.iter_mut().for_each(|fixture| fixture.plies = self.plies);
        Ok(fixtures)
    }

    /// Everything that decides which games are played.
    fn plan(&self, start: &Position, fixtures: &[Fixture]) -> Value {
        json!({
            "game": start.to_string(),
            "games": self.games,
            "starts": Starts::from(self.starts).as_str(),
            "openings": self.openings.plan(fixtures),
            "plies": self.plies,
            "time": self.clocks.control().to_string(),
            "rematches": self.rematches,
            "seed": self.seed,
        })
    }

    /// Plays the games that are left; with a sequential test, only as many as it needs.
    fn play(&self, event: Event<'_>, begun: Begun) -> Result<Vec<GameResult>, EventError> {
        let names: Vec<&str> = event.entrants.iter().map(Entrant::name).collect();
        let games = event.fixtures.len();
        let ended = AtomicUsize::new(begun.done.iter().flatten().count());
        let heard = |happening: &Happening<'_>| {
            if let Happening::Ends { again: false, .. } = happening {
                ended.fetch_add(1, Ordering::Relaxed);
            }
            if let Some(words) = result_words(happening, &names).filter(|_| games <= TOLD) {
                say(&words);
            }
        };
        let words = || {
            let ended = ended.load(Ordering::Relaxed) as u64;
            format!("{} of {} games played", with_commas(ended), with_commas(games as u64))
        };
        let Some(sprt) = self.sprt else {
            return watched(words, || event.run(begun.done, begun.recorder.as_ref(), &heard));
        };
        watched(words, || {
            let mut done = begun.done;
            for upto in (0..games).step_by(BATCH).map(|from| (from + BATCH).min(games)) {
                let later = done.split_off(upto.min(done.len()));
                let batch = Event { fixtures: &event.fixtures[..upto], switch: event.switch.clone(), ..event };
                let results = batch.run(done, begun.recorder.as_ref(), &heard)?;
                if upto == games || sprt.state(&trials(&results, self.is_paired())).accepted.is_some() {
                    return Ok(results);
                }
                done = results.into_iter().map(Some).chain(later).collect();
            }
            Ok(Vec::new())
        })
    }

    fn losses(
        &self,
        start: &Position,
        fixtures: &[Fixture],
        results: &[GameResult],
        threads: usize,
        solver: Solver,
    ) -> Result<[Losses; 2], LossError> {
        let usual = if matches!(start, Position::Dots(_)) { 24 } else { 36 };
        let limits = LossLimits { open: self.exact_open.unwrap_or(usual), moves: self.exact_moves, threads };
        let switch: StopSwitch = solver.stop_switch();
        let (truth, count) = (Truth::new(solver), Count::default());
        let words = || {
            let (done, of) = count.get();
            format!("{} of {} moves held against exact values", with_commas(done as u64), with_commas(of as u64))
        };
        watched(words, || losses(fixtures, results, limits, &truth, &switch, &count))
    }
}

fn text(start: &Position, arguments: &Arguments, summary: &Summary, sprt: Option<SprtState>) -> String {
    let games = with_commas(summary.games as u64);
    let time = arguments.clocks.control();
    let mut text = format!("{}: {games} games, seed {}, {time}\n\n", title(start), arguments.seed);
    text += &table(summary);
    let wins = |seat: &str, share: &Share| {
        let [low, high] = share.interval.map(|end| 100.0 * end);
        format!("{seat} wins {} ({low:.1} to {high:.1})", percent(share.share))
    };
    let ties = if summary.ties > 0 { format!(", {} ties", with_commas(summary.ties.into())) } else { String::new() };
    let _ = writeln!(
        text,
        "\nWho moves first {}; second {}{ties}. In brackets: 95 % confidence.",
        wins("", &summary.first_wins).trim_start(),
        wins("", &summary.second_wins).trim_start()
    );
    if summary.rematches > 0 {
        let _ = writeln!(text, "Rematches after ties: {}.", summary.rematches);
    }
    if summary.different < summary.games {
        let different = with_commas(summary.different as u64);
        let _ = writeln!(text, "Only {different} of the games differ: the errors are those of so many.");
    }
    if let Some(rating) = &summary.rating {
        let _ = writeln!(text, "{}", rating_sentence(&summary.players[0].player, rating));
    }
    if let Some(sprt) = sprt {
        let verdict = match sprt.accepted {
            Some(true) => "the higher difference is accepted",
            Some(false) => "the lower difference is accepted",
            None => "undecided",
        };
        let [low, high] = sprt.bounds;
        let _ = writeln!(text, "SPRT: {verdict}, log-likelihood ratio {:.2} ({low:.2} to {high:.2}).", sprt.llr);
    }
    text
}

fn table(summary: &Summary) -> String {
    let heads = [
        "",
        "wins",
        "ties",
        "losses",
        "first",
        "second",
        "time a move",
        "slowest",
        "optimal",
        "lost a move",
        "forfeits",
    ];
    let mut table = Columns::new(1, &heads);
    for player in &summary.players {
        let PlayerSummary { games, as_first, as_second, exact, .. } = player;
        let of = |share: Share| percent(share.share);
        let wins = |tally: &crate::arena::standings::Tally| of(Share::new(tally.wins.into(), tally.games().into()));
        let forfeits: Vec<String> = player.forfeits.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        table.add(vec![
            player.player.clone(),
            games.wins.to_string(),
            games.ties.to_string(),
            games.losses.to_string(),
            wins(as_first),
            wins(as_second),
            in_seconds(player.seconds_a_move),
            in_seconds(player.slowest_seconds),
            exact.map_or("-".to_owned(), |exact| of(Share::new(exact.optimal.into(), exact.moves.into()))),
            exact.map_or("-".to_owned(), |exact| format!("{:.3}", exact.lost_a_move)),
            if forfeits.is_empty() { "-".to_owned() } else { forfeits.join(", ") },
        ]);
    }
    table.text()
}

fn rating_sentence(player: &str, rating: &Rating) -> String {
    // A score of 0 or 1 has no difference that is large enough.
    let elo = |elo: Option<f64>, beyond: &str| elo.map_or(beyond.to_owned(), |elo| format!("{elo:+.0}"));
    let score = percent(rating.score);
    let [low, high] = rating.interval;
    format!(
        "{player} scores {score}: {} Elo (95 %: {} to {}), the stronger one with a chance of {}.",
        elo(rating.elo, if rating.score > 0.5 { "+∞" } else { "-∞" }),
        elo(low, "-∞"),
        elo(high, "+∞"),
        percent(rating.superiority)
    )
}
