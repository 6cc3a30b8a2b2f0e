//! Which engine is meant: the words after `--engine`.

use super::control::TimeSetting;
use super::{ToolError, fingerprint};
use crate::search::Features;
use crate::session::{Resources, read_text};
use std::fmt;
use std::path::{Path, PathBuf};

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// Who plays.
    pub kind: EngineKind,
    /// Its name in results; `None` is made from the kind.
    pub name: Option<String>,
    /// Options that it is given at its start, with their values.
    pub options: Vec<(String, String)>,
    /// Its own time control; where it is empty, that of the match counts.
    pub time: TimeSetting,
    /// Whether it is started anew for each game.
    pub restarts: bool,
    /// Where a program runs; `None` is here.
    pub folder: Option<PathBuf>,
    /// Text of the weights with which the own engine judges; `None` are those of the game.
    pub weights: Option<String>,
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineKind {
    /// This engine, within this process.
    OwnEngine {
        /// Its threads and its table.
        resources: Resources,
        /// The techniques that its search uses.
        features: Features,
    },
    /// Moves at random.
    RandomMover,
    /// Another program.
    Program {
        /// The program and its arguments.
        command: Vec<String>,
        /// The protocol it speaks.
        protocol: ProtocolKind,
    },
}

/// How to talk to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProtocolKind {
    /// UCI.
    Uci,
    /// XBoard.
    XBoard,
}

/// Words of an engine that are settings, not arguments of its program.
const SETTINGS: [&str; 13] = [
    "cmd", "proto", "name", "tc", "movetime", "depth", "nodes", "threads", "hash", "without",
    "weights", "restart", "dir",
];

impl EngineSpec {
    /// This engine within this process, called `name`.
    #[must_use]
    pub fn own(name: &str, resources: Resources, time: TimeSetting) -> EngineSpec {
        EngineSpec {
            kind: EngineKind::OwnEngine { resources, features: Features::ALL },
            name: Some(name.to_owned()),
            options: Vec::new(),
            time,
            restarts: false,
            folder: None,
            weights: None,
        }
    }

    /// Reads the words of an engine: `self`, `random` or `cmd=PROGRAM proto=uci` (or `xboard`), and then,
    /// in any order, `name=`, `tc=`, `movetime=`, `depth=`, `nodes=`, `option.NAME=VALUE`,
    /// `restart=on|off`, `dir=`; for `self` also `threads=`, `hash=`, `weights=FILE` and `without=` (techniques
    /// of the search that it does without: `null-move,killers`, or `all`), or all in one word as
    /// `self:threads=2,hash=16`. A single word with blanks is taken apart first, so that
    /// `cmd=PROGRAM ARGUMENTS proto=uci` may be one word; where the words come separately, a program's
    /// arguments stand before `proto=`. `standard` is what `self` uses where it says nothing.
    ///
    /// # Errors
    /// What is wrong with the words.
    pub fn read(words: &[String], standard: Resources) -> Result<EngineSpec, ToolError> {
        let is_split = words.len() == 1;
        let words = match words {
            [one] => split_words(one)?,
            several => several.to_vec(),
        };
        let mut reader = Reader {
            text: words.join(" "),
            is_split,
            resources: standard,
            head: None,
            command: None,
            protocol: None,
            rest: EngineSpec {
                kind: EngineKind::RandomMover,
                name: None,
                options: Vec::new(),
                time: TimeSetting::default(),
                restarts: false,
                folder: None,
                weights: None,
            },
        };
        for word in &words {
            reader.take(word)?;
        }
        reader.finish()
    }

    /// The name in results.
    #[must_use]
    pub fn name(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        match &self.kind {
            EngineKind::OwnEngine { features: Features::ALL, .. } => "Caryatid".to_owned(),
            EngineKind::OwnEngine { features, .. } => format!("Caryatid without {features}"),
            EngineKind::RandomMover => "Random".to_owned(),
            EngineKind::Program { command, .. } => {
                let program = command.first().map(String::as_str).unwrap_or_default();
                program.rsplit('/').next().unwrap_or(program).to_owned()
            }
        }
    }

