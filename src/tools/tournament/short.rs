//! Short algebraic notation: the square from which a man comes is left out where the rules tell it.
//!
//! It is read where every legal action goes from square to square, so that a man's letter and its target
//! say what happens. In games whose actions have other parts it is known, but not read.

use crate::game::{Action, Dialect};
use crate::session::OpenedGame;

/// What a short text means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meant {
    /// One legal action.
    Action(Action),
    /// None of the legal actions.
    Nothing,
    /// Several, or the game's actions are not written so.
    Unknown,
}

/// The letter of a king, in castling, and of the man that goes unnamed.
const KING: char = 'K';
const PAWN: char = 'P';

/// A text taken apart.
#[derive(PartialEq, Eq, Debug)]
enum Short<'a> {
    Castling {
        is_long: bool,
    },
    Plain {
        man: char,
        /// What is told of the square from which it comes: nothing, its file, its rank, or both.
        from: &'a str,
        to: &'a str,
        becomes: Option<char>,
    },
}

/// Reads a text; `None` where it is not short algebraic notation.
pub(super) fn read(board: &dyn OpenedGame, text: &str) -> Option<Meant> {
    let short = take_apart(text)?;
    Some(find(board, &short).unwrap_or(Meant::Unknown))
}

/// Takes a text apart: `e4`, `Nf3`, `exd5`, `Rad1+`, `O-O`, `b8=Q`.
fn take_apart(text: &str) -> Option<Short<'_>> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    match text {
        "O-O" | "0-0" => return Some(Short::Castling { is_long: false }),
        "O-O-O" | "0-0-0" => return Some(Short::Castling { is_long: true }),
        _ => {}
    }
    let is_rank = |letter: char| letter.is_ascii_digit();
    let (text, becomes) = match text.strip_suffix(|letter: char| letter.is_ascii_uppercase()) {
        Some(rest) => (rest.strip_suffix('=').unwrap_or(rest), text.chars().last()),
        None => (text, None),
    };
    let head = text.trim_end_matches(is_rank);
    if !(1..=2).contains(&(text.len() - head.len())) {
        return None;
    }
    let head = head.strip_suffix(|letter: char| letter.is_ascii_lowercase())?;
    let to = &text[head.len()..];
    let (head, takes) = head.strip_suffix('x').map_or((head, false), |head| (head, true));
    let named = head.chars().next().filter(char::is_ascii_uppercase);
    let from = named.map_or(head, |_| &head[1..]);
    let rank = from.strip_prefix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(from);
    let is_short = rank.len() <= 2
        && rank.chars().all(is_rank)
        && (takes || named.is_some() || from.is_empty());
    is_short.then_some(Short::Plain { man: named.unwrap_or(PAWN), from, to, becomes })
}

/// Finds the legal action; `None` where the game's actions are not written so.
fn find(board: &dyn OpenedGame, short: &Short<'_>) -> Option<Meant> {
    let rows = rows(&board.fen());
    let mut found = Vec::new();
    for action in board.legal_actions() {
        let written = board.action_text(action, Dialect::Uci);
        let (from, to, suffix) = squares(&written)?;
        let man = man_on(&rows, from)?.to_ascii_uppercase();
        let is_meant = match short {
            Short::Castling { is_long } => {
                let way = castling(from, to).filter(|_| man == KING);
                if way.is_some() && !is_right_of_the_middle(&rows, from) {
                    // Which side is the short one is told in two ways.
                    return None;
                }
                way.is_some_and(|is_left| is_left == *is_long)
            }
            Short::Plain { man: named, from: told, to: target, becomes } => {
                let letter = suffix.chars().next().map(|letter| letter.to_ascii_uppercase());
                man == *named
                    && to == *target
                    && (from.starts_with(told) || from.ends_with(told))
                    && letter == *becomes
            }
        };
        if is_meant {
            found.push(action);
        }
    }
    Some(match found.as_slice() {
        [] => Meant::Nothing,
        [one] => Meant::Action(*one),
        _ => Meant::Unknown,
    })
}

/// The squares of an action from one to another, and at most a letter behind them.
fn squares(text: &str) -> Option<(&str, &str, &str)> {
    let square = |text: &str| {
        let ranks = text.get(1..)?;
        let digits = ranks.bytes().take_while(u8::is_ascii_digit).count();
        let is_file = text.starts_with(|letter: char| letter.is_ascii_lowercase());
        (is_file && (1..=2).contains(&digits)).then_some(1 + digits)
    };
    let (from, rest) = text.split_at(square(text)?);
    let (to, suffix) = rest.split_at(square(rest)?);
    (suffix.len() <= 1).then_some((from, to, suffix))
}

/// Whether an action of a king is castling, by its length along the rank: to the left or to the right.
fn castling(from: &str, to: &str) -> Option<bool> {
    let [start, end] = [from, to].map(|square| square.bytes().next().unwrap_or_default());
    (from[1..] == to[1..] && start.abs_diff(end) > 1).then_some(end < start)
}

fn is_right_of_the_middle(rows: &[Vec<char>], square: &str) -> bool {
    let file = square.bytes().next().map_or(0, |letter| usize::from(letter.saturating_sub(b'a')));
    rows.first().is_some_and(|row| file * 2 >= row.len())
}

/// The letters of the men of a FEN, highest rank first; other squares are blank.
fn rows(fen: &str) -> Vec<Vec<char>> {
    let placement = fen.split(' ').next().unwrap_or_default();
    let row = |text: &str| {
        let mut row = Vec::new();
        let mut empty = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(digit) => empty = empty * 10 + digit as usize,
                None => {
                    row.extend(std::iter::repeat_n(' ', std::mem::take(&mut empty)));
                    row.push(letter);
                }
            }
        }
        row.extend(std::iter::repeat_n(' ', empty));
        row
    };
    placement.split('/').map(row).collect()
}

/// The man on a square whose ranks are numbered from 1.
fn man_on(rows: &[Vec<char>], square: &str) -> Option<char> {
    let file = usize::from(square.bytes().next()?.checked_sub(b'a')?);
    let rank: usize = square.get(1..)?.parse().ok()?;
    let row = rows.get(rows.len().checked_sub(rank)?)?;
    row.get(file).copied().filter(|letter| letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::{Short, take_apart};

    #[test]
    fn short_algebraic_notation_is_taken_apart() {
        for (text, man, from, to, becomes) in [
            ("e4", 'P', "", "e4", None),
            ("e4!?", 'P', "", "e4", None),
            ("exd5", 'P', "e", "d5", None),
            ("Nf3", 'N', "", "f3", None),
            ("Rad1+", 'R', "a", "d1", None),
            ("R1d8#", 'R', "1", "d8", None),
            ("Qh4xe1", 'Q', "h4", "e1", None),
            ("bxa8=Q", 'P', "b", "a8", Some('Q')),
            ("k11A", 'P', "", "k11", Some('A')),
            ("Zk10", 'Z', "", "k10", None),
        ] {
            assert_eq!(take_apart(text), Some(Short::Plain { man, from, to, becomes }), "{text}");
        }
        assert_eq!(take_apart("O-O-O"), Some(Short::Castling { is_long: true }));
        assert_eq!(take_apart("0-0+"), Some(Short::Castling { is_long: false }));
        for text in
            ["e2e4", "e7e8q", "k10k11", "L@e10", "A", "zero", "0000", "N", "e", "d9d5,N@c10", ""]
        {
            assert_eq!(take_apart(text), None, "{text}");
        }
    }
}
