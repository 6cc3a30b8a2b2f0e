//! Talks to the real binary: sends lines, waits for lines, never for ever.

#![allow(clippy::unwrap_used, dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long any answer may take that is not measured more closely.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Conversations are held one after the other: many of them measure time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    _turn: MutexGuard<'static, ()>,
}

/// Waits until no conversation is held, and keeps others from beginning.
pub(crate) fn turn() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(command: &mut Command) -> (Child, Option<ChildStdin>, ChildStdout) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take().unwrap());
    (child, stdin, stdout)
}

/// Milliseconds.
pub(crate) fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// Tries something up to five times, which tells how long it took: one of the tries keeps the limit. A busy
/// machine is late now and then, a slow engine always.
pub(crate) fn keeps(limit: Duration, what: &str, mut attempt: impl FnMut() -> Duration) {
    let mut taken = Vec::new();
    while taken.len() < 5 {
        taken.push(attempt());
        if taken.last().is_some_and(|&last| last < limit) {
            return;
        }
    }
    panic!("{what}: {taken:?}, and {limit:?} is the limit");
}

impl Engine {
    /// Starts the engine without a word.
    pub(crate) fn silent() -> Engine {
        Engine::started_by(&mut Command::new(env!("CARGO_BIN_EXE_caryatid")))
    }

    /// Starts the engine with arguments, without a word.
    pub(crate) fn with_arguments(arguments: &[&str]) -> Engine {
        Engine::started_by(Command::new(env!("CARGO_BIN_EXE_caryatid")).args(arguments))
    }

    /// Starts the engine with so little memory for all, in MiB, that not every table can be had.
    pub(crate) fn with_little_memory(megabytes: usize) -> Engine {
        let script = format!("ulimit -v {}; exec \"$0\"", megabytes << 10);
        Engine::started_by(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_caryatid")]))
    }

    /// Starts an engine to which nobody listens, so that it must wait when it has said much.
    pub(crate) fn unheard() -> Engine {
        let turn = turn();
        let (mut child, stdin, stdout) = spawn(&mut Command::new(env!("CARGO_BIN_EXE_caryatid")));
        child.stdout = Some(stdout);
        Engine { child, stdin, lines: channel().1, _turn: turn }
    }

    fn started_by(command: &mut Command) -> Engine {
        let turn = turn();
        let (child, stdin, stdout) = spawn(command);
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Engine { child, stdin, lines, _turn: turn }
    }

    /// Starts the engine and begins in UCI.
    pub(crate) fn uci() -> Engine {
        let mut engine = Engine::silent();
        engine.send("uci");
        engine.until("uciok");
        engine
    }

    /// Starts the engine in UCI with a variant.
    pub(crate) fn playing(variant: &str) -> Engine {
        let mut engine = Engine::uci();
        engine.ask(&format!("setoption name UCI_Variant value {variant}"));
        engine
    }

    /// Starts the engine and begins in XBoard; the features are read.
    pub(crate) fn xboard() -> Engine {
        let mut engine = Engine::silent();
        engine.send("xboard\nprotover 2");
        engine.until("feature done=1");
        engine.send("new");
        engine
    }

    /// Sends a line, or several.
    pub(crate) fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// All lines up to the first that begins with `beginning`.
    pub(crate) fn until(&mut self, beginning: &str) -> Vec<String> {
        self.until_within(beginning, PATIENCE)
    }

    /// The same, in a limited time.
    pub(crate) fn until_within(&mut self, beginning: &str, limit: Duration) -> Vec<String> {
        let deadline = Instant::now() + limit;
        let mut heard = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    heard.push(line);
                    if heard.last().unwrap().starts_with(beginning) {
                        return heard;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    panic!("no `{beginning}` within {limit:?}, but {heard:#?}")
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the engine ended before `{beginning}`, after {heard:#?}")
                }
            }
        }
    }

    /// The first line that begins with `beginning`.
    pub(crate) fn line(&mut self, beginning: &str) -> String {
        self.until(beginning).pop().unwrap()
    }

    /// Everything that is said in a while.
    pub(crate) fn during(&mut self, pause: Duration) -> Vec<String> {
        thread::sleep(pause);
        self.lines.try_iter().collect()
    }

    /// Sends a line and gives what is said up to the answer to a synchronisation after it (UCI).
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard
    }

    /// The same in XBoard.
    pub(crate) fn tell(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("ping 77");
        let mut heard = self.until("pong 77");
        heard.pop();
        heard
    }

    /// The move of `bestmove`, with everything said before it.
    pub(crate) fn best_move(&mut self) -> (String, Vec<String>) {
        let mut heard = self.until("bestmove");
        let last = heard.pop().unwrap();
        (last.split(' ').nth(1).unwrap().to_owned(), heard)
    }

    /// The legal moves of the present position (UCI).
    pub(crate) fn legal_moves(&mut self) -> Vec<String> {
        self.send("go perft 1");
        let heard = self.until("Nodes searched");
        let counts = &heard[..heard.len() - 1];
        counts.iter().filter_map(|line| line.strip_suffix(": 1")).map(str::to_owned).collect()
    }

    /// The present position (UCI).
    pub(crate) fn fen(&mut self) -> String {
        self.send("d");
        let heard = self.until("Key: ");
        heard.iter().find_map(|line| line.strip_prefix("Fen: ")).unwrap().to_owned()
    }

    /// Sends the process an interrupt, as a terminal does.
    pub(crate) fn interrupt(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    }

    /// How many threads the engine has.
    pub(crate) fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.child.id())).map_or(0, Iterator::count)
    }

    /// Processor time used so far, in clock ticks.
    pub(crate) fn processor_ticks(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let after_name = text.rsplit(')').next().unwrap();
        let fields: Vec<&str> = after_name.split_ascii_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The engine must end by itself within a second.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let deadline = Instant::now() + ms(1000);
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(ms(2));
        }
        panic!("the engine has not ended within a second");
    }

    /// Sends `quit`; the engine must end at once and well.
    pub(crate) fn quit(mut self) {
        self.send("quit");
        assert!(self.ended().success());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The words after `word` in a line.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> Vec<&'a str> {
    let mut words = line.split_ascii_whitespace();
    words.by_ref().find(|&found| found == word);
    words.collect()
}

/// Lines of thinking of a UCI search.
pub(crate) fn scored(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info depth") && line.contains(" score ")).collect()
}
