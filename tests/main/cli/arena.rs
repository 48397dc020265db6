//! Matches, tournaments, validation, analysis and replays, as a user runs them.

use super::{BINARY, Run, Scratch, command, run};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A JSON value without the fields that hold times.
fn timeless(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|key, _| !key.contains("seconds"));
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut value);
    value
}

/// Runs the program with words that are separated by spaces.
fn words(line: &str) -> Run {
    run(&line.split_whitespace().collect::<Vec<_>>())
}

#[test]
fn a_match_does_not_depend_on_threads() {
    let line = "match careful greedy --game dots:2x3 --games 30 --opening-plies 3 --seed 5 --format json --threads";
    let [one, three] = ["1", "3"].map(|threads| words(&format!("{line} {threads}")));
    assert_eq!((one.status, one.err.lines().count()), (0, 30));
    let (one, three) = (timeless(one.json()), timeless(three.json()));
    assert_eq!(one, three);
    assert_eq!(one["schema"], "gridsolve-match/1");
    let [careful, greedy] = [0, 1].map(|player| &one["players"][player]);
    assert!(careful["wins"].as_u64() > greedy["wins"].as_u64(), "{one}");
    assert_eq!(careful["wins"], greedy["losses"]);
    assert!(careful["exact"]["lost_a_move"].as_f64() < greedy["exact"]["lost_a_move"].as_f64(), "{one}");
    let first = &one["players"][0]["as_first"];
    assert_eq!(["wins", "ties", "losses"].map(|field| first[field].as_u64().unwrap()).iter().sum::<u64>(), 15);
}

#[test]
fn what_cannot_play_is_said_before_the_first_game() {
    for (line, status, part) in [
        ("match random nobody --game dots:2x2 --games 2", 2, "there is no player \"nobody\""),
        ("match random maxblock --game dots:2x2 --games 2", 3, "maxblock cannot take part"),
        ("match random exec:/nowhere/bot --game dots:2x2 --games 2", 3, "cannot take part"),
        ("match random random --game dots:1x1:1111 --games 2", 3, "no move"),
        ("match random random --game cram:2x2 --games 2 --free 3", 2, "--free is for dots"),
        ("match random random --game dots:2x2 --games 2 --free 13", 3, "13 lines cannot be left"),
        ("match random random --game dots:2x2 --games 0", 2, "0"),
        ("match random random --game dots:2x2 --games 2 --resume", 2, "--record"),
        ("match random random --game dots:2x2 --games 2 --clock x", 2, "60+0.5"),
        ("match random random --game dots:2x2 --games 2 --sprt 5,1", 2, "the lower first"),
        ("tournament random random --game dots:2x2", 2, "named twice"),
        ("tournament random --game dots:2x2", 2, "2"),
        ("validate random --game dots:4x4", 4, "--sample"),
        ("validate random --game dots:2x2 --depths 0..3", 2, "from 1"),
        ("validate random --game dots:2x2 --require 2", 2, "from 0 to 1"),
        ("analyze --game kings --sizes 3x3..2x2 --player random --games 1", 2, "ends before it begins"),
        ("analyze --game dots --sizes 2x2 --player maxblock --games 1", 3, "cannot take part"),
        ("replay /nowhere/record", 3, "cannot read"),
    ] {
        let run = words(line);
        assert_eq!(run.status, status, "{line}: {run:?}");
        assert!(run.err.contains(part), "{line}: {}", run.err);
        assert!(!run.err.contains("game 0"), "{line}: {}", run.err);
    }
}

#[test]
fn a_record_is_resumed_only_by_the_same_match() {
    let scratch = Scratch::new("resume");
    let record = scratch.0.join("record.jsonl");
    let line = format!("match random greedy --game dots:2x2 --games 6 --record {} --format json", record.display());
    let whole = words(&line);
    assert_eq!(whole.status, 0);
    let written = std::fs::read_to_string(&record).unwrap();
    assert_eq!(words(&line).status, 3);
    for (other, part) in [
        (line.replace("--games 6", "--games 7"), "it has games 6, not 7"),
        (line.replace("random", "careful"), "its players are random and greedy"),
        (line.replace("match", "tournament").replace("--games 6", ""), "a record of a match"),
    ] {
        let run = words(&format!("{other} --resume"));
        assert_eq!(run.status, 3, "{run:?}");
        assert!(run.err.contains(part), "{}", run.err);
    }
    // Cut at any byte, and gone on with: the same in the end.
    for cut in [written.len(), written.len() - 1, written.len() / 2, written.len() / 3, written.find('\n').unwrap() + 1]
    {
        std::fs::write(&record, &written[..cut]).unwrap();
        let resumed = words(&format!("{line} --resume"));
        assert_eq!(resumed.status, 0, "{resumed:?}");
        assert_eq!(timeless(resumed.json()), timeless(whole.json()), "cut at {cut}");
        let games = std::fs::read_to_string(&record).unwrap().matches("\"result\":").count();
        assert_eq!(games, 6, "cut at {cut}");
    }
}

