//! What a search is asked for.

use super::Features;
use crate::clock::{Budget, TimeControl};
use crate::game::Action;
use std::time::Duration;

/// How far one search goes, and by which techniques. Several limits may be set; the first to be reached
/// ends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Ends when a mate in so many own actions is found.
    pub mate: Option<u32>,
    /// Time for this action, all of which may be used.
    pub movetime: Option<Duration>,
    /// The clock of the team to act.
    pub clock: Option<TimeControl>,
    /// Time lost outside of the search for each action.
    pub overhead: Duration,
    /// What each action was seen to cost of its clock beside the search.
    pub lag: Duration,
    /// Own actions that the game still has in store, for dividing the time of a clock.
    pub expected_actions: u32,
    /// Never returns before [`Control::stop`](super::Control::stop).
    pub infinite: bool,
    /// Searches in the opponent's time: limits of time do not run, and the search does not return,
    /// before [`Control::ponder_hit`](super::Control::ponder_hit) or
    /// [`Control::stop`](super::Control::stop).
    pub ponder: bool,
    /// The root actions to consider; empty means all. Where none of them is legal, all are considered.
    pub search_moves: Vec<Action>,
    /// How many best lines are reported; at least one, at most as many as there are root actions.
    pub multi_pv: usize,
    /// The techniques that it uses. A pool that is given others than before forgets what it has learnt.
    pub features: Features,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            mate: None,
            movetime: None,
            clock: None,
            overhead: Duration::from_millis(10),
            lag: Duration::ZERO,
            expected_actions: 40,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            multi_pv: 1,
            features: Features::ALL,
        }
    }
}

impl Limits {
    /// Only a number of iterations.
    #[must_use]
    pub fn to_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only a number of nodes.
    #[must_use]
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// The time that the search has; `None` where time does not end it.
    #[must_use]
    pub fn budget(&self) -> Option<Budget> {
        if self.infinite {
            return None;
        }
        let movetime = self.movetime.map(|time| Budget::within(time, self.overhead));
        let clock = self
            .clock
            .map(|clock| Budget::allot(&clock, self.overhead, self.lag, self.expected_actions));
        match (movetime, clock) {
            (Some(movetime), Some(clock)) => Some(movetime.min(clock)),
            (movetime, clock) => movetime.or(clock),
        }
    }
}
