//! A game's definition as its text says it: what [`reader`](super::reader) makes of the text and
//! [`rules`](super::rules) compiles for play.

use crate::board::{Geometry, Movement, Square};
use std::fmt;
use thiserror::Error;

/// A fault of a definition text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct DefinitionError {
    /// Line of the text, counted from 1; 0 where the text as a whole is at fault.
    pub line: usize,
    /// The word at fault.
    pub word: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, `{}`: {}", self.line, self.word, self.reason)
        } else {
            write!(f, "`{}`: {}", self.word, self.reason)
        }
    }
}

/// A word of a definition text, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Line of the text, counted from 1.
    pub line: usize,
    /// The word.
    pub word: String,
}

impl Place {
    /// A fault of this word.
    #[must_use]
    pub fn fault(&self, reason: impl Into<String>) -> DefinitionError {
        let Place { line, word } = self.clone();
        DefinitionError { line, word, reason: reason.into() }
    }
}

/// One kind of man.
#[derive(Clone, Debug)]
pub struct KindText {
    /// Line of the text that defines it, counted from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// The letter for it, a capital, with `+` before it or not.
    pub id: String,
    /// Its move in XBetza.
    pub betza: String,
    /// Its compiled move.
    pub movement: Movement,
    /// Where White's stand at the start.
    pub white: Vec<Square>,
    /// Where Black's stand at the start.
    pub black: Vec<Square>,
    /// How many each side has in hand at the start.
    pub hand: [u8; 2],
    /// The kind it becomes, by square as White sees the board; empty where it never changes.
    pub morph: Vec<Option<usize>>,
    /// Line of the text that says so; 0 where nothing does.
    pub morph_line: usize,
}

impl KindText {
    /// Its ID on its line.
    #[must_use]
    pub fn place(&self) -> Place {
        Place { line: self.line, word: self.id.clone() }
    }

    /// Its move on its line.
    #[must_use]
    pub fn move_place(&self) -> Place {
        Place { line: self.line, word: self.betza.clone() }
    }
}

/// One entry of `promoChoice`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionChoice {
    /// Index of the kind.
    pub kind: usize,
    /// Not on the very last rank.
    pub not_on_last: bool,
    /// Only to a man of that kind that its side has lost.
    pub lost_only: bool,
    /// Only on fewer than so many ranks from the end.
    pub within: u8,
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The board.
    pub geometry: Geometry,
    /// The kinds of men in the order of their lines.
    pub kinds: Vec<KindText>,
    /// Ranks of the promotion zone.
    pub promotion_zone: u8,
    /// How many of the first kinds promote.
    pub promoting_kinds: usize,
    /// What they may choose.
    pub promotion_choices: Vec<PromotionChoice>,
    /// Line of the text that says so, or that defines the first kind where none does.
    pub promotion_line: usize,
    /// Which kinds are royal.
    pub royal: Vec<bool>,
    /// What says so: the last `royal=`, or the ID of the last kind where there is none.
    pub royal_place: Place,
    /// A side without a legal move loses, in check or not.
    pub stalemate_loses: bool,
    /// The kinds that count for the bare rule; empty where there is none.
    pub baring: Vec<bool>,
    /// Black castles to the same files as White.
    pub castle_flip: bool,
    /// What was skipped, or may mean something else than it seems to.
    pub warnings: Vec<DefinitionError>,
}
