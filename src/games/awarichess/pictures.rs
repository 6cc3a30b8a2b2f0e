//! The position for a person to look at: both boards, the powers, and who is to do what.

use super::Awarichess;
use super::evaluate::Terms;
use super::fen::powers_text;
use super::houses::{HOUSES, Houses, ROW};
use super::position::{Position, Stage};
use crate::game::{Game, Words};
use std::fmt::Write as _;

const SIDES: [&str; 2] = ["White", "Black"];

impl Awarichess {
    /// Both boards, the powers, and whose decision it is.
    pub(super) fn draw(&self, position: &Position) -> String {
        let mut text = awari_board(position.houses);
        let chess = self.chess.picture(&position.chess);
        // Whose turn it is, is said below.
        let board = chess.rsplit_once('\n').map_or(chess.as_str(), |(board, _)| board);
        let _ = writeln!(text, "\n{board}\n");
        let powers = powers_text(position.powers);
        let powers = if powers.is_empty() { "none" } else { &powers };
        let _ = writeln!(text, "Powers: {powers}");
        for (side, kept) in SIDES.iter().zip(position.kept).filter(|(_, kept)| *kept > 0) {
            let _ = writeln!(text, "{side} keeps {kept} of the seeds taken");
        }
        text.push_str(&self.task(position));
        text
    }

    /// Houses, powers and whose decision it is, in one line.
    pub(super) fn describe(&self, position: &Position) -> String {
        let powers = powers_text(position.powers);
        let powers = if powers.is_empty() { "none" } else { &powers };
        let task = self.task(position);
        if position.sower().is_none() {
            return format!("powers {powers} | {task}");
        }
        let seeds = position.houses.seeds();
        let row = |houses: &[u8]| {
            let texts: Vec<String> = houses.iter().map(u8::to_string).collect();
            texts.join(" ")
        };
        let (south, north) = (row(&seeds[..ROW]), row(&seeds[ROW..]));
        format!("A-F {south} | a-f {north} | powers {powers} | {task}")
    }

    /// Who is to do what.
    fn task(&self, position: &Position) -> String {
        let mover = SIDES[position.chess.side()];
        let other = SIDES[position.chess.side() ^ 1];
        match position.stage {
            Stage::Sow => {
                let sower = ["South", "North"][position.sower.index()];
                let check = if self.chess.in_check(&position.chess) { ", in check" } else { "" };
                format!("{sower} to sow; {mover} is next to move in chess{check}")
            }
            Stage::Free => format!("{mover} to move, in check"),
            Stage::Own => format!("{mover} to move or to pass, by the power of {mover}"),
            Stage::Decide => format!("{mover} to move; {other} decides whether to play or to pass"),
            Stage::Told => format!("{mover} to move, told to play"),
            Stage::Over => format!("no powers are left; {mover} was next to move in chess"),
        }
    }

    /// The evaluation as text, White's view.
    pub(super) fn explain(&self, position: &Position) -> String {
        let Terms { chess, queue, lever, awari } = self.terms(position);
        let mut text = self.chess.explain_evaluation(&position.chess);
        text.push_str("\n\nterm     centipawns, White's view\n");
        for (name, term) in
            [("chess", chess), ("powers", queue), ("lever", lever), ("awari", awari)]
        {
            let _ = writeln!(text, "{name:9}{term:8}");
        }
        let _ = write!(text, "for the side to act: {} cp", self.evaluation(position));
        text
    }
}

/// The Awari board with North at the top, houses named from each side's own left.
fn awari_board(houses: Houses) -> String {
    let seeds = houses.seeds();
    let names = |first: char| (0..ROW as u8).map(move |house| char::from(first as u8 + house));
    let mut text = String::from("North ");
    names('a').rev().for_each(|name| {
        let _ = write!(text, "{name:>3}");
    });
    text.push_str("\n      ");
    for house in (ROW..HOUSES).rev() {
        let _ = write!(text, "{:>3}", seeds[house]);
    }
    text.push_str("\n      ");
    for count in &seeds[..ROW] {
        let _ = write!(text, "{count:>3}");
    }
    text.push_str("\nSouth ");
    names('A').for_each(|name| {
        let _ = write!(text, "{name:>3}");
    });
    text.push('\n');
    text
}
