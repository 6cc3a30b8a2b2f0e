//! Whoever can play in a match: what the referee asks of a participant, and what it may answer.

use super::chance::{Chance, choose};
use super::control::{ClockFace, TimeSetting};
use super::opening::Start;
use crate::game::{Action, Dialect, Team};
use crate::session::{OpenedGame, null_move};
use caryatid_protocol::Score;
use std::time::Duration;

/// A whole action, or a wait, in the spelling of both protocols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WireMove {
    pub(super) uci: String,
    /// The entries of XBoard; between them the other side waits.
    pub(super) xboard: Vec<String>,
}

impl WireMove {
    /// The null move of a side that has nothing to decide.
    pub(super) fn wait() -> WireMove {
        WireMove {
            uci: null_move(Dialect::Uci).to_owned(),
            xboard: vec![null_move(Dialect::XBoard).to_owned()],
        }
    }

    /// A legal action.
    pub(super) fn of(board: &dyn OpenedGame, action: Action) -> WireMove {
        WireMove {
            uci: board.action_text(action, Dialect::Uci),
            xboard: board.wire_moves(action, Dialect::XBoard),
        }
    }
}

/// What a player is told when it is asked to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    /// The team that acts.
    pub(super) side: Team,
    pub(super) setting: TimeSetting,
    /// Its clock.
    pub(super) own: Option<ClockFace>,
    /// The clock of the opponent.
    pub(super) other: Option<ClockFace>,
    /// Time beyond that which is forgiven.
    pub(super) margin: Duration,
    /// How long it may be late, or take for anything that is not a move, before it is given up.
    pub(super) patience: Duration,
}

/// How long a player whose time nothing limits is waited for.
const LONGEST_THOUGHT: Duration = Duration::from_secs(3600);

impl Turn {
    /// The time for this move; `None` where time doesn't limit it.
    pub(super) fn allowed(&self) -> Option<Duration> {
        self.own.map(|face| face.left).or(self.setting.movetime)
    }

    /// After this time, the player is told to move at once.
    pub(super) fn limit(&self) -> Duration {
        self.allowed().unwrap_or(LONGEST_THOUGHT) + self.margin
    }
}

/// A player's answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Answer {
    /// It moves.
    Moves(Choice),
    /// It gives the game up.
    Resigns,
}

/// What a player says of its move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Thought {
    /// The value for its own team.
    pub(super) score: Option<Score>,
    /// Plies.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// A move with the thoughts that led to it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Choice {
    /// The move, in the player's dialect; the entries of an action of several.
    pub(super) entries: Vec<String>,
    /// The lines the player has shown, as wire moves of its dialect.
    pub(super) lines: Vec<Vec<String>>,
    pub(super) thought: Thought,
    /// How long it took.
    pub(super) time: Duration,
    pub(super) offers_draw: bool,
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
    /// Something that can be no move of any game.
    Garbage,
    /// A move for which it was not asked, such as a second answer.
    Unasked,
    /// It claims a result that the rules don't give, or that the opponent's legal move is illegal.
    FalseClaim,
    /// The program or its search ended without being asked.
    Crash,
    /// The move came too late.
    TimeLoss,
    /// The move did not come at all.
    Stall,
    /// The program doesn't play the game of the match.
    Unfit,
}

impl FaultKind {
    /// The kind in words.
    pub(super) const fn text(self) -> &'static str {
        match self {
            FaultKind::IllegalMove => "illegal move",
            FaultKind::IllegalLine => "illegal move in a line",
            FaultKind::Garbage => "garbage",
            FaultKind::Unasked => "move without being asked",
            FaultKind::FalseClaim => "false claim",
            FaultKind::Crash => "crash",
            FaultKind::TimeLoss => "time loss",
            FaultKind::Stall => "stall",
            FaultKind::Unfit => "another game",
        }
    }

    /// Whether it ends the game.
    pub(super) const fn ends_the_game(self) -> bool {
        !matches!(self, FaultKind::IllegalLine | FaultKind::Unasked)
    }

    /// How PGN calls a game that it ends.
    pub(super) const fn termination(self) -> &'static str {
        match self {
            FaultKind::TimeLoss => "time forfeit",
            FaultKind::Crash | FaultKind::Stall | FaultKind::Unfit => "abandoned",
            _ => "rules infraction",
        }
    }
}

