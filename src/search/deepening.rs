//! Iterative deepening: depth after depth, line after line, within aspiration windows, until a limit
//! is reached or nothing can change any more.

use super::MAX_DEPTH;
use super::report::{Found, Report};
use super::score::{
    DRAW, INFINITE, MATE_THRESHOLD, UNKNOWN, Window, is_mate, plies_to_mate, win_at,
};
use super::time::Timekeeper;
use super::worker::{Place, Worker};
use super::{Feature, Limits, Score};
use crate::game::{Action, Game};
use crate::tt::Bound;
use std::time::Duration;

/// First iteration that begins with a narrow window.
const ASPIRATION_DEPTH: i32 = 5;

/// Half the width of the first window, in centipawns.
const ASPIRATION_WIDTH: i32 = 22;

/// A window that has grown to this is opened altogether.
const ASPIRATION_LIMIT: i32 = 900;

/// Bounds are reported only after this time; sooner they are replaced too fast to be read.
const BOUNDS_AFTER: Duration = Duration::from_secs(2);

/// Iterations beyond the end of a mate after which nothing shorter is expected.
const SETTLED_MARGIN: usize = 6;

/// Iterations after which a single action needs no more thought where a clock runs.
const FORCED_DEPTH: i32 = 6;

/// Takes the reports of the main thread.
pub(super) type Sink<'s> = &'s mut dyn FnMut(Report);

