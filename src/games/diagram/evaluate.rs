//! Static evaluation from general means.
//!
//! What men are worth where they stand is kept up to date in the position. To it come terms, each a count
//! for either side times a weight, blended between middle game and ending: mobility, pressure on the king,
//! shelter, pawn structure where there are pawns that can't change otherwise than by promotion, threats, a
//! pair of men bound to opposite colours, and the move. What they weigh stands in `weights`.

use super::position::{Position, Width};
use super::rules::{Minor, Rules};
use super::weights::{NAMES, PARTS, TERMS, Term};
use crate::board::{Movement, Square, Step, Way};
use crate::game::MAX_EVALUATION;
use std::fmt::Write as _;

/// From here on more men that press on the enemy king count no more, in hundreds of their values.
const MOST_PRESSURE: i32 = 20;
/// From this size on a man counts as heavy, centipawns.
const HEAVY: i32 = 420;

/// What a colour's men do, as far as the other's terms need it.
#[derive(Clone, Copy)]
struct Reach<S> {
    /// Squares that pawns attack.
    pawns: S,
    /// Squares that light men attack.
    light: S,
    /// Squares that anything attacks.
    all: S,
}

impl<S: Width> Rules<S> {
    /// Value for the side to move, centipawns.
    pub(super) fn evaluation(&self, position: &Position<S>) -> i32 {
        let white = self.blend(position, self.sum(position));
        let value = if position.side == 0 { white } else { -white };
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Between middle game and ending by the men left.
    fn blend(&self, position: &Position<S>, [middle, ending]: [i32; 2]) -> i32 {
        let full = self.values.full_phase.max(1);
        let phase = position.phase.clamp(0, full);
        // The product for a large board full of the greatest men is too much for 32 bits.
        let sum =
            i64::from(middle) * i64::from(phase) + i64::from(ending) * i64::from(full - phase);
        (sum / i64::from(full)) as i32
    }

    /// Men and all terms, White's view.
    fn sum(&self, position: &Position<S>) -> [i32; 2] {
        let mut sum = [0; 2];
        for (count, weight) in self.counts(position).into_iter().zip(&self.weights.terms) {
            sum[0] += count * weight[0];
            sum[1] += count * weight[1];
        }
        [0, 1].map(|phase| position.score[phase] + sum[phase] / PARTS)
    }

    /// What White has of each term more than Black.
    fn counts(&self, position: &Position<S>) -> [i32; TERMS] {
        let mut counts = [[0; TERMS]; 2];
        let pawns = [0, 1].map(|colour| self.pawn_attacks(position, colour));
        let mut reach = [0, 1].map(|colour| Reach {
            pawns: pawns[colour],
            light: S::EMPTY,
            all: pawns[colour],
        });
        for colour in 0..2 {
            self.activity(
                position,
                colour,
                pawns[colour ^ 1],
                &mut reach[colour],
                &mut counts[colour],
            );
        }
        for (colour, counts) in counts.iter_mut().enumerate() {
            self.threats(position, colour, &reach, counts);
            if self.shape.pawns_matter {
                self.pawns(position, colour, pawns[colour], counts);
            }
            counts[Term::Pair as usize] = self.pairs(position, colour);
            if !position.colours[colour ^ 1].many() {
                let [hunter, hunted] = [position.kings[colour], position.kings[colour ^ 1]];
                let from_middle = self.shape.from_middle[usize::from(hunted)];
                counts[Term::LoneKing as usize] =
                    from_middle - self.geometry().distance(hunter, hunted);
            }
        }
        counts[position.side()][Term::Tempo as usize] = 1;
        std::array::from_fn(|term| counts[0][term] - counts[1][term])
    }

    /// Men of both colours with which one can run out of harmless moves: those that go ahead only, and whatever else
    /// the first kind is that promotes.
    #[inline]
    pub(super) fn bound_ahead(&self, position: &Position<S>) -> S {
        self.shape.bound_ahead.iter().fold(S::EMPTY, |set, &kind| set | position.of_kind(kind))
    }

    /// Men of both colours that go ahead only, to be promoted.
    #[inline(always)]
    fn all_pawns(&self, position: &Position<S>) -> S {
        self.shape.pawns.iter().fold(S::EMPTY, |set, &kind| set | position.of_kind(kind))
    }

    /// Squares that the pawns of a colour attack, of whatever kinds.
    #[inline(always)]
    fn pawn_attacks(&self, position: &Position<S>, colour: usize) -> S {
        let mut attacked = S::EMPTY;
        for &kind in &self.shape.pawns {
            let pawns = position.of_kind(kind) & position.colours[colour];
            let crowd = self.men.crowd(colour, kind);
            if crowd.is_empty() {
                let squares = pawns.squares();
                attacked |= squares
                    .fold(S::EMPTY, |all, at| all | self.reach(position, colour, kind, at).0);
                continue;
            }
            for step in crowd.iter().filter(|step| step.capture) {
                attacked |= step.targets(pawns, position.occupied());
            }
        }
        attacked
    }

    /// Squares that a man attacks, own men included, and those that he may go to, some with own men included.
    #[inline(always)]
    fn reach(&self, position: &Position<S>, colour: usize, kind: usize, from: Square) -> (S, S) {
        let (tables, table) = (&self.men.tables, self.men.moves(colour, kind));
        let (occupied, at) = (position.occupied(), usize::from(from));
        let slides = |quads: &[usize]| {
            quads.iter().fold(S::EMPTY, |all, &quad| all | tables.slide(quad, from, occupied))
        };
        let both = tables.leaps[table.leaps][at] | slides(&table.rides);
        if !table.divergent {
            return (both, both);
        }
        let mut quiet = tables.leaps[table.quiet_leaps][at] | slides(&table.quiet_rides);
        let mut captures = tables.leaps[table.capture_leaps][at] | slides(&table.capture_rides);
        for special in table.specials.iter().filter(|special| !special.initial) {
            let targets = self.men.along(special.path, from, occupied);
            if special.quiet {
                quiet |= targets;
            }
            if special.capture {
                captures |= targets;
            }
        }
        (both | captures, both | (quiet & !occupied) | (captures & position.colours[colour ^ 1]))
    }

    /// Where the men of a colour may go, pawns and royals apart, and how hard they press on the squares
    /// around the enemy king.
    #[inline]
    fn activity(
        &self,
        position: &Position<S>,
        colour: usize,
        enemy_pawns: S,
        reach: &mut Reach<S>,
        counts: &mut [i32; TERMS],
    ) {
        let own = position.colours[colour];
        let ring = self.shape.rings[usize::from(position.kings[colour ^ 1])];
        let open = !(own | enemy_pawns);
        let own_pawns = if self.shape.pawns_matter { position.of_kind(0) & own } else { S::EMPTY };
        let mut press_sum = 0;
        for &kind in &self.shape.active {
            let men = position.of_kind(kind) & own;
            if men.is_empty() {
                continue;
            }
            let size = self.values.size(kind);
            let press = (size + 150) / 100;
            let is_heavy = size >= HEAVY;
            let mut moves = 0;
            let mut attacked = S::EMPTY;
            for from in men.squares() {
                let (attacks, targets) = self.reach(position, colour, kind, from);
                moves += (targets & open).count() as i32;
                if (attacks & ring).any() {
                    press_sum += press;
                }
                attacked |= attacks;
                if is_heavy && (self.shape.files[usize::from(from)] & own_pawns).is_empty() {
                    counts[Term::FreeFiles as usize] += 1;
                }
            }
            if is_heavy {
                counts[Term::HeavyMobility as usize] += moves;
            } else {
                counts[Term::LightMobility as usize] += moves;
                reach.light |= attacked;
            }
            reach.all |= attacked;
        }
        counts[Term::Attackers as usize] = press_sum.min(MOST_PRESSURE).pow(2) / 16;
        counts[Term::Ring as usize] = (reach.all & ring).count() as i32;
    }

    /// Enemy men in danger.
    #[inline(always)]
    fn threats(
        &self,
        position: &Position<S>,
        colour: usize,
        reach: &[Reach<S>; 2],
        counts: &mut [i32; TERMS],
    ) {
        let (ours, theirs) = (reach[colour], reach[colour ^ 1]);
        let enemies = position.colours[colour ^ 1];
        let king = position.kings[colour ^ 1];
        let men = enemies & !self.all_pawns(position);
        let guarded = theirs.all | self.shape.rings[usize::from(king)];
        counts[Term::PawnThreats as usize] = (ours.pawns & men).count() as i32;
        let attacked = ours.light & men;
        if attacked.any() {
            let of_kind = |set, &kind: &usize| set | position.of_kind(kind);
            let heavy = self.shape.heavy.iter().fold(S::EMPTY, of_kind);
            counts[Term::LightThreats as usize] = (attacked & heavy).count() as i32;
        }
        counts[Term::Hanging as usize] = (ours.all & enemies & !guarded).count() as i32;
    }

    fn pairs(&self, position: &Position<S>, colour: usize) -> i32 {
        let mut pairs = 0;
        for &kind in &self.shape.bound {
            let men = position.of_kind(kind) & position.colours[colour];
            pairs += i32::from((men & self.dark).any() && (men & !self.dark).any());
        }
        pairs
    }

    fn pawns(&self, position: &Position<S>, colour: usize, attacks: S, counts: &mut [i32; TERMS]) {
        let all = position.of_kind(0);
        let (own, enemies) = (all & position.colours[colour], all & position.colours[colour ^ 1]);
        let occupied = position.occupied();
        let kings = [position.kings[colour], position.kings[colour ^ 1]];
        let others = position.colours[colour ^ 1] & !all & !S::of(kings[1]);
        let is_alone = self.shape.runs_count && others.is_empty();
        for square in own.squares() {
            let spans = &self.shape.spans[colour][usize::from(square)];
            if (spans.ahead & own).any() {
                counts[Term::Doubled as usize] += 1;
            } else if (spans.passed & enemies).is_empty() {
                let way = spans.way;
                counts[Term::Passed as usize] += way;
                if (spans.next & occupied).any() {
                    counts[Term::Blocked as usize] += way;
                }
                if attacks.contains(square) {
                    counts[Term::Guarded as usize] += way;
                }
                let geometry = self.geometry();
                let ahead = if spans.next.any() { spans.next.first() } else { square };
                let [near, far] = kings.map(|king| geometry.distance(king, ahead));
                counts[Term::Escorted as usize] += (far - near) * way;
                if is_alone && self.runs(position, colour, square, spans.ahead) {
                    counts[Term::Runners as usize] += self.values.profit(0) / 16;
                }
            }
            if (spans.beside & own).is_empty() {
                counts[Term::Isolated as usize] += 1;
            }
        }
        let king = usize::from(kings[0]);
        counts[Term::Shelter as usize] = (self.shape.rings[king] & own).count() as i32;
    }

    /// Whether a passed pawn promotes before the enemy king can take it, where nothing else could (rule of the square).
    fn runs(&self, position: &Position<S>, colour: usize, from: Square, ahead: S) -> bool {
        let outside = ahead & !self.promotion_squares(colour, 0);
        let steps = outside.count() as i32 + 1;
        let forward = if colour == 0 { steps } else { -steps };
        let Some(goal) = self.geometry().step(from, 0, forward as i8) else { return false };
        let turn = i32::from(position.side() != colour);
        let distance = self.geometry().distance(position.kings[colour ^ 1], goal);
        ((outside | S::of(goal)) & position.occupied()).is_empty() && distance - turn > steps
    }

    /// The evaluation as text, White's view.
    pub(super) fn evaluation_text(&self, position: &Position<S>) -> String {
        let mut text = String::from(
            "term                   count    middle    ending (centipawns, White's view)\n",
        );
        let mut line = |name: &str, count: String, weighed: [i32; 2]| {
            let [middle, ending] = weighed.map(|parts| f64::from(parts) / f64::from(PARTS));
            let _ = writeln!(text, "{name:22}{count:>6}{middle:10.1}{ending:10.1}");
        };
        let mut sum = position.score.map(|men| men * PARTS);
        line("men", String::new(), sum);
        let weights = NAMES.iter().zip(&self.weights.terms);
        for (count, (name, weight)) in self.counts(position).into_iter().zip(weights) {
            let weighed = weight.map(|weight| count * weight);
            sum = [sum[0] + weighed[0], sum[1] + weighed[1]];
            line(name, count.to_string(), weighed);
        }
        line("sum", String::new(), sum);
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
    /// Right ahead of it.
    next: S,
    /// Ahead of it on its own and the neighbouring files.
    passed: S,
    /// The neighbouring files.
    beside: S,
    /// The square of the part of its way that it has gone, in 16ths.
    way: i32,
}

/// What the evaluation knows of the board, computed once.
#[derive(Clone, Default, Debug)]
pub struct Shape<S> {
    /// Squares around a king, by square.
    rings: Vec<S>,
    /// The file of each square.
    files: Vec<S>,
    /// Kinds whose mobility counts.
    active: Vec<usize>,
    /// Those of them that are heavy.
    heavy: Vec<usize>,
    /// Kinds that go ahead only, to be promoted.
    pawns: Vec<usize>,
    /// Kinds that go ahead only, and the first one if it promotes.
    bound_ahead: Vec<usize>,
    /// Kinds that never leave a colour of squares.
    bound: Vec<usize>,
    /// The first kind is a pawn and stays one.
    pawns_matter: bool,
    /// It goes straight ahead, and who would catch it goes a step at a time.
    runs_count: bool,
    spans: [Vec<Spans<S>>; 2],
    /// How many files and ranks together lie between a square and the middle of the board.
    from_middle: Vec<i32>,
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
        let file = |file: u8| {
            let squares = geometry.squares().filter(|&at| geometry.file(at) == file);
            squares.fold(S::EMPTY, |set, at| set | S::of(at))
        };
        let from_middle = |square: Square| {
            let off = |at: u8, count: u8| (2 * i32::from(at) + 1 - i32::from(count)).abs() / 2;
            off(geometry.file(square), geometry.files())
                + off(geometry.rank(square), geometry.ranks())
        };
        let pawnlike =
            |kind: usize| rules.promotion_squares(0, kind).any() && rules.kinds[kind].forward_only;
        let kinds = 0..rules.kinds.len();
        let royals = || kinds.clone().filter(|&kind| rules.kinds[kind].royal);
        let goes_a_step = |kind: usize| {
            let mut steps = rules.movements[kind].steps.iter();
            steps.all(|step| step.vector.0.abs().max(step.vector.1.abs()) <= 1 && is_a_leap(step))
        };
        let spans = [0, 1].map(|colour| squares().map(|at| spans(rules, colour, at)).collect());
        let active: Vec<usize> =
            kinds.clone().filter(|&k| !rules.kinds[k].royal && !pawnlike(k)).collect();
        Shape {
            rings: squares().map(around).collect(),
            files: squares().map(|at| file(geometry.file(at))).collect(),
            heavy: active
                .iter()
                .copied()
                .filter(|&kind| rules.values.size(kind) >= HEAVY)
                .collect(),
            active,
            bound_ahead: kinds
                .clone()
                .filter(|&kind| {
                    rules.kinds[kind].forward_only
                        || kind == 0 && rules.promotion_squares(0, 0).any()
                })
                .collect(),
            pawns: kinds.clone().filter(|&kind| pawnlike(kind)).collect(),
            bound: kinds.clone().filter(|&k| rules.kinds[k].minor == Some(Minor::Bishop)).collect(),
            pawns_matter: pawnlike(0) && rules.morph.is_empty(),
            runs_count: goes_ahead(&rules.movements[0]) && royals().all(goes_a_step),
            spans,
            from_middle: squares().map(from_middle).collect(),
        }
    }
}

/// Whether a pawn goes to the square right ahead where it captures nothing.
fn goes_ahead(pawn: &Movement) -> bool {
    pawn.steps.iter().any(|step| step.quiet && !step.initial && step.vector == (0, 1))
}

fn is_a_leap(step: &Step) -> bool {
    matches!(step.way, Way::Leap | Way::Ride(1))
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
        next: set(&|f, r| f == file && is_ahead(r) && r.abs_diff(rank) == 1),
        passed: set(&|f, r| f.abs_diff(file) <= 1 && is_ahead(r)),
        beside: set(&|f, _| f.abs_diff(file) == 1),
        way: gone * gone * 16 / (whole * whole),
    }
}
