//! Where pawns stand, and what becomes of them.

use super::Reach;
use crate::board::Square;
use crate::games::diagram::position::{Position, Width};
use crate::games::diagram::rules::Rules;
use crate::games::diagram::weights::{TERMS, Term};

impl<S: Width> Rules<S> {
    /// What a colour has of the terms of pawns.
    pub(super) fn pawns(
        &self,
        position: &Position<S>,
        colour: usize,
        reach: &[Reach<S>; 2],
        counts: &mut [i32; TERMS],
    ) {
        let all = position.of_kind(0);
        let (own, enemies) = (all & position.colours[colour], all & position.colours[colour ^ 1]);
        let (ours, theirs) = (&reach[colour], &reach[colour ^ 1]);
        let occupied = position.occupied();
        let kings = [position.kings[colour], position.kings[colour ^ 1]];
        let others = position.colours[colour ^ 1] & !all & !S::of(kings[1]);
        let is_alone = self.shape.runs_count && others.is_empty();
        let mut count = |term: Term, count: i32| counts[term as usize] += count;
        for square in own.squares() {
            let spans = &self.shape.spans[colour][usize::from(square)];
            let way = spans.way;
            if (spans.ahead & own).any() {
                count(Term::Doubled, 1);
            } else if (spans.passed & enemies).is_empty() {
                count(Term::Passed, way);
                if (spans.next & occupied).any() {
                    count(Term::Blocked, way);
                }
                if ours.pawns.contains(square) {
                    count(Term::Guarded, way);
                }
                if (spans.ahead & (occupied | theirs.all)).is_empty() {
                    count(Term::FreeWay, way);
                }
                let geometry = self.geometry();
                let ahead = if spans.next.any() { spans.next.first() } else { square };
                let [near, far] = kings.map(|king| geometry.distance(king, ahead));
                count(Term::Escorted, (far - near) * way);
                if is_alone && self.runs(position, colour, square, spans.ahead) {
                    count(Term::Runners, self.values.profit(0) / 16);
                }
            }
            if (spans.beside & own).is_empty() {
                count(Term::Isolated, 1);
            } else if (spans.helpers & own).is_empty() && (spans.next & theirs.pawns).any() {
                count(Term::Backward, 1);
            }
            if ours.pawns.contains(square) {
                count(Term::Supported, 1);
                count(Term::Chain, way);
            }
            if (spans.abreast & own).any() {
                count(Term::Phalanx, 1);
            }
        }
        counts[Term::PushThreats as usize] = self.push_threats(position, colour, reach);
    }

    /// Enemy men that pawns attack after a step to a square where they aren't lost.
    #[inline(always)]
    fn push_threats(&self, position: &Position<S>, colour: usize, reach: &[Reach<S>; 2]) -> i32 {
        let (ours, theirs) = (&reach[colour], &reach[colour ^ 1]);
        let occupied = position.occupied();
        let pawns = position.of_kind(0) & position.colours[colour];
        let steps = self.men.crowd(colour, 0);
        let mut pushed = S::EMPTY;
        for step in steps.iter().filter(|step| step.quiet && !step.initial) {
            pushed |= step.targets(pawns, occupied);
        }
        let safe = pushed & !(occupied | theirs.pawns) & (ours.all | !theirs.all);
        let mut attacked = S::EMPTY;
        for step in steps.iter().filter(|step| step.capture) {
            attacked |= step.targets(safe, occupied);
        }
        let men = position.colours[colour ^ 1] & !position.of_kind(0) & !ours.pawns;
        (attacked & men).count() as i32
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
}
