//! Static exchange evaluation on one square. The captures go round the table: whoever's turn comes next
//! and who may reach the square by AVON-7, moving in his own direction, captures with his cheapest man.

use super::Avon;
use super::play::arriving;
use super::position::Position;
use super::seats::{HALVES, bit, colour, half, partner};
use crate::board::{Square, SquareSet};
use crate::game::Action;

impl Avon {
    /// What an action wins at once, in centipawns: the man captured, and a Pawn's change (AVON-9).
    #[inline]
    pub(super) fn immediate_gain(&self, position: &Position, action: Action) -> i32 {
        let Some(man) = position.man(action.from()) else { return 0 };
        let captured =
            position.man(action.to()).map_or(0, |captured| self.values.price(captured.kind));
        let becomes = arriving(man.kind, action.from(), action.to());
        captured + self.values.price(becomes) - self.values.price(man.kind)
    }

    /// Whether the exchange that the action begins on its target wins at least `threshold`.
    pub(super) fn exchange_wins(
        &self,
        position: &Position,
        action: Action,
        threshold: i32,
    ) -> bool {
        let Some(man) = position.man(action.from()) else { return false };
        let mut balance = self.immediate_gain(position, action) - threshold;
        if balance < 0 {
            return false;
        }
        let to = action.to();
        balance -= self.values.price(arriving(man.kind, action.from(), to));
        if balance >= 0 {
            return true;
        }
        let us = colour(position.seat);
        let mut occupied = (position.occupied() & !u128::of(action.from())) | u128::of(to);
        let (mut side, mut seat) = (us, position.seat);
        // Who can't or would not capture any more has settled for the balance.
        loop {
            side ^= 1;
            let Some(next) = next_of(position, seat, side) else { break };
            seat = next;
            let men = position.colours[side] & occupied & !u128::of(to);
            let Some((from, cost)) = self.cheapest(position, seat, to, men, occupied) else {
                break;
            };
            occupied &= !u128::of(from);
            balance = -balance - 1 - cost;
            if balance >= 0 {
                side ^= 1;
                break;
            }
        }
        side != us
    }

    /// The cheapest of `men` with which a player can capture on a square, and its price.
    #[inline]
    fn cheapest(
        &self,
        position: &Position,
        seat: u8,
        to: Square,
        mut men: u128,
        occupied: u128,
    ) -> Option<(Square, i32)> {
        let half_squares = HALVES[half(seat)];
        let bound = position.out & bit(partner(seat)) == 0;
        if bound && !half_squares.contains(to) {
            men &= half_squares;
        }
        let attackers = self.tables.attackers(&position.kinds, half(seat), to, occupied) & men;
        if attackers.is_empty() {
            return None;
        }
        self.values.cheapest_first.into_iter().find_map(|kind| {
            let of_kind = position.kinds[kind as usize] & attackers;
            of_kind.any().then(|| (of_kind.first(), self.values.price(kind)))
        })
    }
}

/// The next player of a colour after a seat who is in.
#[inline]
fn next_of(position: &Position, seat: u8, side: usize) -> Option<u8> {
    (1..=4)
        .map(|step| (seat + step) & 3)
        .find(|&next| colour(next) == side && position.out & bit(next) == 0)
}