#[test]
fn a_wrong_record_says_where() {
    let scratch = Scratch::new("wrong-record");
    let header = r#"{"schema":"gridsolve-record/1","event":"match","players":["a","b"],"plan":{}}"#;
    let begin = r#"{"game":0,"start":"dots:1x1","seats":[0,1],"plies":null,"attempt":0}"#;
    let wrong = [
        ("", "no record"),
        ("hello\n", "no record"),
        ("{}\n", "no \"schema\""),
        ("{\"schema\":\"gridsolve-record/9\"}\n", "not gridsolve-record/9"),
        ("HEADER\nBEGIN\n{\"game\":0,\"move\":[\"h\",7,0]}\n", "line 3: h7,0 is not on a board"),
        ("HEADER\nBEGIN\n{\"game\":0,\"move\":[0,0]}\n", "line 3: "),
        ("HEADER\nBEGIN\n{\"game\":0,\"move\":7}\n", "line 3: 7 is no move"),
        ("HEADER\nBEGIN\n{\"game\":1,\"move\":[\"h\",0,0]}\n", "line 3: game 1 has not begun"),
        ("HEADER\nBEGIN\n{\"game\":0,\"by\":\"second\",\"move\":[\"h\",0,0]}\n", "the first player's move"),
        ("HEADER\nBEGIN\n{\"game\":0,\"result\":\"first\",\"reason\":\"rules\"}\n", "the game goes on"),
        ("HEADER\nBEGIN\n{\"game\":0,\"result\":\"tie\",\"reason\":\"late\"}\n", "has not tied"),
        ("HEADER\nBEGIN\n{\"game\":0,\"result\":\"first\",\"reason\":\"sleepy\"}\n", "none that is known"),
        ("HEADER\n{\"game\":0,\"start\":\"dots:1x1\",\"seats\":[0,2]}\n", "no two of the players"),
        ("HEADER\n{\"game\":0,\"start\":\"dots:99x99\",\"seats\":[0,1]}\n", "too large"),
        ("HEADER\n{\"game\":0,\"start\":\"dots:1x1\",\"seats\":[0,1],\"attempt\":1}\n", "not to be played again"),
        ("HEADER\n\n", "line 2"),
        ("HEADER\n", "no game is recorded"),
    ];
    for (text, part) in wrong {
        let file = scratch.file("record", text.replace("HEADER", header).replace("BEGIN", begin));
        let run = run(&["replay", &file]);
        assert_eq!(run.status, 3, "{text}: {run:?}");
        assert!(run.err.contains(part), "{text}: {}", run.err);
    }
    let torn =
        scratch.file("torn", format!("{header}\n{begin}\n{{\"game\":0,\"move\":[\"h\",0,0]}}\n{{\"game\":0,\"mo"));
    assert_eq!(run(&["replay", &torn]).status, 0);
}

#[test]
fn a_tournament_that_was_killed_ends_as_one_that_ran_through() {
    let scratch = Scratch::new("killed");
    let players = PLAYERS.join(" ");
    let line = format!("tournament {players} --game dotdot:3x3 --plies 2,5,10 --rounds 8 --seed 3 --format json");
    let whole = words(&line);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let games = whole.err.lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(games, 3 * 8 * PLAYERS.len() * (PLAYERS.len() - 1));
    let record = scratch.0.join("record.jsonl");
    let recorded = format!("{line} --record {}", record.display());
    let mut command = command(&recorded.split_whitespace().collect::<Vec<_>>());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let results = || std::fs::read_to_string(&record).map_or(0, |text| text.matches("\"result\":").count());
    let started = Instant::now();
    while results() < games / 3 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    // SIGKILL: nothing can be saved any more.
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = results();
    assert!((games / 3..games).contains(&kept), "{kept} of {games} games were played when it was killed");
    let resumed = words(&format!("{recorded} --resume"));
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    assert!(resumed.err.contains(&format!("{kept} of {games} games are in the record")), "{}", resumed.err);
    assert_eq!(timeless(resumed.json()), timeless(whole.json()));
    assert_eq!(results(), games);
}

