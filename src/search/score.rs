//! Values inside the search and scores for the outside.

/// A score for the outside, from the view of the team to act at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The team to act wins with so many actions of its own; negative: it loses after so many actions
    /// of the other team. 0: the game is decided here.
    Mate(i32),
}
