//! Attacks, asked backwards from a square, and all of a side's attacks at once.

use super::Avp;
use super::position::{BLACK, Position, Set, WHITE, man};
use super::tables::pawn_attacks;
use crate::board::{Square, SquareSet};

/// The men that leap like a knight.
#[inline(always)]
pub(super) fn leapers(position: &Position) -> Set {
    let kinds = &position.kinds;
    kinds[man::KNIGHT] | kinds[man::ARCHBISHOP] | kinds[man::CHANCELLOR] | kinds[man::ALIEN]
}

/// The men that ride along diagonals.
#[inline(always)]
pub(super) fn diagonal_riders(position: &Position) -> Set {
    let kinds = &position.kinds;
    kinds[man::BISHOP] | kinds[man::QUEEN] | kinds[man::ARCHBISHOP] | kinds[man::ALIEN]
}

/// The men that ride along ranks and files.
#[inline(always)]
pub(super) fn straight_riders(position: &Position) -> Set {
    let kinds = &position.kinds;
    kinds[man::ROOK] | kinds[man::QUEEN] | kinds[man::CHANCELLOR] | kinds[man::ALIEN]
}

impl Avp {
    /// The men among `by`, all of one colour, that attack `target` when `occupied` is. A man attacks
    /// whether or not it is pinned, and an Alien even where it may not go (AVP-4, AVP-7).
    #[inline]
    pub(super) fn attackers(
        &self,
        position: &Position,
        target: Square,
        occupied: Set,
        colour: usize,
        by: Set,
    ) -> Set {
        let (lines, kinds, at) = (&*self.lines, &position.kinds, usize::from(target));
        let mut found = (lines.knight[at] & leapers(position))
            | (lines.camel[at] & kinds[man::UNICORN])
            | (lines.king[at] & kinds[man::KING])
            | (lines.pawn[colour ^ 1][at] & kinds[man::PAWN]);
        let diagonal = diagonal_riders(position) & by;
        if lines.diagonals[at] & diagonal != 0 {
            found |= lines.bishop(target, occupied) & diagonal;
        }
        let straight = straight_riders(position) & by;
        if lines.straights[at] & straight != 0 {
            found |= lines.rook(target, occupied) & straight;
        }
        let cannons = kinds[man::CANNON] & by;
        if lines.straights[at] & cannons != 0 {
            found |= lines.cannons(target, occupied, cannons);
        }
        found & by
    }

    /// Whether a man among `by`, all of one colour, attacks `target` when `occupied` is.
    #[inline]
    pub(super) fn attacked(
        &self,
        position: &Position,
        target: Square,
        occupied: Set,
        colour: usize,
        by: Set,
    ) -> bool {
        let (lines, kinds, at) = (&*self.lines, &position.kinds, usize::from(target));
        let near = (lines.knight[at] & leapers(position))
            | (lines.camel[at] & kinds[man::UNICORN])
            | (lines.king[at] & kinds[man::KING])
            | (lines.pawn[colour ^ 1][at] & kinds[man::PAWN]);
        if near & by != 0 {
            return true;
        }
        let diagonal = diagonal_riders(position) & by;
        if lines.diagonals[at] & diagonal != 0 && lines.bishop(target, occupied) & diagonal != 0 {
            return true;
        }
        let straight = straight_riders(position) & by;
        if lines.straights[at] & straight != 0 && lines.rook(target, occupied) & straight != 0 {
            return true;
        }
        let cannons = kinds[man::CANNON] & by;
        lines.straights[at] & cannons != 0 && lines.cannons(target, occupied, cannons) != 0
    }

    /// Every square that White attacks, squares of its own men included, when `occupied` is.
    #[inline]
    pub(super) fn white_attacks(&self, position: &Position, occupied: Set) -> Set {
        self.lines.king[usize::from(position.king)]
            | self.white_attacks_without_king(position, occupied)
    }

    /// Every square that White's men other than the king attack.
    #[inline]
    pub(super) fn white_attacks_without_king(&self, position: &Position, occupied: Set) -> Set {
        let (lines, kinds) = (&*self.lines, &position.kinds);
        let white = position.colours[WHITE];
        let mut attacks = pawn_attacks(kinds[man::PAWN] & white, WHITE);
        for square in (leapers(position) & white).squares() {
            attacks |= lines.knight[usize::from(square)];
        }
        for square in (kinds[man::UNICORN] & white).squares() {
            attacks |= lines.camel[usize::from(square)];
        }
        for square in (diagonal_riders(position) & white).squares() {
            attacks |= lines.bishop(square, occupied);
        }
        for square in (straight_riders(position) & white).squares() {
            attacks |= lines.rook(square, occupied);
        }
        for square in (kinds[man::CANNON] & white).squares() {
            attacks |= lines.hop(square, occupied);
        }
        attacks
    }

    /// The Aliens among `aliens` that the White men `white` attack when `occupied` is.
    #[inline]
    pub(super) fn attacked_aliens(
        &self,
        position: &Position,
        aliens: Set,
        occupied: Set,
        white: Set,
    ) -> Set {
        let mut attacked = 0;
        for alien in aliens.squares() {
            if self.attacked(position, alien, occupied, WHITE, white) {
                attacked |= Set::of(alien);
            }
        }
        attacked
    }

    /// What [`Position::danger`] holds: checks to White's king, or the Aliens that White attacks.
    pub(super) fn find_danger(&self, position: &Position) -> Set {
        let occupied = position.occupied();
        if position.side() == WHITE {
            self.attackers(position, position.king, occupied, BLACK, position.colours[BLACK])
        } else {
            self.attacked_aliens(position, position.aliens(), occupied, position.colours[WHITE])
        }
    }

    /// What a man of a kind and colour that stands on `square` could capture there, own men included.
    #[inline]
    pub(super) fn reach(&self, colour: usize, kind: usize, square: Square, occupied: Set) -> Set {
        let (lines, at) = (&*self.lines, usize::from(square));
        match kind {
            man::PAWN => lines.pawn[colour][at],
            man::KNIGHT => lines.knight[at],
            man::BISHOP => lines.bishop(square, occupied),
            man::ROOK => lines.rook(square, occupied),
            man::QUEEN => lines.bishop(square, occupied) | lines.rook(square, occupied),
            man::KING => lines.king[at],
            man::UNICORN => lines.camel[at],
            man::ARCHBISHOP => lines.bishop(square, occupied) | lines.knight[at],
            man::CHANCELLOR => lines.rook(square, occupied) | lines.knight[at],
            man::CANNON => lines.hop(square, occupied),
            _ => lines.bishop(square, occupied) | lines.rook(square, occupied) | lines.knight[at],
        }
    }
}
