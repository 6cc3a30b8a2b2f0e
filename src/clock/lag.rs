//! What an action costs beside its own thinking, learnt from one reading of the clock to the next.

use super::TimeControl;
use std::time::Duration;

/// Samples beyond this say that the clock was set by hand, or that the machine slept: milliseconds.
const MOST: i64 = 1000;

/// Samples below this say that time was added: milliseconds. Clocks told in centiseconds may err by one.
const LEAST: i64 = -20;

/// Each sample counts for one part in so many.
const MEMORY: i64 = 8;

/// A running mean of the time that went by on the clock while the engine did not know of its turn, or had
/// answered already: the way through pipes and the GUI, waiting for a processor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lag<Side> {
    /// The mean in microseconds; below zero only by rounding of clocks.
    mean: i64,
    /// Whose clock has to say what next if nothing is lost, in milliseconds.
    expected: Option<(Side, i64)>,
}

impl<Side> Default for Lag<Side> {
    fn default() -> Lag<Side> {
        Lag { mean: 0, expected: None }
    }
}

impl<Side: PartialEq> Lag<Side> {
    /// The clock of a side, as it is told when its turn begins. Compared with what it had to say after the
    /// last [`Lag::answered`]; a clock of another side says nothing.
    pub fn turn(&mut self, side: &Side, control: &TimeControl) {
        let Some((_, expected)) = self.expected.take().filter(|(own, _)| own == side) else {
            return;
        };
        let sample = expected.saturating_sub(control.remaining);
        if (LEAST..=MOST).contains(&sample) {
            self.mean += (sample * 1000 - self.mean) / MEMORY;
        }
    }

    /// A side answered `spent` after a turn began with this clock.
    pub fn answered(&mut self, side: Side, control: &TimeControl, spent: Duration) {
        let spent = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
        let left = control.remaining.saturating_sub(spent).saturating_add(control.increment);
        self.expected = Some((side, left));
    }

    /// The next clock is not to be compared: thinking began before the turn did, or was for no clock.
    pub fn lose_track(&mut self) {
        self.expected = None;
    }

    /// What an action costs beside its own thinking, as far as it has been seen.
    #[must_use]
    pub fn mean(&self) -> Duration {
        Duration::from_micros(self.mean.max(0).unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::Lag;
    use crate::clock::TimeControl;
    use std::time::Duration;

    /// A game whose moves take 30 ms and lose what `lost` says; what was learnt.
    fn learnt(lost: impl Fn(i64) -> i64, moves: i64) -> Duration {
        let mut lag = Lag::default();
        let mut control = TimeControl { remaining: 60_000, increment: 5, moves_to_go: None };
        for number in 0..moves {
            lag.turn(&0, &control);
            lag.answered(0, &control, Duration::from_millis(30));
            control.remaining += 5 - 30 - lost(number);
        }
        lag.mean()
    }

    #[test]
    fn what_each_move_loses_is_learnt_and_unlearnt() {
        assert_eq!(learnt(|_| 0, 50), Duration::ZERO);
        let steady = learnt(|_| 16, 50).as_millis();
        assert!((15..=16).contains(&steady), "{steady}");
        let over = learnt(|number| if number < 40 { 16 } else { 0 }, 100).as_millis();
        assert_eq!(over, 0);
        // A clock in centiseconds hides a loss or doubles it; the mean is right.
        let rounded = learnt(|number| if number % 2 == 0 { 10 } else { -4 }, 100).as_millis();
        assert!((1..=5).contains(&rounded), "{rounded}");
    }

    #[test]
    fn clocks_that_were_set_by_hand_or_are_anothers_say_nothing() {
        let control = |remaining| TimeControl { remaining, increment: 0, moves_to_go: None };
        for (side, told) in [(0, 90_000), (0, 3_000), (1, 9_800)] {
            let mut lag = Lag::default();
            lag.answered(0, &control(10_000), Duration::from_millis(100));
            lag.turn(&side, &control(told));
            assert_eq!(lag.mean(), Duration::ZERO, "side {side} told {told}");
        }
        let mut lag = Lag::default();
        lag.answered(0, &control(10_000), Duration::from_millis(100));
        lag.turn(&0, &control(9_800));
        assert!(lag.mean() > Duration::ZERO);
        let after_one = lag.mean();
        lag.turn(&0, &control(9_700));
        assert_eq!(lag.mean(), after_one, "one answer is compared once");
        lag.answered(0, &control(9_700), Duration::from_millis(100));
        lag.lose_track();
        lag.turn(&0, &control(9_500));
        assert_eq!(lag.mean(), after_one);
    }
}
