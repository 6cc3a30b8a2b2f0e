//! A position of a diagram game: plain data, copied for each action.

use crate::board::{Square, SquareSet, U256};

/// Storage that goes with a width of sets: squares by number and sets by kind.
pub trait Width: SquareSet {
    /// One byte a square.
    type Mailbox: Copy + AsRef<[u8]> + AsMut<[u8]> + std::fmt::Debug + Send + Sync + 'static;
    /// One set a kind of man.
    type KindSets: Copy + AsRef<[Self]> + AsMut<[Self]> + std::fmt::Debug + Send + Sync + 'static;
    /// The most kinds of men.
    const KINDS: usize;
    /// An empty mailbox.
    const NO_MEN: Self::Mailbox;
    /// No men of any kind.
    const NO_KINDS: Self::KindSets;
}

impl Width for u64 {
    type Mailbox = [u8; 64];
    type KindSets = [u64; 8];
    const KINDS: usize = 8;
    const NO_MEN: Self::Mailbox = [0; 64];
    const NO_KINDS: Self::KindSets = [0; 8];
}

impl Width for u128 {
    type Mailbox = [u8; 128];
    type KindSets = [u128; 16];
    const KINDS: usize = 16;
    const NO_MEN: Self::Mailbox = [0; 128];
    const NO_KINDS: Self::KindSets = [0; 16];
}

impl Width for U256 {
    type Mailbox = [u8; 256];
    type KindSets = [U256; 64];
    const KINDS: usize = 64;
    const NO_MEN: Self::Mailbox = [0; 256];
    const NO_KINDS: Self::KindSets = [U256::EMPTY; 64];
}

/// A man on the board: its colour (0 White, 1 Black) and kind (an index).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// 0 White, 1 Black.
    pub colour: usize,
    /// Index of the kind.
    pub kind: usize,
}

const BLACK: u8 = 0x80;

/// No square.
pub(super) const NO_SQUARE: Square = u8::MAX;

/// The men on the board and everything else that decides the future, apart from the past.
#[derive(Clone, Debug)]
pub struct Position<S: Width> {
    pub(super) colours: [S; 2],
    pub(super) kinds: S::KindSets,
    mailbox: S::Mailbox,
    /// Enemies that give check to the side to move.
    pub(super) checkers: S,
    /// Squares open to capture en passant; empty unless such a capture is legal.
    pub(super) passed: S,
    /// Men that have never moved, of kinds that may return to where they started and have moves that
    /// they may only make first.
    pub(super) unmoved: S,
    /// Key of men, side, castling rights and captures en passant.
    pub(super) key: u64,
    /// Sums of the men's values in the middle game and the ending, centipawns for White.
    pub(super) score: [i32; 2],
    /// Sum of the men's weights for the phase of the game.
    pub(super) phase: i32,
    pub(super) kings: [Square; 2],
    /// The man that passed squares with the last move, whether or not it can be taken on one of them.
    pub(super) passer: Square,
    /// Colour to move.
    pub(super) side: u8,
    /// One bit a castling right.
    pub(super) rights: u16,
    /// Plies without a capture or a pawn move.
    pub(super) clock: u16,
    /// Number of the move, from 1, as a FEN counts.
    pub(super) number: u32,
}

impl<S: Width> Position<S> {
    /// An empty board, White to move.
    pub(super) fn empty() -> Position<S> {
        Position {
            colours: [S::EMPTY; 2],
            kinds: S::NO_KINDS,
            mailbox: S::NO_MEN,
            checkers: S::EMPTY,
            passed: S::EMPTY,
            unmoved: S::EMPTY,
            key: 0,
            score: [0; 2],
            phase: 0,
            kings: [NO_SQUARE; 2],
            passer: NO_SQUARE,
            side: 0,
            rights: 0,
            clock: 0,
            number: 1,
        }
    }

    /// The man on a square.
    #[inline(always)]
    #[must_use]
    pub fn man(&self, square: Square) -> Option<Man> {
        let code = self.mailbox.as_ref()[usize::from(square)];
        (code != 0).then(|| Man {
            colour: usize::from(code >= BLACK),
            kind: usize::from((code & !BLACK) - 1),
        })
    }

    /// Colour to move: 0 White, 1 Black.
    #[inline(always)]
    #[must_use]
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// Plies without a capture or a pawn move.
    #[inline(always)]
    #[must_use]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// Every man's square.
    #[inline(always)]
    pub(super) fn occupied(&self) -> S {
        self.colours[0] | self.colours[1]
    }

    /// The men of one kind, of both colours.
    #[inline(always)]
    pub(super) fn of_kind(&self, kind: usize) -> S {
        self.kinds.as_ref()[kind]
    }

    /// The men of some kinds, of both colours.
    #[inline(always)]
    pub(super) fn of_kinds(&self, kinds: &[u8]) -> S {
        let sets = self.kinds.as_ref();
        kinds.iter().fold(S::EMPTY, |all, &kind| all | sets[usize::from(kind)])
    }

    /// Puts a man on an empty square; keys and sums are the caller's.
    #[inline(always)]
    pub(super) fn set(&mut self, square: Square, man: Man) {
        let one = S::of(square);
        self.colours[man.colour] |= one;
        self.kinds.as_mut()[man.kind] |= one;
        let black = if man.colour == 0 { 0 } else { BLACK };
        self.mailbox.as_mut()[usize::from(square)] = (man.kind as u8 + 1) | black;
    }

    /// Takes a man off; keys and sums are the caller's.
    #[inline(always)]
    pub(super) fn clear(&mut self, square: Square, man: Man) {
        let one = S::of(square);
        self.colours[man.colour] ^= one;
        self.kinds.as_mut()[man.kind] ^= one;
        self.mailbox.as_mut()[usize::from(square)] = 0;
    }
}
