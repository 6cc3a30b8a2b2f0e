//! The handle by which another thread steers a running search.

use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Steers one search from outside: stop, ponder hit. Its clock starts when it is made, so it is made
/// when the order to search arrives. It serves one search only.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    /// What every thread looks at in every node: set from outside, and by the search at its end.
    halted: AtomicBool,
    /// Whether `orders.ponder_hit` is set, to be looked at without the lock.
    hit: AtomicBool,
    /// Root actions that the main thread has still to look at in this iteration.
    left: AtomicU32,
    orders: Mutex<Orders>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct Orders {
    stop: bool,
    ponder_hit: Option<Instant>,
}

impl Default for Control {
    fn default() -> Control {
        Control::new()
    }
}

impl Control {
    /// A handle for a search that begins now.
    #[must_use]
    pub fn new() -> Control {
        Control {
            started: Instant::now(),
            halted: AtomicBool::new(false),
            hit: AtomicBool::new(false),
            left: AtomicU32::new(0),
            orders: Mutex::new(Orders::default()),
            changed: Condvar::new(),
        }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.halted.store(true, Ordering::Relaxed);
        self.orders.lock().stop = true;
        self.changed.notify_all();
    }

    /// The opponent has played the action that was pondered on: the clock runs from now.
    pub fn ponder_hit(&self) {
        self.orders.lock().ponder_hit.get_or_insert_with(Instant::now);
        self.hit.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Whether [`Control::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.orders.lock().stop
    }

    /// Time since the handle was made.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// How many root actions come after the one that is being looked at, in the iteration under way; 0 where
    /// none is.
    #[must_use]
    pub fn root_actions_left(&self) -> u32 {
        self.left.load(Ordering::Relaxed)
    }

    /// Tells how many root actions come after the one in hand.
    pub(super) fn set_root_actions_left(&self, count: usize) {
        self.left.store(u32::try_from(count).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    /// Ends the work of all threads, without the outside having asked for it.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether the threads are to return.
    #[inline]
    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Time since the own clock runs; `None` while pondering.
    pub(super) fn on_the_clock(&self, ponder: bool) -> Option<Duration> {
        if !ponder {
            return Some(self.started.elapsed());
        }
        if !self.hit.load(Ordering::Acquire) {
            return None;
        }
        self.orders.lock().ponder_hit.map(|hit| hit.elapsed())
    }

    /// Sleeps until [`Control::stop`], or where `or_ponder_hit` holds, [`Control::ponder_hit`].
    pub(super) fn wait(&self, or_ponder_hit: bool) {
        let mut orders = self.orders.lock();
        while !(orders.stop || or_ponder_hit && orders.ponder_hit.is_some()) {
            self.changed.wait(&mut orders);
        }
    }
}
