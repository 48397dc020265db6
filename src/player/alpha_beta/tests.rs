//! The search against plain minimax.

use super::*;
use crate::games::Round;
use crate::player::PlayerSpec;

fn player(options: &str) -> AlphaBeta {
    let spec: PlayerSpec = format!("alphabeta:{options}").parse().unwrap();
    let known: Vec<&str> = AlphaBeta::OPTIONS.iter().map(|&(key, _)| key).collect();
    AlphaBeta::of(&Options::of(&spec, &known).unwrap(), &Resources::default()).unwrap()
}

/// A game after some moves by chance.
fn after_some_moves(start: &str, moves: usize, seed: u64) -> Round {
    let mut chance = Chance::new(seed);
    let mut round = Round::new(Position::parse(start).unwrap());
    for _ in 0..moves {
        let legal = round.position().legal_moves();
        if !legal.is_empty() {
            round.play(*chance.one_of(&legal)).unwrap();
        }
    }
    round
}

/// Minimax without windows, memory or order.
fn plain<G: Evaluate>(game: &G, position: &G::Position, depth: u8, evaluation: G::Evaluation) -> Value {
    if depth == 0 {
        return game.estimate(position, evaluation).points;
    }
    let mut moves = Vec::new();
    game.promising(position, false, &mut moves);
    let values = moves.into_iter().map(|mv| plain_after(game, &game.play(position, mv), depth, evaluation));
    values.max().unwrap_or_else(|| game.final_value(position) * G::POINTS)
}

fn plain_after<G: Evaluate>(game: &G, step: &Step<G::Position>, depth: u8, evaluation: G::Evaluation) -> Value {
    let step = Step { next: step.next, gain: step.gain * G::POINTS, mover: step.mover };
    step.value(plain(game, &step.next, depth - 1, evaluation))
}

/// Holds the search, and the choice of a player, to plain minimax.
struct Held<'r> {
    round: &'r Round,
    depth: u8,
    seed: u64,
}

impl Visitor for Held<'_> {
    type Output = ();

    fn visit<G: Evaluate>(self, game: &G, root: &G::Position, name: impl Fn(G::Move) -> Move) {
        let Self { round, depth, seed } = self;
        for &(way, evaluation) in G::EVALUATIONS {
            let most = game.bound(root) * G::POINTS;
            let mut search = Search::new(game, evaluation, 1 << 20, &|_| true);
            search.nodes = 10_000;
            for depth in 1..=depth {
                search.deepen(evaluation);
                let score = search.score(root, depth, -most - 1, most + 1).unwrap();
                assert_eq!(score.points, plain(game, root, depth, evaluation), "{} {way} {depth}", round.position());
            }
            let mut moves = Vec::new();
            game.moves(root, &mut moves);
            let value = |mv| plain_after(game, &game.play(root, mv), depth, evaluation);
            let values: Vec<(Move, Value)> = moves.into_iter().map(|mv| (name(mv), value(mv))).collect();
            let Some(best) = values.iter().map(|&(_, value)| value).max().filter(|&best| best > -most) else {
                continue;
            };
            let mut good: Vec<Move> = values.iter().filter(|&&(_, value)| value == best).map(|&(mv, _)| mv).collect();
            good.sort_unstable();
            let choose = |pick, seed| {
                let mut player = player(&format!("depth={depth},eval={way},pick={pick}"));
                player.begin(seed);
                player.choose(&Turn::unlimited(round)).unwrap()
            };
            let first = choose("first", seed);
            if first.depth == Some(depth.into()) {
                assert_eq!(first.mv, Some(good[0]), "{} {way} {depth}", round.position());
                let any = choose("chance", seed).mv.unwrap();
                assert!(good.contains(&any), "{any} in {} {way} {depth}", round.position());
            }
        }
    }
}

#[test]
fn the_search_is_minimax() {
    for (start, moves, depth) in [
        ("dots:2x2", 3, 4),
        ("dots:3x3", 8, 4),
        ("dots:3x3", 13, 6),
        ("dotdot:2x3", 2, 4),
        ("dotdot:3x3", 12, 5),
        ("domineering:4x4:v", 2, 4),
        ("domineering:5x6:h", 6, 4),
        ("domineering:9x9:v", 20, 2),
        ("cram:4x5", 4, 3),
        ("xo:5x5", 6, 4),
        ("kings:4x6", 1, 3),
        ("kings:7x6", 5, 4),
        ("kings:3x25", 12, 3),
    ] {
        for seed in 0..6 {
            let round = after_some_moves(start, moves, seed);
            with_form(round.position(), Held { round: &round, depth, seed });
        }
    }
}

#[test]
fn what_covers_the_game_is_exact_and_claims_no_more() {
    for (start, moves) in [
        ("dots:2x2", 0),
        ("dots:3x3", 10),
        ("dotdot:2x2", 0),
        ("dotdot:2x3", 5),
        ("domineering:4x4:v", 0),
        ("domineering:5x5:h", 4),
        ("cram:3x4", 0),
        ("xo:3x5", 2),
        ("kings:4x5", 0),
    ] {
        for seed in 0..4 {
            let round = after_some_moves(start, moves, seed);
            let answer = crate::Solver::new().threads(1).solve(round.position()).unwrap();
            for depth in [1, 2, 3, 5, 8, 100] {
                let choice = player(&format!("depth={depth}")).choose(&Turn::unlimited(&round)).unwrap();
                assert!(choice.exact || depth < 100, "{} {depth}", round.position());
                if choice.exact {
                    assert_eq!(choice.value, answer.value.map(i32::from), "{} {depth}", round.position());
                    assert_eq!(choice.mv.is_some_and(|mv| answer.best.contains(&mv)), !round.is_over(), "{choice:?}");
                }
            }
        }
    }
}

