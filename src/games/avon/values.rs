//! What men are worth, and where they stand well.
//!
//! The worths are for this board: 80 squares, cut in two by a wall that slides pass only in its middle, so
//! that sliders count less than on an open board beside leapers. Men that can't go back (Abbot, Caryatid,
//! Princess) count little more than half of the man that can.

use super::kinds::{KINDS, Kind};
use super::position::Man;
use super::seats::HALVES;
use super::tables::{FILES, SQUARES};
use crate::board::{Square, SquareSet};

/// Centipawns by kind, in the order of [`Kind::ALL`].
const WORTH: [i32; KINDS] = [70, 120, 820, 430, 300, 230, 190, 340, 880, 300, 640, 400];

/// What a royal counts beyond its moves when it is given up: a player lives by his royals.
const ROYAL_PREMIUM: i32 = 120;

/// A Pawn's gain on the three ranks before the River, beyond which it becomes a Wazir (AVON-9).
const PAWN_ADVANCE: [i32; 3] = [0, 8, 20];

/// Values by man and square.
#[derive(Clone, Debug)]
pub(super) struct Values {
    placed: [[i16; SQUARES]; KINDS],
}

impl Values {
    pub(super) fn new() -> Values {
        let place = |kind: Kind, square: usize| (worth(kind) + stand(kind, square)) as i16;
        Values { placed: Kind::ALL.map(|kind| std::array::from_fn(|square| place(kind, square))) }
    }

    /// The value of a man where it stands, centipawns for White.
    #[inline(always)]
    pub(super) fn placed(&self, man: Man, square: Square) -> i32 {
        let value = i32::from(self.placed[man.kind as usize][usize::from(square)]);
        if man.colour == 0 { value } else { -value }
    }
}

/// What a kind is worth as a man, centipawns.
pub(super) const fn worth(kind: Kind) -> i32 {
    WORTH[kind as usize]
}

/// What is lost with a man, centipawns: its worth and, of a royal, what the player's life depends on.
#[inline(always)]
pub(super) const fn price(kind: Kind) -> i32 {
    WORTH[kind as usize] + if kind.royal() { ROYAL_PREMIUM } else { 0 }
}

/// What a square adds for a kind. It is the same for both colours, each of which has a player on either
/// half.
fn stand(kind: Kind, square: usize) -> i32 {
    let (file, rank) = (square as i32 % i32::from(FILES), square as i32 / i32::from(FILES));
    // Ranks from the River, 0 next to it, and files from the wall, 0 next to it.
    let from_river = if HALVES[0].contains(square as u8) { 4 - rank } else { rank - 5 };
    let from_wall = if file < 4 { 3 - file } else { file - 4 };
    match kind {
        // Behind the second rank of a half no Pawn stands.
        Kind::Pawn => PAWN_ADVANCE[(2 - from_river).clamp(0, 2) as usize] - from_wall,
        Kind::Wazir => 12 - 2 * from_river - 2 * from_wall,
        Kind::Prince => 2 * from_river,
        Kind::Carpenter | Kind::Marshal => 8 - 2 * from_river - 2 * from_wall,
        // What can't go back is best kept with the whole half before it.
        Kind::Abbot | Kind::Caryatid | Kind::Princess => 2 * from_river - from_wall,
        _ => 4 - from_river - from_wall,
    }
}

/// The worth of all men of a colour, whose sets by kind are given.
pub(super) fn army(kinds: &[u128; KINDS], men: u128) -> i32 {
    let one = |kind: Kind| worth(kind) * (kinds[kind as usize] & men).count() as i32;
    Kind::ALL.into_iter().map(one).sum()
}