/// Six players of Dots and Boxes.
const PLAYERS: [&str; 6] =
    ["random", "greedy", "careful", "alphabeta:depth=1", "alphabeta:depth=2,eval=boxes", "alphabeta:depth=3"];

#[test]
fn standings_add_up() {
    let run = words("tournament random greedy careful --game dots:2x2 --plies 2,5 --rounds 2 --format json");
    let report = run.json();
    assert_eq!(report["schema"], "gridsolve-tournament/1");
    for limit in report["limits"].as_array().unwrap() {
        let standings = limit["standings"].as_array().unwrap();
        let scores: f64 = standings.iter().map(|standing| standing["score"].as_f64().unwrap()).sum();
        let margins: i64 = standings.iter().map(|standing| standing["margin"].as_i64().unwrap()).sum();
        assert_eq!((scores, margins), (12.0, 0));
        assert_eq!(standings[0]["rank"], 1);
        assert!(standings.is_sorted_by_key(|standing| -standing["score"].as_f64().unwrap()));
    }
    let text = words("tournament random greedy careful --game dots:2x2 --plies 2,5 --rounds 2").out;
    assert!(text.contains("Limit 2 plies") && text.contains("\nTotal\n"), "{text}");
}

#[test]
fn ties_of_xo_are_played_again() {
    let run = words("match random random --game xo:3x3 --games 20 --format json");
    let summary = run.json();
    assert_eq!(summary["ties"], 0);
    assert!(summary["rematches"].as_u64().unwrap() > 0, "{summary}");
    assert!(run.err.contains("it is played again"), "{}", run.err);
    // Two squares by two hold two dominoes, whatever is played.
    let run = words("match random random --game xo:2x2 --games 2 --rematches 3 --format json");
    assert_eq!((&run.json()["ties"], &run.json()["rematches"]), (&2.into(), &6.into()));
}

#[test]
fn late_moves_and_crashes_are_losses_and_the_match_goes_on() {
    let late = words("match random random --game kings:2x3 --games 4 --time 0 --format json").json();
    assert_eq!(late["players"][0]["forfeits"]["late"], 2);
    assert_eq!(late["players"][1]["forfeits"]["late"], 2);
}

/// A program that greets, is ready for a game, and ends as soon as it is asked for a move: each game is lost,
/// and it is started anew for the next.
#[cfg(unix)]
#[test]
fn a_program_that_crashes_loses_game_after_game() {
    let scratch = Scratch::new("crash");
    let starts = scratch.0.join("starts");
    let script = format!(
        "echo started >> {}\nwhile read word rest; do\n case $word in\n ugi) echo ugiok;;\n isready) echo readyok;;\n \
         go) echo that was all >&2; exit 7;;\n esac\ndone\n",
        starts.display()
    );
    let bot = format!("exec:sh {}", scratch.file("bot.sh", script));
    let crashed = run(&["match", &bot, "random", "--game", "dots:1x2", "--games", "6", "--threads", "1"]);
    assert_eq!(crashed.status, 0, "{crashed:?}");
    assert!(crashed.out.contains("6 crash") && crashed.err.contains("that was all"), "{crashed:?}");
    let report = run(&["match", &bot, "random", "--game", "dots:1x2", "--games", "6", "--format", "json"]).json();
    assert_eq!(report["players"][0]["forfeits"]["crash"], 6);
    assert_eq!((&report["players"][0]["losses"], &report["players"][1]["wins"]), (&6.into(), &6.into()));
    assert!(std::fs::read_to_string(starts).unwrap().lines().count() >= 12);
}

