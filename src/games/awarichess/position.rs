//! A position of Awarichess: plain data, copied for each action.

use super::houses::{Houses, Sower};
use super::powers::Powers;
use crate::games::diagram;

/// What is to be done next, and so by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A house is sown.
    Sow,
    /// The mover is in check and answers freely (AWARI-11).
    Free,
    /// The first power is the mover's: a move or the zero move (AWARI-12).
    Own,
    /// The first power is the opponent's, who decides whether the mover passes or plays (AWARI-12).
    Decide,
    /// The mover has been told to play; the power is spent already (AWARI-12).
    Told,
    /// Nothing: no powers are left, and no new game of Awari begins, for the game is over (AWARI-9,
    /// AWARI-14).
    Over,
}

/// Chess position, Awari board and powers.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) chess: diagram::Position<u64>,
    /// Powers to be used in the chess phase.
    pub(super) powers: Powers,
    /// Seeds; none in the chess phase.
    pub(super) houses: Houses,
    /// Key of houses and sower, kept up to date; 0 in the chess phase.
    pub(super) awari_key: u64,
    /// Sowings since the last capture, or since this Awari game or the FEN began: so far back AWARI-6
    /// looks.
    pub(super) since_capture: u16,
    /// Seeds that a handicap keeps back, by colour; always fewer than make a group (AWARI-8).
    pub(super) kept: [u8; 2],
    pub(super) stage: Stage,
    /// In the Awari phase, in which it can't change: the value of the chess position, White's view.
    pub(super) chess_value: i32,
    /// Who sows, in the Awari phase, and who would have sown where it gave no powers (AWARI-9).
    pub(super) sower: Sower,
    /// The position belongs to the Awari phase.
    pub(super) in_awari: bool,
    /// In the Awari phase: the game is over in chess already. Only a position that was set up is such.
    pub(super) chess_over: bool,
    /// The last action ended the Awari game by indecision, which the position before it alone doesn't
    /// tell (AWARI-6).
    pub(super) by_history: bool,
}

/// Odd numbers with well-mixed bits, for hashing.
const FACTORS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

/// Mixes two words into a key.
#[inline]
const fn mixed(low: u64, high: u64) -> u64 {
    let mut key = low.wrapping_mul(FACTORS[0]);
    key ^= key >> 32;
    key = key.wrapping_add(high.wrapping_mul(FACTORS[1]));
    key ^= key >> 29;
    key = key.wrapping_mul(FACTORS[2]);
    key ^ (key >> 32)
}

impl Position {
    /// A chess position without powers, which is still to be settled.
    pub(super) fn chess_only(chess: diagram::Position<u64>) -> Position {
        Position {
            chess,
            powers: Powers::NONE,
            houses: Houses::EMPTY,
            awari_key: 0,
            since_capture: 0,
            kept: [0; 2],
            stage: Stage::Over,
            chess_value: 0,
            sower: Sower::South,
            in_awari: false,
            chess_over: false,
            by_history: false,
        }
    }

    /// The chess position.
    #[must_use]
    pub fn chess(&self) -> &diagram::Position<u64> {
        &self.chess
    }

    /// The houses; empty in the chess phase.
    #[must_use]
    pub fn houses(&self) -> Houses {
        self.houses
    }

    /// The powers, first to be used first.
    #[must_use]
    pub fn powers(&self) -> Powers {
        self.powers
    }

    /// What is to be done next.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Who sows, in the Awari phase.
    #[must_use]
    pub fn sower(&self) -> Option<Sower> {
        self.in_awari.then_some(self.sower)
    }

    /// Seeds that a handicap keeps back, by colour.
    #[must_use]
    pub fn kept(&self) -> [u8; 2] {
        self.kept
    }

    /// The colour that acts: 0 White, 1 Black.
    #[inline]
    #[must_use]
    pub fn actor(&self) -> usize {
        match self.stage {
            Stage::Sow => self.sower.index(),
            Stage::Own | Stage::Decide => self.powers.first(),
            Stage::Free | Stage::Told | Stage::Over => self.chess.side(),
        }
    }

    /// Whether the power after the first one belongs to the same side.
    #[inline]
    pub(super) fn decides_twice(&self) -> bool {
        let bits = self.powers.bits();
        self.powers.count() > 1 && (bits ^ bits >> 1) & 1 == 0
    }

    /// Computes the key of houses and sower anew.
    #[inline]
    pub(super) fn refresh_awari_key(&mut self) {
        self.awari_key = if self.in_awari {
            let bits = self.houses.bits();
            mixed(bits as u64, (bits >> 64) as u64 | 1 << 40 | (self.sower.index() as u64) << 41)
        } else {
            0
        };
    }

    /// Key of the powers: owners and number, as they stand in the queue now.
    #[inline]
    pub(super) fn powers_key(&self) -> u64 {
        if self.powers.is_empty() {
            return 0;
        }
        let bits = self.powers.bits();
        let high = (bits >> 64) as u64;
        // Play has no more than 48 powers; only a position that was set up has a second word.
        let second = if high == 0 { 0 } else { mixed(high, 3) };
        mixed(bits as u64, u64::from(self.powers.count()) << 48 | 1) ^ second
    }
}
