//! Reflections of a set of squares that is numbered line by line.

use crate::board::Word;

/// The half turn of a set in a box of `area` squares.
#[inline]
fn turned<W: Word>(set: W, area: usize) -> W {
    set.reversed().down(W::BITS - area)
}

/// The lines in the opposite order; `first_line` holds the `length` squares of the first of them.
#[inline]
fn flipped<W: Word>(set: W, length: usize, lines: usize, first_line: W) -> W {
    let mut rest = set;
    let mut flipped = rest & first_line;
    for _ in 1..lines {
        rest = rest.down(length);
        flipped = flipped.up(length) | (rest & first_line);
    }
    flipped
}

/// The least of a set and its three reflections.
#[inline]
pub(super) fn least_image<W: Word>(set: W, length: usize, lines: usize, first_line: W) -> W {
    let area = length * lines;
    let flipped = flipped(set, length, lines, first_line);
    set.min(flipped).min(turned(set, area).min(turned(flipped, area)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;
    use proptest::prelude::*;

    /// The same by the definition.
    fn plain(set: u64, length: usize, lines: usize) -> u64 {
        let image = |flip: bool, mirror: bool| {
            set.ones().fold(0, |image, at| {
                let (line, along) = (at / length, at % length);
                let line = if flip { lines - 1 - line } else { line };
                let along = if mirror { length - 1 - along } else { along };
                image | 1 << (line * length + along)
            })
        };
        [image(false, false), image(false, true), image(true, false), image(true, true)].into_iter().min().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn every_word_finds_the_least_image(set: u64, length in 1usize..9, lines in 1usize..9) {
            let set = if length * lines < 64 { set & ((1 << (length * lines)) - 1) } else { set };
            let least = plain(set, length, lines);
            prop_assert_eq!(least_image(set, length, lines, u64::first(length)), least);
            prop_assert_eq!(least_image(u128::from(set), length, lines, u128::first(length)), u128::from(least));
            let wide = set.ones().fold(Wide::<4>::EMPTY, |wide, at| wide | Wide::bit(at));
            prop_assert_eq!(least_image(wide, length, lines, Wide::first(length)).low_u128(), u128::from(least));
        }
    }
}
