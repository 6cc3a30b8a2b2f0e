//! Which games a program says that it plays, and how it calls the one of the match.

use super::player::{Fault, FaultKind};
use caryatid_protocol::text::same_option_name;
use std::collections::BTreeSet;
use std::path::Path;

/// XBoard's name of the game that a program plays which names none.
const STANDARD: &str = "normal";

/// The option of UCI that chooses the game.
pub(super) const VARIANT: &str = "UCI_Variant";

/// The option that brings a program a game of its user's own, which it can't list before.
const DEFINITIONS: &str = "VariantPath";

/// What the game of a match is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameNames {
    /// The id.
    pub(super) id: String,
    /// XBoard's name.
    pub(super) xboard_id: String,
    /// Other names of the same rules.
    pub(super) aliases: Vec<String>,
}

impl GameNames {
    /// Whether it is the game that a program plays which names none.
    pub(super) fn is_standard(&self) -> bool {
        self.xboard_id == STANDARD
    }

    /// The name that is among those offered, without regard to case; the id comes before the others.
    pub(super) fn among(&self, offered: &[String]) -> Option<&str> {
        let names = [&self.id, &self.xboard_id].into_iter().chain(&self.aliases);
        names.map(String::as_str).find(|name| is_among(name, offered))
    }

    /// The same, where XBoard's name comes before the others.
    pub(super) fn among_xboards(&self, offered: &[String]) -> Option<&str> {
        let own = Some(self.xboard_id.as_str()).filter(|name| is_among(name, offered));
        own.or_else(|| self.among(offered))
    }

    /// What comes of what a program seems to say against the game, and of what its first position or its first
    /// move shows against it: only the latter is proof.
    ///
    /// # Errors
    /// It doesn't play the game.
    pub(super) fn judge(
        &self,
        complaint: Option<String>,
        shown: Option<String>,
    ) -> Result<(), Fault> {
        let said = complaint.map(|text| format!("it says {text}"));
        match shown {
            Some(shown) => Err(self.unfit(&match said {
                Some(said) => format!("{said}; {shown}"),
                None => shown,
            })),
            None => {
                if let Some(said) = said {
                    log::warn!("an engine may not play {}: {said}", self.id);
                }
                Ok(())
            }
        }
    }

    /// That a program doesn't play the game, and what it says itself.
    pub(super) fn unfit(&self, why: &str) -> Fault {
        Fault::new(FaultKind::Unfit, format!("it does not play {}: {why}", self.id))
    }
}

fn is_among(name: &str, offered: &[String]) -> bool {
    offered.iter().any(|offer| offer.eq_ignore_ascii_case(name))
}

/// Whether the options of a program bring it a game that it can't have listed.
pub(super) fn brings_a_game(options: &[(String, String)]) -> bool {
    options.iter().any(is_definition)
}

/// Whether an option brings a program a game.
pub(super) fn is_definition((name, _): &(String, String)) -> bool {
    name.eq_ignore_ascii_case(DEFINITIONS)
}

/// Whether an option chooses the game that is played.
pub(super) fn chooses_a_game(option: &(String, String)) -> bool {
    is_definition(option) || same_option_name(&option.0, VARIANT)
}

/// Whether a program is given the file that defines a game: by an option, or among the words of its command.
pub(super) fn is_given(file: &Path, command: &[String], options: &[(String, String)]) -> bool {
    let is_it = |word: &String| {
        let word = word.rsplit('=').next().unwrap_or(word);
        Path::new(word).file_name() == file.file_name()
    };
    brings_a_game(options) || command.iter().skip(1).any(is_it)
}

