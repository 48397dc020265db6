//! The contract of the search and the answers of the root on random trees, with every memory.

use super::memories::{Audited, memories};
use super::tree::{Names, Tree, Wood};
use super::{EVERYTHING, VALUE_AND_BEST, examine, keeps_contract, search};
use crate::game::{Game, Mover, Value};
use crate::memory::{Fixed, Forgetful, Growing};
use crate::solver::limits::{Limits, Progress};
use crate::solver::naive::Naive;
use crate::solver::race::Race;
use crate::solver::root::Finding;
use crate::solver::search::Search;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const ORDERS: u64 = 20;

fn tree(seed: u64) -> (Tree, ChaCha8Rng) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let depth = 3 + seed as u32 % 5;
    (Tree::random(&mut random, depth), random)
}

/// Trees, each known in twenty ways: in other orders, with other limits, with moves left out.
fn woods(trees: std::ops::Range<u64>, key_bits: u32) -> impl Iterator<Item = (String, Wood, ChaCha8Rng)> {
    trees.flat_map(move |seed| {
        (0..ORDERS).map(move |order| {
            let (tree, random) = tree(seed);
            let names = if order % 2 == 0 { Names::Twins } else { Names::Values };
            let mut wood = Wood::new(&tree, names, key_bits, seed ^ order << 32);
            if order % 4 > 1 {
                wood.prune(order);
            }
            (format!("seed {seed}, order {order}: {tree}"), wood, random)
        })
    })
}

fn windows(value: Value, bound: Value, random: &mut ChaCha8Rng) -> Vec<(Value, Value)> {
    let mut windows = vec![(value - 1, value), (value, value + 1), (-bound - 1, bound + 1), (value - 1, value + 1)];
    for _ in 0..4 {
        let alpha = random.random_range(-9..=8);
        windows.push((alpha, random.random_range(alpha + 1..=9)));
    }
    super::tree::shuffle(&mut windows, random);
    windows
}

/// Every window of some positions of a tree, one after the other with one memory.
fn contract_holds(trees: std::ops::Range<u64>, key_bits: u32) {
    for (about, wood, mut random) in woods(trees, key_bits) {
        let truth = wood.by_key();
        for (name, memory) in memories(key_bits) {
            let memory = Audited::new(memory, |key| truth[&key]);
            for _ in 0..8 {
                // Most positions of a tree are near its leaves; more is to be said about its root.
                let place = if random.random_bool(0.5) { wood.root() } else { random.random_range(0..=wood.root()) };
                let value = wood.value(place);
                for window in windows(value, wood.bound(&place), &mut random) {
                    let returned = search(&wood, &memory, &place, window);
                    let holds = keeps_contract(value, window, returned);
                    assert!(holds, "{returned} for {value} in {window:?} at {place}, memory {name}, {about}");
                }
            }
            memory.verify();
        }
    }
}

#[test]
fn contract_holds_with_every_memory() {
    contract_holds(0..150, 28);
}

#[test]
fn contract_holds_with_entries_of_two_words() {
    contract_holds(50..80, 100);
    contract_holds(80..90, 64);
    contract_holds(90..100, 65);
}

/// Small trees, every position, every window that can matter.
#[test]
fn contract_holds_for_every_window() {
    for (about, wood, _) in woods(1000..1100, 28) {
        let memory = Fixed::new(28, 1 << 10).expect("little memory").expect("narrow keys");
        for place in (0..=wood.root()).rev().take(12) {
            let value = wood.value(place);
            for alpha in value - 5..=value + 4 {
                for beta in alpha + 1..=value + 5 {
                    let returned = search(&wood, &memory, &place, (alpha, beta));
                    let holds = keeps_contract(value, (alpha, beta), returned);
                    assert!(holds, "{returned} for {value} in {:?} at {place}, {about}", (alpha, beta));
                }
            }
        }
    }
}

