//! The root: its actions with what is known of each, and the search through them.

use super::node::Node;
use super::picker::Picked;
use super::score::{MATE_THRESHOLD, UNKNOWN, Window};
use super::worker::{Place, Worker};
use crate::game::{Action, ActionList, Game, Want};
use crate::tt::Bound;

/// An action at the root.
#[derive(Clone, Debug)]
pub(super) struct RootAction {
    pub(super) action: Action,
    pub(super) tactical: bool,
    /// The value in this iteration; `UNKNOWN` where only a null window was asked, or nothing yet.
    pub(super) value: i32,
    /// What `value` says.
    pub(super) bound: Bound,
    /// The value of the iteration before.
    pub(super) previous: i32,
    /// The line that begins with the action.
    pub(super) line: Vec<Action>,
    /// Length of the longest line looked at.
    pub(super) selective_depth: usize,
    /// Nodes spent on it in the whole search.
    pub(super) nodes: u64,
}

/// The root actions: those of `wanted` that are legal, or all where that leaves none.
pub(super) fn root_actions<G: Game>(
    game: &G,
    position: &G::Position,
    wanted: &[Action],
) -> Vec<RootAction> {
    let mut list = ActionList::new();
    game.actions(position, Want::All, &mut list);
    let all = list.as_slice();
    let some: Vec<Action> = all.iter().copied().filter(|action| wanted.contains(action)).collect();
    let chosen = if some.is_empty() { all } else { &some };
    let mut actions: Vec<RootAction> = chosen
        .iter()
        .map(|&action| RootAction {
            action,
            tactical: game.tactical(position, action),
            value: UNKNOWN,
            bound: Bound::Upper,
            previous: UNKNOWN,
            line: vec![action],
            selective_depth: 0,
            nodes: 0,
        })
        .collect();
    actions.sort_by_cached_key(|root| {
        let gain = if root.tactical { game.gain(position, root.action) } else { 0 };
        let safe = game.exchange(position, root.action, 0);
        (!safe, -gain)
    });
    actions
}

impl<G: Game> Worker<'_, G> {
    /// Searches the root actions from index `first` on (those before belong to better lines) and gives
    /// the best value. Afterwards they are in order of value.
    pub(super) fn search_root(
        &mut self,
        root: &Place<G>,
        window: Window,
        depth: i32,
        first: usize,
    ) -> i32 {
        let entry = self.shared.table.probe(root.key);
        self.memory.lines.clear(0);
        let mut node = self.judge(root, window, depth, 0, entry);
        for index in first..self.root_actions.len() {
            let RootAction { action, tactical, .. } = self.root_actions[index];
            node.tried += 1;
            if self.index == 0 {
                let left = self.root_actions.len() - index - 1;
                self.shared.control.set_root_actions_left(left);
            }
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let child = self.enter(root, action, 0);
            let picked = Picked { tactical, ..Picked::quiet(action, 0) };
            let value = self.action_value(&node, picked, &child);
            self.leave();
            self.root_actions[index].nodes += self.nodes - nodes_before;
            if self.interrupted() {
                break;
            }
            self.take_root_value(&mut node, index, value);
            if value > -MATE_THRESHOLD {
                // There is something to play that is not mated at once.
                self.end_grace();
            }
            if node.best >= window.beta {
                break;
            }
        }
        self.root_actions[first..].sort_by_key(|root| std::cmp::Reverse(root.value));
        // Lines after the first leave actions out, so their value is not the position's.
        let whole = first == 0 && self.shared.limits.search_moves.is_empty();
        if whole && !self.interrupted() {
            self.remember(&node);
        }
        node.best
    }

    fn take_root_value(&mut self, node: &mut Node<'_, G>, index: usize, value: i32) {
        let better = node.take(self.root_actions[index].action, value);
        let selective_depth = self.selective_depth;
        let root_action = &mut self.root_actions[index];
        if better {
            self.memory.lines.adopt(0, root_action.action);
            let line = self.memory.lines.line(0);
            root_action.line.clear();
            root_action.line.extend_from_slice(line);
        } else if node.tried > 1 {
            root_action.value = UNKNOWN;
            return;
        }
        root_action.value = value;
        root_action.selective_depth = selective_depth;
        root_action.bound = if value >= node.window.beta {
            Bound::Lower
        } else if better {
            Bound::Exact
        } else {
            Bound::Upper
        };
    }
}
