//! The bytes of a table: the only place that knows offsets. `tables/FORMAT.md` is the definition.

use super::arrangement::{MOST_BITS, MOST_HEAD};
use super::error::TableError;
use super::metadata::{self, Metadata};
use crate::board::{Size, Symmetry};
use crate::game::Value;
use crate::notation::GameName;

/// The first bytes of every table.
pub(super) const MAGIC: [u8; 8] = *b"\x89GST\r\n\x1a\n";
/// The version of the format.
pub(super) const VERSION: u16 = 1;
/// The version of the rules of the games.
pub(super) const RULES: u16 = 1;
/// The bytes of the fixed part.
pub(super) const FIXED: usize = 128;
/// The bytes of the SHA-256 at the end.
pub(super) const TRAILER: usize = 32;
/// The most bytes that a block has once decoded.
pub(super) const MOST_BLOCK: u64 = 1 << 20;
const MOST_BLOCKS: u32 = 1 << 17;
const BYTE_ORDER: u32 = 0x0102_0304;

/// What the values of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// The mover's margin in boxes.
    Margin,
    /// Who wins: the sum of 1 where vertical wins if it moves first, 2 where horizontal does, 4 where it is
    /// not known of vertical and 8 where it is not of horizontal.
    Winner,
    /// The Grundy value.
    Nimber,
}

impl Metric {
    /// What tables of a game hold.
    pub fn of(game: GameName) -> Self {
        match game {
            GameName::Dots | GameName::DotDot => Self::Margin,
            GameName::Domineering => Self::Winner,
            GameName::Cram | GameName::Xo | GameName::Kings => Self::Nimber,
        }
    }

    /// The name in words and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Margin => "margin",
            Self::Winner => "winner",
            Self::Nimber => "nimber",
        }
    }
}

/// Which symmetries of the board a table makes use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymmetryKind {
    /// None.
    None,
    /// The four reflections.
    Reflections,
    /// These, and on a square board transposition.
    All,
}

impl SymmetryKind {
    /// All that keep the values of a game.
    pub fn of_game(game: GameName) -> Self {
        if game == GameName::Domineering { Self::Reflections } else { Self::All }
    }

    /// The symmetries of a board, the identity first.
    pub(super) fn of(self, size: Size) -> impl Iterator<Item = Symmetry> {
        let most = match self {
            Self::None => 1,
            Self::Reflections => 4,
            Self::All => 8,
        };
        size.symmetries().take(most)
    }
}

/// How a value is written as a number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coding {
    /// The bits of the number, 1 to 16.
    pub bits: u8,
    /// The value is this plus the number; `None` where it is twice the number less the open boxes.
    pub low: Option<Value>,
}

impl Coding {
    /// The value that `code` stands for on a position with `open` open boxes.
    #[inline]
    pub(super) fn value(self, code: u16, open: u32) -> Value {
        match self.low {
            Some(low) => low.wrapping_add_unsigned(code),
            None => (2 * i32::from(code) - open as i32) as Value,
        }
    }

    /// The code of a value; `None` where it has none.
    #[inline]
    pub(super) fn code(self, value: Value, open: u32) -> Option<u16> {
        let code = match self.low {
            Some(low) => i32::from(value) - i32::from(low),
            None => {
                let twice = i32::from(value) + open as i32;
                if twice & 1 != 0 {
                    return None;
                }
                twice >> 1
            }
        };
        u16::try_from(code).ok().filter(|&code| u32::from(code) >> self.bits == 0)
    }
}

/// How the entries of a table are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Every position of the board has an entry.
    Dense {
        /// The bits of a position in the order of the table.
        order: Vec<u8>,
        /// How many of the last choose the class.
        head: u8,
    },
    /// Some positions have one, by their key.
    Sorted {
        /// The bytes of a key.
        key_bytes: u8,
    },
}

