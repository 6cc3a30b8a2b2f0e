//! Lines of XBoard that take some words: time controls, and what a program tells of itself.

use super::player::Turn;

/// The commands that set the time control of a game.
pub(super) fn time_lines(turn: &Turn) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(face) = turn.own {
        let seconds = face.left.as_secs_f64().ceil();
        let (minutes, rest) = ((seconds / 60.0).floor(), seconds % 60.0);
        let moves = face.moves_to_go.unwrap_or(0);
        let increment = face.increment.as_secs_f64();
        lines.push(format!("level {moves} {minutes}:{rest:02} {increment}"));
    } else if let Some(time) = turn.setting.movetime {
        // Programs that read whole seconds only are told to move in time.
        lines.push(match time.subsec_millis() {
            0 => format!("st {}", time.as_secs()),
            _ => format!("st {:.3}", time.as_secs_f64()),
        });
    }
    lines.extend(turn.setting.depth.map(|depth| format!("sd {depth}")));
    lines
}

/// How a program says its moves, the plainest way last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Saying {
    /// `My move is: e2e4`, which is for people where a program knows another way.
    Sentence,
    /// `1. ... e2e4`, of old programs.
    Numbered,
    /// `move e2e4`.
    Move,
}

/// The move, or the leg of one, that a line makes, and how it is said.
pub(super) fn read_move(line: &str) -> Option<(Saying, &str)> {
    if let Some(said) = line.strip_prefix("My move is") {
        let word = said.trim_start_matches([' ', ':']).split_ascii_whitespace().next();
        return word.map(|word| (Saying::Sentence, word));
    }
    let mut words = line.split_ascii_whitespace();
    let first = words.next()?;
    let dots = first.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = dots.len() < first.len();
    let saying = match dots {
        "move" if !is_number => Saying::Move,
        "..." if is_number => Saying::Numbered,
        "" | "." if is_number && words.next() == Some("...") => Saying::Numbered,
        _ => return None,
    };
    words.next().map(|word| (saying, word))
}

/// The names and values of a `feature` line; values may be quoted.
pub(super) fn read_features(text: &str) -> Vec<(String, String)> {
    let mut features = Vec::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, left) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        features.push((name.trim().to_owned(), value.to_owned()));
        rest = left.trim();
    }
    features
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Saying, read_features, read_move, time_lines};
    use crate::game::Team;
    use crate::tools::tournament::control::{Clock, ClockRule, TimeSetting};
    use crate::tools::tournament::player::Turn;
    use std::time::Duration;

    #[test]
    fn moves_as_programs_of_all_ages_say_them() {
        for (line, saying) in [
            ("move e2e4", Saying::Move),
            ("1. ... e2e4", Saying::Numbered),
            ("12 ... e2e4", Saying::Numbered),
            ("1... e2e4", Saying::Numbered),
            ("My move is: e2e4", Saying::Sentence),
            ("My move is : e2e4 ", Saying::Sentence),
        ] {
            assert_eq!(read_move(line), Some((saying, "e2e4")), "{line}");
        }
        for line in [
            "",
            "move",
            "1. e2e4",
            "9 25 3 400 e2e4",
            "1-0 {mate}",
            "2move e2e4",
            "... e2e4",
            "My move is",
        ] {
            assert_eq!(read_move(line), None, "{line}");
        }
    }

    #[test]
    fn features_with_quotes_and_without() {
        let features = read_features("ping=1 myname=\"A = B\" done=1");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(features, [pair("ping", "1"), pair("myname", "A = B"), pair("done", "1")]);
        assert_eq!(read_features("option=\"X -spin 1 0 2"), [pair("option", "X -spin 1 0 2")]);
    }

    #[test]
    fn time_controls_as_xboard_writes_them() {
        let lines = |own: Option<&str>, movetime: Option<&str>| {
            let mut setting = TimeSetting::default();
            if let Some(time) = movetime {
                setting.set("movetime", time).unwrap();
            }
            time_lines(&Turn {
                side: Team::White,
                setting,
                own: own.map(|text| Clock::new(ClockRule::read(text).unwrap()).face()),
                other: None,
                margin: Duration::ZERO,
                patience: Duration::ZERO,
            })
        };
        assert_eq!(lines(Some("40/90+0.5"), None), ["level 40 1:30 0.5"]);
        assert_eq!(lines(Some("1+0.01"), None), ["level 0 0:01 0.01"]);
        assert_eq!(lines(None, Some("2000")), ["st 2"]);
        assert_eq!(lines(None, Some("250")), ["st 0.250"]);
    }
}
