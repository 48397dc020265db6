//! `gridsolve table probe`.

use super::{Format, failure, open};
use crate::Position;
use crate::cli::failure::{Failure, Status};
use crate::cli::reply::Reply;
use crate::cli::show;
use crate::games::domineering::{DomineeringPosition, Turn};
use crate::solver::{BothSides, Side};
use crate::table::Table;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridsolve table build dots:1x2 -o small.gst
  gridsolve table probe small.gst dots:1x2:1010100
  gridsolve table probe small.gst dots:2x1 --format json")]
pub(super) struct Arguments {
    /// The table
    file: PathBuf,
    /// The position: text such as dots:1x2:1010100, or JSON
    position: String,
    /// Map the file into memory: saves copies, but the file must not be cut while it is open
    #[arg(long)]
    mmap: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Prints what a table says of a position, and of every move there.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let position = Position::parse(&arguments.position)?;
    let table = open(&arguments.file, arguments.mmap)?;
    let reply = reply(arguments, &table, &position)?;
    let text = match arguments.format {
        Format::Text => show::text(&reply, None),
        Format::Json => serde_json::to_string(&reply).map_err(io::Error::from)? + "\n",
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}

fn reply<'p>(arguments: &Arguments, table: &Table, position: &'p Position) -> Result<Reply<'p>, Failure> {
    let answer = |position: &Position| {
        let started = Instant::now();
        let answer = table.answer(position).map_err(|error| failure(&arguments.file, &error))?;
        let mut answer = answer.ok_or_else(|| {
            let header = table.header();
            let (file, game, size) = (arguments.file.display(), header.game, header.size);
            Failure::Input(format!("{file} is about {game}:{size} and does not hold {position}"))
        })?;
        answer.seconds = started.elapsed().as_secs_f64();
        Ok::<_, Failure>(answer)
    };
    let Position::Domineering(board) = position else { return Ok(Reply::One(position, answer(position)?)) };
    if board.turn().is_some() {
        return Ok(Reply::One(position, answer(position)?));
    }
    let side = |turn| {
        let position = Position::Domineering(DomineeringPosition::new(board.grid().clone(), Some(turn)));
        Ok::<_, Failure>(Side { answer: answer(&position)?, position })
    };
    let both = BothSides { vertical: side(Turn::Vertical)?, horizontal: side(Turn::Horizontal)? };
    Ok(Reply::Both(Box::new(both)))
}
