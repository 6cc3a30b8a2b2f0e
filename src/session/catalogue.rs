//! The games there are: one line a game.

use super::event::Event;
use super::opened::{Opened, OpenedGame};
use crate::game::Words;
use crate::games::diagram::{self, AnyDiagram};
use crossbeam::channel::{Sender, unbounded};
use std::path::Path;

type Opener = fn(&BuiltIn, Sender<Event>) -> Result<Box<dyn OpenedGame>, OpenError>;

/// A game built in.
struct BuiltIn {
    id: &'static str,
    xboard_id: &'static str,
    aliases: &'static [&'static str],
    open: Opener,
}

/// A game that is defined by a text.
macro_rules! diagram {
    ($id:literal, $xboard_id:literal, $aliases:expr) => {
        BuiltIn {
            id: $id,
            xboard_id: $xboard_id,
            aliases: $aliases,
            open: |game, events| {
                let text = include_str!(concat!("../games/diagram/definitions/", $id, ".txt"));
                open_diagram(game.id, game.xboard_id, text, events)
            },
        }
    };
}

/// The built-in games, in the order in which they are listed. The first is the default.
const BUILT_IN: &[BuiltIn] = &[
    diagram!("chess", "normal", &["standard"]),
    diagram!("avatar", "avatar", &["avatar-riff-riders", "riff-riders"]),
    diagram!("capablanca", "capablanca", &[]),
    diagram!("gothic", "gothic", &[]),
    diagram!("embassy", "embassy", &[]),
    diagram!("janus", "janus", &[]),
    diagram!("grand", "grand", &[]),
    diagram!("shako", "shako", &[]),
];

fn boxed<G: Words>(game: G, events: Sender<Event>) -> Box<dyn OpenedGame> {
    Box::new(Opened::new(game, events))
}

/// Opens a game by its definition text.
fn open_diagram(
    id: &str,
    xboard_id: &str,
    text: &str,
    events: Sender<Event>,
) -> Result<Box<dyn OpenedGame>, OpenError> {
    let opened = diagram::open(id, xboard_id, text).map_err(|faults| OpenError {
        lines: faults.iter().map(|fault| format!("definition of {id}: {fault}")).collect(),
    })?;
    Ok(match opened {
        AnyDiagram::Small(game) => boxed(*game, events),
        AnyDiagram::Medium(game) => boxed(*game, events),
        AnyDiagram::Large(game) => boxed(*game, events),
    })
}

/// Why a game could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", lines.join("\n"))]
pub struct OpenError {
    /// What is wrong, a line each.
    pub lines: Vec<String>,
}

impl OpenError {
    fn one(line: String) -> OpenError {
        OpenError { lines: vec![line] }
    }
}

/// How a game is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The id in `UCI_Variant` and on the command line.
    pub id: String,
    /// XBoard's name.
    pub xboard_id: String,
    /// Other names accepted.
    pub aliases: Vec<String>,
}

/// All games that can be opened: the built-in ones and those of definition files.
#[derive(Clone, Default, Debug)]
pub struct Catalogue {
    /// Definitions of the user, by the id that each gives its game.
    own: Vec<(Listing, String)>,
}

impl Catalogue {
    /// The built-in games.
    #[must_use]
    pub fn new() -> Catalogue {
        Catalogue::default()
    }

    /// The game that is opened when none is named.
    #[must_use]
    pub fn first_id(&self) -> String {
        BUILT_IN[0].id.to_owned()
    }

    /// Every game, built-in ones first. A definition of the user hides a built-in game of its id.
    #[must_use]
    pub fn listings(&self) -> Vec<Listing> {
        let hidden = |game: &&BuiltIn| self.own.iter().any(|(own, _)| own.id == game.id);
        let built_in = BUILT_IN.iter().filter(|game| !hidden(game)).map(|game| Listing {
            id: game.id.to_owned(),
            xboard_id: game.xboard_id.to_owned(),
            aliases: game.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        });
        built_in.chain(self.own.iter().map(|(listing, _)| listing.clone())).collect()
    }

    /// The ids of all games.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.listings().into_iter().map(|listing| listing.id).collect()
    }

    /// Opens a game by id, XBoard name or alias, without regard to case. Its searches tell what they
    /// find through `events`.
    ///
    /// # Errors
    /// There is no such game, or what is wrong with its definition.
    pub fn open(
        &self,
        name: &str,
        events: Sender<Event>,
    ) -> Result<Box<dyn OpenedGame>, OpenError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        if let Some((listing, text)) = self.own.iter().find(|(listing, _)| is(&listing.id)) {
            return open_diagram(&listing.id, &listing.xboard_id, text, events);
        }
        BUILT_IN
            .iter()
            .find(|game| {
                is(game.id) || is(game.xboard_id) || game.aliases.iter().any(|alias| is(alias))
            })
            .ok_or_else(|| OpenError::one(format!("no variant is called {name}")))
            .and_then(|game| (game.open)(game, events))
    }

    /// Opens a game for looking at positions only: what its searches tell is heard by nobody.
    ///
    /// # Errors
    /// As [`Catalogue::open`].
    pub fn open_unheard(&self, name: &str) -> Result<Box<dyn OpenedGame>, OpenError> {
        self.open(name, unbounded().0)
    }

    /// Adds the game of a definition file, which is called as the file is, without its ending; returns
    /// its id and warnings. A game of the same id is replaced.
    ///
    /// # Errors
    /// The file can't be read, or what is wrong with the definition, a line each.
    pub fn add_file(&mut self, path: &Path) -> Result<(String, Vec<String>), OpenError> {
        let cannot = |why: String| OpenError::one(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| cannot(error.to_string()))?;
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let id = id_of(stem).ok_or_else(|| cannot("the name gives the game no id".to_owned()))?;
        open_diagram(&id, &id, &text, unbounded().0)?;
        let warnings = diagram::read(&text).map(|read| read.warnings).unwrap_or_default();
        self.own.retain(|(known, _)| known.id != id);
        let listing = Listing { id: id.clone(), xboard_id: id.clone(), aliases: Vec::new() };
        self.own.push((listing, text));
        Ok((id, warnings))
    }
}

/// A game's id from the name of its file: lower case, without what would break a line of a protocol.
fn id_of(stem: &str) -> Option<String> {
    let id: String = stem
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
        .collect();
    id.chars().any(char::is_alphanumeric).then_some(id)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Catalogue, id_of};

    #[test]
    fn every_game_opens_by_each_of_its_names() {
        let catalogue = Catalogue::new();
        for listing in catalogue.listings() {
            for name in [&listing.id, &listing.xboard_id].into_iter().chain(&listing.aliases) {
                let game = catalogue.open_unheard(&name.to_uppercase()).unwrap();
                assert_eq!(game.id(), listing.id);
                assert_eq!(game.xboard_id(), listing.xboard_id);
            }
        }
    }

    #[test]
    fn an_unknown_name_is_said() {
        let error = Catalogue::new().open_unheard("nosuch").err().unwrap();
        assert!(error.to_string().contains("nosuch"));
    }

    #[test]
    fn file_names_become_ids() {
        assert_eq!(id_of("My Game"), Some("my-game".to_owned()));
        assert_eq!(id_of("..."), None);
    }
}
