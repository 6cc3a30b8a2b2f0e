//! The moves of other programs' PGN files: squares with marks around them, and short algebraic notation, where
//! the square from which a man comes is left out if the rules tell it.
//!
//! Short notation is read where each team has one seat and every legal action goes from square to square, so
//! that a man's letter and its target say what happens. Elsewhere it is known, but not judged.

use super::thinking::is_in_coordinates;
use crate::board::read_rank;
use crate::game::{Action, Dialect, Team};
use crate::session::{OpenedGame, null_move};

/// What a text means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meant {
    /// One legal action.
    Action(Action),
    /// None of the legal actions, and why.
    Nothing(String),
    /// Several, or it is written in a way that can't be read here.
    Unknown,
}

/// The letter of a king, in castling, and of the man that goes unnamed.
const KING: char = 'K';
const PAWN: char = 'P';

/// What stands behind a move and tells nothing that isn't in it.
const MARKS: [char; 4] = ['+', '#', '!', '?'];

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

/// Reads a text. One that begins with the letter of a man is short notation first: `B1d2` is a bishop's move.
pub(super) fn read(board: &dyn OpenedGame, text: &str) -> Meant {
    let short = take_apart(text);
    if let Some(short @ Short::Plain { man, .. }) = &short
        && text.starts_with(*man)
        && is_known(board, *man)
    {
        return find(board, short).unwrap_or(Meant::Unknown);
    }
    let written: Vec<String> =
        board.legal_actions().into_iter().map(|one| board.action_text(one, Dialect::Uci)).collect();
    let is_written = |text: &str| {
        [Dialect::Uci, Dialect::XBoard].map(null_move).contains(&text)
            || text.split(',').all(is_in_coordinates)
            || written.iter().any(|known| shape(known) == shape(text))
    };
    let bare = plain(text, written.iter().any(|known| known.ends_with('+')));
    for text in [text, &bare] {
        match board.read_action(text, Dialect::Uci) {
            Ok(action) => return Meant::Action(action),
            Err(refusal) if is_written(text) => return Meant::Nothing(refusal.to_string()),
            Err(_) => {}
        }
    }
    short.and_then(|short| find(board, &short)).unwrap_or(Meant::Unknown)
}

/// Whether a word behind a move says that its pawn captured in passing.
pub(super) fn is_en_passant_mark(word: &str, behind: &str) -> bool {
    ["e.p.", "ep"].contains(&word)
        && behind.starts_with(|letter: char| letter.is_ascii_lowercase())
        && (behind.contains('x') || is_in_coordinates(behind))
}

/// A text with a letter for each letter and a digit for each number.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for letter in text.chars() {
        match letter {
            _ if letter.is_ascii_digit() => {
                if !shape.ends_with('0') {
                    shape.push('0');
                }
            }
            _ if letter.is_ascii_alphabetic() => shape.push('a'),
            _ => shape.push(letter),
        }
    }
    shape
}

/// Without what may stand behind a move.
fn without_marks(text: &str) -> &str {
    let text = text.trim_end_matches(MARKS);
    ["e.p.", "ep"]
        .iter()
        .filter_map(|mark| text.strip_suffix(mark))
        .find(|rest| rest.contains('x') && rest.ends_with(|letter: char| letter.is_ascii_digit()))
        .unwrap_or(text)
}

/// Two squares with a sign between them or marks behind them, as they are written without: `e2-e4`, `e5xd6+`,
/// `e7-e8=Q`.
fn plain(text: &str, plus_is_a_man: bool) -> String {
    if plus_is_a_man && text.contains('+') {
        return text.to_owned();
    }
    let text = without_marks(text);
    let Some(length) = square(text) else { return text.to_owned() };
    let (from, rest) = text.split_at(length);
    let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    format!("{from}{}", rest.replacen('=', "", 1))
}

/// Takes a text apart: `e4`, `Nf3`, `exd5`, `Rad1+`, `Ng1-f3`, `O-O`, `b8=Q`.
fn take_apart(text: &str) -> Option<Short<'_>> {
    let text = without_marks(text);
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
    let named = head.chars().next().filter(char::is_ascii_uppercase);
    let (head, takes) = head.strip_suffix('x').map_or((head, false), |head| (head, true));
    let head = head.strip_suffix('-').filter(|_| named.is_some() && !takes).unwrap_or(head);
    let from = named.map_or(head, |_| &head[1..]);
    let rank = from.strip_prefix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(from);
    let is_short = rank.len() <= 2
        && rank.chars().all(is_rank)
        && (takes || named.is_some() || from.is_empty());
    is_short.then_some(Short::Plain { man: named.unwrap_or(PAWN), from, to, becomes })
}

/// Finds the legal action; `None` where the game's actions are not written so.
fn find(board: &dyn OpenedGame, short: &Short<'_>) -> Option<Meant> {
    let seats = board.seats();
    if [Team::White, Team::Black]
        .iter()
        .any(|team| seats.iter().filter(|(_, other)| other == team).count() != 1)
    {
        // The case of a letter doesn't tell whose man it is.
        return None;
    }
    let men = Men::read(board)?;
    let mut found = Vec::new();
    // Whether one is left aside that may be meant all the same.
    let mut is_open = false;
    for action in board.legal_actions() {
        let written = board.action_text(action, Dialect::Uci);
        let (from, to, suffix) = squares(&written)?;
        let man = men.own_man_on(from, board.turn())?;
        let way = castling(from, to).filter(|_| man == Some(KING));
        let is_meant = match short {
            Short::Castling { is_long } => {
                if way.is_some() && !men.is_right_of_the_middle(from) {
                    // Which side is the short one is told in two ways.
                    return None;
                }
                way.is_some_and(|is_left| is_left == *is_long)
            }
            Short::Plain { man: named, from: told, to: target, becomes } => {
                let letter = suffix.chars().next().map(|letter| letter.to_ascii_uppercase());
                let goes = man == Some(*named)
                    && to == *target
                    && (told.is_empty() || [from, &from[..1], &from[1..]].contains(told));
                // Castling is written in another way, and what a man becomes must be told.
                let is_vague = way.is_some() || letter.is_some() && becomes.is_none();
                is_open |= goes && is_vague;
                goes && !is_vague && letter == *becomes
            }
        };
        if is_meant {
            found.push(action);
        }
    }
    Some(match found.as_slice() {
        [] if is_open || !short.letters().all(|letter| is_known(board, letter)) => Meant::Unknown,
        [] => Meant::Nothing(short.refusal()),
        [one] => Meant::Action(*one),
        _ => Meant::Unknown,
    })
}

