//! What XBoard must be told to draw and relay the game.

use super::position::LETTERS;
use super::{Avp, man};
use crate::game::{SetupLines, Words};

/// XBoard's letter table for one side, the king last. The cannon's picture and the lion's are XBoard's
/// own; men that may be held are among the first ten letters used.
const TABLE: &str = "PNBRQL.AC.UH..........K";

/// What XBoard calls the moves of the kinds that it does not know.
const MOVES: [(usize, &str); 5] = [
    (man::ALIEN, "QN"),
    (man::ARCHBISHOP, "BN"),
    (man::CHANCELLOR, "RN"),
    (man::UNICORN, "C"),
    (man::CANNON, "mRcpR"),
];

impl Avp {
    /// The man on a square of Black's holdings, the only ones from which men are dropped: XBoard keeps them
    /// on file `_`, from the highest rank down in the order of its table.
    pub(super) fn held_by_black(&self, square: &str) -> Option<char> {
        let rank: usize = square.strip_prefix('_')?.parse().ok()?;
        let slot = usize::from(self.shape().ranks).checked_sub(rank + 1)?;
        TABLE.chars().filter(|&letter| letter != '.').nth(slot)
    }

    /// The `setup` line and a `piece` line for each kind that XBoard does not know. The parent `lion`
    /// relays null moves and leaves legality to the engine.
    pub(super) fn lines_for_xboard(&self) -> SetupLines {
        let shape = self.shape();
        let hand = "l".repeat(usize::from(self.aliens));
        let placement = self.draw_start();
        let setup = format!(
            "({TABLE}{}) {}x{}+10_lion {placement}[{hand}] w - - 0 1",
            TABLE.to_ascii_lowercase(),
            shape.files,
            shape.ranks,
        );
        let pieces = MOVES.iter().map(|&(kind, moves)| format!("{}& {moves}", LETTERS[kind]));
        SetupLines { setup, pieces: pieces.collect() }
    }
}
