//! Attacks, checks and pins, all asked backwards from a square.

use super::position::{Position, Width};
use super::rules::Rules;
use crate::board::{Square, SquareSet};

/// Nearest square of a ray from its start, `rising` if the ray climbs the square numbers.
#[inline(always)]
fn nearest<S: SquareSet>(ray: S, rising: bool) -> Square {
    if rising { ray.first() } else { ray.last() }
}

/// The part of a ray before `square`.
#[inline(always)]
fn before<S: SquareSet>(ray: S, square: Square, rising: bool) -> S {
    let below = S::below(square);
    ray & if rising { below } else { !(below | S::of(square)) }
}

impl<S: Width> Rules<S> {
    /// The men among `by`, all of colour `colour`, that attack `target` when `occupied` is.
    #[inline]
    pub fn attackers(
        &self,
        position: &Position<S>,
        target: Square,
        occupied: S,
        colour: usize,
        by: S,
    ) -> S {
        let attacks = &self.men.attacks[colour];
        let tables = &self.men.tables;
        let at = usize::from(target);
        let mut found = S::EMPTY;
        for attack in &attacks.leaps {
            found |= tables.leaps[attack.table][at] & position.of_kinds(&attack.kinds);
        }
        for attack in &attacks.rides {
            let men = position.of_kinds(&attack.kinds);
            found |= tables.slide(attack.table, target, occupied) & men;
        }
        (found | self.special_attackers(position, target, occupied, colour)) & by
    }

    /// Whether a man among `by` attacks `target`.
    #[inline]
    pub fn attacked(
        &self,
        position: &Position<S>,
        target: Square,
        occupied: S,
        colour: usize,
        by: S,
    ) -> bool {
        let attacks = &self.men.attacks[colour];
        let tables = &self.men.tables;
        let at = usize::from(target);
        for attack in &attacks.leaps {
            let men = position.of_kinds(&attack.kinds) & by;
            if (tables.leaps[attack.table][at] & men).any() {
                return true;
            }
        }
        for attack in &attacks.rides {
            let men = position.of_kinds(&attack.kinds) & by;
            if men.any() && (tables.slide(attack.table, target, occupied) & men).any() {
                return true;
            }
        }
        (self.special_attackers(position, target, occupied, colour) & by).any()
    }

    /// Men of the colour that attack `target` by lame leaps or over a mount. Most games have none.
    #[inline]
    fn special_attackers(
        &self,
        position: &Position<S>,
        target: Square,
        occupied: S,
        colour: usize,
    ) -> S {
        let attacks = &self.men.attacks[colour];
        let tables = &self.men.tables;
        let at = usize::from(target);
        let mut found = S::EMPTY;
        for attack in &attacks.lames {
            let men = position.of_kinds(&attack.kinds);
            for &(from, path) in &tables.lames[attack.table][at] {
                if men.contains(from) && (path & occupied).is_empty() {
                    found |= S::of(from);
                }
            }
        }
        for attack in &attacks.hops {
            let men = position.of_kinds(&attack.kinds);
            found |= tables.hops[attack.table].targets(target, occupied) & men;
        }
        found
    }

    /// Enemies that give check to the side to move.
    #[inline]
    pub(super) fn find_checkers(&self, position: &Position<S>) -> S {
        let us = position.side();
        let king = position.kings[us];
        let enemies = position.colours[us ^ 1];
        self.attackers(position, king, position.occupied(), us ^ 1, enemies)
    }

    /// Where a man other than the king may go in check: onto the checker, or between, for all checks at
    /// once. Checks over a mount are left to [`HopThreat`].
    pub(super) fn evasions(&self, position: &Position<S>) -> S {
        let us = position.side();
        let king = position.kings[us];
        let occupied = position.occupied();
        let attacks = &self.men.attacks[us ^ 1];
        let tables = &self.men.tables;
        let at = usize::from(king);
        let mut evasions = S::FULL;
        for checker in position.checkers.squares() {
            let Some(man) = position.man(checker) else { continue };
            let has = |kinds: &[u8]| kinds.contains(&(man.kind as u8));
            let mut between = S::FULL;
            let mut found = false;
            for attack in attacks.leaps.iter().filter(|attack| has(&attack.kinds)) {
                if tables.leaps[attack.table][at].contains(checker) {
                    between = S::EMPTY;
                    found = true;
                }
            }
            for attack in attacks.rides.iter().filter(|attack| has(&attack.kinds)) {
                for (index, ray) in tables.quads[attack.table][at].into_iter().enumerate() {
                    let path = before(ray, checker, index < 2);
                    if ray.contains(checker) && (path & occupied).is_empty() {
                        between &= path;
                        found = true;
                    }
                }
            }
            for attack in attacks.lames.iter().filter(|attack| has(&attack.kinds)) {
                for &(from, path) in &tables.lames[attack.table][at] {
                    if from == checker && (path & occupied).is_empty() {
                        between &= path;
                        found = true;
                    }
                }
            }
            if found {
                evasions &= between | S::of(checker);
            }
        }
        evasions
    }

