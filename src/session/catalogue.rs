//! The games there are: one line a game.

use super::event::Event;
use super::opened::{Opened, OpenedGame};
use crate::game::{GameOption, Words};
use crate::games::avon::Avon;
use crate::games::avp::{self, Avp};
use crate::games::awarichess::{self, Awarichess};
use crate::games::diagram::{self, AnyDiagram, DefinitionError, Rulebook};
use crossbeam::channel::{Sender, unbounded};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The longest definition file that is read, in bytes.
const LONGEST_DEFINITION: u64 = 1 << 20;

type Opener = fn(&Listing, Sender<Event>) -> Result<Box<dyn OpenedGame>, OpenError>;

/// A game built in.
struct BuiltIn {
    id: &'static str,
    xboard_id: &'static str,
    aliases: &'static [&'static str],
    options: &'static [GameOption],
    open: Opener,
}

/// A game that is defined by a text, with the tables beside it that say what its rules are called and what its
/// evaluation weighs.
macro_rules! diagram {
    ($id:literal, $xboard_id:literal, $aliases:expr) => {
        BuiltIn {
            id: $id,
            xboard_id: $xboard_id,
            aliases: $aliases,
            options: &[],
            open: |game, events| {
                let text = include_str!(concat!("../games/diagram/definitions/", $id, ".txt"));
                let rules = include_str!(concat!("../games/diagram/definitions/", $id, ".rules"));
                let weights =
                    include_str!(concat!("../games/diagram/definitions/", $id, ".weights"));
                open_diagram(game, text, Rulebook::read(rules), weights, events)
            },
        }
    };
}

