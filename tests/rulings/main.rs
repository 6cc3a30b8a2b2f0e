//! One test a numbered rule.
#![allow(clippy::unwrap_used)]

mod avatar;
mod large_boards;
