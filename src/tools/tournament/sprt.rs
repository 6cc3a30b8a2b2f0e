//! The sequential probability ratio test: how many games are enough.
//!
//! The log-likelihood ratio is the generalised one for a multinomial distribution: the most likely
//! distribution of scores under each hypothesis, against the one observed. Sources: Abraham Wald,
//! "Sequential Tests of Statistical Hypotheses" (1945), for the bounds; Michel Van den Bergh, "Comparing
//! the approximations for the generalized log likelihood ratio of a multinomial distribution"
//! (<https://www.cantate.be/Fishtest/comparing_approximations.pdf>), Proposition 1.1, for the ratio where
//! a hypothesis fixes the mean, and "Normalized Elo" for the one where it fixes the mean in standard
//! deviations.

use super::ToolError;
use super::statistics::{Frequencies, expected_score, normalised_elo_unit};

/// What the bounds are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// Elo of the logistic curve.
    Logistic,
    /// Normalised Elo: the same effort to measure a difference whatever the share of draws.
    Normalised,
}

/// A test between two hypotheses about the first participant's advantage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The advantage under the hypothesis that there is no gain.
    pub elo0: f64,
    /// The advantage under the hypothesis that there is one; above `elo0`.
    pub elo1: f64,
    /// How often the test may accept `elo1` although `elo0` holds.
    pub alpha: f64,
    /// How often the test may accept `elo0` although `elo1` holds.
    pub beta: f64,
    /// What `elo0` and `elo1` are counted in.
    pub model: EloModel,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// `elo0` is accepted.
    Lower,
    /// `elo1` is accepted.
    Upper,
}

/// What counts for an outcome that was never seen, so that logarithms exist.
const UNSEEN: f64 = 1e-3;

/// Steps of a bisection; the interval shrinks beyond the precision of a number.
const BISECTIONS: u32 = 200;

impl Sprt {
    /// Reads `elo0=A elo1=B`, and if wished `alpha=`, `beta=` (each 0.05) and `model=normalized` or
    /// `logistic` (the first).
    ///
    /// # Errors
    /// What is missing or wrong.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Sprt, ToolError> {
        let wrong = |text: String| ToolError::Usage(format!("sprt: {text}"));
        let (mut elo0, mut elo1) = (None, None);
        let (mut alpha, mut beta, mut model) = (0.05, 0.05, EloModel::Normalised);
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || {
                let number = value.parse().ok().filter(|number: &f64| number.is_finite());
                number.ok_or_else(|| wrong(format!("`{word}` needs a number")))
            };
            match (name, value) {
                ("elo0", _) => elo0 = Some(number()?),
                ("elo1", _) => elo1 = Some(number()?),
                ("alpha", _) => alpha = number()?,
                ("beta", _) => beta = number()?,
                ("model", "normalized" | "normalised") => model = EloModel::Normalised,
                ("model", "logistic") => model = EloModel::Logistic,
                _ => {
                    return Err(wrong(format!(
                        "`{word}` is none of elo0, elo1, alpha, beta, model=normalized|logistic"
                    )));
                }
            }
        }
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
            return Err(wrong("elo0 and elo1 are needed".to_owned()));
        };
        if elo0 >= elo1 {
            return Err(wrong("elo0 must be below elo1".to_owned()));
        }
        let share = |number: f64| number > 0.0 && number < 1.0;
        if !share(alpha) || !share(beta) || alpha + beta >= 1.0 {
            return Err(wrong("alpha and beta lie above 0, together below 1".to_owned()));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The ratios at which the test ends.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of scores; above 0 where `elo1` explains them better.
    #[must_use]
    pub fn ratio<const N: usize>(&self, scores: &Frequencies<N>) -> f64 {
        if scores.total() == 0 {
            return 0.0;
        }
        let counts = scores.counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = Observed { shares: counts.map(|count| count / total) };
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => observed.with_mean(expected_score(elo)),
            EloModel::Normalised => {
                let unit = normalised_elo_unit();
                observed.with_distance(elo / unit * Frequencies::<N>::games_each().sqrt())
            }
        };
        let (lower, upper) = (likeliest(self.elo0), likeliest(self.elo1));
        let gain = |index: usize| observed.shares[index] * (upper[index] / lower[index]).ln();
        total * (0..N).map(gain).sum::<f64>()
    }

    /// What the test has found; `None` while it goes on.
    #[must_use]
    pub fn decision(&self, ratio: f64) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Some(Decision::Upper)
        } else if ratio <= lower {
            Some(Decision::Lower)
        } else {
            None
        }
    }
}

/// The observed distribution of scores.
struct Observed<const N: usize> {
    shares: [f64; N],
}

impl<const N: usize> Observed<N> {
    /// The most likely distribution with the mean `mean`.
    fn with_mean(&self, mean: f64) -> [f64; N] {
        self.tilted(&std::array::from_fn(|index| Frequencies::<N>::score_of(index) - mean))
    }

