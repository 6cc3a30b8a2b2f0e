//! Where the games are played: several tables at once, each with engines of its own.

use super::chance::Chance;
use super::control::Clock;
use super::opening::{Drawer, Start, Told};
use super::own_engine::OwnEngine;
use super::player::{FaultKind, Player, RandomMover, Turn};
use super::process::{Launch, Process};
use super::record::{FaultRecord, GameRecord, OPTIONS_TAG, write_options};
use super::referee::{self, Course, Incident, Rules, Sitting};
use super::repertoire::{GameNames, is_given};
use super::schedule::Fixture;
use super::spec::{EngineKind, EngineSpec, ProtocolKind};
use super::uci_program::UciProgram;
use super::xboard_program::XBoardProgram;
use super::{MatchOrder, Participant, SeatMode, ToolError, open_board, open_session};
use crate::game::Team;
use crate::session::{Catalogue, OpenedGame};
use crate::tools::calendar;
use crossbeam::channel::Sender;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What all tables share.
pub(super) struct Hall<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) order: &'a MatchOrder,
    pub(super) participants: &'a [Participant],
    pub(super) openings: &'a [Start],
    /// The games still to be played.
    pub(super) fixtures: Vec<Fixture>,
    next: AtomicUsize,
    is_closed: AtomicBool,
    /// The players that have shown that they play the game; the first table takes them.
    shown: Mutex<Waiting>,
    /// What has been told of openings by chance.
    told: Told,
}

/// Players between their games, by participant and place in it.
type Waiting = HashMap<(usize, usize), Box<dyn Player>>;

impl<'a> Hall<'a> {
    pub(super) fn new(
        catalogue: &'a Catalogue,
        order: &'a MatchOrder,
        participants: &'a [Participant],
        openings: &'a [Start],
        fixtures: Vec<Fixture>,
    ) -> Hall<'a> {
        let (next, is_closed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let shown = Mutex::new(Waiting::new());
        let told = Told::default();
        Hall { catalogue, order, participants, openings, fixtures, next, is_closed, shown, told }
    }

    /// Lets each engine begin a game, so that one that doesn't play this game at all is found before the
    /// first. What else goes wrong is a matter of the games.
    ///
    /// # Errors
    /// An engine can't be started, or it doesn't play the game.
    pub(super) fn audition(&self) -> Result<(), ToolError> {
        let mut desk = Desk::new(self)?;
        for (number, participant) in self.participants.iter().enumerate() {
            for place in 0..participant.engines.len() {
                desk.audition((number, place))?;
            }
        }
        *self.shown.lock() = desk.waiting;
        Ok(())
    }

    /// No game begins any more.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Plays one game after the other and tells each, until none is left or the hall is closed.
    pub(super) fn work(&self, results: &Sender<Result<GameRecord, ToolError>>) {
        let mut desk = match Desk::new(self) {
            Ok(desk) => desk,
            Err(error) => {
                self.close();
                // Whoever listens is gone only where the match is over.
                let _ = results.send(Err(error));
                return;
            }
        };
        while !self.is_closed.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&fixture) = self.fixtures.get(index) else { return };
            let game = desk.play(fixture);
            if game.is_err() {
                self.close();
            }
            if results.send(game).is_err() {
                return;
            }
        }
    }
}

/// One table.
struct Desk<'a> {
    hall: &'a Hall<'a>,
    board: Box<dyn OpenedGame>,
    drawer: Drawer<'a>,
    /// Names and teams of the seats.
    seats: Vec<(&'static str, Team)>,
    waiting: Waiting,
}

/// Who sits where in one game.
struct Arrangement {
    /// Participant and place of each player.
    keys: Vec<(usize, usize)>,
    teams: Vec<Team>,
    /// The player of each seat.
    players: Vec<usize>,
}

