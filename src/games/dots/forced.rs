//! Captures that cost nothing, and the one decision that is left after them.
//!
//! Rules D1 to D4: a coin is taken at once where that leaves nothing to bargain with; a string of
//! coins is taken up to its last two (open at one end) or four (at both ends); and of several strings
//! all but one are taken whole, those first that merge as they are. The mover then takes that last
//! stake and moves on, or leaves it, so that the opponent takes it and has to move:
//! `|stake + v(rest)|`. The list of *optimal moves* does not survive these rules, so they work below
//! the root only.

use super::coins::{Coins, Lines};
use crate::game::{Forced, Value};
use crate::memory::KeyWord;

/// What there is to take.
pub(super) enum Capture {
    /// Nothing.
    None,
    /// `count` coins from `coin` on, which is never worse than anything else.
    Take { coin: usize, count: usize },
    /// The last string, down to `count` coins from `coin` on: it may be taken or left.
    Decide { coin: usize, count: usize },
}

/// A string of coins that begins at a capturable one.
struct Opened {
    coins: usize,
    /// Whether its last coin is capturable as well.
    both_ends: bool,
}

impl<W: KeyWord> Coins<W> {
    /// Takes what is free and says what is left; see the head of this file.
    #[inline]
    pub(super) fn forced(&self, position: &Lines<W>) -> Forced<Lines<W>> {
        if position.capturable().is_empty() {
            return Forced::nothing(*position);
        }
        if self.is_restricted(position) {
            return self.take_single(*position);
        }
        self.take_free(*position)
    }

    /// What is left of the rules where a line may not be drawn yet: D1 alone. It holds there because
    /// the last side of a box touches only dots that its other sides touch already, so that taking it
    /// makes no line legal that was not.
    fn take_single(&self, mut position: Lines<W>) -> Forced<Lines<W>> {
        let mut gain = 0;
        while let Some(coin) = self.single(&position) {
            self.take_coins(&mut position, coin, 1, &mut gain);
        }
        Forced { gain, stake: 0, rest: position }
    }

    /// A coin that can be taken for nothing under rule D1.
    pub(super) fn single(&self, position: &Lines<W>) -> Option<usize> {
        position.capturable().ones().find(|&coin| {
            let opened = self.opened(position, coin);
            opened.coins == if opened.both_ends { 2 } else { 1 }
        })
    }

    fn take_free(&self, mut position: Lines<W>) -> Forced<Lines<W>> {
        let mut gain = 0;
        loop {
            match self.capture(&position) {
                Capture::None => return Forced { gain, stake: 0, rest: position },
                Capture::Take { coin, count } => self.take_coins(&mut position, coin, count, &mut gain),
                Capture::Decide { coin, count } => {
                    let mut stake = 0;
                    self.take_coins(&mut position, coin, count, &mut stake);
                    return Forced { gain, stake, rest: position };
                }
            }
        }
    }

    /// What there is to take in a position in which every line may be drawn.
    #[inline]
    pub(super) fn capture(&self, position: &Lines<W>) -> Capture {
        // Strings down to their stake: how many, and one of the shortest kind and longest kind.
        let (mut left, mut pick, mut most) = (0, None, 0);
        for coin in position.capturable().ones() {
            let opened = self.opened(position, coin);
            let stake = opened.stake();
            if opened.coins > stake {
                return Capture::Take { coin, count: opened.coins - stake };
            }
            // A string open at both ends is met from each of them.
            left += if opened.both_ends { 1 } else { 2 };
            if stake > most {
                (pick, most) = (Some(coin), stake);
            }
        }
        let Some(coin) = pick else { return Capture::None };
        if left == 2 {
            return Capture::Decide { coin, count: most };
        }
        let coin = if most == 2 { self.in_tree(position).unwrap_or(coin) } else { coin };
        Capture::Take { coin, count: most }
    }

    /// The line that leaves the string of coins which begins at `first`, and is down to its
    /// stake, to the other side: the far line of the second coin, which both strings of four share.
    pub(super) fn leaving(&self, position: &Lines<W>, first: usize) -> usize {
        let line = self.strings(position, first).lowest();
        let second = self.beyond(line, first).unwrap_or(first);
        self.strings(position, second).minus(W::bit(line)).lowest()
    }

    /// A capturable coin of a tree of strings without a way to the ground. Taken one after the other
    /// they merge and end as a string open at both ends, of which four coins would have to be left: so
    /// they go first, and a string is decided on of which two are enough.
    fn in_tree(&self, position: &Lines<W>) -> Option<usize> {
        let forks = position.coins().minus(position.capturable() | position.with_two());
        if forks.is_empty() {
            return None;
        }
        position.capturable().ones().find(|&coin| self.is_tree(position, coin))
    }

    /// Whether the coins that hang together with `first` form a tree without a way to the ground.
    fn is_tree(&self, position: &Lines<W>, first: usize) -> bool {
        let (mut coins, mut lines, mut todo) = (W::bit(first), W::EMPTY, W::bit(first));
        while !todo.is_empty() {
            let coin = todo.lowest();
            todo = todo.without_lowest();
            let strings = self.strings(position, coin);
            lines = lines | strings;
            for line in strings.ones() {
                let Some(next) = self.beyond(line, coin) else { return false };
                if !coins.has(next) {
                    coins = coins | W::bit(next);
                    todo = todo | W::bit(next);
                }
            }
        }
        lines.count() + 1 == coins.count()
    }

    /// The string of coins with two strings each that begins at a capturable coin.
    fn opened(&self, position: &Lines<W>, first: usize) -> Opened {
        let (capturable, with_two) = (position.capturable(), position.with_two());
        let mut line = self.strings(position, first).lowest();
        let (mut coin, mut coins) = (first, 1);
        loop {
            match self.beyond(line, coin) {
                Some(next) if with_two.has(next) => {
                    line = self.strings(position, next).minus(W::bit(line)).lowest();
                    coin = next;
                    coins += 1;
                }
                Some(next) if capturable.has(next) => return Opened { coins: coins + 1, both_ends: true },
                _ => return Opened { coins, both_ends: false },
            }
        }
    }

    /// Takes `count` coins one after the other from a capturable one on. The last line may win a
    /// further coin.
    fn take_coins(&self, position: &mut Lines<W>, first: usize, count: usize, gain: &mut Value) {
        let mut coin = first;
        let mut taken = 0;
        while taken < count as Value {
            let line = self.strings(position, coin).lowest();
            let next = self.beyond(line, coin);
            self.take(position, line, &mut taken);
            coin = next.unwrap_or(coin);
        }
        *gain += taken;
    }
}

impl Opened {
    /// The coins at the end of the string that are worth leaving, 0 where taking all is best.
    fn stake(&self) -> usize {
        match (self.both_ends, self.coins) {
            (false, 2..) => 2,
            (true, 4..) => 4,
            _ => 0,
        }
    }
}
