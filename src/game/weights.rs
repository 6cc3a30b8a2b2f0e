//! The numbers of an evaluation that tuning may change, as rows with names.
//!
//! A game keeps its numbers in a struct of its own and lists them as a [`WeightTable`]; everybody else sees
//! [`Weights`], which can be written to a file, read from one, and changed one number at a time.

use std::fmt::Write as _;
use thiserror::Error;

/// One row of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightRow {
    /// Its name for people, unlike all others of the game, without a colon.
    pub name: String,
    /// What a difference of about a centipawn for each thing counted takes.
    pub unit: i32,
    /// The numbers.
    pub values: Vec<i32>,
}

/// The numbers of one game's evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weights {
    rows: Vec<WeightRow>,
}

/// Why a text of weights can't be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct WeightsError {
    /// Line of the text, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// A number of an evaluation may be so large, either way.
const LARGEST: i32 = 30_000;

impl Weights {
    /// Rows in their order.
    #[must_use]
    pub fn new(rows: Vec<WeightRow>) -> Weights {
        Weights { rows }
    }

    /// These rows and others behind them.
    #[must_use]
    pub fn and(mut self, others: &Weights) -> Weights {
        self.rows.extend_from_slice(&others.rows);
        self
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[WeightRow] {
        &self.rows
    }

    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rows.iter().map(|row| row.values.len()).sum()
    }

    /// All numbers in their order, each with the unit of its row.
    pub fn numbers(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.rows.iter().flat_map(|row| row.values.iter().map(|&value| (value, row.unit)))
    }

    /// The same rows with other numbers, as many as [`Weights::count`] says; those beyond any limit are cut.
    #[must_use]
    pub fn with_numbers(&self, numbers: impl IntoIterator<Item = i32>) -> Weights {
        let mut changed = self.clone();
        let places = changed.rows.iter_mut().flat_map(|row| &mut row.values);
        for (place, number) in places.zip(numbers) {
            *place = number.clamp(-LARGEST, LARGEST);
        }
        changed
    }

    /// Reads rows, a line each: `NAME: NUMBER NUMBER ...`. Rows that aren't in the text keep their numbers; empty
    /// lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    /// The first line that is no row of this game.
    pub fn read(&self, text: &str) -> Result<Weights, WeightsError> {
        let mut read = self.clone();
        let mut seen = vec![false; self.rows.len()];
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = read.place_of(line).and_then(|(place, values)| {
                if std::mem::replace(&mut seen[place], true) {
                    return Err("the row is there a second time".to_owned());
                }
                read.rows[place].values = values;
                Ok(())
            });
            place.map_err(|reason| WeightsError { line: index + 1, reason })?;
        }
        Ok(read)
    }

    /// Which row a line is, and its numbers.
    fn place_of(&self, line: &str) -> Result<(usize, Vec<i32>), String> {
        let (name, numbers) = line.split_once(':').ok_or("it is not NAME: NUMBERS")?;
        let name = name.trim();
        let place = self
            .rows
            .iter()
            .position(|row| row.name == name)
            .ok_or_else(|| format!("the evaluation of this game has no row `{name}`"))?;
        let values = numbers
            .split_ascii_whitespace()
            .map(|word| match word.parse() {
                Ok(number) if (-LARGEST..=LARGEST).contains(&number) => Ok(number),
                _ => Err(format!("`{word}` is no whole number from -{LARGEST} to {LARGEST}")),
            })
            .collect::<Result<Vec<i32>, String>>()?;
        let wanted = self.rows[place].values.len();
        if values.len() != wanted {
            return Err(format!("the row `{name}` has {wanted} numbers, not {}", values.len()));
        }
        Ok((place, values))
    }

    /// The rows as text that [`Weights::read`] reads.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let _ = write!(text, "{}:", row.name);
            row.values.iter().for_each(|value| {
                let _ = write!(text, " {value}");
            });
            text.push('\n');
        }
        text
    }
}

/// One row of a game's numbers, where the game keeps them.
#[derive(Debug)]
pub struct RowMut<'t> {
    /// As [`WeightRow::name`].
    pub name: String,
    /// As [`WeightRow::unit`].
    pub unit: i32,
    /// The numbers.
    pub values: &'t mut [i32],
}

impl<'t> RowMut<'t> {
    /// A row of numbers in centipawns.
    pub fn new(name: &str, values: &'t mut [i32]) -> RowMut<'t> {
        RowMut { name: name.to_owned(), unit: 1, values }
    }

    /// A row whose numbers are parts of a centipawn.
    pub fn in_parts(name: &str, unit: i32, values: &'t mut [i32]) -> RowMut<'t> {
        RowMut { name: name.to_owned(), unit, values }
    }
}

/// The numbers of a game's evaluation as the game keeps them.
pub trait WeightTable: Clone {
    /// Every row, always in the same order.
    fn rows_mut(&mut self) -> Vec<RowMut<'_>>;

    /// The numbers for everybody else.
    fn weights(&self) -> Weights {
        let mut table = self.clone();
        let rows = table.rows_mut().into_iter();
        let row = |row: RowMut<'_>| WeightRow {
            name: row.name,
            unit: row.unit,
            values: row.values.to_vec(),
        };
        Weights::new(rows.map(row).collect())
    }

    /// Takes numbers over from rows of the same names.
    fn take_over(&mut self, weights: &Weights) {
        for row in self.rows_mut() {
            let named = weights.rows().iter().find(|other| other.name == row.name);
            if let Some(other) = named {
                row.values.iter_mut().zip(&other.values).for_each(|(own, &value)| *own = value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{RowMut, WeightTable, Weights};

    #[derive(Clone, PartialEq, Debug)]
    struct Numbers {
        pair: [i32; 2],
        tempo: i32,
    }

    impl WeightTable for Numbers {
        fn rows_mut(&mut self) -> Vec<RowMut<'_>> {
            vec![
                RowMut::in_parts("a pair", 16, &mut self.pair),
                RowMut::new("tempo", std::slice::from_mut(&mut self.tempo)),
            ]
        }
    }

    const NUMBERS: Numbers = Numbers { pair: [720, -5], tempo: 10 };

    #[test]
    fn what_is_written_is_read() {
        let weights = NUMBERS.weights();
        assert_eq!(weights.write(), "a pair: 720 -5\ntempo: 10\n");
        let changed = weights.with_numbers([1, 2, 99_999]);
        assert_eq!(weights.read(&changed.write()).unwrap(), changed);
        let mut numbers = NUMBERS;
        numbers.take_over(&changed);
        assert_eq!(numbers, Numbers { pair: [1, 2], tempo: 30_000 });
    }

    #[test]
    fn rows_that_are_left_out_keep_their_numbers() {
        let read = NUMBERS.weights().read("# tempo: 4\n\n  tempo :  12 \n").unwrap();
        assert_eq!(read.numbers().collect::<Vec<_>>(), [(720, 16), (-5, 16), (12, 1)]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let read = |text: &str| NUMBERS.weights().read(text).unwrap_err().to_string();
        assert!(read("tempo 3").contains("line 1"));
        assert!(
            read("\ntempi: 3").contains("line 2: the evaluation of this game has no row `tempi`")
        );
        assert!(read("tempo: x").contains("`x` is no whole number"));
        assert!(read("tempo: 40000").contains("`40000` is no whole number"));
        assert!(read("a pair: 3").contains("has 2 numbers, not 1"));
        assert!(read("tempo: 3\ntempo: 3").contains("line 2: the row is there a second time"));
        assert_eq!(Weights::default().count(), 0);
    }
}
