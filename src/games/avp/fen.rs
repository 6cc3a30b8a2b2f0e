//! Positions as text: the six fields of chess, and after the placement, in brackets, `l` for each Alien
//! still to be placed and an upper-case letter for each man in the graveyard.

use super::position::{
    BLACK, KING_SIDE, LETTERS, Man, NO_SQUARE, Position, QUEEN_SIDE, WHITE, man,
};
use super::tables::{BLACK_LAST, SIDE, SQUARES, WHITE_LAST};
use super::{Avp, castling, team};
use crate::board::{Square, SquareSet, read_rank, write_placement};
use crate::game::{Dialect, PositionError, SetUp};
use crate::games::fields::{count, refused, split_hand};
use std::fmt::Write as _;

/// The array of AVP-1.
const ARRAY: &str = "10/10/10/10/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2";

/// White's rights by letter.
const RIGHTS: [(char, u8); 2] = [('K', KING_SIDE), ('Q', QUEEN_SIDE)];

impl Avp {
    /// The start position with a number of Aliens in hand (AVP-1, AVP-2).
    pub(super) fn start_position(&self, aliens: u8) -> Position {
        let mut position = Position::empty();
        for (row, rank) in ARRAY.split('/').zip((0..SIDE).rev()) {
            // The array is a good one.
            let _ = self.read_row(&mut position, row, rank, Dialect::Uci);
        }
        position.in_hand = aliens;
        position.side = BLACK as u8;
        position.rights = KING_SIDE | QUEEN_SIDE;
        position.key = self.key_from_scratch(&position);
        position
    }

    /// The position as FEN.
    pub(super) fn fen(&self, position: &Position) -> String {
        let mut text = self.draw(|square| position.man(square).map(letter));
        let mut hand = "l".repeat(usize::from(position.in_hand));
        let mut kinds = man::PROMOTIONS;
        kinds.sort_unstable_by_key(|&kind| LETTERS[kind]);
        for kind in kinds {
            hand.extend((0..position.graveyard[kind]).map(|_| LETTERS[kind]));
        }
        if !hand.is_empty() {
            let _ = write!(text, "[{hand}]");
        }
        text.push_str(if position.side() == WHITE { " w " } else { " b " });
        if position.rights == 0 {
            text.push('-');
        }
        let held = RIGHTS.iter().filter(|(_, right)| position.rights & right != 0);
        text.extend(held.map(|(letter, _)| letter));
        let passed = match position.passed {
            NO_SQUARE => "-".to_owned(),
            square => self.board.name(square),
        };
        let _ = write!(text, " {passed} {} {}", position.clock, position.number);
        text
    }

    /// What is written on each square; `None` counts as empty.
    pub(super) fn draw(&self, entry: impl Fn(Square) -> Option<char>) -> String {
        write_placement(SIDE, SIDE, |file, rank| entry(self.board.square(file, rank)))
    }

    /// Reads a FEN; missing fields behind the placement get their defaults. Faults of the placement are told as a
    /// dialect names squares.
    pub(super) fn read_fen_text(
        &self,
        text: &str,
        dialect: Dialect,
    ) -> Result<SetUp<Position>, PositionError> {
        let mut fields = text.split_ascii_whitespace();
        let placement = fields.next().ok_or_else(|| refused("the position is empty"))?;
        let mut position = self.read_placement(placement, dialect)?;
        let mut notes = Vec::new();
        let written = match fields.next().unwrap_or("w") {
            "w" | "W" => WHITE,
            "b" | "B" => BLACK,
            other => return Err(refused(format!("side `{other}` is neither w nor b"))),
        };
        // With Aliens in hand Black acts, whatever is written (AVP-2).
        position.side = if position.in_hand > 0 { BLACK } else { written } as u8;
        read_rights(&mut position, fields.next().unwrap_or("-"), &mut notes)?;
        let mut rest: Vec<&str> = fields.collect();
        // Some programs leave the en passant field out.
        let is_count = |field: &&str| field.parse::<u64>().is_ok();
        let passed = if rest.first().is_none_or(is_count) { "-" } else { rest.remove(0) };
        position.clock = count(rest.first().copied(), 0, "half-move clock")?.min(9_999) as u16;
        position.number = count(rest.get(1).copied(), 1, "move number")?.clamp(1, 99_999) as u32;
        if let Some(extra) = rest.get(2) {
            notes.push(format!("`{extra}` behind the position was skipped"));
        }
        self.check(&position, dialect)?;
        position.key = self.key_from_scratch(&position);
        position.danger = self.find_danger(&position);
        self.read_passed(&mut position, passed, &mut notes)?;
        Ok(SetUp { position, wire_first: team(written), notes })
    }