/// All that a table says before its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game; XO has no tables of its own.
    pub game: GameName,
    /// The board: boxes in dots, squares elsewhere.
    pub size: Size,
    /// What the values are.
    pub metric: Metric,
    /// The symmetries made use of.
    pub symmetry: SymmetryKind,
    /// Whether outer lines of a box are taken as interchangeable.
    pub interchange: bool,
    /// How the entries are found.
    pub body: Body,
    /// How values are written.
    pub coding: Coding,
    /// How many entries there are.
    pub entries: u64,
    /// How many of them a block has.
    pub block_entries: u32,
    /// SHA-256 of the decoded values.
    pub identity: [u8; 32],
    /// How it was made.
    pub metadata: Metadata,
}

/// Where a block is and how it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockPlace {
    /// Where it begins in the file.
    pub(super) offset: u64,
    /// The bytes of its stream.
    pub(super) length: u32,
    /// The CRC-32 of these bytes.
    pub(super) checksum: u32,
    /// Its first key; 0 in a dense table.
    pub(super) first_key: u128,
}

/// A number of `N` bytes at `at`; the caller knows that they are there.
fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(number(bytes, at))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(number(bytes, at))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(number(bytes, at))
}

/// The fixed part, checked as far as it can be alone.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    bytes: [u8; FIXED],
    /// The bytes of the order, the metadata and the directory together.
    pub(super) variable: usize,
}

impl Fixed {
    /// Reads the fixed part of a file of `length` bytes.
    pub(super) fn read(bytes: [u8; FIXED], length: u64) -> Result<Self, TableError> {
        magic(&bytes)?;
        match u16_at(&bytes, 8) {
            VERSION => {}
            found if found == VERSION.swap_bytes() => return Err(TableError::ByteOrder),
            found => return Err(TableError::Version { found }),
        }
        if u32_at(&bytes, 12) != BYTE_ORDER {
            return Err(TableError::ByteOrder);
        }
        match u16_at(&bytes, 10) {
            RULES => {}
            found => return Err(TableError::Rules { found }),
        }
        let said = u64_at(&bytes, 40);
        if said != length {
            return Err(TableError::Length { said, found: length });
        }
        let (order, metadata) = (u32_at(&bytes, 60) as usize, u32_at(&bytes, 56) as usize);
        if order > MOST_BITS || metadata > metadata::MOST_BYTES {
            return Err(TableError::field("a length", "is too large"));
        }
        let blocks = u32_at(&bytes, 52);
        if blocks == 0 || blocks > MOST_BLOCKS || bytes[30] > 16 {
            return Err(TableError::field("the number of blocks", "is out of range"));
        }
        let variable = order + metadata + blocks as usize * (8 + usize::from(bytes[30]));
        if (FIXED + variable + TRAILER) as u64 > length {
            return Err(TableError::field("the directory", "is longer than the file"));
        }
        Ok(Self { bytes, variable })
    }
}

/// Whether the first bytes are those of a table.
fn magic(bytes: &[u8; FIXED]) -> Result<(), TableError> {
    if bytes[..8] == MAGIC {
        return Ok(());
    }
    // What is left of it after a carriage return was added or taken, or the eighth bit.
    let is_ours = bytes[1..4] == MAGIC[1..4] && (bytes[0] | 0x80) == MAGIC[0];
    Err(if is_ours { TableError::TextMode } else { TableError::NoTable })
}

