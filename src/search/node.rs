//! The full search of one node: principal variation search as a sequence of stages.
//!
//! [`Worker::node`] reads as the list of the stages. What is left out or reduced is decided in
//! [`pruning`], in which order actions come in [`picker`](super::picker).

use super::history::Rows;
use super::picker::{Picked, Picker, Purpose};
use super::pruning::{self, Judged, LateAction};
use super::quiescence::{better_judgement, cutoff, quiescence_step};
use super::score::{MATE_THRESHOLD, UNKNOWN, Window, is_mate, to_table, verdict_value};
use super::worker::{Place, Worker};
use super::{Feature, Features, MAX_DEPTH, MAX_PLY};
use crate::game::{Action, Game};
use crate::tt::{Bound, Entry};
use arrayvec::ArrayVec;

/// A node while its actions are searched.
pub(super) struct Node<'p, G: Game> {
    pub(super) place: &'p Place<G>,
    pub(super) ply: usize,
    pub(super) depth: i32,
    /// As it was when the node was entered.
    pub(super) window: Window,
    /// Rises with what is found.
    pub(super) alpha: i32,
    pub(super) best: i32,
    pub(super) best_action: Action,
    /// Whether `best` came from how the child was reached.
    counted_out: bool,
    table_action: Action,
    /// Static value, corrected by the table; `UNKNOWN` in check.
    value: i32,
    pub(super) improving: bool,
    /// Actions handed out so far.
    pub(super) tried: usize,
    tried_quiet: ArrayVec<u32, 64>,
    tried_tactical: ArrayVec<u32, 32>,
}

impl<'p, G: Game> Node<'p, G> {
    fn judged(&self, features: Features) -> Judged {
        Judged {
            features,
            depth: self.depth,
            beta: self.window.beta,
            value: self.value,
            improving: self.improving,
        }
    }

    /// Takes the value of a child; tells whether it is a new best line (above alpha).
    pub(super) fn take(&mut self, action: Action, value: i32) -> bool {
        if value <= self.best {
            return false;
        }
        self.best = value;
        if value <= self.alpha {
            return false;
        }
        self.best_action = action;
        self.alpha = value.min(self.window.beta);
        true
    }

