//! Matches between engines, refereed by the engine's own rules.
//!
//! Every move is checked, every line that an engine shows is followed to its end, and the clock is read
//! at this end of the pipe. [`run`] plays a match by a [`MatchOrder`]; [`check`] replays games of a PGN
//! file. Statistics stand in [`statistics`] and [`sprt`], each with its sources.

mod adjudication;
mod chance;
pub mod check;
mod control;
mod hall;
mod opening;
mod own_engine;
mod pgn;
mod pgn_reader;
mod player;
mod process;
mod record;
mod referee;
mod repertoire;
mod report;
mod schedule;
mod short;
mod spec;
pub mod sprt;
pub mod statistics;
mod store;
mod thinking;
mod uci_program;
mod xboard_lines;
mod xboard_program;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use control::{ClockRule, TimeSetting};
pub use opening::ChanceRule;
pub use pgn_reader::{PgnError, PgnGame, read_games};
pub use report::Tally;
pub use schedule::Format;
pub use spec::{EngineKind, EngineSpec, ProtocolKind};

pub(super) use chance::Chance;
pub(super) use record::{GameRecord, Side};
pub(super) use store::recorded_games;

use super::{ToolError, set_options};
use crate::session::{Catalogue, OpenedGame, Session};
use caryatid_protocol::text::same_option_name;
use crossbeam::channel::unbounded;
use hall::Hall;
use indicatif::{ProgressBar, ProgressStyle};
use opening::Start;
use report::Standings;
use sprt::Sprt;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use store::{Header, Kept, Places, Store};

/// Who serves the seats of a team. In games of two seats all are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SeatMode {
    /// One engine serves all seats of a team, with one clock.
    #[default]
    Team,
    /// Every seat has an engine of its own, with its own clock, all of the team's kind.
    Apart,
    /// As `Apart`, but the engines are listed one after the other: as many for each participant as a team
    /// has seats.
    Listed,
}

/// A match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchOrder {
    /// The game's id.
    pub variant: String,
    /// Names and values of options of the game, for the referee and every engine.
    pub options: Vec<(String, String)>,
    /// The engines; each is a participant, or with [`SeatMode::Listed`] each group.
    pub engines: Vec<EngineSpec>,
    /// Who serves the seats of a team.
    pub seats: SeatMode,
    /// Who meets whom.
    pub format: Format,
    /// Games of each encounter; sides change after each.
    pub games: u32,
    /// The time control of engines that have none of their own.
    pub time: TimeSetting,
    /// Time beyond that of an engine that is forgiven.
    pub margin: Duration,
    /// How long an engine may be late, or take for anything that is not a move, before it is given up.
    pub patience: Duration,
    /// The position that games begin with; `None` is the game's own start.
    pub fen: Option<String>,
    /// A file of openings, one for each round of two games.
    pub openings: Option<PathBuf>,
    /// Whether the file's openings are put into an order by chance.
    pub shuffles: bool,
    /// Actions by chance behind that.
    pub chance: ChanceRule,
    /// Games played at once, at most.
    pub concurrency: usize,
    /// Whether more threads than processors may think at once.
    pub oversubscribes: bool,
    /// Where the games are written as PGN.
    pub pgn: Option<PathBuf>,
    /// Where they are written as JSON, a line each.
    pub json: Option<PathBuf>,
    /// The file from which a stopped match goes on; it is begun if it doesn't exist.
    pub resume: Option<PathBuf>,
    /// The folder of explained faults.
    pub log_dir: Option<PathBuf>,
    /// A test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// When decided games are ended.
    pub adjudication: Adjudication,
    /// Actions after which a game is ended as a draw.
    pub longest: usize,
    /// What chance begins with.
    pub seed: u64,
    /// After so many games the standings are told.
    pub interval: u64,
}

impl MatchOrder {
    /// A match of so many games between engines of `self`'s kind, each with its own time control, as many at
    /// once as the machine has processors, with nothing written anywhere.
    #[must_use]
    pub fn between(variant: &str, engines: Vec<EngineSpec>, games: u32) -> MatchOrder {
        MatchOrder {
            variant: variant.to_owned(),
            options: Vec::new(),
            engines,
            seats: SeatMode::Team,
            format: Format::RoundRobin,
            games,
            time: TimeSetting::default(),
            margin: Duration::from_millis(200),
            patience: Duration::from_secs(15),
            fen: None,
            openings: None,
            shuffles: false,
            chance: ChanceRule::default(),
            concurrency: processors(),
            oversubscribes: false,
            pgn: None,
            json: None,
            resume: None,
            log_dir: None,
            sprt: None,
            adjudication: Adjudication::default(),
            longest: 4000,
            seed: 1,
            interval: 0,
        }
    }
}

