//! Caryatid.
pub mod board;
pub mod clock;
pub mod eval;
pub mod front;
pub mod game;
pub mod games;
pub mod search;
pub mod session;
pub mod tools;
pub mod tt;
