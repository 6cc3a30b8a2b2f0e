//! The only place that writes to stdout.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes whole lines and flushes each. When nobody reads any more it falls silent.
pub struct Output {
    sink: Box<dyn Write + Send>,
    heard: bool,
}

impl Output {
    /// The process's standard output.
    #[must_use]
    pub fn stdout() -> Output {
        Output::to(Box::new(io::stdout()))
    }

    /// Any other place.
    #[must_use]
    pub fn to(sink: Box<dyn Write + Send>) -> Output {
        Output { sink, heard: true }
    }

    /// Writes one line.
    pub fn say(&mut self, line: impl Display) {
        self.write(&format!("{line}\n"));
    }

    /// Writes text as it is, such as a question to be answered on the same line.
    pub fn write(&mut self, text: &str) {
        if !self.heard {
            return;
        }
        let written = self.sink.write_all(text.as_bytes()).and_then(|()| self.sink.flush());
        if let Err(error) = written {
            log::info!("nobody reads the output any more: {error}");
            self.heard = false;
        }
    }

    /// Whether somebody still reads.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.heard
    }
}

#[cfg(test)]
mod tests {
    use super::Output;
    use std::io::{self, Write};

    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_broken_pipe_is_noticed() {
        let mut output = Output::to(Box::new(Broken));
        assert!(output.is_heard());
        output.say("readyok");
        assert!(!output.is_heard());
    }
}
