//! Words for positions and actions: FEN, move text in each dialect, pictures, XBoard's setup lines.

use super::{Action, ActionList, Game, Past, Team, Verdict, Want, Weights};
use thiserror::Error;

/// Whose way of writing moves is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// UCI: ranks as the game's own rules number them, no redundant suffixes.
    Uci,
    /// XBoard: ranks as [`BoardShape::xboard_first_rank`] tells, every change of a man's type is a suffix.
    XBoard,
}

/// The null move of a dialect: a wait, or what the game says on its own turn.
#[must_use]
pub const fn null_move(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Uci => "0000",
        Dialect::XBoard => "@@@@",
    }
}

/// Whether a wire move is a null move, in whichever spelling.
#[must_use]
pub fn is_null(text: &str) -> bool {
    matches!(text, "0000" | "@@@@" | "--") || text.eq_ignore_ascii_case("pass")
}

/// Why a position was refused. The text names the field and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PositionError(pub String);

/// Why a move was refused, for a person to read: `the king would be in check`, `no man on e5`, ...
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// A text that is a move of no game: it breaks what the protocols ask of the text of a move.
    pub(crate) fn of_text(reason: &str) -> Refusal {
        Refusal::by_rule(Some("protocol, move text".to_owned()), reason)
    }

    /// That a text is no move, where moves are two squares, as an `example` shows.
    pub(crate) fn no_move(example: &str) -> Refusal {
        Refusal::of_text(&format!("not a move; write the two squares, such as {example}"))
    }

    /// A reason with the number of the rule before it, where it has one.
    pub(crate) fn by_rule(rule: Option<String>, reason: &str) -> Refusal {
        Refusal(rule.map_or_else(|| reason.to_owned(), |rule| format!("{rule}: {reason}")))
    }
}

/// A position read from text.
#[derive(Clone, Debug)]
pub struct SetUp<P> {
    /// The position.
    pub position: P,
    /// The side that moves first on the wire: the colour written in the text, before anything that
    /// reading it brought about.
    pub wire_first: Team,
    /// What was corrected while reading, a sentence each (a castling right without its king, ...).
    pub notes: Vec<String>,
}

/// An option of one game, which programs offer while that game is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name, as UCI and XBoard write it.
    pub name: &'static str,
    /// What it may be.
    pub kind: GameOptionKind,
}

/// What values an option of a game takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameOptionKind {
    /// A whole number.
    Spin {
        /// The value that counts when none is set.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value that counts when none is set.
        default: &'static str,
        /// Every value.
        choices: &'static [&'static str],
    },
}

/// Size of a board as programs draw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardShape {
    /// Number of files, at most 16.
    pub files: u8,
    /// Number of ranks, at most 16.
    pub ranks: u8,
}

impl BoardShape {
    /// What XBoard calls the lowest rank: it numbers boards of exactly ten ranks from 0, all others from 1.
    #[must_use]
    pub const fn xboard_first_rank(self) -> u8 {
        if self.ranks == 10 { 0 } else { 1 }
    }

    /// What XBoard calls the square on a file and a rank, both counted from 0.
    #[must_use]
    pub fn xboard_square(self, file: u8, rank: u8) -> String {
        format!("{}{}", char::from(b'a' + file), rank + self.xboard_first_rank())
    }
}

/// What XBoard needs for a game that it does not know: the text after `setup ` and the text after
/// `piece ` of each line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupLines {
    /// `(TABLE) WxH+S_PARENT FEN`.
    pub setup: String,
    /// `X& BETZA`, one a kind of man.
    pub pieces: Vec<String>,
}

/// How a game is talked about. One implementor a game, beside its [`Game`].
pub trait Words: Game {
    /// The game's id in `UCI_Variant` and on the command line.
    fn id(&self) -> &str;

    /// The name XBoard uses (`normal` for chess).
    fn xboard_id(&self) -> &str {
        self.id()
    }

    /// What the seats are called, in the order of their numbers.
    fn seat_names(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    /// The options that this game has of its own.
    fn options(&self) -> &'static [GameOption] {
        &[]
    }

    /// The game with one of its [options](Words::options) set to a value (a whole number for a spin).
    /// It concerns games that begin from [`Game::start`] from then on, never a position that stands.
    ///
    /// # Errors
    /// The game has no such option, or the value is none of its own.
    fn with_option(&self, name: &str, value: &str) -> Result<Self, Refusal>
    where
        Self: Sized,
    {
        Err(Refusal(format!("{} has no option {name}, so not {value}", self.id())))
    }

    /// The numbers of the evaluation; a game may have none.
    fn weights(&self) -> Weights {
        Weights::default()
    }

    /// The game with other [numbers](Words::weights) of the evaluation; those that it doesn't know are passed
    /// over. Positions of the game before are none of the new one's. `None` where a game has none.
    fn with_weights(&self, _weights: &Weights) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Size of the board as it is drawn.
    fn shape(&self) -> BoardShape;

    /// Reads a FEN. Nothing but the text decides; missing trailing fields get their defaults.
    ///
    /// # Errors
    /// The field that can't be read or the rule that makes the position impossible.
    fn read_fen(&self, text: &str) -> Result<SetUp<Self::Position>, PositionError>;

