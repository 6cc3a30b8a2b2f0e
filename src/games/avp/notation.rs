//! Text of actions in both dialects, the wire moves that XBoard sees, and pictures.

use super::action::kind;
use super::position::{BLACK, LETTERS, Man, Position, Set, WHITE, man};
use super::values::Values;
use super::{Avp, fen};
use crate::board::{Square, SquareSet};
use crate::game::{
    Action, ActionList, BoardShape, Dialect, Game, GameOption, GameOptionKind, PositionError,
    Refusal, SetUp, SetupLines, Verdict, Want, WeightTable, Weights, Words,
};
use std::cmp::Reverse;
use std::fmt::Write as _;

/// The option that says how many Aliens Black has.
const ALIENS: &str = "Aliens";

/// The game's own options.
pub const OPTIONS: &[GameOption] = &[GameOption {
    name: ALIENS,
    kind: GameOptionKind::Spin {
        default: Avp::DEFAULT_ALIENS as i64,
        min: 1,
        max: Avp::MOST_ALIENS as i64,
    },
}];

impl Avp {
    /// The number of the lowest rank in a dialect.
    pub(super) fn first_rank(&self, dialect: Dialect) -> u8 {
        match dialect {
            Dialect::Uci => self.board.first_rank(),
            Dialect::XBoard => self.shape().xboard_first_rank(),
        }
    }

    /// A square's name.
    pub(super) fn name(&self, square: Square, dialect: Dialect) -> String {
        self.board.name_from(square, self.first_rank(dialect))
    }

    /// The names of some squares.
    pub(super) fn names(&self, squares: Set, dialect: Dialect) -> String {
        let names: Vec<String> =
            squares.squares().map(|square| self.name(square, dialect)).collect();
        names.join(", ")
    }

    pub(super) fn read_square<'t>(
        &self,
        text: &'t str,
        dialect: Dialect,
    ) -> Option<(Square, &'t str)> {
        self.board.read_from(text, self.first_rank(dialect))
    }

    /// A man that is put on a square.
    fn drop_text(&self, kind: usize, square: Square, dialect: Dialect) -> String {
        format!("{}@{}", LETTERS[kind], self.name(square, dialect))
    }

    /// From square to square, without what else belongs to the action.
    fn way(&self, action: Action, dialect: Dialect) -> String {
        self.name(action.from(), dialect) + &self.name(action.to(), dialect)
    }

    fn captured(&self, position: &Position, action: Action) -> usize {
        position.man(action.to()).map_or(man::PAWN, |man| man.kind)
    }

    /// The placement of the array.
    pub(super) fn draw_start(&self) -> String {
        let start = self.start();
        self.draw(|square| start.man(square).map(fen::letter))
    }

    pub(super) fn list(&self, position: &Position) -> Vec<Action> {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        list.as_slice().to_vec()
    }

    /// The legal actions of the man on a square.
    pub(super) fn actions_from(&self, position: &Position, square: Square) -> Vec<Action> {
        self.list(position).into_iter().filter(|action| action.from() == square).collect()
    }

    /// Whether a capture has a legal form that recruits.
    fn may_recruit(&self, position: &Position, action: Action) -> bool {
        let (from, to) = (action.from(), action.to());
        let is_alien = position.aliens().contains(from);
        if !is_alien || position.man(to).is_none() {
            return false;
        }
        let kind = self.captured(position, action);
        let open = self.recruit_squares(position, from, to, kind);
        open.squares()
            .any(|square| self.is_legal(position, super::action::recruiting(from, to, square)))
    }
}

impl Words for Avp {
    fn id(&self) -> &str {
        "avp"
    }

    fn options(&self) -> &'static [GameOption] {
        OPTIONS
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Avp, Refusal> {
        if !name.eq_ignore_ascii_case(ALIENS) {
            return Err(Refusal(format!("avp has no option {name}")));
        }
        match value.parse() {
            Ok(aliens @ 1..=Avp::MOST_ALIENS) => Ok(Avp { aliens, ..self.clone() }),
            _ => Err(Refusal(format!("{ALIENS} is a number from 1 to {}", Avp::MOST_ALIENS))),
        }
    }

    fn weights(&self) -> Weights {
        self.numbers.weights()
    }

    fn with_weights(&self, weights: &Weights) -> Option<Avp> {
        let mut game = self.clone();
        game.numbers.take_over(weights);
        *game.values = Values::new(&game.numbers);
        Some(game)
    }

