//! Spends a budget: longer while the search changes its mind, shorter while it does not.

use crate::clock::Budget;
use crate::game::Action;
use std::time::Duration;

/// Percent of the soft limit by the number of iterations that agree on the best action.
const AGREEMENT: [u32; 5] = [180, 120, 95, 80, 72];

/// Watches the finished iterations of one search.
#[derive(Debug)]
pub(super) struct Timekeeper {
    budget: Option<Budget>,
    best: Action,
    agreeing: usize,
    value: i32,
}

impl Timekeeper {
    pub(super) fn new(budget: Option<Budget>) -> Timekeeper {
        Timekeeper { budget, best: Action::NONE, agreeing: 0, value: 0 }
    }

    /// Whether no new iteration is to begin: told the best action of the last one with its value, and
    /// the share of all nodes that was spent on it, in percent.
    pub(super) fn is_up(
        &mut self,
        elapsed: Duration,
        best: Action,
        value: i32,
        effort: u64,
    ) -> bool {
        let fall = if self.best.is_none() { 0 } else { (self.value - value).clamp(0, 80) };
        self.agreeing = if best == self.best { self.agreeing + 1 } else { 0 };
        self.best = best;
        self.value = value;
        let Some(budget) = self.budget else { return false };
        if budget.soft == budget.hard {
            return elapsed >= budget.hard;
        }
        let agreement = AGREEMENT[self.agreeing.min(AGREEMENT.len() - 1)];
        let effort = 140 - u32::try_from(effort.min(100)).unwrap_or(100) * 6 / 10;
        let percent = agreement * (100 + fall.unsigned_abs()) / 100 * effort / 100;
        elapsed >= (budget.soft * percent / 100).min(budget.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::Timekeeper;
    use crate::clock::Budget;
    use crate::game::Action;
    use std::time::Duration;

    const A: Action = Action::from_raw(1);
    const B: Action = Action::from_raw(2);

    fn keeper() -> Timekeeper {
        let (soft, hard) = (Duration::from_millis(1000), Duration::from_millis(5000));
        Timekeeper::new(Some(Budget { soft, hard }))
    }

    #[test]
    fn a_steady_search_ends_early_and_a_wavering_one_late() {
        let now = Duration::from_millis(900);
        let mut steady = keeper();
        assert!(!steady.is_up(now, A, 10, 60));
        assert!((0..6).any(|_| steady.is_up(now, A, 10, 60)));
        let mut wavering = keeper();
        assert!((0..6).all(|turn| !wavering.is_up(now, if turn % 2 == 0 { A } else { B }, 10, 60)));
    }

    #[test]
    fn a_falling_value_takes_more_time_and_the_hard_limit_holds() {
        let mut falling = keeper();
        assert!((0..9).all(|turn| !falling.is_up(Duration::from_millis(900), A, -60 * turn, 60)));
        assert!(keeper().is_up(Duration::from_millis(5000), A, 0, 0));
        assert!(!Timekeeper::new(None).is_up(Duration::from_secs(99), A, 0, 0));
    }
}
