//! One search for all games.
//!
//! Owns how positions are searched: iterative deepening ([`Pool::search`]), principal variation
//! search, quiescence, the order of actions, pruning, and the threads that share the table. It knows
//! games only through [`Game`](crate::game::Game): it must not assume that seats or teams alternate,
//! and knows no board, piece, protocol or clock on the wall of a user interface.
//!
//! From the outside in: [`Pool`] keeps the threads, `deepening` runs one of them, `root` and `node`
//! search a position, `quiescence` goes on beyond the horizon; `picker`, `history` and `pruning` decide
//! what comes when, and whether at all; `worker` plays actions and turns values from team to team.
//! Whatever a search could do without has a name in [`Feature`], and can be left out to see what it is worth.
//!
//! ```no_run
//! use caryatid::game::{Game, Past};
//! use caryatid::search::{Control, Limits, Outcome, Pool};
//!
//! fn think<G: Game>(game: &G) -> Result<Outcome, caryatid::tt::TableError> {
//!     let mut pool = Pool::new(game, 2, 64)?;
//!     let limits = Limits::to_depth(12);
//!     let mut tell = |report: caryatid::search::Report| log::info!("{report:?}");
//!     Ok(pool.search(game, &game.start(), &Past::new(), &limits, &Control::new(), &mut tell))
//! }
//! ```

mod control;
mod corrections;
mod deepening;
mod evaluations;
mod features;
mod history;
mod limits;
mod memory;
mod minimax;
mod node;
mod picker;
mod pool;
mod pruning;
mod pv;
mod quiescence;
mod report;
mod root;
mod score;
mod time;
mod worker;

#[cfg(test)]
mod tests;

pub use crate::tt::Bound;
pub use control::Control;
pub use features::{Feature, Features, UnknownFeature};
pub use limits::Limits;
pub use minimax::minimax;
pub use pool::Pool;
pub use report::{Outcome, Report};
pub use score::Score;

/// Longest branch, in actions from the root.
const MAX_PLY: usize = 128;

/// The last iteration.
const MAX_DEPTH: usize = 127;
