//! Games played in a terminal, line by line.

use rexpect::session::{PtySession, spawn_command};
use std::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_gridsolve");

/// What follows the tile 01 11 on 5x5 squares until no two free squares share a side.
const NINE_TILES: [&str; 8] = ["03 13", "41 42", "10 20", "12 22", "32 33", "14 24", "43 44", "30 31"];

fn played(arguments: &[&str]) -> PtySession {
    let mut command = Command::new(BINARY);
    command.arg("play").args(arguments).env("NO_COLOR", "1");
    spawn_command(command, Some(20_000)).unwrap()
}

/// Answers each prompt, then reads to the end. What is typed is put where a terminal shows it: this one
/// does not echo.
fn transcript(arguments: &[&str], typed: &[(&str, &str)]) -> (String, i32) {
    let mut session = played(arguments);
    let mut text = String::new();
    for (prompt, line) in typed {
        let before = session.exp_string(prompt).unwrap_or_else(|error| panic!("{prompt}: {error}\n{text}"));
        text += &format!("{before}{prompt}{line}\r\n");
        session.send_line(line).unwrap();
    }
    text += &session.exp_eof().unwrap();
    (text.replace("\r\n", "\n"), status(&session))
}

/// How the program ended.
fn status(session: &PtySession) -> i32 {
    let status = format!("{:?}", session.process().wait().unwrap());
    let number = status.strip_prefix("Exited(").and_then(|rest| rest.rsplit_once(", "));
    number.unwrap_or_else(|| panic!("{status}")).1.trim_end_matches(')').parse().unwrap()
}

/// Reads up to a prompt and says who is asked.
fn asked(session: &mut PtySession, prompt: &str) -> String {
    let before = session.exp_string(prompt).unwrap();
    before.lines().last().unwrap().trim().to_owned()
}

#[test]
fn blocking_speaks_its_dialogue() {
    let typed = ["1 1", "2 3", "6 3", "4 1", "6 1", "4 3"].map(|mv| ("Move: ", mv));
    let (text, status) = transcript(&["kings:4x6", "--player", "human", "--player", "human"], &typed);
    let want = "\
Player 1 moves
Move: 1 1
X*....
**....
......
......
Player 2 moves
Move: 2 3
X*....
***...
*O*...
***...
Player 1 moves
Move: 6 3
X*....
***.**
*O*.*X
***.**
Player 2 moves
Move: 4 1
X**O*.
******
*O*.*X
***.**
Player 1 moves
Move: 6 1
X**O*X
******
*O*.*X
***.**
Player 2 moves
Move: 4 3
X**O*X
******
*O*O*X
******
Player 2 wins.
";
    assert_eq!((&*text, status), (want, 0));
}

#[test]
fn blocking_refuses_what_is_no_free_square() {
    for (wrong, answer) in [
        ("0 1", "Write a column from 1 to 3 and a row from 1 to 2: 1 1"),
        ("1 3", "Write a column from 1 to 3 and a row from 1 to 2: 1 1"),
        ("one two", "Write a column"),
        ("-1 1", "Write a column"),
        ("", "Write a column"),
    ] {
        let mut session = played(&["kings:2x3", "--player", "human", "--player", "human"]);
        session.exp_string("Move: ").unwrap();
        session.send_line(wrong).unwrap();
        session.exp_string(answer).unwrap_or_else(|error| panic!("{wrong:?}: {error}"));
        session.exp_string("Move: ").unwrap();
        session.send_line("1 1").unwrap();
        session.exp_string("Move: ").unwrap();
        session.send_line("2 1").unwrap();
        session.exp_string("Square 2 1 is not free").unwrap();
    }
}

