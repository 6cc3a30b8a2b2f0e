//! The board of ten by ten: lines, leaps, and the keys of positions. Computed once, when the game is
//! opened.

use super::position::{Set, man};
use crate::board::{Geometry, KeyStream, Square, SquareSet, slide_both};

/// Number of squares.
pub(super) const SQUARES: usize = 100;
/// Files and ranks.
pub(super) const SIDE: u8 = 10;

/// The squares of a rank, counted from 0.
pub(super) const fn rank(number: u8) -> Set {
    ((1 << SIDE) - 1) << (SIDE * number)
}

/// The first file.
pub(super) const FIRST_FILE: Set = {
    let (mut set, mut at) = (0, 0);
    while at < SQUARES {
        set |= 1 << at;
        at += SIDE as usize;
    }
    set
};
/// The last file.
const LAST_FILE: Set = FIRST_FILE << (SIDE - 1);

/// The dark squares: a1 and those of its colour.
pub(super) const DARK: Set = {
    let (mut set, mut at) = (0, 0);
    while at < SQUARES {
        if (at % 10 + at / 10).is_multiple_of(2) {
            set |= 1 << at;
        }
        at += 1;
    }
    set
};

/// Every square.
pub(super) const BOARD: Set = (1 << SQUARES) - 1;

/// Where Aliens are placed (AVP-2).
pub(super) const PLACING: Set = rank(7) | rank(8) | rank(9);
/// Where a recruited pawn is placed (AVP-8), and from where it may step twice (AVP-9).
pub(super) const BLACK_PAWNS: Set = rank(7);
/// Where any other recruit is placed (AVP-8).
pub(super) const RECRUITS: Set = rank(8) | rank(9);
/// From where White's pawns may step twice (AVP-4).
pub(super) const WHITE_PAWNS: Set = rank(2);
/// Where White's pawns promote (AVP-6).
pub(super) const WHITE_LAST: Set = rank(9);
/// Where Black's pawns promote (AVP-9).
pub(super) const BLACK_LAST: Set = rank(0);

/// Directions whose rays climb the square numbers, then their opposites.
const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Lines and leaps of every square.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) knight: [Set; SQUARES],
    pub(super) camel: [Set; SQUARES],
    pub(super) king: [Set; SQUARES],
    /// What a pawn of each colour attacks; also where pawns of the other colour attack a square from.
    pub(super) pawn: [[Set; SQUARES]; 2],
    straight: [[Set; 4]; SQUARES],
    diagonal: [[Set; 4]; SQUARES],
    /// All four straight rays together.
    pub(super) straights: [Set; SQUARES],
    /// All four diagonal rays together.
    pub(super) diagonals: [Set; SQUARES],
}

/// Nearest square of a ray of direction `index`, which is not empty.
#[inline(always)]
fn nearest(ray: Set, index: usize) -> Square {
    if index < 2 { ray.first() } else { ray.last() }
}

/// The squares of four rays up to the first man of each.
#[inline(always)]
fn slide(rays: &[Set; 4], occupied: Set) -> Set {
    let [up, up2, down, down2] = *rays;
    slide_both(up, down, occupied) | slide_both(up2, down2, occupied)
}

impl Lines {
    /// Computes them.
    pub(super) fn new(board: &Geometry) -> Lines {
        let empty = [0; SQUARES];
        let mut lines = Lines {
            knight: empty,
            camel: empty,
            king: empty,
            pawn: [empty; 2],
            straight: [[0; 4]; SQUARES],
            diagonal: [[0; 4]; SQUARES],
            straights: empty,
            diagonals: empty,
        };
        let leaps = |square: Square, steps: &[(i8, i8)]| {
            steps
                .iter()
                .filter_map(|&(files, ranks)| board.step(square, files, ranks))
                .fold(0, |set, to| set | Set::of(to))
        };
        let oblique = |wide: i8| {
            [(1, wide), (wide, 1), (wide, -1), (1, -wide)]
                .into_iter()
                .flat_map(|(files, ranks)| [(files, ranks), (-files, -ranks)])
                .collect::<Vec<_>>()
        };
        let around: Vec<(i8, i8)> = STRAIGHT.into_iter().chain(DIAGONAL).collect();
        let ray = |square: Square, (files, ranks): (i8, i8)| {
            let (mut set, mut at) = (0, square);
            while let Some(next) = board.step(at, files, ranks) {
                set |= Set::of(next);
                at = next;
            }
            set
        };
        for square in board.squares() {
            let at = usize::from(square);
            lines.knight[at] = leaps(square, &oblique(2));
            lines.camel[at] = leaps(square, &oblique(3));
            lines.king[at] = leaps(square, &around);
            lines.pawn[0][at] = leaps(square, &[(-1, 1), (1, 1)]);
            lines.pawn[1][at] = leaps(square, &[(-1, -1), (1, -1)]);
            lines.straight[at] = STRAIGHT.map(|direction| ray(square, direction));
            lines.diagonal[at] = DIAGONAL.map(|direction| ray(square, direction));
            lines.straights[at] = lines.straight[at].into_iter().fold(0, |all, ray| all | ray);
            lines.diagonals[at] = lines.diagonal[at].into_iter().fold(0, |all, ray| all | ray);
        }
        lines
    }

