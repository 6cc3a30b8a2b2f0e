//! The contract between the rules of games and everything that plays them.
//!
//! A game is a *sequence of actions, each by a seat, scored for a team*. Nothing here knows a board, a
//! piece or a game by name, and nothing assumes that seats or teams alternate.
//!
//! [`Game`] is what search needs, [`Words`] is what people and programs need to talk about a position.

mod action;
mod past;
mod verdict;
mod weights;
mod words;

pub use action::{Action, ActionList, Want};
pub use past::Past;
pub use verdict::{Seat, Team, Verdict};
pub use weights::{RowMut, WeightRow, WeightTable, Weights, WeightsError};
pub use words::{
    BoardShape, Dialect, GameOption, GameOptionKind, PositionError, Refusal, SetUp, SetupLines,
    Words, is_null, null_move,
};

/// The largest value an evaluation may return, in centipawns. Mate scores lie above it.
pub const MAX_EVALUATION: i32 = 29_000;

/// How many keys [`Game::structures`] gives.
pub const STRUCTURES: usize = 3;

/// The rules of one game, as the search sees them.
///
/// One value of the type is one opened game (with its options and tables); positions are plain data
/// beside it, cloned for each action, so there is no undo.
pub trait Game: Send + Sync + 'static {
    /// A position: what decides the future, apart from the [`Past`].
    type Position: Clone + Send + Sync;

    /// The start position.
    fn start(&self) -> Self::Position;

    /// The seat that decides now. It need not alternate.
    fn to_act(&self, position: &Self::Position) -> Seat;

    /// The team for which a seat plays.
    fn team(&self, seat: Seat) -> Team;

    /// Key for the shared table: everything that decides the future. Move counters are mixed in only
    /// near the limit at which they end the game.
    fn table_key(&self, position: &Self::Position) -> u64;

    /// The table key that a child most likely has, where it is told sooner than the action is played, so that
    /// memory can be fetched meanwhile. Default: nothing is told.
    fn foreseen_key(&self, _position: &Self::Position, _action: Action) -> Option<u64> {
        None
    }

    /// What the game's own repetition rule compares.
    fn repetition_key(&self, position: &Self::Position) -> u64;

    /// The verdict where the rules end the game although actions may exist, before any generation.
    /// `past` holds the positions before this one.
    fn early_end(&self, position: &Self::Position, past: &Past) -> Option<Verdict>;

    /// Appends the legal actions of the stage `want`. [`Want::Tactical`] and [`Want::Quiet`] together
    /// give exactly [`Want::All`]. Only called where [`Game::early_end`] is `None`, or where it is a
    /// draw by repetition or move count that a move list runs past.
    fn actions(&self, position: &Self::Position, want: Want, out: &mut ActionList);

    /// The verdict where [`Game::actions`] gives nothing.
    fn end_without_actions(&self, position: &Self::Position) -> Verdict;

    /// Plays a legal action. `past` holds the positions before `position`; the caller appends
    /// `position`'s own repetition key afterwards.
    fn play(&self, position: &mut Self::Position, action: Action, past: &Past);

    /// The position after passing the turn, for null-move search; `None` where that is unsound: in
    /// check, in endings prone to zugzwang, or where passing is a real action.
    fn pass(&self, position: &Self::Position) -> Option<Self::Position>;

    /// Whether the action that led to the position did what it did because of the past, so that what
    /// is found here says nothing of the position before it for whoever comes to that by another way.
    fn by_history(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the team to act is in check.
    fn in_check(&self, position: &Self::Position) -> bool;

    /// Static value in centipawns for the team to act, within ±[`MAX_EVALUATION`]. What decides it is all in
    /// [`Game::table_key`], under which a search may keep it.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// Keys of what stays the same for long, mixed well up to the highest bit: pawns, or the men of a side. Where a
    /// static value was wrong it is likely to be wrong alike while one of them lasts. Default: nothing is told apart.
    fn structures(&self, _position: &Self::Position) -> [u64; STRUCTURES] {
        [0; STRUCTURES]
    }

    /// Whether the action belongs to [`Want::Tactical`]: captures, promotions and their like.
    fn tactical(&self, position: &Self::Position, action: Action) -> bool;

    /// What the action wins at once if nobody answers, in centipawns: captured men, promotion,
    /// morphs. For ordering and delta pruning.
    fn gain(&self, position: &Self::Position, action: Action) -> i32;

    /// Whether the exchange that the action begins wins at least `threshold` centipawns.
    fn exchange(&self, position: &Self::Position, action: Action, threshold: i32) -> bool;

    /// The action's place in history tables, below [`Game::slots`]. It tells seats apart.
    fn slot(&self, position: &Self::Position, action: Action) -> usize;

    /// How many places [`Game::slot`] uses.
    fn slots(&self) -> usize;

    /// Whether the action is legal here. Any 32 bits may be asked.
    fn legal(&self, position: &Self::Position, action: Action) -> bool {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        list.as_slice().contains(&action)
    }

    /// The number of legal actions, without listing them where the game has a faster way.
    fn count_actions(&self, position: &Self::Position) -> u64 {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        list.len() as u64
    }

    /// How many actions of its own the team to act has still to expect, for dividing the time of a clock.
    fn expected_actions(&self, _position: &Self::Position) -> u32 {
        40
    }

    /// Plays an action as the search does: the position's key joins the past, and the child is
    /// returned. The caller takes the key off again with [`Past::pop`] after searching the child.
    fn child(&self, position: &Self::Position, action: Action, past: &mut Past) -> Self::Position {
        let mut child = position.clone();
        self.play(&mut child, action, past);
        past.push(self.repetition_key(position));
        child
    }

    /// The verdict of a position: [`Game::early_end`], else whether no action is left.
    fn verdict(&self, position: &Self::Position, past: &Past) -> Option<Verdict> {
        self.early_end(position, past).or_else(|| {
            (self.count_actions(position) == 0).then(|| self.end_without_actions(position))
        })
    }
}
