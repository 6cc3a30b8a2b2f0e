//! Replays the games of a PGN file by the rules.

use super::super::set_options;
use super::ToolError;
use super::pgn_reader::{PgnGame, read_games};
use super::record::{OPTIONS_TAG, read_options};
use super::short::{self, Meant, is_en_passant_mark};
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

/// Why a game is not as it should be.
enum Wrong {
    /// It breaks a rule, or can't be set up.
    Fault(String),
    /// A move in it is written in another way than this side reads.
    Unread(String),
}

impl From<String> for Wrong {
    fn from(fault: String) -> Wrong {
        Wrong::Fault(fault)
    }
}

/// Replays every game and writes a line for each that breaks a rule, then the number of games and, as the
/// last line, `faults: N`. Returns N.
///
/// # Errors
/// The file can't be read or is no PGN, it holds no game, moves in it can't be read, or the output can't be
/// written.
pub fn run(
    catalogue: &Catalogue,
    order: &CheckOrder,
    output: &mut dyn Write,
) -> Result<u32, ToolError> {
    let unreadable = |what: String| ToolError::Usage(format!("{}: {what}", order.file.display()));
    let text = std::fs::read(&order.file).map_err(|error| unreadable(error.to_string()))?;
    let games = read_games(&String::from_utf8_lossy(&text))
        .map_err(|error| unreadable(error.to_string()))?;
    if games.is_empty() {
        return Err(unreadable("there is no game in it".to_owned()));
    }
    let mut actions = 0;
    let (mut faults, mut unread) = (0, 0);
    for (index, game) in games.iter().enumerate() {
        match check(catalogue, order, game) {
            Ok(count) => actions += count,
            Err(Wrong::Fault(fault)) => {
                faults += 1;
                writeln!(output, "game {} (line {}): {fault}", index + 1, game.line)?;
            }
            Err(Wrong::Unread(what)) => {
                unread += 1;
                writeln!(output, "game {} (line {}): not read, {what}", index + 1, game.line)?;
            }
        }
    }
    writeln!(output, "{} games, {actions} moves in those without a fault", games.len())?;
    writeln!(output, "faults: {faults}")?;
    if unread > 0 {
        return Err(unreadable(format!(
            "moves of {unread} of {} games can't be read, and were not judged",
            games.len()
        )));
    }
    Ok(faults)
}

/// Replays one game and counts its actions; the first fault is told.
fn check(catalogue: &Catalogue, order: &CheckOrder, game: &PgnGame) -> Result<usize, Wrong> {
    let standard = order.variant.clone().unwrap_or_else(|| catalogue.first_id());
    let variant = game.tag("Variant").map_or(standard, str::to_owned);
    let mut board = catalogue.open_unheard(&variant).map_err(|error| error.to_string())?;
    let options = game.tag(OPTIONS_TAG).map(read_options).transpose()?;
    set_options(&mut *board, &options.unwrap_or_default()).map_err(|error| error.to_string())?;
    if let Some(fen) = game.tag("FEN") {
        board.set_fen(fen).map_err(|error| format!("FEN {fen}: {error}"))?;
    }
    let count = replay(&mut *board, &game.moves)?;
    check_result(&*board, game)?;
    Ok(count)
}

/// Plays the actions, with waits between them where they are needed, and counts them.
fn replay(board: &mut dyn OpenedGame, moves: &[String]) -> Result<usize, Wrong> {
    let mut count = 0;
    let mut behind = "";
    for text in moves {
        if is_en_passant_mark(text, std::mem::replace(&mut behind, text)) {
            continue;
        }
        count += 1;
        if board.must_wait() && board.final_verdict().is_none() {
            let wait = null_move(Dialect::Uci);
            board.play(wait, Dialect::Uci).map_err(|refusal| format!("a wait: {refusal}"))?;
        }
        let side = board.turn();
        let illegal = |board: &dyn OpenedGame, why: &str| {
            let fen = board.fen();
            format!("illegal move {text} by {side}, action {count}: {why} (position {fen})")
        };
        let action = match short::read(board, text) {
            Meant::Action(action) => action,
            Meant::Nothing(why) => return Err(Wrong::Fault(illegal(board, &why))),
            Meant::Unknown => return Err(Wrong::Unread(unread(board, text))),
        };
        let written = board.action_text(action, Dialect::Uci);
        if let Err(refusal) = board.play(&written, Dialect::Uci) {
            return Err(Wrong::Fault(illegal(board, &refusal.to_string())));
        }
    }
    Ok(count)
}

/// What is said of a text that can't be judged, with a legal move as it should be written.
fn unread(board: &dyn OpenedGame, text: &str) -> String {
    let example = board.legal_actions().first().map(|&one| board.action_text(one, Dialect::Uci));
    let example = example.map_or_else(String::new, |example| format!(" such as {example}"));
    format!(
        "{text} does not say here which move is meant; moves are written as UCI writes them,{example}"
    )
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
    use super::{Wrong, replay};
    use crate::session::{Opened, OpenedGame, Pile};
    use crossbeam::channel::unbounded;

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn waits_are_left_out_of_what_is_replayed() {
        let mut board = Opened::new(Pile, unbounded().0);
        assert!(replay(&mut board, &moves("t2 t2 t1 t3 t2")).is_ok());
        assert_eq!(board.fen(), "0 b - - 0 1");
        assert!(board.final_verdict().is_some());
    }

    #[test]
    fn the_first_illegal_action_is_told() {
        let mut board = Opened::new(Pile, unbounded().0);
        let Err(Wrong::Fault(fault)) = replay(&mut board, &moves("t2 t2 t4a1 t9")) else {
            panic!()
        };
        assert!(fault.contains("t4a1 by White, action 3") && fault.contains("6 w"), "{fault}");
    }

    #[test]
    fn short_notation_of_a_game_without_squares_is_not_judged() {
        let Err(Wrong::Unread(what)) = replay(&mut Opened::new(Pile, unbounded().0), &moves("Nf3"))
        else {
            panic!()
        };
        assert!(what.contains("Nf3 does not say") && what.contains("such as t1"), "{what}");
    }
}
