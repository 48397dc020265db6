//! How long a side may think: for a move, for the whole game, or both.

use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// The time that both sides have. The default is as long as they like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// A move that takes this long or longer loses.
    pub per_move: Option<Duration>,
    /// What the clock of a side shows at the start, and what each of its moves adds: a side whose clock
    /// shows nothing when its move is there has lost.
    pub clock: Option<(Duration, Duration)>,
}

impl fmt::Display for TimeControl {
    /// `15 s a move`, `60+0.5 s`, both, or `no clock`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.clock, self.per_move) {
            (None, None) => f.write_str("no clock"),
            (None, Some(time)) => write!(f, "{} s a move", time.as_secs_f64()),
            (Some((base, more)), None) => write!(f, "{}+{} s", base.as_secs_f64(), more.as_secs_f64()),
            (Some((base, more)), Some(time)) => {
                write!(f, "{}+{} s, at most {} s a move", base.as_secs_f64(), more.as_secs_f64(), time.as_secs_f64())
            }
        }
    }
}

/// What is left to one side in a running game.
///
/// Where a side takes moves back, its time stays spent ([`Clock::take_back`]): the clock goes on from where it is,
/// and a move that is made anew has of its limit what it had not used before, and adds nothing to the clock. The
/// other side goes back to the clock that it had.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// What went by on each move of this side, with one that is awaited again.
    on_moves: Vec<Duration>,
    /// How many of its moves stand, and how many stood at most.
    made: usize,
    most: usize,
}

/// The time that a move took was too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{:.3} s, where less than {:.3} s are allowed", took.as_secs_f64(), allowed.as_secs_f64())]
pub struct Overrun {
    /// What it took.
    pub took: Duration,
    /// What was allowed.
    pub allowed: Duration,
}

impl Clock {
    /// The clock of a side at the start.
    pub fn new(control: TimeControl) -> Self {
        let left = control.clock.map_or(Duration::ZERO, |(base, _)| base);
        Self { control, left, on_moves: Vec::new(), made: 0, most: 0 }
    }

    /// How long the next move may take; nothing where there is no limit.
    pub fn allowed(&self) -> Option<Duration> {
        let left = self.control.clock.map(|_| self.left);
        let gone = self.on_moves.get(self.made).copied().unwrap_or_default();
        match (left, self.control.per_move.map(|per_move| per_move.saturating_sub(gone))) {
            (Some(left), Some(per_move)) => Some(left.min(per_move)),
            (left, per_move) => left.or(per_move),
        }
    }

    /// What the clock shows and what a move adds to it, where there is one.
    pub fn shown(&self) -> Option<(Duration, Duration)> {
        self.control.clock.map(|(_, increment)| (self.left, increment))
    }

    /// Takes time off the clock that went by without a move.
    ///
    /// # Errors
    /// [`Overrun`] where it was as long as was allowed, or longer.
    pub fn pass(&mut self, took: Duration) -> Result<(), Overrun> {
        if let Some(allowed) = self.allowed().filter(|&allowed| took >= allowed) {
            return Err(Overrun { took, allowed });
        }
        self.left = self.left.saturating_sub(took);
        if self.on_moves.len() == self.made {
            self.on_moves.push(Duration::ZERO);
        }
        self.on_moves[self.made] += took;
        Ok(())
    }

    /// Takes the time of a move off the clock.
    ///
    /// # Errors
    /// [`Overrun`] where it was as long as was allowed, or longer.
    pub fn spend(&mut self, took: Duration) -> Result<(), Overrun> {
        self.pass(took)?;
        self.made += 1;
        if let Some((_, increment)) = self.control.clock.filter(|_| self.made > self.most) {
            self.left = self.left.saturating_add(increment);
        }
        self.most = self.most.max(self.made);
        Ok(())
    }

    /// This side has taken moves back: of its own the first `made` stand, no more than did.
    pub fn take_back(&mut self, made: usize) {
        self.made = self.made.min(made);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_runs_down_and_gains_by_moves() {
        let mut clock = Clock::new(TimeControl { per_move: None, clock: Some((3 * SECOND, SECOND)) });
        assert_eq!(clock.spend(2 * SECOND), Ok(()));
        assert_eq!(clock.shown(), Some((2 * SECOND, SECOND)));
        assert_eq!(clock.spend(2 * SECOND), Err(Overrun { took: 2 * SECOND, allowed: 2 * SECOND }));
    }

    #[test]
    fn the_shorter_limit_counts() {
        let both = TimeControl { per_move: Some(SECOND), clock: Some((3 * SECOND, SECOND)) };
        let mut clock = Clock::new(both);
        assert_eq!(clock.allowed(), Some(SECOND));
        assert_eq!(clock.spend(SECOND), Err(Overrun { took: SECOND, allowed: SECOND }));
        assert_eq!(clock.spend(SECOND - Duration::from_nanos(1)), Ok(()));
        assert!(Clock::new(TimeControl::default()).spend(1_000_000 * SECOND).is_ok());
        assert_eq!(both.to_string(), "3+1 s, at most 1 s a move");
    }

    #[test]
    fn time_is_not_taken_back_with_moves() {
        let mut clock = Clock::new(TimeControl { per_move: Some(10 * SECOND), clock: Some((30 * SECOND, SECOND)) });
        for took in [4, 3] {
            assert_eq!(clock.spend(took * SECOND), Ok(()));
        }
        assert_eq!(clock.shown(), Some((25 * SECOND, SECOND)));
        // The third move is thought about for 8 s, and then the second is to be another.
        assert_eq!(clock.pass(8 * SECOND), Ok(()));
        clock.take_back(1);
        assert_eq!((clock.allowed(), clock.shown()), (Some(7 * SECOND), Some((17 * SECOND, SECOND))));
        // What it added, it has added; and of the third move's time the rest is there.
        assert_eq!(clock.spend(SECOND), Ok(()));
        assert_eq!((clock.allowed(), clock.shown()), (Some(2 * SECOND), Some((16 * SECOND, SECOND))));
        assert_eq!(clock.clone().spend(2 * SECOND), Err(Overrun { took: 2 * SECOND, allowed: 2 * SECOND }));
        assert_eq!(clock.spend(SECOND), Ok(()));
        assert_eq!((clock.allowed(), clock.shown()), (Some(10 * SECOND), Some((16 * SECOND, SECOND))));
        // Nor does it come back by going to and fro.
        for _ in 0..9 {
            clock.take_back(0);
            let _ = clock.spend(SECOND / 2);
        }
        clock.take_back(0);
        assert_eq!(clock.allowed(), Some(3 * SECOND / 2));
        assert_eq!(Clock::new(TimeControl::default()).pass(1_000_000 * SECOND), Ok(()));
    }
}
