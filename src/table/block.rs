//! Blocks: entries packed to the fewest bits, compressed with deflate, and back.

use super::error::TableError;
use super::format::{BlockPlace, Header, checksums_count};
use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use bitvec::vec::BitVec;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use std::io::{self, Write};

/// A decoded block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The keys of the entries, ascending; none in a dense table.
    pub(super) keys: BlockKeys,
    codes: Vec<u8>,
    bits: usize,
}

/// The keys of a block, in half the room where they fit.
#[derive(Clone, Debug)]
pub(super) enum BlockKeys {
    /// Every key fits 64 bits.
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
}

impl BlockKeys {
    fn new(keys: Vec<u128>) -> Self {
        match keys.last().map_or(Ok(0), |&last| u64::try_from(last)) {
            Ok(_) => Self::Narrow(keys.into_iter().map(|key| key as u64).collect()),
            Err(_) => Self::Wide(keys),
        }
    }

    /// Which entry has the key, if one does.
    pub(super) fn find(&self, key: u128) -> Option<usize> {
        match self {
            Self::Narrow(keys) => keys.binary_search(&u64::try_from(key).ok()?).ok(),
            Self::Wide(keys) => keys.binary_search(&key).ok(),
        }
    }

    /// The keys, in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u128> + '_ {
        let (narrow, wide) = match self {
            Self::Narrow(keys) => (&keys[..], &[][..]),
            Self::Wide(keys) => (&[][..], &keys[..]),
        };
        narrow.iter().map(|&key| key.into()).chain(wide.iter().copied())
    }
}

impl Block {
    /// The code of entry `at` of the block, which has it.
    #[inline]
    pub(super) fn code(&self, at: usize) -> u16 {
        let from = at * self.bits;
        BitSlice::<u8, Lsb0>::from_slice(&self.codes)[from..from + self.bits].load_le()
    }
}

/// Codes in `bits` bits each, the first in the lowest bits of the first byte.
fn packed(codes: &[u16], bits: usize) -> Vec<u8> {
    let mut packed: BitVec<u8, Lsb0> = BitVec::repeat(false, codes.len() * bits);
    for (&code, slot) in codes.iter().zip(packed.chunks_exact_mut(bits)) {
        slot.store_le(code);
    }
    packed.set_uninitialized(false);
    packed.into_vec()
}

/// The differences of ascending keys, the lowest bytes of all first, then the next ones.
fn planes(keys: &[u128], key_bytes: usize) -> Vec<u8> {
    let before = keys.iter().take(1).chain(keys);
    let differences: Vec<[u8; 16]> =
        keys.iter().zip(before).map(|(key, before)| (key - before).to_le_bytes()).collect();
    (0..key_bytes).flat_map(|plane| differences.iter().map(move |difference| difference[plane])).collect()
}

/// The bytes of a block before compression: codes, with their ascending keys in a sorted table.
pub(super) fn decoded(keys: &[u128], key_bytes: usize, codes: &[u16], bits: u8) -> Vec<u8> {
    [planes(keys, key_bytes), packed(codes, bits.into())].concat()
}

/// Compresses the bytes of a block.
pub(super) fn compressed(decoded: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(decoded)?;
    encoder.finish()
}

/// Whether a stream decodes to these bytes.
pub(super) fn decodes_to(stream: &[u8], decoded: &[u8]) -> bool {
    inflated(stream, decoded.len()).is_some_and(|bytes| bytes == decoded)
}

/// Decompresses a stream; `None` where it is damaged or does not come to so many bytes.
fn inflated(stream: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    let mut inflate = Decompress::new(false);
    let status = inflate.decompress(stream, &mut bytes, FlushDecompress::Finish);
    let is_whole = inflate.total_out() == length as u64 && inflate.total_in() == stream.len() as u64;
    (matches!(status, Ok(Status::StreamEnd)) && is_whole).then_some(bytes)
}

/// Checks and decodes the stream of block `number`.
pub(super) fn decode(header: &Header, number: u32, place: &BlockPlace, stream: &[u8]) -> Result<Block, TableError> {
    let damaged = |problem| TableError::Block { block: number, problem };
    if checksums_count() && crc32fast::hash(stream) != place.checksum {
        return Err(damaged("its checksum is wrong"));
    }
    let entries = header.entries_of_block(number);
    let bytes = inflated(stream, header.decoded_length(entries) as usize);
    let mut bytes = bytes.ok_or_else(|| damaged("it does not decode to its length"))?;
    let codes = bytes.split_off(entries as usize * header.key_bytes());
    let keys = keys(&bytes, entries as usize, place.first_key).ok_or_else(|| damaged("its keys do not ascend"))?;
    Ok(Block { keys: BlockKeys::new(keys), codes, bits: header.coding.bits.into() })
}

/// The keys that `planes` has the differences of.
fn keys(planes: &[u8], entries: usize, first: u128) -> Option<Vec<u128>> {
    if planes.is_empty() {
        return Some(Vec::new());
    }
    let mut key = first;
    let key_at = |at: usize| {
        let bytes = planes.iter().skip(at).step_by(entries);
        let difference = bytes.rev().fold(0u128, |sum, &byte| sum << 8 | u128::from(byte));
        key = key.checked_add(difference).filter(|_| (at == 0) == (difference == 0))?;
        Some(key)
    };
    (0..entries).map(key_at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn codes_of_every_width_come_back(bits in 1usize..=16, codes in proptest::collection::vec(any::<u16>(), 1..99)) {
            let codes: Vec<u16> = codes.iter().map(|code| (u32::from(*code) & ((1 << bits) - 1)) as u16).collect();
            let block = Block { keys: BlockKeys::new(Vec::new()), codes: packed(&codes, bits), bits };
            prop_assert_eq!(block.codes.len(), (codes.len() * bits).div_ceil(8));
            for (at, &code) in codes.iter().enumerate() {
                prop_assert_eq!(block.code(at), code);
            }
        }

        #[test]
        fn keys_come_back(mut all in proptest::collection::btree_set(any::<u128>(), 1..50), bytes in 1usize..=16) {
            all = all.into_iter().map(|key| key >> (128 - 8 * bytes)).collect();
            let all: Vec<u128> = all.into_iter().collect();
            let planes = planes(&all, bytes);
            prop_assert_eq!(keys(&planes, all.len(), all[0]), Some(all));
        }
    }
}