    /// What a rook sees, the first man of each line included.
    #[inline(always)]
    pub(super) fn rook(&self, square: Square, occupied: Set) -> Set {
        slide(&self.straight[usize::from(square)], occupied)
    }

    /// What a bishop sees, the first man of each line included.
    #[inline(always)]
    pub(super) fn bishop(&self, square: Square, occupied: Set) -> Set {
        slide(&self.diagonal[usize::from(square)], occupied)
    }

    /// What a cannon attacks: behind the first man of each line, the second man included.
    #[inline]
    pub(super) fn hop(&self, square: Square, occupied: Set) -> Set {
        let mut targets = 0;
        for (index, &ray) in self.straight[usize::from(square)].iter().enumerate() {
            let men = ray & occupied;
            if men.is_empty() {
                continue;
            }
            // The ray from the screen on is what lies behind it.
            let behind = self.straight[usize::from(nearest(men, index))][index];
            let beyond = behind & occupied;
            targets |=
                behind & if index < 2 { beyond.through_first() } else { beyond.since_last() };
        }
        targets
    }

    /// The men among `cannons` that stand behind exactly one man, seen from a square.
    #[inline]
    pub(super) fn cannons(&self, square: Square, occupied: Set, cannons: Set) -> Set {
        let mut found = 0;
        for (index, &ray) in self.straight[usize::from(square)].iter().enumerate() {
            if (ray & cannons).is_empty() {
                continue;
            }
            let men = ray & occupied;
            let beyond = men ^ Set::of(nearest(men, index));
            if beyond.any() {
                found |= Set::of(nearest(beyond, index)) & cannons;
            }
        }
        found
    }

    /// The squares between two squares of one line; `None` where no queen's line joins them.
    #[inline]
    pub(super) fn between(&self, from: Square, to: Square) -> Option<Set> {
        let (at, other) = (usize::from(from), usize::from(to));
        let one = Set::of(to);
        let rays = if self.straights[at] & one != 0 {
            &self.straight
        } else if self.diagonals[at] & one != 0 {
            &self.diagonal
        } else {
            return None;
        };
        let index = rays[at].iter().position(|&ray| ray & one != 0)?;
        Some(rays[at][index] & !(rays[other][index] | one))
    }

    /// For each of the eight lines from a square, what lies on it: `(the ray, its first man, its second
    /// man, straight)`. Lines without two men are left out.
    #[inline]
    pub(super) fn pairs(
        &self,
        square: Square,
        occupied: Set,
    ) -> impl Iterator<Item = (Square, Square, bool)> + '_ {
        let at = usize::from(square);
        let rays = self.straight[at].into_iter().chain(self.diagonal[at]);
        rays.enumerate().filter_map(move |(index, ray)| {
            let men = ray & occupied;
            if !men.many() {
                return None;
            }
            let first = nearest(men, index & 3);
            Some((first, nearest(men ^ Set::of(first), index & 3), index < 4))
        })
    }
}

/// The squares that pawns attack.
#[inline(always)]
pub(super) fn pawn_attacks(pawns: Set, colour: usize) -> Set {
    let (left, right) = (pawns & !FIRST_FILE, pawns & !LAST_FILE);
    if colour == 0 {
        ((left << (SIDE - 1)) | (right << (SIDE + 1))) & BOARD
    } else {
        (left >> (SIDE + 1)) | (right >> (SIDE - 1))
    }
}

/// Random numbers that make up the key of a position.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    men: Vec<[u64; SQUARES]>,
    graveyard: Vec<[u64; 128]>,
    in_hand: [u64; 8],
    pub(super) rights: [u64; 4],
    pub(super) passed: [u64; SQUARES],
    pub(super) side: u64,
    /// By the number of plies without progress.
    pub(super) clock: [u64; 101],
}

impl Keys {
    /// Draws them.
    pub(super) fn new() -> Keys {
        let mut stream = KeyStream::new(0xa11e_2005);
        let mut draw = || stream.next_key();
        Keys {
            men: (0..2 * man::KINDS).map(|_| std::array::from_fn(|_| draw())).collect(),
            graveyard: (0..man::KINDS).map(|_| std::array::from_fn(|_| draw())).collect(),
            in_hand: std::array::from_fn(|_| draw()),
            rights: std::array::from_fn(|_| draw()),
            passed: std::array::from_fn(|_| draw()),
            side: draw(),
            clock: std::array::from_fn(|_| draw()),
        }
    }

    /// A man's part.
    #[inline(always)]
    pub(super) fn man(&self, colour: usize, kind: usize, square: Square) -> u64 {
        self.men[colour * man::KINDS + kind][usize::from(square)]
    }

    /// The part of so many men of a kind in the graveyard; none have none.
    #[inline(always)]
    pub(super) fn graveyard(&self, kind: usize, count: u8) -> u64 {
        if count == 0 { 0 } else { self.graveyard[kind][usize::from(count & 127)] }
    }

    /// The part of so many Aliens in hand; none have none.
    #[inline(always)]
    pub(super) fn in_hand(&self, count: u8) -> u64 {
        if count == 0 { 0 } else { self.in_hand[usize::from(count & 7)] }
    }
}
