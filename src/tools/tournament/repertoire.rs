//! Which games a program says that it plays, and how it calls the one of the match.

use super::player::{Fault, FaultKind};

/// XBoard's name of the game that a program plays which names none.
const STANDARD: &str = "normal";

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

/// Names as a sentence lists them.
pub(super) fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::GameNames;

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
}
