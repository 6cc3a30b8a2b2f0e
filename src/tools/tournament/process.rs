//! Another program at the other end of two pipes.
//!
//! Lines are stamped when they arrive, so that a busy referee doesn't make an engine late. Long lines are
//! cut, floods are held up, and the last lines of the talk are kept for reports.

use super::ToolError;
use super::player::{Fault, FaultKind};
use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to leave after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// How long a program is waited for when a game is over, until it has said everything.
pub(super) const AFTERMATH: Duration = Duration::from_secs(1);

/// How long a program is listened to that can't be asked whether it has said everything.
pub(super) const LAST_WORDS: Duration = Duration::from_millis(50);

/// The longest line that is read whole, in bytes; the rest of a longer one is skipped.
const LONGEST_LINE: usize = 16 * 1024;

/// Lines that may wait to be read; then the program has to wait.
const WAITING_LINES: usize = 4096;

/// The lines that are kept of each speaker of a talk.
const KEPT_LINES: usize = 100;

/// The last lines of a talk. Each speaker's are kept apart, so that a flood of one doesn't wash away what
/// the other said.
#[derive(Clone)]
pub(super) struct Talk {
    begun: Instant,
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    /// Lines said so far.
    count: u64,
    /// Each with its place in the talk.
    to_engine: VecDeque<(u64, String)>,
    from_engine: VecDeque<(u64, String)>,
}

impl Talk {
    pub(super) fn new() -> Talk {
        Talk { begun: Instant::now(), kept: Arc::default() }
    }

    /// Notes a line; `mark` says who spoke: `>` to the engine, `<` from it, `!` its errors.
    pub(super) fn note(&self, mark: char, line: &str) {
        let text = format!("{:10.3} {mark} {line}", self.begun.elapsed().as_secs_f64());
        let mut kept = self.kept.lock();
        kept.count += 1;
        let place = kept.count;
        let lines = if mark == '>' { &mut kept.to_engine } else { &mut kept.from_engine };
        if lines.len() == KEPT_LINES {
            lines.pop_front();
        }
        lines.push_back((place, text));
    }

    /// The lines, oldest first.
    pub(super) fn lines(&self) -> Vec<String> {
        let kept = self.kept.lock();
        let mut lines: Vec<&(u64, String)> =
            kept.to_engine.iter().chain(&kept.from_engine).collect();
        lines.sort_by_key(|(place, _)| *place);
        lines.into_iter().map(|(_, text)| text.clone()).collect()
    }
}

/// A line with the moment at which it came.
pub(super) struct Heard {
    pub(super) text: String,
    pub(super) when: Instant,
}

/// How a program is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Launch {
    pub(super) command: Vec<String>,
    pub(super) folder: Option<PathBuf>,
}

/// A running program. Dropping it sends `quit` and, if that is not heard, ends it.
pub(super) struct Process {
    launch: Launch,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<Heard>,
    /// A line that came after the deadline of whoever waited last.
    late: Option<Heard>,
    talk: Talk,
}

impl Process {
    /// Starts a program and threads that read what it says.
    ///
    /// # Errors
    /// It can't be started.
    pub(super) fn start(launch: Launch) -> Result<Process, ToolError> {
        Process::start_with(launch, Talk::new())
    }

    fn start_with(launch: Launch, talk: Talk) -> Result<Process, ToolError> {
        let [program, arguments @ ..] = launch.command.as_slice() else {
            return Err(ToolError::Usage("an engine names no program".to_owned()));
        };
        let unable = |why: String| ToolError::Usage(format!("{program} can't be started: {why}"));
        let mut order = Command::new(program);
        if let Some(folder) = &launch.folder {
            order.current_dir(folder);
        }
        let mut child = order
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| unable(error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(unable("no pipes".to_owned()));
        };
        let (sender, lines) = bounded(WAITING_LINES);
        let (heard, complained) = (talk.clone(), talk.clone());
        let reader = thread::Builder::new().name("engine output".to_owned());
        reader.spawn(move || {
            read_lines(stdout, |text| {
                heard.note('<', &text);
                tell(&sender, text)
            });
        })?;
        let reader = thread::Builder::new().name("engine errors".to_owned());
        reader.spawn(move || {
            read_lines(stderr, |text| {
                complained.note('!', &text);
                true
            });
        })?;
        Ok(Process { launch, child, stdin, lines, late: None, talk })
    }

    /// Ends the program, if it still runs, and starts it anew.
    pub(super) fn restart(&mut self) -> Result<(), Fault> {
        self.talk.note('>', "(started anew)");
        let fresh = Process::start_with(self.launch.clone(), self.talk.clone());
        *self = fresh.map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
        Ok(())
    }

