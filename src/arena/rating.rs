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

impl Rating {
    /// The rating from the points of independent trials, each from 0 to 1: single games, or the means of
    /// pairs of games that share an opening, whose results hang together.
    ///
    /// Nothing without trials. The error is that of the mean by the spread of the trials, of which half
    /// a point is added to either end so that few trials that all went the same way are not taken for
    /// certainty.
    pub fn of(points: &[f64]) -> Option<Self> {
        if points.is_empty() {
            return None;
        }
        let n = points.len() as f64;
        let score = points.iter().sum::<f64>() / n;
        let mean = (score * n + 0.5) / (n + 1.0);
        let squares: f64 = points.iter().map(|point| (point - mean).powi(2)).sum();
        let ends = 0.5 * (mean.powi(2) + (1.0 - mean).powi(2));
        let error = ((squares + ends) / (n + 1.0) / n).sqrt();
        Some(Self {
            score,
            elo: elo(score),
            interval: [elo(score - Z * error), elo(score + Z * error)],
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
    /// What the test says of the points of independent trials (see [`Rating::of`]), both errors being
    /// 5 %. The likelihoods are those of normal means, as in the generalised test of chess engines.
    pub fn state(&self, points: &[f64]) -> SprtState {
        let bound = (0.95f64 / 0.05).ln();
        let n = points.len() as f64;
        let mut llr = 0.0;
        if !points.is_empty() {
            let mean = (points.iter().sum::<f64>() + 0.5) / (n + 1.0);
            let squares: f64 = points.iter().map(|point| (point - mean).powi(2)).sum();
            let ends = 0.5 * (mean.powi(2) + (1.0 - mean).powi(2));
            let spread = (squares + ends) / (n + 1.0);
            let (low, high) = (expected(self.low), expected(self.high));
            llr = n * (high - low) * (2.0 * mean - low - high) / (2.0 * spread);
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

    #[test]
    fn elo_of_known_scores() {
        let points = |wins: usize, losses: usize| [vec![1.0; wins], vec![0.0; losses]].concat();
        let rating = Rating::of(&points(75, 25)).unwrap();
        near(rating.elo.unwrap(), 190.848_5, 1e-3);
        assert!(rating.interval[0].unwrap() > 100.0 && rating.interval[1].unwrap() < 300.0, "{rating:?}");
        assert!(rating.superiority > 0.9999);
        let even = Rating::of(&points(50, 50)).unwrap();
        near(even.elo.unwrap(), 0.0, 1e-9);
        near(even.superiority, 0.5, 1e-6);
    }

    #[test]
    fn few_games_are_no_certainty() {
        let rating = Rating::of(&[1.0, 1.0]).unwrap();
        assert_eq!((rating.elo, rating.interval[1]), (None, None));
        assert!(rating.superiority < 0.99 && rating.interval[0].unwrap() < 400.0, "{rating:?}");
        assert_eq!(Rating::of(&[]), None);
        let large = Rating::of(&vec![0.0; 1000]).unwrap();
        assert!(large.interval[1].unwrap() < -400.0, "{large:?}");
    }

    #[test]
    fn a_sequential_test_ends() {
        let test = Sprt { low: 0.0, high: 50.0 };
        assert_eq!(test.state(&[]).accepted, None);
        assert_eq!(test.state(&vec![1.0; 60]).accepted, Some(true));
        assert_eq!(test.state(&vec![0.0; 60]).accepted, Some(false));
        assert!(test.state(&[0.5; 10]).llr.is_finite());
        assert_eq!(test.state(&[1.0, 0.0]).accepted, None);
    }

    #[test]
    fn the_normal_distribution() {
        near(normal(1.96), 0.975_002, 1e-6);
        near(normal(-1.0), 0.158_655, 1e-6);
        near(normal(0.0), 0.5, 1e-6);
    }
}