impl Header {
    /// Reads the whole header: the fixed part and what follows it up to the first block.
    pub(super) fn read(fixed: &Fixed, variable: &[u8]) -> Result<(Self, Vec<BlockPlace>), TableError> {
        let bytes = &fixed.bytes;
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&bytes[..FIXED - 4]);
        checksum.update(variable);
        if checksums_count() && checksum.finalize() != u32_at(bytes, FIXED - 4) {
            return Err(TableError::HeaderChecksum);
        }
        let order_length = u32_at(bytes, 60) as usize;
        let metadata_length = u32_at(bytes, 56) as usize;
        let (order, rest) = variable.split_at(order_length);
        let (metadata, directory) = rest.split_at(metadata_length);
        let game = game(bytes[16], bytes[17])?;
        let header = Self {
            game,
            size: size(bytes)?,
            metric: metric(bytes[22], game)?,
            symmetry: symmetry(bytes[23], game)?,
            interchange: interchange(bytes[25], game)?,
            body: body(bytes, order)?,
            coding: coding(bytes, game)?,
            entries: u64_at(bytes, 32),
            block_entries: u32_at(bytes, 48),
            identity: number(bytes, 64),
            metadata: Metadata::from_bytes(metadata)
                .ok_or_else(|| TableError::field("the metadata", "is unreadable"))?,
        };
        if bytes[96..FIXED - 4].iter().any(|&byte| byte != 0) {
            return Err(TableError::field("a byte that is kept for later", "is not zero"));
        }
        header.check_blocks(u32_at(bytes, 52))?;
        let first = (FIXED + variable.len()) as u64;
        let end = u64_at(bytes, 40) - TRAILER as u64;
        let places = places(directory, bytes[30].into(), first, end)?;
        Ok((header, places))
    }

    fn check_blocks(&self, blocks: u32) -> Result<(), TableError> {
        if self.entries == 0 || self.block_entries == 0 {
            return Err(TableError::field("the number of entries", "is zero"));
        }
        if self.decoded_length(self.block_entries) > MOST_BLOCK {
            return Err(TableError::field("the number of entries of a block", "is too large"));
        }
        if self.entries.div_ceil(self.block_entries.into()) != u64::from(blocks) {
            return Err(TableError::field("the number of blocks", "does not fit that of the entries"));
        }
        Ok(())
    }

    /// The bytes of a decoded block of so many entries.
    pub(super) fn decoded_length(&self, entries: u32) -> u64 {
        let entries = u64::from(entries);
        entries * self.key_bytes() as u64 + (entries * u64::from(self.coding.bits)).div_ceil(8)
    }

    /// The bytes of a key; 0 in a dense table.
    pub(super) fn key_bytes(&self) -> usize {
        match self.body {
            Body::Dense { .. } => 0,
            Body::Sorted { key_bytes } => key_bytes.into(),
        }
    }

    /// How many entries a block has.
    pub(super) fn entries_of_block(&self, block: u32) -> u32 {
        let before = u64::from(block) * u64::from(self.block_entries);
        self.entries.saturating_sub(before).min(self.block_entries.into()) as u32
    }

    fn order(&self) -> &[u8] {
        match &self.body {
            Body::Dense { order, .. } => order,
            Body::Sorted { .. } => &[],
        }
    }

    /// What the identity of a table begins with.
    pub(super) fn identity_prefix(&self) -> Vec<u8> {
        let mut fixed = [0; FIXED];
        self.put_subject(&mut fixed);
        [&fixed[16..26], self.order()].concat()
    }

    /// Bytes 16 to 25: what is asked of the table.
    fn put_subject(&self, fixed: &mut [u8; FIXED]) {
        (fixed[16], fixed[17]) = match self.game {
            GameName::Dots => (1, 0),
            GameName::DotDot => (1, 1),
            GameName::Domineering => (2, 0),
            GameName::Cram | GameName::Xo => (3, 0),
            GameName::Kings => (4, 0),
        };
        fixed[18..20].copy_from_slice(&(self.size.rows() as u16).to_le_bytes());
        fixed[20..22].copy_from_slice(&(self.size.cols() as u16).to_le_bytes());
        fixed[22] = match self.metric {
            Metric::Margin => 1,
            Metric::Winner => 2,
            Metric::Nimber => 3,
        };
        fixed[23] = match self.symmetry {
            SymmetryKind::None => 0,
            SymmetryKind::Reflections => 1,
            SymmetryKind::All => 2,
        };
        (fixed[24], fixed[30], fixed[31]) = match self.body {
            Body::Dense { head, .. } => (1, 0, head),
            Body::Sorted { key_bytes } => (2, key_bytes, 0),
        };
        fixed[25] = self.interchange.into();
    }

    /// The file: the header for these blocks, the blocks, the checksum. `None` where the metadata are too
    /// long.
    pub(super) fn file(&self, blocks: &[EncodedBlock]) -> Option<Vec<u8>> {
        let metadata = self.metadata.to_bytes()?;
        let mut directory = Vec::new();
        for block in blocks {
            directory.extend((block.stream.len() as u32).to_le_bytes());
            directory.extend(crc32fast::hash(&block.stream).to_le_bytes());
            directory.extend(&block.first_key.to_le_bytes()[..self.key_bytes()]);
        }
        let streams: usize = blocks.iter().map(|block| block.stream.len()).sum();
        let variable = [self.order(), &metadata, &directory].concat();
        let length = (FIXED + variable.len() + streams + TRAILER) as u64;
        let mut fixed = [0; FIXED];
        fixed[..8].copy_from_slice(&MAGIC);
        fixed[8..10].copy_from_slice(&VERSION.to_le_bytes());
        fixed[10..12].copy_from_slice(&RULES.to_le_bytes());
        fixed[12..16].copy_from_slice(&BYTE_ORDER.to_le_bytes());
        self.put_subject(&mut fixed);
        fixed[26] = self.coding.bits;
        fixed[27] = self.coding.low.is_none().into();
        fixed[28..30].copy_from_slice(&self.coding.low.unwrap_or(0).to_le_bytes());
        fixed[32..40].copy_from_slice(&self.entries.to_le_bytes());
        fixed[40..48].copy_from_slice(&length.to_le_bytes());
        fixed[48..52].copy_from_slice(&self.block_entries.to_le_bytes());
        fixed[52..56].copy_from_slice(&(blocks.len() as u32).to_le_bytes());
        fixed[56..60].copy_from_slice(&(metadata.len() as u32).to_le_bytes());
        fixed[60..64].copy_from_slice(&(self.order().len() as u32).to_le_bytes());
        fixed[64..96].copy_from_slice(&self.identity);
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&fixed[..FIXED - 4]);
        checksum.update(&variable);
        fixed[FIXED - 4..].copy_from_slice(&checksum.finalize().to_le_bytes());
        let mut file = Vec::with_capacity(length as usize);
        file.extend(fixed);
        file.extend(variable);
        blocks.iter().for_each(|block| file.extend(&block.stream));
        file.extend(super::digest::sha256(&file));
        Some(file)
    }
}