/// Who plays: one engine, or one for each seat of a team.
struct Participant {
    name: String,
    engines: Vec<EngineSpec>,
}

/// Plays a match. Writes a line a game, each fault with its position, then the table of results, the score
/// of the first participant and, as the last line, `faults: N`.
///
/// # Errors
/// What was asked for makes no sense, a game can't be opened, a program can't be started, or a file or the
/// output can't be written.
pub fn run(
    catalogue: &Catalogue,
    order: &MatchOrder,
    output: &mut dyn Write,
) -> Result<Tally, ToolError> {
    check_numbers(order)?;
    let mut board = open_board(catalogue, order)?;
    check_options(order, &*board)?;
    let participants = participants(order, &*board)?;
    let openings = openings(order, &mut *board)?;
    let fixtures = schedule::fixtures(participants.len(), order.format, order.games)?;
    if order.sprt.is_some() && participants.len() != 2 {
        return Err(ToolError::Usage("a test needs exactly two participants".to_owned()));
    }
    let places = Places {
        pgn: order.pgn.as_deref(),
        json: order.json.as_deref(),
        resume: order.resume.as_deref(),
    };
    places.check()?;
    let header = header(catalogue, order, &openings);
    let kept = Kept::read(places.resume, &header)?;
    let names: Vec<String> = participants.iter().map(|one| one.name.clone()).collect();
    let mut standings = Standings::new(&names, order.sprt);
    kept.games.iter().for_each(|game| standings.add(game));
    let done: HashSet<u32> = kept.games.iter().map(|game| game.number).collect();
    let total = fixtures.len() as u64;
    let left = fixtures.into_iter().filter(|game| !done.contains(&game.number)).collect();
    let hall = Hall::new(catalogue, order, &participants, &openings, left);
    if !hall.fixtures.is_empty() && standings.decision().is_none() {
        hall.audition()?;
    }
    let store = with_folder(order.log_dir.as_deref(), || Store::open(places, &header, &kept))?;
    let bar = progress_bar(total, done.len() as u64);
    let mut desk = Desk { order, standings, store, bar, output };
    desk.follow(&hall)?;
    desk.finish()
}

/// The games that the file of a match holds from which it can go on.
///
/// # Errors
/// The game can't be opened, or the file can't be read or holds another match.
pub(super) fn kept_games(
    catalogue: &Catalogue,
    order: &MatchOrder,
) -> Result<Vec<GameRecord>, ToolError> {
    let mut board = open_board(catalogue, order)?;
    let openings = openings(order, &mut *board)?;
    Ok(Kept::read(order.resume.as_deref(), &header(catalogue, order, &openings))?.games)
}

/// Makes a folder, if one is named, and does the rest. Where that fails, no folder is left that was not there.
fn with_folder<T>(
    folder: Option<&Path>,
    rest: impl FnOnce() -> Result<T, ToolError>,
) -> Result<T, ToolError> {
    let Some(folder) = folder else { return rest() };
    let missing =
        |part: &&Path| !part.as_os_str().is_empty() && fs::symlink_metadata(part).is_err();
    let missing: Vec<&Path> = folder.ancestors().take_while(missing).collect();
    let made = fs::create_dir_all(folder).map_err(|error| {
        ToolError::Usage(format!("{} can't be made a folder: {error}", folder.display()))
    });
    let done = made.and_then(|()| rest());
    if done.is_err() {
        // Some of them may not have been made.
        missing.iter().for_each(|part| drop(fs::remove_dir(part)));
    }
    done
}

/// Opens the game of a match for a referee.
fn open_board(catalogue: &Catalogue, order: &MatchOrder) -> Result<Box<dyn OpenedGame>, ToolError> {
    let mut board = catalogue.open_unheard(&order.variant)?;
    set_options(&mut *board, &order.options)?;
    Ok(board)
}