/// What the root finds out, against the plain recursion.
fn check_finding(wood: &Wood, finding: &Finding<u8>, about: &str) {
    let (root, mut naive) = (wood.root(), Naive::new(wood));
    assert_eq!(finding.bounds.exact(), Some(naive.value(&root)), "{about}");
    assert_eq!(naive.value(&root), wood.value(root), "{about}");
    assert_eq!(finding.best, Some(naive.best_moves(&root)), "{about}");
    if let Some(moves) = &finding.moves {
        assert_eq!(*moves, naive.move_values(&root), "{about}");
    }
    if let Some(line) = &finding.line {
        // Both sides' gains along the line, as the one at the root sees them, are the value.
        let (mut place, mut won, mut side) = (root, 0, 1);
        for &mv in line {
            let step = wood.play(&place, mv);
            won += side * step.gain;
            if step.mover == Mover::Other {
                side = -side;
            }
            place = step.next;
        }
        let mut moves = Vec::new();
        wood.moves(&place, &mut moves);
        assert!(moves.is_empty(), "the line stops early: {line:?}, {about}");
        assert_eq!(won + side * wood.final_value(&place), wood.value(root), "{line:?}, {about}");
    }
}

#[test]
fn root_finds_every_move_and_a_line() {
    for (about, wood, _) in woods(200..300, 28) {
        for (name, memory) in memories(28) {
            let about = format!("memory {name}, {about}");
            for threads in [1, 3] {
                check_finding(&wood, &examine(&wood, &memory, &wood.root(), threads, EVERYTHING), &about);
                // Asked again, it knows the answer and gives the same.
                check_finding(&wood, &examine(&wood, &memory, &wood.root(), threads, VALUE_AND_BEST), &about);
            }
        }
    }
}

/// Threads that race for one window, each with its own look at who is busy where.
#[test]
fn threads_in_a_race_keep_the_contract() {
    for (about, wood, mut random) in woods(300..310, 28) {
        let truth = wood.by_key();
        let memory = Audited::new(Fixed::new(28, 640).expect("little memory").expect("narrow keys"), |key| truth[&key]);
        let value = wood.value(wood.root());
        for window in windows(value, wood.bound(&wood.root()), &mut random) {
            let (race, limits, progress) = (Race::default(), Limits::default(), Progress::default());
            let run = || {
                Search::new(&wood, &memory, &limits, &progress).racing(&race).value(&wood.root(), window.0, window.1)
            };
            let results = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
            });
            for result in results {
                let returned = result.expect("nobody stops it");
                assert!(keeps_contract(value, window, returned), "{returned} for {value} in {window:?}, {about}");
            }
        }
        memory.verify();
    }
}

/// A busy board that is full of stale announcements changes nothing.
#[test]
fn stale_announcements_change_nothing() {
    for (about, wood, mut random) in woods(400..420, 28) {
        let race = Race::default();
        (0..=wood.root()).filter(|_| random.random_bool(0.5)).for_each(|place| {
            race.busy.claim(&place);
        });
        let value = wood.value(wood.root());
        for window in windows(value, wood.bound(&wood.root()), &mut random) {
            let (limits, progress) = (Limits::default(), Progress::default());
            let mut search = Search::new(&wood, &Forgetful, &limits, &progress).racing(&race);
            let returned = search.value(&wood.root(), window.0, window.1).expect("nobody stops it");
            assert!(keeps_contract(value, window, returned), "{returned} for {value} in {window:?}, {about}");
        }
    }
}

/// A position that is over has its value and no move; so has a line that starts there.
#[test]
fn finished_positions_have_no_moves() {
    for value in -3..=3 {
        let wood = Wood::new(&Tree::parse(&value.to_string()), Names::Twins, 28, 0);
        let finding = examine(&wood, &Growing::new(), &wood.root(), 1, EVERYTHING);
        assert_eq!(finding.bounds.exact(), Some(value));
        assert_eq!((finding.best, finding.moves, finding.line), (Some(vec![]), Some(vec![]), Some(vec![])));
    }
}
