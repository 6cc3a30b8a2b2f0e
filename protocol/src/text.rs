//! Taking lines and move text apart.
//!
//! Owns what both protocols need to scan text: lines, words, numbers that saturate, the shape of a move,
//! and making free text fit on one line. All cuts are made between characters, so no text can cause a
//! panic. It must not know any command.

use crate::ParseError;
use std::borrow::Cow;
use std::fmt;

/// The text of a line, without line end, surrounding blanks and byte order mark.
///
/// # Errors
/// [`ParseError::Unreadable`] if the bytes are not UTF-8 or hold a NUL.
pub fn line_text(line: &[u8]) -> Result<&str, ParseError> {
    let text = std::str::from_utf8(line).map_err(|_| ParseError::Unreadable)?;
    if text.contains('\0') {
        return Err(ParseError::Unreadable);
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).trim_ascii())
}

/// The words of a line, separated by runs of ASCII blanks; what was not read yet can be had as written.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// The words of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Words<'a> {
        Words { rest: text.trim_ascii() }
    }

    /// The next word, without taking it.
    #[must_use]
    pub fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// Everything after the words taken so far, as written, without the blanks around it.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self
            .rest
            .split_once(|character: char| character.is_ascii_whitespace())
            .unwrap_or((self.rest, ""));
        self.rest = rest.trim_ascii_start();
        Some(word)
    }
}

/// A whole number with an optional sign; numbers beyond 64 bits become the nearest that fits. `None` if
/// `text` is anything else.
#[must_use]
pub fn saturating_integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}

/// Whether two option names are the same: without regard to case, and any run of blanks counts as one.
#[must_use]
pub fn same_option_name(left: &str, right: &str) -> bool {
    let mut right_words = Words::new(right);
    let left_agrees = Words::new(left)
        .all(|word| right_words.next().is_some_and(|other| word.eq_ignore_ascii_case(other)));
    left_agrees && right_words.next().is_none()
}

/// `text` on one line: every control character becomes a blank, and no blanks are left at the ends.
#[must_use]
pub fn one_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim().to_owned()
}

/// The most characters of free text on a line of output, such as the echo of a line that was not understood.
const MOST_CHARACTERS: usize = 600;

/// `text` without what would make a line of output too long for whoever reads it; dots stand for the rest.
#[must_use]
pub fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A square as move text names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinate {
    /// The file, a lower-case letter from `a`.
    pub file: char,
    /// The rank as written, 0 to 99. Whether ranks begin at 0 or 1 is the caller's knowledge.
    pub rank: u8,
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}

/// A move from square to square, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveText<'a> {
    /// Where the man comes from.
    pub from: Coordinate,
    /// Where it goes.
    pub to: Coordinate,
    /// What stands after the squares, as written: a promotion letter, `=Q`, `+`, or nothing.
    pub suffix: &'a str,
}

/// Reads the square at the beginning of `text`, with as many digits as there are, and gives what follows.
///
/// A rank has one or two digits and no leading zero. Upper-case files are read as lower-case.
#[must_use]
pub fn split_square(text: &str) -> Option<(Coordinate, &str)> {
    let file = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let after_file = text.strip_prefix(file)?;
    let rest = after_file.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = after_file.strip_suffix(rest)?;
    let leading_zero = digits.len() == 2 && digits.starts_with('0');
    if digits.len() > 2 || leading_zero {
        return None;
    }
    let rank = digits.parse().ok()?;
    Some((Coordinate { file: file.to_ascii_lowercase(), rank }, rest))
}

/// Takes move text apart: square, square, suffix (letters, `=` and `+` only).
///
/// ```
/// let parts = caryatid_protocol::text::split_move("k10k7a").expect("a move");
/// assert_eq!((parts.from.file, parts.from.rank), ('k', 10));
/// assert_eq!((parts.to.rank, parts.suffix), (7, "a"));
/// assert!(caryatid_protocol::text::split_move("a1a2a3").is_none());
/// ```
#[must_use]
pub fn split_move(text: &str) -> Option<MoveText<'_>> {
    let (from, rest) = split_square(text)?;
    let (to, suffix) = split_square(rest)?;
    let fits = suffix.chars().all(|c| c.is_ascii_alphabetic() || c == '=' || c == '+');
    fits.then_some(MoveText { from, to, suffix })
}

