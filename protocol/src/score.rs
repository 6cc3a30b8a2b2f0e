//! Scores, the same for both protocols.

/// What a position is worth to the team to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves of the mating team: positive when the team to act mates, negative when it
    /// is mated, 0 when it has been mated.
    Mate(i32),
}

/// How a score is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// The true score is at least this one (the search failed high).
    Lower,
    /// The true score is at most this one (the search failed low).
    Upper,
}
