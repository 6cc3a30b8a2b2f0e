//! A program that speaks UCI.

use super::control::ClockFace;
use super::opening::Start;
use super::player::{
    Answer, Asked, Choice, Fault, FaultKind, Player, Thought, Turn, WireMove, aftermath,
};
use super::process::{AFTERMATH, Process};
use super::repertoire::{
    GameNames, VARIANT, are_alike, brings_a_game, complaint, is_definition, list,
};
use crate::game::{Dialect, Team};
use crate::session::OpenedGame;
use caryatid_protocol::Score;
use caryatid_protocol::text::same_option_name;
use caryatid_protocol::uci::Go;
use std::time::{Duration, Instant};

/// A UCI engine as a player.
pub(super) struct UciProgram {
    process: Process,
    /// What the game may be called.
    names: GameNames,
    options: Vec<(String, String)>,
    /// Whether it is started anew for each game.
    restarts: bool,
    /// Whether it has heard moves since it was started.
    has_played: bool,
    asked: Asked,
    /// The `position` command of the game's first position.
    first: String,
    moves: Vec<String>,
    /// Whether it is running and has said `uciok`.
    is_up: bool,
    /// What it has done wrong between moves.
    wrongs: Vec<Fault>,
}

impl UciProgram {
    pub(super) fn new(
        process: Process,
        names: GameNames,
        options: Vec<(String, String)>,
        restarts: bool,
    ) -> UciProgram {
        UciProgram {
            process,
            names,
            options,
            restarts,
            has_played: false,
            asked: Asked::default(),
            first: String::new(),
            moves: Vec::new(),
            is_up: false,
            wrongs: Vec::new(),
        }
    }

    /// Ends the program and starts it anew; it has to be introduced to then.
    fn restart(&mut self) -> Result<(), Fault> {
        self.is_up = false;
        self.has_played = false;
        self.asked.forget();
        self.process.restart()
    }

    /// Starts a program anew that can't go on. What it said before it ended still counts.
    fn give_up(&mut self, fault: &Fault) -> Result<(), Fault> {
        if fault.kind == FaultKind::Crash {
            let lines = self.process.lines_before(Instant::now() + AFTERMATH);
            let earlier = self.asked.earlier();
            self.wrongs.extend(lines.iter().find_map(|line| unasked_move(line, earlier)));
        }
        self.restart()
    }

    /// Introduces oneself; chooses the game where the program offers a choice, then sets the options.
    fn shake_hands(&mut self, patience: Duration) -> Result<(), Fault> {
        self.process.send("uci")?;
        let mut offered = Vec::new();
        self.process.await_line(Instant::now() + patience, "uciok", |line| {
            if let Some(option) = line.strip_prefix("option name ") {
                offered.push(option.to_owned());
            }
            (line == "uciok").then_some(())
        })?;
        let (first, rest): (Vec<_>, Vec<_>) =
            self.options.clone().into_iter().partition(is_definition);
        self.set_options(&first, &offered)?;
        if let Some(name) = self.choice_of_game(&offered)? {
            self.process.send(&format!("setoption name {VARIANT} value {name}"))?;
        }
        self.set_options(&rest, &offered)?;
        self.is_up = true;
        Ok(())
    }

