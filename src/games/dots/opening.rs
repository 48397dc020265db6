//! How two careful but short-sighted players begin a game.
//!
//! Careful: they take a box when they can; else they draw a line that gives no box away; else they
//! have to give one. Short-sighted: they look no further, and among the lines that are as good in
//! this sense they draw any with equal chance.
//!
//! The same lines for ever: chance is [`Chance`], and among lines that are as good they are taken in sorted
//! order.

use super::line::Line;
use super::position::{DotsPosition, Rule};
use crate::board::{Size, SizeError};
use crate::chance::Chance;
use thiserror::Error;

/// Why there is no such opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// More lines would be left than the board has.
    #[error("{free} lines cannot be left: a board of {size} boxes has {lines}", lines = Line::count(*size))]
    TooManyFree {
        /// The lines asked for.
        free: u64,
        /// The board, in boxes.
        size: Size,
    },
}

/// The lines that the two players draw on a board of `rows` x `cols` boxes until `free` are left, in
/// the order they are drawn. The same seed gives the same lines on every machine and version.
///
/// ```
/// use gridsolve::games::dots::opening;
/// let lines = opening(4, 4, 14, 1)?;
/// assert_eq!(lines.len(), 40 - 14);
/// # Ok::<(), gridsolve::games::dots::OpeningError>(())
/// ```
///
/// # Errors
/// [`OpeningError`] where the board is empty or too large, or has fewer than `free` lines.
pub fn opening(rows: u64, cols: u64, free: u64, seed: u64) -> Result<Vec<Line>, OpeningError> {
    let size = Size::new(rows, cols)?;
    let count = Line::count(size);
    let to_draw = usize::try_from(free).ok().and_then(|free| count.checked_sub(free));
    let to_draw = to_draw.ok_or(OpeningError::TooManyFree { free, size })?;
    let mut chance = Chance::new(seed);
    let mut position = DotsPosition::empty(size, Rule::Free);
    let mut drawn = Vec::with_capacity(to_draw);
    for _ in 0..to_draw {
        let line = *chance.one_of(&best_by_sight(&position));
        position.add_lines([line]).unwrap_or_else(|_| unreachable!("a free line can be drawn"));
        drawn.push(line);
    }
    Ok(drawn)
}

/// The free lines that look best: those that close a box; else those after which no box has three
/// sides; else all.
fn best_by_sight(position: &DotsPosition) -> Vec<Line> {
    let free: Vec<Line> = position.free_lines().collect();
    let boxes_with = |line: Line, open: usize| {
        line.boxes(position.size()).filter(|&(row, col)| position.open_sides(row, col) == open).count()
    };
    let closing: Vec<Line> = free.iter().copied().filter(|&line| boxes_with(line, 1) > 0).collect();
    if !closing.is_empty() {
        return closing;
    }
    let safe: Vec<Line> = free.iter().copied().filter(|&line| boxes_with(line, 2) == 0).collect();
    if safe.is_empty() { free } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_players_are_careful() {
        for seed in 0..40 {
            let mut position = DotsPosition::empty(Size::new(3, 4).unwrap(), Rule::Free);
            for line in opening(3, 4, 0, seed).unwrap() {
                let closes = |line| {
                    let mut after = position.clone();
                    after.draw(line).unwrap() > 0
                };
                let gives = |line| {
                    let mut after = position.clone();
                    after.draw(line).unwrap();
                    after.free_lines().any(|next| after.clone().draw(next).unwrap() > 0)
                };
                let free: Vec<Line> = position.free_lines().collect();
                if free.iter().any(|&line| closes(line)) {
                    assert!(closes(line), "seed {seed}: {line} leaves a box");
                } else if free.iter().any(|&line| !gives(line)) {
                    assert!(!gives(line), "seed {seed}: {line} gives a box away");
                }
                position.draw(line).unwrap();
            }
        }
    }

    #[test]
    fn every_line_can_come_first() {
        let mut first: Vec<Line> = (0..200).map(|seed| opening(2, 2, 11, seed).unwrap()[0]).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 12);
    }

    /// These lines are promised for ever: a change here is a bug, not a new expectation. A separate
    /// program that follows the description above gives the same.
    #[test]
    fn the_lines_of_a_seed_are_frozen() {
        for (rows, cols, free, seed, want) in [
            (
                4,
                4,
                14,
                1,
                "v3,4 h4,1 h0,0 h1,1 h0,3 v3,0 v2,2 v1,2 h3,2 v3,1 h4,2 v1,4 v0,0 h4,3 v2,1 v0,2 h2,0 v1,3 v1,0 v0,3 \
                 v2,4 v2,0 h3,0 h4,0 h3,3 v3,3",
            ),
            (2, 3, 0, u64::MAX, "v0,1 v0,0 h1,2 h2,2 h0,2 h2,0 h0,1 v1,0 h2,1 h0,0 h1,0 v1,1 v0,2 h1,1 v1,2 v0,3 v1,3"),
        ] {
            let lines: Vec<String> = opening(rows, cols, free, seed).unwrap().iter().map(Line::to_string).collect();
            assert_eq!(lines.join(" "), want, "seed {seed}");
        }
    }

    #[test]
    fn what_cannot_be_is_said() {
        assert!(matches!(opening(0, 2, 1, 1), Err(OpeningError::Size(SizeError::Empty { .. }))));
        assert!(matches!(opening(u64::MAX, u64::MAX, 1, 1), Err(OpeningError::Size(SizeError::TooLarge { .. }))));
        let error = opening(2, 2, 13, 1).unwrap_err().to_string();
        assert_eq!(error, "13 lines cannot be left: a board of 2x2 boxes has 12");
        assert_eq!(opening(2, 2, 12, 1), Ok(Vec::new()));
        assert!(opening(2, 2, u64::MAX, 1).is_err());
    }
}
