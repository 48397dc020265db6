//! Writing tables: all of it or nothing, and the same bytes everywhere.

use super::arrangement::{self, Arrangement};
use super::bits::Bits;
use super::block;
use super::digest::Identity;
use super::error::WriteError;
use super::format::{Body, Coding, EncodedBlock, Header, Metric, SymmetryKind};
use super::metadata::Metadata;
use super::storage::{Disk, Storage};
use crate::board::Size;
use crate::game::Value;
use crate::notation::GameName;
use rayon::prelude::*;
use std::fmt::{self, Debug};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What a table is about and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The game: any but XO, which is answered by tables of Cram.
    pub game: GameName,
    /// The board: boxes in dots, squares elsewhere.
    pub size: Size,
    /// How the values were found.
    pub metadata: Metadata,
}

/// The values of a table: margins in dots, as the mover sees them; sums of [`Metric::Winner`] in
/// Domineering; Grundy values in Cram and Blocking.
#[derive(Clone, Copy)]
pub enum Content<'c> {
    /// The value of every position of the board, given as the set of its bits: lines that are drawn in
    /// the order of the text form, or squares that are taken, row by row. It is asked once for each entry,
    /// from several threads, and must not depend on which of several equal images it is asked of.
    Dense(&'c (dyn Fn(u64) -> Value + Sync)),
    /// Some positions by their [`super::Keys`], ascending, with their values.
    Sorted {
        /// The keys.
        keys: &'c [u128],
        /// The value of each.
        values: &'c [Value],
    },
}

impl Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dense(_) => f.write_str("Dense"),
            Self::Sorted { keys, .. } => write!(f, "Sorted({} entries)", keys.len()),
        }
    }
}

/// Is told after each few blocks how many are done and how many there are, and may break the work off.
pub type Watch<'w> = &'w mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Is handed every block that was compressed.
pub(super) type Keep<'k> = &'k mut dyn FnMut(&[u8]) -> io::Result<()>;

/// What is done, and who is told.
struct Progress<'p> {
    watch: Watch<'p>,
    done: Vec<Vec<u8>>,
    keep: Keep<'p>,
}

/// The bytes of a decoded block, about: a probe that finds its block not decoded takes as long as
/// decoding one, and smaller ones compress worse.
const BLOCK_BYTES: u64 = 64 << 10;
/// The blocks that are compressed before the next ones are begun.
const WAVE: usize = 64;

/// The table as bytes. They depend on the recipe and the values alone.
///
/// # Errors
/// [`WriteError::Content`] where the values cannot be those of such a table, [`WriteError::Interrupted`]
/// where `watch` broke it off.
pub fn encode(recipe: &Recipe, content: Content<'_>, watch: Watch<'_>) -> Result<Vec<u8>, WriteError> {
    encode_on(recipe, content, watch, Vec::new(), &mut |_| Ok(()))
}

/// Encodes a table of which the blocks `done` are compressed already, and hands out every one that is
/// not. A block that does not hold the values is compressed anew.
pub(super) fn encode_on(
    recipe: &Recipe,
    content: Content<'_>,
    watch: Watch<'_>,
    done: Vec<Vec<u8>>,
    keep: Keep<'_>,
) -> Result<Vec<u8>, WriteError> {
    let mut progress = Progress { watch, done, keep };
    let bits = Bits { game: recipe.game, size: recipe.size };
    if recipe.game == GameName::Xo {
        return Err(WriteError::Content("XO has no tables of its own: build one of cram".to_owned()));
    }
    let mut header = Header {
        game: recipe.game,
        size: recipe.size,
        metric: Metric::of(recipe.game),
        symmetry: SymmetryKind::of_game(recipe.game),
        interchange: bits.may_interchange(),
        body: Body::Sorted { key_bytes: 1 },
        coding: Coding { bits: 1, low: Some(0) },
        entries: 0,
        block_entries: 1,
        identity: [0; 32],
        metadata: recipe.metadata.clone(),
    };
    let blocks = match content {
        Content::Dense(value) => dense(&mut header, bits, value, &mut progress)?,
        Content::Sorted { keys, values } => sorted(&mut header, keys, values, &mut progress)?,
    };
    header.file(&blocks).ok_or_else(|| WriteError::Content("the metadata take more than 4,096 bytes".to_owned()))
}

