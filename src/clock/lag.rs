//! What an action costs beside its own thinking, learnt from one reading of the clock to the next.

use super::TimeControl;
use std::time::Duration;

/// Samples beyond this say that the clock was set by hand, or that the machine slept: milliseconds.
const MOST: i64 = 1000;

/// Each sample counts for one part in so many, where clocks are told in hundredths of a second or finer.
const MEMORY: i64 = 8;

/// A sample above the double mean by so much is a stall, milliseconds; or by the unit of the clock if that is more.
const STALL: i64 = 50;

/// A stall that comes alone counts no more than what is just none. One that comes within so many samples of
/// another counts in full.
const ALONE: u32 = 16;

/// The units in which clocks are told, milliseconds.
const UNITS: [i64; 4] = [1000, 100, 10, 1];

/// A running mean of the time that went by on the clock while the engine did not know of its turn, or had
/// answered already: the way through pipes and the GUI, waiting for a processor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lag<Side> {
    /// The mean in microseconds; below zero only by rounding of clocks.
    mean: i64,
    /// Place in [`UNITS`] of the coarsest unit of which every clock was a multiple so far.
    unit: usize,
    /// Samples since the last stall.
    calm: u32,
    /// What is to be compared with the next clock.
    expected: Option<Expected<Side>>,
}

/// What a clock has to say if nothing is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Expected<Side> {
    side: Side,
    /// Actions of the game before the turn.
    played: usize,
    /// Milliseconds.
    remaining: i64,
}

impl<Side> Default for Lag<Side> {
    fn default() -> Lag<Side> {
        Lag { mean: 0, unit: 0, calm: ALONE, expected: None }
    }
}

impl<Side: PartialEq> Lag<Side> {
    /// The clock of a side, as it is told when its turn begins after so many actions. Compared with what it had to
    /// say after the last [`Lag::answered`], if the game has gone on by that answer and one action of the other side;
    /// any other clock says nothing, nor does one that has run out.
    pub fn turn(&mut self, side: &Side, played: usize, control: &TimeControl) {
        while self.unit + 1 < UNITS.len() && control.remaining % UNITS[self.unit] != 0 {
            self.unit += 1;
        }
        let is_next = |last: &Expected<Side>| last.side == *side && last.played == played;
        let Some(last) = self.expected.take().filter(is_next) else { return };
        let sample = last.remaining.saturating_sub(control.remaining);
        if control.remaining > 0 && (-UNITS[self.unit]..=MOST).contains(&sample) {
            self.learn(sample);
        }
    }

    fn learn(&mut self, sample: i64) {
        let unit = UNITS[self.unit];
        let calm_most = self.mean.max(0) / 500 + STALL.max(unit);
        let is_stall = sample > calm_most;
        let is_alone = self.calm >= ALONE;
        self.calm = if is_stall { 0 } else { self.calm.saturating_add(1) };
        let counted = if is_stall && is_alone { calm_most } else { sample };
        // Clocks that are told coarsely err by more, which takes longer to even out.
        let memory = MEMORY * (1 + unit / 100);
        self.mean = (self.mean + (counted * 1000 - self.mean) / memory).max(-unit * 1000);
    }

    /// A side answered `spent` after its turn began with this clock and after so many actions.
    pub fn answered(&mut self, side: Side, played: usize, control: &TimeControl, spent: Duration) {
        let spent = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
        let remaining = control.remaining.saturating_sub(spent).saturating_add(control.increment);
        // What the next time control adds isn't known.
        let is_known = remaining > 0 && control.moves_to_go != Some(1);
        self.expected = is_known.then(|| Expected { side, played: played + 2, remaining });
    }

    /// The next clock is not to be compared: thinking began before the turn did, or was for no clock.
    pub fn lose_track(&mut self) {
        self.expected = None;
    }