    /// Own men that stand alone between the king and an enemy that would attack it.
    #[inline]
    pub(super) fn pinned(&self, position: &Position<S>) -> S {
        let us = position.side();
        let at = usize::from(position.kings[us]);
        let own = position.colours[us];
        let enemies = position.colours[us ^ 1];
        let occupied = own | enemies;
        let tables = &self.men.tables;
        let attacks = &self.men.attacks[us ^ 1];
        let mut pinned = S::EMPTY;
        for attack in &attacks.rides {
            let riders = position.of_kinds(&attack.kinds) & enemies;
            if riders.is_empty() {
                continue;
            }
            for (index, ray) in tables.quads[attack.table][at].into_iter().enumerate() {
                if (ray & riders).is_empty() {
                    continue;
                }
                let rising = index < 2;
                let men = ray & occupied;
                let first = S::of(nearest(men, rising));
                let beyond = men ^ first;
                if (first & own).any() && beyond.any() && riders.contains(nearest(beyond, rising)) {
                    pinned |= first;
                }
            }
        }
        for attack in &attacks.lames {
            let leapers = position.of_kinds(&attack.kinds) & enemies;
            for &(from, path) in &tables.lames[attack.table][at] {
                let men = path & occupied;
                if leapers.contains(from) && men.any() && !men.many() {
                    pinned |= men & own;
                }
            }
        }
        pinned
    }

    /// Where a pinned man may go: along every line on which it shields the king, enemy included.
    pub(super) fn pin_line(&self, position: &Position<S>, pinned: Square) -> S {
        let us = position.side();
        let at = usize::from(position.kings[us]);
        let enemies = position.colours[us ^ 1];
        let occupied = position.occupied();
        let tables = &self.men.tables;
        let attacks = &self.men.attacks[us ^ 1];
        let mut line = S::FULL;
        for attack in &attacks.rides {
            let riders = position.of_kinds(&attack.kinds) & enemies;
            for (index, ray) in tables.quads[attack.table][at].into_iter().enumerate() {
                let rising = index < 2;
                let men = ray & occupied;
                if !ray.contains(pinned) || nearest(men, rising) != pinned {
                    continue;
                }
                let beyond = men ^ S::of(pinned);
                if beyond.any() {
                    let rider = nearest(beyond, rising);
                    if riders.contains(rider) {
                        line &= before(ray, rider, rising) | S::of(rider);
                    }
                }
            }
        }
        for attack in &attacks.lames {
            let leapers = position.of_kinds(&attack.kinds) & enemies;
            for &(from, path) in &tables.lames[attack.table][at] {
                if leapers.contains(from) && path & occupied == S::of(pinned) {
                    line &= path | S::of(from);
                }
            }
        }
        line
    }

    /// The threat of enemies that attack the king over a mount, if there are any on its lines.
    pub(super) fn hop_threat(&self, position: &Position<S>) -> Option<HopThreat<S>> {
        let us = position.side();
        let king = position.kings[us];
        let enemies = position.colours[us ^ 1];
        let mut lines = S::EMPTY;
        let mut checked = false;
        for attack in &self.men.attacks[us ^ 1].hops {
            let hops = &self.men.tables.hops[attack.table];
            let hoppers = position.of_kinds(&attack.kinds) & enemies;
            let seen = hops.lines(king);
            if (seen & hoppers).any() {
                lines |= seen;
                checked |= (hops.targets(king, position.occupied()) & hoppers).any();
            }
        }
        lines.any().then_some(HopThreat { lines, checked })
    }

    /// Whether a hopper among `by` attacks `target`.
    pub(super) fn hop_attacked(
        &self,
        position: &Position<S>,
        target: Square,
        occupied: S,
        colour: usize,
        by: S,
    ) -> bool {
        self.men.attacks[colour].hops.iter().any(|attack| {
            let hoppers = position.of_kinds(&attack.kinds) & by;
            (self.men.tables.hops[attack.table].targets(target, occupied) & hoppers).any()
        })
    }
}

/// Hoppers on lines to the king: any move that touches a line may give or end a check, so that each is
/// tried on the occupancy.
#[derive(Clone, Copy, Debug)]
pub(super) struct HopThreat<S> {
    /// The lines to the king.
    pub(super) lines: S,
    /// A hopper gives check now.
    pub(super) checked: bool,
}
