//! Floor 0: squares, sets of squares, the text of boards, and men's movements compiled from text to tables.
//!
//! Owns geometry and movement; knows no rules of any game (turns, kings, promotion, ends).

pub mod betza;
mod crowd;
mod direction;
mod geometry;
mod keys;
mod men;
mod movement;
mod placement;
mod set;
mod tables;

pub use crowd::CrowdStep;
pub use geometry::{Geometry, Square};
pub use keys::{KeyStream, structure_keys};
pub use men::{Attack, Attacks, Men, Moves, Path, Special};
pub use movement::{Castle, Movement, MovementError, Step, Way, compile};
pub use placement::{read_rank, write_placement};
pub use set::{SquareSet, Squares, U256};
pub use tables::{Hop, Hops, LameLeap, LameTable, LeapTable, Quad, Ride, Tables, slide_both};
