//! Positions as text: six fields, holes as `*`, a run of digits as one number.
//!
//! The fourth field lists the squares open to capture en passant, one behind the other where one man has
//! passed several, and then `@` and that man's square where it could be another: `d3@e4`.

use super::ending::team;
use super::play::passed_squares;
use super::position::{Man, Position, Width};
use super::rules::{Rules, passing_ends};
use crate::board::{Square, read_rank, write_placement};
use crate::game::{PositionError, SetUp};
use crate::games::fields::{count, refused, split_hand};
use std::fmt::Write as _;

impl<S: Width> Rules<S> {
    /// The start position, White to move.
    pub(super) fn start_position(&self) -> Position<S> {
        let mut position = Position::empty();
        for &(square, man) in &self.start {
            self.set_up(&mut position, square, man);
            if self.remembers[man.kind] {
                position.unmoved |= S::of(square);
            }
        }
        position.rights = self.castlings.iter().fold(0, |rights, castling| rights | castling.right);
        position.key = self.key_from_scratch(&position);
        position.checkers = self.find_checkers(&position);
        position
    }

    /// The position as FEN.
    pub(super) fn fen(&self, position: &Position<S>) -> String {
        let mut text = self.placement(position);
        text.push_str(if position.side == 0 { " w " } else { " b " });
        let mut rights: Vec<char> = self
            .castlings
            .iter()
            .filter(|castling| position.rights & castling.right != 0)
            .map(|castling| castling.letter)
            .collect();
        rights.sort_unstable_by_key(|letter| "KQkq".find(*letter));
        rights.dedup();
        if rights.is_empty() {
            text.push('-');
        }
        text.extend(rights);
        let passed = self.passed_text(position);
        let _ = write!(text, " {passed} {} {}", position.clock, position.number);
        text
    }

    /// The fourth field.
    fn passed_text(&self, position: &Position<S>) -> String {
        let geometry = self.geometry();
        let squares: Vec<Square> = position.passed.squares().collect();
        if squares.is_empty() {
            return "-".to_owned();
        }
        let mut text: String = squares.iter().map(|&square| geometry.name(square)).collect();
        if self.takeable_passers(position, &squares).len() > 1 {
            let _ = write!(text, "@{}", geometry.name(position.passer));
        }
        text
    }

    /// The men as FEN writes them.
    pub(super) fn placement(&self, position: &Position<S>) -> String {
        self.draw_ranks(Some("*"), |square| position.man(square).map(|man| self.letter(man)))
    }

    /// Ranks from the highest, `/` between; squares without text are counted. `hole` is written for a
    /// hole, which counts like an empty square where it is `None`.
    pub(super) fn draw_ranks(
        &self,
        hole: Option<&str>,
        entry: impl Fn(Square) -> Option<String>,
    ) -> String {
        let geometry = self.geometry();
        write_placement(geometry.files(), geometry.ranks(), |file, rank| {
            let square = geometry.square(file, rank);
            if geometry.is_hole(square) { hole.map(str::to_owned) } else { entry(square) }
        })
    }

    /// The letter of a man: upper case for White.
    pub(super) fn letter(&self, man: Man) -> String {
        let id = &self.kinds[man.kind].id;
        if man.colour == 0 { id.clone() } else { id.to_ascii_lowercase() }
    }

    /// Reads a FEN; missing fields behind the placement get their defaults. Faults of the placement are told with
    /// `first_rank` as the number of the lowest rank.
    pub(super) fn read_fen_text(
        &self,
        text: &str,
        first_rank: u8,
    ) -> Result<SetUp<Position<S>>, PositionError> {
        let mut fields = text.split_ascii_whitespace();
        let placement = fields.next().ok_or_else(|| refused("the position is empty"))?;
        let mut position = self.read_placement(placement, first_rank)?;
        let mut notes = Vec::new();
        position.side = match fields.next().unwrap_or("w") {
            "w" | "W" => 0,
            "b" | "B" => 1,
            other => return Err(refused(format!("side `{other}` is neither w nor b"))),
        };
        let rights = fields.next().unwrap_or("-");
        self.read_rights(&mut position, rights, &mut notes)?;
        self.restore_unmoved(&mut position);
        let mut rest: Vec<&str> = fields.collect();
        // Some programs leave the en passant field out.
        let is_count = |field: &&str| field.parse::<u64>().is_ok();
        let passed = if rest.first().is_none_or(is_count) { "-" } else { rest.remove(0) };
        position.clock = count(rest.first().copied(), 0, "half-move clock")?.min(9_999) as u16;
        position.number = count(rest.get(1).copied(), 1, "move number")?.clamp(1, 99_999) as u32;
        if let Some(extra) = rest.get(2) {
            notes.push(format!("`{extra}` behind the position was skipped"));
        }
        self.check_royals(&position)?;
        position.key = self.key_from_scratch(&position);
        self.read_passed(&mut position, passed, &mut notes)?;
        position.checkers = self.find_checkers(&position);
        let wire_first = team(position.side());
        Ok(SetUp { position, wire_first, notes })
    }

