//! Static evaluation, made for two armies that are not alike.
//!
//! Terms, in centipawns:
//!
//! * **men**: what they are worth where they stand, kept up to date in the position. The values are in
//!   `values`.
//! * **net**: squares of the half board nearest to Black's side, and all others, that White attacks. An
//!   Alien can't go there (AVP-7), and can't be caught but by taking its squares away.
//! * **room**: squares that an Alien can go to safely. An Alien with little room is nearly caught.
//! * **forks**: White's men that can go where they attack two Aliens at once without being taken. The
//!   fork rule (AVP-10) then takes one, so that it is almost a loss already if White is on move.
//! * **loose**: White's men that no other man protects. An Alien takes whatever isn't protected, and
//!   recruits it.
//! * **king**: lines open to White's king and attacks on the squares around it. Aliens don't need
//!   support to mate.
//! * **graveyard**: White's pawns are worth more, the nearer they are, if there is something that they
//!   may become (AVP-6).
//! * **tempo**: being on move.

use super::Avp;
use super::position::{BLACK, Man, Position, Set, WHITE, man};
use super::tables::{FIRST_FILE, PLACING, SIDE, pawn_attacks, rank};
use crate::board::{Square, SquareSet};
use crate::game::MAX_EVALUATION;
use std::fmt::Write as _;

/// What Black places.
const ALIEN: Man = Man { colour: BLACK, kind: man::ALIEN };

/// Ranks 6 to 10.
const FAR: Set = rank(5) | rank(6) | PLACING;

/// Files in pairs, so that of two pawns that attack one square exactly one stands on these.
const PAIRED_FILES: Set = FIRST_FILE
    | FIRST_FILE << 1
    | FIRST_FILE << 4
    | FIRST_FILE << 5
    | FIRST_FILE << 8
    | FIRST_FILE << 9;

/// Centipawns a square that White attacks, far and near.
const NET: [i32; 2] = [5, 2];
/// Centipawns for the room of an Alien, by the number of safe squares.
const ROOM: [i32; 24] = [
    -160, -115, -85, -65, -50, -38, -28, -20, -13, -7, -2, 2, 6, 10, 13, 16, 19, 21, 23, 25, 27,
    29, 30, 31,
];
/// Centipawns for each of White's men that can go where it attacks two Aliens.
const FORK: i32 = 30;
/// Centipawns for having such a man on White's move.
const FORK_NOW: i32 = 400;
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

/// What White's men attack, each with its moves.
struct Cover {
    /// By any man.
    attacks: Set,
    /// By men other than the king.
    protected: Set,
    /// By two men.
    twice: Set,
    /// Kind and moves of the men other than pawns and king.
    reaches: [(usize, Set); 32],
    men: usize,
}

/// For each kind of White's men, squares from which it would attack one Alien, and two.
#[derive(Default)]
struct Forks {
    once: [Set; man::KINDS],
    twice: [Set; man::KINDS],
}

impl Forks {
    /// Counts an Alien in; `straight` and `diagonal` are what it sees.
    #[inline]
    fn add(&mut self, game: &Avp, alien: Square, straight: Set, diagonal: Set, occupied: Set) {
        let knight = game.lines.knight[usize::from(alien)];
        let mut from = |kind: usize, squares: Set| {
            self.twice[kind] |= self.once[kind] & squares;
            self.once[kind] |= squares;
        };
        from(man::KNIGHT, knight);
        from(man::UNICORN, game.lines.camel[usize::from(alien)]);
        from(man::BISHOP, diagonal);
        from(man::ROOK, straight);
        from(man::QUEEN, straight | diagonal);
        from(man::ARCHBISHOP, diagonal | knight);
        from(man::CHANCELLOR, straight | knight);
        from(man::CANNON, game.lines.hop(alien, occupied));
    }
}

/// The evaluation taken apart, White's view.
#[derive(Clone, Copy, Default, Debug)]
struct Terms {
    men: i32,
    net: i32,
    room: i32,
    forks: i32,
    loose: i32,
    king: i32,
    graveyard: i32,
}

