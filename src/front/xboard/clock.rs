//! The engine's clock as XBoard tells of it: `level`, `st`, `sd`, `nps`, `time`.

use crate::clock::TimeControl;
use crate::search::Limits;
use caryatid_protocol::xboard::{Centiseconds, Level};
use std::time::Duration;

/// What limits the time of a move. The last of `level` and `st` counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Level(Level),
    MoveTime(Duration),
}

/// The limits in force, and how the own clock stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    mode: Mode,
    depth: Option<u32>,
    /// Nodes that count as a second; 0 where the clock on the wall counts.
    nodes_per_second: u64,
    /// Milliseconds left on the own clock.
    remaining: i64,
    /// Own wire moves, waits included, since `level` was sent.
    moves: u32,
}

impl Default for Clock {
    /// Forty moves in five minutes, XBoard's own default.
    fn default() -> Clock {
        let base = Duration::from_secs(300);
        Clock::at_level(Level { moves: 40, base, increment: Duration::ZERO })
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

impl Clock {
    fn at_level(level: Level) -> Clock {
        let mut clock = Clock {
            mode: Mode::Level(level),
            depth: None,
            nodes_per_second: 0,
            remaining: 0,
            moves: 0,
        };
        clock.set_level(level);
        clock
    }

    /// `level`: its moves are those still to do until time is added.
    pub(super) fn set_level(&mut self, level: Level) {
        self.mode = Mode::Level(level);
        self.wind_up();
    }

    /// The clock as it stands before the first move.
    fn wind_up(&mut self) {
        self.moves = 0;
        if let Mode::Level(level) = self.mode {
            let first = if level.base.is_zero() { level.increment } else { level.base };
            self.remaining = milliseconds(first);
        }
    }

    /// `st`.
    pub(super) fn set_move_time(&mut self, time: Duration) {
        self.mode = Mode::MoveTime(time);
    }

    /// `sd`; 0 lifts the limit.
    pub(super) fn set_depth(&mut self, plies: u32) {
        self.depth = (plies > 0).then_some(plies);
    }

    /// `nps`; 0 goes back to the clock on the wall.
    pub(super) fn set_nodes_per_second(&mut self, nodes: u64) {
        self.nodes_per_second = nodes;
    }

    /// `time`.
    pub(super) fn set_remaining(&mut self, time: Centiseconds) {
        self.remaining = time.milliseconds();
    }

    /// `new`: a new game at the same time control, by the clock on the wall, without a limit of depth.
    pub(super) fn new_game(&mut self) {
        self.depth = None;
        self.nodes_per_second = 0;
        self.wind_up();
    }

    /// The engine has made a wire move after so much thought.
    pub(super) fn moved(&mut self, spent: Duration) {
        self.moves = self.moves.saturating_add(1);
        let Mode::Level(level) = self.mode else { return };
        let gained = milliseconds(level.increment);
        self.remaining = self.remaining.saturating_sub(milliseconds(spent)).saturating_add(gained);
        if level.moves > 0 && self.moves.is_multiple_of(level.moves) {
            self.remaining = self.remaining.saturating_add(milliseconds(level.base));
        }
    }

    /// The own clock ran for so long, and no move was made.
    pub(super) fn ran(&mut self, time: Duration) {
        if matches!(self.mode, Mode::Level(_)) {
            self.remaining = self.remaining.saturating_sub(milliseconds(time));
        }
    }

    /// What a search of an own move may use.
    pub(super) fn limits(&self) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match self.mode {
            Mode::MoveTime(time) => limits.movetime = Some(time),
            Mode::Level(level) => {
                limits.clock = Some(TimeControl {
                    remaining: self.remaining,
                    increment: milliseconds(level.increment),
                    moves_to_go: (level.moves > 0)
                        .then(|| level.moves - self.moves % level.moves.max(1)),
                });
            }
        }
        if self.nodes_per_second > 0 {
            self.count_nodes(&mut limits);
        }
        limits
    }

    /// Turns time into nodes.
    fn count_nodes(&self, limits: &mut Limits) {
        let time = limits.budget().map_or(Duration::from_secs(1), |budget| budget.soft);
        let nodes = time.as_millis().saturating_mul(u128::from(self.nodes_per_second)) / 1000;
        limits.nodes = Some(u64::try_from(nodes).unwrap_or(u64::MAX).max(1));
        limits.movetime = None;
        limits.clock = None;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Clock;
    use caryatid_protocol::xboard::{Centiseconds, Level};
    use std::time::Duration;

    fn level(moves: u32, base: u64, increment: u64) -> Level {
        Level { moves, base: Duration::from_secs(base), increment: Duration::from_secs(increment) }
    }

    #[test]
    fn level_counts_the_moves_still_to_do() {
        let mut clock = Clock::default();
        clock.set_level(level(3, 60, 0));
        let to_go = |clock: &Clock| clock.limits().clock.unwrap().moves_to_go;
        assert_eq!(to_go(&clock), Some(3));
        clock.moved(Duration::from_secs(1));
        clock.moved(Duration::from_secs(1));
        assert_eq!(to_go(&clock), Some(1));
        assert_eq!(clock.limits().clock.unwrap().remaining, 58_000);
        clock.moved(Duration::from_secs(1));
        assert_eq!(to_go(&clock), Some(3));
        assert_eq!(clock.limits().clock.unwrap().remaining, 117_000);
        clock.set_level(level(1, 3, 0));
        assert_eq!(to_go(&clock), Some(1), "level in mid-game says what is still to do");
    }

    #[test]
    fn the_last_of_level_and_st_counts() {
        let mut clock = Clock::default();
        clock.set_move_time(Duration::from_secs(10));
        assert_eq!(clock.limits().movetime, Some(Duration::from_secs(10)));
        assert!(clock.limits().clock.is_none());
        clock.set_level(level(0, 60, 0));
        assert!(clock.limits().movetime.is_none());
        assert_eq!(clock.limits().clock.unwrap().moves_to_go, None);
    }

    #[test]
    fn time_is_in_hundredths_of_a_second() {
        let mut clock = Clock::default();
        clock.set_remaining(Centiseconds(100));
        assert_eq!(clock.limits().clock.unwrap().remaining, 1000);
    }

    #[test]
    fn only_an_increment_is_time_too() {
        let mut clock = Clock::default();
        clock.set_level(level(0, 0, 2));
        assert_eq!(clock.limits().clock.unwrap().remaining, 2000);
    }

    #[test]
    fn a_new_game_lifts_the_depth_but_keeps_the_level() {
        let mut clock = Clock::default();
        clock.set_level(level(5, 9, 0));
        clock.set_depth(4);
        clock.set_nodes_per_second(1000);
        assert_eq!(clock.limits().depth, Some(4));
        assert!(clock.limits().nodes.is_some());
        clock.moved(Duration::from_secs(8));
        clock.new_game();
        assert_eq!((clock.limits().depth, clock.limits().nodes), (None, None));
        assert_eq!(clock.limits().clock.unwrap().remaining, 9000);
    }

    #[test]
    fn what_ran_before_a_pause_is_gone() {
        let mut clock = Clock::default();
        clock.set_level(level(0, 60, 1));
        clock.ran(Duration::from_secs(8));
        let control = clock.limits().clock.unwrap();
        assert_eq!((control.remaining, control.moves_to_go), (52_000, None));
        clock.set_move_time(Duration::from_secs(2));
        clock.ran(Duration::from_secs(1));
        assert_eq!(clock.limits().movetime, Some(Duration::from_secs(2)));
    }

    #[test]
    fn nodes_can_stand_for_time() {
        let mut clock = Clock::default();
        clock.set_move_time(Duration::from_secs(2));
        clock.set_nodes_per_second(1000);
        let limits = clock.limits();
        assert!(limits.movetime.is_none());
        assert!((1900..=2000).contains(&limits.nodes.unwrap()));
    }
}