    fn read_placement(&self, text: &str, first_rank: u8) -> Result<Position<S>, PositionError> {
        let geometry = self.geometry();
        let (board, hand) = split_hand(text)?;
        // Where men that were lost can come back, XBoard writes them here. The board tells which they are.
        let tells_lost = self.promotions.iter().flatten().any(|promotion| promotion.lost_only);
        if !matches!(hand, "" | "-") && !tells_lost {
            return Err(refused(format!("holdings `[{hand}]`: this game has no men in hand")));
        }
        let unknown = hand.chars().find(|letter| self.man_of(&letter.to_string()).is_none());
        if let Some(letter) = unknown.filter(|_| hand != "-") {
            return Err(refused(format!("holdings: `{letter}` is no man of this game")));
        }
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(geometry.ranks()) {
            let (found, wanted) = (rows.len(), geometry.ranks());
            return Err(refused(format!("the board has {found} ranks instead of {wanted}")));
        }
        let mut position = Position::empty();
        for (row, rank) in rows.into_iter().zip((0..geometry.ranks()).rev()) {
            self.read_row(&mut position, row, rank, first_rank)?;
        }
        Ok(position)
    }

    fn read_row(
        &self,
        position: &mut Position<S>,
        row: &str,
        rank: u8,
        first_rank: u8,
    ) -> Result<(), PositionError> {
        let geometry = self.geometry();
        let name = rank + first_rank;
        let files = geometry.files();
        let cells = read_rank(row, files).map_err(|found| {
            refused(format!("rank {name} has {found} squares instead of {files}"))
        })?;
        for (file, cell) in (0..).zip(cells) {
            let square = geometry.square(file, rank);
            let at = geometry.name_from(square, first_rank);
            match (cell, geometry.is_hole(square)) {
                ("*", true) | ("", false) => {}
                ("*", false) => return Err(refused(format!("{at} is no hole"))),
                ("", true) => {
                    return Err(refused(format!("rank {name}: holes are written as `*`")));
                }
                (_, is_hole) => {
                    let man = self.man_of(cell).ok_or_else(|| {
                        refused(format!("`{cell}` on {at} is no man of this game"))
                    })?;
                    if is_hole {
                        return Err(refused(format!("a man on {at}, which is a hole")));
                    }
                    self.set_up(position, square, man);
                }
            }
        }
        Ok(())
    }

    /// The man that a letter means.
    pub(super) fn man_of(&self, letter: &str) -> Option<Man> {
        let upper = letter.to_ascii_uppercase();
        let kind = self.kinds.iter().position(|kind| kind.id == upper)?;
        let colour = usize::from(letter != upper);
        Some(Man { colour, kind })
    }

    fn read_rights(
        &self,
        position: &mut Position<S>,
        text: &str,
        notes: &mut Vec<String>,
    ) -> Result<(), PositionError> {
        if text == "-" {
            return Ok(());
        }
        for letter in text.chars() {
            let mut castlings =
                self.castlings.iter().filter(|castling| castling.letter == letter).peekable();
            if castlings.peek().is_none() {
                return Err(refused(format!("castling right `{letter}` does not exist here")));
            }
            let at_home = |square: Square, wanted: &dyn Fn(Man) -> bool| {
                position.man(square).is_some_and(wanted)
            };
            let home = castlings.clone().all(|castling| {
                let colour = castling.colour;
                at_home(castling.king_from, &|man| {
                    man.colour == colour && self.kinds[man.kind].royal
                }) && at_home(castling.partner_from, &|man| {
                    man.colour == colour && man.kind == castling.partner_kind
                })
            });
            if home {
                castlings.for_each(|castling| position.rights |= castling.right);
            } else {
                notes.push(format!(
                    "castling right `{letter}` dropped: king or partner is not at home"
                ));
            }
        }
        Ok(())
    }

    /// Men of the start array on their squares count as unmoved: a FEN can't say that one has come back.
    fn restore_unmoved(&self, position: &mut Position<S>) {
        for &(square, man) in &self.start {
            if self.remembers[man.kind] && position.man(square) == Some(man) {
                position.unmoved |= S::of(square);
            }
        }
    }

