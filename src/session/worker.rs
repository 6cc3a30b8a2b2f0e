//! The thread that works for one opened game: it owns the search pool and takes jobs in order.
//!
//! Whoever orders never waits: memory is allocated and cleared here, and a running search is steered
//! by the [`Control`] of its order.

use super::event::{Divided, Event, Finished, Line};
use super::perft;
use super::wire::{Place, final_verdict};
use crate::game::{Action, Dialect, Past, Words, null_move};
use crate::search::{self, Control, Limits, Outcome, Pool, Report};
use caryatid_protocol::{Bound, Score};
use crossbeam::channel::{Receiver, Sender, unbounded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// How many threads search and how much memory their table takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Number of search threads, at least 1.
    pub threads: usize,
    /// Size of the hash table in MiB, at least 1.
    pub hash_mb: usize,
}

/// Where a job works: the position on the wire and how it came about.
pub(super) struct Ground<P> {
    pub(super) place: Place<P>,
    pub(super) past: Past,
    pub(super) dialect: Dialect,
}

/// What the thread is asked to do.
pub(super) enum Job<P> {
    /// Get the memory that searches will need, then tell.
    Prepare(Resources, Sender<()>),
    /// Forget everything learnt from earlier searches.
    Forget,
    /// Search and answer.
    Search { ground: Ground<P>, limits: Limits, resources: Resources, control: Arc<Control> },
    /// Count action sequences.
    Divide { ground: Ground<P>, depth: u32, threads: usize, control: Arc<Control> },
}

/// The handle on the thread. Dropping it waits for the job in hand.
pub(super) struct Worker<P> {
    jobs: Option<Sender<Job<P>>>,
    thread: Option<JoinHandle<()>>,
}

impl<P: Send + Clone + 'static> Worker<P> {
    /// Starts the thread.
    pub(super) fn start<G: Words<Position = P>>(game: Arc<G>, events: Sender<Event>) -> Worker<P> {
        let (jobs, orders) = unbounded();
        let desk = Desk { game, events, pool: None };
        let thread = thread::Builder::new().name("worker".to_owned()).spawn(|| desk.work(orders));
        match thread {
            Ok(thread) => Worker { jobs: Some(jobs), thread: Some(thread) },
            Err(error) => {
                log::error!("no thread for the search: {error}");
                Worker { jobs: Some(jobs), thread: None }
            }
        }
    }

    /// Hands over a job.
    pub(super) fn order(&self, job: Job<P>) {
        if self.jobs.as_ref().is_none_or(|jobs| jobs.send(job).is_err()) {
            log::error!("the search thread is gone");
        }
    }
}

impl<P> Drop for Worker<P> {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            log::error!("the search thread broke down");
        }
    }
}

/// The inside of the thread.
struct Desk<G: Words> {
    game: Arc<G>,
    events: Sender<Event>,
    pool: Option<(Resources, Pool<G>)>,
}

impl<G: Words> Desk<G> {
    fn work(mut self, orders: Receiver<Job<G::Position>>) {
        for job in orders {
            match job {
                Job::Prepare(resources, ready) => {
                    self.ensure_pool(resources);
                    // Whoever asked may have gone away.
                    let _ = ready.send(());
                }
                Job::Forget => {
                    if let Some((_, pool)) = &mut self.pool {
                        pool.clear();
                    }
                }
                Job::Search { ground, limits, resources, control } => {
                    self.search(&ground, limits, resources, &control);
                }
                Job::Divide { ground, depth, threads, control } => {
                    self.divide(&ground, depth, threads, &control);
                }
            }
        }
    }

    /// Nobody may be listening any more when a session ends.
    fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// A pool of the size asked for, or as near as memory allows.
    fn ensure_pool(&mut self, wanted: Resources) -> Option<&mut Pool<G>> {
        if self.pool.as_ref().is_none_or(|(present, _)| *present != wanted) {
            self.pool = match self.pool.take() {
                Some((present, pool)) => Some((wanted, self.refit(pool, present, wanted))),
                None => self.build_pool(wanted).map(|pool| (wanted, pool)),
            };
        }
        self.pool.as_mut().map(|(_, pool)| pool)
    }

    fn refit(&self, mut pool: Pool<G>, present: Resources, wanted: Resources) -> Pool<G> {
        if present.threads != wanted.threads {
            pool.set_threads(wanted.threads);
        }
        if present.hash_mb != wanted.hash_mb
            && let Err(error) = pool.set_hash(wanted.hash_mb)
        {
            self.tell(Event::Note(error.to_string()));
        }
        pool
    }

    fn build_pool(&self, wanted: Resources) -> Option<Pool<G>> {
        let mut hash_mb = wanted.hash_mb;
        loop {
            match Pool::new(&*self.game, wanted.threads, hash_mb) {
                Ok(pool) => return Some(pool),
                Err(error) => self.tell(Event::Note(error.to_string())),
            }
            if hash_mb <= 1 {
                return None;
            }
            hash_mb /= 2;
        }
    }

