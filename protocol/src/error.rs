//! What can be wrong with a line.

use thiserror::Error;

/// Why a line gives no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseError {
    /// The line is not UTF-8 or holds a NUL byte. It is best ignored.
    #[error("unreadable line")]
    Unreadable,
    /// No word of the line (UCI) or not its first word (XBoard) is a command.
    #[error("unknown command: {line}")]
    Unknown {
        /// The line without the blanks around it.
        line: String,
    },
    /// The command is known, its arguments can't be read.
    #[error("bad argument ({reason}): {line}")]
    BadArgument {
        /// The line without the blanks around it.
        line: String,
        /// What is wrong, for a person.
        reason: String,
    },
}

impl ParseError {
    pub(crate) fn bad_argument(line: &str, reason: impl Into<String>) -> ParseError {
        ParseError::BadArgument { line: line.trim_ascii().to_owned(), reason: reason.into() }
    }

    pub(crate) fn unknown(line: &str) -> ParseError {
        ParseError::Unknown { line: line.trim_ascii().to_owned() }
    }
}
