//! Large zeroed arrays of atomics, the one place with `unsafe` code.
//!
//! The reason: a memory of gigabytes is only touched where the search goes. A `Vec` of atomics must be
//! written from end to end first, and has pages of 4 KiB, so that nearly every probe misses the
//! address cache. An anonymous mapping is zero for free and can ask for huge pages.
#![allow(unsafe_code)]

#[cfg(not(loom))]
pub(super) use mapped::ZeroedArray;

#[cfg(loom)]
pub(super) use plain::ZeroedArray;

#[cfg(not(loom))]
mod mapped {
    use memmap2::MmapMut;
    use std::io;
    use std::sync::atomic::AtomicU64;

    /// Arrays from this size on are mapped; a shorter one costs less to write than to map.
    const LEAST_MAPPED: usize = 1 << 20;

    /// `len` atomics that start as zero.
    #[derive(Debug)]
    pub(in crate::memory) enum ZeroedArray {
        Written(Vec<AtomicU64>),
        Mapped(MmapMut, usize),
    }

    impl ZeroedArray {
        /// Reserves the address space; a large array takes memory only as it is touched.
        pub(in crate::memory) fn new(len: usize) -> io::Result<Self> {
            let bytes = len.checked_mul(size_of::<AtomicU64>()).ok_or(io::ErrorKind::OutOfMemory)?;
            if bytes < LEAST_MAPPED {
                return Ok(Self::Written((0..len).map(|_| AtomicU64::new(0)).collect()));
            }
            let map = MmapMut::map_anon(bytes)?;
            // Huge pages are a wish: where the system has none, ordinary ones do.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            Ok(Self::Mapped(map, len))
        }

        #[inline]
        pub(in crate::memory) fn as_slice(&self) -> &[AtomicU64] {
            match self {
                Self::Written(words) => words,
                // SAFETY: the mapping is private, page-aligned, initialised by the system, `8 * len`
                // bytes long and lives as long as `self`. Every bit pattern is a valid `AtomicU64`.
                // Nothing else hands out references to it, and atomics may be changed through shared
                // ones.
                Self::Mapped(map, len) => unsafe { std::slice::from_raw_parts(map.as_ptr().cast::<AtomicU64>(), *len) },
            }
        }
    }
}

#[cfg(loom)]
mod plain {
    use loom::sync::atomic::AtomicU64;

    /// `len` atomics that start as zero, in a form that the model checker can watch.
    #[derive(Debug)]
    pub(in crate::memory) struct ZeroedArray(Vec<AtomicU64>);

    impl ZeroedArray {
        pub(in crate::memory) fn new(len: usize) -> std::io::Result<Self> {
            Ok(Self((0..len).map(|_| AtomicU64::new(0)).collect()))
        }

        pub(in crate::memory) fn as_slice(&self) -> &[AtomicU64] {
            &self.0
        }
    }
}
