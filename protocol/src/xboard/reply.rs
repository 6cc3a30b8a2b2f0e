//! Lines that an engine sends.

use super::Feature;
use crate::text::shortened;
use crate::{Bound, ParseError, Score};
use std::fmt;

/// Phrases that XBoard takes for a failed start of the engine, wherever they stand; each holds a blank.
const FATAL_PHRASES: [&str; 5] =
    ["not found", "no such file", "permission denied", "unknown host", "can't alloc"];

/// Centipawns are printed within this, so that they are never taken for a mate score.
const MOST_CENTIPAWNS: i32 = 99_999;

/// The length of a mate is added to this, or taken from its negative.
const MATE: i32 = 100_000;

/// One line of output. Its `Display` never holds a line break, and none of the phrases that XBoard takes
/// for a failed start; only [`Reply::Thinking`] and [`Reply::Result`] begin with a digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `feature NAME=VALUE`.
    Feature(Feature),
    /// `move MOVE`, one leg of it; [`Reply::moves`] makes the lines of a whole move.
    Move(String),
    /// `pong N`.
    Pong(i64),
    /// `Illegal move (REASON): MOVE`.
    IllegalMove {
        /// Why, for a person.
        reason: String,
        /// The move as it was sent.
        text: String,
    },
    /// `Error (REASON): LINE`.
    Error {
        /// Why, for a person: `unknown command`, `command not legal now`, ...
        reason: String,
        /// The line as it was sent.
        line: String,
    },
    /// `tellusererror TEXT`: a pop-up; `Illegal position` is the text for set-up.
    TellUserError(String),
    /// `telluser TEXT`: a pop-up.
    TellUser(String),
    /// `1-0 {REASON}`: the game is over.
    Result {
        /// Who has won.
        outcome: Outcome,
        /// Why.
        reason: String,
    },
    /// `resign`.
    Resign,
    /// `offer draw`, also to accept one.
    OfferDraw,
    /// `setup (TABLE) WxH+S_PARENT FEN`, given without the first word.
    Setup(String),
    /// `piece X& BETZA`, given without the first word.
    Piece(String),
    /// `highlight FEN`: colours of squares.
    Highlight(String),
    /// `choice LETTERS`: what may be promoted to.
    Choice(String),
    /// A line of thinking.
    Thinking(Thinking),
    /// The answer to `.`.
    AnalysisStatus(AnalysisStatus),
    /// `Hint: MOVE`.
    Hint(String),
    /// A line of the answer to `bk`.
    BookLine(String),
    /// The empty line that ends the answer to `bk`.
    BookEnd,
    /// `# TEXT`: a remark; needs [`Switch::Debug`](super::Switch::Debug).
    Remark(String),
}

/// Who has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game ends without a result.
    Unfinished,
}

/// The fields of a line of thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// Depth in plies.
    pub depth: u32,
    /// The score for the team to act.
    pub score: Score,
    /// How it is meant: a fail-low variation ends in `?`, a fail-high one in `!`.
    pub bound: Bound,
    /// Time since the search began, hundredths of a second.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Greatest depth reached, plies.
    pub selective_depth: u32,
    /// Nodes per second.
    pub nodes_per_second: u64,
    /// Hits in endgame tables.
    pub table_base_hits: u64,
    /// The principal variation, moves as XBoard writes them.
    pub pv: Vec<String>,
}

/// How far an analysis is, for `stat01: ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisStatus {
    /// Time since the search began, hundredths of a second.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Depth being searched, plies.
    pub depth: u32,
    /// Root moves still to search at this depth.
    pub moves_left: u32,
    /// All root moves.
    pub moves_total: u32,
    /// The root move being searched.
    pub current_move: Option<String>,
}

/// A score as one number: centipawns, or 100000+N for mate in N moves and -100000-N for being mated.
#[must_use]
pub fn mate_score(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
        Score::Mate(moves) if moves > 0 => MATE.saturating_add(moves),
        Score::Mate(moves) => moves.saturating_sub(MATE),
    }
}

