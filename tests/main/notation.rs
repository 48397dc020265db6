//! Whatever can be written is read as it was meant, and whatever else is written is refused in words.

use gridsolve::Position;
use gridsolve::notation::{Drawing, Fault, MAX_TEXT, PictureOf};
use proptest::prelude::*;

fn fault(text: &str) -> (Fault, String) {
    let error = Position::parse(text).expect_err(text);
    (error.fault(), error.to_string())
}

#[test]
fn json_in_all_its_forms() {
    for (json, text) in [
        (r#"{"game":"dots","rows":1,"cols":2,"drawn":[["h",0,0],["h",1,0],["v",0,0]]}"#, "dots:1x2:1010100"),
        (r#"{"drawn":[["v",0,0],["h",1,0],"h0,0"],"cols":2,"rows":1,"game":"dots"}"#, "dots:1x2:1010100"),
        (r#"{"game":"dots","rows":3,"cols":3}"#, "dots:3x3"),
        (r#"{"game":"dots","rows":3,"cols":3,"drawn":[],"rule":null,"turn":null}"#, "dots:3x3"),
        (r#"{"game":"dots","rows":1,"cols":1,"drawn":[["h",0,0]],"rule":"connected"}"#, "dotdot:1x1:1000"),
        (r#"{"game":"dotdot","rows":3,"cols":3}"#, "dotdot:3x3"),
        (r#"{"game":"dotdot","rows":3,"cols":3,"rule":"connected"}"#, "dotdot:3x3"),
        (r#"{"game":"domineering","board":["..#","..."],"turn":"vertical"}"#, "domineering:..#|...:v"),
        (r#"{"game":"domineering","board":["..#","..."],"turn":"horizontal"}"#, "domineering:..#|...:h"),
        (r#"{"game":"domineering","board":["..#","..."]}"#, "domineering:..#|..."),
        (r#"{"game":"domineering","rows":1,"cols":2,"turn":"h"}"#, "domineering:..:h"),
        (r#"{"game":"cram","board":["--","*-"]}"#, "cram:..|*."),
        (r#"{"game":"xo","board":["XX.","..O","..O"]}"#, "xo:XX.|..O|..O"),
        (r#"{"game":"kings","board":["...","..X"]}"#, "kings:.**|.*X"),
        (r#"{"game":"kings","rows":1,"cols":3,"board":["..#"]}"#, "kings:..#"),
        (r#""dots:2x2""#, "dots:2x2"),
        (r#""\u0064ots:2x2""#, "dots:2x2"),
        (r#"{"position":"kings:2x2","answer":{"value":1}}"#, "kings:..|.."),
        (r#"{"source":"a book","position":{"game":"cram","board":[".."]}}"#, "cram:.."),
        (r#"{"game":"dots","position":"dots:2x2"}"#, "dots:2x2"),
        ("{\"game\":\"cram\",\r\n \"board\":[\"..\"],\r\n \"note\":[1,{}]}\r\n", "cram:.."),
        ("\u{feff}{\"game\":\"cram\",\"board\":[\"..\"]}", "cram:.."),
    ] {
        let position = Position::parse(json).unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(position.to_string(), text, "{json}");
        assert_eq!(Position::parse(&serde_json::to_string(&position).unwrap()), Ok(position), "{json}");
    }
}

#[test]
fn json_that_is_no_position() {
    use Fault::{BadJson, BadPosition, TooLarge};
    for (json, kind, part) in [
        ("{", BadJson, "EOF"),
        (r#"{"game":"dots","rows":3,"cols":3} x"#, BadJson, "trailing characters (column 35)"),
        (r#"{"game":"dots","rows":3,"cols":3,}"#, BadJson, "trailing comma"),
        (r#"{"game":"dots" "rows":3}"#, BadJson, "expected"),
        ("{\"game\":\"do\u{0}ts\"}", BadJson, "control character"),
        (r#"{}"#, BadPosition, "\"game\" is missing"),
        (r#"[]"#, BadPosition, "expected a position"),
        (r#""""#, BadPosition, "there is no position"),
        (r#"{"game":7}"#, BadPosition, "expected a string"),
        (r#"{"game":"dtos","rows":3,"cols":3}"#, BadPosition, "did you mean \"dots\"?"),
        (r#"{"game":"dots","rows":3}"#, BadPosition, "\"cols\" is missing"),
        (r#"{"game":"dots"}"#, BadPosition, "\"rows\" and \"cols\" are missing"),
        (r#"{"game":"dots","rows":0,"cols":5}"#, BadPosition, "at least 1 row"),
        (r#"{"game":"dots","rows":-1,"cols":5}"#, BadPosition, "\"rows\" is -1"),
        (r#"{"game":"dots","rows":3.0,"cols":5}"#, BadPosition, "\"rows\" is 3.0: write a whole number"),
        (r#"{"game":"dots","rows":"3","cols":5}"#, BadPosition, "expected a whole number"),
        (r#"{"game":"dots","rows":1e9,"cols":5}"#, TooLarge, "at most 1024"),
        (r#"{"game":"dots","rows":18446744073709551616,"cols":5}"#, TooLarge, "at most 1024"),
        (r#"{"game":"dots","rows":18446744073709551615,"cols":5}"#, TooLarge, "at most 1024"),
        (r#"{"game":"dots","rows":1e999,"cols":5}"#, BadJson, "number out of range"),
        (
            r#"{"game":"dots","rows":2,"cols":2,"drawn":[["h",0,0],["h",0,0]]}"#,
            BadPosition,
            "drawn[1]: h0,0 is given twice",
        ),
        (r#"{"game":"dots","rows":2,"cols":2,"drawn":[["h",0,2]]}"#, BadPosition, "drawn[0]: h0,2 is not on a board"),
        (r#"{"game":"dots","rows":2,"cols":2,"drawn":[["h",-1,0]]}"#, BadPosition, "-1"),
        (r#"{"game":"dots","rows":2,"cols":2,"drawn":[["h",0]]}"#, BadPosition, "expected a line such as"),
        (r#"{"game":"dots","rows":2,"cols":2,"drawn":[["h",0,0,0]]}"#, BadPosition, "expected a line such as"),
        (r#"{"game":"dots","rows":2,"cols":2,"drawn":[["x",0,0]]}"#, BadPosition, "expected \"h\" or \"v\""),
        (r#"{"game":"dots","rows":2,"cols":2,"drawn":"h0,0"}"#, BadPosition, "expected a list of lines"),
        (r#"{"game":"dots","rows":2,"cols":2,"drawn":["w0,0"]}"#, BadPosition, "is no line"),
        (r#"{"game":"dots","rows":2,"cols":2,"rule":"conected"}"#, BadPosition, "did you mean \"connected\"?"),
        (r#"{"game":"dots","rows":2,"cols":2,"board":["."]}"#, BadPosition, "\"board\" has no meaning"),
        (r#"{"game":"dots","rows":2,"cols":2,"rows":2}"#, BadPosition, "duplicate field"),
        (r#"{"game":"dots","rows":2,"cols":2,"drwan":[]}"#, BadPosition, "did you mean \"drawn\"?"),
        (r#"{"game":"dots","rows":2,"columns":2}"#, BadPosition, "did you mean \"cols\"?"),
        (r#"{"game":"cram"}"#, BadPosition, "\"board\" is missing"),
        (r#"{"game":"cram","board":[]}"#, BadPosition, "no rows"),
        (r#"{"game":"cram","board":[""]}"#, BadPosition, "row 0 is empty"),
        (r#"{"game":"cram","board":["..","..."]}"#, BadPosition, "row 1 has 3 squares"),
        (r#"{"game":"cram","board":["..","..xyz"]}"#, BadPosition, "\"x\" is no square"),
        (r#"{"game":"cram","board":[".."],"turn":"vertical"}"#, BadPosition, "\"turn\" has no meaning"),
        (r#"{"game":"cram","board":[".."],"rows":2,"cols":2}"#, BadPosition, "1x2 squares, not 2x2"),
        (r#"{"game":"domineering","board":[".."],"turn":"left"}"#, BadPosition, "is not a side"),
        (r#"{"position":"dots:2x2","drawn":[["h",0,0]]}"#, BadPosition, "stands beside \"position\""),
        (r#"{"position":"dots:2x2","game":"cram"}"#, BadPosition, "one of dots"),
        (r#"{"position":7}"#, BadPosition, "expected a position"),
    ] {
        let (found, message) = fault(json);
        assert_eq!(found, kind, "{json}: {message}");
        assert!(message.contains(part), "{json}: {message}");
    }
}

#[test]
fn huge_and_deep_texts_are_refused() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(10_000), close.repeat(10_000));
    assert_eq!(fault(&deep("[", "]")).0, Fault::BadPosition);
    assert_eq!(fault(&deep("{\"position\":", "}")).0, Fault::BadJson);
    let noted = format!(r#"{{"game":"dots","rows":1,"cols":1,"note":{}}}"#, deep("[", "]"));
    assert_eq!(Position::parse(&noted).unwrap().to_string(), "dots:1x1");
    for text in ["dots:1x1:", "cram:", "\"", "{\"game\":\""] {
        let huge = text.to_owned() + &".".repeat(10 << 20);
        assert_eq!(fault(&huge).0, Fault::TooLarge);
        assert_eq!(Position::parse_picture(&huge, None).unwrap_err().fault(), Fault::TooLarge);
    }
    let lines = r#"["h",0,0],"#.repeat(50_000);
    let many = format!(r#"{{"game":"dots","rows":2,"cols":2,"drawn":[{}]}}"#, lines.trim_end_matches(','));
    assert!(many.len() < MAX_TEXT && fault(&many).1.contains("more than 3073 lines"));
}

/// Positions of every game on boards of up to 6x6.
fn any_position() -> impl Strategy<Value = Position> {
    let marks = |rows: usize, cols: usize, letters: &'static [char]| {
        let row = prop::collection::vec(prop::sample::select(letters), cols);
        let row = row.prop_map(|row| row.into_iter().collect::<String>());
        prop::collection::vec(row, rows).prop_map(|rows| rows.join("|"))
    };
    let sizes = || (1usize..=6, 1usize..=6);
    let dots = sizes().prop_flat_map(|(rows, cols)| {
        let count = (rows + 1) * cols + rows * (cols + 1);
        let digits = prop::collection::vec(prop::sample::select(&['0', '1']), count);
        let game = prop::sample::select(&["dots", "dotdot"]);
        (game, digits).prop_map(move |(game, digits)| format!("{game}:{rows}x{cols}:{}", String::from_iter(digits)))
    });
    let squares = sizes().prop_flat_map(move |(rows, cols)| {
        let games = &["domineering:{}:v", "domineering:{}:h", "domineering:{}", "cram:{}", "xo:{}", "kings:{}"];
        let board = marks(rows, cols, &['.', '.', '.', '-', '#', 'X', 'O', '*']);
        (prop::sample::select(games), board).prop_map(|(game, board)| game.replace("{}", &board))
    });
    prop_oneof![dots, squares].prop_map(|text| Position::parse(&text).unwrap())
}

proptest! {
    #[test]
    fn every_form_of_a_position_is_read_back(position in any_position(), labelled: bool) {
        let text = position.to_string();
        prop_assert_eq!(Position::parse(&text), Ok(position.clone()));
        let json = serde_json::to_string(&position).unwrap();
        prop_assert_eq!(Position::parse(&json), Ok(position.clone()));
        prop_assert_eq!(serde_json::from_str::<Position>(&json).ok(), Some(position.clone()));

        let mut drawing = Drawing::of(&position);
        for (index, mv) in position.legal_moves().into_iter().enumerate().filter(|_| labelled) {
            drawing.label(mv, ["-1", "2*", "-12"][index % 3], false);
        }
        let side = if text.ends_with(":v") { ":v" } else if text.ends_with(":h") { ":h" } else { "" };
        let of: PictureOf = format!("{}{side}", position.game()).parse().unwrap();
        let picture = drawing.to_string();
        prop_assert_eq!(Position::parse_picture(&picture, Some(of)), Ok(position.clone()), "{}", picture);
        let titled = format!("{}{side}, a title\n\n{picture}\nand words", position.game());
        prop_assert_eq!(Position::parse_picture(&titled, None), Ok(position.clone()), "{}", titled);
    }

    #[test]
    fn every_move_is_read_back(position in any_position()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(position.parse_move(&mv.to_string()), Ok(mv));
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC*", tail in "[-{}\":,.|#XO*xo0-9hv \n\u{0}]*") {
        for start in ["", "dots:", "dots:1x1:", "kings:", "{", "{\"game\":\"dots\",", "0 1 2\n", "kings\n"] {
            for text in [format!("{start}{text}"), format!("{start}{tail}"), format!("{start}{tail}{text}")] {
                if let Err(error) = Position::parse(&text) {
                    prop_assert!(!error.explain().is_empty());
                }
                let _ = Position::parse_picture(&text, None);
                let _ = Position::parse_picture(&text, Some("kings".parse().unwrap()));
                let _ = Position::parse_picture(&text, Some("cram".parse().unwrap()));
                let _ = gridsolve::notation::parse_lines(&text);
            }
        }
    }
}
