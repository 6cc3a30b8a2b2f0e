//! What men are worth, and where, compiled once.
//!
//! The two armies are not alike, so that a kind has a value for each colour. An Alien has none here: what
//! Black's Aliens are worth depends on how many they are, and the evaluation says it.

use super::position::{BLACK, Man, WHITE, man};
use super::tables::SQUARES;
use super::weights::Numbers;
use crate::board::Square;

/// The kinds that are not royal.
const NOT_ROYAL: [usize; 9] = [
    man::PAWN,
    man::KNIGHT,
    man::BISHOP,
    man::ROOK,
    man::QUEEN,
    man::UNICORN,
    man::ARCHBISHOP,
    man::CHANCELLOR,
    man::CANNON,
];

/// Values by man and square.
#[derive(Clone, Debug)]
pub(super) struct Values {
    placed: Vec<[i16; SQUARES]>,
    /// By colour and kind.
    worth: [[i32; man::KINDS]; 2],
    /// By colour, the kinds in rising order of what they risk in an exchange, royal ones apart.
    pub(super) cheapest_first: [[usize; 9]; 2],
    /// Squares of the last three ranks in the order in which a recruit is placed there when nothing
    /// else decides.
    pub(super) recruit_order: Vec<Square>,
}

impl Values {
    /// Computes them.
    pub(super) fn new(numbers: &Numbers) -> Values {
        let mut placed = vec![[0; SQUARES]; 2 * man::KINDS];
        for colour in [WHITE, BLACK] {
            for kind in 0..man::KINDS {
                for (square, value) in placed[colour * man::KINDS + kind].iter_mut().enumerate() {
                    let own = value_at(numbers, colour, kind, square);
                    let own = own.clamp(-i32::from(i16::MAX), i16::MAX.into());
                    *value = if colour == WHITE { own } else { -own } as i16;
                }
            }
        }
        let mut recruit_order: Vec<Square> = (70..SQUARES as Square).collect();
        recruit_order.sort_by_key(|&square| {
            let file = i32::from(square % 10);
            ((file - 4).abs().min((file - 5).abs()), square)
        });
        let worth = [numbers.white, numbers.black];
        let cheapest_first = worth.map(|worth| {
            let mut kinds = NOT_ROYAL;
            kinds.sort_by_key(|&kind| worth[kind]);
            kinds
        });
        Values { placed, worth, cheapest_first, recruit_order }
    }

    /// A man's value where it stands, centipawns for White.
    #[inline(always)]
    pub(super) fn placed(&self, man: Man, square: Square) -> i32 {
        i32::from(self.placed[man.colour * man::KINDS + man.kind][usize::from(square)])
    }

    /// A man's value wherever it stands, centipawns for its owner.
    #[inline(always)]
    pub(super) fn of(&self, man: Man) -> i32 {
        self.worth[man.colour][man.kind]
    }
}

/// Centipawns for the owner.
fn value_at(numbers: &Numbers, colour: usize, kind: usize, square: usize) -> i32 {
    let (file, rank) = ((square % 10) as i32, (square / 10) as i32);
    let ahead = if colour == WHITE { rank } else { 9 - rank };
    // 0 on the edge files and ranks, 4 in the middle.
    let centre_file = file.min(9 - file);
    let centre = centre_file.min(rank.min(9 - rank));
    let base = if colour == WHITE { numbers.white[kind] } else { numbers.black[kind] };
    let place = match (colour, kind) {
        // Pawns are safest at home.
        (WHITE, man::PAWN) => numbers.pawn_places[rank as usize],
        (_, man::PAWN) => 6 * (ahead - 2),
        // White's king is safest behind its men.
        (WHITE, man::KING) => -14 * ahead - 4 * centre_file,
        (_, man::KNIGHT | man::UNICORN) => 5 * centre,
        (_, man::BISHOP | man::ARCHBISHOP) => 4 * centre,
        (_, man::QUEEN) => 2 * centre,
        // Aliens are hardest to attack from the edge, and see most from the middle.
        (_, man::ALIEN) => 2 * centre,
        _ => 0,
    };
    base + place
}
