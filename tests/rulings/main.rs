//! The rules of the games, one test a numbered rule or a fact that the rules promise. Tests of numbered
//! rules cite the number.
#![allow(clippy::unwrap_used)]

mod avatar;
mod avatar_ends;
mod avatar_moves;
mod avon;
mod avon_players;
mod avp;
mod avp_ends;
mod awarichess;
mod awarichess_phases;
mod awarichess_words;
mod chess;
mod definitions;
mod exchange;
mod large_boards;
mod large_men;
mod positions;
mod table;
