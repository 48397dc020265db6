//! `gridsolve solve`.

use super::batch;
use super::failure::{Failure, Status, say};
use super::limits::{Limits, in_units};
use super::progress::{search_words, watched, with_commas};
use super::reply::Reply;
use super::{interrupt, show};
use crate::games::Position;
use crate::games::dots::{DotsPosition, Start};
use crate::notation::{MAX_TEXT, ParseError, PictureOf, parse_lines, svg};
use crate::solver::Solver;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
The value is the mover's, over what is still open: boxes more than the other in dots and dotdot,
+1 for a win and -1 for a loss in domineering, cram and kings, dominoes more than the other in xo.
A domineering board without a side to move is answered for both.

A batch has one position a line, text or JSON; blank lines and lines that begin with // are left
out. It is answered with one JSON object a line, in the same order, as they are ready.

Examples:
  gridsolve solve dots:2x2
  gridsolve solve dots:3x3 --start swedish --all-moves
  gridsolve solve dots:2x3 --lines \"h0,0 v1,2 1,1-1,2\" --line
  gridsolve solve '{\"game\":\"dots\",\"rows\":1,\"cols\":2,\"drawn\":[[\"h\",0,0],[\"h\",1,0],[\"v\",0,0]]}'
  gridsolve solve dots:1x2:1010110 --score 1-0 --format json
  gridsolve solve dots:3x3 --time 30 --memory 500M --stats
  gridsolve solve dots:2x2 --all-moves --format svg > board.svg
  gridsolve solve 'domineering:..#|...' --value
  gridsolve solve dots:2x3 --format text > board.txt; gridsolve solve --picture board.txt
  printf 'dots:1x1\\ndots:1x2\\n' | gridsolve solve --batch -")]
pub(super) struct Arguments {
    /// The position, as text or JSON; beside --picture the game alone, such as kings or domineering:v
    #[arg(required_unless_present_any = ["picture", "batch"])]
    position: Option<String>,
    /// Read the position from a picture (- is standard input)
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Answer a file of positions, one a line (- is standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "picture", "lines", "start", "score"])]
    batch: Option<PathBuf>,
    /// Lines that are drawn too: "h0,0 v1,2", or as two dots: "0,0-0,1"
    #[arg(long, value_name = "LINES")]
    lines: Option<String>,
    /// Lines that an empty board of dots begins with
    #[arg(long, value_enum)]
    start: Option<Border>,
    /// Boxes that the mover and the other have already: tells the final score
    #[arg(long, value_name = "MOVER-OTHER")]
    score: Option<Score>,
    /// Give every legal move its exact value
    #[arg(long)]
    all_moves: bool,
    /// Show a line of best play to the end
    #[arg(long)]
    line: bool,
    /// Give a domineering board's value as a combinatorial game in canonical form, Left being vertical
    #[arg(long)]
    value: bool,
    /// Say on standard error what the search took
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    limits: Limits,
    /// How the answer is written; a batch is always JSON
    #[arg(long, value_enum)]
    format: Option<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

/// Which lines of the border are drawn at the start.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Border {
    /// The whole border
    Swedish,
    /// The top row and the left column
    Icelandic,
}

/// Boxes that are taken already.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Score(pub(super) u16, pub(super) u16);

impl FromStr for Score {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |digits: &str| digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
        let score = text.split_once('-').and_then(|(mover, other)| Some(Self(number(mover)?, number(other)?)));
        score.ok_or("write two numbers, such as 3-2: the mover's boxes first")
    }
}

/// Answers one position or a batch.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    match &arguments.batch {
        Some(path) => run_batch(arguments, path),
        None => run_single(arguments),
    }
}

fn run_batch(arguments: &Arguments, path: &Path) -> Result<Status, Failure> {
    if let Some(Format::Text | Format::Svg) = arguments.format {
        return Err(Failure::Usage("a batch is answered in JSON: leave out --format".to_owned()));
    }
    let threads = arguments.limits.threads();
    let solver = arguments.solver(threads)?;
    interrupt::stops(solver.stop_switch());
    batch::run(open(path)?, &solver, threads, arguments.stats)
}

fn run_single(arguments: &Arguments) -> Result<Status, Failure> {
    let format = arguments.format.unwrap_or(Format::Text);
    let solver = arguments.solver(1)?;
    let position = arguments.position().inspect_err(|failure| tell(failure, format))?;
    arguments.check(&position, format)?;
    interrupt::stops(solver.stop_switch());
    let progress = solver.progress();
    let reply = watched(|| search_words(&progress), || Reply::to(&position, &solver));
    let reply = reply.map_err(Failure::from).inspect_err(|failure| tell(failure, format))?;
    arguments.print(&reply, format)?;
    if arguments.stats {
        say(&stats(&reply));
    }
    Ok(ended(&reply, &solver))
}

/// Where the answer would be JSON, says in JSON why there is none.
fn tell(failure: &Failure, format: Format) {
    let record = match failure {
        Failure::Wrong(error) => {
            let line = error.place().map_or(1, |place| place.line as u64);
            batch::error_record(line, error.fault().code(), &error.to_string())
        }
        Failure::Limit(message) => batch::error_record(1, "limit", message),
        _ => return,
    };
    if format == Format::Json {
        // The failure itself is still reported, and that a reader has gone away adds nothing to it.
        let _ = writeln!(io::stdout(), "{record}");
    }
}

