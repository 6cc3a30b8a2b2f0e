//! Static evaluation from general means.
//!
//! Terms, all in centipawns and blended between middle game and ending: what men are worth where they
//! stand (kept up to date in the position), mobility, attacks around the enemy king, pawn structure
//! where there are pawns that can't change otherwise than by promotion, a pair of men bound to opposite
//! colours, and the move.

use super::position::{Position, Width};
use super::rules::{Minor, Rules};
use crate::board::Square;
use crate::game::MAX_EVALUATION;
use std::fmt::Write as _;

/// Centipawns a square that a man may go to, in the middle game and the ending.
const MOBILITY: [i32; 2] = [3, 4];
/// Centipawns an attack on the squares around the king, by hundreds of the attacker's value.
const ATTACK: i32 = 3;
/// Centipawns for a pair of men bound to opposite colours.
const PAIR: i32 = 35;
/// Centipawns for being on move.
const TEMPO: i32 = 12;
const DOUBLED: [i32; 2] = [-8, -18];
const ISOLATED: [i32; 2] = [-10, -12];
/// A passed pawn on its last rank but one, growing with the square of its way.
const PASSED: [i32; 2] = [55, 130];

/// The evaluation taken apart, White's view, `[middle game, ending]` for each term.
#[derive(Clone, Copy, Default, Debug)]
struct Terms {
    men: [i32; 2],
    mobility: [i32; 2],
    king: [i32; 2],
    pawns: [i32; 2],
    pairs: [i32; 2],
}

impl Terms {
    fn sum(&self) -> [i32; 2] {
        [0, 1].map(|phase| {
            self.men[phase]
                + self.mobility[phase]
                + self.king[phase]
                + self.pawns[phase]
                + self.pairs[phase]
        })
    }
}

impl<S: Width> Rules<S> {
    /// Value for the side to move, centipawns.
    pub(super) fn evaluation(&self, position: &Position<S>) -> i32 {
        let white = self.blend(position, self.terms(position).sum());
        let value = if position.side == 0 { white } else { -white } + TEMPO;
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Between middle game and ending by the men left.
    fn blend(&self, position: &Position<S>, [middle, ending]: [i32; 2]) -> i32 {
        let full = self.values.full_phase.max(1);
        let phase = position.phase.clamp(0, full);
        (middle * phase + ending * (full - phase)) / full
    }

    fn terms(&self, position: &Position<S>) -> Terms {
        let mut terms = Terms { men: position.score, ..Terms::default() };
        for colour in 0..2 {
            let sign = if colour == 0 { 1 } else { -1 };
            let (moves, attack) = self.activity(position, colour);
            terms.mobility[0] += sign * moves * MOBILITY[0];
            terms.mobility[1] += sign * moves * MOBILITY[1];
            // Several attackers are worth more than the sum of each.
            terms.king[0] += sign * (attack * ATTACK + attack * attack / 16).min(400);
            terms.king[1] += sign * (attack * ATTACK / 2).min(100);
            if self.shape.pawns_matter {
                let pawns = self.pawns(position, colour);
                terms.pawns[0] += sign * pawns[0];
                terms.pawns[1] += sign * pawns[1];
            }
            let pair = sign * self.pair(position, colour);
            terms.pairs[0] += pair;
            terms.pairs[1] += pair;
        }
        terms
    }

    /// How many squares the men of a colour may go to, pawns and royals apart, and how hard they press
    /// on the squares around the enemy king.
    #[inline]
    fn activity(&self, position: &Position<S>, colour: usize) -> (i32, i32) {
        let tables = &self.men.tables;
        let own = position.colours[colour];
        let occupied = position.occupied();
        let ring = self.shape.rings[usize::from(position.kings[colour ^ 1])];
        let (mut moves, mut attack) = (0, 0);
        for &kind in &self.shape.active {
            let men = position.of_kind(kind) & own;
            if men.is_empty() {
                continue;
            }
            let table = self.men.moves(colour, kind);
            let press = (self.values.value(kind) + 150) / 100;
            for from in men.squares() {
                let at = usize::from(from);
                let mut targets = tables.leaps[table.leaps][at];
                for &quad in &table.rides {
                    targets |= tables.slide(quad, from, occupied);
                }
                for &quad in &table.quiet_rides {
                    targets |= tables.slide(quad, from, occupied);
                }
                moves += (targets & !own).count() as i32;
                if (targets & ring).any() {
                    attack += press;
                }
            }
        }
        (moves, attack)
    }

    fn pair(&self, position: &Position<S>, colour: usize) -> i32 {
        let mut value = 0;
        for &kind in &self.shape.bound {
            let men = position.of_kind(kind) & position.colours[colour];
            if (men & self.dark).any() && (men & !self.dark).any() {
                value += PAIR;
            }
        }
        value
    }

    fn pawns(&self, position: &Position<S>, colour: usize) -> [i32; 2] {
        let all = position.of_kind(0);
        let (own, enemies) = (all & position.colours[colour], all & position.colours[colour ^ 1]);
        let mut value = [0; 2];
        let mut add = |term: [i32; 2]| {
            value[0] += term[0];
            value[1] += term[1];
        };
        for square in own.squares() {
            let spans = &self.shape.spans[colour][usize::from(square)];
            if (spans.ahead & own).any() {
                add(DOUBLED);
            } else if (spans.passed & enemies).is_empty() {
                let way = spans.way;
                add([PASSED[0] * way / 256, PASSED[1] * way / 256]);
            }
            if (spans.beside & own).is_empty() {
                add(ISOLATED);
            }
        }
        value
    }

    /// The evaluation as text, White's view.
    pub(super) fn evaluation_text(&self, position: &Position<S>) -> String {
        let terms = self.terms(position);
        let mut text = String::from("term       middle  ending (centipawns, White's view)\n");
        for (name, term) in [
            ("men", terms.men),
            ("mobility", terms.mobility),
            ("king", terms.king),
            ("pawns", terms.pawns),
            ("pairs", terms.pairs),
            ("sum", terms.sum()),
        ] {
            let _ = writeln!(text, "{name:9}{:8}{:8}", term[0], term[1]);
        }
        let phase = position.phase.clamp(0, self.values.full_phase);
        let _ = writeln!(text, "phase    {phase} of {}", self.values.full_phase);
        let _ = write!(text, "for the side to move: {} cp", self.evaluation(position));
        text
    }
}

/// Squares that matter to a pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans<S> {
    /// Ahead of it on its own file.
    ahead: S,
    /// Ahead of it on its own and the neighbouring files.
    passed: S,
    /// The neighbouring files.
    beside: S,
    /// The square of the part of its way that it has gone, in 256ths.
    way: i32,
}

