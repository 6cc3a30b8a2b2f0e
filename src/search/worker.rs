//! One thread at work on one search: what it may look at, its counters, and the only place where
//! actions are played and values change sides.

use super::corrections::{Corrections, Places};
use super::memory::Memory;
use super::pruning::Reductions;
use super::root::RootAction;
use super::score::{DRAW, Window, is_mate, plies_to_mate, verdict_value};
use super::{Control, Feature, Features, Limits, Score};
use crate::clock::Budget;
use crate::game::{Action, Game, MAX_EVALUATION, Past, Team, Verdict};
use crate::tt::Table;
use crossbeam::utils::CachePadded;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 256;

/// Nodes that the main thread may use for its first line although it was told to stop.
const GRACE_NODES: u64 = 1_000;

/// A position in the tree, with what the search wants to know of it at once.
pub(super) struct Place<G: Game> {
    pub(super) position: G::Position,
    pub(super) team: Team,
    pub(super) in_check: bool,
    /// Its key in the table.
    pub(super) key: u64,
}

/// What all threads of one search share.
pub(super) struct Shared<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    pub(super) limits: &'a Limits,
    pub(super) budget: Option<Budget>,
    pub(super) reductions: &'a Reductions,
    /// Nodes of each thread.
    pub(super) counters: &'a [CachePadded<AtomicU64>],
    /// The techniques that are used.
    pub(super) features: Features,
    /// Whether there are more threads than processors.
    pub(super) crowded: bool,
}

impl<G: Game> Shared<'_, G> {
    /// Nodes of all threads, as far as they have been told.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.load(Ordering::Relaxed)).sum()
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Game> {
    pub(super) shared: &'a Shared<'a, G>,
    /// 0 is the main thread, which alone reports.
    pub(super) index: usize,
    pub(super) memory: &'a mut Memory,
    pub(super) past: Past,
    pub(super) root_actions: Vec<RootAction>,
    /// The present iteration.
    pub(super) root_depth: i32,
    /// Longest line of the present root action, in actions.
    pub(super) selective_depth: usize,
    pub(super) nodes: u64,
    /// Nodes that are searched even after a halt.
    grace: u64,
    next_poll: u64,
    /// Below this ply no null move is tried (while one is being verified).
    pub(super) null_moves_from: usize,
    /// The ply at which the last child ended by repetition or move count.
    pub(super) counted_out_at: usize,
}

