//! How long a player may think about a move.

use super::Turn;
use std::time::{Duration, Instant};

/// What is kept back of the time until the deadline: so much, or where that is more than a third of it a third,
/// and of long times a part. The move has yet to reach whoever asked, and others may use the machine.
const KEPT: Duration = Duration::from_millis(50);
const PART_KEPT: u32 = 20;
/// What a clock for a whole game keeps for its last moves, or a third of what is left.
const RESERVE: Duration = Duration::from_millis(300);
/// A clock for a whole game is planned for so many moves more at least; where much is open for one in two
/// lines or squares, since the other side plays too.
const LEAST_PLANNED: u32 = 10;

/// When a player should have chosen: its own limit of time, the deadline of the move, and its share of
/// what is left on the clock, whichever comes first. Nothing where there is no limit.
pub(super) fn ends(turn: &Turn<'_>, own: Option<Duration>) -> Option<Instant> {
    let now = Instant::now();
    let keep = |time: Duration| time.saturating_sub(KEPT.min(time / 3).max(time / PART_KEPT));
    let until_deadline = turn.deadline.map(|deadline| keep(deadline.saturating_duration_since(now)));
    let moves = LEAST_PLANNED.max(turn.round.position().open_count() as u32 / 2 + 1);
    let share = turn.clock.map(|(left, increment)| {
        (left.saturating_sub(RESERVE.min(left / 3)) / moves)
            .saturating_add(increment.saturating_sub(increment / 4))
            .min(keep(left))
    });
    let time = [own, until_deadline, share].into_iter().flatten().min()?;
    now.checked_add(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::games::Round;

    #[test]
    fn whichever_comes_first() {
        let round = Round::new(Position::parse("dots:1x1").unwrap());
        let turn = Turn::unlimited(&round);
        let seconds = |turn: &Turn<'_>, own: Option<u64>| {
            ends(turn, own.map(Duration::from_secs)).map(|end| (end - Instant::now()).as_secs_f64().round() as u64)
        };
        assert_eq!(seconds(&turn, None), None);
        assert_eq!(seconds(&turn, Some(9)), Some(9));
        let deadline = Some(Instant::now() + Duration::from_secs(100));
        let turn = Turn { deadline, ..turn };
        assert_eq!(
            (seconds(&turn, None), seconds(&turn, Some(9)), seconds(&turn, Some(200))),
            (Some(95), Some(9), Some(95))
        );
        let clock = Some((Duration::from_secs(600), Duration::from_secs(4)));
        assert_eq!(seconds(&Turn { clock, ..turn.clone() }, None), Some(63));
        let clock = Some((Duration::from_millis(5), Duration::from_secs(4)));
        assert_eq!(seconds(&Turn { clock, ..turn.clone() }, None), Some(0));
        let clock = Some((Duration::MAX, Duration::MAX));
        assert_eq!(seconds(&Turn { clock, ..turn.clone() }, None), Some(95));
        let turn = Turn { deadline: Some(Instant::now()), ..turn };
        assert_eq!(seconds(&turn, Some(9)), Some(0));
    }

    #[test]
    fn a_clock_lasts_as_long_as_the_game() {
        for (board, seconds) in [("dots:8x8", 20.0), ("dots:5x5", 1.0), ("kings:9x9", 0.5)] {
            let mut round = Round::new(Position::parse(board).unwrap());
            let mut left = Duration::from_secs_f64(seconds);
            // One side makes every move, each a little later than it meant to.
            while let Some(&mv) = round.position().legal_moves().first() {
                let turn = Turn { clock: Some((left, Duration::ZERO)), ..Turn::unlimited(&round) };
                let takes = ends(&turn, None).unwrap().saturating_duration_since(Instant::now());
                left = left.checked_sub(takes + Duration::from_micros(500)).expect(board);
                round.play(mv).unwrap();
            }
            assert!(left < Duration::from_secs_f64(seconds / 2.0), "{board}: {left:?} of {seconds} s were not used");
        }
    }
}
