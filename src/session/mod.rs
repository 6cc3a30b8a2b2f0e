//! One opened game at a time: position, history, waits, options, and the search in flight.
//!
//! Owns everything between the protocols and the games: which games there are ([`Catalogue`]), the
//! opened one ([`OpenedGame`], the only `dyn` boundary), the wire's strict alternation, and the thread
//! that searches. It must not know a protocol's commands, and only the catalogue knows games by name.

mod by_hand;
mod catalogue;
mod event;
mod gui_board;
mod machine;
mod manners;
mod opened;
mod perft;
mod settings;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
mod wire;
mod worker;

pub use catalogue::{Catalogue, Listing, OpenError, WEIGHTS_ENDING, read_text};
pub use event::{Divided, Event, Finished, Line, nodes_per_second};
pub use gui_board::BoardRead;
pub use manners::{Gesture, Manners, accepts_draw};
pub use opened::{Opened, OpenedGame};
pub use perft::{DEEPEST_COUNT, TooDeep, countable};
pub use settings::{HASH, Settings, THREADS};
#[cfg(test)]
pub(crate) use toy::Pile;
pub use worker::Resources;

pub use crate::game::{is_null, null_move};

use crate::clock::{Lag, TimeControl};
use crate::game::{Action, Dialect, GameOption, Team};
use crate::search::{Control, Limits};
use caryatid_protocol::text::same_option_name;
use crossbeam::channel::{Receiver, Sender, unbounded};
use settings::Named;
use std::path::Path;
use std::sync::Arc;

/// The opened game with its options, and the work in flight.
pub struct Session {
    catalogue: Catalogue,
    game: Box<dyn OpenedGame>,
    /// How many games were opened one after the other.
    openings: u64,
    settings: Settings,
    /// Values set for options of single games, by the option's own name: they hold whenever a game that
    /// has the option is opened.
    game_options: Vec<(&'static str, String)>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    flight: Option<Flight>,
    /// What moves were seen to cost beside the search; a matter of the machine, so that games don't end it.
    lag: Lag<Team>,
}

/// Work that will end with one answer.
struct Flight {
    control: Arc<Control>,
    /// Whether a ponder hit ends it: there is nothing to decide.
    ends_at_hit: bool,
    /// Whose clock runs from its beginning to its answer, after how many actions, and as it stood at the beginning.
    clock: Option<(Team, usize, TimeControl)>,
}

impl Session {
    /// Opens the first game of a catalogue.
    ///
    /// # Errors
    /// What is wrong with its definition.
    pub fn new(catalogue: Catalogue) -> Result<Session, OpenError> {
        let first = catalogue.first_id();
        Session::with_game(catalogue, &first)
    }

    /// Opens a game of a catalogue.
    ///
    /// # Errors
    /// There is no game of that name, or what is wrong with its definition.
    pub fn with_game(catalogue: Catalogue, name: &str) -> Result<Session, OpenError> {
        let (sender, events) = unbounded();
        let game = catalogue.open(name, sender.clone())?;
        let mut session = Session {
            catalogue,
            game,
            openings: 1,
            settings: Settings::default(),
            game_options: Vec::new(),
            sender,
            events,
            flight: None,
            lag: Lag::default(),
        };
        session.game.set_resources(session.settings.resources);
        Ok(session)
    }

    /// The games to choose from.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The opened game.
    #[must_use]
    pub fn game(&self) -> &dyn OpenedGame {
        &*self.game
    }

    /// The opened game, to change its position.
    pub fn game_mut(&mut self) -> &mut dyn OpenedGame {
        &mut *self.game
    }

    /// How many games were opened so far: another number means that another game is open, or the same one
    /// anew.
    #[must_use]
    pub fn openings(&self) -> u64 {
        self.openings
    }

    /// The values of the options.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The loss in centipawns at which the side on turn gives a game up, 0 for never: what the option says,
    /// beyond what the side is behind from the start of the game.
    #[must_use]
    pub fn resign_at(&self) -> i32 {
        match self.settings.resign_score {
            0 => 0,
            loss => loss.saturating_add((-self.game.start_value()).max(0)),
        }
    }

    /// Begins with other values of the options than those of [`Settings::default`].
    pub fn begin_with(&mut self, settings: Settings) {
        self.settings = settings;
        self.game.set_resources(self.settings.resources);
    }

