//! White's legal actions, by pins and checks instead of trial (AVP-4 to AVP-6).

use super::Avp;
use super::position::{BLACK, KING_SIDE, NO_SQUARE, Position, QUEEN_SIDE, Set, WHITE, man};
use super::sink::{Area, Sink};
use super::tables::{BOARD, SIDE, WHITE_LAST, WHITE_PAWNS, pawn_attacks};
use super::{action, castling};
use crate::board::{Square, SquareSet};
use crate::game::Want;

/// What a generation needs to know all the time.
struct Frame<'a> {
    game: &'a Avp,
    position: &'a Position,
    occupied: Set,
    enemies: Set,
    /// Where men other than the king may go in check; every square where there is none.
    evasions: Set,
    pinned: Set,
    /// Where the pinned men may go, one line each.
    pin_lines: [Set; 8],
    /// Lines on which a cannon looks at the king: whatever touches them is tried.
    cannon_lines: Set,
    /// A cannon gives check.
    cannon_check: bool,
    want: Want,
    area: Area,
}

impl Avp {
    /// Gives the sink White's legal actions of the stage whose man stands and arrives in the area.
    pub(super) fn white_actions(
        &self,
        position: &Position,
        want: Want,
        area: Area,
        sink: &mut impl Sink,
    ) {
        let frame = self.white_frame(position, want, area);
        let own = position.colours[WHITE] & area.from;
        if own & position.kinds[man::KING] != 0 {
            frame.king_moves(sink);
            frame.castlings(sink);
        }
        frame.en_passant(sink);
        if frame.evasions.is_empty() {
            return;
        }
        for from in (own & position.kinds[man::PAWN]).squares() {
            frame.pawn(from, sink);
        }
        let stage = area.to
            & frame.evasions
            & match want {
                Want::All => !position.colours[WHITE],
                Want::Tactical => frame.enemies,
                Want::Quiet => !frame.occupied,
            };
        let men = own & !(position.kinds[man::PAWN] | position.kinds[man::KING]);
        for from in men.squares() {
            let Some(man) = position.man(from) else { continue };
            let targets = if man.kind == man::CANNON {
                (self.lines.rook(from, frame.occupied) & !frame.occupied)
                    | (self.lines.hop(from, frame.occupied) & frame.enemies)
            } else {
                self.reach(WHITE, man.kind, from, frame.occupied)
            };
            for to in frame.safe(from, targets & stage).squares() {
                sink.push(action::plain(from, to));
            }
        }
    }

    fn white_frame<'a>(&'a self, position: &'a Position, want: Want, area: Area) -> Frame<'a> {
        let (king, occupied) = (position.king, position.occupied());
        let enemies = position.colours[BLACK];
        let cannons = position.of(BLACK, man::CANNON);
        let straights = self.lines.straights[usize::from(king)];
        let mut frame = Frame {
            game: self,
            position,
            occupied,
            enemies,
            evasions: BOARD,
            pinned: 0,
            pin_lines: [0; 8],
            cannon_lines: if straights & cannons != 0 { straights } else { 0 },
            cannon_check: position.danger & cannons != 0,
            want,
            area,
        };
        for checker in (position.danger & !cannons).squares() {
            let leaps = self.lines.knight[usize::from(king)] & Set::of(checker) != 0;
            let between = if leaps { None } else { self.lines.between(king, checker) };
            frame.evasions &= between.unwrap_or(0) | Set::of(checker);
        }
        let straight = super::attack::straight_riders(position) & enemies;
        let diagonal = super::attack::diagonal_riders(position) & enemies;
        let mut pins = 0;
        for (first, second, is_straight) in self.lines.pairs(king, occupied) {
            let riders = if is_straight { straight } else { diagonal };
            if riders.contains(second) && !enemies.contains(first) {
                frame.pinned |= Set::of(first);
                let between = self.lines.between(king, second).unwrap_or(0);
                frame.pin_lines[pins] = between | Set::of(second);
                pins += 1;
            }
        }
        frame
    }
}

