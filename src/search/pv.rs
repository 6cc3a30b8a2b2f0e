//! Principal variations while they grow: one line for each ply.

use super::MAX_PLY;
use crate::game::Action;

/// The best line found so far from each ply of the present branch to its end.
#[derive(Debug)]
pub(super) struct Lines(Vec<Vec<Action>>);

impl Lines {
    pub(super) fn new() -> Lines {
        Lines(vec![Vec::new(); MAX_PLY + 2])
    }

    /// Nothing is known at `ply` any more.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line at `ply` becomes `action`, followed by the line one ply deeper.
    #[inline]
    pub(super) fn adopt(&mut self, ply: usize, action: Action) {
        let (here, deeper) = self.0.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&deeper[0]);
    }

    /// The line from `ply` on.
    pub(super) fn line(&self, ply: usize) -> &[Action] {
        &self.0[ply]
    }
}