    /// What is known of the node's value now.
    fn bound(&self) -> Bound {
        if self.best >= self.window.beta {
            Bound::Lower
        } else if self.best > self.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl<G: Game> Worker<'_, G> {
    /// The value of a place for its team, `ply` actions after the root, looking `depth` actions ahead.
    pub(super) fn node(&mut self, place: &Place<G>, window: Window, depth: i32, ply: usize) -> i32 {
        let depth = self.extend(place, depth, ply);
        if depth <= 0 {
            return self.horizon(place, window, depth, ply);
        }
        self.count_node(ply);
        self.memory.lines.clear(ply);
        if self.interrupted() {
            return 0;
        }
        if let Some(value) = self.decided(place, ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return self.shared.game.evaluate(&place.position);
        }
        let mut window = window;
        if self.has(Feature::MateDistance) {
            window = window.within_mate_distance(ply);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let entry = self.shared.table.probe(place.key);
        if let Some(value) = self.table_cutoff(entry, window, depth, ply) {
            return value;
        }
        let mut node = self.judge(place, window, depth, ply, entry);
        if let Some(value) = self.prune_node(&mut node) {
            return value;
        }
        self.search_actions(&mut node);
        if self.interrupted() {
            return 0;
        }
        if node.tried == 0 {
            let verdict = self.shared.game.end_without_actions(&place.position);
            return verdict_value(&verdict, place.team, ply);
        }
        self.remember(&node);
        self.learn_correction(&node);
        node.best
    }

    /// Check extension, for as long as the branch is not twice as long as the iteration is deep.
    #[inline]
    fn extend(&self, place: &Place<G>, depth: i32, ply: usize) -> i32 {
        let extends = place.in_check
            && quiescence_step(depth).is_none()
            && self.has(Feature::CheckExtension)
            && (ply as i32) < 2 * self.root_depth;
        if extends { depth.max(0) + 1 } else { depth }
    }

    /// The value where no depth is left.
    #[inline]
    fn horizon(&mut self, place: &Place<G>, window: Window, depth: i32, ply: usize) -> i32 {
        if self.has(Feature::Quiescence) {
            self.quiescence(place, window, ply, quiescence_step(depth).unwrap_or(0))
        } else {
            self.static_leaf(place, ply)
        }
    }

    /// The value at the horizon of a search that looks at every action to the same depth.
    fn static_leaf(&mut self, place: &Place<G>, ply: usize) -> i32 {
        self.count_node(ply);
        self.memory.lines.clear(ply);
        let game = self.shared.game;
        if let Some(value) = self.decided(place, ply) {
            return value;
        }
        if game.count_actions(&place.position) == 0 {
            let verdict = game.end_without_actions(&place.position);
            return verdict_value(&verdict, place.team, ply);
        }
        game.evaluate(&place.position)
    }

    /// The table's value, where it was searched deeply enough and decides a null window. Open windows
    /// are always searched, so that their line is complete.
    #[inline]
    fn table_cutoff(
        &self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let entry = entry.filter(|_| !window.is_open() && self.has(Feature::TableCutoff))?;
        let looked = i32::from(entry.depth);
        let deeper = self.has(Feature::DeeperEntries);
        let deep_enough = if deeper { looked >= depth } else { looked == depth };
        deep_enough.then(|| cutoff(entry, window, ply)).flatten()
    }

    /// Judges the position before any action, and reduces the depth where the table has no action.
    pub(super) fn judge<'p>(
        &mut self,
        place: &'p Place<G>,
        window: Window,
        depth: i32,
        ply: usize,
        entry: Option<Entry>,
    ) -> Node<'p, G> {
        let static_value = if place.in_check { UNKNOWN } else { self.static_value(place, ply) };
        let improving = !place.in_check
            && (!self.has(Feature::Improving)
                || self
                    .memory
                    .earlier_static_value(ply, place.team)
                    .is_none_or(|earlier| static_value > earlier));
        let frame = self.memory.frame_mut(ply);
        frame.team = place.team;
        frame.static_value = static_value;
        self.memory.frame_mut(ply + 2).killers = [Action::NONE; 2];
        let judged = entry.filter(|_| !place.in_check && self.has(Feature::TableValue));
        let table_action = entry.map_or(Action::NONE, |entry| entry.action);
        Node {
            place,
            ply,
            depth,
            window,
            alpha: window.alpha,
            best: UNKNOWN,
            best_action: Action::NONE,
            counted_out: false,
            table_action,
            value: judged
                .and_then(|entry| better_judgement(entry, static_value, ply))
                .unwrap_or(static_value),
            improving,
            tried: 0,
            tried_quiet: ArrayVec::new(),
            tried_tactical: ArrayVec::new(),
        }
    }

    /// Whether the whole node can be decided without its actions; reduces its depth where the table
    /// has no action for it.
    fn prune_node(&mut self, node: &mut Node<'_, G>) -> Option<i32> {
        let features = self.shared.features;
        if !node.window.is_open() && !node.place.in_check {
            let judged = node.judged(features);
            if pruning::reverse_futile(judged) {
                return Some((node.value + node.window.beta) / 2);
            }
            if pruning::razored(judged) {
                let value = self.horizon(node.place, node.window, 0, node.ply);
                if value < node.window.beta || self.interrupted() {
                    return Some(value);
                }
            }
            if pruning::null_move_promises(judged)
                && let Some(value) = self.null_move(node)
            {
                return Some(value);
            }
        }
        node.depth -=
            pruning::internal_reduction(features, node.depth, !node.table_action.is_none());
        None
    }

    /// Null move: if the team stands above beta even after passing, acting will not be worse. Deep
    /// cutoffs are verified by a search without null moves, since in zugzwang acting *is* worse.
    fn null_move(&mut self, node: &Node<'_, G>) -> Option<i32> {
        let Node { place, ply, .. } = *node;
        if ply < self.null_moves_from || self.memory.last_slot(ply).is_none() {
            return None;
        }
        let game = self.shared.game;
        let passed = game.pass(&place.position)?;
        let depth = node.depth - pruning::null_move_reduction(node.judged(self.shared.features));
        let window = Window::null(node.window.beta - 1);
        self.memory.frame_mut(ply).slot = None;
        self.past.push(game.repetition_key(&place.position));
        let child = self.place(passed);
        let value = self.child_value(place.team, &child, window, depth.max(0), ply + 1);
        self.leave();
        if self.interrupted() {
            return Some(0);
        }
        if value < node.window.beta {
            return None;
        }
        let value = if is_mate(value) { node.window.beta } else { value };
        let verifies = pruning::null_move_needs_verification(self.shared.features, node.depth);
        if self.null_moves_from > 0 || !verifies {
            return Some(value);
        }
        self.null_moves_from = ply + 1 + (3 * depth.max(1) / 4).unsigned_abs() as usize;
        let verified = self.node(place, window, depth.max(1), ply);
        self.null_moves_from = 0;
        (verified >= node.window.beta || self.interrupted()).then_some(value)
    }

