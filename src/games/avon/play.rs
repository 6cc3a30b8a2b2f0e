//! Playing an action: men, key, sum and counters, and the drop-outs that it brings about (AVON-15).

use super::Avon;
use super::kinds::{KINDS, Kind};
use super::position::{Man, NO_SEAT, Position};
use super::seats::{HALVES, SEATS, bit, both, colour, partner};
use super::tables::SQUARES;
use crate::board::{KeyStream, Square, SquareSet};
use crate::game::Action;

/// Actions in a row without a capture, a Pawn move or a drop-out that draw (AVON-16).
pub(super) const QUIET_LIMIT: u16 = 200;

/// How near the limit the count of quiet actions is part of the table key.
const NEAR: u16 = 16;

/// What changes an army that is taken over (AVON-13).
const CHANGING: [Kind; 5] = [Kind::Pawn, Kind::Princess, Kind::Caryatid, Kind::Abbot, Kind::Bishop];

/// Random numbers for everything that a key depends on.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    men: [[[u64; SQUARES]; KINDS]; 2],
    seats: [u64; SEATS],
    out: [u64; 16],
    quiet: [u64; NEAR as usize + 1],
}

impl Keys {
    pub(super) fn new() -> Keys {
        let mut stream = KeyStream::new(0x4176_6f6e);
        let mut next = || stream.next_key();
        let men = std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| next())));
        Keys {
            men,
            seats: std::array::from_fn(|_| next()),
            out: std::array::from_fn(|_| next()),
            quiet: std::array::from_fn(|_| next()),
        }
    }

    #[inline(always)]
    fn man(&self, man: Man, square: Square) -> u64 {
        self.men[man.colour][man.kind as usize][usize::from(square)]
    }

    #[inline(always)]
    fn turn(&self, position: &Position) -> u64 {
        self.seats[usize::from(position.seat)] ^ self.out[usize::from(position.out)]
    }
}

/// Whether a step from square to square crosses the River.
#[inline(always)]
pub(super) fn crosses_river(from: Square, to: Square) -> bool {
    HALVES[0].contains(from) != HALVES[0].contains(to)
}

/// What a man is after a move of its own: a Pawn that crosses the River becomes a Wazir (AVON-9).
#[inline(always)]
pub(super) fn arriving(kind: Kind, from: Square, to: Square) -> Kind {
    if kind == Kind::Pawn && crosses_river(from, to) { Kind::Wazir } else { kind }
}

impl Avon {
    /// Puts a man on an empty square.
    #[inline(always)]
    pub(super) fn put(&self, position: &mut Position, square: Square, man: Man) {
        position.set(square, man);
        position.key ^= self.keys.man(man, square);
        position.score += self.values.placed(man, square);
    }

    #[inline(always)]
    fn take(&self, position: &mut Position, square: Square, man: Man) {
        position.clear(square, man);
        position.key ^= self.keys.man(man, square);
        position.score -= self.values.placed(man, square);
    }

    /// Plays a legal action, with every drop-out that follows from it.
    #[inline]
    pub(super) fn play_action(&self, position: &mut Position, action: Action) {
        let (from, to) = (action.from(), action.to());
        let Some(man) = position.man(from) else { return };
        self.take(position, from, man);
        let captured = position.man(to);
        if let Some(captured) = captured {
            self.take(position, to, captured);
        }
        self.put(position, to, Man { kind: arriving(man.kind, from, to), ..man });
        let progress = captured.is_some() || man.kind == Kind::Pawn;
        position.quiet = if progress { 0 } else { position.quiet.saturating_add(1) };
        position.actor = position.seat;
        self.hand_over(position);
    }

    /// Gives the turn to the next seat that can act; those that cannot drop out on the way.
    #[inline]
    pub(super) fn hand_over(&self, position: &mut Position) {
        position.key ^= self.keys.turn(position);
        next_seat(position);
        self.settle(position);
        position.key ^= self.keys.turn(position);
    }

    /// From the seat whose turn it is on, passes over seats that are out and lets those drop out that
    /// have no legal action (AVON-12), until one can act or the game is over. The turn's part of the key
    /// is the caller's.
    #[inline]
    pub(super) fn settle(&self, position: &mut Position) {
        while position.beaten().is_none() {
            let seat = position.seat;
            if position.out & bit(seat) == 0 {
                if self.can_act(position, seat) {
                    return;
                }
                self.drop_out(position, seat);
                if position.beaten().is_some() {
                    return;
                }
            }
            next_seat(position);
        }
    }

    #[cold]
    fn drop_out(&self, position: &mut Position, seat: u8) {
        position.out |= bit(seat);
        position.quiet = 0;
        if let Some(place) = position.order.iter_mut().find(|place| **place == NO_SEAT) {
            *place = seat;
        }
        if position.out & bit(partner(seat)) == 0 {
            self.change_army(position, colour(seat));
        }
    }

    /// Changes every man of a colour that has been taken over (AVON-13).
    pub(super) fn change_army(&self, position: &mut Position, colour: usize) {
        for kind in CHANGING {
            let man = Man { colour, kind };
            for square in (position.kinds[kind as usize] & position.colours[colour]).squares() {
                self.take(position, square, man);
                self.put(position, square, Man { kind: kind.taken_over(), ..man });
            }
        }
    }

    /// The position with the turn passed on, unless that would make somebody drop out.
    pub(super) fn passed(&self, position: &Position) -> Option<Position> {
        let mut passed = position.clone();
        passed.quiet = passed.quiet.saturating_add(1);
        self.hand_over(&mut passed);
        (passed.out == position.out).then_some(passed)
    }

    /// The key for the shared table: the count of quiet actions only where it can decide within a search.
    #[inline]
    pub(super) fn key_for_table(&self, position: &Position) -> u64 {
        let first = QUIET_LIMIT - NEAR;
        if position.quiet < first {
            return position.key;
        }
        position.key ^ self.keys.quiet[usize::from(position.quiet.min(QUIET_LIMIT) - first)]
    }

    /// The key computed from nothing but the position's parts.
    #[must_use]
    pub fn key_from_scratch(&self, position: &Position) -> u64 {
        let men = position
            .occupied()
            .squares()
            .filter_map(|square| position.man(square).map(|man| self.keys.man(man, square)));
        men.fold(self.keys.turn(position), |key, one| key ^ one)
    }

    /// The sum of the men's values where they stand, as it is kept up to date; centipawns for White.
    #[must_use]
    pub fn running_score(&self, position: &Position) -> i32 {
        position.score
    }

    /// The same sum computed from scratch.
    #[must_use]
    pub fn score_from_scratch(&self, position: &Position) -> i32 {
        let men = position.occupied().squares();
        men.filter_map(|square| position.man(square).map(|man| self.values.placed(man, square)))
            .sum()
    }
}

/// The turn passes on, whoever is out. The round rises from `bs` to `ws`.
#[inline(always)]
fn next_seat(position: &mut Position) {
    position.seat = (position.seat + 1) & 3;
    if position.seat == 0 {
        position.round = position.round.saturating_add(1);
    }
}

/// Whether everybody is out: there is no such position.
pub(super) const fn nobody_is_in(out: u8) -> bool {
    out == both(0) | both(1)
}