    /// How many threads it thinks with, as far as its settings say.
    #[must_use]
    pub fn threads(&self) -> usize {
        let set = self
            .options
            .iter()
            .filter(|(name, _)| ["threads", "cores"].contains(&name.to_ascii_lowercase().as_str()))
            .find_map(|(_, value)| value.parse().ok());
        match &self.kind {
            EngineKind::OwnEngine { resources, .. } => set.unwrap_or(resources.threads),
            EngineKind::RandomMover => 1,
            EngineKind::Program { .. } => set.unwrap_or(1),
        }
    }
}

impl fmt::Display for EngineSpec {
    /// Everything that decides how it plays, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            EngineKind::OwnEngine { resources, features } => {
                write!(f, "self threads={} hash={}", resources.threads, resources.hash_mb)?;
                if *features != Features::ALL {
                    write!(f, " without={features}")?;
                }
            }
            EngineKind::RandomMover => f.write_str("random")?,
            EngineKind::Program { command, protocol } => {
                write!(f, "cmd={} proto={protocol:?}", command.join(" "))?;
            }
        }
        write!(f, " name={} time={}", self.name(), self.time)?;
        if let Some(text) = &self.weights {
            write!(f, " weights={:016x}", fingerprint(text))?;
        }
        self.options.iter().try_for_each(|(name, value)| write!(f, " option.{name}={value}"))
    }
}

fn wrong(text: String) -> ToolError {
    ToolError::Usage(text)
}

/// Words parted by blanks; single or double quotes keep blanks within a word.
fn split_words(text: &str) -> Result<Vec<String>, ToolError> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut begun) = (String::new(), None, false);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(end), letter) if letter == end => quote = None,
            (Some(_), letter) => word.push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                begun = true;
            }
            (None, letter) if letter.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (None, letter) => {
                word.push(letter);
                begun = true;
            }
        }
    }
    if quote.is_some() {
        return Err(wrong(format!("engine `{text}`: a quote is not closed")));
    }
    if begun {
        words.push(word);
    }
    Ok(words)
}

/// The settings behind `self:`, parted by commas, as are the names of a `without=` among them.
fn packed_settings(text: &str) -> Vec<String> {
    let mut settings: Vec<String> = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        match settings.last_mut().filter(|last| last.starts_with("without=")) {
            Some(names) if !part.contains('=') => *names = format!("{names},{part}"),
            _ => settings.push(part.to_owned()),
        }
    }
    settings
}

/// What has been read of an engine.
struct Reader {
    text: String,
    /// Whether the words were parted here, so that what still holds a blank was quoted.
    is_split: bool,
    resources: Resources,
    /// `self` or `random`.
    head: Option<EngineKind>,
    command: Option<Vec<String>>,
    protocol: Option<ProtocolKind>,
    /// Everything but the kind.
    rest: EngineSpec,
}

impl Reader {
    fn fault(&self, what: &str) -> ToolError {
        wrong(format!("engine `{}`: {what}", self.text))
    }

