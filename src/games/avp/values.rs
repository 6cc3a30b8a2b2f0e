//! What men are worth, and where, compiled once.
//!
//! The two armies are not alike, so that a kind has a value for each colour. An Alien has none here: what
//! Black's Aliens are worth depends on how many they are, and the evaluation says it.
//!
//! The values of White's men, and of the recruits as far as there were enough of them, are those that fit
//! the results of games best: 1,300 games of the engine against itself at 700 to 6,000 nodes an action,
//! from arrays out of which up to seven men of ten were taken by chance, so that about as many games were
//! won by White as by Black; a logistic regression over 53,000 quiet positions of them with the terms of
//! the evaluation and the men's numbers as variables, the queen set to 950.

use super::position::{BLACK, Man, WHITE, man};
use super::tables::SQUARES;
use crate::board::Square;

/// Centipawns by kind: P N B R Q K U A C H L.
const WHITE_VALUES: [i32; man::KINDS] = [100, 400, 320, 560, 950, 0, 450, 600, 1000, 350, 0];
const BLACK_VALUES: [i32; man::KINDS] = [60, 380, 290, 640, 900, 0, 250, 600, 950, 450, 0];

/// Centipawns for a White pawn by its rank, from the same fit.
const PAWN_PLACES: [i32; 10] = [0, 0, 0, -30, -35, -20, -40, -110, -100, 0];

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
        // Pawns are safest at home.
        (WHITE, man::PAWN) => PAWN_PLACES[rank as usize],
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
