//! Time budgets: how long a search may think about one action.
//!
//! Owns the arithmetic from a clock to a [`Budget`], and what clocks tell of time lost on the way ([`Lag`]).
//! Knows nothing of searching, of games or of protocols: how many actions a game still has is told by the
//! caller.

mod lag;
#[cfg(test)]
mod tests;

pub use lag::Lag;

use std::time::Duration;

/// What a clock says at the beginning of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// Time left in milliseconds; zero or negative where the flag has fallen.
    pub remaining: i64,
    /// Time added after each own action, in milliseconds.
    pub increment: i64,
    /// Own actions until more time is added; `None` where the time left is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// How long to think about one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// After this time no new iteration begins. A search may stretch or shrink it, within `hard`.
    pub soft: Duration,
    /// At this time the search ends, whatever it is doing.
    pub hard: Duration,
}

/// Share of the time left that one action may take at most, in percent, where others are to follow.
const LARGEST_SHARE: i64 = 60;

/// Share of the time left that the last action before a time control may take, in percent; its soft
/// limit is half of the time left.
const LAST_ACTION_SHARE: i64 = 90;

/// What is kept back, where others are to follow, for the times when the machine or the GUI stalls. Without it
/// a game that lives on its increment runs down to where any stall loses it.
struct Reserve {
    /// Milliseconds.
    most: i64,
    /// Percent of the time left, where that is less.
    share: i64,
}

/// Where each action brings in what it loses outside of the search.
const STALL_RESERVE: Reserve = Reserve { most: 200, share: 50 };

/// Where all actions to come have to live on it: at least this, more where each action was seen to lose time
/// ([`LAGGING_ACTIONS`]). Below about 200 ms they are played at once: a search of a millisecond may take ten of
/// them on a busy machine.
const LAST_RESERVE: Reserve = Reserve { most: 400, share: 80 };

/// For so many own actions to come, what each was seen to lose beyond its increment is kept back.
const LAGGING_ACTIONS: i64 = 80;

/// How many times its even share an action may take at most.
const STRETCH: i64 = 5;

impl Budget {
    /// A budget that is used up to its end: both limits are `time`.
    #[must_use]
    pub const fn exactly(time: Duration) -> Budget {
        Budget { soft: time, hard: time }
    }

    /// The tighter of two budgets, limit by limit.
    #[must_use]
    pub fn min(self, other: Budget) -> Budget {
        Budget { soft: self.soft.min(other.soft), hard: self.hard.min(other.hard) }
    }

    /// The budget for an action that has to be played within `time`, of which `overhead` is lost on the
    /// way to the clock. At least half of the time is used, however large the overhead.
    #[must_use]
    pub fn within(time: Duration, overhead: Duration) -> Budget {
        Budget::exactly(time.saturating_sub(overhead).max(time / 2))
    }

    /// Divides the time left among the actions still to be played.
    ///
    /// `overhead` is lost for each action outside of the search, or `lag` where that was seen to be more.
    /// `expected_actions` says how many own actions the game still has in store. An exhausted clock gives an
    /// empty budget, and so does one that loses more by the lag than the search would take.
    #[must_use]
    pub fn allot(
        control: &TimeControl,
        overhead: Duration,
        lag: Duration,
        expected_actions: u32,
    ) -> Budget {
        let whole = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let lag = whole(lag);
        let overhead = whole(overhead).max(lag);
        let usable = control.remaining.saturating_sub(overhead).max(0);
        let actions =
            i64::from(control.moves_to_go.unwrap_or(u32::MAX).min(expected_actions).max(1));
        if control.moves_to_go.is_some_and(|left| left <= 1) {
            return milliseconds(usable / 2, percent(usable, LAST_ACTION_SHARE));
        }
        let dwindles = control.moves_to_go.is_none() && control.increment < overhead;
        let lost = lag.saturating_sub(control.increment.max(0)).max(0);
        let reserve = if dwindles {
            let most = LAST_RESERVE.most.max(lost.saturating_mul(LAGGING_ACTIONS));
            Reserve { most, ..LAST_RESERVE }
        } else if let Some(left) = control.moves_to_go.filter(|_| lost > 0) {
            // Up to the time control they live on it, too.
            let to_come = i64::from(left.min(expected_actions.saturating_mul(2))) - 1;
            let most = STALL_RESERVE.most.saturating_add(lost.saturating_mul(to_come));
            Reserve { most, ..LAST_RESERVE }
        } else {
            STALL_RESERVE
        };
        let usable = usable - reserve.most.min(percent(usable, reserve.share));
        let gain = control.increment.max(0).saturating_sub(overhead).max(0);
        let share = (usable / actions).saturating_add(gain / 4 * 3);
        if dwindles && share < lost {
            // A game isn't spent on the way of its moves: they are played at once.
            return Budget::default();
        }
        let most = percent(usable, LARGEST_SHARE);
        milliseconds(share.min(most), share.saturating_mul(STRETCH).min(most))
    }
}

fn percent(time: i64, share: i64) -> i64 {
    time / 100 * share + time % 100 * share / 100
}

fn milliseconds(soft: i64, hard: i64) -> Budget {
    let duration = |time: i64| Duration::from_millis(time.max(0).unsigned_abs());
    Budget { soft: duration(soft), hard: duration(hard) }
}
