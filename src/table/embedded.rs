//! The tables that are built into the program: those of the folder `tables/`, with the feature `tables`.

/// A table of the folder.
#[cfg(feature = "tables")]
macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../tables/", $name)))),*]
    };
}

/// Their names and bytes, by name.
#[cfg(feature = "tables")]
pub(super) const TABLES: &[(&str, &[u8])] = shipped![];

/// None.
#[cfg(not(feature = "tables"))]
pub(super) const TABLES: &[(&str, &[u8])] = &[];
