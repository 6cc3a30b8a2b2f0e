//! Beyond the horizon: tactical actions only, until the position is quiet enough to be judged.

use super::picker::{Picked, Picker, Purpose};
use super::pruning;
use super::score::{INFINITE, MATE_THRESHOLD, Window, from_table, to_table, verdict_value};
use super::worker::{Place, Shared, Worker};
use super::{Feature, MAX_PLY};
use crate::game::{Action, Game};
use crate::tt::{Bound, Entry};

/// What has been found in one node.
struct Found {
    alpha: i32,
    best: i32,
    action: Action,
    /// Whether `best` came from how the child was reached.
    counted_out: bool,
    tried: usize,
    quiet_tried: usize,
    /// Actions played since the full search ended.
    step: usize,
    /// How many more may be searched.
    breadth: usize,
}

impl Found {
    const fn nothing(alpha: i32, best: i32) -> Found {
        Found {
            alpha,
            best,
            action: Action::NONE,
            counted_out: false,
            tried: 0,
            quiet_tried: 0,
            step: 0,
            breadth: usize::MAX,
        }
    }
}

impl<G: Game> Worker<'_, G> {
    /// The value of a place for its team, looking at tactical actions only (at all where in check);
    /// `step` actions have been played since the full search ended.
    pub(super) fn quiescence(
        &mut self,
        place: &Place<G>,
        window: Window,
        ply: usize,
        step: usize,
    ) -> i32 {
        self.count_node(ply);
        self.memory.lines.clear(ply);
        if self.interrupted() {
            return 0;
        }
        if let Some(value) = self.decided(place, ply) {
            return value;
        }
        let game = self.shared.game;
        if ply >= MAX_PLY {
            return game.evaluate(&place.position);
        }
        let entry = self.shared.table.probe(place.key);
        if !window.is_open()
            && self.has(Feature::TableCutoff)
            && let Some(value) = entry.and_then(|entry| cutoff(entry, window, ply))
        {
            return value;
        }
        let stand = self.stand_pat(place, entry, ply);
        if stand >= window.beta {
            return stand;
        }
        let alpha = window.alpha.max(stand);
        let breadth = pruning::quiescence_breadth(self.shared.features, step, place.in_check);
        let mut found = Found { step, breadth, ..Found::nothing(alpha, stand) };
        let start = self.memory.actions.len();
        self.try_tactical(place, window, stand, entry, ply, &mut found);
        self.memory.truncate(start);
        if self.interrupted() {
            return 0;
        }
        if place.in_check && found.tried == 0 {
            let verdict = game.end_without_actions(&place.position);
            return verdict_value(&verdict, place.team, ply);
        }
        let bound = if found.best >= window.beta {
            Bound::Lower
        } else if found.best > window.alpha && window.is_open() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            action: found.action,
            value: to_table(found.best, ply),
            depth: 0,
            bound: (!found.counted_out).then_some(bound),
        };
        self.shared.table.store(place.key, entry);
        found.best
    }

    /// What the team has without acting; nothing in check.
    fn stand_pat(&mut self, place: &Place<G>, entry: Option<Entry>, ply: usize) -> i32 {
        if place.in_check {
            return -INFINITE;
        }
        let value = self.static_value(place, ply);
        let entry = entry.filter(|_| self.has(Feature::TableValue));
        entry.and_then(|entry| better_judgement(entry, value, ply)).unwrap_or(value)
    }

    fn try_tactical(
        &mut self,
        place: &Place<G>,
        window: Window,
        stand: i32,
        entry: Option<Entry>,
        ply: usize,
        found: &mut Found,
    ) {
        let purpose = if place.in_check { Purpose::Evasion } else { Purpose::Quiescence };
        let table_action = entry.map_or(Action::NONE, |entry| entry.action);
        let rows = self.memory.rows(ply);
        let refutations = [Action::NONE; 3];
        let features = self.shared.features;
        let mut picker =
            Picker::new(purpose, features, table_action, refutations, rows, self.memory);
        while let Some(picked) = picker.next(self.shared.game, &place.position, self.memory) {
            found.tried += 1;
            if self.not_worth_it(place, picked, &picker, stand, found) {
                continue;
            }
            found.quiet_tried += usize::from(!picked.tactical);
            found.breadth = found.breadth.saturating_sub(1);
            let child = self.enter(place, picked.action, ply);
            let inner = Window { alpha: found.alpha, beta: window.beta };
            let value = self.child_value(
                place.team,
                &child,
                inner,
                quiescence_depth(found.step + 1),
                ply + 1,
            );
            self.leave();
            if self.interrupted() {
                return;
            }
            if value > found.best {
                found.best = value;
                found.counted_out = self.counted_out(&child, ply + 1);
                if value > found.alpha {
                    found.action = picked.action;
                    if window.is_open() {
                        self.memory.lines.adopt(ply, picked.action);
                    }
                    if value >= window.beta {
                        return;
                    }
                    found.alpha = value;
                }
            }
            // Being mated is believed only when every way out has been looked at.
            if found.breadth == 0 && found.best > -MATE_THRESHOLD {
                return;
            }
        }
    }

    /// Whether an action is left out.
    fn not_worth_it(
        &self,
        place: &Place<G>,
        picked: Picked,
        picker: &Picker,
        stand: i32,
        found: &mut Found,
    ) -> bool {
        let Shared { game, features, .. } = *self.shared;
        if place.in_check {
            return found.best > -MATE_THRESHOLD
                && !picked.tactical
                && pruning::enough_evasions(features, found.quiet_tried);
        }
        let gain = game.gain(&place.position, picked.action);
        if let Some(most) = pruning::hopeless_gain(features, stand, gain, found.alpha) {
            found.best = found.best.max(most);
            return true;
        }
        features.has(Feature::BestForm) && picker.gave_a_better_form(picked.action, self.memory)
            || features.has(Feature::QuiescenceExchange)
                && !game.exchange(&place.position, picked.action, 0)
    }
}

/// Depth at which the full search hands over to quiescence at once, check or not; every step in
/// quiescence adds one.
const QUIESCENCE: i32 = i32::MIN;

/// The depth of a node that quiescence reaches with its `step`th action.
pub(super) fn quiescence_depth(step: usize) -> i32 {
    QUIESCENCE + step as i32
}

/// How many actions quiescence has played to reach a node of this depth; `None` in the full search.
pub(super) fn quiescence_step(depth: i32) -> Option<usize> {
    let step = depth.wrapping_sub(QUIESCENCE);
    (0..=MAX_PLY as i32).contains(&step).then_some(step as usize)
}

/// The value of an entry, where it decides a null window.
#[inline]
pub(super) fn cutoff(entry: Entry, window: Window, ply: usize) -> Option<i32> {
    let value = from_table(entry.value, ply);
    let decides = match entry.bound? {
        Bound::Exact => true,
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    decides.then_some(value)
}

/// The value of an entry, where it says more about a position than its static value.
#[inline]
pub(super) fn better_judgement(entry: Entry, value: i32, ply: usize) -> Option<i32> {
    let searched = from_table(entry.value, ply);
    let better = searched.abs() < MATE_THRESHOLD
        && match entry.bound? {
            Bound::Exact => true,
            Bound::Lower => searched > value,
            Bound::Upper => searched < value,
        };
    better.then_some(searched)
}
