//! Lines of edit mode, between `edit` and `.`.

use crate::ParseError;
use crate::text::{Coordinate, line_text, split_square};
use std::fmt;

/// One line of edit mode. Editing starts with White's men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditCommand {
    /// A line of blanks only: nothing is asked.
    Blank,
    /// `#`: clear the board.
    ClearBoard,
    /// `c`: from here on men of the other colour.
    OtherColour,
    /// `Pa4`: put a man of the present colour on a square.
    Place {
        /// The man's letter as written, with `+` before or `'` after it where the game has such men.
        man: String,
        /// The square.
        square: Coordinate,
    },
    /// `xa4`: empty a square.
    Remove(Coordinate),
    /// `.`: leave edit mode.
    Done,
}

/// Reads one line of edit mode.
///
/// # Errors
/// [`ParseError::Unreadable`] for bytes that are no text, [`ParseError::Unknown`] for anything that is
/// no edit line.
pub fn parse_edit(line: &[u8]) -> Result<EditCommand, ParseError> {
    let text = line_text(line)?;
    match text {
        "" => Ok(EditCommand::Blank),
        "#" => Ok(EditCommand::ClearBoard),
        "c" => Ok(EditCommand::OtherColour),
        "." => Ok(EditCommand::Done),
        _ => read_square_line(text).ok_or_else(|| ParseError::unknown(text)),
    }
}

/// A man's letter, perhaps with a mark on either side, then a square.
fn read_square_line(text: &str) -> Option<EditCommand> {
    let unmarked = text.strip_prefix('+').unwrap_or(text);
    let letter = unmarked.chars().next().filter(char::is_ascii_alphabetic)?;
    let after_letter = unmarked.strip_prefix(letter)?;
    let square_text = after_letter.strip_prefix(['\'', '!']).unwrap_or(after_letter);
    let (square, "") = split_square(square_text)? else { return None };
    Some(match text.strip_suffix(square_text)? {
        "x" => EditCommand::Remove(square),
        man => EditCommand::Place { man: man.to_owned(), square },
    })
}

impl fmt::Display for EditCommand {
    /// The line that a GUI sends, without line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditCommand::Blank => Ok(()),
            EditCommand::ClearBoard => f.write_str("#"),
            EditCommand::OtherColour => f.write_str("c"),
            EditCommand::Place { man, square } => write!(f, "{man}{square}"),
            EditCommand::Remove(square) => write!(f, "x{square}"),
            EditCommand::Done => f.write_str("."),
        }
    }
}
