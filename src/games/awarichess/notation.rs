//! Text of actions in both dialects, reasons for refusals, and what XBoard draws and highlights.
//!
//! In XBoard the board has two more ranks, 0 and 9, with a house on each square but the corners:
//! South's A to F are b0 to g0, North's a to f are g9 to b9. A sowing is a move of a house onto a
//! neighbouring one, which the parent `chu` draws as a swap of two equal men; the chess squares keep
//! their names.

use super::houses::{HOUSES, ROW, Sower};
use super::position::{Position, Stage};
use super::{Awarichess, Handicap, kind};
use crate::board::write_placement;
use crate::game::{
    Action, ActionList, BoardShape, Dialect, Game, GameOption, GameOptionKind, PositionError,
    Refusal, SetUp, SetupLines, Verdict, Want, WeightTable, Weights, Words, is_null, null_move,
};
use crate::games::diagram;

/// The board as a real XBoard takes it: kinds by picture, houses in the slot of a lance, parent `chu`.
const SETUP: &str = "(PNBRQ......H.........Kpnbrq......h.........k) 8x10+0_chu ";

/// The choices of both handicaps.
const HANDICAPS: [(&str, Handicap); 4] = [
    ("none", Handicap::NONE),
    ("3/2", Handicap { seeds: 3, powers: 2 }),
    ("2/1", Handicap { seeds: 2, powers: 1 }),
    ("3/1", Handicap { seeds: 3, powers: 1 }),
];

const HANDICAP_CHOICES: GameOptionKind =
    GameOptionKind::Combo { default: "none", choices: &["none", "3/2", "2/1", "3/1"] };

/// The options of the game: White's and Black's handicap (AWARI-8).
pub const OPTIONS: &[GameOption] = &[
    GameOption { name: "Handicap White", kind: HANDICAP_CHOICES },
    GameOption { name: "Handicap Black", kind: HANDICAP_CHOICES },
];

/// The letter of a house, from its owner's left.
fn house_letter(house: usize) -> char {
    char::from(if house < ROW { b'A' + house as u8 } else { b'a' + (house - ROW) as u8 })
}

/// The square on which XBoard draws a house.
fn house_square(house: usize) -> String {
    if house < ROW {
        format!("{}0", char::from(b'b' + house as u8))
    } else {
        format!("{}9", char::from(b'g' - (house - ROW) as u8))
    }
}

/// The house that XBoard draws on a square.
fn house_of(square: &str) -> Option<usize> {
    (0..HOUSES).find(|&house| house_square(house).eq_ignore_ascii_case(square))
}

/// The houses of a move from house to house of one row.
fn house_move(text: &str) -> Option<(usize, usize)> {
    let (from, to) = (text.get(..2)?, text.get(2..)?);
    let (from, to) = (house_of(from)?, house_of(to)?);
    (from != to && (from < ROW) == (to < ROW)).then_some((from, to))
}

/// The own house that a sowing is drawn towards: the next one in the order of sowing, if it is own.
fn neighbour(house: usize) -> usize {
    if house % ROW + 1 < ROW { house + 1 } else { house - 1 }
}

/// A move from house to house, as XBoard is told of it.
fn house_text(house: usize) -> String {
    house_square(house) + &house_square(neighbour(house))
}

/// Whether a text is a house's letter.
fn is_house(text: &str) -> bool {
    (0..HOUSES).any(|house| text == house_letter(house).to_string())
}

/// A capture en passant as two legs over the victim, which stands beside the taker.
fn two_legs(plain: &str) -> Option<String> {
    let (from, to) = (plain.get(..2)?, plain.get(2..4)?);
    let victim = format!("{}{}", to.get(..1)?, from.get(1..)?);
    Some(format!("{from}{victim},{victim}{to}"))
}

impl Awarichess {
    fn listed(&self, position: &Position) -> Vec<Action> {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        list.as_slice().to_vec()
    }

    /// The squares that XBoard may click next from one, with their colours.
    fn colours(&self, position: &Position, square: &str) -> Vec<(String, char)> {
        if let Some(house) = house_of(square) {
            let sower = if house < ROW { Sower::South } else { Sower::North };
            let sown = self.legal(position, super::sowing(house));
            let forbids = position.stage == Stage::Decide && sower.index() == position.actor();
            let beside = (sower.first()..sower.first() + ROW).filter(|&to| to.abs_diff(house) == 1);
            let beside = beside.filter(|_| sown || forbids);
            return beside.map(|to| (house_square(to), 'Y')).collect();
        }
        let moves = self.listed(position).into_iter().filter(|action| action.kind() < kind::SOW);
        let mut colours = Vec::new();
        for action in moves {
            let plain = self.chess.write_action(&position.chess, action, Dialect::XBoard);
            let (Some(from), Some(to)) = (plain.get(..2), plain.get(2..4)) else { continue };
            let passed = action.kind() == diagram::kind::EN_PASSANT;
            let victim = format!("{}{}", &to[..1], &from[1..]);
            if passed && victim == square {
                colours.push((to.to_owned(), 'R'));
            } else if from != square {
                continue;
            } else if passed {
                colours.push((victim, 'C'));
            } else if action.kind() == diagram::kind::PROMOTION {
                // Under this parent only a forced change keeps the suffix that is sent.
                colours.push((to.to_owned(), 'B'));
            } else {
                let capture = self.chess.tactical(&position.chess, action);
                colours.push((to.to_owned(), if capture { 'R' } else { 'Y' }));
            }
        }
        colours
    }

