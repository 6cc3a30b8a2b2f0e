//! What actions win at once, for the order of the search and for its horizon.
//!
//! A capture is answered only by who may answer: where the captor owns the next power too, he forbids
//! the reply, and the man that was taken is won whatever defends it.

use super::position::{Position, Stage};
use super::{Awarichess, kind};
use crate::game::{Action, Game};

/// Centipawns for a power, as far as its place in the queue is not known.
pub(super) const POWER: i32 = 60;

impl Awarichess {
    /// What an action wins at once, in centipawns.
    #[inline]
    pub(super) fn immediate_gain(&self, position: &Position, action: Action) -> i32 {
        match action.kind() {
            kind::SOW => POWER * position.houses.sow(usize::from(action.from())).captured as i32,
            kind::FORBID if position.decides_twice() => self.best_prey(position),
            kind::FORBID | kind::ZERO | kind::PLAY => 0,
            _ => self.chess.gain(&position.chess, action),
        }
    }

    /// The most valuable man of the mover: who forbids his move and moves next may take no more at once.
    fn best_prey(&self, position: &Position) -> i32 {
        let (rules, chess) = (self.chess.rules(), &position.chess);
        let men = (0..64).filter_map(|square| chess.man(square));
        let prey = men.filter(|man| man.colour == chess.side());
        prey.map(|man| rules.values.value(man.kind)).max().unwrap_or(0)
    }

    /// Whether the exchange that an action begins wins at least `threshold` centipawns.
    #[inline]
    pub(super) fn exchange_wins(
        &self,
        position: &Position,
        action: Action,
        threshold: i32,
    ) -> bool {
        if action.kind() >= kind::SOW {
            return self.immediate_gain(position, action) >= threshold;
        }
        let mut powers = position.powers;
        if position.stage == Stage::Own {
            powers.spend();
        }
        if !powers.is_empty() && powers.first() == position.chess.side() {
            return self.chess.gain(&position.chess, action) >= threshold;
        }
        self.chess.exchange(&position.chess, action, threshold)
    }
}