impl<'a> Desk<'a> {
    fn new(hall: &'a Hall<'a>) -> Result<Desk<'a>, ToolError> {
        let board = open_board(hall.catalogue, hall.order)?;
        let session = open_session(hall.catalogue, hall.order)?;
        let drawer = Drawer::new(session, hall.order.chance, &hall.told);
        let seats = board.seats();
        let waiting = std::mem::take(&mut *hall.shown.lock());
        Ok(Desk { hall, board, drawer, seats, waiting })
    }

    /// Sits an engine down and, if it is a program, lets it begin a game.
    fn audition(&mut self, key: (usize, usize)) -> Result<(), ToolError> {
        let order = self.hall.order;
        let spec = self.spec(key);
        let unfit = |desk: &Desk<'_>, why: &str| {
            Err(ToolError::Usage(format!("engine {}: {why}", desk.engine_name(key))))
        };
        if let EngineKind::Program { command, .. } = &spec.kind
            && let Some(file) = self.hall.catalogue.definition_file(self.board.id())
            && !is_given(file, command, &spec.options)
        {
            let (id, file) = (self.board.id(), file.display());
            let why = format!(
                "the match plays {id} as {file} defines it, which the program is not given; its own game of \
                 that name may be another: option.VariantPath={file} gives it"
            );
            return unfit(self, &why);
        }
        let mut player = self.seat(spec, key)?;
        if matches!(spec.kind, EngineKind::Program { .. }) {
            let start = &self.hall.openings[0];
            start.set_up(&mut *self.board).map_err(|error| ToolError::Usage(error.to_string()))?;
            let setting = spec.time.or(order.time);
            let turn = Turn {
                side: self.board.turn(),
                setting,
                own: setting.clock.map(|rule| Clock::new(rule).face()),
                other: None,
                margin: order.margin,
                patience: order.patience,
            };
            let begun = player.start(start, &*self.board, &turn);
            let shown = begun.and_then(|()| player.prove(start, &*self.board, &turn));
            // What it says here is held against it here and in no game.
            let mut faults = shown.err().into_iter().chain(player.wrongs());
            if let Some(fault) = faults.find(|fault| fault.kind == FaultKind::Unfit) {
                return unfit(self, &fault.detail);
            }
        }
        self.waiting.insert(key, player);
        Ok(())
    }

    fn play(&mut self, fixture: Fixture) -> Result<GameRecord, ToolError> {
        let order = self.hall.order;
        let start = self.start(fixture);
        let arrangement = arrange(&self.seats, fixture.sides, order.seats);
        let mut sittings = Vec::new();
        for (&key, &team) in arrangement.keys.iter().zip(&arrangement.teams) {
            let spec = self.spec(key);
            let setting = spec.time.or(order.time);
            let player = match self.waiting.remove(&key) {
                Some(player) => player,
                None => self.seat(spec, key)?,
            };
            sittings.push(Sitting { player, team, setting });
        }
        let rules = Rules {
            margin: order.margin,
            patience: order.patience,
            adjudication: order.adjudication,
            longest: order.longest,
        };
        let date = calendar::today();
        let course =
            referee::play(&mut *self.board, &mut sittings, &arrangement.players, &start, &rules);
        for (key, sitting) in arrangement.keys.iter().zip(sittings) {
            self.waiting.insert(*key, sitting.player);
        }
        if let (Some(folder), false) = (&order.log_dir, course.faults.is_empty()) {
            self.write_log(folder, fixture, &arrangement, &course)?;
        }
        let times = fixture.sides.map(|side| {
            let time = self.hall.participants[side].engines[0].time.or(order.time);
            time.to_string()
        });
        Ok(self.record(fixture, start, &arrangement, course, times, date))
    }

    fn spec(&self, (participant, place): (usize, usize)) -> &'a EngineSpec {
        let engines = &self.hall.participants[participant].engines;
        engines.get(place).unwrap_or(&engines[0])
    }

    /// Where a game begins: the same in both games of a pair, whoever plays them.
    fn start(&mut self, fixture: Fixture) -> Start {
        let openings = self.hall.openings;
        let base = &openings[fixture.opening as usize % openings.len()];
        let seed = self.hall.order.seed
            ^ u64::from(fixture.opening + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Start { number: u64::from(fixture.number), ..self.drawer.draw(base, seed) }
    }

    /// Sits an engine down.
    ///
    /// # Errors
    /// The game can't be opened or the program can't be started.
    fn seat(&self, spec: &EngineSpec, key: (usize, usize)) -> Result<Box<dyn Player>, ToolError> {
        let Hall { catalogue, order, .. } = self.hall;
        Ok(match &spec.kind {
            EngineKind::RandomMover => {
                let mut seed = Chance::new(order.seed ^ (key.0 as u64 + 1) << 32 ^ key.1 as u64);
                Box::new(RandomMover::new(seed.number()))
            }
            EngineKind::OwnEngine { resources, features } => {
                let session = open_session(catalogue, order)?;
                Box::new(OwnEngine::new(session, *resources, *features, spec)?)
            }
            EngineKind::Program { command, protocol } => {
                let launch = Launch { command: command.clone(), folder: spec.folder.clone() };
                let process = Process::start(launch)?;
                let options = [order.options.clone(), spec.options.clone()].concat();
                let names = self.names();
                match protocol {
                    ProtocolKind::Uci => {
                        Box::new(UciProgram::new(process, names, options, spec.restarts))
                    }
                    ProtocolKind::XBoard => {
                        Box::new(XBoardProgram::new(process, names, options, spec.restarts))
                    }
                }
            }
        })
    }

    /// What the game is called.
    fn names(&self) -> GameNames {
        let id = self.board.id();
        let listing = self.hall.catalogue.listings().into_iter().find(|listing| listing.id == id);
        GameNames {
            id: id.to_owned(),
            xboard_id: self.board.xboard_id().to_owned(),
            aliases: listing.map_or_else(Vec::new, |listing| listing.aliases),
        }
    }

    fn engine_name(&self, key: (usize, usize)) -> String {
        let participant = &self.hall.participants[key.0];
        if participant.engines.len() > 1 { self.spec(key).name() } else { participant.name.clone() }
    }

    fn record(
        &self,
        fixture: Fixture,
        start: Start,
        arrangement: &Arrangement,
        course: Course,
        times: [String; 2],
        date: String,
    ) -> GameRecord {
        let are_apart = arrangement.keys.len() > 2;
        let seats = self.seats.iter().zip(&arrangement.players).filter(|_| are_apart);
        let faults = course.faults.iter().map(|incident| FaultRecord {
            name: self.engine_name(arrangement.keys[incident.player]),
            side: incident.side.into(),
            kind: incident.fault.kind.text().to_owned(),
            detail: incident.fault.detail.clone(),
            fen: incident.fen.clone(),
            moves: incident.moves,
        });
        GameRecord {
            number: fixture.number,
            pair: fixture.pair,
            variant: self.board.id().to_owned(),
            participants: fixture.sides,
            names: fixture.sides.map(|side| self.hall.participants[side].name.clone()),
            times,
            seats: seats
                .map(|(&(name, _), &player)| {
                    (name.to_owned(), self.engine_name(arrangement.keys[player]))
                })
                .collect(),
            date,
            fen: start.fen,
            first: course.first.into(),
            moves: course.moves,
            winner: course.winner.map(Into::into),
            reason: course.reason,
            termination: course.termination.to_owned(),
            tags: self.tags(),
            faults: faults.collect(),
        }
    }

    /// Tags of the game that was just played which only its rules have: its options, and how its seats rank.
    fn tags(&self) -> Vec<(String, String)> {
        let options = &self.hall.order.options;
        let options = (!options.is_empty()).then(|| write_options(options));
        let tag = |name: &str, value: Option<String>| value.map(|value| (name.to_owned(), value));
        tag(OPTIONS_TAG, options)
            .into_iter()
            .chain(tag("Standing", self.board.standing()))
            .collect()
    }

    /// Explains each fault of a game in a file of its own.
    fn write_log(
        &self,
        folder: &Path,
        fixture: Fixture,
        arrangement: &Arrangement,
        course: &Course,
    ) -> Result<(), ToolError> {
        let names: Vec<String> =
            arrangement.keys.iter().map(|&key| self.engine_name(key)).collect();
        let mut text = format!(
            "game {} of {}: {}, {}\n",
            fixture.number,
            self.board.id(),
            course.reason,
            course.termination
        );
        for incident in &course.faults {
            explain(&mut text, incident, &names);
        }
        let path = folder.join(format!("game-{:05}.txt", fixture.number));
        std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text)).map_err(
            |error| ToolError::Usage(format!("{} can't be written: {error}", path.display())),
        )
    }
}

