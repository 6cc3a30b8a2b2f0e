//! What the terms of the evaluation weigh, and what else of it is a number.
//!
//! The numbers that stand here hold in every game that has none of its own beside its definition. They were
//! fitted to games of the engine against itself, but for that of the hunt for a lone king; `docs/strength.md`
//! tells how, and what they gained.

use super::position::Width;
use super::rules::{Kind, Rules};
use super::values::Values;
use crate::game::{RowMut, WeightTable, Weights};

/// What is counted for each colour; every count has a weight in the middle game and one in the ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    /// Squares that light men may go to, without those that enemy pawns attack.
    LightMobility,
    /// The same of heavy men.
    HeavyMobility,
    /// The square of the sum of the values of all men that attack squares around the enemy king: in hundreds, and
    /// in 16ths.
    Attackers,
    /// Squares around the enemy king that are attacked.
    Ring,
    /// Pawns around the own king.
    Shelter,
    /// Kinds that are bound to a colour of squares and have men on both.
    Pair,
    Doubled,
    Isolated,
    /// Passed pawns by the square of their way, in 16ths.
    Passed,
    /// The same of those with a man right ahead.
    Blocked,
    /// The same of those that a pawn protects.
    Guarded,
    /// The same, for each step that the enemy king is farther away from the square ahead than the own one.
    Escorted,
    /// What the promotion of passed pawns gains, in 16 centipawns, that nothing stops any more: the enemy has only pawns
    /// and a king, who is too far away.
    Runners,
    /// Enemy men that pawns attack.
    PawnThreats,
    /// Heavy enemy men that light men attack.
    LightThreats,
    /// Enemy men that are attacked and not protected, and not next to their king.
    Hanging,
    /// Heavy men on files without own pawns.
    FreeFiles,
    /// Where the enemy has nothing but his king: how far from the middle it stands, and how near the own king.
    LoneKing,
    /// To act.
    Tempo,
}

pub(super) const TERMS: usize = Term::Tempo as usize + 1;

/// Parts of a centipawn in which terms are weighed.
pub(super) const PARTS: i32 = 16;

/// Names of the terms for people.
pub(super) const NAMES: [&str; TERMS] = [
    "light men's moves",
    "heavy men's moves",
    "attackers",
    "squares at the king",
    "shelter",
    "pairs",
    "doubled pawns",
    "isolated pawns",
    "passed pawns",
    "blocked passed pawns",
    "guarded passed pawns",
    "escorted passed pawns",
    "runners",
    "threats of pawns",
    "threats of light men",
    "hanging men",
    "free files",
    "king hunted alone",
    "move",
];

/// Weights of the terms in the middle game and in the ending, in [`PARTS`].
const WEIGHTS: [[i32; 2]; TERMS] = [
    [80, 0],
    [48, 32],
    [64, 16],
    [240, -160],
    [48, 192],
    [720, 0],
    [-288, -80],
    [-64, -144],
    [75, 159],
    [40, -90],
    [-60, 50],
    [-20, 29],
    [0, 200],
    [1040, 0],
    [960, 288],
    [240, 512],
    [336, 16],
    [160, 160],
    [384, 64],
];

/// Every number of a game's evaluation. Pairs are for the middle game and the ending.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// What a term weighs, in [`PARTS`].
    pub(super) terms: [[i32; 2]; TERMS],
    /// For a royal, centipawns: on its last rank in the middle game, on an edge file there, and in the middle of
    /// the board in the ending.
    pub(super) royal: [i32; 3],
    /// For a square of mobility more than a man has on average, in [`PARTS`].
    pub(super) freedom: [i32; 2],
    /// In the middle of the board, centipawns.
    pub(super) centre: [i32; 2],
    /// The part of a promotion's profit that a pawn has at the end of its way, in thousandths.
    pub(super) push: [i32; 2],
    /// For a pawn on a middle file in the middle game, centipawns.
    pub(super) pawn_centre: i32,
    /// What a man of each kind is worth on average, centipawns, by kind.
    pub(super) worth: Vec<[i32; 2]>,
    /// Names of the rows of `worth`; empty for kinds that are not weighed.
    pub(super) worth_names: Vec<String>,
}

impl Numbers {
    /// The numbers that hold in every game. What men are worth follows from how they move.
    pub(super) fn standard() -> Numbers {
        Numbers {
            terms: WEIGHTS,
            royal: [-90, 24, 50],
            freedom: [7 * PARTS, 4 * PARTS],
            centre: [10, 10],
            push: [20, 90],
            pawn_centre: 14,
            worth: Vec::new(),
            worth_names: Vec::new(),
        }
    }

    /// Adds a row for each kind that is not royal, with what its moves make it worth.
    pub(super) fn name_men(&mut self, kinds: &[Kind], worth: &[[i32; 2]]) {
        let name = |kind: &Kind| match kind.royal {
            true => String::new(),
            false => format!("worth of {}", kind.id),
        };
        self.worth_names = kinds.iter().map(name).collect();
        self.worth = worth.to_vec();
    }
}

impl<S: Width> Rules<S> {
    /// Takes over numbers of the evaluation. Positions of before are sums of the old ones.
    pub(super) fn weigh(&mut self, weights: &Weights) {
        self.weights.take_over(weights);
        self.values = Values::new(self);
    }
}

impl WeightTable for Numbers {
    fn rows_mut(&mut self) -> Vec<RowMut<'_>> {
        let mut rows = Vec::new();
        for (term, (name, values)) in NAMES.iter().zip(&mut self.terms).enumerate() {
            // That one is for how to win, not for who does, which is clear where it counts.
            if term != Term::LoneKing as usize {
                rows.push(RowMut::in_parts(name, PARTS, values));
            }
        }
        rows.push(RowMut::new("place of the king", &mut self.royal));
        rows.push(RowMut::in_parts("men's freedom", PARTS, &mut self.freedom));
        rows.push(RowMut::new("men in the middle", &mut self.centre));
        rows.push(RowMut::new("pawns pushed", &mut self.push));
        rows.push(RowMut::new("pawns in the middle", std::slice::from_mut(&mut self.pawn_centre)));
        let worth =
            self.worth_names.iter().zip(&mut self.worth).filter(|(name, _)| !name.is_empty());
        rows.extend(worth.map(|(name, values)| RowMut::new(name, values)));
        rows
    }
}