    /// The most likely distribution whose mean lies `distance` of its standard deviations above one half.
    /// The condition is not linear, so it is made so around the last distribution, again and again.
    fn with_distance(&self, distance: f64) -> [f64; N] {
        const ROUNDS: u32 = 100;
        let mut shares = [1.0 / N as f64; N];
        for _ in 0..ROUNDS {
            let (mean, variance) = moments(&shares);
            let deviation = variance.sqrt();
            let slopes = std::array::from_fn(|index| {
                let score = Frequencies::<N>::score_of(index);
                let relative = (score - mean) / deviation;
                score - 0.5 - 0.5 * distance * deviation * (1.0 + relative * relative)
            });
            let next = self.tilted(&slopes);
            let change =
                (0..N).map(|index| (next[index] - shares[index]).abs()).fold(0.0, f64::max);
            shares = next;
            if change < 1e-12 {
                break;
            }
        }
        shares
    }

    /// The most likely distribution under which `slopes` average to zero: each share divided by
    /// `1 + theta * slope`, with the one `theta` that does it.
    fn tilted(&self, slopes: &[f64; N]) -> [f64; N] {
        let most = slopes.iter().copied().fold(f64::MIN, f64::max);
        let least = slopes.iter().copied().fold(f64::MAX, f64::min);
        if least >= 0.0 || most <= 0.0 {
            return self.shares;
        }
        let average = |theta: f64| -> f64 {
            (0..N)
                .map(|index| self.shares[index] * slopes[index] / (1.0 + theta * slopes[index]))
                .sum()
        };
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..BISECTIONS {
            let middle = f64::midpoint(low, high);
            if average(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let theta = f64::midpoint(low, high);
        std::array::from_fn(|index| self.shares[index] / (1.0 + theta * slopes[index]))
    }
}

fn moments<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let average = |value: &dyn Fn(f64) -> f64| -> f64 {
        (0..N).map(|index| shares[index] * value(Frequencies::<N>::score_of(index))).sum()
    };
    let mean = average(&|score| score);
    (mean, average(&|score| (score - mean) * (score - mean)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Decision, EloModel, Sprt};
    use crate::tools::tournament::statistics::Frequencies;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01 * expected.abs().max(1.0), "{found}: {expected}");
    }

    /// The worked examples that fastchess publishes for its calculator (app/tests/sprt_test.cpp), which
    /// are states of tests on fishtest: wins, losses, draws; pairs as LL, LD, WL, DD, WD, WW.
    #[test]
    fn published_examples_of_fastchess_single_games() {
        let ratio = |elo0, elo1, model, wins, losses, draws| {
            sprt(elo0, elo1, model).ratio(&Frequencies { counts: [losses, draws, wins] })
        };
        near(ratio(0.0, 2.0, EloModel::Normalised, 36_433, 36_027, 68_692), 0.92);
        near(ratio(-1.75, 0.25, EloModel::Normalised, 10_871, 10_650, 20_431), 2.30);
        near(ratio(0.0, 10.0, EloModel::Normalised, 4250, 0, 0), 120.56);
        near(ratio(0.5, 2.5, EloModel::Logistic, 21_404, 21_184, 40_708), -1.57);
        near(ratio(0.0, 2.0, EloModel::Logistic, 57_433, 57_030, 106_593), -2.59);
    }

    #[test]
    fn published_examples_of_fastchess_pairs() {
        let ratio = |elo0, elo1, model, [ll, ld, wl, dd, wd, ww]: [u64; 6]| {
            sprt(elo0, elo1, model).ratio(&Frequencies { counts: [ll, ld, wl + dd, wd, ww] })
        };
        let normalised = EloModel::Normalised;
        near(ratio(0.0, 2.0, normalised, [365, 16_618, 36_029, 200, 16_974, 390]), 2.25);
        near(ratio(-1.75, 0.25, normalised, [127, 4883, 10_311, 401, 5150, 104]), 3.01);
        near(ratio(0.0, 5.0, normalised, [0, 0, 0, 0, 0, 5550]), 111.82);
        let logistic = EloModel::Logistic;
        near(ratio(0.5, 2.5, logistic, [223, 9863, 20_279, 1000, 10_037, 246]), -3.07);
        near(ratio(0.0, 2.0, logistic, [871, 26_175, 55_003, 980, 26_678, 821]), -4.98);
    }

    #[test]
    fn the_bounds_are_walds() {
        let (lower, upper) = sprt(0.0, 5.0, EloModel::Normalised).bounds();
        near(upper, 2.94);
        near(lower, -2.94);
        let test = sprt(0.0, 5.0, EloModel::Normalised);
        assert_eq!(test.decision(3.0), Some(Decision::Upper));
        assert_eq!(test.decision(-3.0), Some(Decision::Lower));
        assert_eq!(test.decision(2.9), None);
        assert_eq!(test.ratio(&Frequencies::<5>::default()), 0.0);
    }

    #[test]
    fn the_words_of_a_test_are_read() {
        let read = |text: &str| Sprt::read(text.split(' '));
        assert_eq!(read("elo0=0 elo1=5").unwrap(), sprt(0.0, 5.0, EloModel::Normalised));
        let full = read("elo0=-5 elo1=0 alpha=0.1 beta=0.2 model=logistic").unwrap();
        assert_eq!((full.alpha, full.beta, full.model), (0.1, 0.2, EloModel::Logistic));
        for (text, reason) in [
            ("elo0=0", "needed"),
            ("elo0=5 elo1=5", "below"),
            ("elo0=0 elo1=x", "number"),
            ("elo0=0 elo1=nan", "number"),
            ("elo0=0 elo1=5 alpha=0.6 beta=0.5", "together"),
            ("elo0=0 elo1=5 model=bayesian", "none of"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
