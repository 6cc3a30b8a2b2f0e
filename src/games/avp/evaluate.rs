//! Static evaluation, made for two armies that are not alike.
//!
//! Terms, in centipawns:
//!
//! * **men**: what they are worth where they stand, kept up to date in the position. The values are in
//!   `values`.
//! * **net**: squares of the half board nearest to Black's side, and all others, that White attacks. An
//!   Alien can't go there (AVP-7), and can't be caught but by taking its squares away.
//! * **room**: squares that an Alien can go to safely. An Alien with little room is nearly caught.
//! * **line-up**: Aliens on one line, or both a leap away from one square, can be attacked at once; the
//!   fork rule (AVP-10) then takes one.
//! * **loose**: White's men that no other man protects. An Alien takes whatever isn't protected, and
//!   recruits it.
//! * **king**: lines open to White's king and attacks on the squares around it. Aliens don't need
//!   support to mate.
//! * **graveyard**: White's pawns are worth more, the nearer they are, if there is something that they
//!   may become (AVP-6).
//! * **tempo**: being on move.

use super::Avp;
use super::position::{BLACK, Position, Set, WHITE, man};
use super::tables::{PLACING, SIDE, pawn_attacks, rank};
use crate::board::SquareSet;
use crate::game::MAX_EVALUATION;
use std::fmt::Write as _;

/// Ranks 6 to 10.
const FAR: Set = rank(5) | rank(6) | PLACING;

/// Centipawns a square that White attacks, far and near.
const NET: [i32; 2] = [5, 2];
/// Centipawns for the room of an Alien, by the number of safe squares.
const ROOM: [i32; 24] = [
    -160, -115, -85, -65, -50, -38, -28, -20, -13, -7, -2, 2, 6, 10, 13, 16, 19, 21, 23, 25, 27,
    29, 30, 31,
];
/// Centipawns for two Aliens on one line.
const LINED_UP: i32 = -14;
/// Centipawns for each square from which a knight would attack two Aliens.
const LEAP_APART: i32 = -5;
/// Centipawns for a loose man: a fixed part, and a part of its value in 64ths.
const LOOSE: (i32, i32) = (6, 3);
/// Centipawns for each square of an open line to White's king, for each Alien, in quarters.
const EXPOSED: i32 = 5;
/// Centipawns for an attack on a square next to White's king that nothing but the king protects.
const BESIEGED: i32 = 9;
/// Centipawns for a White pawn by its rank, where it may become something.
const RUNNER: [i32; 10] = [0, 0, 0, 2, 4, 8, 16, 32, 70, 0];
/// Centipawns for being on move.
const TEMPO: i32 = 20;

/// The evaluation taken apart, White's view.
#[derive(Clone, Copy, Default, Debug)]
struct Terms {
    men: i32,
    net: i32,
    room: i32,
    line_up: i32,
    loose: i32,
    king: i32,
    graveyard: i32,
}

impl Terms {
    fn sum(&self) -> i32 {
        self.men + self.net + self.room + self.line_up + self.loose + self.king + self.graveyard
    }
}

impl Avp {
    /// Value for the side to act, centipawns.
    #[inline]
    pub(super) fn evaluation(&self, position: &Position) -> i32 {
        let white = self.terms(position).sum();
        let value = if position.side() == WHITE { white } else { -white } + TEMPO;
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    fn terms(&self, position: &Position) -> Terms {
        let occupied = position.occupied();
        let (attacks, protected) = self.white_cover(position, occupied);
        let mut terms = Terms { men: position.score, ..Terms::default() };
        terms.net =
            NET[0] * (attacks & FAR).count() as i32 + NET[1] * (attacks & !FAR).count() as i32;
        let black = position.colours[BLACK];
        let mut besieging = pawn_attacks(position.of(BLACK, man::PAWN), BLACK);
        let aliens = position.aliens();
        for alien in aliens.squares() {
            let reach = self.reach(BLACK, man::ALIEN, alien, occupied);
            besieging |= reach;
            let room = (reach & !attacks & !black).count() as usize;
            terms.room -= ROOM[room.min(ROOM.len() - 1)];
        }
        for square in (black & !aliens & !position.kinds[man::PAWN]).squares() {
            if let Some(man) = position.man(square) {
                besieging |= self.reach(BLACK, man.kind, square, occupied);
            }
        }
        terms.line_up = self.line_up(aliens);
        terms.loose = self.loose(position, protected);
        terms.king = self.king_danger(position, occupied, besieging, protected);
        if position.graveyard.iter().any(|&count| count > 0) {
            let pawns = position.of(WHITE, man::PAWN).squares();
            terms.graveyard = pawns.map(|square| RUNNER[usize::from(square / SIDE)]).sum();
        }
        terms
    }

    /// Every square that White attacks, and those that men other than the king do.
    #[inline]
    fn white_cover(&self, position: &Position, occupied: Set) -> (Set, Set) {
        let king = self.lines.king[usize::from(position.king)];
        let men = self.white_attacks_without_king(position, occupied);
        (men | king, men)
    }

    /// Two Aliens that can be attacked at once, for White.
    fn line_up(&self, aliens: Set) -> i32 {
        let mut value = 0;
        let mut rest = aliens;
        while rest.many() {
            let one = usize::from(rest.first());
            rest = rest.without_first();
            let lines = self.lines.straights[one] | self.lines.diagonals[one];
            value -= LINED_UP * (lines & rest).count() as i32;
            for other in rest.squares() {
                let both = self.lines.knight[one] & self.lines.knight[usize::from(other)];
                value -= LEAP_APART * both.count() as i32;
            }
        }
        value
    }

    fn loose(&self, position: &Position, protected: Set) -> i32 {
        let loose = position.colours[WHITE] & !protected & !position.kinds[man::KING];
        let value: i32 = loose
            .squares()
            .filter_map(|square| position.man(square))
            .map(|man| LOOSE.0 + self.values.of(man) * LOOSE.1 / 64)
            .sum();
        -value
    }

    fn king_danger(
        &self,
        position: &Position,
        occupied: Set,
        besieging: Set,
        protected: Set,
    ) -> i32 {
        let king = position.king;
        let open = (self.lines.rook(king, occupied) | self.lines.bishop(king, occupied))
            & !position.colours[WHITE];
        let aliens = position.all_aliens() as i32;
        let around = self.lines.king[usize::from(king)];
        let besieged = (around & besieging & !protected).count() as i32;
        -(EXPOSED * aliens * open.count() as i32 / 4 + BESIEGED * besieged)
    }

    /// The evaluation as text, White's view.
    pub(super) fn evaluation_text(&self, position: &Position) -> String {
        let terms = self.terms(position);
        let mut text = String::from("term        centipawns, White's view\n");
        for (name, term) in [
            ("men", terms.men),
            ("net", terms.net),
            ("room", terms.room),
            ("line-up", terms.line_up),
            ("loose", terms.loose),
            ("king", terms.king),
            ("graveyard", terms.graveyard),
            ("sum", terms.sum()),
        ] {
            let _ = writeln!(text, "{name:10}{term:8}");
        }
        let _ = write!(text, "for the side to act: {} cp", self.evaluation(position));
        text
    }
}
