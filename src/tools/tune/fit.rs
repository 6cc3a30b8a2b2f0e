//! A logistic regression: which changes of the numbers make the evaluation foretell games best?
//!
//! A value of v centipawns foretells a score of σ(v / scale). What it is compared with is half the game's result
//! and half what the search's own value foretells; the loss is the mean cross-entropy (after P. Österlund's
//! "Texel's tuning method"). Before anything is seen, a change of a number is thought to be normally distributed
//! around none, so many centipawns wide: what is seldom counted keeps the number it has. The minimum is found by Newton's
//! method, each step by Cholesky's factors of the matrix of second derivatives.

use super::samples::Sample;
use rayon::prelude::{IndexedParallelIterator, ParallelIterator, ParallelSlice};

/// Positions, and how each number counts in them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Problem {
    /// By how much the value changes when a number changes by its unit, a row a position.
    slopes: Vec<f32>,
    /// Units of the numbers.
    units: Vec<f64>,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Row {
    /// Static value, centipawns.
    base: f64,
    result: f64,
    /// The search's value, centipawns.
    value: f64,
    is_hidden: bool,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fitted {
    /// By how much each number is to change.
    pub(super) changes: Vec<f64>,
    /// Centipawns to a unit of the logistic function.
    pub(super) scale: f64,
    /// The loss before and after on what the fit saw.
    pub(super) seen: [f64; 2],
    /// The same on what it did not see.
    pub(super) hidden: [f64; 2],
}

/// Positions below this number say nothing.
const FEWEST: usize = 200;

/// How wide changes are thought to be distributed, in units; the width that foretells the hidden games best is
/// taken. Positions of one game are no independent witnesses, so that these are narrower than real ones.
const WIDTHS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Scales that are tried, in centipawns.
const SCALES: (u32, u32, usize) = (40, 800, 10);

/// Newton steps; the last ones change nothing any more.
const STEPS: usize = 8;

/// Rows whose losses are summed together. It is fixed, so that the same positions give the same numbers on any machine.
const BLOCK: usize = 1024;

/// Into so many blocks rows are divided for sums of derivatives, which take more room.
const SLOPES: usize = 16;

impl Problem {
    /// `base` are the static values; each column holds a number's unit and by how much the value changes in each
    /// position when the number changes by one.
    pub(super) fn new(base: &[i32], columns: Vec<(i32, Vec<f32>)>, samples: &[Sample]) -> Problem {
        let width = columns.len();
        let mut slopes = vec![0.0; base.len() * width];
        let mut units = Vec::with_capacity(width);
        for (at, (unit, column)) in columns.into_iter().enumerate() {
            units.push(f64::from(unit));
            let places = slopes.iter_mut().skip(at).step_by(width);
            places.zip(column).for_each(|(place, slope)| *place = slope * unit as f32);
        }
        let rows = base.iter().zip(samples).map(|(&base, sample)| Row {
            base: f64::from(base),
            result: sample.result,
            value: sample.value,
            is_hidden: sample.is_hidden,
        });
        Problem { slopes, units, rows: rows.collect() }
    }

    fn width(&self) -> usize {
        self.units.len()
    }

    /// Sums something over blocks of so many rows, always in the same order.
    fn sum<T: Send>(
        &self,
        block: usize,
        zero: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Row, &[f32]) + Sync,
        join: impl Fn(&mut T, T),
    ) -> T {
        let width = self.width().max(1);
        let blocks: Vec<T> = self
            .rows
            .par_chunks(block.max(1))
            .zip(self.slopes.par_chunks(block.max(1) * width))
            .map(|(rows, slopes)| {
                let mut sum = zero();
                for (row, slopes) in rows.iter().zip(slopes.chunks(width)) {
                    add(&mut sum, row, slopes);
                }
                sum
            })
            .collect();
        let mut total = zero();
        blocks.into_iter().for_each(|block| join(&mut total, block));
        total
    }

    /// Mean loss with changes, of hidden rows or of the others.
    fn loss(&self, changes: &[f64], scale: f64, hidden: bool) -> f64 {
        let (loss, count) = self.sum(
            BLOCK,
            || (0.0, 0_u32),
            |(loss, count), row, slopes| {
                if row.is_hidden == hidden {
                    let told = sigmoid((row.base + dot(slopes, changes)) / scale);
                    *loss += cross_entropy(told, row.wanted(scale));
                    *count += 1;
                }
            },
            |total, block| {
                total.0 += block.0;
                total.1 += block.1;
            },
        );
        loss / f64::from(count.max(1))
    }

    /// The scale with which the old numbers foretell the results best.
    fn scale(&self) -> f64 {
        let results_only = |scale: f64| {
            let sum = self.sum(
                BLOCK,
                || 0.0,
                |sum, row, _| {
                    if !row.is_hidden {
                        *sum += cross_entropy(sigmoid(row.base / scale), row.result);
                    }
                },
                |total, block| *total += block,
            );
            (scale, sum)
        };
        let (low, high, step) = SCALES;
        let tried = (low..=high).step_by(step).map(|scale| results_only(f64::from(scale)));
        tried.min_by(|one, two| one.1.total_cmp(&two.1)).map_or(f64::from(high), |best| best.0)
    }
}