#[test]
fn xo_asks_for_names_and_size_and_names_the_winner() {
    let mut session = played(&["xo", "--seed", "1"]);
    for (prompt, line) in [
        ("Enter player 1 name: ", "Alan"),
        ("Enter player 2 name: ", "Alan"),
        ("Enter player 2 name: ", "Jane"),
        ("Size of game board: ", "4"),
        ("Size of game board: ", "1"),
        ("Size of game board: ", "five"),
        ("Size of game board: ", "5"),
    ] {
        session.exp_string(prompt).unwrap();
        session.send_line(line).unwrap();
    }
    session.exp_string("  0 1 2 3 4\r\n0 - - - - -\r\n").unwrap();
    let starter = asked(&mut session, ", place your X tile: ");
    for wrong in ["00 20", "00 11", "44 45", "00", "0 1"] {
        session.send_line(wrong).unwrap();
        session.exp_string("Wrong tile coordinates!! Please re-enter").unwrap();
        session.exp_string(", place your X tile: ").unwrap();
    }
    session.send_line("01 11").unwrap();
    session.exp_string("0 - X - - -\r\n1 - X - - -\r\n").unwrap();
    session.exp_string(", place your O tile: ").unwrap();
    session.send_line("11 12").unwrap();
    session.exp_string("Square occupied!! Please re-enter").unwrap();
    // Nine tiles: the starter, who placed the first, has ten squares to eight.
    for (at, mv) in NINE_TILES.into_iter().enumerate() {
        asked(&mut session, if at % 2 == 0 { ", place your O tile: " } else { ", place your X tile: " });
        session.send_line(mv).unwrap();
    }
    let rest = session.exp_eof().unwrap();
    let score = if starter == "Alan" { "Alan 10 Jane 8" } else { "Alan 8 Jane 10" };
    assert!(rest.ends_with(&format!("{score}\r\n{starter} is the winner!!\r\n")), "{rest}");
    assert_eq!(status(&session), 0);
}

#[test]
fn a_tie_of_xo_is_played_again() {
    let mut session = played(&["xo:3x3", "--seed", "4"]);
    for (number, name) in [(1, "Alan"), (2, "Jane")] {
        session.exp_string(&format!("Enter player {number} name: ")).unwrap();
        session.send_line(name).unwrap();
    }
    for mv in ["01 11", "00 10", "02 12", "20 21"] {
        session.exp_string(" tile: ").unwrap();
        session.send_line(mv).unwrap();
    }
    session.exp_string("Its a tie!! Rematch...").unwrap();
    let starter = asked(&mut session, ", place your X tile: ");
    session.send_line("01 11").unwrap();
    for mv in ["10 20", "12 22"] {
        session.exp_string(" tile: ").unwrap();
        session.send_line(mv).unwrap();
    }
    let rest = session.exp_eof().unwrap();
    let score = if starter == "Alan" { "Alan 4 Jane 2" } else { "Alan 2 Jane 4" };
    assert!(rest.ends_with(&format!("{score}\r\n{starter} is the winner!!\r\n")), "{rest}");
}

#[test]
fn dotdot_draws_its_board() {
    let moves =
        ["h0,1", "v0,1", "v0,2", "h1,0", "h1,1", "h1,2", "v1,0", "v1,1", "v1,2", "h2,0", "h2,1", "h2,2", "quit"];
    let typed = moves.map(|mv| ("your line: ", mv));
    let (text, status) = transcript(&["dotdot:2x3", "--player", "human", "--player", "human"], &typed);
    assert_eq!(status, 0);
    let board = text.rsplit("your line: h2,2\n").next().unwrap().split("human").next().unwrap();
    let want = "\
.   .---.   .
    | x |
.---.---.---.
| x | x |
.---.---.---.
";
    assert_eq!(board, want, "{text}");
}

#[test]
fn hints_values_and_undo() {
    let typed = [
        ("your line: ", "h0,0"),
        ("your line: ", "h1,0"),
        ("your line: ", "v0,0"),
        ("your line: ", "hint"),
        ("your line: ", "values"),
        ("your line: ", "moves"),
        ("your line: ", "undo"),
        ("your line: ", "help"),
        ("your line: ", "h9,9"),
        ("your line: ", "board"),
        ("your line: ", "quit"),
    ];
    let (text, status) = transcript(&["dots:1x2", "--player", "human", "--player", "human"], &typed);
    assert_eq!(status, 0);
    for part in [
        "Value 2: the mover wins by 2 boxes",
        "Best: v0,1",
        "2*",
        "h0,1  h1,1  v0,1  v0,2",
        "save FILE",
        "h lines have rows 0 to 1",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("human (x), your line: help"), "undo gives the turn back: {text}");
}

