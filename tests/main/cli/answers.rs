//! What answers look like.

use super::{Scratch, command, run};
use serde_json::json;

#[test]
fn text_marks_every_optimal_move() {
    let run = run(&["solve", "dots:2x2"]);
    let want = "\
dots, 2x2 boxes (3x3 dots)

    0   1   2
0   . * . * .
    *       *
1   .   .   .
    *       *
2   . * . * .

Value 2: the mover wins by 2 boxes, taking 3 of the 4 boxes still open to the other's 1.
Optimal moves (8 of 12): h0,0 h0,1 h2,0 h2,1 v0,0 v0,2 v1,0 v1,2
";
    assert_eq!((run.status, &*run.out, &*run.err), (0, want, ""));
}

#[test]
fn text_with_everything() {
    let arguments = ["solve", "dots:1x2:1010100", "--all-moves", "--line", "--score", "3-4"];
    let run = run(&arguments);
    let want = "\
dots, 1x2 boxes (2x3 dots)

     0     1     2
0    .-----.  0  .
     |     2*    0
1    .-----.  0  .

Value 2: the mover wins by 2 boxes, taking 2 of the 2 boxes still open to the other's 0.
Final score 5 to 4: the mover wins by 1 box.
Optimal moves (1 of 4): v0,1
The value of every move:
   2: v0,1
   0: h0,1 h1,1 v0,2
Best play: v0,1 h0,1 h1,1 v0,2
";
    assert_eq!((run.status, &*run.out), (0, want));
    assert_eq!(run.err, "note: the score has 7 boxes, but 0 are complete\n");
}

#[test]
fn a_game_that_is_over() {
    let run = run(&["solve", "dots:1x1:1111", "--all-moves", "--line"]);
    let want = "\
dots, 1x1 boxes (2x2 dots)

.---.
|   |
.---.

Value 0: nothing is left to win. The game is over.
";
    assert_eq!((run.status, &*run.out, &*run.err), (0, want, ""));
    let json = super::run(&["solve", "dots:1x1:1111", "--format", "json"]).json();
    assert_eq!((&json["value"], &json["best"]), (&json!(0), &json!([])));
}

#[test]
fn json_has_its_fields_in_order() {
    let run = run(&["solve", "dots:1x2:1010100", "--format", "json"]);
    let mut answer = run.json();
    let seconds = answer["seconds"].take();
    assert!(seconds.is_f64(), "{seconds}");
    let (nodes, memory) = (answer["nodes"].take(), answer["memory_bytes"].take());
    assert!(nodes.is_u64() && memory.is_u64());
    let want = format!(
        "{{\"schema\":\"gridsolve/1\",\"position\":\"dots:1x2:1010100\",\"value\":2,\"best\":[[\"v\",0,1]],\
         \"grundy\":null,\"moves\":null,\"line\":null,\"exact\":true,\"bounds\":null,\"source\":\"table\",\
         \"nodes\":{nodes},\"memory_bytes\":{memory},\"seconds\":{seconds}}}\n"
    );
    assert_eq!((run.status, &*run.out, &*run.err), (0, &*want, ""));
}

#[test]
fn json_with_everything() {
    let arguments = ["solve", "dots:1x2:1010100", "--all-moves", "--line", "--score", "0-0", "--format", "json"];
    let answer = run(&arguments).json();
    let moves = json!([
        {"move": ["v", 0, 1], "value": 2, "grundy": null},
        {"move": ["h", 0, 1], "value": 0, "grundy": null},
        {"move": ["h", 1, 1], "value": 0, "grundy": null},
        {"move": ["v", 0, 2], "value": 0, "grundy": null},
    ]);
    assert_eq!(answer["moves"], moves);
    assert_eq!(answer["line"], json!([["v", 0, 1], ["h", 0, 1], ["h", 1, 1], ["v", 0, 2]]));
    assert_eq!(answer["final_score"], json!([2, 0]));
}

#[test]
fn svg_is_told_by_shape() {
    let run = run(&["solve", "dots:1x2:1010100", "--all-moves", "--format", "svg"]);
    let count = |part: &str| run.out.matches(part).count();
    assert_eq!(run.status, 0);
    assert!(run.out.starts_with("<svg ") && run.out.ends_with("</svg>\n"));
    assert_eq!(count("<polygon "), 1);
    assert_eq!(count("<line "), 7);
    assert!(run.out.contains("<title id=\"title\">dots, 1x2 boxes (2x3 dots)</title>"));
    assert!(run.out.contains("<desc id=\"description\">Value 2: the mover wins by 2 boxes"));
    for title in ["v0,1: 2, optimal", "h0,1: 0", "h1,1: 0", "v0,2: 0"] {
        assert_eq!(count(&format!("<title>{title}</title>")), 1, "{title}");
    }
    for element in ["svg", "g", "title", "text", "desc"] {
        let opened = count(&format!("<{element}>")) + count(&format!("<{element} "));
        assert_eq!(opened, count(&format!("</{element}>")), "{element}");
    }
}

