//! A program that speaks XBoard.

use super::MatchOrder;
use super::player::{Answer, Choice, Fault, FaultKind, Player, WireMove};
use super::process::Process;
use super::referee::Start;
use crate::game::Dialect;
use crate::session::OpenedGame;
use std::time::{Duration, Instant};

/// How long a program may take for anything that is not a move.
const PATIENCE: Duration = Duration::from_secs(15);

/// How long a program that tells no features is waited for.
const FEATURES: Duration = Duration::from_secs(2);

/// What a program says on its turn.
enum Said {
    Move(String),
    Resigns,
    /// A result without a move.
    Claims(String),
}

/// An XBoard engine as a player. It is kept in force mode and told `go` for each of its moves.
pub(super) struct XBoardProgram {
    process: Process,
    variant: String,
    /// Names and values of options of the game.
    options: Vec<(String, String)>,
    movetime: Duration,
    /// Whether moves are sent as `usermove MOVE`.
    usermove: bool,
    is_up: bool,
    /// The move just made, which it need not be told.
    own: Option<String>,
}

impl XBoardProgram {
    pub(super) fn new(process: Process, variant: String, order: &MatchOrder) -> XBoardProgram {
        XBoardProgram {
            process,
            variant,
            options: order.options.clone(),
            movetime: order.movetime,
            usermove: false,
            is_up: false,
            own: None,
        }
    }

    fn shake_hands(&mut self) -> Result<(), Fault> {
        self.process.send("xboard")?;
        self.process.send("protover 2")?;
        let deadline = Instant::now() + FEATURES;
        while let Some(line) = self.process.line_before(deadline)? {
            if line.starts_with("feature") {
                self.usermove |= line.contains("usermove=1");
                if line.contains("done=1") {
                    break;
                }
            }
        }
        for (name, value) in &self.options {
            self.process.send(&format!("option {name}={value}"))?;
        }
        self.is_up = true;
        Ok(())
    }

    fn set_up(&mut self, start: &Start) -> Result<(), Fault> {
        if !self.is_up {
            self.shake_hands()?;
        }
        self.process.send("new")?;
        if self.variant != "normal" {
            self.process.send(&format!("variant {}", self.variant))?;
        }
        self.process.send(&format!("st {}", self.seconds()))?;
        ["nopost", "easy", "force"].iter().try_for_each(|line| self.process.send(line))?;
        match &start.fen {
            Some(fen) => self.process.send(&format!("setboard {fen}")),
            None => Ok(()),
        }
    }

    /// The time for a move. Programs that read whole seconds only are told to move in time.
    fn seconds(&self) -> String {
        match self.movetime.subsec_millis() {
            0 => self.movetime.as_secs().to_string(),
            _ => format!("{:.3}", self.movetime.as_secs_f64()),
        }
    }

    fn order(&mut self) -> Result<Answer, Fault> {
        self.process.forget_lines();
        let hundredths = self.movetime.as_millis() / 10;
        self.process.send(&format!("time {hundredths}"))?;
        self.process.send(&format!("otim {hundredths}"))?;
        let begun = Instant::now();
        self.process.send("go")?;
        let mut said = self.await_move(begun + self.movetime)?;
        if said.is_none() {
            self.process.send("?")?;
            said = self.await_move(begun + self.movetime + PATIENCE)?;
        }
        let time = begun.elapsed();
        self.process.send("force")?;
        match said {
            Some(Said::Move(text)) => {
                self.own = Some(text.clone());
                Ok(Answer::Moves(Choice { text, lines: Vec::new(), time }))
            }
            Some(Said::Resigns) => Ok(Answer::Resigns),
            Some(Said::Claims(line)) => {
                let claim = format!("instead of a move it says {line}");
                Err(Fault::new(FaultKind::IllegalMove, claim))
            }
            None => Err(Fault::new(FaultKind::Stall, "no move came")),
        }
    }

    /// The next move, its legs put together, or what comes instead; `None` if nothing does before the
    /// deadline.
    fn await_move(&mut self, deadline: Instant) -> Result<Option<Said>, Fault> {
        let mut text = String::new();
        while let Some(line) = self.process.line_before(deadline)? {
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next()) {
                (Some("move"), Some(leg)) => {
                    text.push_str(leg);
                    if !leg.ends_with(',') {
                        return Ok(Some(Said::Move(text)));
                    }
                }
                (Some("resign"), _) => return Ok(Some(Said::Resigns)),
                (Some("1-0" | "0-1" | "1/2-1/2"), _) => return Ok(Some(Said::Claims(line))),
                _ => {}
            }
        }
        Ok(None)
    }
}

impl Player for XBoardProgram {
    fn dialect(&self) -> Dialect {
        Dialect::XBoard
    }

    fn start(&mut self, start: &Start) -> Result<(), Fault> {
        self.own = None;
        self.set_up(start)
    }

    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault> {
        if self.own.take().is_some() {
            return Ok(());
        }
        let word = if self.usermove { "usermove " } else { "" };
        self.process.send(&format!("{word}{}", moved.xboard))
    }

    fn choose(&mut self, _board: &dyn OpenedGame) -> Result<Answer, Fault> {
        let order = self.order();
        if let Err(fault) = &order
            && matches!(fault.kind, FaultKind::Crash | FaultKind::Stall)
        {
            self.is_up = false;
            self.process.restart()?;
        }
        order
    }
}
