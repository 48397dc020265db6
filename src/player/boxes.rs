//! Players of Dots and Boxes, and of DotDot, that look no further than the next turn.

use super::{Choice, Player, PlayerError, Turn};
use crate::chance::Chance;
use crate::games::dots::{DotsPosition, Line};
use crate::games::{Move, Position};
use std::cmp::Reverse;

/// The board; the player `name` plays no other game.
fn board<'r>(name: &str, turn: &Turn<'r>) -> Result<&'r DotsPosition, PlayerError> {
    match turn.round.position() {
        Position::Dots(position) => Ok(position),
        other => Err(PlayerError::wrong_game(name, "dots and dotdot", other)),
    }
}

/// How many boxes beside a line have `open` sides left, the line among them.
fn boxes_with(position: &DotsPosition, line: Line, open: usize) -> usize {
    line.boxes(position.size()).filter(|&(row, col)| position.open_sides(row, col) == open).count()
}

/// The lines for which `cost` is least, sorted.
fn least<K: Ord>(lines: impl IntoIterator<Item = Line>, mut cost: impl FnMut(Line) -> K) -> Vec<Line> {
    let (mut best, mut found) = (None, Vec::new());
    for line in lines {
        let cost = cost(line);
        if best.as_ref().is_none_or(|best| cost < *best) {
            best = Some(cost);
            found.clear();
            found.push(line);
        } else if best.as_ref() == Some(&cost) {
            found.push(line);
        }
    }
    found
}

/// One of some lines by chance; nothing where there is none.
fn any(chance: &mut Chance, lines: &[Line]) -> Choice {
    if lines.is_empty() { Choice::default() } else { Choice::of(Move::Line(*chance.one_of(lines))) }
}

/// Takes a box where it can, two at once rather than one; else draws any line by chance.
#[derive(Clone, Debug)]
pub struct Greedy {
    chance: Chance,
}

impl Greedy {
    /// A player whose choices `seed` determines.
    pub fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed) }
    }
}

impl Player for Greedy {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let position = board("greedy", turn)?;
        let best = least(position.legal_lines(), |line| Reverse(boxes_with(position, line, 1)));
        Ok(any(&mut self.chance, &best))
    }
}

/// Takes a box where it can; else draws a line after which no box has three sides; else the one that
/// gives the other the fewest boxes to take. Among lines that are as good it draws any by chance.
#[derive(Clone, Debug)]
pub struct Careful {
    chance: Chance,
}

impl Careful {
    /// A player whose choices `seed` determines.
    pub fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed) }
    }
}

impl Player for Careful {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let position = board("careful", turn)?;
        let mut best = least(position.legal_lines(), |line| Reverse(boxes_with(position, line, 1)));
        if best.first().is_some_and(|&line| boxes_with(position, line, 1) == 0) {
            best = least(best, |line| boxes_with(position, line, 2));
            if best.first().is_some_and(|&line| boxes_with(position, line, 2) > 0) {
                best = least(position.legal_lines(), |line| given(position, line));
            }
        }
        Ok(any(&mut self.chance, &best))
    }
}

/// How many boxes the other can take in one turn after `line`, which closes none.
fn given(position: &DotsPosition, line: Line) -> usize {
    let mut after = position.clone();
    let mut todo = vec![line];
    let mut taken = 0;
    while let Some(line) = todo.pop() {
        let Ok(closed) = after.draw(line) else { continue };
        taken += closed;
        // Whatever has three sides now has the line as one of them.
        for (row, col) in line.boxes(after.size()) {
            if after.open_sides(row, col) == 1 {
                todo.extend(Line::sides(row, col).into_iter().find(|&side| !after.is_drawn(side)));
            }
        }
    }
    taken
}
