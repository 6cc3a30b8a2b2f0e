//! What the terms of the evaluation weigh, and what else of it is a number.
//!
//! The numbers that stand here hold in every game that has none of its own beside its definition. They were
//! fitted to games of the engine against itself, but for that of the hunt for a lone king; `docs/strength.md`
//! tells how, and what they gained.

use super::position::Width;
use super::rules::{Kind, Rules};
use super::shape::Shape;
use super::values::Values;
use crate::board::Geometry;
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
    /// The same of those on files without any pawns.
    OpenFiles,
    /// The square of the danger that the enemy king is in ([`super::evaluate::king`]), in 1024ths.
    Danger,
    /// The same danger itself, in 16ths.
    Pressure,
    /// Of the file of the own king and those beside it the ones without own pawns.
    OpenKing,
    /// Enemy pawns on these files, at most three ranks from the king.
    Storm,
    /// The same of those four or five ranks away.
    FarStorm,
    /// Pawns that a pawn protects.
    Supported,
    /// The same, by the square of their way, in 16ths.
    Chain,
    /// Pawns with another one right beside them.
    Phalanx,
    /// Pawns that no other one can protect any more, and whose next square an enemy pawn attacks.
    Backward,
    /// Passed pawns by the square of their way, in 16ths, whose way nobody occupies or attacks.
    FreeWay,
    /// Light men that a pawn protects where no enemy pawn will ever attack them, in the enemy's half.
    Outposts,
    /// Own pawns on the colour of squares to which a man is bound.
    BadBishops,
    /// For each man the square of what it lacks to four moves.
    Cramped,
    /// Men that nothing protects.
    Loose,
    /// Enemy men that are attacked, that no pawn protects, and other men at most once.
    Unsafe,
    /// Squares that both sides attack, without those that an enemy pawn protects, or other men twice.
    Contested,
    /// Enemy men that a pawn can attack by going to a square where it is not lost.
    PushThreats,
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
    "open files",
    "danger of the king",
    "pressure on the king",
    "open files at the king",
    "storming pawns",
    "far storming pawns",
    "supported pawns",
    "chained pawns",
    "pawns side by side",
    "backward pawns",
    "free passed pawns",
    "outposts",
    "bad bishops",
    "cramped men",
    "loose men",
    "unsafe men",
    "contested squares",
    "threats of pushes",
    "king hunted alone",
    "move",
];

/// Weights of the terms in the middle game and in the ending, in [`PARTS`].
const WEIGHTS: [[i32; 2]; TERMS] = [
    [48, -19],
    [50, 30],
    [36, -14],
    [282, -248],
    [54, 169],
    [791, 198],
    [-225, -16],
    [-94, -66],
    [115, 182],
    [-97, 9],
    [5, 35],
    [-19, 32],
    [-2, 215],
    [1078, 60],
    [863, 216],
    [187, 473],
    [202, 33],
    [54, -35],
    [23, -14],
    [-39, 148],
    [-93, 45],
    [-90, 118],
    [-17, 32],
    [35, 63],
    [20, -18],
    [49, 41],
    [-50, 113],
    [0, 115],
    [105, 200],
    [-17, -77],
    [-11, -67],
    [-106, -32],
    [55, 236],
    [67, -46],
    [188, 80],
    [160, 160],
    [372, 193],
];

/// What is weighed of a kind beside where its men stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Weighed {
    /// Nothing, of a royal.
    Place,
    /// What it is worth, of a pawn.
    Worth,
    /// That, and where it may go.
    WorthAndMoves,
}

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
    /// By kind, its id and what of it is weighed.
    names: Vec<(String, Weighed)>,
    /// What a man of each kind is worth on average, centipawns, by kind.
    pub(super) worth: Vec<[i32; 2]>,
    /// For each square that a man of a kind may go to, beside the terms of moves, in [`PARTS`], by kind.
    pub(super) moves: Vec<[i32; 2]>,
    /// For a man of a kind on each rank from its own side on, centipawns: all ranks in the middle game, then all
    /// in the ending, by kind.
    ranks: Vec<Vec<i32>>,
    /// The same on each file from the edge to the middle.
    files: Vec<Vec<i32>>,
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
            names: Vec::new(),
            worth: Vec::new(),
            moves: Vec::new(),
            ranks: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Adds the rows of each kind: of one that is not royal with what its moves make it worth.
    fn name_men<S>(
        &mut self,
        kinds: &[Kind],
        shape: &Shape<S>,
        worth: &[[i32; 2]],
        geometry: &Geometry,
    ) {
        let weighed = |kind: usize| match (kinds[kind].royal, shape.active.contains(&kind)) {
            (true, _) => Weighed::Place,
            (_, false) => Weighed::Worth,
            (_, true) => Weighed::WorthAndMoves,
        };
        let places = |count: u8| vec![vec![0; 2 * usize::from(count)]; kinds.len()];
        self.names = (0..kinds.len()).map(|kind| (kinds[kind].id.clone(), weighed(kind))).collect();
        self.worth = worth.to_vec();
        self.moves = vec![[0; 2]; kinds.len()];
        self.ranks = places(geometry.ranks());
        self.files = places(geometry.files().div_ceil(2));
    }

    /// For a man of a kind where it stands, centipawns: so many ranks from its own side, files from the edge.
    pub(super) fn place(&self, kind: usize, rank: usize, file: usize) -> [i32; 2] {
        let at = |rows: &[Vec<i32>], place: usize| {
            rows.get(kind).map_or([0; 2], |row| [row[place], row[row.len() / 2 + place]])
        };
        let (ranks, files) = (at(&self.ranks, rank), at(&self.files, file));
        [0, 1].map(|phase| ranks[phase] + files[phase])
    }
}

impl<S: Width> Rules<S> {
    /// Gives the numbers the rows of the kinds.
    pub(super) fn name_weights(&mut self) {
        let (worth, geometry) = (self.values.standard(), self.men.tables.geometry());
        self.weights.name_men(&self.kinds, &self.shape, worth, geometry);
    }

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
        let kinds = self.names.iter().zip(&mut self.worth).zip(&mut self.moves);
        for (((id, weighed), worth), moves) in kinds {
            if *weighed != Weighed::Place {
                rows.push(RowMut::new(&format!("worth of {id}"), worth));
            }
            if *weighed == Weighed::WorthAndMoves {
                rows.push(RowMut::in_parts(&format!("moves of {id}"), PARTS, moves));
            }
        }
        let places = self.names.iter().zip(&mut self.ranks).zip(&mut self.files);
        for (((id, _), ranks), files) in places {
            rows.push(RowMut::new(&format!("{id} by rank"), ranks));
            rows.push(RowMut::new(&format!("{id} by file"), files));
        }
        rows
    }
}
