//! Lines that a GUI sends.

use super::Outcome;
use super::clock::{Centiseconds, Level, read_count, read_seconds, write_seconds};
use crate::ParseError;
use crate::text::{Words, line_text, looks_like_move, saturating_integer};
use std::fmt;
use std::time::Duration;

/// One command of XBoard. Moves, squares, FEN and names are text as sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A line of blanks only: nothing is asked.
    Blank,
    /// `xboard`: speak this protocol.
    XBoard,
    /// `protover N`: send the features.
    ProtocolVersion(u32),
    /// `accepted FEATURE` (or `accept`).
    Accepted(String),
    /// `rejected FEATURE` (or `reject`).
    Rejected(String),
    /// `new`: a new game of chess, the engine plays Black.
    New,
    /// `variant NAME`.
    Variant(String),
    /// `quit`.
    Quit,
    /// `random`: nothing to do.
    Random,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move, now.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `white`, obsolete: White to move, the engine plays Black.
    White,
    /// `black`, obsolete: Black to move, the engine plays White.
    Black,
    /// `level MPS BASE INC`.
    Level(Level),
    /// `st SECONDS`: exactly so much for each move.
    MoveTime(Duration),
    /// `sd PLIES`: depth limit.
    Depth(u32),
    /// `nps NODES`: count time by nodes, so many a second; 0 means processor time.
    NodesPerSecond(u64),
    /// `time`: the engine's clock.
    Time(Centiseconds),
    /// `otim`: the opponent's clock.
    OpponentTime(Centiseconds),
    /// `usermove MOVE`, or a bare move.
    Move(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`: answer `pong N` after everything before it.
    Ping(i64),
    /// `draw`: the opponent offers one.
    Draw,
    /// `result RESULT {COMMENT}`: the game is over.
    Result {
        /// Who has won.
        outcome: Outcome,
        /// What stands after the result, without its braces.
        comment: String,
    },
    /// `setboard FEN`.
    SetBoard(String),
    /// `edit`: the following lines are for [`parse_edit`](super::parse_edit).
    Edit,
    /// `hint`: suggest a move.
    Hint,
    /// `bk`: show book moves.
    Book,
    /// `undo`: take one wire move back.
    Undo,
    /// `remove`: take two wire moves back.
    Remove,
    /// `hard`: ponder.
    Hard,
    /// `easy`: don't ponder.
    Easy,
    /// `post`: print thinking.
    Post,
    /// `nopost`: don't.
    NoPost,
    /// `analyze`: enter analysis.
    Analyze,
    /// `.`: how far is the analysis?
    AnalysisStatus,
    /// `exit`: leave analysis.
    Exit,
    /// `exclude`: don't search these root moves.
    Exclude(MoveSelection),
    /// `include`: search them again.
    Include(MoveSelection),
    /// `name TEXT`: the opponent's name.
    OpponentName(String),
    /// `rating OWN OPPONENT`.
    Rating {
        /// The engine's rating.
        own: i64,
        /// The opponent's.
        opponent: i64,
    },
    /// `computer`: the opponent is an engine.
    Computer,
    /// `ics HOST`: where the game is played.
    Ics(String),
    /// `pause`.
    Pause,
    /// `resume`.
    Resume,
    /// `memory MEBIBYTES`: most memory to use in all.
    Memory(u64),
    /// `cores N`: most threads to use.
    Cores(u32),
    /// `egtpath TYPE PATH`.
    EndgameTablePath {
        /// The kind of tables.
        kind: String,
        /// Where they are; may hold blanks.
        path: String,
    },
    /// `option NAME[=VALUE]`.
    SetOption {
        /// The name; compare with [`same_option_name`](crate::text::same_option_name).
        name: String,
        /// The value as written; `None` without `=` (buttons).
        value: Option<String>,
    },
    /// `lift SQUARE`: a man was picked up.
    Lift(String),
    /// `put SQUARE`: it was put down.
    Put(String),
    /// `hover SQUARE`: the pointer is over a square marked red.
    Hover(String),
}

/// Which root moves `exclude` and `include` mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveSelection {
    /// Every legal one.
    All,
    /// This one, as written.
    Move(String),
}

/// Reads one line outside edit mode.
///
/// # Errors
/// [`ParseError::Unreadable`] for bytes that are no text, [`ParseError::Unknown`] for words that are
/// neither a command nor a move, [`ParseError::BadArgument`] for arguments that are missing or wrong.
/// [`Reply::from_parse_error`](super::Reply::from_parse_error) gives the answer that XBoard expects.
pub fn parse(line: &[u8]) -> Result<Command, ParseError> {
    let text = line_text(line)?;
    let mut words = Words::new(text);
    let Some(word) = words.next() else { return Ok(Command::Blank) };
    let rest = words.rest();
    if let Some(command) = without_argument(word) {
        return Ok(command);
    }
    match with_argument(word, rest) {
        Some(Ok(command)) => Ok(command),
        Some(Err(reason)) => Err(ParseError::bad_argument(text, reason)),
        None if rest.is_empty() && looks_like_move(word) => Ok(Command::Move(word.to_owned())),
        None => Err(ParseError::unknown(text)),
    }
}

/// Commands of one word; what follows them is ignored.
fn without_argument(word: &str) -> Option<Command> {
    Some(match word {
        "xboard" => Command::XBoard,
        "new" => Command::New,
        "quit" => Command::Quit,
        "random" => Command::Random,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" => Command::White,
        "black" => Command::Black,
        "?" => Command::MoveNow,
        "draw" => Command::Draw,
        "edit" => Command::Edit,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "hard" => Command::Hard,
        "easy" => Command::Easy,
        "post" => Command::Post,
        "nopost" => Command::NoPost,
        "analyze" => Command::Analyze,
        "." => Command::AnalysisStatus,
        "exit" => Command::Exit,
        "computer" => Command::Computer,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        _ => return None,
    })
}

/// Commands with arguments: `None` if the word is none of them, else the command or what is wrong.
fn with_argument(word: &str, rest: &str) -> Option<Result<Command, String>> {
    Some(match word {
        "protover" => first_count(rest).map(Command::ProtocolVersion),
        "accepted" | "accept" => Ok(Command::Accepted(rest.to_owned())),
        "rejected" | "reject" => Ok(Command::Rejected(rest.to_owned())),
        "variant" => first_word(rest, "a variant").map(Command::Variant),
        "level" => Level::read(rest).map(Command::Level),
        "st" => first_seconds(rest).map(Command::MoveTime),
        "sd" => first_count(rest).map(Command::Depth),
        "nps" => first_size(rest).map(Command::NodesPerSecond),
        "time" => first_integer(rest).map(|time| Command::Time(Centiseconds(time))),
        "otim" => first_integer(rest).map(|time| Command::OpponentTime(Centiseconds(time))),
        "usermove" => first_word(rest, "a move").map(Command::Move),
        "ping" => first_integer(rest).map(Command::Ping),
        "result" => Ok(read_result(rest)),
        "setboard" => some_text(rest, "a position").map(Command::SetBoard),
        "exclude" => read_selection(rest).map(Command::Exclude),
        "include" => read_selection(rest).map(Command::Include),
        "name" => Ok(Command::OpponentName(rest.to_owned())),
        "rating" => read_rating(rest),
        "ics" => Ok(Command::Ics(rest.to_owned())),
        "memory" => first_size(rest).map(Command::Memory),
        "cores" => first_count(rest).map(Command::Cores),
        "egtpath" => read_endgame_table_path(rest),
        "option" => read_option(rest),
        "lift" => first_word(rest, "a square").map(Command::Lift),
        "put" => first_word(rest, "a square").map(Command::Put),
        "hover" => first_word(rest, "a square").map(Command::Hover),
        _ => return None,
    })
}

/// All of the arguments, if there are any.
fn some_text(rest: &str, what: &str) -> Result<String, String> {
    if rest.is_empty() { Err(format!("{what} is missing")) } else { Ok(rest.to_owned()) }
}

/// The first argument; the others are ignored.
fn first_word(rest: &str, what: &str) -> Result<String, String> {
    Words::new(rest).next().map(str::to_owned).ok_or_else(|| format!("{what} is missing"))
}

fn first_integer(rest: &str) -> Result<i64, String> {
    let word = first_word(rest, "a number")?;
    saturating_integer(&word).ok_or_else(|| format!("`{word}` is no whole number"))
}

fn first_size(rest: &str) -> Result<u64, String> {
    let number = first_integer(rest)?;
    u64::try_from(number).map_err(|_| format!("{number} is below zero"))
}

fn first_count(rest: &str) -> Result<u32, String> {
    let word = first_word(rest, "a number")?;
    read_count(&word).ok_or_else(|| format!("`{word}` is no number of zero or more"))
}

fn first_seconds(rest: &str) -> Result<Duration, String> {
    let word = first_word(rest, "a number of seconds")?;
    read_seconds(&word).ok_or_else(|| format!("`{word}` is no number of seconds"))
}

/// `RESULT {COMMENT}`. Nothing here is an error: the game is over whatever the words are.
fn read_result(rest: &str) -> Command {
    let mut words = Words::new(rest);
    let (outcome, comment) = match words.next().and_then(Outcome::read) {
        Some(outcome) => (outcome, words.rest()),
        None => (Outcome::Unfinished, rest),
    };
    let comment = comment.strip_prefix('{').unwrap_or(comment);
    let comment = comment.strip_suffix('}').unwrap_or(comment).trim_ascii();
    Command::Result { outcome, comment: comment.to_owned() }
}

fn read_selection(rest: &str) -> Result<MoveSelection, String> {
    let word = first_word(rest, "a move")?;
    Ok(if word == "all" { MoveSelection::All } else { MoveSelection::Move(word) })
}

fn read_rating(rest: &str) -> Result<Command, String> {
    let mut words = Words::new(rest);
    words.next();
    Ok(Command::Rating { own: first_integer(rest)?, opponent: first_integer(words.rest())? })
}

fn read_endgame_table_path(rest: &str) -> Result<Command, String> {
    let mut words = Words::new(rest);
    words.next();
    Ok(Command::EndgameTablePath {
        kind: first_word(rest, "the kind of tables")?,
        path: some_text(words.rest(), "the path")?,
    })
}

fn read_option(rest: &str) -> Result<Command, String> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, Some(value.trim_ascii().to_owned())),
        None => (rest, None),
    };
    Ok(Command::SetOption { name: some_text(name.trim_ascii(), "the name")?, value })
}

impl fmt::Display for MoveSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveSelection::All => "all",
            MoveSelection::Move(text) => text,
        })
    }
}

impl fmt::Display for Command {
    /// The line that a GUI sends, without line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Blank => Ok(()),
            Command::XBoard => f.write_str("xboard"),
            Command::ProtocolVersion(version) => write!(f, "protover {version}"),
            Command::Accepted(feature) => write!(f, "accepted {feature}"),
            Command::Rejected(feature) => write!(f, "rejected {feature}"),
            Command::New => f.write_str("new"),
            Command::Variant(name) => write!(f, "variant {name}"),
            Command::Quit => f.write_str("quit"),
            Command::Random => f.write_str("random"),
            Command::Force => f.write_str("force"),
            Command::Go => f.write_str("go"),
            Command::PlayOther => f.write_str("playother"),
            Command::White => f.write_str("white"),
            Command::Black => f.write_str("black"),
            Command::Level(level) => level.fmt(f),
            Command::MoveTime(time) => {
                f.write_str("st ")?;
                write_seconds(f, *time)
            }
            Command::Depth(plies) => write!(f, "sd {plies}"),
            Command::NodesPerSecond(nodes) => write!(f, "nps {nodes}"),
            Command::Time(time) => write!(f, "time {}", time.0),
            Command::OpponentTime(time) => write!(f, "otim {}", time.0),
            Command::Move(text) => write!(f, "usermove {text}"),
            Command::MoveNow => f.write_str("?"),
            Command::Ping(number) => write!(f, "ping {number}"),
            Command::Draw => f.write_str("draw"),
            Command::Result { outcome, comment } => write!(f, "result {outcome} {{{comment}}}"),
            Command::SetBoard(fen) => write!(f, "setboard {fen}"),
            Command::Edit => f.write_str("edit"),
            Command::Hint => f.write_str("hint"),
            Command::Book => f.write_str("bk"),
            Command::Undo => f.write_str("undo"),
            Command::Remove => f.write_str("remove"),
            Command::Hard => f.write_str("hard"),
            Command::Easy => f.write_str("easy"),
            Command::Post => f.write_str("post"),
            Command::NoPost => f.write_str("nopost"),
            Command::Analyze => f.write_str("analyze"),
            Command::AnalysisStatus => f.write_str("."),
            Command::Exit => f.write_str("exit"),
            Command::Exclude(selection) => write!(f, "exclude {selection}"),
            Command::Include(selection) => write!(f, "include {selection}"),
            Command::OpponentName(name) => write!(f, "name {name}"),
            Command::Rating { own, opponent } => write!(f, "rating {own} {opponent}"),
            Command::Computer => f.write_str("computer"),
            Command::Ics(host) => write!(f, "ics {host}"),
            Command::Pause => f.write_str("pause"),
            Command::Resume => f.write_str("resume"),
            Command::Memory(mebibytes) => write!(f, "memory {mebibytes}"),
            Command::Cores(cores) => write!(f, "cores {cores}"),
            Command::EndgameTablePath { kind, path } => write!(f, "egtpath {kind} {path}"),
            Command::SetOption { name, value: None } => write!(f, "option {name}"),
            Command::SetOption { name, value: Some(value) } => write!(f, "option {name}={value}"),
            Command::Lift(square) => write!(f, "lift {square}"),
            Command::Put(square) => write!(f, "put {square}"),
            Command::Hover(square) => write!(f, "hover {square}"),
        }
    }
}
