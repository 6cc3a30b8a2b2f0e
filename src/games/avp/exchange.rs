//! What an action wins at once, and whether the exchange that it begins is worth it.
//!
//! Aliens are royal: an Alien takes only what White no longer protects, and is not taken itself. What it
//! takes it also recruits, so that a man of White's that only Aliens can take costs White twice.

use super::Avp;
use super::action::kind;
use super::position::{BLACK, Man, Position, Set, WHITE, man};
use super::tables::SIDE;
use crate::board::{Square, SquareSet};
use crate::game::Action;

impl Avp {
    fn worth(&self, colour: usize, kind: usize) -> i32 {
        self.values.of(Man { colour, kind })
    }

    /// Centipawns that an action wins at once: the captured man, the recruit, the promotion.
    #[inline]
    pub(super) fn immediate_gain(&self, position: &Position, action: Action) -> i32 {
        let colour = position.side();
        match action.kind() {
            kind::PLACING | kind::TWICE | kind::CASTLING => 0,
            kind::EN_PASSANT => self.worth(colour ^ 1, man::PAWN),
            other => {
                let captured = position.man(action.to()).map(|man| man.kind);
                let mut gain = captured.map_or(0, |kind| self.worth(colour ^ 1, kind));
                if other == kind::PROMOTION {
                    let becomes = usize::from(action.extra());
                    gain += self.worth(colour, becomes) - self.worth(colour, man::PAWN);
                } else if other == kind::RECRUITING {
                    gain += captured.map_or(0, |kind| self.worth(BLACK, kind));
                }
                gain
            }
        }
    }

    /// Whether the exchange that the action begins on its target wins at least `threshold`.
    pub(super) fn exchange_wins(
        &self,
        position: &Position,
        action: Action,
        threshold: i32,
    ) -> bool {
        let balance = self.immediate_gain(position, action) - threshold;
        if balance < 0 {
            return false;
        }
        let Some(man) = position.man(action.from()) else { return true };
        let to = action.to();
        let royal = matches!(man.kind, man::KING | man::ALIEN);
        if action.kind() == kind::CASTLING || (royal && action.kind() != kind::RECRUITING) {
            return true;
        }
        if action.kind() == kind::RECRUITING {
            return self.keeps_recruit(position, action, balance);
        }
        let becomes = match action.kind() {
            kind::PROMOTION => usize::from(action.extra()),
            _ => man.kind,
        };
        let mut occupied = (position.occupied() & !Set::of(action.from())) | Set::of(to);
        if action.kind() == kind::EN_PASSANT {
            let victim = if man.colour == WHITE { to - SIDE } else { to + SIDE };
            occupied &= !Set::of(victim);
        }
        let balance = balance - self.worth(man.colour, becomes);
        let exchange = Exchange { game: self, position, to };
        exchange.holds(man.colour, becomes, balance, occupied)
    }

    /// A recruit that White attacks is counted as lost.
    fn keeps_recruit(&self, position: &Position, action: Action, balance: i32) -> bool {
        let recruit = position.man(action.to()).map_or(0, |man| self.worth(BLACK, man.kind));
        if balance >= recruit {
            return true;
        }
        let change = self.change(position, action);
        let occupied = (position.occupied() & !change.emptied) | change.filled;
        let white = position.colours[WHITE] & !change.taken;
        !self.attacked(position, action.extra(), occupied, WHITE, white)
    }
}

/// Captures on one square.
struct Exchange<'a> {
    game: &'a Avp,
    position: &'a Position,
    to: Square,
}

impl Exchange<'_> {
    fn attackers(&self, colour: usize, occupied: Set) -> Set {
        let by = self.position.colours[colour] & occupied & !Set::of(self.to);
        self.game.attackers(self.position, self.to, occupied, colour, by)
    }

    /// Whether the colour whose man of a kind has just arrived is content, whatever follows. `balance` is
    /// what it has above its aim after losing that man.
    fn holds(&self, mover: usize, kind: usize, balance: i32, occupied: Set) -> bool {
        let (mut side, mut standing, mut balance, mut occupied) =
            (mover ^ 1, kind, balance, occupied);
        loop {
            let attackers = self.attackers(side, occupied);
            // What a royal man takes is not retaken, but an Alien recruits it.
            let recruit = if side == BLACK { self.game.worth(BLACK, standing) } else { 0 };
            if balance < recruit && self.royal_takes(side, attackers, occupied) {
                side ^= 1;
                break;
            }
            if balance >= 0 {
                break;
            }
            let kinds = &self.position.kinds;
            let cheapest_first = &self.game.values.cheapest_first[side];
            let Some(&taker) = cheapest_first.iter().find(|&&kind| kinds[kind] & attackers != 0)
            else {
                break;
            };
            occupied &= !Set::of((kinds[taker] & attackers).first());
            side ^= 1;
            standing = taker;
            balance = -balance - 1 - self.game.worth(side ^ 1, taker);
        }
        side != mover
    }

    /// Whether a royal man among the attackers can take: nothing protects the square then.
    fn royal_takes(&self, side: usize, attackers: Set, occupied: Set) -> bool {
        let royal = self.position.kinds[if side == WHITE { man::KING } else { man::ALIEN }];
        (attackers & royal)
            .squares()
            .any(|from| self.attackers(side ^ 1, occupied & !Set::of(from)).is_empty())
    }
}
