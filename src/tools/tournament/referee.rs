//! One game, refereed by the rules of the engine.

use super::player::{Answer, Choice, Fault, FaultKind, Player, WireMove};
use crate::game::{Dialect, PositionError, Team, Verdict};
use crate::session::OpenedGame;
use std::time::Duration;

/// A game is ended as a draw after so many wire moves.
const LONGEST_GAME: usize = 4000;

/// How a game went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Course {
    /// The wire moves as UCI writes them.
    pub(super) moves: Vec<String>,
    /// The winner; `None` is a draw.
    pub(super) winner: Option<Team>,
    /// Why it ended.
    pub(super) reason: String,
    /// How single players finish, where the rules rank them.
    pub(super) standing: Option<String>,
    /// What went wrong, one entry a fault.
    pub(super) faults: Vec<Incident>,
}

/// A fault and where it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Incident {
    pub(super) side: Team,
    pub(super) fault: Fault,
    pub(super) fen: String,
    /// Wire moves played before.
    pub(super) ply: usize,
}

/// The rules of a match for each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeRule {
    pub(super) movetime: Duration,
    /// Time beyond `movetime` that is forgiven.
    pub(super) margin: Duration,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Start {
    /// The position; `None` is the game's own start. It is known to be good.
    pub(super) fen: Option<String>,
    /// Wire moves played for both sides.
    pub(super) opening: Vec<WireMove>,
}

impl Start {
    /// Puts a board there, before the opening.
    pub(super) fn set_up(&self, board: &mut dyn OpenedGame) -> Result<(), PositionError> {
        match &self.fen {
            Some(fen) => board.set_fen(fen).map(drop),
            None => {
                board.set_start(Dialect::Uci);
                Ok(())
            }
        }
    }
}

/// Lets two players play a game.
pub(super) fn play<'a>(
    board: &'a mut dyn OpenedGame,
    players: [&'a mut dyn Player; 2],
    start: &Start,
    rule: TimeRule,
) -> Course {
    let mut game = Table { board, players, rule, moves: Vec::new(), faults: Vec::new() };
    let ended = game.play(start);
    let (winner, reason) = match ended {
        Ended::Verdict(verdict) => (verdict.winner, verdict.reason.to_owned()),
        Ended::Lost(side, reason) => (Some(side.other()), reason),
        Ended::TooLong => (None, format!("no end after {LONGEST_GAME} moves")),
    };
    let standing = game.board.standing();
    Course { moves: game.moves, winner, reason, standing, faults: game.faults }
}

enum Ended {
    Verdict(Verdict),
    Lost(Team, String),
    TooLong,
}

struct Table<'a> {
    board: &'a mut dyn OpenedGame,
    players: [&'a mut dyn Player; 2],
    rule: TimeRule,
    moves: Vec<String>,
    faults: Vec<Incident>,
}

impl Table<'_> {
    fn play(&mut self, start: &Start) -> Ended {
        if let Err(error) = start.set_up(self.board) {
            log::error!("the first position is refused: {error}");
        }
        for side in [Team::White, Team::Black] {
            if let Err(fault) = self.players[side.index()].start(start) {
                return self.lost(side, fault);
            }
        }
        for moved in &start.opening {
            if let Some(ended) = self.make(moved) {
                return ended;
            }
        }
        loop {
            if let Some(verdict) = self.board.verdict() {
                return Ended::Verdict(verdict);
            }
            if self.moves.len() >= LONGEST_GAME {
                return Ended::TooLong;
            }
            if let Some(ended) = self.turn() {
                return ended;
            }
        }
    }

    /// One wire move; `Some` where it ends the game against the rules.
    fn turn(&mut self) -> Option<Ended> {
        let side = self.board.turn();
        if self.board.must_wait() {
            return self.make(&WireMove::wait());
        }
        let choice = match self.players[side.index()].choose(self.board) {
            Ok(Answer::Moves(choice)) => choice,
            Ok(Answer::Resigns) => return Some(Ended::Lost(side, "resignation".to_owned())),
            Err(fault) => return Some(self.lost(side, fault)),
        };
        self.check_lines(side, &choice);
        let allowed = self.rule.movetime + self.rule.margin;
        if choice.time > allowed {
            let detail = format!(
                "{} took {} ms of {}",
                choice.text,
                choice.time.as_millis(),
                self.rule.movetime.as_millis()
            );
            return Some(self.lost(side, Fault::new(FaultKind::TimeLoss, detail)));
        }
        let dialect = self.players[side.index()].dialect();
        match self.board.read_action(&choice.text, dialect) {
            Ok(action) => {
                let moved = WireMove::of(self.board, action);
                self.make(&moved)
            }
            Err(refusal) => {
                let detail = format!("{}: {refusal}", choice.text);
                Some(self.lost(side, Fault::new(FaultKind::IllegalMove, detail)))
            }
        }
    }

    /// Plays a legal wire move on every board.
    fn make(&mut self, moved: &WireMove) -> Option<Ended> {
        let side = self.board.turn();
        if let Err(refusal) = self.board.play(&moved.uci, Dialect::Uci) {
            let detail = format!("{}: {refusal}", moved.uci);
            return Some(self.lost(side, Fault::new(FaultKind::IllegalMove, detail)));
        }
        self.moves.push(moved.uci.clone());
        for listener in [Team::White, Team::Black] {
            if let Err(fault) = self.players[listener.index()].hear(moved) {
                return Some(self.lost(listener, fault));
            }
        }
        None
    }

    /// Every line shown must be legal to its end. An illegal one is a fault, but not the game's end.
    fn check_lines(&mut self, side: Team, choice: &Choice) {
        for line in &choice.lines {
            if let Err((index, refusal)) = self.board.follow(line, Dialect::Uci) {
                let detail = format!("{} in {}: {refusal}", line[index], line.join(" "));
                self.note(side, Fault::new(FaultKind::IllegalLine, detail));
            }
        }
    }

    fn note(&mut self, side: Team, fault: Fault) {
        let (fen, ply) = (self.board.fen(), self.moves.len());
        self.faults.push(Incident { side, fault, fen, ply });
    }

    fn lost(&mut self, side: Team, fault: Fault) -> Ended {
        let reason = format!("{} by {side}", fault.kind.text());
        self.note(side, fault);
        Ended::Lost(side, reason)
    }
}