/// A block as it stands in a file.
#[derive(Clone, Debug)]
pub(super) struct EncodedBlock {
    pub(super) stream: Vec<u8>,
    pub(super) first_key: u128,
}

/// Whether checksums must be right: not where a fuzzer should get past them.
pub(super) fn checksums_count() -> bool {
    #[cfg(test)]
    if WITHOUT_CHECKSUMS.get() {
        return false;
    }
    !cfg!(gridsolve_no_checksums)
}

#[cfg(test)]
thread_local! {
    static WITHOUT_CHECKSUMS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Does `work` with checksums left out on this thread.
#[cfg(test)]
pub(super) fn without_checksums(work: impl FnOnce()) {
    WITHOUT_CHECKSUMS.set(true);
    work();
    WITHOUT_CHECKSUMS.set(false);
}

fn game(game: u8, rule: u8) -> Result<GameName, TableError> {
    match (game, rule) {
        (1, 0) => Ok(GameName::Dots),
        (1, 1) => Ok(GameName::DotDot),
        (2, 0) => Ok(GameName::Domineering),
        (3, 0) => Ok(GameName::Cram),
        (4, 0) => Ok(GameName::Kings),
        _ => Err(TableError::field("the game", format!("has the unknown number {game}, rule {rule}"))),
    }
}

fn size(bytes: &[u8; FIXED]) -> Result<Size, TableError> {
    let (rows, cols) = (u16_at(bytes, 18), u16_at(bytes, 20));
    Size::new(rows.into(), cols.into()).map_err(|error| TableError::field("the size", error.to_string()))
}

fn metric(metric: u8, game: GameName) -> Result<Metric, TableError> {
    let metrics = [(1, Metric::Margin), (2, Metric::Winner), (3, Metric::Nimber)];
    let metric = metrics.iter().find(|&&(number, _)| number == metric).map(|&(_, metric)| metric);
    metric
        .filter(|&metric| metric == Metric::of(game))
        .ok_or_else(|| TableError::field("the metric", "is not the game's"))
}

fn symmetry(symmetry: u8, game: GameName) -> Result<SymmetryKind, TableError> {
    match symmetry {
        0 => Ok(SymmetryKind::None),
        1 => Ok(SymmetryKind::Reflections),
        2 if SymmetryKind::of_game(game) == SymmetryKind::All => Ok(SymmetryKind::All),
        _ => Err(TableError::field("the symmetry", "is not the game's")),
    }
}

fn interchange(interchange: u8, game: GameName) -> Result<bool, TableError> {
    match interchange {
        0 => Ok(false),
        1 if game == GameName::Dots => Ok(true),
        _ => Err(TableError::field("the interchange of lines", "is not the game's")),
    }
}

fn body(bytes: &[u8; FIXED], order: &[u8]) -> Result<Body, TableError> {
    let (key_bytes, head) = (bytes[30], bytes[31]);
    match bytes[24] {
        1 if key_bytes == 0 && usize::from(head) <= MOST_HEAD && !order.is_empty() => {
            Ok(Body::Dense { order: order.to_vec(), head })
        }
        2 if (1..=16).contains(&key_bytes) && head == 0 && order.is_empty() => Ok(Body::Sorted { key_bytes }),
        _ => Err(TableError::field("the kind of body", "is unknown or does not fit the rest")),
    }
}

fn coding(bytes: &[u8; FIXED], game: GameName) -> Result<Coding, TableError> {
    let (bits, low) = (bytes[26], u16_at(bytes, 28) as i16);
    let low = match bytes[27] {
        0 => Some(low),
        1 if low == 0 && game.rule().is_some() => None,
        _ => return Err(TableError::field("the code of values", "is unknown")),
    };
    if !(1..=16).contains(&bits) {
        return Err(TableError::field("the bits of a value", "are out of range"));
    }
    Ok(Coding { bits, low })
}

/// The places of all blocks, which together fill the file from `first` to `end`.
fn places(directory: &[u8], key_bytes: usize, first: u64, end: u64) -> Result<Vec<BlockPlace>, TableError> {
    let mut offset = first;
    let mut places = Vec::with_capacity(directory.len() / (8 + key_bytes));
    for entry in directory.chunks_exact(8 + key_bytes) {
        let mut key = [0; 16];
        key[..key_bytes].copy_from_slice(&entry[8..]);
        let place = BlockPlace {
            offset,
            length: u32_at(entry, 0),
            checksum: u32_at(entry, 4),
            first_key: u128::from_le_bytes(key),
        };
        // Deflate never makes anything much longer.
        if u64::from(place.length) > 2 * MOST_BLOCK {
            return Err(TableError::field("the length of a block", "is too large"));
        }
        if key_bytes > 0 && places.last().is_some_and(|last: &BlockPlace| last.first_key >= place.first_key) {
            return Err(TableError::field("the keys of the directory", "are not ascending"));
        }
        offset += u64::from(place.length);
        places.push(place);
    }
    if offset != end {
        return Err(TableError::field("the directory", "does not fill the file"));
    }
    Ok(places)
}
