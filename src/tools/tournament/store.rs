//! The files of a match: PGN, JSON lines, and the one from which a stopped match goes on.

use super::ToolError;
use super::record::GameRecord;
use super::report::Tally;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What must be the same for a stopped match to go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) variant: String,
    /// Each engine with everything that decides how it plays.
    pub(super) engines: Vec<String>,
    /// Seats, format, adjudication, margins.
    pub(super) rules: String,
    /// Where games begin: seed, moves by chance, a number made of the file's openings.
    pub(super) openings: String,
}

/// What stands at the end of a file for machines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Summary {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) faults: u32,
    /// Elo of the first participant and half of its 95 % interval; missing where they are not finite.
    pub(super) elo: Option<f64>,
    pub(super) elo_error: Option<f64>,
    /// The log-likelihood ratio of a test.
    pub(super) llr: Option<f64>,
}

impl Summary {
    pub(super) fn new(tally: Tally) -> Summary {
        let Tally { wins, draws, losses, faults } = tally;
        Summary { wins, draws, losses, faults, elo: None, elo_error: None, llr: None }
    }
}

/// A line of a file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    Match(Header),
    Game(Box<GameRecord>),
    Summary(Summary),
}

/// A file that grows.
struct Growing {
    path: PathBuf,
    file: File,
}

fn unwritable(path: &Path, error: &io::Error) -> ToolError {
    ToolError::Usage(format!("{} can't be written: {error}", path.display()))
}

impl Growing {
    fn create(path: &Path) -> Result<Growing, ToolError> {
        let file = File::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(Growing { path: path.to_owned(), file })
    }

    fn add(&mut self, text: &str) -> Result<(), ToolError> {
        self.file.write_all(text.as_bytes()).map_err(|error| unwritable(&self.path, &error))
    }

    fn add_entry(&mut self, entry: &Entry) -> Result<(), ToolError> {
        let line = serde_json::to_string(entry).map_err(io::Error::from)?;
        self.add(&format!("{line}\n"))
    }
}

/// The open files.
pub(super) struct Store {
    pgn: Option<Growing>,
    json: Option<Growing>,
    resume: Option<Growing>,
}

/// Where the files are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<'a> {
    pub(super) pgn: Option<&'a Path>,
    pub(super) json: Option<&'a Path>,
    pub(super) resume: Option<&'a Path>,
}

impl Store {
    /// Opens the files. If the one to go on from exists, its games are given back and the other files
    /// begin with them.
    ///
    /// # Errors
    /// A file can't be read or written, or the match to go on with is another one.
    pub(super) fn open(
        places: Places<'_>,
        header: &Header,
    ) -> Result<(Store, Vec<GameRecord>), ToolError> {
        let (resume, games) = match places.resume {
            Some(path) => {
                let (file, games) = go_on(path, header)?;
                (Some(file), games)
            }
            None => (None, Vec::new()),
        };
        let mut store = Store {
            pgn: places.pgn.map(Growing::create).transpose()?,
            json: places.json.map(Growing::create).transpose()?,
            resume: None,
        };
        if let Some(json) = &mut store.json {
            json.add_entry(&Entry::Match(header.clone()))?;
        }
        for game in &games {
            store.add(game)?;
        }
        store.resume = resume;
        Ok((store, games))
    }

    /// Writes a game down: first where it counts for going on.
    ///
    /// # Errors
    /// A file can't be written.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), ToolError> {
        for file in [&mut self.resume, &mut self.json].into_iter().flatten() {
            file.add_entry(&Entry::Game(Box::new(game.clone())))?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.add(&game.pgn())?;
        }
        Ok(())
    }

    /// Writes the end of the file for machines.
    ///
    /// # Errors
    /// It can't be written.
    pub(super) fn finish(&mut self, summary: &Summary) -> Result<(), ToolError> {
        match &mut self.json {
            Some(json) => json.add_entry(&Entry::Summary(summary.clone())),
            None => Ok(()),
        }
    }
}

