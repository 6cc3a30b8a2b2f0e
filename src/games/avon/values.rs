//! What men are worth, and where they stand well.
//!
//! The worths are for this board: 80 squares, cut in two by a wall that slides pass only in its middle, so
//! that sliders count less than on an open board beside leapers. Men that can't go back (Abbot, Caryatid,
//! Princess) count little more than half of the man that can.

use super::kinds::{KINDS, Kind};
use super::position::Man;
use super::seats::HALVES;
use super::tables::{FILES, SQUARES};
use super::weights::Numbers;
use crate::board::{Square, SquareSet};

/// A Pawn's gain on the three ranks before the River, beyond which it becomes a Wazir (AVON-9).
const PAWN_ADVANCE: [i32; 3] = [0, 8, 20];

/// Values by man and square.
#[derive(Clone, Debug)]
pub(super) struct Values {
    placed: [[i16; SQUARES]; KINDS],
    worth: [i32; KINDS],
    prices: [i32; KINDS],
    /// The kinds in rising order of what is risked with them.
    pub(super) cheapest_first: [Kind; KINDS],
}

impl Values {
    pub(super) fn new(numbers: &Numbers) -> Values {
        let Numbers { worth, .. } = *numbers;
        let place = |kind: Kind, square: usize| {
            let value = worth[kind as usize] + stand(kind, square);
            value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
        };
        let mut cheapest_first = Kind::ALL;
        cheapest_first.sort_by_key(|&kind| numbers.price(kind));
        Values {
            placed: Kind::ALL.map(|kind| std::array::from_fn(|square| place(kind, square))),
            worth,
            prices: Kind::ALL.map(|kind| numbers.price(kind)),
            cheapest_first,
        }
    }

    /// The value of a man where it stands, centipawns for White.
    #[inline(always)]
    pub(super) fn placed(&self, man: Man, square: Square) -> i32 {
        let value = i32::from(self.placed[man.kind as usize][usize::from(square)]);
        if man.colour == 0 { value } else { -value }
    }

    /// What is lost with a man, centipawns: its worth and, of a royal, what the player's life depends on.
    #[inline(always)]
    pub(super) fn price(&self, kind: Kind) -> i32 {
        self.prices[kind as usize]
    }

    /// The worth of all men of a colour, whose sets by kind are given.
    pub(super) fn army(&self, kinds: &[u128; KINDS], men: u128) -> i32 {
        let one =
            |kind: Kind| self.worth[kind as usize] * (kinds[kind as usize] & men).count() as i32;
        Kind::ALL.into_iter().map(one).sum()
    }
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