    /// The position as FEN.
    fn write_fen(&self, position: &Self::Position) -> String;

    /// A legal action as the dialect writes it.
    fn write_action(&self, position: &Self::Position, action: Action, dialect: Dialect) -> String;

    /// The wire moves that XBoard sees for an action, in order. A move of two legs is one entry,
    /// `e5d5,d5d6`. Between entries of one action the other side waits.
    fn wire(&self, position: &Self::Position, action: Action) -> Vec<String> {
        vec![self.write_action(position, action, Dialect::XBoard)]
    }

    /// Whether `text` is an accepted spelling of a legal action in the dialect. Default: equal to
    /// [`Words::write_action`] without regard to case.
    fn spelled(
        &self,
        position: &Self::Position,
        action: Action,
        text: &str,
        dialect: Dialect,
    ) -> bool {
        self.write_action(position, action, dialect).eq_ignore_ascii_case(text)
    }

    /// Finds the legal action that `text` means.
    ///
    /// # Errors
    /// Why there is none, in words for a person.
    fn read_action(
        &self,
        position: &Self::Position,
        text: &str,
        dialect: Dialect,
    ) -> Result<Action, Refusal> {
        let mut list = ActionList::new();
        self.actions(position, Want::All, &mut list);
        list.as_slice()
            .iter()
            .copied()
            .find(|&action| self.spelled(position, action, text, dialect))
            .ok_or_else(|| self.refuse(position, text, dialect))
    }

    /// Says why `text`, which is no legal action here, is refused.
    fn refuse(&self, position: &Self::Position, text: &str, dialect: Dialect) -> Refusal;

    /// The number of the rule by which a game that is over for good ended so. Default: no number.
    fn over_rule(&self, _position: &Self::Position, _verdict: Verdict) -> Option<String> {
        None
    }

    /// Says why nothing is played where the game is over for good.
    fn refuse_over(&self, position: &Self::Position, verdict: Verdict) -> Refusal {
        let reason = format!("the game is over, {}", verdict.reason);
        Refusal::by_rule(self.over_rule(position, verdict), &reason)
    }

    /// The number of the rule by which the side whose team does not act has to wait. Default: no number.
    fn wait_rule(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// What a person must know at each turn and a program's board does not show, in one line: seeds,
    /// powers, ...
    fn note(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The placement as XBoard draws it, where that is not the first field of the FEN.
    fn drawn(&self, position: &Self::Position) -> String {
        let fen = self.write_fen(position);
        fen.split_ascii_whitespace().next().unwrap_or_default().to_owned()
    }

    /// Reads a position that XBoard set up while `present` stood, whose board may not show all that the
    /// game knows.
    ///
    /// # Errors
    /// As [`Words::read_fen`].
    fn read_board(
        &self,
        text: &str,
        _present: &Self::Position,
    ) -> Result<SetUp<Self::Position>, PositionError> {
        self.read_fen(text)
    }

    /// The board for a person to look at: several lines, ranks and files named, no trailing newline.
    fn picture(&self, position: &Self::Position) -> String;

    /// The evaluation taken apart for a person, in centipawns, several lines.
    fn explain_evaluation(&self, position: &Self::Position) -> String;

    /// What XBoard must be told to draw the game; `None` where XBoard knows it.
    fn setup_lines(&self) -> Option<SetupLines> {
        None
    }

    /// XBoard's highlight FEN for the man on a square (in XBoard's coordinates): placement text whose
    /// letters colour the squares that may be clicked next: Y plain, C relay, M promotion choice, B
    /// forced change, R capture. `None` where `square` is no square.
    fn highlight(&self, position: &Self::Position, square: &str) -> Option<String>;

    /// The letter of the man that XBoard holds on a square of its holdings, `_4` for the fourth row of those on
    /// the left: what stands before the `@` when it is dropped.
    fn held(&self, _square: &str) -> Option<char> {
        None
    }

    /// The letters XBoard may choose from when the man lifted on `from` is put on `to`; empty where
    /// nothing is to choose.
    fn choice(&self, position: &Self::Position, from: &str, to: &str) -> String;

    /// Whether a program that draws a game by its moves alone may show `drawn` where the man written `now`
    /// stands: some games change men that did not move, which such a program can't know. Both are letters
    /// of a FEN, or dots for no man. Default: only where they are equal.
    fn drawn_as(&self, _position: &Self::Position, now: char, drawn: char) -> bool {
        now == drawn
    }

    /// What a person who sees only the moves has to be told of the way from one position to the next: a
    /// player who drops out, men that change without moving. One line, or nothing.
    fn remark(&self, _before: &Self::Position, _after: &Self::Position) -> Option<String> {
        None
    }

    /// How single players finish a game that is over, where the rules rank them beside the teams' result.
    /// One line.
    fn standing(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// One sentence on the rules for lists.
    fn summary(&self) -> String;

    /// The action that lets the played line go on, for tests of whole games: plays `text` or explains.
    ///
    /// # Errors
    /// The reason why the text is no legal action.
    fn play_text(
        &self,
        position: &mut Self::Position,
        past: &mut Past,
        text: &str,
        dialect: Dialect,
    ) -> Result<Action, Refusal> {
        let action = self.read_action(position, text, dialect)?;
        *position = self.child(position, action, past);
        Ok(action)
    }
}
