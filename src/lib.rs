//! Caryatid plays chess games that other engines can't: on boards of at most 16 files and 16 ranks, with
//! men whose moves are read from text, with sides that need not alternate.
//!
//! One idea carries it: every game is a *sequence of actions, each by a seat, scored for a team*. One
//! search, generic over the small trait [`game::Game`], plays them all; the compiler makes a copy of it
//! for each game.
//!
//! # The house
//!
//! A module imports only from floors below its own.
//!
//! | floor | modules | what they own |
//! |---|---|---|
//! | 6 | `main`, `cli`, `processor` | arguments, logging, exit codes, builds for other processors |
//! | 5 | [`front`], [`tools`] | UCI and XBoard; perft, bench, play, match, check |
//! | 4 | [`session`] | one opened game: position, history, waits, options, the search in flight; the catalogue, which is the only `dyn` boundary |
//! | 3 | [`search`], [`games`] | the search, and the rules: neither sees the other |
//! | 2 | [`tt`], [`clock`] | the shared table, time budgets |
//! | 1 | [`game`] | the contract between rules and search |
//! | 0 | [`board`] | squares, sets of squares, movements from text to tables |
//!
//! The crate `caryatid-protocol` beside it turns UCI and XBoard text into typed commands and back; it
//! knows no games and does no input or output.
//!
//! # An example
//!
//! ```
//! use caryatid::game::{Dialect, Game, Past, Words};
//! use caryatid::games::diagram::{AnyDiagram, open};
//!
//! // Chess with nightriders, on a board of 8 by 8.
//! let text = "Pawn::::a2-h2 Nightrider:N:NN::b1,g1 Bishop::::c1,f1 Rook::::a1,h1 Queen::::d1 King::::e1";
//! let Ok(AnyDiagram::Small(game)) = open("nightrider", "nightrider", text) else {
//!     panic!("the definition is good");
//! };
//! let mut position = game.start();
//! let action = game.read_action(&position, "b1c3", Dialect::Uci).expect("a legal move");
//! game.play(&mut position, action, &Past::new());
//! assert_eq!(
//!     game.write_fen(&position),
//!     "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1"
//! );
//! assert!(game.read_action(&position, "b8f6", Dialect::Uci).is_err(), "c6 is no landing square");
//! ```

pub mod board;
pub mod clock;
pub mod front;
pub mod game;
pub mod games;
pub mod search;
pub mod session;
pub mod tools;
pub mod tt;
