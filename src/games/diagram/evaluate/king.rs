//! How safe kings are.

use super::Reach;
use crate::games::diagram::position::{Position, Width};
use crate::games::diagram::rules::Rules;
use crate::games::diagram::weights::{TERMS, Term};

/// Danger for the value of a man that attacks squares around the king, in hundreds.
const MAN: i32 = 6;
/// For each attack of a man on one of these squares.
const ATTACK: i32 = 8;
/// For each of these squares that is attacked and that only the king protects.
const WEAK_SQUARE: i32 = 22;
/// For each kind and way of moving with which a check can be given that costs nothing.
const CHECK: i32 = 96;
/// Where the greatest man is missing.
const NO_GREATEST: i32 = -100;
/// More danger than this counts no more.
const MOST: i32 = 2000;

impl<S: Width> Rules<S> {
    /// What a colour has of the terms that tell of the enemy king, and those of its own one.
    #[inline(always)]
    pub(super) fn kings(
        &self,
        position: &Position<S>,
        colour: usize,
        reach: &[Reach<S>; 2],
        counts: &mut [i32; TERMS],
    ) {
        let danger = self.danger(position, colour, reach);
        counts[Term::Danger as usize] = danger * danger / 1024;
        counts[Term::Pressure as usize] = danger / 16;
        if !self.shape.pawns_matter {
            return;
        }
        let king = usize::from(position.kings[colour]);
        let pawns = position.of_kind(0);
        let (own, enemies) =
            (pawns & position.colours[colour], pawns & position.colours[colour ^ 1]);
        counts[Term::Shelter as usize] = (self.shape.rings[king] & own).count() as i32;
        let open = self.shape.wings[king].iter().filter(|&&file| (file & own).is_empty());
        counts[Term::OpenKing as usize] = open.count() as i32;
        let [near, far] = self.shape.storms[king].map(|squares| (squares & enemies).count() as i32);
        counts[Term::Storm as usize] = near;
        counts[Term::FarStorm as usize] = far;
    }

    /// The danger that a colour's men mean for the enemy king, in parts of no meaning of their own: at least 0. After
    /// the evaluation of kings in Glaurung and its heirs, by what men do here.
    #[inline(always)]
    fn danger(&self, position: &Position<S>, colour: usize, reach: &[Reach<S>; 2]) -> i32 {
        let king = position.kings[colour ^ 1];
        let ring = self.shape.rings[usize::from(king)];
        let (ours, theirs) = (&reach[colour], &reach[colour ^ 1]);
        let weak = ring & ours.all & !theirs.all;
        let own = position.colours[colour];
        // What the king alone protects he doesn't take if another of us stands behind it.
        let safe = !(own | theirs.all) & (ours.twice | !ring);
        let great = self.shape.greatest.is_none_or(|kind| (position.of_kind(kind) & own).any());
        let danger = MAN * ours.press
            + ATTACK * ours.on_ring
            + WEAK_SQUARE * weak.count() as i32
            + CHECK * self.checks(position, colour, safe, ours)
            + if great { 0 } else { NO_GREATEST };
        danger.clamp(0, MOST)
    }

    /// In how many ways men can go to a square of a set and give check from there.
    #[inline(always)]
    fn checks(&self, position: &Position<S>, colour: usize, safe: S, ours: &Reach<S>) -> i32 {
        let king = position.kings[colour ^ 1];
        let (attacks, tables) = (&self.men.attacks[colour], &self.men.tables);
        let goes = ours.goes.as_ref();
        let ways = |from: S, kinds: &[u8]| {
            let from = from & safe;
            let can = |&&kind: &&u8| (goes[usize::from(kind)] & from).any();
            kinds.iter().filter(can).count() as i32
        };
        let mut checks = 0;
        for attack in &attacks.leaps {
            checks += ways(tables.leaps[attack.table][usize::from(king)], &attack.kinds);
        }
        for attack in &attacks.rides {
            checks += ways(tables.slide(attack.table, king, position.occupied()), &attack.kinds);
        }
        for attack in &attacks.hops {
            let from = tables.hops[attack.table].targets(king, position.occupied());
            checks += ways(from, &attack.kinds);
        }
        checks
    }
}