#[test]
fn a_saved_game_can_be_replayed() {
    let file = std::env::temp_dir().join(format!("gridsolve-{}-saved.jsonl", std::process::id()));
    let save = format!("save {}", file.display());
    let typed = [("your line: ", "h0,0"), ("your line: ", "h1,0"), ("your line: ", "undo"), ("your line: ", "v0,0")];
    let typed = typed.into_iter().chain([("your line: ", &*save), ("your line: ", &*save), ("your line: ", "quit")]);
    let (text, _) = transcript(&["dots:1x2", "--player", "human", "--player", "human"], &typed.collect::<Vec<_>>());
    let record = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(text.contains("saved: gridsolve replay") && text.contains("cannot write"), "{text}");
    let lines: Vec<serde_json::Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4, "{record}");
    assert_eq!(
        (&lines[2]["move"], &lines[3]["move"]),
        (&serde_json::json!(["h", 0, 0]), &serde_json::json!(["v", 0, 0]))
    );
}

#[test]
fn who_is_late_has_lost() {
    let mut session = played(&["dots:2x2", "--player", "human", "--player", "human", "--time", "0.2"]);
    session.exp_string("your line: ").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    session.exp_string("is late").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(status(&session), 0);
}

#[test]
fn the_end_of_input_and_ctrl_c_end_a_game() {
    let mut session = played(&["dots:2x2", "--player", "human", "--player", "human"]);
    session.exp_string("your line: ").unwrap();
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
    assert_eq!(status(&session), 0);
    for arguments in [["dots:2x2", "human"], ["dots:9x9", "human"], ["xo", "human"]] {
        let mut session = played(&[arguments[0], "--player", arguments[1], "--player", "human"]);
        session.exp_string(": ").unwrap();
        session.send_control('c').unwrap();
        session.exp_eof().unwrap();
        assert_eq!(status(&session), 130, "{arguments:?}");
    }
}

