//! The text of a board as FEN has it: ranks from the highest, `/` between, runs of empty squares as
//! numbers. What stands on a square is anybody's text.

use std::fmt::{Display, Write as _};

/// The longest run of empty squares that a number means.
const LONGEST_RUN: u32 = 1_000;

/// Writes a board of `files` by `ranks` squares. `cell` tells what stands on a file and rank, both
/// counted from 0; `None` is an empty square.
#[must_use]
pub fn write_placement<T: Display>(
    files: u8,
    ranks: u8,
    cell: impl Fn(u8, u8) -> Option<T>,
) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..=files {
            let here = if file < files { cell(file, rank) } else { None };
            if empty > 0 && (here.is_some() || file == files) {
                // Writing to a string can't fail.
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            match here {
                Some(here) => {
                    let _ = write!(text, "{here}");
                }
                None => empty += 1,
            }
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Reads one rank of `files` squares: what stands on each, empty text for an empty square. A `+` belongs
/// to the letter behind it.
///
/// # Errors
/// How many squares there are instead, as far as was read.
pub fn read_rank(text: &str, files: u8) -> Result<Vec<&str>, u32> {
    let files = usize::from(files);
    let mut cells = Vec::with_capacity(files);
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        let length = if symbol.is_ascii_digit() {
            let end = rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(rest.len());
            let run = rest[..end].parse().unwrap_or(LONGEST_RUN).min(LONGEST_RUN);
            let found = cells.len() + run as usize;
            if found > files {
                return Err(found as u32);
            }
            cells.resize(found, "");
            end
        } else {
            let behind = &rest[symbol.len_utf8()..];
            let letter = behind.chars().next().filter(|_| symbol == '+');
            let length = symbol.len_utf8() + letter.map_or(0, char::len_utf8);
            cells.push(&rest[..length]);
            if cells.len() > files {
                return Err(cells.len() as u32);
            }
            length
        };
        rest = &rest[length..];
    }
    if cells.len() == files { Ok(cells) } else { Err(cells.len() as u32) }
}

#[cfg(test)]
mod tests {
    use super::{read_rank, write_placement};

    #[test]
    fn runs_are_numbers_of_any_length() {
        let men = |file, rank| (file == 0 && rank == 1).then_some("+P");
        assert_eq!(write_placement(13, 2, men), "+P12/13");
        assert_eq!(write_placement(2, 1, |file, _| Some(file)), "01");
    }

    #[test]
    fn a_rank_is_read_square_by_square() {
        assert_eq!(read_rank("p2+K*", 5), Ok(vec!["p", "", "", "+K", "*"]));
        assert_eq!(read_rank("011", 11), Ok(vec![""; 11]));
        assert_eq!(read_rank("é+", 2), Ok(vec!["é", "+"]));
    }

    #[test]
    fn too_few_and_too_many_squares_are_counted() {
        assert_eq!(read_rank("p2", 4), Err(3));
        assert_eq!(read_rank("", 4), Err(0));
        assert_eq!(read_rank("ppppppp", 4), Err(5));
        assert_eq!(read_rank("p9", 4), Err(10));
        assert_eq!(read_rank("99999999999999999999", 4), Err(1_000));
    }
}
