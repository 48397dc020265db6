//! Players as Python names them, or writes them.

use crate::arguments::{self, cores, text};
use crate::errors::PlayerError;
use crate::moves;
use crate::position::Position;
use crate::request::Request;
use crate::run::{Watch, watched};
use gridsolve::arena::Entrant;
use gridsolve::engine::Programs;
use gridsolve::player::{self, Choice, Player, PlayerSpec, Turn, register};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The players there are: name, what it does, and options.
#[pyfunction]
pub(crate) fn players(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for entry in register::PLAYERS {
        let player = PyDict::new(py);
        player.set_item("name", entry.name)?;
        player.set_item("about", entry.about)?;
        let options = PyDict::new(py);
        for (key, about) in entry.options {
            options.set_item(key, about)?;
        }
        player.set_item("options", options)?;
        list.append(player)?;
    }
    Ok(list)
}

/// The move of a player in a position, with what it says of it.
#[pyfunction]
#[pyo3(
    signature = (position, player, **options),
    text_signature = "(position, player, *, seed=0, depth=None, time=None)"
)]
pub(crate) fn choose<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    player: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let round = gridsolve::games::Round::new(arguments::position(position)?);
    let calls = Calls::default();
    let entrant = entrant(player, &calls)?;
    let request = Request::read(options, &["seed", "depth", "time"], 1)?;
    let switch = request.solver.stop_switch();
    let ask = || {
        let mut player = entrant.make()?;
        player.begin(request.seed);
        let deadline = request.time.per_move.and_then(|time| Instant::now().checked_add(time));
        let turn = Turn { deadline, plies: request.depth, switch: switch.clone(), ..Turn::unlimited(&round) };
        player.choose(&turn).map_err(|error| format!("{}: {error}", entrant.name()))
    };
    let choice = watched(py, &switch, &Watch::silent().ending(&calls), ask)?.map_err(PlayerError::new_err)?;
    if let Some(mv) = choice.mv
        && let Err(error) = round.clone().play(mv)
    {
        let message = format!("{} plays {mv} in {}: {error}", entrant.name(), round.position());
        return Err(PlayerError::new_err(message));
    }
    let chosen = PyDict::new(py);
    chosen.set_item("move", choice.mv.map(|mv| moves::to_python(py, mv)).transpose()?)?;
    chosen.set_item("value", choice.value)?;
    chosen.set_item("exact", choice.exact)?;
    chosen.set_item("depth", choice.depth)?;
    chosen.set_item("leaves", choice.leaves)?;
    chosen.set_item("note", choice.note)?;
    Ok(chosen)
}

/// The threads that are in functions of Python at the moment, for one match or the like.
#[derive(Clone, Default)]
pub(crate) struct Calls(Arc<Mutex<Vec<u64>>>);

impl Calls {
    /// Calls `function`, and is known to be in it meanwhile.
    fn call<'py>(&self, function: &Bound<'py, PyAny>, position: Position) -> PyResult<Bound<'py, PyAny>> {
        let thread = function.py().import("threading")?.call_method0("get_ident")?.extract()?;
        self.lock().push(thread);
        let value = function.call1((position,));
        self.lock().retain(|&running| running != thread);
        value
    }

    /// Raises KeyboardInterrupt in the functions that are running: one that loops for ever would never see a switch.
    pub(crate) fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        let ctypes = py.import("ctypes")?;
        for thread in self.lock().drain(..) {
            let thread = ctypes.call_method1("c_ulong", (thread,))?;
            let error = ctypes.call_method1("py_object", (py.get_type::<PyKeyboardInterrupt>(),))?;
            ctypes.getattr("pythonapi")?.call_method1("PyThreadState_SetAsyncExc", (thread, error))?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A function of Python that chooses moves: it gets a `Position` and returns a move.
struct PythonPlayer {
    function: Arc<Py<PyAny>>,
    calls: Calls,
}

impl Player for PythonPlayer {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, player::PlayerError> {
        let position = turn.round.position();
        Python::attach(|py| {
            let seen = Position { inner: position.clone() };
            let chosen = self.calls.call(self.function.bind(py), seen);
            let chosen = chosen.map_err(|error| player::PlayerError::Gone(error.to_string()))?;
            let mv = if chosen.is_instance_of::<PyString>() {
                moves::from_python(position, &chosen)
            } else {
                moves::read(&chosen)
            };
            mv.map(Choice::of).map_err(|error| player::PlayerError::Protocol(error.to_string()))
        })
    }
}

/// A player: a name with its options, or a function, which is called as `calls` knows.
pub(crate) fn entrant(player: &Bound<'_, PyAny>, calls: &Calls) -> PyResult<Entrant> {
    if player.is_callable() {
        let (function, calls) = (Arc::new(player.clone().unbind()), calls.clone());
        let name = player.getattr("__name__").and_then(|name| name.extract::<String>());
        let name = name.unwrap_or_else(|_| arguments::type_name(player));
        let make = move || -> Result<Box<dyn Player>, String> {
            Ok(Box::new(PythonPlayer { function: Arc::clone(&function), calls: calls.clone() }))
        };
        return Ok(Entrant::new(name, make));
    }
    if !player.is_instance_of::<PyString>() {
        let found = arguments::type_name(player);
        return Err(PyTypeError::new_err(format!("player: a name or a function is needed, not {found}")));
    }
    let wrong = |error: player::SpecError| PlayerError::new_err(error.to_string());
    let spec: PlayerSpec = text("player", player)?.parse().map_err(wrong)?;
    register::make_with(&spec, &Programs).map_err(wrong)?;
    let made = spec.clone();
    let make = move || register::make_with(&made, &Programs).map_err(|error| error.to_string());
    Ok(Entrant::new(spec.to_string(), make))
}

/// One thread where a function of Python takes part, since only one runs at a time; else all cores.
pub(crate) fn threads_for(players: &[&Bound<'_, PyAny>]) -> usize {
    if players.iter().any(|player| player.is_callable()) { 1 } else { cores() }
}

/// Finds out before anything begins whether the players play the game.
pub(crate) fn try_out(entrants: &[Entrant], start: &gridsolve::Position, request: &Request) -> Result<(), String> {
    let switch = request.solver.stop_switch();
    entrants.iter().try_for_each(|entrant| match entrant.try_out(start, &switch) {
        Ok(None) => Ok(()),
        Ok(Some(words)) => Err(format!("{} cannot take part: {words}", entrant.name())),
        Err(error) => Err(error.to_string()),
    })
}
