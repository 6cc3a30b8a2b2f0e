//! How the game ends, and in which order the players finish.

use super::Avon;
use super::play::QUIET_LIMIT;
use super::position::{NO_SEAT, Position};
use super::seats::{SEATS, bit, name, partner, team};
use crate::game::{Past, Verdict};

/// The shortest way back to a position: each team needs two actions to come back to where it was.
const SHORTEST_RETURN: u16 = 4;

impl Avon {
    /// The verdict, a win before a draw (AVON-14, AVON-16).
    #[inline]
    pub(super) fn verdict_of(&self, position: &Position, past: &Past) -> Option<Verdict> {
        if let Some(beaten) = position.beaten() {
            return Some(defeat(beaten));
        }
        // A capture, a Pawn move or a drop-out can't be taken back, so that no position before it comes
        // again.
        let quiet = position.quiet;
        if quiet >= SHORTEST_RETURN && past.threefold(position.key, usize::from(quiet)) {
            return Some(Verdict::draw_by_count("threefold repetition"));
        }
        (quiet >= QUIET_LIMIT).then(|| {
            Verdict::draw_by_count("200 actions without a capture, a Pawn move or a drop-out")
        })
    }

    /// The order in which the players finish a game that is won, the first first (AVON-17): whose action
    /// ended it is first, who dropped out first is last. Of the other two the first one's partner comes
    /// before an opponent, and who held out longer before who dropped out sooner. `None` where the game is
    /// not won, or where the position was read from text and what decides happened before.
    pub(super) fn ranking(&self, position: &Position) -> Option<[u8; SEATS]> {
        position.beaten()?;
        let first = position.actor;
        if first == NO_SEAT {
            return None;
        }
        let known = position.order.into_iter().filter(|&seat| seat != NO_SEAT);
        let is_known = |seat: u8| position.order.contains(&seat);
        let mut out: Vec<u8> = (0..SEATS as u8)
            .filter(|&seat| position.out & bit(seat) != 0 && !is_known(seat))
            .collect();
        if out.len() > 1 {
            return None;
        }
        out.extend(known);
        let last = *out.first()?;
        let mut between: Vec<u8> =
            (0..SEATS as u8).filter(|&seat| seat != first && seat != last).collect();
        // The sooner somebody dropped out, the further behind; who never did is at place none.
        let dropped = |seat: u8| out.iter().position(|&one| one == seat).unwrap_or(SEATS);
        between.sort_by_key(|&seat| (seat != partner(first), SEATS - dropped(seat)));
        match between[..] {
            [second, third] => Some([first, second, third, last]),
            _ => None,
        }
    }

    /// The ranking in words.
    pub(super) fn ranking_text(&self, position: &Position) -> Option<String> {
        let places = self.ranking(position)?;
        let place = |(index, &seat): (usize, &u8)| format!("{} {}", index + 1, name(seat));
        let places: Vec<String> = places.iter().enumerate().map(place).collect();
        Some(places.join(", "))
    }
}

/// What it means that both players of a colour are out.
pub(super) const fn defeat(beaten: usize) -> Verdict {
    let reason = if beaten == 0 {
        "both White players have dropped out"
    } else {
        "both Black players have dropped out"
    };
    Verdict::win(team(beaten).other(), reason)
}