    fn take(&mut self, word: &str) -> Result<(), ToolError> {
        if self.head.is_none() && self.command.is_none() {
            if word == "random" {
                self.head = Some(EngineKind::RandomMover);
                return Ok(());
            }
            if word == "self" || word.starts_with("self:") {
                let (resources, features) = (self.resources, Features::ALL);
                self.head = Some(EngineKind::OwnEngine { resources, features });
                let settings = word.strip_prefix("self:").unwrap_or_default();
                return packed_settings(settings).iter().try_for_each(|setting| self.take(setting));
            }
        }
        match word.split_once('=') {
            Some((name, value)) if name.starts_with("option.") => {
                let name = name.trim_start_matches("option.").to_owned();
                self.rest.options.push((name, value.to_owned()));
                Ok(())
            }
            Some((name, value)) if SETTINGS.contains(&name) => self.set(name, value),
            // Where words come separately, a program's arguments stand in `cmd=` or right behind it.
            _ if self.protocol.is_some() && !self.is_split => Err(self.fault(&format!(
                "`{word}` is no setting of an engine; arguments of its program stand before proto="
            ))),
            _ => match &mut self.command {
                Some(command) => {
                    command.push(word.to_owned());
                    Ok(())
                }
                None => Err(self.fault(&format!(
                    "`{word}` is no setting; it begins with self, random or cmd="
                ))),
            },
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ToolError> {
        if self.rest.time.set(name, value)? {
            return Ok(());
        }
        match name {
            "cmd" if self.is_split => self.command = Some(vec![value.to_owned()]),
            "cmd" => self.command = Some(split_words(value)?),
            "proto" => {
                self.protocol = Some(match value {
                    "uci" => ProtocolKind::Uci,
                    "xboard" => ProtocolKind::XBoard,
                    _ => {
                        return Err(
                            self.fault(&format!("protocol `{value}` is neither uci nor xboard"))
                        );
                    }
                });
            }
            "name" => self.rest.name = Some(value.to_owned()).filter(|name| !name.is_empty()),
            "weights" => {
                if !matches!(self.head, Some(EngineKind::OwnEngine { .. })) {
                    return Err(self.fault("weights is for self"));
                }
                let text = read_text(Path::new(value))
                    .map_err(|error| self.fault(&format!("weights {value}: {error}")))?;
                self.rest.weights = Some(text);
            }
            "dir" => self.rest.folder = Some(PathBuf::from(value)),
            "restart" => {
                self.rest.restarts = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(self.fault("restart is on or off")),
                }
            }
            "without" => {
                let Some(EngineKind::OwnEngine { features, .. }) = &mut self.head else {
                    return Err(self.fault("without is for self: no other search is known so well"));
                };
                match features.without_named(value) {
                    Ok(rest) => *features = rest,
                    Err(unknown) => return Err(self.fault(&format!("without={value}: {unknown}"))),
                }
            }
            _ => {
                let number = value.parse().ok().filter(|&number: &usize| number > 0);
                let number =
                    number.ok_or_else(|| self.fault(&format!("{name} needs a number above 0")))?;
                let Some(EngineKind::OwnEngine { resources, .. }) = &mut self.head else {
                    return Err(
                        self.fault(&format!("{name} is for self; a program has option.{name}"))
                    );
                };
                match name {
                    "threads" => resources.threads = number,
                    _ => resources.hash_mb = number,
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<EngineSpec, ToolError> {
        let kind = match (self.head.clone(), self.command.clone()) {
            (Some(_), Some(_)) => return Err(self.fault("it is either a program or not")),
            (Some(kind), None) => kind,
            (None, None) => {
                return Err(self.fault("it is none of self, random, cmd=... proto=uci|xboard"));
            }
            (None, Some(command)) => {
                if command.first().is_none_or(String::is_empty) {
                    return Err(self.fault("it names no program"));
                }
                let protocol = self
                    .protocol
                    .ok_or_else(|| self.fault("it lacks proto=uci or proto=xboard"))?;
                if protocol == ProtocolKind::XBoard && self.rest.time.nodes.is_some() {
                    return Err(self.fault("XBoard has no limit of nodes"));
                }
                EngineKind::Program { command, protocol }
            }
        };
        Ok(EngineSpec { kind, ..self.rest })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{EngineKind, EngineSpec, ProtocolKind};
    use crate::search::{Feature, Features};
    use crate::session::Resources;
    use std::time::Duration;

    const STANDARD: Resources = Resources { threads: 1, hash_mb: 16 };

    fn read(words: &[&str]) -> Result<EngineSpec, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        EngineSpec::read(&words, STANDARD).map_err(|error| error.to_string())
    }

    #[test]
    fn the_own_engine() {
        let own = |resources, features| EngineKind::OwnEngine { resources, features };
        assert_eq!(read(&["self"]).unwrap().kind, own(STANDARD, Features::ALL));
        let two = own(Resources { threads: 2, hash_mb: 1 }, Features::ALL);
        assert_eq!(read(&["self:threads=2,hash=1"]).unwrap().kind, two);
        assert_eq!(read(&["self", "threads=2", "hash=1"]).unwrap().kind, two);
        assert_eq!(read(&["self threads=2 hash=1"]).unwrap().threads(), 2);
        assert_eq!(read(&["random"]).unwrap().kind, EngineKind::RandomMover);
    }

    #[test]
    fn the_own_engine_without_some_features() {
        let rest = Features::ALL.without(Feature::NullMove).without(Feature::Killers);
        let less = |threads, features| EngineKind::OwnEngine {
            resources: Resources { threads, ..STANDARD },
            features,
        };
        for words in [
            &["self", "threads=2", "without=null-move,killers"][..],
            &["self threads=2 without=null-move,killers"],
            &["self:without=null-move,killers,threads=2"],
            &["self", "without=killers", "without=null-move", "threads=2"],
        ] {
            let engine = read(words).unwrap();
            assert_eq!(engine.kind, less(2, rest), "{words:?}");
            assert_eq!(engine.name(), "Caryatid without null-move,killers");
            assert!(engine.to_string().contains(" without=null-move,killers "), "{engine}");
        }
        assert_eq!(read(&["self:without=all"]).unwrap().kind, less(1, Features::NONE));
        assert!(!read(&["self"]).unwrap().to_string().contains("without"));
    }

    #[test]
    fn a_program_in_one_word_or_in_several() {
        let uci = EngineKind::Program {
            command: vec!["/usr/games/gnuchess".to_owned(), "--uci".to_owned()],
            protocol: ProtocolKind::Uci,
        };
        let one = read(&["cmd=/usr/games/gnuchess --uci proto=uci"]).unwrap();
        assert_eq!((&one.kind, one.name().as_str()), (&uci, "gnuchess"));
        let several = read(&["cmd=/usr/games/gnuchess --uci", "proto=uci", "name=G N U"]).unwrap();
        assert_eq!((&several.kind, several.name().as_str()), (&uci, "G N U"));
        let parted = read(&["cmd=/usr/games/gnuchess", "--uci", "proto=uci"]).unwrap();
        assert_eq!(parted.kind, uci);
        let quoted = read(&["cmd='/a place/engine' proto=xboard"]).unwrap();
        assert!(
            matches!(quoted.kind, EngineKind::Program { command, .. } if command == ["/a place/engine"])
        );
    }

    #[test]
    fn settings_of_an_engine() {
        let engine = read(&[
            "cmd=prog",
            "proto=uci",
            "tc=2+0.1",
            "option.Move Overhead=5",
            "option.Threads=3",
        ])
        .unwrap();
        assert_eq!(engine.time.clock.unwrap().base, Duration::from_secs(2));
        assert_eq!(engine.options[0], ("Move Overhead".to_owned(), "5".to_owned()));
        assert_eq!(engine.threads(), 3);
        let told = engine.to_string();
        assert!(told.contains("option.Threads=3") && told.contains("time=2+0.1"), "{told}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (words, reason) in [
            (&["nobody"][..], "begins with self"),
            (&["proto=uci"], "none of"),
            (&["self:speed=3"], "no setting"),
            (&["self:threads=0"], "above 0"),
            (&["self", "cmd=prog"], "either"),
            (&["cmd=prog", "proto=uci", "hash=3"], "option.hash"),
            (&["cmd=prog"], "lacks proto"),
            (&["cmd=prog", "proto=uci", "foo=bar"], "`foo=bar` is no setting"),
            (&["cmd=prog -x", "proto=uci", "option.Hash"], "`option.Hash` is no setting"),
            (&["cmd=prog proto=gtp"], "neither uci nor xboard"),
            (&["cmd= proto=uci"], "names no program"),
            (&["cmd='prog proto=uci"], "quote"),
            (&["cmd=prog", "proto=xboard", "nodes=5"], "nodes"),
            (&["self", "tc=1", "movetime=5"], "exclude"),
            (&["self", "restart=maybe"], "on or off"),
            (&["self", "weights=no such file"], "weights no such file"),
            (&["self", "weights=src"], "no regular file"),
            (&["random", "weights=Cargo.toml"], "for self"),
            (&["self", "without=luck"], "no feature `luck`; it has null-move, "),
            (&["self:without=luck"], "no feature `luck`; it has null-move, "),
            (&["self", "without="], "no feature ``; it has null-move, "),
            (&["random", "without=killers"], "without is for self"),
            (&["cmd=prog", "proto=uci", "without=killers"], "without is for self"),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.contains(reason), "{words:?}: {error}");
        }
    }
}
