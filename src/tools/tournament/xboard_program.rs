//! A program that speaks XBoard.

use super::opening::Start;
use super::player::{
    Answer, Asked, Choice, Fault, FaultKind, Player, Thought, Turn, WireMove, aftermath,
};
use super::process::{AFTERMATH, LAST_WORDS, Process};
use super::repertoire::{GameNames, brings_a_game, complaint, list};
use super::thinking::{read_moves, read_thought};
use super::xboard_lines::{Saying, read_features, read_move, time_lines};
use crate::game::{Dialect, Team};
use crate::session::{OpenedGame, null_move};
use caryatid_protocol::xboard::Outcome;
use std::time::{Duration, Instant};

/// How long a program that tells no features is waited for.
const FEATURES: Duration = Duration::from_secs(2);

/// What a program says on its turn.
enum Said {
    Move(String),
    Resigns,
    /// Something that it claims instead of a move.
    Claims(String),
}

/// What a program can do, as far as the referee makes use of it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Features {
    /// Moves are sent as `usermove MOVE`.
    usermove: bool,
    ping: bool,
    setboard: bool,
    /// One process may play several games.
    reuse: bool,
    memory: bool,
    smp: bool,
    /// The games that it lists; `None` where it lists none.
    variants: Option<Vec<String>>,
}

/// An XBoard engine as a player. It is kept in force mode and told `go` for each of its moves.
pub(super) struct XBoardProgram {
    process: Process,
    /// What the game may be called.
    names: GameNames,
    options: Vec<(String, String)>,
    restarts: bool,
    /// Whether it has heard moves since it was started.
    has_played: bool,
    asked: Asked,
    features: Features,
    /// Whether it tells features at all, as programs of today do.
    has_features: bool,
    /// How it has said the first of its moves since it was started.
    saying: Option<Saying>,
    is_up: bool,
    /// How many pings were sent.
    pings: u32,
    /// Whether the move that will be heard next is its own.
    has_moved: bool,
    thought: Thought,
    /// The lines that it has shown for its move, as far as they can be read.
    shown: Vec<Vec<String>>,
    offers_draw: bool,
    /// What it has done wrong between moves.
    wrongs: Vec<Fault>,
}

impl XBoardProgram {
    pub(super) fn new(
        process: Process,
        names: GameNames,
        options: Vec<(String, String)>,
        restarts: bool,
    ) -> XBoardProgram {
        XBoardProgram {
            process,
            names,
            options,
            restarts,
            has_played: false,
            asked: Asked::default(),
            features: Features {
                usermove: false,
                ping: false,
                setboard: false,
                reuse: true,
                memory: false,
                smp: false,
                variants: None,
            },
            has_features: false,
            saying: None,
            is_up: false,
            pings: 0,
            has_moved: false,
            thought: Thought::default(),
            shown: Vec::new(),
            offers_draw: false,
            wrongs: Vec::new(),
        }
    }

    /// Ends the program and starts it anew; it has to be introduced to then.
    fn restart(&mut self) -> Result<(), Fault> {
        self.is_up = false;
        self.has_played = false;
        self.has_features = false;
        self.saying = None;
        self.asked.forget();
        self.process.restart()
    }

    fn shake_hands(&mut self, patience: Duration) -> Result<(), Fault> {
        self.process.send("xboard")?;
        self.process.send("protover 2")?;
        let begun = Instant::now();
        let mut deadline = begun + FEATURES.min(patience);
        while let Some(heard) = self.process.line_before(deadline)? {
            let Some(features) = heard.text.strip_prefix("feature ") else { continue };
            self.has_features = true;
            let mut is_done = false;
            for (name, value) in read_features(features) {
                match (name.as_str(), value.as_str()) {
                    ("done", "0") => deadline = begun + patience,
                    ("done", _) => is_done = true,
                    _ => {
                        let verdict =
                            if self.take_feature(&name, &value) { "accepted" } else { "rejected" };
                        self.process.send(&format!("{verdict} {name}"))?;
                    }
                }
            }
            if is_done {
                break;
            }
        }
        for (name, value) in self.options.clone() {
            let line = match name.to_ascii_lowercase().as_str() {
                "hash" | "memory" if self.features.memory => format!("memory {value}"),
                "threads" | "cores" if self.features.smp => format!("cores {value}"),
                _ => format!("option {name}={value}"),
            };
            self.process.send(&line)?;
        }
        self.is_up = true;
        Ok(())
    }

