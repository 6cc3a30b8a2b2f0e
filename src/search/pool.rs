//! The threads of a search and what they keep from one search to the next.
//!
//! Lazy SMP: every thread deepens on its own from the same root; they share the table and the flag
//! that halts them, nothing else. At the end they vote for the action to play.

use super::deepening::Sink;
use super::memory::Memory;
use super::pruning::Reductions;
use super::report::Found;
use super::root::{RootAction, root_actions};
use super::score::{is_mate, verdict_value};
use super::worker::{Shared, Worker, final_score};
use super::{Control, Features, Limits, Outcome, Report};
use crate::game::{Action, Game, Past, Verdict};
use crate::tt::{Bound, Table, TableError};
use crossbeam::utils::CachePadded;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Stack of a helper thread, in bytes; only what is used costs memory.
const STACK: usize = 8 << 20;

/// What the worst value counts in the vote, in centipawns, so that depth always matters.
const VOTE_BASE: i64 = 20;

/// The threads that search one game together, with their table and histories.
#[derive(Debug)]
pub struct Pool<G: Game> {
    table: Table,
    memories: Vec<Memory>,
    counters: Vec<CachePadded<AtomicU64>>,
    reductions: Reductions,
    slots: usize,
    /// What the last search used.
    features: Features,
    /// How many threads can run at the same time.
    processors: usize,
    game: PhantomData<fn(G)>,
}

impl<G: Game> Pool<G> {
    /// A pool for `game` with a number of threads and a table of `hash_mb` MiB (at least 1 each).
    ///
    /// # Errors
    /// No memory for the table.
    pub fn new(game: &G, threads: usize, hash_mb: usize) -> Result<Pool<G>, TableError> {
        let mut pool = Pool {
            table: Table::new(hash_mb)?,
            memories: Vec::new(),
            counters: Vec::new(),
            reductions: Reductions::new(),
            slots: game.slots(),
            features: Features::ALL,
            processors: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            game: PhantomData,
        };
        pool.set_threads(threads);
        Ok(pool)
    }

    /// Changes the number of threads (at least 1). Those that stay keep what they have learnt.
    pub fn set_threads(&mut self, threads: usize) {
        let slots = self.slots;
        self.memories.resize_with(threads.max(1), || Memory::new(slots));
        self.memories.shrink_to_fit();
        self.counters.resize_with(threads.max(1), CachePadded::default);
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Changes the size of the table, which is empty afterwards.
    ///
    /// # Errors
    /// No memory for a table of that size; the pool then has one of the old size, or the smallest.
    pub fn set_hash(&mut self, hash_mb: usize) -> Result<(), TableError> {
        let old = self.table.megabytes();
        // The old one goes first, so that they never need memory together.
        self.table = Table::new(1)?;
        match Table::new(hash_mb) {
            Ok(table) => {
                self.table = table;
                Ok(())
            }
            Err(error) => {
                if let Ok(table) = Table::new(old) {
                    self.table = table;
                }
                Err(error)
            }
        }
    }

    /// Size of the table in MiB.
    #[must_use]
    pub fn hash(&self) -> usize {
        self.table.megabytes()
    }

    /// Forgets everything: table and histories.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::forget);
    }