    /// Opens another game at its start position. What is in flight must have ended.
    ///
    /// # Errors
    /// There is no such game, or its definition can't be read; the old game stays.
    pub fn select(&mut self, name: &str) -> Result<(), OpenError> {
        let game = self.catalogue.open(name, self.sender.clone())?;
        self.install(game);
        Ok(())
    }

    /// Reads a definition file, adds its game to the catalogue and opens it; returns warnings.
    ///
    /// # Errors
    /// The file can't be read, or what is wrong with the definition; the old game stays.
    pub fn load_definition(&mut self, path: &Path) -> Result<Vec<String>, OpenError> {
        let (id, warnings) = self.catalogue.add_file(path)?;
        self.select(&id)?;
        Ok(warnings)
    }

    /// Whether a name means the game that is open.
    fn is_open(&self, name: &str) -> bool {
        self.catalogue.find(name).is_some_and(|listing| listing.id == self.game.id())
    }

    fn install(&mut self, game: Box<dyn OpenedGame>) {
        self.game = game;
        self.openings += 1;
        self.lag.lose_track();
        self.game.set_resources(self.settings.resources);
        for (name, value) in &self.game_options {
            if self.game.options().iter().any(|option| option.name == *name)
                && let Err(refusal) = self.game.set_option(name, value)
            {
                log::error!("option {name}: {refusal}");
            }
        }
        self.game.set_start(Dialect::Uci);
    }

    /// Sets an option of a game: of the opened one, and of games opened later that have it.
    fn set_game_option(&mut self, option: &GameOption, text: &str) -> Vec<String> {
        let name = option.name;
        let (value, note) = match settings::game_value(option, text) {
            Ok(read) => read,
            Err(fault) => return vec![format!("option {name}: {fault}; nothing changes")],
        };
        let mut notes: Vec<String> =
            note.map(|note| format!("option {name}: {note}")).into_iter().collect();
        if self.game.options().iter().any(|own| own.name == name) {
            match self.game.set_option(name, &value) {
                Ok(()) => notes.push(self.describe_variant()),
                Err(refusal) => return vec![format!("option {name}: {refusal}; nothing changes")],
            }
        }
        self.game_options.retain(|(known, _)| *known != name);
        self.game_options.push((name, value));
        notes
    }

    /// The opened game in one line, as `info string` tells it: id, size of the board, start position.
    #[must_use]
    pub fn describe_variant(&self) -> String {
        let shape = self.game.shape();
        format!(
            "variant {} files {} ranks {} startpos {}",
            self.game.id(),
            shape.files,
            shape.ranks,
            self.game.start_fen()
        )
    }

    /// Sets an option by name and returns what is to be said about it, a line each. What is in flight
    /// must have ended.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<String> {
        let text = value.unwrap_or_default();
        let Some(option) = settings::named(name) else {
            let options = self.catalogue.game_options();
            return match options.iter().find(|option| same_option_name(option.name, name)) {
                Some(option) => self.set_game_option(option, text),
                None => vec![format!("no option is called {name}")],
            };
        };
        match option {
            Named::ClearHash => {
                self.game.forget();
                Vec::new()
            }
            // To set what is set already changes nothing, the position least of all.
            Named::Variant if self.is_open(text) => Vec::new(),
            Named::Variant => match self.select(text) {
                Ok(()) => vec![self.describe_variant()],
                Err(error) => error.lines,
            },
            Named::VariantPath if text.is_empty() => Vec::new(),
            Named::VariantPath => match self.load_definition(Path::new(text)) {
                Ok(mut notes) => {
                    notes.push(self.describe_variant());
                    notes
                }
                Err(error) => error.lines,
            },
            _ => {
                let said = self.settings.set(option, text);
                self.game.set_resources(self.settings.resources);
                let note = match said {
                    Ok(note) => note,
                    Err(fault) => Some(format!("{fault}; nothing changes")),
                };
                note.map(|note| format!("option {name}: {note}")).into_iter().collect()
            }
        }
    }

    /// What searches and counts tell. Hand each event to [`Session::landed`].
    #[must_use]
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// Whether a search or a count is in flight.
    #[must_use]
    pub fn busy(&self) -> bool {
        self.flight.is_some()
    }

    /// Notes an event of [`Session::events`]: answers end what is in flight.
    pub fn landed(&mut self, event: &Event) {
        match event {
            Event::Finished(finished) => {
                let clock = self.flight.take().and_then(|flight| flight.clock);
                if let Some((side, played, clock)) = clock {
                    self.lag.answered(side, played, &clock, finished.time);
                }
            }
            Event::Divided(_) => self.flight = None,
            Event::Line(_) | Event::Note(_) | Event::Failed(_) => {}
        }
    }

