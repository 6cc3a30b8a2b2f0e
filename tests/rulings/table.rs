//! A table to play at: one opened game, spoken to in move text.

use caryatid::game::{Action, Dialect};
use caryatid::games::diagram::{AnyDiagram, open};
use caryatid::session::{Catalogue, Opened, OpenedGame};
use crossbeam::channel::unbounded;
use std::collections::BTreeSet;

pub(crate) struct Table(Box<dyn OpenedGame>);

impl Table {
    /// A game of the catalogue at its start.
    pub(crate) fn of(game: &str) -> Table {
        Table(Catalogue::new().open_unheard(game).unwrap())
    }

    /// A game of the catalogue at a position that needs no correction.
    pub(crate) fn at(game: &str, fen: &str) -> Table {
        let mut table = Table::of(game);
        assert_eq!(table.set(fen), Ok(Vec::new()), "{fen}");
        table
    }

    /// A game by its definition text, at its start.
    pub(crate) fn defined(text: &str) -> Table {
        let events = unbounded().0;
        Table(match open("defined", "defined", text).unwrap() {
            AnyDiagram::Small(game) => Box::new(Opened::new(*game, events)),
            AnyDiagram::Medium(game) => Box::new(Opened::new(*game, events)),
            AnyDiagram::Large(game) => Box::new(Opened::new(*game, events)),
        })
    }

    /// Goes to a position; what was corrected, or why it was refused.
    pub(crate) fn set(&mut self, fen: &str) -> Result<Vec<String>, String> {
        self.0.set_fen(fen).map_err(|error| error.to_string())
    }

    pub(crate) fn fen(&self) -> String {
        self.0.fen()
    }

    /// One field of the FEN: 0 placement, 1 side, 2 rights, 3 en passant, 4 half-move clock, 5 number.
    pub(crate) fn field(&self, index: usize) -> String {
        self.fen().split(' ').nth(index).unwrap().to_owned()
    }

    pub(crate) fn key(&self) -> u64 {
        self.0.key()
    }

    /// Every legal move in UCI's spelling.
    pub(crate) fn moves(&self) -> BTreeSet<String> {
        let text = |action: Action| self.0.action_text(action, Dialect::Uci);
        self.0.legal_actions().into_iter().map(text).collect()
    }

    /// Where the man on a square may go, promotion letters included.
    pub(crate) fn goes(&self, square: &str) -> BTreeSet<String> {
        let moves = self.moves();
        let rest = moves.iter().filter_map(|text| text.strip_prefix(square));
        rest.filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            .map(str::to_owned)
            .collect()
    }

    pub(crate) fn in_check(&self) -> bool {
        self.0.picture().ends_with("in check")
    }

    /// Whether a move is legal, in UCI's dialect.
    pub(crate) fn can(&self, text: &str) -> bool {
        self.0.read_action(text, Dialect::Uci).is_ok()
    }

    /// Whether a move is legal, in XBoard's dialect.
    pub(crate) fn can_xboard(&self, text: &str) -> bool {
        self.0.read_action(text, Dialect::XBoard).is_ok()
    }

    /// A legal move, given as UCI writes it, as XBoard writes it.
    pub(crate) fn xboard(&self, text: &str) -> String {
        let action = self.0.read_action(text, Dialect::Uci).unwrap();
        self.0.action_text(action, Dialect::XBoard)
    }

    /// Why a move is refused.
    pub(crate) fn refusal(&self, text: &str) -> String {
        self.0.read_action(text, Dialect::Uci).unwrap_err().to_string()
    }

    /// Plays moves in UCI's dialect, separated by blanks.
    pub(crate) fn after(mut self, moves: &str) -> Table {
        for text in moves.split_whitespace() {
            let fen = self.fen();
            self.0.play(text, Dialect::Uci).unwrap_or_else(|why| panic!("{text}: {why}, {fen}"));
        }
        self
    }

    /// The man on a square as the FEN writes it; `.` where there is none.
    pub(crate) fn man(&self, square: &str) -> char {
        let file = usize::from(square.as_bytes()[0] - b'a');
        let rank: usize = square[1..].parse().unwrap();
        let placement = self.field(0);
        let row = placement.split('/').nth(usize::from(self.0.shape().ranks) - rank).unwrap();
        let mut men = Vec::new();
        let mut run = 0;
        for symbol in row.chars().chain(['|']) {
            if let Some(digit) = symbol.to_digit(10) {
                run = run * 10 + digit as usize;
            } else {
                men.extend(std::iter::repeat_n('.', run));
                run = 0;
                men.push(symbol);
            }
        }
        men[file]
    }

    /// Result and reason, where the game is over.
    pub(crate) fn end(&self) -> Option<(&'static str, &'static str)> {
        self.0.verdict().map(|verdict| (verdict.result(), verdict.reason))
    }

    /// Sequences of `depth` actions.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        self.0.divide(depth, 1, Dialect::Uci).iter().map(|(_, count)| count).sum()
    }
}