impl Recipe {
    /// What the blocks of its table depend on, but for the values.
    pub(super) fn task(&self) -> Vec<u8> {
        format!("{:?}", self).into_bytes()
    }
}

/// Writes the table to `path`: to a file beside it first, which takes its name when it is whole and on the
/// disk. Where it fails, what was at `path` before is there still.
///
/// # Errors
/// [`WriteError`] says what went wrong, and with which file.
pub fn write(path: &Path, recipe: &Recipe, content: Content<'_>) -> Result<(), WriteError> {
    let bytes = encode(recipe, content, &mut |_, _| ControlFlow::Continue(()))?;
    save(&Disk, path, &bytes)
}

/// Writes the bytes of a table as [`write`](fn@write) does.
///
/// # Errors
/// [`WriteError`] says what went wrong, and with which file.
pub fn save(storage: &dyn Storage, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let unfinished = unfinished(path);
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::WouldBlock => WriteError::Busy { path: unfinished.display().to_string() },
        _ => WriteError::Write { path: path.display().to_string(), source },
    };
    let mut file = storage.create(&unfinished).map_err(failed)?;
    let written = file.write_all(bytes).and_then(|()| file.flush()).and_then(|()| file.sync());
    // The lock lasts until the file has its name.
    let renamed = written.and_then(|()| storage.rename(&unfinished, path));
    if let Err(error) = renamed {
        // It is the first error that counts; the next run empties the file.
        let _ = storage.remove(&unfinished);
        return Err(failed(error));
    }
    drop(file);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    storage.sync_folder(folder).map_err(failed)
}

/// The file beside `path` that a table is written to before it is whole.
pub fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// The fewest bits that numbers to `most` fit in.
fn width(most: u32) -> u8 {
    (32 - most.leading_zeros()).max(1) as u8
}

fn content(message: impl Into<String>) -> WriteError {
    WriteError::Content(message.into())
}

fn dense(
    header: &mut Header,
    bits: Bits,
    value: &(dyn Fn(u64) -> Value + Sync),
    progress: &mut Progress<'_>,
) -> Result<Vec<EncodedBlock>, WriteError> {
    let (order, head) = arrangement::best_order(bits);
    let arrangement = Arrangement::new(bits, &order, head, header.symmetry, header.interchange)
        .ok_or_else(|| content(format!("a board of {} {} is too large for a table of all", bits.size, bits.game)))?;
    header.entries = arrangement.entries();
    header.body = Body::Dense { order, head: head as u8 };
    header.coding = match header.metric {
        Metric::Margin => Coding { bits: width(bits.size.area() as u32), low: None },
        Metric::Winner => Coding { bits: 2, low: Some(0) },
        Metric::Nimber => {
            let most = (0..header.entries).into_par_iter().map(|entry| value(arrangement.position(entry))).max();
            Coding { bits: width(most.unwrap_or(0).max(0) as u32), low: Some(0) }
        }
    };
    header.block_entries = (BLOCK_BYTES * 8 / u64::from(header.coding.bits)).min(header.entries) as u32;
    let boxes = bits.boxes();
    let codes = |header: &Header, block: u32| {
        let from = u64::from(block) * u64::from(header.block_entries);
        let positions =
            (from..from + u64::from(header.entries_of_block(block))).map(|entry| arrangement.position(entry));
        let values = positions.map(|position| {
            let value = value(position);
            let open = boxes.iter().filter(|&&sides| position & sides != sides).count() as u32;
            let code = header.coding.code(value, open).ok_or_else(|| {
                content(format!("{} cannot have the value {value}", bits.position(position.into(), None)))
            })?;
            Ok((code, value))
        });
        values.collect::<Result<(Vec<u16>, Vec<Value>), WriteError>>()
    };
    encode_blocks(header, &[], codes, progress)
}