    fn set_options(
        &mut self,
        options: &[(String, String)],
        offered: &[String],
    ) -> Result<(), Fault> {
        for (name, value) in options {
            if !offered.iter().any(|option| same_option_name(name_of(option), name)) {
                log::warn!("an engine offers no option {name}");
            }
            self.process.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// The name under which the program plays the game; `None` where it offers no choice and plays what
    /// is asked for without one.
    ///
    /// # Errors
    /// It doesn't play the game.
    fn choice_of_game(&self, offered: &[String]) -> Result<Option<String>, Fault> {
        let is_judged = !brings_a_game(&self.options);
        let Some(choice) = offered.iter().find(|option| same_option_name(name_of(option), VARIANT))
        else {
            return if self.names.is_standard() || !is_judged {
                Ok(None)
            } else {
                Err(self.names.unfit(&format!("it has no option {VARIANT}")))
            };
        };
        let games: Vec<String> =
            choice.split(" var ").skip(1).map(|offer| offer.trim().to_owned()).collect();
        match self.names.among(&games) {
            Some(name) => Ok(Some(name.to_owned())),
            None if games.is_empty() || !is_judged => Ok(Some(self.names.id.clone())),
            None => {
                let why = format!("its option {VARIANT} offers {}", list(&games));
                Err(self.names.unfit(&why))
            }
        }
    }

    fn synchronise(&mut self, patience: Duration) -> Result<(), Fault> {
        self.process.send("isready")?;
        let (mut unasked, earlier) = (None, self.asked.earlier());
        let ready = self.process.await_line(Instant::now() + patience, "readyok", |line| {
            unasked = unasked.take().or_else(|| unasked_move(line, earlier));
            (line == "readyok").then_some(())
        });
        self.wrongs.extend(unasked);
        ready
    }

    /// What the program shows as its position, where it obeys the word for that; UCI has none.
    fn shown_position(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        self.process.send(&self.first)?;
        self.process.send("d")?;
        self.process.send("isready")?;
        let mut shown = None;
        self.process.await_line(Instant::now() + patience, "readyok", |line| {
            let fen = line.strip_prefix("Fen: ").map(|fen| fen.trim().to_owned());
            shown = shown.take().or(fen);
            (line == "readyok").then_some(())
        })?;
        Ok(shown)
    }

    /// A move for the first position, found as quickly as can be.
    fn first_move(&mut self, patience: Duration) -> Result<String, Fault> {
        self.process.send(&self.first)?;
        self.process.send("go depth 1")?;
        let answer = |line: &str| {
            let mut words = line.split_ascii_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
        };
        self.process.await_line(Instant::now() + patience, "bestmove", answer)
    }

    /// What shows that the program doesn't play the game: the position that it begins with or, where it was given
    /// a game, its first move.
    fn doubt(
        &mut self,
        start: &Start,
        board: &dyn OpenedGame,
        patience: Duration,
    ) -> Result<Option<String>, Fault> {
        let mut doubt = None;
        if let Some(fen) = self.shown_position(patience)?.filter(|_| start.fen.is_none()) {
            let begins = board.fen();
            let is_other = !are_alike(&begins, &fen);
            doubt = is_other.then(|| format!("it begins with {fen}, the game with {begins}"));
        }
        if brings_a_game(&self.options) && doubt.is_none() && !board.must_wait() {
            let text = self.first_move(patience)?;
            let refusal = board.read_action(&text, Dialect::Uci).err();
            doubt = refusal.map(|refusal| format!("its first move is {text}: {refusal}"));
        }
        Ok(doubt)
    }

    fn order(&mut self, turn: &Turn) -> Result<Answer, Fault> {
        self.synchronise(turn.patience)?;
        let mut position = self.first.clone();
        if !self.moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&self.moves.join(" "));
        }
        self.process.send(&position)?;
        self.asked.ask();
        let begun = Instant::now();
        self.process.send(&go(turn).to_string())?;
        let mut said = Said::default();
        let mut time = self.listen(begun + turn.limit(), begun, &mut said)?;
        if time.is_none() {
            self.process.send("stop")?;
            time = self.listen(begun + turn.limit() + turn.patience, begun, &mut said)?;
        }
        let Some(time) = time else {
            return Err(Fault::new(FaultKind::Stall, "no bestmove came, not even after stop"));
        };
        let entries = vec![said.best];
        let (lines, thought) = (said.lines, said.thought);
        Ok(Answer::Moves(Choice { entries, lines, thought, time, offers_draw: false }))
    }

    /// Listens up to the move; gives its time, or `None` if it doesn't come before the deadline.
    fn listen(
        &mut self,
        deadline: Instant,
        begun: Instant,
        said: &mut Said,
    ) -> Result<Option<Duration>, Fault> {
        while let Some(heard) = self.process.line_before(deadline)? {
            if said.take(&heard.text) {
                return Ok(Some(heard.when.saturating_duration_since(begun)));
            }
        }
        Ok(None)
    }
}

/// The fault of a line that is a move, where none is asked for.
fn unasked_move(line: &str, earlier: Option<u64>) -> Option<Fault> {
    line.starts_with("bestmove").then(|| Fault::unasked(line, earlier))
}

/// The name in what stands behind `option name`.
fn name_of(option: &str) -> &str {
    option.split(" type ").next().unwrap_or(option).trim()
}

/// What is asked for: the clocks of both sides, or the program's own limits.
fn go(turn: &Turn) -> Go {
    let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let mut go = Go {
        depth: turn.setting.depth,
        nodes: turn.setting.nodes,
        move_time: turn.setting.movetime.map(milliseconds),
        ..Go::default()
    };
    if let Some(own) = turn.own {
        let other = turn.other.unwrap_or(own);
        let [white, black] = match turn.side {
            Team::White => [own, other],
            Team::Black => [other, own],
        };
        let increment =
            |face: ClockFace| Some(milliseconds(face.increment)).filter(|&time| time > 0);
        go.white_time = Some(milliseconds(white.left));
        go.black_time = Some(milliseconds(black.left));
        go.white_increment = increment(white);
        go.black_increment = increment(black);
        go.moves_to_go = own.moves_to_go;
    }
    go
}

/// What a program has said on its turn.
#[derive(Default)]
struct Said {
    best: String,
    lines: Vec<Vec<String>>,
    thought: Thought,
}

