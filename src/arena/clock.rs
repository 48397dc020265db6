//! How long a side may think: for a move, for the whole game, or both.

use std::fmt;
use std::time::Duration;

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
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
}

/// The time that a move took was too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// What was allowed.
    pub allowed: Duration,
}

impl Clock {
    /// The clock of a side at the start.
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: control.clock.map_or(Duration::ZERO, |(base, _)| base) }
    }

    /// How long the next move may take; nothing where there is no limit.
    pub fn allowed(&self) -> Option<Duration> {
        let left = self.control.clock.map(|_| self.left);
        match (left, self.control.per_move) {
            (Some(left), Some(per_move)) => Some(left.min(per_move)),
            (left, per_move) => left.or(per_move),
        }
    }

    /// What the clock shows and what a move adds to it, where there is one.
    pub fn shown(&self) -> Option<(Duration, Duration)> {
        self.control.clock.map(|(_, increment)| (self.left, increment))
    }

    /// Takes the time of a move off the clock.
    ///
    /// # Errors
    /// [`Overrun`] where it was as long as was allowed, or longer.
    pub fn spend(&mut self, time: Duration) -> Result<(), Overrun> {
        if let Some(allowed) = self.allowed().filter(|&allowed| time >= allowed) {
            return Err(Overrun { allowed });
        }
        if let Some((_, increment)) = self.control.clock {
            self.left = self.left.saturating_sub(time).saturating_add(increment);
        }
        Ok(())
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
        assert_eq!(clock.spend(2 * SECOND), Err(Overrun { allowed: 2 * SECOND }));
    }

    #[test]
    fn the_shorter_limit_counts() {
        let both = TimeControl { per_move: Some(SECOND), clock: Some((3 * SECOND, SECOND)) };
        let mut clock = Clock::new(both);
        assert_eq!(clock.allowed(), Some(SECOND));
        assert_eq!(clock.spend(SECOND), Err(Overrun { allowed: SECOND }));
        assert_eq!(clock.spend(SECOND - Duration::from_nanos(1)), Ok(()));
        assert!(Clock::new(TimeControl::default()).spend(1_000_000 * SECOND).is_ok());
        assert_eq!(both.to_string(), "3+1 s, at most 1 s a move");
    }
}
