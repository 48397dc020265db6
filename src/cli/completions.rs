//! `gridsolve completions`.

use super::failure::{Failure, Status};
use clap::Args;
use clap_complete::{Shell, generate};
use std::io::Write;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridsolve completions bash > gridsolve.bash
  gridsolve completions fish > gridsolve.fish")]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut super::command_line(), "gridsolve", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Status::Done)
}
