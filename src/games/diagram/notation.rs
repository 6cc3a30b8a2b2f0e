//! Move text in both dialects, pictures, and what a person may do with the mouse.

use super::play::chosen;
use super::position::{Man, Position, Width};
use super::rules::kind;
use super::{AnyDiagram, Diagram};
use crate::board::Square;
use crate::game::{
    Action, ActionList, BoardShape, Dialect, Game, PositionError, Refusal, SetUp, SetupLines,
    Verdict, Want, WeightTable, Weights, Words,
};
use std::cmp::Reverse;
use std::fmt::Write as _;

impl AnyDiagram {
    /// What the reader of the definition skipped.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        match self {
            AnyDiagram::Small(game) => &game.rules.warnings,
            AnyDiagram::Medium(game) => &game.rules.warnings,
            AnyDiagram::Large(game) => &game.rules.warnings,
        }
    }
}

impl<S: Width> Diagram<S> {
    /// The number of the lowest rank in a dialect.
    pub(super) fn first_rank(&self, dialect: Dialect) -> u8 {
        match dialect {
            Dialect::Uci => self.rules.geometry().first_rank(),
            Dialect::XBoard => self.shape().xboard_first_rank(),
        }
    }

    pub(super) fn square_name(&self, square: Square, dialect: Dialect) -> String {
        self.rules.geometry().name_from(square, self.first_rank(dialect))
    }

    pub(super) fn read_square<'t>(
        &self,
        text: &'t str,
        dialect: Dialect,
    ) -> Option<(Square, &'t str)> {
        self.rules.geometry().read_from(text, self.first_rank(dialect))
    }

    /// What the acting man is after the action.
    pub(super) fn becomes(&self, position: &Position<S>, action: Action) -> Option<(Man, usize)> {
        let man = position.man(action.from())?;
        let after = match chosen(action) {
            Some(kind) => kind,
            None if action.kind() == kind::CASTLING => man.kind,
            None => self.rules.arriving(man, action.to()),
        };
        Some((man, after))
    }

    pub(super) fn suffix(&self, kind: usize) -> String {
        self.rules.kinds[kind].id.to_ascii_lowercase()
    }

    /// The king's plain move to the square where a castling would take it is legal too, so that the
    /// castling can't be written as a king's move.
    fn castling_is_ambiguous(&self, position: &Position<S>, action: Action) -> bool {
        let plain = |kind| Action::new(action.from(), action.to(), 0, kind);
        [kind::PLAIN, kind::PASSING].into_iter().any(|kind| self.legal(position, plain(kind)))
    }

    fn castling_name(&self, action: Action) -> &'static str {
        let letter = self.rules.castlings[usize::from(action.extra())].letter;
        if letter.eq_ignore_ascii_case(&'K') { "O-O" } else { "O-O-O" }
    }

    /// The legal actions of the man on a square.
    pub(super) fn actions_from(&self, position: &Position<S>, square: Square) -> Vec<Action> {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        list.as_slice().iter().copied().filter(|action| action.from() == square).collect()
    }
}

impl<S: Width> Words for Diagram<S> {
    fn id(&self) -> &str {
        &self.id
    }

    fn xboard_id(&self) -> &str {
        &self.xboard_id
    }

    fn weights(&self) -> Weights {
        self.rules.weights.weights()
    }

    fn with_weights(&self, weights: &Weights) -> Option<Diagram<S>> {
        let mut game = self.clone();
        game.rules.weigh(weights);
        game.start = game.rules.start_position();
        Some(game)
    }

    fn shape(&self) -> BoardShape {
        let geometry = self.rules.geometry();
        BoardShape { files: geometry.files(), ranks: geometry.ranks() }
    }

    fn read_fen(&self, text: &str) -> Result<SetUp<Position<S>>, PositionError> {
        self.arisen(self.rules.read_fen_text(text, self.first_rank(Dialect::Uci))?, Dialect::Uci)
    }

    fn read_board(&self, text: &str, _: &Position<S>) -> Result<SetUp<Position<S>>, PositionError> {
        let read = self.rules.read_fen_text(text, self.first_rank(Dialect::XBoard))?;
        self.arisen(read, Dialect::XBoard)
    }

    fn write_fen(&self, position: &Position<S>) -> String {
        self.rules.fen(position)
    }

    fn write_action(&self, position: &Position<S>, action: Action, dialect: Dialect) -> String {
        if action.kind() == kind::CASTLING && self.castling_is_ambiguous(position, action) {
            return self.castling_name(action).to_owned();
        }
        let mut text = self.square_name(action.from(), dialect);
        text.push_str(&self.square_name(action.to(), dialect));
        let changed = self.becomes(position, action).filter(|(man, after)| *after != man.kind);
        if let Some((_, after)) = changed
            && (dialect == Dialect::XBoard || chosen(action).is_some())
        {
            text.push_str(&self.suffix(after));
        }
        text
    }

