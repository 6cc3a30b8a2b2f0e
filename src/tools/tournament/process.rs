//! Another program at the other end of two pipes.

use super::ToolError;
use super::player::{Fault, FaultKind};
use crossbeam::channel::{Receiver, RecvTimeoutError, unbounded};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to leave after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program. Dropping it sends `quit` and, if that is not heard, ends it.
pub(super) struct Process {
    command: Vec<String>,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program and a thread that reads what it says.
    ///
    /// # Errors
    /// It can't be started.
    pub(super) fn start(command: &[String]) -> Result<Process, ToolError> {
        let [program, arguments @ ..] = command else {
            return Err(ToolError::Usage("an engine names no program".to_owned()));
        };
        let unable = |why: String| ToolError::Usage(format!("{program} can't be started: {why}"));
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| unable(error.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(unable("no pipes".to_owned()));
        };
        let (sender, lines) = unbounded();
        thread::Builder::new().name("engine output".to_owned()).spawn(move || {
            for line in BufReader::new(stdout).split(b'\n') {
                let Ok(line) = line else { return };
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(text).is_err() {
                    return;
                }
            }
        })?;
        Ok(Process { command: command.to_vec(), child, stdin, lines })
    }

    /// Ends the program, if it still runs, and starts it anew.
    pub(super) fn restart(&mut self) -> Result<(), Fault> {
        let command = std::mem::take(&mut self.command);
        let fresh = Process::start(&command);
        self.command = command;
        *self = fresh.map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
        Ok(())
    }

    /// Sends one line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        log::debug!("to {}: {line}", self.command[0]);
        writeln!(self.stdin, "{line}")
            .and_then(|()| self.stdin.flush())
            .map_err(|error| Fault::new(FaultKind::Crash, format!("it does not listen: {error}")))
    }

    /// Passes over what was said meanwhile.
    pub(super) fn forget_lines(&mut self) {
        self.lines.try_iter().for_each(drop);
    }

    /// The next line, or `None` if there is none before `deadline`.
    pub(super) fn line_before(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        match self.lines.recv_deadline(deadline) {
            Ok(line) => {
                log::debug!("from {}: {line}", self.command[0]);
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(Fault::new(FaultKind::Crash, "the program has ended"))
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
                Some(line) => {
                    if let Some(found) = take(&line) {
                        return Ok(found);
                    }
                }
                None => return Err(Fault::new(FaultKind::Stall, format!("no {awaited} came"))),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = writeln!(self.stdin, "quit").and_then(|()| self.stdin.flush());
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(_)) => return,
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        if let Err(error) = self.child.kill().and_then(|()| self.child.wait()) {
            log::warn!("{} can't be ended: {error}", self.command.join(" "));
        }
    }
}
