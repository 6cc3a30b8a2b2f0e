//! Static evaluation from general means.
//!
//! What men are worth where they stand is kept up to date in the position. To it come terms, each a count
//! for either side times a weight, blended between middle game and ending: where men may go, the danger that kings
//! are in, pawn structure where there are pawns that can't change otherwise than by promotion, threats, a
//! pair of men bound to opposite colours, and the move. What they weigh stands in `weights`.

mod king;
mod pawns;

use super::position::{Position, Width};
use super::rules::Rules;
use super::shape::HEAVY;
use super::weights::{NAMES, PARTS, TERMS, Term};
use crate::board::Square;
use crate::game::MAX_EVALUATION;
use arrayvec::ArrayVec;
use std::fmt::Write as _;

/// From here on more men that press on the enemy king count no more, in hundreds of their values.
const MOST_PRESSURE: i32 = 20;
/// A man with fewer moves is cramped.
const FREE_MOVES: i32 = 4;

/// What a colour's men do, as far as other terms need it. The king's own attacks are in none of it.
#[derive(Clone, Copy)]
struct Reach<S: Width> {
    /// Squares that pawns attack.
    pawns: S,
    /// Squares that light men attack.
    light: S,
    /// Squares that anything attacks.
    all: S,
    /// Squares that two men attack, or a pawn and a man.
    twice: S,
    /// Where men may go, by kind; own men are not in the way.
    goes: S::KindSets,
    /// The sum of the values of the men that attack squares around the enemy king, in hundreds.
    press: i32,
    /// How many attacks there are on these squares.
    on_ring: i32,
}

