//! Static exchange evaluation on one square, by the game's own rules: men that morph on arrival are
//! worth what they become, mounts and opened lines are seen.

use super::play::chosen;
use super::position::{Man, Position, Width};
use super::rules::{Rules, kind};
use crate::board::Square;
use crate::game::Action;

impl<S: Width> Rules<S> {
    /// What an action wins at once, in centipawns.
    #[inline]
    pub(super) fn immediate_gain(&self, position: &Position<S>, action: Action) -> i32 {
        let Some(man) = position.man(action.from()) else { return 0 };
        let to = action.to();
        let mut gain = match action.kind() {
            kind::CASTLING => return 0,
            kind::EN_PASSANT => {
                position.man(position.passer).map_or(0, |m| self.worth(m, position.passer))
            }
            _ => position.man(to).map_or(0, |captured| self.worth(captured, to)),
        };
        if let Some(chosen) = chosen(action) {
            let becomes = Man { kind: chosen, ..man };
            gain += self.worth(becomes, to) - self.worth(man, action.from());
        } else if !self.morph.is_empty() {
            let becomes = Man { kind: self.arriving(man, to), ..man };
            gain += self.worth(becomes, to) - self.worth(man, action.from());
        }
        gain
    }

    /// Worth of a man where it stands, in centipawns: in games whose men change, what it can become
    /// from there.
    #[inline]
    fn worth(&self, man: Man, square: Square) -> i32 {
        if self.morph.is_empty() {
            self.values.value(man.kind)
        } else {
            self.values.placed(man, square).middle.abs()
        }
    }

    /// Whether the exchange that the action begins on its target wins at least `threshold`.
    pub(super) fn exchange_wins(
        &self,
        position: &Position<S>,
        action: Action,
        threshold: i32,
    ) -> bool {
        let Some(man) = position.man(action.from()) else { return false };
        if action.kind() == kind::CASTLING {
            return threshold <= 0;
        }
        let to = action.to();
        let mut balance = self.immediate_gain(position, action) - threshold;
        if balance < 0 {
            return false;
        }
        let becomes = chosen(action).unwrap_or_else(|| self.arriving(man, to));
        if self.kinds[becomes].royal {
            return true;
        }
        balance -= self.worth(Man { kind: becomes, ..man }, to);
        if balance >= 0 {
            return true;
        }
        let mut occupied = (position.occupied() & !S::of(action.from())) | S::of(to);
        if action.kind() == kind::EN_PASSANT {
            occupied &= !S::of(position.passer);
        }
        let mut side = position.side() ^ 1;
        // Whoever cannot or would not capture any more has settled for the balance.
        loop {
            let men = position.colours[side] & occupied & !S::of(to);
            let attackers = self.attackers(position, to, occupied, side, men);
            let Some((from, cost, royal)) = self.cheapest(position, attackers, to) else {
                break;
            };
            let without = occupied & !S::of(from);
            if royal {
                let others = position.colours[side ^ 1] & without & !S::of(to);
                if self.attacked(position, to, without, side ^ 1, others) {
                    break;
                }
            }
            occupied = without;
            side ^= 1;
            balance = -balance - 1 - cost;
            if balance >= 0 {
                break;
            }
        }
        side != position.side()
    }

    /// The attacker that risks least, its worth once it stands on the target, and whether it is royal.
    fn cheapest(
        &self,
        position: &Position<S>,
        attackers: S,
        to: Square,
    ) -> Option<(Square, i32, bool)> {
        let mut best: Option<(Square, i32, bool)> = None;
        for from in attackers.squares() {
            let Some(man) = position.man(from) else { continue };
            let royal = self.kinds[man.kind].royal;
            let cost = self.worth(Man { kind: self.arriving(man, to), ..man }, to);
            let order = |cost: i32, royal: bool| if royal { i32::MAX } else { cost };
            if best.is_none_or(|(_, least, other)| order(cost, royal) < order(least, other)) {
                best = Some((from, cost, royal));
            }
        }
        best
    }
}
