//! What numbers of wins say: shares with their intervals, differences in Elo, a sequential test.

use serde::Serialize;

/// A share of a number of trials with the interval that holds the true chance in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How many trials succeeded.
    pub count: u64,
    /// How many trials there were.
    pub of: u64,
    /// Their quotient; 0 where there were none.
    pub share: f64,
    /// The interval.
    pub interval: [f64; 2],
}

/// The normal distribution has 95 % of its weight within this many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

impl Share {
    /// The share `count / of` with the score interval of E. B. Wilson (1927), which is sound for small
    /// numbers and for shares near 0 and 1 too. Without trials it is everything.
    pub fn new(count: u64, of: u64) -> Self {
        if of == 0 {
            return Self { count, of, share: 0.0, interval: [0.0, 1.0] };
        }
        let (n, share) = (of as f64, count as f64 / of as f64);
        let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        Self { count, of, share, interval: [(middle - half).max(0.0), (middle + half).min(1.0)] }
    }
}

/// How much stronger a player is than another, by the results of their games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The share of the points: a win is 1, a tie half of one.
    pub score: f64,
    /// The difference in Elo that makes this score the expected one; nothing where all or no points
    /// were won, since no difference is large enough then.
    pub elo: Option<f64>,
    /// The interval that holds the true difference in 95 of 100 cases, as far as it has ends.
    pub interval: [Option<f64>; 2],
    /// The chance that the player is the stronger one.
    pub superiority: f64,
}

/// What the games of a match have shown, as trials that do not hang together: single games, or pairs of
/// games from one opening.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trials {
    /// Of each trial the points, 1 for a win and one half for a tie, and the games.
    pub points: Vec<(f64, u32)>,
    /// How many of the trials are different: one that went like another shows nothing new.
    pub different: usize,
}

impl Trials {
    /// The points a game.
    fn score(&self) -> f64 {
        let (points, games) = self.points.iter().fold((0.0, 0), |sum, trial| (sum.0 + trial.0, sum.1 + trial.1));
        points / f64::from(games.max(1))
    }

    /// The points a game and the variance of that number, if `ends` more trials had been all lost and as
    /// many all won: so few trials that all went the same way are not taken for certainty.
    fn between(&self, ends: f64) -> (f64, f64) {
        let (n, score) = (self.different as f64, self.score());
        let mean = (score * n + ends) / (n + 2.0 * ends);
        let games: f64 = self.points.iter().map(|&(_, games)| f64::from(games)).sum();
        let squares = |&(points, games): &(f64, u32)| f64::from(games) * (points / f64::from(games) - mean).powi(2);
        let spread = self.points.iter().map(squares).sum::<f64>() / games.max(1.0);
        let variance = (n * spread + ends * (mean.powi(2) + (1.0 - mean).powi(2))) / (n + 2.0 * ends);
        (mean, variance)
    }
}

impl Rating {
    /// The rating by the trials; nothing without them.
    ///
    /// The interval is that of A. Agresti and B. A. Coull (1998) with the spread that the trials have.
    pub fn of(trials: &Trials) -> Option<Self> {
        if trials.points.is_empty() {
            return None;
        }
        let score = trials.score();
        let (mean, variance) = trials.between(Z * Z / 2.0);
        let error = (variance / (trials.different as f64 + Z * Z)).sqrt();
        Some(Self {
            score,
            elo: elo(score),
            interval: [elo(mean - Z * error), elo(mean + Z * error)],
            superiority: normal((mean - 0.5) / error),
        })
    }
}

/// The difference in Elo at which a score is expected: `400 log10(s / (1 - s))`.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The score that is expected at a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The chance that a standard normal variable is at most `z`, to about 1e-7 (Abramowitz and Stegun 1964,
/// formula 26.2.17).
fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let series = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let tail = series.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = tail * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// A sequential probability ratio test (Wald 1945) of two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is to be told from `high`.
    pub low: f64,
    /// The difference that is hoped for.
    pub high: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The logarithm of how much likelier the results are at the higher difference.
    pub llr: f64,
    /// The test ends where `llr` leaves these bounds.
    pub bounds: [f64; 2],
    /// `true` for the higher difference, `false` for the lower, nothing while more games are needed.
    pub accepted: Option<bool>,
}

