//! A player that panics harms nobody but itself.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does something that a player does. What it holds is not to be used any more where it panics.
///
/// # Errors
/// What the panic said.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| words(&*panic))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.map_or("it panicked".to_owned(), |text| format!("it panicked: {text}"))
}