    /// What an action costs beside its own thinking, as far as it has been seen; less where a clock is told so coarsely
    /// that it may be rounding.
    #[must_use]
    pub fn mean(&self) -> Duration {
        let unit = UNITS[self.unit];
        let rounding = if unit >= 100 { unit * 1000 / MEMORY } else { 0 };
        Duration::from_micros((self.mean - rounding).max(0).unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::Lag;
    use crate::clock::TimeControl;
    use std::time::Duration;

    fn control(remaining: i64) -> TimeControl {
        TimeControl { remaining, increment: 0, moves_to_go: None }
    }

    /// A game whose moves take 30 ms and lose what `lost` says, with a clock that is told in units; what was learnt.
    fn learnt_in(unit: i64, lost: impl Fn(i64) -> i64, moves: i64) -> i64 {
        let mut lag = Lag::default();
        let mut remaining = 600_007;
        for number in 0..moves {
            let told = control(remaining / unit * unit);
            let played = 2 * number as usize;
            lag.turn(&0, played, &told);
            lag.answered(0, played, &told, Duration::from_millis(30));
            remaining -= 30 + lost(number);
        }
        lag.mean().as_millis() as i64
    }

    fn learnt(lost: impl Fn(i64) -> i64, moves: i64) -> i64 {
        learnt_in(1, lost, moves)
    }

    #[test]
    fn what_each_move_loses_is_learnt_and_unlearnt() {
        assert_eq!(learnt(|_| 0, 50), 0);
        let steady = learnt(|_| 16, 50);
        assert!((15..=16).contains(&steady), "{steady}");
        assert_eq!(learnt(|number| if number < 40 { 16 } else { 0 }, 100), 0);
        let heavy = learnt(|_| 300, 100);
        assert!((290..=300).contains(&heavy), "{heavy}");
    }

    #[test]
    fn the_rounding_of_a_clock_is_no_loss() {
        for (unit, off) in [(10, 2), (100, 20), (1000, 20)] {
            for moves in [50, 93, 200] {
                let none = learnt_in(unit, |_| 0, moves);
                assert!(none <= off, "units of {unit}: {none} of nothing after {moves}");
                let some = learnt_in(unit, |_| 20, moves);
                assert!((some - 20).abs() <= off, "units of {unit}: {some} of 20 after {moves}");
            }
        }
    }

    #[test]
    fn one_stall_is_no_habit_and_two_are() {
        let one = learnt(|number| if number == 20 { 900 } else { 0 }, 22);
        assert!((1..=7).contains(&one), "{one}");
        let two = learnt(|number| if number == 20 || number == 30 { 900 } else { 0 }, 32);
        assert!(two > 100, "{two}");
        let far = learnt(|number| if number == 20 || number == 40 { 900 } else { 0 }, 42);
        assert!(far < 10, "{far}");
    }

    /// What is learnt of a clock that says 300 ms less than it should after an answer to one of 10 seconds.
    fn learnt_of(next: (i32, usize, i64), answered: TimeControl) -> Duration {
        let mut lag = Lag::default();
        lag.turn(&0, 0, &control(77_777));
        lag.answered(0, 6, &answered, Duration::from_millis(100));
        let (side, played, remaining) = next;
        lag.turn(&side, played, &control(remaining));
        lag.mean()
    }

    #[test]
    fn only_the_next_clock_of_the_same_game_says_something() {
        assert!(learnt_of((0, 8, 9_600), control(10_000)) > Duration::ZERO);
        // Another side; moves taken back, or more of them made; set by hand; run out.
        for next in [(1, 8, 9_600), (0, 6, 9_600), (0, 10, 9_600), (0, 8, 90_000), (0, 8, 3_000)] {
            assert_eq!(learnt_of(next, control(10_000)), Duration::ZERO, "{next:?}");
        }
        assert_eq!(learnt_of((0, 8, -100), control(200)), Duration::ZERO);
        // Behind the last move of a time control nobody knows.
        let last = TimeControl { moves_to_go: Some(1), ..control(10_000) };
        assert_eq!(learnt_of((0, 8, 9_600), last), Duration::ZERO);
    }

    #[test]
    fn an_answer_is_compared_once_and_not_where_track_is_lost() {
        let mut lag = Lag::default();
        lag.answered(0, 0, &control(10_001), Duration::from_millis(100));
        lag.turn(&0, 2, &control(9_801));
        let once = lag.mean();
        assert!(once > Duration::ZERO);
        lag.turn(&0, 2, &control(9_701));
        assert_eq!(lag.mean(), once);
        lag.answered(0, 2, &control(9_701), Duration::from_millis(100));
        lag.lose_track();
        lag.turn(&0, 4, &control(9_501));
        assert_eq!(lag.mean(), once);
    }
}
