//! `gridsolve grade`, which hands over to the Python package: courseworks are graded where they run.

use super::failure::{Failure, Status};
use super::interrupt;
use crate::solver::StopSwitch;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// The arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
A module runs in a process of its own, with limits of time and memory. It is asked for names and
signatures, the published examples, and hidden cases that are checked against the exact solver;
each failure shows the board, what is expected and what came. Needs Python 3.10 or later with the
package gridsolve: `pip install .` where the program's sources are.

Exit status: 0 all passed, 1 something failed, 2 wrong usage, 3 there is no such module, 4 Python
or the package is missing, 130 interrupted.

Examples:
  gridsolve grade --spec dominoes --module homework4.py
  gridsolve grade --spec xo --module hw.py --format gradescope > results.json")]
pub(super) struct Arguments {
    /// Which coursework
    #[arg(long, value_enum)]
    spec: Spec,
    /// The module, a file of Python
    #[arg(long, value_name = "FILE")]
    module: PathBuf,
    /// Words, JSON, JUnit's XML or Gradescope's results.json
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Where the report goes; standard output if not given
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Which hidden cases
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many hidden cases
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(..=1000))]
    cases: u16,
    /// Seconds that a check may take; 10 if not given
    #[arg(long, value_name = "SECONDS")]
    time: Option<String>,
    /// The memory that a check may take, such as 512M; 1G if not given
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
}

/// The courseworks that can be graded.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Spec {
    /// Dominoes: the textbook's alpha-beta search
    Dominoes,
    /// Dots and Boxes: solve the endgame
    DotsEndgame,
    /// XO domino tiles: six functions
    Xo,
    /// Blocking: a game and its strategies
    Blocking,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
    Junit,
    Gradescope,
}

/// Runs the grader, or says with this status that the package is not there.
const PROGRAM: &str = "\
import importlib.util, sys
if importlib.util.find_spec('gridsolve') is None:
    sys.exit(97)
from gridsolve.grade import main
sys.exit(main())";
const NO_PACKAGE: i32 = 97;

/// Lets Python grade, and ends as it does.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let python = std::env::var_os("GRIDSOLVE_PYTHON").unwrap_or_else(|| "python3".into());
    let shown = python.display();
    // An interrupt reaches Python too, which ends the module first.
    interrupt::stops(StopSwitch::default());
    let started = Command::new(&python).args(["-c", PROGRAM]).args(arguments.for_python()).status();
    let status = started.map_err(|error| {
        Failure::Limit(format!(
            "cannot start {shown}, which grades: {error}. Install Python 3.10 or later, or name one in GRIDSOLVE_PYTHON"
        ))
    })?;
    match status.code() {
        Some(0) => Ok(Status::Done),
        Some(1) => Ok(Status::Failed),
        Some(2) => Ok(Status::Usage),
        Some(3) => Ok(Status::Wrong),
        Some(130) => Ok(Status::Interrupted),
        Some(NO_PACKAGE) => Err(Failure::Limit(format!(
            "{shown} does not have the package gridsolve, which grades: run `{shown} -m pip install .` where the \
             program's sources are, or name another Python in GRIDSOLVE_PYTHON"
        ))),
        _ => Err(Failure::Limit(format!("{shown} ended with {status} before the module was graded"))),
    }
}

impl Arguments {
    /// The same arguments, for Python.
    fn for_python(&self) -> Vec<OsString> {
        let name = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
        let mut list: Vec<OsString> = Vec::new();
        let mut add = |option: &str, value: Option<OsString>| {
            // In one piece: a value that begins with a dash is a value all the same.
            list.extend(value.map(|value| {
                let mut argument = OsString::from(format!("--{option}="));
                argument.push(value);
                argument
            }));
        };
        add("spec", name(self.spec.to_possible_value()).map(Into::into));
        add("module", Some(self.module.clone().into()));
        add("format", name(self.format.to_possible_value()).map(Into::into));
        add("output", self.output.clone().map(Into::into));
        add("seed", Some(self.seed.to_string().into()));
        add("cases", Some(self.cases.to_string().into()));
        add("time", self.time.clone().map(Into::into));
        add("memory", self.memory.clone().map(Into::into));
        list
    }
}
