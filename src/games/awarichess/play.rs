//! Playing an action, and where the two games pass into each other (AWARI-5 to AWARI-16).

use super::houses::{Houses, Sower};
use super::position::{Position, Stage};
use super::{Awarichess, kind};
use crate::game::{Action, Game, Past, Verdict};

/// AWARI-9.
pub(super) const NO_POWERS: Verdict = Verdict::draw("the game of Awari gave no powers");

impl Awarichess {
    /// Plays a legal action.
    #[inline]
    pub(super) fn play_action(&self, position: &mut Position, action: Action, past: &Past) {
        position.by_history = false;
        match action.kind() {
            kind::SOW => return self.sow(position, usize::from(action.from()), past),
            // The zero move, chosen or forced (AWARI-13), ends a right to capture en passant, keeps
            // castling rights and counts as a ply without progress.
            kind::ZERO | kind::FORBID => {
                position.powers.spend();
                self.chess.skip_turn(&mut position.chess);
            }
            kind::PLAY => {
                position.powers.spend();
                position.stage = Stage::Told;
                return;
            }
            _ => {
                // A power is spent by the move of its owner; a check is answered freely, and who was
                // told to play does so by a power that is spent already.
                if position.stage == Stage::Own {
                    position.powers.spend();
                }
                self.chess.play(&mut position.chess, action, past);
            }
        }
        self.settle(position);
    }

    /// Decides what comes next in the chess phase when nobody has been told to play: who acts, or that
    /// a new game of Awari begins, or that the game is over (AWARI-10 to AWARI-16, in the order of
    /// AWARI-14).
    #[inline]
    pub(super) fn settle(&self, position: &mut Position) {
        position.stage = if position.powers.is_empty() {
            if self.chess_verdict(position).is_none() {
                return self.begin_awari(position, Houses::START, Sower::South);
            }
            Stage::Over
        } else if self.chess.in_check(&position.chess) {
            Stage::Free
        } else if position.powers.first() == position.chess.side() {
            Stage::Own
        } else {
            Stage::Decide
        };
    }

    /// A game of Awari begins (AWARI-14), or goes on in a position that is set up.
    pub(super) fn begin_awari(&self, position: &mut Position, houses: Houses, sower: Sower) {
        position.houses = houses;
        position.sower = sower;
        position.since_capture = 0;
        position.in_awari = true;
        position.stage = Stage::Sow;
        position.chess_value = self.chess_value(position);
        position.refresh_awari_key();
    }

    /// The verdict of the chess position alone, without any rule of repetition (AWARI-10, AWARI-15,
    /// AWARI-16).
    pub(super) fn chess_verdict(&self, position: &Position) -> Option<Verdict> {
        self.chess.verdict(&position.chess, &Past::new())
    }

    /// The verdict where no action is left: a draw by count is final then (AWARI-15).
    pub(super) fn final_verdict(&self, position: &Position) -> Option<Verdict> {
        let verdict = self.chess_verdict(position);
        let verdict = if position.in_awari { verdict.or(Some(NO_POWERS)) } else { verdict };
        verdict.map(|verdict| Verdict { by_count: false, ..verdict })
    }

    /// Sows a house.
    #[inline]
    fn sow(&self, position: &mut Position, house: usize, past: &Past) {
        let sown = position.houses.sow(house);
        let reach = usize::from(position.since_capture);
        let sower = position.sower;
        position.houses = sown.houses;
        position.sower = sower.other();
        if sown.captured > 0 {
            self.award(position, sower, sown.captured);
            position.since_capture = 0;
        } else {
            position.since_capture += 1;
        }
        position.refresh_awari_key();
        if !self.famine(position) && sown.captured == 0 {
            self.indecision(position, reach, past);
        }
    }

    /// Gives the powers for captured seeds (AWARI-7), fewer under a handicap, which keeps what makes no
    /// full group (AWARI-8).
    fn award(&self, position: &mut Position, captor: Sower, seeds: u32) {
        let colour = captor.index();
        let handicap = self.handicaps[colour];
        let gathered = seeds + u32::from(position.kept[colour]);
        let group = u32::from(handicap.seeds);
        position.kept[colour] = (gathered % group) as u8;
        position.powers.add(colour, gathered / group * u32::from(handicap.powers));
    }

    /// Where the sower has no legal move, he captures his own row, or the opponent his where the sower's
    /// is empty, and the Awari game ends (AWARI-5). Whether it did.
    #[inline]
    pub(super) fn famine(&self, position: &mut Position) -> bool {
        if position.houses.can_sow(position.sower) {
            return false;
        }
        let own = position.houses.in_row(position.sower);
        let captor = if own > 0 { position.sower } else { position.sower.other() };
        self.award(position, captor, position.houses.in_row(captor));
        self.end_awari(position);
        true
    }

    /// The same houses with the same sower for the second time since the last capture end the Awari
    /// game, and what is left gives nothing (AWARI-6). `reach` is the number of sowings from the first
    /// position that counts to the one before this.
    #[inline]
    fn indecision(&self, position: &mut Position, reach: usize, past: &Past) {
        if reach > 0 && past.occurrences(position.awari_key, reach) > 0 {
            self.end_awari(position);
            position.by_history = true;
        }
    }

    /// The chess phase begins, unless there are no powers (AWARI-9): then the houses are shown empty.
    fn end_awari(&self, position: &mut Position) {
        position.houses = Houses::EMPTY;
        position.kept = [0; 2];
        position.since_capture = 0;
        if position.powers.is_empty() {
            position.stage = Stage::Over;
            position.refresh_awari_key();
            return;
        }
        position.in_awari = false;
        position.chess_over = false;
        position.sower = Sower::South;
        position.refresh_awari_key();
        self.settle(position);
    }
}
