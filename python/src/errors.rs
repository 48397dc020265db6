//! Errors as Python has them; the classes themselves are in `python/gridsolve/errors.py`.

use gridsolve::games::dots::OpeningError;
use gridsolve::notation::{Fault, ParseError};
use gridsolve::{SolveError, board::SizeError};
use pyo3::PyErr;

/// The classes, as Python defines them.
mod classes {
    use pyo3::import_exception;
    import_exception!(gridsolve.errors, Error);
    import_exception!(gridsolve.errors, InternalError);
    import_exception!(gridsolve.errors, LimitError);
    import_exception!(gridsolve.errors, MemoryLimitError);
    import_exception!(gridsolve.errors, MoveError);
    import_exception!(gridsolve.errors, PlayerError);
    import_exception!(gridsolve.errors, PositionError);
    import_exception!(gridsolve.errors, RangeError);
    import_exception!(gridsolve.errors, TableError);
    import_exception!(gridsolve.errors, TableFileError);
    import_exception!(gridsolve.errors, TooLargeError);
}

pub(crate) use classes::{Error, InternalError, LimitError, MemoryLimitError, MoveError, PlayerError, PositionError};
pub(crate) use classes::{RangeError, TableError, TableFileError, TooLargeError};

/// A text, picture or JSON value that is none, or a move that cannot be made.
pub(crate) fn parse(error: &ParseError) -> PyErr {
    if error.fault() == Fault::BadMove {
        return MoveError::new_err(error.explain());
    }
    let place = error.place().map(|place| (place.line, place.column)).unzip();
    PositionError::new_err((error.explain(), error.fault().code(), place.0, place.1))
}

/// A position that could not be worked on.
pub(crate) fn solve(error: &SolveError) -> PyErr {
    match error {
        SolveError::Memory { .. } => MemoryLimitError::new_err(error.to_string()),
        SolveError::GameValue(_) => LimitError::new_err(error.to_string()),
    }
}

/// A board that there is not.
pub(crate) fn size(error: &SizeError) -> PyErr {
    RangeError::new_err(error.to_string())
}

/// An opening that there is not.
pub(crate) fn opening(error: &OpeningError) -> PyErr {
    RangeError::new_err(error.to_string())
}
