//! Tables and the search together: what is in a table is not searched again, wherever it turns up.

use gridsolve::board::{Grid, Mark, Part, Size};
use gridsolve::games::domineering::{DomineeringPosition, Turn};
use gridsolve::games::dots::DotsPosition;
use gridsolve::notation::GameName;
use gridsolve::solver::{Known, Lookup, Reach};
use gridsolve::table::{Book, Build, Catalog, Content, Extent, Level, Recipe, Table, write};
use gridsolve::{Answer, Position, Solver, Source};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder of its own, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("gridsolve-tables-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("one.gst")
    }

    /// A solver that knows the tables of this folder and no others.
    fn solver(&self) -> Solver {
        alone().tables(Arc::new(Catalog::new().folders([self.0.clone()])))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A solver without tables whose node counts are the same in every run.
fn alone() -> Solver {
    Solver::new().threads(1).all_moves(true)
}

fn position(text: &str) -> Position {
    Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn answer(solver: &Solver, position: &Position) -> Answer {
    solver.solve(position).expect("memory")
}

/// Everything but where it comes from and what it took.
fn assert_same(found: &Answer, searched: &Answer, text: &str) {
    assert_eq!((found.value, found.grundy), (searched.value, searched.grundy), "{text}");
    assert_eq!((&found.best, &found.moves), (&searched.best, &searched.moves), "{text}");
}

#[test]
fn what_a_search_proved_is_not_searched_again() {
    for text in ["dots:3x3", "dotdot:2x3", "domineering:5x7:h", "cram:4x6", "kings:6x6", "cram:..#..|.....|.....|#...."]
    {
        let start = position(text);
        let folder = Folder::new("proved");
        let first = answer(&alone(), &start);
        assert!(first.nodes >= 100, "{text} takes {} nodes: too few to show anything", first.nodes);
        let table = Build::new(&start, Extent::Search).expect("a table of it").run(&folder.file()).expect("built");
        let second = answer(&folder.solver(), &start);
        assert_same(&second, &first, text);
        assert_eq!(second.source, Source::Table, "{text}");
        assert!(second.nodes * 100 < first.nodes, "{text}: {} nodes, then {}", first.nodes, second.nodes);
        let full = table.verify(Level::Full { memory: 1 << 28 }, &|_, _| ControlFlow::Continue(()));
        let proved = full.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(proved.proved > 0, "{text}: {proved:?}");
    }
}

/// A table that holds the positions after `plies` moves and no others.
fn last_ply(start: &Position, plies: u32, folder: &Folder) {
    let whole = Build::new(start, Extent::Plies(plies)).expect("a book").run(&folder.file()).expect("built");
    let book = Book::new(start, plies).expect("a book");
    let mut keys: Vec<u128> = book.pages().iter().filter(|page| page.ply == plies).map(|page| page.key).collect();
    keys.sort_unstable();
    let value = |&key: &u128| whole.value_of_key(key).expect("no damage").expect("it is in the book");
    let values: Vec<i16> = keys.iter().map(value).collect();
    rewrite(folder, &whole, &keys, &values);
}

fn rewrite(folder: &Folder, whole: &Table, keys: &[u128], values: &[i16]) {
    let header = whole.header();
    let recipe = Recipe { game: header.game, size: header.size, metadata: header.metadata.clone() };
    write(&folder.file(), &recipe, Content::Sorted { keys, values }).expect("written");
}

#[test]
fn a_search_that_begins_above_a_table_ends_in_it() {
    for (text, plies) in [("dots:3x3", 1), ("dots:3x3", 2), ("dotdot:3x3", 2), ("domineering:5x7:h", 1)] {
        let start = position(text);
        let folder = Folder::new("above");
        last_ply(&start, plies, &folder);
        let (found, searched) = (answer(&folder.solver(), &start), answer(&alone(), &start));
        assert_same(&found, &searched, text);
        assert_eq!(found.source, Source::Search, "{text}: the start is in no table");
        assert!(found.nodes * 10 < searched.nodes, "{text}: {} nodes, alone {}", found.nodes, searched.nodes);
    }
}

/// Parts of up to a move less than the board are known, but the board is not, nor what one move leaves.
#[test]
fn a_search_that_begins_above_a_table_of_parts_ends_in_it() {
    for text in ["cram:5x6", "kings:7x7"] {
        let start = position(text);
        let folder = Folder::new("parts");
        let name = format!("{}.gst", text.replace(':', "-"));
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables").join(name);
        let whole = Table::open(&shipped).expect("a shipped table");
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        let area = start.size().area() as u32;
        for block in 0..whole.block_count() {
            let (block_keys, block_values) = whole.entries_of_block(block).expect("no damage");
            // The squares of a part are the low bits of its key.
            let entries = block_keys.into_iter().zip(block_values);
            let small = entries.filter(|(key, _)| (key & ((1 << area) - 1)).count_ones() + 4 <= area);
            let (small_keys, small_values): (Vec<u128>, Vec<i16>) = small.unzip();
            keys.extend(small_keys);
            values.extend(small_values);
        }
        rewrite(&folder, &whole, &keys, &values);
        let (found, searched) = (answer(&folder.solver(), &start), answer(&alone(), &start));
        assert_same(&found, &searched, text);
        assert_eq!(found.source, Source::Search, "{text}: the board is in no table");
        assert!(found.nodes * 10 < searched.nodes, "{text}: {} nodes, alone {}", found.nodes, searched.nodes);
    }
}

/// Somebody who knows nothing and counts the questions.
#[derive(Debug)]
struct Counting {
    reach: Option<Reach>,
    asked: AtomicU64,
}

impl Counting {
    fn new(reach: Option<Reach>) -> Arc<Self> {
        Arc::new(Self { reach, asked: AtomicU64::new(0) })
    }
}

impl Lookup for Counting {
    fn known(&self, _: &Position) -> Option<Known> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn reach(&self, _: &Position) -> Option<Reach> {
        self.reach.clone()
    }

    fn part(&self, _: GameName, _: Part<u128>) -> Option<u8> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        None
    }
}

/// The start is asked about; the search asks only where something may be known, and where that saves work.
#[test]
fn nobody_is_asked_in_vain() {
    let boards = [(3, 3), (5, 5), (4, 6)].map(|(rows, cols)| Size::new(rows, cols).expect("a size")).to_vec();
    let some = Reach { boards, most_taken: Some(1) };
    for (text, reach, is_asked) in [
        ("dots:3x3", None, false),
        ("domineering:5x7:h", None, false),
        ("cram:4x6", None, false),
        ("dots:3x3", Some(&some), true),
        ("domineering:5x7:h", Some(&some), true),
        ("cram:5x6", Some(&some), true),
        ("kings:6x6", Some(&some), true),
        // Sooner searched.
        ("dots:2x2", Some(&some), false),
        ("domineering:4x4:h", Some(&some), false),
        ("kings:4x4", Some(&some), false),
    ] {
        let counting = Counting::new(reach.cloned());
        let (found, searched) =
            (answer(&alone().tables(counting.clone()), &position(text)), answer(&alone(), &position(text)));
        assert_same(&found, &searched, text);
        assert_eq!(found.nodes, searched.nodes, "{text}: who knows nothing changes nothing");
        let asked = counting.asked.load(Ordering::Relaxed);
        assert_eq!(asked > 1, is_asked, "{text}: {asked} questions");
    }
}

/// What is open lies in a corner of a large board: a table of a small one answers.
#[test]
fn regions_of_larger_boards_are_answered() {
    let shipped = alone()
        .line(true)
        .tables(Arc::new(Catalog::new().folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("tables")])));
    let mut asked: Vec<Position> = Vec::new();
    for (rule, rows, cols) in [("dots", 3, 3), ("dots", 2, 4), ("dots", 8, 1), ("dotdot", 3, 3), ("dotdot", 2, 3)] {
        for (top, left) in [(0, 0), (1, 2), (3, 1)] {
            asked.push(Position::Dots(region(rule, (top, left), (rows, cols))));
        }
    }
    for (rows, cols) in [(5, 5), (4, 3), (2, 5)] {
        let grid = Grid::from_fn(Size::new(7, 8).expect("a size"), |square| {
            let is_open = (1..=rows).contains(&square.row) && (2..2 + cols).contains(&square.col);
            if is_open { Mark::Free } else { Mark::Filled }
        });
        asked.push(Position::Domineering(DomineeringPosition::new(grid, Some(Turn::Horizontal))));
    }
    for position in asked {
        let (found, searched) = (answer(&shipped, &position), answer(&alone(), &position));
        assert_same(&found, &searched, &position.to_string());
        assert_eq!((found.source, found.nodes), (Source::Table, 0), "{position}");
    }
}

/// A board of dots on which nothing is open but a region, whose border is drawn where it is not the board's.
fn region(rule: &str, (top, left): (usize, usize), (rows, cols): (usize, usize)) -> DotsPosition {
    let Position::Dots(empty) = position(&format!("{rule}:11x6")) else { unreachable!("dots") };
    let is_open = |(row, col): (usize, usize)| (top..top + rows).contains(&row) && (left..left + cols).contains(&col);
    let size = empty.size();
    let closed = empty.lines().filter(|line| line.boxes(size).any(|at| !is_open(at)));
    DotsPosition::with_lines(size, empty.rule(), closed).expect("lines of the board")
}