    /// Searches, and returns when a limit is reached or [`Control::stop`] was called; an infinite
    /// search, or one that ponders, only then. Calls `report` from this thread, which needs about
    /// 1 MiB of stack.
    ///
    /// `past` holds the positions before `position`. Where the game is finished there is one report of
    /// depth 0, and no action. Where it is drawn by count only, the search goes on and tells the draw.
    pub fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        past: &Past,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        if self.features != limits.features {
            // What the others found would still serve: nothing would be left out.
            self.features = limits.features;
            self.clear();
        }
        let early = game.early_end(position, past);
        let roots = match early {
            Some(verdict) if !verdict.by_count => Vec::new(),
            _ => root_actions(game, position, &limits.search_moves),
        };
        let outcome = if roots.is_empty() {
            let verdict = early.unwrap_or_else(|| game.end_without_actions(position));
            finished(&verdict, control, report)
        } else {
            let team = game.team(game.to_act(position));
            let draw = early.map(|verdict| verdict_value(&verdict, team, 0));
            let task = Task { game, position, past, limits, control, draw };
            self.search_roots(&task, roots, report)
        };
        if limits.infinite {
            control.wait(false);
        } else if limits.ponder {
            control.wait(true);
        }
        outcome
    }

    fn search_roots(
        &mut self,
        task: &Task<'_, G>,
        roots: Vec<RootAction>,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        self.table.new_search();
        self.counters.iter().for_each(|counter| counter.store(0, Ordering::Relaxed));
        let shared = Shared {
            game: task.game,
            table: &self.table,
            control: task.control,
            limits: task.limits,
            budget: task.limits.budget(),
            reductions: &self.reductions,
            counters: &self.counters,
            features: task.limits.features,
            crowded: self.memories.len() > self.processors,
        };
        let shared = &shared;
        let (main, helpers) = self.memories.split_at_mut(1);
        let (mut best, others) = thread::scope(|scope| {
            let handles: Vec<_> = helpers
                .iter_mut()
                .enumerate()
                .map_while(|(index, memory)| {
                    let roots = roots.clone();
                    thread::Builder::new()
                        .name(format!("search {}", index + 1))
                        .stack_size(STACK)
                        .spawn_scoped(scope, move || {
                            task.run(shared, index + 1, memory, roots, None)
                        })
                        .inspect_err(|error| log::warn!("no more search threads: {error}"))
                        .ok()
                })
                .collect();
            let best = task.run(shared, 0, &mut main[0], roots.clone(), Some(&mut *report));
            task.control.halt();
            let others: Vec<Found> =
                handles.into_iter().filter_map(|handle| handle.join().ok()).collect();
            (best, others)
        });
        if task.limits.depth.is_none()
            && task.limits.multi_pv <= 1
            && task.draw.is_none()
            && let Some(elected) = elect(&best, &others)
        {
            report(elected.report(shared));
            best = elected.clone();
        }
        let played = best.pv.first().copied();
        let ponder = best.pv.get(1).copied().or_else(|| self.expected_reply(task, played?));
        Outcome {
            best: played,
            ponder,
            score: best.score,
            depth: best.depth,
            nodes: self.counters.iter().map(|counter| counter.load(Ordering::Relaxed)).sum(),
            pv: best.pv,
        }
    }

    /// What the table expects after an action at the root, if that is legal there.
    fn expected_reply(&self, task: &Task<'_, G>, action: Action) -> Option<Action> {
        let mut past = task.past.clone();
        let child = task.game.child(task.position, action, &mut past);
        if task.game.early_end(&child, &past).is_some() {
            return None;
        }
        let reply = self.table.probe(task.game.table_key(&child))?.action;
        (!reply.is_none() && task.game.legal(&child, reply)).then_some(reply)
    }
}

/// What is to be searched.
struct Task<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    past: &'a Past,
    limits: &'a Limits,
    control: &'a Control,
    /// The value of the root for its team, where repetition or move count have ended the game there.
    draw: Option<i32>,
}

impl<G: Game> Task<'_, G> {
    /// One thread's search from beginning to end.
    fn run(
        &self,
        shared: &Shared<'_, G>,
        index: usize,
        memory: &mut Memory,
        roots: Vec<RootAction>,
        sink: Option<Sink<'_>>,
    ) -> Found {
        let mut worker = Worker::new(shared, index, memory, self.past.clone(), roots);
        let root = worker.place(self.position.clone());
        let found = worker.deepen(&root, self.draw, sink);
        worker.publish_nodes();
        found
    }
}

impl Found {
    /// The closing line for a result that the main thread has not told.
    fn report<G: Game>(&self, shared: &Shared<'_, G>) -> Report {
        Report {
            depth: self.depth,
            selective_depth: self.depth.max(self.pv.len() as u32),
            multi_pv: 1,
            score: self.score,
            bound: self.bound,
            nodes: shared.nodes(),
            time: shared.control.elapsed(),
            hashfull: shared.table.hashfull(),
            pv: self.pv.clone(),
        }
    }
}

/// The helper whose result is to be played instead of the main thread's, if the vote says so. Each
/// thread votes for its action, with the more weight the deeper it came and the better it finds it;
/// only who came as deep as the main thread can be elected.
fn elect<'f>(main: &Found, helpers: &'f [Found]) -> Option<&'f Found> {
    if main.depth == 0 {
        return None;
    }
    let finished = || std::iter::once(main).chain(helpers).filter(|found| found.depth > 0);
    let worst = finished().map(|found| found.value).min().unwrap_or(0);
    let weight = |found: &Found| {
        (i64::from(found.value - worst).min(1_000) + VOTE_BASE) * i64::from(found.depth)
    };
    let votes = |candidate: &Found| -> i64 {
        finished().filter(|found| found.pv.first() == candidate.pv.first()).map(weight).sum()
    };
    helpers
        .iter()
        .filter(|found| found.depth >= main.depth && found.bound == Bound::Exact)
        .filter(|found| found.pv.first() != main.pv.first())
        .filter(|found| match (is_mate(main.value), is_mate(found.value)) {
            (false, false) => votes(found) > votes(main),
            // The shorter win, or the longer defence.
            _ => found.value > main.value,
        })
        .max_by_key(|found| (votes(found), found.depth, found.value))
}

fn finished(verdict: &Verdict, control: &Control, report: &mut dyn FnMut(Report)) -> Outcome {
    let score = final_score(verdict);
    report(Report {
        depth: 0,
        selective_depth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: control.elapsed(),
        hashfull: 0,
        pv: Vec::new(),
    });
    Outcome { best: None, ponder: None, score, depth: 0, nodes: 0, pv: Vec::new() }
}
