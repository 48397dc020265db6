//! `gridsolve choose`.

use super::run;

#[test]
fn the_textbook_tells_move_value_and_leaves() {
    let run = run(&["choose", "domineering:3x3:v", "--player", "textbook:limit=2", "--format", "json"]);
    assert_eq!(run.status, 0);
    let start = r#"{"schema":"gridsolve/1","position":"domineering:...|...|...:v","player":"textbook:limit=2","move":[0,1],"value":3,"#;
    assert!(run.out.starts_with(start), "{}", run.out);
    assert_eq!(run.json()["leaves"], 10);
    let over = self::run(&["choose", "domineering:.|.:h", "--player", "textbook:limit=1", "--format", "json"]).json();
    assert_eq!((&over["move"], &over["value"], &over["leaves"]), (&serde_json::Value::Null, &(-1).into(), &1.into()));
}

#[test]
fn the_move_is_marked_on_the_board() {
    let choose = |position, player| run(&["choose", position, "--player", player]).out;
    let want = "\
dots, 1x2 boxes (2x3 dots)

    0   1   2
0   .---.---.
    |   *
1   .---.---.

perfect plays v0,1.
Value 2, exact.
";
    assert_eq!(choose("dots:1x2:1111100", "perfect"), want);
    let want = "\
kings, 3x3 squares

    0   1   2
0   .   .   .
1   .   +   .
2   .   .   .

symmetry plays 1,1.
";
    assert_eq!(choose("kings:3x3", "symmetry"), want);
    assert!(choose("xo:X", "random").ends_with("The game is over: there is no move.\n"));
}

/// The same seed gives the same move, and limits from outside are kept.
#[test]
fn seed_and_limits() {
    let choose = |options: &[&str]| {
        let run = run(&[&["choose", "dots:5x5", "--format", "json"], options].concat());
        assert_eq!(run.status, 0, "{run:?}");
        run.json()
    };
    let random = |seed: u8| choose(&["--player", "random", "--seed", &seed.to_string()])["move"].clone();
    assert_eq!(random(7), random(7));
    assert!((0..9).any(|seed| random(seed) != random(7)));
    assert_eq!(choose(&["--player", "alphabeta:depth=5", "--depth", "2"])["depth"], 2);
    let hurried = choose(&["--player", "perfect", "--time", "0.2"]);
    assert_eq!((&hurried["exact"], hurried["note"].is_string()), (&false.into(), true));
}

#[test]
fn what_cannot_be_chosen_is_said() {
    for (position, player, status, part) in [
        ("dots:2x2", "alphabta", 2, "did you mean \"alphabeta\"?"),
        ("dots:2x2", "alphabeta:deph=3", 2, "did you mean \"depth\"?"),
        ("dots:2x2", "alphabeta:depth", 2, "is no option"),
        ("dots:2x2", "human", 2, "gridsolve play"),
        ("dots:2x2", "maxblock", 3, "maxblock plays kings only, not dots"),
        ("dots:2x2", "alphabeta:eval=safe", 3, "dots has no evaluation \"safe\", only chains and boxes"),
        ("dtos:2x2", "random", 3, "did you mean \"dots\"?"),
    ] {
        let run = run(&["choose", position, "--player", player]);
        assert_eq!((run.status, run.out.as_str()), (status, ""), "{position} {player}: {run:?}");
        assert!(run.err.contains(part), "{position} {player}: {}", run.err);
    }
}
