//! The values of every position of a board, and of every part that play on one can leave.

use super::estimate::BYTES_A_PART_BUILT;
use super::{Build, BuildError, Sorted, Stage};
use crate::board::Part;
use crate::game::Value;
use crate::games::cram::Cram;
use crate::games::domineering::{MOST_SQUARES_OF_OUTCOMES, Outcomes, Turn};
use crate::games::kings::Kings;
use crate::notation::GameName;
use crate::solver::retrograde::{Retrograde, WholeBoard};
use crate::solver::{PartsHalted, part_nimbers};
use crate::table::bits::Bits;
use crate::table::error::WriteError;
use crate::table::keys::Keys;

/// The value of every position of a board.
#[derive(Debug)]
pub(super) enum Dense {
    Dots(WholeBoard),
    Domineering(Outcomes),
}

impl Dense {
    /// The value of a position, given as the set of its bits.
    #[inline]
    pub(super) fn value(&self, position: u64) -> Value {
        match self {
            Self::Dots(board) => board.value_of(position.into()),
            Self::Domineering(outcomes) => {
                let free = !(position as u32) & (!0 >> (32 - outcomes.squares()));
                let wins = |turn| Value::from(outcomes.wins(free, turn) == Some(true));
                wins(Turn::Vertical) | wins(Turn::Horizontal) << 1
            }
        }
    }
}

/// The lines of 3x4: 2^31 positions.
const MOST_LINES: usize = 32;

/// Whether a table of all positions of a board can be built; if not, why.
pub(super) fn check(bits: Bits) -> Result<(), String> {
    let (size, count) = (bits.size, bits.count());
    if bits.game.rule().is_some() {
        let message = format!(
            "a board of {size} boxes has {count} lines, and a table of all positions can have {MOST_LINES}, as 3x4 \
             has: build a book of the first moves, with --plies"
        );
        return if count > MOST_LINES { Err(message) } else { Ok(()) };
    }
    let message = format!(
        "a board of {size} has {count} squares, and a table of all fillings can have {MOST_SQUARES_OF_OUTCOMES}, as \
         5x6 has: build a book of the first moves, with --plies"
    );
    if count > MOST_SQUARES_OF_OUTCOMES { Err(message) } else { Ok(()) }
}

/// Works out every position of the board.
pub(super) fn values(build: &Build) -> Result<Dense, BuildError> {
    let (game, size) = (build.recipe.game, build.recipe.size);
    let Some(rule) = game.rule() else {
        build.progress.show(Stage::Positions, 0, 1 << build.bits().count());
        let too_large =
            || BuildError::Unsupported(format!("a board of {size} is too large for a table of all fillings"));
        return Outcomes::of(size).map(Dense::Domineering).ok_or_else(too_large);
    };
    let sweep = Retrograde::new(size, rule)?.threads(build.threads);
    build.progress.show(Stage::Positions, 0, sweep.positions());
    let sweep = sweep.stopped_by(build.switch.clone()).shown_by(build.work());
    Ok(Dense::Dots(sweep.build()?))
}

impl Build {
    /// Every part that play can leave, by key.
    pub(super) fn parts(&self) -> Result<Sorted, BuildError> {
        let keys = self.keys()?;
        let roots = keys.of(&self.start).unwrap_or_default();
        let roots: Vec<Part<u128>> = roots.into_iter().filter_map(|key| keys.part(key)).collect();
        self.progress.show(Stage::Positions, 0, 0);
        let most = self.memory / BYTES_A_PART_BUILT;
        let found = match self.recipe.game {
            GameName::Kings => part_nimbers::<Kings>(&roots, most, self.threads, &self.switch, &self.work()),
            _ => part_nimbers::<Cram>(&roots, most, self.threads, &self.switch, &self.work()),
        };
        let found = found.map_err(|halted| match halted {
            PartsHalted::Stopped => BuildError::Write(WriteError::Interrupted),
            PartsHalted::Full => BuildError::Full { allowed: self.memory },
        })?;
        let entry = |(part, value): (Part<u128>, u8)| Some((keys.of_part(part)?, value.into()));
        Ok(Sorted::new(found.into_iter().filter_map(entry).collect()))
    }

    pub(super) fn keys(&self) -> Result<Keys, BuildError> {
        let (game, size) = (self.recipe.game, self.recipe.size);
        let too_large = || BuildError::Unsupported(format!("a board of {size} is too large for a table of {game}"));
        Keys::new(game, size).ok_or_else(too_large)
    }
}