impl Frame<'_> {
    /// The targets of a man other than the king that don't leave the king in check; captures en passant
    /// apart. `targets` lie within the evasions.
    #[inline]
    fn safe(&self, from: Square, mut targets: Set) -> Set {
        if self.pinned.contains(from) {
            let own = self.pin_lines.iter().find(|line| line.contains(from));
            targets &= own.copied().unwrap_or(0);
        }
        if self.cannon_lines.is_empty() {
            return targets;
        }
        let doubtful = if self.cannon_check || self.cannon_lines.contains(from) {
            targets
        } else {
            targets & self.cannon_lines
        };
        for to in doubtful.squares() {
            let occupied = (self.occupied & !Set::of(from)) | Set::of(to);
            let cannons = self.position.of(BLACK, man::CANNON) & !Set::of(to);
            if self.game.lines.cannons(self.position.king, occupied, cannons) != 0 {
                targets ^= Set::of(to);
            }
        }
        targets
    }

    fn pawn(&self, from: Square, sink: &mut impl Sink) {
        let one = Set::of(from);
        let empty = BOARD & !self.occupied;
        let step = (one << SIDE) & empty;
        let twice = if one & WHITE_PAWNS != 0 { (step << SIDE) & empty } else { 0 };
        let captures = pawn_attacks(one, WHITE) & self.enemies;
        let open = self.evasions & self.area.to;
        let all = self.safe(from, (step | twice | captures) & open);
        for to in (all & WHITE_LAST).squares() {
            if self.want != Want::Quiet {
                self.promotions(from, to, sink);
            }
        }
        let ordinary = all & !WHITE_LAST;
        if self.want != Want::Quiet {
            for to in (ordinary & captures).squares() {
                sink.push(action::plain(from, to));
            }
        }
        if self.want != Want::Tactical {
            for to in (ordinary & step).squares() {
                sink.push(action::plain(from, to));
            }
            for to in (ordinary & twice).squares() {
                sink.push(action::twice(from, to));
            }
        }
    }

    /// Only to what lies in the graveyard (AVP-6).
    fn promotions(&self, from: Square, to: Square, sink: &mut impl Sink) {
        for kind in man::PROMOTIONS {
            if self.position.graveyard[kind] > 0 {
                sink.push(action::promotion(from, to, kind));
            }
        }
    }

    fn king_moves(&self, sink: &mut impl Sink) {
        let king = self.position.king;
        let stage = match self.want {
            Want::All => !self.position.colours[WHITE],
            Want::Tactical => self.enemies,
            Want::Quiet => !self.occupied,
        };
        let targets = self.game.lines.king[usize::from(king)] & stage & self.area.to;
        let without = self.occupied & !Set::of(king);
        for to in targets.squares() {
            let one = Set::of(to);
            let by = self.enemies & !one;
            if !self.game.attacked(self.position, to, without | one, BLACK, by) {
                sink.push(action::plain(king, to));
            }
        }
    }

    /// Orthodox conditions, the king going two squares (AVP-5).
    fn castlings(&self, sink: &mut impl Sink) {
        let position = self.position;
        if position.rights == 0 || position.danger.any() || self.want == Want::Tactical {
            return;
        }
        for side in [KING_SIDE, QUEEN_SIDE] {
            let way = castling::way(side);
            if position.rights & side == 0
                || way.between & self.occupied != 0
                || !self.area.to.contains(way.king_to)
            {
                continue;
            }
            let by = self.enemies;
            let without = self.occupied & !Set::of(castling::KING);
            let moved = Set::of(castling::KING) | Set::of(way.rook_from);
            let after = (self.occupied & !moved) | Set::of(way.king_to) | Set::of(way.rook_to);
            // The square passed is judged without the king, the last one with the rook in its place.
            let attacked = self.game.attacked(position, way.rook_to, without, BLACK, by)
                || self.game.attacked(position, way.king_to, after, BLACK, by);
            if !attacked {
                sink.push(action::castling(side));
            }
        }
    }

    fn en_passant(&self, sink: &mut impl Sink) {
        let to = self.position.passed;
        if to == NO_SQUARE || self.want == Want::Quiet || !self.area.to.contains(to) {
            return;
        }
        let takers = self.game.white_takers(self.position, to) & self.area.from;
        for from in takers.squares() {
            sink.push(action::en_passant(from, to));
        }
    }
}

impl Avp {
    /// White pawns that may legally capture the pawn that has just stepped over `target`.
    pub(super) fn white_takers(&self, position: &Position, target: Square) -> Set {
        let pawns = position.of(WHITE, man::PAWN);
        let mut takers = self.lines.pawn[BLACK][usize::from(target)] & pawns;
        let victim = Set::of(target - SIDE);
        for from in takers.squares() {
            let occupied = (position.occupied() & !(Set::of(from) | victim)) | Set::of(target);
            let by = position.colours[BLACK] & !victim;
            if self.attacked(position, position.king, occupied, BLACK, by) {
                takers ^= Set::of(from);
            }
        }
        takers
    }
}
