//! Making moves: the user's, the engine's own, and thinking in between.

use super::{Mode, Work, XBoard};
use crate::game::{Dialect, Refusal, Team};
use crate::search::Limits;
use crate::session::{Finished, Gesture, accepts_draw};
use caryatid_protocol::xboard::{Command, Outcome, Reply};
use std::time::{Duration, Instant};

/// How long a hint may take where nothing is known yet.
const HINT_TIME: Duration = Duration::from_millis(200);

impl XBoard {
    /// `usermove`.
    pub(super) fn user_move(&mut self, text: &str) {
        if self.work == Work::OwnMove {
            return self.not_legal_now(&Command::Move(text.to_owned()));
        }
        if self.refused {
            return self.illegal("the position that was sent is illegal", text);
        }
        let mover = self.session.game().turn();
        if let Err(refusal) = self.play(text) {
            return self.illegal(&refusal.to_string(), text);
        }
        if self.mode != Mode::Playing(mover.other()) {
            // The user has moved in the engine's stead.
            self.plan.clear();
        }
        self.tell_remark();
        self.tell_note();
        match self.mode {
            Mode::Analysis => self.analyse_anew(),
            Mode::Playing(side) if self.session.game().turn() == side => self.reply(),
            Mode::Playing(_) | Mode::Force => {
                self.announce_result();
            }
        }
    }