#[test]
fn positions_from_options_and_pictures() {
    let position = |arguments: &[&str]| {
        let run = run(&[arguments, &["--format", "json"]].concat());
        assert_eq!((run.status, &*run.err), (0, ""), "{arguments:?}");
        run.json()["position"].as_str().unwrap().to_owned()
    };
    let scratch = Scratch::new("pictures");
    let paper = scratch.file("paper.txt", ".   .---.\n    |\n.---.   .\n");
    let printed = scratch.file("printed.txt", run(&["solve", "dotdot:1x2:0110000", "--all-moves"]).out);
    for (arguments, want) in [
        (&["solve", "dots:2x2", "--lines", "h0,0 v1,2"][..], "dots:2x2:100000000001"),
        (&["solve", "dots:2x2", "--lines", "0,0-0,1; v 1 2"], "dots:2x2:100000000001"),
        (&["solve", "dots:1x2:1000000", "--lines", "v0,2"], "dots:1x2:1000001"),
        (&["solve", "dots:2x2", "--start", "swedish"], "dots:2x2:110011101101"),
        (&["solve", "dotdot:2x2", "--start", "icelandic"], "dotdot:2x2:110000100100"),
        (&["solve", "dots:2x2", "--start", "icelandic", "--lines", "v1,2"], "dots:2x2:110000100101"),
        (&["solve", "--picture", &*paper], "dots:1x2:0110010"),
        (&["solve", "dotdot", "--picture", &*paper], "dotdot:1x2:0110010"),
        (&["solve", "--picture", &*paper, "--lines", "v0,0"], "dots:1x2:0110110"),
        (&["solve", "--picture", &*printed], "dotdot:1x2:0110000"),
    ] {
        assert_eq!(position(arguments), want, "{arguments:?}");
    }
}

#[test]
fn colour_is_for_those_who_want_it() {
    let coloured = |variable: &str| {
        let output = command(&["solve", "dots:1x1"]).env(variable, "1").output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured("NO_COLOR"));
    assert!(!run(&["solve", "dots:1x1"]).out.contains('\x1b'));
    assert!(coloured("CLICOLOR_FORCE"));
}

#[test]
fn stats_are_words() {
    let run = run(&["solve", "dots:2x2", "--stats"]);
    assert!(run.err.contains("positions searched") && run.err.contains("of memory"), "{run:?}");
    assert_eq!(run.out, super::run(&["solve", "dots:2x2"]).out);
}

#[test]
fn openings() {
    let text = run(&["opening", "4", "4", "14", "--seed", "1"]);
    let lines: Vec<&str> = text.out.lines().collect();
    assert_eq!((text.status, lines.len(), lines[0], lines[25]), (0, 26, "v3,4", "v3,3"));
    let json = run(&["opening", "4", "4", "14", "--seed", "1", "--format", "json"]);
    assert!(json.out.starts_with("{\"drawn\":[[\"v\",3,4],[\"h\",4,1],"), "{}", json.out);
    let drawn = json.json()["drawn"].as_array().unwrap().len();
    assert_eq!(drawn, 26);
    for (arguments, part) in [
        (["opening", "2", "2", "13", "--seed", "1"], "a board of 2x2 boxes has 12"),
        (["opening", "0", "2", "1", "--seed", "1"], "at least 1 row"),
        (["opening", "1000000", "2", "1", "--seed", "1"], "at most 1024"),
    ] {
        let run = run(&arguments);
        assert_eq!((run.status, &*run.out), (3, ""), "{arguments:?}");
        assert!(run.err.contains(part), "{run:?}");
    }
    for arguments in [&["opening", "2", "2", "1"][..], &["opening", "2", "-2", "1", "--seed", "1"]] {
        assert_eq!(run(arguments).status, 2, "{arguments:?}");
    }
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&["completions", shell]);
        assert_eq!(run.status, 0);
        assert!(run.out.contains("gridsolve") && run.out.contains("all-moves"), "{shell}");
    }
    for command in ["solve", "opening", "completions", "man"] {
        let run = run(&["man", command]);
        assert_eq!(run.status, 0);
        assert!(run.out.contains(".SH SYNOPSIS") && run.out.contains("Examples:"), "{command}: {}", run.out);
    }
    assert!(run(&["man"]).out.contains(".SH SUBCOMMANDS"));
    assert_eq!(run(&["man", "nothing"]).status, 2);
}
