//! A position of the game: plain data, copied for each action.

use super::tables::SQUARES;
use crate::board::{Square, SquareSet};

/// A set of the board's squares.
pub(super) type Set = u128;

/// The Predators.
pub(super) const WHITE: usize = 0;
/// The Aliens and their recruits.
pub(super) const BLACK: usize = 1;

/// Kinds of men, by number.
pub mod man {
    /// Pawn.
    pub const PAWN: usize = 0;
    /// Knight.
    pub const KNIGHT: usize = 1;
    /// Bishop.
    pub const BISHOP: usize = 2;
    /// Rook.
    pub const ROOK: usize = 3;
    /// Queen.
    pub const QUEEN: usize = 4;
    /// White's king.
    pub const KING: usize = 5;
    /// Unicorn, a leaper of (1,3).
    pub const UNICORN: usize = 6;
    /// Archbishop, bishop and knight.
    pub const ARCHBISHOP: usize = 7;
    /// Chancellor, rook and knight.
    pub const CHANCELLOR: usize = 8;
    /// Cannon: moves as a rook, captures along a rook's line over exactly one man.
    pub const CANNON: usize = 9;
    /// Alien, queen and knight, royal.
    pub const ALIEN: usize = 10;
    /// How many kinds there are.
    pub const KINDS: usize = 11;
    /// The kinds that a pawn may become, strongest first. They are also the kinds that go to White's
    /// graveyard (AVP-6, AVP-9).
    pub const PROMOTIONS: [usize; 8] =
        [QUEEN, CHANCELLOR, ARCHBISHOP, ROOK, BISHOP, KNIGHT, UNICORN, CANNON];
}

/// Letters of the kinds.
pub(super) const LETTERS: [char; man::KINDS] =
    ['P', 'N', 'B', 'R', 'Q', 'K', 'U', 'A', 'C', 'H', 'L'];

/// A man on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// 0 White, 1 Black.
    pub colour: usize,
    /// One of [`man`].
    pub kind: usize,
}

const BLACK_BIT: u8 = 0x80;

/// No square.
pub(super) const NO_SQUARE: Square = u8::MAX;

/// The right to castle to the king's right (AVP-5).
pub(super) const KING_SIDE: u8 = 1;
/// The right to castle to the king's left (AVP-5).
pub(super) const QUEEN_SIDE: u8 = 2;

/// The men on the board and everything else that decides the future, apart from the past.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) colours: [Set; 2],
    /// The men of each kind, of both colours.
    pub(super) kinds: [Set; man::KINDS],
    mailbox: [u8; SQUARES],
    /// With White to act, the men that give check; with Black to act, the Aliens that White attacks.
    pub(super) danger: Set,
    /// Key of everything that AVP-11 compares.
    pub(super) key: u64,
    /// Sum of the men's values where they stand, centipawns for White.
    pub(super) score: i32,
    /// White's men that were captured and not recruited, by kind (AVP-6).
    pub(super) graveyard: [u8; man::KINDS],
    /// White's king.
    pub(super) king: Square,
    /// The square open to capture en passant; none unless such a capture is legal.
    pub(super) passed: Square,
    /// Aliens still to be placed (AVP-2).
    pub(super) in_hand: u8,
    /// Colour to act.
    pub(super) side: u8,
    /// White's castling rights.
    pub(super) rights: u8,
    /// Plies without a capture, a pawn move or the loss of an Alien (AVP-11).
    pub(super) clock: u16,
    /// Number of the move, from 1, as a FEN counts.
    pub(super) number: u32,
}

impl Position {
    /// An empty board, White to act.
    pub(super) fn empty() -> Position {
        Position {
            colours: [0; 2],
            kinds: [0; man::KINDS],
            mailbox: [0; SQUARES],
            danger: 0,
            key: 0,
            score: 0,
            graveyard: [0; man::KINDS],
            king: NO_SQUARE,
            passed: NO_SQUARE,
            in_hand: 0,
            side: WHITE as u8,
            rights: 0,
            clock: 0,
            number: 1,
        }
    }

    /// The man on a square.
    #[inline(always)]
    #[must_use]
    pub fn man(&self, square: Square) -> Option<Man> {
        let code = self.mailbox[usize::from(square)];
        (code != 0).then(|| Man {
            colour: usize::from(code >= BLACK_BIT),
            kind: usize::from((code & !BLACK_BIT) - 1),
        })
    }

    /// The colour to act: 0 White, 1 Black.
    #[inline(always)]
    #[must_use]
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// Aliens still to be placed.
    #[must_use]
    pub fn in_hand(&self) -> u8 {
        self.in_hand
    }

    /// How many White men of a kind lie in the graveyard (AVP-6).
    #[must_use]
    pub fn in_graveyard(&self, kind: usize) -> u8 {
        self.graveyard[kind]
    }

    /// Every man's square.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Set {
        self.colours[WHITE] | self.colours[BLACK]
    }

    /// The men of a colour and kind.
    #[inline(always)]
    pub(super) fn of(&self, colour: usize, kind: usize) -> Set {
        self.kinds[kind] & self.colours[colour]
    }

    /// The Aliens on the board.
    #[inline(always)]
    pub(super) fn aliens(&self) -> Set {
        self.kinds[man::ALIEN]
    }

    /// Aliens placed and unplaced together.
    #[inline(always)]
    pub(super) fn all_aliens(&self) -> u32 {
        self.aliens().count() + u32::from(self.in_hand)
    }

    /// Puts a man on an empty square; key and sum are the caller's.
    #[inline(always)]
    pub(super) fn set(&mut self, square: Square, man: Man) {
        let one = Set::of(square);
        self.colours[man.colour] |= one;
        self.kinds[man.kind] |= one;
        let black = if man.colour == WHITE { 0 } else { BLACK_BIT };
        self.mailbox[usize::from(square)] = (man.kind as u8 + 1) | black;
    }

    /// Takes a man off; key and sum are the caller's.
    #[inline(always)]
    pub(super) fn clear(&mut self, square: Square, man: Man) {
        let one = Set::of(square);
        self.colours[man.colour] ^= one;
        self.kinds[man.kind] ^= one;
        self.mailbox[usize::from(square)] = 0;
    }
}
