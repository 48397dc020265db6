//! What one search proved, as a table: from its start on every position that is reached through positions
//! whose exact value is known without further search.

use super::{Build, BuildError, Sorted, Stage};
use crate::game::{Bounds, Value};
use crate::games::{Position, Seat};
use crate::solver::{Session, Solver};
use crate::table::error::WriteError;
use hashbrown::HashMap;

/// The memory of the search, always the same, and one thread, so that what it remembers is.
pub(super) const MEMORY: u64 = 256 << 20;
/// The most positions of a table.
const MOST: usize = 1 << 20;

impl Build {
    /// Searches the start and gathers what that proved.
    pub(super) fn proved_by_search(&self) -> Result<Sorted, BuildError> {
        let keys = self.keys()?;
        let key = |position: &Position| keys.of(position).and_then(|keys| keys.first().copied());
        let solver = Solver::new().threads(1).memory(MEMORY).stopped_by(self.switch.clone()).shown_by(self.work());
        let session = Session::new(&self.start, solver)?;
        self.progress.show(Stage::Positions, 0, 0);
        let value = session.value(&self.start, Bounds::within(Value::MAX))?.bounds.exact();
        let value = value.ok_or(WriteError::Interrupted)?;
        let mut found: HashMap<u128, Value> = key(&self.start).map(|key| (key, value)).into_iter().collect();
        let mut layer = vec![self.start.clone()];
        while !layer.is_empty() && found.len() < MOST {
            let mut next = Vec::new();
            for position in layer {
                for mv in position.legal_moves() {
                    let mut after = position.clone();
                    let (Ok(_), Some(key)) = (after.play(mv, Seat::First), key(&after)) else { continue };
                    if found.contains_key(&key) {
                        continue;
                    }
                    if let Some(value) = session.known(&after) {
                        found.insert(key, value);
                        next.push(after);
                    }
                }
                if self.switch.is_stopped() {
                    return Err(WriteError::Interrupted.into());
                }
            }
            layer = next;
        }
        Ok(Sorted::new(found.into_iter().collect()))
    }
}