    fn read_placement(&self, text: &str, dialect: Dialect) -> Result<Position, PositionError> {
        let (board, hand) = split_hand(text)?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(SIDE) {
            let found = rows.len();
            return Err(refused(format!("the board has {found} ranks instead of {SIDE}")));
        }
        let mut position = Position::empty();
        for (row, rank) in rows.into_iter().zip((0..SIDE).rev()) {
            self.read_row(&mut position, row, rank, dialect)?;
        }
        if hand != "-" {
            hand.chars().try_for_each(|letter| read_hand(&mut position, letter))?;
        }
        Ok(position)
    }

    fn read_row(
        &self,
        position: &mut Position,
        row: &str,
        rank: u8,
        dialect: Dialect,
    ) -> Result<(), PositionError> {
        let cells = read_rank(row, SIDE).map_err(|found| {
            let name = rank + self.first_rank(dialect);
            refused(format!("rank {name} has {found} squares instead of {SIDE}"))
        })?;
        for (file, cell) in (0..).zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            let square = self.board.square(file, rank);
            let at = self.name(square, dialect);
            let mut letters = cell.chars();
            let man = letters.next().filter(|_| letters.as_str().is_empty()).and_then(man_of);
            let man =
                man.ok_or_else(|| refused(format!("`{cell}` on {at} is no man of this game")))?;
            let last = if man.colour == WHITE { WHITE_LAST } else { BLACK_LAST };
            if man.kind == man::PAWN && last.contains(square) {
                return Err(refused(format!("a pawn on {at}, its last rank")));
            }
            if man.kind == man::KING && position.king != NO_SQUARE {
                return Err(refused("White has two kings instead of one"));
            }
            self.put(position, square, man);
        }
        Ok(())
    }

    /// Gives White the right to castle with each rook that is at home, like the king.
    pub(super) fn grant_rights(&self, position: &mut Position) {
        for (_, right) in RIGHTS {
            if at_home(position, right) {
                position.rights |= right;
            }
        }
        position.key = self.key_from_scratch(position);
    }

    /// What no game can come to.
    fn check(&self, position: &Position, dialect: Dialect) -> Result<(), PositionError> {
        if position.king == NO_SQUARE {
            return Err(refused("White has no king instead of one"));
        }
        let buried: u32 = position.graveyard.iter().map(|&count| u32::from(count)).sum();
        let army = position.colours[WHITE].count() + buried;
        if army > SQUARES as u32 {
            return Err(refused(format!(
                "White's men and those of the graveyard are {army}, more than the board has squares"
            )));
        }
        let aliens = position.all_aliens();
        if aliens == 0 || aliens > u32::from(Avp::MOST_ALIENS) {
            return Err(refused(format!(
                "{aliens} Aliens, on the board and in hand together, instead of one to {}",
                Avp::MOST_ALIENS
            )));
        }
        if position.in_hand > 0 {
            // Black can do nothing but place them, whatever a placed one attacks already.
            return Ok(());
        }
        let mut other = position.clone();
        other.side ^= 1;
        match (self.find_danger(&other).squares().next(), position.side()) {
            (Some(alien), WHITE) => {
                let at = self.name(alien, dialect);
                Err(refused(format!("White is to move, and attacks the Alien on {at}")))
            }
            (Some(_), _) => Err(refused("Black is to move, and attacks the king")),
            (None, _) => Ok(()),
        }
    }

    /// Opens the en passant square if a pawn can just have passed it and may be taken.
    fn read_passed(
        &self,
        position: &mut Position,
        text: &str,
        notes: &mut Vec<String>,
    ) -> Result<(), PositionError> {
        if text == "-" {
            return Ok(());
        }
        let square = self.board.read(text).filter(|(_, rest)| rest.is_empty());
        let Some((passed, _)) = square else {
            return Err(refused(format!("en passant square `{text}` is no square")));
        };
        let (rank, pawn, start) = if position.side() == WHITE {
            (6, passed.checked_sub(SIDE), passed.checked_add(SIDE))
        } else {
            (3, passed.checked_add(SIDE), passed.checked_sub(SIDE))
        };
        let enemies = position.of(position.side() ^ 1, man::PAWN);
        let occupied = position.occupied();
        let just_passed = passed / SIDE == rank
            && !occupied.contains(passed)
            && pawn.is_some_and(|square| enemies.contains(square))
            && start.is_some_and(|square| !occupied.contains(square));
        if just_passed {
            self.open_passed(position, passed);
        } else {
            notes.push(format!("en passant square {text} dropped: no pawn has passed it"));
        }
        Ok(())
    }
}