    fn shape(&self) -> BoardShape {
        BoardShape { files: self.board.files(), ranks: self.board.ranks() }
    }

    fn read_fen(&self, text: &str) -> Result<SetUp<Position>, PositionError> {
        self.read_fen_text(text, Dialect::Uci)
    }

    /// XBoard knows no castling rights here. While Aliens are still to be placed White has not moved yet, so
    /// that king and rooks which are at home have theirs. What XBoard holds for Black, Aliens apart, was taken
    /// from White and not recruited.
    fn read_board(&self, text: &str, _: &Position) -> Result<SetUp<Position>, PositionError> {
        let mut read = self.read_fen_text(&fen::holdings_as_graveyard(text), Dialect::XBoard)?;
        if read.position.in_hand > 0 {
            self.grant_rights(&mut read.position);
        }
        Ok(read)
    }

    fn write_fen(&self, position: &Position) -> String {
        self.fen(position)
    }

    fn write_action(&self, position: &Position, action: Action, dialect: Dialect) -> String {
        match action.kind() {
            kind::PLACING => self.drop_text(man::ALIEN, action.to(), dialect),
            kind::RECRUITING => {
                let recruit = self.captured(position, action);
                let placed = self.drop_text(recruit, action.extra(), dialect);
                format!("{},{placed}", self.way(action, dialect))
            }
            kind::PROMOTION => {
                let letter = LETTERS[usize::from(action.extra())].to_ascii_lowercase();
                format!("{}{letter}", self.way(action, dialect))
            }
            _ => self.way(action, dialect),
        }
    }

    /// A capture en passant is two legs over the victim. A recruiting capture is the capture, then the
    /// drop; where it could recruit and doesn't, a null move in its place. Then each victim of the fork
    /// rule is taken off by two legs of an Alien that stays where it is.
    fn wire(&self, position: &Position, action: Action) -> Vec<String> {
        let dialect = Dialect::XBoard;
        let name = |square| self.name(square, dialect);
        let mut entries = Vec::new();
        match action.kind() {
            kind::EN_PASSANT => {
                let (from, to) = (action.from(), action.to());
                let ahead = if position.side() == WHITE { to - 10 } else { to + 10 };
                let victim = name(ahead);
                entries.push(format!("{}{victim},{victim}{}", name(from), name(to)));
            }
            kind::RECRUITING => {
                entries.push(self.way(action, dialect));
                let recruit = self.captured(position, action);
                entries.push(self.drop_text(recruit, action.extra(), dialect));
            }
            _ => {
                entries.push(self.write_action(position, action, dialect));
                if self.may_recruit(position, action) {
                    entries.push("@@@@".to_owned());
                }
            }
        }
        if position.side() == BLACK && position.danger.any() {
            let change = self.change(position, action);
            let first = {
                let occupied = (position.occupied() & !change.emptied) | change.filled;
                let aliens = (position.aliens() & !change.alien_from) | change.alien;
                let white = position.colours[WHITE] & !change.taken;
                self.attacked_aliens(position, aliens, occupied, white)
            };
            let lost = self.lost_aliens(position, change, first);
            let left = ((position.aliens() & !change.alien_from) | change.alien) & !lost;
            if left.any() {
                let taker = name(left.first());
                for victim in lost.squares().map(name) {
                    entries.push(format!("{taker}{victim},{victim}{taker}"));
                }
            }
        }
        entries
    }

    fn refuse(&self, position: &Position, text: &str, dialect: Dialect) -> Refusal {
        Refusal(self.reason(position, text, dialect))
    }

    fn over_rule(&self, position: &Position, verdict: Verdict) -> Option<String> {
        let rule = match (position.side(), verdict.winner) {
            (WHITE, _) => "AVP-11",
            (_, Some(_)) => "AVP-10",
            (_, None) => "AVP-10, AVP-11",
        };
        Some(rule.to_owned())
    }

    /// Only while Aliens are placed does a side act twice in a row.
    fn wait_rule(&self, _: &Position) -> Option<String> {
        Some("AVP-2".to_owned())
    }

