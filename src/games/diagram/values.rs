//! What men are worth, derived from how they move on this board: no table is made by hand for a game.
//!
//! A man's *mobility* on a square is the number of squares it would reach on a board on which each
//! square is occupied with a fixed probability. Its value grows with its mean mobility, a little more
//! than linearly, since a man that attacks more squares also forks more (after H. G. Muller's
//! observations on the values of short leapers). The difference of a square's mobility from the mean
//! gives the piece-square terms. In games whose men change on arrival, a man is worth what it can
//! become from where it stands. Numbers that a game has of its own come to it as differences from these.

use super::position::{Man, Width};
use super::rules::Rules;
use super::weights::PARTS;
use crate::board::{Square, Step, Way};

/// Probability that a square of a ride is free, in the middle game.
const FREE: f64 = 0.70;
/// Centipawns a square of mobility.
const PER_SQUARE: f64 = 45.5;
/// Centipawns a square of mobility, squared.
const PER_SQUARE_SQUARED: f64 = 0.95;
/// Part of a promotion's profit that a promoting man owns from the start.
const PROMOTION_HOPE: f64 = 0.055;
/// What a pawn is worth less in the middle game than in the ending, centipawns.
const PAWN_PATIENCE: i32 = 15;

/// A man's worth on a square, centipawns, negative for Black.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Placed {
    /// While the board is full.
    pub middle: i32,
    /// When it has emptied.
    pub ending: i32,
}

/// Values of all men of a game.
#[derive(Clone, Default, Debug)]
pub struct Values {
    placed: Vec<Placed>,
    kinds: usize,
    squares: usize,
    /// By kind, as the game's numbers say.
    values: Vec<i32>,
    /// By kind, as the moves say.
    sizes: Vec<i32>,
    /// By kind, as the moves say, for the middle game and the ending.
    standard: Vec<[i32; 2]>,
    /// By kind, what a promotion gains at best.
    profits: Vec<i32>,
    weights: Vec<i32>,
    /// Sum of the weights in the start array.
    pub full_phase: i32,
}

impl Values {
    /// Derives the values from the rules and their numbers.
    pub(super) fn new<S: Width>(rules: &Rules<S>) -> Values {
        let kinds = rules.kinds.len();
        let squares = rules.geometry().len();
        let survey = Survey::new(rules);
        let sizes: Vec<i32> = (0..kinds).map(|kind| survey.value(kind).round() as i32).collect();
        let standard: Vec<[i32; 2]> = (0..kinds)
            .map(|kind| {
                let patience = if survey.pawnlike[kind] { PAWN_PATIENCE } else { 0 };
                [sizes[kind] - patience, sizes[kind]]
            })
            .collect();
        let more = |kind: usize| -> [i32; 2] {
            let own = rules.weights.worth.get(kind).unwrap_or(&standard[kind]);
            [0, 1].map(|phase| own[phase] - standard[kind][phase])
        };
        let values =
            (0..kinds).map(|kind| sizes[kind] + more(kind).iter().sum::<i32>() / 2).collect();
        let weights: Vec<i32> = (0..kinds)
            .map(|kind| {
                let counts = !rules.kinds[kind].royal && !survey.pawnlike[kind];
                if counts { (sizes[kind] + 50) / 100 } else { 0 }
            })
            .collect();
        let mut placed = Vec::with_capacity(2 * kinds * squares);
        for colour in 0..2 {
            for kind in 0..kinds {
                for square in (0..squares).map(|square| square as Square) {
                    let worth = survey.placed(Man { colour, kind }, square);
                    let sign = if colour == 0 { 1 } else { -1 };
                    let place = survey.place(Man { colour, kind }, square);
                    let [middle, ending] = [0, 1].map(|phase| more(kind)[phase] + place[phase]);
                    placed.push(Placed {
                        middle: sign * (worth.0.round() as i32 + middle),
                        ending: sign * (worth.1.round() as i32 + ending),
                    });
                }
            }
        }
        let profits = (0..kinds).map(|kind| survey.profit(kind).round() as i32).collect();
        let full_phase = rules.start.iter().map(|(_, man)| weights[man.kind]).sum();
        Values { placed, kinds, squares, values, sizes, standard, profits, weights, full_phase }
    }

    /// A man's worth on a square.
    #[inline(always)]
    pub fn placed(&self, man: Man, square: Square) -> Placed {
        self.placed[(man.colour * self.kinds + man.kind) * self.squares + usize::from(square)]
    }

    /// Mean value of a kind, centipawns; 0 for royals.
    #[inline(always)]
    pub fn value(&self, kind: usize) -> i32 {
        self.values[kind]
    }

