//! Lines that a GUI sends.

use super::Go;
use crate::ParseError;
use crate::text::{Words, line_text};
use std::fmt;

/// One command of UCI, with a few of our own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A line of blanks only: nothing is asked.
    Blank,
    /// `uci`: say who you are and list the options.
    Uci,
    /// `debug on|off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `setoption name NAME [value VALUE]`.
    SetOption {
        /// The name in the sender's case, words separated by one blank; compare with
        /// [`same_option_name`](crate::text::same_option_name).
        name: String,
        /// The value as written; `<empty>` is read as the empty text. `None` without `value` (buttons).
        value: Option<String>,
    },
    /// `register ...`: nothing to do.
    Register,
    /// `ucinewgame`.
    NewGame,
    /// `position ...`.
    Position(Position),
    /// `go ...`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: show the board, its FEN and key.
    Display,
    /// `eval`: take the evaluation apart.
    Evaluate,
    /// `bench [ARGUMENT...]`, the arguments as written.
    Bench(Vec<String>),
}

/// What `position` sets up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where the moves begin.
    pub start: Start,
    /// The moves from there, as written.
    pub moves: Vec<String>,
}

/// The first position of a move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// `startpos`: the game's own start.
    Standard,
    /// `fen TEXT`: any number of fields, separated by one blank. Not checked here.
    Fen(String),
}

/// A command and what was overlooked to get it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The command.
    pub command: Command,
    /// What was skipped, a sentence each, fit for `info string`.
    pub notes: Vec<String>,
}

/// Reads one line. Unknown words before a command are skipped, as UCI asks.
///
/// # Errors
/// [`ParseError::Unreadable`] for bytes that are no text, [`ParseError::Unknown`] if no word of the line
/// is a command, [`ParseError::BadArgument`] if `position`, `setoption` or `debug` lack what they need.
pub fn parse(line: &[u8]) -> Result<Parsed, ParseError> {
    let text = line_text(line)?;
    let mut notes = Vec::new();
    if text.is_empty() {
        return Ok(Parsed { command: Command::Blank, notes });
    }
    let mut words = Words::new(text);
    while let Some(word) = words.next() {
        let command = match word {
            "uci" => Command::Uci,
            "debug" => read_debug(words.clone(), text, &mut notes)?,
            "isready" => Command::IsReady,
            "setoption" => read_set_option(words.clone(), text, &mut notes)?,
            "register" => Command::Register,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(read_position(words.clone(), text, &mut notes)?),
            "go" => Command::Go(Go::read(words.clone(), &mut notes)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Display,
            "eval" => Command::Evaluate,
            "bench" => Command::Bench(words.map(str::to_owned).collect()),
            unknown => {
                notes.push(format!("`{unknown}` skipped"));
                continue;
            }
        };
        return Ok(Parsed { command, notes });
    }
    Err(ParseError::unknown(text))
}

fn read_debug(
    words: Words<'_>,
    line: &str,
    notes: &mut Vec<String>,
) -> Result<Command, ParseError> {
    for word in words {
        match word {
            "on" => return Ok(Command::Debug(true)),
            "off" => return Ok(Command::Debug(false)),
            unknown => notes.push(format!("debug: `{unknown}` skipped")),
        }
    }
    Err(ParseError::bad_argument(line, "debug takes `on` or `off`"))
}

fn read_set_option(
    mut words: Words<'_>,
    line: &str,
    notes: &mut Vec<String>,
) -> Result<Command, ParseError> {
    loop {
        match words.next() {
            Some("name") => break,
            Some(unknown) => notes.push(format!("setoption: `{unknown}` skipped")),
            None => return Err(ParseError::bad_argument(line, "setoption lacks `name`")),
        }
    }
    let mut name = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word == "value" {
            value = Some(if words.rest() == "<empty>" { "" } else { words.rest() }.to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(ParseError::bad_argument(line, "setoption names no option"));
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn read_position(
    mut words: Words<'_>,
    line: &str,
    notes: &mut Vec<String>,
) -> Result<Position, ParseError> {
    let is_start = loop {
        match words.next() {
            Some("startpos") => break true,
            Some("fen") => break false,
            Some("moves") | None => {
                return Err(ParseError::bad_argument(line, "position lacks `startpos` or `fen`"));
            }
            Some(unknown) => notes.push(format!("position: `{unknown}` skipped")),
        }
    };
    let before_moves: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let start = if is_start {
        notes.extend(before_moves.iter().map(|word| format!("position: `{word}` skipped")));
        Start::Standard
    } else if before_moves.is_empty() {
        return Err(ParseError::bad_argument(line, "the FEN is empty"));
    } else {
        Start::Fen(before_moves.join(" "))
    };
    Ok(Position { start, moves: words.map(str::to_owned).collect() })
}

impl fmt::Display for Position {
    /// The whole command, beginning with `position`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Standard => f.write_str("position startpos")?,
            Start::Fen(fen) => write!(f, "position fen {fen}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Command {
    /// The line that a GUI sends, without line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Blank => Ok(()),
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                let shown = if value.is_empty() { "<empty>" } else { value };
                write!(f, "setoption name {name} value {shown}")
            }
            Command::Register => f.write_str("register later"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position(position) => position.fmt(f),
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Display => f.write_str("d"),
            Command::Evaluate => f.write_str("eval"),
            Command::Bench(arguments) => {
                f.write_str("bench")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
            }
        }
    }
}