/// Whether a word has the shape of an XBoard move, so that it may stand on a line of its own: square to
/// square, a drop, castling, the null move, two legs, or the first of two legs (with its comma).
///
/// The second leg may end off the board, on any characters.
#[must_use]
pub fn looks_like_move(text: &str) -> bool {
    if let Some((first, second)) = text.split_once(',') {
        return split_move(first).is_some() && (second.is_empty() || is_second_leg(second));
    }
    is_null_move(text) || is_castling(text) || is_drop(text) || split_move(text).is_some()
}

fn is_null_move(text: &str) -> bool {
    matches!(text, "@@@@" | "0000" | "--")
}

fn is_castling(text: &str) -> bool {
    ["O-O", "O-O-O", "0-0", "0-0-0"].iter().any(|form| form.eq_ignore_ascii_case(text))
}

fn is_drop(text: &str) -> bool {
    let Some((man, square)) = text.split_once('@') else { return false };
    let letter = man.strip_prefix('+').unwrap_or(man);
    let is_letter = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_alphabetic());
    is_letter && split_square(square).is_some_and(|(_, rest)| rest.is_empty())
}

fn is_second_leg(text: &str) -> bool {
    split_square(text)
        .is_some_and(|(_, rest)| rest.len() >= 2 && rest.chars().all(|c| c.is_ascii_graphic()))
}

#[cfg(test)]
mod tests {
    use super::{MOST_CHARACTERS, Words, one_line, saturating_integer, shortened, split_move};

    #[test]
    fn ranks_are_read_with_all_their_digits() {
        let table = [
            ("a1a12", Some((1, 12, ""))),
            ("a11a10", Some((11, 10, ""))),
            ("k1k2", Some((1, 2, ""))),
            ("a1a10", Some((1, 10, ""))),
            ("a0a1", Some((0, 1, ""))),
            ("a1a1", Some((1, 1, ""))),
            ("f10f11Z", Some((10, 11, "Z"))),
            ("e7e8=Q", Some((7, 8, "=Q"))),
            ("a01a2", None),
            ("a1a02", None),
            ("a00a1", None),
            ("a1", None),
            ("a11", None),
            ("aa1", None),
            ("a1a", None),
            ("a1a2a3", None),
            ("a100a1", None),
            ("a11 a10", None),
            ("é2e4", None),
            ("e2é4", None),
            ("e2e4é", None),
            ("", None),
        ];
        for (text, expected) in table {
            let parts =
                split_move(text).map(|parts| (parts.from.rank, parts.to.rank, parts.suffix));
            assert_eq!(parts, expected, "{text:?}");
        }
    }

    #[test]
    fn words_leave_the_rest_as_written() {
        let mut words = Words::new("  one\t two   three  four ");
        assert_eq!((words.next(), words.peek()), (Some("one"), Some("two")));
        assert_eq!(words.next(), Some("two"));
        assert_eq!(words.rest(), "three  four");
        assert_eq!(words.collect::<Vec<_>>(), ["three", "four"]);
    }

    #[test]
    fn integers_saturate_and_nothing_else_is_one() {
        let table = [
            ("0", Some(0)),
            ("+7", Some(7)),
            ("-7", Some(-7)),
            ("9223372036854775808", Some(i64::MAX)),
            ("-9223372036854775809", Some(i64::MIN)),
            ("", None),
            ("-", None),
            ("+-3", None),
            ("1.5", None),
            ("3x", None),
            ("٣", None),
        ];
        for (text, expected) in table {
            assert_eq!(saturating_integer(text), expected, "{text:?}");
        }
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(shortened("position fen é"), "position fen é");
        let long = "é".repeat(MOST_CHARACTERS);
        assert_eq!(shortened(&long), long);
        assert_eq!(shortened(&format!("{long}é")), format!("{long}..."));
    }

    #[test]
    fn control_characters_never_reach_a_line() {
        assert_eq!(one_line(" a\r\nb\u{85}c\0 "), "a  b c");
    }
}
