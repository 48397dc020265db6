//! `gridsolve table`: from the build to the answer, and what goes wrong on the way.

use super::{BINARY, Scratch, run};
use serde_json::json;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Builds the table of a board in a folder and gives its path.
fn built(scratch: &Scratch, position: &str) -> String {
    let path = scratch.0.join(format!("{}.gst", position.replace(':', "-"))).to_str().unwrap().to_owned();
    let build = run(&["table", "build", position, "-o", &path]);
    assert_eq!((build.status, &*build.err), (0, ""), "{build:?}");
    path
}

#[test]
fn from_the_build_to_the_answer() {
    let scratch = Scratch::new("table");
    let two = built(&scratch, "dots:2x2");
    let info = run(&["table", "info", &two, "--format", "json"]).json();
    assert_eq!((&info["game"], &info["rows"], &info["entries"]), (&json!("dots"), &json!(2), &json!(336)));
    assert_eq!(info["command"], "gridsolve table build dots:2x2");
    let text = run(&["table", "info", &two]).out;
    assert!(text.contains("dots:2x2, every position") && text.contains(info["sha256"].as_str().unwrap()), "{text}");
    for (level, proved) in
        [(&["--quick"][..], 0), (&[], 0), (&["--deep", "50", "--seed", "9"], 50), (&["--full"], 4096)]
    {
        let verified = run(&[&["table", "verify", &two, "--format", "json"][..], level].concat());
        let record = verified.json();
        assert_eq!((verified.status, &record["ok"], &record["proved"]), (0, &json!(true), &json!(proved)), "{level:?}");
    }
    // The answer is that of the search, but for where it comes from and what it took.
    for position in ["dots:2x2", "dots:2x2:110000000000", "dots:2x2:111111111111", "dots:2x2:001011010011"] {
        let mut said = run(&["table", "probe", &two, position, "--format", "json"]).json();
        let mut searched = run(&["solve", position, "--all-moves", "--no-tables", "--format", "json"]).json();
        assert_eq!((&said["source"], &searched["source"]), (&json!("table"), &json!("search")));
        for answer in [&mut said, &mut searched] {
            for part in ["source", "nodes", "memory_bytes", "seconds"] {
                answer[part].take();
            }
        }
        assert_eq!(said, searched);
    }
    let shown = run(&["table", "probe", &two, "dots:2x2"]).out;
    assert!(shown.contains("Value 2: the mover wins by 2 boxes"), "{shown}");
}

#[test]
fn boards_are_found_whichever_way_they_lie() {
    let scratch = Scratch::new("turned");
    for (position, asked) in [("dots:2x3", "dots:3x2"), ("dotdot:2x2", "dotdot:2x2:000001000000")] {
        let table = built(&scratch, position);
        let said = run(&["table", "probe", &table, asked, "--format", "json", "--mmap"]).json();
        let searched = run(&["solve", asked, "--all-moves", "--format", "json"]).json();
        assert_eq!(
            (&said["value"], &said["best"], &said["moves"]),
            (&searched["value"], &searched["best"], &searched["moves"])
        );
    }
}

