//! Lines of thinking as XBoard programs show them: values, and moves where they can be read.

use super::player::Thought;
use crate::session::is_null;
use caryatid_protocol::Score;

/// Values from here on are mates: the distance in moves is added to it.
const MATE: i32 = 100_000;

/// A line of thinking: depth, score, time, nodes, and the moves.
pub(super) fn read_thought(line: &str) -> Option<Thought> {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next()?.trim_end_matches(|mark: char| !mark.is_ascii_digit()).parse().ok()?;
    let value: i32 = words.next()?.parse().ok()?;
    words.next()?.parse::<f64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let score = match value {
        mate if mate > MATE => Score::Mate(mate - MATE),
        mate if mate < -MATE => Score::Mate(mate + MATE),
        value => Score::Centipawns(value),
    };
    Some(Thought { score: Some(score), depth: Some(depth), nodes: Some(nodes) })
}

/// The moves of a line of thinking where all of them are written in coordinates, waits included. What is
/// written in another way, such as `Nf3`, is not for this side to judge.
pub(super) fn read_moves(line: &str) -> Option<Vec<String>> {
    // The moves begin behind a tab. Where there is none, they begin behind four numbers, or more.
    let is_behind_numbers =
        |&(place, _): &(usize, &str)| line[..place].split_ascii_whitespace().count() >= 4;
    let tab = line.match_indices('\t').find(is_behind_numbers);
    let (moves, skipped) = tab.map_or((line, 4), |(place, _)| (&line[place..], 0));
    let is_number =
        |word: &&str| !is_null(word) && word.bytes().all(|letter| letter.is_ascii_digit());
    let mut read = Vec::new();
    for word in moves.split_ascii_whitespace().skip(skipped).skip_while(is_number) {
        let word = without_number(word).trim_end_matches(['?', '!']);
        if word.is_empty() {
            continue;
        }
        if !is_null(word) && !word.split(',').all(is_in_coordinates) {
            return None;
        }
        read.push(word.to_owned());
    }
    (!read.is_empty()).then_some(read)
}

/// A word without the move number in front of it: `12.`, `12...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// Whether a text is a move from square to square, with one letter at most for what becomes of the man, or
/// a man that comes to a square.
pub(super) fn is_in_coordinates(text: &str) -> bool {
    if let Some((man, square)) = text.split_once('@') {
        return man.len() == 1 && man.is_ascii() && without_square(square) == Some("");
    }
    let Some(rest) = without_square(text).and_then(without_square) else { return false };
    rest.is_empty()
        || rest.len() == 1 && rest.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// What stands behind a square: a letter of a file, and a rank of at most two digits.
fn without_square(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(|letter: char| letter.is_ascii_lowercase())?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits).then(|| &rest[digits..])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{read_moves, read_thought};
    use caryatid_protocol::Score;

    #[test]
    fn lines_of_thinking_are_read_and_others_are_not() {
        let thought = read_thought("9 -35 120 4711 12 0 0\te2e4 e7e5").unwrap();
        assert_eq!((thought.score, thought.depth), (Some(Score::Centipawns(-35)), Some(9)));
        assert_eq!(thought.nodes, Some(4711));
        assert_eq!(read_thought("5. 100003 1 2 x").unwrap().score, Some(Score::Mate(3)));
        assert_eq!(read_thought("5 -100003 1 2").unwrap().score, Some(Score::Mate(-3)));
        for line in ["", "move e2e4", "# 1 2 3 4", "1-0 {x}", "5 x 1 2"] {
            assert_eq!(read_thought(line), None, "{line}");
        }
    }

    #[test]
    fn moves_in_coordinates_are_read_and_others_are_not() {
        for (line, moves) in [
            ("9 -35 120 4711 12 0 0\te2e4 e7e5", "e2e4 e7e5"),
            ("9 -35 120 4711 1. e2e4 e7e5 2.a7a8q?", "e2e4 e7e5 a7a8q"),
            (
                "9 -35 120 4711\te2e4 @@@@ k10k11 N@c10 e5d5,d5d6 !",
                "e2e4 @@@@ k10k11 N@c10 e5d5,d5d6",
            ),
            ("9 -35 120 4711\t0000 b1c3", "0000 b1c3"),
            ("9 -35 120 4711 12 0 0\te2e4\te7e5\tg1f3", "e2e4 e7e5 g1f3"),
            ("9\t-35\t120\t4711\t12\t0\t0\te2e4\te7e5", "e2e4 e7e5"),
        ] {
            let read = read_moves(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(read.join(" "), moves);
        }
        for line in [
            "9 -35 120 4711\te4 e5",
            "9 -35 120 4711\te2e4 Nc6",
            "9 -35 120 4711\te1g1 O-O",
            "9 -35 120 4711",
            "9 -35 120 4711\t",
            "0 0 0 0 0 0 0\tpowers: knight",
            "9 -35 120 4711 e2e4 {book}",
        ] {
            assert_eq!(read_moves(line), None, "{line}");
        }
    }
}