    /// Searches the actions of a node in order until one causes a cutoff.
    fn search_actions(&mut self, node: &mut Node<'_, G>) {
        let (place, ply) = (node.place, node.ply);
        let purpose = if place.in_check { Purpose::Evasion } else { Purpose::Full };
        let [first, second] = self.memory.frame(ply).killers;
        let reply = self.memory.history.reply(self.memory.last_slot(ply));
        let rows = self.memory.rows(ply);
        let start = self.memory.actions.len();
        let refutations = [first, second, reply];
        let features = self.shared.features;
        let mut picker =
            Picker::new(purpose, features, node.table_action, refutations, rows, self.memory);
        while let Some(picked) = picker.next(self.shared.game, &place.position, self.memory) {
            node.tried += 1;
            if self.leave_out(node, picked, &mut picker) {
                continue;
            }
            let child = self.enter(place, picked.action, ply);
            if self.futile(node, picked, &child) {
                self.leave();
                continue;
            }
            let value = self.action_value(node, picked, &child);
            self.leave();
            if self.interrupted() {
                break;
            }
            let counted_out = self.counted_out(&child, ply + 1);
            if value > node.best {
                node.counted_out = counted_out;
            }
            if node.take(picked.action, value) {
                if node.window.is_open() {
                    self.memory.lines.adopt(ply, picked.action);
                }
                if value >= node.window.beta {
                    self.reward(node, picked);
                    break;
                }
            }
            self.note_tried(node, picked);
        }
        self.memory.truncate(start);
    }

    /// Whether an action is left out before it is played.
    fn leave_out(&self, node: &Node<'_, G>, picked: Picked, picker: &mut Picker) -> bool {
        if node.place.in_check || node.best < -MATE_THRESHOLD {
            return false;
        }
        let features = self.shared.features;
        let depth = if picked.tactical {
            node.depth
        } else {
            // On the principal variation all are looked at, so that a line shown walks into no mate.
            if !node.window.is_open()
                && pruning::enough_quiet(features, node.depth, node.tried, node.improving)
            {
                picker.skip_quiet();
            }
            node.depth - 1 - self.reduction(node, picked, false)
        };
        (picked.losing || !picked.tactical)
            && pruning::exchange_needed(features, depth, picked.tactical).is_some_and(|threshold| {
                !self.shared.game.exchange(&node.place.position, picked.action, threshold)
            })
    }

    /// Whether a quiet action just played can't lift the node's value, check aside. It may still gain:
    /// a man that changes on arrival.
    fn futile(&self, node: &Node<'_, G>, picked: Picked, child: &Place<G>) -> bool {
        if picked.tactical || child.in_check || node.place.in_check || node.best < -MATE_THRESHOLD {
            return false;
        }
        let depth = node.depth - 1 - self.reduction(node, picked, false);
        let gain = self.shared.game.gain(&node.place.position, picked.action).max(0);
        pruning::futile(self.shared.features, depth, node.value + gain, node.alpha)
    }

    fn reduction(&self, node: &Node<'_, G>, picked: Picked, gives_check: bool) -> i32 {
        if node.place.in_check {
            return 0;
        }
        let late = LateAction {
            depth: node.depth,
            place: node.tried,
            tactical: picked.tactical,
            refutation: picked.refutation,
            gives_check,
            open: node.window.is_open(),
            improving: node.improving,
            history: if picked.tactical { 0 } else { picked.score },
        };
        self.shared.reductions.of(self.shared.features, late)
    }

