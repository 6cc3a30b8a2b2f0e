//! UCI: the commands a GUI sends and the replies an engine gives.
//!
//! Owns the grammar of UCI text. It must not know games, options by name or what a command does.

mod command;
mod go;
mod reply;

pub use command::{Command, Parsed, Position, Start, parse};
pub use go::Go;
pub use reply::{Info, Reply};
