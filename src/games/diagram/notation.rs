//! Move text in both dialects, pictures, and reasons why a move is refused.

use super::position::{Man, Position, Width};
use super::rules::kind;
use super::{AnyDiagram, Diagram};
use crate::board::Square;
use crate::game::{
    Action, ActionList, BoardShape, Dialect, Game, Past, PositionError, Refusal, SetUp, SetupLines,
    Want, Words,
};
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
    /// The number of the lowest rank in a dialect: XBoard counts boards of exactly ten ranks from 0,
    /// and all others from 1.
    fn first_rank(&self, dialect: Dialect) -> u8 {
        match dialect {
            Dialect::Uci => self.rules.geometry().first_rank(),
            Dialect::XBoard => u8::from(self.rules.geometry().ranks() != 10),
        }
    }

    fn square_name(&self, square: Square, dialect: Dialect) -> String {
        self.rules.geometry().name_from(square, self.first_rank(dialect))
    }

    fn read_square<'t>(&self, text: &'t str, dialect: Dialect) -> Option<(Square, &'t str)> {
        self.rules.geometry().read_from(text, self.first_rank(dialect))
    }

    /// What the acting man is after the action.
    fn becomes(&self, position: &Position<S>, action: Action) -> Option<(Man, usize)> {
        let man = position.man(action.from())?;
        let after = match action.kind() {
            kind::PROMOTION => usize::from(action.extra() - 1),
            kind::CASTLING => man.kind,
            _ => self.rules.arriving(man, action.to()),
        };
        Some((man, after))
    }

    fn suffix(&self, kind: usize) -> String {
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
    fn actions_from(&self, position: &Position<S>, square: Square) -> Vec<Action> {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        list.as_slice().iter().copied().filter(|action| action.from() == square).collect()
    }

    /// Why a move from square to square is refused.
    fn reason(&self, position: &Position<S>, from: Square, to: Square, suffix: &str) -> String {
        let name = |square| self.rules.geometry().name(square);
        let rules = &self.rules;
        if let Some(verdict) = self.early_end(position, &Past::new()).filter(|v| !v.by_count) {
            return format!("the game is over: {}", verdict.reason);
        }
        if let Some(hole) = [from, to].into_iter().find(|&square| rules.geometry().is_hole(square))
        {
            return format!("{} is not part of the board", name(hole));
        }
        let Some(man) = position.man(from) else {
            return format!("there is no man on {}", name(from));
        };
        let piece = &rules.kinds[man.kind].name;
        if man.colour != position.side() {
            let side = if position.side() == 0 { "White" } else { "Black" };
            return format!("{side} is to move, and the {piece} on {} is not theirs", name(from));
        }
        let there: Vec<Action> = self
            .actions_from(position, from)
            .into_iter()
            .filter(|action| action.to() == to)
            .collect();
        if let Some(promotion) = there.iter().find(|action| action.kind() == kind::PROMOTION) {
            let letters: String = there
                .iter()
                .filter(|action| action.kind() == kind::PROMOTION)
                .map(|action| self.suffix(usize::from(action.extra() - 1)))
                .collect();
            let square = name(promotion.to());
            return format!("a {piece} arriving on {square} must become one of {letters}");
        }
        if let Some(&action) = there.first() {
            return match self.becomes(position, action) {
                Some((_, after)) if after != man.kind => {
                    let after = &rules.kinds[after].name;
                    format!("the {piece} becomes a {after} there, not `{suffix}`")
                }
                _ => format!("the {piece} does not become `{suffix}` there"),
            };
        }
        if position.man(to).is_some_and(|other| other.colour == man.colour) {
            return format!("FIDE 3.1: a man of the same side stands on {}", name(to));
        }
        let candidate = rules
            .slow_candidates(position)
            .iter()
            .any(|action| action.from() == from && action.to() == to);
        match (candidate, position.checkers.any()) {
            (true, true) => "FIDE 3.9: the king would still be in check".to_owned(),
            (true, false) => "FIDE 3.9: the king would be in check".to_owned(),
            (false, _)
                if rules.kinds[man.kind].royal
                    && rules
                        .castlings
                        .iter()
                        .any(|castling| (castling.king_from, castling.king_to) == (from, to)) =>
            {
                self.castling_reason(position, from, to)
            }
            (false, _) => format!("a {piece} on {} can't go to {}", name(from), name(to)),
        }
    }

    fn castling_reason(&self, position: &Position<S>, from: Square, to: Square) -> String {
        let rules = &self.rules;
        let castling = rules.castlings.iter().find(|castling| {
            (castling.king_from, castling.king_to) == (from, to)
                && castling.colour == position.side()
        });
        match castling {
            Some(castling) if position.rights & castling.right == 0 => {
                "FIDE 3.8, castling: king or partner has moved".to_owned()
            }
            Some(castling) if (castling.empty & position.occupied()).any() => {
                "FIDE 3.8, castling: a man stands between king and partner".to_owned()
            }
            Some(_) if position.checkers.any() => {
                "FIDE 3.8, castling: the king is in check".to_owned()
            }
            _ => "FIDE 3.8, castling: the king would cross or reach an attacked square".to_owned(),
        }
    }
}

