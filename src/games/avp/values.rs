//! What men are worth, and where, compiled once.
//!
//! The two armies are not alike, so that a kind has a value for each colour. White's men are worth what
//! they are in chess-like games of this size. Black's recruits are a little less: they are not needed to
//! mate as much as the Aliens themselves, and each of them was White's loss before. An Alien's value says
//! how much White may give for it: more than a queen and a rook, since with the last one goes the game.

use super::position::{BLACK, Man, WHITE, man};
use super::tables::SQUARES;
use crate::board::Square;

/// Centipawns by kind: P N B R Q K U A C H L.
const WHITE_VALUES: [i32; man::KINDS] = [100, 280, 330, 500, 950, 0, 230, 700, 800, 400, 0];
const BLACK_VALUES: [i32; man::KINDS] = [90, 260, 310, 470, 900, 0, 210, 660, 760, 370, 1500];

/// Values by man and square.
#[derive(Clone, Debug)]
pub(super) struct Values {
    placed: Vec<[i16; SQUARES]>,
    /// Squares of the last three ranks in the order in which a recruit is placed there when nothing
    /// else decides.
    pub(super) recruit_order: Vec<Square>,
}

impl Values {
    /// Computes them.
    pub(super) fn new() -> Values {
        let mut placed = vec![[0; SQUARES]; 2 * man::KINDS];
        for colour in [WHITE, BLACK] {
            for kind in 0..man::KINDS {
                for (square, value) in placed[colour * man::KINDS + kind].iter_mut().enumerate() {
                    let own = value_at(colour, kind, square);
                    *value = if colour == WHITE { own } else { -own } as i16;
                }
            }
        }
        let mut recruit_order: Vec<Square> = (70..SQUARES as Square).collect();
        recruit_order.sort_by_key(|&square| {
            let file = i32::from(square % 10);
            ((file - 4).abs().min((file - 5).abs()), square)
        });
        Values { placed, recruit_order }
    }

    /// A man's value where it stands, centipawns for White.
    #[inline(always)]
    pub(super) fn placed(&self, man: Man, square: Square) -> i32 {
        i32::from(self.placed[man.colour * man::KINDS + man.kind][usize::from(square)])
    }

    /// A man's value wherever it stands, centipawns for its owner.
    #[inline(always)]
    pub(super) fn of(&self, man: Man) -> i32 {
        if man.colour == WHITE { WHITE_VALUES[man.kind] } else { BLACK_VALUES[man.kind] }
    }
}

/// Centipawns for the owner.
fn value_at(colour: usize, kind: usize, square: usize) -> i32 {
    let (file, rank) = ((square % 10) as i32, (square / 10) as i32);
    let ahead = if colour == WHITE { rank } else { 9 - rank };
    // 0 on the edge files and ranks, 4 in the middle.
    let centre_file = file.min(9 - file);
    let centre = centre_file.min(rank.min(9 - rank));
    let base = if colour == WHITE { WHITE_VALUES[kind] } else { BLACK_VALUES[kind] };
    let place = match (colour, kind) {
        // Pawns that advance take squares from the Aliens, and may promote later.
        (WHITE, man::PAWN) => 3 * (ahead - 2) + if centre_file >= 3 { 4 } else { 0 },
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
