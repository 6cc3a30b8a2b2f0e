//! Counting action sequences.
//!
//! A finished game has no sequences beyond its end. A count depends on the position alone, as its FEN
//! tells it: its move counters end games, repetitions do not.

use crate::game::{Action, ActionList, Game, Past, Want};
use rayon::prelude::*;
use thiserror::Error;

/// The longest sequences that are counted. No longer count would ever end, and each action takes stack.
pub const DEEPEST_COUNT: u32 = 100;

/// Why a count is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("sequences of {0} moves are not counted, only of up to {DEEPEST_COUNT}")]
pub struct TooDeep(u32);

/// Refuses what would never end.
///
/// # Errors
/// The sequences are longer than [`DEEPEST_COUNT`].
pub fn countable(depth: u32) -> Result<(), TooDeep> {
    if depth > DEEPEST_COUNT { Err(TooDeep(depth)) } else { Ok(()) }
}

/// How many actions from the leaves a count looks whether it was stopped.
const LOOK_UP: u32 = 3;

/// The smallest depth below which work is split among threads once more.
const SPLIT: u32 = 3;

/// Whether a count is to end early.
pub(super) type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// The number of sequences of `depth` actions, split by the first action, in the order of generation.
/// `None` when `stopped` came true. `depth` is [`countable`]. Uses the threads of the `rayon` pool it runs in if `parallel`.
pub(super) fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    parallel: bool,
    stopped: Stopped<'_>,
) -> Option<Vec<(Action, u64)>> {
    let actions = if depth == 0 { ActionList::new() } else { open_actions(game, position) };
    let count = |&action: &Action| {
        let mut past = Past::new();
        let child = game.child(position, action, &mut past);
        let nodes = if parallel && depth > SPLIT {
            split(game, &child, depth - 1, &past, stopped)
        } else {
            let mut list = ActionList::with_capacity(512);
            sequences(game, &child, depth - 1, &mut past, &mut list, stopped)
        };
        nodes.map(|nodes| (action, nodes))
    };
    if parallel {
        actions.as_slice().par_iter().map(count).collect()
    } else {
        actions.as_slice().iter().map(count).collect()
    }
}

/// The actions of a position; none where the game is over.
fn open_actions<G: Game>(game: &G, position: &G::Position) -> ActionList {
    let mut list = ActionList::new();
    if game.early_end(position, &Past::new()).is_none() {
        game.actions(position, Want::All, &mut list);
    }
    list
}

/// [`sequences`], its first step divided among threads.
fn split<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    past: &Past,
    stopped: Stopped<'_>,
) -> Option<u64> {
    let count = |&action: &Action| {
        let mut past = past.clone();
        let child = game.child(position, action, &mut past);
        let mut list = ActionList::with_capacity(512);
        sequences(game, &child, depth - 1, &mut past, &mut list, stopped)
    };
    open_actions(game, position).as_slice().par_iter().map(count).sum()
}

fn sequences<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    past: &mut Past,
    list: &mut ActionList,
    stopped: Stopped<'_>,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if depth >= LOOK_UP && stopped() {
        return None;
    }
    if game.early_end(position, &Past::new()).is_some() {
        return Some(0);
    }
    if depth == 1 {
        return Some(game.count_actions(position));
    }
    let start = list.len();
    game.actions(position, Want::All, list);
    let mut nodes = Some(0u64);
    for index in start..list.len() {
        let child = game.child(position, list.get(index), past);
        let below = sequences(game, &child, depth - 1, past, list, stopped);
        past.pop();
        nodes = nodes.zip(below).map(|(sum, below)| sum.saturating_add(below));
        if nodes.is_none() {
            break;
        }
    }
    list.truncate(start);
    nodes
}