impl Fault {
    pub(super) fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }

    /// What is found out when the game is over already.
    pub(super) fn afterwards(self) -> Fault {
        Fault { detail: format!("when the game was over, {}", self.detail), ..self }
    }

    /// A move that came when the program had not been asked, or had answered: in this game, or in an
    /// `earlier` one, perhaps, where it has not been asked in this one yet.
    pub(super) fn unasked(line: &str, earlier: Option<u64>) -> Fault {
        let when = match earlier {
            Some(game) => format!("perhaps left over from game {game}"),
            None => "not asked for, or a second time".to_owned(),
        };
        Fault::new(FaultKind::Unasked, format!("{when}, it says {line}"))
    }
}

/// What is held against a program that could not be waited for when a game was over, and was started anew. Who
/// only takes long then has done nothing wrong.
pub(super) fn aftermath(fault: Fault, restarted: Result<(), Fault>) -> Vec<Fault> {
    let mut faults = Vec::new();
    if fault.kind == FaultKind::Stall {
        log::warn!("a program is started anew: when the game was over, {}", fault.detail);
    } else {
        faults.push(fault.afterwards());
    }
    faults.extend(restarted.err());
    faults
}

/// The game that a program plays, and the one in which it was asked for a move last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    game: u64,
    last: Option<u64>,
}

impl Asked {
    /// Another game begins.
    pub(super) fn begin(&mut self, game: u64) {
        self.game = game;
    }

    /// The program is asked for a move.
    pub(super) fn ask(&mut self) {
        self.last = Some(self.game);
    }

    /// The program is started anew: what it says can't be an answer to what was asked before.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// The earlier game to which a move belongs that comes now.
    pub(super) fn earlier(self) -> Option<u64> {
        self.last.filter(|&game| game != self.game)
    }
}

/// A participant at the board.
pub(super) trait Player: Send {
    /// How it writes moves.
    fn dialect(&self) -> Dialect;
    /// Goes to the first position of a new game, where the referee's board stands, with its time control.
    /// Its opening will be heard.
    fn start(&mut self, start: &Start, board: &dyn OpenedGame, turn: &Turn) -> Result<(), Fault>;
    /// Shows before a match, as far as that can be told, that it plays the game of the match. It has gone to
    /// the first position, where the referee's board stands, too.
    ///
    /// # Errors
    /// How it is known that it doesn't.
    fn prove(
        &mut self,
        _start: &Start,
        _board: &dyn OpenedGame,
        _turn: &Turn,
    ) -> Result<(), Fault> {
        Ok(())
    }
    /// Hears an action or a wait of either side.
    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault>;
    /// Chooses a move. The referee's board may be looked at.
    fn choose(&mut self, board: &dyn OpenedGame, turn: &Turn) -> Result<Answer, Fault>;
    /// What it has done wrong since this was last asked, without an effect on the game.
    fn wrongs(&mut self) -> Vec<Fault> {
        Vec::new()
    }
    /// Says what it still has to say of the game, then hears how it ended: the result and the reason, as PGN and
    /// XBoard write them.
    fn end(&mut self, _result: &str, _reason: &str) {}
    /// The last lines of the talk with it.
    fn talk(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Chooses by chance.
pub(super) struct RandomMover {
    seed: u64,
    chance: Chance,
}

impl RandomMover {
    pub(super) fn new(seed: u64) -> RandomMover {
        RandomMover { seed, chance: Chance::new(seed) }
    }
}

impl Player for RandomMover {
    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    /// The choices of a game depend on its number only, so that it doesn't matter who played before.
    fn start(&mut self, start: &Start, _board: &dyn OpenedGame, _turn: &Turn) -> Result<(), Fault> {
        self.chance = Chance::new(self.seed ^ start.number.wrapping_mul(0x9e37_79b9));
        Ok(())
    }

    fn hear(&mut self, _moved: &WireMove) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, board: &dyn OpenedGame, _turn: &Turn) -> Result<Answer, Fault> {
        let action = choose(&board.legal_actions(), &mut self.chance)
            .ok_or_else(|| Fault::new(FaultKind::IllegalMove, "there is no move"))?;
        let entries = vec![board.action_text(action, Dialect::Uci)];
        Ok(Answer::Moves(Choice { entries, ..Choice::default() }))
    }
}
