//! Positions as text: the six fields of chess, then houses, who sows, and the powers.
//!
//! XBoard's own text of the 8 x 10 board, with houses on the first and last rank, is read too: it knows
//! nothing of seeds and powers.

use super::Awarichess;
use super::houses::{HOUSES, Houses, SEEDS, Sower};
use super::position::{Position, Stage};
use super::powers::{MOST_READ, Powers};
use crate::board::read_rank;
use crate::game::{Game, PositionError, SetUp, Words};
use crate::games::fields::refused;

/// Fields of a chess FEN.
const CHESS_FIELDS: usize = 6;

/// Ranks of the board that XBoard draws.
const DRAWN_RANKS: usize = 10;

/// Files of every board.
const DRAWN_FILES: u8 = 8;

/// What the three fields behind the chess position say.
enum Phase {
    /// Nothing, or nothing that could go on: a game of Awari begins unless the game is over.
    Settled,
    /// A game of Awari that is going on.
    Awari(Houses, Sower),
    /// Chess; whether the mover has been told to play.
    Chess(bool),
}

impl Awarichess {
    /// The position as FEN.
    pub(super) fn fen(&self, position: &Position) -> String {
        let chess = self.chess.write_fen(&position.chess);
        let powers = powers_text(position.powers);
        let powers = if powers.is_empty() { "-" } else { &powers };
        let Some(sower) = position.sower() else {
            let told = if position.stage == Stage::Told { "!" } else { "-" };
            return format!("{chess} - {told} {powers}");
        };
        let seeds: Vec<String> = position.houses.seeds().iter().map(u8::to_string).collect();
        let sower = if sower == Sower::South { "S" } else { "N" };
        format!("{chess} {} {sower} {powers}", seeds.join(","))
    }

    /// Reads a FEN; missing fields behind the placement get their defaults.
    pub(super) fn read_text(&self, text: &str) -> Result<SetUp<Position>, PositionError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let chess = fields.get(..CHESS_FIELDS).unwrap_or(&fields).join(" ");
        let read = self.chess.read_fen(&without_houses(&chess)?)?;
        let mut notes = read.notes;
        let rest = fields.get(CHESS_FIELDS..).unwrap_or_default();
        if let Some(extra) = rest.get(3) {
            notes.push(format!("`{extra}` behind the position was skipped"));
        }
        let mut position = Position::chess_only(read.position);
        position.powers = read_powers(rest.get(2).copied().unwrap_or("-"))?;
        match read_phase(rest)? {
            Phase::Awari(houses, sower) => self.set_up_awari(&mut position, houses, sower),
            Phase::Chess(true) if self.chess.in_check(&position.chess) => {
                return Err(refused("`!` in check: who is in check answers freely"));
            }
            Phase::Chess(true) => position.stage = Stage::Told,
            Phase::Chess(false) | Phase::Settled => self.settle(&mut position),
        }
        Ok(SetUp { position, wire_first: read.wire_first, notes })
    }

    /// Reads what XBoard sends while a game is going on: houses keep their seeds and the queue its
    /// powers in the Awari phase, and else a new game of Awari begins.
    pub(super) fn read_drawn(
        &self,
        text: &str,
        present: &Position,
    ) -> Result<SetUp<Position>, PositionError> {
        let placement = text.split_ascii_whitespace().next().unwrap_or_default();
        let mut read = self.read_text(text)?;
        if placement.split('/').count() == DRAWN_RANKS && present.stage == Stage::Sow {
            let (houses, sower) = (present.houses, present.sower);
            let mut position = Position::chess_only(read.position.chess);
            position.powers = present.powers;
            position.kept = present.kept;
            self.set_up_awari(&mut position, houses, sower);
            read.position = position;
        }
        Ok(read)
    }

    /// Sets up an Awari phase. Where its sower has no move, famine ends it at once (AWARI-5), unless the
    /// game is over in chess (AWARI-14).
    fn set_up_awari(&self, position: &mut Position, houses: Houses, sower: Sower) {
        self.begin_awari(position, houses, sower);
        position.chess_over = self.chess_verdict(position).is_some();
        if !position.chess_over {
            self.famine(position);
        }
    }

    /// The board as XBoard draws it, with a house on every square of the first and last rank but the
    /// corners.
    pub(super) fn drawn_placement(&self, position: &Position) -> String {
        let fen = self.chess.write_fen(&position.chess);
        let chess = fen.split(' ').next().unwrap_or_default();
        format!("*hhhhhh*/{chess}/*HHHHHH*")
    }
}

