//! The legal actions of a position, by masks instead of trial.
//!
//! AVON-7 and AVON-10 together come to three cases of the royals that stand on the mover's half: with two
//! or more of them every move that AVON-7 allows is legal; a single one may not leave the half; with none
//! only a royal's move into the half is.

use super::Avon;
use super::kinds::Kind;
use super::position::Position;
use super::seats::{HALVES, bit, colour, half, partner};
use crate::board::{Square, SquareSet};
use crate::game::{Action, ActionList, Want};

impl Avon {
    /// Shows `see` each man of the seat that may move, with its targets of the stage, until it says stop;
    /// tells whether it did. `only` limits the men.
    #[inline(always)]
    pub(super) fn visit(
        &self,
        position: &Position,
        seat: u8,
        want: Want,
        only: u128,
        mut see: impl FnMut(Square, u128) -> bool,
    ) -> bool {
        let tables = &*self.tables;
        let us = colour(seat);
        let (own, enemies) = (position.colours[us], position.colours[us ^ 1]);
        let occupied = own | enemies;
        let (direction, half) = (half(seat), HALVES[half(seat)]);
        let wanted = match want {
            Want::All => !own,
            Want::Tactical => enemies,
            Want::Quiet => !occupied,
        };
        let royals = position.royals() & own;
        let home = royals & half;
        // Men on caged squares must end on the half.
        let (men, mut caged) = if home.many() {
            (own, 0)
        } else if home.any() {
            (own, home)
        } else {
            (royals, royals)
        };
        let men = men & only;
        if position.out & bit(partner(seat)) == 0 {
            caged |= !half;
        }
        for from in (position.kinds[Kind::Pawn as usize] & men).squares() {
            let at = usize::from(from);
            let quiet = tables.ahead[direction][at] & !occupied;
            let captures = tables.aslant[direction][at] & enemies;
            let mut targets = (quiet | captures) & wanted;
            if caged.contains(from) {
                targets &= half;
            }
            if targets.any() && see(from, targets) {
                return true;
            }
        }
        for kind in &Kind::ALL[1..] {
            for from in (position.kinds[*kind as usize] & men).squares() {
                let mut targets = tables.targets(*kind, direction, from, occupied) & wanted;
                if caged.contains(from) {
                    targets &= half;
                }
                if targets.any() && see(from, targets) {
                    return true;
                }
            }
        }
        false
    }

    /// Appends the legal actions of a stage.
    pub(super) fn generate(&self, position: &Position, want: Want, out: &mut ActionList) {
        if position.beaten().is_some() {
            return;
        }
        self.visit(position, position.seat, want, u128::FULL, |from, targets| {
            for to in targets.squares() {
                out.push(Action::new(from, to, 0, 0));
            }
            false
        });
    }

    /// Number of legal actions.
    pub(super) fn count(&self, position: &Position) -> u64 {
        if position.beaten().is_some() {
            return 0;
        }
        let mut count = 0;
        self.visit(position, position.seat, Want::All, u128::FULL, |_, targets| {
            count += u64::from(targets.count());
            false
        });
        count
    }

    /// Whether a seat has any legal action.
    pub(super) fn can_act(&self, position: &Position, seat: u8) -> bool {
        self.visit(position, seat, Want::All, u128::FULL, |_, _| true)
    }

    /// The squares to which the man on a square may legally go.
    pub(super) fn targets_from(&self, position: &Position, square: Square) -> u128 {
        let mut found = 0;
        if position.beaten().is_none() {
            self.visit(position, position.seat, Want::All, u128::of(square), |_, targets| {
                found = targets;
                true
            });
        }
        found
    }
}
