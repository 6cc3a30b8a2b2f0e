//! Replays the games of a PGN file by the rules.

use super::super::set_options;
use super::ToolError;
use super::pgn_reader::{PgnGame, read_games};
use super::record::{OPTIONS_TAG, read_options};
use crate::game::{Dialect, Team};
use crate::session::{Catalogue, OpenedGame, null_move};
use std::io::Write;
use std::path::PathBuf;

/// What is checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckOrder {
    /// The PGN file.
    pub file: PathBuf,
    /// The game of those without a `Variant` tag; `None` is the catalogue's first.
    pub variant: Option<String>,
}

/// Replays every game and writes a line for each that breaks a rule, then the number of games and, as the
/// last line, `faults: N`. Returns N.
///
/// # Errors
/// The file can't be read or is no PGN, or the output can't be written.
pub fn run(
    catalogue: &Catalogue,
    order: &CheckOrder,
    output: &mut dyn Write,
) -> Result<u32, ToolError> {
    let unreadable = |what: String| ToolError::Usage(format!("{}: {what}", order.file.display()));
    let text = std::fs::read(&order.file).map_err(|error| unreadable(error.to_string()))?;
    let games = read_games(&String::from_utf8_lossy(&text))
        .map_err(|error| unreadable(error.to_string()))?;
    let mut actions = 0;
    let mut faults = 0;
    for (index, game) in games.iter().enumerate() {
        match check(catalogue, order, game) {
            Ok(()) => actions += game.moves.len(),
            Err(fault) => {
                faults += 1;
                writeln!(output, "game {} (line {}): {fault}", index + 1, game.line)?;
            }
        }
    }
    writeln!(output, "{} games, {actions} moves in those without a fault", games.len())?;
    writeln!(output, "faults: {faults}")?;
    Ok(faults)
}

/// Replays one game; the first fault is told.
fn check(catalogue: &Catalogue, order: &CheckOrder, game: &PgnGame) -> Result<(), String> {
    let standard = order.variant.clone().unwrap_or_else(|| catalogue.first_id());
    let variant = game.tag("Variant").map_or(standard, str::to_owned);
    let mut board = catalogue.open_unheard(&variant).map_err(|error| error.to_string())?;
    let options = game.tag(OPTIONS_TAG).map(read_options).transpose()?;
    set_options(&mut *board, &options.unwrap_or_default()).map_err(|error| error.to_string())?;
    if let Some(fen) = game.tag("FEN") {
        board.set_fen(fen).map_err(|error| format!("FEN {fen}: {error}"))?;
    }
    replay(&mut *board, &game.moves)?;
    check_result(&*board, game)
}

/// Plays the actions, with waits between them where they are needed.
fn replay(board: &mut dyn OpenedGame, moves: &[String]) -> Result<(), String> {
    for (index, text) in moves.iter().enumerate() {
        if board.must_wait() && board.final_verdict().is_none() {
            let wait = null_move(Dialect::Uci);
            board.play(wait, Dialect::Uci).map_err(|refusal| format!("a wait: {refusal}"))?;
        }
        let side = board.turn();
        let read = board
            .read_action(text, Dialect::Uci)
            .map(|action| board.action_text(action, Dialect::Uci))
            .and_then(|text| board.play(&text, Dialect::Uci));
        if let Err(refusal) = read {
            return Err(format!(
                "illegal move {text} by {side}, action {}: {refusal} (position {})",
                index + 1,
                board.fen()
            ));
        }
    }
    Ok(())
}

/// A result that contradicts what the rules say of the last position. Draws by count bind nobody who
/// plays without a referee.
fn check_result(board: &dyn OpenedGame, game: &PgnGame) -> Result<(), String> {
    let Some(verdict) = board.final_verdict() else { return Ok(()) };
    let told = [&game.result, game.tag("Result").unwrap_or_default()]
        .into_iter()
        .find(|told| !told.is_empty() && **told != *"*" && **told != *verdict.result());
    match told {
        Some(told) => {
            let winner = verdict.winner.map_or("nobody", |team| match team {
                Team::White => "White",
                Team::Black => "Black",
            });
            Err(format!("the result {told} is wrong: {}, {winner} wins", verdict.reason))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::replay;
    use crate::session::{Opened, OpenedGame, Pile};
    use crossbeam::channel::unbounded;

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn waits_are_left_out_of_what_is_replayed() {
        let mut board = Opened::new(Pile, unbounded().0);
        replay(&mut board, &moves("t2 t2 t1 t3 t2")).unwrap();
        assert_eq!(board.fen(), "0 b - - 0 1");
        assert!(board.final_verdict().is_some());
    }

    #[test]
    fn the_first_illegal_action_is_told() {
        let mut board = Opened::new(Pile, unbounded().0);
        let fault = replay(&mut board, &moves("t2 t2 t4 t9")).unwrap_err();
        assert!(fault.contains("t4 by White, action 3") && fault.contains("6 w"), "{fault}");
    }
}