    fn spelled(
        &self,
        position: &Position<S>,
        action: Action,
        text: &str,
        dialect: Dialect,
    ) -> bool {
        if action.kind() == kind::CASTLING {
            let digits = text.replace('0', "O");
            if digits.eq_ignore_ascii_case(self.castling_name(action)) {
                return true;
            }
            if self.castling_is_ambiguous(position, action) {
                return false;
            }
        }
        let Some((from, rest)) = self.read_square(text, dialect) else { return false };
        let Some((to, suffix)) = self.read_square(rest, dialect) else { return false };
        if (from, to) != (action.from(), action.to()) {
            return false;
        }
        let Some((man, after)) = self.becomes(position, action) else { return false };
        if suffix.is_empty() {
            return chosen(action).is_none();
        }
        let suffix = suffix.strip_prefix('=').unwrap_or(suffix);
        // A suffix says what the man is afterwards; one that says what it already is, is no change.
        suffix.eq_ignore_ascii_case(&self.suffix(after))
            && (after != man.kind
                || self.rules.promotion_squares(man.colour, man.kind).contains(to))
    }

    fn refuse(&self, position: &Position<S>, text: &str, dialect: Dialect) -> Refusal {
        self.refusal(position, text, dialect)
    }

    fn over_rule(&self, _: &Position<S>, _: Verdict) -> Option<String> {
        self.name_of_the_end()
    }

    fn picture(&self, position: &Position<S>) -> String {
        let geometry = self.rules.geometry();
        let wide = self.rules.kinds.iter().map(|kind| kind.id.len()).max().unwrap_or(1) + 1;
        let mut text = String::new();
        for rank in (0..geometry.ranks()).rev() {
            let _ = write!(text, "{:>2} ", rank + geometry.first_rank());
            for file in 0..geometry.files() {
                let square = geometry.square(file, rank);
                let here = match position.man(square) {
                    _ if geometry.is_hole(square) => "*".to_owned(),
                    Some(man) => self.rules.letter(man),
                    None => ".".to_owned(),
                };
                let _ = write!(text, "{here:>wide$}");
            }
            text.push('\n');
        }
        text.push_str("   ");
        for file in 0..geometry.files() {
            let _ = write!(text, "{:>wide$}", char::from(b'a' + file));
        }
        let side = if position.side() == 0 { "White" } else { "Black" };
        let check = if position.checkers.any() { ", in check" } else { "" };
        let _ = write!(text, "\n{side} to move{check}");
        text
    }

    fn explain_evaluation(&self, position: &Position<S>) -> String {
        self.rules.evaluation_text(position)
    }

    fn setup_lines(&self) -> Option<SetupLines> {
        (!super::setup::xboard_knows(&self.xboard_id)).then(|| super::setup::lines(self))
    }

    fn highlight(&self, position: &Position<S>, square: &str) -> Option<String> {
        let (from, _) =
            self.read_square(square, Dialect::XBoard).filter(|(_, rest)| rest.is_empty())?;
        let actions = self.actions_from(position, from);
        let colour = |to: Square| {
            let there = || actions.iter().filter(|action| action.to() == to);
            let action = *there().next()?;
            let (man, after) = self.becomes(position, action)?;
            // Where the man may stay what it is, a promotion is a choice as well.
            let letter = if there().any(|&action| chosen(action).is_some()) {
                "M"
            } else if after != man.kind {
                "B"
            } else if position.man(to).is_some() || action.kind() == kind::EN_PASSANT {
                "R"
            } else {
                "Y"
            };
            Some(letter.to_owned())
        };
        Some(self.rules.draw_ranks(None, colour))
    }

    fn choice(&self, position: &Position<S>, from: &str, to: &str) -> String {
        let read = |text| {
            self.read_square(text, Dialect::XBoard)
                .filter(|(_, rest)| rest.is_empty())
                .map(|(square, _)| square)
        };
        let (Some(from), Some(to)) = (read(from), read(to)) else { return String::new() };
        let there =
            self.actions_from(position, from).into_iter().filter(|action| action.to() == to);
        let kinds = there.filter_map(|action| self.becomes(position, action));
        let (mut changed, same): (Vec<_>, Vec<_>) =
            kinds.partition(|(man, after)| man.kind != *after);
        if changed.is_empty() {
            return String::new();
        }
        // A click takes the first letter: the best man. To stay what it is comes last.
        changed.sort_by_key(|&(_, after)| Reverse(self.rules.values.value(after)));
        changed.iter().chain(&same).map(|&(_, after)| self.rules.kinds[after].id.as_str()).collect()
    }

    fn summary(&self) -> String {
        let geometry = self.rules.geometry();
        let mut kinds: Vec<&str> = self.rules.kinds.iter().map(|kind| kind.name.as_str()).collect();
        kinds.dedup();
        format!("{} x {}: {}", geometry.files(), geometry.ranks(), kinds.join(", "))
    }
}
