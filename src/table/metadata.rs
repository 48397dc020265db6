//! What a table says of how it was made. The one place that knows bincode.

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::{Decode, Encode};

/// The most bytes that metadata take.
pub(super) const MOST_BYTES: usize = 4096;

/// How a table was made. Nothing in it differs between machines or runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Metadata {
    /// The program that wrote it.
    pub program: String,
    /// The version of that program.
    pub version: String,
    /// The command that builds the file.
    pub command: String,
    /// How the values were found, in a few words.
    pub method: String,
}

fn configuration() -> Configuration<LittleEndian, Fixint, Limit<MOST_BYTES>> {
    bincode::config::standard().with_little_endian().with_fixed_int_encoding().with_limit()
}

impl Metadata {
    /// Metadata of this program.
    pub fn new(command: impl Into<String>, method: impl Into<String>) -> Self {
        let (command, method) = (command.into(), method.into());
        Self { program: env!("CARGO_PKG_NAME").into(), version: env!("CARGO_PKG_VERSION").into(), command, method }
    }

    /// The bytes; `None` where they are more than 4,096.
    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        let bytes = bincode::encode_to_vec(self, configuration()).ok()?;
        (bytes.len() <= MOST_BYTES).then_some(bytes)
    }

    /// Reads bytes, all of them; `None` where they are no metadata.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (metadata, read) = bincode::decode_from_slice(bytes, configuration()).ok()?;
        (read == bytes.len()).then_some(metadata)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_come_back_and_have_the_documented_bytes() {
        let metadata =
            Metadata { program: "p".into(), version: "1".into(), command: "é".into(), method: String::new() };
        let bytes = metadata.to_bytes().unwrap();
        let want = [&[1, 0, 0, 0, 0, 0, 0, 0, b'p', 1, 0, 0, 0, 0, 0, 0, 0, b'1', 2, 0, 0, 0, 0, 0, 0, 0][..]];
        assert_eq!(bytes, [want[0], "é".as_bytes(), &[0; 8]].concat());
        assert_eq!(Metadata::from_bytes(&bytes), Some(metadata.clone()));
        assert_eq!(Metadata::from_bytes(&[&bytes[..], &[0]].concat()), None);
        assert!((0..bytes.len()).all(|length| Metadata::from_bytes(&bytes[..length]).is_none()));
        let long = Metadata { command: "x".repeat(MOST_BYTES), ..metadata };
        assert_eq!(long.to_bytes(), None);
    }

    #[test]
    fn lengths_beyond_all_memory_are_refused() {
        let mut bytes = Metadata::new("c", "m").to_bytes().unwrap();
        bytes[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert_eq!(Metadata::from_bytes(&bytes), None);
        bytes[..8].copy_from_slice(&(1u64 << 40).to_le_bytes());
        assert_eq!(Metadata::from_bytes(&bytes), None);
    }
}