impl Row {
    /// The score that the evaluation should foretell.
    fn wanted(&self, scale: f64) -> f64 {
        0.5 * self.result + 0.5 * sigmoid(self.value / scale)
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn cross_entropy(told: f64, wanted: f64) -> f64 {
    let told = told.clamp(1e-9, 1.0 - 1e-9);
    -(wanted * told.ln() + (1.0 - wanted) * (1.0 - told).ln())
}

fn dot(slopes: &[f32], changes: &[f64]) -> f64 {
    slopes.iter().zip(changes).map(|(&slope, &change)| f64::from(slope) * change).sum()
}

fn inner(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(a, b)| a * b).sum()
}

fn add_scaled(to: &mut [f64], factor: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, &what)| *to += factor * what);
}

/// Finds the changes that foretell best.
///
/// # Errors
/// There are too few positions.
pub(super) fn fit(problem: &Problem) -> Result<Fitted, String> {
    let seen = problem.rows.iter().filter(|row| !row.is_hidden).count();
    let hidden = problem.rows.len() - seen;
    if seen < FEWEST || hidden == 0 {
        return Err(format!(
            "{seen} positions to learn from and {hidden} to try are too few (at least {FEWEST} and 1): more games are \
             needed"
        ));
    }
    let scale = problem.scale();
    let none = vec![0.0; problem.width()];
    let mut best = (problem.loss(&none, scale, true), none.clone());
    let mut changes = none.clone();
    for width in WIDTHS {
        changes = minimum(problem, scale, 1.0 / (seen as f64 * width * width), &changes);
        let loss = problem.loss(&changes, scale, true);
        if loss < best.0 {
            best = (loss, changes.clone());
        }
    }
    let (after, changes) = best;
    Ok(Fitted {
        scale,
        seen: [problem.loss(&none, scale, false), problem.loss(&changes, scale, false)],
        hidden: [problem.loss(&none, scale, true), after],
        changes: changes.iter().zip(&problem.units).map(|(change, unit)| change * unit).collect(),
    })
}

/// Newton's method from `start` on; `pull` draws changes towards none.
fn minimum(problem: &Problem, scale: f64, pull: f64, start: &[f64]) -> Vec<f64> {
    let mut changes = start.to_vec();
    for _ in 0..STEPS {
        let Slope { mut gradient, mut bend, count } = slope(problem, &changes, scale);
        gradient.iter_mut().for_each(|number| *number /= count);
        add_scaled(&mut gradient, pull, &changes);
        for (row, line) in bend.iter_mut().enumerate() {
            line.iter_mut().for_each(|number| *number /= count);
            line[row] += pull;
        }
        let step = solve(bend, gradient);
        let length = inner(&step, &step).sqrt();
        add_scaled(&mut changes, -1.0, &step);
        if length < 1e-6 {
            break;
        }
    }
    changes
}

/// First and second derivatives of the loss over the rows that the fit sees, summed.
struct Slope {
    gradient: Vec<f64>,
    /// The lower triangle of the second ones, row by row.
    bend: Vec<Vec<f64>>,
    /// How many rows there are.
    count: f64,
}

impl Slope {
    fn none(width: usize) -> Slope {
        let bend = (1..=width).map(|length| vec![0.0; length]).collect();
        Slope { gradient: vec![0.0; width], bend, count: 0.0 }
    }

    fn join(&mut self, other: Slope) {
        add_scaled(&mut self.gradient, 1.0, &other.gradient);
        for (own, row) in self.bend.iter_mut().zip(&other.bend) {
            add_scaled(own, 1.0, row);
        }
        self.count += other.count;
    }
}

