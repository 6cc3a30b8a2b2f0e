//! Awarichess (Olivier Dubuis, 2009): a game of Awari hands out powers, and the powers decide, turn by
//! turn, who may move or must pass in a game of chess. When they are used up, the next game of Awari
//! begins. Checkmate wins. The chess is that of the diagram family.
//!
//! AWARI-1 to AWARI-5 are the Awari board's and stand in `houses`; AWARI-7 is the queue, in
//! `powers`; AWARI-6 and AWARI-8 to AWARI-16 are carried out in `play`, which alone decides when a
//! game of Awari begins or ends. In short:
//!
//! * AWARI-1, 2: seeds are sown one by one, the house they came from is skipped; houses of the
//!   opponent that now hold two or three are captured from the last one backwards.
//! * AWARI-3, 4: the opponent must be left seeds; a slam is legal only where nothing else is, and
//!   captures nothing then.
//! * AWARI-5, 6: famine and indecision end an Awari game.
//! * AWARI-7, 8, 9: each captured seed is a power (fewer under a handicap); an Awari game that leaves no
//!   powers is a draw.
//! * AWARI-10, 11: no legal move is mate or stalemate, a check is answered freely: no power is used.
//! * AWARI-12, 13: else the first power decides. The mover's own: any move or the zero move. The
//!   opponent's: he decides whether the mover must play or must pass.
//! * AWARI-14: without powers the next Awari game begins.
//! * AWARI-15, 16: a hundred plies without progress and dead positions are draws.
//!
//! So the seat to act is the sower, or the side in check, or the one told to play, or the owner of the
//! first power: often not the side that is to move.

mod evaluate;
mod exchange;
mod fen;
mod houses;
mod notation;
mod pictures;
mod play;
mod position;
mod powers;
mod slow;

pub use houses::{HOUSES, Houses, ROW, SEEDS, Sower, Sown};
pub use position::{Position, Stage};
pub use powers::{MOST_READ, Powers};

pub use notation::OPTIONS;

use evaluate::Numbers;

use super::diagram::{self, AnyDiagram, DefinitionError, Diagram, Rulebook};
use crate::board::KeyStream;
use crate::game::{Action, ActionList, Game, Past, STRUCTURES, Seat, Team, Verdict, Want};

/// Kinds of actions beside those of chess.
pub mod kind {
    /// The house `from` is sown.
    pub const SOW: u8 = 16;
    /// The mover's own zero move.
    pub const ZERO: u8 = 17;
    /// The owner of the power lets the mover pass.
    pub const FORBID: u8 = 18;
    /// The owner of the power makes the mover play.
    pub const PLAY: u8 = 19;
}

/// The zero move of the mover.
pub const ZERO: Action = Action::new(0, 0, 0, kind::ZERO);
/// The decision `zero`.
pub const FORBID: Action = Action::new(0, 0, 0, kind::FORBID);
/// The decision `play`.
pub const PLAY: Action = Action::new(0, 0, 0, kind::PLAY);

/// The text of orthodox chess.
const CHESS: &str = include_str!("../diagram/definitions/chess.txt");

/// What its rules are called.
const CHESS_RULES: &str = include_str!("../diagram/definitions/chess.rules");

/// How many powers a side gets for its seeds (AWARI-8): each full group of `seeds` gives `powers`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Seeds of a group, at least 1.
    pub seeds: u8,
    /// Powers for a group.
    pub powers: u8,
}

impl Handicap {
    /// A power a seed.
    pub const NONE: Handicap = Handicap { seeds: 1, powers: 1 };
}

/// Random numbers of position keys.
#[derive(Clone, Debug)]
struct Keys {
    told: u64,
    /// By colour and seeds kept under a handicap (AWARI-8).
    kept: [[u64; 4]; 2],
}

/// The game with its handicaps.
#[derive(Clone, Debug)]
pub struct Awarichess {
    chess: Diagram<u64>,
    /// By colour.
    handicaps: [Handicap; 2],
    keys: Keys,
    /// What the handicaps add to every table key: the same position has another future under others.
    handicap_key: u64,
    /// Places of chess actions in history tables.
    chess_slots: usize,
    /// The numbers of the evaluation beside those of the chess.
    numbers: Numbers,
    start: Position,
}

