//! Opening tables and asking them.

use super::arrangement::Arrangement;
use super::bits::{Bits, grid};
use super::block::{self, Block};
use super::cache::Cache;
use super::error::TableError;
use super::format::{BlockPlace, Body, FIXED, Fixed, Header, Metric};
use super::keys::Keys;
use super::mapped::Mapped;
use super::storage::Source;
use super::verify::VerifyWatch;
use crate::game::Value;
use crate::games::domineering::Turn;
use crate::games::{Position, impartial::Scoring};
use crate::notation::GameName;
use crate::solver::Known;
use rayon::prelude::*;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// An open table. Threads may share it.
#[derive(Debug)]
pub struct Table {
    source: Box<dyn Source>,
    header: Header,
    blocks: Vec<BlockPlace>,
    /// Made when it is first needed: `None` inside where the header's order is none.
    index: OnceLock<Option<Index>>,
    cache: Cache,
}

/// How positions become entries.
#[derive(Debug)]
enum Index {
    Dense { arrangement: Arrangement, boxes: Vec<u64> },
    Sorted(Keys),
}

impl Table {
    /// Opens the table at `path` and checks its header. Values are read when they are asked for.
    ///
    /// # Errors
    /// [`TableError`] where it is none, or is damaged as far as the header tells.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(TableError::NoTable);
        }
        Self::from_source(Box::new(file))
    }

    /// Opens the table at `path` by mapping it into memory: nothing is copied that is not asked for. The file
    /// must not be cut while the table is open, or the system ends the program; [`Table::open`] is safe
    /// from that.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn open_mapped(path: &Path) -> Result<Self, TableError> {
        Self::from_source(Box::new(Mapped::open(path)?))
    }

    /// Opens a table in memory, such as one built into the program.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn from_bytes(bytes: impl Into<Bytes>) -> Result<Self, TableError> {
        Self::from_source(bytes.into().0)
    }

    /// Opens a table wherever it is.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn from_source(source: Box<dyn Source>) -> Result<Self, TableError> {
        let length = source.length()?;
        let mut bytes = [0; FIXED];
        let present = length.min(FIXED as u64) as usize;
        source.read_at(&mut bytes[..present], 0)?;
        if present < FIXED {
            // What is no table at all is told so, however short.
            return Err(if bytes[..8] == super::format::MAGIC {
                TableError::Short { bytes: length }
            } else {
                TableError::NoTable
            });
        }
        let fixed = Fixed::read(bytes, length)?;
        let mut variable = vec![0; fixed.variable];
        source.read_at(&mut variable, FIXED as u64)?;
        let (header, blocks) = Header::read(&fixed, &variable)?;
        let cache = Cache::new(blocks.len());
        Ok(Self { source, header, blocks, index: OnceLock::new(), cache })
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> u64 {
        let streams: u64 = self.blocks.last().map_or(0, |last| last.offset + u64::from(last.length));
        streams + super::format::TRAILER as u64
    }

    /// What the table knows of a position: `None` where it does not hold it. A board that is turned or
    /// mirrored is found.
    ///
    /// # Errors
    /// [`TableError`] where the part of the file that holds it cannot be read or is damaged.
    pub fn probe(&self, position: &Position) -> Result<Option<Known>, TableError> {
        match self.index()? {
            Index::Dense { .. } => {
                let Some(bits) = self.bits().of(position) else { return Ok(None) };
                let value = self.dense_value(bits as u64)?;
                Ok(self.known(position, value))
            }
            Index::Sorted(keys) => {
                let Some(keys) = keys.of(position) else { return Ok(None) };
                let mut sum = None;
                for key in keys {
                    let Some(value) = self.sorted_value(key)? else { return Ok(None) };
                    sum = Some(sum.map_or(value, |sum| sum ^ value));
                }
                // A position without parts is over.
                Ok(self.known(position, sum.unwrap_or(0)))
            }
        }
    }

    /// The value of a board of a dense table, given as the set of its bits: lines that are drawn in the
    /// order of the text form, or squares that are taken, row by row. Bits that the board has not are not
    /// looked at. `None` in a sorted table.
    ///
    /// # Errors
    /// As [`Table::probe`].
    #[inline]
    pub fn value_of_board(&self, bits: u64) -> Result<Option<Value>, TableError> {
        match self.index()? {
            Index::Dense { .. } => self.dense_value(bits).map(Some),
            Index::Sorted(_) => Ok(None),
        }
    }

    /// The value of a key of a sorted table; `None` where it has none, and in a dense table.
    ///
    /// # Errors
    /// As [`Table::probe`].
    #[inline]
    pub fn value_of_key(&self, key: u128) -> Result<Option<Value>, TableError> {
        match self.header.body {
            Body::Dense { .. } => Ok(None),
            Body::Sorted { .. } => self.sorted_value(key),
        }
    }

    /// The keys of a sorted table; `None` in a dense one.
    ///
    /// # Errors
    /// [`TableError::Field`] where the board has no keys.
    pub fn keys(&self) -> Result<Option<&Keys>, TableError> {
        Ok(match self.index()? {
            Index::Sorted(keys) => Some(keys),
            Index::Dense { .. } => None,
        })
    }

    fn bits(&self) -> Bits {
        Bits { game: self.header.game, size: self.header.size }
    }

    fn index(&self) -> Result<&Index, TableError> {
        let made = self.index.get_or_init(|| {
            let Header { symmetry, interchange, .. } = self.header;
            match &self.header.body {
                Body::Dense { order, head } => {
                    let arrangement = Arrangement::new(self.bits(), order, (*head).into(), symmetry, interchange)?;
                    let fits = arrangement.entries() == self.header.entries;
                    fits.then(|| Index::Dense { arrangement, boxes: self.bits().boxes() })
                }
                Body::Sorted { .. } => Keys::with(self.bits(), symmetry, interchange).map(Index::Sorted),
            }
        });
        made.as_ref()
            .ok_or_else(|| TableError::field("the order of the bits", "does not fit the board and the entries"))
    }

    #[inline]
    fn dense_value(&self, bits: u64) -> Result<Value, TableError> {
        let Index::Dense { arrangement, boxes } = self.index()? else { return Err(TableError::NoTable) };
        let bits = bits & ((1 << arrangement.bits()) - 1);
        let entry = arrangement.entry(bits);
        let block_entries = u64::from(self.header.block_entries);
        let block = self.block((entry / block_entries) as u32)?;
        let code = block.code((entry % block_entries) as usize);
        Ok(self.header.coding.value(code, open_boxes(boxes, bits)))
    }

    fn sorted_value(&self, key: u128) -> Result<Option<Value>, TableError> {
        let Some(number) = self.block_of_key(key) else { return Ok(None) };
        let block = self.block(number)?;
        Ok(block.keys.find(key).map(|at| self.header.coding.value(block.code(at), 0)))
    }

    #[inline]
    fn block(&self, number: u32) -> Result<Arc<Block>, TableError> {
        self.cache.get(number, || self.decode(number))
    }

    /// Reads, checks and decodes a block.
    pub(super) fn decode(&self, number: u32) -> Result<Block, TableError> {
        let place = &self.blocks[number as usize];
        let mut stream = vec![0; place.length as usize];
        self.source.read_at(&mut stream, place.offset)?;
        block::decode(&self.header, number, place, &stream)
    }

    /// The value of every position of a dense table, by its bits; `None` where it was broken off.
    ///
    /// # Errors
    /// As [`Table::probe`], and where a value is too large for a byte.
    pub(super) fn every_value(&self, watch: VerifyWatch<'_>) -> Result<Option<Vec<i8>>, TableError> {
        let Index::Dense { arrangement, boxes } = self.index()? else { return Err(TableError::NoTable) };
        let blocks = self.every_block()?;
        let block_entries = u64::from(self.header.block_entries);
        let value = |bits: u64| {
            let entry = arrangement.entry(bits);
            let code = blocks[(entry / block_entries) as usize].code((entry % block_entries) as usize);
            let value = self.header.coding.value(code, open_boxes(boxes, bits));
            i8::try_from(value).map_err(|_| TableError::field("the code of values", "leads to values out of range"))
        };
        let mut values = vec![0; 1 << arrangement.bits()];
        let done = AtomicU64::new(0);
        let all = values.len() as u64;
        let is_whole = values.par_chunks_mut(1 << 14).enumerate().map(|(chunk, values)| {
            for (at, slot) in values.iter_mut().enumerate() {
                *slot = value((chunk << 14 | at) as u64)?;
            }
            let done = done.fetch_add(values.len() as u64, Ordering::Relaxed);
            Ok(watch(done, all).is_continue())
        });
        // Whether any was broken off; the first error before all.
        let is_whole = is_whole.try_reduce(|| true, |a, b| Ok::<bool, TableError>(a && b))?;
        Ok(is_whole.then_some(values))
    }

    /// All blocks, decoded: where every entry is asked for, the cache is too small.
    pub(super) fn every_block(&self) -> Result<Vec<Block>, TableError> {
        (0..self.block_count()).into_par_iter().map(|number| self.decode(number)).collect()
    }

    /// The value of a key of a sorted table of which these are the blocks.
    pub(super) fn value_in(&self, blocks: &[Block], key: u128) -> Option<Value> {
        let block = &blocks[self.block_of_key(key)? as usize];
        block.keys.find(key).map(|at| self.header.coding.value(block.code(at), 0))
    }

    /// The block that has a key if any has.
    fn block_of_key(&self, key: u128) -> Option<u32> {
        let after = self.blocks.partition_point(|place| place.first_key <= key);
        after.checked_sub(1).map(|number| number as u32)
    }

    /// How many positions a dense table answers for.
    pub(super) fn positions(&self) -> u64 {
        match self.header.body {
            Body::Dense { .. } => 1u64.checked_shl(self.bits().count() as u32).unwrap_or(u64::MAX),
            Body::Sorted { .. } => self.header.entries,
        }
    }

    /// The bytes of all blocks together, once decoded.
    pub(super) fn decoded_bytes(&self) -> u64 {
        (0..self.block_count()).map(|block| self.header.decoded_length(self.header.entries_of_block(block))).sum()
    }

    /// How many blocks the entries lie in.
    pub fn block_count(&self) -> u32 {
        self.blocks.len() as u32
    }

    pub(super) fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// The keys of a block, ascending (none in a dense table), and the value of each entry of it. A block has at
    /// most 1 MiB before keys and values are unpacked.
    ///
    /// # Errors
    /// As [`Table::probe`].
    ///
    /// # Panics
    /// Where `number` is not less than [`Table::block_count`].
    pub fn entries_of_block(&self, number: u32) -> Result<(Vec<u128>, Vec<Value>), TableError> {
        let index = self.index()?;
        let block = self.block(number)?;
        let first = u64::from(number) * u64::from(self.header.block_entries);
        let value = |at: u32| {
            let open = match index {
                Index::Dense { arrangement, boxes } if self.header.coding.low.is_none() => {
                    open_boxes(boxes, arrangement.position(first + u64::from(at)))
                }
                _ => 0,
            };
            self.header.coding.value(block.code(at as usize), open)
        };
        let values = (0..self.header.entries_of_block(number)).map(value).collect();
        Ok((block.keys.iter().collect(), values))
    }

    /// The key of an entry, or the position, as a set of bits, that has it in a dense table.
    pub(super) fn number_of_entry(&self, entry: u64) -> Result<u128, TableError> {
        match self.index()? {
            Index::Dense { arrangement, .. } => Ok(arrangement.position(entry).into()),
            Index::Sorted(_) => {
                let block_entries = u64::from(self.header.block_entries);
                let block = self.block((entry / block_entries) as u32)?;
                Ok(block.keys.iter().nth((entry % block_entries) as usize).unwrap_or(0))
            }
        }
    }

    /// The position that is a set of bits of the board, vertical to move in Domineering.
    pub(super) fn board_position(&self, bits: u128) -> Position {
        self.bits().position(bits, Some(Turn::Vertical))
    }

    /// A value of the table in the words of an answer; `None` where it is not known.
    fn known(&self, position: &Position, value: Value) -> Option<Known> {
        match (self.header.metric, position) {
            (Metric::Margin, _) => Some(Known { value, grundy: None }),
            (Metric::Nimber, _) => {
                let scoring = if position.game() == GameName::Xo { Scoring::Tiles } else { Scoring::LastMove };
                Some(Known { value: scoring.value(value != 0), grundy: u16::try_from(value).ok() })
            }
            (Metric::Winner, Position::Domineering(board)) => {
                let turned = grid(position)?.size() != self.header.size;
                let vertical = (board.turn()? == Turn::Vertical) != turned;
                let (wins, unknown) = if vertical { (1, 4) } else { (2, 8) };
                (value & unknown == 0).then_some(Known { value: if value & wins != 0 { 1 } else { -1 }, grundy: None })
            }
            (Metric::Winner, _) => None,
        }
    }
}

/// How many boxes have a side that is not drawn.
#[inline]
fn open_boxes(boxes: &[u64], drawn: u64) -> u32 {
    boxes.iter().filter(|&&sides| drawn & sides != sides).count() as u32
}

/// The bytes of a table in memory, whoever owns them.
#[derive(Debug)]
pub struct Bytes(Box<dyn Source>);

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Box::new(bytes))
    }
}

impl From<&'static [u8]> for Bytes {
    fn from(bytes: &'static [u8]) -> Self {
        Self(Box::new(bytes))
    }
}
