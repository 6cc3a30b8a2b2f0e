//! What a worker thread tells: lines of a running search, its answer, counts.
//!
//! Everything here is text and numbers in the dialect that was ordered; no game's types appear.

use caryatid_protocol::{Bound, Score};
use std::time::Duration;

/// One message from the thread that works for an opened game.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line of the running search.
    Line(Line),
    /// The search has ended with this answer. Exactly one follows each order to search.
    Finished(Finished),
    /// A count of action sequences has ended. Exactly one follows each order to count.
    Divided(Divided),
    /// Something a person should know: a smaller hash table than asked for, ...
    Note(String),
    /// The work broke down; the text is for a report. An answer follows all the same.
    Failed(String),
}

/// One line of thinking, from the view of the side on turn on the wire.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The iteration; 0 where the game is finished.
    pub depth: u32,
    /// The longest line looked at, in actions.
    pub selective_depth: u32,
    /// Place among the best lines, from 1.
    pub multi_pv: usize,
    /// The value.
    pub score: Score,
    /// Whether `score` is the value or a bound of it.
    pub bound: Bound,
    /// Nodes of all threads together.
    pub nodes: u64,
    /// Time since the order.
    pub time: Duration,
    /// How full the table is, in permill.
    pub hashfull: u32,
    /// The line as wire moves, waits included.
    pub pv: Vec<String>,
}

impl Line {
    /// Nodes a second; over less than a millisecond, as if one had passed.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// Nodes a second; times below a millisecond count as one.
#[must_use]
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let microseconds = time.as_micros().max(1000);
    u64::try_from(u128::from(nodes) * 1_000_000 / microseconds).unwrap_or(u64::MAX)
}

/// The answer of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The wire moves to send, in order; more than one where the other side waits in between. Empty
    /// where the game is over.
    pub best: Vec<String>,
    /// The wire move expected after the first of `best`.
    pub ponder: Option<String>,
    /// The value for the side on turn on the wire.
    pub score: Score,
    /// The last finished iteration.
    pub depth: u32,
    /// Nodes of all threads together.
    pub nodes: u64,
    /// Time since the order.
    pub time: Duration,
}

/// The number of action sequences, split by the first action.
#[derive(Clone, PartialEq, Debug)]
pub struct Divided {
    /// How long the sequences are.
    pub depth: u32,
    /// Each first action with the number of sequences that begin with it; `None` if the count was
    /// stopped.
    pub counts: Option<Vec<(String, u64)>>,
    /// Time since the order.
    pub time: Duration,
}

impl Divided {
    /// The number of sequences; `None` if the count was stopped. There is one sequence of no action.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        let counts = self.counts.as_ref()?;
        Some(if self.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() })
    }
}