    fn search(
        &mut self,
        ground: &Ground<G::Position>,
        mut limits: Limits,
        resources: Resources,
        control: &Control,
    ) {
        let shared = Arc::clone(&self.game);
        let game: &G = &shared;
        limits.expected_actions = game.expected_actions(&ground.place.position);
        ground.place.keep_to_what_was_begun(game, &mut limits.search_moves);
        let teller = Teller { game, ground, flip: ground.place.must_wait(game) };
        let over = final_verdict(game, &ground.place.position, &ground.past).is_some();
        if teller.flip && !over && !limits.infinite {
            return self.answer_wait(&teller, control);
        }
        let events = self.events.clone();
        let searched = self.ensure_pool(resources).map(|pool| {
            let mut report = |report: Report| {
                let _ = events.send(Event::Line(teller.line(report)));
            };
            catch_unwind(AssertUnwindSafe(|| {
                pool.search(
                    game,
                    &ground.place.position,
                    &ground.past,
                    &limits,
                    control,
                    &mut report,
                )
            }))
        });
        let finished = match searched {
            Some(Ok(outcome)) => teller.answer(&outcome, control),
            broken => {
                if broken.is_some() {
                    self.pool = None;
                    self.tell(Event::Failed("the search broke down".to_owned()));
                }
                teller.answer(&teller.makeshift(), control)
            }
        };
        self.tell(Event::Finished(finished));
    }

    /// The answer where the side on turn has nothing to decide.
    fn answer_wait(&self, teller: &Teller<'_, G>, control: &Control) {
        let outcome = teller.makeshift();
        self.tell(Event::Line(Line {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            score: teller.score(outcome.score),
            bound: Bound::Exact,
            nodes: 0,
            time: control.elapsed(),
            hashfull: 0,
            pv: vec![null_move(teller.ground.dialect).to_owned()],
        }));
        // Nothing was searched, so nothing is expected.
        let finished = Finished { ponder: None, ..teller.answer(&outcome, control) };
        self.tell(Event::Finished(finished));
    }

    fn divide(
        &self,
        ground: &Ground<G::Position>,
        depth: u32,
        threads: usize,
        control: &Arc<Control>,
    ) {
        let stopped = || control.is_stopped();
        let counts = divide_on(threads, |parallel| {
            perft::divide(&*self.game, &ground.place.position, depth, parallel, &stopped)
        });
        let counts = counts.map(|counts| self.named(ground, &counts));
        self.tell(Event::Divided(Divided { depth, counts, time: control.elapsed() }));
    }

    fn named(&self, ground: &Ground<G::Position>, counts: &[(Action, u64)]) -> Vec<(String, u64)> {
        let position = &ground.place.position;
        counts
            .iter()
            .map(|&(action, count)| {
                (self.game.write_action(position, action, ground.dialect), count)
            })
            .collect()
    }
}

/// Runs a count on a number of threads of its own; `work` is told whether there are several.
pub(super) fn divide_on<T: Send>(threads: usize, work: impl FnOnce(bool) -> T + Send) -> T {
    if threads > 1 {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => return pool.install(|| work(true)),
            Err(error) => log::warn!("counting on one thread: {error}"),
        }
    }
    work(false)
}

/// Puts what a search says into wire moves and the view of the side on turn.
struct Teller<'a, G: Words> {
    game: &'a G,
    ground: &'a Ground<G::Position>,
    /// Whether the side on turn on the wire is not the team that acts.
    flip: bool,
}

impl<G: Words> Teller<'_, G> {
    fn score(&self, score: search::Score) -> Score {
        let sign = if self.flip { -1 } else { 1 };
        match score {
            search::Score::Centipawns(value) => Score::Centipawns(sign * value),
            search::Score::Mate(actions) => Score::Mate(sign * actions),
        }
    }

    fn bound(&self, bound: search::Bound) -> Bound {
        match (bound, self.flip) {
            (search::Bound::Exact, _) => Bound::Exact,
            (search::Bound::Lower, false) | (search::Bound::Upper, true) => Bound::Lower,
            (search::Bound::Upper, false) | (search::Bound::Lower, true) => Bound::Upper,
        }
    }

    fn wire(&self, actions: &[Action]) -> Vec<String> {
        self.ground.place.line(self.game, &self.ground.past, actions, self.ground.dialect)
    }

    fn line(&self, report: Report) -> Line {
        Line {
            depth: report.depth,
            selective_depth: report.selective_depth,
            multi_pv: report.multi_pv,
            score: self.score(report.score),
            bound: self.bound(report.bound),
            nodes: report.nodes,
            time: report.time,
            hashfull: report.hashfull,
            pv: self.wire(&report.pv),
        }
    }

    fn answer(&self, outcome: &Outcome, control: &Control) -> Finished {
        let game = self.game;
        let place = &self.ground.place;
        let (best, ponder) = match outcome.best {
            None => (Vec::new(), None),
            Some(best) => {
                let expected: Vec<Action> =
                    [Some(best), outcome.ponder].into_iter().flatten().collect();
                let entries = if self.flip {
                    vec![null_move(self.ground.dialect).to_owned()]
                } else {
                    place.entries(game, best, self.ground.dialect)
                };
                // The reply comes behind all wire moves of the action and the waits between them.
                let reply = (2 * entries.len()).saturating_sub(1);
                (entries, self.wire(&expected).into_iter().nth(reply))
            }
        };
        Finished {
            best,
            ponder,
            score: self.score(outcome.score),
            depth: outcome.depth,
            nodes: outcome.nodes,
            time: control.elapsed(),
        }
    }

    /// An answer without a search: any action, and what the position looks like.
    fn makeshift(&self) -> Outcome {
        let position = &self.ground.place.position;
        let best = self.ground.place.open_actions(self.game).first().copied();
        let is_drawn = self
            .game
            .early_end(position, &self.ground.past)
            .is_some_and(|verdict| verdict.winner.is_none());
        let value = if is_drawn { 0 } else { self.game.evaluate(position) };
        Outcome {
            best,
            ponder: None,
            score: search::Score::Centipawns(value),
            depth: 0,
            nodes: 0,
            pv: best.into_iter().collect(),
        }
    }
}