/// Games that go the same way show no more than one of them.
#[test]
fn the_same_game_a_hundred_times_is_no_certainty() {
    let line = "match alphabeta:depth=3 alphabeta:depth=1 --game dots:2x3 --games 100";
    let report = words(&format!("{line} --format json")).json();
    assert_eq!((&report["games"], &report["different"]), (&100.into(), &2.into()));
    let [low, high] = [0, 1].map(|end| report["rating"]["interval"][end].as_f64());
    assert!(low.is_none_or(|low| low < 0.0) || high.is_none(), "{report}");
    assert!(report["rating"]["superiority"].as_f64().unwrap() < 0.95, "{report}");
    assert!(words(line).out.contains("Only 2 of the games differ"), "{line}");
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    for (line, part) in [
        ("tournament random greedy --game dots:1x1 --plies 2,2", "--plies has 2 twice"),
        ("tournament random greedy --game dots:1x1 --plies 0", "0 is not in 1.."),
        ("match random greedy --game dots:1x1 --games 1 --plies 0", "0 is not in 1.."),
        ("validate alphabeta --game dots:1x1 --depths 99..101", "depth"),
    ] {
        let run = words(line);
        assert!(run.status == 2 && run.err.contains(part) && run.out.is_empty(), "{line}: {run:?}");
    }
}

#[test]
fn openings_of_a_file_are_part_of_the_plan() {
    let scratch = Scratch::new("openings-plan");
    let [first, second] =
        [("a", "dots:1x2:1000000"), ("b", "dots:1x2:0100000")].map(|(name, text)| scratch.file(name, text));
    let line = |file: &str| {
        let record = scratch.0.join("record.jsonl");
        format!("match random random --game dots:1x2 --games 2 --openings {file} --record {}", record.display())
    };
    assert_eq!(words(&line(&first)).status, 0);
    assert_eq!(words(&format!("{} --resume", line(&first))).status, 0);
    let other = words(&format!("{} --resume", line(&second)));
    assert!(other.status == 3 && other.err.contains("it has openings"), "{other:?}");
}

#[test]
fn a_record_that_cannot_be_written_is_named() {
    let run = words("match random random --game dots:1x1 --games 1 --record /nowhere/record.jsonl");
    assert!(run.status == 4 && run.err.contains("cannot write /nowhere/record.jsonl"), "{run:?}");
}

#[test]
fn validation_agrees_with_what_is_known() {
    let scratch = Scratch::new("validate");
    let json = words("validate careful --game dots:2x2 --format json").json();
    let whole = &json["validations"][0];
    assert_eq!((&json["schema"], &whole["optimal"]["of"]), (&"gridsolve-validation/1".into(), &4095.into()));
    let phases = whole["phases"].as_array().unwrap();
    assert_eq!(phases.iter().map(|phase| phase["optimal"]["of"].as_u64().unwrap()).collect::<Vec<_>>(), CHOOSE_12);
    let share = whole["optimal"]["share"].as_f64().unwrap();
    for (require, status) in [(share - 0.001, 0), (share + 0.001, 1)] {
        let run = words(&format!("validate careful --game dots:2x2 --require {require}"));
        assert_eq!(run.status, status, "{run:?}");
    }
    let blunder = &whole["blunders"][0];
    let solved = run(&["solve", blunder["position"].as_str().unwrap(), "--all-moves", "--format", "json"]).json();
    assert_eq!(solved["best"], blunder["best"]);
    let moves = solved["moves"].as_array().unwrap();
    let played = moves.iter().find(|entry| entry["move"] == blunder["move"]).unwrap();
    let loss = solved["value"].as_i64().unwrap() - played["value"].as_i64().unwrap();
    assert_eq!(blunder["loss"], loss);
    let csv = words("validate careful --game dots:2x2 --format csv").out;
    assert_eq!(csv.lines().count(), 1 + 1 + 12, "{csv}");
    let svg = words("validate careful --game dots:2x2 --format svg").out;
    assert_eq!(svg.matches("<circle").count(), 12);
    // The positions of recorded games.
    let record = scratch.0.join("record.jsonl").display().to_string();
    words(&format!("match random random --game dots:2x2 --games 3 --record {record}"));
    let recorded = words(&format!("validate careful --record {record} --format json")).json();
    assert_eq!(recorded["validations"][0]["optimal"]["of"], 36);
}

/// How many sets of lines of 2x2 boxes leave 12, 11, … 1 lines.
const CHOOSE_12: [u64; 12] = [1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12];

