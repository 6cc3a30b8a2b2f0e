//! Movement tables of the board, the wall between files d and e compiled in (AVON-8).
//!
//! A ray ends where its next step may not cross the wall, and a leap that may not cross it is missing, so
//! that nothing else has to know of the wall. All tables are symmetric: who reaches a square from another
//! one is reached from it by the same movement in the opposite direction, which is how attackers are found.

use super::kinds::Kind;
use crate::board::{Square, SquareSet, slide_both};
use std::ops::RangeInclusive;

/// Number of files.
pub(super) const FILES: u8 = 8;
/// Number of ranks.
pub(super) const RANKS: u8 = 10;
/// Number of squares.
pub(super) const SQUARES: usize = FILES as usize * RANKS as usize;

/// The last file west of the wall.
const LAST_WESTERN_FILE: i8 = 3;
/// The ranks on which the wall may be crossed.
const GATE: RangeInclusive<i8> = 2..=7;

/// Directions of rays: the first four climb the square numbers, the others descend them.
const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (-1, 1), (0, -1), (-1, -1), (-1, 0), (1, -1)];
const NORTH: usize = 0;
const NORTH_EAST: usize = 1;
const EAST: usize = 2;
const NORTH_WEST: usize = 3;
const SOUTH: usize = 4;
const SOUTH_WEST: usize = 5;
const WEST: usize = 6;
const SOUTH_EAST: usize = 7;

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const DABBABA: [(i8, i8); 4] = [(0, 2), (2, 0), (0, -2), (-2, 0)];

/// Targets by square.
type Leaps = [u128; SQUARES];

/// All tables. Direction 0 is up, 1 is down.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    rays: [[u128; 8]; SQUARES],
    wazir: Leaps,
    ferz: Leaps,
    /// Also the neighbourhood of a square as far as the wall leaves it open.
    pub(super) king: Leaps,
    knight: Leaps,
    carpenter: Leaps,
    /// One straight forward, by direction.
    pub(super) ahead: [Leaps; 2],
    /// One diagonally forward, by direction.
    pub(super) aslant: [Leaps; 2],
}

const fn file(square: Square) -> i8 {
    (square % FILES) as i8
}

const fn rank(square: Square) -> i8 {
    (square / FILES) as i8
}

/// The ranks on which files d and e are open to each other.
type Gate = RangeInclusive<i8>;

/// The square so many files and ranks away, if it is on the board and the wall lets a step or leap pass.
fn reached(square: Square, (files, ranks): (i8, i8), gate: &Gate) -> Option<Square> {
    let (to_file, to_rank) = (file(square) + files, rank(square) + ranks);
    if !(0..FILES as i8).contains(&to_file) || !(0..RANKS as i8).contains(&to_rank) {
        return None;
    }
    let west = |file: i8| file <= LAST_WESTERN_FILE;
    let crosses = west(file(square)) != west(to_file);
    let open = gate.contains(&rank(square)) && gate.contains(&to_rank);
    (!crosses || open).then_some((to_rank * FILES as i8 + to_file) as Square)
}

fn leaps(vectors: &[(i8, i8)], gate: &Gate) -> Leaps {
    std::array::from_fn(|square| {
        let targets = vectors.iter().filter_map(|&vector| reached(square as Square, vector, gate));
        targets.fold(0, |set, to| set | u128::of(to))
    })
}

fn ray(mut square: Square, vector: (i8, i8), gate: &Gate) -> u128 {
    let mut set = 0;
    while let Some(next) = reached(square, vector, gate) {
        set |= u128::of(next);
        square = next;
    }
    set
}

/// A ray that climbs, up to and including the first man on it.
#[inline(always)]
fn climb(ray: u128, occupied: u128) -> u128 {
    ray & (ray & occupied).through_first()
}

/// A ray that descends, down to and including the first man on it.
#[inline(always)]
fn descend(ray: u128, occupied: u128) -> u128 {
    ray & (ray & occupied).since_last()
}

impl Tables {
    pub(super) fn new() -> Tables {
        Tables::with_gate(&GATE)
    }

    /// What men would reach if there were no wall.
    pub(super) fn without_wall() -> Tables {
        Tables::with_gate(&(0..=RANKS as i8 - 1))
    }

