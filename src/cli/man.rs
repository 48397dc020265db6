//! `gridsolve man`.

use super::failure::{Failure, Status};
use clap::Args;
use std::io::Write;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridsolve man > gridsolve.1
  gridsolve man solve > gridsolve-solve.1")]
pub(super) struct Arguments {
    /// The command; the program if not given
    command: Option<String>,
}

/// Prints the page in the format of man(1).
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let mut program = super::command_line();
    program.build();
    let command = match &arguments.command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name);
            command.cloned().ok_or_else(|| Failure::Usage(format!("there is no command {name:?}")))?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    std::io::stdout().lock().write_all(&page)?;
    Ok(Status::Done)
}
