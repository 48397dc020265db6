//! How long a player may think about a move.

use super::Turn;
use std::time::{Duration, Instant};

/// What is kept back of the time until the deadline, at least and as a part of it: the move has yet to
/// reach whoever asked.
const LEAST_KEPT: Duration = Duration::from_millis(10);
const PART_KEPT: u32 = 20;
/// A clock for a whole game is planned for so many moves more.
const MOVES_PLANNED: u32 = 20;

/// When a player should have chosen: its own limit of time, the deadline of the move, and its share of
/// what is left on the clock, whichever comes first. Nothing where there is no limit.
pub(super) fn ends(turn: &Turn<'_>, own: Option<Duration>) -> Option<Instant> {
    let now = Instant::now();
    let keep = |time: Duration| time.saturating_sub(LEAST_KEPT.max(time / PART_KEPT));
    let until_deadline = turn.deadline.map(|deadline| keep(deadline.saturating_duration_since(now)));
    let share = turn.clock.map(|(left, increment)| (left / MOVES_PLANNED + increment * 3 / 4).min(keep(left)));
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
        assert_eq!(seconds(&Turn { clock, ..turn.clone() }, None), Some(33));
        let clock = Some((Duration::from_millis(5), Duration::from_secs(4)));
        assert_eq!(seconds(&Turn { clock, ..turn.clone() }, None), Some(0));
        let turn = Turn { deadline: Some(Instant::now()), ..turn };
        assert_eq!(seconds(&turn, Some(9)), Some(0));
    }
}
