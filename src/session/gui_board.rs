//! What XBoard means when it sends a position of a game whose rules it does not know.
//!
//! XBoard keeps the placement and a move number, and forgets the rest: castling rights, powers, whose
//! decision it is. So a position that shows a placement of the running game is that moment of the game.

use super::wire::split_squares;
use crate::board::write_placement;
use crate::game::{BoardShape, Team};

/// How a position sent by XBoard was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardRead {
    /// It is the present position.
    Unchanged,
    /// It is the position so many wire moves ago.
    WentBack(usize),
    /// It is the position after a null move.
    NullMove,
    /// It is the start position, with all its rights.
    Start,
    /// It is another position; what was corrected while reading, a sentence each.
    SetUp(Vec<String>),
}

/// The parts of a FEN that XBoard keeps.
pub(super) struct Sent {
    placement: String,
    /// The men in hand, in no order, where the text tells them.
    hand: Option<Vec<char>>,
    /// Whether the fields behind the placement are those that XBoard writes. Other ones are a game's own
    /// form, which says everything.
    pub(super) is_bare: bool,
    /// The side on turn.
    pub(super) turn: Team,
    /// Wire moves played since move 1 of White, as the move number says.
    pub(super) ply: usize,
}

impl Sent {
    /// Reads what is there; what is missing is White's first move.
    pub(super) fn read(fen: &str) -> Sent {
        let mut fields = fen.split_ascii_whitespace();
        let board = fields.next().unwrap_or_default();
        let (placement, hand) = (spelled_out(board), in_hand(board));
        let side = fields.next();
        // Games write seats of their own there, which begin with the colour.
        let is_black = side.is_some_and(|side| side.starts_with('b'));
        let turn = if is_black { Team::Black } else { Team::White };
        let is_bare = matches!(side, None | Some("w" | "b"));
        let number: usize = fields.next_back().and_then(|text| text.parse().ok()).unwrap_or(1);
        let ply = number.saturating_sub(1).saturating_mul(2).saturating_add(turn.index());
        Sent { placement, hand, is_bare, turn, ply }
    }

    /// Whether the men in hand, if the text tells them, are those of a FEN of ours.
    pub(super) fn holds(&self, fen: &str) -> bool {
        let ours = in_hand(fen.split_ascii_whitespace().next().unwrap_or_default());
        self.hand.as_ref().is_none_or(|hand| *hand == ours.unwrap_or_default())
    }

    /// Whether a FEN of ours has the same men on the same squares. `drawn_as` tells whether a man may be
    /// drawn by a letter.
    pub(super) fn shows(&self, fen: &str, drawn_as: impl Fn(char, char) -> bool) -> bool {
        let ours = spelled_out(fen.split_ascii_whitespace().next().unwrap_or_default());
        let mut pairs = ours.chars().zip(self.placement.chars());
        ours.chars().count() == self.placement.chars().count()
            && pairs.all(|(now, drawn)| drawn_as(now, drawn))
    }
}

/// A placement as XBoard draws it after the first wire moves of an action that needs more of them. The moves
/// are `mover`'s.
pub(super) fn moved_on(
    placement: &str,
    shape: BoardShape,
    mover: Team,
    entered: &[String],
) -> String {
    let mut rows = rows_of(placement);
    let mut put = |square: &str, man: char| -> char {
        let place = place_of(square, shape);
        let entry = place.and_then(|(file, row)| rows.get_mut(row)?.get_mut(file));
        entry.map_or('.', |entry| std::mem::replace(entry, man))
    };
    let coloured = |letter: char| match mover {
        Team::White => letter.to_ascii_uppercase(),
        Team::Black => letter.to_ascii_lowercase(),
    };
    for text in entered {
        if let Some((man, to)) = text.split_once('@') {
            if let Some(letter) = man.chars().next() {
                put(to, coloured(letter));
            }
            continue;
        }
        let (leg, second) = text.split_once(',').map_or((&**text, None), |(a, b)| (a, Some(b)));
        let Some((from, to)) = split_squares(leg) else { continue };
        let man = put(from, '.');
        let square = to.trim_end_matches(|suffix: char| suffix.is_ascii_alphabetic());
        match second.and_then(split_squares) {
            Some((_, end)) => {
                put(to, '.');
                put(end, man);
            }
            None => {
                put(square, to[square.len()..].chars().next().map_or(man, coloured));
            }
        }
    }
    let cell = |file: u8, rank: u8| {
        let row = rows.get(usize::from(shape.ranks - 1 - rank))?;
        row.get(usize::from(file)).copied().filter(|&man| man != '.')
    };
    write_placement(shape.files, shape.ranks, cell)
}

