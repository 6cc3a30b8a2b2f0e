//! Changing the game and the position.

use super::edit::Editor;
use super::{Mode, Work, XBoard};
use crate::game::{Dialect, Team};
use crate::session::{BoardRead, Manners};
use caryatid_protocol::xboard::{EditCommand, Reply};

impl XBoard {
    /// What was known of the old position no longer holds.
    pub(super) fn position_changed(&mut self) {
        self.over = false;
        self.refused = false;
        self.plan.clear();
        self.expected = None;
        self.last_score = None;
        self.manners = Manners::default();
        self.draw_offered = false;
        self.lifted = None;
        self.put_down = None;
        self.excluded.clear();
    }

    /// `new`: chess, White to move, the engine plays Black. An analysis goes on.
    pub(super) fn new_game(&mut self) {
        self.drop_work();
        let first = self.session.catalogue().first_id();
        if self.session.game().id() != first
            && let Err(error) = self.session.select(&first)
        {
            error.lines.into_iter().for_each(|line| self.remark(line));
        }
        self.session.game_mut().set_start(Dialect::XBoard);
        self.session.lose_track();
        self.session.game_mut().forget();
        self.session.game_mut().prepare();
        self.position_changed();
        self.clock.new_game();
        if self.mode == Mode::Analysis {
            self.begin_analysis();
        } else {
            self.set_mode(Mode::Playing(Team::Black));
        }
    }

    /// `variant`.
    pub(super) fn variant(&mut self, name: &str) {
        self.drop_work();
        if let Err(error) = self.session.select(name) {
            error.lines.into_iter().for_each(|line| self.remark(line));
            self.error("unsupported variant", name);
        } else {
            self.game_opened();
        }
        if self.mode == Mode::Analysis {
            self.analyse();
        }
    }

    /// Another game is open.
    pub(super) fn game_opened(&mut self) {
        self.session.game_mut().set_start(Dialect::XBoard);
        self.position_changed();
        self.send_setup();
    }

    /// How XBoard is to draw a game that it does not know.
    fn send_setup(&mut self) {
        let Some(lines) = self.session.game().setup_lines() else { return };
        self.say(Reply::Setup(lines.setup));
        for piece in lines.pieces {
            self.say(Reply::Piece(piece));
        }
    }

    /// `setboard`.
    pub(super) fn set_board(&mut self, fen: &str) {
        self.drop_work();
        match self.session.game_mut().set_board(fen) {
            Ok(read) => {
                self.position_changed();
                if let BoardRead::SetUp(notes) = read {
                    notes.into_iter().for_each(|note| self.remark(note));
                }
                self.tell_note();
            }
            Err(error) => {
                self.refused = true;
                self.plan.clear();
                self.say(Reply::TellUserError("Illegal position".to_owned()));
                self.remark(error.to_string());
            }
        }
        if self.mode == Mode::Analysis {
            self.analyse();
        }
    }

    /// `edit`. Thinking for the game goes on, for it may be that nothing is changed; an analysis begins anew.
    pub(super) fn begin_edit(&mut self) {
        if self.work == Work::Analysing {
            self.drop_work();
        }
        let game = self.session.game();
        let (drawn, fen, start) = (game.drawn(), game.fen(), game.start_fen());
        self.editor = Some(Editor::new(game.shape(), &drawn, &fen, &start, game.turn()));
    }

    /// Editing has left the position as it was, whatever was refused before: what goes on, goes on.
    fn position_stands(&mut self) {
        self.refused = false;
        if let Some(finished) = self.held_back.take() {
            self.answer(finished);
        } else if self.mode == Mode::Analysis {
            self.analyse();
        }
    }

    /// A line of edit mode; the last one sets the position up.
    pub(super) fn edit(&mut self, command: &EditCommand) {
        let Some(editor) = &mut self.editor else { return };
        if !editor.obey(command) {
            return self.error("no such square", command.to_string());
        }
        if *command == EditCommand::Done {
            let fen = editor.fen();
            self.editor = None;
            match fen {
                Some(fen) => self.set_board(&fen),
                None => self.position_stands(),
            }
        }
    }
}
