//! A game in the terminal.

use super::ToolError;
use crate::game::{Dialect, Team};
use crate::search::Limits;
use crate::session::{Catalogue, Event, Finished, Line, Session, null_move};
use caryatid_protocol::Score;
use std::io::{BufRead, Write};
use std::time::Duration;

/// What is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The game's id.
    pub variant: String,
    /// Names and values of options of the game.
    pub options: Vec<(String, String)>,
    /// The user's side; `None` lets the engine play both.
    pub human: Option<Team>,
    /// The engine's time for a move.
    pub movetime: Duration,
}

const HELP: &str = "\
A move is the square a man leaves and the square it goes to, such as e2e4; a promotion adds a letter.
  moves   list the legal moves
  hint    let the engine suggest a move
  undo    take back your last move and the answer to it
  board   draw the board again
  fen     print the position as FEN
  quit    end the program";

/// Plays until the game is over, the user quits or the input ends.
///
/// # Errors
/// The game can't be opened, or input or output fails.
pub fn run(
    catalogue: &Catalogue,
    order: &Order,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let mut session = Session::with_game(catalogue.clone(), &order.variant)?;
    super::set_options(session.game_mut(), &order.options)?;
    let mut terminal = Terminal { session, order, input, output, last: None };
    terminal.introduce()?;
    terminal.play()
}

/// What the user wants after looking at the board.
enum Wish {
    /// The move was made.
    Moved,
    /// Something else was done; the same side is still on turn.
    Again,
    Quit,
}

struct Terminal<'a> {
    session: Session,
    order: &'a Order,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    /// The last line of the engine's thinking.
    last: Option<Line>,
}

impl Terminal<'_> {
    fn introduce(&mut self) -> Result<(), ToolError> {
        let game = self.session.game();
        writeln!(self.output, "{}: {}", game.id(), game.summary())?;
        if let Some(human) = self.order.human {
            writeln!(self.output, "You play {human}. Type help for what can be typed.")?;
        }
        self.draw()
    }

    /// Tells what the last move brought about, and draws the board.
    fn show_move(&mut self) -> Result<(), ToolError> {
        if let Some(text) = self.session.game().remark() {
            writeln!(self.output, "{text}")?;
        }
        self.draw()
    }

    fn draw(&mut self) -> Result<(), ToolError> {
        writeln!(self.output, "\n{}\n", self.session.game().picture())?;
        Ok(())
    }

    fn play(&mut self) -> Result<(), ToolError> {
        loop {
            if let Some(verdict) = self.session.game().verdict() {
                writeln!(self.output, "{} {}", verdict.result(), verdict.reason)?;
                if let Some(standing) = self.session.game().standing() {
                    writeln!(self.output, "standing: {standing}")?;
                }
                return Ok(());
            }
            let turn = self.session.game().turn();
            if self.session.game().must_wait() {
                let wait = null_move(Dialect::Uci);
                self.session.game_mut().play(wait, Dialect::Uci).map_err(unexpected)?;
            } else if self.order.human == Some(turn) {
                match self.ask(turn)? {
                    Wish::Moved => self.show_move()?,
                    Wish::Again => {}
                    Wish::Quit => return Ok(()),
                }
            } else {
                self.engine_move(turn)?;
                self.show_move()?;
            }
        }
    }

    fn ask(&mut self, turn: Team) -> Result<Wish, ToolError> {
        write!(self.output, "{turn} to move: ")?;
        self.output.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.output, "\nThe input has ended, and with it the game.")?;
            return Ok(Wish::Quit);
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        match text.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(Wish::Quit),
            "help" | "?" => writeln!(self.output, "{HELP}")?,
            "board" => self.draw()?,
            "fen" => writeln!(self.output, "{}", self.session.game().fen())?,
            "moves" => self.list_moves()?,
            "hint" => self.hint()?,
            "undo" => self.undo(turn)?,
            _ => return self.try_move(&text),
        }
        Ok(Wish::Again)
    }

    fn try_move(&mut self, text: &str) -> Result<Wish, ToolError> {
        match self.session.game_mut().play(text, Dialect::Uci) {
            Ok(()) => Ok(Wish::Moved),
            Err(refusal) => {
                writeln!(
                    self.output,
                    "{text} is not legal: {refusal}. Type moves for the legal ones."
                )?;
                Ok(Wish::Again)
            }
        }
    }

    fn list_moves(&mut self) -> Result<(), ToolError> {
        let game = self.session.game();
        let mut moves: Vec<String> = game
            .legal_actions()
            .into_iter()
            .map(|action| game.action_text(action, Dialect::Uci))
            .collect();
        moves.sort();
        for row in moves.chunks(12) {
            writeln!(self.output, "  {}", row.join(" "))?;
        }
        Ok(())
    }

    fn think(&mut self) -> Option<Finished> {
        let limits = Limits { movetime: Some(self.order.movetime), ..Limits::default() };
        let mut last = None;
        let finished = self.session.think(limits, Dialect::Uci, |event| match event {
            Event::Line(line) => last = Some(line.clone()),
            Event::Note(text) | Event::Failed(text) => log::warn!("{text}"),
            Event::Finished(_) | Event::Divided(_) => {}
        });
        self.last = last;
        finished
    }

    fn hint(&mut self) -> Result<(), ToolError> {
        let best = self.think().and_then(|finished| finished.best.into_iter().next());
        if let Some(text) = best {
            let thought = self.last.as_ref().map(describe).unwrap_or_default();
            writeln!(self.output, "Hint: {text}{thought}")?;
        }
        Ok(())
    }

    /// Takes moves back until the same side is on turn with something to decide. Where it has not
    /// moved yet, the engine begins anew.
    fn undo(&mut self, turn: Team) -> Result<(), ToolError> {
        let game = self.session.game_mut();
        while game.undo() {
            if game.turn() == turn && !game.must_wait() {
                return self.draw();
            }
        }
        writeln!(self.output, "There is no move of yours to take back.")?;
        Ok(())
    }

    fn engine_move(&mut self, turn: Team) -> Result<(), ToolError> {
        let best = self.think().and_then(|finished| finished.best.into_iter().next());
        let Some(text) = best else {
            return Err(ToolError::Usage("the engine found no move".to_owned()));
        };
        let thought = self.last.as_ref().map(describe).unwrap_or_default();
        writeln!(self.output, "{turn} plays {text}{thought}")?;
        self.session.game_mut().play(&text, Dialect::Uci).map_err(unexpected)
    }
}

fn unexpected(refusal: crate::game::Refusal) -> ToolError {
    ToolError::Usage(format!("the engine's own move was refused: {refusal}"))
}

/// Depth and value of a line, in brackets.
fn describe(line: &Line) -> String {
    let value = match line.score {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) if moves < 0 => format!("is mated in {}", -moves),
        Score::Mate(moves) => format!("mates in {moves}"),
    };
    format!("  (depth {}, {value})", line.depth)
}
