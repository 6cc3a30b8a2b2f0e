//! Playing an action: men, keys, sums, rights and clocks.

use super::position::{Man, NO_SQUARE, Position, Width};
use super::rules::{Rules, kind};
use crate::board::{Geometry, Square};
use crate::game::Action;

impl<S: Width> Rules<S> {
    #[inline(always)]
    fn put(&self, position: &mut Position<S>, square: Square, man: Man) {
        position.set(square, man);
        position.key ^= self.keys.man(man, square);
        let value = self.values.placed(man, square);
        position.score[0] += value.middle;
        position.score[1] += value.ending;
        position.phase += self.values.weight(man.kind);
    }

    #[inline(always)]
    fn take(&self, position: &mut Position<S>, square: Square, man: Man) {
        position.clear(square, man);
        position.key ^= self.keys.man(man, square);
        let value = self.values.placed(man, square);
        position.score[0] -= value.middle;
        position.score[1] -= value.ending;
        position.phase -= self.values.weight(man.kind);
    }

    /// Puts a man on an empty square of a position that is being set up.
    pub(super) fn set_up(&self, position: &mut Position<S>, square: Square, man: Man) {
        self.put(position, square, man);
        if self.kinds[man.kind].royal {
            position.kings[man.colour] = square;
        }
    }

    /// Plays a legal action.
    pub(super) fn play_action(&self, position: &mut Position<S>, action: Action) {
        let us = position.side();
        let (from, to) = (action.from(), action.to());
        let Some(man) = position.man(from) else { return };
        let passes = action.kind() == kind::PASSING
            || (action.kind() == kind::PROMOTION && self.promotes_in_passing(position, from, to));
        self.close_passed(position);
        let mut progress = man.kind == 0 && self.pawns_first;
        self.take(position, from, man);
        if action.kind() == kind::CASTLING {
            self.castle(position, action, man);
        } else {
            let victim = if action.kind() == kind::EN_PASSANT { position.passer } else { to };
            if let Some(captured) = position.man(victim) {
                self.take(position, victim, captured);
                progress = true;
            }
            let becomes = if let Some(chosen) = chosen(action) {
                chosen
            } else if self.morph.is_empty() {
                man.kind
            } else {
                self.arriving(man, to)
            };
            self.put(position, to, Man { colour: us, kind: becomes });
            if self.kinds[man.kind].royal {
                position.kings[us] = to;
            }
        }
        let lost = self.rights_lost[usize::from(from)] | self.rights_lost[usize::from(to)];
        if position.rights & lost != 0 {
            position.key ^= self.keys.rights[usize::from(position.rights)];
            position.rights &= !lost;
            position.key ^= self.keys.rights[usize::from(position.rights)];
        }
        if position.unmoved.any() {
            self.forget(position, from);
            self.forget(position, to);
        }
        position.passer = NO_SQUARE;
        position.clock = if progress { 0 } else { position.clock.saturating_add(1) };
        self.hand_over(position);
        if passes {
            self.open_passed(position, from, to);
        }
        position.checkers = self.find_checkers(position);
    }

    /// Passes the turn.
    pub(super) fn pass_turn(&self, position: &mut Position<S>) {
        self.close_passed(position);
        position.passer = NO_SQUARE;
        position.clock = position.clock.saturating_add(1);
        self.hand_over(position);
        position.checkers = self.find_checkers(position);
    }

    /// Whether a man that is promoted leaves squares on its way to be taken on: what it becomes doesn't
    /// change that.
    fn promotes_in_passing(&self, position: &Position<S>, from: Square, to: Square) -> bool {
        passed_squares(self.geometry(), from, to).next().is_some()
            && self.slow_passes(position, from, to)
    }

    fn hand_over(&self, position: &mut Position<S>) {
        position.number = position.number.saturating_add(u32::from(position.side));
        position.side ^= 1;
        position.key ^= self.keys.side;
    }

