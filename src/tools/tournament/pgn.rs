//! Games as PGN, with the actions as UCI writes them and waits left out.

use super::record::{GameRecord, MoveRecord};
use std::fmt::Write;

/// The widest line of the moves.
const WIDTH: usize = 80;

impl GameRecord {
    /// The game as PGN, with an empty line at its end.
    pub(super) fn pgn(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.tags() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value: String = value.chars().filter(|letter| !letter.is_control()).collect();
            // Writing to a string can't fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        text.push_str(&wrapped(&self.words()));
        text.push_str("\n\n");
        text
    }

    fn tags(&self) -> Vec<(String, String)> {
        let round = format!("{}.{}", self.pair + 1, self.number);
        let count = self.moves.len().to_string();
        let [white, black] = &self.names;
        let mut tags: Vec<(&str, &str)> = vec![
            ("Event", "Caryatid match"),
            ("Site", "?"),
            ("Date", &self.date),
            ("Round", &round),
            ("White", white),
            ("Black", black),
            ("Result", self.result()),
            ("Variant", &self.variant),
        ];
        if let Some(fen) = &self.fen {
            tags.extend([("SetUp", "1"), ("FEN", fen)]);
        }
        let [white_time, black_time] = &self.times;
        if white_time == black_time {
            tags.push(("TimeControl", white_time));
        } else {
            tags.extend([
                ("WhiteTimeControl", white_time.as_str()),
                ("BlackTimeControl", black_time),
            ]);
        }
        tags.extend([("ActionCount", count.as_str()), ("Termination", &self.termination)]);
        let seats =
            self.seats.iter().map(|(seat, engine)| (format!("Seat_{seat}"), engine.clone()));
        let own = tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        own.chain(seats).chain(self.tags.iter().cloned()).collect()
    }

    /// Move numbers, actions with their comments, the reason of the end, and the result. The numbers are
    /// those of the wire: a number stands before each White action, and before a Black one that doesn't
    /// follow White's of the same number.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut expected = None;
        for action in &self.moves {
            if action.ply.is_multiple_of(2) {
                words.push(format!("{}.", action.ply / 2 + 1));
            } else if expected != Some(action.ply) {
                words.push(format!("{}...", action.ply / 2 + 1));
            }
            words.push(action.text.clone());
            let comment = action.comment();
            expected = comment.is_none().then_some(action.ply + 1);
            words.extend(comment.iter().flat_map(|comment| comment.split(' ')).map(str::to_owned));
        }
        let reason = self.reason.replace('}', ")").replace('{', "(");
        words.extend(format!("{{{reason}}}").split_whitespace().map(str::to_owned));
        words.push(self.result().to_owned());
        words
    }
}

impl MoveRecord {
    /// What was thought: `{+0.35/12 0.052s}`, value in pawns for who acts, depth, time; `{book}` for an
    /// opening.
    fn comment(&self) -> Option<String> {
        if self.is_book {
            return Some("{book}".to_owned());
        }
        let value = match (self.score, self.mate) {
            (Some(score), _) => Some(format!("{:+.2}", f64::from(score) / 100.0)),
            (None, Some(mate)) => {
                let sign = if mate > 0 { '+' } else { '-' };
                Some(format!("{sign}M{}", mate.unsigned_abs()))
            }
            (None, None) => None,
        };
        let value = value.map(|value| match self.depth {
            Some(depth) => format!("{value}/{depth}"),
            None => value,
        });
        let time = self.time.map(|time| format!("{:.3}s", time / 1000.0));
        let parts: Vec<String> = value.into_iter().chain(time).collect();
        (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(" ")))
    }
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::tools::tournament::record::tests::record;
    use crate::tools::tournament::record::{GameRecord, MoveRecord, Side};

    #[test]
    fn tags_and_moves() {
        let pgn = record().pgn();
        for line in [
            "[White \"A \\\"B\\\"\"]",
            "[Variant \"chess\"]",
            "[Round \"1.2\"]",
            "[Date \"2024.02.29\"]",
            "[WhiteTimeControl \"1+0.1\"]",
            "[BlackTimeControl \"2\"]",
            "[Termination \"normal\"]",
        ] {
            assert!(pgn.lines().any(|found| found == line), "{line} in {pgn}");
        }
        assert!(!pgn.contains("[FEN") && !pgn.contains("[TimeControl"));
        let moves = "\n\n1. f2f3 {book} 1... e7e5 2. g2g4 d8h4 {checkmate} 0-1\n\n";
        assert!(pgn.ends_with(moves), "{pgn}");
    }

    #[test]
    fn a_game_from_a_position_where_black_begins_and_acts_twice() {
        let fen = Some("8/8 b - - 0 1".to_owned());
        let mut game = GameRecord { fen, first: Side::Black, ..record() };
        for (action, ply) in game.moves.iter_mut().zip([1, 3, 4, 5]) {
            (action.ply, action.is_book) = (ply, false);
        }
        let pgn = game.pgn();
        assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"8/8 b - - 0 1\"]\n"));
        assert!(pgn.contains("\n1... f2f3 2... e7e5 3. g2g4 d8h4 {checkmate} 0-1"), "{pgn}");
    }

    #[test]
    fn times_and_values_are_comments() {
        let mut game = record();
        game.moves.truncate(3);
        game.moves[1] = MoveRecord {
            score: Some(-35),
            depth: Some(12),
            time: Some(52.4),
            ..game.moves[1].clone()
        };
        game.moves[2] = MoveRecord { mate: Some(-3), ..game.moves[2].clone() };
        game.reason = "a } in { it".to_owned();
        let pgn = game.pgn();
        let moves = "1... e7e5 {-0.35/12 0.052s} 2. g2g4 {-M3} {a ) in ( it} 0-1";
        assert!(pgn.replace('\n', " ").contains(moves), "{pgn}");
    }

    #[test]
    fn seats_and_tags_of_the_game_stand_behind_the_others() {
        let mut game = record();
        game.seats = vec![("ws".to_owned(), "X".to_owned())];
        game.tags = vec![("Ranking".to_owned(), "ws wn bs bn".to_owned())];
        let pgn = game.pgn();
        assert!(pgn.contains("[Seat_ws \"X\"]\n[Ranking \"ws wn bs bn\"]\n\n"), "{pgn}");
    }

    #[test]
    fn lines_are_not_too_long() {
        let mut game = record();
        game.moves = vec![MoveRecord { text: "a10a11".to_owned(), ..MoveRecord::default() }; 200];
        assert!(game.pgn().lines().all(|line| line.len() <= super::WIDTH));
    }
}
