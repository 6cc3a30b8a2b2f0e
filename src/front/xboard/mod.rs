//! XBoard (CECP): what each command does.
//!
//! This file owns the state of the conversation and hands each command to its part: [`play`] makes
//! moves, [`analysis`] analyses, [`set_up`] changes position and game, [`clock`] keeps the time.

mod analysis;
mod clock;
mod edit;
mod features;
mod play;
mod set_up;

use super::{Conversation, Flow, Output};
use crate::game::{Action, Team};
use crate::session::{Event, Finished, HASH, Line, Manners, Session, Settings, THREADS};
use caryatid_protocol::xboard::{Command, Reply, Thinking, parse, parse_edit};
use caryatid_protocol::{Bound, Score};
use clock::Clock;
use crossbeam::channel::Receiver;
use edit::Editor;
use std::collections::VecDeque;
use std::time::Instant;

/// Memory outside of the hash table, in MiB: for the program, and for each thread.
const PROGRAM_MEMORY: u64 = 24;
const THREAD_MEMORY: u64 = 8;

/// Whose moves the engine makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nobody's: it follows the moves it is told.
    Force,
    /// Those of one side on the wire.
    Playing(Team),
    /// Nobody's: it tells what it thinks of each position.
    Analysis,
}

/// What the search in flight is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    Nothing,
    OwnMove,
    Pondering,
    Analysing,
}

/// A conversation with XBoard.
pub(super) struct XBoard {
    session: Session,
    output: Output,
    mode: Mode,
    work: Work,
    clock: Clock,
    /// Whether thinking is shown.
    post: bool,
    /// Whether to think in the opponent's time.
    hard: bool,
    /// Whether the last position sent was refused, so that no move is accepted.
    refused: bool,
    /// Whether the end of the game was told, or was told to us.
    over: bool,
    /// Pings to be answered after the own move.
    pongs: Vec<i64>,
    /// Wire moves that complete the engine's last action.
    plan: VecDeque<String>,
    /// The wire move expected of the opponent.
    expected: Option<String>,
    /// The position after the move that is pondered on.
    pondered_fen: String,
    /// What the engine thought of the game when it last moved.
    last_score: Option<Score>,
    /// How the game goes, for resigning and offering draws.
    manners: Manners,
    /// Whether the opponent has offered a draw while the engine thinks about its move.
    draw_offered: bool,
    /// The last line of thinking.
    last_line: Option<Line>,
    /// When the search in flight began.
    since: Instant,
    /// Root actions that an analysis leaves out.
    excluded: Vec<Action>,
    /// The square of the man that the user holds.
    lifted: Option<String>,
    /// From where and to where the user has moved a man last, which may be the first of two legs.
    put_down: Option<(String, String)>,
    editor: Option<Editor>,
    /// The answer of a search for an own move that ended while the board is edited: it counts if nothing is changed.
    held_back: Option<Finished>,
    /// Whether `pause` came, so that nothing is thought about until `resume`.
    paused: bool,
    /// What `memory` allows, in MiB.
    memory: Option<u64>,
}

impl XBoard {
    /// Speaks XBoard about a session.
    pub(super) fn new(mut session: Session, output: Output) -> XBoard {
        session.begin_with(Settings::outspoken());
        XBoard {
            session,
            output,
            mode: Mode::Playing(Team::Black),
            work: Work::Nothing,
            clock: Clock::default(),
            post: false,
            hard: false,
            refused: false,
            over: false,
            pongs: Vec::new(),
            plan: VecDeque::new(),
            expected: None,
            pondered_fen: String::new(),
            last_score: None,
            manners: Manners::default(),
            draw_offered: false,
            last_line: None,
            since: Instant::now(),
            excluded: Vec::new(),
            lifted: None,
            put_down: None,
            editor: None,
            held_back: None,
            paused: false,
            memory: None,
        }
    }

    fn say(&mut self, reply: Reply) {
        self.output.say(reply);
    }

    fn remark(&mut self, text: impl Into<String>) {
        self.say(Reply::Remark(text.into()));
    }

    fn error(&mut self, reason: &str, line: impl Into<String>) {
        self.say(Reply::Error { reason: reason.to_owned(), line: line.into() });
    }

    fn not_legal_now(&mut self, command: &Command) {
        self.error("command not legal now", command.to_string());
    }

