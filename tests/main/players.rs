//! Players, as a game asks them.

use gridsolve::Position;
use gridsolve::board::{Grid, Mark, Size, Square};
use gridsolve::chance::Chance;
use gridsolve::games::domineering::{DomineeringPosition, Turn as Side};
use gridsolve::games::{Outcome, Round, Seat};
use gridsolve::player::{Player, PlayerError, Textbook, Turn, register, textbook};
use serde_json::Value;
use std::time::{Duration, Instant};

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

const EVERY_GAME: &[&str] = &["dots", "dotdot", "domineering", "cram", "xo", "kings"];

/// The players with the games that they know, and options under which they are quick on any board.
const PLAYERS: [(&str, &[&str]); 7] = [
    ("random", EVERY_GAME),
    ("maxblock finisher symmetry", &["kings"]),
    ("greedy careful", &["dots", "dotdot"]),
    ("textbook:limit=1", &["domineering"]),
    ("alphabeta:depth=2,nodes=300,pick=chance alphabeta:depth=1,nodes=300", EVERY_GAME),
    ("alphabeta:depth=2,nodes=300,eval=boxes", &["dots", "dotdot"]),
    ("alphabeta:depth=2,nodes=300,eval=moves", &["domineering"]),
];

fn start(game: &str, size: &str) -> Position {
    let side = if game == "domineering" { ":v" } else { "" };
    Position::parse(&format!("{game}:{size}{side}")).unwrap()
}

