//! Static evaluation, made for two armies that are not alike.
//!
//! Terms, in centipawns:
//!
//! * **men**: what they are worth where they stand, kept up to date in the position. The values are in
//!   `values`.
//! * **Aliens**: by their number. The last one is the game; each further one is worth less than the one
//!   before, since the others must leave it when two are attacked.
//! * **home**: empty squares of the two highest ranks that White does not attack. Recruits land there, and
//!   Aliens that are hunted go there.
//! * **room**: squares that an Alien can go to safely. An Alien with hardly any is nearly caught.
//! * **forks**: White's men that can go where they attack two Aliens at once, on squares that Black doesn't
//!   attack, or White twice: the man itself and another that will protect it. A cannon, which doesn't attack
//!   the squares to which it moves, needs two others. The fork rule (AVP-10) then takes an Alien, so that it
//!   is almost a loss already if White is on move.
//! * **batteries**: White's riders that attack an Alien once a man of White's in between steps aside, and
//!   cannons that do once one steps between: with an attack by that man itself that is a fork, too.
//! * **loose**: White's men that no other man protects; the king's protection doesn't count. An Alien takes
//!   whatever isn't protected, and recruits it.
//! * **king**: lines open to White's king and attacks on the squares around it. Aliens don't need
//!   support to mate.
//! * **graveyard**: White's pawns far ahead that may become something (AVP-6), with nothing in their way.
//!   That such pawns are targets otherwise is part of the men's places.
//! * **tempo**: being on move.
//!
//! The numbers stand in `weights`.

use super::Avp;
use super::position::{BLACK, Position, Set, WHITE, man};
use super::tables::{FIRST_FILE, SIDE, pawn_attacks, rank};
use crate::board::{Square, SquareSet};
use crate::game::MAX_EVALUATION;
use std::fmt::Write as _;

/// The two highest ranks, where recruits land (AVP-8).
const HOME: Set = rank(8) | rank(9);

/// Files in pairs, so that of two pawns that attack one square exactly one stands on these.
const PAIRED_FILES: Set = FIRST_FILE
    | FIRST_FILE << 1
    | FIRST_FILE << 4
    | FIRST_FILE << 5
    | FIRST_FILE << 8
    | FIRST_FILE << 9;

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
    aliens: i32,
    home: i32,
    room: i32,
    forks: i32,
    batteries: i32,
    loose: i32,
    king: i32,
    graveyard: i32,
}

impl Terms {
    fn sum(&self) -> i32 {
        let hunt = self.home + self.room + self.forks + self.batteries;
        self.men + self.aliens + hunt + self.loose + self.king + self.graveyard
    }
}

