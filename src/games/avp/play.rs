//! Playing an action: men, keys, sums, rights and counts.

use super::Avp;
use super::action::{self, kind};
use super::castling;
use super::position::{BLACK, Man, NO_SQUARE, Position, Set, WHITE, man};
use super::tables::{SIDE, pawn_attacks};
use crate::board::{Square, SquareSet};
use crate::game::Action;

impl Avp {
    /// Puts a man on an empty square.
    #[inline(always)]
    pub(super) fn put(&self, position: &mut Position, square: Square, man: Man) {
        position.set(square, man);
        position.key ^= self.keys.man(man.colour, man.kind, square);
        position.score += self.values.placed(man, square);
        if man.kind == man::KING {
            position.king = square;
        }
    }

    /// Takes a man off the board.
    #[inline(always)]
    fn take(&self, position: &mut Position, square: Square, man: Man) {
        position.clear(square, man);
        position.key ^= self.keys.man(man.colour, man.kind, square);
        position.score -= self.values.placed(man, square);
    }

    /// Puts a White man into the graveyard, pawns excepted, or takes one out (AVP-6).
    #[inline]
    fn bury(&self, position: &mut Position, kind: usize, change: i8) {
        if kind == man::PAWN {
            return;
        }
        let before = position.graveyard[kind];
        let after = before.saturating_add_signed(change);
        position.graveyard[kind] = after;
        position.key ^= self.keys.graveyard(kind, before) ^ self.keys.graveyard(kind, after);
    }

    /// Plays a legal action.
    pub(super) fn play_action(&self, position: &mut Position, action: Action) {
        let forkable = position.side() == BLACK && position.danger.any();
        self.close_passed(position);
        let mut progress = false;
        match action.kind() {
            kind::PLACING => self.place(position, action.to()),
            kind::CASTLING => self.castle(position, action),
            _ => progress = self.step(position, action),
        }
        if forkable {
            progress |= self.remove_victims(position);
        }
        if progress {
            position.clock = 0;
        } else if action.kind() != kind::PLACING {
            position.clock = position.clock.saturating_add(1);
        }
        if position.in_hand == 0 {
            self.hand_over(position, action.kind() != kind::PLACING);
        }
        position.danger = self.find_danger(position);
        if action.kind() == kind::TWICE {
            let passed =
                if position.side() == BLACK { action.to() - SIDE } else { action.to() + SIDE };
            self.open_passed(position, passed);
        }
    }

    /// Passes the turn.
    pub(super) fn pass_turn(&self, position: &mut Position) {
        self.close_passed(position);
        position.clock = position.clock.saturating_add(1);
        self.hand_over(position, true);
        position.danger = self.find_danger(position);
    }

    /// A placement leaves the number of the move alone (AVP-2).
    fn hand_over(&self, position: &mut Position, counts: bool) {
        let step = u32::from(counts && position.side() == BLACK);
        position.number = position.number.saturating_add(step);
        position.side ^= 1;
        position.key ^= self.keys.side;
    }

    fn place(&self, position: &mut Position, square: Square) {
        let before = position.in_hand;
        position.in_hand -= 1;
        position.key ^= self.keys.in_hand(before) ^ self.keys.in_hand(position.in_hand);
        self.put(position, square, Man { colour: BLACK, kind: man::ALIEN });
    }

    fn castle(&self, position: &mut Position, action: Action) {
        let way = castling::way(action.extra());
        for (kind, from, to) in
            [(man::KING, castling::KING, way.king_to), (man::ROOK, way.rook_from, way.rook_to)]
        {
            let man = Man { colour: WHITE, kind };
            self.take(position, from, man);
            self.put(position, to, man);
        }
        self.lose_rights(position, position.rights);
    }

    fn lose_rights(&self, position: &mut Position, lost: u8) {
        if position.rights & lost != 0 {
            position.key ^= self.keys.rights[usize::from(position.rights)];
            position.rights &= !lost;
            position.key ^= self.keys.rights[usize::from(position.rights)];
        }
    }

    /// A man goes from square to square; whether that is a capture or a pawn's move.
    fn step(&self, position: &mut Position, action: Action) -> bool {
        let (from, to) = (action.from(), action.to());
        let Some(man) = position.man(from) else { return false };
        let victim = match action.kind() {
            kind::EN_PASSANT if man.colour == WHITE => to - SIDE,
            kind::EN_PASSANT => to + SIDE,
            _ => to,
        };
        self.take(position, from, man);
        let captured = position.man(victim);
        if let Some(captured) = captured {
            self.take(position, victim, captured);
            if captured.colour == WHITE && action.kind() != kind::RECRUITING {
                self.bury(position, captured.kind, 1);
            }
        }
        let mut becomes = man;
        if action.kind() == kind::PROMOTION {
            becomes.kind = usize::from(action.extra());
            if man.colour == WHITE {
                self.bury(position, becomes.kind, -1);
            }
        }
        self.put(position, to, becomes);
        if let (kind::RECRUITING, Some(captured)) = (action.kind(), captured) {
            self.put(position, action.extra(), Man { colour: BLACK, kind: captured.kind });
        }
        self.lose_rights(position, castling::rights_of(from) | castling::rights_of(to));
        captured.is_some() || man.kind == man::PAWN
    }

    /// After an action of Black that could not save all Aliens, takes the victims off (AVP-10); whether
    /// there were any.
    fn remove_victims(&self, position: &mut Position) -> bool {
        let mut lost = 0;
        loop {
            let (aliens, white) = (position.aliens(), position.colours[WHITE]);
            let next = self.attacked_aliens(position, aliens, position.occupied(), white);
            if next.is_empty() {
                return lost != 0;
            }
            for square in next.squares() {
                self.take(position, square, Man { colour: BLACK, kind: man::ALIEN });
            }
            lost |= next;
        }
    }

    fn close_passed(&self, position: &mut Position) {
        if position.passed != NO_SQUARE {
            position.key ^= self.keys.passed[usize::from(position.passed)];
            position.passed = NO_SQUARE;
        }
    }

    /// Opens a square to capture en passant if such a capture is legal; what the position is otherwise
    /// must be settled.
    pub(super) fn open_passed(&self, position: &mut Position, passed: Square) {
        let side = position.side();
        let takers = pawn_attacks(Set::of(passed), side ^ 1) & position.of(side, man::PAWN);
        if takers.is_empty() {
            return;
        }
        position.passed = passed;
        let legal = |from| self.is_legal(position, action::en_passant(from, passed));
        if takers.squares().any(legal) {
            position.key ^= self.keys.passed[usize::from(passed)];
        } else {
            position.passed = NO_SQUARE;
        }
    }

    /// The key computed from nothing but the position's parts.
    #[must_use]
    pub fn key_from_scratch(&self, position: &Position) -> u64 {
        let mut key = self.keys.rights[usize::from(position.rights)];
        for square in position.occupied().squares() {
            if let Some(man) = position.man(square) {
                key ^= self.keys.man(man.colour, man.kind, square);
            }
        }
        for (kind, &count) in position.graveyard.iter().enumerate() {
            key ^= self.keys.graveyard(kind, count);
        }
        key ^= self.keys.in_hand(position.in_hand);
        if position.passed != NO_SQUARE {
            key ^= self.keys.passed[usize::from(position.passed)];
        }
        if position.side == 1 { key ^ self.keys.side } else { key }
    }

    /// The sum of the men's values computed from nothing but the board.
    #[must_use]
    pub fn score_from_scratch(&self, position: &Position) -> i32 {
        let squares = position.occupied().squares();
        squares.filter_map(|square| Some(self.values.placed(position.man(square)?, square))).sum()
    }
}