/// What a program that was given a file seems to say against it, or against the game in it, in its words or its
/// errors. `talk` is what was said, as it is kept for reports.
pub(super) fn complaint(
    talk: &[String],
    names: &GameNames,
    options: &[(String, String)],
) -> Option<String> {
    const GREETINGS: [&str; 3] = ["option ", "id ", "feature "];
    let files = options.iter().filter(|option| is_definition(option)).map(|(_, file)| file);
    let files: Vec<String> = files.map(|file| file.to_lowercase()).collect();
    let said =
        talk.iter().filter_map(|line| [" < ", " ! "].iter().find_map(|mark| line.split_once(mark)));
    let mut said = said.map(|(_, text)| text).filter(|text| {
        let lower = text.to_lowercase();
        let is_about = files.iter().any(|file| lower.contains(file.as_str()))
            || words(&lower).any(|word| word == names.id);
        let is_greeting = GREETINGS.iter().any(|begin| lower.starts_with(begin));
        is_about && !is_greeting && has_sign(&lower, names, &files)
    });
    let text = said.next().filter(|_| !files.is_empty())?;
    let text =
        ["info string ", "# "].iter().find_map(|begin| text.strip_prefix(begin)).unwrap_or(text);
    Some(text.to_owned())
}

/// The words of a line, without what stands around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_alphanumeric() || "-'".contains(letter);
    text.split(move |letter: char| !is_part(letter))
        .map(|word| word.trim_matches('\''))
        .filter(|word| !word.is_empty())
}

/// Whether a line in small letters has a word for what went wrong. Names of files and of the game are none, and
/// neither is what tells of a part that was skipped, or of a game with its start position.
fn has_sign(line: &str, names: &GameNames, files: &[String]) -> bool {
    const SIGNS: [&str; 17] = [
        "definition of",
        "no variant",
        "such file",
        "unable",
        "cannot",
        "can't",
        "could not",
        "couldn't",
        "not found",
        "unknown",
        "invalid",
        "unsupported",
        "fail",
        "fails",
        "failed",
        "failure",
        "error",
    ];
    let line = files.iter().fold(line.to_owned(), |line, file| line.replace(file.as_str(), " "));
    let is_path = |word: &&str| word.contains(['/', '\\']);
    let line: Vec<&str> = line.split_whitespace().filter(|word| !is_path(word)).collect();
    let line = line.join(" ");
    let words: Vec<&str> = words(&line).filter(|word| *word != names.id).collect();
    let is_harmless = words.iter().any(|word| ["startpos", "skipped"].contains(word));
    let text = format!(" {} ", words.join(" "));
    !is_harmless && SIGNS.iter().any(|sign| text.contains(&format!(" {sign} ")))
}

/// Whether two positions, as FENs of two programs, have the same men on the same squares. Letters may differ, as
/// long as each stands for the same men everywhere.
pub(super) fn are_alike(fen: &str, other: &str) -> bool {
    let [men, others] = [fen, other].map(squares);
    let letters =
        |men: &[String]| men.iter().map(|man| man.to_lowercase()).collect::<BTreeSet<_>>();
    if letters(&men) == letters(&others) {
        return men == others;
    }
    let is_white = |man: &str| man.chars().any(|letter| letter.is_ascii_uppercase());
    let pairs: BTreeSet<(&str, &str)> =
        men.iter().map(String::as_str).zip(others.iter().map(String::as_str)).collect();
    let one_each = |these: BTreeSet<&str>| these.len() == pairs.len();
    men.len() == others.len()
        && one_each(pairs.iter().map(|&(man, _)| man).collect())
        && one_each(pairs.iter().map(|&(_, man)| man).collect())
        && pairs.iter().all(|&(man, other)| {
            (man == EMPTY) == (other == EMPTY)
                && (man == NEW_RANK) == (other == NEW_RANK)
                && is_white(man) == is_white(other)
        })
}

/// What stands for an empty square, and between ranks.
const EMPTY: &str = ".";
const NEW_RANK: &str = "/";

/// The squares of a placement, one after the other, without what a side has in hand.
fn squares(fen: &str) -> Vec<String> {
    let placement = fen.split([' ', '[']).next().unwrap_or_default();
    let mut squares = Vec::new();
    let (mut run, mut mark) = (0, String::new());
    for letter in placement.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = run * 10 + digit as usize;
            continue;
        }
        squares.extend(std::iter::repeat_n(
            EMPTY.to_owned(),
            std::mem::take(&mut run).min(LONGEST_RUN),
        ));
        mark.push(letter);
        if letter != '+' {
            squares.push(std::mem::take(&mut mark));
        }
    }
    squares.extend(std::iter::repeat_n(EMPTY.to_owned(), run.min(LONGEST_RUN)));
    squares
}

