//! What one search proved, as a table: from its start on every position (in Cram and Blocking every part of one)
//! that is reached through those whose exact value the search remembers.

use super::book::as_entry;
use super::{Build, BuildError, Sorted, Stage};
use crate::board::Part;
use crate::game::{Bounds, Value};
use crate::games::cram::Cram;
use crate::games::impartial::Impartial;
use crate::games::kings::Kings;
use crate::games::{Position, Seat};
use crate::notation::GameName;
use crate::solver::{Kept, Session, Solver};
use crate::table::error::WriteError;
use crate::table::keys::Keys;
use hashbrown::HashMap;

/// The memory of the search, always the same, and one thread, so that what it remembers is.
pub(super) const MEMORY: u64 = 256 << 20;
/// The most positions of a table.
const MOST: usize = 1 << 20;

impl Build {
    /// Searches the start and every move there, and gathers what that proved.
    pub(super) fn proved_by_search(&self) -> Result<Sorted, BuildError> {
        let keys = self.keys()?;
        let solver = Solver::new().threads(1).memory(MEMORY).stopped_by(self.switch.clone()).shown_by(self.work());
        self.progress.show(Stage::Positions, 0, 0);
        match self.recipe.game {
            GameName::Cram | GameName::Xo => self.proved_parts::<Cram>(&keys, &solver),
            GameName::Kings => self.proved_parts::<Kings>(&keys, &solver),
            GameName::Dots | GameName::DotDot | GameName::Domineering => self.proved_boards(&keys, solver),
        }
    }

    fn proved_parts<R: Impartial>(&self, keys: &Keys, solver: &Solver) -> Result<Sorted, BuildError> {
        let roots = keys.of(&self.start).unwrap_or_default();
        let roots: Vec<Part<u128>> = roots.into_iter().filter_map(|key| keys.part(key)).collect();
        let found = solver.proved_parts::<R>(&roots, MOST)?.ok_or(WriteError::Interrupted)?;
        let entry = |(part, value): (Part<u128>, u8)| Some((keys.of_part(part)?, value.into()));
        Ok(Sorted::new(found.into_iter().filter_map(entry).collect()))
    }

    fn proved_boards(&self, keys: &Keys, solver: Solver) -> Result<Sorted, BuildError> {
        let session = Session::new(&self.start, solver)?;
        let mut found = Found { keys, entries: HashMap::new() };
        let mut layer = Vec::new();
        for position in [vec![self.start.clone()], after_each_move(&self.start)].concat() {
            let proved = session.value(&position, Bounds::within(Value::MAX))?;
            let value = proved.bounds.exact().ok_or(WriteError::Interrupted)?;
            if found.add(&position, value) {
                layer.push(position);
            }
        }
        while !layer.is_empty() && found.entries.len() < MOST {
            let mut next = Vec::new();
            for after in layer.iter().flat_map(after_each_move) {
                // What follows what is told by one look is told by another.
                let Some(Kept { value, is_remembered }) = session.known(&after) else { continue };
                if found.add(&after, value) && is_remembered {
                    next.push(after);
                }
                if self.switch.is_stopped() {
                    return Err(WriteError::Interrupted.into());
                }
            }
            layer = next;
        }
        Ok(Sorted::new(found.entries.into_iter().collect()))
    }
}

/// Values of boards by key.
struct Found<'k> {
    keys: &'k Keys,
    entries: HashMap<u128, Value>,
}

impl Found<'_> {
    /// Adds the value of a position, and says whether it is new.
    fn add(&mut self, position: &Position, value: Value) -> bool {
        let key = self.keys.of(position).and_then(|keys| keys.first().copied());
        key.is_some_and(|key| self.entries.insert(key, as_entry(position, value)).is_none())
    }
}

fn after_each_move(position: &Position) -> Vec<Position> {
    let after = |mv| {
        let mut after = position.clone();
        after.play(mv, Seat::First).ok().map(|_| after)
    };
    position.legal_moves().into_iter().filter_map(after).collect()
}
