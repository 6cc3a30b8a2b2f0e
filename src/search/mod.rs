//! One search for all games.

mod control;
mod limits;
mod pool;
mod report;
mod score;

pub use crate::tt::Bound;
pub use control::Control;
pub use limits::Limits;
pub use pool::Pool;
pub use report::{Outcome, Report};
pub use score::Score;