    fn with_gate(gate: &Gate) -> Tables {
        let leaps = |vectors: &[(i8, i8)]| leaps(vectors, gate);
        let king = [ORTHOGONAL, DIAGONAL].concat();
        let carpenter = [&KNIGHT[..], &DABBABA[..]].concat();
        Tables {
            rays: std::array::from_fn(|square| {
                DIRECTIONS.map(|vector| ray(square as Square, vector, gate))
            }),
            wazir: leaps(&ORTHOGONAL),
            ferz: leaps(&DIAGONAL),
            king: leaps(&king),
            knight: leaps(&KNIGHT),
            carpenter: leaps(&carpenter),
            ahead: [leaps(&[(0, 1)]), leaps(&[(0, -1)])],
            aslant: [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])],
        }
    }

    #[inline(always)]
    fn rook(&self, from: usize, occupied: u128) -> u128 {
        let rays = &self.rays[from];
        slide_both(rays[NORTH], rays[SOUTH], occupied)
            | slide_both(rays[EAST], rays[WEST], occupied)
    }

    #[inline(always)]
    fn bishop(&self, from: usize, occupied: u128) -> u128 {
        let rays = &self.rays[from];
        slide_both(rays[NORTH_EAST], rays[SOUTH_WEST], occupied)
            | slide_both(rays[NORTH_WEST], rays[SOUTH_EAST], occupied)
    }

    #[inline(always)]
    fn rook_forward(&self, direction: usize, from: usize, occupied: u128) -> u128 {
        let rays = &self.rays[from];
        if direction == 0 { climb(rays[NORTH], occupied) } else { descend(rays[SOUTH], occupied) }
    }

    #[inline(always)]
    fn bishop_forward(&self, direction: usize, from: usize, occupied: u128) -> u128 {
        let rays = &self.rays[from];
        if direction == 0 {
            climb(rays[NORTH_EAST], occupied) | climb(rays[NORTH_WEST], occupied)
        } else {
            descend(rays[SOUTH_EAST], occupied) | descend(rays[SOUTH_WEST], occupied)
        }
    }

    /// The squares that a man other than a Pawn reaches, the first man in the way of a slide included;
    /// of a Pawn the squares that it attacks.
    #[inline(always)]
    pub(super) fn targets(
        &self,
        kind: Kind,
        direction: usize,
        from: Square,
        occupied: u128,
    ) -> u128 {
        let at = usize::from(from);
        match kind {
            Kind::Pawn => self.aslant[direction][at],
            Kind::Wazir => self.wazir[at],
            Kind::Marshal => self.rook(at, occupied) | self.knight[at],
            Kind::Carpenter => self.carpenter[at],
            Kind::Bishop => self.bishop(at, occupied),
            Kind::Abbot => self.bishop_forward(direction, at, occupied) | self.ahead[direction][at],
            Kind::Caryatid => {
                self.rook_forward(direction, at, occupied) | self.aslant[direction][at]
            }
            Kind::Princess => {
                self.rook_forward(direction, at, occupied)
                    | self.bishop_forward(direction, at, occupied)
            }
            Kind::Queen => self.rook(at, occupied) | self.bishop(at, occupied),
            Kind::Prince => self.king[at],
            Kind::Chatelaine => self.rook(at, occupied) | self.ferz[at],
            Kind::Primate => self.bishop(at, occupied) | self.wazir[at],
        }
    }

    /// The men among `kinds` (by kind) that attack a square when a player of the direction moves them.
    #[inline]
    pub(super) fn attackers(
        &self,
        kinds: &[u128],
        direction: usize,
        to: Square,
        occupied: u128,
    ) -> u128 {
        let at = usize::from(to);
        let of = |kind: Kind| kinds[kind as usize];
        let back = 1 - direction;
        let (rook, bishop) = (self.rook(at, occupied), self.bishop(at, occupied));
        let (rook_back, bishop_back) =
            (self.rook_forward(back, at, occupied), self.bishop_forward(back, at, occupied));
        (rook & (of(Kind::Marshal) | of(Kind::Queen) | of(Kind::Chatelaine)))
            | (bishop & (of(Kind::Bishop) | of(Kind::Queen) | of(Kind::Primate)))
            | (rook_back & (of(Kind::Caryatid) | of(Kind::Princess)))
            | (bishop_back & (of(Kind::Abbot) | of(Kind::Princess)))
            | (self.carpenter[at] & of(Kind::Carpenter))
            | (self.knight[at] & of(Kind::Marshal))
            | (self.wazir[at] & (of(Kind::Wazir) | of(Kind::Primate)))
            | (self.ferz[at] & of(Kind::Chatelaine))
            | (self.king[at] & of(Kind::Prince))
            | (self.aslant[back][at] & (of(Kind::Pawn) | of(Kind::Caryatid)))
            | (self.ahead[back][at] & of(Kind::Abbot))
    }
}