/// What White has more than Black.
struct Counts {
    /// Of each term.
    terms: [i32; TERMS],
    /// Of moves, by place of the kind in [`super::shape::Shape::active`].
    moves: ArrayVec<i32, 64>,
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
        let counts = self.counts(position);
        for (count, weight) in counts.terms.into_iter().zip(&self.weights.terms) {
            sum[0] += count * weight[0];
            sum[1] += count * weight[1];
        }
        for (&count, &kind) in counts.moves.iter().zip(&self.shape.active) {
            let weight = self.weights.moves[kind];
            sum[0] += count * weight[0];
            sum[1] += count * weight[1];
        }
        [0, 1].map(|phase| position.score[phase] + sum[phase] / PARTS)
    }

    /// What White has of everything more than Black.
    fn counts(&self, position: &Position<S>) -> Counts {
        let mut counts = [[0; TERMS]; 2];
        let mut moves = [const { ArrayVec::new_const() }; 2];
        let pawns = [0, 1].map(|colour| self.pawn_attacks(position, colour));
        let reach = [0, 1].map(|colour| {
            let (counts, moves) = (&mut counts[colour], &mut moves[colour]);
            self.activity(position, colour, pawns, counts, moves)
        });
        for (colour, counts) in counts.iter_mut().enumerate() {
            self.threats(position, colour, &reach, counts);
            self.kings(position, colour, &reach, counts);
            if self.shape.pawns_matter {
                self.pawns(position, colour, &reach, counts);
            }
            self.bound_men(position, colour, counts);
            if !position.colours[colour ^ 1].many() {
                let [hunter, hunted] = [position.kings[colour], position.kings[colour ^ 1]];
                let from_middle = self.shape.from_middle[usize::from(hunted)];
                counts[Term::LoneKing as usize] =
                    from_middle - self.geometry().distance(hunter, hunted);
            }
        }
        counts[position.side()][Term::Tempo as usize] = 1;
        let [white, black] = moves;
        Counts {
            terms: std::array::from_fn(|term| counts[0][term] - counts[1][term]),
            moves: white.iter().zip(&black).map(|(white, black)| white - black).collect(),
        }
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
        pawns: [S; 2],
        counts: &mut [i32; TERMS],
        moves: &mut ArrayVec<i32, 64>,
    ) -> Reach<S> {
        let own = position.colours[colour];
        let mut reach = Reach {
            pawns: pawns[colour],
            light: S::EMPTY,
            all: pawns[colour],
            twice: S::EMPTY,
            goes: S::NO_KINDS,
            press: 0,
            on_ring: 0,
        };
        let ring = self.shape.rings[usize::from(position.kings[colour ^ 1])];
        let open = !(own | pawns[colour ^ 1]);
        let own_pawns = if self.shape.pawns_matter { position.of_kind(0) & own } else { S::EMPTY };
        let all_pawns = if self.shape.pawns_matter { position.of_kind(0) } else { S::EMPTY };
        for &kind in &self.shape.active {
            let men = position.of_kind(kind) & own;
            if men.is_empty() {
                moves.push(0);
                continue;
            }
            let size = self.values.size(kind);
            let is_heavy = size >= HEAVY;
            let mut goes = S::EMPTY;
            let mut free = 0;
            for from in men.squares() {
                let (attacks, targets) = self.reach(position, colour, kind, from);
                let count = (targets & open).count() as i32;
                free += count;
                counts[Term::Cramped as usize] += (FREE_MOVES - count).max(0).pow(2);
                let on_ring = (attacks & ring).count() as i32;
                if on_ring > 0 {
                    reach.press += (size + 150) / 100;
                    reach.on_ring += on_ring;
                }
                reach.twice |= reach.all & attacks;
                reach.all |= attacks;
                goes |= targets;
                if is_heavy {
                    let file = self.shape.files[usize::from(from)];
                    counts[Term::FreeFiles as usize] += i32::from((file & own_pawns).is_empty());
                    counts[Term::OpenFiles as usize] += i32::from((file & all_pawns).is_empty());
                } else {
                    reach.light |= attacks;
                }
            }
            reach.goes.as_mut()[kind] = goes;
            let term = if is_heavy { Term::HeavyMobility } else { Term::LightMobility };
            counts[term as usize] += free;
            moves.push(free);
        }
        counts[Term::Attackers as usize] = reach.press.min(MOST_PRESSURE).pow(2) / 16;
        counts[Term::Ring as usize] = (reach.all & ring).count() as i32;
        reach
    }

    /// Enemy men in danger, and own ones that are safe.
    #[inline(always)]
    fn threats(
        &self,
        position: &Position<S>,
        colour: usize,
        reach: &[Reach<S>; 2],
        counts: &mut [i32; TERMS],
    ) {
        let (ours, theirs) = (&reach[colour], &reach[colour ^ 1]);
        let [own, enemies] = [position.colours[colour], position.colours[colour ^ 1]];
        let king = position.kings[colour ^ 1];
        let pawns = self.all_pawns(position);
        let men = enemies & !pawns;
        let guarded = theirs.all | self.shape.rings[usize::from(king)];
        counts[Term::PawnThreats as usize] = (ours.pawns & men).count() as i32;
        let of_kind = |set, &kind: &usize| set | position.of_kind(kind);
        let heavy = self.shape.heavy.iter().fold(S::EMPTY, of_kind);
        counts[Term::LightThreats as usize] = (ours.light & men & heavy).count() as i32;
        counts[Term::Hanging as usize] = (ours.all & enemies & !guarded).count() as i32;
        let poorly = !(theirs.pawns | theirs.twice);
        counts[Term::Unsafe as usize] = (ours.all & enemies & poorly).count() as i32;
        let firmly = theirs.pawns | (theirs.twice & !ours.twice);
        counts[Term::Contested as usize] = (ours.all & theirs.all & !firmly).count() as i32;
        let own_king = position.kings[colour];
        let protected = ours.all | self.shape.rings[usize::from(own_king)] | S::of(own_king);
        counts[Term::Loose as usize] = (own & !pawns & !protected).count() as i32;
        if self.shape.pawns_matter {
            let enemy_pawns = pawns & enemies;
            let posts = own & ours.pawns & !(pawns | heavy | S::of(own_king));
            let is_outpost = |&square: &Square| {
                let spans = &self.shape.spans[colour][usize::from(square)];
                spans.is_beyond && (spans.aside & enemy_pawns).is_empty()
            };
            counts[Term::Outposts as usize] = posts.squares().filter(is_outpost).count() as i32;
        }
    }

    /// Men that never leave a colour of squares.
    fn bound_men(&self, position: &Position<S>, colour: usize, counts: &mut [i32; TERMS]) {
        let own = position.colours[colour];
        let pawns = if self.shape.pawns_matter { position.of_kind(0) & own } else { S::EMPTY };
        for &kind in &self.shape.bound {
            let men = position.of_kind(kind) & own;
            let [dark, light] = [men & self.dark, men & !self.dark];
            counts[Term::Pair as usize] += i32::from(dark.any() && light.any());
            if dark.any() {
                counts[Term::BadBishops as usize] += (pawns & self.dark).count() as i32;
            }
            if light.any() {
                counts[Term::BadBishops as usize] += (pawns & !self.dark).count() as i32;
            }
        }
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
        let counts = self.counts(position);
        let mut weigh = |name: &str, count: i32, weight: [i32; 2]| {
            let weighed = weight.map(|weight| count * weight);
            sum = [sum[0] + weighed[0], sum[1] + weighed[1]];
            line(name, count.to_string(), weighed);
        };
        for ((name, &count), &weight) in NAMES.iter().zip(&counts.terms).zip(&self.weights.terms) {
            weigh(name, count, weight);
        }
        for (&count, &kind) in counts.moves.iter().zip(&self.shape.active) {
            weigh(&format!("moves of {}", self.kinds[kind].id), count, self.weights.moves[kind]);
        }
        line("sum", String::new(), sum);
        let phase = position.phase.clamp(0, self.values.full_phase);
        let _ = writeln!(text, "phase    {phase} of {}", self.values.full_phase);
        let _ = write!(text, "for the side to move: {} cp", self.evaluation(position));
        text
    }
}
