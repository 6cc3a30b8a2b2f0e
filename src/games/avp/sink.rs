//! Where generated actions go, and which men are asked.

use super::position::Set;
use crate::board::SquareSet;
use crate::game::{Action, ActionList};

/// Receives generated actions.
pub(super) trait Sink {
    /// One more.
    fn push(&mut self, action: Action);
}

impl Sink for ActionList {
    #[inline(always)]
    fn push(&mut self, action: Action) {
        ActionList::push(self, action);
    }
}

/// Counts without listing.
#[derive(Default)]
pub(super) struct Counter(pub(super) u64);

impl Sink for Counter {
    #[inline(always)]
    fn push(&mut self, _: Action) {
        self.0 += 1;
    }
}

/// Looks for one action among those generated.
pub(super) struct Probe {
    pub(super) wanted: Action,
    pub(super) found: bool,
}

impl Sink for Probe {
    #[inline(always)]
    fn push(&mut self, action: Action) {
        self.found |= action == self.wanted;
    }
}

/// Where the acting man may come from and go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) from: Set,
    pub(super) to: Set,
}

impl Area {
    /// The whole board.
    pub(super) const ALL: Area = Area { from: Set::FULL, to: Set::FULL };

    /// What one action needs.
    pub(super) fn of(action: Action) -> Area {
        Area { from: Set::of(action.from()), to: Set::of(action.to()) }
    }
}
