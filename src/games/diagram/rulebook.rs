//! What the rules of a game are called where a refusal names them: a table of text beside the definition.
//!
//! A line is `TOPIC=NAME`; `moves XBETZA=NAME` is about the men that move so, and `moves=NAME` about all others.
//! Lines that begin with `#` say what the rules say. A game without a table of its own is taken for chess as
//! far as its men move like those of chess.

use super::{AnyDiagram, Diagram, Width};

/// The table of games that have none of their own.
const FIDE: &str = include_str!("definitions/fide.rules");

/// What a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// What belongs to the board.
    Board,
    /// Whose turn it is.
    Turn,
    /// Men of the same side are not taken.
    Own,
    /// How men move.
    Moves,
    /// Men that change as they arrive.
    Change,
    /// Men that are promoted.
    Promotion,
    /// Castling.
    Castling,
    /// The king may not be left in check.
    Check,
}

/// Each topic with its word.
const TOPICS: [(&str, Topic); 8] = [
    ("board", Topic::Board),
    ("turn", Topic::Turn),
    ("own", Topic::Own),
    ("moves", Topic::Moves),
    ("change", Topic::Change),
    ("promotion", Topic::Promotion),
    ("castling", Topic::Castling),
    ("check", Topic::Check),
];

/// What rules are about, the movement where it matters, and what they are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulebook {
    names: Vec<(Topic, String, String)>,
}

impl Default for Rulebook {
    /// The articles of FIDE.
    fn default() -> Rulebook {
        Rulebook::read(FIDE)
    }
}

impl Rulebook {
    /// Reads a table. Lines that say nothing are passed over.
    #[must_use]
    pub fn read(text: &str) -> Rulebook {
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let names = lines.filter_map(|line| {
            let (about, name) = line.split_once('=')?;
            let (word, betza) = about.trim().split_once(' ').unwrap_or((about.trim(), ""));
            let (_, topic) = TOPICS.iter().find(|(known, _)| *known == word)?;
            Some((*topic, betza.trim().to_owned(), name.trim().to_owned()))
        });
        Rulebook { names: names.collect() }
    }

    /// A reason with the rule's name before it, where it has one. `betza` is how the man moves that it is about.
    pub(super) fn cite(&self, topic: Topic, betza: &str, reason: &str) -> String {
        let name_for = |betza: &str| {
            self.names.iter().find(|(known, moves, _)| *known == topic && moves == betza)
        };
        match name_for(betza).or_else(|| name_for("")) {
            Some((_, _, name)) => format!("{name}: {reason}"),
            None => reason.to_owned(),
        }
    }
}

impl AnyDiagram {
    /// The game with its own names for its rules.
    #[must_use]
    pub fn citing(mut self, rulebook: Rulebook) -> AnyDiagram {
        match &mut self {
            AnyDiagram::Small(game) => game.rulebook = rulebook,
            AnyDiagram::Medium(game) => game.rulebook = rulebook,
            AnyDiagram::Large(game) => game.rulebook = rulebook,
        }
        self
    }
}

impl<S: Width> Diagram<S> {
    /// A reason with the name of the rule.
    pub(super) fn cite(&self, topic: Topic, reason: &str) -> String {
        self.rulebook.cite(topic, "", reason)
    }

    /// A reason about how a kind of man moves, with the name of the rule.
    pub(super) fn cite_moves(&self, kind: usize, reason: &str) -> String {
        self.rulebook.cite(Topic::Moves, &self.rules.kinds[kind].betza, reason)
    }
}

#[cfg(test)]
mod tests {
    use super::{FIDE, Rulebook, TOPICS, Topic};

    #[test]
    fn a_rule_is_named_by_its_topic_and_by_how_the_man_moves() {
        let book =
            Rulebook::read("# moves=NO-1\n\nown = A-1 \nmoves=A-2\nmoves BN=A-3, A-4\nx=A-5\n");
        assert_eq!(book.cite(Topic::Own, "", "no"), "A-1: no");
        assert_eq!(book.cite(Topic::Moves, "R", "no"), "A-2: no");
        assert_eq!(book.cite(Topic::Moves, "BN", "no"), "A-3, A-4: no");
        assert_eq!(book.cite(Topic::Check, "", "no"), "no");
    }

    #[test]
    fn every_line_of_a_table_is_read() {
        for text in [FIDE, include_str!("definitions/avatar.rules")] {
            let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
            assert_eq!(Rulebook::read(text).names.len(), lines.count());
        }
        assert!(TOPICS.iter().all(|(_, topic)| *topic == Topic::Board
            || Rulebook::default().names.iter().any(|(known, _, _)| known == topic)));
    }
}