impl Avp {
    /// Value for the side to act, centipawns.
    #[inline]
    pub(super) fn evaluation(&self, position: &Position) -> i32 {
        let white = self.terms(position).sum();
        let value = if position.side() == WHITE { white } else { -white } + self.numbers.tempo;
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    fn terms(&self, position: &Position) -> Terms {
        let numbers = &self.numbers;
        let occupied = position.occupied();
        let cover = self.white_cover(position, occupied);
        let aliens = numbers.aliens[(position.all_aliens() as usize).min(numbers.aliens.len() - 1)];
        let mut terms = Terms { men: position.score, aliens: -aliens, ..Terms::default() };
        terms.home = -numbers.refuge * (HOME & !occupied & !cover.attacks).count() as i32;
        let black = position.colours[BLACK];
        let mut besieging = pawn_attacks(position.of(BLACK, man::PAWN), BLACK);
        let aliens = position.aliens();
        let mut forks = Forks::default();
        let mut batteries = 0;
        for alien in aliens.squares() {
            let (straight, diagonal) =
                (self.lines.rook(alien, occupied), self.lines.bishop(alien, occupied));
            let at = usize::from(alien);
            let reach = straight | diagonal | self.lines.knight[at];
            besieging |= reach;
            let room = (reach & !cover.attacks & !black).count() as usize;
            terms.room -= numbers.room[room.min(numbers.room.len() - 1)];
            forks.add(self, alien, straight, diagonal, occupied);
            batteries += self.batteries(position, alien, straight, diagonal, occupied);
        }
        for square in (black & !aliens & !position.kinds[man::PAWN]).squares() {
            if let Some(man) = position.man(square) {
                besieging |= self.reach(BLACK, man.kind, square, occupied);
            }
        }
        if aliens.many() {
            terms.forks = self.forks(position, &cover, &forks, besieging);
        }
        terms.batteries = numbers.battery[usize::from(position.side() == WHITE)] * batteries;
        terms.loose = self.loose(position, cover.protected);
        terms.king = self.king_danger(position, occupied, besieging);
        if position.graveyard.iter().any(|&count| count > 0) {
            let pawns = position.of(WHITE, man::PAWN).squares();
            let free = pawns.filter(|&square| (ahead(square) & occupied).is_empty());
            terms.graveyard = free.map(|square| numbers.runner[usize::from(square / SIDE)]).sum();
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

    /// Squares to which a man of White's can go, attacks two Aliens and is not attacked, or is protected as the
    /// head of this file tells; for White.
    fn forks(&self, position: &Position, cover: &Cover, forks: &Forks, besieging: Set) -> i32 {
        let open = !position.colours[WHITE] & (cover.twice | !besieging);
        let mut count = 0;
        for &(kind, moves) in &cover.reaches[..cover.men] {
            let squares = moves & forks.twice[kind] & open;
            count += i32::from(squares.any()) + i32::from(squares.many());
        }
        let now = self.numbers.forking[usize::from(position.side() == WHITE)];
        if count == 0 { 0 } else { now + self.numbers.fork * count.min(6) }
    }

    /// White's riders behind one of White's men on a line to an Alien, and cannons that see it.
    #[inline]
    fn batteries(
        &self,
        position: &Position,
        alien: Square,
        straight: Set,
        diagonal: Set,
        occupied: Set,
    ) -> i32 {
        let (white, kinds) = (position.colours[WHITE], &position.kinds);
        let mut riders = kinds[man::CANNON] & straight;
        let in_front = straight & white;
        if in_front.any() {
            let behind = self.lines.rook(alien, occupied & !in_front) & !straight;
            riders |= behind & (kinds[man::ROOK] | kinds[man::QUEEN] | kinds[man::CHANCELLOR]);
        }
        let in_front = diagonal & white;
        if in_front.any() {
            let behind = self.lines.bishop(alien, occupied & !in_front) & !diagonal;
            riders |= behind & (kinds[man::BISHOP] | kinds[man::QUEEN] | kinds[man::ARCHBISHOP]);
        }
        (riders & white).count() as i32
    }

    fn loose(&self, position: &Position, protected: Set) -> i32 {
        let loose = position.colours[WHITE] & !protected & !position.kinds[man::KING];
        let [fixed, part] = self.numbers.loose;
        let value: i32 = loose
            .squares()
            .filter_map(|square| position.man(square))
            .map(|man| fixed + self.values.of(man) * part / 64)
            .sum();
        -value
    }

    fn king_danger(&self, position: &Position, occupied: Set, besieging: Set) -> i32 {
        let king = position.king;
        let open = (self.lines.rook(king, occupied) | self.lines.bishop(king, occupied))
            & !position.colours[WHITE];
        let aliens = position.all_aliens() as i32;
        let besieged = (self.lines.king[usize::from(king)] & besieging).count() as i32;
        -(self.numbers.exposed * aliens * open.count() as i32 / 4
            + self.numbers.besieged * besieged)
    }

    /// The evaluation as text, White's view.
    pub(super) fn evaluation_text(&self, position: &Position) -> String {
        let terms = self.terms(position);
        let mut text = String::from("term        centipawns, White's view\n");
        for (name, term) in [
            ("men", terms.men),
            ("Aliens", terms.aliens),
            ("home", terms.home),
            ("room", terms.room),
            ("forks", terms.forks),
            ("batteries", terms.batteries),
            ("loose", terms.loose),
            ("king", terms.king),
            ("graveyard", terms.graveyard),
            ("sum", terms.sum()),
        ] {
            let _ = writeln!(text, "{name:10}{term:8}");
        }
        let (value, tempo) = (self.evaluation(position), self.numbers.tempo);
        let _ = write!(text, "for the side to act, with {tempo} for the move: {value} cp");
        text
    }
}

/// The squares in front of a White pawn, on its file.
#[inline]
fn ahead(square: Square) -> Set {
    (FIRST_FILE << usize::from(square % SIDE)) & (Set::MAX << (usize::from(square) + 1))
}