/// Opens the game of a match to think about.
fn open_session(catalogue: &Catalogue, order: &MatchOrder) -> Result<Session, ToolError> {
    let mut session = Session::with_game(catalogue.clone(), &order.variant)?;
    set_options(session.game_mut(), &order.options)?;
    Ok(session)
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The least that a program is waited for: to start takes as long.
const LEAST_PATIENCE: Duration = Duration::from_millis(100);

/// Refuses numbers with which nothing could be played, and engines of more threads than there are
/// processors, unless told.
fn check_numbers(order: &MatchOrder) -> Result<(), ToolError> {
    let wrong = |text: String| Err(ToolError::Usage(text));
    if order.games == 0 {
        return wrong("a match needs at least 1 game for each encounter, not 0".to_owned());
    }
    if order.concurrency == 0 {
        return wrong("a match needs at least 1 game at once (concurrency), not 0".to_owned());
    }
    if order.longest == 0 {
        return wrong("a game needs at least 1 move before it may be ended, not 0".to_owned());
    }
    if order.patience < LEAST_PATIENCE {
        return wrong(format!(
            "a patience of {} ms is shorter than a program may take to start: at least {} ms are needed",
            order.patience.as_millis(),
            LEAST_PATIENCE.as_millis()
        ));
    }
    let processors = processors();
    let greedy = order.engines.iter().find(|engine| engine.threads() > processors);
    match greedy.filter(|_| !order.oversubscribes) {
        Some(engine) => wrong(format!(
            "engine {} thinks with {} threads, but there are only {processors} processors; \
             --oversubscribe allows it",
            engine.name(),
            engine.threads()
        )),
        None => Ok(()),
    }
}

/// Refuses options of the game that are given to an engine: it would play another game than the referee.
fn check_options(order: &MatchOrder, board: &dyn OpenedGame) -> Result<(), ToolError> {
    for engine in &order.engines {
        for (name, value) in &engine.options {
            let is_the_matchs = order
                .options
                .iter()
                .any(|(own, held)| same_option_name(own, name) && held == value);
            let mut own = board.options().iter().filter(|own| same_option_name(own.name, name));
            if let Some(own) = own.next().filter(|_| !is_the_matchs) {
                let name = own.name;
                return Err(ToolError::Usage(format!(
                    "engine {}: {name} is an option of the game: give it to the match: --option \"{name}={value}\"",
                    engine.name()
                )));
            }
        }
    }
    Ok(())
}

/// How many games are played at once: no more than the processors have threads for, unless told.
fn tables(order: &MatchOrder, games: usize) -> usize {
    let threads = order.engines.iter().map(EngineSpec::threads).max().unwrap_or(1).max(1);
    let processors = processors();
    let most = (processors / threads).max(1);
    let wanted = order.concurrency;
    if wanted > most && !order.oversubscribes {
        log::warn!(
            "{wanted} games at once of up to {threads} threads are too many for {processors} \
             processors: {most} at once"
        );
    }
    let allowed = if order.oversubscribes { wanted } else { wanted.min(most) };
    allowed.min(games.max(1))
}

/// The participants with names that differ.
fn participants(order: &MatchOrder, board: &dyn OpenedGame) -> Result<Vec<Participant>, ToolError> {
    let seats = board.seats();
    let first_team = seats.first().map(|&(_, team)| team);
    let of_team = seats.iter().filter(|&&(_, team)| Some(team) == first_team).count().max(1);
    let size = if order.seats == SeatMode::Listed { of_team } else { 1 };
    let given = order.engines.len();
    if given < 2 * size {
        let each = if size > 1 { format!(", {size} for each side") } else { String::new() };
        return Err(ToolError::Usage(format!(
            "a match needs at least {} engines{each}; only {given} named",
            2 * size
        )));
    }
    if !given.is_multiple_of(size) {
        return Err(ToolError::Usage(format!(
            "{given} engines can't be parted into groups of {size}, one for each seat of a side"
        )));
    }
    let name = |engines: &[EngineSpec]| -> String {
        engines.iter().map(EngineSpec::name).collect::<Vec<String>>().join(" + ")
    };
    let groups: Vec<&[EngineSpec]> = order.engines.chunks(size).collect();
    let plain: Vec<String> = groups.iter().map(|group| name(group)).collect();
    let named = groups.iter().zip(&plain).enumerate().map(|(index, (group, name))| {
        let same = |names: &[String]| names.iter().filter(|other| *other == name).count();
        let name = match same(&plain) {
            1 => name.clone(),
            _ => format!("{name} {}", same(&plain[..index]) + 1),
        };
        Participant { name, engines: group.to_vec() }
    });
    Ok(named.collect())
}

/// Where games begin before anything by chance; at least one.
fn openings(order: &MatchOrder, board: &mut dyn OpenedGame) -> Result<Vec<Start>, ToolError> {
    if let Some(path) = &order.openings {
        if order.fen.is_some() {
            return Err(ToolError::Usage("fen and openings exclude each other".to_owned()));
        }
        let mut openings = opening::read_file(path, board)?;
        if order.shuffles {
            Chance::new(order.seed).shuffle(&mut openings);
        }
        return Ok(openings);
    }
    let start = Start { fen: order.fen.clone(), ..Start::default() };
    start.set_up(board).map_err(|error| ToolError::Usage(format!("fen: {error}")))?;
    if let Some(verdict) = board.verdict() {
        return Err(ToolError::Usage(format!("fen: the game is over there, {}", verdict.reason)));
    }
    Ok(vec![start])
}

/// A number made of a text, by FNV-1a (Fowler, Noll and Vo).
pub(super) fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |number, byte| {
        (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// What makes two matches the same.
fn header(catalogue: &Catalogue, order: &MatchOrder, openings: &[Start]) -> Header {
    let definition = catalogue.definition(&order.variant);
    let definition = definition
        .map(|text| format!(", defined by {:016x}", fingerprint(&text)))
        .unwrap_or_default();
    let fingerprint = fingerprint(&format!("{openings:?}"));
    let MatchOrder { seats, format, margin, adjudication, longest, chance, seed, time, .. } = order;
    let options = order.options.iter().map(|(name, value)| format!(" {name}={value}"));
    Header {
        variant: order.variant.clone() + &options.collect::<String>() + &definition,
        engines: order.engines.iter().map(EngineSpec::to_string).collect(),
        rules: format!(
            "time {time}, seats {seats:?}, {format:?}, margin {margin:?}, {adjudication:?}, longest {longest}"
        ),
        openings: format!(
            "{} openings {fingerprint:016x}, {chance:?}, seed {seed}",
            openings.len()
        ),
    }
}

/// The live part on a terminal: the table, a bar, the time still needed. Elsewhere it isn't drawn.
fn progress_bar(games: u64, done: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let template =
        "{msg}\n{wide_bar} {pos}/{len} games, {elapsed_precise} gone, {eta_precise} to go";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.set_style(style),
        Err(error) => log::warn!("the progress bar: {error}"),
    }
    bar.set_position(done);
    bar.reset_eta();
    bar
}

/// Where results arrive.
struct Desk<'a> {
    order: &'a MatchOrder,
    standings: Standings,
    store: Store,
    bar: ProgressBar,
    output: &'a mut dyn Write,
}

impl Desk<'_> {
    /// Lets the games be played and takes each result.
    fn follow(&mut self, hall: &Hall<'_>) -> Result<(), ToolError> {
        if self.is_decided() {
            return Ok(());
        }
        let tables = tables(self.order, hall.fixtures.len());
        thread::scope(|scope| {
            let (sender, results) = unbounded();
            for number in 0..tables {
                let sender = sender.clone();
                let builder = thread::Builder::new().name(format!("table {number}"));
                builder.spawn_scoped(scope, move || hall.work(&sender))?;
            }
            drop(sender);
            let mut outcome = Ok(());
            for result in results {
                let taken = result.and_then(|game| self.take(&game));
                if taken.is_err() || self.is_decided() {
                    hall.close();
                }
                outcome = outcome.and(taken);
            }
            outcome
        })
    }

    fn is_decided(&self) -> bool {
        self.standings.decision().is_some()
    }

    /// Counts a game, writes it down and tells it.
    fn take(&mut self, game: &GameRecord) -> Result<(), ToolError> {
        self.standings.add(game);
        self.store.add(game)?;
        self.bar.inc(1);
        self.bar.set_message(self.standings.table());
        let is_time =
            self.order.interval > 0 && self.standings.games().is_multiple_of(self.order.interval);
        let Desk { bar, output, standings, .. } = self;
        bar.suspend(|| -> Result<(), ToolError> {
            tell(game, &mut **output)?;
            if is_time {
                let games = standings.games();
                writeln!(
                    output,
                    "after {games} games: {}, {}",
                    standings.line(),
                    standings.strength()
                )?;
                if let Some(line) = standings.sprt_line() {
                    writeln!(output, "{line}")?;
                }
            }
            Ok(output.flush()?)
        })
    }

    fn finish(mut self) -> Result<Tally, ToolError> {
        self.bar.finish_and_clear();
        let tally = self.standings.tally();
        self.store.finish(&self.standings.summary())?;
        self.standings.write_end(self.output)?;
        writeln!(self.output, "{}", self.standings.line())?;
        writeln!(self.output, "faults: {}", tally.faults)?;
        Ok(tally)
    }
}

/// Writes what happened in a game.
fn tell(game: &GameRecord, output: &mut dyn Write) -> Result<(), ToolError> {
    let number = game.number;
    for fault in &game.faults {
        writeln!(
            output,
            "fault: {} by {} in game {number} after {} moves: {} (position {})",
            fault.kind, fault.name, fault.moves, fault.detail, fault.fen
        )?;
    }
    let [white, black] = &game.names;
    writeln!(
        output,
        "game {number}: {white} - {black} {} {{{}}} after {} moves",
        game.result(),
        game.reason,
        game.moves.len()
    )?;
    Ok(())
}
