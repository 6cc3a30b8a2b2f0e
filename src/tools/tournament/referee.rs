//! One game, refereed by the rules of the engine.
//!
//! Seats, not sides, are asked for moves: a player serves the seats that it is given, one or all of a
//! team. A side that has nothing to decide on its wire turn waits without being asked.

use super::adjudication::{Adjudication, Watch};
use super::control::{Clock, TimeSetting};
use super::opening::Start;
use super::player::{Answer, Choice, Fault, FaultKind, Player, Turn, WireMove};
use super::record::MoveRecord;
use crate::game::{Action, Dialect, Refusal, Team};
use crate::session::OpenedGame;
use std::time::Duration;

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Course {
    /// The side on turn at the beginning.
    pub(super) first: Team,
    /// The actions, without waits.
    pub(super) moves: Vec<MoveRecord>,
    /// The winner; `None` is a draw.
    pub(super) winner: Option<Team>,
    /// Why it ended.
    pub(super) reason: String,
    /// The same in PGN's words.
    pub(super) termination: &'static str,
    /// What went wrong, one entry a fault.
    pub(super) faults: Vec<Incident>,
}

/// A fault and where it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Incident {
    /// Which player.
    pub(super) player: usize,
    pub(super) side: Team,
    pub(super) fault: Fault,
    pub(super) fen: String,
    /// The board as a person sees it.
    pub(super) picture: String,
    /// Actions played before.
    pub(super) moves: usize,
    /// The last of them.
    pub(super) last: Option<String>,
    /// The last lines of the talk with each player.
    pub(super) talks: Vec<Vec<String>>,
}

/// Faults of a game whose talks are kept: an engine may show thousands of bad lines.
const KEPT_TALKS: usize = 20;

/// The rules of a match for each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rules {
    /// Time beyond that of a player that is forgiven.
    pub(super) margin: Duration,
    /// See [`Turn::patience`].
    pub(super) patience: Duration,
    pub(super) adjudication: Adjudication,
    /// A game is ended as a draw after so many actions.
    pub(super) longest: usize,
}

/// A player at the table.
pub(super) struct Sitting {
    pub(super) player: Box<dyn Player>,
    pub(super) team: Team,
    pub(super) setting: TimeSetting,
}

/// Lets players play a game. `seats` says for each seat which player serves it.
pub(super) fn play(
    board: &mut dyn OpenedGame,
    sittings: &mut [Sitting],
    seats: &[usize],
    start: &Start,
    rules: &Rules,
) -> Course {
    let clocks = sittings.iter().map(|sitting| sitting.setting.clock.map(Clock::new)).collect();
    let mut table = Table {
        board,
        sittings,
        seats,
        rules,
        clocks,
        watch: Watch::new(rules.adjudication),
        offers: [false; 2],
        moves: Vec::new(),
        faults: Vec::new(),
    };
    if let Err(error) = start.set_up(table.board) {
        log::error!("the first position is refused: {error}");
    }
    let first = table.board.turn();
    let ended = table.play(start, first);
    table.close(&ended);
    Course {
        first,
        moves: table.moves,
        winner: ended.winner,
        reason: ended.reason,
        termination: ended.termination,
        faults: table.faults,
    }
}

struct Ended {
    winner: Option<Team>,
    reason: String,
    termination: &'static str,
}

impl Ended {
    fn new(winner: Option<Team>, reason: impl Into<String>, termination: &'static str) -> Ended {
        Ended { winner, reason: reason.into(), termination }
    }
}

struct Table<'a> {
    board: &'a mut dyn OpenedGame,
    sittings: &'a mut [Sitting],
    seats: &'a [usize],
    rules: &'a Rules,
    /// The clock of each player.
    clocks: Vec<Option<Clock>>,
    watch: Watch,
    /// Which team's offer of a draw stands.
    offers: [bool; 2],
    moves: Vec<MoveRecord>,
    faults: Vec<Incident>,
}

