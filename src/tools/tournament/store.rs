//! The files of a match: PGN, JSON lines, and the one from which a stopped match goes on.

use super::ToolError;
use super::record::GameRecord;
use super::report::Tally;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
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
        let Tally { wins, draws, losses, faults, .. } = tally;
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

/// What the lines of games and of the end begin with.
const GAME: &str = "{\"game\":{";
const SUMMARY: &str = "{\"summary\":{";

/// What a game begins with as PGN.
const GAME_TAGS: &str = "[Event \"Caryatid match\"]\n";

/// A file that grows.
struct Growing {
    path: PathBuf,
    file: File,
}

fn unwritable(path: &Path, error: &io::Error) -> ToolError {
    ToolError::Usage(format!("{} can't be written: {error}", path.display()))
}

impl Growing {
    /// Begins a file with `text`. One that holds anything else stays as it is.
    ///
    /// # Errors
    /// It can't be written, or it holds what would be lost: anything but a part of `text`, or behind `text`
    /// what isn't `left_over`.
    fn begin(
        path: &Path,
        text: &str,
        left_over: impl Fn(&[u8]) -> bool,
    ) -> Result<Growing, ToolError> {
        // What is no file, such as a terminal, holds nothing, and may never end.
        let held = match fs::metadata(path) {
            Ok(found) if found.is_file() => fs::read(path),
            Ok(_) => Ok(Vec::new()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        };
        let held = held.map_err(|error| unwritable(path, &error))?;
        let is_part = text.as_bytes().starts_with(&held);
        let has_more = held.strip_prefix(text.as_bytes()).is_some_and(left_over);
        if !is_part && !has_more {
            return Err(ToolError::Usage(format!(
                "{} exists and holds other things: name another file",
                path.display()
            )));
        }
        let file = File::create(path).map_err(|error| unwritable(path, &error))?;
        let mut growing = Growing { path: path.to_owned(), file };
        growing.add(text)?;
        Ok(growing)
    }

    fn add(&mut self, text: &str) -> Result<(), ToolError> {
        self.file.write_all(text.as_bytes()).map_err(|error| unwritable(&self.path, &error))
    }

    fn add_entry(&mut self, entry: &Entry) -> Result<(), ToolError> {
        self.add(&entry.line()?)
    }
}

impl Entry {
    fn line(&self) -> Result<String, ToolError> {
        let line = serde_json::to_string(self).map_err(io::Error::from)?;
        Ok(line + "\n")
    }
}

/// What a file to go on from holds.
#[derive(Default)]
pub(super) struct Kept {
    /// The games that were played.
    pub(super) games: Vec<GameRecord>,
    /// Whether the match stands in it.
    is_begun: bool,
    /// Its length without a last line that was not finished.
    whole: u64,
    /// Whether there is such a line.
    is_cut: bool,
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

impl<'a> Places<'a> {
    /// Those that are named.
    fn named(self) -> impl Iterator<Item = &'a Path> {
        [self.pgn, self.json, self.resume].into_iter().flatten()
    }

