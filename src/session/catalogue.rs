//! The games there are: one line a game.

use super::event::Event;
use super::opened::{Opened, OpenedGame};
use crate::game::Words;
use crossbeam::channel::{Sender, unbounded};
use std::path::Path;

type Opener = fn(Sender<Event>) -> Result<Box<dyn OpenedGame>, OpenError>;

/// A game built in: id, XBoard's name for it, other names accepted, how it is opened.
type BuiltIn = (&'static str, &'static str, &'static [&'static str], Opener);

/// The built-in games, in the order in which they are listed. The first is the default.
const BUILT_IN: &[BuiltIn] = &[("pile", "pile", &[], |events| Ok(boxed(super::toy::Pile, events)))];

fn boxed<G: Words>(game: G, events: Sender<Event>) -> Box<dyn OpenedGame> {
    Box::new(Opened::new(game, events))
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
        BUILT_IN[0].0.to_owned()
    }

    /// Every game, built-in ones first.
    #[must_use]
    pub fn listings(&self) -> Vec<Listing> {
        let built_in = BUILT_IN.iter().map(|&(id, xboard_id, aliases, _)| Listing {
            id: id.to_owned(),
            xboard_id: xboard_id.to_owned(),
            aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
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
        if let Some((_, text)) = self.own.iter().find(|(listing, _)| is(&listing.id)) {
            return open_definition(text, events).map(|(game, _)| game);
        }
        BUILT_IN
            .iter()
            .find(|(id, xboard, aliases, _)| {
                is(id) || is(xboard) || aliases.iter().any(|alias| is(alias))
            })
            .ok_or_else(|| OpenError::one(format!("no variant is called {name}")))
            .and_then(|(_, _, _, opener)| opener(events))
    }

    /// Opens a game for looking at positions only: what its searches tell is heard by nobody.
    ///
    /// # Errors
    /// As [`Catalogue::open`].
    pub fn open_unheard(&self, name: &str) -> Result<Box<dyn OpenedGame>, OpenError> {
        self.open(name, unbounded().0)
    }

    /// Adds the game of a definition file; returns its id and warnings. A game of the same id is
    /// replaced.
    ///
    /// # Errors
    /// The file can't be read, or what is wrong with the definition, a line each.
    pub fn add_file(&mut self, path: &Path) -> Result<(String, Vec<String>), OpenError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| OpenError::one(format!("{}: {error}", path.display())))?;
        let (game, warnings) = open_definition(&text, unbounded().0)?;
        let listing = Listing {
            id: game.id().to_owned(),
            xboard_id: game.xboard_id().to_owned(),
            aliases: Vec::new(),
        };
        let id = listing.id.clone();
        self.own.retain(|(known, _)| known.id != id);
        self.own.push((listing, text));
        Ok((id, warnings))
    }
}

fn open_definition(
    _text: &str,
    _events: Sender<Event>,
) -> Result<(Box<dyn OpenedGame>, Vec<String>), OpenError> {
    Err(OpenError::one("not yet".to_owned()))
}