/// A game whose rules are written in code, with the table in its folder that says what its evaluation weighs.
macro_rules! built_in {
    ($id:literal, $aliases:expr, $options:expr, $game:expr) => {
        BuiltIn {
            id: $id,
            xboard_id: $id,
            aliases: $aliases,
            options: $options,
            open: |_, events| {
                let weights = include_str!(concat!("../games/", $id, "/", $id, ".weights"));
                weighed($game, weights, events)
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
    built_in!("avon", &[], &[], Avon::new()),
    built_in!("avp", &["aliens-vs-predators"], avp::OPTIONS, Avp::default()),
    BuiltIn {
        id: "awarichess",
        xboard_id: "awarichess",
        aliases: &[],
        options: awarichess::OPTIONS,
        open: open_awarichess,
    },
];

fn open_awarichess(
    game: &Listing,
    events: Sender<Event>,
) -> Result<Box<dyn OpenedGame>, OpenError> {
    let opened = Awarichess::new().map_err(|faults| faulty(&game.id, &faults))?;
    weighed(opened, include_str!("../games/awarichess/awarichess.weights"), events)
}

fn boxed<G: Words>(game: G, events: Sender<Event>) -> Box<dyn OpenedGame> {
    Box::new(Opened::new(game, events))
}

fn faulty(id: &str, faults: &[DefinitionError]) -> OpenError {
    OpenError { lines: faults.iter().map(|fault| format!("definition of {id}: {fault}")).collect() }
}

/// Opens a game by its definition text and the text of its weights.
fn open_diagram(
    game: &Listing,
    text: &str,
    rulebook: Rulebook,
    weights: &str,
    events: Sender<Event>,
) -> Result<Box<dyn OpenedGame>, OpenError> {
    let Listing { id, xboard_id, .. } = game;
    let opened = diagram::open(id, xboard_id, text).map_err(|faults| faulty(id, &faults))?;
    match opened.citing(rulebook) {
        AnyDiagram::Small(game) => weighed(*game, weights, events),
        AnyDiagram::Medium(game) => weighed(*game, weights, events),
        AnyDiagram::Large(game) => weighed(*game, weights, events),
    }
}

/// A game with the weights of a text.
fn weighed<G: Words>(
    game: G,
    text: &str,
    events: Sender<Event>,
) -> Result<Box<dyn OpenedGame>, OpenError> {
    let weights = game
        .weights()
        .read(text)
        .map_err(|error| OpenError::one(format!("weights of {}: {error}", game.id())))?;
    Ok(boxed(game.with_weights(&weights).unwrap_or(game), events))
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

impl Listing {
    /// Whether a name is one of the game's, without regard to case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let names = [&self.id, &self.xboard_id];
        names.into_iter().chain(&self.aliases).any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// How the file of weights beside a definition file ends.
pub const WEIGHTS_ENDING: &str = "weights";

/// Where a game comes from.
#[derive(Clone, Debug)]
enum Source {
    BuiltIn(Opener),
    /// A definition file, its text, and that of the weights beside it; empty where there are none.
    Definition(PathBuf, String, String),
}

/// All games that can be opened: the built-in ones and those of definition files. No two of them have a
/// name in common.
#[derive(Clone, Debug)]
pub struct Catalogue {
    games: Vec<(Listing, Source)>,
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::new()
    }
}

impl Catalogue {
    /// The built-in games.
    #[must_use]
    pub fn new() -> Catalogue {
        let listing = |game: &BuiltIn| Listing {
            id: game.id.to_owned(),
            xboard_id: game.xboard_id.to_owned(),
            aliases: game.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        };
        let games = BUILT_IN.iter().map(|game| (listing(game), Source::BuiltIn(game.open)));
        Catalogue { games: games.collect() }
    }

    /// The game that is opened when none is named.
    #[must_use]
    pub fn first_id(&self) -> String {
        self.games[0].0.id.clone()
    }

    /// Every game, in the order of listing.
    #[must_use]
    pub fn listings(&self) -> Vec<Listing> {
        self.games.iter().map(|(listing, _)| listing.clone()).collect()
    }

    /// The ids of all games.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.games.iter().map(|(listing, _)| listing.id.clone()).collect()
    }

    /// The game of a name: an id, XBoard's name or an alias, without regard to case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Listing> {
        self.games.iter().map(|(listing, _)| listing).find(|listing| listing.is_called(name))
    }

    /// The file that defines a game; `None` where it is built in, or where there is none of that name.
    #[must_use]
    pub fn definition_file(&self, name: &str) -> Option<&Path> {
        self.source(name).map(|(file, ..)| file)
    }

    /// All that was read to define a game: the text, and that of the weights beside it; `None` as for the file.
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<String> {
        self.source(name).map(|(_, text, weights)| text.to_owned() + weights)
    }

    fn source(&self, name: &str) -> Option<(&Path, &str, &str)> {
        match self.games.iter().find(|(listing, _)| listing.is_called(name)) {
            Some((_, Source::Definition(file, text, weights))) => Some((file, text, weights)),
            _ => None,
        }
    }

    /// The options that games have of their own, each name once.
    #[must_use]
    pub fn game_options(&self) -> Vec<GameOption> {
        let mut options: Vec<GameOption> = Vec::new();
        for option in BUILT_IN.iter().flat_map(|game| game.options) {
            if options.iter().all(|known| known.name != option.name) {
                options.push(*option);
            }
        }
        options
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
        let (listing, source) = self
            .games
            .iter()
            .find(|(listing, _)| listing.is_called(name))
            .ok_or_else(|| OpenError::one(format!("no variant is called {name}")))?;
        match source {
            Source::BuiltIn(open) => open(listing, events),
            Source::Definition(_, text, weights) => {
                open_diagram(listing, text, Rulebook::default(), weights, events)
            }
        }
    }

    /// Opens a game for looking at positions only: what its searches tell is heard by nobody.
    ///
    /// # Errors
    /// As [`Catalogue::open`].
    pub fn open_unheard(&self, name: &str) -> Result<Box<dyn OpenedGame>, OpenError> {
        self.open(name, unbounded().0)
    }

    /// Adds the game of a definition file, which is called as the file is, without its ending, with the weights
    /// of the file beside it that ends in `.weights`, if there is one; returns its id and notes. A game that has
    /// that name already is replaced, and all of its names mean the new one from then on.
    ///
    /// # Errors
    /// The file can't be read, or what is wrong with the definition, a line each.
    pub fn add_file(&mut self, path: &Path) -> Result<(String, Vec<String>), OpenError> {
        let cannot = |why: String| OpenError::one(format!("{}: {why}", path.display()));
        let text = read_text(path).map_err(cannot)?;
        let beside = path.with_extension(WEIGHTS_ENDING);
        let weights = match beside != path && beside.exists() {
            true => read_text(&beside)
                .map_err(|why| OpenError::one(format!("{}: {why}", beside.display())))?,
            false => String::new(),
        };
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let id = id_of(stem).ok_or_else(|| cannot("the name gives the game no id".to_owned()))?;
        let place = self.games.iter().position(|(listing, _)| listing.is_called(&id));
        let replaced = place.map(|place| &self.games[place].0);
        let listing = replaced.map_or_else(
            || Listing { id: id.clone(), xboard_id: id.clone(), aliases: Vec::new() },
            |old| heir(old, &id),
        );
        open_diagram(&listing, &text, Rulebook::default(), "", unbounded().0)?;
        if !weights.is_empty() {
            open_diagram(&listing, &text, Rulebook::default(), &weights, unbounded().0)
                .map_err(|error| OpenError::one(format!("{}: {error}", beside.display())))?;
        }
        let warnings = diagram::read(&text).map(|read| read.warnings).unwrap_or_default();
        let mut notes: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        notes.extend(
            replaced.map(|old| format!("{id} replaces the game {} that was there", old.id)),
        );
        let game = (listing, Source::Definition(path.to_owned(), text, weights));
        match place {
            Some(place) => self.games[place] = game,
            None => self.games.push(game),
        }
        Ok((id, notes))
    }
}

/// What a game is called that takes the place, and all names, of an old one.
fn heir(old: &Listing, id: &str) -> Listing {
    let names = std::iter::once(&old.id).chain(&old.aliases);
    let aliases = names.filter(|name| !name.eq_ignore_ascii_case(id)).cloned().collect();
    Listing { id: id.to_owned(), xboard_id: old.xboard_id.clone(), aliases }
}

/// The text of a definition file, or of one of weights. Anything but a regular file could keep us waiting, or
/// never end.
///
/// # Errors
/// It can't be read, or is too long.
pub fn read_text(path: &Path) -> Result<String, String> {
    if !fs::metadata(path).map_err(|error| error.to_string())?.is_file() {
        return Err("this is no regular file".to_owned());
    }
    let mut text = String::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(LONGEST_DEFINITION + 1)
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    if text.len() as u64 > LONGEST_DEFINITION {
        return Err(format!("longer than the {LONGEST_DEFINITION} bytes that are read"));
    }
    Ok(text)
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
    use super::{Catalogue, LONGEST_DEFINITION, id_of};
    use std::path::PathBuf;

    const TINY: &str = "files=5 ranks=5 royal=K\nking:K:K:king:c1,,c5\nrook:R:R:rook:a1,,e5\n";

    /// A folder of its own for a test, with definition files in it.
    fn folder(name: &str, files: &[&str]) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("caryatid-catalogue-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|file| std::fs::write(folder.join(file), TINY).unwrap());
        folder
    }

    #[test]
    fn a_definition_takes_over_every_name_of_the_game_it_replaces() {
        let folder = folder("names", &["Chess.txt", "normal.txt", "riff riders.txt", "new.txt"]);
        for file in ["Chess.txt", "normal.txt"] {
            let mut catalogue = Catalogue::new();
            let count = catalogue.listings().len();
            let (id, notes) = catalogue.add_file(&folder.join(file)).unwrap();
            assert!(notes.iter().any(|note| note.contains("replaces the game chess")), "{notes:?}");
            assert_eq!(catalogue.first_id(), id);
            for name in ["chess", "normal", "Standard"] {
                let game = catalogue.open_unheard(name).unwrap();
                assert_eq!((game.id(), game.shape().files), (id.as_str(), 5), "{name}");
                assert_eq!(game.xboard_id(), "normal");
                assert_eq!(catalogue.definition_file(name), Some(folder.join(file).as_path()));
            }
            let xboard = catalogue.listings().into_iter().map(|listing| listing.xboard_id);
            assert_eq!(xboard.filter(|name| name == "normal").count(), 1);
            assert_eq!(catalogue.listings().len(), count);
        }
        let mut catalogue = Catalogue::new();
        assert!(
            catalogue.add_file(&folder.join("riff riders.txt")).unwrap().1[0].contains("avatar")
        );
        assert!(catalogue.add_file(&folder.join("new.txt")).unwrap().1.is_empty());
        assert!(catalogue.add_file(&folder.join("new.txt")).unwrap().1[0].contains("new"));
        assert_eq!(catalogue.first_id(), "chess");
        assert_eq!(catalogue.definition_file("chess"), None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_regular_files_of_a_sane_length_are_read() {
        let folder = folder("odd", &[]);
        let long = folder.join("long.txt");
        std::fs::write(&long, "#".repeat(LONGEST_DEFINITION as usize + 1)).unwrap();
        let mut catalogue = Catalogue::new();
        for (path, reason) in [(&folder, "regular"), (&long, "longer")] {
            let error = catalogue.add_file(path).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

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
    fn the_options_of_every_game_are_known_without_opening_it() {
        let catalogue = Catalogue::new();
        let known = catalogue.game_options();
        let mut found = 0;
        for id in catalogue.ids() {
            for option in catalogue.open_unheard(&id).unwrap().options() {
                assert!(known.contains(option), "{id}: {option:?}");
                found += 1;
            }
        }
        assert!(found >= known.len());
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
