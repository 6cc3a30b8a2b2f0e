//! How far static values were wrong lately where something of the position was the same, to correct those to come
//! (correction history: Caissa and Stockfish, 2024).
//!
//! Owns one table for each of the game's [`Game::structures`], and one for the last action by its slot.
//!
//! [`Game::structures`]: crate::game::Game::structures

use super::history::learn;
use crate::game::{STRUCTURES, Team};

/// Bits of a place in the table of a structure; one of them tells the team.
const BITS: u32 = 14;

/// Entries stay within ± this.
const LIMIT: i32 = 1024;

/// Parts of an entry that correct by a centipawn.
const PARTS: i32 = 32;

/// The tables that are asked: structures and the last action.
const TABLES: usize = STRUCTURES + 1;

/// Where the corrections of a position lie.
pub(super) type Places = [u32; TABLES];

/// Tables of one thread.
#[derive(Debug)]
pub(super) struct Corrections(Box<[i16]>);

impl Corrections {
    /// Nothing is known, for a game with so many slots.
    pub(super) fn new(slots: usize) -> Corrections {
        Corrections(vec![0; (STRUCTURES << BITS) + 2 * (slots + 1)].into())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Where to look for a position with these structures in which `team` is to act, after the action of a slot.
    #[inline]
    pub(super) fn places(structures: [u64; STRUCTURES], team: Team, last: Option<u32>) -> Places {
        let slot = 2 * last.map_or(0, |slot| slot + 1) + team as u32;
        let mut places = [(STRUCTURES << BITS) as u32 + slot; TABLES];
        for (table, key) in structures.into_iter().enumerate() {
            let place = (key >> (u64::BITS - BITS)) as u32 & !1 | team as u32;
            places[table] = ((table as u32) << BITS) + place;
        }
        places
    }

    /// What a static value is to be corrected by, centipawns.
    #[inline]
    pub(super) fn of(&self, places: &Places) -> i32 {
        places.iter().map(|&place| i32::from(self.0[place as usize])).sum::<i32>() / PARTS
    }

    /// A search to `depth` found a value that is `error` centipawns above the static one.
    #[inline]
    pub(super) fn learn(&mut self, places: &Places, error: i32, depth: i32) {
        let bonus = (error * depth / 4).clamp(-LIMIT / 4, LIMIT / 4);
        for &place in places {
            learn::<LIMIT>(&mut self.0[place as usize], bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Corrections, LIMIT, PARTS, STRUCTURES};
    use crate::game::Team;
    use std::collections::HashSet;

    #[test]
    fn values_are_corrected_towards_what_was_found_for_the_same_team_only() {
        let mut corrections = Corrections::new(10);
        let structures = std::array::from_fn(|table| (table as u64 + 1) << 60);
        let white = Corrections::places(structures, Team::White, Some(3));
        let black = Corrections::places(structures, Team::Black, Some(3));
        assert_eq!(corrections.of(&white), 0);
        for _ in 0..200 {
            corrections.learn(&white, -300, 9);
        }
        let most = (STRUCTURES as i32 + 1) * LIMIT / PARTS;
        assert!((-most..-most / 2).contains(&corrections.of(&white)), "{}", corrections.of(&white));
        assert_eq!(corrections.of(&black), 0);
        corrections.clear();
        assert_eq!(corrections.of(&white), 0);
    }

    #[test]
    fn each_structure_each_slot_and_each_team_has_a_place_of_its_own() {
        let slots = 10;
        let mut corrections = Corrections::new(slots as usize);
        let mut seen = HashSet::new();
        for team in [Team::White, Team::Black] {
            for last in [None].into_iter().chain((0..slots).map(Some)) {
                let places = Corrections::places([u64::MAX; STRUCTURES], team, last);
                corrections.learn(&places, 1, 4);
                assert!(seen.insert(places[STRUCTURES]), "{team:?} {last:?}");
                assert!(places.iter().collect::<HashSet<_>>().len() == places.len());
            }
        }
        assert_eq!(seen.into_iter().max(), Some(corrections.0.len() as u32 - 1));
    }
}
