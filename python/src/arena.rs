//! Players against each other and against the truth, as Python asks for them.

use crate::arguments::{self, whole};
use crate::errors::{self, LimitError, PlayerError, RangeError};
use crate::players::{Calls, entrant, threads_for, try_out};
use crate::request::Request;
use crate::run::{Watch, watched};
use gridsolve::SolveError;
use gridsolve::arena::{
    Analysis, AnalyzeError, Count, Entrant, Event, EventError, ExactBoard, Happening, Question, Share, Starts, Summary,
    Truth, ValidateError, Validation, Validator, all_pairs, match_fixtures, sample,
};
use gridsolve::games::{Outcome, Seat};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most positions of a board that are all asked.
const MOST_SWEPT: usize = 200_000;
/// Many games between two players.
#[pyfunction(name = "match")]
#[pyo3(
    signature = (first, second, game, **options),
    text_signature = "(first, second, game, *, games=100, starts='alternate', seed=0, time=None, threads=None, \
                      progress=None)"
)]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: &Bound<'py, PyAny>,
    game: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let start = arguments::position(game)?;
    let calls = Calls::default();
    let entrants = [entrant(first, &calls)?, entrant(second, &calls)?];
    let known = ["games", "starts", "seed", "time", "threads", "progress"];
    let request = Request::read(options, &known, threads_for(&[first, second]))?;
    let switch = request.solver.stop_switch();
    let ended = AtomicU64::new(0);
    let hear = |happening: &Happening<'_>| {
        ended.fetch_add(u64::from(matches!(happening, Happening::Ends { .. })), Ordering::Relaxed);
    };
    let watch = Watch::new(request.progress.as_ref(), || vec![ended.load(Ordering::Relaxed), request.games as u64]);
    let play = || -> Result<_, Broken> {
        try_out(&entrants, &start, &request).map_err(Broken::Player)?;
        let fixtures = match_fixtures(std::slice::from_ref(&start), request.games, request.starts, request.seed);
        let event = Event {
            entrants: &entrants,
            fixtures: &fixtures,
            time: request.time,
            rematches: 0,
            threads: request.threads,
            kept: 0,
            switch: switch.clone(),
        };
        Ok(event.run(Vec::new(), None, &hear)?)
    };
    let results = watched(py, &switch, &watch.ending(&calls), play)??;
    let names = [entrants[0].name(), entrants[1].name()];
    as_python(py, &Summary::of(names, &results, request.starts == Starts::Alternate))
}

/// A player against the exact solver.
#[pyfunction]
#[pyo3(
    signature = (player, game, **options),
    text_signature = "(player, game, *, sample=None, seed=0, depth=None, time=None, solve_time=None, worst=10, \
                      threads=None, progress=None)"
)]
pub(crate) fn validate<'py>(
    py: Python<'py>,
    player: &Bound<'py, PyAny>,
    game: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let start = gridsolve::games::Round::new(arguments::position(game)?).position().clone();
    let calls = Calls::default();
    let entrant = [entrant(player, &calls)?];
    let known = ["sample", "seed", "depth", "time", "solve_time", "worst", "threads", "progress"];
    let request = Request::read(options, &known, threads_for(&[player]))?;
    let switch = request.solver.stop_switch();
    let validator = Validator {
        entrant: &entrant[0],
        plies: request.depth,
        time: request.time,
        seed: request.seed,
        threads: request.threads,
        worst: request.worst,
        switch: switch.clone(),
    };
    let count = Count::default();
    let numbers = || {
        let (done, all) = count.get();
        vec![done as u64, all as u64]
    };
    let watch = Watch::new(request.progress.as_ref(), numbers);
    let run = || -> Result<Validation, Broken> {
        try_out(&entrant, &start, &request).map_err(Broken::Player)?;
        let mut truth = Truth::new(request.solver.clone());
        let questions = match request.sample {
            Some(count) => sample(&start, count, request.seed, &switch),
            None => {
                let positions = truth.sweep(&start, MOST_SWEPT).ok_or(Broken::TooMany)?;
                positions.into_iter().map(Question::of).collect()
            }
        };
        Ok(validator.run(&questions, &truth, &count)?)
    };
    let validation = watched(py, &switch, &watch.ending(&calls), run)??;
    as_python(py, &validation)
}

