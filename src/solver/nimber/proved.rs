//! What a search leaves behind: parts whose value is remembered.

use super::board::Board;
use super::options::{Options, look_up};
use crate::board::{Columns, Part, Word};
use crate::games::impartial::{Impartial, Nimber, island};
use crate::solver::race::Unwound;
use hashbrown::HashMap;
use std::ops::ControlFlow;

impl<R: Impartial, W: Word> Board<'_, R, W> {
    /// Every part of known value that play on the regions can come to through parts of known value, up to about
    /// `most` of them. Nothing is searched; parts without a move are left out.
    pub(crate) fn proved(&self, most: usize) -> Result<Vec<(Part<W>, u8)>, Unwound> {
        let mut found = HashMap::new();
        let mut next = Vec::new();
        for region in &self.regions {
            self.note_parts(&region.columns, region.free, &mut found, &mut next);
        }
        while let Some(part) = next.pop() {
            if found.len() >= most {
                break;
            }
            self.means.limits.check().map_err(|_| Unwound)?;
            let columns = self.knowledge.view().geometry.columns(part.cols);
            let _ = R::each_option(columns, part.squares, |taken| {
                self.note_parts(columns, part.squares.minus(taken), &mut found, &mut next);
                ControlFlow::Continue(())
            });
        }
        Ok(found.into_iter().collect())
    }

    /// Adds those parts of a set whose value is known and that are new.
    fn note_parts(&self, columns: &Columns<W>, mut set: W, found: &mut HashMap<Part<W>, u8>, next: &mut Vec<Part<W>>) {
        while !set.is_empty() {
            let island = island::<R, W>(columns, set);
            set = set.minus(island);
            if R::each_option(columns, island, |_| ControlFlow::Break(())).is_continue() {
                continue;
            }
            let part = self.knowledge.view().geometry.part(columns, island);
            if !found.contains_key(&part)
                && let Some(value) = self.known(columns, island)
            {
                found.insert(part, value);
                next.push(part);
            }
        }
    }

    /// The Grundy value of squares that hang together, if it is known without search.
    fn known(&self, columns: &Columns<W>, island: W) -> Option<u8> {
        let view = self.knowledge.view();
        let mut options = Options::new();
        options.split::<R>(&view, columns, island, island);
        options.unknown.iter().try_fold(0, |sum, unknown| match look_up::<R, W>(&view, unknown.part) {
            Nimber::Exactly(value) => Some(sum ^ value),
            Nimber::NoneOf(_) => None,
        })
    }
}