fn sorted(
    header: &mut Header,
    keys: &[u128],
    values: &[Value],
    progress: &mut Progress<'_>,
) -> Result<Vec<EncodedBlock>, WriteError> {
    if keys.len() != values.len() || !keys.is_sorted_by(|a, b| a < b) {
        return Err(content("each key needs one value, and keys ascend"));
    }
    let (Some(&last), Some(&low), Some(&high)) = (keys.last(), values.iter().min(), values.iter().max()) else {
        return Err(content("there is no entry"));
    };
    let key_bytes = (128 - last.leading_zeros()).div_ceil(8).max(1) as u8;
    header.entries = keys.len() as u64;
    header.body = Body::Sorted { key_bytes };
    header.coding = Coding { bits: width((i32::from(high) - i32::from(low)) as u32), low: Some(low) };
    let entry_bits = u64::from(key_bytes) * 8 + u64::from(header.coding.bits);
    header.block_entries = (BLOCK_BYTES * 8 / entry_bits).min(header.entries) as u32;
    let codes = |header: &Header, block: u32| {
        let from = block as usize * header.block_entries as usize;
        let values = &values[from..from + header.entries_of_block(block) as usize];
        let code = |&value: &Value| header.coding.code(value, 0).ok_or_else(|| content("a value is out of range"));
        Ok((values.iter().map(code).collect::<Result<_, _>>()?, values.to_vec()))
    };
    encode_blocks(header, keys, codes, progress)
}

/// Compresses the blocks on all threads, in waves, and gathers the identity in their order.
fn encode_blocks(
    header: &mut Header,
    keys: &[u128],
    codes: impl Fn(&Header, u32) -> Result<(Vec<u16>, Vec<Value>), WriteError> + Sync,
    progress: &mut Progress<'_>,
) -> Result<Vec<EncodedBlock>, WriteError> {
    let count = header.entries.div_ceil(header.block_entries.into()) as u32;
    let keys_of = |block: u32| {
        let from = (block as usize * header.block_entries as usize).min(keys.len());
        &keys[from..(from + header.block_entries as usize).min(keys.len())]
    };
    let mut identity = Identity::new(&header.identity_prefix(), header.key_bytes());
    let mut blocks = Vec::with_capacity(count as usize);
    while (blocks.len() as u32) < count {
        let wave = blocks.len() as u32..count.min((blocks.len() + WAVE) as u32);
        let encode = |block: u32| {
            let (codes, values) = codes(header, block)?;
            let decoded = block::decoded(keys_of(block), header.key_bytes(), &codes, header.coding.bits);
            let kept = progress.done.get(block as usize).filter(|stream| block::decodes_to(stream, &decoded));
            let stream = match kept {
                Some(stream) => stream.clone(),
                None => block::compressed(&decoded).map_err(|error| content(error.to_string()))?,
            };
            let first_key = keys_of(block).first().copied().unwrap_or(0);
            Ok((EncodedBlock { stream, first_key }, values))
        };
        let encoded = wave.clone().into_par_iter().map(encode).collect::<Result<Vec<_>, WriteError>>()?;
        for (number, (block, values)) in wave.zip(encoded) {
            identity.add(keys_of(number), values.into_iter());
            if number as usize >= progress.done.len() {
                (progress.keep)(&block.stream).map_err(|source| WriteError::Write {
                    path: "the journal of the work that is done".to_owned(),
                    source,
                })?;
            }
            blocks.push(block);
        }
        if (progress.watch)(blocks.len() as u64, count.into()).is_break() {
            return Err(WriteError::Interrupted);
        }
    }
    header.identity = identity.finish();
    Ok(blocks)
}
