//! The rules D5 to D8 as they are stated, on masks alone: what the moves worth trying rest on.

use super::knowledge::three_by_three;
use super::oracle::{Dense, boxes, careful, ones, random};
use crate::game::Value;
use crate::games::dots::Rule;
use rand::RngExt;

/// A chain or loop: its lines, how many boxes it has, and the line between them where these are two.
struct Piece {
    lines: Vec<usize>,
    coins: usize,
    is_loop: bool,
    middle: Option<usize>,
}

struct Board {
    boxes: Vec<[usize; 4]>,
    count: usize,
}

impl Board {
    fn new(rows: usize, cols: usize) -> Self {
        Self { boxes: boxes(rows, cols), count: super::oracle::line_count(rows, cols) }
    }

    fn free(&self, drawn: u64, at: usize) -> Vec<usize> {
        self.boxes[at].iter().copied().filter(|&side| drawn >> side & 1 == 0).collect()
    }

    fn is_quiet(&self, drawn: u64) -> bool {
        (0..self.boxes.len()).all(|at| self.free(drawn, at).len() != 1)
    }

    /// The chains and loops of a position, by growing each from its first box.
    fn pieces(&self, drawn: u64) -> Vec<Piece> {
        let mut with_two: Vec<usize> = (0..self.boxes.len()).filter(|&at| self.free(drawn, at).len() == 2).collect();
        let mut pieces = Vec::new();
        while let Some(first) = with_two.pop() {
            let mut piece = vec![first];
            let mut lines = self.free(drawn, first);
            let mut inner = Vec::new();
            while let Some(at) = with_two.iter().position(|&at| self.free(drawn, at).iter().any(|l| lines.contains(l)))
            {
                let at = with_two.swap_remove(at);
                for line in self.free(drawn, at) {
                    if lines.contains(&line) {
                        inner.push(line);
                    } else {
                        lines.push(line);
                    }
                }
                piece.push(at);
            }
            let middle = (piece.len() == 2).then(|| inner[0]);
            pieces.push(Piece { is_loop: lines.len() == piece.len(), coins: piece.len(), lines, middle });
        }
        pieces
    }

    /// D5, D6 and D7 at a quiet position of a whole board.
    fn check(&self, dense: &Dense, drawn: u64) {
        if !self.is_quiet(drawn) {
            return;
        }
        for piece in self.pieces(drawn) {
            let worth: Vec<Value> = piece.lines.iter().map(|&line| dense.worth(drawn, line)).collect();
            match piece.middle.filter(|_| !piece.is_loop) {
                None => assert!(worth.iter().all(|&w| w == worth[0]), "D5: {drawn:#x} {:?} {worth:?}", piece.lines),
                Some(middle) => {
                    let middle = dense.worth(drawn, middle);
                    assert!(worth.iter().all(|&w| w <= middle), "D6: {drawn:#x} {:?} {worth:?}", piece.lines);
                }
            }
            assert!(piece.coins >= 1);
        }
        for at in 0..self.boxes.len() {
            let outer = |&&line: &&usize| self.boxes.iter().filter(|sides| sides.contains(&line)).count() == 1;
            let free = self.free(drawn, at);
            let worth: Vec<Value> = free.iter().filter(outer).map(|&line| dense.worth(drawn, line)).collect();
            assert!(worth.iter().all(|&w| w == worth[0]), "D7: {drawn:#x} box {at} {worth:?}");
        }
    }

    /// D7 needs no quiet: exchanging two outer lines of a box is a symmetry of the game.
    fn check_exchange(&self, dense: &Dense, drawn: u64) {
        for sides in &self.boxes {
            let outer = |line: &&usize| self.boxes.iter().filter(|sides| sides.contains(line)).count() == 1;
            let outer: Vec<usize> = sides.iter().filter(outer).copied().collect();
            for &a in &outer {
                for &b in &outer {
                    if drawn >> a & 1 == 1 && drawn >> b & 1 == 0 {
                        assert_eq!(dense.value(drawn), dense.value(drawn ^ 1 << a ^ 1 << b), "D7: {drawn:#x}");
                    }
                }
            }
        }
    }
}

#[test]
fn lines_of_a_piece_are_worth_the_same() {
    for (rows, cols) in [(1, 1), (1, 3), (1, 5), (2, 2), (2, 3)] {
        let (board, dense) = (Board::new(rows, cols), Dense::board(rows, cols, Rule::Free));
        for drawn in 0..1 << board.count {
            board.check(&dense, drawn);
            board.check_exchange(&dense, drawn);
        }
    }
    let (board, dense, mut random) = (Board::new(3, 3), three_by_three(Rule::Free), random(7));
    for _ in 0..100_000 {
        let drawn = random.random_range(0..1 << 24);
        board.check(dense, drawn);
        board.check_exchange(dense, drawn);
    }
    for free in [8, 10, 12, 14] {
        (0..10_000).for_each(|_| board.check(dense, careful(3, 3, free, &mut random)));
    }
}

/// The rules that fail, at the positions that show it: if these changed, so did the game.
#[test]
fn wrong_rules_have_their_counterexamples() {
    let dense = three_by_three(Rule::Free);
    let across = |row: usize, col: usize| row * 3 + col;
    let down = |row: usize, col: usize| 12 + row * 4 + col;
    let set = |lines: &[usize]| lines.iter().fold(0u64, |set, &line| set | 1 << line);
    // Deciding on the first capturable box that is met.
    let rows = [0, 2, 3].into_iter().flat_map(|row| (0..3).map(move |col| across(row, col)));
    let drawn =
        set(&rows.chain([down(0, 0), down(0, 2), down(0, 3), down(1, 0), down(1, 1), down(1, 2)]).collect::<Vec<_>>());
    assert_eq!((dense.value(drawn), dense.best(drawn)), (5, vec![across(1, 0), across(1, 1)]));
    // A safe line can be worse than one that gives a box away.
    let drawn = set(&[across(0, 0), across(0, 1), across(0, 2), across(1, 0), across(1, 2)]);
    assert_eq!((dense.value(drawn), dense.best(drawn)), (3, (0..4).map(|col| down(0, col)).collect()));
    // Taking a box is not always best: on 1x5, and nowhere on 2x2.
    let always_takes = |dense: &Dense| {
        (0..=dense.rules.all()).all(|drawn| {
            let takes = ones(dense.rules.legal(drawn)).filter(|&line| dense.rules.gain(drawn, line) > 0);
            takes.map(|line| dense.worth(drawn, line)).max().is_none_or(|most| most == dense.value(drawn))
        })
    };
    assert!(always_takes(&Dense::board(2, 2, Rule::Free)));
    assert!(!always_takes(&Dense::board(1, 5, Rule::Free)));
}
