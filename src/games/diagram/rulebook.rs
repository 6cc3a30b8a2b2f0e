//! What the rules of a game are called where a refusal names them: a table of text beside the definition.
//!
//! A line is `TOPIC=NAME`; `moves XBETZA=NAME` is about the men that move so, and `moves=NAME` about all others.
//! `{line}` in a name is the line of the definition that says so. Lines that begin with `#` say what the rules
//! say.

use super::rules::Kind;
use super::{AnyDiagram, Diagram, Width};

/// The table of games that have none of their own.
const OWN: &str = include_str!("definitions/own.rules");

/// What stands in a name for a line of the definition.
const LINE: &str = "{line}";

/// What a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// What belongs to the board.
    Board,
    /// Only men can be moved.
    Empty,
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
    /// How a game ends.
    Over,
}

/// Each topic with its word.
const TOPICS: [(&str, Topic); 10] = [
    ("board", Topic::Board),
    ("empty", Topic::Empty),
    ("turn", Topic::Turn),
    ("own", Topic::Own),
    ("moves", Topic::Moves),
    ("change", Topic::Change),
    ("promotion", Topic::Promotion),
    ("castling", Topic::Castling),
    ("check", Topic::Check),
    ("over", Topic::Over),
];

/// What rules are about, the movement where it matters, and what they are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulebook {
    names: Vec<(Topic, String, String)>,
}

impl Default for Rulebook {
    /// The lines of the definition.
    fn default() -> Rulebook {
        Rulebook::read(OWN)
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

    /// The rule's name, if it has one. `betza` is how the man moves that it is about, `line` the line of the
    /// definition.
    fn name(&self, topic: Topic, betza: &str, line: usize) -> Option<String> {
        let name_for = |betza: &str| {
            self.names.iter().find(|(known, moves, _)| *known == topic && moves == betza)
        };
        let (_, _, name) = name_for(betza).or_else(|| name_for(""))?;
        Some(name.replace(LINE, &line.to_string()))
    }

    /// A reason with the [rule's name](Rulebook::name) before it, where it has one.
    fn cite(&self, topic: Topic, betza: &str, line: usize, reason: &str) -> String {
        match self.name(topic, betza, line) {
            Some(name) => format!("{name}: {reason}"),
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
    /// A reason with the name of the rule, which is about any man.
    pub(super) fn cite(&self, topic: Topic, reason: &str) -> String {
        let line = match topic {
            Topic::Castling => {
                self.rules.kinds.iter().find(|kind| kind.royal).map(|kind| kind.line)
            }
            Topic::Promotion => Some(self.rules.promotion_line),
            _ => None,
        };
        self.rulebook.cite(topic, "", line.unwrap_or_default(), reason)
    }

    /// The name of the rule on how a game ends.
    pub(super) fn name_of_the_end(&self) -> Option<String> {
        self.rulebook.name(Topic::Over, "", 0)
    }

    /// A reason about how a kind of man moves, with the name of the rule.
    pub(super) fn cite_moves(&self, kind: usize, reason: &str) -> String {
        let Kind { betza, line, .. } = &self.rules.kinds[kind];
        self.rulebook.cite(Topic::Moves, betza, *line, reason)
    }

    /// A reason about what a kind of man becomes, with the name of the rule.
    pub(super) fn cite_change(&self, kind: usize, reason: &str) -> String {
        let Kind { line, morph_line, .. } = self.rules.kinds[kind];
        let line = if morph_line > 0 { morph_line } else { line };
        self.rulebook.cite(Topic::Change, "", line, reason)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{OWN, Rulebook, TOPICS, Topic};
    use crate::games::diagram::{Definition, read};
    use std::fs;
    use std::path::Path;

    #[test]
    fn a_rule_is_named_by_its_topic_and_by_how_the_man_moves() {
        let book = Rulebook::read(
            "# moves=NO-1\n\nown = A-1 \nmoves=A-{line}\nmoves BN=A-3, A-4\nx=A-5\n",
        );
        assert_eq!(book.cite(Topic::Own, "", 1, "no"), "A-1: no");
        assert_eq!(book.cite(Topic::Moves, "R", 2, "no"), "A-2: no");
        assert_eq!(book.cite(Topic::Moves, "BN", 1, "no"), "A-3, A-4: no");
        assert_eq!(book.cite(Topic::Check, "", 1, "no"), "no");
    }

    /// What a table has no name for: topics, and moves of kinds.
    fn lacks(book: &Rulebook, definition: &Definition) -> Vec<String> {
        let names = |topic: Topic, moves: &str| {
            book.names.iter().any(|(known, betza, _)| *known == topic && betza == moves)
        };
        let topics =
            TOPICS.iter().filter(|&&(_, topic)| topic != Topic::Moves && !names(topic, ""));
        let kinds = definition.kinds.iter().filter(|kind| !names(Topic::Moves, &kind.betza));
        let topics = topics.map(|&(word, _)| word.to_owned());
        topics.chain(kinds.map(|kind| format!("moves {}", kind.betza))).collect()
    }

    /// The tables of the games beside this file, with the text and the definition of each.
    fn tables() -> Vec<(String, String, Definition)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/diagram/definitions");
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let games = files.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
        let tables = games.map(|path| {
            let name = path.display().to_string();
            let rules = fs::read_to_string(path.with_extension("rules"));
            let rules = rules.unwrap_or_else(|error| panic!("rules of {name}: {error}"));
            (name, rules, read(&fs::read_to_string(&path).unwrap()).unwrap())
        });
        tables.collect()
    }

    #[test]
    fn every_game_has_a_rule_for_each_topic_and_each_of_its_men() {
        let tables = tables();
        assert!(!tables.is_empty());
        for (name, rules, definition) in &tables {
            assert_eq!(lacks(&Rulebook::read(rules), definition), Vec::<String>::new(), "{name}");
            for line in rules.lines().filter(|line| !line.starts_with('#')) {
                let (_, number) = line.split_once('=').unwrap();
                let starts = |first: &char| first.is_ascii_uppercase();
                assert!(number.starts_with(|first| starts(&first)), "{name}: {line}");
                assert!(number.ends_with(|last: char| last.is_ascii_digit()), "{name}: {line}");
                // A table without the line lacks what it is about.
                let rest = rules.replacen(&format!("{line}\n"), "", 1);
                let lacking = lacks(&Rulebook::read(&rest), definition);
                assert_eq!(lacking, [line.split_once('=').unwrap().0], "{name} without {line}");
            }
        }
    }

    #[test]
    fn every_line_of_a_table_is_read() {
        let tables = tables().into_iter().map(|(_, rules, _)| rules).chain([OWN.to_owned()]);
        for text in tables {
            let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
            assert_eq!(Rulebook::read(&text).names.len(), lines.count(), "{text}");
        }
        assert!(TOPICS.iter().all(|(_, topic)| {
            Rulebook::default().names.iter().any(|(known, _, _)| known == topic)
        }));
    }
}