/// What the evaluation knows of the board, computed once.
#[derive(Clone, Default, Debug)]
pub struct Shape<S> {
    /// Squares around a king, by square.
    rings: Vec<S>,
    /// Kinds whose mobility counts.
    active: Vec<usize>,
    /// Kinds that never leave a colour of squares.
    bound: Vec<usize>,
    /// The first kind is a pawn and stays one.
    pawns_matter: bool,
    spans: [Vec<Spans<S>>; 2],
}

impl<S: Width> Shape<S> {
    /// Looks at the rules.
    pub(super) fn new(rules: &Rules<S>) -> Shape<S> {
        let geometry = rules.geometry();
        let squares = || (0..geometry.len()).map(|square| square as Square);
        let around = |square: Square| {
            let near = [-1, 0, 1].into_iter().flat_map(|f| [-1, 0, 1].map(|r| (f, r)));
            near.filter_map(|(files, ranks)| geometry.step(square, files, ranks))
                .fold(S::EMPTY, |set, to| set | S::of(to))
        };
        let pawnlike =
            |kind: usize| rules.promotion_squares(0, kind).any() && rules.kinds[kind].forward_only;
        let kinds = 0..rules.kinds.len();
        let spans = [0, 1].map(|colour| squares().map(|at| spans(rules, colour, at)).collect());
        Shape {
            rings: squares().map(around).collect(),
            active: kinds.clone().filter(|&k| !rules.kinds[k].royal && !pawnlike(k)).collect(),
            bound: kinds.filter(|&k| rules.kinds[k].minor == Some(Minor::Bishop)).collect(),
            pawns_matter: pawnlike(0) && rules.morph.is_empty(),
            spans,
        }
    }
}

fn spans<S: Width>(rules: &Rules<S>, colour: usize, square: Square) -> Spans<S> {
    let geometry = rules.geometry();
    let (file, rank) = (geometry.file(square), geometry.rank(square));
    let is_ahead = |other: u8| if colour == 0 { other > rank } else { other < rank };
    let set = |wanted: &dyn Fn(u8, u8) -> bool| {
        geometry
            .squares()
            .filter(|&other| wanted(geometry.file(other), geometry.rank(other)))
            .fold(S::EMPTY, |set, other| set | S::of(other))
    };
    let gone = i32::from(if colour == 0 { rank } else { geometry.ranks() - 1 - rank });
    let whole = i32::from(geometry.ranks() - 1).max(1);
    Spans {
        ahead: set(&|f, r| f == file && is_ahead(r)),
        passed: set(&|f, r| f.abs_diff(file) <= 1 && is_ahead(r)),
        beside: set(&|f, _| f.abs_diff(file) == 1),
        way: gone * gone * 256 / (whole * whole),
    }
}
