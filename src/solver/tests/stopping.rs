//! Searches that are stopped and go on, and searches by several threads: the same answers, and nothing
//! in the memory that is not proved.

use super::memories::Audited;
use super::switches::{Named, Switched, Switches};
use super::{EVERYTHING, VALUE_AND_BEST, examine, keeps_contract};
use crate::game::{Bounds, Game, Value};
use crate::games::dots::tests::knowledge::three_by_three;
use crate::games::dots::tests::oracle::{Graph, Rules, careful, position, random};
use crate::games::dots::{Lines, Rule};
use crate::memory::{Fixed, Growing, Key, Memory};
use crate::solver::limits::{Limits, Progress, StopSwitch};
use crate::solver::race::Unwound;
use crate::solver::root::{Finding, Root};
use crate::solver::search::Search;
use rand::RngExt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

type Seen = Named<u128, Lines<u64>>;

/// A memory that throws a switch once it has been told so many things.
struct Throwing<M> {
    memory: M,
    left: AtomicU64,
    switch: StopSwitch,
}

impl<K: Key, M: Memory<K>> Memory<K> for Throwing<M> {
    fn probe(&self, key: K) -> Option<Bounds> {
        self.memory.probe(key)
    }

    fn store(&self, key: K, bounds: Bounds, weight: u8) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.switch.stop();
        }
        self.memory.store(key, bounds, weight);
    }

    fn bytes(&self) -> u64 {
        self.memory.bytes()
    }
}

fn fixed(key_bits: u32, bytes: u64) -> Fixed {
    Fixed::new(key_bits, bytes).expect("little memory").expect("narrow keys")
}

/// 3x3 boxes from the start, every stored limit compared with the whole table.
struct Board {
    graph: Graph<u64>,
    start: Lines<u64>,
}

impl Board {
    fn new() -> Self {
        let graph = Graph::new(&position(3, 3, Rule::Free, 0), &three_by_three(Rule::Free).rules);
        let start = graph.at(0);
        Self { graph, start }
    }

    fn value_of(&self, key: Seen) -> Value {
        three_by_three(Rule::Free).value(self.graph.drawn(&key.position))
    }

    /// What is found out of a search that ran to its end.
    fn check(&self, finding: &Finding<u16>) {
        let dense = three_by_three(Rule::Free);
        assert_eq!(finding.bounds.exact(), Some(-3));
        let best = finding.best.as_ref().expect("the list is complete");
        let mut best: Vec<usize> = best.iter().map(|&line| self.graph.number(line)).collect();
        best.sort_unstable();
        assert_eq!(best, dense.best(0));
        for &(line, value) in finding.moves.iter().flatten() {
            assert_eq!(value, dense.worth(0, self.graph.number(line)));
        }
    }

    /// What a search says that was stopped.
    fn check_stopped(&self, finding: &Finding<u16>) {
        assert!(finding.bounds.low <= -3 && -3 <= finding.bounds.high, "{:?}", finding.bounds);
        assert_eq!((&finding.best, &finding.moves, &finding.line), (&None, &None, &None));
    }
}

#[test]
fn stopped_by_the_clock_and_gone_on() {
    let board = Board::new();
    let game = Switched::new(&board.graph.coins, Switches::ALL);
    for threads in [1, 2, 3, 8] {
        let memory = Audited::new(fixed(game.key_bits(), 1 << 20), |key| board.value_of(key));
        for milliseconds in [1, 5, 20, 100] {
            let limits = Limits::new(Some(Duration::from_millis(milliseconds)), StopSwitch::default());
            let begun = Instant::now();
            let finding =
                Root::new(&game, &memory, &limits, &Progress::default(), threads).examine(&board.start, EVERYTHING);
            assert!(begun.elapsed() < Duration::from_secs(5), "a limit of {milliseconds} ms is kept");
            if finding.line.is_some() {
                board.check(&finding);
            } else {
                let bounds = finding.bounds;
                assert!(bounds.low <= -3 && -3 <= bounds.high, "{bounds:?}");
            }
        }
        board.check(&examine(&game, &memory, &board.start, threads, EVERYTHING));
        memory.verify();
    }
}

/// Stopped at chosen places, often, and each time gone on with what was proved so far.
#[test]
fn stopped_by_a_switch_and_gone_on() {
    let board = Board::new();
    let game = Switched::new(&board.graph.coins, Switches::ALL);
    for (threads, every) in [(1, 0), (1, 900), (1, 3000), (2, 2000), (3, 5000), (2, 10_000)] {
        let audited = Audited::new(Growing::new(), |key| board.value_of(key));
        let mut stops = 0;
        let memory = loop {
            let switch = StopSwitch::default();
            let left = AtomicU64::new(every + stops * 100);
            let memory = Throwing { memory: &audited, left, switch: switch.clone() };
            let limits = Limits::new(None, switch.clone());
            let finding =
                Root::new(&game, &memory, &limits, &Progress::default(), threads).examine(&board.start, VALUE_AND_BEST);
            if finding.best.is_some() {
                board.check(&finding);
                break &audited;
            }
            assert!(switch.is_stopped(), "only the switch stops it");
            board.check_stopped(&finding);
            stops += 1;
        };
        assert!(stops >= 2, "it was stopped {stops} times");
        let (stores, answers) = memory.verify();
        assert!(stores > 1000 && answers > 1000);
    }
}