impl Short<'_> {
    /// The letters of men in it.
    fn letters(&self) -> impl Iterator<Item = char> {
        let (man, becomes) = match self {
            Short::Castling { .. } => (KING, None),
            Short::Plain { man, becomes, .. } => (*man, *becomes),
        };
        std::iter::once(man).chain(becomes)
    }

    /// What is said where no legal action is meant.
    fn refusal(&self) -> String {
        let Short::Plain { man, from, to, becomes } = self else {
            return "castling to that side is not legal here".to_owned();
        };
        let man = match *man {
            KING => "the king".to_owned(),
            PAWN => "a pawn".to_owned(),
            letter => format!("a man {letter}"),
        };
        let from = if from.is_empty() { String::new() } else { format!(" on {from}") };
        let becomes = becomes.map_or_else(String::new, |letter| format!(" and becomes {letter}"));
        format!("no legal move of {man}{from} goes to {to}{becomes}")
    }
}

/// The length of the square at the beginning of a text.
fn square(text: &str) -> Option<usize> {
    let ranks = text.get(1..)?;
    let digits = ranks.bytes().take_while(u8::is_ascii_digit).count();
    let is_file = text.starts_with(|letter: char| letter.is_ascii_lowercase());
    (is_file && (1..=2).contains(&digits)).then_some(1 + digits)
}

/// The squares of an action from one to another, and at most a letter behind them.
fn squares(text: &str) -> Option<(&str, &str, &str)> {
    let (from, rest) = text.split_at(square(text)?);
    let (to, suffix) = rest.split_at(square(rest)?);
    (suffix.len() <= 1).then_some((from, to, suffix))
}

/// Whether an action of a king is castling, by its length along the rank: to the left or to the right.
fn castling(from: &str, to: &str) -> Option<bool> {
    let [start, end] = [from, to].map(|square| square.bytes().next().unwrap_or_default());
    (from[1..] == to[1..] && start.abs_diff(end) > 1).then_some(end < start)
}

/// The text of a FEN's board, without men in hand.
fn placement(fen: &str) -> &str {
    fen.split([' ', '[']).next().unwrap_or_default()
}

/// Whether a man of the game, at its start or now, is written with a capital letter.
fn is_known(board: &dyn OpenedGame, man: char) -> bool {
    let is_on = |fen: &str| placement(fen).chars().any(|one| one.to_ascii_uppercase() == man);
    man.is_ascii_uppercase() && (is_on(&board.start_fen()) || is_on(&board.fen()))
}

/// The texts of what stands on each square, lowest rank first.
struct Men {
    ranks: Vec<Vec<String>>,
}

impl Men {
    /// The board as its FEN shows it; `None` where it isn't written square by square.
    fn read(board: &dyn OpenedGame) -> Option<Men> {
        let (fen, shape) = (board.fen(), board.shape());
        let rank = |text: &str| {
            let cells = read_rank(text, shape.files).ok()?;
            Some(cells.into_iter().map(str::to_owned).collect())
        };
        let ranks: Vec<Vec<String>> =
            placement(&fen).split('/').rev().map(rank).collect::<Option<_>>()?;
        (ranks.len() == usize::from(shape.ranks)).then_some(Men { ranks })
    }

    /// The capital letter of a team's man on a square, ranks numbered from 1; no letter where its text has more.
    /// `None` where no man of the team stands there, so that squares are named in another way.
    fn own_man_on(&self, square: &str, team: Team) -> Option<Option<char>> {
        let file = usize::from(square.bytes().next()?.checked_sub(b'a')?);
        let rank = square.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?;
        let cell = self.ranks.get(rank)?.get(file)?;
        let letter = cell.chars().last().filter(char::is_ascii_alphabetic)?;
        if letter.is_ascii_uppercase() != (team == Team::White) {
            return None;
        }
        Some((cell.len() == 1).then_some(letter.to_ascii_uppercase()))
    }

    fn is_right_of_the_middle(&self, square: &str) -> bool {
        let file =
            square.bytes().next().map_or(0, |letter| usize::from(letter.saturating_sub(b'a')));
        self.ranks.first().is_some_and(|rank| file * 2 >= rank.len())
    }
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
            ("Ng1-f3", 'N', "g1", "f3", None),
            ("exd6e.p.", 'P', "e", "d6", None),
        ] {
            assert_eq!(take_apart(text), Some(Short::Plain { man, from, to, becomes }), "{text}");
        }
        assert_eq!(take_apart("O-O-O"), Some(Short::Castling { is_long: true }));
        assert_eq!(take_apart("0-0+"), Some(Short::Castling { is_long: false }));
        for text in [
            "e2e4",
            "e2-e4",
            "--",
            "Z0",
            "k10k11",
            "L@e10",
            "A",
            "0000",
            "N",
            "e",
            "d9d5,N@c10",
            "",
        ] {
            assert_eq!(take_apart(text), None, "{text}");
        }
    }
}