    /// Plays a move of either side. A result that was told holds where the game had ended before it and
    /// has still ended: only draws by count can be played on from.
    fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let game = self.session.game_mut();
        let had_ended = game.verdict().is_some();
        game.play(text, Dialect::XBoard)?;
        self.over = self.over && had_ended && game.verdict().is_some();
        self.lifted = None;
        self.put_down = None;
        self.excluded.clear();
        Ok(())
    }

    /// Tells what the move just made has brought about and XBoard can't see.
    fn tell_remark(&mut self) {
        if let Some(text) = self.session.game().remark() {
            self.remark(text);
        }
    }

    fn illegal(&mut self, reason: &str, text: &str) {
        self.say(Reply::IllegalMove { reason: reason.to_owned(), text: text.to_owned() });
    }

    /// Answers the opponent's move.
    fn reply(&mut self) {
        let hit = self.work == Work::Pondering && self.session.game().fen() == self.pondered_fen;
        if hit {
            self.since = Instant::now();
            self.work = Work::OwnMove;
            self.session.ponder_hit();
        } else {
            self.drop_work();
            self.think();
        }
    }

    /// Begins to think about the own move.
    pub(super) fn think(&mut self) {
        if self.announce_result() || self.paused {
            return;
        }
        if !self.session.game().must_wait()
            && let Some(entry) = self.plan.pop_front()
        {
            self.clock.moved(Duration::ZERO);
            return self.make_move(&entry);
        }
        self.plan.clear();
        self.since = Instant::now();
        self.last_line = None;
        self.session.search(self.clock.limits(), Dialect::XBoard);
        self.work = Work::OwnMove;
    }

    /// The search for an own move has ended.
    pub(super) fn answer(&mut self, finished: Finished) {
        self.work = Work::Nothing;
        self.last_score = Some(finished.score);
        self.clock.moved(self.since.elapsed());
        if self.speaks_out(&finished) {
            return self.answer_pings();
        }
        self.expected = finished.ponder;
        let mut entries = finished.best.into_iter();
        match entries.next() {
            Some(first) => {
                if !self.session.game().must_wait() {
                    self.plan = entries.collect();
                }
                self.make_move(&first);
            }
            None => {
                self.announce_result();
                self.answer_pings();
            }
        }
    }

    /// Says what is to be said beside the own move; `true` if the game is given up.
    fn speaks_out(&mut self, finished: &Finished) -> bool {
        let (resign_at, offers) = (self.session.resign_at(), self.session.settings().draw_offers);
        let gesture = self.manners.heed(finished, resign_at, offers);
        let is_offered = std::mem::take(&mut self.draw_offered);
        if is_offered && !finished.best.is_empty() && accepts_draw(finished.score) {
            self.say(Reply::OfferDraw);
        }
        match gesture {
            Some(Gesture::Resignation) if !is_offered => {
                self.over = true;
                self.plan.clear();
                self.say(Reply::Resign);
                true
            }
            Some(Gesture::DrawOffer) if !is_offered => {
                self.say(Reply::OfferDraw);
                false
            }
            _ => false,
        }
    }

    fn make_move(&mut self, text: &str) {
        if let Err(refusal) = self.play(text) {
            log::error!("the own move {text} is illegal: {refusal}");
            return self.answer_pings();
        }
        for reply in Reply::moves(text) {
            self.say(reply);
        }
        self.tell_remark();
        self.tell_note();
        self.announce_result();
        self.answer_pings();
        self.ponder();
    }

    /// Thinks in the opponent's time about the move expected of him.
    pub(super) fn ponder(&mut self) {
        let Mode::Playing(side) = self.mode else { return };
        let game = self.session.game_mut();
        let idle = self.work == Work::Nothing && self.plan.is_empty() && game.turn() != side;
        if !self.hard || !idle || self.over || self.refused || self.paused {
            return;
        }
        let Some(expected) = &self.expected else { return };
        if game.play(expected, Dialect::XBoard).is_err() {
            return;
        }
        if game.verdict().is_none() {
            self.pondered_fen = game.fen();
            let limits = Limits { ponder: true, ..self.clock.limits() };
            self.session.search(limits, Dialect::XBoard);
            self.work = Work::Pondering;
        }
        self.session.game_mut().undo();
    }

    /// Tells the result once, if the game is over, and whether it is.
    fn announce_result(&mut self) -> bool {
        let Some(verdict) = self.session.game().verdict() else { return false };
        if !self.over {
            self.over = true;
            self.plan.clear();
            if let Some(standing) = self.session.game().standing() {
                self.remark(format!("standing: {standing}"));
            }
            let outcome = Outcome::read(verdict.result()).unwrap_or(Outcome::Unfinished);
            self.say(Reply::Result { outcome, reason: verdict.reason.to_owned() });
        }
        true
    }

    /// `go`.
    pub(super) fn go(&mut self) {
        if self.refused {
            return self.error("illegal position", "go");
        }
        if self.work == Work::OwnMove {
            return self.not_legal_now(&Command::Go);
        }
        self.drop_work();
        self.set_mode(Mode::Playing(self.session.game().turn()));
        self.think();
    }

    /// `playother`.
    pub(super) fn play_other(&mut self) {
        self.play_side(self.session.game().turn().other());
        self.ponder();
    }

    /// The engine is to make the moves of a side, but not to begin now.
    pub(super) fn play_side(&mut self, side: Team) {
        self.drop_work();
        self.set_mode(Mode::Playing(side));
    }

    /// `force`.
    pub(super) fn force(&mut self) {
        self.drop_work();
        self.set_mode(Mode::Force);
    }

    /// `?`. The move is made before anything else is heard: what comes next, such as `force`, would call it
    /// off.
    pub(super) fn move_now(&mut self) {
        self.make_own_move();
    }

    /// `hard`.
    pub(super) fn hard(&mut self) {
        self.hard = true;
        self.ponder();
    }

    /// `easy`.
    pub(super) fn easy(&mut self) {
        self.hard = false;
        if self.work == Work::Pondering {
            self.drop_work();
        }
    }

    /// `draw`: accepted where the position is no better than a draw. While the engine thinks about its move
    /// that is not known yet, so it is answered with the move.
    pub(super) fn consider_draw(&mut self) {
        if self.work == Work::OwnMove {
            self.draw_offered = true;
        } else if matches!(self.mode, Mode::Playing(_))
            && self.last_score.is_some_and(accepts_draw)
            && !self.over
        {
            self.say(Reply::OfferDraw);
        }
    }

    /// `result`.
    pub(super) fn game_over(&mut self) {
        self.drop_work();
        self.set_mode(Mode::Force);
        self.over = true;
        self.plan.clear();
    }

    /// `undo` and `remove`.
    pub(super) fn take_back(&mut self, moves: usize, command: &Command) {
        self.drop_work();
        if self.refused || self.session.game().moves_played() < moves {
            self.not_legal_now(command);
        } else {
            (0..moves).for_each(|_| {
                self.session.game_mut().undo();
            });
            self.position_changed();
            self.tell_note();
        }
        if self.mode == Mode::Analysis {
            self.analyse();
        }
    }

    /// `hint`.
    pub(super) fn hint(&mut self) {
        let known = match self.work {
            Work::Pondering => self.expected.clone(),
            Work::OwnMove | Work::Analysing => {
                self.last_line.as_ref().and_then(|line| line.pv.first().cloned())
            }
            Work::Nothing if self.refused => None,
            Work::Nothing => {
                let limits = Limits { movetime: Some(HINT_TIME), ..Limits::default() };
                let finished = self.session.think(limits, Dialect::XBoard, |_| {});
                finished.and_then(|finished| finished.best.into_iter().next())
            }
        };
        if let Some(text) = known {
            self.say(Reply::Hint(text));
        }
    }
}