    /// Refuses the same file for two of them.
    ///
    /// # Errors
    /// Which file.
    pub(super) fn check(&self) -> Result<(), ToolError> {
        let named: Vec<&Path> = self.named().collect();
        for (index, path) in named.iter().enumerate() {
            // What is no file, such as a terminal, may be written by all.
            let is_file = fs::metadata(path).map_or(true, |found| found.is_file());
            if is_file && named[..index].iter().any(|other| are_same(other, path)) {
                return Err(ToolError::Usage(format!(
                    "{} is named for two things: pgn, json and resume need a file each",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// Whether two paths lead to the same file. Links to a file are followed; a second name that it has on an
/// equal footing (a hard link) can be told on Unix only.
fn are_same(path: &Path, other: &Path) -> bool {
    resolved(path) == resolved(other) || are_linked(path, other)
}

#[cfg(unix)]
fn are_linked(path: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |path: &Path| fs::metadata(path).map(|found| (found.dev(), found.ino())).ok();
    place(path).is_some_and(|found| place(other) == Some(found))
}

#[cfg(not(unix))]
fn are_linked(_path: &Path, _other: &Path) -> bool {
    false
}

/// Links that are followed one after the other to a file that doesn't exist.
const MOST_LINKS: usize = 40;

/// A path as the file system knows it, as far as it exists. Links to what doesn't exist yet are followed, too.
fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(whole) = fs::canonicalize(&path) {
            return whole;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
        let (Ok(folder), Some(name)) = (folder, path.file_name()) else { return path };
        let place = folder.join(name);
        match fs::read_link(&place) {
            Ok(target) => path = folder.join(target),
            Err(_) => return place,
        }
    }
    path
}

impl Store {
    /// Opens the files. The one to go on from is begun if it doesn't exist; the others begin with the games
    /// that it holds.
    ///
    /// # Errors
    /// A file can't be written, or holds what would be lost.
    pub(super) fn open(
        places: Places<'_>,
        header: &Header,
        kept: &Kept,
    ) -> Result<Store, ToolError> {
        // Games are kept before they are written elsewhere, so that only the end of a match stands behind
        // them, and one game where the file to go on from was cut.
        let is_game = |text: &[u8]| {
            let begun = text.strip_prefix(GAME_TAGS.as_bytes());
            let next = |rest: &[u8]| rest.windows(7).any(|letters| letters == b"[Event ");
            kept.is_cut && begun.is_some_and(|rest| !next(rest))
        };
        let is_line = |text: &[u8]| {
            let is_one = text.iter().take(text.len().saturating_sub(1)).all(|&byte| byte != b'\n');
            let begins = |known: &str| text.starts_with(known.as_bytes());
            !kept.games.is_empty() && is_one && (begins(SUMMARY) || kept.is_cut && begins(GAME))
        };
        let games: String = kept.games.iter().map(GameRecord::pgn).collect();
        let mut lines = Entry::Match(header.clone()).line()?;
        for game in &kept.games {
            lines.push_str(&Entry::Game(Box::new(game.clone())).line()?);
        }
        let is_fresh = |path: &&Path| fs::symlink_metadata(path).is_err();
        let fresh: Vec<&Path> = places.named().filter(is_fresh).collect();
        let open = || {
            let pgn = places.pgn.map(|path| Growing::begin(path, &games, is_game)).transpose()?;
            let json = places.json.map(|path| Growing::begin(path, &lines, is_line)).transpose()?;
            let resume = places.resume.map(|path| go_on(path, header, kept)).transpose()?;
            Ok(Store { pgn, json, resume })
        };
        let opened = open();
        if opened.is_err() {
            // Where one of them can't be had, the others are not left behind. They may not be there either.
            fresh.iter().for_each(|path| drop(fs::remove_file(path)));
        }
        opened
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

impl Kept {
    /// Reads the file of a stopped match; one that doesn't exist holds nothing.
    ///
    /// # Errors
    /// It can't be read, or holds another match.
    pub(super) fn read(path: Option<&Path>, header: &Header) -> Result<Kept, ToolError> {
        let Some(path) = path else { return Ok(Kept::default()) };
        let wrong = |what: String| ToolError::Usage(format!("{}: {what}", path.display()));
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Kept::default()),
            Err(error) => return Err(wrong(error.to_string())),
        };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        // What is cut off was begun by an earlier run and not finished; anything else stays.
        let cut = &bytes[whole..];
        let begins =
            |text: &str| cut.starts_with(text.as_bytes()) || text.as_bytes().starts_with(cut);
        let is_ours = match whole {
            0 => Entry::Match(header.clone()).line()?.as_bytes().starts_with(cut),
            _ => begins(GAME) || begins(SUMMARY),
        };
        if !is_ours {
            return Err(wrong("it holds other things than a match: name another file".to_owned()));
        }
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let is_cut = !cut.is_empty();
        let mut kept = Kept { whole: whole as u64, is_cut, ..Kept::default() };
        for (number, line) in text.lines().enumerate() {
            let entry = serde_json::from_str(line)
                .map_err(|error| wrong(format!("line {}: {error}", number + 1)))?;
            match entry {
                Entry::Match(earlier) if earlier == *header => kept.is_begun = true,
                Entry::Match(earlier) => return Err(wrong(difference(&earlier, header))),
                Entry::Game(game) => kept.games.push(*game),
                Entry::Summary(_) => {}
            }
        }
        if !kept.is_begun && !kept.games.is_empty() {
            return Err(wrong("games without a match".to_owned()));
        }
        Ok(kept)
    }
}

/// All games of a file for machines, or of one from which a match can go on, whoever played them.
///
/// # Errors
/// It can't be read, or holds anything else or another game's matches.
pub(in crate::tools) fn recorded_games(
    path: &Path,
    variant: &str,
) -> Result<Vec<GameRecord>, ToolError> {
    let wrong = |what: String| ToolError::Usage(format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let mut games = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let entry = serde_json::from_str(line)
            .map_err(|error| wrong(format!("line {}: {error}", number + 1)))?;
        match entry {
            Entry::Game(game) if game.variant != variant => {
                let other = game.variant;
                return Err(wrong(format!("its games are of {other}, not of {variant}")));
            }
            Entry::Game(game) => games.push(*game),
            Entry::Match(_) | Entry::Summary(_) => {}
        }
    }
    Ok(games)
}

/// Opens the file of a stopped match, or begins one. A last line that was not finished is cut off.
fn go_on(path: &Path, header: &Header, kept: &Kept) -> Result<Growing, ToolError> {
    let mut options = OpenOptions::new();
    let file = options
        .append(true)
        .create(true)
        .open(path)
        .and_then(|file| file.set_len(kept.whole).map(|()| file))
        .map_err(|error| unwritable(path, &error))?;
    let mut growing = Growing { path: path.to_owned(), file };
    if !kept.is_begun {
        growing.add_entry(&Entry::Match(header.clone()))?;
    }
    Ok(growing)
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
    use super::{Entry, Header, Kept, Places, Store, Summary};
    use crate::tools::ToolError;
    use crate::tools::tournament::record::GameRecord;
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

    fn open(places: Places<'_>) -> Result<(Store, Vec<GameRecord>), ToolError> {
        let kept = Kept::read(places.resume, &header())?;
        Ok((Store::open(places, &header(), &kept)?, kept.games))
    }

    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("caryatid-store-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_stopped_match_goes_on_and_its_files_are_made_anew() {
        let (resume, pgn, json) = (scratch("r"), scratch("p"), scratch("j"));
        let places = Places { pgn: Some(&pgn), json: Some(&json), resume: Some(&resume) };
        let (mut store, games) = open(places).unwrap();
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
        let (mut store, games) = open(places).unwrap();
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
        let (_, games) = open(places).unwrap();
        assert_eq!(games.len(), 3);
        [resume, pgn, json].iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    #[test]
    fn another_match_is_refused_with_what_differs() {
        let resume = scratch("other");
        let places = Places { pgn: None, json: None, resume: Some(&resume) };
        drop(open(places).unwrap());
        let mut other = header();
        other.rules = "s".to_owned();
        let error = Kept::read(places.resume, &other).err().unwrap().to_string();
        assert!(error.contains("another match: rules were `r`, now `s`"), "{error}");
        fs::write(&resume, "what\n").unwrap();
        assert!(open(places).err().unwrap().to_string().contains("line 1"));
        let head = Entry::Match(header()).line().unwrap();
        for text in ["years of work".to_owned(), head.clone() + "years of work", "{}".to_owned()] {
            fs::write(&resume, &text).unwrap();
            assert!(open(places).err().unwrap().to_string().contains("holds other things"));
            assert_eq!(fs::read_to_string(&resume).unwrap(), text);
        }
        for text in [&head[..20], &(head.clone() + "{\"ga"), &(head.clone() + "{\"game\":{\"x")] {
            fs::write(&resume, text).unwrap();
            drop(open(places).unwrap());
            assert_eq!(fs::read_to_string(&resume).unwrap(), head);
        }
        fs::remove_file(&resume).unwrap();
    }

    #[test]
    fn a_file_that_holds_other_things_is_not_written_over() {
        for is_json in [false, true] {
            let (file, resume) = (scratch("held"), scratch("held-resume"));
            let [pgn, json] = [!is_json, is_json].map(|chosen| chosen.then_some(file.as_path()));
            let places = Places { pgn, json, resume: None };
            fs::write(&file, "").unwrap();
            let (mut store, _) = open(places).unwrap();
            store.add(&record()).unwrap();
            drop(store);
            let text = fs::read_to_string(&file).unwrap();
            let going_on = Places { resume: Some(&resume), ..places };
            for places in [places, going_on] {
                let error = open(places).err().unwrap().to_string();
                assert!(error.contains("held exists") && error.contains("another"), "{error}");
                assert_eq!(fs::read_to_string(&file).unwrap(), text);
            }
            // The match that wrote it goes on.
            let (mut store, _) =
                open(Places { pgn: None, json: None, resume: Some(&resume) }).unwrap();
            store.add(&record()).unwrap();
            drop(store);
            let more = text.clone() + &record().pgn();
            fs::write(&file, &more).unwrap();
            assert!(open(going_on).is_err(), "somebody's game");
            assert_eq!(fs::read_to_string(&file).unwrap(), more);
            // A game that was not kept whole.
            let kept = fs::read_to_string(&resume).unwrap();
            fs::write(&resume, kept + "{\"game\":{").unwrap();
            let unkept = if is_json { "{\"game\":{".to_owned() } else { record().pgn() };
            fs::write(&file, text.clone() + &unkept).unwrap();
            drop(open(going_on).unwrap());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            [file, resume].iter().for_each(|path| fs::remove_file(path).unwrap());
        }
    }

    #[test]
    fn what_is_not_finite_is_left_out() {
        let summary = Summary { elo: Some(f64::INFINITY), ..Summary::new(Tally::default()) };
        let line = serde_json::to_string(&Entry::Summary(summary)).unwrap();
        assert!(line.contains("\"elo\":null"), "{line}");
    }

    #[test]
    fn files_that_were_not_there_are_not_left_where_another_is_refused() {
        let [pgn, json, resume] = ["new-p", "new-j", "new-r"].map(scratch);
        fs::write(&json, "years of work").unwrap();
        let places = Places { pgn: Some(&pgn), json: Some(&json), resume: Some(&resume) };
        assert!(open(places).is_err());
        assert!(!pgn.exists() && !resume.exists());
        assert_eq!(fs::read_to_string(&json).unwrap(), "years of work");
        fs::remove_file(&json).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_second_name_of_a_file_is_known() {
        let [pgn, json] = ["link-p", "link-j"].map(scratch);
        fs::write(&pgn, "").unwrap();
        fs::hard_link(&pgn, &json).unwrap();
        let places = Places { pgn: Some(&pgn), json: Some(&json), resume: None };
        assert!(places.check().is_err());
        // A link leads to it before it is there, too.
        [&pgn, &json].iter().for_each(|path| fs::remove_file(path).unwrap());
        std::os::unix::fs::symlink(pgn.file_name().unwrap(), &json).unwrap();
        assert!(places.check().is_err());
        fs::write(&pgn, "").unwrap();
        [pgn, json].iter().for_each(|path| fs::remove_file(path).unwrap());
    }
}
