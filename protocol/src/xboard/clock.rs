//! Time as XBoard writes it: `level`, seconds with a fraction, centiseconds.

use crate::text::saturating_integer;
use std::fmt;
use std::time::Duration;

/// The most seconds that are read; longer times become this (a century).
const MOST_SECONDS: u64 = 100 * 366 * 24 * 3600;

/// A time control, `level MPS BASE INC`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves to do in `base`, 0 if it is for the whole game.
    pub moves: u32,
    /// Time for those moves.
    pub base: Duration,
    /// Time added for each move.
    pub increment: Duration,
}

/// Hundredths of a second as `time` and `otim` send them; negative when the flag has fallen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Centiseconds(pub i64);

impl Centiseconds {
    /// The same time in milliseconds; what does not fit becomes the nearest that does.
    #[must_use]
    pub const fn milliseconds(self) -> i64 {
        self.0.saturating_mul(10)
    }
}

impl Level {
    /// Reads the three arguments, or says which of them is wrong.
    pub(super) fn read(arguments: &str) -> Result<Level, String> {
        let mut words = arguments.split_ascii_whitespace();
        let (Some(moves), Some(base), Some(increment)) = (words.next(), words.next(), words.next())
        else {
            return Err("level takes MOVES BASE INCREMENT".to_owned());
        };
        Ok(Level {
            moves: read_count(moves).ok_or_else(|| format!("`{moves}` is no number of moves"))?,
            base: read_base(base).ok_or_else(|| format!("`{base}` is no base time"))?,
            increment: read_seconds(increment)
                .ok_or_else(|| format!("`{increment}` is no increment"))?,
        })
    }
}

/// A count of zero or more; what is too large becomes the largest.
pub(super) fn read_count(text: &str) -> Option<u32> {
    let number = u64::try_from(saturating_integer(text)?).ok()?;
    Some(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Seconds of zero or more, with or without a decimal fraction, to the millisecond.
pub(super) fn read_seconds(text: &str) -> Option<Duration> {
    read_decimal_milliseconds(text, 1000)
}

/// `MINUTES` (with or without a fraction) or `MINUTES:SECONDS`.
fn read_base(text: &str) -> Option<Duration> {
    let Some((minutes, seconds)) = text.split_once(':') else {
        return read_decimal_milliseconds(text, 60_000);
    };
    let minutes = read_decimal_milliseconds(minutes, 60_000)?;
    Some((minutes + read_seconds(seconds)?).min(Duration::from_secs(MOST_SECONDS)))
}

/// A decimal number of units of `unit` milliseconds each. Digits beyond the sixth after the point are
/// dropped.
fn read_decimal_milliseconds(text: &str, unit: u64) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let units = if whole.is_empty() { 0 } else { whole.parse::<u64>().unwrap_or(u64::MAX) };
    let millionths = fraction
        .bytes()
        .chain(std::iter::repeat(b'0'))
        .take(6)
        .fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    let milliseconds = units.saturating_mul(unit).saturating_add(millionths * unit / 1_000_000);
    Some(Duration::from_millis(milliseconds.min(MOST_SECONDS * 1000)))
}

/// Writes seconds, with a fraction of milliseconds only if there is one.
pub(super) fn write_seconds(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    write!(f, "{}", time.as_secs())?;
    match time.subsec_millis() {
        0 => Ok(()),
        milliseconds => {
            let digits = format!("{milliseconds:03}");
            write!(f, ".{}", digits.trim_end_matches('0'))
        }
    }
}

impl fmt::Display for Level {
    /// The whole command, beginning with `level`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.base.as_secs() / 60;
        write!(f, "level {} {minutes}", self.moves)?;
        let seconds = self.base - Duration::from_secs(minutes * 60);
        if seconds.as_millis() > 0 {
            write!(f, ":{}", if seconds.as_secs() < 10 { "0" } else { "" })?;
            write_seconds(f, seconds)?;
        }
        f.write_str(" ")?;
        write_seconds(f, self.increment)
    }
}
