//! What the built-in players cost a move.
//!
//!     cargo bench --bench players                    every player, where it is at home
//!     cargo bench --bench players -- kings:8x8 random maxblock 10000
//!                                                    a number of games between two players
//!
//! The games are made by seed: the numbers of moves and wins are asserted.

use gridsolve::Position;
use gridsolve::games::{Round, Seat};
use gridsolve::player::{Player, Turn, register};
use std::time::{Duration, Instant};

/// A board, two players, how many games, the moves that these take and those that the first wins.
const KNOWN: [(&str, &str, &str, u64, u64, u64); 11] = [
    ("kings:8x8", "random", "maxblock", 10_000, 122_435, 4985),
    ("kings:8x8", "finisher", "symmetry", 1000, 14_180, 506),
    ("dots:5x5", "random", "greedy", 1000, 60_000, 0),
    ("dotdot:5x5", "greedy", "careful", 1000, 60_000, 0),
    ("domineering:8x8:v", "random", "textbook:limit=2", 300, 6800, 0),
    ("dots:5x5", "alphabeta:depth=2", "random", 30, 1800, 30),
    ("domineering:8x8:v", "alphabeta:depth=3", "random", 30, 842, 30),
    ("cram:6x6", "alphabeta:depth=2", "random", 30, 506, 30),
    ("kings:8x8", "alphabeta:depth=3", "random", 30, 433, 29),
    ("dots:3x3", "perfect", "random", 10, 240, 10),
    ("dots:5x5", "alphabeta:depth=10", "alphabeta:depth=10", 1, 60, 0),
];

/// A tournament's limit of a move.
const LATE: Duration = Duration::from_secs(15);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match &*arguments {
        [board, first, second, games] => run(board, first, second, games.parse().expect("a number of games"), None),
        _ => KNOWN.iter().for_each(|&(board, first, second, games, moves, wins)| {
            run(board, first, second, games, Some((moves, wins)));
        }),
    }
}

fn player(spec: &str) -> Box<dyn Player> {
    register::make(&spec.parse().expect("a player")).expect("a player")
}

/// Plays the games, and compares the numbers of moves and of wins where they are known.
fn run(board: &str, first: &str, second: &str, games: u64, known: Option<(u64, u64)>) {
    let start = Position::parse(board).expect("a board");
    let mut players = [player(first), player(second)];
    let (mut moves, mut won, mut slowest) = (0, 0, Duration::ZERO);
    let started = Instant::now();
    for seed in 0..games {
        let mut round = Round::new(start.clone());
        players.iter_mut().enumerate().for_each(|(seat, player)| player.begin(2 * seed + seat as u64));
        while !round.is_over() {
            let asked = Instant::now();
            let choice = players[round.to_move().index()].choose(&Turn::unlimited(&round)).expect("a choice");
            slowest = slowest.max(asked.elapsed());
            round.play(choice.mv.expect("a move")).expect("a legal move");
        }
        moves += round.plies().len() as u64;
        won += u64::from(round.outcome() == Some(gridsolve::games::Outcome::Won(Seat::First)));
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{board:18} {first:18} {second:18} {games:6} games, the first won {won:5}, {moves:7} moves, {seconds:7.3} s, \
         {:9.2} us a move, the slowest {slowest:.1?}",
        1e6 * seconds / moves as f64
    );
    assert!(slowest < LATE, "{board} {first} {second}: a move took {slowest:?}");
    assert_eq!((moves, won), known.unwrap_or((moves, won)), "{board} {first} {second}");
}