    /// Mean value of a kind by its moves alone, centipawns, whatever numbers the game has; 0 for royals.
    #[inline(always)]
    pub fn size(&self, kind: usize) -> i32 {
        self.sizes[kind]
    }

    /// What a promotion of a kind gains at best by the moves alone, centipawns.
    pub(super) fn profit(&self, kind: usize) -> i32 {
        self.profits[kind]
    }

    /// What a man of each kind is worth by its moves alone, in the middle game and in the ending.
    pub(super) fn standard(&self) -> &[[i32; 2]] {
        &self.standard
    }

    /// Weight of a kind in the phase of the game; 0 for royals and pawns.
    #[inline(always)]
    pub fn weight(&self, kind: usize) -> i32 {
        self.weights[kind]
    }
}

/// Mobility of every man on every square, and what follows from it.
struct Survey<'r, S: Width> {
    rules: &'r Rules<S>,
    /// By `(colour * kinds + kind) * squares + square`.
    mobility: Vec<f64>,
    /// Mean mobility by kind.
    mean: Vec<f64>,
    /// Value by kind from mobility alone.
    base: Vec<f64>,
    /// What a man is worth where it stands if it can become something else; empty if no man ever does.
    becoming: Vec<f64>,
    pawnlike: Vec<bool>,
}