    /// Ends the search in flight; its answer is not used.
    fn drop_work(&mut self) {
        self.session.abandon();
        self.session.halt(|_| {});
        self.work = Work::Nothing;
        self.held_back = None;
        self.answer_pings();
    }

    /// Ends the search for an own move, if there is one in flight, and makes the move.
    fn make_own_move(&mut self) {
        if self.work == Work::OwnMove {
            let mut heard = Vec::new();
            self.session.halt(|event| heard.push(event.clone()));
            heard.iter().for_each(|event| self.heed(event));
        }
    }

    /// Ends the search in flight: an own move is made, anything else is dropped and returned.
    fn settle(&mut self) -> Work {
        self.make_own_move();
        let dropped = self.work;
        self.drop_work();
        dropped
    }

    /// Takes up work that was dropped.
    fn take_up(&mut self, work: Work) {
        match work {
            Work::Nothing => {}
            Work::OwnMove => self.think(),
            Work::Pondering => self.ponder(),
            Work::Analysing => self.analyse(),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let dropped = self.settle();
        let openings = self.session.openings();
        for note in self.session.set_option(name, value) {
            self.remark(note);
        }
        if self.session.openings() != openings {
            self.game_opened();
        }
        self.take_up(dropped);
    }

    /// `memory`: the total, from which threads and program take their part.
    fn set_memory(&mut self, mebibytes: u64) {
        self.memory = Some(mebibytes);
        let threads = self.session.settings().resources.threads as u64;
        let taken = PROGRAM_MEMORY.saturating_add(threads.saturating_mul(THREAD_MEMORY));
        let hash = mebibytes.saturating_sub(taken).max(1);
        self.set_option(HASH, Some(&hash.to_string()));
    }

    /// `cores`.
    fn set_cores(&mut self, cores: u32) {
        self.set_option(THREADS, Some(&cores.to_string()));
        if let Some(mebibytes) = self.memory {
            self.set_memory(mebibytes);
        }
    }

    fn ping(&mut self, number: i64) {
        if self.work == Work::OwnMove {
            self.pongs.push(number);
        } else {
            self.say(Reply::Pong(number));
        }
    }

    fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pongs) {
            self.say(Reply::Pong(number));
        }
    }

    fn book(&mut self) {
        self.say(Reply::BookLine("The engine has no opening book.".to_owned()));
        self.say(Reply::BookEnd);
    }

    fn lift(&mut self, square: String) {
        let legs = self.put_down.take().filter(|(_, to)| *to == square);
        let from = legs.as_ref().map(|(from, _)| &**from);
        if let Some(colours) = self.session.game().highlight(&square, from) {
            self.say(Reply::Highlight(colours));
        }
        self.lifted = Some(square);
    }

    fn put(&mut self, square: &str) {
        let Some(from) = self.lifted.take() else { return };
        let letters = self.session.game().choice(&from, square);
        if !letters.is_empty() {
            self.say(Reply::Choice(letters));
        }
        self.put_down = Some((from, square.to_owned()));
    }

    /// Another mode begins. XBoard takes its pause for ended then, without a `resume`.
    fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.paused = false;
    }

    /// `pause`.
    fn pause(&mut self) {
        if self.work == Work::OwnMove {
            self.clock.ran(self.since.elapsed());
        }
        self.drop_work();
        self.paused = true;
    }

    /// `resume`: what is called for now, which need not be what `pause` ended.
    fn resume(&mut self) {
        if !std::mem::take(&mut self.paused) || self.refused {
            return;
        }
        match self.mode {
            Mode::Force => {}
            Mode::Analysis => self.analyse(),
            Mode::Playing(side) if self.session.game().turn() == side => self.think(),
            Mode::Playing(_) => self.ponder(),
        }
    }

    fn obey(&mut self, command: Command) -> Flow {
        match command {
            Command::Blank
            | Command::Accepted(_)
            | Command::Rejected(_)
            | Command::Random
            | Command::OpponentTime(_)
            | Command::OpponentName(_)
            | Command::Rating { .. }
            | Command::Computer
            | Command::Ics(_)
            | Command::EndgameTablePath { .. }
            | Command::Hover(_) => {}
            Command::XBoard => self.output.say(""),
            Command::ProtocolVersion(_) => {
                for feature in features::features(self.session.catalogue()) {
                    self.say(feature);
                }
            }
            Command::New => self.new_game(),
            Command::Variant(name) => self.variant(&name),
            Command::Quit => return Flow::Quit,
            Command::Force => self.force(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::White => self.play_side(Team::Black),
            Command::Black => self.play_side(Team::White),
            Command::Level(level) => self.clock.set_level(level),
            Command::MoveTime(time) => self.clock.set_move_time(time),
            Command::Depth(plies) => self.clock.set_depth(plies),
            Command::NodesPerSecond(nodes) => self.clock.set_nodes_per_second(nodes),
            Command::Time(time) => self.clock.set_remaining(time),
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(number) => self.ping(number),
            Command::Draw => self.consider_draw(),
            Command::Result { .. } => self.game_over(),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.begin_edit(),
            Command::Hint => self.hint(),
            Command::Book => self.book(),
            Command::Undo => self.take_back(1, &Command::Undo),
            Command::Remove => self.take_back(2, &Command::Remove),
            Command::Hard => self.hard(),
            Command::Easy => self.easy(),
            Command::Post => self.post = true,
            Command::NoPost => self.post = false,
            Command::Analyze => self.begin_analysis(),
            Command::AnalysisStatus => self.analysis_status(),
            Command::Exit => self.end_analysis(),
            Command::Exclude(moves) => self.exclude(&moves),
            Command::Include(moves) => self.include(&moves),
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Memory(mebibytes) => self.set_memory(mebibytes),
            Command::Cores(cores) => self.set_cores(cores),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Lift(square) => self.lift(square),
            Command::Put(square) => self.put(&square),
        }
        Flow::GoOn
    }

    /// Tells what a person must know of the position and XBoard's board does not show: as a remark, and
    /// where thinking is shown, as the text of a line.
    fn tell_note(&mut self) {
        let Some(note) = self.session.game().note() else { return };
        if self.post {
            self.say(Reply::Thinking(Thinking {
                depth: 0,
                score: self.last_score.unwrap_or(Score::Centipawns(0)),
                bound: Bound::Exact,
                time: 0,
                nodes: 0,
                selective_depth: 0,
                nodes_per_second: 0,
                table_base_hits: 0,
                pv: vec![note.clone()],
            }));
        }
        self.remark(note);
    }

    fn show(&mut self, line: &Line) {
        self.last_line = Some(line.clone());
        if !self.post || line.depth == 0 {
            return;
        }
        self.say(Reply::Thinking(Thinking {
            depth: line.depth,
            score: line.score,
            bound: line.bound,
            time: u64::try_from(line.time.as_millis() / 10).unwrap_or(u64::MAX),
            nodes: line.nodes,
            selective_depth: line.selective_depth,
            nodes_per_second: line.nodes_per_second(),
            table_base_hits: 0,
            pv: line.pv.clone(),
        }));
    }

    /// Acts on what a search tells, which the session knows already.
    fn heed(&mut self, event: &Event) {
        match event {
            Event::Line(line) => self.show(line),
            Event::Finished(finished) if self.work == Work::OwnMove && self.editor.is_some() => {
                self.held_back = Some(finished.clone());
            }
            Event::Finished(finished) if self.work == Work::OwnMove => {
                self.answer(finished.clone());
            }
            Event::Finished(_) => self.work = Work::Nothing,
            Event::Divided(_) => {}
            Event::Note(text) => self.remark(text.clone()),
            Event::Failed(text) => {
                log::error!("{text}");
                self.remark(text.clone());
            }
        }
    }
}

impl Conversation for XBoard {
    fn hear(&mut self, line: &[u8]) -> Flow {
        if self.editor.is_some() && line.trim_ascii() != b"quit" {
            match parse_edit(line) {
                Ok(command) => self.edit(&command),
                Err(error) => Reply::from_parse_error(&error).into_iter().for_each(|reply| {
                    self.say(reply);
                }),
            }
            return Flow::GoOn;
        }
        match parse(line) {
            Ok(command) => self.obey(command),
            Err(error) => {
                if let Some(reply) = Reply::from_parse_error(&error) {
                    self.say(reply);
                }
                Flow::GoOn
            }
        }
    }

    fn report(&mut self, event: &Event) {
        self.session.landed(event);
        self.heed(event);
    }

    fn events(&self) -> &Receiver<Event> {
        self.session.events()
    }

    fn is_heard(&self) -> bool {
        self.output.is_heard()
    }
}