/// Says on standard error why an answer is not complete.
fn ended(reply: &Reply<'_>, solver: &Solver) -> Status {
    if reply.is_complete() {
        return Status::Done;
    }
    if solver.stop_switch().is_stopped() {
        say("interrupted: what is proved so far is in the answer. To go on, give the same command again; it starts \
             anew, as nothing is kept between runs");
        return Status::Interrupted;
    }
    say("a limit of time or memory was reached: what is proved so far is in the answer. To get further, give more \
         --time, --memory or --threads");
    Status::Limit
}

fn stats(reply: &Reply<'_>) -> String {
    let answers = reply.answers();
    let nodes = answers.iter().map(|(_, answer)| answer.nodes).sum();
    let memory = answers.iter().map(|(_, answer)| answer.memory_bytes).max().unwrap_or(0);
    let seconds: f64 = answers.iter().map(|(_, answer)| answer.seconds).sum();
    format!("{} positions searched, {} of memory, {seconds:.6} s", with_commas(nodes), in_units(memory))
}

/// An answer with the final score that it leads to.
#[derive(Serialize)]
struct Scored<'a, 'p> {
    #[serde(flatten)]
    reply: &'a Reply<'p>,
    final_score: Option<Score>,
}

impl Arguments {
    fn solver(&self, solvers: usize) -> Result<Solver, Failure> {
        Ok(self.limits.solver(solvers)?.all_moves(self.all_moves).line(self.line).game_value(self.value))
    }

    fn position(&self) -> Result<Position, Failure> {
        let mut position = match (&self.picture, &self.position) {
            (Some(path), of) => {
                let of = of.as_deref().map(str::parse::<PictureOf>).transpose()?;
                Position::parse_picture(&read_picture(path)?, of)?
            }
            (None, Some(text)) => Position::parse(text)?,
            (None, None) => return Err(Failure::Usage("a position is missing".to_owned())),
        };
        if let Some(border) = self.start {
            start(&mut position, border)?;
        }
        if let Some(text) = &self.lines {
            let lines = parse_lines(text).map_err(ParseError::in_position)?;
            let Position::Dots(dots) = &mut position else {
                return Err(Failure::Usage(format!("--lines is for dots and dotdot, not for {}", position.game())));
            };
            dots.add_lines(lines).map_err(|error| ParseError::from(error).in_position())?;
        }
        Ok(position)
    }

    /// Whether the position can be answered in this way.
    fn check(&self, position: &Position, format: Format) -> Result<(), Failure> {
        let has_no_side = matches!(position, Position::Domineering(board) if board.turn().is_none());
        if has_no_side && format == Format::Svg {
            let message = "a picture shows one side's moves: end the position with \":v\" or \":h\"";
            return Err(Failure::Usage(message.to_owned()));
        }
        if self.value && !matches!(position, Position::Domineering(_)) {
            return Err(Failure::Usage(format!("--value is for domineering, not for {}", position.game())));
        }
        let Some(Score(mover, other)) = self.score else { return Ok(()) };
        let Position::Dots(dots) = position else {
            return Err(Failure::Usage(format!("--score is for dots and dotdot, not for {}", position.game())));
        };
        let complete = dots.size().area() - dots.open_boxes();
        if usize::from(mover) + usize::from(other) != complete {
            say(&format!(
                "note: the score has {} boxes, but {complete} are complete",
                u32::from(mover) + u32::from(other)
            ));
        }
        Ok(())
    }

    fn print(&self, reply: &Reply<'_>, format: Format) -> Result<(), Failure> {
        let text = match format {
            Format::Text => show::text(reply, self.score),
            Format::Json => self.json(reply).map_err(io::Error::from)? + "\n",
            Format::Svg => reply.answers().into_iter().map(|(position, answer)| svg(position, Some(answer))).collect(),
        };
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    fn json(&self, reply: &Reply<'_>) -> serde_json::Result<String> {
        match (self.score, reply) {
            (Some(score), Reply::One(position, answer)) => {
                let final_score = answer.value.and_then(|value| show::final_score(position, value, score));
                serde_json::to_string(&Scored { reply, final_score })
            }
            _ => serde_json::to_string(reply),
        }
    }
}

/// Draws the lines that the game begins with.
fn start(position: &mut Position, border: Border) -> Result<(), Failure> {
    let Position::Dots(dots) = position else {
        return Err(Failure::Usage(format!("--start is for dots and dotdot, not for {}", position.game())));
    };
    if dots.drawn_lines().next().is_some() {
        return Err(Failure::Usage("--start is for an empty board: leave it out, or the lines".to_owned()));
    }
    let start = match border {
        Border::Swedish => Start::Swedish,
        Border::Icelandic => Start::Icelandic,
    };
    *dots = DotsPosition::start(dots.size(), dots.rule(), start);
    Ok(())
}

fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let unreadable = |error| Failure::Unreadable(path.display().to_string(), error);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    Ok(Box::new(file))
}

/// Reads a picture, and no more of a file than a picture can take.
fn read_picture(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let most = MAX_TEXT as u64 + 1;
    let read = open(path)?.take(most).read_to_string(&mut text);
    read.map_err(|error| Failure::Unreadable(path.display().to_string(), error))?;
    Ok(text)
}
