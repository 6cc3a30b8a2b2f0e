//! Matches between engines, refereed by the engine's own rules.
//!
//! Every move is checked, every line that an engine shows is followed to its end, and the clock is read
//! at this end of the pipe.

mod pgn;
mod player;
mod process;
mod random;
mod referee;
mod spec;
mod uci_program;
mod xboard_program;

pub use spec::{EngineSpec, ProtocolKind};

use super::{ToolError, set_options};
use crate::game::{Dialect, Team};
use crate::session::{Catalogue, OpenedGame};
use indicatif::ProgressBar;
use pgn::{GameRecord, PgnFile};
use player::{Player, WireMove};
use random::Chance;
use referee::{Course, Start, TimeRule};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// A match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchOrder {
    /// The game's id.
    pub variant: String,
    /// Names and values of options of the game.
    pub options: Vec<(String, String)>,
    /// The participants; the first has White in the first game, then colours change.
    pub engines: [EngineSpec; 2],
    /// Time for each move.
    pub movetime: Duration,
    /// Time beyond that which is forgiven.
    pub margin: Duration,
    /// Number of games.
    pub games: u32,
    /// The position that games begin with; `None` is the game's own start.
    pub fen: Option<String>,
    /// How many actions at the beginning are played by chance, the same in both games of a pair.
    pub random_plies: u32,
    /// Where the games are written.
    pub pgn: Option<PathBuf>,
    /// What chance begins with.
    pub seed: u64,
}

/// What came of a match, from the view of the first participant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Faults of either participant.
    pub faults: u32,
}

impl Tally {
    fn add(&mut self, winner: Option<Team>, first: Team) {
        match winner {
            None => self.draws += 1,
            Some(team) if team == first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    /// Points in percent: a draw is half of one.
    fn percentage(self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        points * 100.0 / f64::from(games.max(1))
    }
}

/// Plays a match. Writes a line a game, each fault with its position, then the score and, as the last
/// line, `faults: N`.
///
/// # Errors
/// A game can't be opened, a program can't be started, or a file or the output can't be written.
pub fn run(
    catalogue: &Catalogue,
    order: &MatchOrder,
    output: &mut dyn Write,
) -> Result<Tally, ToolError> {
    let mut board = catalogue.open_unheard(&order.variant)?;
    set_options(&mut *board, &order.options)?;
    let mut pgn = order.pgn.as_deref().map(PgnFile::create).transpose()?;
    let mut first = player::seat(catalogue, order, 0)?;
    let mut second = player::seat(catalogue, order, 1)?;
    let mut chance = Chance::new(order.seed ^ u64::from(order.games));
    let mut start = Start { fen: order.fen.clone(), opening: Vec::new() };
    start.set_up(&mut *board).map_err(|error| ToolError::Usage(format!("fen: {error}")))?;
    let beginner = board.turn();
    let mut tally = Tally::default();
    let progress = ProgressBar::new(u64::from(order.games));
    for number in 1..=order.games {
        let first_side = if number % 2 == 1 { Team::White } else { Team::Black };
        if first_side == Team::White {
            draw_opening(&mut start, &mut *board, order.random_plies, &mut chance);
        }
        let players: [&mut dyn Player; 2] = match first_side {
            Team::White => [&mut *first, &mut *second],
            Team::Black => [&mut *second, &mut *first],
        };
        let rule = TimeRule { movetime: order.movetime, margin: order.margin };
        let course = referee::play(&mut *board, players, &start, rule);
        tally.add(course.winner, first_side);
        tally.faults += u32::try_from(course.faults.len()).unwrap_or(u32::MAX);
        let record =
            GameRecord { first: beginner, ..record(order, number, first_side, course, output)? };
        if let Some(file) = &mut pgn {
            file.add(&record)?;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let Tally { wins, draws, losses, faults } = tally;
    writeln!(output, "{wins}-{draws}-{losses} ({:.1} %)", tally.percentage())?;
    writeln!(output, "faults: {faults}")?;
    Ok(tally)
}

/// Writes what happened and keeps it for the PGN.
fn record(
    order: &MatchOrder,
    round: u32,
    first_side: Team,
    course: Course,
    output: &mut dyn Write,
) -> Result<GameRecord, ToolError> {
    let mut names = order.engines.clone().map(|engine| engine.name());
    if names[0] == names[1] {
        names = [format!("{} 1", names[0]), format!("{} 2", names[1])];
    }
    if first_side == Team::Black {
        names.swap(0, 1);
    }
    let [white, black] = names;
    for incident in &course.faults {
        let name = if incident.side == Team::White { &white } else { &black };
        writeln!(
            output,
            "fault: {} by {name} in game {round} after {} moves: {} (position {})",
            incident.fault.kind.text(),
            incident.ply,
            incident.fault.detail,
            incident.fen
        )?;
    }
    let result = match course.winner {
        Some(Team::White) => "1-0",
        Some(Team::Black) => "0-1",
        None => "1/2-1/2",
    };
    let count = course.moves.len();
    writeln!(
        output,
        "game {round}: {white} - {black} {result} {{{}}} after {count} moves",
        course.reason
    )?;
    Ok(GameRecord {
        round,
        variant: order.variant.clone(),
        white,
        black,
        fen: order.fen.clone(),
        first: Team::White,
        moves: course.moves,
        result,
        termination: course.reason,
        standing: course.standing,
    })
}

/// Begins with actions by chance, none of which ends the game.
fn draw_opening(start: &mut Start, board: &mut dyn OpenedGame, plies: u32, chance: &mut Chance) {
    start.opening.clear();
    if let Err(error) = start.set_up(board) {
        log::error!("the first position is refused: {error}");
    }
    let mut actions = 0;
    while actions < plies {
        let moved = if board.must_wait() {
            WireMove::wait()
        } else {
            actions += 1;
            match random::choose(&board.legal_actions(), chance) {
                Some(action) => WireMove::of(board, action),
                None => return,
            }
        };
        if board.play(&moved.uci, Dialect::Uci).is_err() || board.verdict().is_some() {
            return;
        }
        start.opening.push(moved);
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;
    use crate::game::Team;

    #[test]
    fn the_tally_is_the_first_participants() {
        let mut tally = Tally::default();
        tally.add(Some(Team::White), Team::White);
        tally.add(Some(Team::White), Team::Black);
        tally.add(None, Team::Black);
        tally.add(Some(Team::Black), Team::Black);
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 1));
        assert!((tally.percentage() - 62.5).abs() < 1e-9);
    }
}