/// Claims are true at every depth, all evaluations and positions of a small board.
#[test]
fn estimates_that_claim_to_be_exact_are() {
    struct Claims(Option<Value>);
    impl Visitor for Claims {
        type Output = u32;

        fn visit<G: Evaluate>(self, game: &G, root: &G::Position, _: impl Fn(G::Move) -> Move) -> u32 {
            let mut claims = 0;
            for &(way, evaluation) in G::EVALUATIONS {
                let estimate = game.estimate(root, evaluation);
                let most = game.bound(root) * G::POINTS;
                assert!(estimate.points.abs() <= most.max(1), "{way} {root:?}");
                if estimate.exact {
                    assert_eq!(Some(estimate.points), self.0.map(|value| value * G::POINTS), "{way} {root:?}");
                    claims += 1;
                }
            }
            claims
        }
    }
    let solver = crate::Solver::new().threads(1);
    for (start, moves) in [
        ("dots:3x3", 12..24),
        ("dotdot:3x3", 12..24),
        ("domineering:5x5:v", 2..10),
        ("cram:5x6", 4..10),
        ("kings:6x6", 1..8),
        ("kings:2x9", 0..5),
    ] {
        let mut claims = 0;
        for (seed, moves) in (0..40).flat_map(|seed| moves.clone().map(move |moves| (seed, moves))) {
            let round = after_some_moves(start, moves, seed);
            let value = solver.solve(round.position()).unwrap().value;
            claims += with_form(round.position(), Claims(value));
        }
        assert!(claims > 40, "{start}: {claims} claims");
    }
}

/// The move that is made where all are lost is one that a search of one ply less does not see lose.
#[test]
fn where_all_is_lost_it_makes_the_other_work() {
    struct Resists(Move, u8);
    impl Visitor for Resists {
        type Output = bool;

        fn visit<G: Evaluate>(self, game: &G, root: &G::Position, name: impl Fn(G::Move) -> Move) -> bool {
            let mut moves = Vec::new();
            game.moves(root, &mut moves);
            let chosen = moves.into_iter().find(|&mv| name(mv) == self.0).unwrap();
            let value = plain_after(game, &game.play(root, chosen), self.1 - 1, G::EVALUATIONS[0].1);
            value > -game.bound(root) * G::POINTS
        }
    }
    let mut lost = 0;
    for (start, moves) in [("domineering:5x5:v", 6), ("cram:4x5", 2), ("kings:5x6", 2)] {
        for seed in 0..20 {
            let round = after_some_moves(start, moves, seed);
            let choice = player("depth=30").choose(&Turn::unlimited(&round)).unwrap();
            assert!(choice.exact);
            let (Some(-1), Some(mv), Some(depth @ 2..)) = (choice.value, choice.mv, choice.depth) else { continue };
            assert!(with_form(round.position(), Resists(mv, depth as u8)), "{mv} in {}", round.position());
            lost += 1;
        }
    }
    assert!(lost > 5, "{lost} lost positions");
}

#[test]
fn limits_are_kept() {
    let round = after_some_moves("dots:5x5", 10, 1);
    let turn = Turn { plies: Some(2), ..Turn::unlimited(&round) };
    assert_eq!(player("depth=5").choose(&turn).unwrap().depth, Some(2));
    assert_eq!(player("depth=1").choose(&turn).unwrap().depth, Some(1));
    let none = player("depth=5").choose(&Turn { plies: Some(0), ..turn }).unwrap();
    assert_eq!((none.depth, none.leaves), (Some(0), Some(1)));
    let started = Instant::now();
    let choice = player("time=0.2").choose(&Turn::unlimited(&round)).unwrap();
    assert!(choice.mv.is_some() && started.elapsed() < Duration::from_secs(2));
    let turn = Turn { deadline: Some(Instant::now()), ..Turn::unlimited(&round) };
    let choice = player("depth=20").choose(&turn).unwrap();
    assert!(choice.mv.is_some() && choice.note.is_some());
    let turn = Turn::unlimited(&round);
    turn.switch.stop();
    assert_eq!(player("depth=20").choose(&turn), Err(PlayerError::Stopped));
    let few = |nodes| player(&format!("nodes={nodes}")).choose(&Turn::unlimited(&round)).unwrap();
    assert_eq!(few(20_000), few(20_000));
    assert!(few(20_000).leaves < Some(21_000));
}

#[test]
fn an_evaluation_of_another_game_is_refused() {
    let round = after_some_moves("kings:3x3", 0, 0);
    let error = player("eval=chains").choose(&Turn::unlimited(&round)).unwrap_err();
    assert_eq!(error, PlayerError::CannotPlay("kings has no evaluation \"chains\", only parts and parity".to_owned()));
}
