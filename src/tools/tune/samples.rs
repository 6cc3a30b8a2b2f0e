//! Quiet positions out of played games.

use super::super::ToolError;
use super::super::tournament::{Chance, GameRecord, Side};
use crate::game::{Dialect, Team, null_move};
use crate::session::{Catalogue, OpenedGame};
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

/// A position and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    pub(super) fen: String,
    /// The game's result for White: 1, a half or 0.
    pub(super) result: f64,
    /// The search's value for White, in centipawns.
    pub(super) value: f64,
    /// Whether the fit doesn't see it, so that it shows what was learnt.
    pub(super) is_hidden: bool,
}

/// One pair of games of so many is hidden from the fit: the two begin alike.
const HIDDEN: u32 = 5;

/// Positions with a greater value than this are won, whatever the evaluation thinks of them.
const DECIDED: i32 = 2_000;

/// Takes one quiet position of `every`, by chance.
///
/// # Errors
/// The game can't be opened, or a move can't be played again.
pub(super) fn take(
    catalogue: &Catalogue,
    variant: &str,
    games: &[GameRecord],
    every: u64,
    seed: u64,
) -> Result<Vec<Sample>, ToolError> {
    let taken = games
        .par_iter()
        .map(|game| {
            let mut board = catalogue.open_unheard(variant)?;
            let mut chance = Chance::new(seed ^ u64::from(game.number).wrapping_mul(0x9e37_79b9));
            of_game(&mut *board, game, || chance.number().is_multiple_of(every.max(1)))
                .map_err(|why| ToolError::Usage(format!("game {}: {why}", game.number)))
        })
        .collect::<Result<Vec<Vec<Sample>>, ToolError>>()?;
    Ok(taken.into_iter().flatten().collect())
}

fn of_game(
    board: &mut dyn OpenedGame,
    game: &GameRecord,
    mut wanted: impl FnMut() -> bool,
) -> Result<Vec<Sample>, String> {
    match &game.fen {
        Some(fen) => drop(board.set_fen(fen).map_err(|error| error.to_string())?),
        None => board.set_start(Dialect::Uci),
    }
    let result = match game.winner {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    };
    let mut samples = Vec::new();
    let refused = |refusal: crate::game::Refusal| refusal.to_string();
    for played in &game.moves {
        while board.must_wait() && board.final_verdict().is_none() {
            board.play(null_move(Dialect::Uci), Dialect::Uci).map_err(refused)?;
        }
        let action = board.read_action(&played.text, Dialect::Uci).map_err(refused)?;
        let value = played.score.filter(|value| value.abs() <= DECIDED);
        if let Some(value) = value
            && board.is_quiet(action)
            && wanted()
        {
            let white = if board.turn() == Team::White { value } else { -value };
            samples.push(Sample {
                fen: board.fen(),
                result,
                value: f64::from(white),
                is_hidden: game.pair.is_multiple_of(HIDDEN),
            });
        }
        board.play(&played.text, Dialect::Uci).map_err(refused)?;
    }
    Ok(samples)
}
