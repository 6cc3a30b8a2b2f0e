//! Static evaluation: the chess position, the powers by their order, and what Awari still has in store.
//!
//! All terms are centipawns, White's view, until the last step.
//!
//! * The chess position is worth what the diagram family says; in the Awari phase, in which it can't
//!   change, that is computed once.
//! * The queue is read as the turns that it will make: turn by turn the owner of the power moves if it
//!   is his turn, and else the turn is lost. So the queue is a sequence of runs of moves of one side
//!   without a reply. Runs are worth more than their moves apart ([`Numbers::runs`]): two moves in a row threaten
//!   and take, three hunt the king. Later runs count less ([`FADE`]): a check on the way shifts whose
//!   turn meets which power, and who is behind spends his own to repair.
//!   `scripts/awari_order.py` solves queues to their end: over a single move, two in a row gained a mean
//!   of 669 centipawns, three 1095, four 1520; two moves in a row gained 589 when they came two turns
//!   later, 410 four turns later. The search finds most of that by itself. Against the weights below,
//!   at 10 ms an action, the solved ones scored 8 of 40 (with seeds valued accordingly), half of them
//!   16.5 of 40, a quarter 18 of 30, an eighth 9.5 of 40; a quarter with the solved fading 8.5 of 40, with
//!   a slower one 16 of 40.
//! * A material lead is worth more to who owns more powers ([`Numbers::lever`]): fewer defenders meet more moves.
//! * Awari: seeds that a sowing would take now; houses to sow, since who runs out of moves loses the
//!   choice; and in a thinned-out board the seeds of the own row, which famine gives to their owner.

use super::Awarichess;
use super::exchange::POWER;
use super::houses::{ROW, Sower};
use super::position::{Position, Stage};
use crate::game::{Game, MAX_EVALUATION, RowMut, WeightTable};
use std::slice::from_mut;

/// The numbers of the evaluation beside those of the chess.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// Centipawns for so many moves of one side without a reply, relative to none.
    runs: [i32; 8],
    /// Turns beyond [`FADE`] are counted by their owners only, in centipawns a power.
    far: i32,
    /// 256ths of a material lead for each power that its owner is ahead.
    lever: i32,
    /// 64ths of the worth of seeds that can be taken: by who sows, and by who sows next.
    threats: [i32; 2],
    /// Centipawns a house that is not empty.
    choice: i32,
    /// Centipawns a seed in the own row when the board is [`THIN`].
    hoard: i32,
}

impl Numbers {
    /// Chosen by small matches, as the head of this file tells.
    pub(super) const STANDARD: Numbers = Numbers {
        runs: [0, 20, 170, 400, 650, 850, 1_000, 1_100],
        far: 8,
        lever: 10,
        threats: [32, 16],
        choice: 4,
        hoard: 12,
    };
}

impl WeightTable for Numbers {
    fn rows_mut(&mut self) -> Vec<RowMut<'_>> {
        vec![
            RowMut::new("runs of moves", &mut self.runs),
            RowMut::new("powers far off", from_mut(&mut self.far)),
            RowMut::new("lead by powers", from_mut(&mut self.lever)),
            RowMut::new("seeds to take", &mut self.threats),
            RowMut::new("houses to sow", from_mut(&mut self.choice)),
            RowMut::new("seeds on a thin board", from_mut(&mut self.hoard)),
        ]
    }
}

/// The part of a run's worth, in 64ths, that is left when it begins so many turns away.
const FADE: [i32; 32] = fade();
/// Seeds on the board from which on famine is near.
const THIN: u32 = 12;

const fn fade() -> [i32; 32] {
    let mut table = [0; 32];
    let mut part = 64 * 1024;
    let mut turn = 0;
    while turn < table.len() {
        table[turn] = part / 1024;
        part = part * 60 / 64;
        turn += 1;
    }
    table
}

/// The evaluation taken apart, White's view.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Terms {
    pub(super) chess: i32,
    pub(super) queue: i32,
    pub(super) lever: i32,
    pub(super) awari: i32,
}

impl Terms {
    pub(super) fn sum(&self) -> i32 {
        self.chess + self.queue + self.lever + self.awari
    }
}