    /// Reads moves to search; those that are not legal come back with the reason.
    #[must_use]
    pub fn read_moves(&self, texts: &[String], dialect: Dialect) -> (Vec<Action>, Vec<String>) {
        let mut actions = Vec::new();
        let mut refused = Vec::new();
        for text in texts {
            match self.game.read_action(text, dialect) {
                Ok(action) if actions.contains(&action) => {}
                Ok(action) => actions.push(action),
                Err(refusal) => refused.push(format!("{text} is not legal: {refusal}")),
            }
        }
        (actions, refused)
    }

    /// Begins a search of the present position; the options for lines and overhead, and the lag that
    /// was seen, are added to the limits. Nothing may be in flight.
    pub fn search(&mut self, mut limits: Limits, dialect: Dialect) {
        limits.multi_pv = self.settings.multi_pv;
        limits.overhead = self.settings.move_overhead;
        let ends_at_hit = limits.ponder && self.game.must_wait();
        if ends_at_hit {
            limits.infinite = true;
        }
        let (turn, played) = (self.game.turn(), self.game.moves_played());
        let clock = limits.clock.filter(|_| !limits.ponder && !limits.infinite);
        match &clock {
            Some(clock) => self.lag.turn(&turn, played, clock),
            // The own clock stands still meanwhile.
            None if limits.ponder => {}
            None => self.lag.lose_track(),
        }
        limits.lag = self.lag.mean();
        let control = self.take_off(ends_at_hit, clock.map(|clock| (turn, played, clock)));
        self.game.search(limits, dialect, control);
    }

    /// Begins to count action sequences. Nothing may be in flight.
    ///
    /// # Errors
    /// The sequences are too long; nothing has begun.
    pub fn count(&mut self, depth: u32, dialect: Dialect) -> Result<(), TooDeep> {
        countable(depth)?;
        let control = self.take_off(false, None);
        self.game.start_divide(depth, dialect, control);
        Ok(())
    }

    fn take_off(
        &mut self,
        ends_at_hit: bool,
        clock: Option<(Team, usize, TimeControl)>,
    ) -> Arc<Control> {
        debug_assert!(self.flight.is_none(), "one piece of work at a time");
        let control = Arc::new(Control::new());
        self.flight = Some(Flight { control: Arc::clone(&control), ends_at_hit, clock });
        control
    }

    /// How many root actions the search in flight has still to look at in its iteration, after the one in
    /// hand.
    #[must_use]
    pub fn root_actions_left(&self) -> u32 {
        self.flight.as_ref().map_or(0, |flight| flight.control.root_actions_left())
    }

    /// Asks what is in flight to end. Its answer follows.
    pub fn stop(&self) {
        if let Some(flight) = &self.flight {
            flight.control.stop();
        }
    }

    /// The answer of what is in flight will not be played.
    pub fn abandon(&mut self) {
        if let Some(flight) = &mut self.flight {
            flight.clock = None;
        }
    }

    /// Another game begins: its clocks have nothing to do with those before. What moves were seen to lose is a matter of
    /// the machine and holds.
    pub fn lose_track(&mut self) {
        self.lag.lose_track();
    }

    /// The move that was pondered on has been played.
    pub fn ponder_hit(&mut self) {
        self.lag.lose_track();
        if let Some(flight) = &self.flight {
            flight.control.ponder_hit();
            if flight.ends_at_hit {
                flight.control.stop();
            }
        }
    }

    /// Ends what is in flight and hands every event up to its answer to `hear`.
    pub fn halt(&mut self, mut hear: impl FnMut(&Event)) {
        self.stop();
        while self.busy() {
            let Ok(event) = self.events.recv() else { return };
            self.landed(&event);
            hear(&event);
        }
    }

    /// Searches and waits for the answer; lines and notes go to `hear`.
    pub fn think(
        &mut self,
        limits: Limits,
        dialect: Dialect,
        mut hear: impl FnMut(&Event),
    ) -> Option<Finished> {
        self.search(limits, dialect);
        while self.busy() {
            let event = self.events.recv().ok()?;
            self.landed(&event);
            hear(&event);
            if let Event::Finished(finished) = event {
                return Some(finished);
            }
        }
        None
    }
}

impl Drop for Session {
    /// The worker thread is waited for, so it must have no reason to go on.
    fn drop(&mut self) {
        self.stop();
    }
}