/// The letter of a man: upper case for White.
pub(super) fn letter(man: Man) -> char {
    let letter = LETTERS[man.kind];
    if man.colour == WHITE { letter } else { letter.to_ascii_lowercase() }
}

/// The man that a letter means: White has no Aliens, Black no king.
fn man_of(letter: char) -> Option<Man> {
    let kind = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())?;
    let colour = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
    let foreign = if colour == WHITE { man::ALIEN } else { man::KING };
    (kind != foreign).then_some(Man { colour, kind })
}

/// An Alien to be placed, or a man of the graveyard.
fn read_hand(position: &mut Position, letter: char) -> Result<(), PositionError> {
    if letter == 'l' {
        position.in_hand = position.in_hand.saturating_add(1);
        return Ok(());
    }
    let kind = LETTERS.iter().position(|&known| known == letter);
    let kind = kind.filter(|kind| man::PROMOTIONS.contains(kind)).ok_or_else(|| {
        refused(format!(
            "`{letter}` in brackets: there are only `l` and men of the graveyard, ABCHNQRU"
        ))
    })?;
    position.graveyard[kind] = position.graveyard[kind].saturating_add(1);
    Ok(())
}

/// A position of XBoard, which tells for each side the men that it took and has not dropped, as the graveyard is
/// written: pawns and Aliens that were taken don't count (AVP-6).
pub(super) fn holdings_as_graveyard(text: &str) -> String {
    let Some((board, rest)) = text.split_once('[') else { return text.to_owned() };
    let (hand, behind) = rest.split_once(']').unwrap_or((rest, ""));
    let buried = |letter: char| match letter {
        'p' | 'P' | 'L' => None,
        'n' | 'b' | 'r' | 'q' | 'u' | 'a' | 'c' | 'h' => Some(letter.to_ascii_uppercase()),
        other => Some(other),
    };
    let closing = if rest.contains(']') { "]" } else { "" };
    format!("{board}[{}{closing}{behind}", hand.chars().filter_map(buried).collect::<String>())
}

/// Whether the king and the rook of a right to castle are where the game begins.
fn at_home(position: &Position, right: u8) -> bool {
    let rook = castling::way(right).rook_from;
    position.king == castling::KING && position.of(WHITE, man::ROOK).contains(rook)
}

fn read_rights(
    position: &mut Position,
    text: &str,
    notes: &mut Vec<String>,
) -> Result<(), PositionError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let Some(&(_, right)) = RIGHTS.iter().find(|(known, _)| *known == letter) else {
            return Err(refused(format!("castling right `{letter}` does not exist here")));
        };
        if at_home(position, right) {
            position.rights |= right;
        } else {
            notes.push(format!("castling right `{letter}` dropped: king or rook is not at home"));
        }
    }
    Ok(())
}
