//! Edit mode: the old way of setting up a position, square by square.
//!
//! The board is edited as FEN text, so no game is needed to do it.

use crate::board::{read_rank, write_placement};
use crate::game::{BoardShape, Team};
use caryatid_protocol::text::Coordinate;
use caryatid_protocol::xboard::EditCommand;

/// A board being edited, and whose men are put down.
pub(super) struct Editor {
    /// Rows from the highest rank down; each square is a man's text, `*` for a hole, or empty.
    rows: Vec<Vec<String>>,
    /// The placement before anything was edited.
    before: String,
    /// What the first rank is called.
    first_rank: u8,
    black: bool,
    /// The side to move, which editing does not change.
    turn: Team,
    /// Castling rights as in the start position.
    castling: String,
    /// The fields behind the placement where they are a game's own, which editing does not change.
    own_fields: Option<String>,
    /// Men in hand and lost men, in brackets, which editing does not change.
    hand: String,
}

impl Editor {
    /// Begins with the board of a shape as it is `drawn`, in a game whose position is `fen`; castling
    /// rights are those of `start_fen`, as far as men stand for them.
    pub(super) fn new(
        shape: BoardShape,
        drawn: &str,
        fen: &str,
        start_fen: &str,
        turn: Team,
    ) -> Editor {
        let files = shape.files;
        let placement = drawn.split_ascii_whitespace().next().unwrap_or_default();
        let board = placement.split('[').next().unwrap_or_default();
        let cells = |row| read_rank(row, files).unwrap_or_else(|_| vec![""; usize::from(files)]);
        let own = |row| cells(row).into_iter().map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = board.split('/').map(own).collect();
        let castling = start_fen.split_ascii_whitespace().nth(2).unwrap_or("-").to_owned();
        let behind = fen.split_once(' ').map_or("", |(_, behind)| behind);
        let is_own = !matches!(behind.split(' ').next(), Some("w" | "b"));
        let whole = fen.split(' ').next().unwrap_or_default();
        let hand = whole.find('[').map_or("", |bracket| &whole[bracket..]).to_owned();
        let mut editor = Editor {
            rows,
            before: String::new(),
            first_rank: shape.xboard_first_rank(),
            black: false,
            turn,
            castling,
            own_fields: is_own.then(|| behind.to_owned()),
            hand,
        };
        editor.before = editor.placement();
        editor
    }

    /// Obeys a line of edit mode; `false` where it names no square of the board.
    pub(super) fn obey(&mut self, command: &EditCommand) -> bool {
        match command {
            EditCommand::Blank | EditCommand::Done => true,
            EditCommand::OtherColour => {
                self.black = !self.black;
                true
            }
            EditCommand::ClearBoard => {
                let men = self.rows.iter_mut().flatten().filter(|man| *man != "*");
                men.for_each(String::clear);
                true
            }
            EditCommand::Remove(square) => self.put(square, ""),
            EditCommand::Place { man, square } => {
                let man =
                    if self.black { man.to_ascii_lowercase() } else { man.to_ascii_uppercase() };
                self.put(square, &man)
            }
        }
    }

    fn put(&mut self, square: &Coordinate, man: &str) -> bool {
        let rank = square.rank.checked_sub(self.first_rank).map(usize::from);
        let row = rank.and_then(|rank| self.rows.len().checked_sub(rank + 1));
        let file = u32::from(square.file).checked_sub(u32::from('a')).map(|file| file as usize);
        let place = row
            .zip(file)
            .and_then(|(row, file)| self.rows.get_mut(row)?.get_mut(file))
            .filter(|present| *present != "*");
        match place {
            Some(place) => {
                man.clone_into(place);
                true
            }
            None => false,
        }
    }

    fn placement(&self) -> String {
        let files = self.rows.first().map_or(0, Vec::len);
        let last = self.rows.len().saturating_sub(1);
        write_placement(files as u8, self.rows.len() as u8, |file, rank| {
            let cell = &self.rows[last - usize::from(rank)][usize::from(file)];
            (!cell.is_empty()).then_some(cell)
        })
    }

    /// The edited position; `None` where the board is as it was, so that the position stands.
    pub(super) fn fen(&self) -> Option<String> {
        let placement = self.placement();
        if placement == self.before {
            return None;
        }
        let hand = &self.hand;
        if let Some(own) = &self.own_fields {
            return Some(format!("{placement}{hand} {own}"));
        }
        let side = match self.turn {
            Team::White => 'w',
            Team::Black => 'b',
        };
        Some(format!("{placement}{hand} {side} {} - 0 1", self.castling))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{BoardShape, Editor, Team};
    use caryatid_protocol::xboard::parse_edit;

    fn shape(files: u8, drawn: &str) -> BoardShape {
        BoardShape { files, ranks: drawn.split('/').count() as u8 }
    }

    fn edited(files: u8, drawn: &str, lines: &[&str]) -> (Editor, Vec<bool>) {
        let start = "start w KQkq - 0 1";
        let mut editor =
            Editor::new(shape(files, drawn), drawn, "drawn w - - 0 1", start, Team::White);
        let done =
            lines.iter().map(|line| editor.obey(&parse_edit(line.as_bytes()).unwrap())).collect();
        (editor, done)
    }

    #[test]
    fn men_are_put_and_taken() {
        let (editor, done) =
            edited(3, "3/***/pPp w - - 0 1", &["xa1", "Kc3", "c", "ka3", "Qb2", "Qz9"]);
        assert_eq!(editor.fen().unwrap(), "k1K/***/1Pp w KQkq - 0 1");
        assert_eq!(done, [true, true, true, true, false, false]);
    }

    #[test]
    fn the_side_to_move_is_left() {
        let start = "start b - - 0 1";
        let mut editor =
            Editor::new(shape(3, "k1K"), "k1K", "k1K[Qp] b - - 0 1", start, Team::Black);
        assert_eq!(editor.fen(), None, "nothing was edited");
        editor.obey(&parse_edit(b"xa1").unwrap());
        assert_eq!(editor.fen().unwrap(), "2K[Qp] b - - 0 1", "nor are the men in hand");
    }

    #[test]
    fn fields_of_a_games_own_are_left() {
        let own = "k1K third x 4 9";
        let mut editor = Editor::new(shape(3, "k1K"), "k1K", own, "k1K first - 0 1", Team::White);
        assert_eq!(editor.fen(), None, "nothing was edited");
        editor.obey(&parse_edit(b"xa1").unwrap());
        assert_eq!(editor.fen().unwrap(), "2K third x 4 9");
    }

    #[test]
    fn clearing_leaves_the_holes() {
        let (editor, _) = edited(12, "p11/************ b - - 0 1", &["#"]);
        assert_eq!(editor.fen().unwrap(), "12/************ w KQkq - 0 1");
    }

    #[test]
    fn ten_ranks_count_from_nought() {
        let start = "1/1/1/1/1/1/1/1/1/1 w";
        let (editor, done) = edited(1, start, &["Ka0", "c", "Ka9", "Ka10"]);
        assert_eq!(editor.fen().unwrap(), "k/1/1/1/1/1/1/1/1/K w KQkq - 0 1");
        assert_eq!(done, [true, true, true, false]);
    }
}
