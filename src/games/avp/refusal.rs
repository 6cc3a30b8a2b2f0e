//! Why a move is refused, in words for a person, with the number of the rule.

use super::action::kind;
use super::position::{BLACK, KING_SIDE, LETTERS, Man, Position, QUEEN_SIDE, Set, WHITE, man};
use super::{Avp, castling};
use crate::board::{Square, SquareSet};
use crate::game::{Action, Dialect, Refusal, Words, is_null};

/// White's rights to castle.
const RIGHTS: [u8; 2] = [KING_SIDE, QUEEN_SIDE];

/// Names of the kinds.
const NAMES: [&str; man::KINDS] = [
    "pawn",
    "Knight",
    "Bishop",
    "Rook",
    "Queen",
    "King",
    "Unicorn",
    "Archbishop",
    "Chancellor",
    "Cannon",
    "Alien",
];

/// How they move.
const WAYS: [&str; man::KINDS] = [
    "one square ahead, two from where it began, one diagonally ahead to capture",
    "by leaps of one square and two",
    "along diagonals over empty squares",
    "along files and ranks over empty squares",
    "along files, ranks and diagonals over empty squares",
    "one square in any direction",
    "by leaps of one square and three",
    "like a Bishop or a Knight",
    "like a Rook or a Knight",
    "like a Rook, and captures along a Rook's line over exactly one man",
    "like a Queen or a Knight",
];

/// What is said of a text behind a move that is no man put on a square.
const VICTIMS: &str =
    "AVP-10: behind a move that recruits nobody stand the victims of the fork rule";

/// The rule by which a man moves: White's are those of the array, Black's the Aliens, what they recruit, and
/// what recruited pawns become.
const fn rule_of(man: Man) -> &'static str {
    match (man.colour, man.kind) {
        (WHITE, man::PAWN..=man::KING) => "AVP-4",
        (WHITE, _) => "AVP-1",
        (_, man::ALIEN) => "AVP-2",
        (_, man::PAWN) => "AVP-9",
        _ => "AVP-8",
    }
}

/// The rule on the turn of a side.
fn turn_text(position: &Position) -> &'static str {
    if position.side() == WHITE { "AVP-2: White is to move" } else { "AVP-2: Black is to move" }
}

impl Avp {
    /// Why a text is no legal action.
    pub(super) fn reason(&self, position: &Position, text: &str, dialect: Dialect) -> String {
        if position.in_hand > 0 {
            return self.placing_reason(position, text, dialect);
        }
        let squares = self
            .read_square(text, dialect)
            .and_then(|(from, rest)| Some((from, self.read_square(rest, dialect)?)));
        let Some((from, (to, rest))) = squares else {
            return self.no_squares(position, text, dialect);
        };
        let name = |square| self.name(square, dialect);
        let (to, rest) = self.over_the_victim(position, (from, to), rest, dialect);
        let Some(man) = position.man(from) else {
            return format!("{}, and there is no man on {}", turn_text(position), name(from));
        };
        let piece = NAMES[man.kind];
        if man.colour != position.side() {
            let turn = turn_text(position);
            return format!("{turn}, and the {piece} on {} is not theirs", name(from));
        }
        let there: Vec<Action> = self
            .actions_from(position, from)
            .into_iter()
            .filter(|action| action.to() == to)
            .collect();
        if let Some((_, drop)) = rest.split_once(',') {
            return self.recruit_reason(position, (from, to), drop, dialect);
        }
        if there.iter().any(|action| action.kind() == kind::PROMOTION) {
            let letters: String = there
                .iter()
                .filter(|action| action.kind() == kind::PROMOTION)
                .map(|action| LETTERS[usize::from(action.extra())].to_ascii_lowercase())
                .collect();
            return format!(
                "AVP-6, AVP-9: a pawn arriving on {} must become one of {letters}",
                name(to)
            );
        }
        let recruits = |action: &Action| action.kind() == kind::RECRUITING;
        if rest.is_empty() && !there.is_empty() && there.iter().all(recruits) {
            let forms: Vec<String> =
                there.iter().map(|&action| self.write_action(position, action, dialect)).collect();
            return format!(
                "AVP-7: the Alien is safe there only with a recruit: {}",
                forms.join(" ")
            );
        }
        if !there.is_empty() {
            let placed = match there.iter().find(|&action| recruits(action)) {
                Some(&action) => format!(
                    "; a recruit is written {}",
                    self.write_action(position, action, dialect)
                ),
                None => String::new(),
            };
            let rule = match (man.colour, man.kind) {
                (WHITE, _) => "AVP-6: only pawns become other men, on the highest rank",
                (_, man::ALIEN) => "AVP-8: no Alien becomes another man",
                _ => "AVP-9: only pawns become other men, on the lowest rank",
            };
            return format!("{rule}; `{rest}` behind the squares means nothing{placed}");
        }
        if position.man(to).is_some_and(|other| other.colour == man.colour) {
            let rule = if man.colour == WHITE { "AVP-4" } else { rule_of(man) };
            return format!("{rule}: a man of the same side stands on {}", name(to));
        }
        if man.kind == man::PAWN && man.colour == WHITE && super::tables::WHITE_LAST.contains(to) {
            let buried = position.graveyard.iter().any(|&count| count > 0);
            if !buried {
                return format!(
                    "AVP-6: the graveyard is empty, so that no pawn may go to {}",
                    name(to)
                );
            }
        }
        if let Some(reason) = castling_reason(position, from, to) {
            return reason.to_owned();
        }
        if position.side() == WHITE {
            return match self.can_go(position, from, to) {
                true if position.danger.any() => {
                    "AVP-4: the king would still be in check".to_owned()
                }
                true => "AVP-4: the king would be in check".to_owned(),
                false => self.cannot(man, from, to, dialect),
            };
        }
        if !self.can_go(position, from, to) {
            return self.cannot(man, from, to, dialect);
        }
        let action = if self.passes(position, from, to) {
            super::action::en_passant(from, to)
        } else {
            super::action::plain(from, to)
        };
        self.fork_reason(position, action, dialect)
    }

