//! A program that speaks UCI.

use super::MatchOrder;
use super::player::{Answer, Choice, Fault, FaultKind, Player, WireMove};
use super::process::Process;
use super::referee::Start;
use crate::game::Dialect;
use crate::session::OpenedGame;
use std::time::{Duration, Instant};

/// How long a program may take for anything that is not a move.
const PATIENCE: Duration = Duration::from_secs(15);

/// A UCI engine as a player.
pub(super) struct UciProgram {
    process: Process,
    variant: String,
    /// Names and values of options of the game.
    options: Vec<(String, String)>,
    movetime: Duration,
    /// The `position` command of the game's first position.
    first: String,
    moves: Vec<String>,
    /// Whether it is running and has said `uciok`.
    is_up: bool,
}

impl UciProgram {
    pub(super) fn new(process: Process, order: &MatchOrder) -> UciProgram {
        UciProgram {
            process,
            variant: order.variant.clone(),
            options: order.options.clone(),
            movetime: order.movetime,
            first: String::new(),
            moves: Vec::new(),
            is_up: false,
        }
    }

    /// Introduces oneself; the variant is chosen where the program offers a choice.
    fn shake_hands(&mut self) -> Result<(), Fault> {
        self.process.send("uci")?;
        let mut has_variants = false;
        self.process.await_line(Instant::now() + PATIENCE, "uciok", |line| {
            has_variants |= line.starts_with("option name UCI_Variant");
            (line == "uciok").then_some(())
        })?;
        if has_variants {
            self.process.send(&format!("setoption name UCI_Variant value {}", self.variant))?;
        }
        for (name, value) in &self.options {
            self.process.send(&format!("setoption name {name} value {value}"))?;
        }
        self.is_up = true;
        Ok(())
    }

    fn synchronise(&mut self) -> Result<(), Fault> {
        self.process.send("isready")?;
        self.process.await_line(Instant::now() + PATIENCE, "readyok", |line| {
            (line == "readyok").then_some(())
        })
    }

    fn order(&mut self) -> Result<Choice, Fault> {
        self.synchronise()?;
        let mut position = self.first.clone();
        if !self.moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&self.moves.join(" "));
        }
        self.process.send(&position)?;
        let begun = Instant::now();
        self.process.send(&format!("go movetime {}", self.movetime.as_millis()))?;
        let mut lines = Vec::new();
        let deadline = begun + self.movetime + PATIENCE;
        let text = self.process.await_line(deadline, "bestmove", |line| {
            if let Some(answer) = line.strip_prefix("bestmove") {
                return Some(answer.split_ascii_whitespace().next().unwrap_or("(none)").to_owned());
            }
            lines.extend(variation(line));
            None
        })?;
        Ok(Choice { text, lines, time: begun.elapsed() })
    }
}

/// The principal variation of an `info` line.
fn variation(line: &str) -> Option<Vec<String>> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") || line.starts_with("info string") {
        return None;
    }
    words.find(|&word| word == "pv")?;
    Some(words.map(str::to_owned).collect())
}

impl Player for UciProgram {
    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn start(&mut self, start: &Start) -> Result<(), Fault> {
        self.moves.clear();
        self.first = match &start.fen {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        };
        if !self.is_up {
            self.shake_hands()?;
        }
        self.process.send("ucinewgame")?;
        self.synchronise()
    }

    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault> {
        self.moves.push(moved.uci.clone());
        Ok(())
    }

    fn choose(&mut self, _board: &dyn OpenedGame) -> Result<Answer, Fault> {
        let order = self.order();
        if let Err(fault) = &order
            && matches!(fault.kind, FaultKind::Crash | FaultKind::Stall)
        {
            self.is_up = false;
            self.process.restart()?;
        }
        order.map(Answer::Moves)
    }
}

#[cfg(test)]
mod tests {
    use super::variation;

    #[test]
    fn a_variation_is_what_stands_behind_pv() {
        let line = "info depth 2 score cp 3 pv e2e4 e7e5";
        assert_eq!(variation(line), Some(vec!["e2e4".to_owned(), "e7e5".to_owned()]));
        assert_eq!(variation("info depth 2 nodes 5"), None);
        assert_eq!(variation("info string the pv is long"), None);
    }
}
