//! One opened game: its position, the way there, and the thread that thinks about it.
//!
//! [`OpenedGame`] is the only `dyn` boundary of the engine. Above it nobody knows a game's types;
//! below it everything is compiled for one game.

use super::event::Event;
use super::gui_board::{self, BoardRead};
use super::perft;
use super::wire::{Place, final_verdict};
use super::worker::{Ground, Job, Resources, Worker, divide_on};
use crate::game::{
    Action, BoardShape, Dialect, GameOption, Past, PositionError, Refusal, Seat, SetUp, SetupLines,
    Team, Verdict, Weights, Words, null_move,
};
use crate::search::{Control, Limits};
use crossbeam::channel::{Receiver, Sender, bounded};
use std::sync::{Arc, OnceLock};

/// A game that can be set up, played and thought about without knowing which one it is.
///
/// Moves go in and out as *wire moves*: the two sides alternate, and a side that has nothing to decide
/// plays the null move.
pub trait OpenedGame: Send {
    /// The game's id in `UCI_Variant` and on the command line.
    fn id(&self) -> &str;
    /// The name XBoard uses.
    fn xboard_id(&self) -> &str;
    /// One sentence on the rules.
    fn summary(&self) -> String;
    /// Size of the board as it is drawn.
    fn shape(&self) -> BoardShape;
    /// What XBoard must be told to draw the game.
    fn setup_lines(&self) -> Option<SetupLines>;
    /// The options that the game has of its own.
    fn options(&self) -> &'static [GameOption];
    /// Sets one of them. The position that stands stays; games that begin from now on obey. What is in
    /// flight must have ended.
    ///
    /// # Errors
    /// The game has no such option, or the value is none of its own; nothing has changed then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal>;

    /// The numbers of the evaluation; a game may have none.
    fn weights(&self) -> Weights;
    /// Sets them and goes to the start position. What is in flight must have ended.
    fn set_weights(&mut self, weights: &Weights);
    /// Static values of positions for White, in centipawns; `None` for what can't be read.
    fn static_values(&self, fens: &[String]) -> Vec<Option<i32>>;
    /// Whether the evaluation alone may judge the position in which an action is chosen: nobody is in check, the
    /// action takes nothing, and the game isn't over.
    fn is_quiet(&self, action: Action) -> bool;

    /// Goes to the start position. On the wire the acting side is on turn; for XBoard it is always White,
    /// who waits where Black acts first.
    fn set_start(&mut self, dialect: Dialect);
    /// Goes to the position of a FEN and returns what was corrected. After an error nothing has changed.
    ///
    /// # Errors
    /// The field that can't be read or the rule that makes the position impossible.
    fn set_fen(&mut self, fen: &str) -> Result<Vec<String>, PositionError>;
    /// Goes where a `setboard` of XBoard leads, which does not know what only the game knows: see
    /// [`BoardRead`].
    ///
    /// # Errors
    /// As [`OpenedGame::set_fen`].
    fn set_board(&mut self, fen: &str) -> Result<BoardRead, PositionError>;
    /// Plays one wire move.
    ///
    /// # Errors
    /// Why it is no legal move; nothing has changed then.
    fn play(&mut self, text: &str, dialect: Dialect) -> Result<(), Refusal>;
    /// Takes one wire move back; `false` where none was played.
    fn undo(&mut self) -> bool;
    /// How many wire moves were played since the position was set up.
    fn moves_played(&self) -> usize;

