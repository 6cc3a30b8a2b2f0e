//! The commands of the command line besides the protocols.
//!
//! Each writes its results to a sink that it is given; progress and warnings go to the log. Games appear
//! only as opened games of the session's catalogue.

pub mod bench;
pub mod calendar;
pub mod perft;
pub mod play;
pub mod tournament;
pub mod tune;
pub mod variants;

use crate::game::Dialect;
use crate::session::{OpenError, OpenedGame};
use std::io;
use thiserror::Error;

/// Sets options of a game and goes to the start position that they make.
fn set_options(game: &mut dyn OpenedGame, options: &[(String, String)]) -> Result<(), ToolError> {
    for (name, value) in options {
        game.set_option(name, value)
            .map_err(|refusal| ToolError::Usage(format!("option {name}: {refusal}")))?;
    }
    game.set_start(Dialect::Uci);
    Ok(())
}

/// Why a command could not do its work.
#[derive(Debug, Error)]
pub enum ToolError {
    /// A game can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// What was asked for makes no sense; the text says why.
    #[error("{0}")]
    Usage(String),
    /// A file or the output can't be written or read.
    #[error(transparent)]
    File(#[from] io::Error),
}

impl ToolError {
    /// Whether the error is only that nobody reads the output any more.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, ToolError::File(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