    /// Notes a feature; `false` if it is of no use here.
    fn take_feature(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        match name {
            "usermove" => self.features.usermove = on,
            "ping" => self.features.ping = on,
            "setboard" => self.features.setboard = on,
            "reuse" => self.features.reuse = on,
            "memory" => self.features.memory = on,
            "smp" => self.features.smp = on,
            "san" => return !on,
            "variants" => {
                let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
                self.features.variants = Some(names.map(str::to_owned).collect());
            }
            "myname" | "option" | "time" | "debug" | "colors" | "sigint" | "sigterm" => {}
            _ => return false,
        }
        true
    }

    fn set_up(&mut self, start: &Start, board: &dyn OpenedGame, turn: &Turn) -> Result<(), Fault> {
        if self.has_played && (self.restarts || !self.features.reuse) {
            self.restart()?;
        }
        if !self.is_up {
            self.shake_hands(turn.patience)?;
        }
        let variant = self.name_of_game()?;
        self.process.send("new")?;
        if !self.names.is_standard() {
            self.process.send(&format!("variant {variant}"))?;
        }
        for line in time_lines(turn) {
            self.process.send(&line)?;
        }
        ["post", "easy", "force"].iter().try_for_each(|line| self.process.send(line))?;
        match &start.fen {
            Some(fen) => {
                if !self.features.setboard {
                    log::warn!("an engine that does not announce setboard is sent one");
                }
                self.process.send(&format!("setboard {fen}"))?;
            }
            // A game that is begun by its name starts with White, who then has to wait.
            None if board.turn() == Team::Black => self.send_move(null_move(Dialect::XBoard))?,
            None => {}
        }
        self.synchronise(turn.patience)
    }

    /// The name under which the program plays the game. Who lists no games plays the standard one.
    ///
    /// # Errors
    /// It doesn't play the game.
    fn name_of_game(&self) -> Result<String, Fault> {
        let listed = self.features.variants.as_deref();
        let name = match listed {
            Some(games) => self.names.among_xboards(games),
            None => Some(self.names.xboard_id.as_str()).filter(|_| self.names.is_standard()),
        };
        match name {
            Some(name) => Ok(name.to_owned()),
            None if brings_a_game(&self.options) => Ok(self.names.xboard_id.clone()),
            None => Err(self.names.unfit(&match listed {
                Some(games) => format!("its feature variants lists {}", list(games)),
                None => "it has no feature variants".to_owned(),
            })),
        }
    }

    /// Waits until everything sent was obeyed, as far as the program can tell. A complaint about a move
    /// that comes meanwhile is an error, too.
    fn synchronise(&mut self, patience: Duration) -> Result<(), Fault> {
        let (complaint, reached) = self.settle(patience, Duration::ZERO);
        match complaint {
            Some(complaint) if reached.is_ok() => Err(complaint),
            complaint => {
                self.wrongs.extend(complaint);
                reached
            }
        }
    }

    /// Waits until everything sent was obeyed; what the program complains of stands before whether it
    /// came to that. One that can't tell is listened to for the time `grace`.
    fn settle(
        &mut self,
        patience: Duration,
        grace: Duration,
    ) -> (Option<Fault>, Result<(), Fault>) {
        if !self.features.ping {
            return (self.listen_between(grace), Ok(()));
        }
        self.pings += 1;
        let awaited = format!("pong {}", self.pings);
        let mut heard = Between::new(self.asked);
        let names = &self.names;
        let asked = self.process.send(&format!("ping {}", self.pings));
        let reached = asked.and_then(|()| {
            self.process.await_line(Instant::now() + patience, "pong", |line| {
                heard.note(names, line);
                (line == awaited).then_some(())
            })
        });
        self.wrongs.extend(heard.unasked);
        (heard.complaint, reached)
    }

    /// Listens for a time to what comes between moves. A complaint is returned.
    fn listen_between(&mut self, time: Duration) -> Option<Fault> {
        let mut heard = Between::new(self.asked);
        let lines = self.process.lines_before(Instant::now() + time);
        lines.iter().for_each(|line| heard.note(&self.names, line));
        self.wrongs.extend(heard.unasked);
        heard.complaint
    }

    /// Starts a program anew that can't go on. What it said before it ended still counts.
    fn give_up(&mut self, fault: &Fault) -> Result<(), Fault> {
        if fault.kind == FaultKind::Crash {
            let complaint = self.listen_between(AFTERMATH);
            self.wrongs.extend(complaint);
        }
        self.restart()
    }

