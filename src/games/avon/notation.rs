//! Move text in both dialects, pictures, and what XBoard is told.
//!
//! XBoard draws what moves tell it and can't repaint an army that is taken over (AVON-13). It may therefore
//! show a man as what it was before; [`Words::drawn_as`] knows that. From a takeover on every move of a man
//! of a kind that the army's men may have changed into carries its letter, so that XBoard paints it anew as
//! soon as it moves, and never takes a Wazir that it still draws as a Pawn for one that promotes on the last
//! rank. [`Words::remark`] tells what all others now are.

use super::Avon;
use super::fen::placement;
use super::kinds::Kind;
use super::play::arriving;
use super::position::{Man, Position};
use super::seats::{
    NAMES, SEATS, alphabetical, bit, both, colour, half, half_name, name, partner, team,
};
use super::tables::{FILES, RANKS};
use super::values::Values;
use crate::board::{Square, SquareSet};
use crate::game::{
    Action, BoardShape, Dialect, PositionError, Refusal, SetUp, SetupLines, Verdict, WeightTable,
    Weights, Words,
};
use std::fmt::Write as _;

/// XBoard's table of letters: by likeness of the pictures; some of the letters stand for no man.
const LETTERS: &str = "PNBRQSEAMWO.CUHVYI...K";

impl Avon {
    /// What XBoard has to paint the acting man as: a Pawn that becomes a Wazir (AVON-9), and what may have
    /// changed in a takeover (AVON-13).
    fn repaint(&self, position: &Position, action: Action) -> Option<char> {
        let man = position.man(action.from())?;
        if changes(man, action) {
            return Some('w');
        }
        let taken_over = position.out & both(man.colour) != 0;
        (taken_over && comes_of_a_takeover(man.kind))
            .then(|| man.kind.letter().to_ascii_lowercase())
    }

    fn squares(&self, action: Action) -> String {
        self.geometry.name(action.from()) + &self.geometry.name(action.to())
    }

    /// The square that a text names, and nothing else.
    fn square_named(&self, text: &str) -> Option<Square> {
        self.geometry.read(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }

    /// Whose turn it is and who is out, or how the game has ended.
    fn turn_text(&self, position: &Position) -> String {
        if let Some(beaten) = position.beaten() {
            let winner = team(beaten ^ 1);
            let mut text = format!("{winner} has won: both {} players are out", team(beaten));
            if let Some(ranking) = self.ranking_text(position) {
                let _ = write!(text, "\nranking: {ranking}");
            }
            return text;
        }
        let seat = position.seat;
        let mut text = format!(
            "{} ({}, {}) to move in round {}",
            name(seat),
            team(colour(seat)),
            half_name(half(seat)),
            position.round
        );
        let out: Vec<&str> = alphabetical(position.out).map(name).collect();
        if !out.is_empty() {
            let _ = write!(text, "; out: {}", out.join(", "));
        }
        text
    }
}

/// Whether men of other kinds become this one when their army is taken over (AVON-13).
fn comes_of_a_takeover(kind: Kind) -> bool {
    Kind::ALL.into_iter().any(|other| other != kind && other.taken_over() == kind)
}

/// Whether the man that acts becomes another kind.
fn changes(man: Man, action: Action) -> bool {
    arriving(man.kind, action.from(), action.to()) != man.kind
}

impl Words for Avon {
    fn id(&self) -> &str {
        "avon"
    }

    /// AVON-2.
    fn seat_names(&self) -> &'static [&'static str] {
        &NAMES
    }

    fn weights(&self) -> Weights {
        self.numbers.weights()
    }

    fn with_weights(&self, weights: &Weights) -> Option<Avon> {
        let mut game = self.clone();
        game.numbers.take_over(weights);
        *game.values = Values::new(&game.numbers);
        game.array();
        Some(game)
    }

    fn shape(&self) -> BoardShape {
        BoardShape { files: FILES, ranks: RANKS }
    }

    fn read_fen(&self, text: &str) -> Result<SetUp<Position>, PositionError> {
        self.read_fen_text(text)
    }

    fn write_fen(&self, position: &Position) -> String {
        self.fen(position)
    }

    fn write_action(&self, position: &Position, action: Action, dialect: Dialect) -> String {
        let mut text = self.squares(action);
        if dialect == Dialect::XBoard {
            text.extend(self.repaint(position, action));
        }
        text
    }