/// Opens the file of a stopped match, or begins one. A last line that was not finished is cut off.
fn go_on(path: &Path, header: &Header) -> Result<(Growing, Vec<GameRecord>), ToolError> {
    let wrong = |what: String| ToolError::Usage(format!("{}: {what}", path.display()));
    let mut options = OpenOptions::new();
    let mut file = options
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .map_err(|error| unwritable(path, &error))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| wrong(error.to_string()))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    file.set_len(whole as u64).map_err(|error| unwritable(path, &error))?;
    let mut growing = Growing { path: path.to_owned(), file };
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let mut games = Vec::new();
    let mut known = false;
    for (number, line) in text.lines().enumerate() {
        let entry = serde_json::from_str(line)
            .map_err(|error| wrong(format!("line {}: {error}", number + 1)))?;
        match entry {
            Entry::Match(earlier) if earlier == *header => known = true,
            Entry::Match(earlier) => return Err(wrong(difference(&earlier, header))),
            Entry::Game(game) => games.push(*game),
            Entry::Summary(_) => {}
        }
    }
    if !known {
        if !games.is_empty() {
            return Err(wrong("games without a match".to_owned()));
        }
        growing.add_entry(&Entry::Match(header.clone()))?;
    }
    Ok((growing, games))
}

fn difference(earlier: &Header, now: &Header) -> String {
    let parts = [
        ("variant", earlier.variant.clone(), now.variant.clone()),
        ("engines", earlier.engines.join("; "), now.engines.join("; ")),
        ("rules", earlier.rules.clone(), now.rules.clone()),
        ("openings", earlier.openings.clone(), now.openings.clone()),
    ];
    let mut differing = parts.iter().filter(|(_, earlier, now)| earlier != now);
    let (name, earlier, now) = differing
        .next()
        .map_or(("nothing", "", ""), |(name, a, b)| (*name, a.as_str(), b.as_str()));
    format!("it holds another match: {name} were `{earlier}`, now `{now}`")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Entry, Header, Places, Store, Summary};
    use crate::tools::tournament::record::tests::record;
    use crate::tools::tournament::report::Tally;
    use std::fs;
    use std::path::PathBuf;

    fn header() -> Header {
        let text = |text: &str| text.to_owned();
        Header {
            variant: text("x"),
            engines: vec![text("a")],
            rules: text("r"),
            openings: text("o"),
        }
    }

    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("caryatid-store-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_stopped_match_goes_on_and_its_files_are_made_anew() {
        let (resume, pgn, json) = (scratch("r"), scratch("p"), scratch("j"));
        let places = Places { pgn: Some(&pgn), json: Some(&json), resume: Some(&resume) };
        let (mut store, games) = Store::open(places, &header()).unwrap();
        assert!(games.is_empty());
        store.add(&record()).unwrap();
        let mut second = record();
        (second.number, second.moves[2].time) = (3, Some(0.1 + 0.2));
        store.add(&second).unwrap();
        drop(store);
        // Killed while writing a third one.
        let mut text = fs::read(&resume).unwrap();
        text.extend(b"{\"game\":{\"numb");
        fs::write(&resume, text).unwrap();
        let (mut store, games) = Store::open(places, &header()).unwrap();
        assert_eq!(games, [record(), second.clone()]);
        let mut third = record();
        third.number = 4;
        store.add(&third).unwrap();
        store.finish(&Summary::new(Tally::default())).unwrap();
        drop(store);
        assert_eq!(
            fs::read_to_string(&pgn).unwrap(),
            record().pgn() + &second.pgn() + &third.pgn()
        );
        let lines = fs::read_to_string(&json).unwrap();
        assert_eq!(lines.lines().count(), 5);
        assert!(lines.starts_with("{\"match\":") && lines.contains("\n{\"summary\":"));
        let (_, games) = Store::open(places, &header()).unwrap();
        assert_eq!(games.len(), 3);
        [resume, pgn, json].iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    #[test]
    fn another_match_is_refused_with_what_differs() {
        let resume = scratch("other");
        let places = Places { pgn: None, json: None, resume: Some(&resume) };
        drop(Store::open(places, &header()).unwrap());
        let mut other = header();
        other.rules = "s".to_owned();
        let error = Store::open(places, &other).err().unwrap().to_string();
        assert!(error.contains("another match: rules were `r`, now `s`"), "{error}");
        fs::write(&resume, "what\n").unwrap();
        assert!(Store::open(places, &header()).err().unwrap().to_string().contains("line 1"));
        fs::remove_file(&resume).unwrap();
    }

    #[test]
    fn what_is_not_finite_is_left_out() {
        let summary = Summary { elo: Some(f64::INFINITY), ..Summary::new(Tally::default()) };
        let line = serde_json::to_string(&Entry::Summary(summary)).unwrap();
        assert!(line.contains("\"elo\":null"), "{line}");
    }
}
