//! Which engine is meant: the text after `--engine`.

use super::ToolError;
use crate::session::Resources;

/// A participant of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSpec {
    /// This engine, within this process.
    OwnEngine(Resources),
    /// Moves at random.
    RandomMover,
    /// Another program.
    Program {
        /// The program and its arguments.
        command: Vec<String>,
        /// The protocol it speaks.
        protocol: ProtocolKind,
    },
}

/// How to talk to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProtocolKind {
    /// UCI.
    Uci,
    /// XBoard.
    XBoard,
}

impl EngineSpec {
    /// Reads `self`, `self:threads=2,hash=16`, `random`, or `cmd=PROGRAM ARGUMENTS proto=uci` (or
    /// `xboard`). `standard` is what `self` uses where it says nothing.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str, standard: Resources) -> Result<EngineSpec, ToolError> {
        let text = text.trim();
        if text == "random" {
            return Ok(EngineSpec::RandomMover);
        }
        if text == "self" {
            return Ok(EngineSpec::OwnEngine(standard));
        }
        if let Some(settings) = text.strip_prefix("self:") {
            return read_own(settings, standard);
        }
        if text.contains("cmd=") {
            return read_program(text);
        }
        Err(wrong(format!("engine `{text}` is none of self, random, cmd=... proto=uci|xboard")))
    }

    /// The name in results.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            EngineSpec::OwnEngine(_) => "Caryatid".to_owned(),
            EngineSpec::RandomMover => "Random".to_owned(),
            EngineSpec::Program { command, .. } => {
                let program = command.first().map(String::as_str).unwrap_or_default();
                program.rsplit('/').next().unwrap_or(program).to_owned()
            }
        }
    }
}

fn wrong(text: String) -> ToolError {
    ToolError::Usage(text)
}

fn read_own(settings: &str, standard: Resources) -> Result<EngineSpec, ToolError> {
    let mut resources = standard;
    for setting in settings.split(',') {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let number =
            value.parse().ok().filter(|&number: &usize| number > 0).ok_or_else(|| {
                wrong(format!("engine setting `{setting}` needs a number above 0"))
            })?;
        match name.trim() {
            "threads" => resources.threads = number,
            "hash" => resources.hash_mb = number,
            other => {
                return Err(wrong(format!("engine setting `{other}` is neither threads nor hash")));
            }
        }
    }
    Ok(EngineSpec::OwnEngine(resources))
}

fn read_program(text: &str) -> Result<EngineSpec, ToolError> {
    let mut command = Vec::new();
    let mut protocol = None;
    for word in text.split_ascii_whitespace() {
        if let Some(name) = word.strip_prefix("proto=") {
            protocol = Some(match name {
                "uci" => ProtocolKind::Uci,
                "xboard" => ProtocolKind::XBoard,
                other => {
                    return Err(wrong(format!("protocol `{other}` is neither uci nor xboard")));
                }
            });
        } else {
            command.push(word.strip_prefix("cmd=").unwrap_or(word).to_owned());
        }
    }
    let protocol = protocol
        .ok_or_else(|| wrong(format!("engine `{text}` lacks proto=uci or proto=xboard")))?;
    if command.first().is_none_or(String::is_empty) {
        return Err(wrong(format!("engine `{text}` names no program")));
    }
    Ok(EngineSpec::Program { command, protocol })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{EngineSpec, ProtocolKind};
    use crate::session::Resources;

    const STANDARD: Resources = Resources { threads: 1, hash_mb: 16 };

    #[test]
    fn every_form_is_read() {
        let read = |text| EngineSpec::read(text, STANDARD).unwrap();
        assert_eq!(read("self"), EngineSpec::OwnEngine(STANDARD));
        assert_eq!(
            read("self:threads=2,hash=1"),
            EngineSpec::OwnEngine(Resources { threads: 2, hash_mb: 1 })
        );
        assert_eq!(read("random"), EngineSpec::RandomMover);
        let program = read("cmd=/usr/games/gnuchess --uci proto=uci");
        assert_eq!(
            program,
            EngineSpec::Program {
                command: vec!["/usr/games/gnuchess".to_owned(), "--uci".to_owned()],
                protocol: ProtocolKind::Uci,
            }
        );
        assert_eq!(program.name(), "gnuchess");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, reason) in [
            ("nobody", "none of"),
            ("self:depth=3", "neither threads nor hash"),
            ("self:threads=0", "above 0"),
            ("cmd=prog", "lacks proto"),
            ("cmd=prog proto=gtp", "neither uci nor xboard"),
            ("cmd= proto=uci", "names no program"),
        ] {
            let error = EngineSpec::read(text, STANDARD).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