    fn picture(&self, position: &Position) -> String {
        let mut text = String::new();
        for rank in (0..10).rev() {
            let _ = write!(text, "{:>2} ", rank + 1);
            for file in 0..10 {
                let man = position.man(self.board.square(file, rank));
                let _ = write!(text, "{:>2}", man.map_or('.', fen::letter));
            }
            text.push('\n');
        }
        text.push_str("   ");
        (0..10).for_each(|file| {
            let _ = write!(text, "{:>2}", char::from(b'a' + file));
        });
        let buried: String = man::PROMOTIONS
            .iter()
            .flat_map(|&kind| (0..position.graveyard[kind]).map(move |_| LETTERS[kind]))
            .collect();
        if !buried.is_empty() {
            let _ = write!(text, "\nGraveyard: {buried}");
        }
        let _ = match (position.side(), position.in_hand) {
            (WHITE, _) => write!(text, "\nWhite to move"),
            (_, 0) => write!(text, "\nBlack to move"),
            (_, left) => write!(text, "\nBlack places Aliens, {left} to go"),
        };
        if position.danger.any() {
            if position.side() == WHITE {
                text.push_str(", in check");
            } else {
                let _ = write!(text, ", attacked on {}", self.names(position.danger, Dialect::Uci));
            }
        }
        text
    }

    fn explain_evaluation(&self, position: &Position) -> String {
        self.evaluation_text(position)
    }

    fn setup_lines(&self) -> Option<SetupLines> {
        Some(self.lines_for_xboard())
    }

    fn highlight(&self, position: &Position, square: &str) -> Option<String> {
        if let Some(letter) = self.held(square) {
            // A man lifted from the holdings: an Alien that is to be placed.
            let placing = letter == LETTERS[man::ALIEN] && position.in_hand > 0;
            let open: Set = if placing {
                self.list(position).iter().fold(0, |all, action| all | Set::of(action.to()))
            } else {
                0
            };
            return Some(self.draw(|to| open.contains(to).then_some('Y')));
        }
        let (from, _) =
            self.read_square(square, Dialect::XBoard).filter(|(_, rest)| rest.is_empty())?;
        let victim_of = |action: &Action| {
            if position.side() == WHITE { action.to() - 10 } else { action.to() + 10 }
        };
        let list = self.list(position);
        let passing = list.iter().filter(|action| action.kind() == kind::EN_PASSANT);
        let second_legs = passing
            .filter(|action| victim_of(action) == from)
            .fold(Set::default(), |all, action| all | Set::of(action.to()));
        if second_legs.any() {
            return Some(self.draw(|to| second_legs.contains(to).then_some('R')));
        }
        let actions = self.actions_from(position, from);
        let colour = |to: Square| {
            let is_there =
                |action: &&Action| action.to() == to && action.kind() != kind::EN_PASSANT;
            let action = actions.iter().find(is_there)?;
            Some(match action.kind() {
                // Two legs over the victim, who is marked below: XBoard takes it off only so.
                kind::PLACING | kind::EN_PASSANT => return None,
                kind::PROMOTION => 'M',
                _ if position.man(to).is_some() => 'R',
                _ => 'Y',
            })
        };
        let mut colours: Vec<Option<char>> = (0..100).map(colour).collect();
        for action in actions.iter().filter(|action| action.kind() == kind::EN_PASSANT) {
            // Reached by two legs over the victim.
            colours[usize::from(victim_of(action))] = Some('C');
        }
        Some(self.draw(|square| colours[usize::from(square)]))
    }

    fn held(&self, square: &str) -> Option<char> {
        self.held_by_black(square)
    }

    fn choice(&self, position: &Position, from: &str, to: &str) -> String {
        let read = |text| {
            self.read_square(text, Dialect::XBoard)
                .filter(|(_, rest)| rest.is_empty())
                .map(|(square, _)| square)
        };
        let (Some(from), Some(to)) = (read(from), read(to)) else { return String::new() };
        let promotes = |action: &Action| action.to() == to && action.kind() == kind::PROMOTION;
        let there = self.actions_from(position, from).into_iter().filter(promotes);
        let mut kinds: Vec<usize> = there.map(|action| usize::from(action.extra())).collect();
        // A click takes the first letter: the queen where there is one, else the best man.
        let value = |kind| self.values.of(Man { colour: position.side(), kind });
        kinds.sort_by_key(|&kind| (kind != man::QUEEN, Reverse(value(kind))));
        kinds.into_iter().map(|kind| LETTERS[kind]).collect()
    }

    fn summary(&self) -> String {
        format!(
            "10 x 10: an army against {} royal Alien{} that recruit what they kill",
            self.aliens,
            if self.aliens == 1 { "" } else { "s" }
        )
    }
}
