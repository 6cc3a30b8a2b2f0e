//! Tests of the whole search on a small game whose teams do not alternate.

#![allow(clippy::unwrap_used)]

mod limits;
mod skirmish;
mod values;

use super::{Control, Limits, Outcome, Pool, Report};
use crate::game::{Game, Past};

/// Searches and gives the reports with the outcome.
fn search<G: Game>(
    pool: &mut Pool<G>,
    game: &G,
    position: &G::Position,
    past: &Past,
    limits: &Limits,
) -> (Vec<Report>, Outcome) {
    let mut reports = Vec::new();
    let control = Control::new();
    let outcome =
        pool.search(game, position, past, limits, &control, &mut |report| reports.push(report));
    (reports, outcome)
}

/// Asserts that a line is legal to its last action and stops where the game does.
fn assert_legal<G: Game>(
    game: &G,
    position: &G::Position,
    past: &Past,
    line: &[crate::game::Action],
) {
    let (mut position, mut past) = (position.clone(), past.clone());
    past.mark_root();
    for (index, &action) in line.iter().enumerate() {
        let ended = game.early_end(&position, &past);
        assert!(index == 0 || ended.is_none(), "the line goes on after {ended:?}");
        assert!(game.legal(&position, action), "{action:?} at {index} of {line:?}");
        position = game.child(&position, action, &mut past);
    }
}
