//! Analysis: thinking about each position without making moves.

use super::{Mode, Work, XBoard};
use crate::game::Dialect;
use crate::search::Limits;
use caryatid_protocol::xboard::{AnalysisStatus, Command, MoveSelection, Reply};
use std::time::Instant;

impl XBoard {
    /// `analyze`.
    pub(super) fn begin_analysis(&mut self) {
        self.drop_work();
        self.set_mode(Mode::Analysis);
        self.analyse();
    }

    /// `exit`.
    pub(super) fn end_analysis(&mut self) {
        if self.mode != Mode::Analysis {
            return self.not_legal_now(&Command::Exit);
        }
        self.drop_work();
        self.set_mode(Mode::Force);
        self.excluded.clear();
    }

    /// Analyses the present position, which has changed.
    pub(super) fn analyse_anew(&mut self) {
        self.drop_work();
        self.excluded.clear();
        self.analyse();
    }

    /// Analyses the present position.
    pub(super) fn analyse(&mut self) {
        if self.refused || self.paused {
            return;
        }
        let mut search_moves = Vec::new();
        if !self.excluded.is_empty() {
            search_moves = self.session.game().legal_actions();
            search_moves.retain(|action| !self.excluded.contains(action));
            if search_moves.is_empty() {
                return;
            }
        }
        self.since = Instant::now();
        self.last_line = None;
        let limits = Limits { infinite: true, search_moves, ..Limits::default() };
        self.session.search(limits, Dialect::XBoard);
        self.work = Work::Analysing;
    }

    /// `.`.
    pub(super) fn analysis_status(&mut self) {
        if self.mode != Mode::Analysis {
            return;
        }
        let line = self.last_line.as_ref();
        let total = self.session.game().legal_actions().len().saturating_sub(self.excluded.len());
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        let status = AnalysisStatus {
            time: u64::try_from(self.since.elapsed().as_millis() / 10).unwrap_or(u64::MAX),
            nodes: line.map_or(0, |line| line.nodes),
            depth: line.map_or(0, |line| line.depth),
            moves_left: self.session.root_actions_left().min(total),
            moves_total: total,
            current_move: line.and_then(|line| line.pv.first().cloned()),
        };
        self.say(Reply::AnalysisStatus(status));
    }

    /// `exclude`.
    pub(super) fn exclude(&mut self, moves: &MoveSelection) {
        match moves {
            MoveSelection::All => self.excluded = self.session.game().legal_actions(),
            MoveSelection::Move(text) => match self.session.game().meant(text, Dialect::XBoard) {
                Ok(mut actions) => {
                    actions.retain(|action| !self.excluded.contains(action));
                    if actions.is_empty() {
                        return;
                    }
                    self.excluded.append(&mut actions);
                }
                Err(refusal) => return self.error(&refusal.to_string(), text.clone()),
            },
        }
        self.selection_changed();
    }

    /// `include`.
    pub(super) fn include(&mut self, moves: &MoveSelection) {
        match moves {
            MoveSelection::All => self.excluded.clear(),
            MoveSelection::Move(text) => match self.session.game().meant(text, Dialect::XBoard) {
                Ok(actions) => self.excluded.retain(|excluded| !actions.contains(excluded)),
                Err(refusal) => return self.error(&refusal.to_string(), text.clone()),
            },
        }
        self.selection_changed();
    }

    fn selection_changed(&mut self) {
        if self.mode == Mode::Analysis {
            self.drop_work();
            self.analyse();
        }
    }
}
