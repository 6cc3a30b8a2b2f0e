//! The value of a position by definition, without any art, to test the search against.

use super::score::{INFINITE, verdict_value};
use crate::game::{ActionList, Game, Past, Want};

/// The minimax value of a position for the team to act, looking `depth` actions ahead and judging
/// statically there. Decided games count as mates as in the search: 32000 less the plies to the end.
///
/// `past` holds the positions before `position` and is the same again afterwards; its root should be
/// marked where the search's reading of repetition is meant.
#[must_use]
pub fn minimax<G: Game>(game: &G, position: &G::Position, past: &mut Past, depth: u32) -> i32 {
    value(game, position, past, depth, 0)
}

fn value<G: Game>(
    game: &G,
    position: &G::Position,
    past: &mut Past,
    depth: u32,
    ply: usize,
) -> i32 {
    let team = game.team(game.to_act(position));
    // At the root actions are searched even where the count has ended the game.
    if let Some(verdict) = game.early_end(position, past)
        && !(ply == 0 && verdict.by_count)
    {
        return verdict_value(&verdict, team, ply);
    }
    let mut actions = ActionList::new();
    game.actions(position, Want::All, &mut actions);
    if actions.is_empty() {
        return verdict_value(&game.end_without_actions(position), team, ply);
    }
    if depth == 0 {
        return game.evaluate(position);
    }
    let mut best = -INFINITE;
    for &action in actions.as_slice() {
        let child = game.child(position, action, past);
        let child_value = value(game, &child, past, depth - 1, ply + 1);
        past.pop();
        let same_team = game.team(game.to_act(&child)) == team;
        best = best.max(if same_team { child_value } else { -child_value });
    }
    best
}