    /// What the first move, found as quickly as can be, shows against it that the program plays the game.
    fn doubt(
        &mut self,
        board: &dyn OpenedGame,
        patience: Duration,
    ) -> Result<Option<String>, Fault> {
        self.has_played = true;
        ["sd 1", "go"].iter().try_for_each(|line| self.process.send(line))?;
        let said = self.listen(Instant::now() + patience)?;
        self.process.send("force")?;
        match said {
            Some((Said::Move(text), _)) => {
                let refusal = board.meant(&text, Dialect::XBoard).err();
                Ok(refusal.map(|refusal| format!("its first move is {text}: {refusal}")))
            }
            Some((Said::Claims(line), _)) => Ok(Some(format!("instead of a move it says {line}"))),
            Some((Said::Resigns, _)) => Ok(None),
            None => Err(Fault::new(FaultKind::Stall, "no move came")),
        }
    }

    fn order(&mut self, board: &dyn OpenedGame, turn: &Turn) -> Result<Answer, Fault> {
        self.synchronise(turn.patience)?;
        self.thought = Thought::default();
        self.shown.clear();
        self.offers_draw = false;
        let mut entries: Vec<String> = Vec::new();
        let mut lines = Vec::new();
        let mut time = Duration::ZERO;
        loop {
            let (said, took) = self.ask(turn, time)?;
            time += took;
            lines.extend(self.shown.drain(..).map(|line| behind(&entries, line)));
            match said {
                Said::Move(text) => entries.push(text),
                Said::Resigns => return Ok(Answer::Resigns),
                Said::Claims(line) => {
                    let claim = format!("instead of a move it says {line}");
                    return Err(Fault::new(FaultKind::FalseClaim, claim));
                }
            }
            let told = self.process.send("force");
            // What was heard counts, even of a program that has ended behind it.
            if !has_more(board, &entries) {
                break;
            }
            told?;
            self.send_move(null_move(Dialect::XBoard))?;
        }
        self.has_moved = true;
        Ok(Answer::Moves(Choice {
            entries,
            lines,
            thought: self.thought,
            time,
            offers_draw: self.offers_draw,
        }))
    }

    /// Asks for one wire move, of which the action has taken the time `used` before.
    fn ask(&mut self, turn: &Turn, used: Duration) -> Result<(Said, Duration), Fault> {
        let hundredths = |time: Duration| time.saturating_sub(used).as_millis() / 10;
        if let Some(own) = turn.allowed() {
            let other = turn.other.map_or(own, |face| face.left);
            self.process.send(&format!("time {}", hundredths(own)))?;
            self.process.send(&format!("otim {}", other.as_millis() / 10))?;
        }
        self.asked.ask();
        let begun = Instant::now();
        self.process.send("go")?;
        let limit = begun + turn.limit().saturating_sub(used);
        let mut said = self.listen(limit)?;
        if said.is_none() {
            self.process.send("?")?;
            said = self.listen(limit + turn.patience)?;
        }
        let Some((said, when)) = said else {
            return Err(Fault::new(FaultKind::Stall, "no move came, not even after ?"));
        };
        Ok((said, when.saturating_duration_since(begun)))
    }

    /// The next move, its legs put together, or what comes instead; `None` if nothing does before the
    /// deadline.
    fn listen(&mut self, deadline: Instant) -> Result<Option<(Said, Instant)>, Fault> {
        let mut text = String::new();
        while let Some(heard) = self.process.line_before(deadline)? {
            let line = heard.text;
            let mut words = line.split_ascii_whitespace();
            if let Some((saying, leg)) = read_move(&line) {
                if !self.is_meant(saying) {
                    continue;
                }
                text.push_str(leg);
                if !leg.ends_with(',') {
                    return Ok(Some((Said::Move(text), heard.when)));
                }
                continue;
            }
            let said = match (words.next(), words.next()) {
                (Some("resign"), _) => Some(Said::Resigns),
                (Some("offer"), Some("draw")) => {
                    self.offers_draw = true;
                    None
                }
                (Some("Illegal"), _) => Some(Said::Claims(line)),
                (Some(word), _) if Outcome::read(word).is_some() => Some(Said::Claims(line)),
                _ => {
                    if let Some(thought) = read_thought(&line) {
                        self.thought = thought;
                        self.shown.extend(read_moves(&line));
                    }
                    None
                }
            };
            if let Some(said) = said {
                return Ok(Some((said, heard.when)));
            }
        }
        Ok(None)
    }

    /// Whether a move that is said so is an answer: some programs say each of theirs a second time for people,
    /// and those with features never say it in a sentence alone.
    fn is_meant(&mut self, saying: Saying) -> bool {
        let known = self.saying.unwrap_or(saying);
        self.saying = Some(known.max(saying));
        let is_chatter = self.has_features && saying == Saying::Sentence;
        !is_chatter && saying >= known
    }