    fn check_royals(&self, position: &Position<S>) -> Result<(), PositionError> {
        for (colour, name) in ["White", "Black"].into_iter().enumerate() {
            let own = position.colours[colour];
            let royals: u32 = (0..self.kinds.len())
                .filter(|&kind| self.kinds[kind].royal)
                .map(|kind| (position.of_kind(kind) & own).count())
                .sum();
            if royals != 1 {
                return Err(refused(format!("{name} has {royals} kings instead of one")));
            }
        }
        let them = position.side() ^ 1;
        let own = position.colours[position.side()];
        let king = position.kings[them];
        if self.attacked(position, king, position.occupied(), position.side(), own) {
            return Err(refused("the side that is not to move is in check"));
        }
        Ok(())
    }

    /// Opens the squares behind a man that can just have passed them and may be taken.
    fn read_passed(
        &self,
        position: &mut Position<S>,
        text: &str,
        notes: &mut Vec<String>,
    ) -> Result<(), PositionError> {
        if text == "-" {
            return Ok(());
        }
        let geometry = self.geometry();
        let (mut rest, named) = match text.split_once('@') {
            None => (text, None),
            Some((squares, man)) => match geometry.read(man) {
                Some((square, "")) => (squares, Some(square)),
                _ => return Err(refused(format!("`{man}` behind `@` is no square"))),
            },
        };
        let mut squares: Vec<Square> = Vec::new();
        while !rest.is_empty() {
            let Some((square, after)) = geometry.read(rest) else {
                return Err(refused(format!("en passant square `{rest}` is no square")));
            };
            rest = after;
            squares.push(square);
            let mut passers = self.passers_of(position, &squares);
            passers.retain(|&passer| named.is_none_or(|named| named == passer));
            if passers.is_empty() {
                squares.pop();
                notes.push(format!(
                    "en passant square {} dropped: no man has passed it",
                    geometry.name(square)
                ));
            }
        }
        let mut passers = self.passers_of(position, &squares);
        let mut takeable = self.takeable_passers(position, &squares);
        for found in [&mut passers, &mut takeable] {
            found.retain(|&passer| named.is_none_or(|named| named == passer));
        }
        let Some(&passer) = takeable.first().or(passers.first()) else { return Ok(()) };
        if takeable.len() > 1 {
            let name = geometry.name(passer);
            notes.push(format!("several men can have passed `{text}`; `{text}@{name}` is assumed"));
        }
        self.open_squares(position, passer, squares.into_iter());
        Ok(())
    }

    /// The enemies that can have passed all the squares with their last move, and may be taken on one
    /// of them.
    fn takeable_passers(&self, position: &Position<S>, squares: &[Square]) -> Vec<Square> {
        let mut passers = self.passers_of(position, squares);
        let mut probe = position.clone();
        passers.retain(|&passer| {
            probe.passer = passer;
            squares.iter().any(|&square| self.takers_en_passant(&probe, square).any())
        });
        passers
    }

    /// The enemies that can have passed over all the squares, which are empty, with their last move.
    pub(super) fn passers_of(&self, position: &Position<S>, passed: &[Square]) -> Vec<Square> {
        let them = position.side() ^ 1;
        let occupied = position.occupied();
        let squares = passed.iter().fold(S::EMPTY, |all, &one| all | S::of(one));
        let mut found: Vec<Square> = Vec::new();
        if squares.is_empty() || (squares & occupied).any() {
            return found;
        }
        for kind in 0..self.kinds.len() {
            let man = Man { colour: them, kind };
            let initial = self.initial[them * self.kinds.len() + kind];
            for special in self.men.moves(them, kind).specials.iter().filter(|s| s.passes) {
                for start in self.geometry().squares().filter(|&start| !occupied.contains(start)) {
                    if special.initial && !initial.contains(start) {
                        continue;
                    }
                    let arrives = |to: Square| {
                        let there = position.man(to).filter(|there| there.colour == them);
                        there.is_some_and(|there| self.may_be_after(man, to, there.kind))
                    };
                    let ends = passing_ends(&self.men, special.path, start, occupied);
                    found.extend(ends.squares().filter(|&to| {
                        let all = passed_squares(self.geometry(), start, to).collect::<Vec<_>>();
                        arrives(to) && passed.iter().all(|square| all.contains(square))
                    }));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a man that has arrived on a square may be of a kind then.
    fn may_be_after(&self, man: Man, to: Square, kind: usize) -> bool {
        if self.promotion_squares(man.colour, man.kind).contains(to) {
            self.promotions(man.colour, to).iter().any(|choice| usize::from(choice.kind) == kind)
        } else {
            self.arriving(man, to) == kind
        }
    }
}