impl<'r, S: Width> Survey<'r, S> {
    fn new(rules: &'r Rules<S>) -> Survey<'r, S> {
        let kinds = rules.kinds.len();
        let geometry = rules.geometry();
        let mut mobility = vec![0.0; 2 * kinds * geometry.len()];
        for colour in 0..2 {
            for kind in 0..kinds {
                for square in geometry.squares() {
                    let index = (colour * kinds + kind) * geometry.len() + usize::from(square);
                    mobility[index] = reach(rules, Man { colour, kind }, square)
                        .iter()
                        .map(|&(_, chance)| chance)
                        .sum();
                }
            }
        }
        let playable = geometry.squares().count() as f64;
        let mean: Vec<f64> = (0..kinds)
            .map(|kind| {
                let row = &mobility[kind * geometry.len()..][..geometry.len()];
                row.iter().sum::<f64>() / playable
            })
            .collect();
        let base =
            mean.iter().map(|mean| mean * PER_SQUARE + mean * mean * PER_SQUARE_SQUARED).collect();
        let pawnlike = (0..kinds)
            .map(|kind| rules.promotion_squares(0, kind).any() && rules.kinds[kind].forward_only)
            .collect();
        let mut survey = Survey { rules, mobility, mean, base, becoming: Vec::new(), pawnlike };
        survey.look_ahead();
        survey
    }

    fn index(&self, man: Man, square: Square) -> usize {
        let kinds = self.rules.kinds.len();
        (man.colour * kinds + man.kind) * self.rules.geometry().len() + usize::from(square)
    }

    /// In games with changes on arrival: half what the man is, half what it can become in one move,
    /// twice over. The best target counts as much as the mean of all.
    fn look_ahead(&mut self) {
        let rules = self.rules;
        if rules.morph.is_empty() {
            return;
        }
        let kinds = rules.kinds.len();
        let mut now: Vec<f64> = self.mobility.iter().map(|m| m * PER_SQUARE).collect();
        for _ in 0..2 {
            let mut next = now.clone();
            for colour in 0..2 {
                for kind in (0..kinds).filter(|&kind| !rules.kinds[kind].royal) {
                    let man = Man { colour, kind };
                    for square in rules.geometry().squares() {
                        let targets = reach(rules, man, square);
                        let worth = |to: Square| {
                            let becomes = Man { colour, kind: rules.arriving(man, to) };
                            now[self.index(becomes, to)]
                        };
                        let total: f64 = targets.iter().map(|&(_, chance)| chance).sum();
                        if total == 0.0 {
                            continue;
                        }
                        let mean =
                            targets.iter().map(|&(to, p)| p * worth(to)).sum::<f64>() / total;
                        let best = targets.iter().map(|&(to, _)| worth(to)).fold(0.0, f64::max);
                        let index = self.index(man, square);
                        next[index] = 0.5 * now[index] + 0.25 * mean + 0.25 * best;
                    }
                }
            }
            now = next;
        }
        self.becoming = now;
    }

    /// Mean value of a kind.
    fn value(&self, kind: usize) -> f64 {
        let rules = self.rules;
        if rules.kinds[kind].royal {
            return 0.0;
        }
        if !self.becoming.is_empty() {
            let geometry = rules.geometry();
            let row = &self.becoming[kind * geometry.len()..][..geometry.len()];
            return row.iter().sum::<f64>() / geometry.squares().count() as f64;
        }
        self.base[kind] + PROMOTION_HOPE * self.profit(kind)
    }

    /// What a promotion of the kind gains at best.
    fn profit(&self, kind: usize) -> f64 {
        let rules = self.rules;
        let zone = rules.promotion_squares(0, kind);
        let best = zone
            .squares()
            .flat_map(|square| rules.promotions(0, square))
            .map(|choice| self.base[usize::from(choice.kind)])
            .fold(0.0, f64::max);
        (best - self.base[kind]).max(0.0)
    }

    /// What the game's numbers say of a man by its rank and its file.
    fn place(&self, man: Man, square: Square) -> [i32; 2] {
        let geometry = self.rules.geometry();
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        let ahead = if man.colour == 0 { rank } else { geometry.ranks() - 1 - rank };
        let from_edge = file.min(geometry.files() - 1 - file);
        self.rules.weights.place(man.kind, usize::from(ahead), usize::from(from_edge))
    }

    fn placed(&self, man: Man, square: Square) -> (f64, f64) {
        let rules = self.rules;
        let geometry = rules.geometry();
        let ranks = f64::from(geometry.ranks() - 1).max(1.0);
        let rank = f64::from(geometry.rank(square));
        let ahead = if man.colour == 0 { rank } else { ranks - rank } / ranks;
        let file = f64::from(geometry.file(square));
        let middle_file = f64::from(geometry.files() - 1) / 2.0;
        let from_centre = (file - middle_file).abs() / middle_file.max(1.0);
        let from_middle_rank = (rank - ranks / 2.0).abs() / (ranks / 2.0).max(1.0);
        let centre = 1.0 - (from_centre + from_middle_rank) / 2.0;
        let numbers = &rules.weights;
        if rules.kinds[man.kind].royal {
            // Behind its men while the board is full, in the middle when it has emptied.
            let [far, edge, middle] = numbers.royal.map(f64::from);
            return (far * ahead + edge * from_centre, middle * centre);
        }
        if !self.becoming.is_empty() {
            let worth = self.becoming[self.index(man, square)];
            return (worth, worth);
        }
        let value = self.value(man.kind);
        if self.pawnlike[man.kind] {
            let push = self.profit(man.kind) * (ahead * ahead - 0.2) / 1000.0;
            let [middle, ending] = numbers.push.map(f64::from);
            let files = f64::from(numbers.pawn_centre) * (1.0 - from_centre) * (0.5 + ahead);
            let patience = f64::from(PAWN_PATIENCE);
            return (value - patience + middle * push + files, value + ending * push);
        }
        let more = self.mobility[self.index(man, square)] - self.mean[man.kind];
        let placed = |phase: usize| {
            let freedom = f64::from(numbers.freedom[phase]) / f64::from(PARTS);
            value + freedom * more + f64::from(numbers.centre[phase]) * centre
        };
        (placed(0), placed(1))
    }
}

/// Where a man could go from a square, and how likely each way is open.
fn reach<S: Width>(rules: &Rules<S>, man: Man, square: Square) -> Vec<(Square, f64)> {
    let mut targets: Vec<(Square, f64)> = Vec::new();
    for step in &rules.movements[man.kind].steps {
        let mode = match (step.quiet, step.capture) {
            _ if step.initial => 0.1,
            (true, true) => 1.0,
            (false, false) => 0.0,
            _ => 0.5,
        };
        reach_step(rules, man, square, step, mode, &mut targets);
    }
    targets
}

fn reach_step<S: Width>(
    rules: &Rules<S>,
    man: Man,
    square: Square,
    step: &Step,
    mode: f64,
    targets: &mut Vec<(Square, f64)>,
) {
    let geometry = rules.geometry();
    let sign = if man.colour == 0 { 1 } else { -1 };
    let (files, ranks) = (sign * step.vector.0, sign * step.vector.1);
    let line = std::iter::successors(geometry.step(square, files, ranks), |&at| {
        geometry.step(at, files, ranks)
    });
    match &step.way {
        Way::Leap => targets.extend(line.take(1).map(|to| (to, mode))),
        Way::Ride(most) => {
            let chances = (0..).map(|jump| mode * FREE.powi(jump));
            targets.extend(line.take(usize::from(*most)).zip(chances));
        }
        Way::Lame(path) => {
            let chance = mode * FREE.powi(path.len() as i32);
            targets.extend(line.take(1).map(|to| (to, chance)));
        }
        Way::Hop { .. } => {
            // The mount may stand on any square before the target.
            for (jump, to) in line.enumerate().skip(1) {
                let open = FREE.powi(jump as i32 - 1) * (1.0 - FREE) * jump as f64;
                targets.push((to, mode * open));
            }
        }
    }
}
