//! Games as PGN, with the moves as UCI writes them.

use super::ToolError;
use crate::game::Team;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameRecord {
    pub(super) round: u32,
    pub(super) variant: String,
    pub(super) white: String,
    pub(super) black: String,
    /// Set only where the game did not begin at the start position.
    pub(super) fen: Option<String>,
    /// The side that moves first.
    pub(super) first: Team,
    /// Wire moves; waits are `0000`.
    pub(super) moves: Vec<String>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub(super) result: &'static str,
    /// Why the game ended.
    pub(super) termination: String,
    /// How single players finish, where the rules rank them.
    pub(super) standing: Option<String>,
}

/// The file that games are written to.
pub(super) struct PgnFile {
    path: PathBuf,
    file: File,
}

impl PgnFile {
    /// Begins a new file.
    ///
    /// # Errors
    /// It can't be written; the text names it.
    pub(super) fn create(path: &Path) -> Result<PgnFile, ToolError> {
        let file = File::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(PgnFile { path: path.to_owned(), file })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// It can't be written; the text names the file.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), ToolError> {
        self.file.write_all(game.pgn().as_bytes()).map_err(|error| unwritable(&self.path, &error))
    }
}

fn unwritable(path: &Path, error: &io::Error) -> ToolError {
    ToolError::Usage(format!("{} can't be written: {error}", path.display()))
}

/// The widest line of the moves.
const WIDTH: usize = 80;

impl GameRecord {
    /// The game as PGN, with an empty line at its end.
    pub(super) fn pgn(&self) -> String {
        let mut text = String::new();
        let round = self.round.to_string();
        let tags = [
            ("Event", "Caryatid match"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", &round),
            ("White", &self.white),
            ("Black", &self.black),
            ("Result", self.result),
            ("Variant", &self.variant),
            ("Termination", &self.termination),
        ];
        let standing = self.standing.as_deref().map(|text| ("Standing", text));
        let set_up = self.fen.as_deref().map(|fen| [("SetUp", "1"), ("FEN", fen)]);
        let more = standing.into_iter().chain(set_up.into_iter().flatten());
        for (name, value) in tags.into_iter().chain(more) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // Writing to a string can't fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        text.push_str(&wrapped(&self.words()));
        text.push_str("\n\n");
        text
    }

    /// Move numbers, moves, the reason of the end, and the result.
    fn words(&self) -> Vec<String> {
        let offset = self.first.index();
        let mut words = Vec::new();
        for (index, text) in self.moves.iter().enumerate() {
            let ply = index + offset;
            if ply.is_multiple_of(2) {
                words.push(format!("{}.", ply / 2 + 1));
            } else if index == 0 {
                words.push("1...".to_owned());
            }
            words.push(text.clone());
        }
        words.extend(format!("{{{}}}", self.termination).split(' ').map(str::to_owned));
        words.push(self.result.to_owned());
        words
    }
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::GameRecord;
    use crate::game::Team;

    fn record() -> GameRecord {
        GameRecord {
            round: 2,
            variant: "chess".to_owned(),
            white: "A \"B\"".to_owned(),
            black: "C".to_owned(),
            fen: None,
            first: Team::White,
            moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(str::to_owned).to_vec(),
            result: "0-1",
            termination: "checkmate".to_owned(),
            standing: None,
        }
    }

    #[test]
    fn tags_and_moves() {
        let pgn = record().pgn();
        assert!(pgn.contains("[White \"A \\\"B\\\"\"]\n"));
        assert!(pgn.contains("[Variant \"chess\"]\n"));
        assert!(!pgn.contains("[FEN") && !pgn.contains("[Standing"));
        let standing = Some("1 B, 2 A".to_owned());
        let ranked = GameRecord { standing, ..record() }.pgn();
        assert!(ranked.contains("[Standing \"1 B, 2 A\"]\n"));
        assert!(pgn.ends_with("\n\n1. f2f3 e7e5 2. g2g4 d8h4 {checkmate} 0-1\n\n"), "{pgn}");
    }

    #[test]
    fn a_game_from_a_position_where_black_begins() {
        let fen = Some("8/8 b - - 0 1".to_owned());
        let pgn = GameRecord { fen, first: Team::Black, ..record() }.pgn();
        assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"8/8 b - - 0 1\"]\n"));
        assert!(pgn.contains("1... f2f3 2. e7e5 g2g4 3. d8h4 {checkmate} 0-1"), "{pgn}");
    }

    #[test]
    fn lines_are_not_too_long() {
        let moves = vec!["a10a11".to_owned(); 200];
        let pgn = GameRecord { moves, ..record() }.pgn();
        assert!(pgn.lines().all(|line| line.len() <= super::WIDTH));
    }
}
