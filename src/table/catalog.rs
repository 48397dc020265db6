//! All tables that there are: of folders, and those that are built into the program.
//!
//! Tables are opened when a position is first asked for. One that cannot be used is left out, with a
//! warning.

use super::bits::{grid, squares_game};
use super::error::TableError;
use super::fit::Extent;
use super::format::{Body, Header};
use super::open::Table;
use crate::board::Part;
use crate::games::Position;
use crate::notation::GameName;
use crate::solver::{Known, Lookup, Reach};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The variable of the environment that names folders of tables.
pub const VARIABLE: &str = "GRIDSOLVE_TABLES";

/// Tables, those that come first asked first.
#[derive(Debug, Default)]
pub struct Catalog {
    folders: Vec<PathBuf>,
    with_embedded: bool,
    shelf: OnceLock<Vec<Volume>>,
    warning: Option<fn(&str)>,
}

/// An open table.
#[derive(Debug)]
struct Volume {
    name: String,
    table: Table,
    /// The most bits that a position in it has.
    most_bits: u32,
    is_damaged: AtomicBool,
}

/// So many squares or lines may be taken by the first moves.
const FIRST_MOVES: u32 = 8;

/// Tables with keys of whole boards are looked through for [`Volume::most_bits`] up to this size.
const MOST_KEYS: u64 = 1 << 16;

impl Catalog {
    /// No tables.
    pub fn new() -> Self {
        Self::default()
    }

    /// The usual tables ([`Catalog::standard`]), of which a process needs no more than one catalog.
    pub fn shared() -> Arc<Self> {
        static SHARED: OnceLock<Arc<Catalog>> = OnceLock::new();
        Arc::clone(SHARED.get_or_init(|| Arc::new(Self::new().standard())))
    }

    /// Every `*.gst` of some folders too, those that are not there left out.
    pub fn folders(mut self, folders: impl IntoIterator<Item = PathBuf>) -> Self {
        self.folders.extend(folders);
        self
    }

    /// The tables that are built into the program too, after all others.
    pub fn embedded(mut self) -> Self {
        self.with_embedded = true;
        self
    }

    /// The folders that the environment names, the user's folder, and the tables of the program too.
    pub fn standard(self) -> Self {
        self.folders(folders_of_environment()).folders(folder_of_user()).embedded()
    }

    /// Who is told what is wrong with a table.
    pub fn warning(mut self, warning: fn(&str)) -> Self {
        self.warning = Some(warning);
        self
    }

    /// Opens all tables now and not when one is first asked for, so that warnings come at once; says how many
    /// can be used.
    pub fn open(&self) -> usize {
        self.shelf().len()
    }

    fn warn(&self, name: &str, error: &TableError) {
        if let Some(warning) = self.warning {
            warning(&format!("{name} is not used: {error}"));
        }
    }

    fn shelf(&self) -> &[Volume] {
        self.shelf.get_or_init(|| {
            let mut shelf = Vec::new();
            for path in self.folders.iter().flat_map(|folder| files(folder)) {
                self.put(&mut shelf, path.display().to_string(), Table::open(&path));
            }
            if self.with_embedded {
                for &(name, bytes) in super::embedded::TABLES {
                    self.put(&mut shelf, format!("the built-in table {name}"), Table::from_bytes(bytes));
                }
            }
            shelf
        })
    }

    fn put(&self, shelf: &mut Vec<Volume>, name: String, table: Result<Table, TableError>) {
        match table.and_then(|table| Ok((most_bits(&table)?, table))) {
            Ok((most_bits, table)) => shelf.push(Volume { name, table, most_bits, is_damaged: AtomicBool::new(false) }),
            Err(error) => self.warn(&name, &error),
        }
    }
}

impl Lookup for Catalog {
    fn known(&self, position: &Position) -> Option<Known> {
        let game = squares_game(position);
        let size = position.size();
        let mut bits = None;
        let mut extent = None;
        for volume in self.volumes(game) {
            let header = volume.table.header();
            let is_of_size = header.size == size || header.size.transposed() == size;
            let found = if is_of_size || has_parts(game) && is_small(position) {
                if *bits.get_or_insert_with(|| taken(position)) > volume.most_bits {
                    continue;
                }
                volume.table.probe(position)
            } else if is_whole(header) {
                // What is open may fit on a smaller board.
                let extent = *extent.get_or_insert_with(|| Extent::of(position));
                let Some(fitted) = extent.and_then(|extent| extent.on(position, header.size)) else { continue };
                volume.table.probe(&fitted)
            } else {
                continue;
            };
            if let Some(known) = self.sound(volume, found) {
                return Some(known);
            }
        }
        None
    }