impl Outcome {
    /// Reads `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[must_use]
    pub fn read(text: &str) -> Option<Outcome> {
        [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unfinished]
            .into_iter()
            .find(|outcome| outcome.text() == text)
    }

    /// The result as PGN and XBoard write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unfinished => "*",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Reply {
    /// The `move` lines of a wire move: one, or two for the two legs of `e5d5,d5d6`.
    #[must_use]
    pub fn moves(text: &str) -> Vec<Reply> {
        match text.split_once(',') {
            Some((first, second)) if !second.is_empty() => {
                vec![Reply::Move(format!("{first},")), Reply::Move(second.to_owned())]
            }
            _ => vec![Reply::Move(text.to_owned())],
        }
    }

    /// The `Error` line for a line that could not be parsed; `None` for one that was no text, which is
    /// best ignored.
    #[must_use]
    pub fn from_parse_error(error: &ParseError) -> Option<Reply> {
        let (reason, line) = match error {
            ParseError::Unreadable => return None,
            ParseError::Unknown { line } => ("unknown command", line),
            ParseError::BadArgument { line, .. } => ("bad argument", line),
        };
        Some(Reply::Error { reason: reason.to_owned(), line: line.clone() })
    }

    /// The line before anything unfit for XBoard is taken out.
    fn raw(&self) -> String {
        match self {
            Reply::Feature(feature) => format!("feature {feature}"),
            Reply::Move(text) => format!("move {text}"),
            Reply::Pong(number) => format!("pong {number}"),
            Reply::IllegalMove { reason, text } => {
                format!("Illegal move ({}): {}", shortened(reason), shortened(text))
            }
            Reply::Error { reason, line } => {
                format!("Error ({}): {}", shortened(reason), shortened(line))
            }
            Reply::TellUserError(text) => format!("tellusererror {text}"),
            Reply::TellUser(text) => format!("telluser {text}"),
            Reply::Result { outcome, reason } => {
                format!("{outcome} {{{}}}", reason.replace('{', "(").replace('}', ")"))
            }
            Reply::Resign => "resign".to_owned(),
            Reply::OfferDraw => "offer draw".to_owned(),
            Reply::Setup(text) => format!("setup {text}"),
            Reply::Piece(text) => format!("piece {text}"),
            Reply::Highlight(fen) => format!("highlight {fen}"),
            Reply::Choice(letters) => format!("choice {letters}"),
            Reply::Thinking(thinking) => thinking.to_string(),
            Reply::AnalysisStatus(status) => status.to_string(),
            Reply::Hint(text) => format!("Hint: {text}"),
            Reply::BookLine(text) => format!("\t{text}"),
            Reply::BookEnd => String::new(),
            Reply::Remark(text) => format!("# {}", shortened(text)),
        }
    }
}

/// One line without control characters (tabs stay) and without the phrases that XBoard takes for a
/// failed start: in those the first blank becomes a hyphen.
fn fit_for_xboard(raw: &str) -> String {
    let is_unfit = |c: char| c.is_control() && c != '\t';
    let mut line: String = raw.chars().map(|c| if is_unfit(c) { ' ' } else { c }).collect();
    for phrase in FATAL_PHRASES {
        while let Some(at) = line.to_ascii_lowercase().find(phrase) {
            let blank = at + phrase.find(' ').unwrap_or(0);
            line.replace_range(blank..=blank, "-");
        }
    }
    line
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = mate_score(self.score);
        write!(f, "{} {score} {} {}", self.depth, self.time, self.nodes)?;
        write!(f, " {} {}", self.selective_depth, self.nodes_per_second)?;
        write!(f, " {}\t{}", self.table_base_hits, self.pv.join(" "))?;
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => "!",
            Bound::Upper => "?",
        })
    }
}

impl fmt::Display for AnalysisStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stat01: {} {} {}", self.time, self.nodes, self.depth)?;
        write!(f, " {} {}", self.moves_left, self.moves_total)?;
        self.current_move.as_ref().map_or(Ok(()), |text| write!(f, " {text}"))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fit_for_xboard(&self.raw()))
    }
}