impl Table<'_> {
    fn play(&mut self, start: &Start, first: Team) -> Ended {
        for player in 0..self.sittings.len() {
            let turn = self.turn_of(player);
            if let Err(fault) = self.sittings[player].player.start(start, self.board, &turn) {
                return self.lost(player, fault);
            }
        }
        for moved in &start.opening {
            let book = MoveRecord { is_book: true, ..MoveRecord::default() };
            if let Some(ended) = self.make(moved, book, first) {
                return ended;
            }
        }
        loop {
            if let Some(verdict) = self.board.verdict() {
                return Ended::new(verdict.winner, verdict.reason, "normal");
            }
            if self.moves.len() >= self.rules.longest {
                let reason = format!("no end after {} moves", self.rules.longest);
                return Ended::new(None, reason, "adjudication");
            }
            if let Some(ended) = self.turn(first) {
                return ended;
            }
        }
    }

    /// Tells the players how the game ended, and asks them for the last time what went wrong.
    fn close(&mut self, ended: &Ended) {
        let result = match ended.winner {
            Some(Team::White) => "1-0",
            Some(Team::Black) => "0-1",
            None => "1/2-1/2",
        };
        for player in 0..self.sittings.len() {
            self.sittings[player].player.end(result, &ended.reason);
            self.note_wrongs(player);
        }
    }

    fn note_wrongs(&mut self, player: usize) {
        for fault in self.sittings[player].player.wrongs() {
            self.note(player, fault);
        }
    }

    /// The player that serves the acting seat.
    fn acting(&self) -> usize {
        let seat = usize::from(self.board.seat().0);
        self.seats.get(seat).copied().unwrap_or_else(|| {
            // A seat without a name is its team's.
            let side = self.board.turn();
            self.sittings.iter().position(|sitting| sitting.team == side).unwrap_or(0)
        })
    }

    fn turn_of(&self, player: usize) -> Turn {
        let side = self.sittings[player].team;
        let face = |player: usize| self.clocks[player].as_ref().map(Clock::face);
        let opponent = self.sittings.iter().position(|other| other.team != side);
        Turn {
            side,
            setting: self.sittings[player].setting,
            own: face(player),
            other: opponent.and_then(face),
            margin: self.rules.margin,
            patience: self.rules.patience,
        }
    }

    /// One wire move; `Some` where it ends the game.
    fn turn(&mut self, first: Team) -> Option<Ended> {
        if self.board.must_wait() {
            return self.make(&WireMove::wait(), MoveRecord::default(), first);
        }
        let player = self.acting();
        let turn = self.turn_of(player);
        let answer = self.sittings[player].player.choose(self.board, &turn);
        self.note_wrongs(player);
        let choice = match answer {
            Ok(Answer::Moves(choice)) => choice,
            Ok(Answer::Resigns) => {
                let winner = Some(turn.side.other());
                return Some(Ended::new(winner, format!("{} resigns", turn.side), "normal"));
            }
            Err(fault) => return Some(self.lost(player, fault)),
        };
        self.check_lines(player, &choice);
        if let Err(fault) = check_time(&choice, &turn) {
            return Some(self.lost(player, fault));
        }
        let dialect = self.sittings[player].player.dialect();
        let action = match read(self.board, &choice.entries, dialect) {
            Ok(action) => action,
            Err(fault) => return Some(self.lost(player, fault)),
        };
        if let Some(clock) = &mut self.clocks[player] {
            clock.spend(choice.time);
        }
        let number = self.ply(first) / 2 + 1;
        let moved = WireMove::of(self.board, action);
        let record = MoveRecord::default().thought(&choice.thought, choice.time);
        self.make(&moved, record, first).or_else(|| self.judge(turn.side, &choice, number))
    }

    /// Whether the game ends by what the players think of it.
    fn judge(&mut self, side: Team, choice: &Choice, number: usize) -> Option<Ended> {
        self.watch.note(side, &choice.thought);
        self.offers[side.index()] = choice.offers_draw;
        if self.board.verdict().is_some() {
            return None;
        }
        if self.offers == [true, true] {
            return Some(Ended::new(None, "draw by agreement", "normal"));
        }
        let winner = self.watch.verdict(number)?;
        let reason = match winner {
            Some(winner) => format!("{} admits its loss by its values", winner.other()),
            None => "both sides' values say draw".to_owned(),
        };
        Some(Ended::new(winner, reason, "adjudication"))
    }

    /// Wire moves since White's first.
    fn ply(&self, first: Team) -> usize {
        self.board.moves_played() + first.index()
    }

    /// Plays a wire move on every board.
    fn make(&mut self, moved: &WireMove, record: MoveRecord, first: Team) -> Option<Ended> {
        let is_wait = self.board.must_wait();
        let side = self.board.turn();
        let ply = self.ply(first);
        let mover = self.acting();
        if let Err(refusal) = self.board.play(&moved.uci, Dialect::Uci) {
            let fault = Fault::new(FaultKind::IllegalMove, format!("{}: {refusal}", moved.uci));
            return Some(self.lost(mover, fault));
        }
        if is_wait {
            self.count_wait(side);
        } else {
            self.moves.push(MoveRecord { text: moved.uci.clone(), ply, ..record });
        }
        for listener in 0..self.sittings.len() {
            if let Err(fault) = self.sittings[listener].player.hear(moved) {
                self.note_wrongs(listener);
                return Some(self.lost(listener, fault));
            }
        }
        None
    }

    /// A wait counts for a clock that runs for a whole team.
    fn count_wait(&mut self, side: Team) {
        let mut own = (0..self.sittings.len()).filter(|&player| self.sittings[player].team == side);
        if let (Some(player), None) = (own.next(), own.next())
            && let Some(clock) = &mut self.clocks[player]
        {
            clock.count();
        }
    }

    /// Every line shown must be legal to its end, or to the end of the game, in the words of its player. An
    /// illegal one is a fault, but does not end the game.
    fn check_lines(&mut self, player: usize, choice: &Choice) {
        let dialect = self.sittings[player].player.dialect();
        for line in &choice.lines {
            let Err((index, refusal)) = self.board.follow(line, dialect) else { continue };
            if self.is_no_matter(line, index, dialect) {
                continue;
            }
            let detail = format!("{} in {}: {refusal}", line[index], line.join(" "));
            self.note(player, Fault::new(FaultKind::IllegalLine, detail));
        }
    }

    /// Whether the refused move of a line is nobody's fault: the game is over before it, or it leaves out
    /// what becomes of the man, as programs that speak XBoard may do.
    fn is_no_matter(&mut self, line: &[String], index: usize, dialect: Dialect) -> bool {
        let legal = &line[..index];
        let played = legal.iter().take_while(|text| self.board.play(text, dialect).is_ok()).count();
        let is_over = self.board.final_verdict().is_some();
        let is_cut = dialect == Dialect::XBoard && is_cut(self.board, &line[index]);
        for _ in 0..played {
            self.board.undo();
        }
        is_over || is_cut
    }

    fn note(&mut self, player: usize, fault: Fault) {
        let is_kept = self.faults.len() < KEPT_TALKS || fault.kind.ends_the_game();
        let talks = self.sittings.iter().filter(|_| is_kept).map(|sitting| sitting.player.talk());
        let talks = talks.collect();
        self.faults.push(Incident {
            player,
            side: self.sittings[player].team,
            fault,
            fen: self.board.fen(),
            picture: self.board.picture(),
            moves: self.moves.len(),
            last: self.moves.last().map(|action| action.text.clone()),
            talks,
        });
    }

    fn lost(&mut self, player: usize, fault: Fault) -> Ended {
        let side = self.sittings[player].team;
        let ended = Ended::new(
            Some(side.other()),
            format!("{} by {side}", fault.kind.text()),
            fault.kind.termination(),
        );
        self.note(player, fault);
        ended
    }
}

