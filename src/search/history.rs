//! What a thread remembers of actions from earlier nodes, to try good ones first.
//!
//! Owns the tables and how they learn. An action is known by its slot ([`Game::slot`]), which tells
//! seats apart, so nothing here cares whose turn follows whose.
//!
//! [`Game::slot`]: crate::game::Game::slot

use crate::game::Action;

/// Entries stay within ± this.
const LIMIT: i32 = 16_384;

/// Most entries of the continuation history: 2 MiB.
const MAX_CONTINUATIONS: usize = 1 << 20;

/// The rows of the continuation history that belong to the actions before a node: the last one and
/// the one before that.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Rows {
    last: u32,
    earlier: u32,
}

/// Tables of one thread.
#[derive(Debug)]
pub(super) struct History {
    quiet: Box<[i16]>,
    tactical: Box<[i16]>,
    replies: Box<[Action]>,
    /// Hashed: the rows of different actions overlap where the table is too small for all pairs.
    continuations: Box<[i16]>,
}

impl History {
    /// Empty tables for a game with so many slots.
    pub(super) fn new(slots: usize) -> History {
        let slots = slots.max(1);
        let pairs = slots.saturating_mul(slots).saturating_mul(2);
        let continuations = pairs.min(MAX_CONTINUATIONS).next_power_of_two();
        History {
            quiet: vec![0; slots].into(),
            tactical: vec![0; slots].into(),
            replies: vec![Action::NONE; slots].into(),
            continuations: vec![0; continuations].into(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.quiet.fill(0);
        self.tactical.fill(0);
        self.replies.fill(Action::NONE);
        self.continuations.fill(0);
    }

    /// The rows for a node, given the slots of the last two actions before it (`None`: no action, or a
    /// null move).
    #[inline]
    pub(super) fn rows(last: Option<u32>, earlier: Option<u32>) -> Rows {
        Rows { last: row(last, 0), earlier: row(earlier, 1) }
    }

    /// How promising a quiet action is, within ±4 * 16384.
    #[inline]
    pub(super) fn quiet_score(&self, slot: usize, rows: Rows) -> i32 {
        i32::from(self.quiet[slot])
            + 2 * i32::from(self.continuations[self.place(rows.last, slot)])
            + i32::from(self.continuations[self.place(rows.earlier, slot)])
    }

    /// How promising a tactical action is, within ±16384.
    #[inline]
    pub(super) fn tactical_score(&self, slot: usize) -> i32 {
        i32::from(self.tactical[slot])
    }

    /// A quiet action was good (`bonus` positive) or bad.
    #[inline]
    pub(super) fn learn_quiet(&mut self, slot: usize, bonus: i32) {
        learn::<LIMIT>(&mut self.quiet[slot], bonus);
    }

    /// A quiet action was good (`bonus` positive) or bad after those of the rows.
    #[inline]
    pub(super) fn learn_continuation(&mut self, slot: usize, rows: Rows, bonus: i32) {
        let place = self.place(rows.last, slot);
        learn::<LIMIT>(&mut self.continuations[place], bonus);
        let place = self.place(rows.earlier, slot);
        learn::<LIMIT>(&mut self.continuations[place], bonus);
    }

    /// A tactical action was good (`bonus` positive) or bad.
    #[inline]
    pub(super) fn learn_tactical(&mut self, slot: usize, bonus: i32) {
        learn::<LIMIT>(&mut self.tactical[slot], bonus);
    }

    /// The action that last refuted the action of a slot.
    #[inline]
    pub(super) fn reply(&self, slot: Option<u32>) -> Action {
        slot.map_or(Action::NONE, |slot| self.replies[slot as usize])
    }

    /// `reply` refutes the action of a slot.
    #[inline]
    pub(super) fn set_reply(&mut self, slot: Option<u32>, reply: Action) {
        if let Some(slot) = slot {
            self.replies[slot as usize] = reply;
        }
    }

    #[inline]
    fn place(&self, row: u32, slot: usize) -> usize {
        (row as usize + slot) & (self.continuations.len() - 1)
    }
}

/// Where the row of an action begins, spread over the table and different for each distance.
#[inline]
fn row(slot: Option<u32>, distance: u32) -> u32 {
    let number = slot.map_or(0, |slot| 2 * slot + 2) + distance;
    number.wrapping_mul(0x9e37_79b1) >> 8
}

/// Moves an entry towards the bonus; the nearer it is to its limit (at most 32,767 either way), the less.
#[inline]
pub(super) fn learn<const LIMIT: i32>(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::{History, LIMIT, learn};
    use proptest::prelude::{prop_assert, proptest};

    proptest! {
        #[test]
        fn entries_stay_within_their_limit(bonuses in proptest::collection::vec(-40_000_i32..40_000, 1..60)) {
            let mut entry = 0;
            for bonus in bonuses {
                learn::<LIMIT>(&mut entry, bonus);
                prop_assert!(i32::from(entry).abs() <= LIMIT);
            }
        }
    }

    #[test]
    fn what_was_good_scores_higher_and_after_the_same_actions_most() {
        let mut history = History::new(700);
        let (rows, others) = (History::rows(Some(5), Some(9)), History::rows(Some(6), None));
        history.learn_quiet(17, 500);
        history.learn_continuation(17, rows, 500);
        assert!(history.quiet_score(17, rows) > history.quiet_score(17, others));
        assert!(history.quiet_score(17, others) > 0);
        history.clear();
        assert_eq!(history.quiet_score(17, rows), 0);
    }
}
