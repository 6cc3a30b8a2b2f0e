//! Positions of a game whose type is at hand: read, played on, and their moves as words.

use caryatid::game::{ActionList, Dialect, Past, Want, Words};
use std::collections::BTreeSet;

/// The position of a FEN.
pub(crate) fn at<G: Words>(game: &G, fen: &str) -> G::Position {
    game.read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

/// The position after moves from a FEN.
pub(crate) fn after<G: Words>(game: &G, fen: &str, moves: &str) -> (G::Position, Past) {
    let (mut position, mut past) = (at(game, fen), Past::new());
    for text in moves.split_whitespace() {
        game.play_text(&mut position, &mut past, text, Dialect::Uci)
            .unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    (position, past)
}

/// Every legal move.
pub(crate) fn texts<G: Words>(game: &G, position: &G::Position) -> BTreeSet<String> {
    let mut list = ActionList::new();
    game.actions(position, Want::All, &mut list);
    let text = |&action| game.write_action(position, action, Dialect::Uci);
    list.as_slice().iter().map(text).collect()
}

/// Where the man on a square may go, and how.
pub(crate) fn from<G: Words>(game: &G, position: &G::Position, square: &str) -> BTreeSet<String> {
    let strip = |text: String| text.strip_prefix(square).map(str::to_owned);
    let no_digit = |text: &String| !text.starts_with(|c: char| c.is_ascii_digit());
    texts(game, position).into_iter().filter_map(strip).filter(no_digit).collect()
}

/// A set of words.
pub(crate) fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}