/// A letter a power, first to be used first.
pub(super) fn powers_text(powers: Powers) -> String {
    powers.colours().map(|colour| if colour == 0 { 'W' } else { 'B' }).collect()
}

/// A chess FEN without the ranks of houses that XBoard's text has.
///
/// # Errors
/// There is anything but houses, taken off or not, on those ranks.
fn without_houses(text: &str) -> Result<String, PositionError> {
    let (placement, rest) = text.split_once(' ').unwrap_or((text, ""));
    let ranks: Vec<&str> = placement.split('/').collect();
    let [first, chess @ .., last] = ranks.as_slice() else { return Ok(text.to_owned()) };
    if ranks.len() != DRAWN_RANKS {
        return Ok(text.to_owned());
    }
    for (rank, name) in [(first, DRAWN_RANKS - 1), (last, 0)] {
        let is_house = |cell: &&str| matches!(*cell, "" | "*" | "h" | "H");
        let cells = read_rank(rank, DRAWN_FILES);
        if !cells.is_ok_and(|cells| cells.iter().all(is_house)) {
            return Err(refused(format!("rank {name} of ten, `{rank}`, holds the houses alone")));
        }
    }
    Ok(format!("{} {rest}", chess.join("/")))
}

/// The phase that houses and sower, as far as they are there, belong to.
fn read_phase(rest: &[&str]) -> Result<Phase, PositionError> {
    let Some(&houses) = rest.first() else { return Ok(Phase::Settled) };
    let sower = rest.get(1).copied();
    if houses == "-" {
        return match sower.unwrap_or("-") {
            "-" => Ok(Phase::Chess(false)),
            "!" => Ok(Phase::Chess(true)),
            "S" | "N" | "s" | "n" => {
                Err(refused("both phases at once: somebody is to sow, but houses is `-`"))
            }
            other => Err(refused(format!("sower `{other}` is none of S, N, - and !"))),
        };
    }
    let houses = read_houses(houses)?;
    match sower.unwrap_or("S") {
        "S" | "s" => Ok(Phase::Awari(houses, Sower::South)),
        "N" | "n" => Ok(Phase::Awari(houses, Sower::North)),
        "-" | "!" => Err(refused("both phases at once: houses hold seeds, but nobody is to sow")),
        other => Err(refused(format!("sower `{other}` is none of S, N, - and !"))),
    }
}

fn read_houses(text: &str) -> Result<Houses, PositionError> {
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() != HOUSES {
        return Err(refused(format!("houses `{text}` are {} instead of {HOUSES}", parts.len())));
    }
    let mut seeds = [0; HOUSES];
    let mut total = 0;
    for (house, part) in seeds.iter_mut().zip(parts) {
        let number = part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty();
        if !number {
            return Err(refused(format!("houses: `{part}` is no number of seeds")));
        }
        // What does not fit is too much in any case.
        let count = part.parse::<u32>().unwrap_or(u32::MAX);
        total = count.saturating_add(total);
        *house = count.min(SEEDS) as u8;
    }
    if total > SEEDS {
        return Err(refused(format!("houses hold {total} seeds, more than {SEEDS}")));
    }
    Ok(Houses::new(seeds))
}

fn read_powers(text: &str) -> Result<Powers, PositionError> {
    let mut powers = Powers::NONE;
    if text == "-" {
        return Ok(powers);
    }
    for letter in text.chars() {
        if powers.count() as usize == MOST_READ {
            return Err(refused(format!("powers: more than {MOST_READ}")));
        }
        match letter {
            'W' | 'w' => powers.add(0, 1),
            'B' | 'b' => powers.add(1, 1),
            other => return Err(refused(format!("powers: `{other}` is neither W nor B"))),
        }
    }
    Ok(powers)
}