    fn castle(&self, position: &mut Position<S>, action: Action, king: Man) {
        let castling = &self.castlings[usize::from(action.extra())];
        let partner = position.man(castling.partner_from);
        if let Some(partner) = partner {
            self.take(position, castling.partner_from, partner);
        }
        self.put(position, castling.king_to, king);
        position.kings[king.colour] = castling.king_to;
        if let Some(partner) = partner {
            // The partner keeps its type wherever it lands (RIFF-9).
            self.put(position, castling.partner_to, partner);
        }
    }

    fn forget(&self, position: &mut Position<S>, square: Square) {
        if position.unmoved.contains(square) {
            position.unmoved ^= S::of(square);
            position.key ^= self.keys.unmoved[usize::from(square)];
        }
    }

    fn close_passed(&self, position: &mut Position<S>) {
        if position.passed.any() {
            for square in position.passed.squares() {
                position.key ^= self.keys.passed[usize::from(square)];
            }
            position.key ^= self.passer_key(position);
            position.passed = S::EMPTY;
        }
    }

    /// After a move from `from` to `to` that can be taken en passant, opens the squares it passed on
    /// which the side to move can legally do so.
    fn open_passed(&self, position: &mut Position<S>, from: Square, to: Square) {
        self.open_squares(position, to, passed_squares(self.geometry(), from, to));
    }

    /// Opens those of the squares to capture en passant on which such a capture of `passer` is legal.
    pub(super) fn open_squares(
        &self,
        position: &mut Position<S>,
        passer: Square,
        squares: impl Iterator<Item = Square>,
    ) {
        position.passer = passer;
        for square in squares {
            if self.takers_en_passant(position, square).any() {
                position.passed |= S::of(square);
                position.key ^= self.keys.passed[usize::from(square)];
            }
        }
        if position.passed.any() {
            position.key ^= self.passer_key(position);
        }
    }

    /// Key of the man that may be taken en passant, where the squares that it passed don't tell which
    /// man that is: two pawns that go diagonally can have passed the same square.
    fn passer_key(&self, position: &Position<S>) -> u64 {
        self.keys.passer.get(usize::from(position.passer)).copied().unwrap_or(0)
    }

    /// The key computed from nothing but the position's parts.
    #[must_use]
    pub fn key_from_scratch(&self, position: &Position<S>) -> u64 {
        let mut key = self.keys.rights[usize::from(position.rights)];
        if position.passed.any() {
            key ^= self.passer_key(position);
        }
        for square in position.occupied().squares() {
            if let Some(man) = position.man(square) {
                key ^= self.keys.man(man, square);
            }
        }
        let passed = position.passed.squares().map(|square| self.keys.passed[usize::from(square)]);
        let unmoved =
            position.unmoved.squares().map(|square| self.keys.unmoved[usize::from(square)]);
        key = passed.chain(unmoved).fold(key, |key, one| key ^ one);
        if position.side == 1 { key ^ self.keys.side } else { key }
    }
}

/// The kind that a man becomes by choice, with a move or with a capture en passant.
#[inline(always)]
pub(super) fn chosen(action: Action) -> Option<usize> {
    let may_choose = matches!(action.kind(), kind::PROMOTION | kind::EN_PASSANT);
    if may_choose { usize::from(action.extra()).checked_sub(1) } else { None }
}

/// The squares between two squares of a line.
pub(super) fn passed_squares(
    geometry: &Geometry,
    from: Square,
    to: Square,
) -> impl Iterator<Item = Square> + '_ {
    let files = geometry.file(to) as i8 - geometry.file(from) as i8;
    let ranks = geometry.rank(to) as i8 - geometry.rank(from) as i8;
    let steps = greatest_common_divisor(files.unsigned_abs(), ranks.unsigned_abs()) as i8;
    (1..steps)
        .filter_map(move |step| geometry.offset(from, files / steps * step, ranks / steps * step))
}

fn greatest_common_divisor(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
