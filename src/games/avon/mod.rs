//! Avon, by Charles Gilman (2004): four players in two teams, on 8 files a-h by 10 ranks 0-9.
//!
//! # The rules
//!
//! - AVON-1: the River lies between ranks 4 and 5; the south half is ranks 0-4, the north half 5-9.
//! - AVON-2: four seats, each a colour and a half, in the order `ws`, `bn`, `wn`, `bs`; a team wins or loses
//!   together.
//! - AVON-3: *forward* is away from the player who moves: up for `ws` and `bs`, down for `wn` and `bn`.
//! - AVON-4: men move as [`Kind`] says. Captures are by displacement, and never of one's own colour; no double
//!   step, no en passant, no castling.
//! - AVON-5: men that move in the same direction may capture each other.
//! - AVON-6: the start array, [`START`].
//! - AVON-7: until his partner is out, a player moves any man of his colour, provided that the move starts
//!   or ends on his half.
//! - AVON-8: between files d and e stands a wall: a move that crosses it must include a square on each side
//!   on ranks 2-7.
//! - AVON-9: the River stops nothing; a Pawn that crosses it becomes a Wazir.
//! - AVON-10: royals (Queen, Princess, Prince) can be captured. After a move at least one royal of the
//!   mover's colour must stand on the mover's half.
//! - AVON-11: only the mover's own half is tested.
//! - AVON-12: who has no legal move when his turn comes drops out for good.
//! - AVON-13: if his partner is still in, every man of the colour changes at once (Princess to Queen, Caryatid
//!   to Chatelaine, Abbot and Bishop to Primate, Pawn to Wazir), and the partner moves all of them, on his
//!   own turns.
//! - AVON-14: when both players of a colour are out, the other team has won.
//! - AVON-15: a drop-out happens inside the action before it; the seat to act always has a legal move.
//! - AVON-16: draws: the same position a third time; 200 actions without a capture, a Pawn move or a
//!   drop-out. Tested after drop-outs, a win first.
//! - AVON-17: a ranking of the four players is told beside the result.
//!
//! # The files
//!
//! `seats` and `kinds` name things, `tables` holds the movements with the wall compiled in, `moves`
//! generates, `play` plays with all drop-outs, `ending` judges; `slow` does the same anew from the rules.
//! `fen`, `notation` and `refusal` are the words, `values`, `evaluate` and `exchange` what the search is
//! told.

mod ending;
mod evaluate;
mod exchange;
mod fen;
mod kinds;
mod moves;
mod notation;
mod play;
mod position;
mod refusal;
mod seats;
mod slow;
mod tables;
mod values;
mod weights;

pub use kinds::Kind;
pub use position::{Man, Position};
pub use slow::SlowBoard;

use crate::board::{Geometry, SquareSet, structure_keys};
use crate::game::{Action, ActionList, Game, Past, STRUCTURES, Seat, Team, Verdict, Want};
use kinds::KINDS;
use play::Keys;
use seats::SEATS;
use tables::{FILES, RANKS, SQUARES, Tables};
use values::Values;
use weights::Numbers;

/// The start position (AVON-6).
pub const START: &str = "mkkmMQSM/nbbnRAAR/ppppPPPP/8/8/8/8/PPPPpppp/NBBNraar/MKKMmqsm ws - 0 1";

/// The game, with its tables.
#[derive(Clone, Debug)]
pub struct Avon {
    geometry: Geometry,
    tables: Box<Tables>,
    keys: Box<Keys>,
    numbers: Numbers,
    values: Box<Values>,
    start: Position,
}

impl Default for Avon {
    fn default() -> Avon {
        Avon::new()
    }
}

impl Avon {
    /// Opens the game.
    ///
    /// # Panics
    /// Never: [`START`] is a position.
    #[must_use]
    pub fn new() -> Avon {
        let mut game = Avon {
            geometry: Geometry::new(FILES, RANKS, 0).expect("a board of 8 by 10"),
            tables: Box::new(Tables::new()),
            keys: Box::new(Keys::new()),
            numbers: Numbers::STANDARD,
            values: Box::new(Values::new(&Numbers::STANDARD)),
            start: Position::empty(),
        };
        game.array();
        game
    }

    fn array(&mut self) {
        self.start = self.read_fen_text(START).expect("the start position").position;
    }
}

impl Game for Avon {
    type Position = Position;

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn to_act(&self, position: &Position) -> Seat {
        Seat(position.seat)
    }

    #[inline]
    fn team(&self, seat: Seat) -> Team {
        seats::team(seats::colour(seat.0))
    }

    #[inline]
    fn table_key(&self, position: &Position) -> u64 {
        self.key_for_table(position)
    }

    #[inline]
    fn repetition_key(&self, position: &Position) -> u64 {
        position.key
    }

    #[inline]
    fn early_end(&self, position: &Position, past: &Past) -> Option<Verdict> {
        self.verdict_of(position, past)
    }

    #[inline]
    fn actions(&self, position: &Position, want: Want, out: &mut ActionList) {
        self.generate(position, want, out);
    }

    fn end_without_actions(&self, position: &Position) -> Verdict {
        // AVON-15: where nobody is beaten the seat to act has an action, so that this is only asked of a
        // finished game.
        ending::defeat(position.beaten().unwrap_or(seats::colour(position.seat)))
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Action, _: &Past) {
        self.play_action(position, action);
    }

    /// None where passing would change who plays: by a drop-out, or because the partner is next, who would
    /// only act instead. None either with so few men that having to move can be what hurts: who runs out of
    /// moves, or must take his last royal off his half, drops out.
    #[inline]
    fn pass(&self, position: &Position) -> Option<Position> {
        const FEW: u32 = 4;
        let us = seats::colour(position.seat);
        let pawns = position.kinds[Kind::Pawn as usize];
        if (position.colours[us] & !pawns).count() < FEW {
            return None;
        }
        self.passed(position).filter(|passed| seats::colour(passed.seat) != us)
    }

    /// There is no check in this game: royals may be left to be captured (AVON-10).
    #[inline]
    fn in_check(&self, _: &Position) -> bool {
        false
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        self.evaluation(position)
    }

    /// Pawns, and the other men of each side.
    #[inline]
    fn structures(&self, position: &Position) -> [u64; STRUCTURES] {
        structure_keys(position.colours, position.kinds[Kind::Pawn as usize])
    }

    /// Captures. A Pawn's change to a Wazir alters too little at once to be looked at beyond the horizon.
    #[inline]
    fn tactical(&self, position: &Position, action: Action) -> bool {
        position.man(action.to()).is_some()
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
        let kind = position.man(action.from()).map_or(0, |man| man.kind as usize);
        (usize::from(position.seat) * KINDS + kind) * SQUARES + usize::from(action.to())
    }

    fn slots(&self) -> usize {
        SEATS * KINDS * SQUARES
    }

    #[inline]
    fn legal(&self, position: &Position, action: Action) -> bool {
        let inside = |square: u8| usize::from(square) < SQUARES;
        action.extra() == 0
            && action.kind() == 0
            && inside(action.from())
            && inside(action.to())
            && self.targets_from(position, action.from()).contains(action.to())
    }

    #[inline]
    fn count_actions(&self, position: &Position) -> u64 {
        self.count(position)
    }
}