impl<K: Key, M: Memory<K>> Memory<K> for &M {
    fn probe(&self, key: K) -> Option<Bounds> {
        (**self).probe(key)
    }

    fn store(&self, key: K, bounds: Bounds, weight: u8) {
        (**self).store(key, bounds, weight);
    }

    fn bytes(&self) -> u64 {
        (**self).bytes()
    }
}

/// One window asked again and again, a thousand positions more each time.
#[test]
fn a_search_out_of_nodes_can_be_asked_again() {
    let board = Board::new();
    let game = Switched::new(&board.graph.coins, Switches::ALL);
    for window in [(-4, -3), (-3, -2), (-10, 10), (0, 1)] {
        let memory = Audited::new(fixed(game.key_bits(), 1 << 20), |key| board.value_of(key));
        let (limits, progress) = (Limits::default(), Progress::default());
        let mut search = Search::new(&game, &memory, &limits, &progress);
        let mut tries = 0;
        let returned = loop {
            search.allow(1000);
            match search.value(&board.start, window.0, window.1) {
                Ok(returned) => break returned,
                Err(Unwound) => tries += 1,
            }
        };
        assert!(tries > 0, "{window:?} takes more than a thousand positions");
        assert!(keeps_contract(-3, window, returned), "{returned} in {window:?}");
        memory.verify();
    }
}

/// A switch that is thrown before the search begins, and a time of nothing.
#[test]
fn stopped_before_it_begins() {
    let board = Board::new();
    let memory = fixed(board.graph.coins.key_bits(), 1 << 16);
    let thrown = StopSwitch::default();
    thrown.stop();
    for limits in [Limits::new(None, thrown), Limits::new(Some(Duration::ZERO), StopSwitch::default())] {
        for threads in [1, 2] {
            let progress = Progress::default();
            let mut root = Root::new(&board.graph.coins, &memory, &limits, &progress, threads);
            let finding = root.examine(&board.start, EVERYTHING);
            board.check_stopped(&finding);
            assert!(finding.nodes < 5000, "{} nodes", finding.nodes);
        }
    }
    // A time that no clock can hold is none.
    let forever = Limits::new(Some(Duration::MAX), StopSwitch::default());
    board.check(
        &Root::new(&board.graph.coins, &memory, &forever, &Progress::default(), 1).examine(&board.start, EVERYTHING),
    );
}

/// Searches long enough for threads to join in give what one thread gives, and what the oracle says.
#[test]
fn threads_change_nothing() {
    let board = Board::new();
    let game = Switched::new(&board.graph.coins, Switches::ALL);
    for threads in [1, 2, 3, 8] {
        for bytes in [1 << 15, 1 << 18] {
            let memory = Audited::new(fixed(game.key_bits(), bytes), |key| board.value_of(key));
            let progress = Progress::default();
            let wanted = if bytes == 1 << 15 { VALUE_AND_BEST } else { EVERYTHING };
            let finding =
                Root::new(&game, &memory, &Limits::default(), &progress, threads).examine(&board.start, wanted);
            board.check(&finding);
            assert!(finding.nodes > 20_000, "{} nodes are too few to share", finding.nodes);
            let (settled, questions) = progress.questions();
            assert_eq!((settled, questions), (25, 25), "the value, and every line");
            memory.verify();
        }
    }
}

/// Larger positions, where no table tells the truth: any number of threads, one answer.
#[test]
fn threads_agree_with_each_other() {
    let mut random = random(2);
    for _ in 0..2 {
        let before = careful(4, 4, random.random_range(30..=31), &mut random);
        let rules = Rules::new(4, 4, Rule::Free, before);
        let graph = Graph::<u64>::new(&position(4, 4, Rule::Free, before), &rules);
        let ask = |threads| {
            let memory = fixed(graph.coins.key_bits(), 1 << 22);
            let finding = examine(&graph.coins, &memory, &graph.coins.start(), threads, VALUE_AND_BEST);
            assert!(finding.nodes > 20_000, "{} nodes are too few to share", finding.nodes);
            (finding.bounds, finding.best)
        };
        let alone = ask(1);
        assert!(alone.0.exact().is_some());
        [2, 3, 8].into_iter().for_each(|threads| assert_eq!(ask(threads), alone, "{before:#x} by {threads}"));
    }
}
