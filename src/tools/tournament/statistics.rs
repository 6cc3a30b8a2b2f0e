//! What results say about strength: Elo with error bars, likelihood of superiority.
//!
//! Pairs of games with the same opening and swapped sides are counted by their points together: the five
//! outcomes of a pair vary less than two games apart, because what the opening gives one participant in
//! the first game it gives the other in the second.
//!
//! Sources: Arpad Elo's logistic curve; for normalised Elo and the five outcomes Michel Van den Bergh,
//! "Normalized Elo" (2020, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

/// Standard deviations of a normal distribution within which 95 % of it lies.
const NINETY_FIVE_PERCENT: f64 = 1.959_963_984_540_054;

/// How often each score was reached, in even steps from 0 to 1: `N` is 3 for single games (loss, draw,
/// win) and 5 for pairs of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frequencies<const N: usize> {
    /// The numbers, the lowest score first.
    pub counts: [u64; N],
}

impl<const N: usize> Default for Frequencies<N> {
    fn default() -> Frequencies<N> {
        Frequencies { counts: [0; N] }
    }
}

/// An estimate of the difference in strength, from the first participant's view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Mean score, from 0 to 1.
    pub score: f64,
    /// Difference in Elo; infinite where all games were won or lost.
    pub elo: f64,
    /// What the spread of the scores says; `None` where there is none, be it that only one score was
    /// counted or that all are the same. Then nothing is known of how far the mean may be off: an interval
    /// of no width would be wrong.
    pub spread: Option<Spread>,
}

/// What is known of an estimate by the spread of the scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// Half of the 95 % interval, Elo.
    pub error: f64,
    /// Difference in normalised Elo: the score's distance from one half in standard deviations of a
    /// game, times 800 / ln 10.
    pub normalised_elo: f64,
    /// Half of its 95 % interval.
    pub normalised_error: f64,
    /// Likelihood that the first participant is the stronger one, from 0 to 1.
    pub superiority: f64,
}

/// Normalised Elo for one standard deviation of a game.
pub(super) fn normalised_elo_unit() -> f64 {
    800.0 / 10f64.ln()
}

impl<const N: usize> Frequencies<N> {
    /// The score of an index.
    pub(super) fn score_of(index: usize) -> f64 {
        index as f64 / (N - 1) as f64
    }

    /// Counts a score by its index.
    pub fn add(&mut self, index: usize) {
        self.counts[index] += 1;
    }

    /// How many scores were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Games that one score stands for.
    pub(super) fn games_each() -> f64 {
        (N - 1) as f64 / 2.0
    }

    /// Mean and variance of the scores.
    fn moments(&self) -> (f64, f64) {
        let total = self.total() as f64;
        let average = |value: &dyn Fn(f64) -> f64| -> f64 {
            let shares = self.counts.iter().enumerate();
            shares.map(|(index, &count)| count as f64 / total * value(Self::score_of(index))).sum()
        };
        let mean = average(&|score| score);
        (mean, average(&|score| (score - mean) * (score - mean)))
    }

    /// What the scores say; `None` without any.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.total() == 0 {
            return None;
        }
        let (score, variance) = self.moments();
        let spread = (variance > 0.0).then(|| {
            let deviation = (variance / self.total() as f64).sqrt();
            let reach = NINETY_FIVE_PERCENT * deviation;
            let of_game = (variance * Self::games_each()).sqrt();
            let normalised = |score: f64| (score - 0.5) / of_game * normalised_elo_unit();
            Spread {
                error: (elo(score + reach) - elo(score - reach)) / 2.0,
                normalised_elo: normalised(score),
                normalised_error: (normalised(score + reach) - normalised(score - reach)) / 2.0,
                superiority: normal((score - 0.5) / deviation),
            }
        });
        Some(Estimate { score, elo: elo(score), spread })
    }
}