impl<'a, G: Game> Worker<'a, G> {
    pub(super) fn new(
        shared: &'a Shared<'a, G>,
        index: usize,
        memory: &'a mut Memory,
        mut past: Past,
        root_actions: Vec<RootAction>,
    ) -> Worker<'a, G> {
        memory.begin();
        past.mark_root();
        let limit = shared.limits.nodes.unwrap_or(u64::MAX);
        Worker {
            shared,
            index,
            memory,
            past,
            root_actions,
            root_depth: 0,
            selective_depth: 0,
            nodes: 0,
            grace: if index == 0 { GRACE_NODES.min(limit) } else { 0 },
            next_poll: POLL_INTERVAL.min(limit),
            null_moves_from: 0,
            counted_out_at: usize::MAX,
        }
    }

    /// Whether a technique is used.
    #[inline]
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.shared.features.has(feature)
    }

    /// A position with what is to be known of it.
    #[inline]
    pub(super) fn place(&self, position: G::Position) -> Place<G> {
        let game = self.shared.game;
        let key = game.table_key(&position);
        self.shared.table.prefetch(key);
        let team = game.team(game.to_act(&position));
        let in_check = game.in_check(&position);
        Place { position, team, in_check, key }
    }

    /// The static value of a place, for the team to act.
    #[inline]
    fn evaluate(&mut self, place: &Place<G>) -> i32 {
        let game = self.shared.game;
        if !self.has(Feature::EvaluationStore) {
            return game.evaluate(&place.position);
        }
        self.memory.evaluations.get_or(place.key, || game.evaluate(&place.position))
    }

    /// The static value of a place `ply` actions after the root, as far as it is known to be wrong corrected.
    #[inline]
    pub(super) fn static_value(&mut self, place: &Place<G>, ply: usize) -> i32 {
        let value = self.evaluate(place);
        if !self.has(Feature::CorrectionHistory) {
            return value;
        }
        let corrected = value + self.memory.corrections.of(&self.correction_places(place, ply));
        corrected.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Where corrections of the static value of a place `ply` actions after the root are kept.
    #[inline]
    pub(super) fn correction_places(&self, place: &Place<G>, ply: usize) -> Places {
        let structures = self.shared.game.structures(&place.position);
        Corrections::places(structures, place.team, self.memory.last_slot(ply))
    }

    /// Plays an action of the node at `ply`. [`Worker::leave`] takes it back.
    #[inline]
    pub(super) fn enter(&mut self, from: &Place<G>, action: Action, ply: usize) -> Place<G> {
        let game = self.shared.game;
        if let Some(key) = game.foreseen_key(&from.position, action) {
            self.shared.table.prefetch(key);
        }
        self.memory.frame_mut(ply).slot = Some(game.slot(&from.position, action) as u32);
        self.counted_out_at = usize::MAX;
        let position = game.child(&from.position, action, &mut self.past);
        self.place(position)
    }

    /// Leaves a child again.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.past.pop();
    }

    /// Searches a child at `ply` and gives its value for `team`, which acted before it. Only here do
    /// values and windows change sides: where the same team acts again, they don't.
    #[inline]
    pub(super) fn child_value(
        &mut self,
        team: Team,
        child: &Place<G>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> i32 {
        if child.team == team {
            self.node(child, window, depth, ply)
        } else {
            -self.node(child, window.turned(), depth, ply)
        }
    }

    /// The value at `ply` where the rules have ended the game there.
    #[inline]
    pub(super) fn decided(&mut self, place: &Place<G>, ply: usize) -> Option<i32> {
        let verdict = self.shared.game.early_end(&place.position, &self.past)?;
        if verdict.by_count {
            self.counted_out_at = ply;
        }
        Some(verdict_value(&verdict, place.team, ply))
    }

    /// Whether the value of the child just searched, at `ply`, came from how it was reached: it ended by
    /// repetition or move count, or the action that led there asked the past.
    #[inline]
    pub(super) fn counted_out(&self, child: &Place<G>, ply: usize) -> bool {
        self.counted_out_at == ply || self.shared.game.by_history(&child.position)
    }

    /// Counts a node, and looks at the clock now and then.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Whether the thread is to return at once; values found from now on mean nothing.
    #[inline]
    pub(super) fn interrupted(&self) -> bool {
        self.shared.control.is_halted() && self.nodes >= self.grace
    }

    /// From now on a halt is obeyed at once: there is something to play.
    pub(super) fn end_grace(&mut self) {
        self.grace = 0;
    }

    /// Makes the nodes of this thread known to the others.
    pub(super) fn publish_nodes(&self) {
        self.shared.counters[self.index].store(self.nodes, Ordering::Relaxed);
    }

    /// Halts the search when a limit of nodes or time is reached. Every thread looks, since the main
    /// one may have to wait for a processor.
    #[cold]
    fn poll(&mut self) {
        if self.shared.crowded && self.index > 0 {
            // Whoever is woken by an order to stop should not wait for the time slices of all.
            thread::yield_now();
        }
        let Shared { limits, control, budget, .. } = self.shared;
        self.publish_nodes();
        self.next_poll = self.nodes + POLL_INTERVAL;
        if let Some(limit) = limits.nodes {
            let searched = self.shared.nodes();
            if searched >= limit {
                control.halt();
            }
            self.next_poll = self.next_poll.min(self.nodes + limit.saturating_sub(searched).max(1));
        }
        if let Some(budget) = budget
            && control.on_the_clock(limits.ponder).is_some_and(|elapsed| elapsed >= budget.hard)
        {
            control.halt();
        }
    }

    /// A value for the outside. The flag tells whether it is exact: a mate whose line is cut short
    /// can't be counted in the winner's own actions, and is given as it would be if teams alternated.
    pub(super) fn score(&mut self, root: &Place<G>, value: i32, line: &[Action]) -> (Score, bool) {
        if !is_mate(value) {
            return (Score::Centipawns(value), true);
        }
        let winner = if value > 0 { root.team } else { root.team.other() };
        let game = self.shared.game;
        let (mut position, mut own) = (root.position.clone(), 0);
        for &action in line {
            own += usize::from(game.team(game.to_act(&position)) == winner);
            position = game.child(&position, action, &mut self.past);
        }
        line.iter().for_each(|_| self.past.pop());
        let missing = plies_to_mate(value).saturating_sub(line.len());
        let count = i32::try_from((own + missing.div_ceil(2)).max(1)).unwrap_or(i32::MAX);
        (Score::Mate(count * value.signum()), missing == 0)
    }
}

/// The score of a finished game for `team`.
pub(super) fn final_score(verdict: &Verdict) -> Score {
    if verdict.winner.is_some() { Score::Mate(0) } else { Score::Centipawns(DRAW) }
}