#[test]
fn programs_play_each_other_the_same_by_the_same_seed() {
    let game = |seed: &str, start: &str| {
        let arguments = ["play", start, "--player", "random", "--player", "random", "--seed", seed];
        let output = Command::new(BINARY).args(arguments).output().unwrap();
        assert!(output.status.success(), "{start}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    for start in ["dots:2x2", "dotdot:3x3", "domineering:4x4:v", "cram:3x4", "kings:4x6", "xo:3x3"] {
        assert_eq!(game("7", start), game("7", start), "{start}");
        assert_ne!(game("7", start), game("8", start), "{start}");
    }
}

#[test]
fn what_cannot_be_played_says_why() {
    for (arguments, status, part) in [
        (&["chess"] as &[&str], 3, "no game"),
        (&["dots:1x1:1111"], 3, "no move is left"),
        (&["dots:2x2", "--player", "nobody"], 3, "there is no player \"nobody\""),
        (&["dots:2x2", "--player", "random", "--player", "random", "--player", "random"], 2, "two players"),
        (&["dots:2x2", "--depth", "0"], 2, "--depth"),
    ] {
        let output = Command::new(BINARY).arg("play").args(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {error}");
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

/// Two squares by two hold one domino each, whoever plays.
#[test]
fn who_always_tie_have_tied_in_the_end() {
    let arguments = ["play", "xo:2x2", "--player", "random", "--player", "random"];
    let output = Command::new(BINARY).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("After 100 rematches it stands."), "{text}");
    assert_eq!(text.matches("Rematch...").count(), 100);
}

/// Who takes moves back gets no time back.
#[test]
fn undo_gives_no_time_back() {
    let sleep = |seconds: f64| std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    let mut session = played(&["dots:2x2", "--player", "human", "--player", "random", "--time", "3"]);
    session.exp_string("human (x), your line: ").unwrap();
    sleep(1.0);
    session.send_line("h0,0").unwrap();
    session.exp_string("human (x), your line: ").unwrap();
    session.send_line("undo").unwrap();
    let before = session.exp_string(" s are left for this move").unwrap();
    let left: f64 = before.split_whitespace().last().unwrap().parse().unwrap();
    assert!(left <= 2.0, "{left}");
    session.exp_string("human (x), your line: ").unwrap();
    sleep(left + 0.2);
    session.exp_string("human (x) is late: ").unwrap();
    assert!(session.exp_eof().unwrap().contains("random (o) wins."));
    assert_eq!(status(&session), 0);
    // Nor does it save who is late.
    let mut session = played(&["dots:2x2", "--player", "human", "--player", "human", "--time", "1.5"]);
    session.exp_string("human (x), your line: ").unwrap();
    session.send_line("h0,0").unwrap();
    session.exp_string("human (o), your line: ").unwrap();
    sleep(1.6);
    session.send_line("undo").unwrap();
    session.exp_string("human (o) is late: ").unwrap();
    assert!(session.exp_eof().unwrap().contains("human (x) wins."));
}

/// The seconds that the next prompt says are left.
fn seconds_left(session: &mut PtySession, prompt: &str) -> f64 {
    let before = asked(session, prompt);
    let seconds = before.rsplit('[').next().unwrap().strip_suffix(" s]").unwrap_or_else(|| panic!("{before}"));
    seconds.parse().unwrap()
}

/// The other side's time comes back with its moves: nobody can win on time by undo.
#[test]
fn undo_gives_the_other_side_its_time_back() {
    // A program of 0.7 s a move, 2.5 s a game.
    let program = scripted("sleep 0.7; echo bestmove h0,1");
    let mut session = played(&["dots:2x2", "--player", "human", "--player", &program, "--clock", "2.5"]);
    for _ in 0..4 {
        for line in ["h0,0", "undo"] {
            session.exp_string("human (x), your line: ").unwrap();
            session.send_line(line).unwrap();
        }
    }
    session.exp_string("human (x), your line: ").unwrap();
    session.send_line("quit").unwrap();
    let rest = session.exp_eof().unwrap();
    assert!(!rest.contains("is late"), "{rest}");
    // A person.
    let sleep = |seconds: f64| std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    for limit in ["--clock", "--time"] {
        let mut session = played(&["dots:2x2", "--player", "human", "--player", "human", limit, "20"]);
        session.exp_string("human (x), your line: ").unwrap();
        sleep(1.1);
        session.send_line("h0,0").unwrap();
        assert!(seconds_left(&mut session, " human (o), your line: ") > 15.0);
        sleep(1.1);
        session.send_line("undo").unwrap();
        assert!(seconds_left(&mut session, " human (x), your line: ") > 19.4, "{limit}");
        session.send_line("h0,1").unwrap();
        assert!(seconds_left(&mut session, " human (o), your line: ") <= 18.9, "{limit}");
        session.send_line("quit").unwrap();
        session.exp_eof().unwrap();
    }
}

/// Who says nothing at all is told.
#[test]
fn who_is_late_need_not_type_to_hear_of_it() {
    for (start, prompt, winner) in
        [("dots:2x2", "human (x), your line: ", "human (o) wins."), ("kings:2x2", "Move: ", "Player 2 wins.")]
    {
        let mut session = played(&[start, "--player", "human", "--player", "human", "--clock", "0.3+1"]);
        let before = asked(&mut session, prompt);
        assert_eq!(before.contains(" s]"), start == "dots:2x2", "{before}");
        session.exp_string(" is late: ").unwrap();
        assert!(session.exp_eof().unwrap().contains(winner));
        assert_eq!(status(&session), 0);
    }
}

/// A line that is too long is one line, and none.
#[test]
fn too_long_a_line_is_asked_for_again() {
    use std::io::Write;
    let mut command = Command::new(BINARY);
    let people = ["play", "dots:1x2", "--player", "human", "--player", "human"];
    let piped = command.args(people).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let text = format!("{}quit\nh0,0\nquit\n", "x".repeat(65_536));
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("a line of more than 65536 bytes is not read\nhuman (x), your line: "), "{text}");
    assert!(text.contains("human (o), your line: "), "the next line was not read: {text}");
}

/// Player 1 is who was named first, whoever begins.
#[test]
fn players_of_blocking_keep_their_numbers() {
    let people = ["--player", "human", "--player", "human"];
    for (starts, order, mark) in [("1", ["1", "2"], "X*."), ("2", ["2", "1"], "O*.")] {
        let arguments = [&["kings:1x3", "--starts", starts], &people[..]].concat();
        let (text, _) = transcript(&arguments, &[("Move: ", "1 1"), ("Move: ", "3 1")]);
        let movers: Vec<&str> = text.lines().filter_map(|line| line.strip_suffix(" moves")).collect();
        assert_eq!(movers, order.map(|number| format!("Player {number}")), "{text}");
        assert!(text.contains(&format!("\n{mark}\n")), "{text}");
        assert!(text.ends_with(&format!("\nPlayer {} wins.\n", order[1])), "{text}");
    }
}

#[test]
fn who_starts_xo_is_left_to_chance_unless_it_is_said() {
    let starter = |more: &[&str]| {
        let names = [("player 1 name: ", "Alan"), ("player 2 name: ", "Jane"), (" tile: ", "quit")];
        let (text, _) = transcript(&[&["xo:3x3"], more].concat(), &names);
        text.rsplit('\n').find_map(|line| line.split_once(", place your X").map(|(name, _)| name.to_owned())).unwrap()
    };
    let seeds: Vec<String> = (0..12).map(|seed| seed.to_string()).collect();
    for (more, expected) in [(&["--starts", "1"], &["Alan"] as &[&str]), (&["--starts", "2"], &["Jane"])] {
        for seed in &seeds[..4] {
            let found = starter(&[&more[..], &["--seed", seed]].concat());
            assert!(expected.contains(&&*found), "{more:?}");
        }
    }
    for more in [&[] as &[&str], &["--starts", "random"]] {
        let mut found: Vec<String> = seeds.iter().map(|seed| starter(&[more, &["--seed", seed]].concat())).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, ["Alan", "Jane"], "{more:?}");
    }
    // A program may begin too.
    let begins = |seed: &String| {
        let arguments = ["play", "xo:3x3", "--player", "random", "--player", "alphabeta:depth=1", "--seed", seed];
        let text = Command::new(BINARY).args(arguments).output().unwrap().stdout;
        String::from_utf8(text).unwrap().contains("random, place your X tile: ")
    };
    let begun = seeds.iter().filter(|seed| begins(seed)).count();
    assert!(begun > 0 && begun < seeds.len(), "{begun} of {}", seeds.len());
}

/// Two names that are shown alike are not two names.
#[test]
fn names_are_what_is_shown_of_them() {
    use std::io::Write;
    let mut command = Command::new(BINARY);
    let piped =
        command.args(["play", "xo:3x3"]).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"Alan\nAl\x1b[1man\nAl\x07an\n\nJane\nquit\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(text.matches("Enter player 2 name: ").count(), 4, "{text}");
    assert!(text.contains("place your X tile: "), "{text}");
}

/// What is said to be typed can be typed.
#[test]
fn a_file_with_a_space_is_quoted() {
    let folder = std::env::temp_dir().join(format!("gridsolve {} it's", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("a game.jsonl");
    let save = format!("save {}", file.display());
    let typed = [("your line: ", "h0,0"), ("your line: ", &*save), ("your line: ", "quit")];
    let (text, _) = transcript(&["dots:1x2", "--player", "human", "--player", "human"], &typed);
    let said = text.lines().find_map(|line| line.strip_prefix("saved: gridsolve ")).unwrap();
    let output = Command::new("sh").args(["-c", &format!("\"$0\" {said}"), BINARY]).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{said}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A program in a shell script that answers `go` so.
fn scripted(answer: &str) -> String {
    format!(
        "exec:sh -c 'while read word rest; do case $word in ugi) echo id name script; echo ugiok;; \
         isready) echo readyok;; go) {answer};; quit) exit;; esac; done'"
    )
}

#[test]
fn a_program_that_breaks_off_loses_and_the_game_ends() {
    for (answer, how) in [
        (":", "is late: no answer after "),
        ("sleep 0.6; echo bestmove h0,0", "is late: 0."),
        ("exit", "is gone: it ended"),
        ("echo bestmove nonsense", "answers with no move: \"bestmove nonsense\" is no move"),
        ("echo bestmove none", "answers with no move: \"bestmove none\" is no move"),
        ("echo bestmove h7,7", "makes no legal move: h7,7 in dots:1x1"),
    ] {
        let program = scripted(answer);
        // The other side moves first: what it has done, it has done.
        let arguments = ["play", "dots:1x1", "--player", "random", "--player", &program, "--time", "0.5"];
        let output = Command::new(BINARY).args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{answer}: {}", String::from_utf8_lossy(&output.stderr));
        let last = text.lines().last().unwrap();
        assert!(last.starts_with("exec:") && last.contains(&format!(" (o) {how}")), "{answer}: {text}");
        assert!(last.ends_with(". random (x) wins."), "{answer}: {text}");
    }
}

/// A player that cannot play the game at all has not lost it.
#[test]
fn a_player_of_another_game_is_an_error() {
    for (start, player, part) in [
        ("dots:1x1", "maxblock", "maxblock plays kings only, not dots"),
        ("dots", "textbook", "textbook plays domineering only, not dots"),
        ("xo", "greedy", "greedy plays dots and dotdot only, not xo"),
        ("cram:3x3", "alphabeta:eval=chains", "cram has no evaluation \"chains\""),
    ] {
        for players in [[player, "random"], ["random", player]] {
            let arguments = ["play", start, "--player", players[0], "--player", players[1]];
            let output = Command::new(BINARY).args(arguments).output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{error}");
            assert!(error.contains(part), "{error}");
            // Nothing has begun.
            assert_eq!(output.stdout, b"");
        }
    }
}

#[test]
fn a_long_hint_shows_how_far_it_is() {
    for command in ["hint", "values"] {
        let mut session = played(&["dots:7x7", "--player", "human", "--player", "human"]);
        session.exp_string("your line: ").unwrap();
        session.send_line(command).unwrap();
        session.exp_string(" positions searched").unwrap_or_else(|error| panic!("{command}: {error}"));
        session.send_control('c').unwrap();
        session.exp_eof().unwrap();
        assert_eq!(status(&session), 130);
    }
}

#[test]
fn the_end_says_which_side_is_meant() {
    let people = ["--player", "human", "--player", "human"];
    for (start, moves, ending) in [
        ("domineering:2x2:v", &["0,0"] as &[&str], "human (horizontal) has no move. human (vertical) wins."),
        ("domineering:2x2:h", &["0,0"], "human (vertical) has no move. human (horizontal) wins."),
        ("domineering:3x3:v", &["0,1", "2,0", "0,0"], "human (horizontal) has no move. human (vertical) wins."),
        ("cram:1x2", &["0,0-0,1"], "human (O) has no move. human (X) wins."),
        ("dots:1x1", &["h0,0", "h1,0", "v0,0", "v0,1"], "human (o) wins 1 to 0."),
        ("kings:1x3", &["1 1", "3 1"], "Player 2 wins."),
    ] {
        let typed: Vec<(&str, &str)> = moves.iter().map(|&mv| (": ", mv)).collect();
        let (text, status) = transcript(&[&[start], &people[..]].concat(), &typed);
        assert_eq!(status, 0);
        assert!(text.ends_with(&format!("\n{ending}\n")), "{start}: {text}");
    }
    let arguments = ["play", "xo:3x3", "--player", "random", "--player", "random", "--seed", "2"];
    let text = String::from_utf8(Command::new(BINARY).args(arguments).output().unwrap().stdout).unwrap();
    // The squares on the last board say who has won; only a tie leaves O as many.
    let board: Vec<&str> = text.lines().rev().skip(2).take(3).collect();
    let squares = |mark| board.iter().map(|row| row.matches(mark).count()).sum::<usize>();
    let (x, o) = (squares('X'), squares('O'));
    assert!(x > o, "{text}");
    let score = text.lines().rev().nth(1).unwrap();
    let sides = [format!("random (X) {x}"), format!("random (O) {o}")];
    assert!([sides.join(" "), format!("{} {}", sides[1], sides[0])].contains(&score.to_owned()), "{text}");
    assert!(text.ends_with("\nrandom (X) is the winner!!\n"), "{text}");
}

/// Squares have one number in a game, whatever shows it.
#[test]
fn values_of_blocking_are_numbered_as_its_moves() {
    let typed = ["3 1", "values", "hint", "quit"].map(|line| ("Move: ", line));
    let (text, _) = transcript(&["kings:2x6", "--player", "human", "--player", "human"], &typed);
    let shown = text.split("Move: values\n").nth(1).unwrap();
    let rows: Vec<&str> = shown.lines().take(3).collect();
    assert_eq!(rows[0].split_whitespace().collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6"], "{text}");
    let numbers: Vec<&str> = rows[1..].iter().map(|row| row.split(' ').next().unwrap()).collect();
    assert_eq!(numbers, ["1", "2"], "{text}");
    // What a hint calls best has a star in that column and row.
    let best = text.split("Best: ").nth(1).unwrap().lines().next().unwrap();
    for mv in best.split("  ") {
        let (col, row) = mv.split_once(' ').unwrap();
        let at = rows[0].find(col).unwrap();
        let row = rows[row.parse::<usize>().unwrap()];
        assert!(row[at..].split(' ').next().unwrap().ends_with('*'), "{mv}: {text}");
    }
}

/// The first words of the help are a move, and it can be made.
#[test]
fn help_shows_a_move_that_can_be_made() {
    for (start, prompt) in [
        ("dots:2x2", "your line: "),
        ("dotdot:2x2:010000000000", "your line: "),
        ("domineering:3x3:v", "your domino: "),
        ("domineering:#...|#...|....:h", "your domino: "),
        ("cram:#..|...", "your domino: "),
        ("kings:2x5", "Move: "),
        ("xo:3x3", "tile: "),
    ] {
        let mut session = played(&[start, "--player", "human", "--player", "human"]);
        if start.starts_with("xo") {
            for (number, name) in [(1, "Alan"), (2, "Jane")] {
                session.exp_string(&format!("Enter player {number} name: ")).unwrap();
                session.send_line(name).unwrap();
            }
        }
        session.exp_string(prompt).unwrap();
        session.send_line("help").unwrap();
        let help = session.exp_string(prompt).unwrap();
        let line = help.lines().find(|line| !line.trim().is_empty()).unwrap();
        let example = line.split("  ").next().unwrap();
        session.send_line(example).unwrap();
        session.exp_string(prompt).unwrap();
        session.send_line("undo").unwrap();
        let text = session.exp_string(prompt).unwrap();
        assert!(!text.contains("nothing to take back"), "{start}: {example:?} was not made: {help}");
        session.send_line("quit").unwrap();
        session.exp_eof().unwrap();
    }
}

#[test]
fn dominoes_are_written_in_every_form() {
    let forms = ["00 01", "0,0-0,1", "0,0 0,1", "01 00", "0,1 - 0,0"];
    for (start, prompt, board) in [("cram:2x3", "your domino: ", "0   X   X   .\n"), ("xo:3x3", "tile: ", "0 X X -\n")]
    {
        for form in forms {
            let names = [("name: ", "Alan"), ("name: ", "Jane")];
            let names = if start.starts_with("xo") { &names[..] } else { &[] };
            let typed = [names, &[(prompt, form), (prompt, "quit")]].concat();
            let (text, _) = transcript(&[start, "--player", "human", "--player", "human"], &typed);
            assert!(text.contains(board), "{start} {form}: {text}");
        }
    }
}
