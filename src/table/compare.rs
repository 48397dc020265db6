//! Comparing tables.

use super::error::TableError;
use super::format::Body;
use super::open::Table;
use crate::game::Value;
use std::cmp::Ordering;

/// How two tables differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They hold the same values, however they are written.
    Equal,
    /// They are about different boards, or one holds whole boards and the other some positions.
    Incomparable,
    /// They differ, first at this position or part.
    Different {
        /// The position or part.
        position: String,
        /// What the first table says; `None` where it does not hold it.
        first: Option<Value>,
        /// What the second table says.
        second: Option<Value>,
    },
}

impl Table {
    /// Compares the values of two tables; where they differ, finds the first entry of this one that does.
    ///
    /// # Errors
    /// [`TableError`] where one of them cannot be read or is damaged.
    pub fn compare(&self, other: &Self) -> Result<Comparison, TableError> {
        let (a, b) = (self.header(), other.header());
        if (a.game, a.size, a.metric) != (b.game, b.size, b.metric) {
            return Ok(Comparison::Incomparable);
        }
        match (&a.body, &b.body) {
            (Body::Dense { .. }, Body::Dense { .. }) => self.compare_dense(other),
            (Body::Sorted { .. }, Body::Sorted { .. }) => self.compare_sorted(other),
            _ => Ok(Comparison::Incomparable),
        }
    }

    fn compare_dense(&self, other: &Self) -> Result<Comparison, TableError> {
        for block in 0..self.block_count() {
            let first = u64::from(block) * u64::from(self.header().block_entries);
            for (at, value) in (first..).zip(self.entries_of_block(block)?.1) {
                let position = self.number_of_entry(at)?;
                let theirs = other.value_of_board(position as u64)?;
                if theirs != Some(value) {
                    return Ok(self.different(position, Some(value), theirs));
                }
            }
        }
        Ok(Comparison::Equal)
    }

    fn compare_sorted(&self, other: &Self) -> Result<Comparison, TableError> {
        let (mut ours, mut theirs) = (Entries::new(self), Entries::new(other));
        loop {
            let (a, b) = (ours.next()?, theirs.next()?);
            let (Some(a), Some(b)) = (a, b) else {
                return Ok(match a.or(b) {
                    None => Comparison::Equal,
                    Some((key, _)) => self.different(key, a.map(|a| a.1), b.map(|b| b.1)),
                });
            };
            match a.0.cmp(&b.0) {
                Ordering::Equal if a.1 == b.1 => {}
                Ordering::Equal => return Ok(self.different(a.0, Some(a.1), Some(b.1))),
                Ordering::Less => return Ok(self.different(a.0, Some(a.1), None)),
                Ordering::Greater => return Ok(self.different(b.0, None, Some(b.1))),
            }
        }
    }

    fn different(&self, position: u128, first: Option<Value>, second: Option<Value>) -> Comparison {
        Comparison::Different { position: self.name(position), first, second }
    }
}

/// The entries of a sorted table, one after the other.
struct Entries<'t> {
    table: &'t Table,
    block: u32,
    entries: std::vec::IntoIter<(u128, Value)>,
}

impl<'t> Entries<'t> {
    fn new(table: &'t Table) -> Self {
        Self { table, block: 0, entries: Vec::new().into_iter() }
    }

    fn next(&mut self) -> Result<Option<(u128, Value)>, TableError> {
        loop {
            if let Some(entry) = self.entries.next() {
                return Ok(Some(entry));
            }
            if self.block == self.table.block_count() {
                return Ok(None);
            }
            let (keys, values) = self.table.entries_of_block(self.block)?;
            self.entries = keys.into_iter().zip(values).collect::<Vec<_>>().into_iter();
            self.block += 1;
        }
    }
}