    /// The side on turn on the wire.
    fn turn(&self) -> Team;
    /// Whether the side on turn has nothing to decide: its only move is the null move.
    fn must_wait(&self) -> bool;
    /// The seat that acts.
    fn seat(&self) -> Seat;
    /// Every seat's name and team, in the order of their numbers.
    fn seats(&self) -> Vec<(&'static str, Team)>;
    /// The verdict, draws by repetition and move count included.
    fn verdict(&self) -> Option<Verdict>;
    /// The verdict where the game is over for good: draws by count are none.
    fn final_verdict(&self) -> Option<Verdict>;

    /// The position as FEN.
    fn fen(&self) -> String;
    /// The start position as FEN.
    fn start_fen(&self) -> String;
    /// The position's key in the hash table.
    fn key(&self) -> u64;
    /// The board for a person to look at.
    fn picture(&self) -> String;
    /// What a person must know at each turn and a program's board does not show, in one line.
    fn note(&self) -> Option<String>;
    /// The placement as XBoard draws it.
    fn drawn(&self) -> String;
    /// The evaluation taken apart for a person.
    fn evaluation(&self) -> String;
    /// What the side on turn on the wire was worth by the evaluation, in centipawns, in the position from which
    /// play began, in games whose armies are not alike; 0 in all others.
    fn start_value(&self) -> i32;
    /// What the last wire move brought about that its text does not show, in words.
    fn remark(&self) -> Option<String>;
    /// How single players finish, where the game is over and its rules rank them.
    fn standing(&self) -> Option<String>;
    /// The legal actions of the acting seat; none where the game is over for good. In the middle of an action
    /// of several wire moves, those that can still become of it.
    fn legal_actions(&self) -> Vec<Action>;
    /// A legal action as the dialect writes it.
    fn action_text(&self, action: Action, dialect: Dialect) -> String;
    /// The wire moves that a legal action takes from here, in order. Between them the other side waits.
    fn wire_moves(&self, action: Action, dialect: Dialect) -> Vec<String>;
    /// The legal action that a text means.
    ///
    /// # Errors
    /// Why there is none.
    fn read_action(&self, text: &str, dialect: Dialect) -> Result<Action, Refusal>;
    /// The legal actions that a wire move completes or carries on: several where an action takes more than
    /// one.
    ///
    /// # Errors
    /// Why there is none.
    fn meant(&self, text: &str, dialect: Dialect) -> Result<Vec<Action>, Refusal>;
    /// The legal action that wire moves complete which follow on each other, with nothing but waits between
    /// them; `None` where more of them have to follow.
    ///
    /// # Errors
    /// Why the first that fits nothing is refused.
    fn carry_on(&self, entries: &[String], dialect: Dialect) -> Result<Option<Action>, Refusal>;
    /// Follows a line of wire moves without leaving the position.
    ///
    /// # Errors
    /// The index of the first illegal move, and why it is illegal.
    fn follow(&self, line: &[String], dialect: Dialect) -> Result<(), (usize, Refusal)>;
    /// XBoard's highlight text for the man on a square, where the man from square `from` may just have been put.
    fn highlight(&self, square: &str, from: Option<&str>) -> Option<String>;
    /// The letters XBoard may choose from when a man is put down.
    fn choice(&self, from: &str, to: &str) -> String;

    /// Says with how many threads and how much memory to search from now on.
    fn set_resources(&mut self, resources: Resources);
    /// Begins to get that memory. The receiver hears when it is there.
    fn prepare(&mut self) -> Receiver<()>;
    /// Forgets everything learnt from earlier searches.
    fn forget(&mut self);
    /// Begins a search, which will tell its lines and one answer as [`Event`]s.
    fn search(&mut self, limits: Limits, dialect: Dialect, control: Arc<Control>);
    /// Begins a count of action sequences of a [`countable`](super::countable) length, which will be told as one [`Event`].
    fn start_divide(&mut self, depth: u32, dialect: Dialect, control: Arc<Control>);
    /// Counts action sequences of a [`countable`](super::countable) length, split by the first action.
    fn divide(&self, depth: u32, threads: usize, dialect: Dialect) -> Vec<(String, u64)>;
}

/// An [`OpenedGame`] of one game.
pub struct Opened<G: Words> {
    game: Arc<G>,
    place: Place<G::Position>,
    past: Past,
    /// The places before each wire move played, with the length of the past there.
    earlier: Vec<(Place<G::Position>, usize)>,
    /// The wire ply of the position set up, as its FEN counts.
    first_ply: usize,
    resources: Resources,
    events: Sender<Event>,
    worker: OnceLock<Worker<G::Position>>,
}

impl<G: Words> Opened<G> {
    /// Opens a game at its start position. Its searches tell what they find through `events`.
    #[must_use]
    pub fn new(game: G, events: Sender<Event>) -> Opened<G> {
        let start = game.start();
        let turn = game.team(game.to_act(&start));
        let place = Place::new(start, turn);
        Opened {
            game: Arc::new(game),
            place,
            past: Past::new(),
            earlier: Vec::new(),
            first_ply: turn.index(),
            resources: Resources { threads: 1, hash_mb: 1 },
            events,
            worker: OnceLock::new(),
        }
    }

