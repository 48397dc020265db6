//! What is known of parts: facts that are proved, and estimates of the effort that proofs will take.

use super::effort::Effort;
use crate::board::{Geometry, Part, Word};
use crate::games::impartial::Nimber;
use crate::memory::{Expanding, Fact, Fixed, Growing, Key, Memory};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// A part in the narrowest word, if its box has at most 64 squares, and therefore at most 8 columns.
#[inline]
pub(super) fn narrowed<W: Word>(part: Part<W>) -> Option<Part<u64>> {
    let rows = part.squares.highest() / usize::from(part.cols) + 1;
    (rows * usize::from(part.cols) <= 64).then(|| Part { squares: part.squares.low_u128() as u64, cols: part.cols })
}

impl<W: Word> Key for Part<W> {
    /// The squares alone: parts of wide boards have no binary form, and only a growing memory takes
    /// them.
    fn to_bits(self) -> u128 {
        self.squares.low_u128()
    }
}

/// Bits that the columns of a part take where it has a binary key: they are at most 16.
const COLUMN_BITS: u32 = 4;
/// The memory that a search starts with.
const FIRST_BYTES: u64 = 1 << 20;
/// The least that a fixed memory takes.
const LEAST_BYTES: u64 = 64;
/// Where keys of all parts are too wide for a fixed memory, those below so many bits go there.
const NARROW_BITS: u32 = 64;
/// Of the memory one part in so many is for estimates.
const SHARE_OF_ESTIMATES: u64 = 8;

/// The memory of all parts of one solve, in whatever region and for whatever question they turn up.
#[derive(Debug)]
pub(crate) struct Knowledge<W> {
    /// Parts whose squares are numbers below `square_bits`.
    narrow: Expanding,
    square_bits: u32,
    /// All others.
    wide: Growing<Part<W>, Nimber>,
    estimates: Estimates,
    geometry: Geometry<W>,
    narrow_geometry: Geometry<u64>,
}

/// What one thread sees of it.
#[derive(Debug)]
pub(crate) struct View<'k, W> {
    narrow: &'k Fixed,
    square_bits: u32,
    wide: Option<&'k Growing<Part<W>, Nimber>>,
    estimates: &'k Estimates,
    pub(super) geometry: &'k Geometry<W>,
    narrow_geometry: &'k Geometry<u64>,
}

impl<W> Clone for View<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for View<'_, W> {}

impl<W: Word> Knowledge<W> {
    /// For parts in boxes of at most `area` squares, `free` squares in all, in at most `most_bytes` bytes.
    ///
    /// # Errors
    /// The system's, where it gives no memory.
    pub(crate) fn new(area: usize, free: u32, most_bytes: u64) -> io::Result<Self> {
        let most_bytes = (most_bytes - most_bytes / SHARE_OF_ESTIMATES).max(2 * LEAST_BYTES);
        let first = FIRST_BYTES.min(64 << (free / 2).min(40));
        let bits = area as u32;
        let (narrow, square_bits) = match Expanding::new(bits.saturating_add(COLUMN_BITS), first, most_bytes)? {
            Some(memory) => (Some(memory), bits),
            None => (Expanding::new(NARROW_BITS + COLUMN_BITS, first, most_bytes / 2)?, NARROW_BITS),
        };
        let narrow = narrow.ok_or(io::ErrorKind::OutOfMemory)?;
        let wide = Growing::with_limit(most_bytes / 2);
        let estimates = Estimates::new(narrow.bytes() / SHARE_OF_ESTIMATES);
        let (geometry, narrow_geometry) = (Geometry::default(), Geometry::default());
        Ok(Self { narrow, square_bits, wide, estimates, geometry, narrow_geometry })
    }

    /// What searches may use until it grows.
    pub(crate) fn view(&self) -> View<'_, W> {
        let Self { narrow, square_bits, wide, estimates, geometry, narrow_geometry } = self;
        View {
            narrow: narrow.memory(),
            square_bits: *square_bits,
            wide: Some(wide),
            estimates,
            geometry,
            narrow_geometry,
        }
    }

    /// How many positions a search may go through before it should grow.
    pub(crate) fn budget(&self) -> u64 {
        self.narrow.budget(1)
    }

    /// Makes it larger, unless `go_on` says no before that is done.
    pub(crate) fn grow(&mut self, go_on: &dyn Fn() -> bool) {
        self.narrow.grow(go_on);
        self.estimates = Estimates::new(self.narrow.bytes() / SHARE_OF_ESTIMATES);
    }

    /// The bytes it takes now.
    pub(crate) fn bytes(&self) -> u64 {
        self.narrow.bytes() + self.wide.bytes() + self.estimates.bytes()
    }
}