/// The Elo difference at which a score is expected.
fn elo(score: f64) -> f64 {
    // An even score is 0, not -0.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// The score that is expected at an Elo difference.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution below `x`, by Simpson's rule on its density.
fn normal(x: f64) -> f64 {
    const STEPS: u32 = 400;
    let x = x.clamp(-9.0, 9.0);
    let density = |t: f64| (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let step = x / f64::from(STEPS);
    let inner: f64 = (1..STEPS)
        .map(|index| {
            let weight = if index % 2 == 1 { 4.0 } else { 2.0 };
            weight * density(f64::from(index) * step)
        })
        .sum();
    0.5 + (density(0.0) + inner + density(x)) * step / 3.0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Frequencies, normal};

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    /// The worked examples that fastchess publishes for its calculator (app/tests/elo_test.cpp, "EloWDL 1"
    /// to "3": wins, losses, draws; "EloPentanomial 1" to "3").
    #[test]
    fn published_examples_of_fastchess_single_games() {
        let first = Frequencies { counts: [89, 123, 76] }.estimate().unwrap();
        near(first.spread.unwrap().normalised_elo, -20.76, 0.01);
        near(first.spread.unwrap().normalised_error, 40.13, 0.01);
        near(first.spread.unwrap().superiority, 0.1553, 0.0001);
        near(first.score, 0.477, 0.001);
        let second = Frequencies { counts: [96, 111, 136] }.estimate().unwrap();
        near(second.elo, 40.70, 0.01);
        near(second.spread.unwrap().error, 30.43, 0.01);
        near(second.spread.unwrap().superiority, 0.9960, 0.0001);
        let third = Frequencies { counts: [356, 0, 34] }.estimate().unwrap();
        near(third.spread.unwrap().normalised_elo, -508.44, 0.01);
        near(third.spread.unwrap().normalised_error, 34.48, 0.01);
    }

    #[test]
    fn published_examples_of_fastchess_pairs() {
        let first = Frequencies { counts: [34, 54, 31 + 32, 64, 75] }.estimate().unwrap();
        near(first.elo, 55.58, 0.01);
        near(first.spread.unwrap().error, 27.65, 0.01);
        near(first.spread.unwrap().normalised_elo, 57.94, 0.01);
        near(first.spread.unwrap().normalised_error, 28.28, 0.01);
        let second = Frequencies { counts: [332, 433, 457 + 41, 333, 334] }.estimate().unwrap();
        near(second.elo, -8.64, 0.01);
        near(second.spread.unwrap().error, 10.33, 0.01);
        near(second.spread.unwrap().superiority, 0.0505, 0.0001);
        let third = Frequencies { counts: [7895, 8757, 5485 + 200, 568, 9999] }.estimate().unwrap();
        near(third.spread.unwrap().normalised_elo, -19.01, 0.01);
        near(third.spread.unwrap().error, 2.95, 0.01);
    }

    #[test]
    fn the_normal_distribution_at_known_places() {
        near(normal(0.0), 0.5, 1e-12);
        near(normal(1.0), 0.841_344_746, 1e-8);
        near(normal(-1.959_963_985), 0.025, 1e-8);
        near(normal(40.0), 1.0, 1e-8);
    }

    #[test]
    fn scores_without_a_spread_tell_no_interval() {
        assert_eq!(Frequencies::<3>::default().estimate(), None);
        let won = Frequencies { counts: [0, 0, 7] }.estimate().unwrap();
        assert_eq!((won.elo, won.spread), (f64::INFINITY, None));
        let drawn = Frequencies { counts: [0, 7, 0] }.estimate().unwrap();
        assert_eq!((drawn.elo, drawn.spread), (0.0, None));
        assert!(drawn.elo.is_sign_positive(), "it is written without a sign");
        let one_pair = Frequencies { counts: [0, 0, 0, 1, 0] }.estimate().unwrap();
        assert_eq!(one_pair.spread, None);
        let two = Frequencies { counts: [0, 0, 1, 1, 0] }.estimate().unwrap();
        assert!(two.spread.unwrap().error > 100.0, "{two:?}");
    }
}