    fn set_up(&mut self, place: Place<G::Position>, first_ply: usize) {
        self.place = place;
        self.past = Past::new();
        self.earlier.clear();
        self.first_ply = first_ply;
    }

    /// Goes to the position that was read from a text; what was corrected.
    fn install(&mut self, read: SetUp<G::Position>, fen: &str) -> Vec<String> {
        let place = Place::new(read.position, read.wire_first);
        self.set_up(place, gui_board::Sent::read(fen).ply);
        read.notes
    }

    /// The thread is started by the first job.
    fn worker(&self) -> &Worker<G::Position> {
        self.worker.get_or_init(|| Worker::start(Arc::clone(&self.game), self.events.clone()))
    }

    fn ground(&self, dialect: Dialect) -> Ground<G::Position> {
        Ground { place: self.place.clone(), past: self.past.clone(), dialect }
    }

    /// What a FEN of the GUI means where it draws a game that it does not know.
    fn interpret(&self, fen: &str) -> BoardRead {
        let sent = gui_board::Sent::read(fen);
        if !sent.is_bare {
            return BoardRead::SetUp(Vec::new());
        }
        let same = |place: &Place<G::Position>| {
            let drawn_as = |now, drawn| self.game.drawn_as(&place.position, now, drawn);
            sent.shows(&place.drawn(&*self.game), drawn_as)
        };
        let start = Place::new(self.game.start(), Team::White);
        let is_array = sent.turn == Team::White && same(&start);
        if is_array && !sent.holds(&self.game.write_fen(&start.position)) {
            // Another number of men is to be placed than we would begin with.
            return BoardRead::SetUp(Vec::new());
        }
        let same = |place: &Place<G::Position>| {
            same(place) && (!is_array || sent.holds(&self.game.write_fen(&place.position)))
        };
        let now = self.first_ply.saturating_add(self.earlier.len());
        let played = sent.ply.checked_sub(self.first_ply);
        if let Some((place, _)) = played.and_then(|played| self.earlier.get(played))
            && same(place)
        {
            return BoardRead::WentBack(now - sent.ply);
        }
        if same(&self.place) {
            if sent.ply == now + 1 && self.accepts_null() {
                return BoardRead::NullMove;
            }
            if sent.turn == self.place.turn {
                return BoardRead::Unchanged;
            }
        }
        if is_array {
            return BoardRead::Start;
        }
        BoardRead::SetUp(Vec::new())
    }

    fn accepts_null(&self) -> bool {
        self.follow(&[null_move(Dialect::XBoard).to_owned()], Dialect::XBoard).is_ok()
    }
}

/// Armies whose values differ by more than this many centipawns at the start are not alike.
const UNLIKE: i32 = 300;

impl<G: Words> OpenedGame for Opened<G> {
    fn id(&self) -> &str {
        self.game.id()
    }

    fn xboard_id(&self) -> &str {
        self.game.xboard_id()
    }

    fn summary(&self) -> String {
        self.game.summary()
    }

    fn shape(&self) -> BoardShape {
        self.game.shape()
    }

    fn setup_lines(&self) -> Option<SetupLines> {
        self.game.setup_lines()
    }

    fn options(&self) -> &'static [GameOption] {
        self.game.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        self.game = Arc::new(self.game.with_option(name, value)?);
        // The thread has the old game.
        self.worker = OnceLock::new();
        Ok(())
    }

