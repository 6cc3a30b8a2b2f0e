//! What a person may click next in XBoard, wherever a wire move is not a whole action.
//!
//! A game colours the squares of its actions. While the side on turn has to wait, or an action of several
//! wire moves is under way, only the wire moves that are left of it count; they are read from their text,
//! so that no game is needed to do it.

use super::wire::{Place, split_squares};
use crate::board::write_placement;
use crate::game::{BoardShape, Words};

impl<P: Clone> Place<P> {
    /// XBoard's highlight text for the man on a square; `None` where the text names no square. `from` is the
    /// square of the man that was put down there, as happens between two legs.
    pub(super) fn highlight<G: Words<Position = P>>(
        &self,
        game: &G,
        square: &str,
        from: Option<&str>,
    ) -> Option<String> {
        let waits = self.must_wait(game);
        if self.entered.is_empty() && !waits {
            return game.highlight(&self.position, square);
        }
        let held = game.held(square);
        if held.is_none() && !is_on(game.shape(), square) {
            return None;
        }
        let next = if waits { Vec::new() } else { self.next_entries(game) };
        let marks: Vec<(&str, char)> =
            next.iter().filter_map(|entry| mark(entry, square, held, from)).collect();
        Some(draw(game.shape(), &marks))
    }

    /// The letters that XBoard may choose from when a man is put down.
    pub(super) fn choice<G: Words<Position = P>>(&self, game: &G, from: &str, to: &str) -> String {
        if self.entered.is_empty() && !self.must_wait(game) {
            game.choice(&self.position, from, to)
        } else {
            String::new()
        }
    }
}

/// The square that a wire move marks once the man on `square`, or the `held` one, is lifted. If it goes in two
/// legs and the first is done, it is known who came `from` where.
fn mark<'e>(
    entry: &'e str,
    square: &str,
    held: Option<char>,
    from: Option<&str>,
) -> Option<(&'e str, char)> {
    if let Some((man, to)) = entry.split_once('@') {
        let is_it =
            held.is_some_and(|held| man.eq_ignore_ascii_case(held.encode_utf8(&mut [0; 4])));
        return (is_it && !to.contains('@')).then_some((to, 'Y'));
    }
    let (leg, second) = entry.split_once(',').map_or((entry, None), |(a, b)| (a, Some(b)));
    let (start, to) = split_squares(leg)?;
    let to = to.trim_end_matches(|suffix: char| suffix.is_ascii_alphabetic());
    if start.eq_ignore_ascii_case(square) {
        return Some((to, if second.is_some() { 'C' } else { 'Y' }));
    }
    let (over, end) = split_squares(second?)?;
    let is_his = from.is_none_or(|from| start.eq_ignore_ascii_case(from));
    (is_his && over.eq_ignore_ascii_case(square)).then_some((end, 'R'))
}

/// Whether XBoard calls a square of the board so.
fn is_on(shape: BoardShape, square: &str) -> bool {
    (0..shape.ranks)
        .any(|rank| (0..shape.files).any(|file| shape.xboard_square(file, rank) == square))
}

/// The placement text of some marks.
fn draw(shape: BoardShape, marks: &[(&str, char)]) -> String {
    write_placement(shape.files, shape.ranks, |file, rank| {
        let name = shape.xboard_square(file, rank);
        marks.iter().find(|(marked, _)| *marked == name).map(|&(_, colour)| colour)
    })
}

#[cfg(test)]
mod tests {
    use super::{draw, is_on, mark};
    use crate::game::BoardShape;

    #[test]
    fn a_wire_move_marks_the_square_to_click_next() {
        assert_eq!(mark("N@c10", "_5", Some('n'), None), Some(("c10", 'Y')));
        assert_eq!(mark("N@c10", "_5", Some('r'), None), None);
        assert_eq!(mark("N@c10", "c10", None, None), None);
        assert_eq!(mark("@@@@", "a1", Some('@'), None), None);
        assert_eq!(mark("b2d3z", "b2", None, None), Some(("d3", 'Y')));
        assert_eq!(mark("e5d5,d5d6", "e5", None, None), Some(("d5", 'C')));
        assert_eq!(mark("e5d5,d5d6", "d5", None, None), Some(("d6", 'R')));
        assert_eq!(mark("e5d5,d5d6", "d6", None, None), None);
        assert_eq!(mark("e5d5,d5d6", "d5", None, Some("e5")), Some(("d6", 'R')));
        assert_eq!(mark("e5d5,d5d6", "d5", None, Some("c5")), None, "another man's legs");
    }

    #[test]
    fn marks_are_drawn_as_a_placement() {
        let ten = BoardShape { files: 3, ranks: 10 };
        assert!(is_on(ten, "a0") && is_on(ten, "c9") && !is_on(ten, "a10") && !is_on(ten, "d1"));
        let text = draw(ten, &[("b0", 'C'), ("c0", 'R'), ("a9", 'Y')]);
        assert_eq!(text, "Y2/3/3/3/3/3/3/3/3/1CR");
        let two = BoardShape { files: 12, ranks: 2 };
        assert!(is_on(two, "a1") && !is_on(two, "a0"));
        assert_eq!(draw(two, &[("k2", 'Y')]), "10Y1/12");
    }
}
