//! Aliens vs Predators (Namik Zade, 2006), on ten by ten squares.
//!
//! White, the Predators, is an army with a king. Black, the Aliens, is one to four royal Aliens that move
//! like queen and knight and recruit what they kill.
//!
//! # Rules
//!
//! * AVP-1: White's array, and how its men move; AVP-2, AVP-3: first Black places all Aliens, which move like
//!   queen and knight, on the last three ranks, no two on one rank, file or diagonal, except that of four
//!   Aliens two may share a rank.
//! * AVP-4: White plays by orthodox rules. AVP-5: castling, the king going two squares.
//! * AVP-6: White's pawns become, and must become, men of the *graveyard*: White's men that were captured
//!   and not recruited.
//! * AVP-7: an Alien may not end its own move on a square that White attacks after the whole action.
//! * AVP-8: an Alien that captures may place a man of the captured kind on its last ranks.
//! * AVP-9: Black's pawns move down, step twice from rank 8, and become anything on rank 1.
//! * AVP-10, the fork rule: the count V of an action is the number of Aliens that White attacks after it;
//!   they leave the board, and so on while one that is left is attacked. Only actions with V = 0 are
//!   legal if there are any. If there are none and an Alien is attacked, those with the smallest V are,
//!   unless that is all Aliens: then White has won. If there are none and no Alien is attacked, it is
//!   stalemate.
//! * AVP-11: orthodox draws.
//!
//! # Where
//!
//! `white` and `black` generate, `play` carries out, `slow` does all of it again from the rules alone.
//! `evaluate` and `exchange` judge, `fen` and `notation` read and write.

mod action;
mod attack;
mod black;
mod castling;
mod evaluate;
mod exchange;
mod fen;
mod notation;
mod play;
mod position;
mod refusal;
mod setup;
mod sink;
mod slow;
mod tables;
mod values;
mod weights;
mod white;

pub use action::kind;
pub use notation::OPTIONS;
pub use position::{Man, Position, man};

use crate::board::{Geometry, SquareSet, structure_keys};
use crate::game::{Action, ActionList, Game, Past, STRUCTURES, Seat, Team, Verdict, Want};
use position::WHITE;
use sink::{Area, Counter, Probe};
use tables::{Keys, Lines, SIDE, SQUARES};
use values::Values;
use weights::Numbers;

/// Plies without capture, pawn move or loss of an Alien that draw (AVP-11).
const PLY_LIMIT: u16 = 100;

/// The game, opened with a number of Aliens.
#[derive(Clone, Debug)]
pub struct Avp {
    board: Geometry,
    lines: Box<Lines>,
    keys: Box<Keys>,
    numbers: Box<Numbers>,
    values: Box<Values>,
    aliens: u8,
}

impl Default for Avp {
    fn default() -> Avp {
        Avp::new(Avp::DEFAULT_ALIENS)
    }
}

impl Avp {
    /// The inventor's handicap.
    pub const DEFAULT_ALIENS: u8 = 3;
    /// The most Aliens.
    pub const MOST_ALIENS: u8 = 4;

    /// The game with a number of Aliens, which is brought into the range of one to four.
    #[must_use]
    pub fn new(aliens: u8) -> Avp {
        let board = Geometry::new(SIDE, SIDE, 1).expect("ten by ten is a board");
        Avp {
            lines: Box::new(Lines::new(&board)),
            keys: Box::new(Keys::new()),
            numbers: Box::new(Numbers::STANDARD),
            values: Box::new(Values::new(&Numbers::STANDARD)),
            aliens: aliens.clamp(1, Avp::MOST_ALIENS),
            board,
        }
    }

    /// The legal actions by generate and test, the measure for [`Game::actions`].
    #[must_use]
    pub fn slow_actions(&self, position: &Position) -> Vec<Action> {
        slow::actions(position)
    }

    /// The legal actions with the men on the board after each, as FEN letters and dots from a1 on, both by
    /// generate and test: the measure for [`Game::play`].
    #[must_use]
    pub fn slow_results(&self, position: &Position) -> Vec<(Action, String)> {
        slow::judged(position)
    }

    /// The sum of the men's values that the position keeps, centipawns for White.
    #[must_use]
    pub fn score(&self, position: &Position) -> i32 {
        position.score
    }

    /// Whether exactly this action is among the legal ones; its squares are on the board.
    fn is_legal(&self, position: &Position, action: Action) -> bool {
        let mut probe = Probe { wanted: action, found: false };
        self.generate(position, Want::All, Area::of(action), &mut probe);
        probe.found
    }

    fn generate(&self, position: &Position, want: Want, area: Area, sink: &mut impl sink::Sink) {
        if position.side() == WHITE {
            self.white_actions(position, want, area, sink);
        } else {
            self.black_actions(position, want, area, sink);
        }
    }

