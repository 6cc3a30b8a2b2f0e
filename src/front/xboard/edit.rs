//! Edit mode: the old way of setting up a position, square by square.
//!
//! The board is edited as FEN text, so no game is needed to do it.

use crate::game::Team;
use caryatid_protocol::text::Coordinate;
use caryatid_protocol::xboard::EditCommand;

/// A board being edited, and whose men are put down.
pub(super) struct Editor {
    /// Rows from the highest rank down; each square is a man's text, `*` for a hole, or empty.
    rows: Vec<Vec<String>>,
    /// What the first rank is called: 1, or 0 on boards of ten ranks.
    first_rank: u8,
    black: bool,
    /// The side to move, which editing does not change.
    turn: Team,
    /// Castling rights as in the start position.
    castling: String,
}

impl Editor {
    /// Begins with the placement of `fen`; castling rights are those of `start_fen`, as far as men
    /// stand for them.
    pub(super) fn new(fen: &str, start_fen: &str, turn: Team) -> Editor {
        let placement = fen.split_ascii_whitespace().next().unwrap_or_default();
        let board = placement.split('[').next().unwrap_or_default();
        let rows: Vec<Vec<String>> = board.split('/').map(squares).collect();
        let first_rank = u8::from(rows.len() != 10);
        let castling = start_fen.split_ascii_whitespace().nth(2).unwrap_or("-").to_owned();
        Editor { rows, first_rank, black: false, turn, castling }
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

    /// The edited position.
    pub(super) fn fen(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row_text(row)).collect();
        let side = match self.turn {
            Team::White => 'w',
            Team::Black => 'b',
        };
        format!("{} {side} {} - 0 1", rows.join("/"), self.castling)
    }
}

/// One row of a placement as squares.
fn squares(row: &str) -> Vec<String> {
    let mut squares = Vec::new();
    let mut run = 0usize;
    let mut prefix = String::new();
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = (run * 10 + digit as usize).min(16);
            continue;
        }
        squares.extend(std::iter::repeat_n(String::new(), run));
        run = 0;
        prefix.push(letter);
        if letter != '+' {
            squares.push(std::mem::take(&mut prefix));
        }
    }
    squares.extend(std::iter::repeat_n(String::new(), run));
    squares
}

fn row_text(row: &[String]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for man in row {
        if man.is_empty() {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        text.push_str(man);
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Editor, Team};
    use caryatid_protocol::xboard::parse_edit;

    fn edited(start: &str, lines: &[&str]) -> (Editor, Vec<bool>) {
        let mut editor = Editor::new(start, "start w KQkq - 0 1", Team::White);
        let done =
            lines.iter().map(|line| editor.obey(&parse_edit(line.as_bytes()).unwrap())).collect();
        (editor, done)
    }

    #[test]
    fn men_are_put_and_taken() {
        let (editor, done) =
            edited("3/***/pPp w - - 0 1", &["xa1", "Kc3", "c", "ka3", "Qb2", "Qz9"]);
        assert_eq!(editor.fen(), "k1K/***/1Pp w KQkq - 0 1");
        assert_eq!(done, [true, true, true, true, false, false]);
    }

    #[test]
    fn the_side_to_move_is_left() {
        let editor = Editor::new("k1K b", "start b - - 0 1", Team::Black);
        assert_eq!(editor.fen(), "k1K b - - 0 1");
    }

    #[test]
    fn clearing_leaves_the_holes() {
        let (editor, _) = edited("p11/************ b - - 0 1", &["#"]);
        assert_eq!(editor.fen(), "12/************ w KQkq - 0 1");
    }

    #[test]
    fn ten_ranks_count_from_nought() {
        let start = "1/1/1/1/1/1/1/1/1/1 w";
        let (editor, done) = edited(start, &["Ka0", "c", "Ka9", "Ka10"]);
        assert_eq!(editor.fen(), "k/1/1/1/1/1/1/1/1/K w KQkq - 0 1");
        assert_eq!(done, [true, true, true, false]);
    }
}