    /// Why a text that is no legal action is refused, in the Awari phase and at decisions.
    fn reason(&self, position: &Position, text: &str, dialect: Dialect) -> Option<String> {
        let example = || {
            self.listed(position)
                .first()
                .map(|&action| self.write_action(position, action, dialect))
        };
        match position.stage {
            Stage::Sow if position.chess_over => {
                self.chess_verdict(position).map(|verdict| self.refuse_over(position, verdict).0)
            }
            Stage::Sow => {
                let read = match dialect {
                    Dialect::Uci => {
                        (0..HOUSES).find(|&house| text == house_letter(house).to_string())
                    }
                    Dialect::XBoard => house_move(text).map(|(from, _)| from),
                };
                let side = ["South", "North"][position.sower.index()];
                let Some(house) = read else {
                    let such = example().map_or(String::new(), |text| format!(", such as {text}"));
                    return Some(format!("AWARI-1: {side} has to sow: write a house{such}"));
                };
                let letter = house_letter(house);
                Some(if self.legal(position, super::sowing(house)) {
                    // Two houses that are not neighbours.
                    format!("AWARI-1: to sow house {letter} write {}", house_text(house))
                } else if house / ROW != position.sower.index() {
                    format!("AWARI-1: {side} is to sow, and house {letter} is not theirs")
                } else if position.houses.in_house(house) == 0 {
                    format!("AWARI-1: house {letter} is empty")
                } else if position.houses.sow(house).slam {
                    format!("AWARI-3: house {letter} would take all the seeds of the other row")
                } else {
                    format!("AWARI-4: house {letter} leaves the other row without seeds")
                })
            }
            Stage::Decide => Some(match dialect {
                Dialect::Uci => "AWARI-12: the owner of the power decides, zero or play".to_owned(),
                Dialect::XBoard => {
                    format!(
                        "AWARI-12: the owner of the power decides, {} lets the mover play, a move of \
                             two own houses makes him pass",
                        null_move(dialect)
                    )
                }
            }),
            Stage::Told if is_null(text) => {
                Some("AWARI-12: who is told to play can't pass".to_owned())
            }
            Stage::Free if is_null(text) => Some("AWARI-11: who is in check can't pass".to_owned()),
            Stage::Own if is_null(text) => {
                Some("AWARI-10: there is no legal move, so no zero move".to_owned())
            }
            _ if house_move(text).is_some() || is_house(text) => {
                Some("AWARI-14: no game of Awari is going on".to_owned())
            }
            _ if ["zero", "play"].iter().any(|word| text.eq_ignore_ascii_case(word)) => {
                Some("AWARI-12: no power of the opponent's is to be decided on".to_owned())
            }
            _ => None,
        }
    }
}

impl Words for Awarichess {
    fn id(&self) -> &str {
        "awarichess"
    }

    fn options(&self) -> &'static [GameOption] {
        OPTIONS
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Awarichess, Refusal> {
        let side = OPTIONS
            .iter()
            .position(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| Refusal(format!("no option is called {name}")))?;
        let (_, handicap) = HANDICAPS
            .iter()
            .find(|(choice, _)| choice.eq_ignore_ascii_case(value))
            .ok_or_else(|| Refusal(format!("`{value}` is none of none, 3/2, 2/1 and 3/1")))?;
        let mut handicaps = self.handicaps;
        handicaps[side] = *handicap;
        Ok(self.clone().with_handicaps(handicaps))
    }

    /// Those of the chess, too.
    fn weights(&self) -> Weights {
        self.chess.weights().and(&self.numbers.weights())
    }

    fn with_weights(&self, weights: &Weights) -> Option<Awarichess> {
        let mut game = self.clone();
        game.chess = self.chess.with_weights(weights)?;
        game.numbers.take_over(weights);
        game.array();
        Some(game)
    }

    /// The chess board and a rank of houses on either side.
    fn shape(&self) -> BoardShape {
        BoardShape { files: 8, ranks: 10 }
    }

    fn read_fen(&self, text: &str) -> Result<SetUp<Position>, PositionError> {
        self.read_text(text)
    }

    fn write_fen(&self, position: &Position) -> String {
        self.fen(position)
    }