    fn weights(&self) -> Weights {
        self.game.weights()
    }

    fn set_weights(&mut self, weights: &Weights) {
        if let Some(game) = self.game.with_weights(weights) {
            self.game = Arc::new(game);
            self.worker = OnceLock::new();
        }
        self.set_start(Dialect::Uci);
    }

    fn static_values(&self, fens: &[String]) -> Vec<Option<i32>> {
        let value = |fen: &String| {
            let position = self.game.read_fen(fen).ok()?.position;
            let value = self.game.evaluate(&position);
            let team = self.game.team(self.game.to_act(&position));
            Some(if team == Team::White { value } else { -value })
        };
        fens.iter().map(value).collect()
    }

    fn is_quiet(&self, action: Action) -> bool {
        let position = &self.place.position;
        self.verdict().is_none()
            && !self.game.in_check(position)
            && !self.game.tactical(position, action)
    }

    fn set_start(&mut self, dialect: Dialect) {
        let start = self.game.start();
        let turn = match dialect {
            Dialect::Uci => self.game.team(self.game.to_act(&start)),
            Dialect::XBoard => Team::White,
        };
        self.set_up(Place::new(start, turn), turn.index());
    }

    fn set_fen(&mut self, fen: &str) -> Result<Vec<String>, PositionError> {
        let read = self.game.read_fen(fen)?;
        Ok(self.install(read, fen))
    }

    fn set_board(&mut self, fen: &str) -> Result<BoardRead, PositionError> {
        let read = match self.game.setup_lines() {
            Some(_) => self.interpret(fen),
            None => BoardRead::SetUp(Vec::new()),
        };
        match &read {
            BoardRead::Unchanged => {}
            BoardRead::WentBack(moves) => (0..*moves).for_each(|_| {
                self.undo();
            }),
            BoardRead::NullMove => self
                .play(null_move(Dialect::XBoard), Dialect::XBoard)
                .map_err(|refusal| PositionError(refusal.0))?,
            BoardRead::Start => self.set_start(Dialect::XBoard),
            BoardRead::SetUp(_) => {
                let read = self.game.read_board(fen, &self.place.position)?;
                return Ok(BoardRead::SetUp(self.install(read, fen)));
            }
        }
        Ok(read)
    }

    fn play(&mut self, text: &str, dialect: Dialect) -> Result<(), Refusal> {
        let before = (self.place.clone(), self.past.len());
        self.place.play(&*self.game, &mut self.past, text, dialect)?;
        self.earlier.push(before);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let Some((place, past_len)) = self.earlier.pop() else { return false };
        self.place = place;
        while self.past.len() > past_len {
            self.past.pop();
        }
        true
    }

    fn moves_played(&self) -> usize {
        self.earlier.len()
    }

    fn turn(&self) -> Team {
        self.place.turn
    }

    fn must_wait(&self) -> bool {
        self.place.must_wait(&*self.game)
    }

    fn seat(&self) -> Seat {
        self.game.to_act(&self.place.position)
    }

    fn seats(&self) -> Vec<(&'static str, Team)> {
        let names = self.game.seat_names().iter().zip(0u8..);
        names.map(|(&name, number)| (name, self.game.team(Seat(number)))).collect()
    }

    fn verdict(&self) -> Option<Verdict> {
        self.game.verdict(&self.place.position, &self.past)
    }

    fn final_verdict(&self) -> Option<Verdict> {
        final_verdict(&*self.game, &self.place.position, &self.past)
    }

    fn fen(&self) -> String {
        self.game.write_fen(&self.place.position)
    }

    fn start_fen(&self) -> String {
        self.game.write_fen(&self.game.start())
    }

    fn key(&self) -> u64 {
        self.game.table_key(&self.place.position)
    }

    fn picture(&self) -> String {
        self.game.picture(&self.place.position)
    }

    fn note(&self) -> Option<String> {
        self.game.note(&self.place.position)
    }

    fn drawn(&self) -> String {
        self.place.drawn(&*self.game)
    }

