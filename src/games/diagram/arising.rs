//! Men that can't have come to stand where a text puts them, whatever was played: the definition alone says so.
//!
//! Only what is certain is refused: a man where it would have had to become another one, and a pawn on
//! its side's first rank where none begins there.

use super::Diagram;
use super::position::{Man, Position, Width};
use super::rulebook::Topic;
use super::rules::Rules;
use crate::board::Square;
use crate::game::{Dialect, PositionError, SetUp};
use crate::games::fields::refused;

impl<S: Width> Diagram<S> {
    /// Passes a position on that was read, unless a man of it can't stand where it does.
    pub(super) fn arisen(
        &self,
        read: SetUp<Position<S>>,
        dialect: Dialect,
    ) -> Result<SetUp<Position<S>>, PositionError> {
        let position = &read.position;
        // Where men change as they arrive, a position may hold any man anywhere (RIFF-5).
        let is_free = !self.rules.morph.is_empty();
        let squares = position.occupied().squares().filter(|_| !is_free);
        for square in squares {
            let Some(man) = position.man(square) else { continue };
            let (colour, name) = (["white", "black"][man.colour], &self.rules.kinds[man.kind].name);
            let at = self.square_name(square, dialect);
            if self.rules.must_have_changed(man, square) {
                let reason = format!("a {colour} {name} on {at} would have become another man");
                return Err(refused(self.cite(Topic::Promotion, &reason)));
            }
            if self.rules.is_behind_its_start(man, square) {
                let reason = format!("a {colour} {name} can't come to {at}: it only goes ahead");
                return Err(refused(self.cite_moves(man.kind, &reason)));
            }
        }
        Ok(read)
    }
}

impl<S: Width> Rules<S> {
    /// Whether a man that arrived on a square had to become another one by choice.
    fn must_have_changed(&self, man: Man, square: Square) -> bool {
        self.promotion_squares(man.colour, man.kind).contains(square)
            && !self.is_choice(man, square)
            && !self.begins_on(man, square)
    }

    /// Whether a man may be chosen on a square of its side's promotion zone.
    fn is_choice(&self, man: Man, square: Square) -> bool {
        let mut choices = self.promotions(man.colour, square).iter();
        choices.any(|choice| usize::from(choice.kind) == man.kind)
    }

    /// Whether a man that promotes and only goes ahead stands on its side's first rank, and none begins there.
    fn is_behind_its_start(&self, man: Man, square: Square) -> bool {
        let geometry = self.geometry();
        let ahead = |square: Square| {
            let rank = geometry.rank(square);
            if man.colour == 0 { rank } else { geometry.ranks() - 1 - rank }
        };
        let starts = self.initial[man.colour * self.kinds.len() + man.kind];
        let is_pawn =
            self.kinds[man.kind].forward_only && self.promotion_squares(man.colour, man.kind).any();
        is_pawn
            && ahead(square) == 0
            && starts.squares().map(ahead).min().is_some_and(|first| first > 0)
            && !self.is_partner(man)
            && !geometry.squares().any(|square| self.becomes_there(man, square))
    }

    /// Whether a man stands on a square in the start array, or comes there by castling.
    fn begins_on(&self, man: Man, square: Square) -> bool {
        self.initial[man.colour * self.kinds.len() + man.kind].contains(square)
            || self.is_partner(man)
    }

    /// Whether a man castles as the king's partner, which changes nothing where it lands.
    fn is_partner(&self, man: Man) -> bool {
        self.castlings
            .iter()
            .any(|castling| (castling.colour, castling.partner_kind) == (man.colour, man.kind))
    }

    /// Whether another kind may become this one on a square.
    fn becomes_there(&self, man: Man, square: Square) -> bool {
        let promotes = |kind| self.promotion_squares(man.colour, kind).contains(square);
        let mut others = (0..self.kinds.len()).filter(|&kind| kind != man.kind);
        self.is_choice(man, square) && others.any(promotes)
    }
}
