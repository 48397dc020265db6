//! The tables that are built into the program: those of the folder `tables/`, with the feature `tables`.

/// The names of the tables that are built into the program.
pub fn built_in() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(name, _)| *name)
}

/// A table of the folder.
#[cfg(feature = "tables")]
macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../tables/", $name)))),*]
    };
}

/// Their names and bytes, by name.
#[cfg(feature = "tables")]
pub(super) const TABLES: &[(&str, &[u8])] = shipped![
    "cram-4x4.gst"
    "cram-5x5.gst"
    "cram-5x6.gst"
    "cram-6x6.gst"
    "domineering-2x2.gst"
    "domineering-2x3.gst"
    "domineering-2x4.gst"
    "domineering-2x5.gst"
    "domineering-3x3.gst"
    "domineering-3x4.gst"
    "domineering-3x5.gst"
    "domineering-4x4.gst"
    "domineering-4x5.gst"
    "domineering-5x5.gst"
    "dotdot-1x1.gst"
    "dotdot-1x2.gst"
    "dotdot-1x3.gst"
    "dotdot-1x4.gst"
    "dotdot-1x5.gst"
    "dotdot-2x2.gst"
    "dotdot-2x3.gst"
    "dotdot-3x3.gst"
    "dots-1x1.gst"
    "dots-1x2.gst"
    "dots-1x3.gst"
    "dots-1x4.gst"
    "dots-1x5.gst"
    "dots-1x6.gst"
    "dots-1x7.gst"
    "dots-1x8.gst"
    "dots-2x2.gst"
    "dots-2x3.gst"
    "dots-2x4.gst"
    "dots-3x3.gst"
    "dots-4x4.gst"
    "kings-5x5.gst"
    "kings-6x6.gst"
    "kings-7x7.gst"
    "kings-8x8.gst"
];

/// None.
#[cfg(not(feature = "tables"))]
pub(super) const TABLES: &[(&str, &[u8])] = &[];
