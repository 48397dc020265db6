//! Wrong input and wrong usage: the status, where it is said, and in which words.

use super::{Scratch, run};
use serde_json::json;

#[test]
fn wrong_positions() {
    for (position, words) in [
        ("", "there is no position"),
        ("dots", "a size is missing"),
        ("dtos:2x2", "did you mean \"dots\"?"),
        ("dots:0x5", "at least 1 row"),
        ("dots:1000000000x1000000000", "too large"),
        ("dots:18446744073709551616x1", "too large"),
        ("dots:3.0x3", "rows x columns"),
        ("dots:x", "rows x columns"),
        ("dots:1x2:10101002", "is no line"),
        ("dots:1x2:10101", "needs 7 digits, but there are 5"),
        ("cram:..|...", "row 1 has 3 squares"),
        ("cram:..|..xyz", "\"x\" is no square"),
        ("kings:..:v", "nothing can follow"),
        ("domineering:...:x", "is not a side"),
        ("{", "EOF"),
        ("{\"game\":\"dots\",\"rows\":2,\"cols\":2,\"drawn\":[[\"h\",0,0],[\"h\",0,0]]}", "h0,0 is given twice"),
    ] {
        let text = run(&["solve", position]);
        assert_eq!((text.status, &*text.out), (3, ""), "{position:?}");
        assert!(text.err.starts_with("error: ") && text.err.contains(words), "{position:?}: {}", text.err);
        let json = run(&["solve", position, "--format", "json"]);
        assert_eq!((json.status, json.json()["error"]["line"].clone()), (3, json!(1)), "{position:?}");
        assert!(json.out.contains(&*words.replace('"', "\\\"")), "{position:?}: {}", json.out);
        assert_eq!(json.err, text.err);
    }
    // A size that begins with a hyphen looks like an option only at the very front.
    assert_eq!(run(&["solve", "dots:-1x5"]).status, 3);
}

#[test]
fn a_caret_points_at_the_mistake() {
    let want = "error: there is no game \"dtos\": did you mean \"dots\"? (column 1)\n  dtos:2x2\n  ^\n";
    assert_eq!(run(&["solve", "dtos:2x2"]).err, want);
    let want = "error: row 2 has 2 squares, and row 0 has 3: all rows need the same (column 14)\n  cram:...|...|..\n               ^\n";
    assert_eq!(run(&["solve", "cram:...|...|.."]).err, want);
}

#[test]
fn wrong_files() {
    let scratch = Scratch::new("wrong");
    let ragged = scratch.file("ragged.txt", "..\n...\n");
    let bytes = scratch.file("bytes.txt", b"\xff\xfe");
    for (arguments, words) in [
        (&["solve", "--picture", "/no/such/file"][..], "cannot read /no/such/file"),
        (&["solve", "--batch", "/no/such/file"], "cannot read /no/such/file"),
        (&["solve", "--batch", "/"], "cannot read /"),
        (&["solve", "kings", "--picture", &ragged], "row 1 has 3 squares"),
        (&["solve", "kings:v", "--picture", &ragged], "write \"kings\" alone"),
        (&["solve", "kigns", "--picture", &ragged], "did you mean \"kings\"?"),
        (&["solve", "--picture", &bytes], "cannot read"),
        (&["solve", "dots:2x2", "--lines", "h0,0 h0,0"], "drawn already"),
        (&["solve", "dots:2x2", "--lines", "h0,0 x"], "is no line"),
        (&["solve", "dots:2x2", "--lines", "h9,9"], "not on a board"),
    ] {
        let run = run(arguments);
        assert_eq!((run.status, &*run.out), (3, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
    }
    let json = run(&["solve", "kings", "--picture", &ragged, "--format", "json"]).json();
    assert_eq!(json["error"]["line"], 2);
}

#[test]
fn wrong_usage() {
    for arguments in [
        &[][..],
        &["sovle", "dots:2x2"],
        &["solve"],
        &["solve", "dots:2x2", "dots:2x2"],
        &["solve", "dots:2x2", "--batch", "-"],
        &["solve", "dots:2x2", "--formt", "json"],
        &["solve", "dots:2x2", "--format", "jsn"],
        &["solve", "--batch", "-", "--format", "svg"],
        &["solve", "--batch", "-", "--format", "text"],
        &["solve", "--batch", "-", "--lines", "h0,0"],
        &["solve", "dots:2x2", "--start", "french"],
        &["solve", "dots:1x1:1000", "--start", "swedish"],
        &["solve", "kings:2x2", "--start", "swedish"],
        &["solve", "kings:2x2", "--lines", "h0,0"],
        &["solve", "kings:2x2", "--score", "1-0"],
        &["solve", "dots:2x2", "--score", "1"],
        &["solve", "dots:2x2", "--score", "+1-1"],
        &["solve", "dots:2x2", "--score", "1-99999"],
        &["solve", "dots:2x2", "--threads", "0"],
        &["solve", "dots:2x2", "--threads", "-1"],
        &["solve", "dots:2x2", "--memory", "much"],
        &["solve", "dots:2x2", "--memory", "-1"],
        &["solve", "dots:2x2", "--time", "soon"],
        &["solve", "dots:2x2", "--time", "-1"],
        &["completions", "csh"],
    ] {
        let run = run(arguments);
        assert_eq!((run.status, &*run.out), (2, ""), "{arguments:?}: {}", run.err);
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
    assert!(run(&["sovle", "dots:2x2"]).err.contains("'solve'"));
}