/// How often the first and the second player win, over many sizes of a board.
#[pyfunction]
#[pyo3(
    signature = (game, sizes, players, **options),
    text_signature = "(game, sizes, players, *, games=100, seed=0, time=None, solve_time=None, threads=None, \
                      progress=None)"
)]
pub(crate) fn analyze<'py>(
    py: Python<'py>,
    game: &str,
    sizes: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    players: Vec<Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let calls = Calls::default();
    let entrants: Vec<Entrant> = players.iter().map(|player| entrant(player, &calls)).collect::<PyResult<_>>()?;
    if entrants.is_empty() {
        return Err(RangeError::new_err("players: at least one is needed"));
    }
    let known = ["games", "seed", "time", "solve_time", "threads", "progress"];
    let request = Request::read(options, &known, threads_for(&players.iter().collect::<Vec<_>>()))?;
    let boards: Vec<gridsolve::Position> =
        sizes.iter().map(|(rows, cols)| board(game, rows, cols)).collect::<PyResult<_>>()?;
    let switch = request.solver.stop_switch();
    let analysis = Analysis {
        entrants: &entrants,
        pairs: all_pairs(entrants.len()),
        games: request.games,
        seed: request.seed,
        time: request.time,
        rematches: 0,
        threads: request.threads,
        switch: switch.clone(),
    };
    let (played, all) = (AtomicU64::new(0), (boards.len() * analysis.pairs.len() * request.games) as u64);
    let watch = Watch::new(request.progress.as_ref(), || vec![played.load(Ordering::Relaxed), all]);
    let run = || -> Result<Vec<_>, Broken> {
        let mut cells = Vec::new();
        for board in &boards {
            try_out(&entrants, board, &request).map_err(Broken::Player)?;
            let exact = Analysis::exact(board, &request.solver)?;
            let heard = || {
                played.fetch_add(1, Ordering::Relaxed);
            };
            cells.extend(analysis.board(board, exact, &heard)?);
        }
        Ok(cells)
    };
    let list = PyList::empty(py);
    for cell in watched(py, &switch, &watch.ending(&calls), run)?? {
        let row = PyDict::new(py);
        row.set_item("rows", cell.size.rows())?;
        row.set_item("cols", cell.size.cols())?;
        row.set_item("first", entrants[cell.seats[0]].name())?;
        row.set_item("second", entrants[cell.seats[1]].name())?;
        row.set_item("games", cell.first.games())?;
        row.set_item("first_wins", share(py, cell.wins(Seat::First))?)?;
        row.set_item("second_wins", share(py, cell.wins(Seat::Second))?)?;
        row.set_item("ties", cell.first.ties)?;
        row.set_item("exact", cell.exact.map(|exact| exact_board(py, exact)).transpose()?)?;
        list.append(row)?;
    }
    Ok(list)
}

/// What JSON stands for, as Python objects.
fn as_python<'py>(py: Python<'py>, record: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(record).map_err(|error| errors::InternalError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (json,))
}

/// The empty board of a size.
fn board(game: &str, rows: &Bound<'_, PyAny>, cols: &Bound<'_, PyAny>) -> PyResult<gridsolve::Position> {
    let (rows, cols) = (whole("rows", rows)?, whole("cols", cols)?);
    let text = format!("{game}:{rows}x{cols}{}", if game == "domineering" { ":v" } else { "" });
    gridsolve::Position::parse(&text).map_err(|error| errors::parse(&error))
}

fn share<'py>(py: Python<'py>, share: Share) -> PyResult<Bound<'py, PyAny>> {
    as_python(py, &share)
}

fn exact_board(py: Python<'_>, exact: ExactBoard) -> PyResult<Bound<'_, PyDict>> {
    let record = PyDict::new(py);
    record.set_item("value", exact.value)?;
    record.set_item("grundy", exact.grundy)?;
    let winner = match exact.outcome() {
        Outcome::Won(Seat::First) => Some("first"),
        Outcome::Won(Seat::Second) => Some("second"),
        Outcome::Tied => None,
    };
    record.set_item("winner", winner)?;
    Ok(record)
}

/// Why work of this module broke off.
enum Broken {
    /// A player does not play the game.
    Player(String),
    /// More positions than are all asked.
    TooMany,
    Solve(SolveError),
    /// Somebody stopped it, or the games broke off.
    Other(String),
}

impl From<SolveError> for Broken {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

impl From<ValidateError> for Broken {
    fn from(error: ValidateError) -> Self {
        match error {
            ValidateError::Solve(error) => Self::Solve(error),
            ValidateError::Player(error) => Self::Player(error),
            ValidateError::Stopped => Self::Other(error.to_string()),
        }
    }
}

impl From<EventError> for Broken {
    fn from(error: EventError) -> Self {
        Self::Other(error.to_string())
    }
}

impl From<AnalyzeError> for Broken {
    fn from(error: AnalyzeError) -> Self {
        match error {
            AnalyzeError::Solve(error) => Self::Solve(error),
            AnalyzeError::Event(error) => error.into(),
        }
    }
}

impl From<Broken> for PyErr {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Player(words) => PlayerError::new_err(words),
            Broken::TooMany => LimitError::new_err(format!(
                "the board has more than {MOST_SWEPT} positions: ask some of them, with sample=1000 for instance"
            )),
            Broken::Solve(error) => errors::solve(&error),
            Broken::Other(words) => errors::Error::new_err(words),
        }
    }
}