#[test]
fn alpha_beta_gets_better_with_depth_until_nothing_is_lost() {
    let json = words("validate alphabeta --game dots:2x2 --depths 1,3,5,12 --format json").json();
    let validations = json["validations"].as_array().unwrap();
    let lost: Vec<u64> = validations.iter().map(|one| one["lost"].as_u64().unwrap()).collect();
    assert!(lost.is_sorted_by(|more, less| more > less) && lost[3] == 0, "{lost:?}");
    let last = &validations[3];
    assert_eq!((&last["depth"], &last["optimal"]["share"]), (&12.into(), &1.0.into()));
    assert_eq!((&last["claims"]["values"], &last["claims"]["exact_false"]), (&4095.into(), &0.into()));
    let svg = words("validate alphabeta --game domineering:4x4:v --depths 1,3 --format svg").out;
    assert_eq!(svg.matches("<circle").count(), 2);
}

#[test]
fn analysis_stands_beside_what_is_exact() {
    let line = "analyze --game kings --sizes 1x1..3x4 --player random --player maxblock --games 40 --seed 2 --format";
    let json = words(&format!("{line} json")).json();
    let cells = json["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 24);
    for cell in cells {
        let board = format!("kings:{}x{}", cell["rows"], cell["cols"]);
        let solved = run(&["solve", &board, "--format", "json"]).json();
        assert_eq!((&cell["exact_value"], &cell["grundy"]), (&solved["value"], &solved["grundy"]), "{board}");
        assert_eq!(cell["games"], 40);
        let wins = ["first_wins", "second_wins"].map(|share| cell[share]["count"].as_u64().unwrap());
        assert_eq!(wins.iter().sum::<u64>(), 40);
    }
    assert_eq!(words(&format!("{line} csv")).out.lines().count(), 25);
    assert_eq!(words(&format!("{line} svg")).out.matches("<rect x=").count(), 24);
    // A board has the same games in every range.
    let one =
        words("analyze --game kings --sizes 3x3 --player random --player maxblock --games 40 --seed 2 --format json");
    let same = |cell: &&Value| cell["rows"] == 3 && cell["cols"] == 3;
    assert_eq!(one.json()["cells"].as_array().unwrap()[..], cells.iter().filter(same).cloned().collect::<Vec<_>>()[..]);
    let margins = words("analyze --game dots --sizes 1x2..2x2 --player greedy --games 10 --format json").json();
    assert_eq!(margins["cells"][0]["exact_value"], 0);
    assert_eq!(margins["cells"][1]["exact_value"], 2);
}

#[test]
fn a_replay_marks_every_mistake() {
    let scratch = Scratch::new("replay");
    let record = scratch.0.join("record.jsonl").display().to_string();
    words(&format!("match random greedy --game dots:2x2 --games 2 --record {record}"));
    let json = words(&format!("replay {record} --game 1 --format json")).json();
    let moves = json["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &json["players"][0]), (12, &"greedy".into()));
    let mut mistakes = [0, 0];
    for made in moves {
        let position = made["position"].as_str().unwrap();
        let solved = run(&["solve", position, "--format", "json"]).json();
        assert_eq!(
            (&made["exact"]["value"], &made["exact"]["best"]),
            (&solved["value"], &solved["best"]),
            "{position}"
        );
        let is_best = solved["best"].as_array().unwrap().contains(&made["move"]);
        assert_eq!(made["mistake"], !is_best, "{position}");
        mistakes[usize::from(made["by"] == "second")] += usize::from(!is_best);
    }
    assert_eq!(json["mistakes"], serde_json::json!(mistakes));
    for pair in moves.windows(2) {
        assert_eq!(pair[0]["exact"]["after"], pair[1]["exact"]["value"]);
    }
    let text = words(&format!("replay {record} --game 1 --boards")).out;
    assert_eq!(text.matches("gives").count(), mistakes.iter().sum::<usize>(), "{text}");
    assert_eq!(words(&format!("replay {record} --game 2")).status, 3);
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_how_to_go_on() {
    let scratch = Scratch::new("interrupt");
    let record = scratch.0.join("record.jsonl").display().to_string();
    let line = format!("match random careful --game dots:8x8 --games 100000 --threads 1 --record {record}");
    let mut child = command(&line.split_whitespace().collect::<Vec<_>>())
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while std::fs::metadata(&record).map_or(0, |file| file.len()) < 10_000 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{BINARY}");
    assert!(interrupted.elapsed() < Duration::from_secs(5));
    let run: Run = child.wait_with_output().unwrap().into();
    assert!(run.err.contains("--resume"), "{}", run.err);
}