/// The letter on a square that XBoard names; none where it is empty or not on the board.
pub(super) fn man_on(placement: &str, shape: BoardShape, square: &str) -> Option<char> {
    let (file, row) = place_of(square, shape)?;
    rows_of(placement).get(row)?.get(file).copied().filter(|&letter| letter != '.')
}

/// The squares, as XBoard names them, on which the same letter stands as on `square`, that one included; none
/// where it is empty.
pub(super) fn squares_alike(placement: &str, shape: BoardShape, square: &str) -> Vec<String> {
    let Some(letter) = man_on(placement, shape, square) else { return Vec::new() };
    let rows = rows_of(placement);
    let ranks = (0..shape.ranks).rev();
    let named = ranks.zip(&rows).flat_map(|(rank, row)| {
        let files = (0..shape.files).zip(row).filter(|(_, found)| **found == letter);
        files.map(move |(file, _)| shape.xboard_square(file, rank))
    });
    named.collect()
}

/// The letters of a placement, highest rank first, with dots for empty squares.
fn rows_of(placement: &str) -> Vec<Vec<char>> {
    spelled_out(placement).split('/').map(|row| row.chars().collect()).collect()
}

/// File and row, from the highest rank, of a square as XBoard names it.
fn place_of(square: &str, shape: BoardShape) -> Option<(usize, usize)> {
    let file = square.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
    let rank: usize = square.get(1..)?.parse().ok()?;
    let rank = rank.checked_sub(usize::from(shape.xboard_first_rank()))?;
    Some((usize::from(file), usize::from(shape.ranks).checked_sub(1 + rank)?))
}

/// The letters between the brackets behind a placement, sorted.
fn in_hand(placement: &str) -> Option<Vec<char>> {
    let (_, hand) = placement.split_once('[')?;
    let mut letters: Vec<char> = hand.trim_end_matches(']').chars().collect();
    letters.sort_unstable();
    Some(letters)
}

/// A placement with a dot for every empty square and without men in hand.
fn spelled_out(placement: &str) -> String {
    let board = placement.split('[').next().unwrap_or_default();
    let mut text = String::with_capacity(board.len());
    let mut run = 0usize;
    for letter in board.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = (run * 10 + digit as usize).min(256);
            continue;
        }
        text.extend(std::iter::repeat_n('.', run));
        run = 0;
        text.push(letter);
    }
    text.extend(std::iter::repeat_n('.', run));
    text
}

#[cfg(test)]
mod tests {
    use super::{Sent, man_on, moved_on, spelled_out, squares_alike};
    use crate::game::{BoardShape, Team};

    #[test]
    fn the_first_moves_of_an_action_are_drawn() {
        let after = |ranks: u8, mover: Team, entered: &[&str]| {
            let entered: Vec<String> = entered.iter().map(|&text| text.to_owned()).collect();
            let placement = if ranks == 3 { "Pl1/3/N*q[l]" } else { "3/3/3/3/3/3/3/3/3/l1N" };
            moved_on(placement, BoardShape { files: 3, ranks }, mover, &entered)
        };
        assert_eq!(after(3, Team::Black, &["b3a1"]), "P2/3/l*q");
        assert_eq!(after(3, Team::Black, &["b3a1", "N@b2"]), "P2/1n1/l*q");
        assert_eq!(after(3, Team::Black, &["b3a1", "@@@@"]), "P2/3/l*q");
        assert_eq!(after(3, Team::Black, &["b3c1,c1b3"]), "Pl1/3/N*1");
        assert_eq!(after(3, Team::White, &["a3b3q"]), "1Q1/3/N*q");
        assert_eq!(after(3, Team::White, &["z9a1", "", "a3"]), "Pl1/3/1*q", "no such squares");
        assert!(after(10, Team::White, &["c0a1"]).ends_with("N2/l2"), "ranks from 0");
    }