impl<'k, W: Word> View<'k, W> {
    /// The same knowledge for parts in narrower words.
    pub(crate) fn narrowed(self) -> View<'k, u64> {
        let View { narrow, square_bits, estimates, narrow_geometry, .. } = self;
        View { narrow, square_bits, wide: None, estimates, geometry: narrow_geometry, narrow_geometry }
    }

    #[inline]
    fn key(&self, part: Part<W>) -> Option<u128> {
        let fits = part.squares.highest() < self.square_bits as usize && part.cols <= 1 << COLUMN_BITS;
        fits.then(|| part.squares.low_u128() | u128::from(part.cols - 1) << self.square_bits)
    }

    /// What is proved of a part.
    #[inline]
    pub(crate) fn probe(&self, part: Part<W>) -> Option<Nimber> {
        match (self.key(part), self.wide) {
            (Some(key), _) => self.narrow.probe(key),
            (None, Some(wide)) => wide.probe(part),
            (None, None) => None,
        }
    }

    /// Remembers what is proved of a part, as far as there is room for it.
    #[inline]
    pub(crate) fn store(&self, part: Part<W>, fact: Nimber) {
        if fact.pack() == 0 {
            return;
        }
        let weight = part.squares.count().min(63) as u8;
        match (self.key(part), self.wide) {
            (Some(key), _) => self.narrow.store(key, fact, weight),
            (None, Some(wide)) => wide.store(part, fact, weight),
            (None, None) => (),
        }
    }

    /// What was last thought of the effort to settle whether a part has a number.
    #[inline]
    pub(crate) fn estimate(&self, part: Part<W>, number: u8) -> Option<Effort> {
        self.estimates.get(question(part, number))
    }

    /// Notes it.
    #[inline]
    pub(crate) fn note(&self, part: Part<W>, number: u8, effort: Effort) {
        self.estimates.set(question(part, number), effort);
    }
}

/// Estimates of effort under a sign of the question, the newest in each place. Where two questions have
/// one sign, work is done in a worse order; nothing else depends on an estimate.
#[derive(Debug)]
struct Estimates {
    /// `[ sign: 24 | to deny: 20 | to affirm: 20 ]`
    slots: Vec<AtomicU64>,
}

const EFFORT_BITS: u32 = 20;

impl Estimates {
    fn new(bytes: u64) -> Self {
        let slots = (bytes / 8).max(1);
        let slots = 1usize << slots.ilog2();
        Self { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8
    }

    #[inline]
    fn place(&self, hash: u64) -> (&AtomicU64, u64) {
        (&self.slots[hash as usize & (self.slots.len() - 1)], hash >> (2 * EFFORT_BITS))
    }

    #[inline]
    fn get(&self, question: u64) -> Option<Effort> {
        let (slot, sign) = self.place(question);
        let entry = slot.load(Ordering::Relaxed);
        let part = |bits: u64| (bits & ((1 << EFFORT_BITS) - 1)) as u32;
        let effort = Effort { deny: part(entry >> EFFORT_BITS), affirm: part(entry) };
        (entry >> (2 * EFFORT_BITS) == sign && effort.deny > 0 && effort.affirm > 0).then_some(effort)
    }

    #[inline]
    fn set(&self, question: u64, effort: Effort) {
        let (slot, sign) = self.place(question);
        let part = |effort: u32| u64::from(effort.min((1 << EFFORT_BITS) - 1));
        let entry = sign << (2 * EFFORT_BITS) | part(effort.deny) << EFFORT_BITS | part(effort.affirm);
        slot.store(entry, Ordering::Relaxed);
    }
}

/// A question as a number without a pattern, the same in every run. On boards of more than 128 squares
/// the others do not count.
#[inline]
fn question<W: Word>(part: Part<W>, number: u8) -> u64 {
    let squares = part.squares.low_u128();
    let beside = u64::from(part.cols) << 8 | u64::from(number);
    let mixed = (squares as u64 ^ ((squares >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93))
        .wrapping_add(beside.wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ mixed >> 29
}
