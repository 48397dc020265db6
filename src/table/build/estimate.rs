//! What a table will take, before it is built.

use super::book::Book;
use super::{Build, Extent, has_parts};
use crate::notation::GameName;
use crate::solver::retrograde::Retrograde;
use crate::table::arrangement::{self, Arrangement};
use crate::table::format::SymmetryKind;

/// What a table will take. Only of whole boards the numbers of positions and entries are exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The positions that it will answer; for parts, the parts.
    pub positions: u64,
    /// The entries that it will have.
    pub entries: u64,
    /// The bytes of memory that building it takes.
    pub memory: u64,
    /// The bytes of the file, about.
    pub bytes: u64,
    /// Seconds of work for one thread, about.
    pub seconds: f64,
}

impl Build {
    /// What it will take.
    pub fn estimate(&self) -> Estimate {
        match self.extent {
            Extent::Whole if has_parts(self.recipe.game) => self.estimate_of_parts(),
            Extent::Whole => self.estimate_of_board(),
            Extent::Plies(plies) => {
                let pages = Book::new(&self.start, plies).map_or(0, |book| book.pages().len() as u64);
                self.estimate_of_search(pages)
            }
            Extent::Search => Estimate { memory: 2 * super::found::MEMORY, ..self.estimate_of_search(1) },
        }
    }

    fn estimate_of_board(&self) -> Estimate {
        let bits = self.bits();
        let (order, head) = arrangement::best_order(bits);
        let symmetry = SymmetryKind::of_game(bits.game);
        let arrangement = Arrangement::new(bits, &order, head, symmetry, bits.may_interchange());
        let entries = arrangement.map_or(0, |arrangement| arrangement.entries());
        let positions = 1u64 << bits.count();
        let bytes = (entries as f64 * BYTES_AN_ENTRY) as u64 + 400;
        let worked_out = match bits.game.rule() {
            Some(rule) => Retrograde::new(bits.size, rule).map_or(positions, |sweep| sweep.positions()),
            None => positions / 4,
        };
        let seconds = worked_out as f64 * SECONDS_A_POSITION + entries as f64 * SECONDS_AN_ENTRY;
        Estimate { positions, entries, memory: worked_out + bytes + (1 << 20), bytes, seconds }
    }

    /// From the numbers of parts of boards that were built.
    fn estimate_of_parts(&self) -> Estimate {
        let area = self.start.size().area() as f64;
        let (growth, least) = if self.recipe.game == GameName::Kings { (0.33, 2.3) } else { (0.72, 4.0) };
        let parts = (growth * area - least).max(0.0).exp2();
        let [positions, memory, bytes] =
            [1.0, BYTES_A_PART_BUILT as f64, BYTES_A_PART].map(|each| (parts * each) as u64);
        let seconds = parts * SECONDS_A_PART;
        Estimate { positions, entries: positions, memory: memory.min(self.memory / 2), bytes: bytes + 400, seconds }
    }

    fn estimate_of_search(&self, pages: u64) -> Estimate {
        let moves = self.start.legal_moves().len() as f64;
        let each = match self.recipe.game {
            GameName::Dots | GameName::DotDot => SECONDS_OF_40_LINES * 2f64.powf(moves - 40.0),
            _ => SECONDS_OF_8X8 * 2f64.powf((moves - 56.0) / 3.0),
        };
        let memory = (1 << 30).min(self.memory / 2);
        Estimate { positions: pages, entries: pages, memory, bytes: pages * 8 + 400, seconds: pages as f64 * each }
    }
}

/// Measured on 3x3 and 3x4 boxes.
const BYTES_AN_ENTRY: f64 = 0.16;
const SECONDS_A_POSITION: f64 = 2e-9;
const SECONDS_AN_ENTRY: f64 = 60e-9;
/// Measured on Cram 6x6 and Blocking 8x8.
pub(super) const BYTES_A_PART_BUILT: u64 = 150;
const BYTES_A_PART: f64 = 3.0;
const SECONDS_A_PART: f64 = 5e-6;
/// Measured on 4x4 boxes and on Domineering 8x8.
const SECONDS_OF_40_LINES: f64 = 100.0;
const SECONDS_OF_8X8: f64 = 1.0;