    /// The verdict where the count of plies has run out: mate and stalemate come first (AVP-11).
    fn counted_out(&self, position: &Position) -> Verdict {
        if self.count_actions(position) == 0 {
            return self.end_without_actions(position);
        }
        Verdict::draw_by_count("100 plies without a capture, a pawn move or the loss of an Alien")
    }
}

/// The team of a colour.
const fn team(colour: usize) -> Team {
    if colour == WHITE { Team::White } else { Team::Black }
}

impl Game for Avp {
    type Position = Position;

    fn start(&self) -> Position {
        self.start_position(self.aliens)
    }

    #[inline]
    fn to_act(&self, position: &Position) -> Seat {
        Seat(position.side)
    }

    #[inline]
    fn team(&self, seat: Seat) -> Team {
        team(usize::from(seat.0))
    }

    #[inline]
    fn table_key(&self, position: &Position) -> u64 {
        // Only where the count can decide within a search does it change what a position is worth.
        const NEAR: u16 = PLY_LIMIT - 16;
        if position.clock < NEAR {
            position.key
        } else {
            position.key ^ self.keys.clock[usize::from(position.clock.min(PLY_LIMIT))]
        }
    }

    #[inline]
    fn repetition_key(&self, position: &Position) -> u64 {
        position.key
    }

    #[inline]
    fn early_end(&self, position: &Position, past: &Past) -> Option<Verdict> {
        if position.clock >= 4 && past.threefold(position.key, usize::from(position.clock)) {
            return Some(Verdict::draw_by_count("threefold repetition"));
        }
        (position.clock >= PLY_LIMIT).then(|| self.counted_out(position))
    }

    #[inline]
    fn actions(&self, position: &Position, want: Want, out: &mut ActionList) {
        self.generate(position, want, Area::ALL, out);
    }

    fn end_without_actions(&self, position: &Position) -> Verdict {
        if position.danger.any() {
            Verdict::win(team(position.side() ^ 1), "checkmate")
        } else {
            Verdict::draw("stalemate")
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Action, _: &Past) {
        self.play_action(position, action);
    }

    /// Not in check, nor while Aliens are placed, nor for a side whose few men may well be better off
    /// without a move: a lone Alien, a king with pawns.
    fn pass(&self, position: &Position) -> Option<Position> {
        let own = position.colours[position.side()];
        let few = if position.side() == WHITE {
            (own & !(position.kinds[man::PAWN] | position.kinds[man::KING])).is_empty()
        } else {
            !(own & !position.kinds[man::PAWN]).many()
        };
        if position.danger.any() || position.in_hand > 0 || few {
            return None;
        }
        let mut passed = position.clone();
        self.pass_turn(&mut passed);
        Some(passed)
    }

    #[inline]
    fn in_check(&self, position: &Position) -> bool {
        position.danger.any()
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        self.evaluation(position)
    }

    /// Pawns, and the other men of each side.
    #[inline]
    fn structures(&self, position: &Position) -> [u64; STRUCTURES] {
        structure_keys(position.colours, position.kinds[man::PAWN])
    }

    #[inline]
    fn tactical(&self, position: &Position, action: Action) -> bool {
        self.is_tactical(position, action)
    }

    #[inline]
    fn gain(&self, position: &Position, action: Action) -> i32 {
        self.immediate_gain(position, action)
    }

    #[inline]
    fn exchange(&self, position: &Position, action: Action, threshold: i32) -> bool {
        self.exchange_wins(position, action, threshold)
    }

    /// By man and target; a recruiting capture by the recruit and where it is placed, which is what
    /// tells its forms apart.
    #[inline]
    fn slot(&self, position: &Position, action: Action) -> usize {
        let (row, square) = match action.kind() {
            kind::RECRUITING => {
                let captured = position.man(action.to()).map_or(man::PAWN, |man| man.kind);
                (2 * man::KINDS + captured, action.extra())
            }
            kind::PLACING => (man::KINDS + man::ALIEN, action.to()),
            _ => match position.man(action.from()) {
                Some(man) => (man.colour * man::KINDS + man.kind, action.to()),
                None => (0, action.to()),
            },
        };
        row * SQUARES + usize::from(square)
    }

    fn slots(&self) -> usize {
        3 * man::KINDS * SQUARES
    }

    #[inline]
    fn legal(&self, position: &Position, action: Action) -> bool {
        let on_board = |square: u8| usize::from(square) < SQUARES;
        on_board(action.from()) && on_board(action.to()) && self.is_legal(position, action)
    }

    #[inline]
    fn count_actions(&self, position: &Position) -> u64 {
        let mut counter = Counter::default();
        self.generate(position, Want::All, Area::ALL, &mut counter);
        counter.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Avp, tables};
    use crate::board::SquareSet;

    #[test]
    fn dark_squares_are_those_of_a1() {
        let game = Avp::new(3);
        for square in game.board.squares() {
            let sum = game.board.file(square) + game.board.rank(square);
            assert_eq!(tables::DARK.contains(square), sum.is_multiple_of(2));
        }
        assert!((tables::DARK & !tables::BOARD).is_empty());
    }
}
