//! A position: plain data, copied for each action.

use super::kinds::{KINDS, Kind};
use super::seats::both;
use super::tables::SQUARES;
use crate::board::{Square, SquareSet};

/// A man on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// 0 White, 1 Black.
    pub colour: usize,
    /// What it is.
    pub kind: Kind,
}

impl Man {
    /// Its letter in FEN: upper case for White.
    #[must_use]
    pub fn letter(self) -> char {
        let letter = self.kind.letter();
        if self.colour == 0 { letter } else { letter.to_ascii_lowercase() }
    }
}

const BLACK: u8 = 0x80;

/// No seat, where one is expected.
pub(super) const NO_SEAT: u8 = u8::MAX;

/// The men, whose turn it is, and who is out, with the counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) colours: [u128; 2],
    pub(super) kinds: [u128; KINDS],
    mailbox: [u8; SQUARES],
    /// Key of men, seat to act and who is out (AVON-16).
    pub(super) key: u64,
    /// Sum of the men's values where they stand, centipawns for White.
    pub(super) score: i32,
    /// Number of the round, from 1.
    pub(super) round: u32,
    /// Actions in a row without a capture, a Pawn move or a drop-out.
    pub(super) quiet: u16,
    /// The seat to act; of a finished game the one whose drop-out ended it.
    pub(super) seat: u8,
    /// A bit for each seat that has dropped out.
    pub(super) out: u8,
    /// The seats in the order in which they dropped out, as far as that is known: a position read from
    /// text knows only of what happens afterwards. It matters to nothing but the ranking (AVON-17).
    pub(super) order: [u8; 4],
    /// The seat that acted last, if any did; as above.
    pub(super) actor: u8,
}

impl Position {
    /// An empty board, the first seat to act.
    pub(super) const fn empty() -> Position {
        Position {
            colours: [0; 2],
            kinds: [0; KINDS],
            mailbox: [0; SQUARES],
            key: 0,
            score: 0,
            round: 1,
            quiet: 0,
            seat: 0,
            out: 0,
            order: [NO_SEAT; 4],
            actor: NO_SEAT,
        }
    }

    /// The man on a square.
    #[inline(always)]
    #[must_use]
    pub fn man(&self, square: Square) -> Option<Man> {
        let code = self.mailbox[usize::from(square)];
        let number = usize::from(code & !BLACK);
        (number != 0)
            .then(|| Man { colour: usize::from(code >= BLACK), kind: Kind::ALL[number - 1] })
    }

    /// The seat to act: 0 `ws`, 1 `bn`, 2 `wn`, 3 `bs`.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// A bit for each seat that has dropped out.
    #[inline]
    #[must_use]
    pub fn out(&self) -> u8 {
        self.out
    }

    /// The colour that has lost, both of its players being out (AVON-14).
    #[inline(always)]
    pub(super) fn beaten(&self) -> Option<usize> {
        if self.out & (self.out >> 2) == 0 {
            return None;
        }
        Some(usize::from(self.out & both(0) != both(0)))
    }

    /// Every man's square.
    #[inline(always)]
    pub(super) fn occupied(&self) -> u128 {
        self.colours[0] | self.colours[1]
    }

    /// The royal men of both colours (AVON-10).
    #[inline(always)]
    pub(super) fn royals(&self) -> u128 {
        self.kinds[Kind::Queen as usize]
            | self.kinds[Kind::Princess as usize]
            | self.kinds[Kind::Prince as usize]
    }

    /// Puts a man on an empty square; key and sum are the caller's.
    #[inline(always)]
    pub(super) fn set(&mut self, square: Square, man: Man) {
        let one = u128::of(square);
        self.colours[man.colour] |= one;
        self.kinds[man.kind as usize] |= one;
        let black = if man.colour == 0 { 0 } else { BLACK };
        self.mailbox[usize::from(square)] = (man.kind as u8 + 1) | black;
    }

    /// Takes a man off; key and sum are the caller's.
    #[inline(always)]
    pub(super) fn clear(&mut self, square: Square, man: Man) {
        let one = u128::of(square);
        self.colours[man.colour] ^= one;
        self.kinds[man.kind as usize] ^= one;
        self.mailbox[usize::from(square)] = 0;
    }
}