impl Awarichess {
    /// The game without handicaps.
    ///
    /// # Errors
    /// Faults of the text that defines chess.
    pub fn new() -> Result<Awarichess, Vec<DefinitionError>> {
        let chess = diagram::open("chess", "normal", CHESS)?.citing(Rulebook::read(CHESS_RULES));
        let AnyDiagram::Small(chess) = chess else {
            let reason = "64 squares and 8 kinds at most".to_owned();
            return Err(vec![DefinitionError { line: 0, word: "chess".to_owned(), reason }]);
        };
        let mut stream = KeyStream::new(0x0041_7761_7269);
        let mut key = || stream.next_key();
        let keys = Keys { told: key(), kept: [[0, key(), key(), key()], [0, key(), key(), key()]] };
        let mut game = Awarichess {
            start: Position::chess_only(chess.start()),
            chess_slots: chess.slots(),
            handicaps: [Handicap::NONE; 2],
            handicap_key: 0,
            keys,
            chess: *chess,
            numbers: Numbers::STANDARD,
        };
        game.array();
        Ok(game)
    }

    /// Makes the start position.
    fn array(&mut self) {
        let mut start = Position::chess_only(self.chess.start());
        self.settle(&mut start);
        self.start = start;
    }

    /// The game with other handicaps, White's and Black's (AWARI-8).
    #[must_use]
    pub fn with_handicaps(mut self, handicaps: [Handicap; 2]) -> Awarichess {
        self.handicaps = handicaps;
        let [white, black] = handicaps.map(|one| u64::from(one.seeds) << 8 | u64::from(one.powers));
        let none = handicaps == [Handicap::NONE; 2];
        self.handicap_key = if none { 0 } else { KeyStream::new(white << 32 | black).next_key() };
        self
    }

    /// The chess that is played.
    #[must_use]
    pub fn chess(&self) -> &Diagram<u64> {
        &self.chess
    }

    /// Whether the side to move in chess has a legal move.
    #[inline]
    fn can_move(&self, position: &Position) -> bool {
        self.chess.count_actions(&position.chess) > 0
    }

    /// The key of all that decides the future, apart from the past, from nothing but the position's
    /// parts.
    #[must_use]
    pub fn key_from_scratch(&self, position: &Position) -> u64 {
        let mut fresh = position.clone();
        fresh.refresh_awari_key();
        let chess = self.chess.rules().key_from_scratch(&position.chess);
        self.table_key(&fresh) ^ self.chess.repetition_key(&position.chess) ^ chess
    }

    /// The legal actions by generate and test, the measure for [`Game::actions`]; sorted.
    #[must_use]
    pub fn slow_actions(&self, position: &Position) -> Vec<Action> {
        slow::actions(self, position)
    }
}

/// The team of a colour.
const fn team(colour: usize) -> Team {
    if colour == 0 { Team::White } else { Team::Black }
}

impl Game for Awarichess {
    type Position = Position;

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn to_act(&self, position: &Position) -> Seat {
        Seat(position.actor() as u8)
    }

    #[inline]
    fn team(&self, seat: Seat) -> Team {
        team(usize::from(seat.0))
    }

    /// The seeds sown since the last capture are no part of it: like the positions before a repetition
    /// they belong to the past (see [`Game::by_history`]).
    #[inline]
    fn table_key(&self, position: &Position) -> u64 {
        let mut key = self.chess.table_key(&position.chess) ^ self.handicap_key;
        key ^= position.awari_key ^ position.powers_key();
        if position.stage == Stage::Told {
            key ^= self.keys.told;
        }
        let [white, black] = position.kept.map(usize::from);
        key ^ self.keys.kept[0][white] ^ self.keys.kept[1][black]
    }

    /// What AWARI-6 compares: the houses and who sows. There is no repetition rule in the chess phase.
    #[inline]
    fn repetition_key(&self, position: &Position) -> u64 {
        match position.stage {
            Stage::Sow => position.awari_key,
            _ => self.chess.repetition_key(&position.chess),
        }
    }

    #[inline]
    fn early_end(&self, position: &Position, _: &Past) -> Option<Verdict> {
        match position.stage {
            Stage::Sow if position.chess_over => self.chess_verdict(position),
            Stage::Sow => None,
            Stage::Over => self.final_verdict(position),
            // Repetition is no draw here (AWARI-15), so the chess is not told of the past.
            _ => self.chess.early_end(&position.chess, &Past::new()),
        }
    }

    #[inline]
    fn actions(&self, position: &Position, want: Want, out: &mut ActionList) {
        match position.stage {
            Stage::Sow => sowings(position, want, out),
            Stage::Free | Stage::Told => self.chess.actions(&position.chess, want, out),
            Stage::Own => {
                let before = out.len();
                self.chess.actions(&position.chess, want, out);
                // The zero move is no way out of stalemate (AWARI-10).
                if want != Want::Tactical && (out.len() > before || self.can_move(position)) {
                    out.push(ZERO);
                }
            }
            Stage::Decide => {
                let wanted = |action| match want {
                    Want::All => true,
                    Want::Tactical => self.tactical(position, action),
                    Want::Quiet => !self.tactical(position, action),
                };
                if self.can_move(position) {
                    [FORBID, PLAY]
                        .into_iter()
                        .filter(|&one| wanted(one))
                        .for_each(|one| out.push(one));
                }
            }
            Stage::Over => {}
        }
    }

