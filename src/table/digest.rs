//! SHA-256.

use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes.
pub(super) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Gathers the identity of a table: the SHA-256 of its decoded values.
#[derive(Debug)]
pub(super) struct Identity {
    hash: Sha256,
    key_bytes: usize,
}

impl Identity {
    /// What it begins with, and the bytes of a key.
    pub(super) fn new(prefix: &[u8], key_bytes: usize) -> Self {
        Self { hash: Sha256::new_with_prefix(prefix), key_bytes }
    }

    /// Adds entries in their order, with their keys where there are any.
    pub(super) fn add(&mut self, keys: &[u128], values: impl Iterator<Item = i16>) {
        let mut bytes = Vec::with_capacity(1 << 12);
        for (at, value) in values.enumerate() {
            if let Some(key) = keys.get(at) {
                bytes.extend(&key.to_le_bytes()[..self.key_bytes]);
            }
            bytes.extend(value.to_le_bytes());
        }
        self.hash.update(&bytes);
    }

    /// The identity.
    pub(super) fn finish(self) -> [u8; 32] {
        self.hash.finalize().into()
    }
}

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of some bytes, as hexadecimal digits.
pub fn sha256_of(bytes: &[u8]) -> String {
    hexadecimal(&sha256(bytes))
}
