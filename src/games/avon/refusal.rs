//! Why a move is refused, in words for a person.

use super::Avon;
use super::ending::defeat;
use super::kinds::Kind;
use super::position::Position;
use super::seats::{HALVES, bit, colour, half, half_name, name, partner, team};
use super::tables::Tables;
use crate::board::{Square, SquareSet};
use crate::game::{ActionList, Dialect, Refusal, Want, Words, is_null};

impl Avon {
    /// Says why `text`, which is no legal action, is refused.
    pub(super) fn refusal(&self, position: &Position, text: &str, dialect: Dialect) -> Refusal {
        if let Some(beaten) = position.beaten() {
            return self.refuse_over(position, defeat(beaten));
        }
        let squares = self.geometry.read(text).and_then(|(from, rest)| {
            self.geometry.read(rest).map(|(to, suffix)| (from, to, suffix))
        });
        Refusal(match squares {
            Some((from, to, suffix)) => self.reason(position, from, to, suffix),
            None if is_null(text) => {
                format!("AVON-15: {} acts, and can't pass", name(position.seat))
            }
            None if self.geometry.outside(text, self.geometry.first_rank()).is_some() => {
                "AVON-1: the board has the files a to h and the ranks 0 to 9".to_owned()
            }
            None if text.to_ascii_uppercase().replace('0', "O").starts_with("O-O") => {
                "AVON-4: there is no castling".to_owned()
            }
            None => Refusal::no_move(&self.example(position, dialect)).0,
        })
    }

    /// The text of some legal move.
    fn example(&self, position: &Position, dialect: Dialect) -> String {
        let mut list = ActionList::new();
        self.generate(position, Want::All, &mut list);
        match list.as_slice().first() {
            Some(&action) => self.write_action(position, action, dialect),
            None => "a2a3".to_owned(),
        }
    }

    fn reason(&self, position: &Position, from: Square, to: Square, suffix: &str) -> String {
        let seat = position.seat;
        let at = |square: Square| self.geometry.name(square);
        let Some(man) = position.man(from) else {
            return format!("AVON-7: {} acts, and there is no man on {}", name(seat), at(from));
        };
        let piece = man.kind.name();
        let us = colour(seat);
        if man.colour != us {
            return format!(
                "AVON-7: {} acts, and the {piece} on {} is not {}",
                name(seat),
                at(from),
                team(us)
            );
        }
        if self.targets_from(position, from).contains(to) {
            return format!("AVON-9: the {piece} does not become `{suffix}` there");
        }
        if position.man(to).is_some_and(|other| other.colour == us) {
            return format!("AVON-4: a {} man stands on {}", team(us), at(to));
        }
        let here = half(seat);
        if !reaches(&self.tables, position, here, from, to) {
            let cannot = format!("the {piece} on {} can't go to {}", at(from), at(to));
            return if reaches(&Tables::without_wall(), position, here, from, to) {
                format!(
                    "AVON-8: {cannot}: between files d and e a move must touch ranks 2-7 on both sides"
                )
            } else if reaches(&self.tables, position, 1 - here, from, to) {
                format!("AVON-3: {cannot}: forward is {}", ["up", "down"][here])
            } else if man.kind != Kind::Pawn
                && self.tables.targets(man.kind, here, from, 0).contains(to)
            {
                format!("AVON-4: {cannot}: a man stands in between")
            } else {
                format!("AVON-4: {cannot}: it goes {}", man.kind.way())
            };
        }
        let own = HALVES[half(seat)];
        let where_to = half_name(half(seat));
        if position.out & bit(partner(seat)) == 0 && !own.contains(from) && !own.contains(to) {
            return format!(
                "AVON-7: a move of {} must start or end on the {where_to} half",
                name(seat)
            );
        }
        format!("AVON-10: no {} royal would stand on the {where_to} half", team(us))
    }
}

/// Whether the man could go there in a direction if it were not for the rules on halves and royals.
fn reaches(
    tables: &Tables,
    position: &Position,
    direction: usize,
    from: Square,
    to: Square,
) -> bool {
    let Some(man) = position.man(from) else { return false };
    let occupied = position.occupied();
    let attacks = tables.targets(man.kind, direction, from, occupied).contains(to);
    if man.kind == Kind::Pawn {
        let ahead = tables.ahead[direction][usize::from(from)].contains(to);
        return if occupied.contains(to) { attacks } else { ahead };
    }
    attacks
}