impl<S: Width> Words for Diagram<S> {
    fn id(&self) -> &str {
        &self.id
    }

    fn xboard_id(&self) -> &str {
        &self.xboard_id
    }

    fn shape(&self) -> BoardShape {
        let geometry = self.rules.geometry();
        BoardShape { files: geometry.files(), ranks: geometry.ranks() }
    }

    fn read_fen(&self, text: &str) -> Result<SetUp<Position<S>>, PositionError> {
        self.rules.read_fen_text(text)
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
            && (dialect == Dialect::XBoard || action.kind() == kind::PROMOTION)
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
            return action.kind() != kind::PROMOTION;
        }
        let suffix = suffix.strip_prefix('=').unwrap_or(suffix);
        // A suffix says what the man is afterwards; one that says what it already is, is no change.
        suffix.eq_ignore_ascii_case(&self.suffix(after))
            && (after != man.kind
                || self.rules.promotion_squares(man.colour, man.kind).contains(to))
    }

    fn refuse(&self, position: &Position<S>, text: &str, dialect: Dialect) -> Refusal {
        let squares = self
            .read_square(text, dialect)
            .and_then(|(from, rest)| Some((from, self.read_square(rest, dialect)?)));
        Refusal(match squares {
            Some((from, (to, suffix))) => self.reason(position, from, to, suffix),
            None if text.to_ascii_uppercase().replace('0', "O").starts_with("O-O") => {
                "castling is not possible now".to_owned()
            }
            None => {
                "not a move: write the two squares, such as ".to_owned()
                    + &self.example(position, dialect)
            }
        })
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
            let action = *actions.iter().find(|action| action.to() == to)?;
            let (man, after) = self.becomes(position, action)?;
            let letter = if action.kind() == kind::PROMOTION {
                "M"
            } else if after != man.kind {
                "B"
            } else if self.tactical(position, action) {
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
        self.actions_from(position, from)
            .into_iter()
            .filter(|action| action.to() == to)
            .filter_map(|action| self.becomes(position, action))
            .filter(|(man, after)| man.kind != *after)
            .map(|(_, after)| self.rules.kinds[after].id.clone())
            .collect()
    }

    fn summary(&self) -> String {
        let geometry = self.rules.geometry();
        let mut kinds: Vec<&str> = self.rules.kinds.iter().map(|kind| kind.name.as_str()).collect();
        kinds.dedup();
        format!("{} x {}: {}", geometry.files(), geometry.ranks(), kinds.join(", "))
    }
}

impl<S: Width> Diagram<S> {
    /// The text of some legal move, for error messages.
    fn example(&self, position: &Position<S>, dialect: Dialect) -> String {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        match list.as_slice().first() {
            Some(&action) => self.write_action(position, action, dialect),
            None => "a1a2".to_owned(),
        }
    }
}