    /// Sends one line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        log::debug!("to {}: {line}", self.launch.command[0]);
        self.talk.note('>', line);
        writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush()).map_err(|error| {
            let why = self.how_it_ended().unwrap_or_else(|| format!("it does not listen: {error}"));
            Fault::new(FaultKind::Crash, why)
        })
    }

    /// What is said until `deadline`, or before the program ends.
    pub(super) fn lines_before(&mut self, deadline: Instant) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.len() < WAITING_LINES {
            let Ok(Some(heard)) = self.line_before(deadline) else { break };
            lines.push(heard.text);
        }
        lines
    }

    /// The next line, or `None` if there is none before `deadline`.
    pub(super) fn line_before(&mut self, deadline: Instant) -> Result<Option<Heard>, Fault> {
        let next = match self.late.take() {
            Some(heard) => Ok(heard),
            None => self.lines.recv_deadline(deadline),
        };
        match next {
            Ok(heard) if heard.when > deadline => {
                self.late = Some(heard);
                Ok(None)
            }
            Ok(heard) => {
                log::debug!("from {}: {}", self.launch.command[0], heard.text);
                Ok(Some(heard))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let why = self.how_it_ended();
                let why = why.unwrap_or_else(|| "the program has closed its output".to_owned());
                Err(Fault::new(FaultKind::Crash, why))
            }
        }
    }

    /// How a program ended that has closed a pipe, with its exit status or the signal that ended it; `None`
    /// where it still runs.
    fn how_it_ended(&mut self) -> Option<String> {
        let deadline = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(format!("the program has ended, {status}")),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// Waits for the first line for which `take` gives something.
    pub(super) fn await_line<T>(
        &mut self,
        deadline: Instant,
        awaited: &str,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        loop {
            match self.line_before(deadline)? {
                Some(heard) => {
                    if let Some(found) = take(&heard.text) {
                        return Ok(found);
                    }
                }
                None => return Err(Fault::new(FaultKind::Stall, format!("no {awaited} came"))),
            }
        }
    }

    /// The last lines of the talk.
    pub(super) fn talk(&self) -> Vec<String> {
        self.talk.lines()
    }
}

fn tell(lines: &Sender<Heard>, text: String) -> bool {
    lines.send(Heard { text, when: Instant::now() }).is_ok()
}

/// Hands over each line, cut to [`LONGEST_LINE`], until `hear` says that nobody listens.
fn read_lines(stream: impl Read, mut hear: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        let limit = LONGEST_LINE as u64;
        match reader.by_ref().take(limit).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.last() != Some(&b'\n') && line.len() == LONGEST_LINE && !skip_line(&mut reader) {
            return;
        }
        if !hear(String::from_utf8_lossy(&line).trim().to_owned()) {
            return;
        }
    }
}

/// Skips the rest of a line; `false` at the end of the stream.
fn skip_line(reader: &mut impl BufRead) -> bool {
    loop {
        let (used, found) = match reader.fill_buf() {
            Ok([]) | Err(_) => return false,
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(place) => (place + 1, true),
                None => (bytes.len(), false),
            },
        };
        reader.consume(used);
        if found {
            return true;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = writeln!(self.stdin, "quit").and_then(|()| self.stdin.flush());
        // A program that is held up by a full pipe must be able to read the line.
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            self.lines.try_iter().take(WAITING_LINES).for_each(drop);
            match self.child.try_wait() {
                Ok(Some(_)) => return,
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        if let Err(error) = self.child.kill().and_then(|()| self.child.wait()) {
            log::warn!("{} can't be ended: {error}", self.launch.command.join(" "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT_LINES, LONGEST_LINE, Talk, read_lines};

    #[test]
    fn long_lines_are_cut_and_bytes_that_are_no_text_are_replaced() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE];
        text.extend(b"\nbestmove \xff\r\nlast");
        let mut lines = Vec::new();
        read_lines(text.as_slice(), |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!(lines[1..], ["bestmove \u{fffd}", "last"]);
    }

    #[test]
    fn the_last_lines_of_each_speaker_are_kept_in_order() {
        let talk = Talk::new();
        talk.note('>', "go");
        (0..KEPT_LINES + 5).for_each(|number| talk.note('<', &format!("line {number}")));
        talk.note('>', "stop");
        let lines = talk.lines();
        assert_eq!(lines.len(), KEPT_LINES + 2);
        for (index, end) in [(0, "> go"), (1, "< line 5"), (KEPT_LINES + 1, "> stop")] {
            assert!(lines[index].ends_with(end), "{}", lines[index]);
        }
    }
}