impl Sprt {
    /// What the test says, both errors being 5 %. The likelihoods are those of normal means, as in the
    /// generalised test of chess engines.
    pub fn state(&self, trials: &Trials) -> SprtState {
        let bound = (0.95f64 / 0.05).ln();
        let mut llr = 0.0;
        if !trials.points.is_empty() {
            let (mean, variance) = trials.between(0.5);
            let (low, high) = (expected(self.low), expected(self.high));
            llr = trials.different as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        }
        let accepted = if llr >= bound { Some(true) } else { (llr <= -bound).then_some(false) };
        SprtState { llr, bounds: [-bound, bound], accepted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn intervals_of_wilson() {
        // By the formula, with another program: 7 of 10 and 0 of 20.
        let share = Share::new(7, 10);
        near(share.interval[0], 0.396_778, 1e-5);
        near(share.interval[1], 0.892_208, 1e-5);
        let none = Share::new(0, 20);
        near(none.interval[0], 0.0, 1e-12);
        near(none.interval[1], 0.161_125, 1e-5);
        assert_eq!(Share::new(0, 0).interval, [0.0, 1.0]);
        assert!(Share::new(u64::MAX, u64::MAX).interval[1] <= 1.0);
    }

    fn trials(points: &[f64]) -> Trials {
        Trials { points: points.iter().map(|&points| (points, 1)).collect(), different: points.len() }
    }

    fn won(wins: usize, losses: usize) -> Trials {
        trials(&[vec![1.0; wins], vec![0.0; losses]].concat())
    }

    #[test]
    fn elo_of_known_scores() {
        let rating = Rating::of(&won(75, 25)).unwrap();
        near(rating.elo.unwrap(), 190.848_5, 1e-3);
        assert!(rating.interval[0].unwrap() > 100.0 && rating.interval[1].unwrap() < 300.0, "{rating:?}");
        assert!(rating.superiority > 0.9999);
        let even = Rating::of(&won(50, 50)).unwrap();
        near(even.elo.unwrap(), 0.0, 1e-9);
        near(even.superiority, 0.5, 1e-6);
    }

    #[test]
    fn the_interval_holds_the_truth_in_95_of_100_cases() {
        for n in [20usize, 50, 100, 150] {
            for chance in [0.5f64, 0.7, 0.9, 0.98] {
                let mut held = 0.0;
                // The chance of so many wins, from that of one less.
                let mut likely = (1.0 - chance).powi(n as i32);
                for wins in 0..=n {
                    let [low, high] = Rating::of(&won(wins, n - wins)).unwrap().interval;
                    let true_elo = elo(chance).unwrap();
                    let holds = low.is_none_or(|low| low <= true_elo) && high.is_none_or(|high| true_elo <= high);
                    held += if holds { likely } else { 0.0 };
                    likely *= (n - wins) as f64 / (wins + 1) as f64 * chance / (1.0 - chance);
                }
                assert!((0.93..0.995).contains(&held), "{n} games at {chance}: {held}");
            }
        }
    }

    #[test]
    fn few_games_are_no_certainty() {
        let rating = Rating::of(&won(2, 0)).unwrap();
        assert_eq!((rating.elo, rating.interval[1]), (None, None));
        assert!(rating.superiority < 0.99 && rating.interval[0].unwrap() < 100.0, "{rating:?}");
        assert!(Rating::of(&won(5, 0)).unwrap().superiority < 0.985);
        assert_eq!(Rating::of(&Trials::default()), None);
        let large = Rating::of(&won(0, 1000)).unwrap();
        assert!(large.interval[1].unwrap() < -400.0, "{large:?}");
    }

    #[test]
    fn what_goes_like_before_shows_nothing_new() {
        let thousand = Trials { different: 2, ..won(750, 250) };
        let rating = Rating::of(&thousand).unwrap();
        assert_eq!(rating.score, 0.75);
        assert!(rating.interval[0].unwrap() < 0.0 && rating.superiority < 0.9, "{rating:?}");
        assert_eq!(Sprt { low: 0.0, high: 50.0 }.state(&thousand).accepted, None);
    }

    #[test]
    fn a_game_without_its_pair_counts_as_one() {
        let rating = Rating::of(&Trials { points: vec![(2.0, 2), (0.5, 1)], different: 2 }).unwrap();
        near(rating.score, 2.5 / 3.0, 1e-12);
    }

    #[test]
    fn a_sequential_test_ends() {
        let test = Sprt { low: 0.0, high: 50.0 };
        assert_eq!(test.state(&Trials::default()).accepted, None);
        assert_eq!(test.state(&won(60, 0)).accepted, Some(true));
        assert_eq!(test.state(&won(0, 60)).accepted, Some(false));
        assert!(test.state(&trials(&[0.5; 10])).llr.is_finite());
        assert_eq!(test.state(&won(1, 1)).accepted, None);
    }

    #[test]
    fn the_normal_distribution() {
        near(normal(1.96), 0.975_002, 1e-6);
        near(normal(-1.0), 0.158_655, 1e-6);
        near(normal(0.0), 0.5, 1e-6);
    }
}