/// The position, what was done in it, the rule, and the talk.
fn explain(text: &mut String, incident: &Incident, names: &[String]) {
    let Incident { player, side, fault, fen, picture, moves, last, talks } = incident;
    let last = last.as_deref().unwrap_or("none");
    // Writing to a string can't fail.
    let _ = writeln!(
        text,
        "\n{} by {} ({side}) after {moves} moves, the last {last}\n{}\nposition {fen}\n{picture}",
        fault.kind.text(),
        names[*player],
        fault.detail
    );
    for (name, talk) in names.iter().zip(talks) {
        let _ = writeln!(
            text,
            "\nlast lines of the talk with {name} (> to it, < from it, ! its errors)"
        );
        talk.iter().for_each(|line| {
            let _ = writeln!(text, "{line}");
        });
    }
}

/// Sits the participants down: one player a team, or one a seat.
fn arrange(seats: &[(&'static str, Team)], sides: [usize; 2], mode: SeatMode) -> Arrangement {
    let mut arrangement = Arrangement { keys: Vec::new(), teams: Vec::new(), players: Vec::new() };
    for (index, &(_, team)) in seats.iter().enumerate() {
        let before = seats[..index].iter().filter(|(_, other)| *other == team).count();
        let place = if mode == SeatMode::Team { 0 } else { before };
        let key = (sides[team.index()], place);
        let known = arrangement
            .keys
            .iter()
            .zip(&arrangement.teams)
            .position(|(&other, &side)| other == key && side == team);
        arrangement.players.push(known.unwrap_or(arrangement.keys.len()));
        if known.is_none() {
            arrangement.keys.push(key);
            arrangement.teams.push(team);
        }
    }
    arrangement
}

#[cfg(test)]
mod tests {
    use super::{SeatMode, arrange};
    use crate::game::Team::{Black, White};

    const FOUR: [(&str, crate::game::Team); 4] =
        [("ws", White), ("bn", Black), ("wn", White), ("bs", Black)];

    #[test]
    fn one_player_serves_a_team_or_each_seat_has_its_own() {
        let together = arrange(&FOUR, [5, 3], SeatMode::Team);
        assert_eq!(together.keys, [(5, 0), (3, 0)]);
        assert_eq!((together.teams, together.players), (vec![White, Black], vec![0, 1, 0, 1]));
        let apart = arrange(&FOUR, [5, 3], SeatMode::Apart);
        assert_eq!(apart.keys, [(5, 0), (3, 0), (5, 1), (3, 1)]);
        assert_eq!(
            (apart.teams, apart.players),
            (vec![White, Black, White, Black], vec![0, 1, 2, 3])
        );
    }

    #[test]
    fn two_seats_are_the_same_either_way() {
        let two = [("White", White), ("Black", Black)];
        for mode in [SeatMode::Team, SeatMode::Apart, SeatMode::Listed] {
            assert_eq!(arrange(&two, [1, 0], mode).keys, [(1, 0), (0, 0)]);
        }
    }
}