    fn end_without_actions(&self, position: &Position) -> Verdict {
        match position.stage {
            // Nothing to sow where the chess is over already (AWARI-14).
            Stage::Sow => self.final_verdict(position).unwrap_or(play::NO_POWERS),
            _ => self.chess.end_without_actions(&position.chess),
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Action, past: &Past) {
        self.play_action(position, action, past);
    }

    /// Passing is a real action of this game.
    #[inline]
    fn pass(&self, _: &Position) -> Option<Position> {
        None
    }

    #[inline]
    fn by_history(&self, position: &Position) -> bool {
        position.by_history
    }

    /// Only the side in check is in check: who sows or decides meanwhile is in no hurry.
    #[inline]
    fn in_check(&self, position: &Position) -> bool {
        position.stage == Stage::Free
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        self.evaluation(position)
    }

    /// Those of the chess position, other ones in the Awari phase: what is judged there is the seeds.
    #[inline]
    fn structures(&self, position: &Position) -> [u64; STRUCTURES] {
        let phase = if position.in_awari { u64::MAX } else { 0 };
        self.chess.structures(&position.chess).map(|key| key ^ phase)
    }

    #[inline]
    fn tactical(&self, position: &Position, action: Action) -> bool {
        match action.kind() {
            kind::SOW => position.houses.sow(usize::from(action.from())).captured > 0,
            kind::FORBID => position.decides_twice(),
            kind::ZERO | kind::PLAY => false,
            _ => self.chess.tactical(&position.chess, action),
        }
    }

    #[inline]
    fn gain(&self, position: &Position, action: Action) -> i32 {
        self.immediate_gain(position, action)
    }

    #[inline]
    fn exchange(&self, position: &Position, action: Action, threshold: i32) -> bool {
        self.exchange_wins(position, action, threshold)
    }

    #[inline]
    fn slot(&self, position: &Position, action: Action) -> usize {
        let actor = position.actor();
        self.chess_slots
            + match action.kind() {
                kind::SOW => usize::from(action.from()),
                kind::ZERO => HOUSES + actor,
                kind::FORBID => HOUSES + 2 + actor,
                kind::PLAY => HOUSES + 4 + actor,
                _ => return self.chess.slot(&position.chess, action),
            }
    }

    fn slots(&self) -> usize {
        self.chess_slots + HOUSES + 6
    }

    #[inline]
    fn legal(&self, position: &Position, action: Action) -> bool {
        let chess = || self.chess.legal(&position.chess, action);
        match position.stage {
            Stage::Sow => {
                let house = usize::from(action.from());
                let first = position.sower.first();
                action == sowing(house)
                    && (first..first + ROW).contains(&house)
                    && position.houses.legal(position.sower) >> (house - first) & 1 != 0
            }
            Stage::Free | Stage::Told => chess(),
            Stage::Own if action == ZERO => self.can_move(position),
            Stage::Own => chess(),
            Stage::Decide => (action == FORBID || action == PLAY) && self.can_move(position),
            Stage::Over => false,
        }
    }

    #[inline]
    fn count_actions(&self, position: &Position) -> u64 {
        let chess = || self.chess.count_actions(&position.chess);
        match position.stage {
            Stage::Sow => u64::from(position.houses.legal(position.sower).count_ones()),
            Stage::Free | Stage::Told => chess(),
            Stage::Own => {
                let moves = chess();
                moves + u64::from(moves > 0)
            }
            Stage::Decide => 2 * u64::from(self.can_move(position)),
            Stage::Over => 0,
        }
    }

    fn expected_actions(&self, position: &Position) -> u32 {
        position.expected_actions()
    }
}

/// The action of sowing a house.
#[inline]
const fn sowing(house: usize) -> Action {
    Action::new(house as u8, 0, 0, kind::SOW)
}

/// The houses that may be sown, captures first asked for as [`Want::Tactical`].
#[inline]
fn sowings(position: &Position, want: Want, out: &mut ActionList) {
    let mut legal = position.houses.legal(position.sower);
    while legal != 0 {
        let house = position.sower.first() + legal.trailing_zeros() as usize;
        legal &= legal - 1;
        let wanted = match want {
            Want::All => true,
            Want::Tactical => position.houses.sow(house).captured > 0,
            Want::Quiet => position.houses.sow(house).captured == 0,
        };
        if wanted {
            out.push(sowing(house));
        }
    }
}
