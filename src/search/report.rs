//! What a search tells while it runs and when it ends.

use super::score::Score;
use crate::game::Action;
use crate::tt::Bound;
use std::time::Duration;

/// One line of a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The iteration, counted from 1; 0 only where the game is finished at the root.
    pub depth: u32,
    /// The longest line looked at, in actions.
    pub selective_depth: u32,
    /// Place of the line among the best ones, counted from 1.
    pub multi_pv: usize,
    /// The value for the team to act at the root.
    pub score: Score,
    /// Whether `score` is the value or a bound of it.
    pub bound: Bound,
    /// Nodes of all threads together.
    pub nodes: u64,
    /// Time since the search was ordered.
    pub time: Duration,
    /// How full the table is, in permill.
    pub hashfull: u32,
    /// The line, legal to its last action; it ends early where the game ends.
    pub pv: Vec<Action>,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The action to play; `None` only where there is none or the game is over.
    pub best: Option<Action>,
    /// The action that is expected to follow, by whichever seat acts then.
    pub ponder: Option<Action>,
    /// The value for the team to act at the root.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: u32,
    /// Nodes of all threads together.
    pub nodes: u64,
    /// The line that begins with `best`.
    pub pv: Vec<Action>,
}

/// What one thread has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// The last finished iteration; 0 if there is none.
    pub(super) depth: u32,
    pub(super) value: i32,
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) pv: Vec<Action>,
}

impl Default for Found {
    fn default() -> Found {
        let (score, bound) = (Score::Centipawns(0), Bound::Exact);
        Found { depth: 0, value: 0, score, bound, pv: Vec::new() }
    }
}