impl Said {
    /// Takes a line; `true` if it is the move.
    fn take(&mut self, line: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("bestmove") => {
                self.best = words.next().unwrap_or("(none)").to_owned();
                true
            }
            Some("info") if !line.starts_with("info string") => {
                self.take_info(words);
                false
            }
            _ => false,
        }
    }

    fn take_info<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let mut thought = self.thought;
        let mut is_first = true;
        while let Some(word) = words.next() {
            match word {
                "depth" => thought.depth = words.next().and_then(|text| text.parse().ok()),
                "nodes" => thought.nodes = words.next().and_then(|text| text.parse().ok()),
                "multipv" => is_first = words.next() == Some("1"),
                "score" => thought.score = read_score(&mut words),
                "pv" => self.lines.push(words.by_ref().map(str::to_owned).collect()),
                _ => {}
            }
        }
        if is_first {
            self.thought = thought;
        }
    }
}

fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Score> {
    let kind = words.next()?;
    let value = words.next()?.parse().ok()?;
    match kind {
        "cp" => Some(Score::Centipawns(value)),
        "mate" => Some(Score::Mate(value)),
        _ => None,
    }
}

impl Player for UciProgram {
    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn start(&mut self, start: &Start, _board: &dyn OpenedGame, turn: &Turn) -> Result<(), Fault> {
        self.asked.begin(start.number);
        self.moves.clear();
        self.first = match &start.fen {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        };
        if self.restarts && self.has_played {
            self.restart()?;
        }
        let begun = if self.is_up { Ok(()) } else { self.shake_hands(turn.patience) };
        let begun = begun
            .and_then(|()| self.process.send("ucinewgame"))
            .and_then(|()| self.synchronise(turn.patience));
        if let Err(fault) = &begun {
            self.give_up(fault)?;
        }
        begun
    }

    fn prove(&mut self, start: &Start, board: &dyn OpenedGame, turn: &Turn) -> Result<(), Fault> {
        let doubt = self.doubt(start, board, turn.patience);
        let complaint = complaint(&self.process.talk(), &self.names, &self.options);
        if doubt.is_err() {
            // Not all of that is asked for by the protocol: it is nobody's fault.
            self.restart()?;
        }
        self.names.judge(complaint, doubt.unwrap_or_default())
    }

    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault> {
        self.has_played = true;
        self.moves.push(moved.uci.clone());
        Ok(())
    }

    fn choose(&mut self, _board: &dyn OpenedGame, turn: &Turn) -> Result<Answer, Fault> {
        self.has_played = true;
        let order = self.order(turn);
        if let Err(fault) = &order {
            self.give_up(fault)?;
        }
        order
    }

    fn end(&mut self, _result: &str, _reason: &str) {
        // A program that was just started anew has nothing to say of the game.
        if !self.is_up {
            return;
        }
        if let Err(fault) = self.synchronise(AFTERMATH) {
            let restarted = self.give_up(&fault);
            self.wrongs.extend(aftermath(fault, restarted));
        }
    }

    fn wrongs(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.wrongs)
    }

    fn talk(&self) -> Vec<String> {
        self.process.talk()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Said, go};
    use crate::game::Team;
    use crate::tools::tournament::control::{Clock, ClockRule, TimeSetting};
    use crate::tools::tournament::player::Turn;
    use caryatid_protocol::Score;
    use std::time::Duration;

    #[test]
    fn lines_values_and_the_move_are_taken_from_what_is_said() {
        let mut said = Said::default();
        assert!(!said.take("info depth 2 seldepth 9 score cp -3 nodes 5 pv e2e4 e7e5"));
        assert!(!said.take("info depth 2 multipv 2 score cp -90 pv d2d4"));
        assert!(!said.take("info string score cp 7 pv is long"));
        assert_eq!(
            said.lines,
            [vec!["e2e4".to_owned(), "e7e5".to_owned()], vec!["d2d4".to_owned()]]
        );
        assert_eq!(
            (said.thought.score, said.thought.depth),
            (Some(Score::Centipawns(-3)), Some(2))
        );
        assert!(!said.take("info depth 3 score mate 4 lowerbound"));
        assert_eq!(said.thought.score, Some(Score::Mate(4)));
        assert!(said.take("bestmove e2e4 ponder e7e5"));
        assert_eq!(said.best, "e2e4");
    }

    #[test]
    fn the_clocks_of_both_sides_are_told() {
        let face = |text: &str| Clock::new(ClockRule::read(text).unwrap()).face();
        let turn = Turn {
            side: Team::Black,
            setting: TimeSetting::default(),
            own: Some(face("40/1+0.1")),
            other: Some(face("2")),
            margin: Duration::ZERO,
            patience: Duration::ZERO,
        };
        assert_eq!(go(&turn).to_string(), "go wtime 2000 btime 1000 binc 100 movestogo 40");
        let mut setting = TimeSetting::default();
        setting.set("movetime", "70").unwrap();
        let turn = Turn { own: None, setting, ..turn };
        assert_eq!(go(&turn).to_string(), "go movetime 70");
    }
}
