//! UCI and XBoard (CECP) text to typed commands and back.
//!
//! One line of bytes goes in, one typed command comes out; one typed reply goes in, one line of text
//! comes out. The crate does no input or output, starts no thread and knows no game: moves, positions and
//! option names are text that the caller understands.
//!
//! - [`uci`]: [`uci::parse`] reads a command, [`uci::Reply`] prints an answer.
//! - [`xboard`]: [`xboard::parse`] reads a command, [`xboard::parse_edit`] a line of edit mode,
//!   [`xboard::Reply`] prints an answer.
//! - [`text`]: taking lines and move text apart.
//!
//! ```
//! use caryatid_protocol::{Bound, Score, uci, xboard};
//!
//! let parsed = uci::parse(b"go foo movetime 100\r\n")?;
//! assert_eq!(parsed.notes, ["go: `foo` skipped"]);
//! assert!(matches!(parsed.command, uci::Command::Go(go) if go.move_time == Some(100)));
//!
//! let command = xboard::parse(b"usermove e2e4\n")?;
//! assert_eq!(command, xboard::Command::Move("e2e4".into()));
//!
//! let info = uci::Info { depth: Some(4), score: Some((Score::Mate(2), Bound::Exact)), ..Default::default() };
//! assert_eq!(uci::Reply::Info(info).to_string(), "info depth 4 score mate 2");
//! # Ok::<(), caryatid_protocol::ParseError>(())
//! ```

mod declaration;
mod error;
mod score;
pub mod text;
pub mod uci;
pub mod xboard;

pub use declaration::{OptionDeclaration, OptionKind};
pub use error::ParseError;
pub use score::{Bound, Score};