    /// Where a pawn goes by two legs over the square that is read as its aim, and what is left of the text; the
    /// same square and text where there is no second leg.
    fn over_the_victim<'t>(
        &self,
        position: &Position,
        (from, to): (Square, Square),
        rest: &'t str,
        dialect: Dialect,
    ) -> (Square, &'t str) {
        let is_pawn = position.man(from).is_some_and(|man| man.kind == man::PAWN);
        let is_over_a_man = is_pawn && position.man(to).is_some();
        let second = rest
            .strip_prefix(',')
            .and_then(|leg| self.read_square(leg, dialect))
            .filter(|&(over, _)| is_over_a_man && over == to)
            .and_then(|(_, rest)| self.read_square(rest, dialect));
        second.unwrap_or((to, rest))
    }

    /// Whether a pawn goes to the square that another one has passed.
    fn passes(&self, position: &Position, from: Square, to: Square) -> bool {
        let is_aim = |man: Man| {
            man.kind == man::PAWN && self.lines.pawn[man.colour][usize::from(from)].contains(to)
        };
        position.passed == to && position.man(from).is_some_and(is_aim)
    }

    /// Why a text that is no move from square to square is refused.
    fn no_squares(&self, position: &Position, text: &str, dialect: Dialect) -> String {
        if is_null(text) {
            return format!("{}, and can't pass", turn_text(position));
        }
        if let Some(square) = self.board.outside(text, self.first_rank(dialect)) {
            return format!("AVP-1: {square} is not part of the board of ten files and ten ranks");
        }
        if text.get(1..2) == Some("@") {
            return "AVP-2, AVP-8: only recruits are placed now, in the action that captures"
                .to_owned();
        }
        if text.to_ascii_uppercase().replace('0', "O").starts_with("O-O") {
            return "AVP-5: castling is written as the king's move, and White's alone".to_owned();
        }
        let example = match self.list(position).first() {
            Some(&action) => self.write_action(position, action, dialect),
            None => "a1a2".to_owned(),
        };
        Refusal::no_move(&example).0
    }

    /// That a man does not move so.
    fn cannot(&self, man: Man, from: Square, to: Square, dialect: Dialect) -> String {
        let (piece, way) = (NAMES[man.kind], WAYS[man.kind]);
        let (from, to) = (self.name(from, dialect), self.name(to, dialect));
        format!("{}: the {piece} on {from} can't go to {to}: it goes {way}", rule_of(man))
    }

    /// Whether a man could go from square to square if nothing were royal; castling apart.
    fn can_go(&self, position: &Position, from: Square, to: Square) -> bool {
        let Some(man) = position.man(from) else { return false };
        let occupied = position.occupied();
        let captures = occupied.contains(to);
        match man.kind {
            man::PAWN if captures => self.lines.pawn[man.colour][usize::from(from)].contains(to),
            man::PAWN => {
                let (step, home) = if man.colour == WHITE { (10, 2) } else { (-10, 7) };
                let one = i16::from(from) + step;
                let two = one + step;
                self.passes(position, from, to)
                    || one == i16::from(to)
                    || (two == i16::from(to)
                        && from / 10 == home
                        && !occupied.contains(one as Square))
            }
            man::CANNON if !captures => self.lines.rook(from, occupied).contains(to),
            kind => self.reach(man.colour, kind, from, occupied).contains(to),
        }
    }

    /// Why an action that Black's men can make is not legal (AVP-7, AVP-10).
    fn fork_reason(&self, position: &Position, action: Action, dialect: Dialect) -> String {
        let change = self.change(position, action);
        let occupied = (position.occupied() & !change.emptied) | change.filled;
        let aliens = (position.aliens() & !change.alien_from) | change.alien;
        let white = position.colours[WHITE] & !change.taken;
        let exposed = self.attacked_aliens(position, aliens, occupied, white);
        if exposed & change.alien != 0 {
            "AVP-7: the Alien would be attacked there".to_owned()
        } else if position.danger.any() {
            format!("AVP-10: too many Aliens would be lost: {}", self.names(exposed, dialect))
        } else {
            format!("AVP-10: White would attack an Alien: {}", self.names(exposed, dialect))
        }
    }

    fn placing_reason(&self, position: &Position, text: &str, dialect: Dialect) -> String {
        let drop = text.strip_prefix(['L', 'l']).and_then(|rest| rest.strip_prefix('@'));
        let square = drop.and_then(|rest| self.read_square(rest, dialect));
        if square.is_some_and(|(_, rest)| rest.starts_with(',')) {
            return VICTIMS.to_owned();
        }
        let Some((square, "")) = square else {
            let such = self.list(position).first().map_or_else(String::new, |&action| {
                format!(", such as {}", self.write_action(position, action, dialect))
            });
            return format!("AVP-2: Black places an Alien{such}");
        };
        let at = self.name(square, dialect);
        if position.occupied().contains(square) {
            format!("AVP-2: {at} is not empty")
        } else if !super::tables::PLACING.contains(square) {
            "AVP-2: Aliens are placed on the three highest ranks".to_owned()
        } else if !self.placing_squares(position).contains(square) {
            format!("AVP-2, AVP-3: another Alien stands on a rank, file or diagonal of {at}")
        } else {
            self.fork_reason(position, super::action::placing(square), dialect)
        }
    }

    /// Why a recruit can't be placed as the text says (AVP-8).
    fn recruit_reason(
        &self,
        position: &Position,
        (from, to): (Square, Square),
        drop: &str,
        dialect: Dialect,
    ) -> String {
        if drop.contains(',') {
            return "AVP-10: behind a move and its recruit stand the victims of the fork rule"
                .to_owned();
        }
        let captured = position.man(to).filter(|man| man.colour == WHITE).map(|man| man.kind);
        let Some(captured) = captured.filter(|_| position.aliens().contains(from)) else {
            let mut letters = drop.chars();
            let is_man = letters.next().is_some_and(|first| first.is_ascii_alphabetic());
            let recruits = is_man && letters.next() == Some('@');
            return if recruits || position.side() == WHITE {
                "AVP-8: only an Alien that captures recruits".to_owned()
            } else {
                VICTIMS.to_owned()
            };
        };
        let (letter, piece) = (LETTERS[captured], NAMES[captured]);
        let mut rest = drop.chars();
        let same = rest.next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
        let square =
            rest.as_str().strip_prefix('@').and_then(|rest| self.read_square(rest, dialect));
        let Some((square, "")) = square.filter(|_| same) else {
            return format!("AVP-8: the recruit is the captured {piece}, {letter}@ and its square");
        };
        let at = self.name(square, dialect);
        if self.recruit_squares(position, from, to, captured).contains(square) {
            if !self.can_go(position, from, to) {
                let alien = Man { colour: BLACK, kind: man::ALIEN };
                return self.cannot(alien, from, to, dialect);
            }
            let action = super::action::recruiting(from, to, square);
            return self.fork_reason(position, action, dialect);
        }
        let taken = (position.occupied() & !Set::of(from)) | Set::of(to);
        match captured {
            _ if taken.contains(square) => format!("AVP-8: {at} is not empty"),
            man::PAWN => format!(
                "AVP-8: a recruited pawn is placed on the third rank from the top, not on {at}"
            ),
            _ if square / 10 < 8 => {
                format!(
                    "AVP-8: a recruited {piece} is placed on the two highest ranks, not on {at}"
                )
            }
            _ => format!("AVP-8: {at} has not the colour of the square where the {piece} stood"),
        }
    }
}

/// Why White's king can't castle; `None` where the squares are not those of a castling (AVP-5).
fn castling_reason(position: &Position, from: Square, to: Square) -> Option<&'static str> {
    if from != castling::KING || position.king != castling::KING {
        return None;
    }
    let right = RIGHTS.into_iter().find(|&right| castling::way(right).king_to == to)?;
    Some(if position.rights & right == 0 {
        "AVP-5: the right to castle there is gone"
    } else if (position.occupied() & castling::way(right).between).any() {
        "AVP-5: a man stands between king and rook"
    } else {
        "AVP-5: the king would castle out of check, through check or into check"
    })
}
