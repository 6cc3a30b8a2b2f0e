//! What the 32 bits of an action mean in this game.
//!
//! | kind | from | to | extra |
//! |---|---|---|---|
//! | placing an Alien | the square | the same | 0 |
//! | a plain move or capture; an Alien's capture that declines the recruit | from | to | 0 |
//! | a pawn's step of two | from | to | 0 |
//! | en passant | from | to | 0 |
//! | castling | the king's square | where it goes | the right |
//! | promotion | from | to | the kind |
//! | an Alien's capture with its recruit | from | to | the recruit's square |

use super::castling;
use crate::board::Square;
use crate::game::Action;

/// Values of [`Action::kind`].
pub mod kind {
    /// Placing an Alien (AVP-2).
    pub const PLACING: u8 = 1;
    /// A move or capture; of an Alien's capture the form without a recruit.
    pub const PLAIN: u8 = 2;
    /// A pawn's step of two squares.
    pub const TWICE: u8 = 3;
    /// A capture en passant.
    pub const EN_PASSANT: u8 = 4;
    /// Castling (AVP-5).
    pub const CASTLING: u8 = 5;
    /// A promotion (AVP-6, AVP-9).
    pub const PROMOTION: u8 = 6;
    /// A capture with a recruit (AVP-8).
    pub const RECRUITING: u8 = 7;
}

pub(super) const fn placing(square: Square) -> Action {
    Action::new(square, square, 0, kind::PLACING)
}

pub(super) const fn plain(from: Square, to: Square) -> Action {
    Action::new(from, to, 0, kind::PLAIN)
}

pub(super) const fn twice(from: Square, to: Square) -> Action {
    Action::new(from, to, 0, kind::TWICE)
}

pub(super) const fn en_passant(from: Square, to: Square) -> Action {
    Action::new(from, to, 0, kind::EN_PASSANT)
}

pub(super) const fn castling(side: u8) -> Action {
    Action::new(castling::KING, castling::way(side).king_to, side, kind::CASTLING)
}

pub(super) const fn promotion(from: Square, to: Square, man: usize) -> Action {
    Action::new(from, to, man as u8, kind::PROMOTION)
}

pub(super) const fn recruiting(from: Square, to: Square, square: Square) -> Action {
    Action::new(from, to, square, kind::RECRUITING)
}