/// Whether a text is a legal move but for a last letter, which says what becomes of the man.
fn is_cut(board: &dyn OpenedGame, text: &str) -> bool {
    board.legal_actions().into_iter().any(|action| {
        let wire = board.wire_moves(action, Dialect::XBoard);
        let rest = wire.first().and_then(|entry| entry.strip_prefix(text));
        rest.is_some_and(|rest| rest.len() == 1 && rest.starts_with(char::is_alphabetic))
    })
}

fn check_time(choice: &Choice, turn: &Turn) -> Result<(), Fault> {
    match turn.allowed() {
        Some(allowed) if choice.time > allowed + turn.margin => {
            let detail = format!(
                "{} took {:.1} ms of {:.1} ms and a margin of {} ms",
                choice.entries.join(" "),
                choice.time.as_secs_f64() * 1000.0,
                allowed.as_secs_f64() * 1000.0,
                turn.margin.as_millis()
            );
            Err(Fault::new(FaultKind::TimeLoss, detail))
        }
        _ => Ok(()),
    }
}

/// The legal action that a player means.
fn read(board: &dyn OpenedGame, entries: &[String], dialect: Dialect) -> Result<Action, Fault> {
    let text = entries.join(" ");
    let read = board
        .carry_on(entries, dialect)
        .and_then(|action| action.ok_or_else(|| Refusal::of_text("that is not a whole move yet")));
    read.map_err(|refusal| {
        if entries.is_empty() || ["", "(none)", "NULL"].contains(&text.as_str()) {
            let refusal = Refusal::of_text("it gives no move although there is one");
            Fault::new(FaultKind::IllegalMove, refusal.to_string())
        } else if is_garbage(&text) {
            let reason =
                format!("its move is `{}`, which is none in any game", text.escape_debug());
            Fault::new(FaultKind::Garbage, Refusal::of_text(&reason).to_string())
        } else {
            Fault::new(FaultKind::IllegalMove, format!("{text}: {refusal}"))
        }
    })
}

/// Whether a text can be no move of any game.
fn is_garbage(text: &str) -> bool {
    const LONGEST: usize = 32;
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || " ,@-+=".contains(letter);
    text.len() > LONGEST || !text.chars().all(is_fit)
}

#[cfg(test)]
mod ring;
#[cfg(test)]
mod tests;
