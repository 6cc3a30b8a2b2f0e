//! Who plays whom, with which side and opening.

use super::ToolError;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first participant meets everybody else.
    Gauntlet,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fixture {
    /// Its number, from 1.
    pub(super) number: u32,
    /// The pair of games to which it belongs: same opening, sides swapped. From 0.
    pub(super) pair: u32,
    /// The opening, counted from 0 without end: all encounters of a round have the same one.
    pub(super) opening: u32,
    /// The participants that play White and Black.
    pub(super) sides: [usize; 2],
}

/// All games, in the order in which they begin. Encounters take turns, two games at a time.
///
/// # Errors
/// There are fewer than two participants, or too many games.
pub(super) fn fixtures(
    participants: usize,
    format: Format,
    games: u32,
) -> Result<Vec<Fixture>, ToolError> {
    let meetings: Vec<(usize, usize)> = (0..participants)
        .flat_map(|first| (first + 1..participants).map(move |second| (first, second)))
        .filter(|&(first, _)| format == Format::RoundRobin || first == 0)
        .collect();
    if meetings.is_empty() {
        return Err(ToolError::Usage("a match needs at least two participants".to_owned()));
    }
    if meetings.len() as u64 * u64::from(games) > 10_000_000 {
        return Err(ToolError::Usage("more than ten million games".to_owned()));
    }
    let mut fixtures = Vec::new();
    let (mut number, mut pair) = (0, 0);
    for round in 0..games.div_ceil(2) {
        for &(first, second) in &meetings {
            for swapped in [false, true] {
                if round * 2 + u32::from(swapped) < games {
                    number += 1;
                    let sides = if swapped { [second, first] } else { [first, second] };
                    fixtures.push(Fixture { number, pair, opening: round, sides });
                }
            }
            pair += 1;
        }
    }
    Ok(fixtures)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Fixture, Format, fixtures};
    use std::collections::HashMap;

    #[test]
    fn two_participants_swap_sides_with_the_same_opening() {
        let games = fixtures(2, Format::RoundRobin, 3).unwrap();
        let fixture = |number, pair, sides| Fixture { number, pair, opening: pair, sides };
        assert_eq!(games, [fixture(1, 0, [0, 1]), fixture(2, 0, [1, 0]), fixture(3, 1, [0, 1])]);
    }

    #[test]
    fn in_a_round_robin_all_meet_as_often_with_either_side() {
        let games = fixtures(4, Format::RoundRobin, 4).unwrap();
        assert_eq!(games.len(), 6 * 4);
        let mut met: HashMap<[usize; 2], usize> = HashMap::new();
        games.iter().for_each(|game| *met.entry(game.sides).or_default() += 1);
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|&count| count == 2));
        for pair in games.chunks(2) {
            assert_eq!(pair[0].pair, pair[1].pair);
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].sides, [pair[1].sides[1], pair[1].sides[0]]);
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_every_game() {
        let games = fixtures(4, Format::Gauntlet, 2).unwrap();
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|game| game.sides.contains(&0)));
    }

    #[test]
    fn a_single_participant_is_no_match() {
        assert!(fixtures(1, Format::RoundRobin, 2).is_err());
        assert!(fixtures(2, Format::RoundRobin, u32::MAX).is_err());
    }
}
