//! The tables that are shipped: what MANIFEST says of them, and that they can be built again.

use super::*;
use crate::table::{Body, Level, hexadecimal};
use std::path::Path;

/// All tables together may take so many bytes.
const MOST_BYTES: usize = 8 << 20;
/// Boards with more positions are not built again here: `table verify --full` proves them.
const QUICKLY_BUILT: usize = 12;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tables"))
}

/// The tables of the folder, by name.
fn tables() -> Vec<(String, Vec<u8>)> {
    let names = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".gst")).collect();
    names.sort_unstable();
    names.into_iter().map(|name| (name.clone(), std::fs::read(folder().join(name)).unwrap())).collect()
}

#[test]
fn the_manifest_lists_them_all() {
    let text = std::fs::read_to_string(folder().join("MANIFEST")).unwrap();
    let words: String = text.lines().filter(|line| line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    let lines = tables().into_iter().map(|(name, bytes)| {
        let table = open(&bytes);
        let header = table.header();
        let (board, identity) = (format!("{}:{}", header.game, header.size), hexadecimal(&header.identity));
        let (entries, length, command) = (header.entries, bytes.len(), &header.metadata.command);
        format!("{name}\t{board}\t{entries}\t{length}\t{identity}\t{command}\n")
    });
    let want = words + &lines.collect::<String>();
    assert!(text == want, "tables/MANIFEST should be:\n{want}");
}

/// Boards of dots are proved whole, others as far as some entries tell.
#[test]
fn they_are_true_and_small() {
    let tables = tables();
    for (name, bytes) in &tables {
        let table = open(bytes);
        let is_fast = table.header().game == GameName::Dots && matches!(table.header().body, Body::Dense { .. });
        let level = if is_fast { Level::Full { memory: 64 << 20 } } else { Level::Deep { entries: 200, seed: 1 } };
        let verified = table.verify(level, &|_, _| ControlFlow::Continue(()));
        verified.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let bytes: usize = tables.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes}");
}

#[test]
fn the_small_ones_are_built_again_to_the_byte() {
    for (name, shipped) in tables() {
        let table = open(&shipped);
        let header = table.header();
        let bits = crate::table::bits::Bits { game: header.game, size: header.size };
        if header.game.rule().is_none() || !matches!(header.body, Body::Dense { .. }) || bits.count() > QUICKLY_BUILT {
            continue;
        }
        let (rows, cols) = (header.size.rows() as u64, header.size.cols() as u64);
        let values = dots(header.game, rows, cols);
        let recipe = Recipe { metadata: header.metadata.clone(), ..recipe(header.game, rows, cols) };
        assert!(bytes(&recipe, Content::Dense(&|drawn| values[drawn as usize])) == shipped, "{name}");
    }
}
