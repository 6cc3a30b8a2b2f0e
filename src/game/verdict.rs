//! Who plays and how games end.

use std::fmt;

/// Who decides: an index below the game's number of seats. Chess-like games have seat 0 for White
/// and 1 for Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seat(pub u8);

/// What wins and loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Team {
    /// The first side in diagrams and protocols.
    White,
    /// The other one.
    Black,
}

impl Team {
    /// The other team.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Team {
        match self {
            Team::White => Team::Black,
            Team::Black => Team::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Team::White => "White",
            Team::Black => "Black",
        })
    }
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The team that has won; `None` is a draw.
    pub winner: Option<Team>,
    /// Why, in the field's words: `checkmate`, `stalemate`, `threefold repetition`, ...
    pub reason: &'static str,
    /// Whether the verdict came from how the position was reached (repetition), so that it must not be
    /// stored as the position's own value, or from move counters: such an end does not stop a UCI move
    /// list, and [`Game::actions`](super::Game::actions) still answers there.
    pub by_count: bool,
}

impl Verdict {
    /// A win by the position itself.
    #[must_use]
    pub const fn win(team: Team, reason: &'static str) -> Verdict {
        Verdict { winner: Some(team), reason, by_count: false }
    }

    /// A draw by the position itself.
    #[must_use]
    pub const fn draw(reason: &'static str) -> Verdict {
        Verdict { winner: None, reason, by_count: false }
    }

    /// A draw by repetition or move count.
    #[must_use]
    pub const fn draw_by_count(reason: &'static str) -> Verdict {
        Verdict { winner: None, reason, by_count: true }
    }

    /// The result as PGN and XBoard write it.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Team::White) => "1-0",
            Some(Team::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}