    fn write_action(&self, position: &Position, action: Action, dialect: Dialect) -> String {
        let xboard = dialect == Dialect::XBoard;
        match action.kind() {
            kind::SOW if xboard => house_text(usize::from(action.from())),
            kind::SOW => house_letter(usize::from(action.from())).to_string(),
            kind::FORBID if xboard => house_text(position.actor() * ROW),
            kind::FORBID => "zero".to_owned(),
            kind::PLAY if !xboard => "play".to_owned(),
            kind::PLAY | kind::ZERO => null_move(dialect).to_owned(),
            _ => {
                let plain = self.chess.write_action(&position.chess, action, dialect);
                let passed = xboard && action.kind() == diagram::kind::EN_PASSANT;
                if passed { two_legs(&plain).unwrap_or(plain) } else { plain }
            }
        }
    }

    fn spelled(&self, position: &Position, action: Action, text: &str, dialect: Dialect) -> bool {
        let xboard = dialect == Dialect::XBoard;
        match action.kind() {
            kind::SOW if xboard => {
                let house = usize::from(action.from());
                house_move(text).is_some_and(|(from, to)| from == house && from.abs_diff(to) == 1)
            }
            kind::FORBID if xboard => {
                house_move(text).is_some_and(|(from, _)| from / ROW == position.actor())
            }
            kind::ZERO => is_null(text),
            kind::PLAY if xboard => is_null(text),
            // A to F are South's houses, a to f North's.
            kind::SOW => self.write_action(position, action, dialect) == text,
            kind::FORBID | kind::PLAY => {
                self.write_action(position, action, dialect).eq_ignore_ascii_case(text)
            }
            diagram::kind::EN_PASSANT if xboard && text.contains(',') => {
                self.write_action(position, action, dialect).eq_ignore_ascii_case(text)
            }
            // XBoard's own games lose suffixes, and its clicks under this parent send `+`.
            diagram::kind::PROMOTION if xboard && matches!(text.get(4..), Some("" | "+")) => {
                let whole = format!("{}q", &text[..4]);
                self.chess.spelled(&position.chess, action, &whole, dialect)
            }
            _ => self.chess.spelled(&position.chess, action, text, dialect),
        }
    }

    fn refuse(&self, position: &Position, text: &str, dialect: Dialect) -> Refusal {
        match self.reason(position, text, dialect) {
            Some(reason) => Refusal(reason),
            None => self.chess.refuse(&position.chess, text, dialect),
        }
    }

    fn over_rule(&self, position: &Position, _: Verdict) -> Option<String> {
        let rule = match self.chess_verdict(position) {
            None => "AWARI-9",
            Some(verdict) if verdict.by_count => "AWARI-15",
            Some(_) if self.chess.count_actions(&position.chess) == 0 => "AWARI-10",
            Some(_) => "AWARI-16",
        };
        Some(rule.to_owned())
    }

    fn wait_rule(&self, position: &Position) -> Option<String> {
        let rule = match position.stage {
            Stage::Sow => "AWARI-1",
            Stage::Free => "AWARI-11",
            _ => "AWARI-12",
        };
        Some(rule.to_owned())
    }

    fn picture(&self, position: &Position) -> String {
        self.draw(position)
    }

    fn note(&self, position: &Position) -> Option<String> {
        Some(self.describe(position))
    }

    fn explain_evaluation(&self, position: &Position) -> String {
        self.explain(position)
    }

    fn setup_lines(&self) -> Option<SetupLines> {
        let rules = self.chess.rules();
        let mut pieces: Vec<String> =
            rules.kinds.iter().map(|kind| format!("{}& {}", kind.id, kind.betza)).collect();
        pieces.push("H& sdW".to_owned());
        let placement = self.drawn_placement(&self.start);
        Some(SetupLines { setup: format!("{SETUP}{placement} w - - 0 1"), pieces })
    }

    fn drawn(&self, position: &Position) -> String {
        self.drawn_placement(position)
    }

    fn read_board(&self, text: &str, present: &Position) -> Result<SetUp<Position>, PositionError> {
        self.read_drawn(text, present)
    }

    fn highlight(&self, position: &Position, square: &str) -> Option<String> {
        let colours = self.colours(position, square);
        if colours.is_empty() && house_of(square).is_none() && !is_chess_square(square) {
            return None;
        }
        let BoardShape { files, ranks } = self.shape();
        Some(write_placement(files, ranks, |file, rank| {
            let name = format!("{}{rank}", char::from(b'a' + file));
            colours.iter().find(|(known, _)| *known == name).map(|&(_, colour)| colour)
        }))
    }

    fn choice(&self, position: &Position, from: &str, to: &str) -> String {
        let promotes = self.listed(position).into_iter().any(|action| {
            let text = self.write_action(position, action, Dialect::XBoard);
            action.kind() == diagram::kind::PROMOTION && text.starts_with(&format!("{from}{to}"))
        });
        if promotes { "Q".to_owned() } else { String::new() }
    }

    fn summary(&self) -> String {
        "Awari hands out powers, which decide who may move in chess.".to_owned()
    }
}

/// Whether a text names one of the 64 squares.
fn is_chess_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}
