//! How long a participant may think: time controls, and the clocks that run by them.

use super::ToolError;
use std::fmt;
use std::time::Duration;

/// A clock for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockRule {
    /// Moves until `base` is added again; `None` where it is for the whole game.
    pub moves: Option<u32>,
    /// Time for those moves.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// What ends a participant's thinking about a move. Several may be set; the first to be reached counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeSetting {
    /// A clock.
    pub clock: Option<ClockRule>,
    /// Time for each move; never set beside a clock.
    pub movetime: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

fn wrong(text: String) -> ToolError {
    ToolError::Usage(text)
}

/// Reads a number above 0.
fn number<N: std::str::FromStr + PartialOrd + Default>(
    name: &str,
    text: &str,
) -> Result<N, ToolError> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if number > N::default() => Ok(number),
        Err(_) if is_number => Err(wrong(format!("{name}={text} is too large"))),
        _ => Err(wrong(format!("{name}={text}: a number above 0 is needed"))),
    }
}

/// Reads seconds with a fraction, at most a year.
fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok()?;
    (0.0..=31_536_000.0).contains(&value).then(|| Duration::from_secs_f64(value))
}

impl ClockRule {
    /// Reads `TIME`, `TIME+INCREMENT` or `MOVES/TIME+INCREMENT`: times in seconds with a fraction, `TIME`
    /// also as `MINUTES:SECONDS`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<ClockRule, ToolError> {
        let unreadable = || {
            wrong(format!(
                "time control `{text}` is not MOVES/TIME+INCREMENT, such as 5+0.05 or 40/10"
            ))
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(number("moves", moves)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, rest)) => {
                let minutes: u32 = minutes.parse().map_err(|_| unreadable())?;
                seconds(rest).map(|rest| Duration::from_secs(60) * minutes + rest)
            }
            None => seconds(base),
        };
        let base = base.filter(|base| !base.is_zero()).ok_or_else(unreadable)?;
        let increment = seconds(increment).ok_or_else(unreadable)?;
        Ok(ClockRule { moves, base, increment })
    }
}

impl fmt::Display for ClockRule {
    /// As [`ClockRule::read`] reads it and PGN writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for TimeSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.movetime.map(|time| format!("movetime {} ms", time.as_millis())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("nodes {nodes}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

impl TimeSetting {
    /// Whether nothing is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == TimeSetting::default()
    }

    /// Sets one part: `tc`, `movetime` (milliseconds), `depth` or `nodes`. `false` for any other name.
    ///
    /// # Errors
    /// What is wrong with the value, or that a clock and a time for each move exclude each other.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, ToolError> {
        match name {
            "tc" => self.clock = Some(ClockRule::read(value)?),
            "movetime" => self.movetime = Some(Duration::from_millis(number(name, value)?)),
            "depth" => self.depth = Some(number(name, value)?),
            "nodes" => self.nodes = Some(number(name, value)?),
            _ => return Ok(false),
        }
        if self.clock.is_some() && self.movetime.is_some() {
            return Err(wrong("tc and movetime exclude each other".to_owned()));
        }
        Ok(true)
    }

    /// This setting, or `other` where nothing is set.
    #[must_use]
    pub fn or(self, other: TimeSetting) -> TimeSetting {
        if self.is_empty() { other } else { self }
    }
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClockFace {
    pub(super) left: Duration,
    pub(super) increment: Duration,
    /// Moves until time is added.
    pub(super) moves_to_go: Option<u32>,
}

/// A running clock.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    rule: ClockRule,
    face: ClockFace,
}

impl Clock {
    pub(super) fn new(rule: ClockRule) -> Clock {
        let face =
            ClockFace { left: rule.base, increment: rule.increment, moves_to_go: rule.moves };
        Clock { rule, face }
    }

    pub(super) fn face(&self) -> ClockFace {
        self.face
    }

    /// Takes the time of a move, then adds what the move earns.
    pub(super) fn spend(&mut self, time: Duration) {
        self.face.left = self.face.left.saturating_sub(time) + self.rule.increment;
        self.count();
    }

    /// Counts a wire move. A wait costs and earns nothing, but counts, as it does in XBoard's `level`.
    pub(super) fn count(&mut self) {
        if let Some(moves) = &mut self.face.moves_to_go {
            *moves = moves.saturating_sub(1);
            if *moves == 0 {
                self.face.left += self.rule.base;
                self.face.moves_to_go = self.rule.moves;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Clock, ClockRule, TimeSetting};
    use std::time::Duration;

    fn milliseconds(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, moves, base, increment) in [
            ("5+0.05", None, 5000, 50),
            ("40/10+0.1", Some(40), 10_000, 100),
            ("40/10", Some(40), 10_000, 0),
            ("0.5", None, 500, 0),
        ] {
            let read = ClockRule::read(text).unwrap();
            let (base, increment) = (milliseconds(base), milliseconds(increment));
            assert_eq!(read, ClockRule { moves, base, increment });
            assert_eq!(read.to_string(), text);
        }
        assert_eq!(ClockRule::read("1:30+1").unwrap().base, milliseconds(90_000));
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        for text in ["", "0", "x", "5+x", "0/5", "-1", "5+-1", "nan", "inf", "1e99", "a:3", "4/"] {
            assert!(ClockRule::read(text).is_err(), "{text}");
        }
        let mut setting = TimeSetting::default();
        assert!(setting.set("tc", "1").unwrap());
        assert!(setting.set("movetime", "5").is_err(), "beside a clock");
        assert!(setting.set("depth", "0").is_err());
        assert!(!setting.set("hash", "5").unwrap());
    }

    #[test]
    fn a_clock_adds_the_increment_after_each_move_and_the_base_after_the_last() {
        let mut clock = Clock::new(ClockRule::read("2/1+0.1").unwrap());
        clock.spend(milliseconds(300));
        assert_eq!((clock.face().left, clock.face().moves_to_go), (milliseconds(800), Some(1)));
        clock.spend(milliseconds(900));
        assert_eq!((clock.face().left, clock.face().moves_to_go), (milliseconds(1100), Some(2)));
    }

    #[test]
    fn a_wait_counts_and_costs_nothing() {
        let mut clock = Clock::new(ClockRule::read("2/1+0.1").unwrap());
        clock.count();
        assert_eq!((clock.face().left, clock.face().moves_to_go), (milliseconds(1000), Some(1)));
        clock.count();
        assert_eq!((clock.face().left, clock.face().moves_to_go), (milliseconds(2000), Some(2)));
    }
}
