//! The players by name.

use super::{Player, PlayerSpec, Random, SpecError};

/// The names of all players.
pub const NAMES: &[&str] = &["random"];

/// Makes the player that `spec` names.
///
/// # Errors
/// [`SpecError`] where there is no such player, or it has no such option.
pub fn make(spec: &PlayerSpec) -> Result<Box<dyn Player>, SpecError> {
    match spec.name() {
        "random" => Ok(Box::new(Random::new(0))),
        name => Err(SpecError::Unknown { name: name.to_owned(), near: None, known: NAMES.join(", ") }),
    }
}
