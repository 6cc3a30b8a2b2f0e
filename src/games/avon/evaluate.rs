//! Static evaluation.
//!
//! All terms are centipawns, White's view before the last step:
//!
//! - *men*: what each man is worth where it stands, kept up to date in the position. A Pawn gains towards
//!   the River, behind which it is a Wazir for good (AVON-9); Princes gain away from it, where fewer men of
//!   the other half reach them; men that can't go back gain with the board before them.
//! - *royals*: for each player who is in, how many royals stand on his half. The last one is what he lives
//!   by (AVON-10): with none he must bring one over at once or drop out, with one every attack on it binds
//!   him, from the third on they only count as men.
//! - *players*: a team that has lost a player moves half as often, in return for a promoted army (AVON-13),
//!   which is already counted among the men. What half of the moves cost grows with the army that waits for
//!   them, and something remains for being one step from the end of the game.
//! - *pressure*: men that reach a royal or a square beside it, counted by the size of the man and more where
//!   the half has fewer royals. Only royals on the half of a player who is in count, as only they keep
//!   anybody in the game.
//! - *mobility*: squares that the men reach, halves apart, since each player needs moves of his own (a man
//!   counts for the half on which it stands): the first ones of a half are worth most, for a player without
//!   any drops out (AVON-12).
//! - a small amount for the turn.

use super::Avon;
use super::kinds::Kind;
use super::position::Position;
use super::seats::{HALVES, bit, both, colour, seat_of};
use crate::board::SquareSet;
use crate::game::MAX_EVALUATION;
use std::fmt::Write as _;

/// How many squares count as the first ones.
const FIRST_SQUARES: i32 = 24;
/// Of a colour's terms in White's view.
const SIGNS: [i32; 2] = [1, -1];
/// The evaluation taken apart, White's view.
#[derive(Clone, Copy, Default, Debug)]
struct Terms {
    men: i32,
    royals: i32,
    players: i32,
    pressure: i32,
    mobility: i32,
}

impl Terms {
    fn sum(&self) -> i32 {
        self.men + self.royals + self.players + self.pressure + self.mobility
    }
}

/// What an army can do, gathered man by man.
#[derive(Clone, Copy, Default, Debug)]
struct Activity {
    /// Squares reached by the men of each half.
    squares: [i32; 2],
    /// The force of the men that press on each of the other colour's zones.
    force: [i32; 2],
}

/// The squares around the royals of one player, and what pressing on them counts.
#[derive(Clone, Copy, Default, Debug)]
struct Zone {
    squares: u128,
    weight: i32,
}

/// What the men that press on zones count, however large the numbers are.
#[inline]
fn pressure(force: [i32; 2], zones: [Zone; 2]) -> i32 {
    const MOST: i64 = 1 << 28;
    let products = force.into_iter().zip(zones);
    let sum: i64 = products.map(|(sum, zone)| i64::from(sum) * i64::from(zone.weight)).sum();
    sum.clamp(-MOST, MOST) as i32
}

impl Avon {
    /// Value for the team to act, centipawns.
    #[inline]
    pub(super) fn evaluation(&self, position: &Position) -> i32 {
        let white = self.terms(position).sum();
        let value = if colour(position.seat) == 0 { white } else { -white } + self.numbers.tempo;
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    fn terms(&self, position: &Position) -> Terms {
        let mut terms = Terms { men: position.score, ..Terms::default() };
        let zones = [0, 1].map(|us| self.players(position, us, &mut terms));
        for (us, sign) in SIGNS.into_iter().enumerate() {
            let activity = self.activity(position, us, zones[us ^ 1]);
            terms.pressure += sign * pressure(activity.force, zones[us ^ 1]);
            for squares in activity.squares {
                let first = squares.min(FIRST_SQUARES);
                let [few, many] = self.numbers.mobility;
                terms.mobility += sign * (first * few + (squares - first) * many);
            }
        }
        terms
    }

    /// Adds what a colour's players live by; gives the squares around their royals, by half.
    #[inline]
    fn players(&self, position: &Position, us: usize, terms: &mut Terms) -> [Zone; 2] {
        let numbers = &self.numbers;
        let mut zones = [Zone::default(); 2];
        let alone = position.out & both(us) != 0;
        for (here, zone) in zones.iter_mut().enumerate() {
            if position.out & bit(seat_of(us, here)) != 0 {
                continue;
            }
            let home = position.royals() & position.colours[us] & HALVES[here];
            let number = home.count().min(3) as usize;
            let table = if alone { &numbers.lone_royals } else { &numbers.royals };
            terms.royals += SIGNS[us] * table[number];
            *zone = self.zone(home, numbers.pressure[number]);
        }
        if alone {
            let army = self.values.army(&position.kinds, position.colours[us]);
            // Numbers as large as a file may give are too much for 32 bits.
            let idle = i64::from(army) * i64::from(numbers.idle_army) / 256;
            terms.players += SIGNS[us] * (numbers.player_lost - idle as i32);
        }
        zones
    }

    #[inline]
    fn zone(&self, home: u128, weight: i32) -> Zone {
        let squares =
            home.squares().fold(home, |zone, at| zone | self.tables.king[usize::from(at)]);
        Zone { squares, weight }
    }

    #[inline]
    fn activity(&self, position: &Position, us: usize, zones: [Zone; 2]) -> Activity {
        let own = position.colours[us];
        let occupied = position.occupied();
        let mut activity = Activity::default();
        for kind in Kind::ALL {
            let force = self.numbers.force[kind as usize];
            for from in (position.kinds[kind as usize] & own).squares() {
                // Men that know forward and backward are moved by the player of the half they stand on:
                // the other one can't bring them to his own half, and once one player is out there are
                // none (AVON-13).
                let half = usize::from(!HALVES[0].contains(from));
                let targets = self.tables.targets(kind, half, from, occupied);
                if kind != Kind::Pawn {
                    activity.squares[half] += (targets & !own).count() as i32;
                }
                for (sum, zone) in activity.force.iter_mut().zip(zones) {
                    if (targets & zone.squares).any() {
                        *sum += force;
                    }
                }
            }
        }
        activity
    }

    /// The evaluation as text, White's view.
    pub(super) fn evaluation_text(&self, position: &Position) -> String {
        let terms = self.terms(position);
        let mut text = String::from("term      centipawns, White's view\n");
        for (name, term) in [
            ("men", terms.men),
            ("royals", terms.royals),
            ("players", terms.players),
            ("pressure", terms.pressure),
            ("mobility", terms.mobility),
            ("sum", terms.sum()),
        ] {
            let _ = writeln!(text, "{name:9}{term:8}");
        }
        let (value, tempo) = (self.evaluation(position), self.numbers.tempo);
        let _ = write!(text, "for the team to act, with {tempo} for the move: {value} cp");
        text
    }
}
