//! The four players: colour, half, direction and partner of each (AVON-2, AVON-3).
//!
//! A seat is its number in the order of play: 0 `ws`, 1 `bn`, 2 `wn`, 3 `bs`.

use crate::game::Team;

/// Number of seats.
pub(super) const SEATS: usize = 4;

/// What the seats are called in text.
pub(super) const NAMES: [&str; SEATS] = ["ws", "bn", "wn", "bs"];

/// The squares of the south half (ranks 0-4) and of the north half (ranks 5-9), AVON-1.
pub(super) const HALVES: [u128; 2] = [(1 << 40) - 1, ((1 << 40) - 1) << 40];

/// A seat's colour: 0 White, 1 Black.
#[inline(always)]
pub(super) const fn colour(seat: u8) -> usize {
    (seat & 1) as usize
}

/// A seat's half: 0 south, 1 north. It is also the player's direction: 0 up, 1 down (AVON-3).
#[inline(always)]
pub(super) const fn half(seat: u8) -> usize {
    ((seat + 1) >> 1 & 1) as usize
}

/// The seat of the other player of the team.
#[inline(always)]
pub(super) const fn partner(seat: u8) -> u8 {
    seat ^ 2
}

/// A seat as a bit of [`Position::out`](super::Position::out).
#[inline(always)]
pub(super) const fn bit(seat: u8) -> u8 {
    1 << seat
}

/// Both seats of a colour as bits.
#[inline(always)]
pub(super) const fn both(colour: usize) -> u8 {
    0b0101 << colour
}

/// The seat of a colour on a half.
#[inline(always)]
pub(super) const fn seat_of(colour: usize, half: usize) -> u8 {
    [[0, 2], [3, 1]][colour][half]
}

/// The team of a colour.
#[inline]
pub(super) const fn team(colour: usize) -> Team {
    if colour == 0 { Team::White } else { Team::Black }
}

/// A seat's name.
pub(super) const fn name(seat: u8) -> &'static str {
    NAMES[seat as usize]
}

/// The seat that a name means, in either case.
pub(super) fn named(text: &str) -> Option<u8> {
    let seat = NAMES.iter().position(|name| name.eq_ignore_ascii_case(text))?;
    Some(seat as u8)
}

/// A half in words.
pub(super) const fn half_name(half: usize) -> &'static str {
    ["south", "north"][half]
}

/// Seats of a set of bits, in alphabetical order.
pub(super) fn alphabetical(out: u8) -> impl Iterator<Item = u8> {
    [1, 3, 2, 0].into_iter().filter(move |&seat| out & bit(seat) != 0)
}

#[cfg(test)]
mod tests {
    use super::{SEATS, alphabetical, both, colour, half, name, named, partner, seat_of};

    #[test]
    fn names_say_colour_and_half() {
        for seat in 0..SEATS as u8 {
            let letters = [["ws", "wn"], ["bs", "bn"]];
            assert_eq!(name(seat), letters[colour(seat)][half(seat)]);
            assert_eq!(named(&name(seat).to_uppercase()), Some(seat));
            assert_eq!(seat_of(colour(seat), half(seat)), seat);
            assert_eq!(colour(partner(seat)), colour(seat));
            assert_eq!(half(partner(seat)), 1 - half(seat));
            assert_ne!(both(colour(seat)) & super::bit(seat), 0);
        }
        let all: Vec<&str> = alphabetical(0b1111).map(name).collect();
        assert_eq!(all, ["bn", "bs", "wn", "ws"]);
        assert_eq!(named("w"), None);
    }
}