    /// The value of an action just played: the first with the whole window, later ones first with a
    /// null window, reduced, and again more fully as far as they surprise.
    pub(super) fn action_value(
        &mut self,
        node: &Node<'_, G>,
        picked: Picked,
        child: &Place<G>,
    ) -> i32 {
        let (team, ply, depth) = (node.place.team, node.ply + 1, node.depth - 1);
        let window = Window { alpha: node.alpha, beta: node.window.beta };
        if node.tried == 1 {
            return self.child_value(team, child, window, depth, ply);
        }
        let narrow = self.has(Feature::NullWindow);
        let asked = if narrow { Window::null(node.alpha) } else { window };
        let reduction = self.reduction(node, picked, child.in_check);
        let mut value = self.child_value(team, child, asked, depth - reduction, ply);
        if value > node.alpha && reduction > 0 && !self.interrupted() {
            value = self.child_value(team, child, asked, depth, ply);
        }
        if value > node.alpha && asked != window && !self.interrupted() {
            value = self.child_value(team, child, window, depth, ply);
        }
        value
    }

    /// Notes an action that did not cause a cutoff, for the history.
    fn note_tried(&self, node: &mut Node<'_, G>, picked: Picked) {
        // The slot was noted when the action was played; beyond the capacity nothing is learnt.
        let Some(slot) = self.memory.frame(node.ply).slot else { return };
        if picked.tactical {
            let _full = node.tried_tactical.try_push(slot);
        } else {
            let _full = node.tried_quiet.try_push(slot);
        }
    }

    /// Teaches the history that an action caused a cutoff and those before it did not. What is not learnt
    /// orders nothing.
    fn reward(&mut self, node: &Node<'_, G>, picked: Picked) {
        let Some(slot) = self.memory.frame(node.ply).slot else { return };
        let features = self.shared.features;
        let bonus = (16 * node.depth * node.depth + 32 * node.depth).min(2_000);
        if !picked.tactical {
            if features.has(Feature::Replies) {
                let last = self.memory.last_slot(node.ply);
                self.memory.history.set_reply(last, picked.action);
            }
            if features.has(Feature::Killers) {
                self.memory.add_killer(node.ply, picked.action);
            }
            let rows = self.memory.rows(node.ply);
            self.learn_quiet(slot, rows, bonus);
            for &tried in &node.tried_quiet {
                self.learn_quiet(tried, rows, -bonus);
            }
        }
        if features.has(Feature::TacticalHistory) {
            let history = &mut self.memory.history;
            if picked.tactical {
                history.learn_tactical(slot as usize, bonus);
            }
            for &tried in &node.tried_tactical {
                history.learn_tactical(tried as usize, -bonus);
            }
        }
    }

    /// Teaches the history that a quiet action was good (`bonus` positive) or bad.
    #[inline]
    fn learn_quiet(&mut self, slot: u32, rows: Rows, bonus: i32) {
        let (features, slot) = (self.shared.features, slot as usize);
        if features.has(Feature::QuietHistory) {
            self.memory.history.learn_quiet(slot, bonus);
        }
        if features.has(Feature::ContinuationHistory) {
            self.memory.history.learn_continuation(slot, rows, bonus);
        }
    }

    /// Learns how far the static value is from what was found, where that is a quiet action's and no more than a
    /// bound on the side where the static value lies.
    fn learn_correction(&mut self, node: &Node<'_, G>) {
        let static_value = self.memory.frame(node.ply).static_value;
        let bounded = match node.bound() {
            Bound::Exact => false,
            Bound::Lower => node.best <= static_value,
            Bound::Upper => node.best >= static_value,
        };
        let action = node.best_action;
        let tactical = !action.is_none() && self.shared.game.tactical(&node.place.position, action);
        let path = node.counted_out || is_mate(node.best);
        if !(node.place.in_check || bounded || tactical || path)
            && self.has(Feature::CorrectionHistory)
        {
            let places = self.correction_places(node.place, node.ply);
            self.memory.corrections.learn(&places, node.best - static_value, node.depth);
        }
    }

    /// Stores what was found. A draw that the next action reaches by repetition or move count comes
    /// from the path, so only the action is kept.
    pub(super) fn remember(&self, node: &Node<'_, G>) {
        let bound = (!node.counted_out).then(|| node.bound());
        let entry = Entry {
            action: node.best_action,
            value: to_table(node.best, node.ply),
            depth: node.depth.clamp(0, MAX_DEPTH as i32) as u8,
            bound,
        };
        self.shared.table.store(node.place.key, entry);
    }
}