#[test]
fn games_are_played_to_their_end_and_can_be_repeated() {
    for (players, games) in PLAYERS {
        for name in players.split(' ') {
            for game in games {
                for (size, seed) in [("1x1", 1), ("3x4", 2), ("5x3", 3), ("7x8", 4), ("1x40", 5)] {
                    let start = start(game, size);
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

/// A game after some of its moves, made by chance.
fn part_of_a_game(start: &Position, moves: usize, seed: u64) -> Round {
    let mut chance = Chance::new(seed);
    let mut round = Round::new(start.clone());
    for _ in 0..moves {
        let legal = round.position().legal_moves();
        if !legal.is_empty() {
            round.play(*chance.one_of(&legal)).unwrap();
        }
    }
    round
}

#[test]
fn only_legal_moves_are_made_on_boards_of_any_width() {
    let impatient: (&str, &[&str]) = ("perfect:time=0.03 alphabeta:time=0.02 alphabeta:nodes=30", EVERY_GAME);
    for (players, games) in PLAYERS.into_iter().chain([impatient]) {
        for name in players.split(' ') {
            for game in games {
                for (size, seed) in
                    [("2x3", 1), ("8x8", 2), ("1x65", 3), ("11x11", 4), ("9x25", 5), ("32x32", 6), ("1024x1", 7)]
                {
                    let start = start(game, size);
                    let lines = start.legal_moves().len();
                    let round = part_of_a_game(&start, Chance::new(seed).below(lines as u32 / 2) as usize, seed);
                    let choice = player(name).choose(&Turn::unlimited(&round)).unwrap();
                    let legal = round.position().legal_moves();
                    assert_eq!(
                        choice.mv.is_some(),
                        !legal.is_empty(),
                        "{name} {size} seed {seed}: {}",
                        round.position()
                    );
                    assert!(choice.mv.is_none_or(|mv| legal.contains(&mv)), "{name} {size}: {}", round.position());
                }
            }
        }
    }
}

/// What the side to move gets of the boxes or wins by, as the game counts it, once it is over.
fn margin(round: &Round, seat: Seat) -> i16 {
    match round.outcome() {
        Some(Outcome::Won(won)) if !matches!(round.position(), Position::Dots(_)) => {
            if won == seat {
                1
            } else {
                -1
            }
        }
        _ => round.scores()[seat.index()] - round.scores()[seat.other().index()],
    }
}

/// A thousand games in each game: whatever the board is worth to the perfect player, it gets.
#[test]
fn perfect_gets_what_a_position_is_worth() {
    let others = [
        "random",
        "maxblock",
        "finisher",
        "symmetry",
        "greedy",
        "careful",
        "textbook",
        "alphabeta:depth=2,pick=chance",
    ];
    let solver = gridsolve::Solver::new().threads(1);
    for (game, size) in
        [("dots", "2x2"), ("dotdot", "2x2"), ("domineering", "4x4"), ("cram", "3x4"), ("xo", "3x3"), ("kings", "4x5")]
    {
        let start = start(game, size);
        let knows = |name: &&&str| player(name).choose(&Turn::unlimited(&Round::new(start.clone()))).is_ok();
        let others: Vec<&str> = others.iter().filter(knows).copied().collect();
        let (mut perfect, mut won) = (player("perfect:pick=chance"), 0);
        for seed in 0..1000 {
            let mut other = player(others[seed as usize % others.len()]);
            // Begun by chance, so that not only the empty board is played.
            let begun = part_of_a_game(&start, seed as usize / 2 % 4, seed);
            let value = solver.solve(begun.position()).unwrap().value.unwrap();
            let seat = if seed % 2 == 0 { Seat::First } else { Seat::Second };
            let players: [&mut dyn Player; 2] = match seat {
                Seat::First => [&mut *perfect, &mut *other],
                Seat::Second => [&mut *other, &mut *perfect],
            };
            let round = play(begun.position(), players, seed);
            let worth = if seat == Seat::First { value } else { -value };
            assert!(
                margin(&round, seat) >= worth,
                "{game} seed {seed}: {} from {}",
                margin(&round, seat),
                begun.position()
            );
            won += u32::from(margin(&round, seat) > 0);
        }
        assert!(won > 100, "{game}: {won} won");
    }
}

#[test]
fn symmetry_beats_perfect() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 3), (1, 7), (3, 5), (5, 3), (5, 5), (3, 7), (5, 7), (7, 5), (7, 7)] {
        let start = Position::parse(&format!("kings:{rows}x{cols}")).unwrap();
        for seed in 0..2 {
            let round = play(&start, [&mut *player("symmetry"), &mut *player("perfect:pick=chance")], seed);
            assert_eq!(round.outcome(), Some(Outcome::Won(Seat::First)), "{start} seed {seed}");
        }
    }
}

/// A whole game at a tournament's ten plies, under a clock that is too short for them.
#[test]
fn no_move_is_late() {
    let mut players = [player("alphabeta:depth=10"), player("perfect")];
    let mut round = round("dots:5x5");
    while !round.is_over() {
        let deadline = Instant::now() + Duration::from_millis(60);
        let turn = Turn { deadline: Some(deadline), plies: Some(10), ..Turn::unlimited(&round) };
        let choice = players[round.to_move().index()].choose(&turn).unwrap();
        let late = deadline.elapsed();
        // Other tests run at the same time.
        assert!(late < Duration::from_secs(2), "{late:?} late in {}", round.position());
        assert!(choice.depth.is_none_or(|depth| depth <= 10));
        round.play(choice.mv.unwrap()).unwrap();
    }
}

#[test]
fn perfect_says_when_it_has_to_guess() {
    let round = round("dots:9x9");
    let choice = player("perfect:time=0.1").choose(&Turn::unlimited(&round)).unwrap();
    assert!(choice.mv.is_some() && !choice.exact);
    assert_eq!(choice.note.as_deref(), Some("not proved in time: the move is a guess"));
}

/// A player that looks further, or knows chains, wins more of the games than it loses.
#[test]
fn knowledge_and_depth_are_worth_something() {
    for (game, size, better, worse) in [
        ("dots", "3x3", "alphabeta:depth=3,pick=chance", "alphabeta:depth=3,eval=boxes,pick=chance"),
        ("dots", "3x3", "alphabeta:depth=2,pick=chance", "careful"),
        ("dotdot", "3x3", "alphabeta:depth=4,pick=chance", "greedy"),
        ("domineering", "6x7", "alphabeta:depth=4,eval=moves,pick=chance", "alphabeta:depth=1,eval=moves,pick=chance"),
        ("domineering", "6x7", "alphabeta:depth=2,pick=chance", "alphabeta:depth=2,eval=moves,pick=chance"),
        ("cram", "5x5", "alphabeta:depth=2,pick=chance", "alphabeta:depth=2,eval=parity,pick=chance"),
        ("kings", "6x7", "alphabeta:depth=2,pick=chance", "maxblock"),
    ] {
        let start = start(game, size);
        let (mut better, mut worse) = ((better, player(better)), (worse, player(worse)));
        let mut lead = 0;
        for seed in 0..100 {
            let begun = part_of_a_game(&start, 2, seed);
            let first = play(begun.position(), [&mut *better.1, &mut *worse.1], seed);
            let second = play(begun.position(), [&mut *worse.1, &mut *better.1], seed);
            lead += i32::from(margin(&first, Seat::First).signum()) + i32::from(margin(&second, Seat::Second).signum());
        }
        assert!(lead > 30, "{} leads {} by {lead} in {game}", better.0, worse.0);
    }
}