/// No rank has more squares.
const LONGEST_RUN: usize = 16;

/// Names as a sentence lists them.
pub(super) fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::{GameNames, are_alike, complaint, is_given};
    use std::path::Path;

    #[test]
    fn a_game_is_found_under_each_of_its_names() {
        let names = GameNames {
            id: "stones".to_owned(),
            xboard_id: "normal".to_owned(),
            aliases: vec!["heap".to_owned()],
        };
        let offered = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        assert_eq!(names.among(&offered("x Heap normal STONES")), Some("stones"));
        assert_eq!(names.among_xboards(&offered("x heap normal stones")), Some("normal"));
        assert_eq!(names.among(&offered("x HEAP")), Some("heap"));
        assert_eq!(names.among(&offered("stone heaps")), None);
        assert!(names.is_standard());
    }

    fn options(file: &str) -> Vec<(String, String)> {
        vec![("variantpath".to_owned(), file.to_owned())]
    }

    #[test]
    fn a_definition_is_given_by_an_option_or_in_the_command() {
        let file = Path::new("/games/heap.txt");
        let command = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        assert!(is_given(file, &command("program"), &options("heap.ini")));
        assert!(is_given(file, &command("program --definition=heap.txt"), &[]));
        assert!(is_given(file, &command("program load ../heap.txt"), &[]));
        assert!(!is_given(file, &command("heap.txt heap"), &[]));
    }

    #[test]
    fn what_is_said_against_a_file_is_found_among_all_that_is_said() {
        let names =
            GameNames { id: "heap".to_owned(), xboard_id: "heap".to_owned(), aliases: Vec::new() };
        let found = |line: &str, file: &str| {
            complaint(&[format!("     0.001 {line}")], &names, &options(file))
        };
        for (line, text) in [
            ("< info string /x/h.txt: No such file", "/x/h.txt: No such file"),
            ("! Unable to open file /x/h.txt", "Unable to open file /x/h.txt"),
            ("< info string definition of heap: line 3", "definition of heap: line 3"),
            ("< Error (unsupported variant): heap", "Error (unsupported variant): heap"),
            ("< heap could not be loaded", "heap could not be loaded"),
            ("! Failed: 'heap'", "Failed: 'heap'"),
        ] {
            assert_eq!(found(line, "/x/h.txt").as_deref(), Some(text));
        }
        for line in [
            "> setoption name VariantPath value /x/h.txt error",
            "< info string line 2, `newFangled=3`: unknown, skipped",
            "< info string heap: men",
            "< info string variant heap files 5 ranks 5 startpos error w - - 0 1",
            "< /x/h.txt: 0 errors",
            "< reading /x/errors/heap.txt, unfailing",
            "< info string heap from /x/no such file/error of mine: 3 men",
            "! cheap tables are unknown here",
            "< option name UCI_Variant type combo default error var heap",
        ] {
            assert_eq!(found(line, "/x/h.txt"), None, "{line}");
        }
        assert_eq!(complaint(&["0.1 < no variant heap".to_owned()], &names, &[]), None);
        let names = GameNames { id: "error".to_owned(), ..names };
        let found = |line: &str| {
            complaint(&[format!("     0.001 {line}")], &names, &options("/x/error.txt"))
        };
        assert_eq!(found("< info string variant error, from /x/error.txt"), None);
        assert!(found("< error: unknown").is_some());
    }

    #[test]
    fn arrays_are_alike_where_letters_are_changed_throughout() {
        let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (other, alike) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", true),
            ("rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR w - - 0 1", true),
            ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", false),
            ("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", false),
            ("rsbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBNR w - - 0 1", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/rnbqkbnr w - - 0 1", false),
            ("10/10", false),
        ] {
            assert_eq!(are_alike(chess, other), alike, "{other}");
        }
    }
}
