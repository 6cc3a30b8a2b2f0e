//! Why a move is refused, in words for a person, with the name of the rule.

use super::Diagram;
use super::play::chosen;
use super::position::{Man, Position, Width};
use super::rulebook::Topic;
use crate::board::Square;
use crate::game::{Action, ActionList, Dialect, Game, Past, Refusal, Want, Words, is_null};

impl<S: Width> Diagram<S> {
    /// Says why `text`, which is no legal action, is refused.
    pub(super) fn refusal(&self, position: &Position<S>, text: &str, dialect: Dialect) -> Refusal {
        let squares = self
            .read_square(text, dialect)
            .and_then(|(from, rest)| Some((from, self.read_square(rest, dialect)?)));
        Refusal(match squares {
            Some((from, (to, suffix))) => self.reason(position, (from, to), suffix, dialect),
            None if is_null(text) => {
                let side = side_name(position.side());
                self.cite(Topic::Turn, &format!("{side} is to move, and can't pass"))
            }
            None if text.to_ascii_uppercase().replace('0', "O").starts_with("O-O") => {
                self.cite(Topic::Castling, "castling is not possible now")
            }
            None => self
                .outside(text, dialect)
                .unwrap_or_else(|| Refusal::no_move(&self.example(position, dialect)).0),
        })
    }

    /// What is said of a square that the board doesn't have.
    fn outside(&self, text: &str, dialect: Dialect) -> Option<String> {
        let square = self.rules.geometry().outside(text, self.first_rank(dialect))?;
        Some(self.cite(Topic::Board, &format!("{square} is not part of the board")))
    }

    /// The text of some legal move.
    fn example(&self, position: &Position<S>, dialect: Dialect) -> String {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        match list.as_slice().first() {
            Some(&action) => self.write_action(position, action, dialect),
            None => "a1a2".to_owned(),
        }
    }

    /// Why a move from square to square is refused.
    fn reason(
        &self,
        position: &Position<S>,
        (from, to): (Square, Square),
        suffix: &str,
        dialect: Dialect,
    ) -> String {
        let name = |square| self.square_name(square, dialect);
        let rules = &self.rules;
        if let Some(verdict) = self.early_end(position, &Past::new()).filter(|v| !v.by_count) {
            return self.refuse_over(position, verdict).0;
        }
        if let Some(hole) = [from, to].into_iter().find(|&square| rules.geometry().is_hole(square))
        {
            let reason = format!("{} is not part of the board", name(hole));
            return self.cite(Topic::Board, &reason);
        }
        let Some(man) = position.man(from) else {
            return self.cite(Topic::Empty, &format!("there is no man on {}", name(from)));
        };
        let piece = &rules.kinds[man.kind].name;
        if man.colour != position.side() {
            let side = side_name(position.side());
            let reason =
                format!("{side} is to move, and the {piece} on {} is not theirs", name(from));
            return self.cite(Topic::Turn, &reason);
        }
        if let Some(reason) = self.change_reason(position, man, (from, to), suffix, dialect) {
            return reason;
        }
        if position.man(to).is_some_and(|other| other.colour == man.colour) {
            let reason = format!("a man of the same side stands on {}", name(to));
            return self.cite(Topic::Own, &reason);
        }
        let candidate = rules
            .slow_candidates(position)
            .iter()
            .any(|action| action.from() == from && action.to() == to)
            || rules.slow_takes_passer(position, from, to);
        let castles = |(king_from, king_to)| (king_from, king_to) == (from, to);
        match (candidate, position.checkers.any()) {
            (true, true) => self.cite(Topic::Check, "the king would still be in check"),
            (true, false) => self.cite(Topic::Check, "the king would be in check"),
            (false, _)
                if rules.kinds[man.kind].royal
                    && rules
                        .castlings
                        .iter()
                        .filter(|castling| castling.colour == man.colour)
                        .any(|castling| castles((castling.king_from, castling.king_to))) =>
            {
                self.castling_reason(position, from, to)
            }
            (false, _) if rules.slow_lacks_loss(position, from, to) => {
                self.cite(Topic::Promotion, &self.lacks_loss(man, to, dialect))
            }
            (false, _) => {
                let reason =
                    format!("{} on {} can't go to {}", with_article(piece), name(from), name(to));
                self.cite_moves(man.kind, &reason)
            }
        }
    }

    /// What is wrong with the suffix, where the squares are those of a legal move.
    fn change_reason(
        &self,
        position: &Position<S>,
        man: Man,
        (from, to): (Square, Square),
        suffix: &str,
        dialect: Dialect,
    ) -> Option<String> {
        let rules = &self.rules;
        let piece = &rules.kinds[man.kind].name;
        let there: Vec<Action> = self
            .actions_from(position, from)
            .into_iter()
            .filter(|action| action.to() == to)
            .collect();
        let &first = there.first()?;
        let letters: String = there
            .iter()
            .filter_map(|&action| chosen(action))
            .map(|kind| self.suffix(kind))
            .collect();
        if !letters.is_empty() {
            let square = self.square_name(to, dialect);
            let must =
                if there.iter().all(|&action| chosen(action).is_some()) { "must" } else { "may" };
            let piece = with_article(piece);
            let reason = format!("{piece} arriving on {square} {must} become one of {letters}");
            return Some(self.cite(Topic::Promotion, &reason));
        }
        if rules.slow_lacks_loss(position, from, to) {
            return Some(self.cite(Topic::Promotion, &self.lacks_loss(man, to, dialect)));
        }
        let reason = match self.becomes(position, first) {
            Some((_, after)) if after != man.kind => {
                let after = with_article(&rules.kinds[after].name);
                format!("the {piece} becomes {after} there, not `{suffix}`")
            }
            _ => format!("the {piece} does not become `{suffix}` there"),
        };
        Some(self.cite_change(man.kind, &reason))
    }

    /// That a man can't become another one on a square because its side has lost none.
    fn lacks_loss(&self, man: Man, to: Square, dialect: Dialect) -> String {
        let piece = with_article(&self.rules.kinds[man.kind].name);
        let square = self.square_name(to, dialect);
        format!("{piece} arriving on {square} becomes what its side has lost, and that is nothing")
    }

    fn castling_reason(&self, position: &Position<S>, from: Square, to: Square) -> String {
        let rules = &self.rules;
        let castling = rules.castlings.iter().find(|castling| {
            (castling.king_from, castling.king_to) == (from, to)
                && castling.colour == position.side()
        });
        let reason = match castling {
            Some(castling) if position.rights & castling.right == 0 => "king or partner has moved",
            Some(castling) if (castling.empty & position.occupied()).any() => {
                "a man stands between king and partner"
            }
            Some(_) if position.checkers.any() => "the king is in check",
            _ => "the king would cross or reach an attacked square",
        };
        self.cite(Topic::Castling, reason)
    }
}

fn side_name(side: usize) -> &'static str {
    if side == 0 { "White" } else { "Black" }
}

/// A man's name with the article before it.
fn with_article(name: &str) -> String {
    let is_vowel = name.starts_with(|first: char| "aeiouAEIOU".contains(first));
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}