    /// A bare move is always understood; a suffix only where it says what the man becomes, and in XBoard
    /// where it says what a man of an army taken over is.
    fn spelled(&self, position: &Position, action: Action, text: &str, dialect: Dialect) -> bool {
        let squares = self.squares(action);
        let Some((head, suffix)) = text.split_at_checked(squares.len()) else { return false };
        if !head.eq_ignore_ascii_case(&squares) {
            return false;
        }
        if suffix.is_empty() {
            return true;
        }
        let expected = match dialect {
            Dialect::XBoard => self.repaint(position, action),
            Dialect::Uci => {
                position.man(action.from()).filter(|&man| changes(man, action)).map(|_| 'w')
            }
        };
        expected.is_some_and(|letter| suffix.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])))
    }

    fn refuse(&self, position: &Position, text: &str, dialect: Dialect) -> Refusal {
        self.refusal(position, text, dialect)
    }

    fn over_rule(&self, _: &Position, _: Verdict) -> Option<String> {
        Some("AVON-14".to_owned())
    }

    fn wait_rule(&self, _: &Position) -> Option<String> {
        Some("AVON-15".to_owned())
    }

    fn picture(&self, position: &Position) -> String {
        let mut text = String::new();
        for rank in (0..RANKS).rev() {
            let _ = write!(text, "{rank} ");
            for file in 0..FILES {
                // The wall stands between files d and e, except on ranks 2-7 (AVON-8).
                if file == FILES / 2 {
                    text.push_str(if (2..=7).contains(&rank) { "  " } else { " |" });
                }
                let letter = position.man(rank * FILES + file).map_or('.', Man::letter);
                let _ = write!(text, " {letter}");
            }
            text.push('\n');
            if rank == RANKS / 2 {
                text.push_str("   ~ ~ ~ ~ ~ ~ ~ ~ ~ the River\n");
            }
        }
        text.push_str("   a b c d   e f g h\n");
        text.push_str(&self.turn_text(position));
        text
    }

    fn explain_evaluation(&self, position: &Position) -> String {
        self.evaluation_text(position)
    }

    /// The parent `lion` relays null moves and leaves legality to the engine. XBoard knows no seats, so the
    /// FEN has the form of chess. Its letters must all be in the table.
    fn setup_lines(&self) -> Option<SetupLines> {
        let board = placement(|square| self.start.man(square).map(Man::letter));
        let setup = format!(
            "({LETTERS}{}) {FILES}x{RANKS}+0_lion {board} w - - 0 1",
            LETTERS.to_ascii_lowercase()
        );
        let pieces = Kind::ALL.map(|kind| format!("{}& {}", kind.letter(), kind.betza()));
        Some(SetupLines { setup, pieces: pieces.to_vec() })
    }

    fn drawn_as(&self, position: &Position, now: char, drawn: char) -> bool {
        if now == drawn {
            return true;
        }
        let (Some(kind), Some(old)) = (Kind::of_letter(now), Kind::of_letter(drawn)) else {
            return false;
        };
        let same_colour = now.is_ascii_lowercase() == drawn.is_ascii_lowercase();
        let taken_over = position.out & both(usize::from(now.is_ascii_lowercase())) != 0;
        // A Pawn that crossed the River by a move without its suffix is still drawn as one.
        same_colour && old.taken_over() == kind && (taken_over || old == Kind::Pawn)
    }

    fn remark(&self, before: &Position, after: &Position) -> Option<String> {
        let dropped: Vec<u8> =
            (0..SEATS as u8).filter(|&seat| after.out & !before.out & bit(seat) != 0).collect();
        let told = dropped.iter().map(|&seat| self.drop_out_text(before, after, seat));
        (!dropped.is_empty()).then(|| told.collect::<Vec<String>>().join("; "))
    }

    fn standing(&self, position: &Position) -> Option<String> {
        self.ranking_text(position)
    }

    fn highlight(&self, position: &Position, square: &str) -> Option<String> {
        let from = self.square_named(square)?;
        let targets = self.targets_from(position, from);
        Some(placement(|to| {
            targets.contains(to).then(|| {
                if self.repaint(position, Action::new(from, to, 0, 0)).is_some() {
                    'B'
                } else if position.man(to).is_some() {
                    'R'
                } else {
                    'Y'
                }
            })
        }))
    }

    fn choice(&self, position: &Position, from: &str, to: &str) -> String {
        let (Some(from), Some(to)) = (self.square_named(from), self.square_named(to)) else {
            return String::new();
        };
        if !self.targets_from(position, from).contains(to) {
            return String::new();
        }
        let letter = self.repaint(position, Action::new(from, to, 0, 0));
        letter.map(|letter| letter.to_ascii_uppercase()).into_iter().collect()
    }

    fn summary(&self) -> String {
        let names = Kind::ALL.map(Kind::name).join(", ");
        format!("{FILES} x {RANKS}, four players in two teams: {names}")
    }
}

impl Avon {
    /// What a drop-out means for those who look at the board.
    fn drop_out_text(&self, before: &Position, after: &Position, seat: u8) -> String {
        let us = colour(seat);
        if after.out & bit(partner(seat)) != 0 {
            return format!("{} has dropped out, and with it {}", name(seat), team(us));
        }
        let mut text = format!(
            "{} has dropped out, {} moves all {} men from now on",
            name(seat),
            name(partner(seat)),
            team(us)
        );
        for kind in Kind::ALL.into_iter().filter(|&kind| comes_of_a_takeover(kind)) {
            let man = Man { colour: us, kind };
            let here = after.kinds[kind as usize] & after.colours[us];
            let changed: Vec<String> = here
                .squares()
                .filter(|&square| before.man(square) != Some(man))
                .map(|square| self.geometry.name(square))
                .collect();
            if !changed.is_empty() {
                let _ =
                    write!(text, ", now {} ({}): {}", kind.name(), man.letter(), changed.join(" "));
            }
        }
        text
    }
}