    fn evaluation(&self) -> String {
        self.game.explain_evaluation(&self.place.position)
    }

    fn start_value(&self) -> i32 {
        let value = |position: &G::Position| {
            let value = self.game.evaluate(position);
            let acts = self.game.team(self.game.to_act(position));
            if acts == self.place.turn { value } else { -value }
        };
        if value(&self.game.start()).abs() < UNLIKE {
            return 0;
        }
        let first = self.earlier.first().map_or(&self.place, |(place, _)| place);
        value(&first.position)
    }

    fn remark(&self) -> Option<String> {
        let (before, _) = self.earlier.last()?;
        self.game.remark(&before.position, &self.place.position)
    }

    fn standing(&self) -> Option<String> {
        self.game.standing(&self.place.position)
    }

    fn legal_actions(&self) -> Vec<Action> {
        if self.final_verdict().is_some() {
            return Vec::new();
        }
        self.place.open_actions(&*self.game)
    }

    fn action_text(&self, action: Action, dialect: Dialect) -> String {
        self.game.write_action(&self.place.position, action, dialect)
    }

    fn wire_moves(&self, action: Action, dialect: Dialect) -> Vec<String> {
        self.place.entries(&*self.game, action, dialect)
    }

    fn read_action(&self, text: &str, dialect: Dialect) -> Result<Action, Refusal> {
        if let Some(verdict) = self.final_verdict() {
            return Err(self.game.refuse_over(&self.place.position, verdict));
        }
        self.game.read_action(&self.place.position, text, dialect)
    }

    fn meant(&self, text: &str, dialect: Dialect) -> Result<Vec<Action>, Refusal> {
        if let Some(verdict) = self.final_verdict() {
            return Err(self.game.refuse_over(&self.place.position, verdict));
        }
        self.place.meant(&*self.game, text, dialect)
    }

    fn carry_on(&self, entries: &[String], dialect: Dialect) -> Result<Option<Action>, Refusal> {
        if let Some(verdict) = self.final_verdict() {
            return Err(self.game.refuse_over(&self.place.position, verdict));
        }
        self.place.carry_on(&*self.game, entries, dialect)
    }

    fn follow(&self, line: &[String], dialect: Dialect) -> Result<(), (usize, Refusal)> {
        let mut place = self.place.clone();
        let mut past = self.past.clone();
        line.iter().enumerate().try_for_each(|(index, text)| {
            place.play(&*self.game, &mut past, text, dialect).map_err(|refusal| (index, refusal))
        })
    }

    fn highlight(&self, square: &str, from: Option<&str>) -> Option<String> {
        self.place.highlight(&*self.game, square, from)
    }

    fn choice(&self, from: &str, to: &str) -> String {
        self.place.choice(&*self.game, from, to)
    }

    fn set_resources(&mut self, resources: Resources) {
        self.resources = resources;
    }

    fn prepare(&mut self) -> Receiver<()> {
        let (ready, prepared) = bounded(1);
        self.worker().order(Job::Prepare(self.resources, ready));
        prepared
    }

    fn forget(&mut self) {
        if let Some(worker) = self.worker.get() {
            worker.order(Job::Forget);
        }
    }

    fn search(&mut self, limits: Limits, dialect: Dialect, control: Arc<Control>) {
        let ground = self.ground(dialect);
        self.worker().order(Job::Search { ground, limits, resources: self.resources, control });
    }

    fn start_divide(&mut self, depth: u32, dialect: Dialect, control: Arc<Control>) {
        let ground = self.ground(dialect);
        let threads = self.resources.threads;
        self.worker().order(Job::Divide { ground, depth, threads, control });
    }

    fn divide(&self, depth: u32, threads: usize, dialect: Dialect) -> Vec<(String, u64)> {
        let position = &self.place.position;
        let counts = divide_on(threads, |parallel| {
            perft::divide(&*self.game, position, depth, parallel, &|| false)
        });
        counts
            .unwrap_or_default()
            .into_iter()
            .map(|(action, count)| (self.action_text(action, dialect), count))
            .collect()
    }
}
