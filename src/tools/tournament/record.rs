//! What is kept of a game, for PGN, for machines, and for going on after a stop.

use super::player::Thought;
use crate::game::Team;
use caryatid_protocol::Score;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::tools) struct GameRecord {
    /// Its number in the match, from 1.
    pub(in crate::tools) number: u32,
    /// The pair to which it belongs, from 0.
    pub(in crate::tools) pair: u32,
    pub(super) variant: String,
    /// The numbers of the participants that play White and Black, from 0.
    pub(super) participants: [usize; 2],
    /// What they are called.
    pub(super) names: [String; 2],
    /// Their time controls.
    pub(super) times: [String; 2],
    /// Who sits where, where a team's seats are apart: the seat and the engine.
    pub(super) seats: Vec<(String, String)>,
    /// When it began, as `YYYY.MM.DD` in UTC.
    pub(super) date: String,
    /// Set only where the game did not begin at the start position.
    pub(in crate::tools) fen: Option<String>,
    /// The side on turn at the beginning.
    pub(super) first: Side,
    /// The actions, without waits.
    pub(in crate::tools) moves: Vec<MoveRecord>,
    pub(in crate::tools) winner: Option<Side>,
    /// Why the game ended, in words.
    pub(super) reason: String,
    /// The same as PGN's `Termination` has it.
    pub(super) termination: String,
    /// Tags that the game adds to its PGN: a ranking of seats beside the result of the teams.
    pub(super) tags: Vec<(String, String)>,
    pub(super) faults: Vec<FaultRecord>,
}

/// The PGN tag of a game's own options.
pub(super) const OPTIONS_TAG: &str = "GameOptions";

/// Options as the tag has them: `NAME=VALUE; NAME=VALUE`.
pub(super) fn write_options(options: &[(String, String)]) -> String {
    let texts: Vec<String> =
        options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    texts.join("; ")
}

/// Reads what [`write_options`] writes.
///
/// # Errors
/// The part that is no `NAME=VALUE`.
pub(super) fn read_options(text: &str) -> Result<Vec<(String, String)>, String> {
    let read = |part: &str| {
        part.split_once('=')
            .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
            .ok_or_else(|| format!("{OPTIONS_TAG}: `{part}` is not NAME=VALUE"))
    };
    text.split(';').map(read).collect()
}

/// One action.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(in crate::tools) struct MoveRecord {
    /// As UCI writes it.
    pub(in crate::tools) text: String,
    /// Wire moves before it since White's first, waits included.
    pub(super) ply: usize,
    /// Whether it belongs to the opening.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_book: bool,
    /// Milliseconds; `None` where nobody thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<f64>,
    /// Centipawns for the team that acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::tools) score: Option<i32>,
    /// Mate in so many of the mating team's moves, instead of `score`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mate: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
}

/// A fault and where it happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::tools) struct FaultRecord {
    /// Who committed it.
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) kind: String,
    pub(super) detail: String,
    /// The position.
    pub(super) fen: String,
    /// Actions played before.
    pub(super) moves: usize,
}

/// A side, for files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::tools) enum Side {
    White,
    Black,
}

impl From<Team> for Side {
    fn from(team: Team) -> Side {
        match team {
            Team::White => Side::White,
            Team::Black => Side::Black,
        }
    }
}

impl Side {
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl GameRecord {
    /// The result as PGN writes it.
    pub(super) const fn result(&self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Twice the points of a participant; `None` if it did not play.
    pub(super) fn half_points(&self, participant: usize) -> Option<usize> {
        let side = self.participants.iter().position(|&player| player == participant)?;
        Some(match self.winner {
            None => 1,
            Some(winner) if winner.index() == side => 2,
            Some(_) => 0,
        })
    }
}

impl MoveRecord {
    /// An action with what was thought of it.
    pub(super) fn thought(mut self, thought: &Thought, time: Duration) -> MoveRecord {
        match thought.score {
            Some(Score::Centipawns(value)) => self.score = Some(value),
            Some(Score::Mate(moves)) => self.mate = Some(moves),
            None => {}
        }
        self.depth = thought.depth;
        self.nodes = thought.nodes;
        // Who answers without any time has not thought.
        self.time = (!time.is_zero()).then_some(time.as_secs_f64() * 1000.0);
        self
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{GameRecord, MoveRecord, Side};

    /// A short game for tests of what is made of records.
    pub(in super::super) fn record() -> GameRecord {
        let texts = ["f2f3", "e7e5", "g2g4", "d8h4"];
        let moves = texts.iter().enumerate().map(|(ply, text)| MoveRecord {
            text: (*text).to_owned(),
            ply,
            is_book: ply == 0,
            ..MoveRecord::default()
        });
        GameRecord {
            number: 2,
            pair: 0,
            variant: "chess".to_owned(),
            participants: [0, 1],
            names: ["A \"B\"".to_owned(), "C".to_owned()],
            times: ["1+0.1".to_owned(), "2".to_owned()],
            seats: Vec::new(),
            date: "2024.02.29".to_owned(),
            fen: None,
            first: Side::White,
            moves: moves.collect(),
            winner: Some(Side::Black),
            reason: "checkmate".to_owned(),
            termination: "normal".to_owned(),
            tags: Vec::new(),
            faults: Vec::new(),
        }
    }

    #[test]
    fn points_are_a_participants_whatever_its_side() {
        let mut game = record();
        assert_eq!(
            (game.half_points(0), game.half_points(1), game.half_points(2)),
            (Some(0), Some(2), None)
        );
        game.participants = [1, 0];
        assert_eq!(game.half_points(0), Some(2));
        game.winner = None;
        assert_eq!((game.half_points(0), game.half_points(1)), (Some(1), Some(1)));
    }
}