    fn reach(&self, position: &Position) -> Option<Reach> {
        let (game, size) = (squares_game(position), position.size());
        let mut reach = Reach::default();
        for volume in self.volumes(game) {
            let header = volume.table.header();
            if is_whole(header) || has_parts(game) {
                reach.boards.push(header.size);
            } else if header.size == size || header.size.transposed() == size {
                // Where it is not known how far a table goes, it is asked about the first moves.
                let first_moves = taken(position) + FIRST_MOVES;
                reach.most_taken = reach.most_taken.max(Some(volume.most_bits.min(first_moves)));
            }
        }
        (reach != Reach::default()).then_some(reach)
    }

    fn part(&self, game: GameName, part: Part<u128>) -> Option<u8> {
        let (rows, cols) = (part.rows(), usize::from(part.cols));
        for volume in self.volumes(game) {
            let size = volume.table.header().size;
            let (most_rows, most_cols) = (size.rows().max(size.cols()), size.rows().min(size.cols()));
            if rows > most_rows || cols > most_cols {
                continue;
            }
            let key = volume.table.keys().map(|keys| keys.and_then(|keys| keys.of_part(part)));
            let found = key.and_then(|key| key.map_or(Ok(None), |key| volume.table.value_of_key(key)));
            if let Some(value) = self.sound(volume, found) {
                return u8::try_from(value).ok();
            }
        }
        None
    }
}

impl Catalog {
    /// The tables of a game that can be used.
    fn volumes(&self, game: GameName) -> impl Iterator<Item = &Volume> {
        let is_of_game = move |volume: &&Volume| volume.table.header().game == game;
        self.shelf().iter().filter(is_of_game).filter(|volume| !volume.is_damaged.load(Ordering::Relaxed))
    }

    /// What a table said; one that is damaged is not asked again.
    fn sound<T>(&self, volume: &Volume, found: Result<Option<T>, TableError>) -> Option<T> {
        found.unwrap_or_else(|error| {
            volume.is_damaged.store(true, Ordering::Relaxed);
            self.warn(&volume.name, &error);
            None
        })
    }
}

fn has_parts(game: GameName) -> bool {
    matches!(game, GameName::Cram | GameName::Kings)
}

/// Whether a table holds every position of its board.
fn is_whole(header: &Header) -> bool {
    matches!(header.body, Body::Dense { .. })
}

/// Whether a position may have parts small enough to be in a table.
fn is_small(position: &Position) -> bool {
    position.size().area() <= 128
}

/// Lines that are drawn, or squares that are taken.
fn taken(position: &Position) -> u32 {
    match position {
        Position::Dots(dots) => dots.drawn_lines().count() as u32,
        _ => grid(position).map_or(0, |grid| (grid.size().area() - grid.free_squares().count()) as u32),
    }
}

/// The most lines that are drawn, or squares taken, in a position of a book; of other tables it is not known.
fn most_bits(table: &Table) -> Result<u32, TableError> {
    let header = table.header();
    let is_book = matches!(header.body, Body::Sorted { .. }) && !has_parts(header.game);
    if !is_book || header.entries > MOST_KEYS {
        return Ok(u32::MAX);
    }
    let mut most = 0;
    for block in 0..table.block_count() {
        let (keys, _) = table.entries_of_block(block)?;
        most = keys.iter().map(|key| key.count_ones()).fold(most, u32::max);
    }
    Ok(most)
}

/// Every `*.gst` of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "gst")).collect();
    files.sort_unstable();
    files
}

/// The folders that the environment names.
fn folders_of_environment() -> Vec<PathBuf> {
    std::env::var_os(VARIABLE).map(|folders| std::env::split_paths(&folders).collect()).unwrap_or_default()
}

/// The user's folder of tables, where data of programs is kept on this system.
fn folder_of_user() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("gridsolve/tables"))
}