impl<G: Game> Worker<'_, G> {
    /// Searches from the root until the search is halted or has reached its limits. Only the main
    /// thread is given a `sink`; the others help it through the table.
    pub(super) fn deepen(
        &mut self,
        root: &Place<G>,
        draw: Option<i32>,
        mut sink: Option<Sink<'_>>,
    ) -> Found {
        let limits = self.shared.limits;
        let deepest = limits.depth.map_or(MAX_DEPTH, |depth| (depth as usize).clamp(1, MAX_DEPTH));
        let lines = limits.multi_pv.clamp(1, self.root_actions.len());
        let mut timekeeper = Timekeeper::new(self.shared.budget);
        let mut found = Found::default();
        let mut told = None;
        for depth in 1..=deepest as i32 {
            if self.skips(depth) {
                continue;
            }
            self.root_depth = depth;
            for action in &mut self.root_actions {
                action.previous = action.value;
                action.value = UNKNOWN;
            }
            for line in 0..lines {
                self.search_line(root, draw, line, &mut sink);
                self.root_actions[..=line].sort_by_key(|action| std::cmp::Reverse(action.value));
                if self.interrupted() {
                    break;
                }
            }
            if self.interrupted() {
                break;
            }
            self.end_grace();
            found = self.found(root, draw, depth);
            if let Some(sink) = &mut sink {
                (0..lines).for_each(|line| sink(self.report(root, draw, line, Bound::Exact)));
                told = Some(found.pv.clone());
            }
            if self.finished(depth, &found, &mut timekeeper) {
                break;
            }
        }
        if self.index == 0 {
            self.shared.control.set_root_actions_left(0);
        }
        if self.interrupted() || found.depth == 0 {
            self.take_unfinished(root, draw, &mut found);
        }
        if let Some(sink) = sink
            && told.is_none_or(|line| line.first() != found.pv.first())
        {
            sink(self.report(root, draw, 0, found.bound));
        }
        found
    }

    /// Whether a helper leaves an iteration to the others, so that the threads spread over depths.
    fn skips(&self, depth: i32) -> bool {
        self.index > 0 && depth > 1 && (depth as usize + self.index) % 2 == 1
    }

    /// Searches one line of an iteration: widens the window until the value lies within.
    fn search_line(
        &mut self,
        root: &Place<G>,
        draw: Option<i32>,
        line: usize,
        sink: &mut Option<Sink<'_>>,
    ) {
        let depth = self.root_depth;
        let expected = self.root_actions[line].previous;
        let mut width = ASPIRATION_WIDTH + 6 * (self.index % 4) as i32;
        let narrow = depth >= ASPIRATION_DEPTH && self.has(Feature::Aspiration);
        let mut window = if !narrow || is_mate(expected) {
            Window::FULL
        } else {
            Window { alpha: expected - width, beta: expected + width }
        };
        loop {
            let value = self.search_root(root, window, depth, line);
            if self.interrupted() || value > window.alpha && value < window.beta {
                return;
            }
            let bound = if value <= window.alpha { Bound::Upper } else { Bound::Lower };
            if let Some(sink) = sink
                && self.shared.limits.multi_pv <= 1
                && self.shared.control.elapsed() >= BOUNDS_AFTER
            {
                sink(self.report(root, draw, line, bound));
            }
            width *= 2;
            let open = width >= ASPIRATION_LIMIT || is_mate(value);
            window = match bound {
                Bound::Upper => Window {
                    alpha: if open { -INFINITE } else { value - width },
                    beta: (window.alpha + window.beta) / 2,
                },
                _ => Window {
                    alpha: window.alpha,
                    beta: if open { INFINITE } else { value + width },
                },
            };
        }
    }

    /// Whether the search has done what it was asked for, after a finished iteration.
    fn finished(&mut self, depth: i32, found: &Found, timekeeper: &mut Timekeeper) -> bool {
        let Limits { mate, depth: depth_limit, clock, ponder, multi_pv, .. } = *self.shared.limits;
        if self.index > 0 {
            return false;
        }
        if let (Some(wanted), Score::Mate(count)) = (mate, found.score)
            && count > 0
            && count.unsigned_abs() <= wanted
        {
            return true;
        }
        let plies = plies_to_mate(found.value);
        if depth_limit.is_none()
            && mate.is_none()
            && multi_pv <= 1
            && is_mate(found.value)
            && depth as usize >= plies + SETTLED_MARGIN
        {
            return true;
        }
        let Some(elapsed) = self.shared.control.on_the_clock(ponder) else { return false };
        if self.shared.budget.is_some() && clock.is_some() {
            let forced = self.root_actions.len() == 1 && depth >= FORCED_DEPTH;
            let mated_soon = found.value >= win_at(depth as usize);
            if forced || mated_soon {
                return true;
            }
        }
        let best = &self.root_actions[0];
        let effort = best.nodes * 100 / self.nodes.max(1);
        timekeeper.is_up(elapsed, best.action, found.value, effort)
    }

    /// What the finished iteration found.
    fn found(&mut self, root: &Place<G>, draw: Option<i32>, depth: i32) -> Found {
        let best = &self.root_actions[0];
        let (value, pv) = (best.value, best.line.clone());
        let score = self.outside_score(root, draw, value, &pv).0;
        Found { depth: depth.unsigned_abs(), value, score, bound: Bound::Exact, pv }
    }

    /// What an interrupted iteration found, as far as it goes: at the very least some action with the
    /// static value.
    fn take_unfinished(&mut self, root: &Place<G>, draw: Option<i32>, found: &mut Found) {
        let first_iteration = found.depth == 0;
        let first = self.root_actions[0].value;
        if first_iteration && first > UNKNOWN && first < -MATE_THRESHOLD {
            self.prefer_the_unseen();
        }
        let best = &self.root_actions[0];
        let (known, value, bound) = match best.value {
            UNKNOWN if first_iteration => {
                (true, self.shared.game.evaluate(&root.position), Bound::Exact)
            }
            value => (value > UNKNOWN, value, best.bound),
        };
        if !known {
            return;
        }
        // A first line that only failed low is still the best there is, with its earlier value.
        if bound == Bound::Upper && !first_iteration {
            return;
        }
        // In the first iteration nothing is known of the actions that were not reached.
        let unseen = first_iteration && best.value > UNKNOWN && self.root_actions.len() > 1;
        let bound = if unseen && bound == Bound::Exact { Bound::Lower } else { bound };
        let pv = best.line.clone();
        let (score, whole) = self.outside_score(root, draw, value, &pv);
        let bound = if whole { bound } else { mate_bound(value) };
        *found = Found { depth: found.depth, value, score, bound, pv };
    }

    /// Puts an action that was not looked at first: what is known of the others is that they lose.
    fn prefer_the_unseen(&mut self) {
        if let Some(index) = self.root_actions.iter().position(|action| action.nodes == 0) {
            self.root_actions[..=index].rotate_right(1);
        }
    }

    /// The score for the outside; where the game is drawn by count at the root already, that draw.
    fn outside_score(
        &mut self,
        root: &Place<G>,
        draw: Option<i32>,
        value: i32,
        line: &[Action],
    ) -> (Score, bool) {
        match draw {
            Some(value) if value == DRAW => (Score::Centipawns(DRAW), true),
            Some(_) => (Score::Mate(0), true),
            None => self.score(root, value, line),
        }
    }

    fn report(&mut self, root: &Place<G>, draw: Option<i32>, line: usize, bound: Bound) -> Report {
        self.publish_nodes();
        let action = &self.root_actions[line];
        let value = match (action.value, action.previous) {
            (UNKNOWN, UNKNOWN) => self.shared.game.evaluate(&root.position),
            (UNKNOWN, previous) => previous,
            (value, _) => value,
        };
        let (pv, selective_depth) = (action.line.clone(), action.selective_depth.max(1));
        let (score, whole) = self.outside_score(root, draw, value, &pv);
        Report {
            depth: self.root_depth.unsigned_abs(),
            selective_depth: selective_depth as u32,
            multi_pv: line + 1,
            score,
            bound: if whole { bound } else { mate_bound(value) },
            nodes: self.shared.nodes(),
            time: self.shared.control.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv,
        }
    }
}

/// What a mate says whose line is not known to its end.
fn mate_bound(value: i32) -> Bound {
    if value > 0 { Bound::Lower } else { Bound::Upper }
}
