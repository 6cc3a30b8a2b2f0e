//! XBoard, also called CECP: the commands a GUI sends and the replies an engine gives.
//!
//! Owns the grammar of the protocol's text and the turns of phrase that XBoard must never see. It must
//! not know games, modes (force, analysis, edit) or what a command does.

mod clock;
mod command;
mod edit;
mod feature;
mod reply;

pub use clock::{Centiseconds, Level};
pub use command::{Command, MoveSelection, parse};
pub use edit::{EditCommand, parse_edit};
pub use feature::{Feature, Switch, negotiation};
pub use reply::{AnalysisStatus, Outcome, Reply, Thinking, mate_score};
