//! The tables that come with the program: all of them listed, and the small ones built anew.

use gridsolve::Position;
use gridsolve::table::{Body, Build, Catalog, Extent, Level, Table};
use gridsolve::{Solver, Source};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most bytes of all tables together.
const MOST_BYTES: u64 = 8 << 20;
/// Tables of more bytes take too long to build here.
const SMALL: u64 = 160_000;

/// A line of the manifest.
struct Entry {
    name: String,
    positions: u64,
    bytes: u64,
    sha256: String,
    command: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tables")
}

fn manifest() -> Vec<Entry> {
    let text = std::fs::read_to_string(folder().join("MANIFEST")).expect("tables/MANIFEST");
    let entry = |line: &str| {
        let mut fields = line.splitn(5, ' ').map(str::to_owned);
        let mut field = || fields.next().unwrap_or_else(|| panic!("five fields: {line}"));
        let (name, positions, bytes) = (field(), field(), field());
        let number = |text: String| text.parse().unwrap_or_else(|_| panic!("a number: {line}"));
        Entry { name, positions: number(positions), bytes: number(bytes), sha256: field(), command: field() }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(entry).collect()
}

/// The build that a command of the manifest stands for.
fn build(command: &str) -> Build {
    let rest = command.strip_prefix("gridsolve table build ").expect("a command that builds");
    let (position, plies) = rest.split_once(" --plies ").map_or((rest, None), |(position, n)| (position, Some(n)));
    let extent = plies.map_or(Extent::Whole, |plies| Extent::Plies(plies.parse().expect("a number of plies")));
    Build::new(&Position::parse(position).expect("a position"), extent).expect("a table that can be built")
}

#[test]
fn the_manifest_lists_the_folder() {
    let listed: BTreeSet<String> = manifest().into_iter().map(|entry| entry.name).collect();
    let files = std::fs::read_dir(folder()).expect("the folder of tables");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    assert_eq!(names.filter(|name| name.ends_with(".gst")).collect::<BTreeSet<_>>(), listed);
    #[cfg(feature = "tables")]
    assert_eq!(gridsolve::table::built_in().map(str::to_owned).collect::<BTreeSet<_>>(), listed);
    assert!(manifest().iter().map(|entry| entry.bytes).sum::<u64>() <= MOST_BYTES);
}

#[test]
fn every_table_is_what_the_manifest_says() {
    for entry in manifest() {
        let bytes = std::fs::read(folder().join(&entry.name)).expect("a table");
        assert_eq!(bytes.len() as u64, entry.bytes, "{}", entry.name);
        assert_eq!(gridsolve::table::sha256_of(&bytes), entry.sha256, "{}", entry.name);
        let table = Table::from_bytes(bytes).expect("a table");
        assert_eq!(table.header().metadata.command, entry.command, "{}", entry.name);
        let holds = match table.header().body {
            Body::Dense { .. } => build(&entry.command).estimate().positions,
            Body::Sorted { .. } => table.header().entries,
        };
        assert_eq!(holds, entry.positions, "{}", entry.name);
        let proved = table.verify(Level::Deep { entries: 200, seed: 4 }, &|_, _| ControlFlow::Continue(()));
        proved.unwrap_or_else(|error| panic!("{}: {error}", entry.name));
    }
}

#[test]
fn the_small_ones_are_built_anew_with_the_same_bytes() {
    let scratch = std::env::temp_dir().join(format!("gridsolve-shipped-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder");
    for entry in manifest().iter().filter(|entry| entry.bytes <= SMALL && !entry.command.contains("--plies")) {
        let path = scratch.join(&entry.name);
        build(&entry.command).threads(2).run(&path).expect("a table");
        let (built, shipped) = (std::fs::read(&path), std::fs::read(folder().join(&entry.name)));
        assert!(built.expect("built") == shipped.expect("shipped"), "{} differs", entry.name);
    }
    std::fs::remove_dir_all(scratch).expect("the folder goes");
}

/// Positions that the tables hold, turned and mirrored too, and what the search says of them.
#[test]
fn tables_answer_as_the_search_does() {
    let tables =
        Solver::new().threads(1).all_moves(true).line(true).tables(Arc::new(Catalog::new().folders([folder()])));
    let search = Solver::new().threads(1).all_moves(true).line(true);
    for text in [
        "dots:1x2:1010100",
        "dots:2x2",
        "dots:2x1",
        "dots:4x2:1010000000000000000011",
        "dots:3x3:111000000001000000000001",
        "dotdot:1x3:1000000000",
        "dotdot:3x2:10000000000000001",
        "domineering:..#|...:v",
        "domineering:....|.#..|....|...#|....:h",
        "domineering:5x4:v",
        "cram:5x4",
        "xo:XX.|...|...",
        "cram:....#..|....#..",
        "kings:X...|....|....|...O",
        "kings:7x7",
    ] {
        let position = Position::parse(text).expect("a position");
        let (found, searched) = (tables.solve(&position).expect("memory"), search.solve(&position).expect("memory"));
        assert_eq!(found.source, Source::Table, "{text}");
        assert_eq!(found.nodes, 0, "{text}");
        assert_eq!((found.value, found.grundy), (searched.value, searched.grundy), "{text}");
        assert_eq!((&found.best, &found.moves), (&searched.best, &searched.moves), "{text}");
        assert_eq!(found.line.map(|line| !line.is_empty()), searched.line.map(|line| !line.is_empty()), "{text}");
    }
}
