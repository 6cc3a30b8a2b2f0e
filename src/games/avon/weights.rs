//! The numbers of the evaluation, in centipawns where nothing else is said.

use super::kinds::{KINDS, Kind};
use crate::game::{RowMut, WeightTable};
use std::slice::from_mut;

/// What a royal counts beyond its moves when it is given up, centipawns: a player lives by his royals. It decides
/// exchanges only.
const ROYAL_PREMIUM: i32 = 120;

/// Every number of the evaluation. Arrays by kind are in the order of [`Kind::ALL`].
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// What men are worth.
    pub(super) worth: [i32; KINDS],
    /// For a player who is in, by the number of royals on his half (the last entry for all above).
    pub(super) royals: [i32; 4],
    /// The same for a player who is alone.
    pub(super) lone_royals: [i32; 4],
    /// For a team that has lost a player.
    pub(super) player_lost: i32,
    /// The part of its army, in 256ths, that such a team loses besides for moving half as often.
    pub(super) idle_army: i32,
    /// Weight of pressure by the number of royals on the half (the last entry for all above).
    pub(super) pressure: [i32; 4],
    /// How hard a man presses, by kind.
    pub(super) force: [i32; KINDS],
    /// For each square that the men of a half reach, up to a number, and beyond it.
    pub(super) mobility: [i32; 2],
    /// For the turn.
    pub(super) tempo: i32,
}

impl Numbers {
    /// What holds where nothing else is said.
    pub(super) const STANDARD: Numbers = Numbers {
        worth: [70, 120, 820, 430, 300, 230, 190, 340, 880, 300, 640, 400],
        royals: [-420, -130, 0, 25],
        lone_royals: [-900, -260, 0, 60],
        player_lost: -1_200,
        idle_army: 70,
        pressure: [0, 9, 5, 3],
        force: [1, 1, 4, 3, 2, 1, 1, 2, 4, 1, 3, 2],
        mobility: [4, 2],
        tempo: 12,
    };

    /// What is lost with a man, centipawns: its worth and, of a royal, what the player's life depends on.
    #[inline(always)]
    pub(super) fn price(&self, kind: Kind) -> i32 {
        self.worth[kind as usize] + if kind.royal() { ROYAL_PREMIUM } else { 0 }
    }
}

impl WeightTable for Numbers {
    fn rows_mut(&mut self) -> Vec<RowMut<'_>> {
        vec![
            RowMut::new("worth of men", &mut self.worth),
            RowMut::new("royals at home", &mut self.royals),
            RowMut::new("royals of a player alone", &mut self.lone_royals),
            RowMut::new("player lost", from_mut(&mut self.player_lost)),
            RowMut::new("idle army", from_mut(&mut self.idle_army)),
            RowMut::new("pressure", &mut self.pressure),
            RowMut::new("force of men", &mut self.force),
            RowMut::new("mobility", &mut self.mobility),
            RowMut::new("turn", from_mut(&mut self.tempo)),
        ]
    }
}
