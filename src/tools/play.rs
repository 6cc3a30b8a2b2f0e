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

const COMMANDS: &str = "\
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
            "help" | "?" => self.help()?,
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

    /// How moves are written differs from game to game, so legal ones are the examples.
    fn help(&mut self) -> Result<(), ToolError> {
        let examples = examples(&self.legal_moves()).join(", ");
        writeln!(
            self.output,
            "A move is written as in the list of legal ones, now such as {examples}."
        )?;
        writeln!(self.output, "{COMMANDS}")?;
        Ok(())
    }

    /// The legal moves as they are typed, in alphabetical order.
    fn legal_moves(&self) -> Vec<String> {
        let game = self.session.game();
        let actions = game.legal_actions().into_iter();
        let mut moves: Vec<String> =
            actions.map(|action| game.action_text(action, Dialect::Uci)).collect();
        moves.sort();
        moves
    }

    fn list_moves(&mut self) -> Result<(), ToolError> {
        for row in self.legal_moves().chunks(12) {
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

/// A few of the moves that show each form in which they are written.
fn examples(moves: &[String]) -> Vec<&str> {
    const MOST: usize = 4;
    let mut examples: Vec<&str> = Vec::new();
    for text in moves {
        if examples.iter().all(|known| form(known) != form(text)) {
            examples.push(text);
        }
    }
    if let ([_], [_, .., last]) = (&examples[..], moves) {
        examples.push(last);
    }
    examples.truncate(MOST);
    examples
}

/// What a move looks like: `a` stands for a letter, a capital for one that is, `0` for a number. Words are
/// forms of their own.
fn form(text: &str) -> String {
    if text.len() > 1 && text.chars().all(char::is_alphabetic) {
        return text.to_owned();
    }
    let mut form = String::new();
    for letter in text.chars() {
        let kind = match letter {
            '0'..='9' => '0',
            letter if letter.is_uppercase() => 'A',
            letter if letter.is_alphabetic() => 'a',
            other => other,
        };
        if kind != '0' || !form.ends_with('0') {
            form.push(kind);
        }
    }
    form
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

#[cfg(test)]
mod tests {
    use super::examples;

    #[test]
    fn the_examples_show_each_form_of_a_move() {
        let shown = |moves: &str| {
            let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
            examples(&moves).join(" ")
        };
        assert_eq!(shown("a2a3 a2a4 h2h4"), "a2a3 h2h4");
        assert_eq!(shown("a10b9 a9a10 b7b8 b7b8n b7b8q"), "a10b9 b7b8n");
        assert_eq!(shown("A B C"), "A C");
        assert_eq!(shown("play zero"), "play zero");
        assert_eq!(shown("0000 e2e4"), "0000 e2e4");
        assert_eq!(shown("L@a10"), "L@a10");
        assert_eq!(shown("d9d5 d9d5,N@c10 d9d5,P@c8 d9e8"), "d9d5 d9d5,N@c10");
    }
}
