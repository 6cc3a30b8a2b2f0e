//! Where White's king and rooks castle (AVP-5).

use super::position::{KING_SIDE, Set};
use crate::board::Square;

/// The king's home, f2.
pub(super) const KING: Square = 15;

/// One castling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// Where the king goes.
    pub(super) king_to: Square,
    /// The rook's home.
    pub(super) rook_from: Square,
    /// The square that the king passes, where the rook goes.
    pub(super) rook_to: Square,
    /// The squares between king and rook.
    pub(super) between: Set,
}

/// The castling of a right: f2h2 with j2g2, or f2d2 with a2e2.
pub(super) const fn way(right: u8) -> Way {
    if right == KING_SIDE {
        Way { king_to: 17, rook_from: 19, rook_to: 16, between: 0b111 << 16 }
    } else {
        Way { king_to: 13, rook_from: 10, rook_to: 14, between: 0b1111 << 11 }
    }
}

/// The right that the rook of a square stands for; 0 elsewhere. The king's square stands for both.
pub(super) const fn rights_of(square: Square) -> u8 {
    match square {
        KING => 3,
        19 => 1,
        10 => 2,
        _ => 0,
    }
}