#[test]
fn the_tables_of_a_folder() {
    let scratch = Scratch::new("list");
    built(&scratch, "dots:1x2");
    built(&scratch, "dots:1x1");
    scratch.file("damaged.gst", "x");
    scratch.file("other.txt", "x");
    let folder = scratch.0.to_str().unwrap();
    let listed = run(&["table", "list", folder, "--format", "json"]).json();
    let files: Vec<&str> = listed.as_array().unwrap().iter().map(|entry| entry["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["damaged.gst", "dots-1x1.gst", "dots-1x2.gst"]);
    assert!(listed[0]["error"].as_str().unwrap().contains("no solution table"));
    assert_eq!(listed[2]["table"]["entries"], 20);
    let text = run(&["table", "list", folder]);
    assert_eq!((text.status, text.out.lines().count()), (0, 2), "{text:?}");
    assert!(text.err.contains("damaged.gst"));
}

#[test]
fn tables_compared() {
    let scratch = Scratch::new("compare");
    let (one, two) = (built(&scratch, "dots:1x2"), built(&scratch, "dots:1x1"));
    let same = run(&["table", "compare", &one, &one]);
    assert_eq!((same.status, &*same.out), (0, "equal: the tables hold the same values\n"));
    let other = run(&["table", "compare", &one, &two, "--format", "json"]);
    assert_eq!((other.status, &other.json()["equal"]), (1, &json!(false)));
}

#[test]
fn damage_is_found_and_said() {
    let scratch = Scratch::new("damage");
    let table = built(&scratch, "dots:2x2");
    let whole = std::fs::read(&table).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() - 60] ^= 4;
    let (damaged, cut) = (scratch.file("damaged.gst", &flipped), scratch.file("cut.gst", &whole[..300]));
    let verified = run(&["table", "verify", &damaged]);
    assert_eq!(verified.status, 1);
    assert!(verified.out.contains("block 0 of the table is damaged"), "{verified:?}");
    assert_eq!(run(&["table", "verify", &damaged, "--quick"]).status, 0);
    let verified = run(&["table", "verify", &cut, "--format", "json"]);
    assert_eq!((verified.status, &verified.json()["ok"]), (1, &json!(false)));
    for (arguments, words) in [
        (&["table", "probe", &damaged, "dots:2x2"][..], "block 0 of the table is damaged"),
        (&["table", "probe", &table, "dots:3x3"], "is about dots:2x2 and does not hold dots:3x3"),
        (&["table", "probe", &table, "dtos:3x3"], "did you mean"),
        (&["table", "info", &cut], "was cut off or added to"),
        (&["table", "info", "/no/such.gst"], "/no/such.gst: cannot read"),
        (&["table", "verify", "/no/such.gst"], "cannot read /no/such.gst"),
        (&["table", "list", "/no/such"], "cannot read /no/such"),
        (&["table", "build", "dots:1x2:1000000"], "of an empty board"),
        (&["table", "build", "dots:5x5"], "60 lines"),
    ] {
        let run = run(arguments);
        assert_eq!((run.status, &*run.out), (3, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
    }
    for (arguments, status) in [
        (&["table", "verify", &table, "--quick", "--full"][..], 2),
        (&["table", "verify", &table, "--seed", "1"], 2),
        (&["table"], 2),
        (&["table", "verify", &table, "--full", "--memory", "100"], 4),
        (&["table", "build", "dots:2x3", "--memory", "1K", "-o", "/tmp"], 4),
        (&["table", "build", "dots:1x1", "-o", "/no/such/folder/x.gst"], 4),
    ] {
        assert_eq!(run(arguments).status, status, "{arguments:?}");
    }
}

#[test]
fn what_a_build_would_take() {
    let scratch = Scratch::new("dry");
    let path = scratch.0.join("x.gst");
    let planned = run(&["table", "build", "dots:3x4", "--dry-run", "--format", "json", "-o", path.to_str().unwrap()]);
    let record = planned.json();
    assert_eq!((planned.status, &record["positions"]), (0, &json!(1u64 << 31)));
    assert!(record["seconds"].as_f64().unwrap() > 0.0 && record["bytes"].as_u64().unwrap() > 1 << 20);
    assert!(std::fs::read_dir(&scratch.0).unwrap().next().is_none());
}

/// Starts a build that nobody listens to.
#[cfg(unix)]
fn started(arguments: &[&str], path: &Path) -> std::process::Child {
    let mut command = Command::new(BINARY);
    command.args(["table", "build"]).args(arguments).arg("-o").arg(path);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Kills a build at `rounds` moments: the file is not there, or whole; and the next build makes the same bytes.
/// Says how often a journal was left to go on with.
#[cfg(unix)]
fn killed(arguments: &[&str], rounds: u32) -> u32 {
    let scratch = Scratch::new(&arguments.join("-").replace(":", "-"));
    let (whole, path) = (scratch.0.join("whole.gst"), scratch.0.join("killed.gst"));
    let begun = Instant::now();
    assert!(started(arguments, &whole).wait().unwrap().success());
    let takes = begun.elapsed();
    let want = std::fs::read(&whole).unwrap();
    let mut journals = 0;
    for round in 0..rounds {
        if round % 5 == 0 {
            let _ = std::fs::remove_file(&path);
        }
        let mut child = started(arguments, &path);
        std::thread::sleep(takes * round / rounds);
        child.kill().unwrap();
        child.wait().unwrap();
        journals += u32::from(gridsolve::table::journal_path(&path).exists());
        if let Ok(found) = std::fs::read(&path) {
            assert!(found == want, "round {round}: {} bytes", found.len());
        }
    }
    assert!(started(arguments, &path).wait().unwrap().success());
    assert_eq!(std::fs::read(&path).unwrap(), want);
    let names: Vec<_> = std::fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    journals
}

#[cfg(unix)]
#[test]
fn a_build_that_is_killed() {
    killed(&["dots:2x3"], 40);
}

/// What was solved is in the journal, and is not solved again.
#[cfg(unix)]
#[test]
fn a_book_that_is_killed() {
    let journals = killed(&["dots:3x3", "--plies", "2", "--threads", "1"], 30);
    assert!(journals > 5, "{journals} times");
}

/// Ctrl-C, as soon as it is time, ends a build within a second, and it says how to go on.
#[cfg(unix)]
fn interrupted(arguments: &[&str], path: &Path, mut is_time: impl FnMut() -> bool) {
    let mut command = Command::new(BINARY);
    command.args(["table", "build"]).args(arguments).arg("-o").arg(path);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !is_time() {
        assert!(child.try_wait().unwrap().is_none(), "{arguments:?}: it was done before its time");
        std::thread::sleep(Duration::from_millis(1));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{arguments:?}: {err}");
    assert!(err.contains("To go on, give the same command again"), "{err}");
    assert!(!path.exists());
}

#[cfg(unix)]
#[test]
fn a_build_that_is_interrupted() {
    let scratch = Scratch::new("interrupted");
    let path = scratch.0.join("x.gst");
    for arguments in [
        &["dots:3x4", "--threads", "1"][..],
        &["dots:4x5", "--plies", "1", "--threads", "1"],
        &["dots:4x4", "--from-search"],
        &["cram:7x7", "--from-search"],
    ] {
        let begun = Instant::now();
        interrupted(arguments, &path, || begun.elapsed() > Duration::from_millis(500));
    }
}

/// A book that is interrupted again and again comes to its end, with what was solved before.
#[cfg(unix)]
#[test]
fn a_book_that_is_interrupted() {
    let scratch = Scratch::new("book");
    let (whole, path) = (scratch.0.join("whole.gst"), scratch.0.join("x.gst"));
    let arguments = ["dots:3x3", "--plies", "6", "--threads", "1"];
    assert!(started(&arguments, &whole).wait().unwrap().success());
    let journal = gridsolve::table::journal_path(&path);
    let kept = || std::fs::metadata(&journal).map_or(0, |journal| journal.len());
    for _ in 0..3 {
        let before = kept();
        interrupted(&arguments, &path, || kept() > before + 200);
        assert!(kept() > before + 200, "what was solved is kept");
    }
    assert!(started(&arguments, &path).wait().unwrap().success());
    assert!(std::fs::read(&path).unwrap() == std::fs::read(&whole).unwrap());
    assert!(!journal.exists());
}

/// What a search proves can be kept of every game, and the table that holds it is as good as any.
#[test]
fn what_one_search_proved() {
    let scratch = Scratch::new("search");
    for position in ["dots:2x3", "dotdot:2x2", "domineering:4x5:v", "cram:4x5", "kings:5x5"] {
        let path = scratch.0.join("found.gst").to_str().unwrap().to_owned();
        let build = run(&["table", "build", position, "--from-search", "-o", &path]);
        assert_eq!((build.status, &*build.err), (0, ""), "{build:?}");
        let verified = run(&["table", "verify", &path, "--full", "--format", "json"]).json();
        assert_eq!((&verified["ok"], verified["proved"].as_u64() > Some(0)), (&json!(true), true), "{verified}");
        let said = run(&["table", "probe", &path, position, "--format", "json"]).json();
        let searched = run(&["solve", position, "--all-moves", "--no-tables", "--format", "json"]).json();
        let parts = ["value", "grundy", "best", "moves"];
        assert_eq!(parts.map(|part| &said[part]), parts.map(|part| &searched[part]), "{position}");
    }
    let path = scratch.0.join("x.gst").to_str().unwrap().to_owned();
    for (position, words) in [
        ("domineering:4x4", "give domineering:4x4:v or domineering:4x4:h"),
        ("xo:3x3", "build cram:3x3"),
        ("dots:10x10", "too large"),
    ] {
        let refused = run(&["table", "build", position, "--from-search", "-o", &path]);
        assert_eq!(refused.status, 3, "{refused:?}");
        assert!(refused.err.contains(words), "{refused:?}");
    }
}

/// What `tables/read_gst.py`, which has nothing but Python's standard library, prints of a table.
fn python(arguments: &[&str]) -> Option<String> {
    let reader = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/read_gst.py");
    let output = Command::new("python3").arg(reader).args(arguments).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn python_reads_them_with_its_standard_library() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here, so the reader in Python was not run");
        return;
    }
    let scratch = Scratch::new("python");
    let counts = |values: &str| {
        let mut counts = std::collections::BTreeMap::new();
        values.lines().for_each(|value| *counts.entry(value.parse::<i32>().unwrap()).or_insert(0) += 1);
        counts.into_iter().collect::<Vec<(i32, u32)>>()
    };
    let all = |lines: u32| (0..1 << lines).map(move |drawn: u32| format!("{drawn:0width$b}", width = lines as usize));
    let values = |table: &str, lines: u32| {
        let positions: Vec<String> = all(lines).collect();
        let mut arguments = vec![table];
        arguments.extend(positions.iter().map(String::as_str));
        counts(&python(&arguments).unwrap())
    };
    assert_eq!(values(&built(&scratch, "dots:1x2"), 7), [(-2, 15), (-1, 6), (0, 51), (1, 8), (2, 48)]);
    let two = [(-4, 49), (-3, 32), (-2, 432), (-1, 176), (0, 896), (1, 252), (2, 977), (3, 300), (4, 982)];
    assert_eq!(values(&built(&scratch, "dots:2x2"), 12), two);
    // It checks the identity of whatever it opens.
    for table in [built(&scratch, "dotdot:2x3"), frozen("kings-3x3-parts-v1.gst")] {
        assert!(python(&[&table]).unwrap().starts_with("[("));
    }
    let mut damaged = std::fs::read(scratch.0.join("dots-2x2.gst")).unwrap();
    damaged[200] ^= 1;
    let damaged = scratch.file("damaged.gst", damaged);
    let reader = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/read_gst.py");
    assert!(!Command::new("python3").args([reader, &damaged]).output().unwrap().status.success());
}

/// A file of format version 1, which every later program must read.
fn frozen(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    path.to_str().unwrap().to_owned()
}

#[test]
fn files_of_format_version_1_are_read_for_ever() {
    for (name, proved, sha256) in [
        ("dots-2x2-v1.gst", 4096, "f6568153a561dce0c03508d36aa6cc49a9352c8746a000b421a44eea51d2a85b"),
        ("kings-3x3-parts-v1.gst", 63, "cbbcd7bf02f5fd24f697fa5ee1d8ef60284d20dc00a5bc5e96f8c971d08701e1"),
    ] {
        let path = frozen(name);
        let verified = run(&["table", "verify", &path, "--full", "--format", "json"]).json();
        assert_eq!((&verified["ok"], &verified["proved"]), (&json!(true), &json!(proved)), "{name}: {verified}");
        assert_eq!(run(&["table", "info", &path, "--format", "json"]).json()["sha256"], sha256, "{name}");
    }
    let probe =
        |name: &str, position: &str| run(&["table", "probe", &frozen(name), position, "--format", "json"]).json();
    assert_eq!(probe("dots-2x2-v1.gst", "dots:2x2")["value"], 2);
    let kings = probe("kings-3x3-parts-v1.gst", "kings:3x3");
    assert_eq!((&kings["grundy"], &kings["best"]), (&json!(1), &json!([[1, 1]])));
}
