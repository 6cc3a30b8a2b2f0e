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

    /// Writes one line, and tells the log.
    pub fn say(&mut self, line: impl Display) {
        if !self.heard {
            return;
        }
        log::debug!("< {line}");
        let text = format!("{line}\n");
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

/// For text that is no protocol: commands of the command line write through this.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
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