    /// Sends an action, with the waits between its entries.
    fn tell(&mut self, moved: &WireMove) -> Result<(), Fault> {
        for (index, entry) in moved.xboard.iter().enumerate() {
            if index > 0 {
                self.send_move(null_move(Dialect::XBoard))?;
            }
            self.send_move(entry)?;
        }
        Ok(())
    }

    fn send_move(&mut self, text: &str) -> Result<(), Fault> {
        let word = if self.features.usermove { "usermove " } else { "" };
        self.process.send(&format!("{word}{text}"))
    }
}

/// A line that was shown behind the first entries of an action, from before them: the other side waits
/// between entries.
fn behind(entries: &[String], line: Vec<String>) -> Vec<String> {
    let wait = || null_move(Dialect::XBoard).to_owned();
    entries.iter().flat_map(|entry| [entry.clone(), wait()]).chain(line).collect()
}

/// Whether the entries begin an action that takes more of them, and are none by themselves.
fn has_more(board: &dyn OpenedGame, entries: &[String]) -> bool {
    matches!(board.carry_on(entries, Dialect::XBoard), Ok(None))
}

/// What lines between moves hold against a program: the first of each kind counts.
struct Between {
    asked: Asked,
    complaint: Option<Fault>,
    unasked: Option<Fault>,
}

impl Between {
    fn new(asked: Asked) -> Between {
        Between { asked, complaint: None, unasked: None }
    }

    fn note(&mut self, names: &GameNames, line: &str) {
        if self.complaint.is_none() {
            self.complaint = complaint_of(names, line);
        }
        if line.starts_with("move ") {
            self.unasked.get_or_insert_with(|| Fault::unasked(line, self.asked.earlier()));
        }
    }
}

/// What a line complains of, between moves: the opponent's move, or the game itself.
fn complaint_of(names: &GameNames, line: &str) -> Option<Fault> {
    if line.starts_with("Illegal move") {
        return Some(Fault::new(FaultKind::FalseClaim, format!("it says {line}")));
    }
    let error = line.strip_prefix("Error (")?.to_ascii_lowercase();
    let (kind, command) = error.split_once(')').unwrap_or((&error, ""));
    let command = command.trim_start_matches([':', ' ']).split_ascii_whitespace().next();
    // The names of options and files may hold the word, too.
    let is_about_the_game =
        !names.is_standard() && (kind.contains("variant") || command == Some("variant"));
    is_about_the_game.then(|| names.unfit(&format!("it says {line}")))
}

impl Player for XBoardProgram {
    fn dialect(&self) -> Dialect {
        Dialect::XBoard
    }

    fn start(&mut self, start: &Start, board: &dyn OpenedGame, turn: &Turn) -> Result<(), Fault> {
        self.has_moved = false;
        self.asked.begin(start.number);
        let begun = self.set_up(start, board, turn);
        if let Err(fault) = &begun {
            self.give_up(fault)?;
        }
        begun
    }

    fn prove(&mut self, _start: &Start, board: &dyn OpenedGame, turn: &Turn) -> Result<(), Fault> {
        let complaint = complaint(&self.process.talk(), &self.names, &self.options);
        if complaint.is_none() || board.must_wait() {
            return self.names.judge(complaint, None);
        }
        let doubt = self.doubt(board, turn.patience);
        // The limit of depth must not outlast the question, and not every program forgets it with `new`. One
        // may have none, too: that is nobody's fault.
        self.restart()?;
        self.names.judge(complaint, doubt.unwrap_or_default())
    }

    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault> {
        self.has_played = true;
        if std::mem::take(&mut self.has_moved) {
            return Ok(());
        }
        let told = self.tell(moved);
        if let Err(fault) = &told {
            self.give_up(fault)?;
        }
        told
    }

    fn choose(&mut self, board: &dyn OpenedGame, turn: &Turn) -> Result<Answer, Fault> {
        self.has_played = true;
        let order = self.order(board, turn);
        if let Err(fault) = &order {
            self.give_up(fault)?;
        }
        order
    }

    fn end(&mut self, result: &str, reason: &str) {
        // A program that was just started anew has nothing to say of the game.
        if !self.is_up {
            return;
        }
        let (mut complaint, reached) = self.settle(AFTERMATH, LAST_WORDS);
        let told =
            reached.and_then(|()| self.process.send(&format!("result {result} {{{reason}}}")));
        if told.as_ref().is_err_and(|fault| fault.kind == FaultKind::Crash) {
            let last = self.listen_between(AFTERMATH);
            complaint = complaint.or(last);
            // What it says before it hears the result and behind that is one matter.
            self.wrongs.dedup_by_key(|wrong| wrong.kind);
        }
        self.wrongs.extend(complaint.map(Fault::afterwards));
        if let Err(fault) = told {
            let restarted = self.restart();
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