impl Awarichess {
    /// Value for the side to act, centipawns.
    #[inline]
    pub(super) fn evaluation(&self, position: &Position) -> i32 {
        let white = self.terms(position).sum();
        let value = if position.actor() == 0 { white } else { -white };
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// The chess position for White.
    pub(super) fn chess_value(&self, position: &Position) -> i32 {
        let value = self.chess.evaluate(&position.chess);
        if position.chess.side() == 0 { value } else { -value }
    }

    /// Every term.
    #[inline]
    pub(super) fn terms(&self, position: &Position) -> Terms {
        let awari = position.stage == Stage::Sow;
        let chess = if awari { position.chess_value } else { self.chess_value(position) };
        let lead = position.powers.of(0) as i32 - position.powers.of(1) as i32;
        let lever = if chess.signum() == lead.signum() {
            chess.clamp(-1_500, 1_500) * lead.abs().min(24) * self.numbers.lever / 256
        } else {
            0
        };
        Terms {
            chess,
            queue: queue(position, &self.numbers),
            lever,
            awari: if awari { seeds(position, &self.numbers) } else { 0 },
        }
    }
}

/// The worth of the powers, by the runs of moves that they give.
#[inline]
fn queue(position: &Position, numbers: &Numbers) -> i32 {
    let runs = &numbers.runs;
    let powers = position.powers;
    let mut side = position.chess.side();
    // Who answers a check or was told to play moves first, without a power.
    let free = matches!(position.stage, Stage::Free | Stage::Told);
    let mut run = usize::from(free);
    let mut runner = side;
    side ^= usize::from(free);
    let near = powers.count().min(FADE.len() as u32);
    let owners = powers.bits() as u32;
    // Bit i: Black is on turn at turn i.
    let turns = if side == 0 { 0xaaaa_aaaa } else { 0x5555_5555 };
    let mut moving = !(owners ^ turns) & (u64::MAX >> (64 - near.max(1))) as u32;
    if near == 0 {
        moving = 0;
    }
    let mut value = 0;
    let mut begun = 0;
    let signed = |runner: usize, worth: i32| if runner == 0 { worth } else { -worth };
    while moving != 0 {
        let turn = moving.trailing_zeros();
        moving &= moving - 1;
        let mover = (turns >> turn & 1) as usize;
        if mover != runner {
            value += signed(runner, runs[run.min(runs.len() - 1)] * FADE[begun]);
            run = 0;
            runner = mover;
            begun = turn as usize;
        } else if run == 0 {
            begun = turn as usize;
        }
        run += 1;
    }
    value += signed(runner, runs[run.min(runs.len() - 1)] * FADE[begun]);
    let far = powers.bits() >> 32;
    let black = far.count_ones() as i32;
    let far_count = powers.count() as i32 - near as i32;
    value / 64 + numbers.far * (far_count - 2 * black)
}

/// What the Awari board promises.
#[inline]
fn seeds(position: &Position, numbers: &Numbers) -> i32 {
    let houses = position.houses;
    let thin = houses.total() <= THIN;
    let mut value = 0;
    for sower in [Sower::South, Sower::North] {
        let mut most = 0;
        let mut filled = 0;
        for house in sower.first()..sower.first() + ROW {
            if houses.in_house(house) > 0 {
                filled += 1;
                most = houses.sow(house).captured.max(most);
            }
        }
        let threat = numbers.threats[usize::from(sower != position.sower)];
        let mut own = POWER * most as i32 * threat / 64 + numbers.choice * filled;
        if thin {
            own += numbers.hoard * houses.in_row(sower) as i32;
        }
        value += if sower == Sower::South { own } else { -own };
    }
    value
}

impl Position {
    /// How many actions of its own the side to act has still to expect.
    pub(super) fn expected_actions(&self) -> u32 {
        let own_powers = self.powers.of(self.actor());
        match self.stage {
            // Games against itself took 157 sowings for 48 seeds; half of the seeds become own powers,
            // some of which are used before the next game of Awari takes its share.
            Stage::Sow => 10 + self.houses.total() * 7 / 4 + own_powers,
            _ => 24 + own_powers,
        }
    }
}
