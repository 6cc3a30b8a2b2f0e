//! Values inside the search, and scores for the outside.
//!
//! Inside, a value is an `i32` in centipawns from the view of the team to act. Beyond
//! ±[`MATE_THRESHOLD`] it is a decided game: [`MATE`] less the number of plies (actions of whichever
//! team) from the root of the search to the end.

use crate::game::{MAX_EVALUATION, Team, Verdict};

/// The value of having won here and now.
pub(super) const MATE: i32 = 32_000;

/// Above every value.
pub(super) const INFINITE: i32 = MATE + 1;

/// Stands for a value that is not known.
pub(super) const UNKNOWN: i32 = -INFINITE;

/// Values beyond this, on either side, are decided games.
pub(super) const MATE_THRESHOLD: i32 = 30_000;

/// The value of a draw.
pub(super) const DRAW: i32 = 0;

const _: () = assert!(MAX_EVALUATION < MATE_THRESHOLD && INFINITE < i16::MAX as i32);

/// A score for the outside, from the view of the team to act at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The team to act wins with so many actions of its own; negative: it loses after so many actions
    /// of the other team. 0: the game is decided here.
    Mate(i32),
}

/// Whether the value is a decided game.
#[inline]
pub(super) const fn is_mate(value: i32) -> bool {
    value.abs() > MATE_THRESHOLD
}

/// How many plies after the root a decided game ends.
#[inline]
pub(super) const fn plies_to_mate(value: i32) -> usize {
    (MATE - value.abs()).unsigned_abs() as usize
}

/// The value of winning `ply` actions after the root.
#[inline]
pub(super) const fn win_at(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The value of losing `ply` actions after the root.
#[inline]
pub(super) const fn loss_at(ply: usize) -> i32 {
    -win_at(ply)
}

/// The value for `team` of a game that ended `ply` actions after the root.
#[inline]
pub(super) fn verdict_value(verdict: &Verdict, team: Team, ply: usize) -> i32 {
    match verdict.winner {
        None => DRAW,
        Some(winner) if winner == team => win_at(ply),
        Some(_) => loss_at(ply),
    }
}

/// A value as the table keeps it: mates counted from the position `ply` actions after the root.
#[inline]
pub(super) fn to_table(value: i32, ply: usize) -> i16 {
    let from_here = if is_mate(value) { value + value.signum() * ply as i32 } else { value };
    from_here.clamp(-MATE, MATE) as i16
}

/// The reverse of [`to_table`].
#[inline]
pub(super) fn from_table(value: i16, ply: usize) -> i32 {
    let value = i32::from(value);
    if is_mate(value) { value - value.signum() * ply as i32 } else { value }
}

/// Two bounds for the value that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// What the team to act has for certain.
    pub(super) alpha: i32,
    /// What the other team will not allow.
    pub(super) beta: i32,
}

impl Window {
    /// Every value.
    pub(super) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window that only asks whether the value is above `alpha`.
    #[inline]
    pub(super) const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window seen from the other team.
    #[inline]
    pub(super) const fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether values lie between the bounds, so that a line is to be found.
    #[inline]
    pub(super) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Narrows the window to what can still happen `ply` actions after the root: no loss is earlier
    /// than here, and no win earlier than with the next action.
    #[inline]
    pub(super) fn within_mate_distance(self, ply: usize) -> Window {
        Window { alpha: self.alpha.max(loss_at(ply)), beta: self.beta.min(win_at(ply + 1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::{MATE, Window, from_table, is_mate, loss_at, plies_to_mate, to_table, win_at};
    use crate::game::MAX_EVALUATION;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn values_survive_the_table(value in -MAX_EVALUATION..=MAX_EVALUATION, ply in 0_usize..256) {
            prop_assert_eq!(from_table(to_table(value, ply), ply), value);
            prop_assert!(!is_mate(value));
        }

        #[test]
        fn mates_are_counted_from_the_position(end in 0_usize..256, ply in 0_usize..256, other in 0_usize..256) {
            let ply = ply.min(end);
            for (here, there) in [(win_at(end), win_at(other + end - ply)), (loss_at(end), loss_at(other + end - ply))] {
                prop_assert_eq!(from_table(to_table(here, ply), ply), here);
                prop_assert_eq!(from_table(to_table(here, ply), other), there);
                prop_assert_eq!(plies_to_mate(here), end);
            }
        }
    }

    #[test]
    fn turning_a_window_twice_gives_it_back() {
        let window = Window { alpha: -30, beta: 50 };
        assert_eq!(window.turned(), Window { alpha: -50, beta: 30 });
        assert_eq!(window.turned().turned(), window);
        assert!(Window::FULL.is_open() && !Window::null(3).is_open());
        assert_eq!(Window::FULL.within_mate_distance(4).beta, MATE - 5);
    }
}