fn slope(problem: &Problem, changes: &[f64], scale: f64) -> Slope {
    let width = problem.width();
    problem.sum(
        problem.rows.len().div_ceil(SLOPES),
        || Slope::none(width),
        |sum, row, slopes| {
            if row.is_hidden {
                return;
            }
            let told = sigmoid((row.base + dot(slopes, changes)) / scale);
            let error = (told - row.wanted(scale)) / scale;
            let bend = told * (1.0 - told) / (scale * scale);
            // Most numbers don't count in most positions.
            let counted: Vec<(usize, f64)> = slopes
                .iter()
                .enumerate()
                .filter(|(_, slope)| **slope != 0.0)
                .map(|(at, &slope)| (at, f64::from(slope)))
                .collect();
            for (index, &(at, slope)) in counted.iter().enumerate() {
                sum.gradient[at] += error * slope;
                let line = &mut sum.bend[at];
                for &(other, other_slope) in &counted[..=index] {
                    line[other] += bend * slope * other_slope;
                }
            }
            sum.count += 1.0;
        },
        Slope::join,
    )
}

/// Solves `matrix x = wanted` by Cholesky's factors, where the matrix is positive definite and its lower triangle is
/// given.
fn solve(mut matrix: Vec<Vec<f64>>, wanted: Vec<f64>) -> Vec<f64> {
    let mut found = wanted;
    for row in 0..found.len() {
        let (above, line) = matrix.split_at_mut(row);
        let line = &mut line[0];
        for (column, earlier) in above.iter().enumerate() {
            let sum = inner(&line[..column], &earlier[..column]);
            line[column] = (line[column] - sum) / earlier[column];
        }
        let sum = inner(&line[..row], &line[..row]);
        line[row] = (line[row] - sum).max(f64::MIN_POSITIVE).sqrt();
        found[row] = (found[row] - inner(&line[..row], &found[..row])) / line[row];
    }
    for row in (0..found.len()).rev() {
        found[row] /= matrix[row][row];
        let known = found[row];
        add_scaled(&mut found[..row], -known, &matrix[row][..row]);
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Problem, fit, sigmoid, solve};
    use crate::board::KeyStream;
    use crate::tools::tune::samples::Sample;

    #[test]
    fn a_system_of_equations_is_solved() {
        let found = solve(vec![vec![4.0], vec![1.0, 3.0]], vec![1.0, 2.0]);
        assert!((found[0] - 1.0 / 11.0).abs() < 1e-9 && (found[1] - 7.0 / 11.0).abs() < 1e-9);
    }

    /// Positions whose results follow from a value with other numbers than the old ones.
    fn made(count: usize) -> Problem {
        let mut keys = KeyStream::new(5);
        let mut number = |most: i32| (keys.next_key() % (2 * most as u64 + 1)) as i32 - most;
        let mut columns = [16, 1, 1].map(|unit| (unit, Vec::new()));
        let (mut base, mut samples) = (Vec::new(), Vec::new());
        for at in 0..count {
            let counts = [number(4), number(9)];
            let old = 30 * counts[0] + 10 * counts[1];
            let right = 50 * counts[0] + 4 * counts[1];
            columns[0].1.push(counts[0] as f32 / 16.0);
            columns[1].1.push(counts[1] as f32);
            columns[2].1.push(0.0);
            base.push(old);
            let told = sigmoid(f64::from(right) / 150.0);
            let lot = f64::from(number(10_000) + 10_000) / 20_000.0;
            samples.push(Sample {
                fen: String::new(),
                result: if lot < told { 1.0 } else { 0.0 },
                value: f64::from(right),
                is_hidden: at % 5 == 0,
            });
        }
        Problem::new(&base, columns.to_vec(), &samples)
    }

    #[test]
    fn the_numbers_behind_the_results_are_found() {
        let fitted = fit(&made(20_000)).unwrap();
        // Up to the scale, which the old numbers decide.
        let [first, second] = [30.0 + fitted.changes[0] / 16.0, 10.0 + fitted.changes[1]];
        assert!((first / second - 12.5).abs() < 2.5, "{first} {second}");
        assert!(fitted.hidden[1] < fitted.hidden[0] && fitted.seen[1] < fitted.seen[0]);
        assert_eq!(fitted.changes[2], 0.0);
        assert_eq!(fit(&made(20_000)).unwrap(), fitted);
    }

    #[test]
    fn too_few_positions_are_refused() {
        assert!(fit(&made(100)).unwrap_err().contains("too few"));
    }
}