    #[test]
    fn men_are_found_by_their_squares() {
        let shape = BoardShape { files: 3, ranks: 3 };
        let at = |square| man_on("Pl1/3/N*q[l]", shape, square);
        assert_eq!((at("a3"), at("B3"), at("c1")), (Some('P'), Some('l'), Some('q')));
        assert_eq!(
            (at("c3"), at("a0"), at("a4"), at("z1"), at("é1")),
            (None, None, None, None, None)
        );
        let ten = BoardShape { files: 3, ranks: 10 };
        assert_eq!(man_on("3/3/3/3/3/3/3/3/3/l1N", ten, "c0"), Some('N'), "ranks from 0");
        let alike = |square| squares_alike("l2/3/3/3/3/3/3/3/3/l1N[l]", ten, square);
        assert_eq!((alike("a0"), alike("a9")), (vec!["a9".into(), "a0".into()], alike("a0")));
        assert_eq!((alike("b0"), alike("a10")), (Vec::<String>::new(), Vec::new()));
    }

    #[test]
    fn runs_of_empty_squares_are_numbers() {
        assert_eq!(spelled_out("p11/1K"), format!("p{}/.K", ".".repeat(11)));
        assert_eq!(spelled_out("p2[Qq]"), "p..");
    }

    #[test]
    fn the_move_number_gives_the_ply() {
        assert_eq!(Sent::read("8/8 w - - 0 1").ply, 0);
        assert_eq!(Sent::read("8/8 b - - 0 3").ply, 5);
        assert_eq!(Sent::read("8/8").ply, 0);
        assert_eq!(Sent::read("8/8 b").turn, Team::Black);
        assert_eq!(Sent::read("8/8 bn - 0 3").ply, 5);
        assert_eq!(Sent::read("8/8 b - - 0 99999999999999999999").ply, 1);
    }

    #[test]
    fn a_form_of_the_games_own_is_told_from_xboards() {
        assert!(Sent::read("8/8").is_bare && Sent::read("8/8 b - - 0 1").is_bare);
        assert!(!Sent::read("8/8 third - 0 1").is_bare);
    }

    #[test]
    fn men_in_hand_are_compared_where_they_are_told() {
        let held = |text: &str, ours: &str| Sent::read(text).holds(ours);
        assert!(held("3/1K1 w - - 0 1", "3/1K1[ll] b - - 0 1"));
        assert!(held("3/1K1[lQ] w - - 0 1", "3/1K1[Ql] b - - 0 1"));
        assert!(!held("3/1K1[l] w - - 0 1", "3/1K1[ll] b - - 0 1"));
        assert!(held("3/1K1[] w - - 0 1", "3/1K1 b - - 0 1"));
        assert!(!held("3/1K1[] w - - 0 1", "3/1K1[l] b - - 0 1"));
    }

    #[test]
    fn the_same_men_are_seen_through_other_fields() {
        let sent = Sent::read("3/1K1/*** w - - 0 1");
        let same = |now, drawn| now == drawn;
        assert!(sent.shows("3/1K1/*** b KQ - 7 9", same));
        assert!(!sent.shows("3/K2/*** b KQ - 7 9", same));
        assert!(!sent.shows("3/1K1/****", same));
        let old_look = |now, drawn| now == drawn || (now, drawn) == ('Q', 'K');
        assert!(sent.shows("3/1Q1/***", old_look) && !sent.shows("3/1Q1/***", same));
    }
}
