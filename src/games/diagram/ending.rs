//! How diagram games end.

use super::definition::Definition;
use super::position::{Position, Width};
use super::rules::{Kind, Rules};
use crate::game::{ActionList, Past, Team, Verdict, Want};

/// Plies without a capture or a pawn move that draw.
pub(super) const PLY_LIMIT: u16 = 100;

/// What the bare rule says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bare {
    /// Both sides have men that count.
    No,
    /// The game is over with this winner, or drawn.
    Over(Option<usize>),
    /// The side to move must capture the last man of the other side, or has lost.
    LastChance,
}

pub(super) fn team(colour: usize) -> Team {
    if colour == 0 { Team::White } else { Team::Black }
}

/// Whether the first kind goes ahead for good: its moves can't be taken back, and nothing else becomes such a
/// man. No position from before a move of it can come again then.
pub(super) fn pawns_first(definition: &Definition, kinds: &[Kind]) -> bool {
    let others_arrive = definition.kinds[1..].iter().any(|kind| kind.morph.contains(&Some(0)));
    let others_choose = definition.promoting_kinds > 1
        && definition.promotion_choices.iter().any(|choice| choice.kind == 0);
    kinds[0].forward_only && !others_arrive && !others_choose
}

impl<S: Width> Rules<S> {
    /// A side with none of the counted men loses after its next move, unless that move bares the other
    /// side too (`baring`; RIFF-11).
    #[inline]
    fn bare(&self, position: &Position<S>) -> Bare {
        let Some(counted) = &self.baring else { return Bare::No };
        let us = position.side();
        let men = position.of_kinds(counted);
        let (own, enemies) = (men & position.colours[us], men & position.colours[us ^ 1]);
        match (own.any(), enemies.any()) {
            (true, true) => Bare::No,
            (false, false) => Bare::Over(None),
            (true, false) => Bare::Over(Some(us)),
            (false, true) if enemies.many() => Bare::Over(Some(us ^ 1)),
            (false, true) => Bare::LastChance,
        }
    }

    /// In a last chance of the bare rule, leaves only the captures of the last man, from `start` on.
    pub(super) fn keep_last_chance(
        &self,
        position: &Position<S>,
        list: &mut ActionList,
        start: usize,
    ) {
        if self.bare(position) == Bare::LastChance {
            let counted = self.baring.as_deref().unwrap_or_default();
            let last = position.of_kinds(counted) & position.colours[position.side() ^ 1];
            list.retain_from(start, |action| last.contains(action.to()));
        }
    }

    /// Whether the bare rule limits which moves may be played.
    #[inline]
    pub(super) fn in_last_chance(&self, position: &Position<S>) -> bool {
        self.baring.is_some() && self.bare(position) == Bare::LastChance
    }

    /// The verdict where moves may exist. Order: no legal move, bare king, dead position, repetition,
    /// ply count (RIFF-12).
    pub(super) fn early_verdict(&self, position: &Position<S>, past: &Past) -> Option<Verdict> {
        if let Some(verdict) = self.bare_verdict(position) {
            return Some(verdict);
        }
        if self.dead_positions && self.is_dead(position) {
            return self.unless_stuck(position, Verdict::draw("dead position"));
        }
        if position.clock >= 4 && past.threefold(position.key, usize::from(position.clock)) {
            return Some(Verdict::draw_by_count("threefold repetition"));
        }
        if position.clock >= PLY_LIMIT {
            let verdict = Verdict::draw_by_count("100 plies without a capture or a pawn move");
            return self.unless_stuck(position, verdict);
        }
        None
    }

    fn bare_verdict(&self, position: &Position<S>) -> Option<Verdict> {
        let us = position.side();
        match self.bare(position) {
            Bare::No => None,
            Bare::Over(winner) => {
                let verdict = winner.map_or(Verdict::draw("both sides are bare"), |winner| {
                    Verdict::win(team(winner), "bare king")
                });
                self.unless_stuck(position, verdict)
            }
            Bare::LastChance => {
                let mut list = ActionList::new();
                self.generate(position, Want::All, S::FULL, &mut list);
                if list.is_empty() {
                    return Some(self.stuck(position));
                }
                self.keep_last_chance(position, &mut list, 0);
                list.is_empty().then(|| Verdict::win(team(us ^ 1), "bare king"))
            }
        }
    }

    fn unless_stuck(&self, position: &Position<S>, verdict: Verdict) -> Option<Verdict> {
        let stuck = self.count(position) == 0;
        Some(if stuck { self.stuck(position) } else { verdict })
    }

    /// The verdict where the side to move has no legal move.
    pub(super) fn stuck(&self, position: &Position<S>) -> Verdict {
        let them = team(position.side() ^ 1);
        if position.checkers.any() {
            Verdict::win(them, "checkmate")
        } else if self.stalemate_loses {
            Verdict::win(them, "stalemate")
        } else {
            Verdict::draw("stalemate")
        }
    }

    /// Number of legal moves, the bare rule apart.
    #[inline]
    pub(super) fn count(&self, position: &Position<S>) -> u64 {
        let mut counter = super::generate::Counter::default();
        self.generate(position, Want::All, S::FULL, &mut counter);
        counter.0
    }

    /// Bare kings, one minor man, or only bishops, all on one colour.
    fn is_dead(&self, position: &Position<S>) -> bool {
        let kings = S::of(position.kings[0]) | S::of(position.kings[1]);
        let men = position.occupied() & !kings;
        if men.is_empty() {
            return true;
        }
        let bishops = position.of_kinds(&self.bishops);
        if !men.many() {
            return (men & (bishops | position.of_kinds(&self.knights))).any();
        }
        (men & !bishops).is_empty()
            && ((men & self.dark).is_empty() || (men & !self.dark).is_empty())
    }
}
