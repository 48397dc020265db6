//! Players, as a game asks them.

use gridsolve::Position;
use gridsolve::board::{Grid, Mark, Size, Square};
use gridsolve::chance::Chance;
use gridsolve::games::domineering::{DomineeringPosition, Turn as Side};
use gridsolve::games::{Outcome, Round, Seat};
use gridsolve::player::{Player, PlayerError, Textbook, Turn, register, textbook};
use serde_json::Value;

fn player(spec: &str) -> Box<dyn Player> {
    register::make(&spec.parse().unwrap()).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn round(start: &str) -> Round {
    Round::new(Position::parse(start).unwrap())
}

/// Plays a game to its end between players for both seats.
fn play(start: &Position, players: [&mut dyn Player; 2], seed: u64) -> Round {
    let mut round = Round::new(start.clone());
    let [first, second] = players;
    first.begin(seed);
    second.begin(seed ^ 1);
    while !round.is_over() {
        let turn = Turn::unlimited(&round);
        let choice = if round.to_move() == Seat::First { first.choose(&turn) } else { second.choose(&turn) };
        let mv = choice.unwrap_or_else(|error| panic!("{start} seed {seed}: {error}")).mv.expect("a move is left");
        round.play(mv).unwrap_or_else(|error| panic!("{start} seed {seed}: {error}"));
    }
    round
}

/// Every position of the coursework's player that has a published or worked-out answer.
#[test]
fn the_textbook_counts_the_same_leaves() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/dominoes-search.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count(), 60);
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let rows: Vec<&str> = case["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        let size = Size::new(rows.len() as u64, rows[0].len() as u64).unwrap();
        let mark = |at: Square| Mark::from_char(rows[usize::from(at.row)].as_bytes()[usize::from(at.col)].into());
        let board = DomineeringPosition::new(Grid::from_fn(size, |square| mark(square).unwrap()), None);
        let side = if case["vertical"] == true { Side::Vertical } else { Side::Horizontal };
        let limit = case["limit"].as_u64().unwrap() as u32;
        let Textbook { mv, value, leaves } = textbook(&board, side, limit);
        let found = serde_json::json!({"move": mv, "value": value, "leaves": leaves});
        for part in ["move", "value", "leaves"] {
            assert_eq!(found[part], case[part], "{part} of {line}");
        }
    }
}

/// The players of every game that they know.
const SIMPLE: [(&str, &[&str]); 3] = [
    ("random", &["dots", "dotdot", "domineering", "cram", "xo", "kings"]),
    ("maxblock finisher symmetry", &["kings"]),
    ("greedy careful", &["dots", "dotdot"]),
];

#[test]
fn games_are_played_to_their_end_and_can_be_repeated() {
    for (players, games) in SIMPLE {
        for name in players.split(' ') {
            for game in games {
                for (size, seed) in [("1x1", 1), ("3x4", 2), ("5x3", 3), ("9x9", 4), ("20x16", 5), ("1x150", 6)] {
                    let start = Position::parse(&format!("{game}:{size}")).unwrap();
                    let play = || play(&start, [&mut *player(name), &mut *player("random")], seed);
                    let round = play();
                    assert_eq!(round, play(), "{name} {start} seed {seed}");
                    assert!(round.outcome().is_some(), "{name} {start} seed {seed}");
                }
            }
        }
    }
}

#[test]
fn a_player_refuses_games_that_it_does_not_know() {
    for (name, start, games) in [
        ("maxblock", "dots:2x2", "kings"),
        ("finisher", "cram:2x2", "kings"),
        ("symmetry", "xo:3x3", "kings"),
        ("greedy", "kings:2x2", "dots and dotdot"),
        ("careful", "domineering:2x2:v", "dots and dotdot"),
        ("textbook", "kings:2x2", "domineering"),
    ] {
        let error = player(name).choose(&Turn::unlimited(&round(start))).unwrap_err();
        assert!(
            matches!(&error, PlayerError::CannotPlay(why) if why.contains(&format!("plays {games} only"))),
            "{error}"
        );
    }
}

#[test]
fn maxblock_takes_the_most_and_finisher_the_last() {
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let mut round = round("kings:5x6");
        while !round.is_over() {
            let Position::Kings(kings) = round.position() else { unreachable!() };
            let free = || kings.grid().free_squares();
            let left = |mv| {
                let mut after = round.clone();
                after.play(mv).unwrap();
                after.position().legal_moves().len()
            };
            let least = free().map(|square| left(gridsolve::Move::Square(square))).min().unwrap();
            let chosen = |name| player(name).choose(&Turn::unlimited(&round)).unwrap().mv.unwrap();
            assert_eq!(left(chosen("maxblock")), least, "seed {seed} {}", round.position());
            if least == 0 {
                assert_eq!(left(chosen("finisher")), 0, "seed {seed} {}", round.position());
            }
            let moves = round.position().legal_moves();
            round.play(*chance.one_of(&moves)).unwrap();
        }
    }
}

#[test]
fn symmetry_wins_what_it_begins_on_odd_boards() {
    for rows in (1..=9).step_by(2) {
        for cols in (1..=9).step_by(2) {
            let start = Position::parse(&format!("kings:{rows}x{cols}")).unwrap();
            for seed in 0..20 {
                let round = play(&start, [&mut *player("symmetry"), &mut *player("random")], seed);
                assert_eq!(round.outcome(), Some(Outcome::Won(Seat::First)), "{start} seed {seed}");
            }
        }
    }
}

/// How many boxes can be taken in one turn by whoever takes all that there are.
fn taken_in_a_turn(mut round: Round) -> i16 {
    let (mut taken, mut greedy) = (0, player("greedy"));
    while let Some(mv) = greedy.choose(&Turn::unlimited(&round)).unwrap().mv {
        match round.play(mv).unwrap().gain {
            0 => break,
            gain => taken += gain,
        }
    }
    taken
}

#[test]
fn careful_gives_as_little_as_it_can() {
    for seed in 0..6 {
        let mut round = round(if seed % 2 == 0 { "dots:4x4" } else { "dotdot:3x5" });
        let mut careful = player("careful");
        careful.begin(seed);
        while let Some(mv) = careful.choose(&Turn::unlimited(&round)).unwrap().mv {
            let after = |mv| {
                let mut after = round.clone();
                let gain = after.play(mv).unwrap().gain;
                (gain, after)
            };
            let all = || round.position().legal_moves().into_iter().map(after);
            let (gain, next) = after(mv);
            assert_eq!(gain, all().map(|(gain, _)| gain).max().unwrap(), "seed {seed}: {mv} in {}", round.position());
            if gain == 0 {
                let least = all().map(|(_, next)| taken_in_a_turn(next)).min();
                assert_eq!(Some(taken_in_a_turn(next.clone())), least, "seed {seed}: {mv} in {}", round.position());
            }
            round = next;
        }
    }
}
