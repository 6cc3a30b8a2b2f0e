//! Whoever can play in a match.

use super::process::Process;
use super::random::{Chance, choose};
use super::referee::Start;
use super::spec::{EngineSpec, ProtocolKind};
use super::uci_program::UciProgram;
use super::xboard_program::XBoardProgram;
use super::{MatchOrder, ToolError, set_options};
use crate::game::{Action, Dialect};
use crate::search::Limits;
use crate::session::{Catalogue, Event, HASH, OpenedGame, Session, THREADS, null_move};
use std::time::{Duration, Instant};

/// A wire move in the spelling of both protocols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WireMove {
    pub(super) uci: String,
    pub(super) xboard: String,
}

impl WireMove {
    /// The null move of a side that has nothing to decide.
    pub(super) fn wait() -> WireMove {
        let text = |dialect| null_move(dialect).to_owned();
        WireMove { uci: text(Dialect::Uci), xboard: text(Dialect::XBoard) }
    }

    /// A legal action.
    pub(super) fn of(board: &dyn OpenedGame, action: Action) -> WireMove {
        let text = |dialect| board.action_text(action, dialect);
        WireMove { uci: text(Dialect::Uci), xboard: text(Dialect::XBoard) }
    }
}

/// A player's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// It moves.
    Moves(Choice),
    /// It gives the game up.
    Resigns,
}

/// A move with the thoughts that led to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Choice {
    /// The move, in the player's dialect.
    pub(super) text: String,
    /// The lines the player has shown, as UCI wire moves.
    pub(super) lines: Vec<Vec<String>>,
    /// How long it took.
    pub(super) time: Duration,
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) kind: FaultKind,
    pub(super) detail: String,
}

/// The kinds of wrongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FaultKind {
    /// A move that the rules forbid, or none at all where there is one.
    IllegalMove,
    /// A line with such a move.
    IllegalLine,
    /// The program or its search ended without being asked.
    Crash,
    /// The move came too late.
    TimeLoss,
    /// The move did not come at all.
    Stall,
}

impl FaultKind {
    /// The kind in words.
    pub(super) const fn text(self) -> &'static str {
        match self {
            FaultKind::IllegalMove => "illegal move",
            FaultKind::IllegalLine => "illegal move in a line",
            FaultKind::Crash => "crash",
            FaultKind::TimeLoss => "time loss",
            FaultKind::Stall => "stall",
        }
    }
}

impl Fault {
    pub(super) fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }
}

/// A participant at the board.
pub(super) trait Player {
    /// How it writes moves.
    fn dialect(&self) -> Dialect;
    /// Goes to the first position of a new game. Its opening will be heard.
    fn start(&mut self, start: &Start) -> Result<(), Fault>;
    /// Hears a wire move of either side.
    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault>;
    /// Chooses a move. The referee's board may be looked at.
    fn choose(&mut self, board: &dyn OpenedGame) -> Result<Answer, Fault>;
}

/// Sits a participant down.
///
/// # Errors
/// The game can't be opened or the program can't be started.
pub(super) fn seat(
    catalogue: &Catalogue,
    order: &MatchOrder,
    index: usize,
) -> Result<Box<dyn Player>, ToolError> {
    Ok(match &order.engines[index] {
        EngineSpec::RandomMover => {
            Box::new(RandomMover { random: Chance::new(order.seed.wrapping_add(index as u64)) })
        }
        EngineSpec::OwnEngine(resources) => {
            let mut session = Session::with_game(catalogue.clone(), &order.variant)?;
            for (name, value) in [(HASH, resources.hash_mb), (THREADS, resources.threads)] {
                let notes = session.set_option(name, Some(&value.to_string()));
                notes.iter().for_each(|note| log::warn!("{note}"));
            }
            set_options(session.game_mut(), &order.options)?;
            Box::new(OwnEngine { session, movetime: order.movetime })
        }
        EngineSpec::Program { command, protocol } => {
            let process = Process::start(command)?;
            match protocol {
                ProtocolKind::Uci => Box::new(UciProgram::new(process, order)),
                ProtocolKind::XBoard => {
                    let name = catalogue.open_unheard(&order.variant)?.xboard_id().to_owned();
                    Box::new(XBoardProgram::new(process, name, order))
                }
            }
        }
    })
}

/// Chooses by chance.
struct RandomMover {
    random: Chance,
}

impl Player for RandomMover {
    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn start(&mut self, _start: &Start) -> Result<(), Fault> {
        Ok(())
    }

    fn hear(&mut self, _moved: &WireMove) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, board: &dyn OpenedGame) -> Result<Answer, Fault> {
        let action = choose(&board.legal_actions(), &mut self.random)
            .ok_or_else(|| Fault::new(FaultKind::IllegalMove, "there is no move"))?;
        let text = board.action_text(action, Dialect::Uci);
        Ok(Answer::Moves(Choice { text, ..Choice::default() }))
    }
}

/// This engine, in a session of its own.
struct OwnEngine {
    session: Session,
    movetime: Duration,
}

impl Player for OwnEngine {
    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn start(&mut self, start: &Start) -> Result<(), Fault> {
        let game = self.session.game_mut();
        start.set_up(game).map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
        game.forget();
        // Without the memory, the search says so itself.
        let _ = game.prepare().recv();
        Ok(())
    }

    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault> {
        self.session
            .game_mut()
            .play(&moved.uci, Dialect::Uci)
            .map_err(|refusal| Fault::new(FaultKind::Crash, refusal.to_string()))
    }

    fn choose(&mut self, _board: &dyn OpenedGame) -> Result<Answer, Fault> {
        let begun = Instant::now();
        let limits = Limits { movetime: Some(self.movetime), ..Limits::default() };
        let mut lines = Vec::new();
        let mut broken = None;
        let finished = self.session.think(limits, Dialect::Uci, |event| match event {
            Event::Line(line) => lines.push(line.pv.clone()),
            Event::Failed(text) => broken = Some(text.clone()),
            Event::Note(text) => log::warn!("{text}"),
            Event::Finished(_) | Event::Divided(_) => {}
        });
        let time = begun.elapsed();
        if let Some(text) = broken {
            return Err(Fault::new(FaultKind::Crash, text));
        }
        let text = finished
            .and_then(|finished| finished.best.into_iter().next())
            .ok_or_else(|| Fault::new(FaultKind::IllegalMove, "no move was found"))?;
        Ok(Answer::Moves(Choice { text, lines, time }))
    }
}