impl Terms {
    fn sum(&self) -> i32 {
        self.men + self.net + self.room + self.forks + self.loose + self.king + self.graveyard
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
        let cover = self.white_cover(position, occupied);
        let in_hand = i32::from(position.in_hand) * self.values.of(ALIEN);
        let mut terms = Terms { men: position.score - in_hand, ..Terms::default() };
        terms.net = NET[0] * (cover.attacks & FAR).count() as i32
            + NET[1] * (cover.attacks & !FAR).count() as i32;
        let black = position.colours[BLACK];
        let mut besieging = pawn_attacks(position.of(BLACK, man::PAWN), BLACK);
        let aliens = position.aliens();
        let mut forks = Forks::default();
        for alien in aliens.squares() {
            let (straight, diagonal) =
                (self.lines.rook(alien, occupied), self.lines.bishop(alien, occupied));
            let at = usize::from(alien);
            let reach = straight | diagonal | self.lines.knight[at];
            besieging |= reach;
            let room = (reach & !cover.attacks & !black).count() as usize;
            terms.room -= ROOM[room.min(ROOM.len() - 1)];
            forks.add(self, alien, straight, diagonal, occupied);
        }
        for square in (black & !aliens & !position.kinds[man::PAWN]).squares() {
            if let Some(man) = position.man(square) {
                besieging |= self.reach(BLACK, man.kind, square, occupied);
            }
        }
        if aliens.many() {
            terms.forks = self.forks(position, &cover, &forks, besieging);
        }
        terms.loose = self.loose(position, cover.protected);
        terms.king = self.king_danger(position, occupied, besieging, cover.protected);
        if position.graveyard.iter().any(|&count| count > 0) {
            let pawns = position.of(WHITE, man::PAWN).squares();
            terms.graveyard = pawns.map(|square| RUNNER[usize::from(square / SIDE)]).sum();
        }
        terms
    }

    /// What White's men attack.
    #[inline]
    fn white_cover(&self, position: &Position, occupied: Set) -> Cover {
        let pawns = position.of(WHITE, man::PAWN);
        let (left, right) =
            (pawn_attacks(pawns & PAIRED_FILES, WHITE), pawn_attacks(pawns & !PAIRED_FILES, WHITE));
        let mut cover = Cover {
            attacks: 0,
            protected: left | right,
            twice: left & right,
            reaches: [(0, 0); 32],
            men: 0,
        };
        let men = position.colours[WHITE] & !(pawns | position.kinds[man::KING]);
        for square in men.squares() {
            let Some(man) = position.man(square) else { continue };
            let reach = self.reach(WHITE, man.kind, square, occupied);
            cover.twice |= cover.protected & reach;
            cover.protected |= reach;
            let moves =
                if man.kind == man::CANNON { self.lines.rook(square, occupied) } else { reach };
            if let Some(place) = cover.reaches.get_mut(cover.men) {
                *place = (man.kind, moves);
                cover.men += 1;
            }
        }
        let king = self.lines.king[usize::from(position.king)];
        cover.twice |= cover.protected & king;
        cover.attacks = cover.protected | king;
        cover
    }

    /// Squares to which a man of White's can go and from which it attacks two Aliens without being taken,
    /// for White.
    fn forks(&self, position: &Position, cover: &Cover, forks: &Forks, besieging: Set) -> i32 {
        let open = !position.colours[WHITE] & (cover.twice | !besieging);
        let mut count = 0;
        for &(kind, moves) in &cover.reaches[..cover.men] {
            let squares = moves & forks.twice[kind] & open;
            count += i32::from(squares.any()) + i32::from(squares.many());
        }
        if position.side() == WHITE {
            if count == 0 { 0 } else { FORK_NOW + FORK * count.min(6) }
        } else {
            FORK * count.min(6)
        }
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
            ("forks", terms.forks),
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
