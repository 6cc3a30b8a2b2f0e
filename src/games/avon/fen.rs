//! Positions as text: `<placement> <seat> <out> <quiet actions> <round>`, and the six-field form of chess.

use super::Avon;
use super::kinds::Kind;
use super::play::nobody_is_in;
use super::position::{Man, Position};
use super::seats::{alphabetical, bit, both, colour, name, named, team};
use super::tables::{FILES, RANKS};
use crate::board::{Square, read_rank, write_placement};
use crate::game::{PositionError, SetUp};
use crate::games::fields::{count, refused, split_hand};
use std::fmt::Write as _;

/// Everything behind the placement.
struct Turn {
    seat: u8,
    out: u8,
    quiet: u16,
    round: u32,
    notes: Vec<String>,
}

impl Avon {
    /// The position as FEN.
    pub(super) fn fen(&self, position: &Position) -> String {
        let mut text = placement(|square| position.man(square).map(Man::letter));
        let out: Vec<&str> = alphabetical(position.out).map(name).collect();
        let out = if out.is_empty() { "-".to_owned() } else { out.join(",") };
        let _ =
            write!(text, " {} {out} {} {}", name(position.seat), position.quiet, position.round);
        text
    }

    /// Reads a FEN of either form. Missing fields behind the placement get their defaults.
    pub(super) fn read_fen_text(&self, text: &str) -> Result<SetUp<Position>, PositionError> {
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().ok_or_else(|| refused("the position is empty"))?;
        let mut position = self.read_placement(board)?;
        let side = fields.next().unwrap_or(name(0));
        let rest: Vec<&str> = fields.collect();
        let turn = match side {
            "w" | "W" => chess_turn(0, &rest)?,
            "b" | "B" => chess_turn(1, &rest)?,
            other => own_turn(other, &rest)?,
        };
        let Turn { seat, out, quiet, round, mut notes } = turn;
        check_men(&position, out)?;
        for colour in (0..2).filter(|&colour| out & both(colour) != 0) {
            let before = position.key;
            self.change_army(&mut position, colour);
            if position.key != before {
                notes.push(format!("the {} men are those of an army taken over", team(colour)));
            }
        }
        (position.seat, position.out) = (seat, out);
        (position.quiet, position.round) = (quiet, round);
        self.settle(&mut position);
        for seat in alphabetical(position.out & !out) {
            notes.push(format!("{} has no legal move and drops out", name(seat)));
        }
        if out & bit(seat) != 0 && position.seat != seat {
            notes.push(format!("{} is out, so that {} acts", name(seat), name(position.seat)));
        }
        position.key = self.key_from_scratch(&position);
        Ok(SetUp { position, wire_first: team(colour(seat)), notes })
    }

    fn read_placement(&self, text: &str) -> Result<Position, PositionError> {
        let (board, hand) = split_hand(text)?;
        if !matches!(hand, "" | "-") {
            return Err(refused(format!("holdings `[{hand}]`: this game has no men in hand")));
        }
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(RANKS) {
            return Err(refused(format!("the board has {} ranks instead of {RANKS}", rows.len())));
        }
        let mut position = Position::empty();
        for (row, rank) in rows.into_iter().zip((0..RANKS).rev()) {
            self.read_row(&mut position, row, rank)?;
        }
        Ok(position)
    }

    fn read_row(&self, position: &mut Position, row: &str, rank: u8) -> Result<(), PositionError> {
        let cells = read_rank(row, FILES).map_err(|found| {
            refused(format!("rank {rank} has {found} squares instead of {FILES}"))
        })?;
        for (square, cell) in (rank * FILES..).zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            let mut letters = cell.chars();
            let man = letters.next().filter(|_| letters.as_str().is_empty()).and_then(|letter| {
                let colour = usize::from(letter.is_ascii_lowercase());
                Kind::of_letter(letter).map(|kind| Man { colour, kind })
            });
            let man = man.ok_or_else(|| {
                let at = self.geometry.name(square);
                refused(format!("`{cell}` on {at} is no man of this game"))
            })?;
            self.put(position, square, man);
        }
        Ok(())
    }
}

/// What is written on each square; `None` counts as empty.
pub(super) fn placement(letter: impl Fn(Square) -> Option<char>) -> String {
    write_placement(FILES, RANKS, |file, rank| letter(rank * FILES + file))
}

/// The fields of the game's own form, from the seat on.
fn own_turn(seat: &str, rest: &[&str]) -> Result<Turn, PositionError> {
    let seat = named(seat)
        .ok_or_else(|| refused(format!("seat `{seat}` is none of ws, bn, wn, bs (or w, b)")))?;
    let mut out = 0;
    if let Some(&list) = rest.first().filter(|&&list| list != "-") {
        for one in list.split(',') {
            let seat = named(one)
                .ok_or_else(|| refused(format!("out: `{one}` is none of ws, bn, wn, bs")))?;
            out |= bit(seat);
        }
    }
    if nobody_is_in(out) {
        return Err(refused("out: all four players can't be out"));
    }
    let (quiet, round, notes) = counts(rest.get(1..).unwrap_or(&[]), "quiet actions", "round")?;
    Ok(Turn { seat, out, quiet, round, notes })
}

/// The fields of the chess form behind the side: nobody is out, and the move number tells the seat. What
/// stands for castling and en passant means nothing, and may be missing.
fn chess_turn(colour: u8, rest: &[&str]) -> Result<Turn, PositionError> {
    let is_count = |field: &&&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let ignored = rest.iter().take(2).take_while(|field| !is_count(field)).count();
    let (quiet, number, notes) = counts(&rest[ignored..], "half-move clock", "move number")?;
    let seat = if number % 2 == 1 { colour } else { colour + 2 };
    let round = number.div_ceil(2);
    Ok(Turn { seat, out: 0, quiet, round, notes })
}

/// The two counters at the end of a FEN, and a note on what stands behind them.
fn counts(
    fields: &[&str],
    quiet_name: &str,
    round_name: &str,
) -> Result<(u16, u32, Vec<String>), PositionError> {
    let quiet = count(fields.first().copied(), 0, quiet_name)?;
    let round = count(fields.get(1).copied(), 1, round_name)?;
    let note = |extra: &&str| format!("`{extra}` behind the position was skipped");
    let notes = fields.get(2).iter().map(|extra| note(extra)).collect();
    let quiet = u16::try_from(quiet).unwrap_or(u16::MAX);
    let round = u32::try_from(round).unwrap_or(u32::MAX).max(1);
    Ok((quiet, round, notes))
}

/// No team is without a man before a player of it has dropped out: who has none drops out as soon as it is
/// his turn. And no Pawn stands where none can come: Pawns begin on ranks 2 and 7 and go from there towards
/// the River, behind which they are Wazirs.
fn check_men(position: &Position, out: u8) -> Result<(), PositionError> {
    const OUTER_RANKS: u128 = 0xffff | 0xffff << 64;
    for colour in 0..2 {
        let (men, all) = (position.colours[colour], both(colour));
        if men == 0 && out & all == 0 {
            return Err(refused(format!("placement: {} has no man on the board", team(colour))));
        }
        let lost = position.kinds[Kind::Pawn as usize] & men & OUTER_RANKS;
        if lost != 0 && out & all == 0 {
            let square = lost.trailing_zeros() as u8;
            let (file, rank) = (char::from(b'a' + square % FILES), square / FILES);
            return Err(refused(format!(
                "placement: a Pawn on {file}{rank}, where none can come (ranks 2-7 only)"
            )));
        }
    }
    Ok(())
}
